/* jacobian_pattern.c: rows from dependencies, turned into columns, coloured
 * greedily. */
#include "reduce/blocks/jacobian_pattern.h"

#include <assert.h>

#include "reduce/blocks/model_structure.h"
#include "reduce/blocks/past_dependencies.h"
#include "reduce/system/incidence.h"
#include "reduce/system/system_visit.h"

/* Work of the colouring above which a matrix does not count as sparse. */
static const long most_neighbours = 200000000;

/* Variables that may be looked at for it, for each unknown; beside
 * DEPENDENCIES_EFFORT. */
static const int effort_per_unknown = 100;

/* The matrix by rows, while it grows. */
typedef struct Rows {
  const ReducedSystem *r;
  Dependencies *d;
  int n, n_rows; /* columns, rows */
  int n_entries, cap_entries;
  int *start;  /* [n_rows+1] */
  int *column; /* [cap_entries] */
  int *number; /* [n_vars] column of a variable, -1: none */
  int *seen;   /* [n] the row + 1 that has the column already */
  long n_met;  /* entries met when every column looks at all columns that
                  share a row */
} Rows;

/* Does the implicit form compute the block of the continuous sequence? */
static bool jacobian_pattern_is_computed(const ReducedSystem *r, int block)
{
  return !r->implicit.exists || r->implicit.keeps[block];
}

/* A loop whose unknowns are columns. */
static bool jacobian_pattern_is_outer(const ReducedSystem *r, int block)
{
  const ReducedBlock *b = &r->continuous.block[block];
  if (!jacobian_pattern_is_computed(r, block)) return false;
  return b->kind == BLOCK_SOLVE && (!b->linear || b->n >= IMPLICIT_LARGE_LOOP);
}

/* --- rows --- */

static bool jacobian_pattern_add_entry(Rows *rows, int row, int column)
{
  if (column < 0 || rows->seen[column] == row + 1) return true;
  if (rows->n_entries == rows->cap_entries) return false;
  rows->seen[column] = row + 1;
  rows->column[rows->n_entries++] = column;
  return true;
}

static bool add_dependencies(Rows *rows, int row, VarId var)
{
  if (!dependencies_go_on(rows->d, var)) { /* itself: most of them */
    return jacobian_pattern_add_entry(rows, row, rows->number[var.i]);
  }
  DependencyList list = dependencies_of(rows->d, var);
  if (!list.is_known) return false;
  for (int i = 0; i < list.n_vars; i++) {
    if (!jacobian_pattern_add_entry(rows, row, rows->number[list.var[i].i]))
      return false;
  }
  return true;
}

/* False: the colouring would take too long. A few long rows show it. */
static bool end_row(Rows *rows, int row)
{
  long length = rows->n_entries - rows->start[row];
  rows->start[row + 1] = rows->n_entries;
  rows->n_met += length * length;
  return rows->n_met <= most_neighbours;
}

/* The next row: of an unknown of which `derivative` is the derivative. */
static bool add_slope(Rows *rows, VarId derivative)
{
  int row = rows->n_rows++;
  VarId var = system_slot_owner(rows->r->sys, derivative);
  return jacobian_pattern_add_entry(rows, row, row) &&
         add_dependencies(rows, row, var) && end_row(rows, row);
}

/* The next row: a residual. */
static bool add_residual(Rows *rows, Walk *walk, ExprId residual)
{
  int row = rows->n_rows++, n;
  bool time;
  const int32_t *var = incidence_noted(rows->r->sys, residual, &n, &time);
  for (int k = 0; var && k < n; k++) {
    if (!add_dependencies(rows, row, (VarId){var[k]})) return false;
  }
  if (var) return end_row(rows, row);
  walk_from(walk, residual, false);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(rows->r->exprs, walk->node[k]);
    if (node->op != EXPR_VAR) continue;
    if (!add_dependencies(rows, row, node->var)) return false;
  }
  return end_row(rows, row);
}

static bool add_residuals(Rows *rows, Walk *walk, const ReducedBlock *b)
{
  for (int i = 0; i < b->n; i++) {
    if (!add_residual(rows, walk, b->residual[i])) return false;
  }
  return true;
}

/* --- unknowns of the implicit form --- */

/* Candidates are unknowns of their own. */
static int jacobian_pattern_count_states(const ReducedSystem *r)
{
  bool cut = r->choice.ida && r->sys->n_sets > 0;
  return cut ? r->set_first_state[0] : r->n_states;
}

/* The level blocks of all sets: set by set, each from level 1 on. */
static const ReducedBlock **jacobian_pattern_find_levels(const ReducedSystem *r,
                                                         int *n, Arena *scratch)
{
  const System *sys = r->sys;
  int *first = arena_array(scratch, (size_t)sys->n_sets + 1, sizeof(int));
  for (int s = 0; s < sys->n_sets; s++) {
    first[s + 1] = first[s] + sys->set[s].n_levels;
  }
  *n = first[sys->n_sets];
  const ReducedBlock **level =
      arena_array(scratch, (size_t)*n + 1, sizeof(ReducedBlock *));
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    const ReducedBlock *b = &r->continuous.block[k];
    assert(b->kind != BLOCK_SELECT ||
           (b->level >= 1 && b->level <= sys->set[b->set].n_levels));
    if (b->kind == BLOCK_SELECT) level[first[b->set] + b->level - 1] = b;
  }
  return level;
}

