/* dummy_pivot.c: the choice of states inside selection sets. */
#include "dummy_pivot.h"
#include "../blocks/block_note.h"
#include "../blocks/block_work.h"
#include "../carry/state_fit.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../vectors/extremes.h"
#include "crossing_note.h"
#include "dummy_turn.h"
#include "dummy_watch.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- the lists of chosen columns ----------------------------------------- */

static int *chosen_at(const Instance *inst, int s, int level)
{
  RUNTIME_ASSERT(s >= 0 && s < inst->model->n_sets);
  RUNTIME_ASSERT(level >= 1 && level <= inst->model->set[s].n_levels);
  const SelectionSet *set = &inst->model->set[s];
  return selection_of(inst)->set_state[s].chosen + (level - 1) * set->n_columns;
}

static unsigned char *flags_at(const Instance *inst, int s, int level)
{
  RUNTIME_ASSERT(s >= 0 && s < inst->model->n_sets);
  RUNTIME_ASSERT(level >= 1 && level <= inst->model->set[s].n_levels);
  const SelectionSet *set = &inst->model->set[s];
  return selection_of(inst)->set_state[s].is_chosen +
         (level - 1) * set->n_columns;
}

/* The list of a level from its flags; rising columns. Another choice has
 * another determinant and another S. */
static void list_chosen(const Instance *inst, int s, int level)
{
  const SelectionSet *set = &inst->model->set[s];
  const unsigned char *flag = flags_at(inst, s, level);
  int *chosen = chosen_at(inst, s, level);
  int n = 0;
  for (int c = 0; c < set->n_columns; c++) {
    if (flag[c]) chosen[n++] = c;
  }
  selection_of(inst)->set_state[s].sign[level - 1] = 0;
  selection_of(inst)->set_state[s].watch->n_steps = 0;
  dummy_turn_forget(inst, s, level - 1);
}

const int *dummy_pivot_columns(const Instance *inst, const Block *block)
{
  RUNTIME_ASSERT(block->set > 0 && block->set <= inst->model->n_sets);
  return chosen_at(inst, block->set - 1, block->level);
}

/* --- states -------------------------------------------------------------- */

static bool is_state(const Instance *inst, int s, int level, int c)
{
  const Block *block = inst->model->set[s].level[level - 1];
  return block->unknown[c] >= 0 && !flags_at(inst, s, level)[c];
}

static void assign_state(Instance *inst, int slot, int s, int level, int c)
{
  RUNTIME_ASSERT(slot >= 0 && slot < inst->model->n_states);
  const SelectionSet *set = &inst->model->set[s];
  const Block *block = set->level[level - 1];
  inst->state[slot] = block->unknown[c];
  inst->derivative[slot] =
      level == 1 ? set->top[c] : set->level[level - 2]->unknown[c];
  inst->state_nominal[slot] = block->nominal[c];
}

/* Does a slot of the set stand for this variable? */
static int slot_of(const Instance *inst, const SelectionSet *set, int unknown)
{
  for (int k = 0; k < set->n_states; k++) {
    if (inst->state[set->first_state + k] == unknown) return k;
  }
  return -1;
}

/* Slots whose variable stays a state keep it; the others get the new ones. */
static void assign_states(Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  unsigned char *stays = selection_of(inst)->slot_mark;
  memset(stays, 0, (size_t)set->n_states);
  for (int level = 1; level <= set->n_levels; level++) {
    for (int c = 0; c < set->n_columns; c++) {
      if (!is_state(inst, s, level, c)) continue;
      int slot = slot_of(inst, set, set->level[level - 1]->unknown[c]);
      if (slot >= 0) stays[slot] = 1;
    }
  }
  int next = 0;
  for (int level = 1; level <= set->n_levels; level++) {
    for (int c = 0; c < set->n_columns; c++) {
      if (!is_state(inst, s, level, c)) continue;
      int slot = slot_of(inst, set, set->level[level - 1]->unknown[c]);
      if (slot < 0) {
        while (stays[next]) next++;
        slot = next;
        stays[next] = 1;
      }
      assign_state(inst, set->first_state + slot, s, level, c);
    }
  }
}

