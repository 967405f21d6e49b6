/* points.c: see points.h. */
#include "points.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../evaluate/tangent.h"
#include "../events/refresh_values.h"
#include "arguments.h"
#include "derivatives.h"
#include "exchange.h"
#include "values.h"
#include <math.h>

#define FLAG "providesDirectionalDerivative"

static size_t points_row(const Points *p)
{
  return (size_t)p->n_states + (size_t)p->n_outputs;
}

static int points_rows(const Points *p)
{
  return p->n_directions > 0 ? p->n_directions : 1;
}

/* Row r of point k. */
static double *points_value(const Points *p, int k, int r)
{
  return p->value +
         ((size_t)k * (size_t)points_rows(p) + (size_t)r) * points_row(p);
}

static const double *points_direction(const Points *p, int k, int r)
{
  size_t width = (size_t)p->n_states + (size_t)p->n_inputs;
  size_t row = (size_t)r;
  if (p->has_own) row += (size_t)k * (size_t)p->n_directions;
  return p->direction + row * width;
}

/* --- one point --- */

static Status points_go(Instance *inst, const Points *p, int k)
{
  size_t nx = (size_t)p->n_states, nu = (size_t)p->n_inputs;
  Status status = exchange_set_time(inst, p->time[k]);
  if (status == STATUS_OK && nu > 0) {
    status =
        values_set_reals(inst, p->known + nx, nu, p->inputs + (size_t)k * nu);
  }
  if (status != STATUS_OK) return status;
  return exchange_set_states(inst, p->states + (size_t)k * nx, nx);
}

static Status points_one(Instance *inst, const Points *p, int k)
{
  size_t nx = (size_t)p->n_states, n = points_row(p);
  Status status = points_go(inst, p, k);
  if (status != STATUS_OK) return status;
  if (p->n_directions == 0) {
    double *value = points_value(p, k, 0);
    status = exchange_get_derivatives(inst, value, nx);
    if (status != STATUS_OK || n == nx) return status;
    return values_get_reals(inst, p->unknown + nx, n - nx, value + nx);
  }
  for (int r = 0; r < p->n_directions && status == STATUS_OK; r++) {
    status = derivatives_along(
        inst, FLAG, p->unknown, n, p->known, nx + (size_t)p->n_inputs,
        points_direction(p, k, r), points_value(p, k, r));
  }
  return status;
}

/* --- POINT_LANES of them --- */

static int points_lane(const Points *p, int first, int lane)
{
  int k = first + lane;
  return k < p->n ? k : p->n - 1; /* lanes that are left over repeat it */
}

/* Parameters and what else does not change with the point. */
static void points_spread(const Instance *inst, double *real)
{
  const double *value = inst->values.real;
  for (int i = 0; i < inst->model->n_real; i++) {
    for (int lane = 0; lane < POINT_LANES; lane++)
      real[(size_t)i * POINT_LANES + (size_t)lane] = value[i];
  }
}

static void points_place(const Instance *inst, const Points *p, int first,
                         double *real)
{
  for (int lane = 0; lane < POINT_LANES; lane++) {
    size_t k = (size_t)points_lane(p, first, lane);
    const double *x = p->states + k * (size_t)p->n_states;
    const double *u = p->inputs + k * (size_t)p->n_inputs;
    real[lane] = p->time[k];
    for (int i = 0; i < p->n_states; i++)
      real[inst->state[i] * POINT_LANES + lane] = x[i];
    for (int i = 0; i < p->n_inputs; i++)
      real[p->known[p->n_states + i] * POINT_LANES + (unsigned)lane] = u[i];
  }
}

static void points_aim(const Instance *inst, const Points *p, int first, int r,
                       double *d)
{
  size_t n = (size_t)inst->model->n_real * POINT_LANES;
  for (size_t i = 0; i < n; i++) d[i] = 0;
  for (int lane = 0; lane < POINT_LANES; lane++) {
    const double *at = points_direction(p, points_lane(p, first, lane), r);
    for (int i = 0; i < p->n_states; i++)
      d[inst->state[i] * POINT_LANES + lane] = at[i];
    for (int i = 0; i < p->n_inputs; i++)
      d[p->known[p->n_states + i] * POINT_LANES + (unsigned)lane] =
          at[p->n_states + i];
  }
}

