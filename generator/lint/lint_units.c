/* lint_units.c: do the units of the equations fit? A checker over expressions.
 *
 * Units that are declared are known; those of other variables follow from the
 * equations they stand in, round by round, until nothing more is learnt. Then
 * each sum, equation, comparison and argument is looked at once. Where a unit
 * cannot be known nothing is said. */
#include <assert.h>
#include <math.h>

#include "flatten/flat/flat_repeat.h"
#include "lint/lint_rules.h"
#include "lint/unit_guess.h"

enum {
  UNIT_MOST_ROUNDS = 50,
  UNIT_DEEPEST = 200 /* below that nothing is known */
};

typedef struct UnitLint {
  Lint *lint;
  UnitGuess *of; /* by variable */
  bool reports;  /* the last round */
  bool learns;   /* something was learnt in this round */
} UnitLint;

static UnitGuess unit_guess_in(UnitLint *u, const FlatExpr *e, int depth);
static void unit_learn(UnitLint *u, const FlatExpr *e, const UnitGuess *g,
                       int depth);

/* --- reports --- */

static void report_units(UnitLint *u, Span span, const char *what,
                         const UnitGuess *a, const UnitGuess *b)
{
  Session *s = u->lint->s;
  if (!u->reports || !lint_is_new(u->lint, span, W701)) return;
  diagnostic_warning(s, span, W701, "the units of %s do not fit: %s and %s",
                     what, unit_guess_text(a, s->session_arena),
                     unit_guess_text(b, s->session_arena));
}

/* --- from what is inside to the whole --- */

static bool unit_is_number(const FlatExpr *e)
{
  while (e->kind == FLAT_EXPR_CALL &&
         (e->function == FLAT_NEGATE || e->function == FLAT_TO_REAL))
    e = e->arg[0];
  return e->kind == FLAT_EXPR_REAL || e->kind == FLAT_EXPR_INTEGER;
}

static bool unit_number(const FlatExpr *e, double *value)
{
  double sign = 1;
  while (e->kind == FLAT_EXPR_CALL &&
         (e->function == FLAT_NEGATE || e->function == FLAT_TO_REAL)) {
    if (e->function == FLAT_NEGATE) sign = -sign;
    e = e->arg[0];
  }
  if (e->kind == FLAT_EXPR_REAL)
    *value = sign * e->real;
  else if (e->kind == FLAT_EXPR_INTEGER)
    *value = sign * (double)e->integer;
  else
    return false;
  return true;
}

/* Numbers that belong to formulas, such as 2 and 1/2, have no unit; others may
 * stand for anything: 9.81*m is a force. */
static UnitGuess unit_of_factor(UnitLint *u, const FlatExpr *e, int depth)
{
  double value;
  if (!unit_number(e, &value)) return unit_guess_in(u, e, depth);
  double size = fabs(value);
  bool is_plain = size == 0.5 || (size <= 4 && size == floor(size));
  return is_plain ? unit_guess_one : unit_guess_none;
}

/* Both operands have one unit. A number that is written has any. */
static UnitGuess unit_of_alike(UnitLint *u, const FlatExpr *e, int first,
                               const char *what, int depth)
{
  assert(first + 1 < e->n_args);
  const FlatExpr *a = e->arg[first], *b = e->arg[first + 1];
  UnitGuess of_a =
      unit_is_number(a) ? unit_guess_none : unit_guess_in(u, a, depth);
  UnitGuess of_b =
      unit_is_number(b) ? unit_guess_none : unit_guess_in(u, b, depth);
  if (!unit_guess_fit(&of_a, &of_b)) {
    report_units(u, e->span, what, &of_a, &of_b);
    return unit_guess_none;
  }
  if (of_a.is_known && !of_b.is_known) unit_learn(u, b, &of_a, depth);
  if (of_b.is_known && !of_a.is_known) unit_learn(u, a, &of_b, depth);
  return unit_guess_both(&of_a, &of_b);
}

