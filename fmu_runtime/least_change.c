/* least_change.c: the smallest change as a sequence of linear systems
 *
 *   ( D + H  J' ) (  step )     ( -D (x - start) )
 *   (   J    0  ) ( force )  =  (   -residual    )
 *
 * with D the weights, J the Jacobian, H the second derivatives of the
 * residuals weighted by the forces; unknowns in units of their nominal values,
 * equations in units of their largest coefficient. */
#include "least_change.h"
#include "block_dense.h"
#include "instance.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

static const int most_iterations = 100;
static const int most_halvings = 30;
static const double converged = 1e-13;
static const double small = 1e-8;  /* here quadratic convergence has set in */
static const double little = 1e-8; /* weight of what hardly counts */
static const double nudge = 1e-3;  /* away from where nothing is determined */

typedef struct Problem {
  ModelValues *v;
  const Block *block;
  BlockWork *w;
  LeastWork *l;
  int n, m; /* unknowns, equations */
} Problem;

/* Attempts, in this order; the second one of each kind begins at a point
 * beside the start values, where these leave something undetermined. */
typedef enum Attempt {
  ATTEMPT_HOLD, /* what the importer has set stays */
  ATTEMPT_HOLD_BESIDE,
  ATTEMPT_WEIGHT, /* the wishes, the importer's before the model's */
  ATTEMPT_WEIGHT_BESIDE,
  N_ATTEMPTS
} Attempt;

static bool is_beside(Attempt attempt)
{
  return attempt == ATTEMPT_HOLD_BESIDE || attempt == ATTEMPT_WEIGHT_BESIDE;
}

static Problem problem_of(ModelValues *v, const Block *block)
{
  Instance *inst = v->instance;
  return (Problem){.v = v,
                   .block = block,
                   .w = &inst->work,
                   .l = &inst->least,
                   .n = block->n_columns,
                   .m = block->n};
}

static double *unknown(const Problem *p, int j)
{
  return &p->v->real[p->block->unknown[j]];
}

static void save(const Problem *p, double *x)
{
  for (int j = 0; j < p->n; j++) x[j] = *unknown(p, j);
}

static void restore(const Problem *p, const double *x)
{
  for (int j = 0; j < p->n; j++) *unknown(p, j) = x[j];
}

/* --- weights ------------------------------------------------------------- */

static bool is_set(const Problem *p, int j)
{
  const Instance *inst = p->v->instance;
  return inst->keep[p->block->unknown[j]] != 0;
}

static bool any_set(const Problem *p)
{
  for (int j = 0; j < p->n; j++) {
    if (is_set(p, j)) return true;
  }
  return false;
}

static double weight_of(const Problem *p, Attempt attempt, int j, bool others)
{
  bool set = is_set(p, j), holds = attempt <= ATTEMPT_HOLD_BESIDE;
  if (set) return holds ? -1 : 1;
  if (p->block->wish[j]) return others && !holds ? little : 1;
  return is_beside(attempt) ? little : 0;
}

static void set_weights(const Problem *p, Attempt attempt)
{
  bool others = any_set(p);
  for (int j = 0; j < p->n; j++) {
    p->l->weight[j] = weight_of(p, attempt, j, others);
  }
}

static bool is_held(const Problem *p, int j)
{
  return p->l->weight[j] < 0;
}

/* --- the linear system --------------------------------------------------- */

/* The residuals, in units of their rows; their largest size. */
static double residuals(const Problem *p, double *r)
{
  double largest = 0;
  p->block->residual(p->v, r);
  for (int i = 0; i < p->m; i++) {
    double size = fabs(r[i]) * p->l->scale[i];
    if (!isfinite(size)) return HUGE_VAL;
    if (size > largest) largest = size;
  }
  return largest;
}

static void scale_rows(const Problem *p)
{
  const Block *b = p->block;
  double *scale = p->l->scale;
  for (int i = 0; i < p->m; i++) scale[i] = 0;
  b->jacobian(p->v, p->w->entry);
  for (int j = 0; j < p->n; j++) {
    for (int k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
      double size = fabs(p->w->entry[k]) * b->nominal[j];
      if (isfinite(size) && size > scale[b->row[k]]) scale[b->row[k]] = size;
    }
  }
  for (int i = 0; i < p->m; i++) scale[i] = scale[i] > 0 ? 1 / scale[i] : 1;
}

/* J' force at the present values, by unknown. */
static void pull(const Problem *p, double *gradient)
{
  const Block *b = p->block;
  b->jacobian(p->v, p->w->entry);
  for (int j = 0; j < p->n; j++) {
    gradient[j] = 0;
    for (int k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
      int i = b->row[k];
      gradient[j] +=
          p->w->entry[k] * b->nominal[j] * p->l->scale[i] * p->l->force[i];
    }
  }
}

static double *matrix_column(const Problem *p, int j)
{
  return p->l->matrix + (size_t)(p->n + p->m) * (size_t)j;
}

