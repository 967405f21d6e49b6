/* headers_match_types.c: the types of fmu_runtime/fmi2.h against the official
 * ones. Ours are read under other names; compiled (C11) with -I<folder of the
 * official headers>, it is enough that it compiles. */
#include <stddef.h>

/* clang-format off */
#define fmi2Component              our_Component
#define fmi2ComponentEnvironment   our_ComponentEnvironment
#define fmi2FMUstate               our_FMUstate
#define fmi2ValueReference         our_ValueReference
#define fmi2Real                   our_Real
#define fmi2Integer                our_Integer
#define fmi2Boolean                our_Boolean
#define fmi2Char                   our_Char
#define fmi2String                 our_String
#define fmi2Byte                   our_Byte
#define fmi2Status                 our_Status
#define fmi2OK                     our_OK
#define fmi2Warning                our_Warning
#define fmi2Discard                our_Discard
#define fmi2Error                  our_Error
#define fmi2Fatal                  our_Fatal
#define fmi2Pending                our_Pending
#define fmi2Type                   our_Type
#define fmi2ModelExchange          our_ModelExchange
#define fmi2CoSimulation           our_CoSimulation
#define fmi2StatusKind             our_StatusKind
#define fmi2DoStepStatus           our_DoStepStatus
#define fmi2PendingStatus          our_PendingStatus
#define fmi2LastSuccessfulTime     our_LastSuccessfulTime
#define fmi2Terminated             our_Terminated
#define fmi2CallbackLogger         our_CallbackLogger
#define fmi2CallbackAllocateMemory our_CallbackAllocateMemory
#define fmi2CallbackFreeMemory     our_CallbackFreeMemory
#define fmi2StepFinished           our_StepFinished
#define fmi2CallbackFunctions      our_CallbackFunctions
#define fmi2EventInfo              our_EventInfo

#include "fmi2.h"

#undef fmi2Component
#undef fmi2ComponentEnvironment
#undef fmi2FMUstate
#undef fmi2ValueReference
#undef fmi2Real
#undef fmi2Integer
#undef fmi2Boolean
#undef fmi2Char
#undef fmi2String
#undef fmi2Byte
#undef fmi2Status
#undef fmi2OK
#undef fmi2Warning
#undef fmi2Discard
#undef fmi2Error
#undef fmi2Fatal
#undef fmi2Pending
#undef fmi2Type
#undef fmi2ModelExchange
#undef fmi2CoSimulation
#undef fmi2StatusKind
#undef fmi2DoStepStatus
#undef fmi2PendingStatus
#undef fmi2LastSuccessfulTime
#undef fmi2Terminated
#undef fmi2CallbackLogger
#undef fmi2CallbackAllocateMemory
#undef fmi2CallbackFreeMemory
#undef fmi2StepFinished
#undef fmi2CallbackFunctions
#undef fmi2EventInfo
/* clang-format on */

#include "fmi2FunctionTypes.h"

