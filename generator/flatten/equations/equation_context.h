/* equation_context.h: where an equation stands. Shared by the files that
 * flatten equations.
 *
 * Bodies are walked up to four times: for the components of expandable
 * connectors (where there are such), for the variables that when-equations make
 * discrete (bindings and equations depend on that), for connections
 * (cardinality() asks for their number), and for equations.
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_EQUATION_CONTEXT_H
#define FOUCAULT_FLATTEN_EQUATIONS_EQUATION_CONTEXT_H

#include "flatten/instances/instances.h"

typedef enum Pass {
  PASS_EXPAND,
  PASS_DISCRETE,
  PASS_CONNECTIONS,
  PASS_EQUATIONS
} Pass;

typedef struct EquationContext {
  const Flattening *f;
  Context context;
  Pass pass;
  bool is_initial;
  bool is_runtime;      /* inside of a branch chosen while running */
  FlatWhenBranch *when; /* the branch of a when-equation around; NULL: none */
  bool is_split;        /* one of several results or fields of both sides */
  bool is_clocked;      /* inside of a when-equation of a clock */
} EquationContext;

/* The message of assert() or terminate(), argument i, where it is known at
 * translation; else "". */
const char *equation_context_message(const EquationContext *here,
                                     const AstExpr *call, int i);
/* The types of the message and the level of an assertion that always holds. */
void equation_context_check_arguments(const EquationContext *here,
                                      const AstExpr *call);
/* The level of assert(): the model may go on. */
bool equation_context_is_warning(const EquationContext *here,
                                 const AstExpr *call);

#endif
