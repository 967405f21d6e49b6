/* short_way.c: one step of a Runge-Kutta method. */
#include "short_way.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_track.h"
#include "../core/dormand_prince.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../events/contact_force.h"
#include "../events/events.h"
#include "../events/quiet.h"
#include "../events/refresh_values.h"
#include "../states/constraint_watch.h"
#include "../states/dummy_branch.h"
#include "../states/dummy_pivot.h"
#include "../states/dummy_watch.h"
#include "../states/scale.h"
#include <math.h>
#include <string.h>

/* --- memory -------------------------------------------------------------- */

enum { N_VECTORS = SHORT_WAY_STAGES + 2 };

static size_t count_numbers(const Model *m)
{
  return (size_t)N_VECTORS * (size_t)m->n_states + 2 * (size_t)m->n_indicators +
         1;
}

size_t short_way_memory(const Model *m)
{
  return count_numbers(m) * sizeof(double) + 64;
}

bool short_way_create(ShortWay *way, const Model *m)
{
  size_t n = (size_t)m->n_states;
  double *all = foucault_solver_calloc(count_numbers(m), sizeof all[0]);
  *way = (ShortWay){.n_to_leave_out = 0};
  if (!all) return false;
  for (size_t k = 0; k < SHORT_WAY_STAGES; k++) way->slope[k] = all + k * n;
  way->begin = all + SHORT_WAY_STAGES * n;
  way->point = way->begin + n;
  way->indicator = way->point + n;
  way->indicator_before = way->indicator + m->n_indicators;
  return true;
}

/* --- when ---------------------------------------------------------------- */

void short_way_begin(ShortWay *way, bool inputs_changed)
{
  RUNTIME_ASSERT(way->n_quiet >= 0);
  if (inputs_changed) {
    way->n_before = way->n_quiet;
    way->n_quiet = 0;
  } else if (way->n_quiet < SHORT_WAY_MOST_QUIET) {
    way->n_quiet++;
  }
}

static bool short_way_suits(const Instance *inst)
{
  const Model *m = inst->model;
  if (m->n_states == 0 || m->n_coordinate_frames > 0) return false;
  if (m->n_transports > 0 || m->project != PROJECT_OFF) return false;
  return !delay_moves(inst) && !constraint_watch_is_used(inst);
}

/* Inputs may change at every second or third point. */
static bool is_due(ShortWay *way, const Instance *inst)
{
  if (!inst->has_started || !short_way_suits(inst)) return false;
  if (way->n_quiet > way->n_before || way->n_quiet == SHORT_WAY_MOST_QUIET)
    return false;
  if (way->n_left_out == 0) return true;
  way->n_left_out--;
  return false;
}

/* --- the method ---------------------------------------------------------- */

/* The sum of the slopes of the first n stages. */
static double sum_slopes(const ShortWay *way, const double *part, int n, int i)
{
  double sum = 0;
  for (int k = 0; k < n; k++) sum += part[k] * way->slope[k][i];
  return sum;
}

static bool crosses_zero(const ShortWay *way, const Instance *inst)
{
  for (int k = 0; k < quiet_watched(inst); k++) {
    double before = way->indicator_before[k], now = way->indicator[k];
    if (before * now < 0 || (before == 0) != (now == 0)) return true;
  }
  return false;
}

/* Evaluates stage k at way->point. */
static bool evaluate_stage(ShortWay *way, Instance *inst, int k, double time)
{
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, way->point);
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  inst->statistics.rhs++;
  return contact_force_get_derivatives(inst, way->slope[k]) &&
         (quiet_watched(inst) == 0 || events_indicators(inst, way->indicator));
}

