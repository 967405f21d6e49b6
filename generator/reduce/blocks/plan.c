/* plan.c: strong components of matched rows, each turned into a block. */
#include "reduce/blocks/plan.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "reduce/blocks/rotation_equations.h"
#include "reduce/blocks/same_block.h"
#include "reduce/blocks/start_preference.h"
#include "reduce/index/choice_is_permanent.h"
#include "reduce/index/safe_factor.h"
#include "reduce/structure/blt.h"
#include "reduce/structure/column_order.h"
#include "reduce/structure/pivot_order.h"
#include "reduce/structure/pivot_small.h"
#include "reduce/structure/tearing.h"
#include "reduce/system/family.h"
#include "symbolic/gradient_memo.h"
#include "symbolic/properties/branch_zero.h"
#include "symbolic/properties/sign.h"
#include "symbolic/solve_again.h"

enum { MAX_NAMED = 8 }; /* variables of a loop in a message */

void block_append(BlockSequence *sequence, const ReducedBlock *block,
                  Arena *arena)
{
  assert(block->n > 0 && block->n_columns >= block->n);
  sequence->block = vector_grow(arena, sequence->block, &sequence->cap_blocks,
                                sequence->n_blocks + 1, sizeof *block);
  sequence->block[sequence->n_blocks++] = *block;
}

static ReducedBlock plan_make_block(BlockKind kind, int n, int n_columns,
                                    Arena *arena)
{
  ReducedBlock b = {.kind = kind,
                    .n = n,
                    .n_columns = n_columns,
                    .value = NO_EXPR,
                    .divisor = NO_EXPR,
                    .divisor_size = NO_EXPR,
                    .along = NO_EXPR,
                    .set = -1};
  if (kind != BLOCK_ASSIGN) b.how = arena_alloc(arena, sizeof *b.how);
  b.unknown = arena_array(arena, (size_t)n_columns, sizeof b.unknown[0]);
  b.equation = arena_array(arena, (size_t)n, sizeof b.equation[0]);
  b.span = arena_array(arena, (size_t)n, sizeof b.span[0]);
  return b;
}

ReducedBlock block_assignment(VarId var, ExprId value, Span span, Arena *arena)
{
  assert(var.i >= 0 && value.i >= 0);
  ReducedBlock b = plan_make_block(BLOCK_ASSIGN, 1, 1, arena);
  b.unknown[0] = var;
  b.equation[0] = NO_EQ;
  b.span[0] = span;
  b.value = value;
  return b;
}

typedef struct Builder {
  Session *s;
  const System *sys;
  Walk *walk;
  const Plan *plan;
  Arena *arena, *scratch;
  int *column; /* [n_vars] column in the present block, -1 */
  SafeFactor safe;
  Replay *solved; /* how equations were solved */
  SameBlocks same;
  Pattern last_pattern; /* of the last block with a choice of columns */
  PivotOrder last_order;
} Builder;

static bool plan_in_block(const void *context, VarId var)
{
  const Builder *b = context;
  return b->column[var.i] >= 0;
}

/* From rows, as they were made, to columns; in each the rows still rise. */
static void sort_by_column(ReducedBlock *block, Arena *scratch)
{
  size_t n = (size_t)block->n_entries;
  if (n < 2) return;
  ArenaMark mark = arena_mark(scratch);
  JacobianEntry *by_row = arena_array(scratch, n, sizeof by_row[0]);
  int *next = arena_array(scratch, (size_t)block->n_columns + 1, sizeof(int));
  memcpy(by_row, block->entry, n * sizeof by_row[0]);
  for (size_t k = 0; k < n; k++) next[by_row[k].column + 1]++;
  for (int c = 0; c < block->n_columns; c++) next[c + 1] += next[c];
  for (size_t k = 0; k < n; k++) {
    block->entry[next[by_row[k].column]++] = by_row[k];
  }
  arena_release(mark);
}

