/* integrators.h: the two solvers of model.h.
 *
 * The room integrators/ owns CVODE and IDA, their matrices and vectors, and what
 * they integrate beside states: candidates, and the loops of the implicit form.
 * It calls integrate/ and the rooms below. Begin with integrator_cvode.c.
 *
 * integrator_cvode, by CVODE: variable-order BDF with Newton's method and exact
 * Jacobians, or Adams with fixed-point iteration (no matrix: for models that are
 * not stiff). Its files are listed in cvode_integrator.h.
 *
 * Tolerances: relative = the instance's, absolute = the same in units of each
 * state's nominal value. Events are the sign changes of the event indicators
 * (events.h), located to rounding level in time. A model without states gets
 * one that never changes, so that its events are found the same way.
 *
 * integrator_ida, by IDA: variable-order BDF on the implicit form of the model
 * (implicit_form.h), so that loops are solved together with the states and not
 * at every point.
 *
 * States only count in the error test; what is computed from them is computed
 * again for every value that leaves the integrator. An exchange of states goes
 * on without a restart. Tolerances and events as with the other one.
 */
#ifndef FOUCAULT_INTEGRATORS_H
#define FOUCAULT_INTEGRATORS_H

#include "../core/integrator.h"
#include "../model.h"

#endif
