/* least_change.c: to the equations, along the equations, and what to do where
 * they depend on each other. */
#include "least_change.h"
#include "../blocks/block_dense.h"
#include "../blocks/block_note.h"
#include "../blocks/least_system.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Attempts, in this order; the second one of each kind begins at a point
 * beside the start values, where these leave something undetermined. */
typedef enum Attempt {
  ATTEMPT_HOLD, /* what the importer has set stays */
  ATTEMPT_HOLD_BESIDE,
  ATTEMPT_WEIGHT, /* the start preferences, the importer's before the model's */
  ATTEMPT_WEIGHT_BESIDE,
  N_ATTEMPTS
} Attempt;

static bool least_change_is_beside(Attempt attempt)
{
  return attempt == ATTEMPT_HOLD_BESIDE || attempt == ATTEMPT_WEIGHT_BESIDE;
}

static void save_unknowns_of(const LeastProblem *p, double *x)
{
  for (int j = 0; j < p->n; j++) x[j] = *least_unknown(p, j);
}

static void restore_unknowns(const LeastProblem *p, const double *x)
{
  for (int j = 0; j < p->n; j++) *least_unknown(p, j) = x[j];
}

/* --- weights ------------------------------------------------------------- */

static bool is_set_by_importer(const LeastProblem *p, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < p->n);
  const Instance *inst = p->v->instance;
  return inst->keep[p->block->unknown[j]] != 0;
}

static bool any_set(const LeastProblem *p)
{
  for (int j = 0; j < p->n; j++) {
    if (is_set_by_importer(p, j)) return true;
  }
  return false;
}

/* Blocks without `start_preference` were not expected to leave freedom. */
static bool least_change_is_preferred_start(const LeastProblem *p, int j)
{
  const Model *m = ((const Instance *)p->v->instance)->model;
  if (p->block->start_preference) return p->block->start_preference[j] != 0;
  for (int k = 0; k < m->n_start_preferences; k++) {
    if (m->start_preference[k].reference == p->block->unknown[j]) return true;
  }
  return false;
}

static double least_change_weight_of(const LeastProblem *p, Attempt attempt,
                                     int j, bool others)
{
  RUNTIME_ASSERT(attempt < N_ATTEMPTS);
  bool set = is_set_by_importer(p, j), holds = attempt <= ATTEMPT_HOLD_BESIDE;
  if (set) return holds ? -1 : 1;
  if (least_change_is_preferred_start(p, j))
    return others && !holds ? LEAST_LITTLE : 1;
  return least_change_is_beside(attempt) ? LEAST_LITTLE : 0;
}

static void set_weights(const LeastProblem *p, Attempt attempt)
{
  bool others = any_set(p);
  for (int j = 0; j < p->n; j++) {
    p->l->weight[j] = least_change_weight_of(p, attempt, j, others);
  }
}

static void move_least(const LeastProblem *p, const double *base, double part)
{
  RUNTIME_ASSERT(part >= 0 && part <= 1);
  for (int j = 0; j < p->n; j++) {
    *least_unknown(p, j) =
        base[j] + part * p->l->right[j] * p->block->nominal[j];
  }
}

/* --- to the equations ---------------------------------------------------- */

/* Along the step until the residuals have become smaller; near the solution
 * all of it. Leaves the residuals of the new point. */
static bool advance_least(const LeastProblem *p, double before, double size)
{
  double part = 1;
  save_unknowns_of(p, p->l->base);
  for (int k = 0; k < LEAST_MOST_HALVINGS; k++, part /= 2) {
    move_least(p, p->l->base, part);
    double after = least_residuals(p, p->w->residual);
    if (after <= (1 - LEAST_DECREASE * part) * before) return true;
    if (size <= LEAST_SMALL && after < HUGE_VAL) return true;
  }
  restore_unknowns(p, p->l->base);
  least_residuals(p, p->w->residual);
  return false;
}