/* _Generic distinguishes types that only convert into each other. */
#define SAME_TYPE(name)                                                        \
  _Static_assert(_Generic((our_##name *)0, fmi2##name * : 1, default : 0),     \
                 #name)

SAME_TYPE(Component);
SAME_TYPE(ComponentEnvironment);
SAME_TYPE(FMUstate);
SAME_TYPE(ValueReference);
SAME_TYPE(Real);
SAME_TYPE(Integer);
SAME_TYPE(Boolean);
SAME_TYPE(Char);
SAME_TYPE(String);
SAME_TYPE(Byte);
SAME_TYPE(CallbackAllocateMemory);
SAME_TYPE(CallbackFreeMemory);

#define SAME_VALUE(name)                                                       \
  _Static_assert((int)our_##name == (int)fmi2##name, #name)

SAME_VALUE(OK);
SAME_VALUE(Warning);
SAME_VALUE(Discard);
SAME_VALUE(Error);
SAME_VALUE(Fatal);
SAME_VALUE(Pending);
SAME_VALUE(ModelExchange);
SAME_VALUE(CoSimulation);
SAME_VALUE(DoStepStatus);
SAME_VALUE(PendingStatus);
SAME_VALUE(LastSuccessfulTime);
SAME_VALUE(Terminated);

/* Two enumerations are two types to C, but the same number of bytes; so the
 * callbacks that take a status are spelled out with the official types. */
_Static_assert(sizeof(our_Status) == sizeof(fmi2Status), "Status");
_Static_assert(sizeof(our_Type) == sizeof(fmi2Type), "Type");
_Static_assert(sizeof(our_StatusKind) == sizeof(fmi2StatusKind), "StatusKind");
typedef void (*LoggerWithOurStatus)(fmi2ComponentEnvironment, fmi2String,
                                    our_Status, fmi2String, fmi2String, ...);
typedef void (*StepFinishedWithOurStatus)(fmi2ComponentEnvironment, our_Status);
typedef void (*LoggerWithOfficialStatus)(fmi2ComponentEnvironment, fmi2String,
                                         fmi2Status, fmi2String, fmi2String,
                                         ...);
typedef void (*StepFinishedWithOfficialStatus)(fmi2ComponentEnvironment,
                                               fmi2Status);
#define IS(type, name)                                                         \
  _Static_assert(_Generic((name *)0, type * : 1, default : 0), #name)
IS(LoggerWithOurStatus, our_CallbackLogger);
IS(LoggerWithOfficialStatus, fmi2CallbackLogger);
IS(StepFinishedWithOurStatus, our_StepFinished);
IS(StepFinishedWithOfficialStatus, fmi2StepFinished);

#define SAME_FIELD(structure, field)                                           \
  _Static_assert(offsetof(our_##structure, field) ==                           \
                         offsetof(fmi2##structure, field) &&                   \
                     sizeof(((our_##structure *)0)->field) ==                  \
                         sizeof(((fmi2##structure *)0)->field),                \
                 #structure "." #field)
#define FIELD_IS(structure, field, type)                                       \
  _Static_assert(_Generic(&((structure *)0)->field, type * : 1, default : 0),  \
                 #field)

_Static_assert(sizeof(our_CallbackFunctions) == sizeof(fmi2CallbackFunctions),
               "CallbackFunctions");
SAME_FIELD(CallbackFunctions, logger);
SAME_FIELD(CallbackFunctions, allocateMemory);
SAME_FIELD(CallbackFunctions, freeMemory);
SAME_FIELD(CallbackFunctions, stepFinished);
SAME_FIELD(CallbackFunctions, componentEnvironment);
FIELD_IS(our_CallbackFunctions, logger, our_CallbackLogger);
FIELD_IS(our_CallbackFunctions, stepFinished, our_StepFinished);
FIELD_IS(our_CallbackFunctions, allocateMemory, fmi2CallbackAllocateMemory);
FIELD_IS(our_CallbackFunctions, freeMemory, fmi2CallbackFreeMemory);
FIELD_IS(our_CallbackFunctions, componentEnvironment, fmi2ComponentEnvironment);

_Static_assert(sizeof(our_EventInfo) == sizeof(fmi2EventInfo), "EventInfo");
SAME_FIELD(EventInfo, newDiscreteStatesNeeded);
SAME_FIELD(EventInfo, terminateSimulation);
SAME_FIELD(EventInfo, nominalsOfContinuousStatesChanged);
SAME_FIELD(EventInfo, valuesOfContinuousStatesChanged);
SAME_FIELD(EventInfo, nextEventTimeDefined);
SAME_FIELD(EventInfo, nextEventTime);
FIELD_IS(our_EventInfo, newDiscreteStatesNeeded, fmi2Boolean);
FIELD_IS(our_EventInfo, terminateSimulation, fmi2Boolean);
FIELD_IS(our_EventInfo, nominalsOfContinuousStatesChanged, fmi2Boolean);
FIELD_IS(our_EventInfo, valuesOfContinuousStatesChanged, fmi2Boolean);
FIELD_IS(our_EventInfo, nextEventTimeDefined, fmi2Boolean);
FIELD_IS(our_EventInfo, nextEventTime, fmi2Real);
