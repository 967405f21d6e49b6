/* dummy_branch.c: jump test and sign test between two accepted points. */
#include "dummy_branch.h"
#include "../vectors/extremes.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "dummy_cross.h"
#include "dummy_pivot.h"
#include "dummy_turn.h"
#include <math.h>

/* One column at the kept and at the present point, in units of its nominal
 * value: x, x', x''. */
typedef struct Motion {
  double before[3], after[3];
} Motion;

/* Largest absolute values over all columns of a level. */
typedef struct Sizes {
  double x[3];
} Sizes;

/* Value reference of the derivative `up` levels above. */
static int higher_derivative(const SelectionSet *set, int level, int up, int c)
{
  RUNTIME_ASSERT(level >= 1 && level <= set->n_levels && up >= 0);
  RUNTIME_ASSERT(c >= 0 && c < set->n_columns);
  if (up == level) return set->top[c];
  return set->level[level - up - 1]->unknown[c];
}

static Motion motion_of(const Instance *inst, const SelectionSet *set,
                        int level, int c)
{
  Motion m = {{0, 0, 0}, {0, 0, 0}};
  double nominal = set->level[level - 1]->nominal[c];
  for (int up = 0; up <= 2 && up <= level; up++) {
    int reference = higher_derivative(set, level, up, c);
    m.before[up] = selection_of(inst)->accepted[reference] / nominal;
    m.after[up] = inst->values.real[reference] / nominal;
  }
  return m;
}

static Sizes sizes_of(const Instance *inst, const SelectionSet *set, int level)
{
  Sizes sizes = {{0, 0, 0}};
  const Block *block = set->level[level - 1];
  for (int c = 0; c < set->n_columns; c++) {
    if (block->unknown[c] < 0) continue;
    Motion m = motion_of(inst, set, level, c);
    for (int up = 0; up < 3; up++) {
      double size = larger_of(fabs(m.before[up]), fabs(m.after[up]));
      sizes.x[up] = larger_of(sizes.x[up], size);
    }
  }
  return sizes;
}

/* Only the first derivative is known: trapezium rule. */
static double jump_by_slope(const Motion *m, const Sizes *s, double h,
                            double floor_size)
{
  double change = m->after[0] - m->before[0];
  double expected = h / 2 * (m->before[1] + m->after[1]);
  double scale = fabs(m->before[0]) + fabs(m->after[0]) +
                 BRANCH_NOMINAL * s->x[0] + h * s->x[1] + floor_size;
  return fabs(change - expected) / scale;
}

/* Two derivatives are known: Hermite's rule. */
static double jump_by_curve(const Motion *m, const Sizes *s, double h,
                            double floor_size)
{
  double change = m->after[0] - m->before[0];
  double expected = h / 2 * (m->before[1] + m->after[1]) -
                    h * h / 12 * (m->after[2] - m->before[2]);
  double scale = h * (fabs(m->before[1]) + fabs(m->after[1]) +
                      BRANCH_NOMINAL * s->x[1] + h * s->x[2]) +
                 floor_size;
  return fabs(change - expected) / scale;
}

static double jump_of_level(const Instance *inst, int s, int level)
{
  RUNTIME_ASSERT(s >= 0 && s < inst->model->n_sets);
  const SelectionSet *set = &inst->model->set[s];
  double h = instance_time(inst) - selection_of(inst)->accepted[0],
         largest = 0;
  const unsigned char *chosen =
      selection_of(inst)->set_state[s].is_chosen + (level - 1) * set->n_columns;
  Sizes sizes = sizes_of(inst, set, level);
  double floor_size = BRANCH_NOISE * inst->tolerance * larger_of(1, sizes.x[0]);
  for (int c = 0; c < set->n_columns; c++) {
    if (!chosen[c]) continue;
    Motion m = motion_of(inst, set, level, c);
    double jump = level == 1 ? jump_by_slope(&m, &sizes, h, floor_size)
                             : jump_by_curve(&m, &sizes, h, floor_size);
    largest = larger_of(largest, jump);
  }
  return largest;
}

static bool time_has_gone_on(const Instance *inst)
{
  return *selection_of(inst)->has_kept &&
         instance_time(inst) > selection_of(inst)->accepted[0];
}

double dummy_branch_jump(const Instance *inst)
{
  const Model *m = inst->model;
  double largest = 0;
  if (!time_has_gone_on(inst)) return 0;
  for (int s = 0; s < m->n_sets; s++) {
    for (int level = 1; level <= m->set[s].n_levels; level++) {
      largest = larger_of(largest, jump_of_level(inst, s, level));
    }
  }
  return largest;
}

static bool note_left_branch(Instance *inst, int s, int level, const char *why)
{
  dummy_pivot_note(inst, s, level,
                   "%s: the step has left its branch of the constraints", why);
  return false;
}

bool dummy_branch_is_smooth(Instance *inst)
{
  const Model *m = inst->model;
  if (!time_has_gone_on(inst)) return true;
  for (int s = 0; s < m->n_sets; s++) {
    for (int level = 1; level <= m->set[s].n_levels; level++) {
      if (jump_of_level(inst, s, level) <= BRANCH_JUMP) continue;
      return note_left_branch(inst, s, level, "a chosen variable has jumped");
    }
  }
  return true;
}

bool dummy_branch_keeps_sign(Instance *inst)
{
  const Model *m = inst->model;
  if (!time_has_gone_on(inst)) return true;
  for (int s = 0; s < m->n_sets; s++) {
    const SetState *state = &selection_of(inst)->set_state[s];
    for (int level = 1; level <= m->set[s].n_levels; level++) {
      if (state->sign[level - 1] * state->kept_sign[level - 1] >= 0) continue;
      /* two branches cross, and this one is continued */
      if (dummy_turn_is_straight(inst, s, level - 1) ||
          dummy_cross_is_straight(inst, s, level - 1))
        continue;
      return note_left_branch(
          inst, s, level,
          "the determinant of the chosen columns has changed its "
          "sign");
    }
  }
  return true;
}

bool dummy_branch_is_continuous(Instance *inst)
{
  for (int s = 0; s < inst->model->n_sets; s++) {
    for (int level = 0; level < inst->model->set[s].n_levels; level++) {
      if (!dummy_turn_has_jumped(inst, s, level)) continue;
      dummy_pivot_note(inst, s, level + 1,
                       "the directions that these constraints leave open have "
                       "jumped: two branches meet here, and the step has not "
                       "gone straight on");
      return false;
    }
  }
  return true;
}

bool dummy_branch_is_regular(Instance *inst)
{
  double least = smaller_of(inst->tolerance, TURN_LEAST_GRADIENT);
  for (int s = 0; s < inst->model->n_sets; s++) {
    double part = dummy_turn_smallest(inst, s);
    if (!(part > least)) {
      dummy_pivot_note(inst, s, 1,
                       "the gradient of a constraint vanishes here (%.2g of "
                       "what it was): the constraints do not determine how the "
                       "motion continues",
                       part);
      return false;
    }
    dummy_turn_keep_rows(inst, s);
  }
  return true;
}
