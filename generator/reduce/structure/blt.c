/* blt.c: Tarjan's algorithm with its recursion on an explicit stack. */
#include "reduce/structure/blt.h"

#include <assert.h>

#include "base/vector.h"

typedef struct Tarjan {
  const Matching *m;
  int *order, *low; /* 0: not visited */
  int *next;        /* position in the row's list */
  int *stack, n_stack;
  bool *on_stack;
  int *path;
  int counter;
  Blt blt;
  int n_done;
} Tarjan;

static void blt_enter(Tarjan *t, int row)
{
  assert(t->n_stack < t->m->n_rows);
  t->order[row] = t->low[row] = ++t->counter;
  t->stack[t->n_stack++] = row;
  t->on_stack[row] = true;
}

/* Takes the finished component with this root from the stack. */
static void close_block(Tarjan *t, int root)
{
  int first = t->n_done, row;
  do {
    assert(t->n_stack > 0);
    row = t->stack[--t->n_stack];
    t->on_stack[row] = false;
    t->blt.row[t->n_done++] = row;
  } while (row != root);
  vector_sort_ints(t->blt.row + first, t->n_done - first);
  t->blt.start[++t->blt.n_blocks] = t->n_done;
}

/* The next row that `row` needs, -1: all looked at. */
static int next_needed(Tarjan *t, int row)
{
  const IntList *list = &t->m->row[row];
  while (t->next[row] < list->n) {
    int col = list->item[t->next[row]++];
    int needed = t->m->excluded[col] ? -1 : t->m->col_row[col];
    if (needed >= 0 && needed != row) return needed;
  }
  return -1;
}

static void blt_visit(Tarjan *t, int root)
{
  int depth = 0;
  t->path[0] = root;
  blt_enter(t, root);
  while (depth >= 0) {
    int row = t->path[depth];
    int needed = next_needed(t, row);
    if (needed < 0) {
      if (t->low[row] == t->order[row]) close_block(t, row);
      depth--;
      if (depth >= 0 && t->low[row] < t->low[t->path[depth]]) {
        t->low[t->path[depth]] = t->low[row];
      }
    } else if (t->order[needed] == 0) {
      blt_enter(t, needed);
      t->path[++depth] = needed;
    } else if (t->on_stack[needed] && t->order[needed] < t->low[row]) {
      t->low[row] = t->order[needed];
    }
  }
}

Blt blt_order(const Matching *m, Arena *arena)
{
  size_t n = (size_t)m->n_rows;
  Tarjan t = {.m = m};
  t.blt.start = arena_array(arena, n + 1, sizeof(int));
  t.blt.row = arena_array(arena, n, sizeof(int));
  t.order = arena_array(arena, n, sizeof(int));
  t.low = arena_array(arena, n, sizeof(int));
  t.next = arena_array(arena, n, sizeof(int));
  t.stack = arena_array(arena, n, sizeof(int));
  t.on_stack = arena_array(arena, n, sizeof(bool));
  t.path = arena_array(arena, n + 1, sizeof(int));
  for (int row = 0; row < m->n_rows; row++) {
    if (t.order[row] == 0) blt_visit(&t, row);
  }
  assert(t.n_done == m->n_rows);
  return t.blt;
}

/* Rows with what they need and what they wish. */
static Matching with_wishes(const Matching *m, const IntList *wished,
                            Arena *arena)
{
  Matching both = *m;
  both.row = arena_array(arena, (size_t)m->n_rows, sizeof both.row[0]);
  for (int r = 0; r < m->n_rows; r++) {
    IntList *list = &both.row[r];
    size_t n = (size_t)m->row[r].n + (size_t)wished[r].n;
    list->item = arena_array(arena, n, sizeof(int));
    for (int k = 0; k < m->row[r].n; k++) {
      list->item[list->n++] = m->row[r].item[k];
    }
    for (int k = 0; k < wished[r].n; k++) {
      list->item[list->n++] = wished[r].item[k];
    }
  }
  return both;
}

/* The blocks of `blt`, those of each block of `outer` together. */
static Blt blt_sort_blocks(const Blt *blt, const Blt *outer, int n_rows,
                           Arena *arena)
{
  int *place = arena_array(arena, (size_t)n_rows, sizeof(int));
  int *next = arena_array(arena, (size_t)outer->n_blocks + 1, sizeof(int));
  int *order = arena_array(arena, (size_t)blt->n_blocks, sizeof(int));
  for (int b = 0; b < outer->n_blocks; b++) {
    for (int k = outer->start[b]; k < outer->start[b + 1]; k++) {
      place[outer->row[k]] = b;
    }
  }
  for (int b = 0; b < blt->n_blocks; b++) {
    next[place[blt->row[blt->start[b]]] + 1]++;
  }
  for (int b = 0; b < outer->n_blocks; b++) next[b + 1] += next[b];
  for (int b = 0; b < blt->n_blocks; b++) {
    order[next[place[blt->row[blt->start[b]]]]++] = b;
  }
  Blt sorted = {.n_blocks = blt->n_blocks};
  sorted.start = arena_array(arena, (size_t)blt->n_blocks + 1, sizeof(int));
  sorted.row = arena_array(arena, (size_t)n_rows, sizeof(int));
  int n = 0;
  for (int b = 0; b < blt->n_blocks; b++) {
    for (int k = blt->start[order[b]]; k < blt->start[order[b] + 1]; k++) {
      sorted.row[n++] = blt->row[k];
    }
    sorted.start[b + 1] = n;
  }
  return sorted;
}

Blt blt_order_wished(const Matching *m, const IntList *wished, Arena *arena)
{
  Blt blt = blt_order(m, arena);
  Matching both = with_wishes(m, wished, arena);
  Blt outer = blt_order(&both, arena);
  return blt_sort_blocks(&blt, &outer, m->n_rows, arena);
}
