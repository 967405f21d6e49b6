/* lsp_desk.c: open documents, and how they are looked through. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "base/vector.h"
#include "lsp/lsp_analysis.h"
#include "lsp/lsp_server.h"

#define DESK_PATIENCE 0.3 /* s, until what is known is shown */
enum { DESK_MOST_FAULTS = 500 };

LspDesk *lsp_desk_find(const LspServer *server, const char *uri)
{
  for (int k = 0; k < server->state.n_documents; k++) {
    if (strcmp(server->state.document[k]->uri, uri) == 0)
      return server->desk[k];
  }
  return NULL;
}

LspDesk *lsp_desk_open(LspServer *server, LspDocument *document)
{
  LspState *state = &server->state;
  LspDesk *desk = calloc(1, sizeof *desk);
  int n = state->n_documents;
  if (!desk || !document || n >= LSP_MOST_DOCUMENTS) {
    free(desk);
    lsp_document_close(document);
    return NULL;
  }
  Arena *arena = state->s->session_arena;
  state->document = vector_grow(arena, state->document, &state->cap_documents,
                                n + 1, sizeof state->document[0]);
  server->desk = vector_grow(arena, server->desk, &server->cap_desks, n + 1,
                             sizeof server->desk[0]);
  desk->document = document;
  state->document[n] = document;
  server->desk[n] = desk;
  state->n_documents++;
  return desk;
}

/* Its job works for a text that is no longer there. */
static void desk_stop(LspServer *server, LspDesk *desk)
{
  for (int k = server->n_tasks - 1; k >= 0; k--) {
    if (server->task[k].desk == desk) lsp_server_drop_task(server, k);
  }
  desk->is_busy = false;
  lsp_texts_clear(&desk->to_do);
}

void lsp_desk_close(LspServer *server, LspDesk *desk)
{
  LspState *state = &server->state;
  int k = 0;
  while (server->desk[k] != desk) k++;
  assert(k < state->n_documents);
  desk_stop(server, desk);
  state->n_documents--;
  for (int i = k; i < state->n_documents; i++) {
    state->document[i] = state->document[i + 1];
    server->desk[i] = server->desk[i + 1];
  }
  lsp_publish_nothing(server, desk);
  lsp_texts_clear(&desk->found);
  lsp_texts_clear(&desk->shown);
  lsp_texts_clear(&desk->needs);
  lsp_document_close(desk->document);
  free(desk);
}

/* Its job makes way, and is begun again later. */
static void desk_pause(LspServer *server, LspDesk *desk)
{
  for (int k = server->n_tasks - 1; k >= 0; k--) {
    if (server->task[k].desk != desk) continue;
    if (!server->task[k].class_name)
      *(desk->is_quiet ? &desk->is_stale : &desk->wants_text) = true;
    lsp_server_drop_task(server, k);
  }
  desk->is_busy = false;
}

void lsp_desk_renew(LspServer *server, LspDesk *desk)
{
  for (int k = 0; k < server->state.n_documents; k++) {
    if (server->desk[k] != desk) desk_pause(server, server->desk[k]);
  }
  desk_stop(server, desk);
  desk->edit = ++server->n_edits;
  desk->wants_text = true;
  desk->is_published = false;
}

void lsp_desks_doubt(LspServer *server, const LspDesk *changed)
{
  for (int k = 0; k < server->state.n_documents; k++) {
    LspDesk *desk = server->desk[k];
    const char *path = changed ? changed->document->path : NULL;
    if (desk == changed) continue;
    if (path && !desk->has_errors &&
        !lsp_texts_hold(&desk->needs, path, strlen(path)))
      continue;
    if (desk->is_quiet) desk_stop(server, desk);
    desk->is_stale = true;
  }
}

/* Jobs see what is shown, too. */
static void desk_tell_jobs(LspDesk *desk)
{
  desk->document->fault = desk->shown.item;
  desk->document->n_faults = desk->shown.n;
}

/* --- jobs --- */

static void desk_begin(LspServer *server, LspDesk *desk, const char *class_name)
{
  const LspSettings *settings = server->state.settings;
  LspAnalysis analysis = {&server->state, desk->document, class_name};
  LspLimits limits = {settings->time_limit, settings->memory_limit};
  assert(server->n_tasks < LSP_MOST_TASKS);
  desk->is_busy = true;
  server->task[server->n_tasks++] = (LspTask){
      .job = lsp_job_begin(server->state.s, lsp_analysis_work, &analysis,
                           limits, !class_name && !desk->is_quiet),
      .desk = desk,
      .class_name = class_name};
}

/* A new look begins with the text. What is shown of an old text goes. */
static void desk_begin_look(LspServer *server, LspDesk *desk)
{
  desk->is_quiet = !desk->wants_text;
  desk->wants_text = desk->is_stale = desk->has_errors = false;
  lsp_texts_clear(&desk->to_do);
  lsp_texts_clear(&desk->found);
  lsp_texts_clear(&desk->needs);
  if (!desk->is_quiet) lsp_texts_clear(&desk->shown);
  desk_tell_jobs(desk);
  desk_begin(server, desk, NULL);
}

