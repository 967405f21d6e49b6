/* jump_rows.c: see jump_rows.h. */
#include "reduce/jump_rows.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/blocks/tangent.h"
#include "reduce/index/jumps.h"
#include "reduce/jump_law.h"
#include "symbolic/differentiate.h"

typedef struct RowMaking {
  const System *sys;
  Walk *walk;
  ReducedJumps *jumps;
  Arena *arena;
  int cap_factors;
} RowMaking;

/* --- the constraints --- */

static void add_version(RowMaking *m, EqId e, int jump)
{
  ReducedJumps *j = m->jumps;
  ReducedBlock *rows = &j->rows;
  rows->equation[rows->n] = e;
  rows->span[rows->n] = m->sys->eq[e.i].span;
  rows->residual[rows->n] = m->sys->eq[e.i].residual;
  j->is_deep[rows->n] = jumps_is_deep(m->sys, e);
  j->jumps_by_itself |= jumps_is_source(m->sys, m->walk, e);
  j->jump_of[rows->n++] = jump;
}

/* One derivative below the highest, of all; then the others. */
static void add_versions(RowMaking *m)
{
  const System *sys = m->sys;
  int n_chains = jumps_n_chains(sys);
  assert(n_chains > 0);
  for (int k = 0; k < n_chains; k++) add_version(m, sys->jump[k].below, k);
  for (int k = 0; k < n_chains; k++) {
    EqId e = sys->eq[sys->jump[k].below.i].integral;
    for (; e.i >= 0; e = sys->eq[e.i].integral) add_version(m, e, k);
  }
}

static int count_versions(const System *sys)
{
  int n = 0, n_chains = jumps_n_chains(sys);
  for (int k = 0; k < n_chains; k++) {
    n += 1 + system_eq_order(sys, sys->jump[k].below);
  }
  return n;
}

static void make_versions(RowMaking *m)
{
  size_t n = (size_t)count_versions(m->sys);
  m->jumps->rows = (ReducedBlock){.kind = BLOCK_SELECT};
  m->jumps->rows.equation = arena_array(m->arena, n, sizeof(EqId));
  m->jumps->rows.span = arena_array(m->arena, n, sizeof(Span));
  m->jumps->rows.residual = arena_array(m->arena, n, sizeof(ExprId));
  m->jumps->jump_of = arena_array(m->arena, n, sizeof(int));
  m->jumps->is_deep = arena_array(m->arena, n, sizeof(bool));
  add_versions(m);
  BlockSequence alone = {&m->jumps->rows, 1, 1};
  tangent_fill(m->sys, m->walk, &alone, false, m->arena);
}

/* --- their variables --- */

/* Only what has the highest derivative, or had it before that was put into
 * other equations. */
static bool may_jump(const System *sys, VarId v)
{
  VarId derivative = sys->var[v.i].derivative;
  return derivative.i < 0 || jumps_is_highest(sys, derivative);
}

/* The unknowns that the versions hold. */
static void jump_rows_list_variables(RowMaking *m, Arena *scratch)
{
  const System *sys = m->sys;
  ReducedJumps *j = m->jumps;
  bool *held = arena_array(scratch, (size_t)sys->n_vars, sizeof(bool));
  walk_from_all(m->walk, j->rows.residual, j->rows.n, true);
  int n = 0;
  for (int k = 0; k < m->walk->n_nodes; k++) {
    const ExprNode *node = expr_node(sys->exprs, m->walk->node[k]);
    if (node->op != EXPR_VAR || held[node->var.i]) continue;
    if (sys->var[node->var.i].kind != VAR_CONTINUOUS) continue;
    held[node->var.i] = true;
    n++;
  }
  j->variable = arena_array(m->arena, (size_t)n, sizeof(VarId));
  for (int jumping = 1; jumping >= 0; jumping--) {
    for (int i = 0; i < sys->n_vars; i++) {
      if (held[i] && may_jump(sys, (VarId){i}) == jumping)
        j->variable[j->n_variables++] = (VarId){i};
    }
    if (jumping) j->n_jumping = j->n_variables;
  }
}

