/* linearize.h: a model around a point: dx/dt = A x + B u, y = C x + D u for
 * small changes of the states x, the inputs u and the outputs y.
 *
 * The states are those that exist at the point. One of a selection set, which
 * stands for a variable that is chosen while the FMU runs, gets the name of
 * that variable: the one whose value it is, and that changes with it and with
 * no other state.
 *
 * needs   an instance of Model Exchange in continuous-time mode
 * gives   the FMU's directional derivatives, which are exact; of an FMU that
 *         has none central differences, and the instance is left at the point
 * fails   E604 a call of the FMU has failed
 * cost    one directional derivative a state and an input
 */
#ifndef FOUCAULT_STUDIES_LINEARIZE_H
#define FOUCAULT_STUDIES_LINEARIZE_H

#include <stdbool.h>

#include "base/session.h"
#include "fmu_file/fmu_load.h"

/* One of x, u, y. */
typedef struct LinearVariable {
  const char *name;
  const char *symbol; /* of the FMU: stateSet1.x[1]; else the name */
  const char *unit;   /* NULL: none */
  double value, rate; /* rate: of a state, its derivative at the point */
} LinearVariable;

typedef struct LinearModel {
  double time;
  LinearVariable *state, *input, *output;
  int n_states, n_inputs, n_outputs;
  double *a, *b, *c, *d; /* row by row */
  bool is_exact;         /* else by differences */
} LinearModel;

typedef struct LinearRequest {
  const int *input, *output; /* indices into the description's variables */
  int n_inputs, n_outputs;
  bool keeps_symbols; /* states of selection sets get no other names */
} LinearRequest;

/* Everything is in the session arena. */
bool linearize_at(Session *s, const Fmu *fmu, fmi2Component component,
                  const LinearRequest *request, double time, LinearModel *m);

#endif
