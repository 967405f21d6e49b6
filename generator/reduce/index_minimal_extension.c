/* index_minimal_extension.c: substitution of what differentiation introduced;
 * counting. */
#include "reduce/index_minimal_extension.h"

#include "reduce/index_dummy.h"
#include "reduce/top_problem.h"
#include "symbolic/solve_for.h"

typedef struct Extension {
  System *sys;
  Walk *walk;
  ExprId *value; /* [n_vars] of what is put into the equations; NO_EXPR */
  bool *is_gone; /* [n_eqs] */
  int n_gone;
} Extension;

/* --- which derivatives --- */

/* A dummy derivative that no given equation holds and nothing else needs. */
static bool is_new(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return v.i >= sys->n_undifferentiated_vars && var->is_dummy &&
         sys->var[var->integral.i].set < 0;
}

static ExprId value_if_gone(void *context, ExprTable *t, VarId var)
{
  const Extension *x = context;
  ExprId value = x->value[var.i];
  return value.i >= 0 ? value : expr_var(t, var);
}

static ExprId put_in(Extension *x, ExprId e)
{
  return walk_replace(x->walk, e, false, value_if_gone, x);
}

/* The equation, alone in its block, is solved for a new derivative if its
 * factor is a number. */
static void take_block(Extension *x, int e)
{
  System *sys = x->sys;
  VarId v = sys->eq_var[e];
  const Eq *eq = &sys->eq[e];
  if (eq->integral.i < 0 || !is_new(sys, v) || eq->has_start_residual) return;
  ExprId divisor = NO_EXPR;
  ExprId value = solve_for(x->walk, put_in(x, eq->residual), v, &divisor);
  bool is_safe = divisor.i < 0 || expr_is_const(sys->exprs, divisor, NULL);
  if (value.i < 0 || !is_safe) return;
  x->value[v.i] = value;
  x->is_gone[e] = true;
  x->n_gone++;
}

/* --- without them --- */

/* The version before is the most differentiated one now, for the derivative
 * before. */
static void shorten_chains(Extension *x)
{
  System *sys = x->sys;
  for (int e = sys->n_eqs - 1; e >= 0; e--) {
    if (!x->is_gone[e]) continue;
    VarId v = sys->eq_var[e], below = sys->var[v.i].integral;
    EqId before = sys->eq[e].integral;
    sys->eq[before.i].derivative = NO_EQ;
    sys->eq_var[before.i] = below;
    sys->var[below.i].derivative = NO_VAR;
    sys->var[v.i].integral = NO_VAR;
    sys->var[v.i].is_dummy = false;
    sys->var[v.i].kind = VAR_ABSENT;
  }
}

static EqId moved(const int *place, EqId e)
{
  return e.i < 0 ? e : (EqId){place[e.i]};
}

/* Derivatives stand behind the given equations: these keep their numbers. */
static void close_gaps(Extension *x, Arena *scratch)
{
  System *sys = x->sys;
  int n = 0;
  int *place = arena_array(scratch, (size_t)sys->n_eqs, sizeof(int));
  for (int e = 0; e < sys->n_eqs; e++) place[e] = x->is_gone[e] ? -1 : n++;
  for (int e = 0; e < sys->n_eqs; e++) {
    if (place[e] < 0) continue;
    Eq eq = sys->eq[e];
    eq.residual = put_in(x, eq.residual);
    eq.derivative = moved(place, eq.derivative);
    eq.integral = moved(place, eq.integral);
    sys->eq_var[place[e]] = sys->eq_var[e];
    sys->eq[place[e]] = eq;
  }
  sys->n_eqs = n;
  for (int k = 0; k < sys->n_sets; k++) {
    SelectionSet *set = &sys->set[k];
    for (int r = 0; r < set->n_rows; r++) {
      set->row[r] = moved(place, set->row[r]);
    }
  }
  sys->n_steps = 0; /* they name equations that are gone */
}

bool index_minimal_extension_select(System *sys, Session *s)
{
  if (!index_dummy_select(sys, s)) return false;
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  Extension x = {.sys = sys, .walk = walk_create(sys->exprs, scratch)};
  x.value = arena_array(scratch, (size_t)sys->n_vars, sizeof(ExprId));
  for (int i = 0; i < sys->n_vars; i++) x.value[i] = NO_EXPR;
  x.is_gone = arena_array(scratch, (size_t)sys->n_eqs, sizeof(bool));
  Blt blt = top_problem_blocks(sys, x.walk, scratch);
  for (int k = 0; k < blt.n_blocks; k++) {
    int first = blt.start[k], e = blt.row[first];
    bool is_single = blt.start[k + 1] == first + 1;
    if (is_single && sys->eq[e].derivative.i < 0) take_block(&x, e);
  }
  if (x.n_gone > 0) {
    sys->index = system_index(sys);
    shorten_chains(&x);
    close_gaps(&x, scratch);
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
static VarId given_derivative(const System *sys, VarId v)
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
                      given_derivative(sys, v).i < 0;
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
    VarId d = given_derivative(sys, (VarId){i});
    if (d.i < 0) continue;
    bool is_unnamed = system_is_der(sys, d);
    if (is_unnamed && given_derivative(sys, d).i < 0) continue;
    n_links++; /* der(x) = v: written so, or to be added */
    n_unnamed += is_unnamed;
  }
  int rank = n_links + rank_of_derivatives(sys, s);
  int given = sys->n_written_eqs + n_unnamed;
  arena_release(mark);
  return (FirstOrderSize){given, given + rank - n_states};
}