/* sin(x), x^y: of a number without unit. */
static void unit_expect_one(UnitLint *u, const FlatExpr *e, Span span,
                            const char *what, int depth)
{
  UnitGuess g =
      unit_is_number(e) ? unit_guess_none : unit_guess_in(u, e, depth);
  UnitGuess one = unit_guess_one;
  one.has_factor = false; /* an angle in degrees is another matter */
  if (!unit_guess_fit(&g, &one))
    report_units(u, span, what, &g, &unit_guess_one);
}

static UnitGuess unit_of_power(UnitLint *u, const FlatExpr *e, int depth)
{
  double exponent;
  UnitGuess base = unit_of_factor(u, e->arg[0], depth);
  if (unit_number(e->arg[1], &exponent))
    return unit_guess_power(&base, exponent);
  unit_expect_one(u, e->arg[1], e->span, "an exponent and a number", depth);
  return base.is_known && unit_guess_fit(&base, &unit_guess_one)
             ? unit_guess_one
             : unit_guess_none;
}

static UnitGuess unit_of_function(UnitLint *u, const FlatExpr *e, int depth)
{
  const char *name = flat_function_name(e->function);
  for (int k = 0; k < e->n_args; k++) {
    unit_expect_one(u, e->arg[k], e->span,
                    arena_printf(u->lint->s->session_arena,
                                 "the argument of %s and a number", name),
                    depth);
  }
  return unit_guess_one;
}

/* A function of another kind: its arguments are looked at by themselves. */
static UnitGuess unit_of_others(UnitLint *u, const FlatExpr *e, int depth)
{
  for (int k = 0; k < e->n_args; k++) unit_guess_in(u, e->arg[k], depth);
  return unit_guess_none;
}

static UnitGuess unit_of_rate(UnitLint *u, const FlatExpr *e, int depth)
{
  UnitGuess second = unit_guess_of("s");
  UnitGuess g = unit_guess_in(u, e->arg[0], depth);
  return unit_guess_quotient(&g, &second);
}

static UnitGuess unit_of_ratio(UnitLint *u, const FlatExpr *e, int depth)
{
  UnitGuess a = unit_of_factor(u, e->arg[0], depth);
  UnitGuess b = unit_of_factor(u, e->arg[1], depth);
  return e->function == FLAT_MULTIPLY ? unit_guess_product(&a, &b)
                                      : unit_guess_quotient(&a, &b);
}

static UnitGuess unit_of_root(UnitLint *u, const FlatExpr *e, int depth)
{
  UnitGuess g = unit_guess_in(u, e->arg[0], depth);
  return unit_guess_power(&g, 0.5);
}

/* atan2(y, x): of two lengths an angle. */
static UnitGuess unit_of_angle(UnitLint *u, const FlatExpr *e, int depth)
{
  unit_of_alike(u, e, 0, "the arguments of atan2", depth);
  return unit_guess_one;
}

static UnitGuess unit_of_call(UnitLint *u, const FlatExpr *e, int depth)
{
  int f = (int)e->function; /* most functions are of no interest here */
  switch (f) {
  case FLAT_ADD:
  case FLAT_SUBTRACT: return unit_of_alike(u, e, 0, "a sum", depth);
  case FLAT_MIN:
  case FLAT_MAX: return unit_of_alike(u, e, 0, "min() or max()", depth);
  case FLAT_MOD:
  case FLAT_REM: return unit_of_alike(u, e, 0, "mod() or rem()", depth);
  case FLAT_LESS:
  case FLAT_LESS_EQUAL:
  case FLAT_GREATER:
  case FLAT_GREATER_EQUAL:
  case FLAT_EQUAL:
  case FLAT_NOT_EQUAL: unit_of_alike(u, e, 0, "a comparison", depth); break;
  case FLAT_MULTIPLY:
  case FLAT_DIVIDE: return unit_of_ratio(u, e, depth);
  case FLAT_POWER: return unit_of_power(u, e, depth);
  case FLAT_SQRT: return unit_of_root(u, e, depth);
  case FLAT_DER: return unit_of_rate(u, e, depth);
  case FLAT_ATAN2: return unit_of_angle(u, e, depth);
  case FLAT_NEGATE:
  case FLAT_ABS:
  case FLAT_NO_EVENT:
  case FLAT_PRE:
  case FLAT_DELAY: return unit_guess_in(u, e->arg[0], depth);
  case FLAT_SMOOTH: return unit_guess_in(u, e->arg[1], depth);
  case FLAT_HOMOTOPY:
    return unit_of_alike(u, e, 0, "the arguments of homotopy", depth);
  case FLAT_SIN:
  case FLAT_COS:
  case FLAT_TAN:
  case FLAT_ASIN:
  case FLAT_ACOS:
  case FLAT_ATAN:
  case FLAT_SINH:
  case FLAT_COSH:
  case FLAT_TANH:
  case FLAT_EXP:
  case FLAT_LOG:
  case FLAT_LOG10: return unit_of_function(u, e, depth);
  default: return unit_of_others(u, e, depth);
  }
  return unit_guess_none;
}