void dummy_pivot_show(Instance *inst)
{
  const Model *m = inst->model;
  double *real = inst->values.real;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    for (int k = set->first_state; k < set->first_state + set->n_states; k++) {
      real[m->shown_state[k]] = real[inst->state[k]];
      real[m->shown_derivative[k]] = real[inst->derivative[k]];
    }
  }
}

void dummy_pivot_reset(Instance *inst)
{
  const Model *m = inst->model;
  *selection_of(inst)->has_kept = false;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    const SetState *state = &selection_of(inst)->set_state[s];
    memset(state->row_size, 0, (size_t)set->level[0]->n * sizeof(double));
    memset(state->seen, 0, (size_t)set->n_columns * sizeof(double));
    *state->crossing = CROSSING_NONE;
    state->crossed[0] = state->crossed[1] = 0;
    for (int level = 1; level <= set->n_levels; level++) {
      const Block *block = set->level[level - 1];
      unsigned char *flag = flags_at(inst, s, level);
      for (int c = 0; c < set->n_columns; c++) {
        flag[c] =
            block->unknown[c] >= 0 && slot_of(inst, set, block->unknown[c]) < 0;
      }
      list_chosen(inst, s, level);
    }
  }
}

/* --- S ------------------------------------------------------------------- */

int dummy_pivot_others(const Instance *inst, int s, int level, int *other)
{
  RUNTIME_ASSERT(other);
  const SelectionSet *set = &inst->model->set[s];
  const Block *block = set->level[level - 1];
  int n = 0;
  for (int c = 0; c < set->n_columns; c++) {
    if (block->unknown[c] < 0 || flags_at(inst, s, level)[c]) continue;
    if (level > 1 && !flags_at(inst, s, level - 1)[c]) continue;
    other[n++] = c;
  }
  return n;
}

bool dummy_pivot_factor(Instance *inst, int s, int level)
{
  const Block *block = inst->model->set[s].level[level - 1];
  BlockWork *w = block_work_of(inst);
  int singular;
  w->column = chosen_at(inst, s, level);
  bool ok =
      block_linear_factor(&inst->values, block, w, &singular) == FACTOR_DONE;
  selection_of(inst)->set_state[s].sign[level - 1] =
      ok ? block_linear_determinant_sign(block, w) : 0;
  if (level == 1) {
    dummy_turn_take_rows(inst, s, block_linear_entries(block, w));
  }
  return ok;
}

/* Fills S column by column, n x n_other; false: singular. */
static bool compute_s(Instance *inst, int s, int level, const int *other,
                      int n_other)
{
  const Block *block = inst->model->set[s].level[level - 1];
  BlockWork *w = block_work_of(inst);
  int n = block->n;
  bool ok = dummy_pivot_factor(inst, s, level);
  const double *entry = block_linear_entries(block, w);
  for (int j = 0; ok && j < n_other; j++) {
    double *column = selection_of(inst)->pivot_matrix + (size_t)n * (size_t)j;
    int c = other[j];
    double unit = dummy_pivot_unit(block, c);
    for (int i = 0; i < n; i++) column[i] = 0;
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      column[block->row[k]] = entry[k] * unit;
    }
    block_linear_backsolve(block, w, column, column);
    for (int i = 0; i < n; i++) {
      column[i] /= -dummy_pivot_unit(block, w->column[i]);
      if (!isfinite(column[i])) ok = false;
    }
  }
  w->column = w->identity;
  return ok;
}

static double largest_entry(const double *matrix, int n, int n_other, int *row,
                            int *column)
{
  RUNTIME_ASSERT(n > 0 && n_other >= 0);
  double largest = 0;
  *row = *column = 0;
  for (int j = 0; j < n_other; j++) {
    for (int i = 0; i < n; i++) {
      double size = fabs(matrix[(size_t)j * (size_t)n + (size_t)i]);
      if (size <= largest) continue;
      largest = size;
      *row = i;
      *column = j;
    }
  }
  return largest;
}

