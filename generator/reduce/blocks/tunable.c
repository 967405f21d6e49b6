/* tunable.c: what is read is marked backward through the dependent parameters,
 * what can be changed forward. */
#include "reduce/blocks/tunable.h"

#include <assert.h>

#include "reduce/blocks/block_walk.h"
#include "reduce/index/jumps.h"
#include "reduce/system/incidence.h"
#include "reduce/system/system_visit.h"

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

static void tunable_mark_read(Search *search, const BlockSequence *continuous)
{
  for (int k = 0; k < continuous->n_blocks; k++) {
    const ReducedBlock *b = &continuous->block[k];
    if (mark_noted(search, b, search->is_read)) continue;
    block_walk(search->walk, b, false);
    mark_walked(search->walk, search->is_read);
  }
}

/* What is read beside the blocks: while the model runs, or once at the start.
 */
static bool is_beside_blocks(ExprPlace place)
{
  switch (place) {
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_ASSERTION:
  case PLACE_IN_SAMPLE:
  case PLACE_BINDING: return true;
  case PLACE_IN_EQUATION: /* their blocks are marked */
  case PLACE_DISCRETE_VALUE:
  case PLACE_DISCRETE_VARIABLE:
  case PLACE_IN_RELATION: /* with the expressions that hold the relation */
  case PLACE_RELATION_TIME:
  case PLACE_RELATION_DISTANCE:
  case PLACE_IN_SET:
  case PLACE_IN_MONITOR:
  case PLACE_IN_START_RESIDUAL: /* initialization: not bound, computed again */
  case PLACE_IN_INITIAL:
  case PLACE_INITIAL_DISCRETE_VALUE:
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_START:
  case PLACE_AS_WRITTEN: /* not computed */
  case PLACE_INITIAL_AS_WRITTEN:
  case PLACE_BEFORE_SPLIT:
  case PLACE_IN_COMBINATION:
  case PLACE_BOUND: /* numbers of modelDescription.xml */
  case PLACE_NOMINAL: return false;
  }
  return false;
}

static void tunable_mark_expression(void *context, ExprPlace place, int at,
                                    ExprId e)
{
  Search *search = context;
  bool is_binding = place == PLACE_BINDING;
  bool is_bound = is_binding || place == PLACE_IN_SAMPLE;
  const Var *var = is_binding ? &search->sys->var[at] : NULL;
  /* other bindings are blocks */
  if (var && (var->kind != VAR_PARAMETER || !var->is_set_at_start)) return;
  walk_from(search->walk, e, false);
  mark_walked(search->walk, is_bound ? search->is_bound : search->is_read);
}

static bool is_linked_beside_blocks(VarLink link)
{
  switch (link) {
  case LINK_DELAY_LONGEST:
  case LINK_TRANSPORT_PROFILE:
  case LINK_TOLERANCE: return true;
  case LINK_IN_CHAIN: /* not parameters */
  case LINK_REPRESENTATIVE:
  case LINK_IN_PRE:
  case LINK_MATCHED:
  case LINK_REINIT_STATE:
  case LINK_SAMPLED:
  case LINK_DELAY_RESULT:
  case LINK_TRANSPORT_RESULT:
  case LINK_SET_CANDIDATE:
  case LINK_SET_STATE:
  case LINK_FRAME_TIED:
  case LINK_FRAME_ALONG:
  case LINK_FRAME_ENTRY:
  case LINK_OF_MONITOR:
  case LINK_IMPULSE:
  case LINK_IN_STEP:
  case LINK_OF_SYSTEM:
  case LINK_DECIDED: /* constants by now */
  case LINK_DELAYED: /* what only a delay reads is not tuned */
  case LINK_DELAY_TIME:
  case LINK_TRANSPORTED:
  case LINK_TRANSPORT_MOTION: return false;
  }
  return false;
}

/* The tolerance is read by integrators. */
static void tunable_mark_variable(void *context, VarLink link, int at, VarId v)
{
  (void)at;
  Search *search = context;
  bool *mark = link == LINK_TOLERANCE ? search->is_read : search->is_bound;
  mark[v.i] = true;
}

static void mark_beside_blocks(Search *search)
{
  system_read_expressions(search->sys, is_beside_blocks,
                          tunable_mark_expression, search);
  system_read_variables(search->sys, is_linked_beside_blocks,
                        tunable_mark_variable, search);
}

/* What stands in equations whose jumps would need derivatives of impulses. */
static void mark_in_positions(Search *search)
{
  const System *sys = search->sys;
  Walk *walk = search->walk;
  for (int e = 0; e < sys->n_eqs; e++) {
    if (!jumps_is_deep(sys, (EqId){e})) continue;
    walk_from(walk, sys->eq[e].residual, true);
    ArenaMark mark = arena_mark(walk->arena);
    const bool *counts = jumps_counting(walk);
    for (int k = 0; k < walk->n_nodes; k++) {
      const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
      if (counts[k] && n->op == EXPR_VAR) search->is_bound[n->var.i] = true;
    }
    arena_release(mark);
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
    block_walk(search->walk, b, false);
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
    assert(b->kind == BLOCK_ASSIGN); /* see parameters.h */
    for (int j = 0; j < b->n; j++) tunable[b->unknown[j].i] = false;
    block_walk(search->walk, b, false);
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
  tunable_mark_read(&search, continuous);
  mark_beside_blocks(&search);
  mark_in_positions(&search);
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
