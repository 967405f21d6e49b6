/* lsp_view.h: a document as a job sees it.
 *
 * The room lsp/document/ owns the texts of the editor and how jobs see them. It
 * calls parse/ and flatten/. Begin with lsp_document.h.
 *
 * Only in jobs: the session is written to, and is not given back.
 */
#ifndef FOUCAULT_LSP_DOCUMENT_LSP_VIEW_H
#define FOUCAULT_LSP_DOCUMENT_LSP_VIEW_H

#include "base/text/json_text.h"
#include "flatten/flattening.h"
#include "lsp/document/lsp_document.h"
#include "lsp/lsp.h"
#include "parse/ast.h"

/* What the server knows, and jobs may look at. */
typedef struct LspState {
  Session *s;
  const LspSettings *settings;
  LspDocument **document;
  int n_documents, cap_documents;
  LibraryOptions library;    /* with the folders that the editor has open */
  const char *const *folder; /* these folders */
  int n_folders;
  bool lints;         /* findings of lint are shown */
  bool takes_changes; /* the client: edits as a list of documentChanges */
  bool renames_files; /* the client, as one of these */
} LspState;

typedef struct LspView {
  Session *s;
  const LspState *state;
  const LspDocument *document;
  int source;
  LspLines lines;
  Ast *ast;
  const Flattening *f; /* NULL: nobody has asked for names yet */
  const char *refusal; /* why the request has no answer; NULL: it has */
} LspView;

/* All documents that are open count, with this text; `d` is parsed, with what
 * can be read of it. */
void lsp_view_open(LspView *v, const LspState *state, Session *s,
                   const LspDocument *d);
/* With the names of the document and of the libraries. */
const Flattening *lsp_view_names(LspView *v);
/* Of a class at the top of the document: its name with those around it. */
const char *lsp_view_top_name(const LspView *v, const AstClass *c);
/* The class of this full name in the document; NULL: it is not there. */
const AstClass *lsp_view_class(const LspView *v, const char *name);
/* Nothing was reported so far. */
void lsp_view_forget_faults(LspView *v);
/* Records F: the files that were read. */
void lsp_view_tell_files(const LspView *v, FILE *out);
/* Records N: the other open documents that names have led to. */
void lsp_view_tell_needs(const LspView *v, FILE *out);

/* "key": {"line": ..., "character": ...} */
void lsp_put_place(JsonWriter *w, const char *key, LspPlace place);
/* {"start": ..., "end": ...} */
void lsp_put_range(JsonWriter *w, const LspLines *lines, Span span);
/* The same of one line, which stands there alone, as line `number`. */
void lsp_put_line_range(JsonWriter *w, const LspLines *line, int number);
/* As the editor calls the file of a source. */
const char *lsp_view_uri(const LspView *v, int source);
/* {"uri": ..., "range": ...} of any source of the session. */
void lsp_put_location(JsonWriter *w, const LspView *v, Span span);

/* The offset of params.position; false: there is none. */
bool lsp_view_offset(const LspView *v, const JsonValue *params, int32_t *at);

#endif