bool dummy_pivot_follows(const SelectionSet *set, int level)
{
  return level > 1 && set->level[level - 1]->n == set->level[level - 2]->n;
}

static double measure_level(Instance *inst, int s, int level)
{
  int row, column;
  int *other = selection_of(inst)->pivot_list;
  int n_other = dummy_pivot_others(inst, s, level, other);
  if (!compute_s(inst, s, level, other, n_other)) return HUGE_VAL;
  int n = inst->model->set[s].level[level - 1]->n;
  const double *matrix = selection_of(inst)->pivot_matrix;
  dummy_turn_take(inst, s, level - 1, matrix, n_other);
  return largest_entry(matrix, n, n_other, &row, &column);
}

double dummy_pivot_measure_set(Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  double largest = 0;
  for (int level = 1; level <= set->n_levels; level++) {
    if (dummy_pivot_follows(set, level)) continue;
    largest = larger_of(largest, measure_level(inst, s, level));
  }
  return largest;
}

double dummy_pivot_limit(const Instance *inst)
{
  return inst->exchanges_freely ? PIVOT_EXCHANGE_FREE : PIVOT_EXCHANGE;
}

double dummy_pivot_measure(Instance *inst)
{
  double largest = 0;
  for (int s = 0; s < inst->model->n_sets; s++) {
    largest = larger_of(largest, dummy_pivot_measure_set(inst, s));
  }
  return largest;
}

void dummy_pivot_indicators(Instance *inst, double *indicator)
{
  for (int s = 0; s < inst->model->n_sets; s++) {
    double size = dummy_pivot_measure_set(inst, s) / PIVOT_EVENT;
    indicator[s] =
        size < PIVOT_INDICATOR_LARGE ? 1 - size : 1 - PIVOT_INDICATOR_LARGE;
    if (indicator[s] == 0)
      indicator[s] = -PIVOT_INDICATOR_ZERO; /* never zero, see events.h */
  }
}

void dummy_pivot_note(Instance *inst, int s, int level, const char *format, ...)
{
  char what[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  block_work_of(inst)->column = chosen_at(inst, s, level);
  block_note(inst, LOG_DYNAMIC_STATE_SELECTION,
             inst->model->set[s].level[level - 1], NULL, "%s", what);
  block_work_of(inst)->column = block_work_of(inst)->identity;
}

void dummy_pivot_note_measure(Instance *inst)
{
  int worst = 0;
  double largest = -1;
  for (int s = 0; s < inst->model->n_sets; s++) {
    double size = dummy_pivot_measure_set(inst, s);
    if (size <= largest) continue;
    largest = size;
    worst = s;
  }
  dummy_pivot_note(inst, worst, 1,
                   "the states do not determine these variables well (%.3g)",
                   largest);
}

/* --- choosing ------------------------------------------------------------ */

static bool note_dependent(Instance *inst, const Block *block)
{
  block_note(inst, LOG_DYNAMIC_STATE_SELECTION, block, NULL,
             "these constraints depend on each other here: no choice "
             "of states is possible");
  return false;
}

/* Dense matrix of the candidates, rows and columns scaled. */
static void load_candidates(Instance *inst, const Block *block,
                            const int *candidate, int n_candidates)
{
  RUNTIME_ASSERT(n_candidates >= block->n);
  BlockWork *w = block_work_of(inst);
  int n = block->n;
  double *a = selection_of(inst)->pivot_matrix, *row_scale = w->trial;
  inst->values.block = block;
  block->jacobian(&inst->values, w->entry);
  memset(a, 0, (size_t)n * (size_t)n_candidates * sizeof a[0]);
  for (int i = 0; i < n; i++) {
    row_scale[i] = 0;
  }
  for (int j = 0; j < n_candidates; j++) {
    int c = candidate[j];
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      double value = w->entry[k] * dummy_pivot_unit(block, c);
      int i = block->row[k];
      a[(size_t)j * (size_t)n + (size_t)i] = isfinite(value) ? value : 0;
      row_scale[i] = larger_of(row_scale[i], fabs(value));
    }
  }
  for (int k = 0; k < n * n_candidates; k++) {
    double scale = row_scale[k % n];
    if (scale > 0) a[k] /= scale;
  }
}