static UnitGuess unit_guess_in(UnitLint *u, const FlatExpr *e, int depth)
{
  if (depth > UNIT_DEEPEST) return unit_guess_none;
  switch (e->kind) {
  case FLAT_EXPR_VARIABLE: return u->of[e->variable.i];
  case FLAT_EXPR_TIME: return unit_guess_of("s");
  case FLAT_EXPR_CALL: return unit_of_call(u, e, depth + 1);
  case FLAT_EXPR_IF:
    unit_guess_in(u, e->arg[0], depth + 1);
    return unit_of_alike(u, e, 1, "the branches", depth + 1);
  case FLAT_EXPR_RESULT: return unit_of_others(u, e, depth + 1);
  case FLAT_EXPR_REAL:
  case FLAT_EXPR_INTEGER:
  case FLAT_EXPR_BOOLEAN:
  case FLAT_EXPR_STRING:
  case FLAT_EXPR_ENUMERATION:
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT: break;
  }
  return unit_guess_none;
}

/* --- from the whole to what is inside --- */

static void unit_learn_product(UnitLint *u, const FlatExpr *e,
                               const UnitGuess *g, int depth)
{
  UnitGuess a = unit_of_factor(u, e->arg[0], depth);
  UnitGuess b = unit_of_factor(u, e->arg[1], depth);
  bool is_product = e->function == FLAT_MULTIPLY;
  if (b.is_known && !a.is_known) {
    UnitGuess found =
        is_product ? unit_guess_quotient(g, &b) : unit_guess_product(g, &b);
    unit_learn(u, e->arg[0], &found, depth);
  } else if (a.is_known && !b.is_known) {
    UnitGuess found =
        is_product ? unit_guess_quotient(g, &a) : unit_guess_quotient(&a, g);
    unit_learn(u, e->arg[1], &found, depth);
  }
}

static void unit_learn_call(UnitLint *u, const FlatExpr *e, const UnitGuess *g,
                            int depth)
{
  if (e->function == FLAT_ADD || e->function == FLAT_SUBTRACT) {
    unit_learn(u, e->arg[0], g, depth);
    unit_learn(u, e->arg[1], g, depth);
  } else if (e->function == FLAT_MULTIPLY || e->function == FLAT_DIVIDE) {
    unit_learn_product(u, e, g, depth);
  } else if (e->function == FLAT_NEGATE || e->function == FLAT_PRE ||
             e->function == FLAT_ABS || e->function == FLAT_NO_EVENT) {
    unit_learn(u, e->arg[0], g, depth);
  } else if (e->function == FLAT_DER) {
    UnitGuess second = unit_guess_of("s");
    UnitGuess found = unit_guess_product(g, &second);
    unit_learn(u, e->arg[0], &found, depth);
  }
}

