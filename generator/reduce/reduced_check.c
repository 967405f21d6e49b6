/* reduced_check.c: each sequence is followed once, and what becomes known is
 * numbered: 0 for what is known before, k + 1 for what block k computes. An
 * expression is ready when the last of its variables is; operands come before
 * their users in the table, so that one look at each node finds it for all. */
#include "reduce/reduced_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "reduce/system/reduced_visit.h"
#include "reduce/system/system_visit.h"
#include "symbolic/walk.h"

enum { NEVER = INT32_MAX };

typedef struct Check {
  const ReducedSystem *r;
  const System *sys;
  Walk *walk;
  int32_t *known; /* [n_vars] when; NEVER: not yet or not at all */
  int32_t *ready; /* [n_nodes] the same of expressions */
  int n_nodes;
  bool *seen; /* [n_vars or columns] for one question */
  /* the block that is looked at */
  const ReducedBlock *block;
  int at;
  const char *where;
} Check;

static void reduced_check_require(bool holds, const char *what,
                                  const char *where)
{
  if (holds) return;
  fprintf(stderr, "internal error: reduced invariant '%s' broken at %s\n", what,
          where);
  abort(); /* main() ends as an internal error */
}

/* --- every variable that is named exists --- */

static void reduced_check_exists(const Check *c, VarId v, const char *where)
{
  reduced_check_require(v.i < c->sys->n_vars &&
                            c->sys->var[v.i].kind != VAR_ABSENT,
                        "a variable that is named exists", where);
}

static bool reduced_check_every_in_block(BlockLink link)
{
  (void)link;
  return true;
}

static void check_block_var(void *context, BlockLink link, int at, VarId v)
{
  (void)link, (void)at;
  reduced_check_exists(context, v, "a block");
}

static bool reduced_check_every_link(ReducedLink link)
{
  (void)link;
  return true;
}

static void check_reduced_var(void *context, ReducedLink link, int at, VarId v)
{
  (void)link, (void)at;
  reduced_check_exists(context, v, "a list of variables");
}

static void reduced_check_names(Check *c)
{
  for (int k = 0; k < N_SEQUENCES; k++) {
    sequence_read_variables(reduced_sequence(c->r, (SequencePlace)k),
                            reduced_check_every_in_block, check_block_var, c);
  }
  reduced_read_variables(c->r, reduced_check_every_link, check_reduced_var, c);
}

/* --- when things become known --- */

static void find_ready(Check *c)
{
  const ExprTable *t = c->r->exprs;
  for (int i = 0; i < c->n_nodes; i++) {
    const ExprNode *n = expr_node(t, (ExprId){i});
    int32_t when = 0;
    if (n->op == EXPR_VAR || (n->op == EXPR_DIRECTION && n->var.i >= 0)) {
      /* nodes of functions have numbers of locals there */
      when = n->var.i < c->sys->n_vars ? c->known[n->var.i] : NEVER;
    }
    int n_args = walk_is_event(n) ? 0 : n->n_args; /* its value is frozen */
    for (int a = 0; a < n_args; a++) {
      int32_t other = c->ready[n->arg[a].i];
      if (other > when) when = other;
    }
    c->ready[i] = when;
  }
}

static bool is_ready(const Check *c, ExprId e, int32_t when)
{
  return e.i < c->n_nodes && c->ready[e.i] <= when;
}

static void reduced_check_set_known(Check *c, SequencePlace place)
{
  const System *sys = c->sys;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    bool known = var->kind <= VAR_INPUT || var->kind == VAR_SELECTED;
    if (place == SEQUENCE_CONTINUOUS) {
      known |= var->role == ROLE_STATE && var->set < 0;
    } else if (var->is_set_at_start) {
      known = false;
    }
    c->known[i] = known ? 0 : NEVER;
  }
  /* these are computed by its blocks */
  const BlockSequence *parameters = &c->r->parameters;
  for (int k = 0; place == SEQUENCE_PARAMETERS && k < parameters->n_blocks;
       k++) {
    c->known[parameters->block[k].unknown[0].i] = NEVER;
  }
  for (int k = 0; place == SEQUENCE_INITIAL && k < c->r->n_vars; k++) {
    const ReducedVar *rv = &c->r->var[k];
    if (rv->initial != FMI_EXACT && !rv->is_pinned) continue;
    if (sys->var[rv->var.i].kind != VAR_DISCRETE) c->known[rv->var.i] = 0;
  }
}

