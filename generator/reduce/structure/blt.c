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
