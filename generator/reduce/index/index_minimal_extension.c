/* index_minimal_extension.c: substitution of what differentiation introduced;
 * counting. */
#include "reduce/index/index_minimal_extension.h"

#include <assert.h>

#include "reduce/index/index_dummy.h"
#include "reduce/structure/top_problem.h"
#include "symbolic/solve_for.h"

/* What is put into what was put into another equation, and so on, ends here:
 * one walk through an equation meets all of it. */
enum { MOST_IN_A_ROW = 10 };

typedef struct Extension {
  System *sys;
  Walk *walk;
  ExprId *value; /* [n_vars] of what is put into the equations; NO_EXPR */
  int *depth;    /* [n_vars] of such: how many were put in before, in a row */
  VarId *solved; /* [n_eqs] what a gone equation was solved for; NO_VAR */
  int *gone;     /* [n_gone] equations, as they went */
  int n_gone;
  Arena *scratch;
} Extension;

/* --- which derivatives --- */

/* A dummy derivative, highest of its chain, that no given equation holds and
 * nothing else needs. */
static bool is_new(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return v.i >= sys->n_undifferentiated_vars && var->is_dummy &&
         var->derivative.i < 0 && sys->var[var->integral.i].set < 0;
}

static ExprId value_if_gone(void *context, ExprTable *t, VarId var)
{
  const Extension *x = context;
  ExprId value = x->value[var.i];
  return value.i >= 0 ? value : expr_var(t, var);
}

static ExprId index_minimal_extension_put_in(Extension *x, ExprId e)
{
  return walk_replace(x->walk, e, false, value_if_gone, x);
}

/* How many derivatives in a row were put into the equation? */
static int depth_of(const Extension *x, ExprId residual)
{
  int depth = 0;
  walk_from(x->walk, residual, false);
  for (int i = 0; i < x->walk->n_nodes; i++) {
    const ExprNode *n = expr_node(x->sys->exprs, x->walk->node[i]);
    if (n->op != EXPR_VAR || x->value[n->var.i].i < 0) continue;
    if (x->depth[n->var.i] > depth) depth = x->depth[n->var.i];
  }
  return depth + 1;
}

/* v from the residual, if its factor is a number; else NO_EXPR. */
static ExprId value_from(const Extension *x, ExprId residual, VarId v)
{
  ExprId divisor = NO_EXPR;
  if (!is_new(x->sys, v) || x->value[v.i].i >= 0) return NO_EXPR;
  ExprId value = solve_for(x->walk, residual, v, &divisor);
  bool is_safe = divisor.i < 0 || expr_is_const(x->sys->exprs, divisor, NULL);
  return is_safe ? value : NO_EXPR;
}

/* A differentiated equation is solved for a new derivative, that it was
 * matched to if possible. The factor is what those before left of it: the sum
 * of Kirchhoff's equations around a loop of a circuit, free of the derivatives
 * of potentials, comes about this way. */
static void take_equation(Extension *x, int e)
{
  System *sys = x->sys;
  const Eq *eq = &sys->eq[e];
  if (eq->integral.i < 0 || eq->has_start_residual) return;
  int depth = depth_of(x, eq->residual);
  if (depth > MOST_IN_A_ROW) return;
  ExprId residual = index_minimal_extension_put_in(x, eq->residual);
  VarId v = sys->eq_var[e];
  ExprId value = value_from(x, residual, v);
  if (value.i < 0) {
    IntList list = incidence_of(sys, x->walk, residual, false, x->scratch);
    for (int k = 0; value.i < 0 && k < list.n; k++) {
      v = (VarId){list.item[k]};
      value = value_from(x, residual, v);
    }
  }
  if (value.i < 0) return;
  x->value[v.i] = value;
  x->depth[v.i] = depth;
  x->solved[e] = v;
  x->gone[x->n_gone++] = e;
}

/* What went later may stand in what went before, not the other way round. */
static void close_values(Extension *x)
{
  for (int k = x->n_gone - 1; k >= 0; k--) {
    VarId v = x->solved[x->gone[k]];
    x->value[v.i] = index_minimal_extension_put_in(x, x->value[v.i]);
  }
}

/* --- without them --- */

/* The version before is the most differentiated one now, for the derivative
 * before. */
static void shorten_chains(Extension *x)
{
  System *sys = x->sys;
  for (int e = sys->n_eqs - 1; e >= 0; e--) {
    VarId v = x->solved[e];
    if (v.i < 0) continue;
    VarId below = sys->var[v.i].integral;
    assert(below.i >= 0 && sys->eq[e].integral.i >= 0);
    sys->eq[sys->eq[e].integral.i].derivative = NO_EQ;
    sys->var[below.i].derivative = NO_VAR;
    sys->var[v.i].integral = NO_VAR;
    sys->var[v.i].is_dummy = false;
    sys->var[v.i].kind = VAR_ABSENT;
  }
}

static EqId index_minimal_extension_moved(const int *place, EqId e)
{
  return e.i < 0 ? e : (EqId){place[e.i]};
}

