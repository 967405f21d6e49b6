/* state_preference.c: weights for the choice, warnings about what could not be
 * granted. */
#include "reduce/index/state_preference.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "reduce/structure/derivative_arguments.h"

/* --- before the choice --- */

bool state_preference_prepare(System *sys, Session *s)
{
  int n = sys->n_vars;
  for (int i = 0; i < n; i++) {
    const Var *var = &sys->var[i];
    if (var->state_select != STATE_ALWAYS || var->derivative.i >= 0) continue;
    if (var->kind != VAR_CONTINUOUS || var->type != VAR_REAL) continue;
    if (var->alias_of.i >= 0) continue;
    VarId d = system_derivative(sys, s, (VarId){i});
    sys->var[d.i].is_generated = true;
  }
  return true;
}

/* The one that is further from the default. */
static StateSelect stronger(StateSelect a, StateSelect b)
{
  return abs((int)b - STATE_DEFAULT) > abs((int)a - STATE_DEFAULT) ? b : a;
}

StateSelect state_preference_at(const System *sys, VarId top, int level)
{
  StateSelect preference = STATE_DEFAULT;
  for (VarId v = system_integral(sys, top, level); v.i >= 0;
       v = sys->var[v.i].integral) {
    preference = stronger(preference, sys->var[v.i].state_select);
  }
  return preference;
}

int state_preference_rank(const System *sys, VarId top, int level)
{
  assert(system_integral(sys, top, level).i >= 0);
  StateSelect own = sys->var[system_integral(sys, top, level).i].state_select;
  StateSelect inherited = state_preference_at(sys, top, level + 1);
  bool opposite = (own < STATE_DEFAULT && inherited > STATE_DEFAULT) ||
                  (own > STATE_DEFAULT && inherited < STATE_DEFAULT);
  if (opposite || stronger(own, inherited) == own) return 2 * (int)own;
  return 2 * (int)inherited + (inherited < STATE_DEFAULT ? 1 : -1);
}

/* By rank: an inherited preference (odd) is less than a factor of ten, which
 * decides between pivots, away from an own one. */
double state_preference_weight(int rank)
{
  assert(rank >= 2 * STATE_NEVER && rank <= 2 * STATE_ALWAYS);
  static const double weight[] = {1e4, 3e3, 1e2, 30, 1, 3e-4, 1e-4, 3e-5, 1e-5};
  return weight[rank];
}

double state_preference_weight_running(int rank)
{
  assert(rank >= 2 * STATE_NEVER && rank <= 2 * STATE_ALWAYS);
  static const double weight[] = {10,      10,      3,        3,       1,
                                  1.0 / 3, 1.0 / 3, 1.0 / 10, 1.0 / 10};
  return weight[rank];
}

const char *state_preference_name(StateSelect preference)
{
  assert(preference <= STATE_ALWAYS);
  static const char *const name[] = {[STATE_NEVER] = "StateSelect.never",
                                     [STATE_AVOID] = "StateSelect.avoid",
                                     [STATE_DEFAULT] = "StateSelect.default",
                                     [STATE_PREFER] = "StateSelect.prefer",
                                     [STATE_ALWAYS] = "StateSelect.always"};
  return name[preference];
}

bool state_preference_keeps_start(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  if (var->state_select < STATE_PREFER || var->is_generated) return false;
  if (var->start.i >= 0) return true;
  while (sys->var[v.i].derivative.i >= 0) v = sys->var[v.i].derivative;
  return !sys->var[v.i].is_generated;
}

/* --- blocks in which the preference can be granted --- */

typedef struct Join {
  const System *sys;
  const Blt *blt;
  int *block_of; /* [n_vars] of the equation that a variable is matched to */
  int *parent;   /* [n_blocks] union-find */
  StateSelect
      *preference; /* [n_blocks] of a root: the strongest of its parts */
} Join;

static int state_preference_root_of(Join *j, int k)
{
  while (j->parent[k] != k) {
    j->parent[k] = j->parent[j->parent[k]];
    k = j->parent[k];
  }
  return k;
}

