/* lsp_facts.h: what the reduction of a model says of it and its variables.
 *
 * A text for each model that was translated, record M: a line
 * "NAME\tEQUATIONS\tUNKNOWNS\tINDEX\tSTATES", then a line for each component
 * that is a variable: "NAME\tSIZES\tWORDS".
 */
#ifndef FOUCAULT_LSP_LSP_FACTS_H
#define FOUCAULT_LSP_LSP_FACTS_H

#include "lsp/document/lsp_view.h"
#include "reduce/system/reduced.h"

/* `reduced` NULL: the sizes alone are known. */
void lsp_facts_write(const FlatModel *flat, const ReducedSystem *reduced,
                     FILE *out);

typedef struct LspModelFacts {
  bool is_known, is_reduced;
  int n_equations, n_unknowns, index, n_states;
} LspModelFacts;

LspModelFacts lsp_facts_of(const LspView *v, const char *class_name);
/* "3" of x[3], "2, 3" of a matrix; NULL: a scalar, or unknown. */
const char *lsp_fact_size(const LspView *v, const char *class_name,
                          const char *variable);

#endif
