/* lsp.h: the language server, `foucault lsp`.
 *
 * The room lsp/ answers the messages of an editor (Language Server Protocol
 * 3.17) over standard input and output. It calls everything up to report/.
 *
 * The server itself keeps little: the texts of the open documents
 * (document/lsp_document.h), the library files that were read (base/serve/kept_files.h) and
 * what it has published. Whatever looks into Modelica text is a job
 * (lsp_job.h): a copy of the process that sees all of this as it stood when
 * the message came, writes its answer into a pipe and ends. So memory is given
 * back whatever a model needs, a job that nobody wants any more is ended, and
 * one that fails takes nothing with it. Library files that a job had to read
 * are read by the server afterwards, for the jobs that follow.
 *
 * Rooms: document/ has texts and how jobs see them; names/, which calls it,
 * what the names in them mean; the server and its answers call both.
 *
 * Reading order: this file, lsp_server.h (messages), lsp_frame.h,
 * document/lsp_document.h, lsp_job.h (the plumbing), lsp_method.h (what is
 * answered by jobs), document/lsp_view.h (a document as jobs see it),
 * names/lsp_walk.h (names), lsp_analysis.h (diagnostics); then one file for each
 * kind of answer.
 */
#ifndef FOUCAULT_LSP_LSP_H
#define FOUCAULT_LSP_LSP_H

#include "base/session.h"
#include "flatten/classes/library.h"

typedef struct LspSettings {
  LibraryOptions library; /* without the folders that the editor opens */
  double time_limit;      /* seconds for one job */
  double memory_limit;    /* bytes for one job; 0: none */
  bool lints;             /* what `foucault lint` finds is shown too */
  /* Writes the explanation of a code. */
  bool (*explain)(Session *s, FILE *out, DiagnosticCode code);
} LspSettings;

/* Serves until the client ends it. The exit status: 0 after `shutdown` and
 * `exit`, else 1. */
int lsp_serve(Session *s, const LspSettings *settings);

#endif
