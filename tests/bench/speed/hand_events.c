/* hand_events.c: many thermostats or balls, as a modeller would write them by
 * hand for CVODE: roots, and a new start after each. The measure for FMUs of
 * the same systems (events.py).
 *
 *   hand_events thermostats|balls N TOLERANCE STOP bdf|adams
 *
 * Prints steps, evaluations, events, CPU seconds, then the N temperatures or
 * heights at the end.
 */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <time.h>

typedef struct Units {
  int n;
  bool balls;
  bool *on;
} Units;

static int slopes(realtype t, N_Vector y, N_Vector d, void *data)
{
  const Units *u = data;
  const realtype *x = N_VGetArrayPointer(y);
  realtype *f = N_VGetArrayPointer(d);
  (void)t;
  for (int k = 0; u->balls && k < u->n; k++) {
    f[2 * k] = x[2 * k + 1];
    f[2 * k + 1] = -9.81;
  }
  for (int k = 0; !u->balls && k < u->n; k++) {
    double heat = u->on[k] ? 1 + 0.5 * (k + 1) / u->n : -1;
    f[k] = heat - 0.05 * (x[k] - 20);
  }
  return 0;
}

static int jacobian(realtype t, N_Vector y, N_Vector fy, SUNMatrix j,
                    void *data, N_Vector a, N_Vector b, N_Vector c)
{
  const Units *u = data;
  (void)t, (void)y, (void)fy, (void)a, (void)b, (void)c;
  for (int k = 0; k < u->n; k++) {
    if (u->balls)
      SM_ELEMENT_B(j, 2 * k, 2 * k + 1) = 1;
    else
      SM_ELEMENT_B(j, k, k) = -0.05;
  }
  return 0;
}

static int roots(realtype t, N_Vector y, realtype *g, void *data)
{
  const Units *u = data;
  const realtype *x = N_VGetArrayPointer(y);
  (void)t;
  for (int k = 0; k < u->n; k++)
    g[k] = u->balls ? x[2 * k] : x[k] - (u->on[k] ? 22 : 18);
  return 0;
}

static void pass_event(const Units *u, realtype *x, const int *found)
{
  for (int k = 0; k < u->n; k++) {
    if (found[k] == 0) continue;
    if (u->balls && found[k] < 0) x[2 * k + 1] *= -0.8;
    if (!u->balls) u->on[k] = !u->on[k];
  }
}

static void *begin(Units *u, N_Vector y, double tolerance, bool adams,
                   SUNContext s)
{
  int n = u->balls ? 2 * u->n : u->n;
  void *cvode = CVodeCreate(adams ? CV_ADAMS : CV_BDF, s);
  CVodeInit(cvode, slopes, 0, y);
  CVodeSetUserData(cvode, u);
  CVodeSStolerances(cvode, tolerance, tolerance);
  if (adams) {
    CVodeSetNonlinearSolver(cvode, SUNNonlinSol_FixedPoint(y, 0, s));
  } else {
    SUNMatrix a = SUNBandMatrix(n, u->balls, u->balls, s);
    CVodeSetLinearSolver(cvode, SUNLinSol_Band(y, a, s), a);
    CVodeSetJacFn(cvode, jacobian);
  }
  CVodeRootInit(cvode, u->n, roots);
  CVodeSetNoInactiveRootWarn(cvode);
  CVodeSetMaxNumSteps(cvode, 100000000);
  return cvode;
}

int main(int argc, char **argv)
{
  if (argc != 6) return 2;
  Units u = {atoi(argv[2]), strcmp(argv[1], "balls") == 0, NULL};
  double tolerance = atof(argv[3]), stop = atof(argv[4]);
  SUNContext s;
  if (u.n < 1 || SUNContext_Create(NULL, &s)) return 1;
  u.on = malloc((size_t)u.n * sizeof u.on[0]);
  int *found = malloc((size_t)u.n * sizeof found[0]);
  N_Vector y = N_VNew_Serial(u.balls ? 2 * u.n : u.n, s);
  realtype t = 0, *x = N_VGetArrayPointer(y);
  for (int k = 0; k < u.n; k++) {
    double part = (k + 1.0) / u.n;
    u.on[k] = part < 1; /* the last one begins at its limit */
    x[u.balls ? 2 * k : k] = u.balls ? 1 + part : 18 + 4 * part;
    if (u.balls) x[2 * k + 1] = 0;
  }
  void *cvode = begin(&u, y, tolerance, strcmp(argv[5], "adams") == 0, s);
  CVodeSetStopTime(cvode, stop);
  long steps = 0, evaluations = 0, events = 0, more;
  clock_t began = clock();
  while (t < stop) {
    int flag = CVode(cvode, stop, y, &t, CV_NORMAL);
    if (flag < 0) return 1;
    if (flag == CV_ROOT_RETURN) {
      events++;
      CVodeGetRootInfo(cvode, found);
      pass_event(&u, x, found);
    }
    CVodeGetNumSteps(cvode, &more);
    steps += more;
    CVodeGetNumRhsEvals(cvode, &more);
    evaluations += more;
    if (t < stop) {
      CVodeReInit(cvode, t, y);
      CVodeSetStopTime(cvode, stop);
    }
  }
  double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
  printf("%ld %ld %ld %g", steps, evaluations, events, seconds);
  for (int k = 0; k < u.n; k++) printf(" %.17g", x[u.balls ? 2 * k : k]);
  printf("\n");
  return 0;
}
