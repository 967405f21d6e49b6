/* fmi3.h: the declarations of FMI 3.0 for an FMU, in one header.
 *
 * Names, types, enumeration values and signatures are the standard's
 * (FMI 3.0.2, sections 2.2, 2.3, 3.2, 4.2 and 5.2). Where the official header
 * with the types has been included before this one its types are used instead,
 * so that the compiler compares every declaration below with the official one.
 */
#ifndef FOUCAULT_FMI3_H
#define FOUCAULT_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define fmi3Version "3.0"

#ifndef fmi3FunctionTypes_h

#define fmi3True true
#define fmi3False false
#define fmi3ClockActive true
#define fmi3ClockInactive false

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

typedef enum {
  fmi3OK,
  fmi3Warning,
  fmi3Discard,
  fmi3Error,
  fmi3Fatal
} fmi3Status;

typedef enum {
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;

typedef enum {
  fmi3IntervalNotYetKnown,
  fmi3IntervalUnchanged,
  fmi3IntervalChanged
} fmi3IntervalQualifier;

/* message is a text, not a format. */
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment environment,
                                       fmi3Status status, fmi3String category,
                                       fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment environment);
typedef void (*fmi3IntermediateUpdateCallback)(
    fmi3InstanceEnvironment environment, fmi3Float64 intermediateUpdateTime,
    fmi3Boolean intermediateVariableSetRequested,
    fmi3Boolean intermediateVariableGetAllowed,
    fmi3Boolean intermediateStepFinished, fmi3Boolean canReturnEarly,
    fmi3Boolean *earlyReturnRequested, fmi3Float64 *earlyReturnTime);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

#endif

/* The one place where symbols leave the library, see fmi2.h. */
#if defined _WIN32
#define FMI3_EXPORTED __declspec(dllexport)
#elif defined __GNUC__
#define FMI3_EXPORTED __attribute__((visibility("default")))
#else
#define FMI3_EXPORTED
#endif

/* --- all kinds ----------------------------------------------------------- */

FMI3_EXPORTED const char *fmi3GetVersion(void);
FMI3_EXPORTED fmi3Status fmi3SetDebugLogging(fmi3Instance instance,
                                             fmi3Boolean loggingOn,
                                             size_t nCategories,
                                             const fmi3String categories[]);

FMI3_EXPORTED fmi3Instance fmi3InstantiateModelExchange(
    fmi3String instanceName, fmi3String instantiationToken,
    fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
    fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage);
FMI3_EXPORTED fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String instanceName, fmi3String instantiationToken,
    fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
    fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
    const fmi3ValueReference requiredIntermediateVariables[],
    size_t nRequiredIntermediateVariables,
    fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage,
    fmi3IntermediateUpdateCallback intermediateUpdate);
FMI3_EXPORTED fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String instanceName, fmi3String instantiationToken,
    fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
    fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback clockUpdate,
    fmi3LockPreemptionCallback lockPreemption,
    fmi3UnlockPreemptionCallback unlockPreemption);
FMI3_EXPORTED void fmi3FreeInstance(fmi3Instance instance);

FMI3_EXPORTED fmi3Status fmi3EnterInitializationMode(
    fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance,
    fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime);
FMI3_EXPORTED fmi3Status fmi3ExitInitializationMode(fmi3Instance instance);
FMI3_EXPORTED fmi3Status fmi3EnterEventMode(fmi3Instance instance);
FMI3_EXPORTED fmi3Status fmi3Terminate(fmi3Instance instance);
FMI3_EXPORTED fmi3Status fmi3Reset(fmi3Instance instance);

/* fmi3GetFloat64, fmi3SetFloat64 and so on: the values of all variables, those
 * of arrays one after the other. */
#define FMI3_ACCESS(type)                                                      \
  FMI3_EXPORTED fmi3Status fmi3Get##type(                                      \
      fmi3Instance instance, const fmi3ValueReference valueReferences[],       \
      size_t nValueReferences, fmi3##type values[], size_t nValues);           \
  FMI3_EXPORTED fmi3Status fmi3Set##type(                                      \
      fmi3Instance instance, const fmi3ValueReference valueReferences[],       \
      size_t nValueReferences, const fmi3##type values[], size_t nValues);
FMI3_ACCESS(Float32)
FMI3_ACCESS(Float64)
FMI3_ACCESS(Int8)
FMI3_ACCESS(UInt8)
FMI3_ACCESS(Int16)
FMI3_ACCESS(UInt16)
FMI3_ACCESS(Int32)
FMI3_ACCESS(UInt32)
FMI3_ACCESS(Int64)
FMI3_ACCESS(UInt64)
FMI3_ACCESS(Boolean)
FMI3_ACCESS(String)
#undef FMI3_ACCESS

FMI3_EXPORTED fmi3Status
fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference valueReferences[],
              size_t nValueReferences, size_t valueSizes[], fmi3Binary values[],
              size_t nValues);
FMI3_EXPORTED fmi3Status
fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference valueReferences[],
              size_t nValueReferences, const size_t valueSizes[],
              const fmi3Binary values[], size_t nValues);
FMI3_EXPORTED fmi3Status
fmi3GetClock(fmi3Instance instance, const fmi3ValueReference valueReferences[],
             size_t nValueReferences, fmi3Clock values[]);
FMI3_EXPORTED fmi3Status
fmi3SetClock(fmi3Instance instance, const fmi3ValueReference valueReferences[],
             size_t nValueReferences, const fmi3Clock values[]);

FMI3_EXPORTED fmi3Status fmi3GetNumberOfVariableDependencies(
    fmi3Instance instance, fmi3ValueReference valueReference,
    size_t *nDependencies);