/* What is to be done first: 0 a text that has changed, its classes, those of
 * texts that are looked at again, and last another look. */
static int desk_rank(const LspDesk *desk)
{
  enum { TEXT, CLASSES, QUIET_CLASSES, AGAIN, NOTHING };
  if (desk->wants_text) return TEXT;
  if (desk->to_do.n > 0) return desk->is_quiet ? QUIET_CLASSES : CLASSES;
  return desk->is_stale ? AGAIN : NOTHING;
}

/* The text that was edited last comes first. */
static bool desk_is_before(const LspDesk *a, const LspDesk *b)
{
  int rank = desk_rank(a) - desk_rank(b);
  return rank != 0 ? rank < 0 : a->edit > b->edit;
}

/* One job at a time, so that an edit need not wait for many; what a job needed
 * of the libraries is read before the next one begins. */
void lsp_desks_go_on(LspServer *server)
{
  LspDesk *first = NULL;
  if (server->n_tasks >= LSP_MOST_TASKS) return;
  for (int k = 0; k < server->state.n_documents; k++) {
    LspDesk *desk = server->desk[k];
    if (desk->is_busy) return;
    if (!first || desk_is_before(desk, first)) first = desk;
  }
  if (!first || (server->to_keep.n > 0 && !first->wants_text)) return;
  if (first->wants_text || (first->to_do.n == 0 && first->is_stale))
    desk_begin_look(server, first);
  else if (first->to_do.n > 0)
    desk_begin(server, first, first->to_do.item[0]);
}

static void desk_show(LspServer *server, LspDesk *desk)
{
  lsp_texts_clear(&desk->shown);
  for (int k = 0; k < desk->found.n; k++)
    lsp_texts_add(&desk->shown, desk->found.item[k],
                  strlen(desk->found.item[k]));
  desk_tell_jobs(desk);
  lsp_publish(server, desk);
  desk->is_published = true;
  desk->published_at = clock_now();
}

static bool desk_shows_all(const LspDesk *desk)
{
  bool is_same = desk->found.n == desk->shown.n;
  for (int k = 0; k < desk->found.n && is_same; k++)
    is_same = strcmp(desk->found.item[k], desk->shown.item[k]) == 0;
  return is_same;
}

static void desk_add_fault(LspDesk *desk, const char *bytes, size_t n)
{
  if (desk->found.n >= DESK_MOST_FAULTS) return;
  if (!lsp_texts_hold(&desk->found, bytes, n))
    lsp_texts_add(&desk->found, bytes, n);
}

/* The job itself has failed: a finding at the top of the document. */
static void desk_note_failure(LspServer *server, const LspTask *task)
{
  char text[640];
  const char *what = task->class_name ? task->class_name : "the document";
  if (strpbrk(what, "\"\\") || strlen(what) > 300) what = "a class";
  int n = snprintf(
      text, sizeof text,
      "{\"diagnostic\":{\"range\":{\"start\":{\"line\":0,\"character\":0},"
      "\"end\":{\"line\":0,\"character\":0}},\"severity\":3,\"source\":"
      "\"foucault\",\"message\":\"%s was not looked through: %s\"}}",
      what, task->job->why);
  if (n > 0 && (size_t)n < sizeof text)
    desk_add_fault(task->desk, text, (size_t)n);
  (void)server;
}

static void desk_read_records(LspServer *server, const LspTask *task)
{
  const char *at = task->job->bytes, *bytes;
  const char *end = at ? at + task->job->n : at;
  size_t n;
  char kind;
  while (at && lsp_record_next(&at, end, &kind, &bytes, &n)) {
    if (kind == 'D') desk_add_fault(task->desk, bytes, n);
    if (kind == 'E') task->desk->has_errors = true;
    if (kind == 'N' && !lsp_texts_hold(&task->desk->needs, bytes, n))
      lsp_texts_add(&task->desk->needs, bytes, n);
    if (kind == 'M') lsp_document_learn(task->desk->document, bytes, n);
    if (kind == 'C') lsp_texts_add(&task->desk->to_do, bytes, n);
    if (kind == 'F') lsp_server_note_file(server, bytes, n);
  }
}

/* Syntax errors are shown at once; what else is found, when all of it is, or
 * after some time. Of a text that has not changed nothing is shown before all
 * is known. */
void lsp_desk_take(LspServer *server, const LspTask *task)
{
  LspDesk *desk = task->desk;
  assert(desk && desk->is_busy);
  desk_read_records(server, task);
  if (task->job->has_failed) desk_note_failure(server, task);
  desk->is_busy = false;
  if (task->class_name) free(lsp_texts_take(&desk->to_do));
  bool is_new = !desk_shows_all(desk);
  bool is_done = desk->to_do.n == 0;
  bool is_late = clock_now() - desk->published_at > DESK_PATIENCE;
  bool is_early = is_new && !desk->is_quiet && (is_late || !task->class_name);
  if (is_done ? is_new || !desk->is_published : is_early)
    desk_show(server, desk);
  if (is_done) lsp_refresh(server);
}
