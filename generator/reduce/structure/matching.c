/* matching.c: breadth-first search for a shortest augmenting path. A row looks
 * for a free column first ("cheap" assignment, each edge once over all
 * searches between two changes of the graph), then others are asked to move.
 * Chains of equations make depth-first paths as long as the model. */
#include "reduce/structure/matching.h"

#include <assert.h>

#include "base/vector.h"

Matching *matching_create(Arena *arena, int n_rows, int n_cols)
{
  assert(n_rows >= 0 && n_cols >= 0);
  Matching *m = arena_alloc(arena, sizeof *m);
  m->arena = arena;
  matching_grow(m, n_rows, n_cols);
  return m;
}

static void *matching_grow_array(Matching *m, void *items, int capacity,
                                 int needed, size_t size)
{
  int cap = capacity;
  return vector_grow(m->arena, items, &cap, needed, size);
}

void matching_grow(Matching *m, int n_rows, int n_cols)
{
  if (n_rows > m->cap_rows) {
    int cap = m->cap_rows;
    m->row_col = matching_grow_array(m, m->row_col, cap, n_rows, sizeof(int));
    m->next = matching_grow_array(m, m->next, cap, n_rows, sizeof(int));
    m->cheap = matching_grow_array(m, m->cheap, cap, n_rows, sizeof(int));
    m->reached_row =
        matching_grow_array(m, m->reached_row, cap, n_rows, sizeof(int));
    m->row =
        vector_grow(m->arena, m->row, &m->cap_rows, n_rows, sizeof *m->row);
  }
  if (n_cols > m->cap_cols) {
    int cap = m->cap_cols;
    m->col_row = matching_grow_array(m, m->col_row, cap, n_cols, sizeof(int));
    m->stamp = matching_grow_array(m, m->stamp, cap, n_cols, sizeof(int));
    m->from = matching_grow_array(m, m->from, cap, n_cols, sizeof(int));
    m->reached_col =
        matching_grow_array(m, m->reached_col, cap, n_cols, sizeof(int));
    m->excluded =
        vector_grow(m->arena, m->excluded, &m->cap_cols, n_cols, sizeof(bool));
  }
  for (int r = m->n_rows; r < n_rows; r++) m->row_col[r] = -1;
  for (int c = m->n_cols; c < n_cols; c++) m->col_row[c] = -1;
  if (n_rows > m->n_rows) m->n_rows = n_rows;
  if (n_cols > m->n_cols) m->n_cols = n_cols;
}

/* A free column of the row, -1: none. */
static int free_column(Matching *m, int row)
{
  const IntList *list = &m->row[row];
  while (m->cheap[row] < list->n) {
    m->work++;
    int col = list->item[m->cheap[row]++];
    if (!m->excluded[col] && m->col_row[col] < 0) return col;
  }
  return -1;
}

/* The next column of the row that this search has not seen, -1: none. */
static int unseen_column(Matching *m, int row)
{
  const IntList *list = &m->row[row];
  while (m->next[row] < list->n) {
    m->work++;
    int col = list->item[m->next[row]++];
    if (!m->excluded[col] && m->stamp[col] != m->now) return col;
  }
  return -1;
}

static void reach_row(Matching *m, int row)
{
  m->next[row] = 0;
  m->reached_row[m->n_reached_rows++] = row;
}

/* Reaches all columns of a row and the rows that hold them. */
static void matching_expand(Matching *m, int row)
{
  int col;
  while ((col = unseen_column(m, row)) >= 0) {
    m->stamp[col] = m->now;
    m->from[col] = row;
    m->reached_col[m->n_reached_cols++] = col;
    if (m->col_row[col] >= 0) reach_row(m, m->col_row[col]);
  }
}

/* Gives the free column to `row` and hands columns on, back to the start. */
static void hand_on(Matching *m, int start, int row, int col)
{
  assert(m->col_row[col] < 0 && !m->excluded[col]);
  for (;;) {
    int held = m->row_col[row];
    m->row_col[row] = col;
    m->col_row[col] = row;
    if (row == start) return;
    col = held;
    row = m->from[col];
  }
}

void matching_reach_begin(Matching *m)
{
  m->now++;
  m->n_reached_rows = m->n_reached_cols = 0;
}

bool matching_augment(Matching *m, int row)
{
  assert(row >= 0 && row < m->n_rows);
  assert(m->row_col[row] < 0); /* else its column would have two rows */
  matching_reach_begin(m);
  m->cheap[row] = 0;
  reach_row(m, row);
  for (int k = 0; k < m->n_reached_rows; k++) {
    int at = m->reached_row[k];
    int col = free_column(m, at);
    if (col >= 0) {
      hand_on(m, row, at, col);
      return true;
    }
    matching_expand(m, at);
  }
  return false;
}

bool matching_augment_last(Matching *m, int row)
{
  if (matching_augment(m, row)) return true;
  /* No path leads from here to a free column, and none will: a later path
   * that entered would have to leave through a column reached here too. */
  for (int k = 0; k < m->n_reached_cols; k++) {
    m->excluded[m->reached_col[k]] = true;
  }
  return false;
}

void matching_reach(Matching *m, int row)
{
  assert(row >= 0 && row < m->n_rows);
  int first = m->n_reached_rows;
  reach_row(m, row);
  for (int k = first; k < m->n_reached_rows; k++) {
    matching_expand(m, m->reached_row[k]);
  }
}
