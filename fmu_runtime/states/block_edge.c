/* block_edge.c: see block_edge.h. */
#include "block_edge.h"
#include "../blocks/block_track.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <string.h>

bool block_edge_may_count(const Block *block)
{
  return !block->linear && block->set == 0 && block->store > 0 &&
         !block->is_held;
}

bool block_edge_counts(const Instance *inst, const Block *block)
{
  return block_edge_of(inst)->n > 0 && block_edge_may_count(block);
}

bool block_edge_is_busy(const Instance *inst)
{
  return block_edge_of(inst)->n > 0 && block_edge_of(inst)->visit->walking != 0;
}

/* --- the boundary ---------------------------------------------------------- */

static double crossing_now(ModelValues *v, int k)
{
  Instance *inst = v->instance;
  double *z = block_edge_of(inst)->crossing;
  inst->model->crossings(v, z);
  return z[k];
}

/* Is z computed after the loop? */
static bool block_edge_is_later(const BlockEdge *e)
{
  return !isnan(*e->base_z);
}

/* z, or, where it is computed after the loop, what the slope says of it. */
static double crossing_at(ModelValues *v, const Block *block, int k)
{
  const BlockEdge *e = block_edge_of(v->instance);
  if (!block_edge_is_later(e)) return crossing_now(v, k);
  double z = *e->base_z;
  for (int j = 0; j < block->n; j++) {
    z += e->gradient[j] * (v->real[block->unknown[j]] - e->base[j]);
  }
  return z;
}

static double band_of(const Instance *inst, int k)
{
  return EDGE_BAND * inst->model->relation[k].nominal;
}

void block_edge_mark(Instance *inst, const Block *block, unsigned char *mark)
{
  ModelValues *v = &inst->values;
  BlockEdge *e = block_edge_of(inst);
  inst->model->crossings(v, e->before);
  for (int j = 0; j < block->n; j++) {
    double *x = &v->real[block->unknown[j]], kept = *x;
    *x = kept + EDGE_STEP * block->nominal[j];
    inst->model->crossings(v, e->crossing);
    *x = kept;
    for (int k = 0; k < e->n; k++) mark[k] |= e->crossing[k] != e->before[k];
  }
}

bool block_edge_depends(Instance *inst, const Block *block, int k)
{
  ModelValues *v = &inst->values;
  BlockEdge *e = block_edge_of(inst);
  double *gradient = e->gradient;
  double z = crossing_now(v, k);
  bool any = false;
  *e->base_z = NAN;
  for (int j = 0; j < block->n; j++) {
    double *x = &v->real[block->unknown[j]], kept = *x;
    double step = EDGE_STEP * block->nominal[j];
    *x = kept + step;
    double change = crossing_now(v, k) - z;
    *x = kept;
    gradient[j] = isfinite(change) ? change / step : 0;
    any |= gradient[j] != 0;
  }
  return any;
}

/* --- what is computed after the loop --------------------------------------- */

static bool evaluate_for_edge(Instance *inst, EdgeVisit visit)
{
  EdgeVisit *now = block_edge_of(inst)->visit;
  int *walking = &block_track_of(inst)->state->walking;
  bool failed = inst->function_failed;
  RUNTIME_ASSERT(now->walking == 0 && visit.walking > 0);
  *now = visit;
  *walking = visit.walking; /* no other loop follows a branch meanwhile */
  bool good = inst->model->evaluate(&inst->values) == 0;
  now->walking = *walking = 0;
  inst->function_failed = failed;
  return good;
}

/* Evaluates the model with the unknowns of some loops as they are. */
static bool hold_loops(Instance *inst, int first, int last)
{
  EdgeVisit hold = {.walking = first, .last = last, .task = EDGE_HOLD};
  return evaluate_for_edge(inst, hold);
}

bool block_edge_renew(Instance *inst, const Block *block)
{
  if (!block_edge_is_later(block_edge_of(inst))) return true;
  return hold_loops(inst, block->store, block->store);
}

static bool is_change_of_edge(const Instance *inst, int k, double change)
{
  return fabs(change) > EDGE_STILL * band_of(inst, k) && isfinite(change);
}

