/* lsp_message.c: which message does what. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "lsp/lsp_server.h"

typedef struct MessageRow {
  const char *name;
  bool is_request; /* `id` is not NULL */
  /* `id` is JSON */
  void (*handle)(LspServer *server, const char *id, const JsonValue *params);
} MessageRow;

/* --- life --- */

static bool message_is_folder(const char *path)
{
  return path && path[0] == '/' ? true : path && path[0] && path[1] == ':';
}

/* A folder of the editor is looked through for libraries after those of the
 * command line. */
static void message_add_folder(LspState *state, const char *path)
{
  const char **folder = arena_array(
      state->s->session_arena, (size_t)state->n_folders + 1, sizeof folder[0]);
  for (int k = 0; k < state->n_folders; k++) folder[k] = state->folder[k];
  folder[state->n_folders++] = path;
  state->folder = folder;
}

static void message_add_root(LspServer *server, const char *uri_or_path,
                             bool is_of_editor)
{
  LibraryOptions *library = &server->state.library;
  Arena *arena = server->state.s->session_arena;
  const char *path = lsp_path_of_uri(arena, uri_or_path);
  if (!message_is_folder(path)) return;
  if (is_of_editor) message_add_folder(&server->state, path);
  int n = library->n_roots;
  const char **root = arena_array(arena, (size_t)n + 1, sizeof root[0]);
  for (int k = 0; k < n; k++) {
    root[k] = library->root[k];
    if (strcmp(root[k], path) == 0) return;
  }
  root[n] = path;
  library->root = root;
  library->n_roots = n + 1;
}

/* Settings of the editor: {"libraries": [FOLDER...], "lint": BOOL}. */
static void message_take_options(LspServer *server, const JsonValue *options)
{
  const JsonValue *list = json_member(options, "libraries");
  const JsonValue *lint = json_member(options, "lint");
  if (list && list->kind == JSON_ARRAY) {
    for (const JsonValue *one = list->first; one; one = one->next) {
      if (one->kind == JSON_STRING) message_add_root(server, one->text, false);
    }
  }
  if (lint && lint->kind == JSON_BOOL) server->state.lints = lint->truth;
}

/* How the client takes edits. */
static void message_take_edits(LspState *state, const JsonValue *can)
{
  const JsonValue *list = json_member(can, "resourceOperations");
  state->takes_changes = json_member_is_true(can, "documentChanges");
  for (const JsonValue *one = list && list->kind == JSON_ARRAY ? list->first
                                                               : NULL;
       one; one = one->next) {
    if (one->kind == JSON_STRING && strcmp(one->text, "rename") == 0)
      state->renames_files = state->takes_changes;
  }
}

static void message_initialize(LspServer *server, const char *id,
                               const JsonValue *params)
{
  if (server->phase != LSP_NEW) {
    lsp_refuse(server, id, LSP_NO_REQUEST, "the server is initialized already");
    return;
  }
  message_take_options(server, json_member(params, "initializationOptions"));
  const JsonValue *folders = json_member(params, "workspaceFolders");
  const char *root = json_member_text(params, "rootUri");
  if (folders && folders->kind == JSON_ARRAY) {
    for (const JsonValue *one = folders->first; one; one = one->next) {
      const char *uri = json_member_text(one, "uri");
      if (uri) message_add_root(server, uri, true);
    }
  } else if (root) {
    message_add_root(server, root, true);
  }
  const JsonValue *can =
      json_member(json_member(params, "capabilities"), "workspace");
  message_take_edits(&server->state, json_member(can, "workspaceEdit"));
  server->refreshes_lens =
      json_member_is_true(json_member(can, "codeLens"), "refreshSupport");
  server->refreshes_hints =
      json_member_is_true(json_member(can, "inlayHint"), "refreshSupport");
  server->phase = LSP_READY;
  const char *answer = lsp_capabilities();
  lsp_reply(server, id, answer, strlen(answer));
}

static void message_shutdown(LspServer *server, const char *id,
                             const JsonValue *params)
{
  (void)params;
  /* nobody waits for what is still at work */
  for (int k = server->n_tasks - 1; k >= 0; k--) {
    const char *own = server->task[k].id;
    if (!own) continue;
    lsp_refuse(server, own, LSP_CANCELLED, "the server is shut down");
    lsp_server_drop_task(server, k);
  }
  lsp_texts_clear(&server->waiting);
  server->phase = LSP_DOWN;
  lsp_reply(server, id, "null", 4);
}