/* A coefficient with unknowns in it makes the block nonlinear. */
static void classify_entry(Builder *b, ReducedBlock *block, ExprId value)
{
  walk_from(b->walk, value, true);
  for (int i = 0; i < b->walk->n_nodes && block->linear; i++) {
    const ExprNode *n = expr_node(b->sys->exprs, b->walk->node[i]);
    block->linear = n->op != EXPR_VAR || !plan_in_block(b, n->var);
    block->constant &= block->linear && system_is_fixed(b->sys, n);
  }
}

/* Is an unknown of the block a factor of e, m in m*h? */
static bool has_unknown_factor(const Builder *b, ExprId e)
{
  const ExprNode *n = expr_node(b->sys->exprs, e);
  while (n->op == EXPR_NEG || n->op == EXPR_DIV) {
    n = expr_node(b->sys->exprs, n->arg[0]);
  }
  if (n->op == EXPR_VAR) return plan_in_block(b, n->var);
  for (int a = 0; n->op == EXPR_MUL && a < n->n_args; a++) {
    const ExprNode *factor = expr_node(b->sys->exprs, n->arg[a]);
    if (factor->op == EXPR_NEG)
      factor = expr_node(b->sys->exprs, factor->arg[0]);
    if (factor->op == EXPR_VAR && plan_in_block(b, factor->var)) return true;
  }
  return false;
}

/* May a branch make an entry zero, or an unknown? Smooth residuals have no
 * branches. Entries are still by row. */
static void find_open_entry(Builder *b, ReducedBlock *block)
{
  int row = -1;
  bool is_smooth = false;
  for (int k = 0; k < block->n_entries; k++) {
    const JacobianEntry *e = &block->entry[k];
    if (has_unknown_factor(b, e->value)) block->may_open = OPEN_BY_FACTOR;
    if (e->row != row) {
      is_smooth = incidence_is_smooth(b->sys, block->residual[e->row]);
    }
    row = e->row;
    if (is_smooth || !branch_zero_may_be(b->walk, e->value)) continue;
    block->may_open = OPEN_BY_BRANCH;
    return;
  }
}

/* Exact Jacobian of the block; also finds out whether it is linear. */
static void plan_fill_jacobian(Builder *b, ReducedBlock *block)
{
  Gradient gradient = {0};
  int cap = 0;
  block->linear = true;
  for (int r = 0; r < block->n; r++) {
    gradient_remembered(
        b->sys->gradient_memo, b->walk,
        family_from(b->sys, block->equation[r], block->residual[r]),
        plan_in_block, b, &gradient);
    block->entry = vector_grow(b->arena, block->entry, &cap,
                               block->n_entries + gradient.n_entries,
                               sizeof block->entry[0]);
    for (int k = 0; k < gradient.n_entries; k++) {
      const GradientEntry *g = &gradient.entry[k];
      block->entry[block->n_entries++] =
          (JacobianEntry){r, b->column[g->var.i], g->value};
    }
    if (!incidence_is_smooth(b->sys, block->residual[r])) {
      block->linear &=
          !differentiate_hides(b->walk, block->residual[r], plan_in_block, b);
    }
  }
  block->constant = block->linear;
  for (int k = 0; k < block->n_entries && block->linear; k++) {
    classify_entry(b, block, block->entry[k].value);
  }
  find_open_entry(b, block);
  sort_by_column(block, b->scratch);
}

/* Blocks below this size, or fuller than this part, are factored dense; from
 * the last size on never. */
enum { SMALL_BLOCK = 10, LARGE_BLOCK = 500, MOST_TORN = 3000 };
static const double full_part = 0.4;

/* Factors with so many times the entries of the matrix may have shorter ones:
 * these have no more than this part. */
enum { FILLED = 2 };
static const double shorter_part = 0.8;