static void jacobian_pattern_number_unknowns(Rows *rows, const ReducedBlock *b)
{
  for (int c = 0; c < b->n_columns; c++) {
    if (b->unknown[c].i >= 0) rows->number[b->unknown[c].i] = rows->n++;
  }
}

/* After all other columns; y' is in the column of y. */
static void number_dummies(Rows *rows)
{
  const ReducedImplicit *form = &rows->r->implicit;
  for (int k = 0; k < form->n_dummies; k++) {
    rows->number[form->dummy[k].i] = rows->n++;
  }
  for (int k = 0; k < form->n_slopes; k++) {
    VarId integral = rows->r->sys->var[form->slope[k].i].integral;
    assert(integral.i >= 0);
    rows->number[form->slope[k].i] = rows->number[integral.i];
  }
}

/* Columns: states first, then, of the implicit form, candidates, the unknowns
 * of loops and its dummies. */
static void jacobian_pattern_number_columns(Rows *rows, Arena *scratch)
{
  const ReducedSystem *r = rows->r;
  int n_levels;
  for (int k = 0; k < r->sys->n_vars; k++) rows->number[k] = -1;
  rows->n = jacobian_pattern_count_states(r);
  for (int k = 0; k < rows->n; k++) rows->number[r->state[k].i] = k;
  if (!r->choice.ida) return;
  const ReducedBlock **level =
      jacobian_pattern_find_levels(r, &n_levels, scratch);
  for (int k = 0; k < n_levels; k++)
    jacobian_pattern_number_unknowns(rows, level[k]);
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    if (jacobian_pattern_is_outer(r, k))
      jacobian_pattern_number_unknowns(rows, &r->continuous.block[k]);
  }
  number_dummies(rows);
}

/* The derivative of a candidate is the one a level higher. */
static bool add_candidates(Rows *rows, const ReducedBlock *b)
{
  const System *sys = rows->r->sys;
  for (int c = 0; c < b->n_columns; c++) {
    if (b->unknown[c].i < 0) continue;
    VarId top = sys->set[b->set].column[c];
    VarId higher =
        b->level == 1 ? top : system_integral(sys, top, b->level - 1);
    if (!add_slope(rows, higher)) return false;
  }
  return true;
}

/* After the rows of states: those of all candidates, as if they were states;
 * the constraints of all levels; the loops; the rows of implicit.h. */
static bool add_implicit(Rows *rows, Walk *walk, Arena *scratch)
{
  const ReducedSystem *r = rows->r;
  int n_levels;
  const ReducedBlock **level =
      jacobian_pattern_find_levels(r, &n_levels, scratch);
  for (int k = 0; k < n_levels; k++) {
    if (!add_candidates(rows, level[k])) return false;
  }
  for (int k = 0; k < n_levels; k++) {
    if (!add_residuals(rows, walk, level[k])) return false;
  }
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    const ReducedBlock *b = &r->continuous.block[k];
    if (jacobian_pattern_is_outer(r, k) && !add_residuals(rows, walk, b))
      return false;
  }
  return add_residuals(rows, walk, &r->implicit.rows);
}

static int jacobian_pattern_count_rows(const Rows *rows)
{
  const BlockSequence *all = &rows->r->continuous;
  int n = rows->n;
  for (int k = 0; rows->r->choice.ida && k < all->n_blocks; k++) {
    if (all->block[k].kind == BLOCK_SELECT) n += all->block[k].n;
  }
  return n + rows->r->implicit.rows.n;
}

/* --- all rows --- */

/* Dependencies that end at candidates, the unknowns of the loops and what the
 * solver has itself. */
static Dependencies *cut_dependencies(const ReducedSystem *r, Walk *walk,
                                      Arena *scratch)
{
  const BlockSequence *all = &r->continuous;
  BlockSequence inner = {0};
  inner.block =
      arena_array(scratch, (size_t)all->n_blocks, sizeof inner.block[0]);
  for (int k = 0; k < all->n_blocks; k++) {
    const ReducedBlock *b = &all->block[k];
    if (b->kind != BLOCK_SELECT && jacobian_pattern_is_computed(r, k) &&
        !jacobian_pattern_is_outer(r, k)) {
      inner.block[inner.n_blocks++] = *b;
    }
  }
  Dependencies *d = dependencies_make(r->sys, walk, NULL, &inner, scratch);
  past_dependencies_add(r->sys, d, false, scratch);
  return d;
}