static bool evaluate_stages(ShortWay *way, Instance *inst, double length)
{
  const Model *m = inst->model;
  double now = instance_time(inst);
  if (!evaluate_stage(way, inst, 0, now)) return false;
  memcpy(way->indicator_before, way->indicator,
         (size_t)m->n_indicators * sizeof way->indicator[0]);
  for (int k = 1; k < SHORT_WAY_STAGES; k++) {
    for (int i = 0; i < m->n_states; i++) {
      way->point[i] = way->begin[i] +
                      length * sum_slopes(way, dormand_prince_part[k], k, i);
    }
    if (!evaluate_stage(way, inst, k, now + dormand_prince_time[k] * length))
      return false;
    if (crosses_zero(way, inst)) return false;
  }
  return true;
}

/* The largest error of a state, in parts of what the tolerance allows. */
static double largest_error(const ShortWay *way, const Instance *inst,
                            double length)
{
  double most = 0;
  for (int i = 0; i < inst->model->n_states; i++) {
    double error =
        length * sum_slopes(way, dormand_prince_error, SHORT_WAY_STAGES, i);
    double size =
        scale_allowed(inst, i, fmax(fabs(way->begin[i]), fabs(way->point[i])));
    most = fmax(most, fabs(error) / (inst->tolerance * size));
    if (isnan(error)) return HUGE_VAL;
  }
  return most;
}

/* --- selection sets ------------------------------------------------------ */

static bool has_good_states(Instance *inst)
{
  return inst->model->n_sets == 0 ||
         dummy_pivot_measure(inst) <= dummy_pivot_limit(inst);
}

static bool stays_on_branch(Instance *inst)
{
  if (inst->model->n_sets == 0) return true;
  return dummy_watch_measure(inst) <= dummy_pivot_limit(inst) &&
         dummy_branch_is_smooth(inst) && dummy_branch_keeps_sign(inst);
}

static void keep_point(Instance *inst)
{
  if (inst->model->n_sets > 0) dummy_pivot_keep(inst);
  if (block_guess_is_used(inst) && !inst->implicit) block_guess_keep(inst);
  block_track_keep(inst);
}

/* --- the way ------------------------------------------------------------- */

static bool go_in_one_step(ShortWay *way, Instance *inst, double target)
{
  double length = target - instance_time(inst);
  if (!refresh_values(inst) || !has_good_states(inst)) return false;
  if (!forcing_look_is_near(inst, instance_time(inst), target)) return false;
  keep_point(inst);
  return evaluate_stages(way, inst, length) &&
         largest_error(way, inst, length) <= SHORT_WAY_ERROR &&
         stays_on_branch(inst);
}

/* The time is that of the target to the last bit. */
static void arrive(ShortWay *way, Instance *inst, double target)
{
  evaluate_set_time(inst, target);
  keep_point(inst);
  scale_see_states(inst);
  inst->statistics.steps++;
  way->n_to_leave_out = 0;
}

static void go_back(ShortWay *way, Instance *inst, double now)
{
  evaluate_set_time(inst, now);
  evaluate_set_states(inst, way->begin);
  inst->reason[0] = '\0';
  way->n_to_leave_out = way->n_to_leave_out == 0 ? 1 : 2 * way->n_to_leave_out;
  if (way->n_to_leave_out > SHORT_WAY_MOST_SKIPPED)
    way->n_to_leave_out = SHORT_WAY_MOST_SKIPPED;
  way->n_left_out = way->n_to_leave_out;
}

bool short_way_go(ShortWay *way, Instance *inst, double target)
{
  double now = instance_time(inst);
  RUNTIME_ASSERT(target > now);
  if (!is_due(way, inst)) return false;
  evaluate_get_states(inst, way->begin);
  memcpy(way->point, way->begin,
         (size_t)inst->model->n_states * sizeof way->point[0]);
  bool could_shorten = inst->can_shorten;
  inst->can_shorten = true;
  bool good = go_in_one_step(way, inst, target);
  inst->can_shorten = could_shorten;
  if (good)
    arrive(way, inst, target);
  else
    go_back(way, inst, now);
  return good;
}
