/* preferred_states.c: a search from the equation of a preferred variable, then the
 * derivatives of all that it met. */
#include "reduce/index/preferred_states.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/index/jumps.h"
#include "reduce/index/state_preference.h"
#include "reduce/structure/derivative_arguments.h"
#include "reduce/system/family.h"
#include "reduce/system/time_derivative.h"
#include "symbolic/call.h"

/* All searches together look at so many equations for each of the model. */
enum { MOST_WORK = 20, FREE_WORK = 10000 };

typedef struct Wanted {
  Session *s;
  System *sys;
  Walk *walk;
  Arena *scratch;
  int *row_of; /* [n_vars] of highest derivatives: their equation + 1 */
  int cap_vars;
  int *stamp; /* [n_eqs] the search that met it last */
  int cap_eqs;
  int now;
  VarId *eq_var; /* System.eq_var, with room for more */
  int cap_eq_var;
  int64_t work;

  /* the present search */
  VarId top; /* of the chain that is wanted */
  StateSelect preference;
  EqId *row;      /* all that the equation of `top` needs */
  IntList *holds; /* [n_rows] their unknowns */
  int n_rows, cap_rows, cap_holds;
} Wanted;

/* --- the matching, as it grows --- */

static void preferred_states_match(Wanted *w, EqId e, VarId v)
{
  w->row_of = vector_grow(w->scratch, w->row_of, &w->cap_vars, v.i + 1,
                          sizeof w->row_of[0]);
  w->eq_var = vector_grow(w->sys->arena, w->eq_var, &w->cap_eq_var, e.i + 1,
                          sizeof w->eq_var[0]);
  w->stamp = vector_grow(w->scratch, w->stamp, &w->cap_eqs, e.i + 1,
                         sizeof w->stamp[0]);
  w->eq_var[e.i] = v;
  w->sys->eq_var = w->eq_var;
  if (v.i >= 0) w->row_of[v.i] = e.i + 1;
}

static EqId preferred_states_row_of(const Wanted *w, VarId top)
{
  return (EqId){top.i < w->cap_vars ? w->row_of[top.i] - 1 : -1};
}

static bool preferred_states_is_top(const System *sys, VarId v)
{
  return sys->var[v.i].derivative.i < 0;
}

static VarId preferred_states_top_of(const System *sys, VarId v, int *steps)
{
  for (*steps = 0; !preferred_states_is_top(sys, v); ++*steps)
    v = sys->var[v.i].derivative;
  return v;
}

/* --- the search --- */

static void preferred_states_meet(Wanted *w, EqId e)
{
  if (e.i < 0 || w->stamp[e.i] == w->now) return;
  w->stamp[e.i] = w->now;
  w->row = vector_grow(w->scratch, w->row, &w->cap_rows, w->n_rows + 1,
                       sizeof w->row[0]);
  w->holds = vector_grow(w->scratch, w->holds, &w->cap_holds, w->n_rows + 1,
                         sizeof w->holds[0]);
  w->row[w->n_rows++] = e;
}

/* The derivative of something that is wanted less, whose equation was given
 * as it is: the constraint can be solved for it already. */
static bool gives_way(const Wanted *w, VarId top)
{
  const System *sys = w->sys;
  EqId e = preferred_states_row_of(w, top);
  return e.i >= 0 && sys->eq[e.i].integral.i < 0 &&
         sys->var[top.i].integral.i >= 0 &&
         state_preference_at(sys, top, 1) < w->preference;
}

/* All equations that determine the highest derivative `top`. False: it need
 * not be differentiated, the choice is open. */
static bool preferred_states_search(Wanted *w)
{
  const System *sys = w->sys;
  bool has_derivative = sys->var[w->top.i].state_select < STATE_PREFER;
  w->now++;
  w->n_rows = 0;
  preferred_states_meet(w, preferred_states_row_of(w, w->top));
  for (int k = 0; k < w->n_rows; k++) {
    w->holds[k] =
        derivative_arguments_incidence(sys, w->walk, w->row[k], w->scratch);
    w->work += 1 + w->holds[k].n;
    for (int i = 0; i < w->holds[k].n; i++) {
      VarId v = {w->holds[k].item[i]};
      if (!preferred_states_is_top(sys, v)) continue;
      if (has_derivative && gives_way(w, v)) return false;
      preferred_states_meet(w, preferred_states_row_of(w, v));
    }
  }
  return true;
}

/* How often the equations must be differentiated to hold the highest
 * derivative of something that is wanted less; 0: there is no such thing. */
