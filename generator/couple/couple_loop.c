/* couple_loop.c: see couple_loop.h. */
#include "couple/couple_loop.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { LOOP_MOST_STEPS = 30 };
/* Of the size of a value: what counts as solved, and as good enough where the
 * steps get no nearer. */
static const double loop_tolerance = 1e-12, loop_enough = 1e-7;
static const double loop_difference = 1e-7;

static double loop_size(const CoupleExchange *x, int output)
{
  return fmax(x->c->output[output].nominal, fabs(x->y[output]));
}

/* --- g(z) --- */

static bool loop_set(CoupleExchange *x, const CoupleStage *stage, int output,
                     double z, double time)
{
  for (int i = 0; i < stage->n_links; i++) {
    const CoupleLink *link = &x->c->link[stage->link[i]];
    if (output >= 0 && link->output != output) continue;
    if (link->is_parameter && !x->is_initial) continue;
    double value =
        couple_exchange_value(link, output >= 0 ? z : x->y[link->output]);
    if (!couple_exchange_set(x, stage->link[i], value, time)) return false;
  }
  return true;
}

static bool loop_read(CoupleExchange *x, const CoupleStage *stage, double *g,
                      double time)
{
  for (int i = 0; i < stage->n_outputs; i++) {
    const CoupleOutput *o = &x->c->output[stage->output[i]];
    g[i] = 0;
    if (o->type != FMU_STRING &&
        !couple_part_get(&x->part[o->member], &o->variable, 1, &g[i], NULL,
                         time))
      return false;
  }
  return true;
}

/* residual = g(z) - z for z in y[]; the largest one, of its size. */
static bool loop_residual(CoupleExchange *x, const CoupleStage *stage,
                          double time, double *worst)
{
  if (!loop_set(x, stage, -1, 0, time) ||
      !loop_read(x, stage, x->residual, time))
    return false;
  assert(stage->n_outputs > 0);
  *worst = 0;
  for (int i = 0; i < stage->n_outputs; i++) {
    int o = stage->output[i];
    x->residual[i] -= x->y[o];
    double relative = fabs(x->residual[i]) / loop_size(x, o);
    if (!(relative <= *worst)) *worst = relative;
  }
  return true;
}

/* --- dg/dz --- */

static bool loop_derive(CoupleExchange *x, const CoupleStage *stage)
{
  int n = stage->n_outputs;
  for (int k = 0; k < stage->n_links; k++) {
    const CoupleLink *link = &x->c->link[stage->link[k]];
    int column = 0;
    if (x->c->output[link->output].type != FMU_REAL) continue;
    while (stage->output[column] != link->output) column++;
    for (int i = 0; i < n; i++) {
      const CoupleOutput *o = &x->c->output[stage->output[i]];
      double d = 0;
      if (o->member != link->member || o->type != FMU_REAL) continue;
      if (!couple_part_derivative(&x->part[o->member], o->variable,
                                  link->variable, &d))
        return false;
      x->matrix[i * n + column] += d * link->factor;
    }
  }
  return true;
}

static bool loop_differ(CoupleExchange *x, const CoupleStage *stage,
                        double time)
{
  int n = stage->n_outputs;
  for (int k = 0; k < n; k++) {
    int o = stage->output[k];
    double h = loop_difference * loop_size(x, o);
    if (x->c->output[o].type != FMU_REAL) continue;
    if (!loop_set(x, stage, o, x->y[o] + h, time) ||
        !loop_read(x, stage, x->z, time) ||
        !loop_set(x, stage, o, x->y[o], time))
      return false;
    for (int i = 0; i < n; i++) {
      if (x->c->output[stage->output[i]].type != FMU_REAL) continue;
      double g = x->residual[i] + x->y[stage->output[i]];
      x->matrix[i * n + k] = (x->z[i] - g) / h;
    }
  }
  return true;
}

/* --- (I - dg/dz) step = residual, by Gauss with pivots --- */

static bool loop_eliminate(double *a, double *b, int n)
{
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      if (fabs(a[i * n + k]) > fabs(a[best * n + k])) best = i;
    }
    if (!(fabs(a[best * n + k]) > 1e-300)) return false;
    for (int j = 0; j < n && best != k; j++) {
      double swap = a[k * n + j];
      a[k * n + j] = a[best * n + j];
      a[best * n + j] = swap;
    }
    double swap = b[k];
    b[k] = b[best];
    b[best] = swap;
    for (int i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return true;
}

/* False after a message; *is_singular: there is no step. */
static bool loop_step(CoupleExchange *x, const CoupleStage *stage, double time,
                      bool *is_singular)
{
  assert(stage->is_loop);
  size_t n = (size_t)stage->n_outputs;
  memset(x->matrix, 0, n * n * sizeof(double));
  if (!loop_derive(x, stage)) {
    memset(x->matrix, 0, n * n * sizeof(double));
    if (!loop_differ(x, stage, time)) return false;
  }
  for (size_t i = 0; i < n * n; i++) x->matrix[i] = -x->matrix[i];
  for (size_t i = 0; i < n; i++) x->matrix[i * n + i] += 1;
  *is_singular = !loop_eliminate(x->matrix, x->residual, stage->n_outputs);
  for (int i = 0; i < stage->n_outputs && !*is_singular; i++)
    x->y[stage->output[i]] += x->residual[i];
  x->n_newton_steps++;
  return true;
}

static void loop_warn(CoupleExchange *x, const CoupleStage *stage, double time,
                      double worst)
{
  if (x->has_warned) return;
  x->has_warned = true;
  const CoupleOutput *o = &x->c->output[stage->output[0]];
  const CoupleMember *m = &x->c->member[o->member];
  Diagnostic *d = diagnostic_file_warning(
      x->s, x->c->ssp->path, W622,
      "at time %g the algebraic loop of %d outputs with %s.%s is not solved: "
      "its values still change by %.2g of their size",
      time, stage->n_outputs, m->name,
      m->description->variable[o->variable].name, worst);
  diagnostic_note(x->s, d, NO_SPAN,
                  "an FMU of the loop that holds its inputs until the next "
                  "step, or a state in it, would break it");
}

static bool couple_loop_solve(CoupleExchange *x, const CoupleStage *stage,
                              double time)
{
  double worst = INFINITY, before = INFINITY;
  bool is_singular = false;
  x->n_loop_solutions++;
  for (int k = 0; k < LOOP_MOST_STEPS; k++) {
    if (!loop_residual(x, stage, time, &worst)) return false;
    if (worst <= loop_tolerance) break;
    if (k > 3 && worst <= loop_enough && worst >= before / 2) break;
    before = worst;
    if (!loop_step(x, stage, time, &is_singular)) return false;
    if (is_singular) break;
  }
  if (!(worst <= loop_enough)) loop_warn(x, stage, time, worst);
  return true;
}

bool couple_loop_exchange(CoupleExchange *x, double time)
{
  for (int i = 0; i < x->order.n_stages; i++) {
    const CoupleStage *stage = &x->order.stage[i];
    assert(stage->n_outputs > 0);
    if (!couple_exchange_stage(x, stage, time)) return false;
    if (stage->is_loop && !couple_loop_solve(x, stage, time)) return false;
  }
  return true;
}
