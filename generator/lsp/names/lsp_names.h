/* lsp_names.h: all places where a name stands. */
#ifndef FOUCAULT_LSP_NAMES_LSP_NAMES_H
#define FOUCAULT_LSP_NAMES_LSP_NAMES_H

#include "lsp/names/lsp_walk.h"

typedef struct LspNames {
  LspTarget target;
  Span *span; /* in the session's arena; the declaration is one of them */
  int n, cap;
} LspNames;

/* In the document, in the other open ones, and in the folders of the editor. A
 * name that is not seen outside of its class is not looked for there. */
LspNames lsp_names_all(LspView *v, LspTarget target);

#endif
