/* scalar_equation.c: see scalar_equation.h. */
#include "flatten/equations/scalar_equation.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/equations/when_parts.h"

bool scalar_equation_has_room(const Flattening *f, int64_t n_equations,
                              int64_t n_turns)
{
  assert(n_equations >= 0 && n_turns >= 0);
  return f->flat->n_equations + n_equations <= f->s->limit[LIMIT_EQUATIONS] &&
         f->tables->n_turns + n_turns <= f->s->limit[LIMIT_TURNS];
}

void scalar_equation_append(const EquationContext *here, Span span,
                            FlatExpr *left, FlatExpr *right)
{
  assert(left->type == right->type);
  FlatModel *flat = here->f->flat;
  if (flat->n_equations >= here->f->s->limit[LIMIT_EQUATIONS]) {
    Diagnostic *d = fault_error(here->f->faults, span, E122,
                                "the model has more than %d equations",
                                here->f->s->limit[LIMIT_EQUATIONS]);
    fault_note(here->f->faults, d, NO_SPAN, "--limit equations=N permits more");
    here->f->tables->is_too_large = true;
    return;
  }
  flat->equation =
      vector_grow(here->f->s->flat_arena, flat->equation, &flat->cap_equations,
                  flat->n_equations + 1, sizeof flat->equation[0]);
  flat->equation[flat->n_equations++] =
      (FlatEquation){.span = span,
                     .left = left,
                     .right = right,
                     .is_initial = here->is_initial,
                     .component = here->context.instance->component};
}

/* Section 3.8.4: an equation between values that are no Reals holds at
 * events, so neither side may change in between. */
static bool check_discrete(const Flattening *f, const FlatExpr *side)
{
  if (side->type == FLAT_REAL || side->variability < FLAT_CONTINUOUS) {
    return true;
  }
  Diagnostic *d = fault_error(
      f->faults, side->span, E209,
      "an equation of type %s holds at events only, this side changes "
      "continuously",
      types_name(side->type));
  fault_note(f->faults, d, NO_SPAN,
             "relations inside noEvent() do not make events");
  return false;
}

/* Not written here as an argument of a constructor, but computed by a function:
 * its value has the place of the call, or one in the function. */
static bool scalar_equation_is_called(Span span, const FlatExpr *value)
{
  return value->kind == FLAT_EXPR_RESULT || value->span.source != span.source ||
         value->span.begin <= span.begin || value->span.end >= span.end;
}

bool scalar_equation_lets_through(const Flattening *f, Span span,
                                  const FlatExpr *value)
{
  if (value->type == FLAT_REAL || value->type == FLAT_STRING ||
      value->variability < FLAT_CONTINUOUS ||
      !scalar_equation_is_called(span, value)) {
    return false;
  }
  f->tables->n_between++;
  return true;
}

/* A result among others, or a field of one, that a function changes between
 * events. */
static bool is_called_part(const EquationContext *here, Span span,
                           const FlatExpr *left, const FlatExpr *right)
{
  if (!here->is_split) return false;
  if (left->kind == FLAT_EXPR_VARIABLE)
    return scalar_equation_lets_through(here->f, span, right);
  return right->kind == FLAT_EXPR_VARIABLE &&
         scalar_equation_lets_through(here->f, span, left);
}

void scalar_equation(const EquationContext *here, Span span, FlatExpr *left,
                     FlatExpr *right)
{
  const Flattening *f = here->f;
  if (!left || !right) {
    f->tables->n_lost++;
    return;
  }
  if (!types_unify(&f->typing, &left, &right)) {
    fault_error(f->faults, span, E204,
                "the sides of the equation differ in type: %s and %s",
                types_expr_name(left), types_expr_name(right));
    return;
  }
  if (here->when) {
    when_assign(here, span, left, right);
    return;
  }
  bool is_discrete = here->is_initial ||
                     is_called_part(here, span, left, right) ||
                     (check_discrete(f, left) && check_discrete(f, right));
  if (is_discrete) scalar_equation_append(here, span, left, right);
}
