/* block_kinsol.c: a solver that lives for one call. */
#include "block_kinsol.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../core/solver_library.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../blocks/block_work.h"
#include <kinsol/kinsol.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdbool.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* KINSOL and what it works with; what is NULL was not made. */
typedef struct Solver {
  ModelValues *v;
  const Block *block;
  BlockWork *w;
  SUNContext context;
  N_Vector x, x_scale, r_scale, sign;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  void *kinsol;
} Solver;

/* --- callbacks ----------------------------------------------------------- */

static void store_unknowns(const Solver *s, N_Vector x)
{
  block_linear_restore(s->v, s->block, s->w, N_VGetArrayPointer(x));
}

/* 1: not finite here, try a smaller step. */
static int kinsol_residual(N_Vector x, N_Vector r, void *data)
{
  const Solver *s = data;
  double *value = N_VGetArrayPointer(r);
  store_unknowns(s, x);
  s->block->residual(s->v, value);
  for (int i = 0; i < s->block->n; i++) {
    if (!isfinite(value[i])) return 1;
  }
  return 0;
}

static int kinsol_jacobian(N_Vector x, N_Vector r, SUNMatrix matrix, void *data,
                           N_Vector unused1, N_Vector unused2)
{
  const Solver *s = data;
  const Block *block = s->block;
  (void)r;
  (void)unused1;
  (void)unused2;
  store_unknowns(s, x);
  block->jacobian(s->v, s->w->entry);
  SUNMatZero(matrix);
  for (int j = 0; j < block->n; j++) {
    double *column = SUNDenseMatrix_Column(matrix, j);
    for (int k = block->column_start[j]; k < block->column_start[j + 1]; k++) {
      if (!isfinite(s->w->entry[k])) return 1;
      column[block->row[k]] = s->w->entry[k];
    }
  }
  return 0;
}

/* --- life ---------------------------------------------------------------- */

static bool make_vectors(Solver *s)
{
  int n = s->block->n;
  s->x = N_VNew_Serial(n, s->context);
  s->x_scale = N_VNew_Serial(n, s->context);
  s->r_scale = N_VNew_Serial(n, s->context);
  s->sign = N_VNew_Serial(n, s->context);
  s->matrix = SUNDenseMatrix(n, n, s->context);
  if (!s->x || !s->x_scale || !s->r_scale || !s->sign || !s->matrix) {
    return false;
  }
  s->linear = SUNLinSol_Dense(s->x, s->matrix, s->context);
  s->kinsol = KINCreate(s->context);
  return s->linear && s->kinsol;
}

/* What KINSOL can do with bounds: unknowns that do not change their sign. */
static double bound_sign(const Solver *s, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < s->block->n);
  const Block *block = s->block;
  double x = s->v->real[block->unknown[j]];
  if (block->minimum && block->minimum[j] == 0 && x >= 0) return 1;
  if (block->maximum && block->maximum[j] == 0 && x <= 0) return -1;
  return 0;
}

static void fill_vectors(const Solver *s)
{
  const double *scale = block_linear_scales(s->block, s->w);
  block_linear_save(s->v, s->block, s->w, N_VGetArrayPointer(s->x));
  for (int j = 0; j < s->block->n; j++) {
    double x = fabs(s->v->real[s->block->unknown[j]]);
    double nominal = s->block->nominal[j];
    NV_Ith_S(s->x_scale, j) = 1 / (x > nominal ? x : nominal);
    NV_Ith_S(s->r_scale, j) = scale[j] > 0 ? scale[j] : 1;
    NV_Ith_S(s->sign, j) = bound_sign(s, j);
  }
}

static bool set_up_kinsol(Solver *s)
{
  if (!solver_library_create(&s->context)) return false;
  if (!make_vectors(s)) return false;
  fill_vectors(s);
  void *k = s->kinsol;
  /* block_newton.c has the last word about failures: nobody listens. */
  return SOLVER_LIBRARY_LISTEN(KINSetErrHandlerFn, k, s->context, NULL) &&
         KINInit(k, kinsol_residual, s->x) == KIN_SUCCESS &&
         KINSetUserData(k, s) == KIN_SUCCESS &&
         KINSetLinearSolver(k, s->linear, s->matrix) == KIN_SUCCESS &&
         KINSetJacFn(k, kinsol_jacobian) == KIN_SUCCESS &&
         KINSetConstraints(k, s->sign) == KIN_SUCCESS &&
         KINSetMaxSetupCalls(k, 1) == KIN_SUCCESS &&
         KINSetNumMaxIters(k, KINSOL_MOST_ITERATIONS) == KIN_SUCCESS;
}

static void tear_down(Solver *s)
{
  if (s->kinsol) KINFree(&s->kinsol);
  if (s->linear) SUNLinSolFree(s->linear);
  if (s->matrix) SUNMatDestroy(s->matrix);
  if (s->sign) N_VDestroy(s->sign);
  if (s->r_scale) N_VDestroy(s->r_scale);
  if (s->x_scale) N_VDestroy(s->x_scale);
  if (s->x) N_VDestroy(s->x);
  if (s->context) SUNContext_Free(&s->context);
}

int block_kinsol(ModelValues *v, const Block *block)
{
  RUNTIME_ASSERT(block->n > 0 && block->n <= block_work_of(v->instance)->size);
  Instance *inst = v->instance;
  Solver s = {.v = v, .block = block, .w = block_work_of(inst)};
  if (block->n > KINSOL_MOST_UNKNOWNS) return 1;
  SolverMemory *before = solver_memory_use(NULL);
  bool good = set_up_kinsol(&s) &&
              KINSol(s.kinsol, s.x, KIN_LINESEARCH, s.x_scale, s.r_scale) >= 0;
  if (good) store_unknowns(&s, s.x);
  tear_down(&s);
  solver_memory_use(before);
  return !good;
}
