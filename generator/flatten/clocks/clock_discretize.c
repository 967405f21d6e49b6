/* clock_discretize.c: see clock_discretize.h. */
#include "flatten/clocks/clock_discretize.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/clocks/clock_initial.h"
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
  FlatExpr **zero; /* [n_states] at the first tick, clock_initial.h */
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
  bool before_reinit; /* the point is this tick, where reinit() waits */
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

/* pre(x) of what is integrated: its value before a reinit(). */
static bool is_left_limit(const Copying *c, const FlatExpr *e)
{
  return c->before_reinit && e->kind == FLAT_EXPR_CALL &&
         e->function == FLAT_PRE && e->arg[0]->kind == FLAT_EXPR_VARIABLE &&
         e->arg[0]->variable.i < c->d->n_first &&
         c->d->all->root[e->arg[0]->variable.i] == c->root &&
         c->copy[e->arg[0]->variable.i] > 0 &&
         c->equation[e->arg[0]->variable.i] < 0;
}

static FlatRewrite node_inside(void *context, FlatExpr **at)
{
  Copying *c = context;
  FlatExpr *node = *at;
  if (is_left_limit(c, node)) {
    FlatVarId x = node->arg[0]->variable;
    *at = clock_discretize_use(c->d, node->span, copy_of(c, x, node->span));
  } else if (clock_discretize_is_input(node)) {
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

/* --- reinit() ---
 *
 * At a tick the states are integrated up to it first (`arrived`), and the
 * conditions of when-clauses that hold reinit() are looked at there: one has
 * become true that did not hold after the tick before. The states then are
 * what reinit() says, and all other equations hold for these. */

typedef struct Setting {
  FlatVarId x;
  FlatExpr *fired, *guard, *value; /* guard NULL: none */
} Setting;

typedef struct Reinits {
  Copying copying; /* of what is before the reinits */
  Setting *list;
  int n, cap;
} Reinits;

static FlatVarId clocked_value(Discretizing *d, const char *name, FlatType type,
                               FlatExpr *value, int root)
{
  FlatVar like = {.type = type};
  FlatVarId id = new_variable(d, name, &like, root, value->span);
  clock_discretize_add_equation(d, id, value, root, value->span);
  return id;
}

static bool clock_discretize_is_state(const Discretizing *d,
                                      const FlatExpr *target, int root)
{
  for (int k = 0; target->kind == FLAT_EXPR_VARIABLE && k < d->all->n_states;
       k++) {
    const ClockedState *s = &d->all->state[k];
    if (s->root == root && s->x.i == target->variable.i) return true;
  }
  return false;
}

static bool sets_state(const Discretizing *d, const FlatWhen *when, int root)
{
  for (int b = 0; b < when->n_branches; b++) {
    for (int k = 0; k < when->branch[b].n_actions; k++) {
      const FlatAction *a = &when->branch[b].action[k];
      if (a->kind == FLAT_ACTION_REINIT &&
          clock_discretize_is_state(d, a->target, root))
        return true;
    }
  }
  return false;
}

/* Has one of the conditions become true? */
static FlatExpr *has_become_true(Reinits *r, const FlatWhenBranch *branch)
{
  Discretizing *d = r->copying.d;
  const Typing *t = &d->f->typing;
  FlatExpr *any = NULL;
  for (int k = 0; k < branch->n_conditions; k++) {
    FlatExpr *condition = branch->condition[k];
    Span span = condition->span;
    FlatVarId held =
        clocked_value(d, "held", FLAT_BOOLEAN, condition, r->copying.root);
    FlatExpr *not_before = types_unary(
        t, span, FLAT_NOT, clock_discretize_previous(d, span, held));
    FlatExpr *becomes =
        types_binary(t, span, FLAT_AND,
                     expression_inside(&r->copying, condition), not_before);
    any = any ? types_binary(t, span, FLAT_OR, any, becomes) : becomes;
  }
  return unless_first(d, types_boolean(t, any->span, false), any);
}

/* Of several branches the first one counts. */
static FlatVarId fires(Reinits *r, const FlatWhenBranch *branch,
                       FlatExpr **no_other)
{
  Discretizing *d = r->copying.d;
  const Typing *t = &d->f->typing;
  FlatExpr *fired = has_become_true(r, branch);
  Span span = fired->span;
  if (*no_other) fired = types_binary(t, span, FLAT_AND, *no_other, fired);
  FlatVarId id =
      clocked_value(d, "fired", FLAT_BOOLEAN, fired, r->copying.root);
  FlatExpr *is_not =
      types_unary(t, span, FLAT_NOT, clock_discretize_use(d, span, id));
  *no_other =
      *no_other ? types_binary(t, span, FLAT_AND, *no_other, is_not) : is_not;
  return id;
}

/* What is left of the branch happens when a counter of its turns changes. */
static void clock_discretize_count_turns(Reinits *r, FlatWhenBranch *branch,
                                         FlatVarId fired)
{
  Discretizing *d = r->copying.d;
  const Typing *t = &d->f->typing;
  Span span = branch->condition[0]->span;
  FlatVar like = {.type = FLAT_INTEGER};
  FlatVarId count = new_variable(d, "turns", &like, r->copying.root, span);
  FlatExpr *before = clock_discretize_previous(d, span, count);
  FlatExpr *more =
      types_binary(t, span, FLAT_ADD, before, types_integer(t, span, 1));
  clock_discretize_add_equation(
      d, count,
      types_if(t, span, clock_discretize_use(d, span, fired), more, before),
      r->copying.root, span);
  branch->condition[0] =
      types_unary(t, span, FLAT_CHANGE, clock_discretize_use(d, span, count));
  branch->n_conditions = 1;
}

/* Takes the settings of states out of a branch. */
static void take_settings(Reinits *r, FlatWhenBranch *branch, FlatVarId fired)
{
  Copying *c = &r->copying;
  int kept = 0;
  for (int k = 0; k < branch->n_actions; k++) {
    FlatAction a = branch->action[k];
    if (a.kind != FLAT_ACTION_REINIT ||
        !clock_discretize_is_state(c->d, a.target, c->root)) {
      branch->action[kept++] = a;
      continue;
    }
    r->list = vector_grow(session_scratch(c->d->f->s), r->list, &r->cap,
                          r->n + 1, sizeof r->list[0]);
    r->list[r->n++] =
        (Setting){a.target->variable, clock_discretize_use(c->d, a.span, fired),
                  a.guard ? expression_inside(c, a.guard) : NULL,
                  expression_inside(c, a.value)};
  }
  branch->n_actions = kept;
}

static void take_when(Reinits *r, FlatWhen *when)
{
  FlatExpr *no_other = NULL;
  for (int b = 0; b < when->n_branches; b++) {
    FlatVarId fired = fires(r, &when->branch[b], &no_other);
    take_settings(r, &when->branch[b], fired);
    clock_discretize_count_turns(r, &when->branch[b], fired);
  }
}

static bool does_nothing(const FlatWhen *when)
{
  for (int b = 0; b < when->n_branches; b++) {
    if (when->branch[b].n_actions > 0) return false;
  }
  return true;
}

/* The states of the partition where they arrive at the tick. */
static void add_arrived(Copying *c, FlatExpr **value)
{
  Discretizing *d = c->d;
  ClockPartitions *all = d->all;
  for (int k = 0; k < all->n_states; k++) {
    if (all->state[k].root != c->root) continue;
    FlatVarId id =
        new_variable(d, "arrived", NULL, c->root, all->state[k].span);
    c->copy[all->state[k].x.i] = id.i;
  }
  for (int k = 0; k < all->n_states; k++) {
    ClockedState s = all->state[k];
    if (s.root != c->root) continue;
    clock_discretize_add_equation(d, (FlatVarId){c->copy[s.x.i]},
                                  expression_inside(c, value[k]), c->root,
                                  s.span);
  }
}

/* The state after all reinits; the first one that is written counts. */
static FlatExpr *after_reinits(const Reinits *r, const ClockedState *s)
{
  const Copying *c = &r->copying;
  const Typing *t = &c->d->f->typing;
  FlatExpr *x =
      clock_discretize_use(c->d, s->span, (FlatVarId){c->copy[s->x.i]});
  for (int k = r->n - 1; k >= 0; k--) {
    const Setting *set = &r->list[k];
    if (set->x.i != s->x.i) continue;
    FlatExpr *is_set = set->fired;
    if (set->guard)
      is_set = types_binary(t, s->span, FLAT_AND, is_set, set->guard);
    x = types_if(t, s->span, is_set, set->value, x);
  }
  return x;
}

/* value[k]: the formula of state k, before and after. */
static void discretize_reinits(Discretizing *d, int root, int *equation,
                               FlatExpr **value)
{
  static const Stage at_tick = {1, 1};
  FlatModel *flat = d->f->flat;
  Reinits r = {.copying = {.d = d,
                           .root = root,
                           .stage = &at_tick,
                           .equation = equation,
                           .before_reinit = true}};
  int kept = 0;
  for (int k = 0; k < flat->n_whens; k++) {
    bool is_taken = sets_state(d, &flat->when[k], root);
    if (is_taken && !r.copying.copy) {
      r.copying.copy = arena_array(session_scratch(d->f->s),
                                   (size_t)d->n_first + 1, sizeof(int));
      add_arrived(&r.copying, value);
    }
    if (is_taken) take_when(&r, &flat->when[k]);
    if (!is_taken || !does_nothing(&flat->when[k]))
      flat->when[kept++] = flat->when[k];
  }
  flat->n_whens = kept;
  if (!r.copying.copy) return;
  copy_wanted(&r.copying);
  for (int k = 0; k < d->all->n_states; k++) {
    const ClockedState *s = &d->all->state[k];
    if (s->root == root) value[k] = after_reinits(&r, s);
  }
}

/* --- the states of one partition --- */

/* Its start value, or what an initial equation says of it. */
static FlatExpr *at_first_tick(Discretizing *d, int k)
{
  ClockedState s = d->all->state[k];
  if (!d->zero[k]) return clock_discretize_previous(d, s.span, s.x);
  return types_binary(&d->f->typing, s.span, FLAT_SUBTRACT,
                      clock_discretize_use(d, s.span, s.x), d->zero[k]);
}

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
    Copying c = {
        .d = d, .root = root, .stage = &m->stage[j], .equation = equation};
    c.copy = arena_array(scratch, (size_t)d->n_first + 1, sizeof c.copy[0]);
    add_stage(&c, slope);
    for (int k = 0; k < all->n_states; k++) {
      if (all->state[k].root != root) continue;
      value[k] = plus(d, value[k], m->weight[j], slope[k]);
    }
  }
  discretize_reinits(d, root, equation, value);
  for (int k = 0; k < all->n_states; k++) {
    ClockedState s = all->state[k];
    if (s.root != root) continue;
    clock_discretize_add_equation(
        d, s.x, unless_first(d, at_first_tick(d, k), value[k]), root, s.span);
  }
}

void clock_discretize_finish(const Flattening *f, ClockPartitions *all)
{
  if (all->n_states == 0) return;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Discretizing d = clock_discretize_start(f, all);
  int *equation = find_equations(&d, all->n_equations);
  d.zero = clock_initial_take(f, all, equation, d.n_first);
  bool *is_done = arena_array(session_scratch(f->s), (size_t)all->n_nodes + 1,
                              sizeof is_done[0]);
  for (int k = 0; k < all->n_states; k++) {
    int root = all->state[k].root;
    if (!is_done[root]) discretize(&d, root, equation);
    is_done[root] = true;
  }
  arena_release(mark);
}