static bool reach_equations(const LeastProblem *p)
{
  double last = HUGE_VAL;
  double before = least_residuals(p, p->w->residual);
  for (int k = 0; k < LEAST_MOST_ITERATIONS && before < HUGE_VAL; k++) {
    if (!least_factor(p, false)) return false;
    double size = least_step(p, false);
    if (size == HUGE_VAL) return false;
    if (size <= LEAST_SMALL && size > last / 2)
      return true; /* rounding is left */
    if (!advance_least(p, before, size)) return size <= LEAST_SMALL;
    if (size <= LEAST_CONVERGED) return true;
    before = least_residuals(p, p->w->residual);
    last = size;
  }
  return false;
}

/* --- along the equations ------------------------------------------------- */

static double distance_from_start(const LeastProblem *p)
{
  double sum = 0;
  for (int j = 0; j < p->n; j++) {
    if (p->l->weight[j] <= 0) continue;
    sum += least_distance_force(p, j) * least_distance_force(p, j) /
           p->l->weight[j];
  }
  return sum;
}

/* How far the conditions of the smallest change are from being met. */
static double condition_size(const LeastProblem *p)
{
  double largest = least_residuals(p, p->w->residual);
  least_pull(p, p->l->gradient);
  for (int j = 0; j < p->n; j++) {
    if (least_is_held(p, j)) continue;
    double size = fabs(p->l->gradient[j] + least_distance_force(p, j));
    if (!isfinite(size)) return HUGE_VAL;
    largest = fmax(largest, size);
  }
  return largest;
}

static void move_force(const LeastProblem *p, const double *base, double part)
{
  for (int i = 0; i < p->m; i++) {
    p->l->force[i] = base[i] + part * (p->l->right[p->n + i] - base[i]);
  }
}

static bool descend(const LeastProblem *p, double before, double size)
{
  double part = 1, *force = p->l->room; /* free after least_factor() */
  save_unknowns_of(p, p->l->base);
  memcpy(force, p->l->force, (size_t)p->m * sizeof force[0]);
  for (int k = 0; k < LEAST_MOST_HALVINGS; k++, part /= 2) {
    move_least(p, p->l->base, part);
    move_force(p, force, part);
    double after = condition_size(p);
    if (after <= (1 - LEAST_DECREASE * part) * before) return true;
    if (size <= LEAST_SMALL && after < HUGE_VAL) return true;
  }
  return false;
}

/* The forces that fit the present point best. */
static bool first_forces(const LeastProblem *p)
{
  least_residuals(p, p->w->residual);
  if (!least_factor(p, false) || least_step(p, true) == HUGE_VAL) return false;
  for (int i = 0; i < p->m; i++) p->l->force[i] = p->l->right[p->n + i];
  return true;
}

static bool approach_start(const LeastProblem *p)
{
  double last = HUGE_VAL;
  if (!first_forces(p)) return false;
  for (int k = 0; k < LEAST_MOST_ITERATIONS; k++) {
    double before = condition_size(p);
    if (!least_factor(p, !p->block->linear)) return false;
    double size = least_step(p, true);
    if (size == HUGE_VAL) return false;
    if (size <= LEAST_CONVERGED) return true;
    if (size <= LEAST_SMALL && size > last / 2) return true;
    if (!descend(p, before, size)) return false;
    last = size;
  }
  return false;
}

/* From a point that satisfies the equations to the nearest one. */
static void come_near(const LeastProblem *p)
{
  double before = distance_from_start(p);
  save_unknowns_of(p, p->l->found);
  bool good = approach_start(p) && reach_equations(p) &&
              distance_from_start(p) <= before * (1 + LEAST_WORSE);
  if (!good) restore_unknowns(p, p->l->found);
}

/* --- the whole ----------------------------------------------------------- */

static void least_change_set_start(const LeastProblem *p, Attempt attempt)
{
  const Instance *inst = p->v->instance;
  for (int j = 0; j < p->n; j++) {
    double x = least_work_of(inst)->begin_real[p->block->unknown[j]];
    p->l->start[j] = x;
    if (least_change_is_beside(attempt) && !least_is_held(p, j)) {
      double part =
          1 -
          NEWTON_BESIDE_CHANGE *
              (j % NEWTON_BESIDE_ROUND); /* another one for each neighbour */
      x += LEAST_NUDGE * part * p->block->nominal[j];
    }
    *least_unknown(p, j) = x;
  }
}

