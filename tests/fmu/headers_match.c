/* headers_match.c: the function declarations of fmu_runtime/fmi2.h against
 * the official ones. Compiled with -I<folder of the official headers> and
 * warnings as errors: every function is declared here twice, and C refuses
 * two declarations that differ; macros likewise. Linked with the runtime and
 * a model it also shows that every function exists.
 * The types are compared in headers_match_types.c. */
#include "fmi2Functions.h"

#include "fmi2.h"

#define SAME(name)                                                             \
  {                                                                            \
    name##TYPE *function = name;                                               \
    if (!function) return 1;                                                   \
  }

int main(void)
{
  SAME(fmi2GetTypesPlatform)
  SAME(fmi2GetVersion)
  SAME(fmi2SetDebugLogging)
  SAME(fmi2Instantiate)
  SAME(fmi2FreeInstance)
  SAME(fmi2SetupExperiment)
  SAME(fmi2EnterInitializationMode)
  SAME(fmi2ExitInitializationMode)
  SAME(fmi2Terminate)
  SAME(fmi2Reset)
  SAME(fmi2GetReal)
  SAME(fmi2GetInteger)
  SAME(fmi2GetBoolean)
  SAME(fmi2GetString)
  SAME(fmi2SetReal)
  SAME(fmi2SetInteger)
  SAME(fmi2SetBoolean)
  SAME(fmi2SetString)
  SAME(fmi2GetFMUstate)
  SAME(fmi2SetFMUstate)
  SAME(fmi2FreeFMUstate)
  SAME(fmi2SerializedFMUstateSize)
  SAME(fmi2SerializeFMUstate)
  SAME(fmi2DeSerializeFMUstate)
  SAME(fmi2GetDirectionalDerivative)
  SAME(fmi2EnterEventMode)
  SAME(fmi2NewDiscreteStates)
  SAME(fmi2EnterContinuousTimeMode)
  SAME(fmi2CompletedIntegratorStep)
  SAME(fmi2SetTime)
  SAME(fmi2SetContinuousStates)
  SAME(fmi2GetDerivatives)
  SAME(fmi2GetEventIndicators)
  SAME(fmi2GetContinuousStates)
  SAME(fmi2GetNominalsOfContinuousStates)
  SAME(fmi2SetRealInputDerivatives)
  SAME(fmi2GetRealOutputDerivatives)
  SAME(fmi2DoStep)
  SAME(fmi2CancelStep)
  SAME(fmi2GetStatus)
  SAME(fmi2GetRealStatus)
  SAME(fmi2GetIntegerStatus)
  SAME(fmi2GetBooleanStatus)
  SAME(fmi2GetStringStatus)
  return 0;
}