static Pattern bare_pattern_of(const ReducedBlock *block)
{
  return (Pattern){.n_rows = block->n,
                   .n_columns = block->n_columns,
                   .entry = block->entry,
                   .n_entries = block->n_entries};
}

static Pattern pattern_of(Builder *b, const ReducedBlock *block)
{
  Pattern pattern = bare_pattern_of(block);
  size_t n = (size_t)block->n_entries;
  bool *safe = arena_array(b->scratch, n, sizeof safe[0]);
  for (int k = 0; k < block->n_entries; k++) {
    safe[k] = safe_factor(&b->safe, block->entry[k].value);
  }
  pattern.safe = safe;
  return pattern;
}

static bool same_places(const Pattern *a, const Pattern *b)
{
  if (a->n_rows != b->n_rows || a->n_columns != b->n_columns ||
      a->n_entries != b->n_entries) {
    return false;
  }
  for (int k = 0; k < a->n_entries; k++) {
    if (a->entry[k].row != b->entry[k].row ||
        a->entry[k].column != b->entry[k].column) {
      return false;
    }
  }
  return true;
}

/* The levels of a set have the same matrix, as a rule. */
static PivotOrder order_of_any(Builder *b, const ReducedBlock *block)
{
  Pattern pattern = bare_pattern_of(block);
  if (!same_places(&pattern, &b->last_pattern)) {
    b->last_order = column_order(&pattern, b->arena, b->scratch);
    b->last_pattern = pattern;
  }
  return b->last_order;
}

/* An entry's size where the unknown is as large as its nominal value. */
static double size_of_entry(Builder *b, const ReducedBlock *block,
                            const JacobianEntry *e)
{
  double size = safe_factor_number(&b->safe, e->value);
  ExprId nominal = b->sys->var[block->unknown[e->column].i].nominal;
  if (isnan(size) || nominal.i < 0) return fabs(size);
  double unit = safe_factor_number(&b->safe, nominal);
  return isnan(unit) ? fabs(size) : fabs(size * unit);
}

/* Pivots that are never zero may be in the wrong places, as in a chain of
 * bodies: then the shortest rows have the pivots. */
static PivotOrder shorter_order(Builder *b, const Pattern *pattern,
                                PivotOrder safe)
{
  if (safe.n_fill < FILLED * pattern->n_entries) return safe;
  PivotOrder any = column_order(pattern, b->arena, b->scratch);
  int most = (int)(shorter_part * safe.n_fill);
  any.n_fill = column_order_fill(pattern, any.column, most, b->scratch);
  return any.n_fill < most ? any : safe;
}

static PivotOrder order_of_square(Builder *b, const ReducedBlock *block)
{
  Pattern pattern = pattern_of(b, block);
  size_t n = (size_t)block->n_entries;
  bool *safe = arena_array(b->scratch, n, sizeof safe[0]);
  double *size = arena_array(b->scratch, n, sizeof size[0]);
  for (int k = 0; k < block->n_entries; k++) {
    safe[k] = pattern.safe[k];
    size[k] = size_of_entry(b, block, &block->entry[k]);
  }
  pivot_small_leave_out(&pattern, size, b->scratch, safe);
  pattern.safe = safe;
  return shorter_order(b, &pattern,
                       pivot_order(&pattern, b->arena, b->scratch));
}

static void order_elimination(Builder *b, ReducedBlock *block)
{
  if (block->n < SMALL_BLOCK) return;
  bool is_square = block->kind == BLOCK_SOLVE;
  PivotOrder e = is_square ? order_of_square(b, block) : order_of_any(b, block);
  double room = (double)block->n * block->n_columns;
  if (block->n < LARGE_BLOCK && e.n_fill + block->n > full_part * room) return;
  block->how->order = e.column;
  block->how->pivot_row = is_square ? e.row : NULL;
  block->how->n_fill = e.n_fill;
}