static bool attempt_all(const LeastProblem *p)
{
  for (int k = any_set(p) ? ATTEMPT_HOLD : ATTEMPT_WEIGHT; k < N_ATTEMPTS;
       k++) {
    set_weights(p, (Attempt)k);
    least_change_set_start(p, (Attempt)k);
    least_scale_rows(p);
    if (!reach_equations(p)) continue;
    come_near(p);
    return true;
  }
  return false;
}

/* From values that nearly satisfy the equations. */
static bool attempt_from(const LeastProblem *p, const double *x)
{
  set_weights(p, ATTEMPT_WEIGHT_BESIDE);
  restore_unknowns(p, x);
  least_scale_rows(p);
  if (!reach_equations(p)) return false;
  come_near(p);
  return true;
}

int least_change_solve(ModelValues *v, const Block *block)
{
  RUNTIME_ASSERT(block->start_preference);
  RUNTIME_ASSERT(block->n + block->n_columns <=
                 least_work_of(v->instance)->size);
  Instance *inst = v->instance;
  LeastProblem p = least_problem(v, block);
  save_unknowns_of(&p, p.w->given);
  if (attempt_all(&p)) return 0;
  block_note(inst, LOG_NONLINEAR_SYSTEMS, block, p.w->residual,
             "no values near the start values satisfy the equations");
  restore_unknowns(&p, p.w->given);
  return 1;
}

/* --- directions ---------------------------------------------------------- */

/* The first of the attempts that determines a direction; with the forces of
 * the present solution. */
static bool find_forces(const LeastProblem *p)
{
  const Instance *inst = p->v->instance;
  for (int j = 0; j < p->n; j++) {
    p->l->start[j] = least_work_of(inst)->begin_real[p->block->unknown[j]];
  }
  for (int k = any_set(p) ? ATTEMPT_HOLD : ATTEMPT_WEIGHT; k < N_ATTEMPTS;
       k++) {
    set_weights(p, (Attempt)k);
    if (first_forces(p)) return true;
  }
  return false;
}

/* A part of the direction that moves no value by more than a little. */
static double short_part(const LeastProblem *p, const double *d)
{
  const Instance *inst = p->v->instance;
  double largest = 0;
  for (int k = 0; k < inst->model->n_real; k++) {
    largest = fmax(largest, fabs(d[k]) / fmax(fabs(p->v->real[k]), 1));
  }
  return largest > 0 ? LEAST_DIFFERENCE / largest : 0;
}

/* How J' force changes along the direction, the unknowns held: into
 * l->gradient, by central differences. */
static void turn_gradient(const LeastProblem *p, const double *d)
{
  const Instance *inst = p->v->instance;
  int n_real = inst->model->n_real;
  double part = short_part(p, d), *real = p->v->real;
  double *lower = p->l->base, *upper = p->l->found;
  for (int j = 0; j < p->n; j++) p->l->gradient[j] = 0;
  if (part == 0) return;
  memcpy(p->l->real, real, (size_t)n_real * sizeof real[0]);
  for (int k = 0; k < n_real; k++) real[k] = p->l->real[k] - part * d[k];
  least_pull(p, lower);
  for (int k = 0; k < n_real; k++) real[k] = p->l->real[k] + part * d[k];
  least_pull(p, upper);
  memcpy(real, p->l->real, (size_t)n_real * sizeof real[0]);
  for (int j = 0; j < p->n; j++) {
    p->l->gradient[j] = (upper[j] - lower[j]) / (2 * part);
  }
}

