/* clock_discretize.c: see clock_discretize.h. */
#include "flatten/clocks/clock_discretize.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/flat_rewrite.h"
#include "flatten/flat/made_variable.h"

enum { MOST_STAGES = 3 };

/* A point inside of an interval at which derivatives are computed. */
typedef struct Stage {
  double at;    /* 0: the tick before, 1: this one */
  double reach; /* x is previous(x) + reach*h*(derivative of the one before) */
} Stage;

typedef struct Method {
  const char *name;
  int n_stages;
  Stage stage[MOST_STAGES];
  double before, now;         /* x = previous(x) + h*(before*previous(dx) */
  double weight[MOST_STAGES]; /* + weight*dx1 + ... + now*dx) */
} Method;

static const Method methods[] = {
    [METHOD_EXPLICIT_EULER] = {.name = "ExplicitEuler", .before = 1},
    [METHOD_EXPLICIT_MID_POINT_2] = {.name = "ExplicitMidPoint2",
                                     .n_stages = 1,
                                     .stage = {{0.5, 0.5}},
                                     .weight = {1}},
    [METHOD_EXPLICIT_RUNGE_KUTTA_4] = {.name = "ExplicitRungeKutta4",
                                       .n_stages = 3,
                                       .stage = {{0.5, 0.5},
                                                 {0.5, 0.5},
                                                 {1, 1}},
                                       .before = 1. / 6,
                                       .weight = {1. / 3, 1. / 3, 1. / 6}},
    [METHOD_IMPLICIT_EULER] = {.name = "ImplicitEuler", .now = 1},
    [METHOD_IMPLICIT_TRAPEZOID] = {.name = "ImplicitTrapezoid",
                                   .before = 0.5,
                                   .now = 0.5},
};

typedef struct Discretizing {
  const Flattening *f;
  ClockPartitions *all;
  int *derivative; /* [n_vars at the start] of a state its dx; 0: none */
  int n_first;     /* variables at the start */
  bool failed;
} Discretizing;

ClockMethod clock_discretize_method(const char *name)
{
  int n = (int)(sizeof methods / sizeof methods[0]);
  for (int k = METHOD_NONE + 1; k < n; k++) {
    if (strcmp(methods[k].name, name) == 0) return (ClockMethod)k;
  }
  return METHOD_NONE;
}

static FlatVarId new_variable(Discretizing *d, const char *name,
                              const FlatVar *like, int root, Span span)
{
  FlatType type = like ? like->type : FLAT_REAL;
  const FlatEnumeration *enumeration = like ? like->enumeration : NULL;
  FlatVarId id = made_variable(d->f, name, type, FLAT_DISCRETE, span);
  d->f->flat->var[id.i].enumeration = enumeration;
  clock_partition_set_root(d->all, d->f->arena, id, root);
  return id;
}

static void clock_discretize_add_equation(Discretizing *d, FlatVarId variable,
                                          FlatExpr *value, int root, Span span)
{
  assert(value->type == d->f->flat->var[variable.i].type);
  ClockedEquation *eq = clock_partition_add(d->all, d->f->arena);
  *eq = (ClockedEquation){.variable = variable,
                          .left = made_variable_use(d->f, span, variable),
                          .right = value,
                          .value = value,
                          .root = root,
                          .span = span};
}

/* --- der(x) becomes dx --- */

static bool clock_discretize_is_der(const FlatExpr *e)
{
  return e->kind == FLAT_EXPR_CALL && e->function == FLAT_DER;
}

static void report_no_method(Discretizing *d, const FlatExpr *der)
{
  d->failed = true;
  Diagnostic *made = fault_error(d->f->faults, der->span, E239,
                                 "a derivative in a clocked equation, and no "
                                 "solver method");
  fault_note(d->f->faults, made, NO_SPAN,
             "Clock(Clock(0.1), solverMethod = \"ExplicitEuler\") gives one; "
             "sample() leads from continuous time to a clock, hold() back");
}

