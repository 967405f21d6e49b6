/* lsp_method.h: the requests that look into text, each answered by a job. */
#ifndef FOUCAULT_LSP_LSP_METHOD_H
#define FOUCAULT_LSP_LSP_METHOD_H

#include "lsp/document/lsp_view.h"

typedef struct LspMethod {
  const char *name;
  bool needs_place; /* params.position */
  bool is_global;   /* of no document */
  /* Writes the result, one value; `at` is the offset of the position. */
  void (*answer)(LspView *v, const JsonValue *params, int32_t at,
                 JsonWriter *w);
} LspMethod;

/* NULL: there is none of this name. */
const LspMethod *lsp_method_find(const char *name);

/* What a job is given; it must live as long as lsp_job_begin() runs. */
typedef struct LspQuestion {
  const LspState *state;
  const LspMethod *method;
  const LspDocument *document;
  const JsonValue *params;
} LspQuestion;

/* The work of such a job: records R (the result) or X (why there is none), F
 * (files that were read). */
void lsp_method_work(const void *question, Session *s, FILE *out);

/* --- the answers, one file each --- */

void lsp_symbols(LspView *v, const JsonValue *params, int32_t at,
                 JsonWriter *w);
void lsp_folding(LspView *v, const JsonValue *params, int32_t at,
                 JsonWriter *w);
void lsp_layout(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w);
void lsp_definition(LspView *v, const JsonValue *params, int32_t at,
                    JsonWriter *w);
void lsp_type_definition(LspView *v, const JsonValue *params, int32_t at,
                         JsonWriter *w);
void lsp_references(LspView *v, const JsonValue *params, int32_t at,
                    JsonWriter *w);
void lsp_highlight(LspView *v, const JsonValue *params, int32_t at,
                   JsonWriter *w);
void lsp_rename(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w);
void lsp_prepare_rename(LspView *v, const JsonValue *params, int32_t at,
                        JsonWriter *w);
void lsp_hover(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w);
void lsp_complete(LspView *v, const JsonValue *params, int32_t at,
                  JsonWriter *w);
void lsp_signature(LspView *v, const JsonValue *params, int32_t at,
                   JsonWriter *w);
void lsp_tokens(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w);
void lsp_lens(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w);
void lsp_hints(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w);
void lsp_find(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w);

#endif
