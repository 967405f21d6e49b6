/* pattern_lists.c: counted, then filled. */
#include "reduce/system/pattern_lists.h"

static PatternLists make_lists(const JacobianEntry *entry, int n_entries,
                               bool rows, int n, Arena *arena)
{
  PatternLists l = {arena_array(arena, (size_t)n + 1, sizeof(int)),
                    arena_array(arena, (size_t)n_entries, sizeof(int))};
  for (int k = 0; k < n_entries; k++) {
    l.start[1 + (rows ? entry[k].row : entry[k].column)]++;
  }
  for (int i = 0; i < n; i++) l.start[i + 1] += l.start[i];
  int *next = arena_array(arena, (size_t)n + 1, sizeof(int));
  for (int k = 0; k < n_entries; k++) {
    int i = rows ? entry[k].row : entry[k].column;
    l.entry[l.start[i] + next[i]++] = k;
  }
  return l;
}

PatternLists pattern_by_row(const JacobianEntry *entry, int n_entries,
                            int n_rows, Arena *arena)
{
  return make_lists(entry, n_entries, true, n_rows, arena);
}

PatternLists pattern_by_column(const JacobianEntry *entry, int n_entries,
                               int n_columns, Arena *arena)
{
  return make_lists(entry, n_entries, false, n_columns, arena);
}
