/* bounds.c: see bounds.h. */
#include "bounds.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include <math.h>
#include <string.h>

/* `index` is that of `warned`. */
static void warn_of_bound(Instance *inst, int index, int reference, double x,
                          const VariableBounds *range)
{
  char name[REFERENCE_NAME_SIZE];
  bool is_below = x < range->min;
  RUNTIME_ASSERT(is_below || x > range->max);
  if (bounds_of(inst)->warned[index]) return;
  bounds_of(inst)->warned[index] = 1;
  reference_name(inst->model, reference, name);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g %s = %.9g is %s, which is %.9g",
                instance_time(inst), name, x,
                is_below ? "below its min" : "above its max",
                is_below ? range->min : range->max);
}

static void look_at_bounded(Instance *inst, int k, const VariableBounds *range)
{
  double x = inst->values.real[inst->model->bounded[k]];
  double *size = &bounds_of(inst)->size[k];
  if (fabs(x) > *size) *size = fabs(x);
  double error = BOUND_ERRORS * inst->tolerance * *size;
  if (x < range->min - error || x > range->max + error) {
    warn_of_bound(inst, k, inst->model->bounded[k], x, range);
  }
}

void bounds_look(Instance *inst)
{
  const Model *m = inst->model;
  int k = 0;
  for (int row = 0; row < m->n_bounds; row++) {
    int end = k + m->bounds[row].n;
    RUNTIME_ASSERT(end <= m->n_bounded);
    for (; k < end; k++) look_at_bounded(inst, k, &m->bounds[row]);
  }
  RUNTIME_ASSERT(k == m->n_bounded);
}

/* Integers come after all Reals. */
static double value_of_reference(const Instance *inst, int reference)
{
  int n_real = inst->model->n_real;
  return reference < n_real ? inst->values.real[reference]
                            : inst->values.integer[reference - n_real];
}

void bounds_look_at_parameters(Instance *inst)
{
  const Model *m = inst->model;
  int k = 0;
  for (int row = 0; row < m->n_parameter_bounds; row++) {
    const VariableBounds *range = &m->parameter_bounds[row];
    for (int end = k + range->n; k < end; k++) {
      double x = value_of_reference(inst, m->bounded_parameter[k]);
      double rounding = BOUND_ROUNDING * fabs(x);
      if (x < range->min - rounding || x > range->max + rounding)
        warn_of_bound(inst, m->n_bounded + k, m->bounded_parameter[k], x,
                      range);
    }
  }
  RUNTIME_ASSERT(k == m->n_bounded_parameters);
}

/* --- its memory ---------------------------------------------------------- */

static void carve_bounds(void *part, const Model *m, Carving *c)
{
  BoundsMemory *b = part;
  b->size = carve(&c->arrays, m->n_bounded, sizeof(double));
  b->warned = carve(&c->arrays, m->n_bounded + m->n_bounded_parameters, 1);
}

static void reset_bounds(Instance *inst)
{
  size_t n = (size_t)inst->model->n_bounded;
  size_t n_all = n + (size_t)inst->model->n_bounded_parameters;
  if (n > 0) memset(bounds_of(inst)->size, 0, n * sizeof(double));
  if (n_all > 0) memset(bounds_of(inst)->warned, 0, n_all);
}

static bool bounds_fit(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const BoundsMemory *b = fit->inst->part[PART_BOUNDS];
  return state_fit_bytes(b->warned, m->n_bounded + m->n_bounded_parameters, 1);
}

const Mechanism bounds_mechanism = {.name = "bounds",
                                    .size = PART_SIZE(BoundsMemory),
                                    .carve = carve_bounds,
                                    .reset = reset_bounds,
                                    .fits = bounds_fit};