int least_change_tangent(ModelValues *v, const Block *block, Tangent *t)
{
  RUNTIME_ASSERT(block->start_preference);
  Instance *inst = v->instance;
  LeastProblem p = least_problem(v, block);
  for (int j = 0; j < p.n; j++) t->d[block->unknown[j]] = 0;
  v->block = block;
  block->tangent(v, t);
  least_scale_rows(&p);
  bool good = find_forces(&p) && least_factor(&p, !block->linear);
  if (!good) {
    block_note(inst, LOG_SINGULAR_LINEAR_SYSTEMS, block, NULL,
               "the equations do not determine a derivative here "
               "(singular Jacobian)");
    return 1;
  }
  turn_gradient(&p, t->d);
  double *x = p.l->right;
  for (int j = 0; j < p.n; j++)
    x[j] = least_is_held(&p, j) ? 0 : -p.l->gradient[j];
  least_load_rows(&p, t->r);
  block_dense_solve(p.l->matrix, p.n + p.m, p.l->pivot, x);
  for (int j = 0; j < p.n; j++) {
    t->d[block->unknown[j]] = x[j] * block->nominal[j];
  }
  return 0;
}

/* --- equations that depend on each other --------------------------------- */

/* The matrix of all equations, by column, in the units of least_scale_rows(). */
static bool load_square(const LeastProblem *p)
{
  const Block *b = p->block;
  size_t n = (size_t)b->n;
  double *matrix = p->l->matrix;
  memset(matrix, 0, n * n * sizeof matrix[0]);
  b->jacobian(p->v, p->w->entry);
  for (int j = 0; j < b->n; j++) {
    for (int k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
      int i = b->row[k];
      double entry = p->w->entry[k] * b->nominal[j] * p->l->scale[i];
      if (!isfinite(entry)) return false;
      matrix[(size_t)j * n + (size_t)i] = entry;
    }
  }
  return true;
}

static void eliminate_square(const LeastProblem *p, int row, int column)
{
  int n = p->block->n;
  double *matrix = p->l->matrix;
  const double *pivot = matrix + (size_t)column * (size_t)n;
  for (int j = 0; j < n; j++) {
    double *other = matrix + (size_t)j * (size_t)n;
    if (j == column || other[row] == 0) continue;
    double factor = other[row] / pivot[row];
    for (int i = 0; i < n; i++) other[i] -= factor * pivot[i];
    other[row] = 0;
  }
}

/* The equations that complete pivoting finds independent get their places;
 * how many there are. Pivots up to `nothing` are none. */
static int find_independent(const LeastProblem *p, double nothing)
{
  int n = p->block->n, rank = 0, *place = p->l->place, *used = p->l->pivot;
  for (int i = 0; i < n; i++) place[i] = -1;
  for (int j = 0; j < n; j++) used[j] = 0;
  for (; rank < n; rank++) {
    int row = -1, column = -1;
    double largest = nothing;
    for (int j = 0; j < n; j++) {
      if (used[j]) continue;
      for (int i = 0; i < n; i++) {
        double size = fabs(p->l->matrix[(size_t)j * (size_t)n + (size_t)i]);
        if (place[i] >= 0 || size <= largest) continue;
        largest = size;
        row = i;
        column = j;
      }
    }
    if (row < 0) break;
    place[row] = rank;
    used[column] = 1;
    eliminate_square(p, row, column);
  }
  return rank;
}

/* Do the equations that were left out hold? */
static bool others_hold(const LeastProblem *p)
{
  p->block->residual(p->v, p->w->residual);
  for (int i = 0; i < p->block->n; i++) {
    double size = fabs(p->w->residual[i]) * p->l->scale[i];
    if (p->l->place[i] < 0 && !(size <= LEAST_MET)) return false;
  }
  return true;
}

static void least_change_report_dependent(const LeastProblem *p)
{
  Instance *inst = p->v->instance;
  for (int i = 0; i < p->block->n; i++) {
    if (p->l->place[i] >= 0) continue;
    logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                  "at the start this equation follows from the others, and "
                  "start values decide instead: %s",
                  p->block->equation[i]);
  }
}

