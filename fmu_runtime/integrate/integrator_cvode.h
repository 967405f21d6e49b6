/* integrator_cvode.h: integrator_cvode of model.h, by CVODE: variable-order
 * BDF with Newton's method and exact Jacobians, or Adams with fixed-point
 * iteration (no matrix: for models that are not stiff).
 *
 * Tolerances: relative = the instance's, absolute = the same in units of each
 * state's nominal value. Events are the sign changes of the event indicators
 * (events.h), located to rounding level in time. A model without states gets
 * one that never changes, so that its events are found the same way.
 */
#ifndef FOUCAULT_INTEGRATOR_CVODE_H
#define FOUCAULT_INTEGRATOR_CVODE_H

#include "../core/integrator.h"
#include "../model.h"

#endif
