/* equation_context.h: where an equation stands. Shared by the files that flatten
 * equations.
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
} EquationContext;

void spot_flatten(const EquationContext *here, AstEquation *const *equation,
                  int n);
/* The sides have one type. */
void spot_append_equation(const EquationContext *here, Span span,
                          FlatExpr *left, FlatExpr *right);
/* May there be so many equations and turns of loops more? */
bool spot_has_room(const Flattening *f, int64_t n_equations, int64_t n_turns);
/* left = right of scalars, whose types are made one; in a when-equation an
 * assignment. E204, E209. */
void spot_scalar_equation(const EquationContext *here, Span span,
                          FlatExpr *left, FlatExpr *right);
/* message and level of assert(); the message of terminate(). */
const char *spot_message(const EquationContext *here, const AstExpr *call,
                         int i);
bool spot_is_warning(const EquationContext *here, const AstExpr *call);

#endif
