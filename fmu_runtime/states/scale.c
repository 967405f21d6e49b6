/* scale.c: see scale.h. */
#include "scale.h"
#include "../carry/carried.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../core/solver_clock.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../vectors/extremes.h"
#include <math.h>
#include <string.h>

/* Calls of fmax() and fmin() are dear at every state in every step. Here
 * `other`, but not `size`, may be no number. */
static double scale_larger(double size, double other)
{
  return other > size ? other : size;
}

static double scale_smaller(double size, double other)
{
  return other < size ? other : size;
}

/* --- in their order ------------------------------------------------------ */

/* What is done for each variable, by value reference. */
typedef void (*ScaleVisit)(Instance *inst, int k, int variable, int slope);

static void each_variable(Instance *inst, ScaleVisit visit)
{
  const Model *m = inst->model;
  /* those of sets come last */
  int n_outside = m->n_sets > 0 ? m->set[0].first_state : m->n_states, n = 0;
  for (; n < n_outside; n++) visit(inst, n, m->state[n], m->derivative[n]);
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    for (int l = 0; l < set->n_levels; l++) {
      const int *unknown = set->level[l]->unknown;
      const int *higher = l == 0 ? set->top : set->level[l - 1]->unknown;
      for (int c = 0; c < set->n_columns; c++) {
        if (unknown[c] >= 0) visit(inst, n++, unknown[c], higher[c]);
      }
    }
  }
  RUNTIME_ASSERT(n == m->n_scaled);
}

/* --- what is seen -------------------------------------------------------- */

/* How many steps ago the value has changed its sign, with its sign now. */
static void count_from_sign_change(double *age, double value)
{
  if (*age == 0) *age = copysign(SCALE_LONG_AGO, value);
  *age += copysign(1, *age);
  if (value * *age < 0) *age = copysign(1, value);
}

/* What swings will be as large again; what decays will not. */
static double fading_at(double age)
{
  return fabs(age) < SCALE_SWINGS ? SCALE_FADING_SWING : SCALE_FADING;
}

/* Nothing of this group was seen before the last step, whose slopes were zero
 * where it began: what is of this size now goes on as fast. */
static void go_on_from_zero(const Scales *scales, int group, double size)
{
  double *slope = &scales->slope[group - 1];
  if (*slope > 0 || !(*scales->step > 0)) return;
  double far = size / *scales->step * scales->first_time;
  if (isfinite(far)) *slope = far;
}

static void see_one(const Instance *inst, int k, double value)
{
  int group = inst->model->scale_group[k];
  if (group == 0 || !isfinite(value)) return;
  const Scales *scales = scales_of(inst);
  double size = scale_larger(scales->own[k], fabs(value));
  if (scales->resolved[group - 1] == 0 && size > 0)
    go_on_from_zero(scales, group, size);
  scales->own[k] = size;
  if (size > scales->group[group - 1]) scales->group[group - 1] = size;
}

/* A value of this size that is below what the tolerance resolves has not even a
 * sign: see chance.h. */
static void scale_count_lost(const Scales *scales, int k, double size,
                             double least)
{
  double *lost = &scales->lost[k];
  if (*lost < 0) return;
  if (size > CHANCE_LEAVES * least) {
    if (*lost > CHANCE_STEPS) *scales->returned = k + 1;
    *lost = 1;
  } else if (*lost > 0 && size < least) {
    ++*lost;
  }
}

static void fade_groups(const Instance *inst)
{
  const Scales *scales = scales_of(inst);
  double part = CHANCE_ERRORS * SCALE_PART_OF_GROUP * inst->step_tolerance;
  for (int g = 0; g < inst->model->n_scale_groups; g++) {
    scales->resolved[g] = part * larger_of(scales->group[g], scales->hint[g]);
    scales->group[g] = 0;
    scales->slope[g] *= SCALE_SLOPE_FADING;
  }
}