/* Derivatives stand after the given equations: these keep their numbers. */
static void close_gaps(Extension *x, Arena *scratch)
{
  System *sys = x->sys;
  int n = 0;
  int *place = arena_array(scratch, (size_t)sys->n_eqs, sizeof(int));
  for (int e = 0; e < sys->n_eqs; e++) {
    place[e] = x->solved[e].i >= 0 ? -1 : n++;
  }
  for (int e = 0; e < sys->n_eqs; e++) {
    if (place[e] < 0) continue;
    Eq eq = sys->eq[e];
    eq.residual = index_minimal_extension_put_in(x, eq.residual);
    eq.derivative = index_minimal_extension_moved(place, eq.derivative);
    eq.integral = index_minimal_extension_moved(place, eq.integral);
    sys->eq[place[e]] = eq;
  }
  assert(n == sys->n_eqs - x->n_gone);
  sys->n_eqs = n;
  for (int k = 0; k < sys->n_sets; k++) {
    SelectionSet *set = &sys->set[k];
    for (int r = 0; r < set->n_rows; r++) {
      set->row[r] = index_minimal_extension_moved(place, set->row[r]);
    }
  }
  for (int k = 0; k < sys->n_jumps; k++) {
    sys->jump[k].below =
        index_minimal_extension_moved(place, sys->jump[k].below);
  }
  sys->n_steps = 0; /* they name equations that are gone */
}

/* The equations that are left hold other derivatives than before. */
static void match_again(System *sys, Walk *walk, Arena *scratch)
{
  Matching *m = matching_create(scratch, sys->n_eqs, sys->n_vars);
  for (int i = 0; i < sys->n_vars; i++) {
    m->excluded[i] = sys->var[i].derivative.i >= 0;
  }
  for (int e = 0; e < sys->n_eqs; e++) {
    bool is_top = sys->eq[e].derivative.i < 0;
    sys->eq_var[e] = NO_VAR;
    if (!is_top) continue;
    m->row[e] = incidence_of(sys, walk, sys->eq[e].residual, false, scratch);
  }
  for (int e = 0; e < sys->n_eqs; e++) {
    if (sys->eq[e].derivative.i >= 0) continue;
    bool ok = matching_augment(m, e);
    assert(ok && "putting in keeps the Jacobian regular");
    (void)ok;
  }
  for (int e = 0; e < sys->n_eqs; e++) {
    if (m->row_col[e] >= 0) sys->eq_var[e] = (VarId){m->row_col[e]};
  }
}

bool index_minimal_extension_select(System *sys, Session *s)
{
  if (!index_dummy_select(sys, s)) return false;
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  size_t n_vars = (size_t)sys->n_vars, n_eqs = (size_t)sys->n_eqs;
  Extension x = {
      .sys = sys, .walk = walk_create(sys->exprs, scratch), .scratch = scratch};
  x.value = arena_array(scratch, n_vars, sizeof(ExprId));
  for (int i = 0; i < sys->n_vars; i++) x.value[i] = NO_EXPR;
  x.depth = arena_array(scratch, n_vars, sizeof(int));
  x.solved = arena_array(scratch, n_eqs, sizeof(VarId));
  for (int e = 0; e < sys->n_eqs; e++) x.solved[e] = NO_VAR;
  x.gone = arena_array(scratch, n_eqs, sizeof(int));
  Blt blt = top_problem_blocks(sys, x.walk, scratch);
  for (int k = 0; k < blt.start[blt.n_blocks]; k++) {
    if (sys->eq[blt.row[k]].derivative.i < 0) take_equation(&x, blt.row[k]);
  }
  if (x.n_gone > 0) {
    sys->index = system_index(sys);
    close_values(&x);
    shorten_chains(&x);
    close_gaps(&x, scratch);
    match_again(sys, x.walk, scratch);
  }
  arena_release(mark);
  return true;
}

/* --- counting --- */

static bool is_given_unknown(const System *sys, VarId v)
{
  return v.i >= 0 && v.i < sys->n_undifferentiated_vars &&
         sys->var[v.i].kind == VAR_CONTINUOUS && system_is_unknown(sys, v);
}

/* The variable of the given equations that v has as its derivative. */
static VarId index_minimal_extension_given_derivative(const System *sys,
                                                      VarId v)
{
  VarId d = sys->var[v.i].derivative;
  return is_given_unknown(sys, d) ? d : NO_VAR;
}

/* How many given equations can be solved for highest derivatives? */
static int rank_of_derivatives(const System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  Walk *walk = walk_create(sys->exprs, scratch);
  Matching *m = matching_create(scratch, sys->n_given, sys->n_vars);
  int rank = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    VarId v = {i};
    bool is_highest = is_given_unknown(sys, v) && system_is_der(sys, v) &&
                      index_minimal_extension_given_derivative(sys, v).i < 0;
    m->excluded[i] = !is_highest;
  }
  for (int e = 0; e < sys->n_given; e++) {
    m->row[e] = incidence_of(sys, walk, sys->eq[e].residual, false, scratch);
  }
  for (int e = 0; e < sys->n_given; e++) rank += matching_augment_last(m, e);
  return rank;
}

FirstOrderSize index_minimal_extension_size(const System *sys, Session *s,
                                            int n_states)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  int n_links = 0, n_unnamed = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    if (!is_given_unknown(sys, (VarId){i})) continue;
    VarId d = index_minimal_extension_given_derivative(sys, (VarId){i});
    if (d.i < 0) continue;
    bool is_unnamed = system_is_der(sys, d);
    if (is_unnamed && index_minimal_extension_given_derivative(sys, d).i < 0)
      continue;
    n_links++; /* der(x) = v: written so, or to be added */
    n_unnamed += is_unnamed;
  }
  int rank = n_links + rank_of_derivatives(sys, s);
  int given = sys->n_written_eqs + n_unnamed;
  arena_release(mark);
  return (FirstOrderSize){given, given + rank - n_states};
}
