/* preferred_states.h: derivatives for preferred states, so that they can be
 * states.
 *
 * MLS 3.6, section 4.8.8.1: a variable with stateSelect = prefer may become a
 * state although its derivative occurs nowhere. Its equation is differentiated
 * for that, and all equations that it needs, until they hold the highest
 * derivative of something that is wanted less and can give its place away:
 *
 *   s_rel = s2 - s1, der(s_rel) = v_rel: once given, twice needed, because
 *   der(der(s1)) and der(der(s2)) are what could become dummy derivatives.
 *
 * needs   pantelides() and regular_check() are done; dummy derivatives are to
 *         be chosen next
 * gives   more derivatives of equations and variables (System.step has them,
 *         with the variable they are for); a matching as before (eq_var)
 * keeps   the system as it is where nothing is gained: nothing wanted less
 *         could be computed instead; or it would be wrong: an input or a
 *         function without a derivative, a variable that jumps at events (not
 *         by arguments that noDerivative leaves out: they follow from others);
 *         or too costly. Var.why has the reason, nothing is reported
 *         System.index: what is differentiated here does not count
 * cost    the equations that preferred variables need, a fixed number of times
 *         those of the model at most
 */
#ifndef FOUCAULT_REDUCE_INDEX_PREFERRED_STATES_H
#define FOUCAULT_REDUCE_INDEX_PREFERRED_STATES_H

#include "reduce/system/system.h"

/* The pass. Methods other than dummy derivatives make their own equations
 * first (METHOD_APPLIED): nothing is done before, and the pass runs again. */
bool preferred_states_differentiate(System *sys, Session *s);

#endif
