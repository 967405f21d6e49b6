/* dummy_cross.c: the place where branches cross, enclosed within a step. */
#include "dummy_cross.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../vectors/extremes.h"
#include "crossing_note.h"
#include "dummy_pivot.h"
#include "dummy_turn.h"
#include <math.h>
#include <string.h>

/* The step, from the kept point (part 0) to the present one (part 1). */
typedef struct CrossedStep {
  Instance *inst;
  int s, level; /* whose determinant; the level from 0 */
  double from, length;
} CrossedStep;

static const SelectionSet *crossed_set(const CrossedStep *step)
{
  return &step->inst->model->set[step->s];
}

static int *crossed_sign(const CrossedStep *step)
{
  return &selection_of(step->inst)->set_state[step->s].sign[step->level];
}

/* --- points on the way ---------------------------------------------------- */

/* Where the cubic through both ends is, of a value and its derivative. */
static void follow_cubic(const CrossedStep *step, double part, int value,
                         int slope)
{
  RUNTIME_ASSERT(value >= 0 && slope >= 0);
  const Selection *sets = selection_of(step->inst);
  const double *begin = sets->accepted, *end = sets->end_real;
  double p = part, q = 1 - part, h = step->length;
  double change = end[value] - begin[value];
  step->inst->values.real[value] =
      q * begin[value] + p * end[value] +
      p * q * (q * (h * begin[slope] - change) - p * (h * end[slope] - change));
}

/* All candidates of a set; those that are solved for begin there. */
static void cross_candidates(const CrossedStep *step, double part,
                             const SelectionSet *set)
{
  for (int level = 0; level < set->n_levels; level++) {
    const int *unknown = set->level[level]->unknown;
    const int *higher = level == 0 ? set->top : set->level[level - 1]->unknown;
    for (int c = 0; c < set->n_columns; c++) {
      if (unknown[c] >= 0) follow_cubic(step, part, unknown[c], higher[c]);
    }
  }
}

/* False: the model has no values there, or its states are chosen badly. */
static bool cross_go_to(const CrossedStep *step, double part)
{
  Instance *inst = step->inst;
  const Model *m = inst->model;
  evaluate_set_time(inst, step->from + part * step->length);
  for (int k = 0; k < m->n_states; k++)
    follow_cubic(step, part, inst->state[k], inst->derivative[k]);
  for (int s = 0; s < m->n_sets; s++) cross_candidates(step, part, &m->set[s]);
  inst->stale |= STALE_VALUES;
  inst->is_guessed = true;
  return evaluate_model(inst) &&
         dummy_pivot_measure_set(inst, step->s) <= PIVOT_UNDO &&
         *crossed_sign(step) != 0;
}

/* Back to the end of the step, to the last bit; what was measured, too. */
static void return_to_end(const CrossedStep *step)
{
  Instance *inst = step->inst;
  const Selection *sets = selection_of(inst);
  evaluate_set_time(inst, step->from + step->length);
  memcpy(inst->values.real, sets->end_real,
         (size_t)inst->model->n_real * sizeof(double));
  inst->stale &= ~(unsigned)STALE_VALUES;
  inst->is_guessed = false;
  inst->reason[0] = '\0';
  dummy_pivot_measure_set(inst, step->s);
}

/* --- how far candidates move ---------------------------------------------- */

static void note_side(const CrossedStep *step, const double *real, int side)
{
  const SelectionSet *set = crossed_set(step);
  for (int c = 0; c < set->n_columns; c++) {
    int r = dummy_turn_lowest(set, c);
    selection_of(step->inst)->side[side][c] = r < 0 ? 0 : real[r];
  }
}

/* The largest of what candidates are, or of what they move between both sides,
 * in nominal values. */
static double crossed_column(const CrossedStep *step, bool moves)
{
  const SelectionSet *set = crossed_set(step);
  const Selection *sets = selection_of(step->inst);
  double largest = 0;
  for (int c = 0; c < set->n_columns; c++) {
    double size = moves ? fabs(sets->side[1][c] - sets->side[0][c])
                        : sets->set_state[step->s].seen[c];
    largest = larger_of(largest, size / dummy_pivot_unit(set->level[0], c));
  }
  return largest;
}

/* --- the place ------------------------------------------------------------ */

