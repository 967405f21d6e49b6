/* fmi3_calls.h: the functions of an FMU of FMI 3.0, looked up by name.
 *
 * The types are those of C: fmi3Boolean is bool, value references are 32 bits,
 * instances and states are pointers. fmi3Status has the numbers of fmi2Status,
 * which stands for it. Functions that an FMU may do without are NULL where it
 * has none: the callers look.
 */
#ifndef FOUCAULT_FMU_FILE_FMI3_FMI3_CALLS_H
#define FOUCAULT_FMU_FILE_FMI3_FMI3_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fmi2.h"

typedef void Fmi3LogFunction(void *environment, fmi2Status status,
                             const char *category, const char *message);
typedef void Fmi3IntermediateFunction(void *environment, double time,
                                      bool set_requested, bool get_allowed,
                                      bool step_finished, bool can_return,
                                      bool *wants_return, double *return_time);

/* Of fmi3GetIntervalDecimal. */
typedef enum Fmi3Qualifier {
  FMI3_INTERVAL_NOT_YET_KNOWN,
  FMI3_INTERVAL_UNCHANGED,
  FMI3_INTERVAL_CHANGED
} Fmi3Qualifier;

/* clang-format off */
#define FMI3_GET(X, name, type) \
  X(fmi2Status, Get##name, \
    (void *, const uint32_t *, size_t, type *, size_t))
#define FMI3_SET(X, name, type) \
  X(fmi2Status, Set##name, \
    (void *, const uint32_t *, size_t, const type *, size_t))
#define FMI3_BOTH(X, name, type) FMI3_GET(X, name, type) FMI3_SET(X, name, type)

/* Needed by every run: X(result, name, arguments). */
#define FMI3_COMMON_CALLS(X) \
  X(const char *, GetVersion, (void)) \
  X(fmi2Status, SetDebugLogging, \
    (void *, bool, size_t, const char *const *)) \
  X(void, FreeInstance, (void *)) \
  X(fmi2Status, EnterInitializationMode, \
    (void *, bool, double, double, bool, double)) \
  X(fmi2Status, ExitInitializationMode, (void *)) \
  X(fmi2Status, Terminate, (void *)) \
  X(fmi2Status, Reset, (void *)) \
  FMI3_BOTH(X, Float64, double)

#define FMI3_OPTIONAL_CALLS(X) \
  FMI3_BOTH(X, Float32, float) \
  FMI3_BOTH(X, Int8, int8_t) FMI3_BOTH(X, UInt8, uint8_t) \
  FMI3_BOTH(X, Int16, int16_t) FMI3_BOTH(X, UInt16, uint16_t) \
  FMI3_BOTH(X, Int32, int32_t) FMI3_BOTH(X, UInt32, uint32_t) \
  FMI3_BOTH(X, Int64, int64_t) FMI3_BOTH(X, UInt64, uint64_t) \
  FMI3_BOTH(X, Boolean, bool) \
  FMI3_GET(X, String, const char *) \
  X(fmi2Status, SetString, \
    (void *, const uint32_t *, size_t, const char *const *, size_t)) \
  X(fmi2Status, GetBinary, \
    (void *, const uint32_t *, size_t, size_t *, const uint8_t **, size_t)) \
  X(fmi2Status, SetBinary, \
    (void *, const uint32_t *, size_t, const size_t *, \
     const uint8_t *const *, size_t)) \
  X(fmi2Status, GetClock, (void *, const uint32_t *, size_t, bool *)) \
  X(fmi2Status, SetClock, (void *, const uint32_t *, size_t, const bool *)) \
  X(fmi2Status, GetFMUState, (void *, void **)) \
  X(fmi2Status, SetFMUState, (void *, void *)) \
  X(fmi2Status, FreeFMUState, (void *, void **)) \
  X(fmi2Status, SerializedFMUStateSize, (void *, void *, size_t *)) \
  X(fmi2Status, SerializeFMUState, (void *, void *, uint8_t *, size_t)) \
  X(fmi2Status, DeserializeFMUState, \
    (void *, const uint8_t *, size_t, void **)) \
  X(fmi2Status, GetDirectionalDerivative, \
    (void *, const uint32_t *, size_t, const uint32_t *, size_t, \
     const double *, size_t, double *, size_t)) \
  X(fmi2Status, GetAdjointDerivative, \
    (void *, const uint32_t *, size_t, const uint32_t *, size_t, \
     const double *, size_t, double *, size_t)) \
  X(fmi2Status, EnterConfigurationMode, (void *)) \
  X(fmi2Status, ExitConfigurationMode, (void *)) \
  X(fmi2Status, GetIntervalDecimal, \
    (void *, const uint32_t *, size_t, double *, Fmi3Qualifier *)) \
  X(fmi2Status, GetShiftDecimal, \
    (void *, const uint32_t *, size_t, double *)) \
  X(fmi2Status, SetIntervalDecimal, \
    (void *, const uint32_t *, size_t, const double *)) \
  X(fmi2Status, EnterEventMode, (void *)) \
  X(fmi2Status, EvaluateDiscreteStates, (void *)) \
  X(fmi2Status, UpdateDiscreteStates, \
    (void *, bool *, bool *, bool *, bool *, bool *, double *)) \
  X(fmi2Status, GetNumberOfVariableDependencies, \
    (void *, uint32_t, size_t *)) \
  X(fmi2Status, GetVariableDependencies, \
    (void *, uint32_t, size_t *, uint32_t *, size_t *, int *, size_t)) \
  X(fmi2Status, GetOutputDerivatives, \
    (void *, const uint32_t *, size_t, const int32_t *, double *, size_t)) \
  X(fmi2Status, EnterStepMode, (void *)) \
  X(fmi2Status, GetNumberOfEventIndicators, (void *, size_t *)) \
  X(fmi2Status, GetNumberOfContinuousStates, (void *, size_t *))

