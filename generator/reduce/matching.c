/* matching.c: depth-first search for augmenting paths (Duff 1981). A row
 * looks for a free column first ("cheap" assignment, each edge once over all
 * searches between two changes of the graph), then tries to move others. */
#include "reduce/matching.h"

#include <assert.h>

#include "base/vector.h"

Matching *matching_create(Arena *arena, int n_rows, int n_cols)
{
  Matching *m = arena_alloc(arena, sizeof *m);
  m->arena = arena;
  matching_grow(m, n_rows, n_cols);
  return m;
}

static void *grow(Matching *m, void *items, int capacity, int needed,
                  size_t size)
{
  int cap = capacity;
  return vector_grow(m->arena, items, &cap, needed, size);
}

void matching_grow(Matching *m, int n_rows, int n_cols)
{
  if (n_rows > m->cap_rows) {
    int cap = m->cap_rows;
    m->row_col = grow(m, m->row_col, cap, n_rows, sizeof(int));
    m->next = grow(m, m->next, cap, n_rows, sizeof(int));
    m->cheap = grow(m, m->cheap, cap, n_rows, sizeof(int));
    m->reached_row = grow(m, m->reached_row, cap, n_rows, sizeof(int));
    m->path = grow(m, m->path, cap, n_rows, sizeof(int));
    m->via = grow(m, m->via, cap, n_rows, sizeof(int));
    m->row =
        vector_grow(m->arena, m->row, &m->cap_rows, n_rows, sizeof *m->row);
  }
  if (n_cols > m->cap_cols) {
    int cap = m->cap_cols;
    m->col_row = grow(m, m->col_row, cap, n_cols, sizeof(int));
    m->stamp = grow(m, m->stamp, cap, n_cols, sizeof(int));
    m->reached_col = grow(m, m->reached_col, cap, n_cols, sizeof(int));
    m->excluded = vector_grow(m->arena, m->excluded, &m->cap_cols, n_cols,
                              sizeof(bool));
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

void matching_reach_begin(Matching *m)
{
  m->now++;
  m->n_reached_rows = m->n_reached_cols = 0;
}

bool matching_augment(Matching *m, int row)
{
  matching_reach_begin(m);
  reach_row(m, row);
  int *path = m->path, *via = m->via; /* rows and columns on the way */
  int depth = 0, found = -1;
  path[0] = row;
  m->cheap[row] = 0;
  while (depth >= 0) {
    int at = path[depth];
    found = free_column(m, at);
    if (found >= 0) break;
    int col = unseen_column(m, at);
    if (col < 0) {
      depth--;
      continue;
    }
    m->stamp[col] = m->now;
    m->reached_col[m->n_reached_cols++] = col;
    via[depth] = col;
    path[++depth] = m->col_row[col];
    reach_row(m, path[depth]);
  }
  if (found >= 0) {
    via[depth] = found;
    for (int k = depth; k >= 0; k--) {
      m->row_col[path[k]] = via[k];
      m->col_row[via[k]] = path[k];
    }
  }
  return found >= 0;
}

void matching_reach(Matching *m, int row)
{
  int first = m->n_reached_rows;
  reach_row(m, row);
  for (int k = first; k < m->n_reached_rows; k++) {
    int at = m->reached_row[k], col;
    while ((col = unseen_column(m, at)) >= 0) {
      m->stamp[col] = m->now;
      m->reached_col[m->n_reached_cols++] = col;
      if (m->col_row[col] >= 0) reach_row(m, m->col_row[col]);
    }
  }
}
