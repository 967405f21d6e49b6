/* back_steps.c: see back_steps.h. */
#include "studies/back/back_steps.h"

#include <assert.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "core/solver_library.h"

enum { BACK_MOST_STEPS = 1000000 };

struct BackSteps {
  const Way *way;
  Weights *w;
  int first, last; /* the pieces at hand */
  double *x, *unit;
  SUNContext context;
  void *cvode;
  N_Vector y, absolute;
  double relative;
  SUNMatrix matrix;
  SUNLinearSolver dense, linear; /* linear: dense, for each column */
};

/* --- the right-hand side --- */

static bool go_to(BackSteps *b, double time)
{
  const Fmu *fmu = b->w->fmu;
  way_states(b->way, b->first, b->last, time, b->x);
  if (fmu->SetTime(b->w->component, time) == fmi2OK &&
      fmu->SetContinuousStates(b->w->component, b->x, b->w->n_states) == fmi2OK)
    return true;
  return weights_lose(b->w, "the model cannot be evaluated on the way back");
}

/* A column that has not begun yet is zero. */
static bool is_idle(const double *weight, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (weight[i] != 0) return false;
  }
  return true;
}

/* -f_x' w and -f_p' w of one column, at the point at hand. */
static bool rates_of(BackSteps *b, double *weight, double *rate)
{
  size_t width = weights_width(b->w), n = b->w->n_states;
  memset(rate, 0, width * sizeof rate[0]);
  if (is_idle(weight, n)) return true;
  if (!weights_spread(b->w, b->w->derivative, n, weight)) return false;
  for (size_t i = 0; i < width; i++) rate[i] = -b->w->out[i];
  return true;
}

static int back_right_side(sunrealtype time, N_Vector y, N_Vector dy,
                           void *context)
{
  BackSteps *b = context;
  size_t width = weights_width(b->w);
  if (!go_to(b, time)) return -1;
  for (size_t c = 0; c < b->w->n_columns; c++) {
    if (!rates_of(b, NV_DATA_S(y) + c * width, NV_DATA_S(dy) + c * width))
      return -1;
  }
  return 0;
}

/* Column i is how the rates change with weight i: -(row i of f_x). */
static int back_matrix(sunrealtype time, N_Vector y, N_Vector dy,
                       SUNMatrix matrix, void *context, N_Vector work,
                       N_Vector work2, N_Vector work3)
{
  BackSteps *b = context;
  size_t n = b->w->n_states;
  (void)y, (void)dy, (void)work, (void)work2, (void)work3;
  if (!go_to(b, time)) return -1;
  for (size_t i = 0; i < n; i++) {
    double *column = SM_COLUMN_D(matrix, i);
    memset(b->unit, 0, n * sizeof b->unit[0]);
    b->unit[i] = 1;
    if (!weights_spread(b->w, b->w->derivative, n, b->unit)) return -1;
    for (size_t k = 0; k < n; k++) column[k] = -b->w->out[k];
  }
  return 0;
}

/* --- Newton's corrections --- */

static SUNLinearSolver_Type back_type(SUNLinearSolver solver)
{
  (void)solver;
  return SUNLINEARSOLVER_DIRECT;
}

static int back_setup(SUNLinearSolver solver, SUNMatrix matrix)
{
  const BackSteps *b = solver->content;
  return SUNLinSolSetup(b->dense, matrix);
}

/* The rest of a column, from the correction of its states. */
static bool correct_rest(BackSteps *b, double *x, const double *right,
                         double gamma)
{
  size_t n = b->w->n_states, width = weights_width(b->w);
  memcpy(x + n, right + n, (width - n) * sizeof x[0]);
  if (is_idle(x, n)) return true;
  if (!weights_spread(b->w, b->w->derivative, n, x)) return false;
  for (size_t i = n; i < width; i++) x[i] -= gamma * b->w->out[i];
  return true;
}

static int back_solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x,
                      N_Vector right, sunrealtype tolerance)
{
  BackSteps *b = solver->content;
  sunindextype n = (sunindextype)b->w->n_states;
  size_t width = weights_width(b->w);
  sunrealtype gamma = 0;
  if (CVodeGetCurrentGamma(b->cvode, &gamma) != 0) return -1;
  N_Vector part = N_VMake_Serial(n, NV_DATA_S(x), b->context);
  N_Vector of_right = N_VMake_Serial(n, NV_DATA_S(right), b->context);
  int flag = part && of_right ? 0 : -1;
  for (size_t c = 0; flag == 0 && c < b->w->n_columns; c++) {
    N_VSetArrayPointer(NV_DATA_S(x) + c * width, part);
    N_VSetArrayPointer(NV_DATA_S(right) + c * width, of_right);
    flag = SUNLinSolSolve(b->dense, matrix, part, of_right, tolerance);
    if (flag == 0 && !correct_rest(b, NV_DATA_S(x) + c * width,
                                   NV_DATA_S(right) + c * width, gamma)) {
      flag = -1;
    }
  }
  if (part) N_VDestroy(part);
  if (of_right) N_VDestroy(of_right);
  return flag;
}

