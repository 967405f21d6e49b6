/* exchange_inputs.h: curves of inputs (fmu_inputs.h) along the way of a Model
 * Exchange FMU.
 *
 * Between two rows the continuous ones follow their curves at each point that
 * the integrator tries, past the next row too; what steps there is set at an
 * event. So an input is exact everywhere, and no event is without a cause.
 *
 * needs   steps that end at each row: exchange_inputs_next(), and
 *         exchange_inputs_pass() there
 */
#ifndef FOUCAULT_FMU_FILE_RUN_EXCHANGE_INPUTS_H
#define FOUCAULT_FMU_FILE_RUN_EXCHANGE_INPUTS_H

#include <stdbool.h>

#include "fmu_file/run/fmu_inputs.h"

typedef struct ExchangeInputs {
  const FmuInputs *inputs; /* NULL: there are none */
  const Fmu *fmu;
  fmi2Component component;
  int row; /* at which the present curves begin */
} ExchangeInputs;

/* All inputs have been set at this time (fmu_inputs_set()). */
ExchangeInputs exchange_inputs_begin(const FmuInputs *inputs, const Fmu *fmu,
                                     fmi2Component component, double time);

/* The next row after `time`; at most `end`. */
double exchange_inputs_next(const ExchangeInputs *e, double time, double end);

/* The continuous ones, by the present curves. */
fmi2Status exchange_inputs_set(const ExchangeInputs *e, double time,
                               const char **call);

/* Goes on with the curves after this time. True: an input steps here, or a
 * discrete one changes, and all are to be set in event mode. */
bool exchange_inputs_pass(ExchangeInputs *e, double time);

#endif
