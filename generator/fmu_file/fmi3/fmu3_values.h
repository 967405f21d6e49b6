/* fmu3_values.h: fmi2GetReal and its like on the arrays of FMI 3.0.
 *
 * Clocked inputs that are set between events wait until their clock ticks.
 * An element is read with its array, and set by reading the array, changing the
 * element and setting the array. All elements of one type go in one call.
 */
#ifndef FOUCAULT_FMU_FILE_FMI3_FMU3_VALUES_H
#define FOUCAULT_FMU_FILE_FMI3_FMU3_VALUES_H

#include "fmu_file/fmi3/fmu3_base.h"

bool fmu3_values_begin(Fmu3 *m); /* false: no memory */
void fmu3_values_end(Fmu3 *m);

/* In event mode, clocks have ticked: their inputs get what they wait for. */
fmi2Status fmu3_values_ticked(Fmu3 *m);

fmi2Status fmu3_get_real(fmi2Component c, const fmi2ValueReference r[],
                         size_t n, fmi2Real value[]);
fmi2Status fmu3_get_integer(fmi2Component c, const fmi2ValueReference r[],
                            size_t n, fmi2Integer value[]);
fmi2Status fmu3_get_string(fmi2Component c, const fmi2ValueReference r[],
                           size_t n, fmi2String value[]);
fmi2Status fmu3_set_real(fmi2Component c, const fmi2ValueReference r[],
                         size_t n, const fmi2Real value[]);
fmi2Status fmu3_set_integer(fmi2Component c, const fmi2ValueReference r[],
                            size_t n, const fmi2Integer value[]);
fmi2Status fmu3_set_string(fmi2Component c, const fmi2ValueReference r[],
                           size_t n, const fmi2String value[]);

fmi2Status fmu3_directional(fmi2Component c, const fmi2ValueReference unknown[],
                            size_t n_unknown, const fmi2ValueReference known[],
                            size_t n_known, const fmi2Real seed[],
                            fmi2Real sensitivity[]);
/* The transposed: known[i] of sensitivity is sum of seed[k] d unknown[k] / d
 * known[i]. */
fmi2Status fmu3_adjoint(Fmu3 *m, const fmi2ValueReference unknown[],
                        size_t n_unknown, const fmi2ValueReference known[],
                        size_t n_known, const fmi2Real seed[],
                        fmi2Real sensitivity[]);
fmi2Status fmu3_output_derivatives(fmi2Component c,
                                   const fmi2ValueReference r[], size_t n,
                                   const fmi2Integer order[], fmi2Real value[]);

#endif