static ExprId zero_in_block(void *context, ExprTable *t, VarId var)
{
  return plan_in_block(context, var) ? expr_const(t, 0) : expr_var(t, var);
}

/* What a small linear block needs to be solved by formulas. A constant matrix
 * is factored once anyway. */
static void prepare_formula(Builder *b, ReducedBlock *block)
{
  int n = block->n;
  if (!block->linear || n < 2 || n > FORMULA_UNKNOWNS) return;
  if (block->constant && n > 2) return;
  Pattern pattern = pattern_of(b, block);
  PivotOrder e = pivot_order(&pattern, b->arena, b->scratch);
  int *row = arena_array(b->arena, (size_t)n, sizeof row[0]);
  int *column = arena_array(b->arena, (size_t)n, sizeof column[0]);
  for (int k = 0; k < n; k++) {
    column[k] = e.column[k];
    row[k] = e.row[column[k]];
    if (row[k] < 0) return;
  }
  block->how->formula_row = row;
  block->how->formula_column = column;
  block->how->rest =
      arena_array(b->arena, (size_t)n, sizeof block->how->rest[0]);
  for (int r = 0; r < n; r++) {
    block->how->rest[r] =
        walk_replace(b->walk, block->residual[r], true, zero_in_block, b);
  }
}

/* Where an equation jumps with an unknown a constant factor says nothing. */
static void leave_out_jumps(Builder *b, const ReducedBlock *block, bool *safe)
{
  bool *jumps = arena_array(b->scratch, (size_t)block->n, sizeof jumps[0]);
  for (int r = 0; r < block->n; r++) {
    jumps[r] =
        differentiate_hides(b->walk, block->residual[r], plan_in_block, b);
  }
  for (int k = 0; k < block->n_entries; k++) {
    if (jumps[block->entry[k].row]) safe[k] = false;
  }
}

static const RotationKind *rotation_kinds_of(Builder *b,
                                             const ReducedBlock *block)
{
  RotationKind *turning =
      arena_array(b->scratch, (size_t)block->n_entries, sizeof turning[0]);
  for (int k = 0; k < block->n_entries; k++) {
    turning[k] = rotation_kind_of(b->walk, block->entry[k].value);
  }
  return turning;
}

static void tear(Builder *b, ReducedBlock *block)
{
  if (block->linear || block->n < 2 || block->n > MOST_TORN) return;
  Pattern pattern = pattern_of(b, block);
  leave_out_jumps(b, block, (bool *)pattern.safe);
  pattern.turning = rotation_kinds_of(b, block);
  Tearing t = tearing_choose(&pattern, b->arena, b->scratch);
  assert(t.n_inner + t.n_torn == block->n);
  if (t.n_inner == 0) return;
  block->how->inner_value =
      arena_array(b->arena, (size_t)t.n_inner, sizeof(ExprId));
  for (int k = 0; k < t.n_inner; k++) {
    ExprId divisor; /* safe */
    block->how->inner_value[k] =
        solve_for(b->walk, block->residual[t.inner_row[k]],
                  block->unknown[t.inner_column[k]], &divisor);
    assert(block->how->inner_value[k].i >= 0);
  }
  block->how->inner = t.inner_column;
  block->how->n_inner = t.n_inner;
  block->how->torn = t.torn;
  block->how->n_torn = t.n_torn;
}

/* Integers and Booleans in a loop cannot be solved for; discrete Reals are
 * unknowns like any other. */
static bool refuse_discrete(Builder *b, const int *row, int n)
{
  Diagnostic *d = NULL;
  int n_named = 0;
  for (int k = 0; k < n && n_named < MAX_NAMED; k++) {
    const PlanRow *r = &b->plan->row[row[k]];
    if (r->assigned.i < 0) continue;
    const Var *var = &b->sys->var[r->assigned.i];
    if (!d && var->type == VAR_REAL) continue;
    if (!d) {
      d = diagnostic_error(b->s, r->span, E306,
                           "the discrete variable '%s' depends on itself "
                           "through an algebraic loop",
                           var->name);
      diagnostic_note(b->s, d, NO_SPAN,
                      "pre(v) is the value of v before the event");
    } else {
      diagnostic_note(b->s, d, r->span, "'%s' is part of the loop", var->name);
    }
    n_named++;
  }
  return d == NULL;
}

