/* invariant.h: the expression of --invariant, which should stay as it is.
 *
 * Numbers, variables of the model by their full names, der(x), time,
 * + - * / ^ and the functions of one or two numbers that Modelica has: a name
 * alone is the simplest of them.
 *
 * fails   E1xx no expression; E202 no such function; E208 wrong number of
 *         arguments; E290 anything else that Modelica would allow
 * cost    reading and each value: linear in the text
 */
#ifndef FOUCAULT_RESULTS_INVARIANT_H
#define FOUCAULT_RESULTS_INVARIANT_H

#include "base/session.h"
#include "parse/ast.h"
#include "symbolic/evaluate.h"

/* A variable that the expression reads; its VarId is the place in the list. */
typedef struct InvariantName {
  const char *text; /* without blanks: "body.r[2]", "der(x)" */
  Span span;
} InvariantName;

typedef struct Invariant {
  InvariantName *name;
  int n_names, cap_names;
  ExprTable *exprs;
  ExprId value;
  Walk *walk;
} Invariant;

/* In the session arena; NULL after a diagnostic. */
Invariant *invariant_read(Session *s, const char *text);
/* The same of an expression that the parser has read. */
Invariant *invariant_of(Session *s, const AstExpr *root);

/* number: the values of the names, in their order. */
double invariant_value(const Invariant *v, const double *number, double time);

#endif