static void number_block(Check *c, const ReducedBlock *b, int at)
{
  for (int i = 0; i < b->n_columns; i++) {
    VarId v = b->unknown[i];
    reduced_check_require(v.i >= 0 || b->kind == BLOCK_SELECT,
                          "a column has its unknown", "a block");
    if (v.i < 0) continue;
    reduced_check_require(c->known[v.i] == NEVER, "computed once",
                          c->sys->var[v.i].name);
    c->known[v.i] = at + 1;
  }
}

/* All variables are known in the end. */
static void check_complete(const Check *c)
{
  for (int i = 0; i < c->sys->n_vars; i++) {
    const Var *var = &c->sys->var[i];
    bool shares = var->alias_of.i >= 0 && !var->alias_negative;
    if (var->kind == VAR_ABSENT) continue;
    reduced_check_require(shares || c->known[i] != NEVER,
                          "every variable is computed", var->name);
  }
}

/* --- the shape of a block --- */

static void reduced_check_kind(const Check *c, const ReducedBlock *b,
                               SequencePlace place)
{
  const System *sys = c->sys;
  bool is_whole = b->n_columns == b->n;
  switch (b->kind) {
  case BLOCK_ASSIGN:
    reduced_check_require(b->n == 1 && is_whole && b->value.i >= 0 && !b->how,
                          "an assignment has one value", c->where);
    return;
  case BLOCK_SOLVE:
    reduced_check_require(b->n > 0 && is_whole, "a loop is square", c->where);
    break;
  case BLOCK_SELECT:
    reduced_check_require(b->set >= 0 && b->set < sys->n_sets, "the set exists",
                          c->where);
    reduced_check_require(b->level >= 1 &&
                              b->level <= sys->set[b->set].n_levels,
                          "the level exists", c->where);
    reduced_check_require(b->n == selection_rows(&sys->set[b->set], b->level) &&
                              b->n_columns == sys->set[b->set].n_columns,
                          "a level has the rows and columns of its set",
                          c->where);
    break;
  case BLOCK_LEAST:
    reduced_check_require(place == SEQUENCE_INITIAL && b->n <= b->n_columns,
                          "the smallest change is of the start", c->where);
    reduced_check_require(b->how && b->how->is_preferred_start,
                          "start values are weighed", c->where);
    break;
  }
  reduced_check_require(place != SEQUENCE_PARAMETERS, "parameters are assigned",
                        c->where);
  reduced_check_require(b->how && b->residual, "a loop has a method", c->where);
}

static void reduced_check_entries(const Check *c, const ReducedBlock *b)
{
  for (int k = 0; k < b->n_entries; k++) {
    const JacobianEntry *e = &b->entry[k], *last = k > 0 ? e - 1 : NULL;
    reduced_check_require(e->row >= 0 && e->row < b->n && e->column >= 0 &&
                              e->column < b->n_columns,
                          "an entry lies in the Jacobian", c->where);
    reduced_check_require(!last || last->column < e->column ||
                              (last->column == e->column && last->row < e->row),
                          "entries are in order, each once", c->where);
  }
  for (int k = 0; k < b->n_tangents; k++) {
    const TangentEntry *e = &b->tangent[k];
    reduced_check_require(e->row >= 0 && e->row < b->n, "a tangent is of a row",
                          c->where);
    reduced_check_require(k == 0 || e[-1].row <= e->row,
                          "tangents are in order", c->where);
    reduced_check_require(e->value.i >= 0 ||
                              (b->kind == BLOCK_ASSIGN && b->along.i >= 0),
                          "a tangent has a value", c->where);
  }
}

/* `item` are numbers below `limit`, each once. */
static void check_distinct(const Check *c, const int *item, int n, int limit,
                           const char *what)
{
  for (int k = 0; k < n; k++) {
    reduced_check_require(item[k] >= 0 && item[k] < limit, what, c->where);
    reduced_check_require(!c->seen[item[k]], what, c->where);
    c->seen[item[k]] = true;
  }
  for (int k = 0; k < n; k++) c->seen[item[k]] = false;
}

/* Inner unknowns read those that are iterated for and earlier inner ones. */
static void check_inner(const Check *c, const ReducedBlock *b)
{
  const LoopMethod *how = b->how;
  for (int k = 0; k < how->n_torn; k++) {
    c->seen[b->unknown[how->torn[k]].i] = true;
  }
  for (int k = 0; k < how->n_inner; k++) {
    walk_from(c->walk, how->inner_value[k], true);
    for (int j = 0; j < c->walk->n_nodes; j++) {
      const ExprNode *n = expr_node(c->r->exprs, c->walk->node[j]);
      if (n->op != EXPR_VAR || c->known[n->var.i] != c->at + 1) continue;
      reduced_check_require(c->seen[n->var.i],
                            "inner unknowns are computed in order", c->where);
    }
    VarId v = b->unknown[how->inner[k]];
    reduced_check_require(!c->seen[v.i], "an unknown is torn or inner",
                          c->where);
    c->seen[v.i] = true;
  }
  for (int k = 0; k < b->n_columns; k++) c->seen[b->unknown[k].i] = false;
}

