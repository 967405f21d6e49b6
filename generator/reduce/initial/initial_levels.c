/* initial_levels.c: connected parts of each level's equations. */
#include "reduce/initial/initial_levels.h"

#include <assert.h>

#include "reduce/blocks/start_preference.h"
#include "reduce/index/state_preference.h"
#include "reduce/simplify/free_parameters.h"

/* Larger ones would need a sparse solver: their pinned variables stay. */
enum { MOST_COLUMNS = 500 };

typedef struct Levels {
  const System *sys;
  Walk *walk;
  Plan *plan;
  const IntList *rows_of; /* [n_vars] */
  bool *pinned;           /* [n_vars] */
  Arena *arena;
  int *level;  /* [n_rows] 0: none of the rows that can be joined */
  int *parent; /* [n_rows] union-find; -1: not reached from a pinned one */
  int *stack;  /* [n_rows] */
} Levels;

static bool initial_levels_is_free(const Levels *l, int v)
{
  const Var *var = &l->sys->var[v];
  return l->pinned[v] && !var->fixed &&
         !state_preference_keeps_start(l->sys, (VarId){v}) &&
         system_level(l->sys, (VarId){v}) > 0;
}

/* That of the variable that a row is solved for. */
static void initial_levels_find_levels(Levels *l)
{
  const Plan *plan = l->plan;
  for (int r = 0; r < plan->n_rows; r++) {
    int v = plan->m->row_col[r];
    if (plan->row[r].assigned.i >= 0 || v < 0) continue;
    l->level[r] = system_level(l->sys, (VarId){v});
  }
}

static int initial_levels_root_of(Levels *l, int r)
{
  while (l->parent[r] != r) {
    l->parent[r] = l->parent[l->parent[r]];
    r = l->parent[r];
  }
  return r;
}

static void initial_levels_unite(Levels *l, int a, int b)
{
  a = initial_levels_root_of(l, a);
  b = initial_levels_root_of(l, b);
  if (a != b) l->parent[a > b ? a : b] = a > b ? b : a;
}

/* All rows of its level that hold v, and those that depend on what they are
 * solved for. */
static void reach_from(Levels *l, int v)
{
  int level = system_level(l->sys, (VarId){v}), first = -1, depth = 0;
  for (;;) {
    const IntList *rows = &l->rows_of[v];
    for (int k = 0; k < rows->n; k++) {
      int r = rows->item[k];
      if (l->level[r] != level) continue;
      if (l->parent[r] < 0) {
        l->parent[r] = r;
        l->stack[depth++] = r;
      }
      if (first < 0) first = r;
      initial_levels_unite(l, first, r);
    }
    if (depth == 0) return;
    first = l->stack[--depth];
    v = l->plan->m->row_col[first];
  }
}

/* Row r needs what row `next` is solved for: both are of one block. */
static void initial_levels_add_need(Levels *l, int r, int next)
{
  assert(l->plan->m->row_col[next] >= 0);
  IntList *list = &l->plan->m->row[r];
  IntList longer = {arena_array(l->arena, (size_t)list->n + 1, sizeof(int)), 0};
  for (int k = 0; k < list->n; k++) longer.item[longer.n++] = list->item[k];
  longer.item[longer.n++] = l->plan->m->row_col[next];
  *list = longer;
}

/* v is computed by the block of this row. */
static void set_free(Levels *l, int leader, int v)
{
  assert(l->pinned[v] && l->plan->m->col_row[v] < 0);
  PlanRow *row = &l->plan->row[leader];
  l->plan->m->col_row[v] = leader;
  l->plan->m->excluded[v] = false;
  l->pinned[v] = false;
  row->freed.item[row->freed.n++] = v;
}

/* One connected part: its rows, and the pinned variables they hold. */
typedef struct Part {
  int n_rows, n_free;
  int last; /* row */
  bool has_preferred_start;
} Part;

static void initial_levels_count_row(const Levels *l, int r, Part *part)
{
  VarId v = {l->plan->m->row_col[r]};
  part->n_rows++;
  part->has_preferred_start |= start_is_preferred(l->sys, l->walk, v);
}

/* The root of the rows at v's level that hold v; -1: none. */
static int initial_levels_part_of(Levels *l, int v)
{
  const IntList *rows = &l->rows_of[v];
  for (int k = 0; k < rows->n; k++) {
    int r = rows->item[k];
    if (l->level[r] == system_level(l->sys, (VarId){v}))
      return initial_levels_root_of(l, r);
  }
  return -1;
}

static bool is_joined(const Part *part)
{
  return part->n_free > 0 && part->has_preferred_start &&
         part->n_rows + part->n_free <= MOST_COLUMNS;
}

static void join_rows(Levels *l, Part *part)
{
  for (int r = 0; r < l->plan->n_rows; r++) {
    if (l->parent[r] < 0) continue;
    int root = initial_levels_root_of(l, r);
    if (!is_joined(&part[root])) continue;
    if (r != root) initial_levels_add_need(l, part[root].last, r);
    part[root].last = r;
  }
  for (int r = 0; r < l->plan->n_rows; r++) {
    if (l->parent[r] != r || !is_joined(&part[r])) continue;
    if (part[r].last != r) initial_levels_add_need(l, part[r].last, r);
    l->plan->row[r].freed.item =
        arena_array(l->arena, (size_t)part[r].n_free, sizeof(int));
  }
}

static void join_parts(Levels *l)
{
  int n_vars = l->sys->n_vars, n_rows = l->plan->n_rows;
  Part *part = arena_array(l->arena, (size_t)n_rows, sizeof part[0]);
  int *part_of_var = arena_array(l->arena, (size_t)n_vars, sizeof(int));
  for (int r = 0; r < n_rows; r++) {
    if (l->parent[r] >= 0)
      initial_levels_count_row(l, r, &part[initial_levels_root_of(l, r)]);
  }
  for (int v = 0; v < n_vars; v++) {
    part_of_var[v] =
        initial_levels_is_free(l, v) ? initial_levels_part_of(l, v) : -1;
    if (part_of_var[v] >= 0) part[part_of_var[v]].n_free++;
  }
  join_rows(l, part);
  for (int v = 0; v < n_vars; v++) {
    int root = part_of_var[v];
    if (root >= 0 && is_joined(&part[root])) set_free(l, root, v);
  }
}

void initial_levels_join(const System *sys, Walk *walk, Plan *plan,
                         const IntList *rows_of, bool *pinned, Arena *arena)
{
  size_t n_rows = (size_t)plan->n_rows;
  Levels l = {.sys = sys,
              .walk = walk,
              .plan = plan,
              .rows_of = rows_of,
              .pinned = pinned,
              .arena = arena,
              .level = arena_array(arena, n_rows, sizeof(int)),
              .parent = arena_array(arena, n_rows, sizeof(int)),
              .stack = arena_array(arena, n_rows, sizeof(int))};
  bool any = false;
  for (int v = 0; v < sys->n_vars && !any; v++)
    any = initial_levels_is_free(&l, v);
  if (!any) return;
  for (int r = 0; r < plan->n_rows; r++) l.parent[r] = -1;
  initial_levels_find_levels(&l);
  for (int v = 0; v < sys->n_vars; v++) {
    if (initial_levels_is_free(&l, v)) reach_from(&l, v);
  }
  join_parts(&l);
}
