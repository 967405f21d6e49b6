/* selection_set.c: from a block's choice to sets that are watched. */
#include "reduce/index/selection_set.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "reduce/index/choice_is_permanent.h"
#include "reduce/index/state_preference.h"

/* --- parts that no constraint ties to each other --- */

typedef struct BlockPart {
  const int *row; /* constraints, by falling order */
  int n_rows;
  const int *column; /* candidates that they hold */
  int n_columns;
} BlockPart;

typedef struct Parts {
  int *parent;                   /* [rows] union-find */
  int *row, *column;             /* part by part */
  int *row_first, *column_first; /* [n_parts + 1] */
  int n_parts;
} Parts;

static int selection_set_root_of(Parts *p, int r)
{
  while (p->parent[r] != r) {
    p->parent[r] = p->parent[p->parent[r]];
    r = p->parent[r];
  }
  return r;
}

/* A state that the user demands (always) is not a matter of choice and takes no
 * part; nor does what has no integral. */
static bool selection_set_is_candidate(const System *sys, const DummyBlock *b,
                                       int c, int level)
{
  VarId top = b->column[c].top;
  bool demanded = !b->chosen[(level - 1) * b->n + c] &&
                  state_preference_at(sys, top, level) == STATE_ALWAYS;
  return system_integral(sys, top, level).i >= 0 && !demanded;
}

/* Rows with a common candidate become one part; a row of each column, -1. */
static void unite_rows(const System *sys, const DummyBlock *b, Parts *p,
                       int n_rows, int *row_of)
{
  for (int r = 0; r < n_rows; r++) p->parent[r] = r;
  for (int c = 0; c < b->n; c++) row_of[c] = -1;
  for (int k = 0; k < b->n_entries; k++) {
    int c = b->entry[k].col, r = b->entry[k].row;
    if (!selection_set_is_candidate(sys, b, c, 1)) continue;
    if (row_of[c] < 0) row_of[c] = r;
    p->parent[selection_set_root_of(p, r)] =
        selection_set_root_of(p, row_of[c]);
  }
}

/* Items 0 to n-1 part by part, each in rising order; part -1: in none. */
static void sort_into(const int *part, int n, int n_parts, int *first,
                      int *item)
{
  for (int k = 0; k <= n_parts; k++) first[k] = 0;
  for (int k = 0; k < n; k++) {
    if (part[k] >= 0) first[part[k] + 1]++;
  }
  for (int k = 0; k < n_parts; k++) first[k + 1] += first[k];
  for (int k = 0; k < n; k++) {
    if (part[k] >= 0) item[first[part[k]]++] = k;
  }
  for (int k = n_parts; k > 0; k--) first[k] = first[k - 1];
  first[0] = 0;
}

static Parts selection_set_find_parts(const System *sys, const DummyBlock *b,
                                      int n_rows, Arena *scratch)
{
  size_t n = (size_t)b->n + 1;
  Parts p = {0};
  int **const array[] = {&p.parent, &p.row, &p.column, &p.row_first,
                         &p.column_first};
  for (int k = 0; k < 5; k++) *array[k] = arena_array(scratch, n, sizeof(int));
  int *row_of = arena_array(scratch, n, sizeof(int));
  int *part_of_row = arena_array(scratch, n, sizeof(int));
  int *part_of_column = arena_array(scratch, n, sizeof(int));
  unite_rows(sys, b, &p, n_rows, row_of);
  int *number = arena_array(scratch, n, sizeof(int)); /* of a root, from 1 */
  for (int r = 0; r < n_rows; r++) {
    int *own = &number[selection_set_root_of(&p, r)];
    if (*own == 0) *own = ++p.n_parts;
    part_of_row[r] = *own - 1;
  }
  for (int c = 0; c < b->n; c++) {
    part_of_column[c] = row_of[c] < 0 ? -1 : part_of_row[row_of[c]];
  }
  sort_into(part_of_row, n_rows, p.n_parts, p.row_first, p.row);
  sort_into(part_of_column, b->n, p.n_parts, p.column_first, p.column);
  return p;
}

/* --- is a part to be watched? --- */

static bool all_constant(const DummyBlock *b, const BlockPart *part,
                         const PermanentRows *rows)
{
  for (int k = 0; k < part->n_rows; k++) {
    if (!rows->settled[part->row[k]]) return false;
  }
  for (int k = 0; k < part->n_columns; k++) {
    int c = part->column[k];
    if (b->chosen[c] && !b->column[c].constant) return false;
  }
  return true;
}

static bool all_last(const BlockPart *part, const PermanentRows *rows)
{
  for (int k = 0; k < part->n_rows; k++) {
    if (!rows->ordered[part->row[k]]) return false;
  }
  return true;
}

/* Is there another choice at any level? There is where the level has more
 * candidates than constraints: derivatives may leave none, their integrals
 * one. */
static bool selection_set_has_choice(const System *sys, const DummyBlock *b,
                                     const BlockPart *part)
{
  for (int level = 1; level <= b->n_levels; level++) {
    int n = 0;
    for (int k = 0; k < part->n_columns; k++) {
      n += selection_set_is_candidate(sys, b, part->column[k], level);
    }
    for (int k = 0; k < part->n_rows; k++) {
      n -= b->order[part->row[k]] >= level;
    }
    if (n > 0) return true;
  }
  return false;
}