/* Goes to a point between both sides; where the model has no values there, the
 * place itself is as near as rounding, and another point has some. Not to the
 * middle: a step that is symmetric would meet the place. */
static bool go_between(const CrossedStep *step, const double part[2],
                       double *middle)
{
  double length = part[1] - part[0];
  *middle = part[0] + CROSS_HALF * length;
  if (cross_go_to(step, *middle)) return true;
  *middle = part[1] - CROSS_HALF * length;
  return cross_go_to(step, *middle);
}

/* Halves the step until candidates move by less than `near` between both sides;
 * what they move then, 0: the place has not been found. */
static double enclose(const CrossedStep *step, double near, double part[2])
{
  const Instance *inst = step->inst;
  int begins = selection_of(inst)->set_state[step->s].kept_sign[step->level];
  part[0] = 0;
  part[1] = 1;
  note_side(step, selection_of(inst)->accepted, 0);
  note_side(step, selection_of(inst)->end_real, 1);
  for (int k = 0; k < CROSS_MOST_HALVES; k++) {
    double moved = crossed_column(step, true);
    double middle;
    if (moved <= near) return moved;
    if (!go_between(step, part, &middle)) return 0;
    int side = *crossed_sign(step) == begins ? 0 : 1;
    part[side] = middle;
    note_side(step, inst->values.real, side);
  }
  return 0;
}

/* Is the sign at this point that of the begin (-1) or of the end (1), and do the
 * directions there go straight on? A little beyond the ends of the step the
 * cubic is as good as between them. */
static bool goes_on_at(const CrossedStep *step, double part, int side,
                       bool is_first)
{
  const Instance *inst = step->inst;
  int begins = selection_of(inst)->set_state[step->s].kept_sign[step->level];
  if (!(fabs(part - 0.5) < 0.5 + CROSS_BEYOND_ENDS)) return false;
  if (!cross_go_to(step, part)) return false;
  if (*crossed_sign(step) != -side * begins) return false;
  if (!dummy_turn_moves_by_itself(step->inst, step->s)) return false;
  if (is_first) {
    dummy_turn_mark(inst, step->s, step->level);
    return dummy_turn_change(inst, step->s, step->level, false) < TURN_STRAIGHT;
  }
  return dummy_turn_change(inst, step->s, step->level, true) < CROSS_SAME;
}

/* At four points beside the place: the candidates move by CROSS_BESIDE of what
 * they are from one side to the other, and no dependent jumps. */
static bool is_crossing(const CrossedStep *step)
{
  static const double beside[] = {-CROSS_BEYOND, -1, 1, CROSS_BEYOND};
  double size = crossed_column(step, false), part[2];
  double moved = enclose(step, CROSS_ENCLOSED * CROSS_BESIDE * size, part);
  if (!(moved > 0)) return false;
  double place = (part[0] + part[1]) / 2;
  double unit = CROSS_BESIDE * size * (part[1] - part[0]) / moved;
  for (int k = 0; k < 4; k++) {
    int side = k < 2 ? -1 : 1;
    if (!goes_on_at(step, place + beside[k] * unit, side, k == 0)) return false;
    if (fabs(beside[k]) == 1)
      note_side(step, step->inst->values.real, side < 0 ? 0 : 1);
  }
  return crossed_column(step, true) <= CROSS_JOINS * CROSS_BESIDE * size;
}

/* --- the step -------------------------------------------------------------- */

bool dummy_cross_is_straight(Instance *inst, int s, int level)
{
  Selection *sets = selection_of(inst);
  CrossedStep step = {inst, s, level, sets->accepted[0],
                      instance_time(inst) - sets->accepted[0]};
  if (inst->stale & STALE_VALUES || !(step.length > 0)) return false;
  if (!(dummy_turn_change(inst, s, level, false) < TURN_STRAIGHT) ||
      !dummy_turn_moves_by_itself(inst, s))
    return false;
  memcpy(sets->end_real, inst->values.real,
         (size_t)inst->model->n_real * sizeof(double));
  bool crosses = is_crossing(&step);
  return_to_end(&step);
  crosses = crosses && dummy_turn_change(inst, s, level, true) < TURN_STRAIGHT;
  if (crosses) crossing_note_found(inst, s, step.from, step.from + step.length);
  return crosses;
}