static void state_preference_find_places(Join *j)
{
  for (int i = 0; i < j->sys->n_vars; i++) j->block_of[i] = -1;
  for (int k = 0; k < j->blt->n_blocks; k++) {
    j->parent[k] = k;
    for (int r = j->blt->start[k]; r < j->blt->start[k + 1]; r++) {
      VarId z = j->sys->eq_var[j->blt->row[r]];
      if (z.i >= 0) j->block_of[z.i] = k;
    }
  }
}

static bool is_differentiated(const System *sys, int row)
{
  return sys->eq[row].derivative.i < 0 && sys->eq[row].integral.i >= 0;
}

static void state_preference_unite(Join *j, int a, int b)
{
  a = state_preference_root_of(j, a);
  b = state_preference_root_of(j, b);
  if (j->preference[b] > j->preference[a]) j->preference[a] = j->preference[b];
  j->parent[b] = a;
}

static StateSelect strongest_in(const Join *j, int block)
{
  StateSelect most = STATE_NEVER;
  for (int r = j->blt->start[block]; r < j->blt->start[block + 1]; r++) {
    VarId z = j->sys->eq_var[j->blt->row[r]];
    if (z.i < 0 || j->sys->var[z.i].integral.i < 0) continue;
    StateSelect preference = state_preference_at(j->sys, z, 1);
    if (preference > most) most = preference;
  }
  return most;
}

/* Are there enough columns in the block that are wanted less than its strongest
 * to be solved for? Then a preference of its own needs no other block. */
static bool state_preference_has_choice(const Join *j, int block,
                                        StateSelect own)
{
  int n_rows = 0, n_less = 0;
  for (int r = j->blt->start[block]; r < j->blt->start[block + 1]; r++) {
    VarId z = j->sys->eq_var[j->blt->row[r]];
    n_rows += is_differentiated(j->sys, j->blt->row[r]);
    if (z.i < 0 || j->sys->var[z.i].integral.i < 0) continue;
    n_less += state_preference_at(j->sys, z, 1) < own;
  }
  return n_rows <= n_less;
}

/* A constraint of this block may be solved for what is wanted less in another
 * block that it needs: both become one. */
static void join_with_needed(Join *j, Walk *walk, Arena *arena, int block)
{
  StateSelect own = j->preference[state_preference_root_of(j, block)];
  if (strongest_in(j, block) == own &&
      state_preference_has_choice(j, block, own))
    return;
  for (int r = j->blt->start[block]; r < j->blt->start[block + 1]; r++) {
    int row = j->blt->row[r];
    if (!is_differentiated(j->sys, row)) continue;
    IntList list =
        derivative_arguments_incidence(j->sys, walk, (EqId){row}, arena);
    for (int k = 0; k < list.n; k++) {
      VarId z = {list.item[k]};
      if (j->block_of[z.i] < 0 || j->block_of[z.i] == block) continue;
      if (j->sys->var[z.i].derivative.i >= 0) continue;
      if (j->sys->var[z.i].integral.i < 0) continue;
      if (state_preference_at(j->sys, z, 1) >= own) continue;
      state_preference_unite(j, block, j->block_of[z.i]);
    }
  }
}

/* Makes the row need the column. */
static void state_preference_add_need(Matching *m, int row, int col)
{
  assert(row >= 0 && row < m->n_rows && col >= 0);
  IntList *list = &m->row[row];
  int *item = arena_array(m->arena, (size_t)list->n + 1, sizeof item[0]);
  if (list->n > 0) memcpy(item, list->item, (size_t)list->n * sizeof item[0]);
  item[list->n++] = col;
  list->item = item;
}

/* The blocks as the union-find has them. What lies between two parts belongs
 * to them, too: it needs the one and the other needs it. So parts that are
 * joined are made to need each other, and strong components do the rest. */