/* False: not sparse. */
static bool make_rows(Rows *rows, Walk *walk, Arena *scratch)
{
  const ReducedSystem *r = rows->r;
  const TranslationChoice *choice = &r->choice;
  bool always = choice->linear_solver == LINEAR_SOLVER_SPARSE;
  rows->number =
      arena_array(scratch, (size_t)r->sys->n_vars, sizeof rows->number[0]);
  jacobian_pattern_number_columns(rows, scratch);
  if (rows->n == 0 || (rows->n < SPARSE_UNKNOWNS && !always)) return false;
  size_t n = (size_t)rows->n, most = n * n / 4;
  if (most > 200 * n) most = 200 * n;
  if (always) most = n * n;
  rows->cap_entries = (int)most;
  rows->start = arena_array(
      scratch, (size_t)jacobian_pattern_count_rows(rows) + 1, sizeof(int));
  rows->seen = arena_array(scratch, n, sizeof(int));
  rows->column = arena_array(scratch, most, sizeof(int));
  rows->d = choice->ida ? cut_dependencies(r, walk, scratch)
                        : model_structure_running(r, walk, scratch);
  dependencies_allow(rows->d,
                     DEPENDENCIES_EFFORT + effort_per_unknown * rows->n);
  for (int k = 0; k < jacobian_pattern_count_states(r); k++) {
    if (!add_slope(rows, r->derivative[k])) return false;
  }
  return !choice->ida || add_implicit(rows, walk, scratch);
}

/* --- columns and colours --- */

/* Rows rise within each column, because they are visited in order. */
static void turn_to_columns(const Rows *rows, SparsePattern *p, Arena *arena)
{
  size_t n = (size_t)rows->n;
  p->n = rows->n;
  p->n_nonzeros = rows->n_entries;
  p->column_start = arena_array(arena, n + 2, sizeof(int));
  p->row = arena_array(arena, (size_t)rows->n_entries, sizeof(int));
  int *start = p->column_start + 1; /* becomes column_start while it fills */
  for (int k = 0; k < rows->n_entries; k++) start[rows->column[k] + 1]++;
  for (size_t j = 1; j <= n; j++) start[j] += start[j - 1];
  for (int i = 0; i < rows->n_rows; i++) {
    for (int k = rows->start[i]; k < rows->start[i + 1]; k++) {
      p->row[start[rows->column[k]]++] = i;
    }
  }
}

/* The smallest colour that no column sharing a row with column j has.
 * taken[c] == j + 1: colour c is not to be had. */
static int choose_color(const Rows *rows, const SparsePattern *p,
                        const int *color, int *taken, int j)
{
  for (int k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
    int i = p->row[k];
    for (int m = rows->start[i]; m < rows->start[i + 1]; m++) {
      int other = rows->column[m];
      if (color[other] >= 0) taken[color[other]] = j + 1;
    }
  }
  int best = 0;
  while (taken[best] == j + 1) best++;
  return best;
}

static void paint(const Rows *rows, SparsePattern *p, Arena *arena,
                  Arena *scratch)
{
  size_t n = (size_t)rows->n;
  int *color = arena_array(scratch, n, sizeof(int));
  int *taken = arena_array(scratch, n + 1, sizeof(int));
  for (int j = 0; j < rows->n; j++) color[j] = -1;
  for (int j = 0; j < rows->n; j++) {
    color[j] = choose_color(rows, p, color, taken, j);
    if (color[j] + 1 > p->n_colors) p->n_colors = color[j] + 1;
  }
  p->color_start = arena_array(arena, (size_t)p->n_colors + 2, sizeof(int));
  p->column = arena_array(arena, n, sizeof(int));
  int *start = p->color_start + 1;
  for (int j = 0; j < rows->n; j++) start[color[j] + 1]++;
  for (int c = 1; c <= p->n_colors; c++) start[c] += start[c - 1];
  for (int j = 0; j < rows->n; j++) p->column[start[color[j]]++] = j;
}

/* False: not sparse. */
static bool make_pattern(ReducedSystem *r, Walk *walk, Arena *arena,
                         Arena *scratch)
{
  ArenaMark mark = arena_mark(scratch);
  Rows rows = {.r = r};
  bool is_sparse = make_rows(&rows, walk, scratch);
  if (is_sparse) {
    assert(rows.n_rows <= jacobian_pattern_count_rows(&rows));
    turn_to_columns(&rows, &r->jacobian, arena);
    paint(&rows, &r->jacobian, arena, scratch);
  }
  arena_release(mark);
  return is_sparse;
}

/* May IDA be chosen where the matrix of the states is not sparse? */
static bool may_be_implicit(const ReducedSystem *r)
{
  const TranslationChoice *choice = &r->choice;
  return !choice->ida && !choice->cvode && !choice->exchange_only &&
         choice->linear_solver == LINEAR_SOLVER_AUTO &&
         r->n_states >= MANY_STATES;
}

void jacobian_pattern_make(ReducedSystem *r, Walk *walk, Arena *arena,
                           Arena *scratch)
{
  TranslationChoice *choice = &r->choice;
  r->sparse = false;
  if (choice->linear_solver == LINEAR_SOLVER_DENSE ||
      choice->formulas == FORMULAS_ADAMS) {
    return;
  }
  r->sparse = make_pattern(r, walk, arena, scratch);
  if (r->sparse || !may_be_implicit(r)) return;
  choice->ida = true;
  r->sparse = make_pattern(r, walk, arena, scratch);
  choice->ida = r->sparse;
}
