/* model_sets.c: selection sets as tables. */
#include "emit/model/model_sets.h"

#include <assert.h>

#include "emit/text/integer_rows.h"
#include "emit/text/table_pack.h"

/* The sequence that holds the blocks of all levels. */
typedef struct Sets {
  const BlockSequence *blocks;
  const int *entry; /* of each block: its place in the list of blocks */
  const char *prefix;
} Sets;

/* Where the level blocks of all sets stand in the list: level l of set k at
 * [first[k] + l - 1]. */
typedef struct SetLevels {
  int *first, *entry;
} SetLevels;

static SetLevels model_sets_find_levels(const ModelText *m, const Sets *q)
{
  const System *sys = m->reduced->sys;
  SetLevels levels = {
      .first = arena_array(m->arena, (size_t)sys->n_sets, sizeof(int))};
  int n = 0;
  for (int k = 0; k < sys->n_sets; k++) {
    levels.first[k] = n;
    n += sys->set[k].n_levels;
  }
  levels.entry = arena_array(m->arena, (size_t)n, sizeof(int));
  for (int k = 0; k < q->blocks->n_blocks; k++) {
    const ReducedBlock *b = &q->blocks->block[k];
    if (b->kind != BLOCK_SELECT) continue;
    assert(b->level >= 1 && b->level <= sys->set[b->set].n_levels);
    levels.entry[levels.first[b->set] + b->level - 1] = q->entry[k];
  }
  return levels;
}

static void write_set_levels(const ModelText *m, const Sets *q,
                             const SetLevels *levels, int set, FILE *out)
{
  fprintf(out, "static const Block *const set_%d_level[] = {\n", set);
  for (int l = 0; l < m->reduced->sys->set[set].n_levels; l++) {
    fprintf(out, "  &%s_block[%d],\n", q->prefix,
            levels->entry[levels->first[set] + l]);
  }
  fputs("};\n", out);
}

static void write_top(const ModelText *m, const SelectionSet *set, int k,
                      FILE *out)
{
  assert(set->n_columns > 0);
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  int n = set->n_columns,
      *slot = arena_array(scratch, (size_t)n, sizeof slot[0]);
  for (int c = 0; c < n; c++) slot[c] = m->reduced->slot[set->column[c].i];
  const char *name = arena_printf(scratch, "set_%d_top", k);
  if (!m->kernels || !table_pack_write(name, slot, n, 0, scratch, out)) {
    fprintf(out, "static const int %s[] = {", name);
    IntegerRows rows = {.out = out, .begin = "", .per_line = 12};
    for (int c = 0; c < n; c++) integer_rows_put(&rows, slot[c]);
    integer_rows_end(&rows, "};\n");
  }
  arena_release(mark);
}

void model_sets_write(const ModelText *m, const BlockSequence *sequence,
                      const int *entry, const char *prefix, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  const System *sys = r->sys;
  Sets q = {sequence, entry, prefix};
  SetLevels levels = model_sets_find_levels(m, &q);
  for (int k = 0; k < sys->n_sets; k++) {
    const SelectionSet *set = &sys->set[k];
    write_set_levels(m, &q, &levels, k, out);
    write_top(m, set, k, out);
  }
  fputs("static const SelectionSet selection_set[] = {\n", out);
  for (int k = 0; k < sys->n_sets; k++) {
    const SelectionSet *set = &sys->set[k];
    fprintf(out,
            "  {.n_columns = %d,\n   .n_levels = %d,\n"
            "   .level = set_%d_level,\n   .top = set_%d_top,\n"
            "   .first_state = %d,\n   .n_states = %d},\n",
            set->n_columns, set->n_levels, k, k, r->set_first_state[k],
            set->n_states);
  }
  fputs("};\n\n", out);
}
