/* crossing_noise.h: what rounding makes of an event indicator.
 *
 * A flow of 200 kg/s for each pascal, between pressures of 1e5 Pa that are
 * equal: a pressure has steps of 1.5e-11 Pa, and the flow one of 3e-9 kg/s, far
 * more than the hysteresis of its nominal value. Its sign changes at random,
 * each change is an event, and no parabola predicts it. Where steps are made
 * shorter or begin anew again and again, indicators are looked at beside the
 * present point, with states shaken in their last digits; the hysteresis of a
 * relation becomes as wide as what that changes.
 */
#ifndef FOUCAULT_CROSSING_NOISE_H
#define FOUCAULT_CROSSING_NOISE_H

#include "integrator_run.h"

/* A step has ended at run->now, and w->g[0] are the indicators there. Measures,
 * if it is time to. False, reason noted: the model cannot be evaluated. */
bool crossing_noise_look(IntegratorRun *run);

#endif