/* Row r of all lanes. False in `good`: a number there is not finite. */
static void points_take(const Instance *inst, const Points *p, int first, int r,
                        const double *lanes, unsigned char *good)
{
  size_t n = points_row(p);
  for (size_t i = 0; i < n; i++) {
    size_t place = place_of_reference(inst->model, p->unknown[i]);
    if (p->n_directions > 0)
      place = (size_t)tangent_source(inst, (ValueReference)place);
    const double *from = lanes + place * POINT_LANES;
    for (int lane = 0; lane < POINT_LANES && first + lane < p->n; lane++) {
      points_value(p, first + lane, r)[i] = from[lane];
      good[lane] &= isfinite(from[lane]) != 0;
    }
  }
}

static Status points_lanes(Instance *inst, Points *p, int first)
{
  const ModelPoints *of = inst->model->points;
  size_t n = (size_t)inst->model->n_real * POINT_LANES;
  ModelValues v = inst->values;
  Tangent t = {p->work + n, NULL};
  unsigned char good[POINT_LANES];
  for (int lane = 0; lane < POINT_LANES; lane++) good[lane] = 1;
  v.real = p->work;
  points_place(inst, p, first, v.real);
  of->evaluate(&v);
  if (p->n_directions == 0) points_take(inst, p, first, 0, v.real, good);
  for (int r = 0; r < p->n_directions; r++) {
    points_aim(inst, p, first, r, t.d);
    of->tangent(&v, &t);
    points_take(inst, p, first, r, t.d, good);
  }
  for (int lane = 0; lane < POINT_LANES && first + lane < p->n; lane++) {
    p->n_done = first + lane;
    if (good[lane]) continue;
    Status status = points_one(inst, p, first + lane);
    if (status != STATUS_OK) return status;
  }
  return STATUS_OK;
}

/* --- the call --- */

static bool points_are_valid(Instance *inst, const Points *p)
{
  Call call = CALL_GET_DERIVATIVES;
  const Model *m = inst->model;
  int n = real_references(m);
  if (p->n < 0 || p->n_states != m->n_states || p->n_inputs < 0 ||
      p->n_outputs < 0 || p->n_directions < 0 || !p->time || !p->value ||
      (p->n_states > 0 && !p->states) || (p->n_inputs > 0 && !p->inputs) ||
      (p->n_directions > 0 && !p->direction)) {
    instance_refuse(inst, call, "sizes or arrays of the points are wrong");
    return false;
  }
  if (!references_are_valid(inst, call, p->unknown, points_row(p), p->value,
                            n) ||
      !references_are_valid(inst, call, p->known,
                            (size_t)(p->n_states + p->n_inputs), p->time, n)) {
    return false;
  }
  for (int k = 0; k < p->n_inputs; k++) {
    ValueReference known = p->known[p->n_states + k];
    if (known < (unsigned)m->n_real && m->real_kind[known] == VARIABLE_INPUT)
      continue;
    instance_refuse(inst, call,
                    "the variable with value reference %u is not an input",
                    known);
    return false;
  }
  return true;
}

/* Is it worth while, and are all values what they are between two events? */
static bool points_go_in_lanes(const Instance *inst, const Points *p)
{
  return inst->model->points && inst->mode == MODE_CONTINUOUS && p->work &&
         p->n_work >= p->n_needed && p->n >= POINT_LANES / 4;
}

unsigned points_evaluate(void *c, Points *p)
{
  Instance *inst = instance_enter(c, CALL_GET_DERIVATIVES);
  if (!inst || !p) return STATUS_ERROR;
  p->n_done = 0;
  p->n_needed = inst->model->points
                    ? 2ul * POINT_LANES * (unsigned long)inst->model->n_real
                    : 0;
  if (p->n == 0) return STATUS_OK;
  if (!points_are_valid(inst, p)) return STATUS_ERROR;
  if (!refresh_values(inst))
    return evaluation_failed(inst, CALL_GET_DERIVATIVES, true);
  bool has_lanes = points_go_in_lanes(inst, p);
  int stride = has_lanes ? POINT_LANES : 1;
  if (has_lanes) points_spread(inst, p->work);
  for (int k = 0; k < p->n; k += stride) {
    Status status =
        has_lanes ? points_lanes(inst, p, k) : points_one(inst, p, k);
    if (status != STATUS_OK) return status;
    p->n_done = p->n - k < stride ? p->n : k + stride;
  }
  return STATUS_OK;
}
