/* lsp_finding.h: a diagnostic of the compiler as the protocol has it.
 *
 * Record D: {"diagnostic": Diagnostic, "fixes": [{"title", "range",
 * "newText"}...]}: edits, each of which mends it. What is said of another file stands
 * at the name of the class at hand, with a link to its place.
 */
#ifndef FOUCAULT_LSP_LSP_FINDING_H
#define FOUCAULT_LSP_LSP_FINDING_H

#include "lsp/lsp_view.h"

/* All diagnostics of the session from number `from` on. `home`: where faults
 * without a place in the document stand. `is_part`: the class is probably a
 * part of others: what may be none then is no error. */
void lsp_findings(const LspView *v, int from, Span home, bool is_part,
                  FILE *out);

/* The list of fixes (lsp_fix.c). */
void lsp_fixes(const LspView *v, JsonWriter *w, const Diagnostic *d);

#endif