/* Of variable k, in this group, for each in every step. */
static inline void fade_and_see(const Scales *scales, int k, int group,
                                double value)
{
  double size = fabs(value), own = scales->own[k];
  if (group > 0) {
    double least = scales->resolved[group - 1];
    if (size >= least) count_from_sign_change(&scales->age[k], value);
    scale_count_lost(scales, k, size, least);
    if (least == 0 && size > 0) go_on_from_zero(scales, group, size);
  }
  own *= fading_at(scales->age[k]);
  if (group > 0 && isfinite(value)) {
    own = scale_larger(own, size);
    double *largest = &scales->group[group - 1];
    *largest = scale_larger(*largest, own);
  }
  scales->own[k] = own;
}

void scale_see(Instance *inst, const double *value)
{
  if (inst->model->n_scale_groups == 0) return;
  RUNTIME_ASSERT(value);
  fade_groups(inst);
  const Scales *scales = scales_of(inst);
  const int *group = inst->model->scale_group;
  for (int k = 0, n = inst->model->n_scaled; k < n; k++)
    fade_and_see(scales, k, group[k], value[k]);
}

/* In parts of the nominal value. */
static const double least_size[] = {0, 1e-12, 1e-9, 1e-6, 1e-3, 1};

enum { HIGHEST_FLOOR = sizeof least_size / sizeof least_size[0] - 1 };

/* The smallest size, in parts of the nominal value. */
static double smallest_part(const Instance *inst)
{
  const Model *m = inst->model;
  double smallest = 1;
  for (int k = 0; k < m->n_scaled; k++) {
    if (m->scale_group[k] > 0) {
      smallest = smaller_of(smallest, scale_at(inst, k, 1));
    }
  }
  return smallest;
}

bool scale_can_rise(const Instance *inst)
{
  return inst->model->n_scale_groups > 0 &&
         smallest_part(inst) < SCALE_SMALL_PART;
}

void scale_raise(Instance *inst)
{
  RUNTIME_ASSERT(scale_can_rise(inst));
  int *floor = scales_of(inst)->floor;
  double smallest = smallest_part(inst);
  while (*floor < HIGHEST_FLOOR && least_size[*floor] <= smallest) ++*floor;
}

void scale_accept(Instance *inst, double length)
{
  RUNTIME_ASSERT(inst->model->n_scale_groups > 0 && length >= 0);
  *scales_of(inst)->step = length;
}

/* 0: nothing is known. */
static double size_of_group(const Scales *scales, int g)
{
  return larger_of(scales->group[g],
                   larger_of(scales->slope[g], scales->hint[g]));
}

/* The size of variable k within what is known otherwise. */
static inline double size_within_bounds(const Scales *scales, int k, int g,
                                        double size, double nominal)
{
  RUNTIME_ASSERT(size > 0);
  size = scale_larger(size, scales->floor_of[g]);
  size = scale_larger(size, least_size[*scales->floor] * nominal);
  double noise = scales->noise[k] * *scales->step;
  size = scale_smaller(scale_larger(size, noise), nominal);
  return scales->is_far ? scale_larger(size, noise) : size;
}

/* What is small beside its group, and is not about to become larger: it has
 * moved, and has never changed its sign. */
static bool stays_small(const Scales *scales, int k)
{
  return scales->own[k] > 0 && fabs(scales->age[k]) >= SCALE_LONG_AGO;
}

/* Of variable k in a group of the size `common`, > 0. */
static inline double size_in_group(const Scales *scales, int k, int g,
                                   double common, double nominal)
{
  double size = common;
  if (stays_small(scales, k)) {
    double own = SCALE_ROOM * scales->own[k];
    size =
        scale_smaller(common, scale_larger(SCALE_PART_OF_GROUP * common, own));
  }
  return size_within_bounds(scales, k, g, size, nominal);
}

/* How large variable k may become, as its group. */
static double size_to_come(const Instance *inst, int k, double nominal)
{
  const Scales *scales = scales_of(inst);
  int g = inst->model->scale_group[k] - 1;
  if (g < 0) return nominal;
  double size = size_of_group(scales, g);
  return size == 0 ? nominal : size_within_bounds(scales, k, g, size, nominal);
}

