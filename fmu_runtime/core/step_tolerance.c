/* step_tolerance.c: see step_tolerance.h. */
#include "step_tolerance.h"
#include "runtime_assert.h"
#include "thresholds.h"
#include <math.h>

double step_tolerance(double tolerance)
{
  RUNTIME_ASSERT(tolerance > 0);
  double part = fmin(1, pow(tolerance, STEP_TOLERANCE_POWER));
  double least = fmin(tolerance, STEP_TOLERANCE_LEAST);
  return fmax(part * tolerance, least);
}