static double largest_in(const double *column, int n, int *row)
{
  return largest_entry(column, n, 1, row, &(int){0});
}

/* `size`: of the largest entry in each column. */
static void eliminate_pivot(double *a, int n, int n_columns, int row,
                            int column, double *size)
{
  const double *pivot_column = a + (size_t)column * (size_t)n;
  double pivot = pivot_column[row];
  for (int j = 0; j < n_columns; j++) {
    double *other = a + (size_t)j * (size_t)n;
    if (j == column || other[row] == 0) continue;
    double factor = other[row] / pivot;
    for (int i = 0; i < n; i++) {
      if (i != row) other[i] -= factor * pivot_column[i];
    }
    other[row] = 0; /* rows and columns that are used up become zero */
    size[j] = largest_in(other, n, &(int){0});
  }
  memset(a + (size_t)column * (size_t)n, 0, (size_t)n * sizeof a[0]);
  size[column] = 0;
}

/* Gaussian elimination with complete pivoting; marks the columns that it picks
 * in `flag`, unless that is NULL. The smallest pivot in parts of the first. */
static double pick_columns(Instance *inst, const Block *block,
                           const int *candidate, int n_candidates,
                           unsigned char *flag)
{
  RUNTIME_ASSERT(n_candidates >= block->n && block->n > 0);
  double *a = selection_of(inst)->pivot_matrix,
         *size = block_work_of(inst)->step;
  double first = 0, smallest = 1;
  int n = block->n, row, column;
  load_candidates(inst, block, candidate, n_candidates);
  for (int j = 0; j < n_candidates; j++) {
    size[j] = largest_in(a + (size_t)j * (size_t)n, n, &row);
  }
  for (int k = 0; k < n; k++) {
    double pivot = largest_in(size, n_candidates, &column);
    if (k == 0) first = pivot;
    if (!(pivot > 0)) return 0;
    largest_in(a + (size_t)column * (size_t)n, n, &row);
    smallest = smaller_of(smallest, pivot / first);
    if (flag) flag[candidate[column]] = 1;
    eliminate_pivot(a, n, n_candidates, row, column, size);
  }
  return smallest;
}

static bool dummy_pivot_choose_level(Instance *inst, int s, int level)
{
  const SelectionSet *set = &inst->model->set[s];
  const Block *block = set->level[level - 1];
  unsigned char *flag = flags_at(inst, s, level);
  int *candidate = selection_of(inst)->pivot_list;
  memset(flag, 0, (size_t)set->n_columns);
  int n_candidates = dummy_pivot_others(inst, s, level, candidate);
  double rank = pick_columns(inst, block, candidate, n_candidates, flag);
  if (!(rank > PIVOT_RANK)) return note_dependent(inst, block);
  list_chosen(inst, s, level);
  return true;
}

/* Complete pivoting takes the third power of the rows: not where the factors
 * of the choice show already that a large set is far from this limit. */
static bool is_far_from(Instance *inst, int s, double limit)
{
  const Block *block = inst->model->set[s].level[0];
  if (block->n < WATCH_LARGE) return false;
  bool is_far = dummy_pivot_factor(inst, s, 1) &&
                block_linear_pivot_ratio(block, block_work_of(inst)) >
                    PIVOT_RANK_MARGIN * limit;
  block_work_of(inst)->column = block_work_of(inst)->identity;
  return is_far;
}

/* In parts of the largest of its constraint so far. Needs pick_columns(). */
static double smallest_gradient(const Instance *inst, int s)
{
  const double *row_scale = block_work_of(inst)->trial;
  double smallest = 1;
  for (int i = 0; i < inst->model->set[s].level[0]->n; i++) {
    smallest = smaller_of(smallest, dummy_turn_part(inst, s, i, row_scale[i]));
  }
  return smallest;
}

