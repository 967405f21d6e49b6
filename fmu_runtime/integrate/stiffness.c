/* stiffness.c: see stiffness.h. */
#include "stiffness.h"
#include "../core/thresholds.h"

bool stiffness_shows(Stiffness *s, long n_failures, double part)
{
  s->failures = CVODE_STIFF_FADING * s->failures + (double)n_failures;
  if (part != 0) s->damping += CVODE_DAMPED_NEWS * (part - s->damping);
  return s->failures > CVODE_STIFF || s->damping > CVODE_DAMPED;
}
