/* sparse_order.c: see sparse_order.h. Nothing recurses. */
#include "sparse_order.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include <amd.h>
#include <colamd.h>
#include <string.h>

enum { SMALL_BLOCK = 3 }; /* up to here every order is a good one */

/* What the search needs while it runs. */
typedef struct OrderSearch {
  const SparseStructure *matrix;
  int *column_of; /* [n] of each row: the column that has it on its diagonal */
  int *row_of;    /* [n] of each column, or -1 */
  int *cheap;     /* [n] of each column: the next entry to look at first */
  int *stack, *at, *mark, *low, *number; /* [n] each */
} OrderSearch;

enum { SEARCH_ARRAYS = 8 };

/* --- the diagonal --- */

/* Columns whose own row is free get it: of an integrator's matrix, all. */
static int match_own_rows(OrderSearch *m)
{
  const SparseStructure *a = m->matrix;
  int n_matched = 0;
  for (int j = 0; j < a->n; j++) m->row_of[j] = m->column_of[j] = -1;
  for (int j = 0; j < a->n; j++) {
    m->cheap[j] = a->start[j];
    for (int k = a->start[j]; k < a->start[j + 1]; k++) {
      if (a->row[k] != j) continue;
      m->row_of[j] = m->column_of[j] = j;
      n_matched++;
      break;
    }
  }
  return n_matched;
}

/* A free row of the column, or -1. Rows are never set free, so each entry is
 * looked at once. */
static int free_row_of(OrderSearch *m, int j)
{
  const SparseStructure *a = m->matrix;
  while (m->cheap[j] < a->start[j + 1]) {
    int row = a->row[m->cheap[j]++];
    if (m->column_of[row] < 0) return row;
  }
  return -1;
}

static void match_rows_of_path(OrderSearch *m, int top, int row)
{
  for (int level = top; level >= 0; level--) {
    int j = m->stack[level], before = m->row_of[j];
    m->row_of[j] = row;
    m->column_of[row] = j;
    row = before;
  }
}

/* A row for this column, by changing those of others; a path that alternates
 * is searched in depth. */
static bool match_by_path(OrderSearch *m, int first)
{
  const SparseStructure *a = m->matrix;
  int top = 0;
  m->stack[0] = first;
  m->at[0] = a->start[first];
  m->mark[first] = first;
  while (top >= 0) {
    int j = m->stack[top];
    int row = m->at[top] == a->start[j] ? free_row_of(m, j) : -1;
    if (row >= 0) {
      match_rows_of_path(m, top, row);
      return true;
    }
    int next = -1;
    while (m->at[top] < a->start[j + 1] && next < 0) {
      int other = m->column_of[a->row[m->at[top]++]];
      if (other >= 0 && m->mark[other] != first) next = other;
    }
    if (next < 0) {
      top--;
      continue;
    }
    m->mark[next] = first;
    m->stack[++top] = next;
    m->at[top] = a->start[next];
  }
  return false;
}

/* False: every diagonal has an empty entry. */
static bool match_rows(OrderSearch *m)
{
  int n = m->matrix->n;
  if (match_own_rows(m) == n) return true;
  for (int j = 0; j < n; j++) m->mark[j] = -1;
  for (int j = 0; j < n; j++) {
    if (m->row_of[j] < 0 && !match_by_path(m, j)) return false;
  }
  return true;
}

/* --- blocks --- */

/* Columns of one block, from the top of the stack down to j, in a row. */
static int sparse_order_close(OrderSearch *m, SparseOrder *order, int j,
                              int *n_open, int place)
{
  int member;
  order->block[order->n_blocks++] = place;
  do {
    member = m->stack[--*n_open];
    m->low[member] = m->matrix->n; /* closed */
    order->column[place++] = member;
  } while (member != j);
  return place;
}

/* Tarjan's strongly connected components. A column leads to those that have
 * its rows on their diagonals; a component is closed after those that it leads
 * to, which makes the matrix upper triangular by blocks. `cheap` is the way
 * back of the search, `stack` has the open columns. */
static void find_blocks(OrderSearch *m, SparseOrder *order)
{
  const SparseStructure *a = m->matrix;
  int n = a->n, n_open = 0, count = 0, place = 0, *way = m->cheap;
  order->n_blocks = 0;
  for (int j = 0; j < n; j++) m->number[j] = -1;
  for (int first = 0; first < n; first++) {
    if (m->number[first] >= 0) continue;
    int top = 0;
    way[0] = first;
    m->at[first] = a->start[first];
    m->number[first] = m->low[first] = count++;
    m->stack[n_open++] = first;
    while (top >= 0) {
      int j = way[top];
      if (m->at[j] < a->start[j + 1]) {
        int next = m->column_of[a->row[m->at[j]++]];
        if (m->number[next] >= 0) {
          if (m->low[next] < m->low[j]) m->low[j] = m->low[next];
          continue;
        }
        m->at[next] = a->start[next];
        m->number[next] = m->low[next] = count++;
        m->stack[n_open++] = next;
        way[++top] = next;
        continue;
      }
      int lowest = m->low[j];
      if (lowest == m->number[j])
        place = sparse_order_close(m, order, j, &n_open, place);
      if (--top >= 0 && m->low[j] < m->low[way[top]]) {
        m->low[way[top]] = m->low[j];
      }
    }
  }
  order->block[order->n_blocks] = n;
}