bool dummy_pivot_note_rank(Instance *inst, double limit)
{
  RUNTIME_ASSERT(limit > 0);
  for (int s = 0; s < inst->model->n_sets; s++) {
    const SelectionSet *set = &inst->model->set[s];
    const Block *block = set->level[0];
    int *candidate = selection_of(inst)->pivot_list, n = 0;
    if (is_far_from(inst, s, limit)) continue;
    for (int c = 0; c < set->n_columns; c++) {
      if (block->unknown[c] >= 0) candidate[n++] = c;
    }
    double rank = pick_columns(inst, block, candidate, n, NULL) *
                  smallest_gradient(inst, s);
    if (rank > limit) continue;
    dummy_pivot_note(inst, s, 1,
                     "these constraints almost depend on each other here "
                     "(%.2g), and do not determine how the motion continues",
                     rank);
    return true;
  }
  return false;
}

/* Swaps the chosen column of row i for the other column j, in S and in the
 * lists: with x_D = -S x_I, solve row i for x_Ij. */
static void swap_chosen(double *a, int n, int n_other, int i, int j)
{
  RUNTIME_ASSERT(i >= 0 && i < n && j >= 0 && j < n_other);
  double *swapped = a + (size_t)j * (size_t)n;
  double p = swapped[i];
  for (int k = 0; k < n_other; k++) {
    double *column = a + (size_t)k * (size_t)n;
    if (k == j) continue;
    double factor = column[i] / p;
    for (int r = 0; r < n; r++) {
      if (r != i) column[r] -= swapped[r] * factor;
    }
    column[i] = factor;
  }
  for (int r = 0; r < n; r++) {
    swapped[r] = r == i ? 1 / p : -swapped[r] / p;
  }
}

static bool exchange_level(Instance *inst, int s, int level)
{
  const SelectionSet *set = &inst->model->set[s];
  const Block *block = set->level[level - 1];
  int n = block->n, *other = selection_of(inst)->pivot_list;
  int *chosen = chosen_at(inst, s, level);
  unsigned char *flag = flags_at(inst, s, level);
  int n_other = dummy_pivot_others(inst, s, level, other);
  if (!compute_s(inst, s, level, other, n_other)) {
    return dummy_pivot_choose_level(inst, s, level);
  }
  for (int k = 0; k < 4 * set->n_columns; k++) {
    int i, j;
    double size =
        largest_entry(selection_of(inst)->pivot_matrix, n, n_other, &i, &j);
    if (size <= PIVOT_GAIN) break;
    swap_chosen(selection_of(inst)->pivot_matrix, n, n_other, i, j);
    int leaves = chosen[i];
    flag[leaves] = 0;
    flag[other[j]] = 1;
    chosen[i] = other[j];
    other[j] = leaves;
  }
  list_chosen(inst, s, level);
  return true;
}

/* Levels below the first: all that is chosen above, or a choice of it. */
static bool choose_lower_levels(Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  for (int level = 2; level <= set->n_levels; level++) {
    if (!dummy_pivot_follows(set, level)) {
      if (!dummy_pivot_choose_level(inst, s, level)) return false;
      if (!exchange_level(inst, s, level)) return false;
      continue;
    }
    memcpy(flags_at(inst, s, level), flags_at(inst, s, level - 1),
           (size_t)set->n_columns);
    list_chosen(inst, s, level);
  }
  return true;
}

static void log_choice(Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  char buffer[600], room[REFERENCE_NAME_SIZE];
  LogText text = {buffer, sizeof buffer, 0};
  logging_append(&text,
                 "at time %.12g the states of set %d are:", instance_time(inst),
                 s + 1);
  for (int level = set->n_levels; level >= 1; level--) {
    for (int c = 0; c < set->n_columns; c++) {
      if (!is_state(inst, s, level, c)) continue;
      if (logging_room(&text) < 80) break;
      logging_append(
          &text, " %.60s",
          reference_name_of(inst->model, set->level[level - 1], c, room));
    }
  }
  logging_write(&inst->logger, STATUS_OK, LOG_DYNAMIC_STATE_SELECTION, "%s",
                buffer);
}

/* The next accepted point is compared with this one, by its sign and its S. */
static void keep_choice(Instance *inst)
{
  dummy_pivot_show(inst);
  dummy_pivot_measure(inst);
  dummy_pivot_keep(inst);
}

