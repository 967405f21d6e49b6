/* algorithm_events.h: what algorithm sections have to do with events: when
 * (MLS 3.6, section 11.2.7), terminate(), and relations between what the
 * section itself assigns.
 *
 * needs   a section that becomes a procedure (function_algorithm.h)
 * gives   statements of the procedure. What it has to know of another moment
 *         becomes an internal variable that it assigns: the condition of a
 *         when-statement that depends on what it computes, and the
 *         difference whose sign such a relation is; the procedure gets
 *         pre(condition) and the relation of the difference back as inputs.
 *         Loops whose turns are known are unrolled for the relations in them;
 *         in others relations make no events: they have more than one value
 * fails   E204, E208, E209, E237 a when-statement inside of another statement
 *         or in an initial algorithm
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_ALGORITHM_EVENTS_H
#define FOUCAULT_FLATTEN_EQUATIONS_ALGORITHM_EVENTS_H

#include "flatten/functions/function_build.h"

/* In PASS_DISCRETE: what when-statements assign becomes discrete-time. */
void algorithm_find_discrete(const Flattening *f, Context context,
                             const AstSection *section);

bool algorithm_when(const Flattening *f, FunctionBuild *b,
                    const AstStatement *statement);
/* When all is built: a section whose when-statements call functions, and that
 * assigns nothing, assigns an internal variable, and runs at events like any
 * other. */
void algorithm_settle(const Flattening *f, FunctionBuild *b);
bool algorithm_terminate(const Flattening *f, FunctionBuild *b,
                         const AstExpr *call);
/* left < right and its like, of Reals that change continuously, as a slot;
 * NULL: they make no event here. */
FlatExpr *algorithm_relation(const Flattening *f, FunctionBuild *b, Span span,
                             FlatFunction relation, FlatExpr *left,
                             FlatExpr *right);

/* Is initial() among the conditions of a branch? */
bool algorithm_is_initial(const AstStatementBranch *branch);

#endif
