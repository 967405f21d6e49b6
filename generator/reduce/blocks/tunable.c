/* tunable.c: what is read is marked backward through the dependent parameters,
 * what can be changed forward. */
#include "reduce/blocks/tunable.h"

#include "reduce/blocks/dependencies.h"
#include "reduce/system/incidence.h"

typedef struct Search {
  const System *sys;
  Walk *walk;
  const BlockSequence *parameters;
  bool *is_read;  /* [n_vars] by the running model */
  bool *is_bound; /* [n_vars] by what keeps its value */
} Search;

static void mark_walked(const Walk *walk, bool *mark)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (n->op == EXPR_VAR) mark[n->var.i] = true;
  }
}

static void mark_expr(Search *search, ExprId e, bool *mark)
{
  if (e.i < 0) return;
  walk_from(search->walk, e, false);
  mark_walked(search->walk, mark);
}

/* By what is noted of the residuals; false: not of all. */
static bool mark_noted(const Search *search, const ReducedBlock *b, bool *mark)
{
  if (b->kind == BLOCK_ASSIGN) return false;
  for (int k = 0; k < b->n; k++) {
    int n;
    bool time;
    const int32_t *var =
        incidence_noted(search->sys, b->residual[k], &n, &time);
    if (!var) return false;
    for (int i = 0; i < n; i++) mark[var[i]] = true;
  }
  return true;
}

static void mark_read(Search *search, const BlockSequence *continuous)
{
  const System *sys = search->sys;
  for (int k = 0; k < continuous->n_blocks; k++) {
    const ReducedBlock *b = &continuous->block[k];
    if (mark_noted(search, b, search->is_read)) continue;
    dependencies_walk_block(search->walk, b, false);
    mark_walked(search->walk, search->is_read);
  }
  for (int k = 0; k < sys->n_reinits; k++) {
    mark_expr(search, sys->reinit[k].active, search->is_read);
    mark_expr(search, sys->reinit[k].value, search->is_read);
  }
  for (int k = 0; k < sys->n_assertions; k++) {
    mark_expr(search, sys->assertion[k].condition, search->is_read);
  }
  VarId tolerance = sys->experiment.tolerance_parameter; /* by integrators */
  if (tolerance.i >= 0) search->is_read[tolerance.i] = true;
}

static void mark_bound(Search *search)
{
  const System *sys = search->sys;
  for (int k = 0; k < sys->n_samples; k++) {
    mark_expr(search, sys->sample[k].start, search->is_bound);
    mark_expr(search, sys->sample[k].interval, search->is_bound);
  }
  for (int k = 0; k < sys->n_delays; k++) {
    search->is_bound[sys->delay[k].longest.i] = true;
  }
  for (int k = 0; k < sys->n_transports; k++) {
    const Transport *t = &sys->transport[k];
    for (int i = 0; i < t->n_points; i++) {
      search->is_bound[t->point[i].i] = search->is_bound[t->value[i].i] = true;
    }
  }
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->kind != VAR_PARAMETER || !var->is_set_at_start) continue;
    mark_expr(search, var->binding, search->is_bound);
  }
}

/* Parents come before their children in the sequence. */
static void mark_parents(Search *search)
{
  for (int k = search->parameters->n_blocks - 1; k >= 0; k--) {
    const ReducedBlock *b = &search->parameters->block[k];
    bool is_read = false, is_bound = false;
    for (int j = 0; j < b->n; j++) {
      is_read |= search->is_read[b->unknown[j].i];
      is_bound |= search->is_bound[b->unknown[j].i];
    }
    if (!is_read && !is_bound) continue;
    dependencies_walk_block(search->walk, b, false);
    if (is_read) mark_walked(search->walk, search->is_read);
    if (is_bound) mark_walked(search->walk, search->is_bound);
  }
}

static bool reads_tunable(const Walk *walk, const bool *tunable)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (n->op == EXPR_VAR && tunable[n->var.i]) return true;
  }
  return false;
}

static void mark_children(Search *search, bool *tunable)
{
  for (int k = 0; k < search->parameters->n_blocks; k++) {
    const ReducedBlock *b = &search->parameters->block[k];
    for (int j = 0; j < b->n; j++) tunable[b->unknown[j].i] = false;
    dependencies_walk_block(search->walk, b, false);
    bool follows = reads_tunable(search->walk, tunable);
    for (int j = 0; j < b->n; j++) tunable[b->unknown[j].i] = follows;
  }
}

bool *tunable_parameters(const System *sys, Walk *walk,
                         const BlockSequence *parameters,
                         const BlockSequence *continuous, Arena *arena,
                         Arena *scratch)
{
  ArenaMark mark = arena_mark(scratch);
  size_t n = (size_t)sys->n_vars;
  Search search = {.sys = sys,
                   .walk = walk,
                   .parameters = parameters,
                   .is_read = arena_array(scratch, n, sizeof(bool)),
                   .is_bound = arena_array(scratch, n, sizeof(bool))};
  bool *tunable = arena_array(arena, n, sizeof(bool));
  mark_read(&search, continuous);
  mark_bound(&search);
  mark_parents(&search);
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    tunable[i] = var->kind == VAR_PARAMETER && !var->is_set_at_start &&
                 var->binding.i >= 0 && search.is_read[i] &&
                 !search.is_bound[i] && !var->is_string;
  }
  mark_children(&search, tunable);
  arena_release(mark);
  return tunable;
}