static void reduced_check_method(const Check *c, const ReducedBlock *b)
{
  const LoopMethod *how = b->how;
  if (how->order) {
    check_distinct(c, how->order, b->n_columns, b->n_columns,
                   "columns are eliminated once");
  }
  if (how->rest) {
    check_distinct(c, how->formula_row, b->n, b->n, "a row has one pivot");
    check_distinct(c, how->formula_column, b->n, b->n,
                   "a column has one pivot");
  }
  if (how->first) {
    check_distinct(c, how->first->column, how->first->n, b->n_columns,
                   "an unknown has one first value");
  }
  if (how->n_inner == 0) return;
  check_distinct(c, how->torn, how->n_torn, b->n_columns, "torn once");
  check_distinct(c, how->inner, how->n_inner, b->n_columns, "inner once");
  reduced_check_require(how->n_torn + how->n_inner == b->n_columns,
                        "every unknown is torn or inner", c->where);
  check_inner(c, b);
}

/* --- the expressions of a block --- */

/* Before its unknowns are known, or with them? */
static bool holds_unknowns(const ReducedBlock *b, BlockPlace place)
{
  switch (place) {
  case IN_BLOCK_VALUE:
  case IN_BLOCK_DIVISOR:
  case IN_BLOCK_ALONG:
  case IN_BLOCK_REST: return false;
  case IN_BLOCK_TANGENT: return b->kind != BLOCK_ASSIGN;
  case IN_BLOCK_RESIDUAL:
  case IN_BLOCK_ENTRY:
  case IN_BLOCK_INNER:
  case IN_BLOCK_FIRST: return true;
  }
  return false;
}

static bool every_place(BlockPlace place)
{
  (void)place;
  return true;
}

static void check_in_block(void *context, BlockPlace place, int at, ExprId e)
{
  const Check *c = context;
  (void)at;
  int when = c->at + holds_unknowns(c->block, place);
  reduced_check_require(is_ready(c, e, when), "computed before use", c->where);
}

static void reduced_check_sequence(Check *c, SequencePlace place)
{
  const BlockSequence *sequence = reduced_sequence(c->r, place);
  reduced_check_set_known(c, place);
  for (int k = 0; k < sequence->n_blocks; k++) {
    number_block(c, &sequence->block[k], k);
  }
  find_ready(c);
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    c->at = k;
    c->block = b;
    c->where =
        b->kind == BLOCK_SELECT ? "a set" : c->sys->var[b->unknown[0].i].name;
    reduced_check_kind(c, b, place);
    reduced_check_entries(c, b);
    if (b->how) reduced_check_method(c, b);
    block_read_expressions(b, every_place, check_in_block, c);
  }
}

/* --- what stands beside the blocks --- */

/* Before initialization: from parameters alone. */
static bool reduced_check_is_early(ReducedPlace place)
{
  switch (place) {
  case REDUCED_START:
  case REDUCED_DIVISOR: return true;
  case REDUCED_JUMP:
  case REDUCED_FOLLOW:
  case REDUCED_IMPLICIT: return false;
  }
  return false;
}

static bool is_late(ReducedPlace place)
{
  return !reduced_check_is_early(place);
}

static void check_beside(void *context, ReducedPlace place, int at, ExprId e)
{
  (void)place, (void)at;
  reduced_check_require(is_ready(context, e, NEVER - 1), "computed before use",
                        "a start value, a divisor or a row");
}

/* Of the system: what the runtime evaluates where all blocks are done. */
static bool is_evaluated(ExprPlace place)
{
  switch (place) {
  case PLACE_IN_ASSERTION:
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_RELATION:
  case PLACE_RELATION_TIME:
  case PLACE_RELATION_DISTANCE:
  case PLACE_IN_SAMPLE:
  case PLACE_IN_MONITOR:
  case PLACE_IN_SET: return true;
  case PLACE_IN_EQUATION: /* blocks are made from these */
  case PLACE_IN_START_RESIDUAL:
  case PLACE_IN_INITIAL:
  case PLACE_DISCRETE_VALUE:
  case PLACE_DISCRETE_VARIABLE:
  case PLACE_INITIAL_DISCRETE_VALUE:
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_BINDING:
  case PLACE_START:
  case PLACE_AS_WRITTEN: /* for reports */
  case PLACE_INITIAL_AS_WRITTEN:
  case PLACE_BEFORE_SPLIT:
  case PLACE_IN_COMBINATION:
  case PLACE_BOUND: /* numbers by now */
  case PLACE_NOMINAL: return false;
  }
  return false;
}