static ExprId row_residual(const Builder *b, const PlanRow *r)
{
  if (r->assigned.i < 0) return r->residual;
  ExprTable *t = b->sys->exprs;
  return expr_sub(t, expr_var(t, r->assigned), r->value);
}

/* Is this row solved by the block, for an unknown of the block? In
 * initialization an equation may have another residual. */
static bool is_same_row(const Builder *b, const ReducedBlock *block, int row)
{
  const PlanRow *r = &b->plan->row[row];
  return same_block_solves(&b->same, block, r->eq) && r->assigned.i < 0 &&
         !b->sys->eq[r->eq.i].has_start_residual &&
         same_block_of(&b->same, (VarId){b->plan->m->row_col[row]}) == block;
}

/* The block of these rows, if there is one already; else NULL. */
static const ReducedBlock *same_block(const Builder *b, const int *row, int n)
{
  VarId first = {b->plan->m->row_col[row[0]]};
  const ReducedBlock *block =
      first.i >= 0 ? same_block_of(&b->same, first) : NULL;
  if (!block || block->n != n) return NULL;
  for (int k = 0; k < n; k++) {
    if (!is_same_row(b, block, row[k])) return NULL;
  }
  return block;
}

static ReducedBlock solve_block(Builder *b, const int *row, int n)
{
  ReducedBlock block = plan_make_block(BLOCK_SOLVE, n, n, b->arena);
  block.residual = arena_array(b->arena, (size_t)n, sizeof block.residual[0]);
  for (int k = 0; k < n; k++) {
    const PlanRow *r = &b->plan->row[row[k]];
    VarId var = {b->plan->m->row_col[row[k]]};
    assert(var.i >= 0 && b->column[var.i] < 0); /* matched, once */
    block.unknown[k] = var;
    block.equation[k] = r->eq;
    block.span[k] = r->span;
    block.residual[k] = row_residual(b, r);
    b->column[var.i] = k;
  }
  plan_fill_jacobian(b, &block);
  order_elimination(b, &block);
  prepare_formula(b, &block);
  tear(b, &block);
  for (int k = 0; k < n; k++) b->column[block.unknown[k].i] = -1;
  return block;
}

/* One level of a selection set. */
static ReducedBlock select_block(Builder *b, int index, int level)
{
  assert(level >= 1 && level <= b->sys->set[index].n_levels);
  const System *sys = b->sys;
  const SelectionSet *set = &sys->set[index];
  int n = selection_rows(set, level);
  ReducedBlock block =
      plan_make_block(BLOCK_SELECT, n, set->n_columns, b->arena);
  block.set = index;
  block.level = level;
  block.residual = arena_array(b->arena, (size_t)n, sizeof block.residual[0]);
  for (int r = 0; r < n; r++) {
    EqId e = system_eq_integral(sys, set->row[r], level);
    block.equation[r] = e;
    block.span[r] = sys->eq[e.i].span;
    block.residual[r] = selection_residual(sys, set, level, r);
  }
  for (int c = 0; c < set->n_columns; c++) {
    VarId v = system_integral(sys, set->column[c], level);
    block.unknown[c] = v;
    if (v.i >= 0) b->column[v.i] = c;
  }
  plan_fill_jacobian(b, &block);
  order_elimination(b, &block);
  for (int c = 0; c < set->n_columns; c++) {
    if (block.unknown[c].i >= 0) b->column[block.unknown[c].i] = -1;
  }
  return block;
}

