/* clock_derivative.c: see clock_derivative.h. */
#include "flatten/clocks/clock_derivative.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/clocks/clock_partition.h"

/* A node and the derivative of its value; NULL: zero. */
typedef struct Derived {
  FlatExpr *node, *derivative;
  int first; /* of its operands in the list; -1: none are differentiated */
} Derived;

typedef struct Deriving {
  const Flattening *f;
  ClockDerivativeOf *of;
  void *context;
  Derived *list; /* operands come after the node */
  int n, cap;
  const FlatExpr *missing;
} Deriving;

static bool clock_derivative_is_zero(const FlatExpr *e)
{
  return e->variability <= FLAT_PARAMETER || e->type != FLAT_REAL;
}

static FlatExpr *derive_two(const Deriving *d, FlatFunction function,
                            FlatExpr *a, FlatExpr *b)
{
  return types_binary(&d->f->typing, a->span, function, a, b);
}

static FlatExpr *derive_one(const Deriving *d, FlatFunction function,
                            FlatExpr *a)
{
  return types_unary(&d->f->typing, a->span, function, a);
}

static FlatExpr *derive_number(const Deriving *d, Span span, double value)
{
  return types_real(&d->f->typing, span, value);
}

static FlatExpr *derive_times(const Deriving *d, FlatExpr *factor, FlatExpr *dx)
{
  bool is_number = factor->kind == FLAT_EXPR_REAL;
  if (is_number && factor->real == 1) return dx;
  if (is_number && factor->real == 0) return NULL;
  return derive_two(d, FLAT_MULTIPLY, factor, dx);
}

static FlatExpr *derive_sum(const Deriving *d, FlatExpr *a, FlatExpr *b)
{
  return a && b ? derive_two(d, FLAT_ADD, a, b) : a ? a : b;
}

/* d a^b / d a = b a^(b-1); d a^b / d b = a^b ln a */
static FlatExpr *derive_power(const Deriving *d, FlatExpr *power, int k)
{
  FlatExpr *a = power->arg[0], *b = power->arg[1];
  if (k == 1)
    return derive_two(d, FLAT_MULTIPLY, power, derive_one(d, FLAT_LOG, a));
  FlatExpr *less =
      derive_two(d, FLAT_SUBTRACT, b, derive_number(d, b->span, 1));
  return derive_two(d, FLAT_MULTIPLY, b, derive_two(d, FLAT_POWER, a, less));
}

static FlatExpr *derive_if_less(const Deriving *d, FlatExpr *a, FlatExpr *b,
                                FlatExpr *yes, FlatExpr *no)
{
  return types_if(&d->f->typing, a->span, derive_two(d, FLAT_LESS, a, b), yes,
                  no);
}

/* The words in which builtin_functions.def writes derivatives. */
#define NONE NULL
#define NUMBER(value) derive_number(d, f->span, value)
#define FUN(NAME, x) derive_one(d, FLAT_##NAME, x)
#define NEG(x) derive_one(d, FLAT_NEGATE, x)
#define ADD(x, y) derive_two(d, FLAT_ADD, x, y)
#define SUB(x, y) derive_two(d, FLAT_SUBTRACT, x, y)
#define MUL(x, y) derive_two(d, FLAT_MULTIPLY, x, y)
#define DIV(x, y) derive_two(d, FLAT_DIVIDE, x, y)
#define POW(x, y) derive_two(d, FLAT_POWER, x, y)
#define SQUARE(x) derive_two(d, FLAT_MULTIPLY, x, x)
#define IF_LESS(x, y, yes, no) derive_if_less(d, x, y, yes, no)