static int clock_discretize_derivative_of(Discretizing *d, const FlatExpr *x,
                                          int root)
{
  assert(x->kind == FLAT_EXPR_VARIABLE && x->variable.i < d->n_first);
  ClockPartitions *all = d->all;
  int *known = &d->derivative[x->variable.i];
  if (*known > 0) return *known;
  *known = new_variable(d, "der", NULL, root, x->span).i;
  all->state = vector_grow(d->f->arena, all->state, &all->cap_states,
                           all->n_states + 1, sizeof all->state[0]);
  all->state[all->n_states++] =
      (ClockedState){x->variable, {*known}, root, x->span};
  return *known;
}

static void replace_der(Discretizing *d, FlatExpr *der, int root)
{
  assert(clock_discretize_is_der(der) && root >= 0 && root < d->all->n_nodes);
  const FlatExpr *x = der->arg[0];
  if (d->all->partition[root].method == METHOD_NONE) {
    report_no_method(d, der);
  } else if (x->kind != FLAT_EXPR_VARIABLE) {
    fault_unsupported(d->f->faults, der->span,
                      "der() of an expression in a clocked equation");
    d->failed = true;
  } else {
    FlatVarId dx = {clock_discretize_derivative_of(d, x, root)};
    *der = *made_variable_use(d->f, der->span, dx);
  }
}

static void replace_in(Discretizing *d, FlatExpr *expr, int root)
{
  Arena *scratch = session_scratch(d->f->s);
  FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = expr;
  while (n > 0 && !d->failed) {
    FlatExpr *at = stack[--n];
    if (clock_partition_is_operator(at)) continue;
    if (clock_discretize_is_der(at)) {
      replace_der(d, at, root);
      continue;
    }
    stack = vector_grow(scratch, stack, &cap, n + at->n_args, sizeof stack[0]);
    for (int i = 0; i < at->n_args; i++) stack[n++] = at->arg[i];
  }
}

static void check_bindings(Discretizing *d)
{
  for (int k = 0; k < d->all->n_equations; k++) {
    const ClockedEquation *eq = &d->all->equation[k];
    if (eq->variable.i < 0 || d->derivative[eq->variable.i] == 0) continue;
    fault_unsupported(d->f->faults, eq->span,
                      "the derivative of a clocked variable with a binding");
    d->failed = true;
  }
}

static Discretizing clock_discretize_start(const Flattening *f,
                                           ClockPartitions *all)
{
  Discretizing d = {.f = f, .all = all, .n_first = f->flat->n_vars};
  d.derivative = arena_array(session_scratch(f->s), (size_t)d.n_first + 1,
                             sizeof d.derivative[0]);
  return d;
}

bool clock_discretize_begin(const Flattening *f, ClockPartitions *all)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Discretizing d = clock_discretize_start(f, all);
  for (int k = 0; k < all->n_equations && !d.failed; k++) {
    ClockedEquation eq = all->equation[k];
    replace_in(&d, eq.left, eq.root);
    replace_in(&d, eq.right, eq.root);
  }
  if (!d.failed) check_bindings(&d);
  arena_release(mark);
  return !d.failed;
}

/* --- formulas --- */

static FlatExpr *clock_discretize_call(Discretizing *d, Span span,
                                       FlatFunction function, FlatType type)
{
  return types_clock(&d->f->typing, span, function, type, NULL, NULL, 0);
}

static FlatExpr *clock_discretize_use(Discretizing *d, Span span, FlatVarId id)
{
  return made_variable_use(d->f, span, id);
}

static FlatExpr *clock_discretize_previous(Discretizing *d, Span span,
                                           FlatVarId id)
{
  return made_variable_previous(d->f, span, id);
}

/* sum + factor*h*slope */
static FlatExpr *plus(Discretizing *d, FlatExpr *sum, double factor,
                      FlatExpr *slope)
{
  const Typing *t = &d->f->typing;
  Span span = sum->span;
  if (factor == 0) return sum;
  FlatExpr *h =
      clock_discretize_call(d, span, FLAT_CLOCK_INTERVAL_OF, FLAT_REAL);
  if (factor != 1) {
    h = types_binary(t, span, FLAT_MULTIPLY, types_real(t, span, factor), h);
  }
  return types_binary(t, span, FLAT_ADD, sum,
                      types_binary(t, span, FLAT_MULTIPLY, h, slope));
}

