/* integrator_cvode.h: variable-order BDF by CVODE with a dense Newton matrix.
 *
 * Tolerances: relative = the instance's, absolute = the same in units of each
 * state's nominal value. Events are the sign changes of the event indicators
 * (events.h), located to rounding level in time. A model without states gets
 * one that never changes, so that its events are found the same way.
 */
#ifndef FOUCAULT_INTEGRATOR_CVODE_H
#define FOUCAULT_INTEGRATOR_CVODE_H

#include "integrator.h"

extern const IntegratorMethod integrator_cvode;

#endif
