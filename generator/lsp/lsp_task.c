/* lsp_task.c: jobs that are at work, and what they leave for the server. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_server.h"

void lsp_server_note_file(LspServer *server, const char *path, size_t n)
{
  if (!lsp_texts_hold(&server->to_keep, path, n))
    lsp_texts_add(&server->to_keep, path, n);
}

void lsp_server_drop_task(LspServer *server, int k)
{
  assert(k >= 0 && k < server->n_tasks);
  lsp_job_forget(server->task[k].job);
  free(server->task[k].id);
  server->task[k] = server->task[--server->n_tasks];
}

bool lsp_server_forget(LspServer *server, const char *id, size_t n)
{
  LspTexts *list = &server->waiting;
  Arena *arena = arena_create("waiting");
  int found = -1;
  for (int k = 0; k < list->n && found < 0; k++) {
    const JsonValue *own = json_member(
        json_read(arena, list->item[k], strlen(list->item[k])), "id");
    if (own && (size_t)(own->end - own->begin) == n &&
        memcmp(own->begin, id, n) == 0)
      found = k;
  }
  arena_destroy(arena);
  if (found < 0) return false;
  free(list->item[found]);
  memmove(list->item + found, list->item + found + 1,
          (size_t)(--list->n - found) * sizeof list->item[0]);
  return true;
}

void lsp_server_ask(LspServer *server, const LspMethod *method,
                    const JsonValue *request, const LspDocument *document)
{
  const JsonValue *id = json_member(request, "id");
  assert(id && document);
  /* one place stays free for documents */
  if (server->n_tasks >= LSP_MOST_TASKS - 1) {
    lsp_texts_add(&server->waiting, request->begin,
                  (size_t)(request->end - request->begin));
    return;
  }
  const LspSettings *settings = server->state.settings;
  LspQuestion question = {&server->state, method, document,
                          json_member(request, "params")};
  LspLimits limits = {settings->time_limit, settings->memory_limit};
  LspTask *task = &server->task[server->n_tasks++];
  *task = (LspTask){.job = lsp_job_begin(server->state.s, lsp_method_work,
                                         &question, limits, true),
                    .id = lsp_copy(id->begin, (size_t)(id->end - id->begin))};
}