/* At the first tick there is no tick before. */
static FlatExpr *unless_first(Discretizing *d, FlatExpr *first, FlatExpr *then)
{
  assert(first->type == then->type);
  FlatExpr *is_first =
      clock_discretize_call(d, first->span, FLAT_CLOCK_FIRST, FLAT_BOOLEAN);
  return types_if(&d->f->typing, first->span, is_first, first, then);
}

/* --- copies of equations for points inside of an interval --- */

typedef struct Copying {
  Discretizing *d;
  int root;
  const Stage *stage;
  int *copy;     /* [n_first] the variable for this point; 0: none yet */
  int *equation; /* [n_first] what determines a variable; -1: nothing */
  int *wanted;   /* variables whose equations have to be copied */
  int n_wanted, cap_wanted;
} Copying;

/* The variable for the point; its equation will be copied. */
static FlatVarId copy_of(Copying *c, FlatVarId v, Span span)
{
  Discretizing *d = c->d;
  if (v.i >= d->n_first || d->all->root[v.i] != c->root ||
      (c->equation[v.i] < 0 && c->copy[v.i] == 0)) {
    return v;
  }
  if (c->copy[v.i] == 0) {
    FlatVar like = d->f->flat->var[v.i];
    c->copy[v.i] = new_variable(d, "inside", &like, c->root, span).i;
    c->wanted = vector_grow(session_scratch(d->f->s), c->wanted, &c->cap_wanted,
                            c->n_wanted + 1, sizeof c->wanted[0]);
    c->wanted[c->n_wanted++] = v.i;
  }
  return (FlatVarId){c->copy[v.i]};
}

/* What comes into the partition: continuous values halfway between the ticks,
 * discrete ones from the tick before. */
static FlatExpr *input_inside(Copying *c, FlatExpr *input)
{
  Discretizing *d = c->d;
  const Typing *t = &d->f->typing;
  Span span = input->span;
  if (c->stage->at == 1) return input;
  FlatVar like = {.type = input->type, .enumeration = input->enumeration};
  FlatVarId id = new_variable(d, "input", &like, c->root, span);
  clock_discretize_add_equation(d, id, input, c->root, span);
  FlatExpr *now = clock_discretize_use(d, span, id),
           *before = clock_discretize_previous(d, span, id);
  bool moves = input->type == FLAT_REAL && input->n_args > 0 &&
               input->arg[0]->variability == FLAT_CONTINUOUS;
  if (moves) {
    before = types_binary(t, span, FLAT_MULTIPLY, types_real(t, span, 0.5),
                          types_binary(t, span, FLAT_ADD, before, now));
  }
  return unless_first(d, now, before);
}

static bool clock_discretize_is_input(const FlatExpr *e)
{
  return clock_partition_is_operator(e) && e->function != FLAT_CLOCK_PREVIOUS &&
         e->function != FLAT_CLOCK_FIRST &&
         e->function != FLAT_CLOCK_INTERVAL_OF;
}

static FlatExpr *time_inside(Copying *c, FlatExpr *time)
{
  FlatExpr *one = types_real(&c->d->f->typing, time->span, 1);
  return plus(c->d, time, c->stage->at - 1, one);
}

static FlatRewrite node_inside(void *context, FlatExpr **at)
{
  Copying *c = context;
  FlatExpr *node = *at;
  if (clock_discretize_is_input(node)) {
    *at = input_inside(c, node);
  } else if (node->kind == FLAT_EXPR_TIME) {
    *at = time_inside(c, node);
  } else if (node->kind == FLAT_EXPR_VARIABLE) {
    *at = clock_discretize_use(c->d, node->span,
                               copy_of(c, node->variable, node->span));
  } else if (!clock_partition_is_operator(node)) {
    return REWRITE_INSIDE;
  }
  return REWRITE_DONE;
}

/* The expression at the point. */
static FlatExpr *expression_inside(Copying *c, FlatExpr *expr)
{
  return flat_rewrite(c->d->f->s, expr, node_inside, c);
}