static void check_evaluated(void *context, ExprPlace place, int at, ExprId e)
{
  (void)place, (void)at;
  reduced_check_require(is_ready(context, e, NEVER - 1), "computed before use",
                        "an event or an assertion");
}

/* --- slots, variables, states --- */

static int n_slots(const ReducedSystem *r, VarType type)
{
  switch (type) {
  case VAR_REAL: return r->n_real;
  case VAR_INTEGER: return r->n_integer;
  case VAR_BOOLEAN: return r->n_boolean;
  }
  return 0;
}

/* Every variable has a slot of its own, aliases without a sign excepted. */
static void check_slots(const Check *c, Arena *arena)
{
  const ReducedSystem *r = c->r;
  bool *taken[3];
  for (int type = 0; type < 3; type++) {
    size_t n = (size_t)n_slots(r, (VarType)type) + 1;
    taken[type] = arena_array(arena, n, sizeof(bool));
  }
  taken[VAR_REAL][0] = true; /* time */
  for (int i = 0; i < c->sys->n_vars; i++) {
    const Var *var = &c->sys->var[i];
    int slot = r->slot[i];
    reduced_check_require(slot >= 0 && slot < n_slots(r, var->type),
                          "slots are in range", var->name);
    if (var->alias_of.i >= 0 && !var->alias_negative) {
      reduced_check_require(slot == r->slot[var->alias_of.i],
                            "aliases share a slot", var->name);
      continue;
    }
    reduced_check_require(!taken[var->type][slot], "a slot has one owner",
                          var->name);
    taken[var->type][slot] = true;
  }
}

static void check_variables(const Check *c)
{
  const ReducedSystem *r = c->r;
  for (int k = 0; k < r->n_vars; k++) {
    const ReducedVar *rv = &r->var[k];
    reduced_check_require((rv->var.i < 0) == (k == 0), "time comes first",
                          rv->name);
    reduced_check_require(rv->derivative_of >= -1 &&
                              rv->derivative_of < r->n_vars,
                          "a derivative is of a variable", rv->name);
    if (k == 0) continue;
    reduced_check_require(rv->var.i < c->sys->n_vars &&
                              r->row_of_var[rv->var.i] == k,
                          "rows and variables agree", rv->name);
    reduced_check_require(reduced_slot_of(r, rv) == r->slot[rv->var.i],
                          "the value reference leads to the slot", rv->name);
  }
}

static void check_states(const Check *c)
{
  const ReducedSystem *r = c->r;
  for (int k = 0; k < r->n_states; k++) {
    const char *name = c->sys->var[r->state[k].i].name;
    int row = r->row_of_var[r->state[k].i];
    int slope = r->row_of_var[r->derivative[k].i];
    reduced_check_require(r->slot[r->state[k].i] > 0, "states have slots",
                          name);
    reduced_check_require(row >= 0 && slope >= 0, "states are in the interface",
                          name);
    reduced_check_require(r->var[row].is_state &&
                              r->var[slope].derivative_of == row,
                          "a state has its derivative", name);
    reduced_check_require(!c->seen[r->state[k].i], "a state is listed once",
                          name);
    c->seen[r->state[k].i] = true;
  }
  for (int k = 0; k < r->n_states; k++) c->seen[r->state[k].i] = false;
  for (int k = 0; k < c->sys->n_sets; k++) {
    reduced_check_require(r->set_first_state[k] + c->sys->set[k].n_states <=
                              r->n_states,
                          "the states of a set are listed", "a set");
  }
}

/* Which variables does the runtime read or set by their slots? */
static bool has_slot(VarLink link)
{
  switch (link) {
  case LINK_REINIT_STATE:
  case LINK_SAMPLED:
  case LINK_DELAYED:
  case LINK_DELAY_TIME:
  case LINK_DELAY_LONGEST:
  case LINK_DELAY_RESULT:
  case LINK_TRANSPORTED:
  case LINK_TRANSPORT_MOTION:
  case LINK_TRANSPORT_PROFILE:
  case LINK_TRANSPORT_RESULT:
  case LINK_SET_CANDIDATE:
  case LINK_SET_STATE:
  case LINK_FRAME_TIED:
  case LINK_FRAME_ALONG:
  case LINK_FRAME_ENTRY:
  case LINK_OF_MONITOR:
  case LINK_IMPULSE:
  case LINK_OF_SYSTEM:
  case LINK_TOLERANCE: return true;
  case LINK_IN_CHAIN: /* for reports */
  case LINK_REPRESENTATIVE:
  case LINK_IN_PRE:
  case LINK_MATCHED:
  case LINK_IN_STEP:
  case LINK_DECIDED: return false;
  }
  return false;
}

