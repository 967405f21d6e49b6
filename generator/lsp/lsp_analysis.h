/* lsp_analysis.h: what is wrong with a document, by several jobs.
 *
 * The first job reads the text: syntax errors, unused names; and it lists what
 * can be translated: each complete model, and packages for their constants.
 * Then one job for each of these translates it up to the reduced system. So a
 * fault of one class, or of the compiler in one class, leaves the others alone.
 *
 * Records: M what is known of a model (lsp_facts.h), D a finding (lsp_finding.h), C the full name of a class for the
 * second kind of job, F a file that was read, N the path of another open document
 * that was, E: a class has an error.
 */
#ifndef FOUCAULT_LSP_LSP_ANALYSIS_H
#define FOUCAULT_LSP_LSP_ANALYSIS_H

#include "lsp/document/lsp_view.h"

typedef struct LspAnalysis {
  const LspState *state;
  const LspDocument *document;
  const char *class_name; /* NULL: the text */
} LspAnalysis;

/* The work of such a job. */
void lsp_analysis_work(const void *analysis, Session *s, FILE *out);

#endif