static void take_one_block(OrderSearch *m, SparseOrder *order)
{
  order->n_blocks = 1;
  order->block[0] = 0;
  order->block[1] = m->matrix->n;
  for (int k = 0; k < m->matrix->n; k++) {
    order->column[k] = m->row_of[k] = m->column_of[k] = k;
  }
}

/* --- inside of a block --- */

/* The structure of a block by itself. */
typedef struct Part {
  int n, *start, *row, *order;
} Part;

static void take_part(OrderSearch *m, const SparseOrder *order, int b,
                      Part *part)
{
  const SparseStructure *a = m->matrix;
  int first = order->block[b], end = order->block[b + 1], n = 0;
  part->n = end - first;
  for (int k = first; k < end; k++) {
    int j = order->column[k];
    part->start[k - first] = n;
    for (int e = a->start[j]; e < a->start[j + 1]; e++) {
      int place = m->number[m->column_of[a->row[e]]];
      if (place >= first && place < end) part->row[n++] = place - first;
    }
  }
  part->start[part->n] = n;
}

static bool order_by_both(Part *part)
{
  int result =
      amd_order(part->n, part->start, part->row, part->order, NULL, NULL);
  return result == AMD_OK || result == AMD_OK_BUT_JUMBLED;
}

static bool order_by_columns(Part *part)
{
  int n_entries = part->start[part->n], stats[COLAMD_STATS];
  size_t size = colamd_recommended(n_entries, part->n, part->n);
  int *work = foucault_solver_numbers(size + 1, sizeof work[0]);
  int *start = foucault_solver_numbers((size_t)part->n + 1, sizeof start[0]);
  bool good = work && start && size > 0;
  if (good) {
    memcpy(work, part->row, (size_t)n_entries * sizeof work[0]);
    memcpy(start, part->start, ((size_t)part->n + 1) * sizeof start[0]);
    good = colamd(part->n, part->n, (int)size, work, start, NULL, stats);
    for (int k = 0; good && k < part->n; k++) part->order[k] = start[k];
  }
  foucault_solver_free(start);
  foucault_solver_free(work);
  return good;
}

static bool order_blocks(OrderSearch *m, SparseOrder *order, SparseOrdering how,
                         Part *part)
{
  for (int k = 0; k < order->n; k++) m->number[order->column[k]] = k;
  for (int b = 0; b < order->n_blocks; b++) {
    int first = order->block[b];
    if (order->block[b + 1] - first <= SMALL_BLOCK) continue;
    take_part(m, order, b, part);
    bool good =
        how == ORDERED_BY_BOTH ? order_by_both(part) : order_by_columns(part);
    if (!good) return false;
    for (int k = 0; k < part->n; k++)
      m->stack[k] = order->column[first + part->order[k]];
    memcpy(order->column + first, m->stack,
           (size_t)part->n * sizeof order->column[0]);
  }
  return true;
}

static bool order_parts(OrderSearch *m, SparseOrder *order, SparseOrdering how)
{
  size_t n = (size_t)order->n;
  size_t n_entries = (size_t)m->matrix->start[order->n];
  int *work = foucault_solver_numbers(2 * n + n_entries + 2, sizeof work[0]);
  if (!work) return false;
  Part part = {.start = work, .order = work + n + 1, .row = work + 2 * n + 1};
  bool good = order_blocks(m, order, how, &part);
  foucault_solver_free(work);
  return good;
}

bool sparse_order_create(SparseOrder *order, int n)
{
  size_t size = (size_t)n + 1;
  order->n = n;
  order->row = foucault_solver_numbers(size, sizeof order->row[0]);
  order->column = foucault_solver_numbers(size, sizeof order->column[0]);
  order->block = foucault_solver_numbers(size, sizeof order->block[0]);
  return order->row && order->column && order->block;
}

bool sparse_order_find(SparseOrder *order, const SparseStructure *matrix,
                       SparseOrdering how)
{
  RUNTIME_ASSERT(matrix->n == order->n);
  size_t n = (size_t)matrix->n + 1;
  int *work = foucault_solver_numbers(SEARCH_ARRAYS * n, sizeof work[0]);
  if (!work) return false;
  OrderSearch m = {.matrix = matrix,
                   .column_of = work,
                   .row_of = work + n,
                   .cheap = work + 2 * n,
                   .stack = work + 3 * n,
                   .at = work + 4 * n,
                   .mark = work + 5 * n,
                   .low = work + 6 * n,
                   .number = work + 7 * n};
  if (match_rows(&m))
    find_blocks(&m, order);
  else
    take_one_block(&m, order);
  bool good = order_parts(&m, order, how);
  for (int k = 0; k < order->n; k++) order->row[k] = m.row_of[order->column[k]];
  foucault_solver_free(work);
  return good;
}