/* Of all equations, in the units of least_scale_rows(). */
static double size_of_residuals(const LeastProblem *p)
{
  double largest = 0;
  p->block->residual(p->v, p->w->residual);
  for (int i = 0; i < p->block->n; i++) {
    double size = fabs(p->w->residual[i]) * p->l->scale[i];
    if (!isfinite(size)) return HUGE_VAL;
    largest = fmax(largest, size);
  }
  return largest;
}

typedef enum Dependence { INDEPENDENT, CONTRADICTION, DEPENDENT } Dependence;

/* By the Jacobian at the present values. Where these do not solve the equations
 * quite, it is off by about as much. */
static Dependence solve_dependent(LeastProblem *p)
{
  save_unknowns_of(p, p->w->trial);
  least_scale_rows(p);
  double off = size_of_residuals(p);
  bool is_near = off <= LEAST_NEARLY_MET;
  double nothing = is_near ? LEAST_PIVOT_OFF * off : 0;
  if (!load_square(p)) return INDEPENDENT;
  p->m = find_independent(p, fmax(LEAST_DEPENDENT, nothing));
  if (p->m == p->block->n) return INDEPENDENT;
  bool is_found = attempt_all(p) || (is_near && attempt_from(p, p->w->trial));
  if (!is_found || !others_hold(p)) return CONTRADICTION;
  least_change_report_dependent(p);
  return DEPENDENT;
}

/* At the start values, and where Newton's method has come to an end: what a
 * rotation of the whole leaves as it is depends on each other at solutions
 * only. */
int least_change_dependent(ModelValues *v, const Block *block)
{
  RUNTIME_ASSERT(v->initial && !block->start_preference);
  const Instance *inst = v->instance;
  if (block->n + block->n_columns > least_work_of(inst)->size) return 1;
  LeastProblem p = least_problem(v, block);
  save_unknowns_of(&p, p.w->given);
  set_weights(&p, ATTEMPT_WEIGHT_BESIDE);
  least_change_set_start(&p, ATTEMPT_WEIGHT);
  Dependence found = solve_dependent(&p);
  if (found != DEPENDENT && !block->linear) {
    bool is_known = inst->afar > 0 && p.w->nearest_size < HUGE_VAL;
    restore_unknowns(&p, is_known ? p.w->nearest : p.w->torn);
    Dependence at_end = solve_dependent(&p);
    if (at_end != INDEPENDENT) found = at_end;
  }
  if (found == DEPENDENT) return 0;
  if (found == CONTRADICTION) {
    block_note(v->instance, LOG_SINGULAR_LINEAR_SYSTEMS, block, p.w->residual,
               "at the start these equations depend on each other, "
               "and contradict each other");
  }
  restore_unknowns(&p, p.w->given);
  return 1;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_arrays(LeastWork *l, int n, Carver *c)
{
  l->size = n;
  l->matrix = carve(c, n, (size_t)n * sizeof(double));
  l->pivot = carve(c, n, sizeof(int));
  l->place = carve(c, n, sizeof(int));
  l->right = carve(c, n, sizeof(double));
  l->room = carve(c, n, sizeof(double));
  l->weight = carve(c, n, sizeof(double));
  l->start = carve(c, n, sizeof(double));
  l->scale = carve(c, n, sizeof(double));
  l->force = carve(c, n, sizeof(double));
  l->base = carve(c, n, sizeof(double));
  l->found = carve(c, n, sizeof(double));
  l->gradient = carve(c, n, sizeof(double));
}

static void carve_least(void *part, const Model *m, Carving *c)
{
  LeastWork *l = part;
  if (m->n_start_preferences == 0 && m->largest_preference_block == 0) return;
  carve_arrays(l, m->largest_preference_block, &c->arrays);
  l->real = carve(&c->arrays, m->n_real, sizeof(double));
  l->begin_real = carve(&c->arrays, m->n_real, sizeof(double));
}

const Mechanism least_change_mechanism = {
    .name = "least_change", .size = PART_SIZE(LeastWork), .carve = carve_least};
