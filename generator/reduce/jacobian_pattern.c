/* jacobian_pattern.c: rows from dependencies, turned into columns, coloured
 * greedily. */
#include "reduce/jacobian_pattern.h"

/* Work of the colouring above which a matrix does not count as sparse. */
static const long most_neighbours = 200000000;

/* The matrix by rows, while it grows. */
typedef struct Rows {
  const ReducedSystem *r;
  Dependencies *d;
  int n; /* rows and columns */
  int n_entries, cap_entries;
  int *start;  /* [n+1] */
  int *column; /* [cap_entries] */
  int *number; /* [n_vars] column of a variable, -1: none */
  int *seen;   /* [n] the row + 1 that has the column already */
} Rows;

static VarId representative(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return var->alias_of.i >= 0 && !var->alias_negative ? var->alias_of : v;
}

static bool is_outer(const ReducedBlock *b)
{
  return b->kind == BLOCK_SOLVE && (!b->linear || b->n >= IMPLICIT_LARGE_LOOP);
}

/* --- rows --- */

static bool add_entry(Rows *rows, int row, int column)
{
  if (column < 0 || rows->seen[column] == row + 1) return true;
  if (rows->n_entries == rows->cap_entries) return false;
  rows->seen[column] = row + 1;
  rows->column[rows->n_entries++] = column;
  return true;
}

static bool add_dependencies(Rows *rows, int row, VarId var)
{
  DependencyList list = dependencies_of(rows->d, var);
  for (int i = 0; i < list.n_vars; i++) {
    if (!add_entry(rows, row, rows->number[list.var[i].i])) return false;
  }
  return true;
}

static bool add_states(Rows *rows)
{
  const ReducedSystem *r = rows->r;
  for (int k = 0; k < r->n_states; k++) {
    VarId derivative = representative(r->sys, r->derivative[k]);
    if (!add_entry(rows, k, k)) return false;
    if (!add_dependencies(rows, k, derivative)) return false;
    rows->start[k + 1] = rows->n_entries;
  }
  return true;
}

static bool add_residual(Rows *rows, Walk *walk, ExprId residual, int row)
{
  walk_from(walk, residual, false);
  if (!add_entry(rows, row, row)) return false;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(rows->r->exprs, walk->node[k]);
    if (node->op != EXPR_VAR) continue;
    if (!add_dependencies(rows, row, node->var)) return false;
  }
  rows->start[row + 1] = rows->n_entries;
  return true;
}

static bool add_loops(Rows *rows, Walk *walk)
{
  const BlockSequence *all = &rows->r->continuous;
  int row = rows->r->n_states;
  for (int k = 0; k < all->n_blocks; k++) {
    const ReducedBlock *b = &all->block[k];
    if (!is_outer(b)) continue;
    for (int i = 0; i < b->n; i++) {
      if (!add_residual(rows, walk, b->residual[i], row++)) return false;
    }
  }
  return true;
}

/* Columns: states first, then, if `loops`, the unknowns of loops. */
static void number_columns(Rows *rows, bool loops)
{
  const ReducedSystem *r = rows->r;
  for (int k = 0; k < r->sys->n_vars; k++) rows->number[k] = -1;
  for (int k = 0; k < r->n_states; k++) rows->number[r->state[k].i] = k;
  rows->n = r->n_states;
  for (int k = 0; loops && k < r->continuous.n_blocks; k++) {
    const ReducedBlock *b = &r->continuous.block[k];
    if (!is_outer(b)) continue;
    for (int i = 0; i < b->n; i++) rows->number[b->unknown[i].i] = rows->n++;
  }
}

/* Dependencies that end at the unknowns of the loops. */
static Dependencies *cut_dependencies(const ReducedSystem *r, Walk *walk,
                                      Arena *scratch)
{
  const BlockSequence *all = &r->continuous;
  BlockSequence inner = {0};
  inner.block =
      arena_array(scratch, (size_t)all->n_blocks, sizeof inner.block[0]);
  for (int k = 0; k < all->n_blocks; k++) {
    if (!is_outer(&all->block[k])) {
      inner.block[inner.n_blocks++] = all->block[k];
    }
  }
  return dependencies_make(r->sys, walk, NULL, &inner, scratch);
}

/* False: not sparse. */
static bool make_rows(Rows *rows, Walk *walk, Arena *scratch)
{
  const ReducedSystem *r = rows->r;
  const SystemExperiment *e = &r->experiment;
  bool always = e->linear_solver == LINEAR_SOLVER_KLU;
  rows->number =
      arena_array(scratch, (size_t)r->sys->n_vars, sizeof rows->number[0]);
  number_columns(rows, e->ida);
  if (rows->n == 0 || (rows->n < SPARSE_UNKNOWNS && !always)) return false;
  size_t n = (size_t)rows->n, most = n * n / 4;
  if (most > 200 * n) most = 200 * n;
  if (always) most = n * n;
  rows->cap_entries = (int)most;
  rows->start = arena_array(scratch, n + 1, sizeof(int));
  rows->seen = arena_array(scratch, n, sizeof(int));
  rows->column = arena_array(scratch, most, sizeof(int));
  if (e->ida) rows->d = cut_dependencies(r, walk, scratch);
  return add_states(rows) && (!e->ida || add_loops(rows, walk));
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
  for (int i = 0; i < rows->n; i++) {
    for (int k = rows->start[i]; k < rows->start[i + 1]; k++) {
      p->row[start[rows->column[k]]++] = i;
    }
  }
}

/* Entries met when every column looks at all columns that share a row. */
static bool is_colourable(const Rows *rows)
{
  long met = 0;
  for (int i = 0; i < rows->n; i++) {
    long length = rows->start[i + 1] - rows->start[i];
    met += length * length;
  }
  return met <= most_neighbours;
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

void jacobian_pattern_make(ReducedSystem *r, Dependencies *now, Walk *walk,
                           Arena *arena, Arena *scratch)
{
  const SystemExperiment *e = &r->experiment;
  Rows rows = {.r = r, .d = now};
  r->sparse = false;
  if (e->linear_solver == LINEAR_SOLVER_DENSE || e->adams) return;
  if (e->ida && r->sys->n_sets > 0) return;
  if (!make_rows(&rows, walk, scratch) || !is_colourable(&rows)) return;
  turn_to_columns(&rows, &r->jacobian, arena);
  paint(&rows, &r->jacobian, arena, scratch);
  r->sparse = true;
}
