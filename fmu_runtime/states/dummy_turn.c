/* dummy_turn.c: S at the kept point and now, row by row. */
#include "dummy_turn.h"
#include "../blocks/block_work.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../vectors/extremes.h"
#include "dummy_pivot.h"
#include <math.h>
#include <string.h>

/* --- S -------------------------------------------------------------------- */

static size_t level_size(const SelectionSet *set)
{
  return (size_t)set->level[0]->n * (size_t)set->n_columns;
}

static double *measured_at(const Instance *inst, int s, int level)
{
  RUNTIME_ASSERT(s >= 0 && s < inst->model->n_sets && level >= 0);
  const SelectionSet *set = &inst->model->set[s];
  return selection_of(inst)->set_state[s].turn +
         TURN_POINTS * (size_t)level * level_size(set);
}

static bool is_kept_small(const Instance *inst, int s)
{
  return inst->model->set[s].level[0]->n < WATCH_LARGE;
}

void dummy_turn_take(const Instance *inst, int s, int level,
                     const double *matrix, int n_other)
{
  if (!is_kept_small(inst, s)) return;
  const SelectionSet *set = &inst->model->set[s];
  int n = set->level[level]->n * n_other;
  double *now = measured_at(inst, s, level);
  RUNTIME_ASSERT((size_t)n <= level_size(set));
  for (int k = 0; k < n; k++) now[k] = matrix[k];
  selection_of(inst)->set_state[s].n_measured[2 * level] = n_other;
}

void dummy_turn_forget(const Instance *inst, int s, int level)
{
  int *n = selection_of(inst)->set_state[s].n_measured + 2 * level;
  n[0] = n[1] = 0;
}

static void keep_level(const Instance *inst, int s, int level)
{
  const SelectionSet *set = &inst->model->set[s];
  int *n = selection_of(inst)->set_state[s].n_measured + 2 * level;
  double *now = measured_at(inst, s, level), *kept = now + level_size(set);
  int size = set->level[level]->n * n[0];
  n[1] = n[0];
  for (int k = 0; k < size; k++) kept[k] = now[k];
}

/* Sine of the angle between two rows of S, as slopes; 0: certainly small. */
static double turn_of_row(const double *before, const double *now, int n,
                          int n_other, int row)
{
  double change = 0, size_before = 1, size_now = 1;
  for (int j = 0; j < n_other; j++) {
    double d = now[j * n + row] - before[j * n + row];
    change += d * d;
  }
  if (change < TURN_MOST * TURN_MOST) return 0; /* sizes are 1 or more */
  for (int j = 0; j < n_other; j++) {
    double b = before[j * n + row], a = now[j * n + row];
    size_before += b * b;
    size_now += a * a;
  }
  return sqrt(change / (size_before * size_now));
}

/* Largest change in a row, in parts of what it is. A slope that goes through
 * infinity has turned a little, but the choice of states has not been good on
 * the way. */
static double change_of_row(const double *before, const double *now, int n,
                            int n_other, int row)
{
  double largest = 0;
  for (int j = 0; j < n_other; j++) {
    double b = before[j * n + row], a = now[j * n + row];
    largest =
        larger_of(largest, fabs(a - b) / (1 + smaller_of(fabs(a), fabs(b))));
  }
  return largest;
}

/* Is S known at the kept point and now, of the same choice? */
static bool is_measured(const Instance *inst, int s, int level)
{
  const int *n_other = selection_of(inst)->set_state[s].n_measured + 2 * level;
  return n_other[0] > 0 && n_other[1] == n_other[0];
}

/* The largest of what `measure` finds of the rows since a point (0: now, 1: the
 * kept one, 2: the mark); 0 where S is not known. */
static double
largest_since(const Instance *inst, int s, int level, size_t point,
              double (*measure)(const double *before, const double *now, int n,
                                int n_other, int row))
{
  const SelectionSet *set = &inst->model->set[s];
  const int *n_other = selection_of(inst)->set_state[s].n_measured + 2 * level;
  if (!is_measured(inst, s, level)) return 0;
  const double *now = measured_at(inst, s, level);
  const double *before = now + point * level_size(set);
  int n = set->level[level]->n;
  double largest = 0;
  for (int i = 0; i < n; i++) {
    largest = larger_of(largest, measure(before, now, n, n_other[0], i));
  }
  return largest;
}

static double largest_of_rows(const Instance *inst, int s, int level,
                              double (*measure)(const double *before,
                                                const double *now, int n,
                                                int n_other, int row))
{
  return largest_since(inst, s, level, 1, measure);
}

void dummy_turn_mark(const Instance *inst, int s, int level)
{
  const SelectionSet *set = &inst->model->set[s];
  double *now = measured_at(inst, s, level);
  size_t size = level_size(set);
  memcpy(now + 2 * size, now, size * sizeof now[0]);
}

double dummy_turn_change(const Instance *inst, int s, int level,
                         bool since_mark)
{
  if (!is_measured(inst, s, level)) return HUGE_VAL;
  return largest_since(inst, s, level, since_mark ? 2 : 1, change_of_row);
}

/* How often the constraint of a row was differentiated. */
static int order_of_row(const SelectionSet *set, int row)
{
  int order = 1;
  while (order < set->n_levels && set->level[order]->n > row) order++;
  return order;
}

