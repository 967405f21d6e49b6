/* integrator_ida.h: integrator_ida of model.h, by IDA: variable-order BDF on
 * the implicit form of the model (implicit_form.h), so that loops are solved
 * together with the states and not at every point.
 *
 * States only count in the error test; what is computed from them is computed
 * again for every value that leaves the integrator. An exchange of states goes
 * on without a restart. Tolerances and events as in integrator_cvode.h.
 */
#ifndef FOUCAULT_INTEGRATOR_IDA_H
#define FOUCAULT_INTEGRATOR_IDA_H

#include "../core/integrator.h"
#include "../model.h"

#endif