static void message_exit(LspServer *server, const char *id,
                         const JsonValue *params)
{
  (void)id, (void)params;
  server->status = server->phase == LSP_DOWN ? 0 : 1;
  server->phase = LSP_ENDED;
}

static void message_pass(LspServer *server, const char *id,
                         const JsonValue *params)
{
  (void)server, (void)id, (void)params;
}

/* A request that waits or is worked on. */
static void message_cancel(LspServer *server, const char *id,
                           const JsonValue *params)
{
  (void)id;
  const JsonValue *wanted = json_member(params, "id");
  if (!wanted) return;
  size_t n = (size_t)(wanted->end - wanted->begin);
  for (int k = 0; k < server->n_tasks; k++) {
    const char *own = server->task[k].id;
    if (!own || strlen(own) != n || memcmp(own, wanted->begin, n) != 0)
      continue;
    lsp_refuse(server, own, LSP_CANCELLED, "the request was cancelled");
    lsp_server_drop_task(server, k);
    return;
  }
  if (lsp_server_forget(server, wanted->begin, n)) {
    char *own = lsp_copy(wanted->begin, n);
    lsp_refuse(server, own, LSP_CANCELLED, "the request was cancelled");
    free(own);
  }
}

/* --- documents --- */

static LspDesk *message_desk(const LspServer *server, const JsonValue *params)
{
  const char *uri =
      json_member_text(json_member(params, "textDocument"), "uri");
  return uri ? lsp_desk_find(server, uri) : NULL;
}

static size_t message_most_bytes(const LspServer *server)
{
  return (size_t)server->state.s->limit[LIMIT_FILE] * 1024 * 1024;
}

static void message_open(LspServer *server, const char *id,
                         const JsonValue *params)
{
  (void)id;
  const JsonValue *item = json_member(params, "textDocument");
  const JsonValue *text = json_member(item, "text");
  const char *uri = json_member_text(item, "uri");
  int version = 0;
  json_member_int(item, "version", &version);
  if (!uri || !text || text->kind != JSON_STRING) return;
  if (text->length > message_most_bytes(server)) return;
  LspDesk *old = lsp_desk_find(server, uri);
  if (old) lsp_desk_close(server, old);
  LspDesk *desk = lsp_desk_open(
      server, lsp_document_open(uri, text->text, text->length, version));
  if (desk) lsp_desk_renew(server, desk);
}

static void message_change(LspServer *server, const char *id,
                           const JsonValue *params)
{
  (void)id;
  LspDesk *desk = message_desk(server, params);
  const JsonValue *list = json_member(params, "contentChanges");
  if (!desk || !list || list->kind != JSON_ARRAY) return;
  json_member_int(json_member(params, "textDocument"), "version",
                  &desk->document->version);
  for (const JsonValue *one = list->first; one; one = one->next)
    lsp_document_change(desk->document, one, message_most_bytes(server));
  lsp_desk_renew(server, desk);
  lsp_desks_doubt(server, desk);
}

/* What others have of it may be other things now. */
static void message_save(LspServer *server, const char *id,
                         const JsonValue *params)
{
  (void)id;
  const LspDesk *saved = message_desk(server, params);
  if (saved) lsp_desks_doubt(server, NULL);
}

static void message_close(LspServer *server, const char *id,
                          const JsonValue *params)
{
  (void)id;
  LspDesk *desk = message_desk(server, params);
  if (!desk) return;
  lsp_desks_doubt(server, desk); /* the file counts again */
  lsp_desk_close(server, desk);
}

/* Files have changed on the disk. */
static void message_files(LspServer *server, const char *id,
                          const JsonValue *params)
{
  (void)id, (void)params;
  lsp_desks_doubt(server, NULL);
}

static void message_fixes(LspServer *server, const char *id,
                          const JsonValue *params)
{
  const LspDesk *desk = message_desk(server, params);
  LspRange range;
  if (desk && lsp_range_read(json_member(params, "range"), &range))
    lsp_reply_fixes(server, id, desk, range);
  else
    lsp_refuse(server, id, LSP_BAD_PARAMS,
               "there is no such open document, or "
               "no range");
}

