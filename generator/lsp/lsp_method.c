/* lsp_method.c: see lsp_method.h. */
#define _POSIX_C_SOURCE 200809L
#include "lsp/lsp_method.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_job.h"

static const LspMethod methods[] = {
    {"textDocument/documentSymbol", false, false, lsp_symbols},
    {"textDocument/foldingRange", false, false, lsp_folding},
    {"textDocument/formatting", false, false, lsp_layout},
    {"textDocument/definition", true, false, lsp_definition},
    {"textDocument/typeDefinition", true, false, lsp_type_definition},
    {"textDocument/references", true, false, lsp_references},
    {"textDocument/documentHighlight", true, false, lsp_highlight},
    {"textDocument/rename", true, false, lsp_rename},
    {"textDocument/prepareRename", true, false, lsp_prepare_rename},
    {"textDocument/hover", true, false, lsp_hover},
    {"textDocument/completion", true, false, lsp_complete},
    {"textDocument/signatureHelp", true, false, lsp_signature},
    {"textDocument/semanticTokens/full", false, false, lsp_tokens},
    {"textDocument/codeLens", false, false, lsp_lens},
    {"textDocument/inlayHint", false, false, lsp_hints},
    {"workspace/symbol", false, true, lsp_find},
};

const LspMethod *lsp_method_find(const char *name)
{
  for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
    if (strcmp(methods[k].name, name) == 0) return &methods[k];
  }
  return NULL;
}

void lsp_method_work(const void *question, Session *s, FILE *out)
{
  const LspQuestion *q = question;
  char *text = NULL;
  size_t n = 0;
  int32_t at = 0;
  LspView view;
  assert(q->method && q->document);
  lsp_view_open(&view, q->state, s, q->document);
  lsp_view_offset(&view, q->params, &at);
  FILE *result = open_memstream(&text, &n);
  if (!result) abort();
  JsonWriter w = json_begin(result);
  w.is_compact = true;
  q->method->answer(&view, q->params, at, &w);
  json_end(&w);
  fclose(result);
  assert(text && n > 0);
  if (view.refusal)
    lsp_record(out, 'X', view.refusal, strlen(view.refusal));
  else
    lsp_record(out, 'R', text, n);
  lsp_view_tell_files(&view, out);
  free(text);
}
