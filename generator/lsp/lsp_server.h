/* lsp_server.h: what the files of the server share; private to them.
 *
 * lsp_server.c waits and passes messages on, lsp_message.c says which message
 * does what, lsp_desk.c has documents looked through, lsp_task.c keeps the jobs,
 * lsp_reply.c writes.
 */
#ifndef FOUCAULT_LSP_LSP_SERVER_H
#define FOUCAULT_LSP_LSP_SERVER_H

#include "base/serve/json_read.h"
#include "lsp/lsp_frame.h"
#include "lsp/lsp_job.h"
#include "lsp/lsp_method.h"

enum { LSP_MOST_TASKS = 32, LSP_MOST_DOCUMENTS = 4096 };

/* Texts, each from malloc. */
typedef struct LspTexts {
  char **item;
  int n, cap;
} LspTexts;

/* What is known of an open document; the one of LspState.document has the same
 * number. */
typedef struct LspDesk {
  LspDocument *document;
  int edit;        /* its number among all */
  bool wants_text;   /* the text has changed since it was looked at */
  bool is_stale;     /* a text that it may need has */
  bool is_quiet;     /* the look at hand is for that: what is shown stays until
                      all is known */
  LspTexts to_do;    /* names of classes that are still to be looked at */
  LspTexts found;    /* by this look, JSON of lsp_finding.h, each once */
  LspTexts shown;    /* what the client has, and jobs see */
  LspTexts needs;    /* paths of other open documents that its classes need */
  bool has_errors;   /* which another document may mend */
  bool is_published; /* once, since the text has changed */
  double published_at;
  bool is_busy; /* a job is at work */
} LspDesk;

typedef struct LspTask {
  LspJob *job;
  char *id;      /* of the request, as JSON; NULL: the job is of a desk */
  LspDesk *desk; /* whose job it is */
  const char *class_name; /* of such a job; NULL: the text */
} LspTask;

typedef enum LspPhase { LSP_NEW, LSP_READY, LSP_DOWN, LSP_ENDED } LspPhase;

typedef struct LspServer {
  LspState state;
  LspPhase phase;
  int status;
  LspFrame frame;
  LspDesk **desk; /* as state.document */
  int cap_desks;
  LspTask task[LSP_MOST_TASKS];
  int n_tasks;
  LspTexts waiting; /* requests that no job was free for, as JSON */
  LspTexts to_keep; /* library files that jobs had to read */
  size_t kept_bytes;
  int n_edits;
  bool refreshes_lens, refreshes_hints; /* the client can */
  int n_asked;                          /* requests to the client */
} LspServer;

/* --- lsp_message.c --- */

/* One message of the client. */
void lsp_message(LspServer *server, const char *bytes, size_t n);

/* --- lsp_desk.c --- */

LspDesk *lsp_desk_find(const LspServer *server, const char *uri);
/* NULL: there are too many, or not enough memory. */
LspDesk *lsp_desk_open(LspServer *server, LspDocument *document);
void lsp_desk_close(LspServer *server, LspDesk *desk);
/* The text is to be looked through, before all others. */
void lsp_desk_renew(LspServer *server, LspDesk *desk);
/* The text of this desk has changed: those that may need it are looked through
 * again, when there is time. NULL: all of them, since any file has changed. */
void lsp_desks_doubt(LspServer *server, const LspDesk *changed);
/* Begins what is to be done, if nothing is at work. */
void lsp_desks_go_on(LspServer *server);
/* A job of a desk is over. */
void lsp_desk_take(LspServer *server, const LspTask *task);

/* --- lsp_task.c --- */

/* Notes F records for the server to read. */
void lsp_server_note_file(LspServer *server, const char *path, size_t n);
void lsp_server_drop_task(LspServer *server, int k);
/* A request with this id, as JSON, that waits is not answered any more; false:
 * none waits. */
bool lsp_server_forget(LspServer *server, const char *id, size_t n);
/* Has a job answer the request, which is looked at again when one is free. */
void lsp_server_ask(LspServer *server, const LspMethod *method,
                    const JsonValue *request, const LspDocument *document);

/* --- lsp_reply.c --- */

/* Error codes of the protocol. */
enum {
  LSP_NO_JSON = -32700,
  LSP_NO_REQUEST = -32600,
  LSP_NO_METHOD = -32601,
  LSP_BAD_PARAMS = -32602,
  LSP_INTERNAL = -32603,
  LSP_NOT_INITIALIZED = -32002,
  LSP_CANCELLED = -32800,
  LSP_FAILED = -32803
};

/* `id` is JSON. */
void lsp_reply(LspServer *server, const char *id, const char *result, size_t n);
void lsp_refuse(LspServer *server, const char *id, int code, const char *why);
/* The findings of the desk, as the client is to show them. */
void lsp_publish(LspServer *server, const LspDesk *desk);
/* None: the document is closed. */
void lsp_publish_nothing(LspServer *server, const LspDesk *desk);
/* Asks the client to ask again for what the analysis has found. */
void lsp_refresh(LspServer *server);
/* The answer to textDocument/codeAction: fixes of what is published there. */
void lsp_reply_fixes(LspServer *server, const char *id, const LspDesk *desk,
                     LspRange range);
/* What the server can do, the result of `initialize`. */
const char *lsp_capabilities(void);

/* --- texts (lsp_reply.c) --- */

/* From malloc. */
char *lsp_copy(const char *text, size_t n);

bool lsp_texts_hold(const LspTexts *list, const char *text, size_t n);
void lsp_texts_add(LspTexts *list, const char *text, size_t n);
void lsp_texts_clear(LspTexts *list);
/* The first one, which the caller frees; NULL: there is none. */
char *lsp_texts_take(LspTexts *list);

#endif