static void message_folders(LspServer *server, const char *id,
                            const JsonValue *params)
{
  (void)id;
  const JsonValue *added = json_member(json_member(params, "event"), "added");
  if (!added || added->kind != JSON_ARRAY) return;
  for (const JsonValue *one = added->first; one; one = one->next) {
    const char *uri = json_member_text(one, "uri");
    if (uri) message_add_root(server, uri, true);
  }
  message_files(server, id, params);
}

/* --- all of them --- */

static const MessageRow rows[] = {
    {"initialize", true, message_initialize},
    {"initialized", false, message_pass},
    {"shutdown", true, message_shutdown},
    {"exit", false, message_exit},
    {"$/cancelRequest", false, message_cancel},
    {"textDocument/didOpen", false, message_open},
    {"textDocument/didChange", false, message_change},
    {"textDocument/didSave", false, message_save},
    {"textDocument/didClose", false, message_close},
    {"textDocument/codeAction", true, message_fixes},
    {"workspace/didChangeWatchedFiles", false, message_files},
    {"workspace/didChangeWorkspaceFolders", false, message_folders},
};

static const MessageRow *message_row(const char *name)
{
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
    if (strcmp(rows[k].name, name) == 0) return &rows[k];
  }
  return NULL;
}

/* A question about a document, for a job. */
static void message_ask(LspServer *server, const char *id,
                        const LspMethod *method, const JsonValue *request)
{
  const JsonValue *params = json_member(request, "params");
  const LspDesk *desk = message_desk(server, params);
  LspPlace place;
  bool is_empty = server->state.n_documents == 0;
  if (method->is_global && is_empty)
    lsp_reply(server, id, "[]", 2);
  else if (method->is_global)
    lsp_server_ask(server, method, request, server->state.document[0]);
  else if (!desk)
    lsp_refuse(server, id, LSP_BAD_PARAMS, "there is no such open document");
  else if (method->needs_place &&
           !lsp_place_read(json_member(params, "position"), &place))
    lsp_refuse(server, id, LSP_BAD_PARAMS, "there is no position");
  else
    lsp_server_ask(server, method, request, desk->document);
}

static void message_request(LspServer *server, const char *id, const char *name,
                            const JsonValue *request)
{
  const MessageRow *row = message_row(name);
  const LspMethod *method = lsp_method_find(name);
  bool is_first = strcmp(name, "initialize") == 0;
  if (server->phase == LSP_NEW && !is_first) {
    lsp_refuse(server, id, LSP_NOT_INITIALIZED,
               "the first request is "
               "initialize");
  } else if (server->phase == LSP_DOWN) {
    lsp_refuse(server, id, LSP_NO_REQUEST, "the server was shut down");
  } else if (row && row->is_request) {
    row->handle(server, id, json_member(request, "params"));
  } else if (method) {
    message_ask(server, id, method, request);
  } else {
    lsp_refuse(server, id, LSP_NO_METHOD, "there is no such request");
  }
}

static void message_notification(LspServer *server, const char *name,
                                 const JsonValue *message)
{
  const MessageRow *row = message_row(name);
  if (!row || row->is_request) return;
  bool is_exit = strcmp(name, "exit") == 0;
  if (server->phase != LSP_READY && !is_exit) return;
  row->handle(server, "null", json_member(message, "params"));
}

static void message_take(LspServer *server, const JsonValue *message)
{
  assert(message);
  const JsonValue *id = json_member(message, "id");
  const char *name = json_member_text(message, "method");
  bool is_answer =
      !name && id &&
      (json_member(message, "result") || json_member(message, "error"));
  if (is_answer) return;
  bool is_good = !id || id->kind == JSON_STRING || id->kind == JSON_NUMBER;
  if (!name || !is_good) {
    lsp_refuse(server, "null", LSP_NO_REQUEST,
               "a message is an object with a method");
  } else if (!id) {
    message_notification(server, name, message);
  } else {
    char *text = lsp_copy(id->begin, (size_t)(id->end - id->begin));
    message_request(server, text, name, message);
    free(text);
  }
}

void lsp_message(LspServer *server, const char *bytes, size_t n)
{
  assert(bytes || n == 0);
  Arena *arena = arena_create("message");
  const JsonValue *message = json_read(arena, bytes, n);
  if (message)
    message_take(server, message);
  else
    lsp_refuse(server, "null", LSP_NO_JSON, "the message is no JSON");
  arena_destroy(arena);
}
