/* lsp_files.h: the Modelica files in the folders of the editor, and those that
 * it has open. */
#ifndef FOUCAULT_LSP_DOCUMENT_LSP_FILES_H
#define FOUCAULT_LSP_DOCUMENT_LSP_FILES_H

#include "lsp/document/lsp_view.h"

typedef struct LspFiles {
  const char **path;
  int n, cap;
} LspFiles;

/* In the session's arena; at most some thousands. */
LspFiles lsp_files(const LspView *v);

#endif
