/* fmu_load.h: the shared library of an unpacked FMU, ready to be called.
 *
 * The room fmu_file/ reads and runs FMUs of any vendor. It calls base/.
 * Reading order: archive.h, description_read.h, fmu_unpack.h, this file,
 * fmu_run.h.
 *
 * The functions are looked up by name; a name that the chosen kind needs and
 * the library lacks is E603. What is called runs in this process.
 */
#ifndef FOUCAULT_FMU_FILE_FMU_LOAD_H
#define FOUCAULT_FMU_FILE_FMU_LOAD_H

#include <stdbool.h>

#include "base/session.h"
#include "fmi2.h"
#include "fmu_file/description_read.h"

/* clang-format off */
#define FMU_COMMON_FUNCTIONS(X) \
  X(GetTypesPlatform) X(GetVersion) X(SetDebugLogging) X(Instantiate) \
  X(FreeInstance) X(SetupExperiment) X(EnterInitializationMode) \
  X(ExitInitializationMode) X(Terminate) X(Reset) \
  X(GetReal) X(GetInteger) X(GetBoolean) X(GetString) \
  X(SetReal) X(SetInteger) X(SetBoolean) X(SetString) \
  X(GetFMUstate) X(SetFMUstate) X(FreeFMUstate) X(SerializedFMUstateSize) \
  X(SerializeFMUstate) X(DeSerializeFMUstate) X(GetDirectionalDerivative)

#define FMU_CO_SIMULATION_FUNCTIONS(X) \
  X(SetRealInputDerivatives) X(GetRealOutputDerivatives) X(DoStep) \
  X(CancelStep) X(GetStatus) X(GetRealStatus) X(GetIntegerStatus) \
  X(GetBooleanStatus) X(GetStringStatus)

#define FMU_MODEL_EXCHANGE_FUNCTIONS(X) \
  X(EnterEventMode) X(NewDiscreteStates) X(EnterContinuousTimeMode) \
  X(CompletedIntegratorStep) X(SetTime) X(SetContinuousStates) \
  X(GetDerivatives) X(GetEventIndicators) X(GetContinuousStates) \
  X(GetNominalsOfContinuousStates)
/* clang-format on */

/* One pointer per FMI function, named without the prefix fmi2. Functions of
 * the kind that was not asked for are NULL. */
typedef struct Fmu {
  const FmuDescription *description;
  const char *path;      /* of the archive, for messages */
  const char *resources; /* URI of the resources folder */
  void *library;
#define FMU_FIELD(name) __typeof__(fmi2##name) *name;
  FMU_COMMON_FUNCTIONS(FMU_FIELD)
  FMU_CO_SIMULATION_FUNCTIONS(FMU_FIELD)
  FMU_MODEL_EXCHANGE_FUNCTIONS(FMU_FIELD)
#undef FMU_FIELD
} Fmu;

/* Loads the library for the kind from the folder the FMU was unpacked to.
 * False after E603. */
bool fmu_load(Session *s, const char *path, const FmuDescription *description,
              fmi2Type kind, const char *folder, Fmu *fmu);
void fmu_unload(Fmu *fmu);

/* The folders of binaries/ that hold what this machine runs, the usual one
 * first; NULL after the last. */
const char *const *fmu_platforms(void);

#endif
