/* clock_initial.c: what an initial equation leads to; who takes which state. */
#include "flatten/clocks/clock_initial.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_rewrite.h"
#include "flatten/flat/made_variable.h"

/* An initial equation that is taken out of the flat model. */
typedef struct Beginning {
  FlatExpr *zero;
  Span span;
  int *state; /* that it leads to */
  int n_states, cap_states;
} Beginning;

typedef struct Beginnings {
  const Flattening *f;
  ClockPartitions *all;
  const int *equation;
  int n_vars;
  Arena *scratch;
  int *state_of; /* [n_vars] index of a state, -1 */
  int *owner;    /* [n_states] of which beginning; -1: none, -2: it is given */
  Beginning *list;
  int n, cap;
} Beginnings;

static bool is_discretized(const Beginnings *b, const FlatExpr *e)
{
  if (e->kind != FLAT_EXPR_VARIABLE || e->variable.i >= b->n_vars) return false;
  int root = b->all->root[e->variable.i];
  return root >= 0 && b->all->partition[root].method != METHOD_NONE;
}

static FlatVerdict look_for_discretized(void *context, const FlatExpr *at)
{
  const Beginnings *b = context;
  return is_discretized(b, at) ? FLAT_FOUND : FLAT_GO_ON;
}

static bool holds_discretized(Beginnings *b, const FlatExpr *e)
{
  return flat_find(b->f->s, e, look_for_discretized, b) != NULL;
}

static int state_alone(const Beginnings *b, const FlatExpr *e,
                       const FlatExpr *other)
{
  bool is_given = is_discretized(b, e) && other->variability <= FLAT_PARAMETER;
  return is_given ? b->state_of[e->variable.i] : -1;
}

/* --- what it leads to --- */

typedef struct Reaching {
  Beginnings *b;
  bool *seen; /* [n_vars] */
  int *stack; /* variables whose equations are to be followed */
  int n_stack, cap_stack;
} Reaching;

static FlatVerdict look_along(void *context, const FlatExpr *at)
{
  Reaching *r = context;
  if (clock_partition_is_operator(at)) return FLAT_LEAVE_OUT;
  if (!is_discretized(r->b, at) || r->seen[at->variable.i]) return FLAT_GO_ON;
  r->seen[at->variable.i] = true;
  r->stack[r->n_stack++] = at->variable.i; /* each once: n_vars is enough */
  return FLAT_GO_ON;
}

static void find_reached(Beginnings *b, Beginning *begin)
{
  Reaching r = {.b = b};
  r.seen = arena_array(b->f->arena, (size_t)b->n_vars + 1, sizeof r.seen[0]);
  r.stack = arena_array(b->f->arena, (size_t)b->n_vars + 1, sizeof r.stack[0]);
  flat_find(b->f->s, begin->zero, look_along, &r);
  while (r.n_stack > 0) {
    int v = r.stack[--r.n_stack];
    if (b->state_of[v] >= 0) {
      begin->state = vector_grow(b->f->arena, begin->state, &begin->cap_states,
                                 begin->n_states + 1, sizeof begin->state[0]);
      begin->state[begin->n_states++] = b->state_of[v];
    } else if (b->equation[v] >= 0) {
      flat_find(b->f->s, b->all->equation[b->equation[v]].value, look_along,
                &r);
    }
  }
}

/* --- what is taken --- */

/* der(x) is the variable of the derivative. */
static FlatRewrite clock_initial_slope_of(void *context, FlatExpr **at)
{
  Beginnings *b = context;
  const FlatExpr *e = *at;
  if (e->kind != FLAT_EXPR_CALL || e->function != FLAT_DER)
    return REWRITE_INSIDE;
  const FlatExpr *x = e->arg[0];
  int k = is_discretized(b, x) ? b->state_of[x->variable.i] : -1;
  if (k < 0) {
    fault_unsupported(b->f->faults, e->span,
                      "the derivative of what is not integrated, in an initial "
                      "equation of a clock");
    return REWRITE_FAILED;
  }
  *at = made_variable_use(b->f, e->span, b->all->state[k].dx);
  return REWRITE_DONE;
}

static void take_beginning(Beginnings *b, const FlatEquation *eq)
{
  FlatExpr *left = flat_rewrite(b->f->s, eq->left, clock_initial_slope_of, b);
  FlatExpr *right =
      left ? flat_rewrite(b->f->s, eq->right, clock_initial_slope_of, b) : NULL;
  if (!right) return;
  b->list =
      vector_grow(b->f->arena, b->list, &b->cap, b->n + 1, sizeof b->list[0]);
  b->list[b->n++] = (Beginning){
      .zero = types_binary(&b->f->typing, eq->span, FLAT_SUBTRACT, left, right),
      .span = eq->span};
}