double scale_at(const Instance *inst, int k, double nominal)
{
  RUNTIME_ASSERT(k >= 0 && nominal > 0);
  if (inst->model->n_scale_groups == 0) return nominal;
  int g = inst->model->scale_group[k] - 1;
  if (g < 0) return nominal;
  double size = size_of_group(scales_of(inst), g);
  return size == 0 ? nominal
                   : size_in_group(scales_of(inst), k, g, size, nominal);
}

void scale_sizes(const Instance *inst, int n, const double *nominal,
                 double *size)
{
  const Model *m = inst->model;
  const Scales *scales = scales_of(inst);
  int n_scaled = m->n_scale_groups > 0 ? m->n_scaled : 0;
  RUNTIME_ASSERT(n >= n_scaled);
  for (int g = 0; g < m->n_scale_groups; g++) {
    scales->common[g] = size_of_group(scales, g);
  }
  for (int k = 0; k < n_scaled; k++) {
    int g = m->scale_group[k] - 1;
    double common = g < 0 ? 0 : scales->common[g];
    size[k] = common == 0 ? nominal[k]
                          : size_in_group(scales, k, g, common, nominal[k]);
  }
  for (int k = n_scaled; k < n; k++) size[k] = nominal[k];
}

void scale_weigh_turns(const Instance *inst, const double *nominal,
                       double tolerance, double *weight)
{
  const Model *m = inst->model;
  for (int i = 0; i < m->n_turns; i++) {
    int k = m->turn[i];
    weight[k] = 1 / (tolerance * scale_at(inst, k, nominal[k]));
  }
}

double scale_allowed(const Instance *inst, int k, double largest)
{
  const Model *m = inst->model;
  double size = scale_of_state(inst, k);
  for (int i = 0; i < m->n_turns; i++) {
    if (m->turn[i] == k) return size;
  }
  return largest + size;
}

/* --- the start ----------------------------------------------------------- */

static void see_variable(Instance *inst, int k, int variable, int slope)
{
  (void)slope;
  see_one(inst, k, inst->values.real[variable]);
}

static void take_larger(double *size, double other)
{
  if (isfinite(other) && fabs(other) > *size) *size = fabs(other);
}

/* Numbers, parameters and inputs that a group is compared with. */
static void look_at_sources(const Instance *inst)
{
  const Model *m = inst->model;
  const Scales *scales = scales_of(inst);
  for (int g = 0; g < m->n_scale_groups; g++) {
    scales->hint[g] = m->scale_hint ? m->scale_hint[g] : 0;
  }
  for (int k = 0; k < m->n_scale_sources; k++) {
    const ScaleSource *source = &m->scale_source[k];
    take_larger(&scales->hint[source->group - 1],
                inst->values.real[source->reference]);
  }
}

static void fade_variable(Instance *inst, int k, int variable, int slope)
{
  (void)slope;
  fade_and_see(scales_of(inst), k, inst->model->scale_group[k],
               inst->values.real[variable]);
}

void scale_see_states(Instance *inst)
{
  if (inst->model->n_scale_groups == 0) return;
  fade_groups(inst);
  each_variable(inst, fade_variable);
}

void scale_begin(Instance *inst)
{
  const Scales *scales = scales_of(inst);
  int n_groups = inst->model->n_scale_groups;
  if (n_groups == 0) return;
  look_at_sources(inst);
  each_variable(inst, see_variable);
  *scales->n_unseen = 0;
  for (int g = 0; g < n_groups; g++) {
    scales->evidence[g] = larger_of(scales->hint[g], scales->group[g]);
    scales->unseen[g] = scales->evidence[g] == 0;
    if (scales->unseen[g]) ++*scales->n_unseen;
  }
  if (inst->type == MODEL_EXCHANGE) scale_learn(inst);
}

/* The number of what a slot of a selection set stands for. */
static int number_in_sets(const Instance *inst, int slot)
{
  const Model *m = inst->model;
  int n = m->set[0].first_state;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    for (int l = 0; l < set->n_levels; l++) {
      for (int c = 0; c < set->n_columns; c++) {
        int unknown = set->level[l]->unknown[c];
        if (unknown == inst->state[slot]) return n;
        if (unknown >= 0) n++;
      }
    }
  }
  return -1; /* coordinates of a frame */
}