bool block_edge_reaches(Instance *inst, int first, int last, int k)
{
  ModelValues *v = &inst->values;
  const Model *m = inst->model;
  double z = crossing_now(v, k);
  int first_store = 0, last_store = 0;
  for (int b = first; b <= last; b++) {
    const Block *block = &m->block[b];
    if (!block_edge_counts(inst, block)) continue;
    if (first_store == 0) first_store = block->store;
    last_store = block->store;
    for (int j = 0; j < block->n; j++) {
      double part = 1 - NEWTON_BESIDE_CHANGE * (j % NEWTON_BESIDE_ROUND);
      v->real[block->unknown[j]] += EDGE_STEP * part * block->nominal[j];
    }
  }
  return first_store > 0 && hold_loops(inst, first_store, last_store) &&
         is_change_of_edge(inst, k, crossing_now(v, k) - z);
}

bool block_edge_depends_later(Instance *inst, const Block *block, int k,
                              const double *real)
{
  ModelValues *v = &inst->values;
  BlockEdge *e = block_edge_of(inst);
  bool any = false;
  double z = crossing_now(v, k);
  for (int j = 0; j < block->n; j++) {
    double *x = &v->real[block->unknown[j]];
    double step = EDGE_STEP * block->nominal[j];
    e->base[j] = *x;
    *x += step;
    bool good = hold_loops(inst, block->store, block->store);
    double change = good ? crossing_now(v, k) - z : 0;
    bool counts = is_change_of_edge(inst, k, change);
    e->gradient[j] = counts ? change / step : 0;
    any |= counts;
    memcpy(v->real, real, (size_t)inst->model->n_real * sizeof real[0]);
  }
  *e->base_z = z;
  return any;
}

double block_edge_change(const Instance *inst, const Block *block, int j,
                         double change)
{
  const double *gradient = block_edge_of(inst)->gradient;
  double sum = 0;
  for (int i = 0; i < block->n; i++) {
    sum += gradient[i] * block->nominal[i] * gradient[i] * block->nominal[i];
  }
  RUNTIME_ASSERT(sum > 0);
  return change * gradient[j] * block->nominal[j] * block->nominal[j] / sum;
}

/* --- one side -------------------------------------------------------------- */

static bool block_edge_is_regular(ModelValues *v, const Block *block,
                                  BlockWork *w)
{
  int column;
  return block_linear_factor(v, block, w, &column) == FACTOR_DONE;
}

static void measure_edge(ModelValues *v, const Block *block, BlockWork *w,
                         EdgeVisit *visit)
{
  visit->good = block_edge_is_regular(v, block, w);
  if (!visit->good) return;
  visit->sign = block_linear_determinant_sign(block, w);
  visit->size = block_linear_determinant_size(block, w);
}

/* Residuals of the equations that have no part in where z is: the transposed
 * Jacobian says what part each has. They move the unknowns a little. False: all
 * have one. */
static bool set_other_residuals(const ModelValues *v, const Block *block,
                                BlockWork *w, const double *gradient,
                                double *right)
{
  const double *scale = block_linear_scales(block, w);
  double largest = 0;
  bool any = false;
  memcpy(w->trial, gradient, (size_t)block->n * sizeof(double));
  block_linear_backsolve_transposed(block, w, w->trial, w->right);
  for (int i = 0; i < block->n; i++) {
    largest = fmax(largest, fabs(w->right[i]) / scale[i]);
  }
  for (int i = 0; i < block->n; i++) {
    bool has_part = !(fabs(w->right[i]) / scale[i] <= EDGE_NO_PART * largest);
    double part = 1 - NEWTON_BESIDE_CHANGE * (i % NEWTON_BESIDE_ROUND);
    right[i] = has_part ? 0 : part / scale[i];
    any |= !has_part;
  }
  if (!any) return false;
  block_linear_backsolve(block, w, right, w->step);
  double size = block_linear_step_size(v, block, w, w->step);
  if (!(size > 0 && size < HUGE_VAL)) return false;
  for (int i = 0; i < block->n; i++) right[i] *= EDGE_ASIDE / size;
  return true;
}

