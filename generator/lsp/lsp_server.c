/* lsp_server.c: waits for messages and jobs. */
#define _POSIX_C_SOURCE 200809L
#include "lsp/lsp_server.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/serve/kept_files.h"
#include "base/system/clock.h"
#include "parse/parse.h"

enum { SERVER_CHUNK = 65536 };
#define SERVER_KEPT_BYTES ((size_t)12 * 1024 * 1024) /* of library text */
#define SERVER_READING 0.005 /* s, then messages are looked for */

/* --- library files --- */

/* Some of what jobs had to read, so that the next ones need not. */
static void server_keep_files(LspServer *server)
{
  double begin = clock_now();
  Session *s = server->state.s;
  while (server->to_keep.n > 0 && clock_now() - begin < SERVER_READING) {
    char *path = lsp_texts_take(&server->to_keep);
    if (server->kept_bytes < SERVER_KEPT_BYTES) {
      parse_keep(s, path);
      server->kept_bytes += (size_t)file_mark(path).size;
    }
    free(path);
  }
}

/* --- tasks --- */

static void server_answer(LspServer *server, const LspTask *task)
{
  const char *at = task->job->bytes, *bytes, *result = NULL;
  const char *end = at ? at + task->job->n : at;
  char *refusal = NULL;
  size_t n, n_result = 0;
  char kind;
  while (at && lsp_record_next(&at, end, &kind, &bytes, &n)) {
    if (kind == 'F') lsp_server_note_file(server, bytes, n);
    if (kind == 'X') refusal = lsp_copy(bytes, n);
    if (kind != 'R') continue;
    result = bytes;
    n_result = n;
  }
  if (refusal) {
    lsp_refuse(server, task->id, LSP_FAILED, refusal);
  } else if (result) {
    lsp_reply(server, task->id, result, n_result);
  } else {
    const char *why = task->job->why;
    lsp_refuse(server, task->id, LSP_INTERNAL, why ? why : "no answer");
  }
  free(refusal);
}

/* Those that are over, in the order in which they began. */
static void server_collect(LspServer *server)
{
  for (int k = 0; k < server->n_tasks; k++) {
    LspTask task = server->task[k];
    if (!task.job->is_over) continue;
    if (task.id)
      server_answer(server, &task);
    else
      lsp_desk_take(server, &task);
    lsp_server_drop_task(server, k--);
  }
}

/* Requests that came when all jobs were at work. */
static void server_ask_waiting(LspServer *server)
{
  while (server->waiting.n > 0 && server->n_tasks < LSP_MOST_TASKS - 1) {
    char *request = lsp_texts_take(&server->waiting);
    lsp_message(server, request, strlen(request));
    free(request);
  }
}

/* --- the loop --- */

static void server_take_messages(LspServer *server, const char *bytes, size_t n)
{
  const char *message;
  size_t length;
  if (!lsp_frame_take(&server->frame, bytes, n)) abort();
  while (server->phase != LSP_ENDED) {
    switch (lsp_frame_next(&server->frame, &message, &length)) {
    case FRAME_INCOMPLETE: return;
    case FRAME_MESSAGE: lsp_message(server, message, length); break;
    case FRAME_FAULTY:
      lsp_refuse(server, "null", LSP_NO_JSON,
                 "a message begins with a header: Content-Length: N, and an "
                 "empty line");
      break;
    case FRAME_TOO_LONG:
      lsp_refuse(server, "null", LSP_NO_REQUEST,
                 "the message is too long and was passed over");
      break;
    }
  }
}

static void server_turn(LspServer *server, char *buffer)
{
  LspJob *job[LSP_MOST_TASKS];
  size_t n = 0;
  for (int k = 0; k < server->n_tasks; k++) job[k] = server->task[k].job;
  double patience = server->to_keep.n > 0 ? 0 : -1;
  switch (lsp_wait(job, server->n_tasks, patience, buffer, SERVER_CHUNK, &n)) {
  case LSP_INPUT: server_take_messages(server, buffer, n); break;
  case LSP_CLOSED: server->phase = LSP_ENDED; break;
  case LSP_DONE: server_collect(server); break;
  case LSP_NOTHING: server_keep_files(server); break;
  }
  server_ask_waiting(server);
  lsp_desks_go_on(server);
}

static void server_end(LspServer *server)
{
  while (server->n_tasks > 0) lsp_server_drop_task(server, 0);
  for (int k = server->state.n_documents - 1; k >= 0; k--) {
    lsp_texts_clear(&server->desk[k]->to_do);
    lsp_texts_clear(&server->desk[k]->found);
    lsp_texts_clear(&server->desk[k]->shown);
    lsp_texts_clear(&server->desk[k]->needs);
    lsp_document_close(server->state.document[k]);
    free(server->desk[k]);
  }
  lsp_texts_clear(&server->waiting);
  lsp_texts_clear(&server->to_keep);
  lsp_frame_end(&server->frame);
  kept_files_end(server->state.s);
}

int lsp_serve(Session *s, const LspSettings *settings)
{
  char buffer[SERVER_CHUNK];
  LspServer server = {.state = {.s = s,
                                .settings = settings,
                                .library = settings->library,
                                .lints = settings->lints},
                      .status = 1};
#ifdef SIGPIPE
  signal(SIGPIPE, SIG_IGN);
#endif
  kept_files_begin(s);
  while (server.phase != LSP_ENDED) server_turn(&server, buffer);
  server_end(&server);
  return server.status;
}
