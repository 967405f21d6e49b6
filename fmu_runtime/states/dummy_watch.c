/* dummy_watch.c: sums over the rows of S. */
#include "dummy_watch.h"
#include "../blocks/block_work.h"
#include "../vectors/extremes.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "dummy_pivot.h"
#include <math.h>
#include <string.h>

/* 1 or -1: a hash (Knuth, The Art of Computer Programming 3, section 6.4). */
static double hash_sign(int column, int list)
{
  unsigned hash = (unsigned)(column + 1) * 2654435761u;
  return hash >> (15 + 9 * list) & 1 ? 1 : -1;
}

/* The sums of a level, one for each row; false: singular. Needs
 * dummy_pivot_factor(). */
static bool sum_rows(Instance *inst, int s, int level, int list, double *sum)
{
  const Block *block = inst->model->set[s].level[level - 1];
  const BlockWork *w = block_work_of(inst);
  const double *entry = block_linear_entries(block, w);
  int *other = selection_of(inst)->pivot_list;
  int n_other = dummy_pivot_others(inst, s, level, other);
  memset(sum, 0, (size_t)block->n * sizeof sum[0]);
  for (int j = 0; j < n_other; j++) {
    int c = other[j];
    double unit = hash_sign(c, list) * dummy_pivot_unit(block, c);
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      sum[block->row[k]] += unit * entry[k];
    }
  }
  block_linear_backsolve(block, w, sum, sum);
  for (int i = 0; i < block->n; i++) {
    sum[i] /= dummy_pivot_unit(block, w->column[i]);
    if (!isfinite(sum[i])) return false;
  }
  return true;
}

/* Where the sums of the last measurement are. */
static double *sums_at(const Instance *inst, int s, int level, int list)
{
  RUNTIME_ASSERT(list == 0 || list == 1);
  RUNTIME_ASSERT(selection_of(inst)->set_state[s].sum);
  const SelectionSet *set = &inst->model->set[s];
  size_t at = (size_t)(2 * (level - 1) + list);
  return selection_of(inst)->set_state[s].sum + at * (size_t)set->level[0]->n;
}

static bool sums_move(Instance *inst, int s, int level, int list)
{
  const Block *block = inst->model->set[s].level[level - 1];
  double *before = sums_at(inst, s, level, list),
         *now = selection_of(inst)->pivot_matrix;
  if (!sum_rows(inst, s, level, list, now)) return true;
  for (int i = 0; i < block->n; i++) {
    if (!(fabs(now[i] - before[i]) <= WATCH_MOST_CHANGE)) return true;
  }
  return false;
}

static bool level_moves(Instance *inst, int s, int level)
{
  bool moves = !dummy_pivot_factor(inst, s, level);
  for (int list = 0; list < 2 && !moves; list++) {
    moves = sums_move(inst, s, level, list);
  }
  block_work_of(inst)->column = block_work_of(inst)->identity;
  return moves;
}

static void keep_sums(Instance *inst, int s, int level)
{
  bool good = dummy_pivot_factor(inst, s, level);
  for (int list = 0; list < 2 && good; list++) {
    good = sum_rows(inst, s, level, list, sums_at(inst, s, level, list));
  }
  block_work_of(inst)->column = block_work_of(inst)->identity;
}

static bool set_moves(Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  for (int level = 1; level <= set->n_levels; level++) {
    if (dummy_pivot_follows(set, level)) continue;
    if (level_moves(inst, s, level)) return true;
  }
  return false;
}

static double measure_large(Instance *inst, int s)
{
  RUNTIME_ASSERT(inst->model->set[s].level[0]->n >= WATCH_LARGE);
  const SelectionSet *set = &inst->model->set[s];
  WatchState *watch = selection_of(inst)->set_state[s].watch;
  if (watch->n_steps > 0 && !set_moves(inst, s)) {
    watch->n_steps--;
    return watch->largest;
  }
  watch->largest = dummy_pivot_measure_set(inst, s);
  watch->n_steps = isfinite(watch->largest) ? WATCH_MOST_STEPS : 0;
  for (int level = 1; level <= set->n_levels && watch->n_steps > 0; level++) {
    if (!dummy_pivot_follows(set, level)) keep_sums(inst, s, level);
  }
  return watch->largest;
}

double dummy_watch_measure(Instance *inst)
{
  const Model *m = inst->model;
  double largest = 0;
  for (int s = 0; s < m->n_sets; s++) {
    bool is_large = m->set[s].level[0]->n >= WATCH_LARGE;
    double size =
        is_large ? measure_large(inst, s) : dummy_pivot_measure_set(inst, s);
    largest = larger_of(largest, size);
  }
  return largest;
}