/* Of Reals; what is given to one state alone may stay where it is. */
static bool clock_initial_is_taken(Beginnings *b, const FlatEquation *eq)
{
  if (!eq->is_initial || eq->algorithm > 0) return false;
  if (eq->left->type != FLAT_REAL) return false;
  int left = state_alone(b, eq->left, eq->right);
  int given = left >= 0 ? left : state_alone(b, eq->right, eq->left);
  if (given >= 0) b->owner[given] = -2;
  return given < 0 &&
         (holds_discretized(b, eq->left) || holds_discretized(b, eq->right));
}

static void take_beginnings(Beginnings *b)
{
  FlatModel *flat = b->f->flat;
  int kept = 0;
  for (int k = 0; k < flat->n_equations; k++) {
    if (clock_initial_is_taken(b, &flat->equation[k]))
      take_beginning(b, &flat->equation[k]);
    else
      flat->equation[kept++] = flat->equation[k];
  }
  flat->n_equations = kept;
}

/* --- which state each one determines --- */

/* The way along which beginnings change their states, breadth first. */
static bool give_state(Beginnings *b, int first)
{
  int n_states = b->all->n_states, n = 0;
  int *from = arena_array(b->f->arena, (size_t)n_states + 1, sizeof from[0]);
  int *queue = arena_array(b->f->arena, (size_t)b->n + 1, sizeof queue[0]);
  for (int k = 0; k < n_states; k++) from[k] = -1;
  queue[n++] = first;
  for (int at = 0; at < n; at++) {
    const Beginning *begin = &b->list[queue[at]];
    for (int j = 0; j < begin->n_states; j++) {
      int state = begin->state[j];
      if (from[state] >= 0 || b->owner[state] == -2) continue;
      from[state] = queue[at];
      if (b->owner[state] >= 0) {
        queue[n++] = b->owner[state];
        continue;
      }
      for (int at_last = state;;) { /* back to the first one */
        int giver = from[at_last], had = -1;
        for (int k = 0; k < n_states; k++) {
          if (b->owner[k] == giver) had = k;
        }
        b->owner[at_last] = giver;
        if (giver == first) return true;
        at_last = had;
      }
    }
  }
  return false;
}

static void give_states(Beginnings *b)
{
  for (int k = 0; k < b->n; k++) {
    find_reached(b, &b->list[k]);
    if (give_state(b, k)) continue;
    Diagnostic *d = fault_error(b->f->faults, b->list[k].span, E239,
                                "no state of the clocked equations is left "
                                "that this initial equation could determine");
    fault_note(b->f->faults, d, NO_SPAN,
               "it holds at the first tick of its clock, where each state that "
               "is not fixed may follow from one initial equation");
  }
}

static bool clock_initial_is_fixed(const FlatVar *var)
{
  return var->fixed && var->fixed->kind == FLAT_EXPR_BOOLEAN &&
         var->fixed->boolean;
}

FlatExpr **clock_initial_take(const Flattening *f, ClockPartitions *all,
                              const int *equation, int n_vars)
{
  assert(n_vars <= f->flat->n_vars);
  Arena *scratch = session_scratch(f->s);
  Beginnings b = {.f = f,
                  .all = all,
                  .equation = equation,
                  .n_vars = n_vars,
                  .scratch = scratch};
  FlatExpr **zero =
      arena_array(scratch, (size_t)all->n_states + 1, sizeof zero[0]);
  b.owner = arena_array(scratch, (size_t)all->n_states + 1, sizeof b.owner[0]);
  b.state_of = arena_array(scratch, (size_t)n_vars + 1, sizeof b.state_of[0]);
  for (int i = 0; i < n_vars; i++) b.state_of[i] = -1;
  for (int k = 0; k < all->n_states; k++) {
    FlatVarId x = all->state[k].x;
    b.state_of[x.i] = k;
    b.owner[k] = clock_initial_is_fixed(&f->flat->var[x.i]) ? -2 : -1;
  }
  take_beginnings(&b);
  give_states(&b);
  for (int k = 0; k < all->n_states; k++) {
    zero[k] = b.owner[k] >= 0 ? b.list[b.owner[k]].zero : NULL;
  }
  return zero;
}