static int times_needed(const Wanted *w, const char **why)
{
  int least = 0, least_wanted = 0;
  for (int k = 0; k < w->n_rows; k++) {
    for (int i = 0; i < w->holds[k].n; i++) {
      int steps;
      VarId top =
          preferred_states_top_of(w->sys, (VarId){w->holds[k].item[i]}, &steps);
      EqId e = preferred_states_row_of(w, top);
      if (steps == 0 || e.i < 0 || w->stamp[e.i] == w->now) continue;
      bool weaker = state_preference_at(w->sys, top, 1) < w->preference;
      int *least_of = weaker ? &least : &least_wanted;
      if (*least_of == 0 || steps < *least_of) *least_of = steps;
    }
  }
  if (least_wanted > 0 && (least == 0 || least_wanted < least)) {
    *why = "the states that determine it are preferred as much";
    return 0;
  }
  if (least == 0) *why = "no other state could be computed from it";
  return least;
}

/* --- what forbids it --- */

/* Between events a discrete variable is constant, but where it jumps so does
 * the preferred one, and a state must not. */
static const char *what_jumps(Wanted *w, ExprId residual)
{
  const System *sys = w->sys;
  const char *why = NULL;
  walk_from(w->walk, residual, true);
  ArenaMark mark = arena_mark(w->walk->arena);
  const bool *counts = jumps_counting(w->walk);
  for (int k = 0; k < w->walk->n_nodes && !why; k++) {
    const ExprNode *n = expr_node(sys->exprs, w->walk->node[k]);
    if (!counts[k]) continue;
    if (walk_is_event(n)) why = "it changes with an event";
    if (n->op != EXPR_VAR) continue;
    VarKind kind = sys->var[n->var.i].kind;
    if (kind == VAR_DISCRETE || kind == VAR_MEMORY) {
      why = arena_printf(sys->arena, "it may jump with '%s'",
                         sys->var[n->var.i].name);
    }
  }
  arena_release(mark);
  return why;
}

static const char *find_jump(Wanted *w)
{
  const char *why = NULL;
  for (int k = 0; k < w->n_rows && !why; k++) {
    EqId e = w->row[k];
    EqId given = system_eq_integral(w->sys, e, system_eq_order(w->sys, e));
    why = what_jumps(w, w->sys->eq[given.i].residual);
  }
  return why;
}

/* --- differentiation, all or nothing --- */

static void undo(Wanted *w, int n_vars, int n_eqs)
{
  assert(n_vars <= w->sys->n_vars && n_eqs <= w->sys->n_eqs);
  System *sys = w->sys;
  for (int i = n_vars; i < sys->n_vars; i++) {
    sys->var[sys->var[i].integral.i].derivative = NO_VAR;
    if (i < w->cap_vars) w->row_of[i] = 0;
  }
  for (int k = n_eqs; k < sys->n_eqs; k++) {
    sys->eq[sys->eq[k].integral.i].derivative = NO_EQ;
  }
  sys->n_vars = n_vars;
  sys->n_eqs = n_eqs;
}

static void derive_unknowns(Wanted *w)
{
  for (int k = 0; k < w->n_rows; k++) {
    VarId d = system_derivative(w->sys, w->s, w->sys->eq_var[w->row[k].i]);
    w->sys->var[d.i].is_generated = true;
  }
}

/* Of one equation; says why not. */
static const char *derive_equation(Wanted *w, EqId e)
{
  System *sys = w->sys;
  VarId input, d = sys->var[sys->eq_var[e.i].i].derivative;
  ExprId residual =
      time_derivative(sys, w->s, w->walk, sys->eq[e.i].residual, false, &input);
  if (residual.i < 0 && input.i < 0) {
    return "it depends on a function that has no derivative";
  }
  if (residual.i < 0) {
    return arena_printf(sys->arena, "the derivative of '%s' is not known",
                        sys->var[input.i].name);
  }
  if (!walk_contains(w->walk, residual, d)) {
    return "its equation does not give its derivative";
  }
  EqId made = system_add_eq(sys, residual, sys->eq[e.i].span);
  sys->eq[made.i].integral = e;
  sys->eq[e.i].derivative = made;
  family_derive(sys, e, made);
  return NULL;
}

/* NULL: done; w->row are the derivatives now. */
static const char *derive_once(Wanted *w)
{
  System *sys = w->sys;
  const char *why = NULL;
  derive_unknowns(w);
  for (int k = 0; k < w->n_rows && !why; k++) {
    why = derive_equation(w, w->row[k]);
  }
  for (int k = 0; k < w->n_rows && !why; k++) {
    EqId e = w->row[k], made = sys->eq[e.i].derivative;
    preferred_states_match(w, made, sys->var[sys->eq_var[e.i].i].derivative);
    w->row[k] = made;
  }
  return why;
}