static bool back_make_linear(BackSteps *b)
{
  sunindextype n = (sunindextype)b->w->n_states;
  N_Vector states = N_VNew_Serial(n, b->context);
  b->matrix = SUNDenseMatrix(n, n, b->context);
  b->dense = states && b->matrix
                 ? SUNLinSol_Dense(states, b->matrix, b->context)
                 : NULL;
  b->linear = SUNLinSolNewEmpty(b->context);
  if (states) N_VDestroy(states);
  if (!b->dense || !b->linear) return false;
  b->linear->content = b;
  b->linear->ops->gettype = back_type;
  b->linear->ops->setup = back_setup;
  b->linear->ops->solve = back_solve;
  return true;
}

/* --- set-up --- */

static bool back_make(BackSteps *b, const double *absolute)
{
  sunindextype size = (sunindextype)(b->w->n_columns * weights_width(b->w));
  b->x = calloc(2 * b->w->n_states, sizeof b->x[0]);
  if (!b->x || !solver_library_create(&b->context)) return false;
  b->unit = b->x + b->w->n_states;
  b->y = N_VNew_Serial(size, b->context);
  b->absolute = N_VNew_Serial(size, b->context);
  b->cvode = CVodeCreate(CV_BDF, b->context);
  if (!b->y || !b->absolute || !b->cvode || !back_make_linear(b)) return false;
  memcpy(NV_DATA_S(b->absolute), absolute, (size_t)size * sizeof(double));
  return SOLVER_LIBRARY_LISTEN(CVodeSetErrHandlerFn, b->cvode, b->context,
                               NULL) &&
         CVodeInit(b->cvode, back_right_side, 0, b->y) == 0 &&
         CVodeSVtolerances(b->cvode, b->relative, b->absolute) == 0 &&
         CVodeSetUserData(b->cvode, b) == 0 &&
         CVodeSetMaxNumSteps(b->cvode, BACK_MOST_STEPS) == 0 &&
         CVodeSetLinearSolver(b->cvode, b->linear, b->matrix) == 0 &&
         CVodeSetJacFn(b->cvode, back_matrix) == 0;
}

BackSteps *back_steps_begin(const Way *way, Weights *w, double tolerance,
                            const double *absolute)
{
  assert(w->n_states > 0 && w->n_columns > 0 && tolerance > 0);
  BackSteps *b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->way = way;
  b->w = w;
  b->relative = tolerance;
  if (back_make(b, absolute)) return b;
  back_steps_end(b);
  return NULL;
}

bool back_steps_run(BackSteps *b, int first, int last)
{
  double from = b->way->mark[last].to, to = b->way->mark[first].from;
  size_t size = b->w->n_columns * weights_width(b->w) * sizeof(double);
  sunrealtype reached;
  assert(first <= last && from >= to);
  if (is_idle(b->w->weight, size / sizeof(double)) || from == to) return true;
  b->first = first;
  b->last = last;
  memcpy(NV_DATA_S(b->y), b->w->weight, size);
  if (CVodeReInit(b->cvode, from, b->y) != 0 ||
      CVodeSetStopTime(b->cvode, to) != 0 ||
      CVode(b->cvode, to, b->y, &reached, CV_NORMAL) < 0) {
    return weights_lose(b->w, "the integration backward in time fails");
  }
  memcpy(b->w->weight, NV_DATA_S(b->y), size);
  return true;
}

void back_steps_end(BackSteps *b)
{
  if (!b) return;
  if (b->cvode) CVodeFree(&b->cvode);
  if (b->linear) SUNLinSolFreeEmpty(b->linear);
  if (b->dense) SUNLinSolFree(b->dense);
  if (b->matrix) SUNMatDestroy(b->matrix);
  if (b->y) N_VDestroy(b->y);
  if (b->absolute) N_VDestroy(b->absolute);
  if (b->context) SUNContext_Free(&b->context);
  free(b->x);
  free(b);
}
