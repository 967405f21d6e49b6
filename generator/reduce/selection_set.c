/* selection_set.c: from a block's choice to a set that is watched. */
#include "reduce/selection_set.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "reduce/wish.h"

/* Columns that constraints hold: these alone can be exchanged. A state that
 * the user demands (always) is no matter of choice and takes no part. */
static int touched_columns(const System *sys, const DummyBlock *b,
                           Arena *scratch, int *column)
{
  bool *touched = arena_array(scratch, (size_t)b->n, sizeof(bool));
  int n = 0;
  for (int k = 0; k < b->n_entries; k++) touched[b->entry[k].col] = true;
  for (int c = 0; c < b->n; c++) {
    VarId top = b->column[c].top;
    bool candidate = sys->var[top.i].integral.i >= 0;
    bool demanded = !b->chosen[c] && wish_at(sys, top, 1) == STATE_ALWAYS;
    if (touched[c] && candidate && !demanded) column[n++] = c;
  }
  return n;
}

/* Could another choice be better elsewhere? Not if there is no other, or if
 * the chosen columns are constant: then M is regular for ever. */
static bool must_be_watched(const DummyBlock *b, int n_columns, int n_rows)
{
  if (n_columns == n_rows) return false;
  for (int k = 0; k < b->n_levels * b->n; k++) {
    if (b->chosen[k] && !b->column[k % b->n].constant) return true;
  }
  return false;
}

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

/* "stateSet1" and so on, behind the numbers that variables of the model have;
 * all names are looked at once, for the first set. */
static Name set_name(System *sys, Session *s)
{
  for (int i = 0; sys->n_sets == 0 && i < sys->n_vars; i++) {
    int taken = set_number(sys->var[i].name);
    if (taken > sys->n_taken_sets) sys->n_taken_sets = taken;
  }
  int number = sys->n_taken_sets + sys->n_sets + 1;
  char *text = arena_printf(session_scratch(s), "stateSet%d", number);
  return session_name(s, text);
}

/* The variables of the interface: stateSet1.x[1], der(stateSet1.x[1]). */
static void name_states(System *sys, Session *s, SelectionSet *set)
{
  Name name = set_name(sys, s);
  set->state = arena_array(sys->arena, (size_t)set->n_states, sizeof(VarId));
  set->derivative =
      arena_array(sys->arena, (size_t)set->n_states, sizeof(VarId));
  for (int k = 0; k < set->n_states; k++) {
    for (int der = 0; der < 2; der++) {
      const char *format = der ? "der(%s.x[%d])" : "%s.x[%d]";
      char *text = arena_printf(session_scratch(s), format, name, k + 1);
      VarId v = system_add_var(sys, session_name(s, text));
      sys->var[v.i].kind = VAR_SELECTED;
      sys->var[v.i].is_generated = true;
      sys->var[v.i].description =
          der ? "derivative of a state that is chosen while running"
              : "state that is chosen while running";
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
      sys->var[v.i].level = level;
      set->n_states++;
    }
    set->n_states -= selection_rows(set, level);
  }
}

static void add_set(System *sys, Session *s, const DummyBlock *b,
                    const int *column, int n_columns, int n_rows)
{
  SelectionSet set = {
      .n_rows = n_rows, .n_columns = n_columns, .n_levels = b->n_levels};
  set.row = arena_array(sys->arena, (size_t)n_rows, sizeof(EqId));
  set.order = arena_array(sys->arena, (size_t)n_rows, sizeof(int));
  set.column = arena_array(sys->arena, (size_t)n_columns, sizeof(VarId));
  set.chosen =
      arena_array(sys->arena, (size_t)(n_columns * b->n_levels), sizeof(bool));
  for (int r = 0; r < n_rows; r++) {
    set.row[r] = b->eq[r];
    set.order[r] = b->order[r];
  }
  for (int c = 0; c < n_columns; c++) {
    set.column[c] = b->column[column[c]].top;
    for (int l = 0; l < b->n_levels; l++) {
      set.chosen[l * n_columns + c] = b->chosen[l * b->n + column[c]];
    }
  }
  mark_candidates(sys, &set, sys->n_sets);
  name_states(sys, s, &set);
  sys->set = vector_grow(sys->arena, sys->set, &sys->cap_sets, sys->n_sets + 1,
                         sizeof sys->set[0]);
  sys->set[sys->n_sets++] = set;
}

void selection_set_make(System *sys, Session *s, const DummyBlock *block)
{
  Arena *scratch = session_scratch(s);
  int *column = arena_array(scratch, (size_t)block->n, sizeof(int));
  int n_columns = touched_columns(sys, block, scratch, column);
  int n_rows = 0;
  while (n_rows < block->n && block->order[n_rows] > 0) n_rows++;
  if (must_be_watched(block, n_columns, n_rows)) {
    add_set(sys, s, block, column, n_columns, n_rows);
  }
}