double scale_of_state(const Instance *inst, int slot)
{
  const Model *m = inst->model;
  double nominal = inst->state_nominal[slot];
  RUNTIME_ASSERT(slot >= 0 && slot < m->n_states);
  if (m->n_scale_groups == 0) return nominal;
  bool is_outside = m->n_sets == 0 || slot < m->set[0].first_state;
  int k = is_outside ? slot : number_in_sets(inst, slot);
  return k >= 0 ? size_to_come(inst, k, nominal) : nominal;
}

static double nominal_to_report(const Instance *inst, int slot)
{
  double nominal = inst->state_nominal[slot];
  double size = scale_of_state(inst, slot);
  bool differs =
      size > SCALE_DIFFERS * nominal || size < nominal / SCALE_DIFFERS;
  return differs ? size : nominal;
}

/* Would scale_report() report something else than before? */
static bool scale_differs(const Instance *inst)
{
  for (int slot = 0; slot < inst->model->n_states; slot++) {
    if (scales_of(inst)->reported[slot] != nominal_to_report(inst, slot))
      return true;
  }
  return false;
}

bool scale_report(Instance *inst)
{
  bool changed = false;
  for (int slot = 0; slot < inst->model->n_states; slot++) {
    double *reported = &scales_of(inst)->reported[slot];
    double size = nominal_to_report(inst, slot);
    changed |= *reported != size;
    *reported = size;
  }
  return changed;
}

/* --- what an importer has not been told ---------------------------------- */

/* A usual step of the run, as far as it is known how long that is. */
static double scale_usual_step(const Instance *inst)
{
  const Model *m = inst->model;
  double stop = inst->has_stop_time ? inst->stop_time : m->stop_time;
  bool known = inst->has_stop_time || m->has_stop_time;
  if (known && stop > inst->start_time)
    return (stop - inst->start_time) / RUN_STEPS;
  return 1 / RUN_STEPS;
}

static void look_at_unseen(Instance *inst, int k, int variable, int slope)
{
  const Scales *scales = scales_of(inst);
  int g = inst->model->scale_group[k] - 1;
  if (g < 0 || !scales->unseen[g]) return;
  take_larger(&scales->slope[g], inst->values.real[variable]);
  take_larger(&scales->slope[g],
              inst->values.real[slope] * scale_usual_step(inst));
}

bool scale_learn(Instance *inst)
{
  const Scales *scales = scales_of(inst);
  bool has_learnt = false;
  if (inst->model->n_scale_groups == 0 || *scales->n_unseen == 0) return false;
  each_variable(inst, look_at_unseen);
  for (int g = 0; g < inst->model->n_scale_groups; g++) {
    if (!scales->unseen[g] || scales->slope[g] == 0) continue;
    scales->slope[g] = larger_of(scales->slope[g], SCALE_LEAST_REPORTED);
    scales->unseen[g] = 0;
    --*scales->n_unseen;
    has_learnt = true;
  }
  RUNTIME_ASSERT(*scales->n_unseen >= 0);
  return has_learnt && scale_differs(inst);
}

/* What slides along a relation is known up to the band of it, and what it moves
 * likewise. */
static void find_floors(const Instance *inst, double longest)
{
  const Model *m = inst->model;
  double *least = scales_of(inst)->floor_of;
  double tolerance = inst->step_tolerance;
  for (int k = 0; k < m->n_relations; k++) {
    int group = m->relation[k].group;
    double band = EVENT_BAND * scale_of_relation(inst, k);
    bool is_quiet = k >= m->n_relations - m->n_quiet;
    if (group == 0 || m->relation[k].timed) continue;
    if (is_quiet && !inst->values.awake[k]) continue;
    take_larger(&least[group - 1], SCALE_NOISE * band / tolerance);
  }
  for (int g = 0; g < m->n_scale_groups; g++) {
    int slope = m->scale_slope[g];
    if (slope > 0) take_larger(&least[g], least[slope - 1] * longest);
  }
}