static Blt joined(Join *j, Matching *m, Arena *arena)
{
  int n = j->blt->n_blocks;
  int *before = arena_array(arena, (size_t)n, sizeof before[0]);
  bool any = false;
  for (int k = 0; k < n; k++) before[k] = -1;
  for (int k = 0; k < n; k++) {
    int root = state_preference_root_of(j, k);
    if (before[root] >= 0) {
      int own = j->blt->row[j->blt->start[k]];
      int other = j->blt->row[j->blt->start[before[root]]];
      state_preference_add_need(m, own, m->row_col[other]);
      state_preference_add_need(m, other, m->row_col[own]);
      any = true;
    }
    before[root] = k;
  }
  return any ? blt_order(m, arena) : *j->blt;
}

static bool any_preference(const System *sys)
{
  for (int i = 0; i < sys->n_vars; i++) {
    if (sys->var[i].state_select != STATE_DEFAULT) return true;
  }
  return false;
}

Blt state_preference_blocks(const System *sys, Walk *walk, Arena *arena)
{
  if (!any_preference(sys)) return top_problem_blocks(sys, walk, arena);
  Matching *m = top_problem_graph(sys, walk, arena);
  Blt blt = blt_order(m, arena);
  Join j = {sys, &blt, arena_array(arena, (size_t)sys->n_vars, sizeof(int)),
            arena_array(arena, (size_t)blt.n_blocks, sizeof(int)),
            arena_array(arena, (size_t)blt.n_blocks, sizeof(StateSelect))};
  state_preference_find_places(&j);
  for (int k = 0; k < blt.n_blocks; k++) j.preference[k] = strongest_in(&j, k);
  /* what needs a block comes after it, and brings its preferences */
  for (int k = blt.n_blocks - 1; k >= 0; k--) {
    join_with_needed(&j, walk, arena, k);
  }
  return joined(&j, m, arena);
}

/* --- what could not be granted --- */

/* The differentiated equations that hold it. */
static void note_constraints(const System *sys, Session *s, Diagnostic *d,
                             VarId v)
{
  enum { MOST_LISTED = 4 };
  Walk *walk = walk_create(sys->exprs, session_scratch(s));
  int listed = 0;
  for (int k = 0; k < sys->n_given && listed < MOST_LISTED; k++) {
    if (sys->eq[k].derivative.i < 0) continue;
    if (!walk_contains(walk, sys->eq[k].residual, v)) continue;
    diagnostic_note(s, d, sys->eq[k].span,
                    "this constraint ties it to other candidates");
    listed++;
  }
}

static void report_always(const System *sys, Session *s, VarId v)
{
  const Var *var = &sys->var[v.i];
  bool in_set = var->set >= 0;
  Diagnostic *d = diagnostic_warning(
      s, var->span, W303, "'%s' %s, but %s", var->name,
      var->is_reset ? "is set by reinit(), which makes it a state"
                    : "has stateSelect = StateSelect.always",
      in_set ? "whether it is a state is decided while the FMU runs"
             : "the constraints leave no choice in which it is a state");
  note_constraints(sys, s, d, v);
}

static void report_never(const System *sys, Session *s, VarId v)
{
  const Var *var = &sys->var[v.i];
  bool in_set = var->set >= 0;
  Diagnostic *d = diagnostic_warning(
      s, var->span, W304, "'%s' has stateSelect = StateSelect.never, but %s",
      var->name,
      in_set ? "becomes a state where the others determine it badly"
             : "nothing else can be the state in its place");
  note_constraints(sys, s, d, v);
}

void state_preference_report(const System *sys, Session *s)
{
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->kind != VAR_CONTINUOUS || var->alias_of.i >= 0) continue;
    bool sure = var->role == ROLE_STATE && var->set < 0;
    bool maybe = var->role == ROLE_STATE || var->set >= 0;
    if (var->state_select == STATE_ALWAYS && !sure) {
      report_always(sys, s, (VarId){i});
    }
    if (var->state_select == STATE_NEVER && maybe) {
      report_never(sys, s, (VarId){i});
    }
  }
}