/* --- factors --- */

static bool jump_rows_wants_highest(const void *context, VarId v)
{
  return jumps_is_highest(context, v);
}

static void add_factor(RowMaking *m, int row, const GradientEntry *entry,
                       bool is_integrated)
{
  ReducedJumps *j = m->jumps;
  ReducedJumpFactor f = {
      .row = row, .var = entry->var, .own = NO_VAR, .value = entry->value};
  if (is_integrated &&
      jumps_is_own_factor(m->sys, m->walk, entry->var, entry->value))
    f.own = m->sys->var[entry->var.i].integral;
  j->factor = vector_grow(m->arena, j->factor, &m->cap_factors,
                          j->n_factors + 1, sizeof f);
  j->factor[j->n_factors++] = f;
}

/* May the factor change if parameters are set? */
static bool jump_rows_is_settable(const System *sys, Walk *walk, ExprId factor)
{
  walk_from(walk, factor, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op == EXPR_VAR && jumps_is_settable(&sys->var[n->var.i]))
      return true;
  }
  return false;
}

/* All factors of an equation, if one of them may change. */
static void add_factors(RowMaking *m, Gradient *gradient, Walk *other, EqId e)
{
  const System *sys = m->sys;
  ReducedJumps *j = m->jumps;
  bool changes = false, may_be_set = false;
  differentiate_gradient(other, sys->eq[e.i].residual, jump_rows_wants_highest,
                         sys, gradient);
  for (int k = 0; k < gradient->n_entries; k++) {
    ExprId factor = gradient->entry[k].value;
    changes |= !jumps_is_fixed(sys, m->walk, factor);
    may_be_set |= jump_rows_is_settable(sys, m->walk, factor);
  }
  if (!changes && !may_be_set) return;
  int jump = jumps_of_law(sys, e);
  for (int k = 0; k < gradient->n_entries; k++) {
    add_factor(m, j->law.n, &gradient->entry[k], jump >= 0);
  }
  j->law_changes[j->law.n] = changes && jump < 0;
  j->law_jump[j->law.n] = jump;
  j->law.equation[j->law.n] = e;
  j->law.span[j->law.n++] = sys->eq[e.i].span;
}

/* The equations that are not differentiated, are reached by impulses, and lead
 * on to the derivative of something. */
static void make_factors(RowMaking *m, const JumpReach *reach, Arena *scratch)
{
  const System *sys = m->sys;
  Walk *other = walk_create(sys->exprs, scratch);
  Gradient gradient = {0};
  size_t n = (size_t)sys->n_eqs;
  m->jumps->law = (ReducedBlock){.kind = BLOCK_SELECT};
  m->jumps->law.equation = arena_array(m->arena, n, sizeof(EqId));
  m->jumps->law.span = arena_array(m->arena, n, sizeof(Span));
  m->jumps->law_changes = arena_array(m->arena, n, sizeof(bool));
  m->jumps->law_jump = arena_array(m->arena, n, sizeof(int));
  for (int e = 0; e < sys->n_eqs; e++) {
    if (!reach->is_reached[e] || !reach->leads_on[e]) continue;
    if (sys->eq[e].integral.i >= 0) continue;
    add_factors(m, &gradient, other, (EqId){e});
  }
}

void jump_rows_make(const System *sys, Walk *walk, ReducedSystem *r,
                    Arena *arena, Arena *scratch)
{
  RowMaking m = {.sys = sys, .walk = walk, .jumps = &r->jumps, .arena = arena};
  if (sys->n_jumps == 0) return;
  make_versions(&m);
  jump_rows_list_variables(&m, scratch);
  JumpReach reach = jumps_reach(sys, walk, scratch);
  make_factors(&m, &reach, scratch);
  if (sys->choice.circuit) /* a report is asked for */
    jump_law_find(sys, walk, &reach, &r->jumps, arena, scratch);
}
