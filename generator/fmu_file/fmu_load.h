/* fmu_load.h: the shared library of an unpacked FMU, ready to be called.
 *
 * The room fmu_file/ reads and runs FMUs of any vendor. It calls base/.
 * Reading order: archive.h, description_read.h, fmu_unpack.h, this file,
 * fmu_run.h. Its rooms are description/ (the XML) and fmi3/ (calls of 3.0).
 *
 * The functions are looked up by name; a name that the chosen kind needs and
 * the library lacks is E603. What is called runs in this process.
 *
 * Callers see one table, in the shape of FMI 2.0: behind an FMU of 3.0 stand
 * the functions of fmi3/fmu3.h, and value references are indices of variables.
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

struct Fmi3Calls;

/* One pointer per FMI function, named without the prefix fmi2. Functions of
 * the kind that was not asked for are NULL. Instances are made by
 * fmu_instantiate(). */
typedef struct Fmu {
  const FmuDescription *description;
  const char *path; /* of the archive, for messages */
  /* The resources folder: its URI, of FMI 3.0 its path, or NULL. */
  const char *resources;
  void *library;
  struct Fmi3Calls *three; /* the library of FMI 3.0; NULL: of 2.0 */
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

/* fmi2Instantiate, not visible. `event` is called by FMUs of 3.0, with the
 * environment of the callbacks, on both sides of an event inside of a step,
 * where values may be read; NULL: nobody asks. */
fmi2Component fmu_instantiate(const Fmu *fmu, fmi2String name, fmi2Type kind,
                              fmi2String guid,
                              const fmi2CallbackFunctions *callbacks,
                              fmi2Boolean logging,
                              void (*event)(void *environment, double time));

/* The folders of binaries/ that hold what this machine runs, the usual one
 * first; NULL after the last. version: 2 or 3. */
const char *const *fmu_platforms(int version);

#endif
