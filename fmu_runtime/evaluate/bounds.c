/* bounds.c: see bounds.h. */
#include "bounds.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <string.h>

static void warn_of_bound(Instance *inst, int k, double x,
                          const VariableBounds *range)
{
  char name[REFERENCE_NAME_SIZE];
  bool is_below = x < range->min;
  RUNTIME_ASSERT(is_below || x > range->max);
  if (bounds_of(inst)->warned[k]) return;
  bounds_of(inst)->warned[k] = 1;
  reference_name(inst->model, inst->model->bounded[k], name);
  logging_write(&inst->logger, fmi2Warning, LOG_STATUS_WARNING,
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
    warn_of_bound(inst, k, x, range);
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

/* --- its memory ---------------------------------------------------------- */

static void carve_bounds(void *part, const Model *m, Carving *c)
{
  BoundsMemory *b = part;
  b->size = carve(&c->arrays, m->n_bounded, sizeof(double));
  b->warned = carve(&c->arrays, m->n_bounded, 1);
}

static void reset_bounds(Instance *inst)
{
  size_t n = (size_t)inst->model->n_bounded;
  if (n == 0) return;
  memset(bounds_of(inst)->size, 0, n * sizeof(double));
  memset(bounds_of(inst)->warned, 0, n);
}

const Mechanism bounds_mechanism = {.name = "bounds",
                                    .size = PART_SIZE(BoundsMemory),
                                    .carve = carve_bounds,
                                    .reset = reset_bounds};