/* By operand k; NULL: there is no rule. */
static FlatExpr *derive_by(const Deriving *d, FlatExpr *f, int k)
{
  FlatExpr *a = f->arg[0], *b = f->n_args > 1 ? f->arg[1] : NULL;
  switch ((int)f->function) {
  case FLAT_ADD: return NUMBER(1);
  case FLAT_SUBTRACT: return NUMBER(k == 0 ? 1 : -1);
  case FLAT_NEGATE: return NUMBER(-1);
  case FLAT_MULTIPLY: return k == 0 ? b : a;
  case FLAT_DIVIDE: return k == 0 ? DIV(NUMBER(1), b) : NEG(DIV(f, b));
  case FLAT_POWER: return derive_power(d, f, k);
  case FLAT_NO_EVENT: return NUMBER(1);
  case FLAT_SMOOTH: return NUMBER(k);       /* of the second one */
  case FLAT_HOMOTOPY: return NUMBER(1 - k); /* of the first one */
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  case FLAT_##NAME:                                                            \
    return facts;
#define BY(by_a, by_b) k == 0 ? by_a : by_b
#include "base/builtin_functions.def"
  default: return NULL;
  }
}

#undef NONE
#undef NUMBER
#undef FUN
#undef NEG
#undef ADD
#undef SUB
#undef MUL
#undef DIV
#undef POW
#undef SQUARE
#undef IF_LESS

/* What follows from its operands at the same tick. */
static bool derive_goes_inside(const FlatExpr *e)
{
  return e->kind == FLAT_EXPR_IF ||
         (e->kind == FLAT_EXPR_CALL && !clock_partition_is_operator(e));
}

static void derive_add(Deriving *d, FlatExpr *node)
{
  d->list =
      vector_grow(d->f->arena, d->list, &d->cap, d->n + 1, sizeof d->list[0]);
  d->list[d->n++] = (Derived){.node = node, .first = -1};
}

/* The derivatives of leaves, and the list of all other nodes. */
static void derive_leaves(Deriving *d)
{
  for (int i = 0; i < d->n && !d->missing; i++) {
    FlatExpr *node = d->list[i].node;
    if (clock_derivative_is_zero(node)) continue;
    if (derive_goes_inside(node)) {
      d->list[i].first = d->n;
      for (int k = 0; k < node->n_args; k++) derive_add(d, node->arg[k]);
      continue;
    }
    FlatExpr *made = NULL;
    if (node->kind == FLAT_EXPR_TIME)
      made = derive_number(d, node->span, 1);
    else if (node->kind == FLAT_EXPR_VARIABLE)
      made = d->of(d->context, node);
    if (!made) d->missing = node;
    d->list[i].derivative = made;
  }
}

static FlatExpr *derive_chosen(const Deriving *d, const Derived *at)
{
  FlatExpr *yes = d->list[at->first + 1].derivative;
  FlatExpr *no = d->list[at->first + 2].derivative;
  Span span = at->node->span;
  if (!yes && !no) return NULL;
  return types_if(&d->f->typing, span, at->node->arg[0],
                  yes ? yes : derive_number(d, span, 0),
                  no ? no : derive_number(d, span, 0));
}

static FlatExpr *derive_chain(Deriving *d, const Derived *at)
{
  FlatExpr *sum = NULL;
  for (int k = 0; k < at->node->n_args; k++) {
    FlatExpr *dx = d->list[at->first + k].derivative;
    if (!dx) continue;
    FlatExpr *factor = derive_by(d, at->node, k);
    if (!factor) {
      d->missing = at->node;
      return NULL;
    }
    factor = types_convert(&d->f->typing, factor, FLAT_REAL);
    sum = derive_sum(d, sum, derive_times(d, factor, dx));
  }
  return sum;
}

FlatExpr *clock_derivative(const Flattening *f, FlatExpr *expr,
                           ClockDerivativeOf *of, void *context,
                           const FlatExpr **missing)
{
  assert(expr->type == FLAT_REAL);
  Deriving d = {.f = f, .of = of, .context = context};
  derive_add(&d, expr);
  derive_leaves(&d);
  for (int i = d.n - 1; i >= 0 && !d.missing; i--) {
    Derived *at = &d.list[i];
    if (at->first < 0) continue;
    at->derivative = at->node->kind == FLAT_EXPR_IF ? derive_chosen(&d, at)
                                                    : derive_chain(&d, at);
  }
  *missing = d.missing;
  if (d.missing) return NULL;
  FlatExpr *made = d.list[0].derivative;
  return made ? made : derive_number(&d, expr->span, 0);
}