static void reduced_check_is_computed(const Check *c, VarId v)
{
  reduced_check_require(c->known[system_slot_owner(c->sys, v).i] != NEVER,
                        "what the runtime reads is computed",
                        c->sys->var[v.i].name);
}

/* The same of the lists of the reduced system. */
static bool reduced_check_has_slot(ReducedLink link)
{
  switch (link) {
  case REDUCED_STARTED:
  case REDUCED_PREFERRED_START:
  case REDUCED_STATE:
  case REDUCED_DERIVATIVE:
  case REDUCED_SOURCE:
  case REDUCED_CONSTRAINT:
  case REDUCED_IMPLICIT_SLOPE:
  case REDUCED_IMPLICIT_DUMMY:
  case REDUCED_IMPLICIT_VARIES_BY:
  case REDUCED_JUMPING:
  case REDUCED_JUMP_VARIES_BY:
  case REDUCED_FOLLOW_VARIES_BY:
  case REDUCED_IMPULSE:
  case REDUCED_SCALE_SOURCE: return true;
  case REDUCED_ROW:                       /* every variable */
  case REDUCED_DIVIDED_FOR: return false; /* for messages */
  }
  return false;
}

static void check_reduced_slot(void *context, ReducedLink link, int at, VarId v)
{
  (void)link, (void)at;
  reduced_check_is_computed(context, v);
}

static void reduced_check_link(void *context, VarLink link, int at, VarId v)
{
  const Check *c = context;
  (void)at;
  const Var *var = &c->sys->var[v.i];
  reduced_check_is_computed(c, v);
  reduced_check_require(link != LINK_REINIT_STATE || var->role == ROLE_STATE,
                        "reinit() sets a state", var->name);
}

/* --- the integrator's matrix --- */

/* Of the implicit form there are more rows than columns. */
static void check_pattern(const Check *c, const SparsePattern *p)
{
  if (p->n == 0) return;
  for (int j = 0; j < p->n; j++) {
    reduced_check_require(p->column_start[j] <= p->column_start[j + 1],
                          "columns are in order", c->where);
    for (int k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
      bool rises = k == p->column_start[j] || p->row[k - 1] < p->row[k];
      reduced_check_require(p->row[k] >= 0 && rises, "rows rise", c->where);
    }
  }
  reduced_check_require(p->column_start[p->n] == p->n_nonzeros,
                        "all columns are there", c->where);
  reduced_check_require(p->color_start[p->n_colors] == p->n,
                        "all columns have a colour", c->where);
  check_distinct(c, p->column, p->n, p->n, "a column has one colour");
}

void reduced_check(const ReducedSystem *reduced)
{
  Arena *arena = arena_create("check");
  size_t n = (size_t)reduced->sys->n_vars + 1;
  int n_nodes = expr_count(reduced->exprs);
  Check c = {.r = reduced,
             .sys = reduced->sys,
             .walk = walk_create(reduced->exprs, arena),
             .known = arena_array(arena, n, sizeof(int32_t)),
             .ready = arena_array(arena, (size_t)n_nodes, sizeof(int32_t)),
             .n_nodes = n_nodes,
             .seen = arena_array(arena, n, sizeof(bool))};
  reduced_check_names(&c);
  check_slots(&c, arena);
  check_variables(&c);
  check_states(&c);
  reduced_check_sequence(&c, SEQUENCE_PARAMETERS);
  reduced_read_expressions(reduced, reduced_check_is_early, check_beside, &c);
  reduced_check_sequence(&c, SEQUENCE_INITIAL);
  check_complete(&c);
  reduced_check_sequence(&c, SEQUENCE_CONTINUOUS);
  check_complete(&c);
  reduced_read_expressions(reduced, is_late, check_beside, &c);
  system_read_expressions(c.sys, is_evaluated, check_evaluated, &c);
  system_read_variables(c.sys, has_slot, reduced_check_link, &c);
  reduced_read_variables(reduced, reduced_check_has_slot, check_reduced_slot,
                         &c);
  c.where = "the Jacobian";
  check_pattern(&c, &reduced->jacobian);
  arena_destroy(arena);
}
