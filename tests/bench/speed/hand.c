/* hand.c: what a modeller would write by hand for CVODE, in minimal
 * coordinates; the measure for FMUs of the same systems.
 *
 *   hand pendulum|double|ladder TOLERANCE STOP bdf|adams
 *
 * Prints steps, evaluations, the largest change of energy at POINTS times
 * (ladder: v[10] at the end) and CPU seconds.
 */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <time.h>

enum { CELLS = 1000, POINTS = 200 };

static int pendulum(realtype t, N_Vector y, N_Vector d, void *data)
{
  const realtype *x = N_VGetArrayPointer(y);
  realtype *f = N_VGetArrayPointer(d);
  (void)t;
  (void)data;
  f[0] = x[1];
  f[1] = -sin(x[0]);
  return 0;
}

static double pendulum_energy(const realtype *x)
{
  return x[1] * x[1] / 2 - cos(x[0]);
}

/* Unit masses on unit rods, angles from below. */
static int twice(realtype t, N_Vector y, N_Vector d, void *data)
{
  const realtype *x = N_VGetArrayPointer(y);
  realtype *f = N_VGetArrayPointer(d);
  const double g = 9.81;
  double c = cos(x[0] - x[1]), s = sin(x[0] - x[1]);
  double a = -s * x[3] * x[3] - 2 * g * sin(x[0]);
  double b = s * x[2] * x[2] - g * sin(x[1]);
  double det = 2 - c * c;
  (void)t;
  (void)data;
  f[0] = x[2];
  f[1] = x[3];
  f[2] = (a - c * b) / det;
  f[3] = (2 * b - c * a) / det;
  return 0;
}

static double twice_energy(const realtype *x)
{
  double c = cos(x[0] - x[1]);
  return x[2] * x[2] + x[3] * x[3] / 2 + c * x[2] * x[3] -
         9.81 * (2 * cos(x[0]) + cos(x[1]));
}

static int ladder(realtype t, N_Vector y, N_Vector d, void *data)
{
  const realtype *v = N_VGetArrayPointer(y);
  realtype *f = N_VGetArrayPointer(d);
  double in = sin(t) - v[0];
  (void)data;
  for (int k = 0; k < CELLS; k++) {
    double out = k < CELLS - 1 ? v[k] - v[k + 1] : 0;
    f[k] = in - out;
    in = out;
  }
  return 0;
}

static int ladder_jacobian(realtype t, N_Vector y, N_Vector fy, SUNMatrix j,
                           void *data, N_Vector a, N_Vector b, N_Vector c)
{
  (void)t, (void)y, (void)fy, (void)data, (void)a, (void)b, (void)c;
  for (int k = 0; k < CELLS; k++) {
    SM_ELEMENT_B(j, k, k) = k < CELLS - 1 ? -2 : -1;
    if (k > 0) SM_ELEMENT_B(j, k, k - 1) = 1;
    if (k < CELLS - 1) SM_ELEMENT_B(j, k, k + 1) = 1;
  }
  return 0;
}

typedef struct Problem {
  const char *name;
  int n;
  CVRhsFn f;
  double (*energy)(const realtype *x);
  double start[4];
} Problem;

static const Problem problems[] = {
    {"pendulum", 2, pendulum, pendulum_energy, {1.5707963267948966, -1, 0, 0}},
    {"double", 4, twice, twice_energy, {2, 2, 0, 0}},
    {"ladder", CELLS, ladder, NULL, {0, 0, 0, 0}},
};

int main(int argc, char **argv)
{
  const Problem *p = NULL;
  for (int k = 0; argc == 5 && k < 3; k++) {
    if (strcmp(argv[1], problems[k].name) == 0) p = &problems[k];
  }
  if (!p) return 2;
  double tolerance = atof(argv[2]), stop = atof(argv[3]), t = 0;
  SUNContext s;
  if (SUNContext_Create(NULL, &s)) return 1;
  N_Vector y = N_VNew_Serial(p->n, s);
  N_VConst(0, y);
  realtype *x = N_VGetArrayPointer(y);
  if (p->n <= 4) memcpy(x, p->start, (size_t)p->n * sizeof x[0]);
  bool band = p->n > 4;
  SUNMatrix a =
      band ? SUNBandMatrix(p->n, 1, 1, s) : SUNDenseMatrix(p->n, p->n, s);
  SUNLinearSolver solver =
      band ? SUNLinSol_Band(y, a, s) : SUNLinSol_Dense(y, a, s);
  bool adams = strcmp(argv[4], "adams") == 0;
  void *cvode = CVodeCreate(adams ? CV_ADAMS : CV_BDF, s);
  double before = p->energy ? p->energy(x) : 0;
  clock_t began = clock();
  CVodeInit(cvode, p->f, 0, y);
  CVodeSStolerances(cvode, tolerance, tolerance);
  if (adams) {
    CVodeSetNonlinearSolver(cvode, SUNNonlinSol_FixedPoint(y, 0, s));
  } else {
    CVodeSetLinearSolver(cvode, solver, a);
    if (band) CVodeSetJacFn(cvode, ladder_jacobian);
  }
  CVodeSetMaxNumSteps(cvode, 100000000);
  CVodeSetStopTime(cvode, stop);
  double error = 0;
  for (int k = 1; k <= POINTS; k++) {
    if (CVode(cvode, stop * k / POINTS, y, &t, CV_NORMAL) < 0) return 1;
    error = p->energy ? fmax(error, fabs(p->energy(x) - before)) : x[9];
  }
  double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
  long steps, evaluations;
  CVodeGetNumSteps(cvode, &steps);
  CVodeGetNumRhsEvals(cvode, &evaluations);
  printf("%ld %ld %.17g %g\n", steps, evaluations, error, seconds);
  return 0;
}