static void forget_lower(Wanted *w)
{
  System *sys = w->sys;
  for (int k = 0; k < w->n_rows; k++) {
    for (EqId e = sys->eq[w->row[k].i].integral; e.i >= 0;
         e = sys->eq[e.i].integral) {
      w->eq_var[e.i] = NO_VAR;
    }
  }
}

/* For explain: `times` steps of the same equations. */
static void note_steps(Wanted *w, VarId wanted, int times)
{
  assert(times > 0 && w->n_rows > 0);
  System *sys = w->sys;
  for (int t = times; t > 0; t--) {
    size_t n = (size_t)w->n_rows;
    DifferentiationStep step = {.eq = arena_array(sys->arena, n, sizeof(EqId)),
                                .n_eqs = w->n_rows,
                                .wanted = wanted};
    for (int k = 0; k < w->n_rows; k++) {
      step.eq[k] = system_eq_integral(sys, w->row[k], t);
    }
    sys->step = vector_grow(sys->arena, sys->step, &sys->cap_steps,
                            sys->n_steps + 1, sizeof step);
    sys->step[sys->n_steps++] = step;
  }
}

/* --- one preferred chain after the other --- */

/* NULL: done, or there is nothing to do. */
static const char *grant(Wanted *w, VarId wanted)
{
  System *sys = w->sys;
  const char *why = NULL;
  if (w->work > FREE_WORK + (int64_t)MOST_WORK * sys->n_given) {
    return "too many equations would have to be differentiated";
  }
  if (!preferred_states_search(w)) return NULL;
  int times = times_needed(w, &why);
  if (times == 0) return why;
  if (w->preference < STATE_ALWAYS) why = find_jump(w);
  int n_vars = sys->n_vars, n_eqs = sys->n_eqs;
  for (int t = 0; t < times && !why; t++) why = derive_once(w);
  if (why) {
    undo(w, n_vars, n_eqs);
    return why;
  }
  forget_lower(w);
  note_steps(w, wanted, times);
  return NULL;
}

/* The last one of the chain that is wanted; NO_VAR: none. */
static VarId wanted_of(const System *sys, VarId top)
{
  VarId v = top;
  while (v.i >= 0 && sys->var[v.i].state_select < STATE_PREFER) {
    v = sys->var[v.i].integral;
  }
  return v;
}

/* A chain whose highest derivative has an equation of its own that was given
 * is a state without more ado. */
static bool preferred_states_is_free(const Wanted *w, VarId top, VarId wanted)
{
  EqId e = preferred_states_row_of(w, top);
  return e.i < 0 || (!var_same(top, wanted) && w->sys->eq[e.i].integral.i < 0);
}

static void preferred_states_look_at(Wanted *w, VarId top)
{
  System *sys = w->sys;
  VarId wanted = wanted_of(sys, top);
  if (wanted.i < 0 || preferred_states_is_free(w, top, wanted)) return;
  w->top = top;
  w->preference = sys->var[wanted.i].state_select;
  const char *why = grant(w, wanted);
  if (why) sys->var[wanted.i].why = why;
}

static Wanted *preferred_states_start(System *sys, Session *s)
{
  Wanted *w = arena_alloc(session_scratch(s), sizeof *w);
  *w = (Wanted){.s = s, .sys = sys, .scratch = session_scratch(s)};
  w->walk = walk_create(sys->exprs, w->scratch);
  const VarId *old = sys->eq_var;
  for (int k = 0; k < sys->n_eqs; k++)
    preferred_states_match(w, (EqId){k}, old[k]);
  return w;
}

static bool any_wanted(const System *sys)
{
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->kind == VAR_CONTINUOUS && var->alias_of.i < 0 &&
        var->state_select >= STATE_PREFER) {
      return true;
    }
  }
  return false;
}

static void grant_all(System *sys, Session *s)
{
  assert(sys->eq_var);
  ArenaMark mark = arena_mark(session_scratch(s));
  Wanted *w = preferred_states_start(sys, s);
  int index = system_index(sys), n = sys->n_vars, n_eqs = sys->n_eqs;
  for (int i = 0, steps; i < n; i++) {
    const Var *var = &sys->var[i]; /* the first of a chain? */
    if (var->kind != VAR_CONTINUOUS || var->alias_of.i >= 0) continue;
    if (var->type != VAR_REAL || var->integral.i >= 0) continue;
    preferred_states_look_at(w,
                             preferred_states_top_of(sys, (VarId){i}, &steps));
  }
  if (sys->n_eqs > n_eqs) sys->index = index;
  arena_release(mark);
}

bool preferred_states_differentiate(System *sys, Session *s)
{
  bool is_ready = sys->choice.reduction == REDUCTION_DUMMY ||
                  properties_hold(sys->properties, HAS(METHOD_APPLIED));
  if (is_ready && any_wanted(sys)) grant_all(sys, s);
  return true;
}