bool dummy_pivot_start(Instance *inst)
{
  for (int s = 0; s < inst->model->n_sets; s++) {
    memset(selection_of(inst)->set_state[s].is_chosen, 0,
           (size_t)inst->model->set[s].n_columns); /* level 1 */
    if (!dummy_pivot_choose_level(inst, s, 1)) return false;
    if (!exchange_level(inst, s, 1)) return false;
    if (!choose_lower_levels(inst, s)) return false;
    assign_states(inst, s);
    log_choice(inst, s);
  }
  keep_choice(inst);
  return true;
}

bool dummy_pivot_exchange(Instance *inst)
{
  for (int s = 0; s < inst->model->n_sets; s++) {
    if (dummy_pivot_measure_set(inst, s) <= dummy_pivot_limit(inst)) continue;
    if (!exchange_level(inst, s, 1)) return false;
    if (!choose_lower_levels(inst, s)) return false;
    assign_states(inst, s);
    inst->statistics.pivots++;
    log_choice(inst, s);
  }
  keep_choice(inst);
  return true;
}

/* --- the kept point ------------------------------------------------------ */

void dummy_pivot_keep_values(Instance *inst)
{
  if (inst->model->n_sets == 0) return;
  memcpy(selection_of(inst)->kept_real, inst->values.real,
         (size_t)inst->model->n_real * sizeof selection_of(inst)->kept_real[0]);
  *selection_of(inst)->has_kept = true;
}

void dummy_pivot_keep(Instance *inst)
{
  if (inst->model->n_sets == 0) return;
  dummy_pivot_keep_values(inst);
  memcpy(selection_of(inst)->accepted, inst->values.real,
         (size_t)inst->model->n_real * sizeof(double));
  for (int s = 0; s < inst->model->n_sets; s++) {
    SetState *state = &selection_of(inst)->set_state[s];
    for (int level = 0; level < inst->model->set[s].n_levels; level++) {
      state->kept_sign[level] = state->sign[level];
    }
  }
  dummy_turn_keep(inst);
  crossing_note_keep(inst);
}

bool dummy_pivot_has_kept(const Instance *inst, double now)
{
  const Selection *sets = selection_of(inst);
  return *sets->has_kept && sets->kept_real[0] <= now;
}

void dummy_pivot_restore(Instance *inst)
{
  RUNTIME_ASSERT(inst->model->n_sets > 0 && *selection_of(inst)->has_kept);
  memcpy(inst->values.real, selection_of(inst)->kept_real,
         (size_t)inst->model->n_real * sizeof selection_of(inst)->kept_real[0]);
  inst->stale &= ~(unsigned)STALE_VALUES;
  crossing_note_undo(inst);
}

/* --- its memory ---------------------------------------------------------- */

static void carve_sets(void *part, const Model *m, Carving *c)
{
  Selection *sets = part;
  sets->set_state = carve(&c->tables, m->n_sets, sizeof(SetState));
  sets->has_kept = carve(&c->arrays, 1, sizeof(int));
  int largest = 0, n_columns = 0;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    int n = set->n_levels * set->n_columns, n_rows = set->level[0]->n;
    bool is_large = n_rows >= WATCH_LARGE;
    int n_sums = is_large ? set->n_levels * 2 * n_rows : 0;
    int n_turn = is_large ? 0 : TURN_POINTS * n * n_rows;
    SetState state = {
        .chosen = carve(&c->arrays, n, sizeof(int)),
        .is_chosen = carve(&c->arrays, n, 1),
        .sign = carve(&c->arrays, set->n_levels, sizeof(int)),
        .kept_sign = carve(&c->arrays, set->n_levels, sizeof(int)),
        .watch = carve(&c->arrays, 1, sizeof(WatchState)),
        .sum = carve(&c->arrays, n_sums, sizeof(double)),
        .turn = carve(&c->arrays, n_turn, sizeof(double)),
        .n_measured = carve(&c->arrays, 2 * set->n_levels, sizeof(int)),
        .row_now = carve(&c->arrays, n_rows, sizeof(double)),
        .row_size = carve(&c->arrays, n_rows, sizeof(double)),
        .seen = carve(&c->arrays, set->n_columns, sizeof(double)),
        .crossing = carve(&c->arrays, 1, sizeof(int)),
        .crossed = carve(&c->arrays, 2, sizeof(double))};
    if (c->tables.block) sets->set_state[s] = state;
    int size = n_rows * set->n_columns;
    if (size > largest) largest = size;
    if (set->n_columns > n_columns) n_columns = set->n_columns;
  }
  if (m->n_sets == 0) return;
  sets->slot_mark = carve(&c->arrays, m->n_states, 1);
  sets->pivot_list = carve(&c->arrays, m->largest_block, sizeof(int));
  sets->pivot_matrix = carve(&c->arrays, largest, sizeof(double));
  sets->kept_real = carve(&c->arrays, m->n_real, sizeof(double));
  sets->accepted = carve(&c->arrays, m->n_real, sizeof(double));
  sets->end_real = carve(&c->arrays, m->n_real, sizeof(double));
  for (int k = 0; k < 2; k++)
    sets->side[k] = carve(&c->arrays, n_columns, sizeof(double));
}