/* Newton's method for F = right. */
static bool move_along(ModelValues *v, const Block *block, BlockWork *w,
                       const double *right)
{
  for (int k = 0; k < EDGE_MOST_STEPS; k++) {
    block->residual(v, w->residual);
    if (!block_edge_is_regular(v, block, w)) return false;
    for (int i = 0; i < block->n; i++) w->residual[i] -= right[i];
    block_linear_backsolve(block, w, w->residual, w->step);
    double size = block_linear_step_size(v, block, w, w->step);
    if (!(size <= EDGE_LONGEST)) return false;
    block_linear_save(v, block, w, w->base);
    block_linear_move(v, block, w, 1, false);
    if (size <= EDGE_CONVERGED) return true;
  }
  return false;
}

static bool stays_on_edge(ModelValues *v, const Block *block, BlockWork *w,
                          EdgeVisit *visit)
{
  const BlockEdge *e = block_edge_of(v->instance);
  block->residual(v, w->residual);
  if (!block_edge_is_regular(v, block, w)) return false;
  if (visit->task == EDGE_GIVEN) {
    memset(e->right, 0, (size_t)block->n * sizeof(double));
  } else if (!set_other_residuals(v, block, w, e->gradient, e->right)) {
    visit->alone = true;
    return false;
  }
  if (!move_along(v, block, w, e->right)) return false;
  double off = fabs(crossing_at(v, block, visit->relation));
  block_linear_save(v, block, w, block_edge_of(v->instance)->place);
  return off <= EDGE_STILL * band_of(v->instance, visit->relation);
}

/* A step of Newton's method for F/z; its size in units of the unknowns, or
 * HUGE_VAL: there is none. */
static double step_off_edge(ModelValues *v, const Block *block, BlockWork *w,
                            int k)
{
  double z = crossing_at(v, block, k);
  block->residual(v, w->residual);
  if (!block_edge_is_regular(v, block, w)) return HUGE_VAL;
  block_linear_backsolve(block, w, w->residual, w->step);
  block_linear_save(v, block, w, w->base);
  block_linear_move(v, block, w, EDGE_STEP, false);
  double change = (crossing_at(v, block, k) - z) / EDGE_STEP;
  double part = 1 / (1 + change / z);
  if (!(fabs(part) <= EDGE_FARTHEST)) return HUGE_VAL;
  /* not to the other side */
  double to = z + part * change;
  if (to * z <= 0) part *= EDGE_SHORT_OF * z / (z - to);
  for (int j = 0; j < block->n; j++) w->step[j] *= part;
  double size = block_linear_step_size(v, block, w, w->step);
  if (size == HUGE_VAL) return HUGE_VAL;
  block_linear_move(v, block, w, size > EDGE_LONGEST ? EDGE_LONGEST / size : 1,
                    false);
  return size;
}

/* The solution itself, by Newton's method for F from beside it. */
static bool is_solution_off_edge(ModelValues *v, const Block *block,
                                 BlockWork *w, EdgeVisit *visit)
{
  BlockEdge *e = block_edge_of(v->instance);
  double before = crossing_at(v, block, visit->relation);
  memset(e->right, 0, (size_t)block->n * sizeof(double));
  if (!move_along(v, block, w, e->right)) return false;
  double z = crossing_at(v, block, visit->relation);
  if (!(visit->side * z > EDGE_OFF * band_of(v->instance, visit->relation)))
    return false;
  if (fabs(z - before) > EDGE_SAME * fabs(z)) return false;
  measure_edge(v, block, w, visit);
  block_linear_save(v, block, w, e->place);
  return visit->good;
}

/* A little to this side, where all other equations go on to hold: straight back
 * to the boundary those of this one might be linear, and Newton's method for
 * F/z would not know where to go. */
