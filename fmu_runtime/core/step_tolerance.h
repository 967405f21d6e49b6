/* step_tolerance.h: which error one step may have, so that those of a run add
 * up to about the tolerance.
 *
 * A run with a method of order 5 takes steps in proportion to
 * tolerance^(-1/6). Their errors have the same sign more often than not, and
 * what does not damp them adds them up. So a step gets the tolerance divided by
 * tolerance^(-1/6): a tenth of 1e-6, a third of 1e-3.
 *
 * cost  one power
 */
#ifndef FOUCAULT_STEP_TOLERANCE_H
#define FOUCAULT_STEP_TOLERANCE_H

/* tolerance > 0: that of the run. Never more than that, and not below what
 * rounding leaves of a step unless the tolerance itself is. */
double step_tolerance(double tolerance);

#endif