static int count_freed(const Builder *b, const int *row, int n)
{
  int n_freed = 0;
  for (int k = 0; k < n; k++) n_freed += b->plan->row[row[k]].freed.n;
  return n_freed;
}

/* Equations that leave freedom: the unknowns they are matched to, then what
 * is freed. */
static ReducedBlock least_block(Builder *b, const int *row, int n)
{
  int n_columns = n + count_freed(b, row, n), c = n;
  ReducedBlock block = plan_make_block(BLOCK_LEAST, n, n_columns, b->arena);
  block.residual = arena_array(b->arena, (size_t)n, sizeof block.residual[0]);
  block.how->is_preferred_start =
      arena_array(b->arena, (size_t)n_columns, sizeof(bool));
  for (int k = 0; k < n; k++) {
    const PlanRow *r = &b->plan->row[row[k]];
    VarId var = {b->plan->m->row_col[row[k]]};
    block.unknown[k] = var;
    block.how->is_preferred_start[k] = start_is_preferred(b->sys, b->walk, var);
    block.equation[k] = r->eq;
    block.span[k] = r->span;
    block.residual[k] = row_residual(b, r);
    for (int i = 0; i < r->freed.n; i++, c++) {
      block.unknown[c] = (VarId){r->freed.item[i]};
      block.how->is_preferred_start[c] = true;
    }
  }
  assert(c == n_columns);
  for (c = 0; c < n_columns; c++) b->column[block.unknown[c].i] = c;
  plan_fill_jacobian(b, &block);
  for (c = 0; c < n_columns; c++) b->column[block.unknown[c].i] = -1;
  return block;
}

/* May the unknown drop out of its equation at the start, so that its start
 * value is all that is known of it? By a branch; or, where a balance is to be
 * steady (0 = m*(h_in - h)), because nothing flows. */
static bool may_drop_out(const Builder *b, const PlanRow *r, VarId x,
                         ExprId divisor)
{
  const Var *var = &b->sys->var[x.i];
  bool is_constraint = r->eq.i >= 0 && b->sys->eq[r->eq.i].derivative.i >= 0;
  if (!b->plan->is_initial || divisor.i < 0) return false;
  if (branch_zero_may_be(b->walk, divisor)) return true;
  return !is_constraint && var->derivative.i >= 0 && var->start.i >= 0 &&
         !safe_factor_is_fixed(&b->safe, divisor) &&
         !sign_is_never_zero(b->walk, divisor);
}

typedef struct GiveGradient {
  GradientMemo *memo;
  int family;
} GiveGradient;

/* Gradients of equations are noted: others may ask for them too. */
static void give_noted(void *context, Walk *walk, ExprId e,
                       GradientWanted is_wanted, const void *wanted_context,
                       Gradient *gradient)
{
  const GiveGradient *g = context;
  gradient_remembered(g->memo, walk, replay_of(e, g->family), is_wanted,
                      wanted_context, gradient);
}

static ExprId plan_solve_row(Builder *b, const PlanRow *r, VarId x,
                             ExprId *divisor)
{
  ReplayFrom from = family_from(b->sys, r->eq, r->residual);
  GiveGradient give = {b->sys->gradient_memo, from.family};
  SolveKnown known = {.factor = give_noted,
                      .context = &give,
                      .is_smooth = incidence_is_smooth(b->sys, r->residual)};
  return solve_for_again(b->solved, b->walk, from, x, &known, divisor);
}

/* The loop of these rows: that of the initial system, if it is the same. */
static ReducedBlock loop_block(Builder *b, const int *row, int n)
{
  const ReducedBlock *same = same_block(b, row, n);
  return same ? *same : solve_block(b, row, n);
}

/* A constraint as it is written, whose unknown may lose its factor on the way:
 * where that happens nothing says how to go on. As a block it is watched
 * (Block.is_constraint); its derivatives have the same factor. */