#define FMI3_CO_SIMULATION_CALLS(X) \
  X(void *, InstantiateCoSimulation, \
    (const char *, const char *, const char *, bool, bool, bool, bool, \
     const uint32_t *, size_t, void *, Fmi3LogFunction *, \
     Fmi3IntermediateFunction *)) \
  X(fmi2Status, DoStep, \
    (void *, double, double, bool, bool *, bool *, bool *, double *))

#define FMI3_SCHEDULED_CALLS(X) \
  X(void *, InstantiateScheduledExecution, \
    (const char *, const char *, const char *, bool, bool, void *, \
     Fmi3LogFunction *, void (*)(void *), void (*)(void), void (*)(void))) \
  X(fmi2Status, ActivateModelPartition, (void *, uint32_t, double))

#define FMI3_MODEL_EXCHANGE_CALLS(X) \
  X(void *, InstantiateModelExchange, \
    (const char *, const char *, const char *, bool, bool, void *, \
     Fmi3LogFunction *)) \
  X(fmi2Status, EnterContinuousTimeMode, (void *)) \
  X(fmi2Status, CompletedIntegratorStep, (void *, bool, bool *, bool *)) \
  X(fmi2Status, SetTime, (void *, double)) \
  X(fmi2Status, SetContinuousStates, (void *, const double *, size_t)) \
  X(fmi2Status, GetContinuousStateDerivatives, (void *, double *, size_t)) \
  X(fmi2Status, GetEventIndicators, (void *, double *, size_t)) \
  X(fmi2Status, GetContinuousStates, (void *, double *, size_t)) \
  X(fmi2Status, GetNominalsOfContinuousStates, (void *, double *, size_t))
/* clang-format on */

/* One pointer per function, named without the prefix fmi3. Functions of the
 * kind that was not asked for are NULL. */
typedef struct Fmi3Calls {
#define FMI3_FIELD(result, name, arguments) result(*name) arguments;
  FMI3_COMMON_CALLS(FMI3_FIELD)
  FMI3_OPTIONAL_CALLS(FMI3_FIELD)
  FMI3_CO_SIMULATION_CALLS(FMI3_FIELD)
  FMI3_SCHEDULED_CALLS(FMI3_FIELD)
  FMI3_MODEL_EXCHANGE_CALLS(FMI3_FIELD)
#undef FMI3_FIELD
} Fmi3Calls;

#endif