static bool step_aside(ModelValues *v, const Block *block, BlockWork *w,
                       double change)
{
  const double *gradient = block_edge_of(v->instance)->gradient;
  block->residual(v, w->residual);
  if (!block_edge_is_regular(v, block, w)) return false;
  const double *scale = block_linear_scales(block, w);
  double *part = w->residual, sum = 0;
  memcpy(w->trial, gradient, (size_t)block->n * sizeof(double));
  block_linear_backsolve_transposed(block, w, w->trial, part);
  for (int i = 0; i < block->n; i++) {
    sum += part[i] / scale[i] * part[i] / scale[i];
    part[i] /= scale[i] * scale[i];
  }
  block_linear_backsolve(block, w, part, w->step); /* z changes by sum */
  if (!(sum > 0)) return false;
  for (int j = 0; j < block->n; j++) w->step[j] *= change / sum;
  double size = block_linear_step_size(v, block, w, w->step);
  if (size == HUGE_VAL) return false;
  block_linear_save(v, block, w, w->base);
  block_linear_move(v, block, w, size > EDGE_WIDEST ? EDGE_WIDEST / size : 1,
                    false);
  return true;
}

static bool leave_edge(ModelValues *v, const Block *block, BlockWork *w,
                       EdgeVisit *visit)
{
  Instance *inst = v->instance;
  int k = visit->relation;
  double change = visit->side * EDGE_ASIDE * inst->model->relation[k].nominal;
  if (!step_aside(v, block, w, change)) return false;
  double before = 0, z;
  for (int i = 0; i < NEWTON_MOST_ITERATIONS; i++, before = z) {
    double size = step_off_edge(v, block, w, k);
    z = crossing_at(v, block, k);
    if (size == HUGE_VAL || !(visit->side * z > band_of(inst, k))) return false;
    bool is_still = fabs(z - before) <= EDGE_SAME * fabs(z);
    if (size <= NEWTON_SMALL && is_still)
      return is_solution_off_edge(v, block, w, visit);
  }
  return false;
}

int block_edge_visit(ModelValues *v, const Block *block, BlockWork *w)
{
  RUNTIME_ASSERT(block_edge_is_busy(v->instance));
  BlockEdge *e = block_edge_of(v->instance);
  EdgeVisit *visit = e->visit;
  if (visit->task == EDGE_HOLD) return 0;
  w->column = w->identity;
  for (int j = 0; j < block->n; j++) {
    v->real[block->unknown[j]] = e->place[j];
  }
  if (visit->task == EDGE_MEASURE) {
    measure_edge(v, block, w, visit);
  } else if (visit->task != EDGE_LEAVE) {
    visit->good = stays_on_edge(v, block, w, visit);
  } else {
    visit->good = leave_edge(v, block, w, visit);
  }
  return 1;
}

void block_edge_look(Instance *inst, const Block *block, int k, double side,
                     EdgeTask task)
{
  RUNTIME_ASSERT(block_edge_counts(inst, block) && !block_edge_is_busy(inst));
  BlockEdge *e = block_edge_of(inst);
  for (int j = 0; j < block->n; j++) {
    e->place[j] = inst->values.real[block->unknown[j]];
  }
  evaluate_for_edge(inst, (EdgeVisit){.walking = block->store,
                                      .last = block->store,
                                      .task = task,
                                      .relation = k,
                                      .side = side});
}

/* --- its memory ------------------------------------------------------------ */

static void carve_edge(void *part, const Model *m, Carving *c)
{
  BlockEdge *e = part;
  bool is_used = false;
  for (int b = 0; b < m->n_blocks; b++)
    is_used |= block_edge_may_count(&m->block[b]);
  is_used &= m->n_relations > 0;
  e->n = is_used ? m->n_relations : 0;
  int largest = is_used ? m->largest_block : 0;
  e->visit = carve(&c->arrays, 1, sizeof(EdgeVisit));
  e->crossing = carve(&c->arrays, e->n, sizeof(double));
  e->before = carve(&c->arrays, e->n, sizeof(double));
  e->gradient = carve(&c->arrays, largest, sizeof(double));
  e->base = carve(&c->arrays, largest, sizeof(double));
  e->base_z = carve(&c->arrays, 1, sizeof(double));
  e->place = carve(&c->arrays, largest, sizeof(double));
  e->right = carve(&c->arrays, largest, sizeof(double));
}

/* Between two evaluations no loop is looked at. */
static bool block_edge_fits(const StateFit *fit)
{
  return block_edge_of(fit->inst)->visit->walking == 0;
}

const Mechanism block_edge_mechanism = {.name = "block_edge",
                                        .size = PART_SIZE(BlockEdge),
                                        .carve = carve_edge,
                                        .fits = block_edge_fits};