static bool is_to_be_watched(const Builder *b, const PlanRow *r, ExprId divisor)
{
  if (b->plan->is_initial || divisor.i < 0 || r->eq.i < 0) return false;
  const Eq *eq = &b->sys->eq[r->eq.i];
  SignBounds bounds = choice_is_permanent_bounds(b->sys);
  return eq->derivative.i >= 0 && eq->integral.i < 0 &&
         !safe_factor_is_fixed(&b->safe, divisor) &&
         !sign_is_never_zero_within(b->walk, divisor, &bounds);
}

static bool single_block(Builder *b, int row, BlockSequence *sequence)
{
  const PlanRow *r = &b->plan->row[row];
  if (r->absorbed) return true;
  if (r->set >= 0) {
    ReducedBlock level = select_block(b, r->set, r->level);
    block_append(sequence, &level, b->arena);
    return true;
  }
  const ReducedBlock *same = same_block(b, &row, 1);
  if (same && !is_to_be_watched(b, r, same->divisor)) {
    block_append(sequence, same, b->arena);
    return true;
  }
  VarId x = {b->plan->m->row_col[row]};
  assert(x.i >= 0); /* the matching is perfect */
  ExprId divisor = NO_EXPR;
  ExprId value =
      r->assigned.i >= 0 ? r->value : plan_solve_row(b, r, x, &divisor);
  if (r->assigned.i >= 0 && walk_contains(b->walk, value, x)) {
    if (!refuse_discrete(b, &row, 1)) return false;
    value = solve_for(b->walk, row_residual(b, r), x, &divisor);
  }
  ReducedBlock block;
  bool may_open = value.i >= 0 && may_drop_out(b, r, x, divisor);
  if (value.i >= 0 && !may_open && !is_to_be_watched(b, r, divisor)) {
    block = block_assignment(x, value, r->span, b->arena);
    block.equation[0] = r->eq;
    block.divisor = divisor;
  } else {
    block = solve_block(b, &row, 1);
    if (may_open) block.may_open = OPEN_BY_BRANCH;
  }
  block_append(sequence, &block, b->arena);
  return true;
}

bool plan_blocks(Session *s, const System *sys, Walk *walk, Plan *plan,
                 BlockSequence *sequence, Arena *arena)
{
  Arena *scratch = session_scratch(s);
  Builder b = {.s = s,
               .sys = sys,
               .walk = walk,
               .plan = plan,
               .arena = arena,
               .scratch = scratch,
               .solved = replay_create(scratch),
               .column = arena_array(scratch, (size_t)sys->n_vars, sizeof(int)),
               .safe = {sys, walk, scratch, NULL}};
  for (int i = 0; i < sys->n_vars; i++) b.column[i] = -1;
  b.same = same_blocks_find(sys, plan->known, scratch);
  /* Discrete unknowns order the blocks too. */
  for (int i = 0; i < sys->n_vars; i++) {
    bool is_assigned =
        sys->var[i].kind == VAR_DISCRETE || sys->var[i].is_set_at_start;
    if (is_assigned && plan->m->col_row[i] >= 0) plan->m->excluded[i] = false;
  }
  Blt blt = plan->wished ? blt_order_wished(plan->m, plan->wished, scratch)
                         : blt_order(plan->m, scratch);
  bool ok = true;
  for (int k = 0; k < blt.n_blocks; k++) {
    const int *row = blt.row + blt.start[k];
    int n = blt.start[k + 1] - blt.start[k];
    bool is_least = count_freed(&b, row, n) > 0;
    if (n == 1 && !is_least) {
      ok &= single_block(&b, row[0], sequence);
    } else if (refuse_discrete(&b, row, n)) {
      for (int r = 0; r < n; r++) assert(plan->row[row[r]].set < 0);
      ReducedBlock block =
          is_least ? least_block(&b, row, n) : loop_block(&b, row, n);
      block_append(sequence, &block, arena);
    } else {
      ok = false;
    }
  }
  return ok;
}