/* H, by differences of J' force. */
static void add_curvature(const Problem *p)
{
  double *lower = p->l->gradient, *upper = p->l->room;
  for (int j = 0; j < p->n; j++) {
    double *x = unknown(p, j), at = *x, nominal = p->block->nominal[j];
    double h = 1e-5 * fmax(fabs(at), nominal);
    if (is_held(p, j)) continue;
    *x = at - h;
    pull(p, lower);
    *x = at + h;
    pull(p, upper);
    *x = at;
    for (int i = 0; i < p->n; i++) {
      if (is_held(p, i)) continue;
      matrix_column(p, j)[i] += (upper[i] - lower[i]) * nominal / (2 * h);
    }
  }
}

/* Loads and factors; false: singular or not finite. */
static bool factor(const Problem *p, bool curved)
{
  const Block *b = p->block;
  int size = p->n + p->m;
  memset(p->l->matrix, 0, (size_t)size * (size_t)size * sizeof p->l->matrix[0]);
  if (curved) add_curvature(p);
  b->jacobian(p->v, p->w->entry);
  for (int j = 0; j < p->n; j++) {
    double *column = matrix_column(p, j);
    column[j] += is_held(p, j) ? 1 : p->l->weight[j];
    if (is_held(p, j)) continue;
    for (int k = b->column_start[j]; k < b->column_start[j + 1]; k++) {
      int i = b->row[k];
      double entry = p->w->entry[k] * b->nominal[j] * p->l->scale[i];
      column[p->n + i] = entry;
      matrix_column(p, p->n + i)[j] = entry;
    }
  }
  for (int k = 0; k < size * size; k++) {
    if (!isfinite(p->l->matrix[k])) return false;
  }
  return block_dense_factor(p->l->matrix, size, p->l->pivot, p->l->room) < 0;
}

/* D (x - start), by unknown. */
static double distance_force(const Problem *p, int j)
{
  double weight = p->l->weight[j];
  if (weight <= 0) return 0;
  return weight * (*unknown(p, j) - p->l->start[j]) / p->block->nominal[j];
}

/* Solves for step and force, from the residuals in w->residual; `home`: with
 * the wish to come near the start values, else for the shortest step. The
 * size of the step. */
static double solve(const Problem *p, bool home)
{
  double *x = p->l->right, largest = 0;
  for (int j = 0; j < p->n; j++) x[j] = home ? -distance_force(p, j) : 0;
  for (int i = 0; i < p->m; i++) {
    x[p->n + i] = -p->w->residual[i] * p->l->scale[i];
  }
  block_dense_solve(p->l->matrix, p->n + p->m, p->l->pivot, x);
  for (int j = 0; j < p->n; j++) {
    double nominal = p->block->nominal[j];
    double size = fabs(x[j]) * nominal / fmax(fabs(*unknown(p, j)), nominal);
    if (!isfinite(size)) return HUGE_VAL;
    largest = fmax(largest, size);
  }
  return largest;
}

static void move(const Problem *p, const double *base, double part)
{
  for (int j = 0; j < p->n; j++) {
    *unknown(p, j) = base[j] + part * p->l->right[j] * p->block->nominal[j];
  }
}

/* --- to the equations ---------------------------------------------------- */

/* Along the step until the residuals have become smaller; near the solution
 * all of it. Leaves the residuals of the new point. */
static bool advance(const Problem *p, double before, double size)
{
  double part = 1;
  save(p, p->l->base);
  for (int k = 0; k < most_halvings; k++, part /= 2) {
    move(p, p->l->base, part);
    double after = residuals(p, p->w->residual);
    if (after <= (1 - 1e-4 * part) * before) return true;
    if (size <= small && after < HUGE_VAL) return true;
  }
  restore(p, p->l->base);
  residuals(p, p->w->residual);
  return false;
}

static bool reach_equations(const Problem *p)
{
  double last = HUGE_VAL;
  double before = residuals(p, p->w->residual);
  for (int k = 0; k < most_iterations && before < HUGE_VAL; k++) {
    if (!factor(p, false)) return false;
    double size = solve(p, false);
    if (size == HUGE_VAL) return false;
    if (size <= small && size > last / 2) return true; /* rounding is left */
    if (!advance(p, before, size)) return size <= small;
    if (size <= converged) return true;
    before = residuals(p, p->w->residual);
    last = size;
  }
  return false;
}

/* --- along the equations ------------------------------------------------- */

static double distance(const Problem *p)
{
  double sum = 0;
  for (int j = 0; j < p->n; j++) {
    if (p->l->weight[j] <= 0) continue;
    sum += distance_force(p, j) * distance_force(p, j) / p->l->weight[j];
  }
  return sum;
}

