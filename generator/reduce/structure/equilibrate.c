/* equilibrate.c: means of logarithms, of rows and columns in turn. */
#include "reduce/structure/equilibrate.h"

#include <assert.h>
#include <math.h>

/* Beside the largest entry of its row a computed one is rounding below this
 * part. */
static const double ROUNDING = 1e-14;
/* Rounds; fewer where factors change by less than this, in powers of two. */
enum { MOST_SWEEPS = 30 };
static const double SETTLED = 0.1;

typedef struct Factors {
  double *row, *column; /* binary logarithms */
  double *sum;          /* workspace for either */
  int *count;
} Factors;

static void drop_rounding(SparseMatrix *a, Arena *scratch)
{
  double *largest = arena_array(scratch, (size_t)a->n_rows, sizeof(double));
  for (int k = 0; k < a->n_entries; k++) {
    const SparseEntry *e = &a->entry[k];
    assert(isfinite(e->value));
    largest[e->row] = fmax(largest[e->row], fabs(e->value));
  }
  for (int k = 0; k < a->n_entries; k++) {
    SparseEntry *e = &a->entry[k];
    if (!e->is_exact && fabs(e->value) < ROUNDING * largest[e->row])
      e->value = 0;
  }
}

/* The factors of one side that fit those of the other. Returns by how much one
 * has changed at most. */
static double fit(const SparseMatrix *a, Factors *f, bool rows)
{
  int n = rows ? a->n_rows : a->n_columns;
  double *own = rows ? f->row : f->column, change = 0;
  const double *other = rows ? f->column : f->row;
  for (int i = 0; i < n; i++) f->sum[i] = f->count[i] = 0;
  for (int k = 0; k < a->n_entries; k++) {
    const SparseEntry *e = &a->entry[k];
    int i = rows ? e->row : e->column, j = rows ? e->column : e->row;
    if (e->value == 0) continue;
    f->sum[i] += log2(fabs(e->value)) + other[j];
    f->count[i]++;
  }
  for (int i = 0; i < n; i++) {
    double factor = f->count[i] > 0 ? -f->sum[i] / f->count[i] : 0;
    change = fmax(change, fabs(factor - own[i]));
    own[i] = factor;
  }
  return change;
}

void equilibrate(SparseMatrix *a, Arena *scratch)
{
  assert(a->n_entries == 0 || a->entry);
  size_t m = (size_t)a->n_rows, n = (size_t)a->n_columns;
  size_t most = m > n ? m : n;
  Factors f = {arena_array(scratch, m, sizeof(double)),
               arena_array(scratch, n, sizeof(double)),
               arena_array(scratch, most, sizeof(double)),
               arena_array(scratch, most, sizeof(int))};
  drop_rounding(a, scratch);
  for (int k = 0; k < MOST_SWEEPS; k++) {
    double change = fit(a, &f, true);
    if (fmax(change, fit(a, &f, false)) < SETTLED) break;
  }
  for (int k = 0; k < a->n_entries; k++) {
    SparseEntry *e = &a->entry[k];
    long power = lround(f.row[e->row]) + lround(f.column[e->column]);
    e->value = ldexp(e->value, (int)power);
  }
}

bool equilibrate_is_exact(const ExprTable *exprs, Walk *walk, ExprId e)
{
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    switch (expr_node(exprs, walk->node[k])->op) {
    case EXPR_CONST:
    case EXPR_VAR:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_NEG: break;
    default: return false;
    }
  }
  return true;
}