/* The expression has the unit g: what does that say of its variables? */
static void unit_learn(UnitLint *u, const FlatExpr *e, const UnitGuess *g,
                       int depth)
{
  if (u->reports || !g->is_known || depth > UNIT_DEEPEST) return;
  if (e->kind == FLAT_EXPR_CALL) {
    unit_learn_call(u, e, g, depth + 1);
  } else if (e->kind == FLAT_EXPR_IF) {
    unit_learn(u, e->arg[1], g, depth + 1);
    unit_learn(u, e->arg[2], g, depth + 1);
  } else if (e->kind == FLAT_EXPR_VARIABLE && e->type == FLAT_REAL) {
    UnitGuess *of = &u->of[e->variable.i];
    if (of->is_known || !g->has_factor) return;
    *of = *g;
    u->learns = true;
  }
}

/* --- all of the model --- */

static void unit_of_sides(UnitLint *u, const FlatExpr *left,
                          const FlatExpr *right, Span span)
{
  if (left->type != FLAT_REAL) {
    unit_guess_in(u, right, 0);
    return;
  }
  UnitGuess a =
      unit_is_number(left) ? unit_guess_none : unit_guess_in(u, left, 0);
  UnitGuess b =
      unit_is_number(right) ? unit_guess_none : unit_guess_in(u, right, 0);
  if (!unit_guess_fit(&a, &b)) {
    report_units(u, span, "the two sides", &a, &b);
    return;
  }
  if (a.is_known && !b.is_known) unit_learn(u, right, &a, 0);
  if (b.is_known && !a.is_known) unit_learn(u, left, &b, 0);
}

static void unit_of_bindings(UnitLint *u)
{
  const FlatModel *flat = u->lint->flat;
  for (int k = 0; k < flat->n_vars; k++) {
    const FlatVar *v = &flat->var[k];
    if (v->type != FLAT_REAL || !v->binding || unit_is_number(v->binding))
      continue;
    UnitGuess g = unit_guess_in(u, v->binding, 0);
    if (!unit_guess_fit(&u->of[k], &g)) {
      report_units(u, v->span,
                   arena_printf(u->lint->s->session_arena, "'%s' and its value",
                                v->name),
                   &u->of[k], &g);
    } else if (!u->of[k].is_known && g.is_known && g.has_factor) {
      u->learns |= !u->reports;
      u->of[k] = g;
    } else if (u->of[k].is_known && !g.is_known) {
      unit_learn(u, v->binding, &u->of[k], 0);
    }
  }
}

static void unit_of_equations(UnitLint *u)
{
  const FlatModel *flat = u->lint->flat;
  for (int k = 0; k < flat->n_equations; k++) {
    const FlatEquation *e = &flat->equation[k];
    if (e->repeat && e->position > 0 && u->reports) continue;
    FlatSides sides = flat_sides(e);
    unit_of_sides(u, sides.left, sides.right, e->span);
  }
}

static void unit_of_whens(UnitLint *u)
{
  const FlatModel *flat = u->lint->flat;
  for (int k = 0; k < flat->n_whens; k++) {
    for (int b = 0; b < flat->when[k].n_branches; b++) {
      const FlatWhenBranch *branch = &flat->when[k].branch[b];
      for (int c = 0; c < branch->n_conditions; c++)
        unit_guess_in(u, branch->condition[c], 0);
      for (int a = 0; a < branch->n_actions; a++) {
        const FlatAction *action = &branch->action[a];
        if (action->target && action->value)
          unit_of_sides(u, action->target, action->value, action->span);
      }
    }
  }
}

static void unit_round(UnitLint *u)
{
  u->learns = false;
  unit_of_bindings(u);
  unit_of_equations(u);
  unit_of_whens(u);
}

void lint_units(Lint *lint)
{
  const FlatModel *flat = lint->flat;
  UnitLint u = {.lint = lint};
  assert(flat->n_vars >= 0);
  u.of = arena_array(lint->arena, (size_t)flat->n_vars, sizeof u.of[0]);
  for (int k = 0; k < flat->n_vars; k++) {
    const FlatVar *v = &flat->var[k];
    u.of[k] = v->type == FLAT_REAL ? unit_guess_of(v->unit) : unit_guess_one;
  }
  for (int k = 0; k < UNIT_MOST_ROUNDS; k++) {
    unit_round(&u);
    if (!u.learns) break;
  }
  u.reports = true;
  unit_round(&u);
}