/* How far the conditions of the smallest change are from being met. */
static double condition_size(const Problem *p)
{
  double largest = residuals(p, p->w->residual);
  pull(p, p->l->gradient);
  for (int j = 0; j < p->n; j++) {
    if (is_held(p, j)) continue;
    double size = fabs(p->l->gradient[j] + distance_force(p, j));
    if (!isfinite(size)) return HUGE_VAL;
    largest = fmax(largest, size);
  }
  return largest;
}

static void move_force(const Problem *p, const double *base, double part)
{
  for (int i = 0; i < p->m; i++) {
    p->l->force[i] = base[i] + part * (p->l->right[p->n + i] - base[i]);
  }
}

static bool descend(const Problem *p, double before, double size)
{
  double part = 1, *force = p->l->room; /* free after factor() */
  save(p, p->l->base);
  memcpy(force, p->l->force, (size_t)p->m * sizeof force[0]);
  for (int k = 0; k < most_halvings; k++, part /= 2) {
    move(p, p->l->base, part);
    move_force(p, force, part);
    double after = condition_size(p);
    if (after <= (1 - 1e-4 * part) * before) return true;
    if (size <= small && after < HUGE_VAL) return true;
  }
  return false;
}

/* The forces that fit the present point best. */
static bool first_forces(const Problem *p)
{
  residuals(p, p->w->residual);
  if (!factor(p, false) || solve(p, true) == HUGE_VAL) return false;
  for (int i = 0; i < p->m; i++) p->l->force[i] = p->l->right[p->n + i];
  return true;
}

static bool approach_start(const Problem *p)
{
  double last = HUGE_VAL;
  if (!first_forces(p)) return false;
  for (int k = 0; k < most_iterations; k++) {
    double before = condition_size(p);
    if (!factor(p, !p->block->linear)) return false;
    double size = solve(p, true);
    if (size == HUGE_VAL) return false;
    if (size <= converged) return true;
    if (size <= small && size > last / 2) return true;
    if (!descend(p, before, size)) return false;
    last = size;
  }
  return false;
}

/* From a point that satisfies the equations to the nearest one. */
static void come_near(const Problem *p)
{
  double before = distance(p);
  save(p, p->l->found);
  bool good = approach_start(p) && reach_equations(p) &&
              distance(p) <= before * (1 + 1e-6);
  if (!good) restore(p, p->l->found);
}

/* --- the whole ----------------------------------------------------------- */

static void set_start(const Problem *p, Attempt attempt)
{
  const Instance *inst = p->v->instance;
  for (int j = 0; j < p->n; j++) {
    double x = inst->begin_real[p->block->unknown[j]];
    p->l->start[j] = x;
    if (is_beside(attempt) && !is_held(p, j)) {
      double part = 1 - 0.37 * (j % 5); /* another one for each neighbour */
      x += nudge * part * p->block->nominal[j];
    }
    *unknown(p, j) = x;
  }
}

int least_change_solve(ModelValues *v, const Block *block)
{
  Instance *inst = v->instance;
  Problem p = problem_of(v, block);
  save(&p, p.w->given);
  for (int k = any_set(&p) ? ATTEMPT_HOLD : ATTEMPT_WEIGHT; k < N_ATTEMPTS;
       k++) {
    set_weights(&p, (Attempt)k);
    set_start(&p, (Attempt)k);
    scale_rows(&p);
    if (!reach_equations(&p)) continue;
    come_near(&p);
    return 0;
  }
  instance_note_block(inst, LOG_NONLINEAR_SYSTEMS, block, p.w->residual,
                      "no values near the start values satisfy the equations");
  restore(&p, p.w->given);
  return 1;
}

/* The first of the attempts that determines a direction. */
static bool factor_any(const Problem *p)
{
  for (int k = any_set(p) ? ATTEMPT_HOLD : ATTEMPT_WEIGHT; k < N_ATTEMPTS;
       k++) {
    set_weights(p, (Attempt)k);
    if (factor(p, false)) return true;
  }
  return false;
}

int least_change_tangent(ModelValues *v, const Block *block, Tangent *t)
{
  Instance *inst = v->instance;
  Problem p = problem_of(v, block);
  for (int j = 0; j < p.n; j++) t->d[block->unknown[j]] = 0;
  v->block = block;
  block->tangent(v, t);
  scale_rows(&p);
  if (!factor_any(&p)) {
    instance_note_block(inst, LOG_SINGULAR_LINEAR_SYSTEMS, block, NULL,
                        "the equations do not determine a derivative here "
                        "(singular Jacobian)");
    return 1;
  }
  double *x = p.l->right;
  for (int j = 0; j < p.n; j++) x[j] = 0;
  for (int i = 0; i < p.m; i++) x[p.n + i] = -t->r[i] * p.l->scale[i];
  block_dense_solve(p.l->matrix, p.n + p.m, p.l->pivot, x);
  for (int j = 0; j < p.n; j++) {
    t->d[block->unknown[j]] = x[j] * block->nominal[j];
  }
  return 0;
}