static void copy_wanted(Copying *c)
{
  while (c->n_wanted > 0) {
    int v = c->wanted[--c->n_wanted];
    if (c->equation[v] < 0) continue; /* a state: its value is known */
    ClockedEquation eq = c->d->all->equation[c->equation[v]];
    clock_discretize_add_equation(c->d, (FlatVarId){c->copy[v]},
                                  expression_inside(c, eq.value), c->root,
                                  eq.span);
  }
}

/* The states at the point, from the derivatives at the one before, then the
 * derivatives there; slope: [n_states]. */
static void add_stage(Copying *c, FlatExpr **slope)
{
  Discretizing *d = c->d;
  ClockPartitions *all = d->all;
  for (int k = 0; k < all->n_states; k++) {
    ClockedState s = all->state[k];
    if (s.root != c->root) continue;
    FlatVarId inside = new_variable(d, "inside", NULL, c->root, s.span);
    c->copy[s.x.i] = inside.i;
    clock_discretize_add_equation(
        d, inside,
        plus(d, clock_discretize_previous(d, s.span, s.x), c->stage->reach,
             slope[k]),
        c->root, s.span);
  }
  for (int k = 0; k < all->n_states; k++) {
    ClockedState s = all->state[k];
    if (s.root != c->root) continue;
    slope[k] = clock_discretize_use(d, s.span, copy_of(c, s.dx, s.span));
  }
  copy_wanted(c);
}

static int *find_equations(const Discretizing *d, int n_equations)
{
  int *equation = arena_array(session_scratch(d->f->s), (size_t)d->n_first + 1,
                              sizeof equation[0]);
  for (int i = 0; i < d->n_first; i++) equation[i] = -1;
  for (int k = 0; k < n_equations; k++) {
    FlatVarId v = d->all->equation[k].variable;
    assert(v.i >= 0); /* clock_assign() gave each one */
    if (v.i < d->n_first) equation[v.i] = k;
  }
  return equation;
}

/* --- the states of one partition --- */

static void discretize(Discretizing *d, int root, int *equation)
{
  assert(d->all->partition[root].method != METHOD_NONE);
  ClockPartitions *all = d->all;
  Arena *scratch = session_scratch(d->f->s);
  const Method *m = &methods[all->partition[root].method];
  size_t n = (size_t)all->n_states + 1;
  FlatExpr **slope = arena_array(scratch, n, sizeof slope[0]);
  FlatExpr **value = arena_array(scratch, n, sizeof value[0]);
  for (int k = 0; k < all->n_states; k++) {
    ClockedState s = all->state[k];
    if (s.root != root) continue;
    slope[k] = clock_discretize_previous(d, s.span, s.dx);
    value[k] =
        plus(d, clock_discretize_previous(d, s.span, s.x), m->before, slope[k]);
    value[k] = plus(d, value[k], m->now, clock_discretize_use(d, s.span, s.dx));
  }
  for (int j = 0; j < m->n_stages; j++) {
    Copying c = {d, root, &m->stage[j], NULL, equation, NULL, 0, 0};
    c.copy = arena_array(scratch, (size_t)d->n_first + 1, sizeof c.copy[0]);
    add_stage(&c, slope);
    for (int k = 0; k < all->n_states; k++) {
      if (all->state[k].root != root) continue;
      value[k] = plus(d, value[k], m->weight[j], slope[k]);
    }
  }
  for (int k = 0; k < all->n_states; k++) {
    ClockedState s = all->state[k];
    if (s.root != root) continue;
    clock_discretize_add_equation(
        d, s.x,
        unless_first(d, clock_discretize_previous(d, s.span, s.x), value[k]),
        root, s.span);
  }
}

void clock_discretize_finish(const Flattening *f, ClockPartitions *all)
{
  if (all->n_states == 0) return;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Discretizing d = clock_discretize_start(f, all);
  int *equation = find_equations(&d, all->n_equations);
  bool *is_done = arena_array(session_scratch(f->s), (size_t)all->n_nodes + 1,
                              sizeof is_done[0]);
  for (int k = 0; k < all->n_states; k++) {
    int root = all->state[k].root;
    if (!is_done[root]) discretize(&d, root, equation);
    is_done[root] = true;
  }
  arena_release(mark);
}
