/* fmu3_state.h: saved states of an FMU of FMI 3.0, with what this side knows of
 * it: mode, time, the next events. */
#ifndef FOUCAULT_FMU_FILE_FMI3_FMU3_STATE_H
#define FOUCAULT_FMU_FILE_FMI3_FMU3_STATE_H

#include "fmu_file/fmi3/fmu3_base.h"

fmi2Status fmu3_get_state(fmi2Component c, fmi2FMUstate *state);
fmi2Status fmu3_set_state(fmi2Component c, fmi2FMUstate state);
fmi2Status fmu3_free_state(fmi2Component c, fmi2FMUstate *state);
fmi2Status fmu3_state_size(fmi2Component c, fmi2FMUstate state, size_t *size);
fmi2Status fmu3_serialize(fmi2Component c, fmi2FMUstate state, fmi2Byte byte[],
                          size_t size);
fmi2Status fmu3_deserialize(fmi2Component c, const fmi2Byte byte[], size_t size,
                            fmi2FMUstate *state);

#endif