/* A group of which nothing was seen moves as far as its slopes take it. */
static void look_at_slope(Instance *inst, int k, int variable, int slope)
{
  int group = inst->model->scale_group[k];
  Scales *scales = scales_of(inst);
  (void)variable;
  if (group == 0) return;
  take_larger(&scales->slope[group - 1],
              inst->values.real[slope] * scales->first_time);
}

static void keep_slope(Instance *inst, int k, int variable, int slope)
{
  (void)variable;
  scales_of(inst)->noise[k] = inst->values.real[slope];
}

static void compare_slope(Instance *inst, int k, int variable, int slope)
{
  double *noise = &scales_of(inst)->noise[k];
  (void)variable;
  double rounding = fabs(inst->values.real[slope] - *noise);
  *noise = SCALE_NOISE * rounding / inst->step_tolerance;
  if (!scales_of(inst)->is_far) return;
  double *most = &scales_of(inst)->most_noise[k];
  *most = larger_of(*noise, SCALE_SLOPE_FADING * *most);
  *noise = *most;
}

/* All states beside where they are, by some units in the last digit, or ahead of
 * it; far from zero the time as well, by one. */
static void shake_states(Instance *inst, bool is_ahead)
{
  if (scales_of(inst)->is_far)
    evaluate_set_time(inst, nextafter(instance_time(inst), HUGE_VAL));
  for (int k = 0; k < inst->model->n_states; k++) {
    double *x = &inst->values.real[inst->state[k]];
    double slope = inst->values.real[inst->derivative[k]];
    double side = k % 2 == 0 ? *x : -*x;
    if (is_ahead) side = slope == 0 ? 0 : copysign(*x, slope);
    scales_of(inst)->kept[k] = *x;
    *x += side * SCALE_SHAKE;
  }
  inst->stale |= STALE_VALUES;
}

/* noise[] holds the slopes, then by how much they differ. False: the model
 * cannot be evaluated there. */
static bool compare_shaken(Instance *inst, bool is_ahead)
{
  double now = instance_time(inst);
  shake_states(inst, is_ahead);
  bool good = evaluate_model(inst);
  if (good) each_variable(inst, compare_slope);
  evaluate_set_time(inst, now);
  evaluate_set_states(inst, scales_of(inst)->kept);
  return good;
}

/* A state may lie at the end of where a function is defined: what is behind it
 * says nothing about the run, what is ahead does. */
bool scale_measure(Instance *inst)
{
  RUNTIME_ASSERT(!(inst->stale & STALE_VALUES));
  each_variable(inst, keep_slope);
  if (!compare_shaken(inst, false) &&
      !(evaluate_model(inst) && compare_shaken(inst, true))) {
    return false;
  }
  return !(inst->stale & STALE_VALUES) || evaluate_model(inst);
}

bool scale_start(Instance *inst, double longest)
{
  const Model *m = inst->model;
  RUNTIME_ASSERT(longest > 0);
  if (m->n_scale_groups == 0) return true;
  Scales *scales = scales_of(inst);
  each_variable(inst, see_variable);
  if (*scales->has_started) return true;
  *scales->has_started = true;
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  find_floors(inst, longest);
  scales->is_far = solver_clock_origin(inst) != 0;
  scales->first_time = SCALE_FIRST_TIME * longest;
  each_variable(inst, look_at_slope);
  return scale_measure(inst);
}

/* --- its memory ---------------------------------------------------------- */