/* Of those that the level above has chosen as many as there are equations, and
 * the list has them in their order. */
static bool level_fits(const Instance *inst, int s, int level)
{
  const SelectionSet *set = &inst->model->set[s];
  const Block *block = set->level[level - 1];
  const unsigned char *flag = flags_at(inst, s, level);
  const unsigned char *above = level > 1 ? flags_at(inst, s, level - 1) : NULL;
  const int *chosen = chosen_at(inst, s, level);
  int n = 0;
  for (int c = 0; c < set->n_columns; c++) {
    if (flag[c] > 1) return false;
    if (!flag[c]) continue;
    if (block->unknown[c] < 0 || (above && !above[c])) return false;
    if (n == block->n || chosen[n++] != c) return false;
  }
  return n == block->n;
}

/* What is not chosen is a state, in one slot of the set. */
static bool slots_fit(const Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  int n = 0;
  for (int level = 1; level <= set->n_levels; level++) {
    const Block *block = set->level[level - 1];
    const int *higher = level == 1 ? set->top : set->level[level - 2]->unknown;
    for (int c = 0; c < set->n_columns; c++) {
      if (!is_state(inst, s, level, c)) continue;
      int slot = slot_of(inst, set, block->unknown[c]);
      if (slot < 0) return false;
      if (inst->derivative[set->first_state + slot] != higher[c]) return false;
      if (!(inst->state_nominal[set->first_state + slot] > 0)) return false;
      n++;
    }
  }
  return n == set->n_states;
}

static bool set_fits(const Instance *inst, int s)
{
  const SelectionSet *set = &inst->model->set[s];
  const SetState *state = &selection_of(inst)->set_state[s];
  for (int level = 1; level <= set->n_levels; level++) {
    if (!level_fits(inst, s, level)) return false;
  }
  return slots_fit(inst, s) &&
         state_fit_ints(state->sign, set->n_levels, -1, 1) &&
         state_fit_ints(state->kept_sign, set->n_levels, -1, 1) &&
         state_fit_ints(&state->watch->n_steps, 1, 0, STATE_FIT_COUNT) &&
         state_fit_ints(state->crossing, 1, 0, CROSSING_TOLD) &&
         state_fit_ints(state->n_measured, 2 * set->n_levels, 0,
                        set->n_columns);
}

static bool selection_fits(const StateFit *fit)
{
  const Selection *sets = selection_of(fit->inst);
  for (int s = 0; s < fit->inst->model->n_sets; s++) {
    if (!set_fits(fit->inst, s)) return false;
  }
  return state_fit_ints(sets->has_kept, 1, 0, 1);
}

const Mechanism selection_mechanism = {.name = "selection",
                                       .size = PART_SIZE(Selection),
                                       .carve = carve_sets,
                                       .reset = dummy_pivot_reset,
                                       .fits = selection_fits};
