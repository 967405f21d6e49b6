/* evaluate.h: the order of evaluation. Nothing is computed before somebody
 * asks for it, and nothing twice.
 *
 * The room evaluate/ owns one evaluation of the generated code: what is stale,
 * directional derivatives (tangent.h), values that the runtime stores before
 * it (delay.h, input_motion.h), functions, Strings and external code that it
 * calls, and the search for what went wrong (finite.h, failure.h). It calls
 * core/. Begin with this file and tangent.h.
 *
 * Setters only store and mark what is stale; refresh_values() of events/
 * brings everything up to date:
 *   STALE_INITIAL     solve the initial system
 *   STALE_RELATIONS   evaluate and update relations until they agree
 *   STALE_VALUES      evaluate with the relations as they are
 *   STALE_PARAMETERS  the same, dependent parameters first
 * While integrating, relations stay as they are and only STALE_VALUES is set.
 */
#ifndef FOUCAULT_EVALUATE_H
#define FOUCAULT_EVALUATE_H

#include "../core/instance.h"

/* Calls the model's evaluate() with the present relations. Returns false on
 * failure; the reason is noted in the instance. */
bool evaluate_model(Instance *inst);

/* Delayed values for the present time, then run(context), which evaluates the
 * model or a part of it, again while a delay time has changed by that. Returns
 * what run() did. */
bool evaluate_with_delays(Instance *inst, bool (*run)(void *context),
                          void *context);

/* Store and mark as stale; equal bytes change nothing. */
void evaluate_set_time(Instance *inst, double time);
void evaluate_set_states(Instance *inst, const double *x);

void evaluate_get_states(const Instance *inst, double *x);

/* n derivatives, by value references. Needs fresh values. False: one is not a
 * finite number (noted). */
bool evaluate_get_slopes(Instance *inst, int n, const int *derivative,
                         double *slope);

#endif