static void carve_scales(void *part, const Model *m, Carving *c)
{
  Scales *scales = part;
  scales->reported = carve(&c->arrays, m->n_states, sizeof(double));
  if (m->n_scale_groups == 0) return;
  scales->own = carve(&c->arrays, m->n_scaled, sizeof(double));
  scales->noise = carve(&c->arrays, m->n_scaled, sizeof(double));
  scales->most_noise = carve(&c->arrays, m->n_scaled, sizeof(double));
  scales->age = carve(&c->arrays, m->n_scaled, sizeof(double));
  scales->lost = carve(&c->arrays, m->n_scaled, sizeof(double));
  scales->group = carve(&c->arrays, m->n_scale_groups, sizeof(double));
  scales->resolved = carve(&c->arrays, m->n_scale_groups, sizeof(double));
  scales->hint = carve(&c->arrays, m->n_scale_groups, sizeof(double));
  scales->evidence = carve(&c->arrays, m->n_scale_groups, sizeof(double));
  scales->floor_of = carve(&c->arrays, m->n_scale_groups, sizeof(double));
  scales->slope = carve(&c->arrays, m->n_scale_groups, sizeof(double));
  scales->common = carve(&c->arrays, m->n_scale_groups, sizeof(double));
  scales->unseen = carve(&c->arrays, m->n_scale_groups, sizeof(int));
  scales->n_unseen = carve(&c->arrays, 1, sizeof(int));
  scales->kept = carve(&c->arrays, m->n_states, sizeof(double));
  scales->has_started = carve(&c->arrays, 1, sizeof(int));
  scales->returned = carve(&c->arrays, 1, sizeof(int));
  scales->floor = carve(&c->arrays, 1, sizeof(int));
  scales->step = carve(&c->arrays, 1, sizeof(double));
}

static void reset_scales(Instance *inst)
{
  const Scales *scales = scales_of(inst);
  int n_groups = inst->model->n_scale_groups;
  memset(scales->reported, 0, (size_t)inst->model->n_states * sizeof(double));
  if (n_groups == 0) return;
  memset(scales->own, 0, (size_t)inst->model->n_scaled * sizeof(double));
  memset(scales->age, 0, (size_t)inst->model->n_scaled * sizeof(double));
  memset(scales->lost, 0, (size_t)inst->model->n_scaled * sizeof(double));
  memset(scales->noise, 0, (size_t)inst->model->n_scaled * sizeof(double));
  memset(scales->most_noise, 0, (size_t)inst->model->n_scaled * sizeof(double));
  memset(scales->group, 0, (size_t)n_groups * sizeof(double));
  memset(scales->resolved, 0, (size_t)n_groups * sizeof(double));
  memset(scales->hint, 0, (size_t)n_groups * sizeof(double));
  memset(scales->evidence, 0, (size_t)n_groups * sizeof(double));
  memset(scales->floor_of, 0, (size_t)n_groups * sizeof(double));
  memset(scales->slope, 0, (size_t)n_groups * sizeof(double));
  memset(scales->common, 0, (size_t)n_groups * sizeof(double));
  memset(scales->unseen, 0, (size_t)n_groups * sizeof(int));
  *scales->n_unseen = 0;
  *scales->has_started = false;
  *scales->returned = 0;
  *scales->floor = 0;
  *scales->step = 0;
}

/* As many are unseen as are said to be. */
static bool unseen_fits(const Scales *scales, int n_groups)
{
  int n = 0;
  if (!state_fit_ints(scales->unseen, n_groups, 0, 1)) return false;
  for (int g = 0; g < n_groups; g++) n += scales->unseen[g];
  return *scales->n_unseen == n;
}

static bool scales_fit(const StateFit *fit)
{
  const Scales *scales = scales_of(fit->inst);
  const Model *m = fit->inst->model;
  if (m->n_scale_groups == 0) return true;
  return unseen_fits(scales, m->n_scale_groups) &&
         state_fit_ints(scales->has_started, 1, 0, 1) &&
         state_fit_ints(scales->returned, 1, 0, m->n_scaled) &&
         state_fit_ints(scales->floor, 1, 0, HIGHEST_FLOOR);
}

static bool take_scales(Instance *inst, const Carried *c)
{
  Scales *scales = scales_of(inst);
  return carried_take_flags(c, &scales->is_far, 1) &&
         carried_take_numbers(c, &scales->first_time, 1);
}

const Mechanism scales_mechanism = {.name = "scales",
                                    .size = PART_SIZE(Scales),
                                    .carve = carve_scales,
                                    .reset = reset_scales,
                                    .fits = scales_fit,
                                    .take = take_scales};
