/* input_rate.h: derivatives of inputs.
 *
 * Model Exchange has none. In Co-Simulation an importer may give them
 * (fmi2SetRealInputDerivatives): where an FMU is for Co-Simulation alone, the
 * derivative of an input is a variable that is known at any time, as the input
 * is, and which the runtime stores before the model is evaluated.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_INPUT_RATE_H
#define FOUCAULT_REDUCE_SYSTEM_INPUT_RATE_H

#include "reduce/system/system.h"

/* The highest order that the runtime takes: INPUT_ORDERS there. */
enum { INPUT_RATE_ORDERS = 3 };

/* The derivative of a continuous input, or of a derivative of one; made if
 * there is none. NO_VAR: of other variables, and above the highest order. */
VarId input_rate_of(System *sys, Session *s, VarId v);

/* Is this a derivative of an input? How many are there? */
bool input_rate_is(const System *sys, VarId v);
int input_rate_count(const System *sys);
/* The input of which it is one. */
VarId input_rate_input(const System *sys, VarId rate);

/* Says how often inputs can be differentiated. */
void input_rate_note_order(Session *s, Diagnostic *d);

/* The passes `inputs` and `rates`.
 *
 * needs   der(u) of an input lowered to its derivative, with the place where
 *         it is written
 * fails   E303 the FMU is for Model Exchange too
 * gives   W310 for each input whose derivative the FMU needs
 * cost    linear
 */
bool input_rate_check(System *sys, Session *s);
bool input_rate_report(System *sys, Session *s);

#endif
