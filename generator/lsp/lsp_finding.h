/* lsp_finding.h: a diagnostic of the compiler as the protocol has it.
 *
 * Record D: {"diagnostic": Diagnostic, "fixes": [{"title", "range",
 * "newText", "isPreferred"}...]}: edits, each of which mends it or begins to. What is said of another file stands
 * at the name of the class at hand, with a link to its place.
 */
#ifndef FOUCAULT_LSP_LSP_FINDING_H
#define FOUCAULT_LSP_LSP_FINDING_H

#include "flatten/flat/flat.h"
#include "lsp/document/lsp_view.h"

/* All diagnostics of the session from number `from` on. `home`: where faults
 * without a place in the document stand. `is_part`: the class is probably a
 * part of others: what may be none then is no error. `flat`: the model that they
 * are about; NULL: none. */
void lsp_findings(const LspView *v, int from, Span home, bool is_part,
                  const FlatModel *flat, FILE *out);

/* The list of fixes (lsp_fix.c). */
void lsp_fixes(const LspView *v, JsonWriter *w, const Diagnostic *d,
               const FlatModel *flat);
/* One of them. */
void lsp_fix_put(const LspView *v, JsonWriter *w, const char *title, Span span,
                 const char *text, bool is_preferred);
/* Beginnings of equations for unknowns that have too few (lsp_missing.c). */
void lsp_missing_equations(const LspView *v, JsonWriter *w, const Diagnostic *d,
                           const FlatModel *flat);

#endif