/* The rate of a candidate, one derivative above the row's own level. */
static double rate_of(const Instance *inst, const SelectionSet *set, int order,
                      int c)
{
  int reference = order == 1 ? set->top[c] : set->level[order - 2]->unknown[c];
  bool is_there = set->level[order - 1]->unknown[c] >= 0 && reference >= 0;
  return is_there ? inst->values.real[reference] : 0;
}

/* The largest rate of a candidate, in nominal values. */
static double largest_rate(const Instance *inst, const SelectionSet *set)
{
  double largest = 0;
  for (int c = 0; c < set->n_columns; c++) {
    double unit = dummy_pivot_unit(set->level[0], c);
    for (int order = 1; order <= set->n_levels; order++) {
      double rate = fabs(rate_of(inst, set, order, c));
      largest = larger_of(largest, rate / unit);
    }
  }
  return largest;
}

/* Do the candidates move among themselves? Where time or states outside of the
 * set move them a change of sign may be a fold, which S does not show. */
bool dummy_turn_moves_by_itself(Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  const Block *block = set->level[0];
  BlockWork *w = block_work_of(inst);
  double *sum = w->trial, *size = w->step;
  inst->values.block = block;
  block->jacobian(&inst->values, w->entry);
  double fastest = largest_rate(inst, set);
  for (int i = 0; i < block->n; i++) sum[i] = size[i] = 0;
  for (int c = 0; c < block->n_columns; c++) {
    double rounding =
        TURN_ROUNDING / TURN_MOVED * fastest * dummy_pivot_unit(block, c);
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      int i = block->row[k];
      double term = w->entry[k] * rate_of(inst, set, order_of_row(set, i), c);
      sum[i] += term;
      size[i] += fabs(term) + fabs(w->entry[k]) * rounding;
    }
  }
  for (int i = 0; i < block->n; i++) {
    if (fabs(sum[i]) > TURN_MOVED * size[i]) return false;
  }
  return true;
}

int dummy_turn_lowest(const SelectionSet *set, int c)
{
  int level = set->n_levels;
  while (level > 1 && set->level[level - 1]->unknown[c] < 0) level--;
  return set->level[level - 1]->unknown[c];
}

/* Was the step so short that no other branch has room beside this one, as far as
 * the tolerance shows? */
static bool is_short(const Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  const Selection *sets = selection_of(inst);
  for (int c = 0; c < set->n_columns; c++) {
    int r = dummy_turn_lowest(set, c);
    if (r < 0) continue;
    double change = fabs(inst->values.real[r] - sets->accepted[r]);
    double most = TURN_CROSSING * inst->tolerance * sets->set_state[s].seen[c];
    if (change > most) return false;
  }
  return true;
}

static void see_columns(const Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  double *seen = selection_of(inst)->set_state[s].seen;
  for (int c = 0; c < set->n_columns; c++) {
    int r = dummy_turn_lowest(set, c);
    if (r >= 0) seen[c] = larger_of(seen[c], fabs(inst->values.real[r]));
  }
}

bool dummy_turn_is_straight(Instance *inst, int s, int level)
{
  return is_measured(inst, s, level) &&
         largest_of_rows(inst, s, level, change_of_row) < TURN_STRAIGHT &&
         is_short(inst, s) && dummy_turn_moves_by_itself(inst, s);
}

bool dummy_turn_has_jumped(const Instance *inst, int s, int level)
{
  return largest_of_rows(inst, s, level, turn_of_row) > TURN_MOST;
}

/* --- gradients ------------------------------------------------------------ */

double dummy_turn_part(const Instance *inst, int s, int row, double size)
{
  double largest = selection_of(inst)->set_state[s].row_size[row];
  return largest > 0 && size < largest ? size / largest : 1;
}

void dummy_turn_take_rows(const Instance *inst, int s, const double *entry)
{
  const Block *block = inst->model->set[s].level[0];
  double *size = selection_of(inst)->set_state[s].row_now;
  for (int i = 0; i < block->n; i++) size[i] = 0;
  for (int c = 0; c < block->n_columns; c++) {
    double unit = dummy_pivot_unit(block, c);
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      double factor = fabs(entry[k]) * unit;
      if (factor > size[block->row[k]]) size[block->row[k]] = factor;
    }
  }
}

double dummy_turn_smallest(const Instance *inst, int s)
{
  const double *size = selection_of(inst)->set_state[s].row_now;
  double smallest = 1;
  for (int i = 0; i < inst->model->set[s].level[0]->n; i++) {
    smallest = smaller_of(smallest, dummy_turn_part(inst, s, i, size[i]));
  }
  return smallest;
}

void dummy_turn_keep_rows(const Instance *inst, int s)
{
  const SetState *state = &selection_of(inst)->set_state[s];
  for (int i = 0; i < inst->model->set[s].level[0]->n; i++) {
    state->row_size[i] = larger_of(state->row_size[i], state->row_now[i]);
  }
}

void dummy_turn_keep(const Instance *inst)
{
  for (int s = 0; s < inst->model->n_sets; s++) {
    see_columns(inst, s);
    if (!is_kept_small(inst, s)) continue;
    for (int level = 0; level < inst->model->set[s].n_levels; level++) {
      keep_level(inst, s, level);
    }
  }
}