FMI3_EXPORTED fmi3Status fmi3GetVariableDependencies(
    fmi3Instance instance, fmi3ValueReference dependent,
    size_t elementIndicesOfDependent[], fmi3ValueReference independents[],
    size_t elementIndicesOfIndependents[], fmi3DependencyKind dependencyKinds[],
    size_t nDependencies);

FMI3_EXPORTED fmi3Status fmi3GetFMUState(fmi3Instance instance,
                                         fmi3FMUState *FMUState);
FMI3_EXPORTED fmi3Status fmi3SetFMUState(fmi3Instance instance,
                                         fmi3FMUState FMUState);
FMI3_EXPORTED fmi3Status fmi3FreeFMUState(fmi3Instance instance,
                                          fmi3FMUState *FMUState);
FMI3_EXPORTED fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance,
                                                    fmi3FMUState FMUState,
                                                    size_t *size);
FMI3_EXPORTED fmi3Status fmi3SerializeFMUState(fmi3Instance instance,
                                               fmi3FMUState FMUState,
                                               fmi3Byte serializedState[],
                                               size_t size);
FMI3_EXPORTED fmi3Status
fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte serializedState[],
                        size_t size, fmi3FMUState *FMUState);

FMI3_EXPORTED fmi3Status fmi3GetDirectionalDerivative(
    fmi3Instance instance, const fmi3ValueReference unknowns[],
    size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns,
    const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[],
    size_t nSensitivity);
FMI3_EXPORTED fmi3Status fmi3GetAdjointDerivative(
    fmi3Instance instance, const fmi3ValueReference unknowns[],
    size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns,
    const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[],
    size_t nSensitivity);

FMI3_EXPORTED fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance);
FMI3_EXPORTED fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance);

/* --- clocks -------------------------------------------------------------- */

FMI3_EXPORTED fmi3Status fmi3GetIntervalDecimal(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, fmi3Float64 intervals[],
    fmi3IntervalQualifier qualifiers[]);
FMI3_EXPORTED fmi3Status fmi3GetIntervalFraction(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
    fmi3IntervalQualifier qualifiers[]);
FMI3_EXPORTED fmi3Status fmi3GetShiftDecimal(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, fmi3Float64 shifts[]);
FMI3_EXPORTED fmi3Status fmi3GetShiftFraction(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, fmi3UInt64 counters[], fmi3UInt64 resolutions[]);
FMI3_EXPORTED fmi3Status fmi3SetIntervalDecimal(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, const fmi3Float64 intervals[]);
FMI3_EXPORTED fmi3Status fmi3SetIntervalFraction(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, const fmi3UInt64 counters[],
    const fmi3UInt64 resolutions[]);
FMI3_EXPORTED fmi3Status fmi3SetShiftDecimal(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, const fmi3Float64 shifts[]);
FMI3_EXPORTED fmi3Status fmi3SetShiftFraction(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, const fmi3UInt64 counters[],
    const fmi3UInt64 resolutions[]);
FMI3_EXPORTED fmi3Status fmi3ActivateModelPartition(
    fmi3Instance instance, fmi3ValueReference clockReference,
    fmi3Float64 activationTime);

/* --- events -------------------------------------------------------------- */

FMI3_EXPORTED fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance);
FMI3_EXPORTED fmi3Status fmi3UpdateDiscreteStates(
    fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate,
    fmi3Boolean *terminateSimulation,
    fmi3Boolean *nominalsOfContinuousStatesChanged,
    fmi3Boolean *valuesOfContinuousStatesChanged,
    fmi3Boolean *nextEventTimeDefined, fmi3Float64 *nextEventTime);

/* --- Model Exchange ------------------------------------------------------ */

FMI3_EXPORTED fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance);
FMI3_EXPORTED fmi3Status fmi3CompletedIntegratorStep(
    fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
    fmi3Boolean *enterEventMode, fmi3Boolean *terminateSimulation);
FMI3_EXPORTED fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time);
FMI3_EXPORTED fmi3Status fmi3SetContinuousStates(
    fmi3Instance instance, const fmi3Float64 continuousStates[],
    size_t nContinuousStates);
FMI3_EXPORTED fmi3Status fmi3GetContinuousStateDerivatives(
    fmi3Instance instance, fmi3Float64 derivatives[], size_t nContinuousStates);
FMI3_EXPORTED fmi3Status fmi3GetEventIndicators(fmi3Instance instance,
                                                fmi3Float64 eventIndicators[],
                                                size_t nEventIndicators);
FMI3_EXPORTED fmi3Status fmi3GetContinuousStates(fmi3Instance instance,
                                                 fmi3Float64 continuousStates[],
                                                 size_t nContinuousStates);
FMI3_EXPORTED fmi3Status fmi3GetNominalsOfContinuousStates(
    fmi3Instance instance, fmi3Float64 nominals[], size_t nContinuousStates);
FMI3_EXPORTED fmi3Status
fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *nEventIndicators);
FMI3_EXPORTED fmi3Status fmi3GetNumberOfContinuousStates(
    fmi3Instance instance, size_t *nContinuousStates);

/* --- Co-Simulation ------------------------------------------------------- */

FMI3_EXPORTED fmi3Status fmi3EnterStepMode(fmi3Instance instance);
FMI3_EXPORTED fmi3Status fmi3GetOutputDerivatives(
    fmi3Instance instance, const fmi3ValueReference valueReferences[],
    size_t nValueReferences, const fmi3Int32 orders[], fmi3Float64 values[],
    size_t nValues);
FMI3_EXPORTED fmi3Status
fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint,
           fmi3Float64 communicationStepSize,
           fmi3Boolean noSetFMUStatePriorToCurrentPoint,
           fmi3Boolean *eventHandlingNeeded, fmi3Boolean *terminateSimulation,
           fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime);

#endif
