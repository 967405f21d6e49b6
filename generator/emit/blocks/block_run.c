/* block_run.c: one run of each leader is open at a time. */
#include "emit/blocks/block_run.h"

#include <assert.h>

#include "emit/blocks/block_tables.h"

enum { SHORTEST = 32 };

/* While runs are looked for; all of them by block. */
typedef struct Finder {
  const BlockSequence *sequence;
  const int *number, *leader;
  int *open;  /* of a leader: the first block of its run + 1; 0: none */
  int *last;  /* of a leader: the last block of its run */
  int *first; /* the first block of the run that it belongs to; itself */
  int *count; /* of a first block: blocks of the run */
  int *step;  /* of a first block */
} Finder;

static bool is_like_leader(ModelText *m, const Finder *f, int k)
{
  int leader = f->leader[k];
  if (leader < 0) return false;
  const ReducedBlock *block = f->sequence->block;
  AlgebraicLoop loop = {.block = &block[k],
                        .name = "",
                        .leader = "",
                        .first = leader == k ? NULL : &block[leader],
                        .keeps_factors =
                            f->sequence == &m->reduced->continuous};
  return block_tables_are_like_leader(m, &loop);
}

/* Block k continues with the open run of its leader? */
static bool block_run_continues(const Finder *f, int k)
{
  assert(f->leader[k] >= 0);
  int leader = f->leader[k], first = f->open[leader] - 1;
  if (first < 0) return false;
  int step = f->number[k] - f->number[f->last[leader]];
  if (f->count[first] == 1) f->step[first] = step;
  return step == f->step[first];
}

static void block_run_find(ModelText *m, Finder *f)
{
  for (int k = 0; k < f->sequence->n_blocks; k++) {
    f->first[k] = k;
    f->count[k] = 1;
    if (f->number[k] < 0 || !is_like_leader(m, f, k)) continue;
    int leader = f->leader[k];
    if (block_run_continues(f, k)) {
      f->first[k] = f->open[leader] - 1;
      f->count[f->first[k]]++;
    } else {
      f->open[leader] = k + 1;
    }
    f->last[leader] = k;
  }
}

static BlockRun *begin_run(const ModelText *m, const Finder *f, int k)
{
  assert(f->first[k] == k);
  BlockRun *run = arena_alloc(m->arena, sizeof *run);
  run->block = arena_array(m->arena, (size_t)f->count[k], sizeof run->block[0]);
  run->step = f->step[k];
  return run;
}

static void block_run_collect(const ModelText *m, const Finder *f,
                              BlockRuns *runs)
{
  int n_entries = 0;
  for (int k = 0; k < f->sequence->n_blocks; k++) {
    int first = f->first[k];
    bool in_run = f->count[first] >= SHORTEST;
    bool has_entry = f->number[k] >= 0 && (!in_run || first == k);
    runs->entry[k] = has_entry ? n_entries++ : -1;
    if (!in_run) continue;
    if (first == k) runs->run[k] = begin_run(m, f, k);
    BlockRun *run = runs->run[first];
    assert(run->n < f->count[first]);
    run->block[run->n++] = &f->sequence->block[k];
  }
}

BlockRuns block_runs_find(ModelText *m, const BlockSequence *sequence,
                          const int *number, const int *leader)
{
  size_t n = (size_t)sequence->n_blocks;
  Arena *scratch = session_scratch(m->s);
  BlockRuns runs = {.run = arena_array(m->arena, n, sizeof runs.run[0]),
                    .entry = arena_array(m->arena, n, sizeof runs.entry[0])};
  ArenaMark mark = arena_mark(scratch);
  Finder f = {.sequence = sequence,
              .number = number,
              .leader = leader,
              .open = arena_array(scratch, n, sizeof(int)),
              .last = arena_array(scratch, n, sizeof(int)),
              .first = arena_array(scratch, n, sizeof(int)),
              .count = arena_array(scratch, n, sizeof(int)),
              .step = arena_array(scratch, n, sizeof(int))};
  block_run_find(m, &f);
  block_run_collect(m, &f, &runs);
  arena_release(mark);
  return runs;
}