/* Could another choice be better elsewhere? Not if there is no other, or if
 * the chosen columns are constant or triangular: then M is regular for ever. */
static bool must_be_watched(const System *sys, const DummyBlock *b,
                            const BlockPart *part, const PermanentRows *rows)
{
  return selection_set_has_choice(sys, b, part) &&
         !all_constant(b, part, rows) && !all_last(part, rows);
}

/* --- the set --- */

/* k of a name "stateSet<k>" or "stateSet<k>.<more>"; 0: no such name. */
static int set_number(const char *name)
{
  static const char prefix[] = "stateSet";
  size_t n = sizeof prefix - 1;
  if (strncmp(name, prefix, n) != 0 || !isdigit((unsigned char)name[n])) {
    return 0;
  }
  char *end;
  long number = strtol(name + n, &end, 10);
  bool is_set = (*end == 0 || *end == '.') && number < INT_MAX / 2;
  return is_set ? (int)number : 0;
}

/* "stateSet1" and so on, after the numbers that variables of the model have;
 * all names are looked at once, for the first set. */
static const char *set_name(System *sys, Session *s)
{
  for (int i = 0; sys->n_sets == 0 && i < sys->n_vars; i++) {
    int taken = set_number(sys->var[i].name);
    if (taken > sys->n_taken_sets) sys->n_taken_sets = taken;
  }
  int number = sys->n_taken_sets + sys->n_sets + 1;
  return arena_printf(session_scratch(s), "stateSet%d", number);
}

/* The variables of the interface: stateSet1.x[1], der(stateSet1.x[1]). */
static void name_states(System *sys, Session *s, SelectionSet *set)
{
  static const VarAttributes attributes[] = {
      {.description = "state that is chosen while running"},
      {.description = "derivative of a state that is chosen while running"}};
  const char *name = set_name(sys, s);
  set->state = arena_array(sys->arena, (size_t)set->n_states, sizeof(VarId));
  set->derivative =
      arena_array(sys->arena, (size_t)set->n_states, sizeof(VarId));
  for (int k = 0; k < set->n_states; k++) {
    for (int der = 0; der < 2; der++) {
      const char *format = der ? "der(%s.x[%d])" : "%s.x[%d]";
      char *own = arena_printf(s->session_arena, format, name, k + 1);
      VarId v = system_add_var(sys, own);
      sys->var[v.i].kind = VAR_SELECTED;
      sys->var[v.i].is_generated = true;
      sys->var[v.i].attributes = &attributes[der];
      if (der)
        set->derivative[k] = v;
      else
        set->state[k] = v;
    }
  }
}

static void mark_candidates(System *sys, SelectionSet *set, int index)
{
  for (int level = 1; level <= set->n_levels; level++) {
    for (int c = 0; c < set->n_columns; c++) {
      VarId v = system_integral(sys, set->column[c], level);
      if (v.i < 0) continue;
      sys->var[v.i].set = index;
      sys->var[v.i].level = (int16_t)level;
      set->n_states++;
    }
    set->n_states -= selection_rows(set, level);
  }
}

static void add_set(System *sys, Session *s, const DummyBlock *b,
                    const BlockPart *part)
{
  assert(part->n_rows > 0 && part->n_columns >= part->n_rows);
  int n_rows = part->n_rows, n_columns = part->n_columns;
  SelectionSet set = {.n_rows = n_rows,
                      .n_columns = n_columns,
                      .n_levels = b->order[part->row[0]]};
  set.row = arena_array(sys->arena, (size_t)n_rows, sizeof(EqId));
  set.order = arena_array(sys->arena, (size_t)n_rows, sizeof(int));
  set.column = arena_array(sys->arena, (size_t)n_columns, sizeof(VarId));
  set.chosen =
      arena_array(sys->arena, (size_t)(n_columns * set.n_levels), sizeof(bool));
  for (int r = 0; r < n_rows; r++) {
    set.row[r] = b->eq[part->row[r]];
    set.order[r] = b->order[part->row[r]];
  }
  for (int c = 0; c < n_columns; c++) {
    set.column[c] = b->column[part->column[c]].top;
    for (int l = 0; l < set.n_levels; l++) {
      set.chosen[l * n_columns + c] = b->chosen[l * b->n + part->column[c]];
    }
  }
  mark_candidates(sys, &set, sys->n_sets);
  assert(set.n_states > 0); /* else there is no choice */
  name_states(sys, s, &set);
  sys->set = vector_grow(sys->arena, sys->set, &sys->cap_sets, sys->n_sets + 1,
                         sizeof sys->set[0]);
  sys->set[sys->n_sets++] = set;
}

void selection_set_make(System *sys, Session *s, Walk *walk,
                        const DummyBlock *block)
{
  Arena *scratch = session_scratch(s);
  int n_rows = 0;
  while (n_rows < block->n && block->order[n_rows] > 0) n_rows++;
  Parts p = selection_set_find_parts(sys, block, n_rows, scratch);
  PermanentRows rows = choice_is_permanent_rows(sys, walk, block, scratch);
  for (int k = 0; k < p.n_parts; k++) {
    const int *row = p.row_first, *column = p.column_first;
    BlockPart part = {p.row + row[k], row[k + 1] - row[k], p.column + column[k],
                      column[k + 1] - column[k]};
    if (must_be_watched(sys, block, &part, &rows)) {
      add_set(sys, s, block, &part);
    }
  }
}
