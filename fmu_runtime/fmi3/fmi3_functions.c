/* fmi3_functions.c: the exported calls of FMI 3.0 that all kinds have: the life
 * of an instance and saved states. */
#include "../evaluate/clocks.h"
#include "../events/refresh_values.h"
#include "../integrate/cosimulation.h"
#include "../fmi/arguments.h"
#include "../fmi/exchange.h"
#include "fmi3_layer.h"
#include "fmi3_references.h"
#include "../fmi/life.h"
#include "../fmi/saved_state.h"
#include <math.h>

/* --- version, logging, life ---------------------------------------------- */

const char *fmi3GetVersion(void)
{
  return fmi3Version;
}

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn,
                               size_t nCategories,
                               const fmi3String categories[])
{
  return fmi3_status(
      life_set_logging(instance, loggingOn, nCategories, categories));
}

static void fmi3_write(const Logger *logger, Status status,
                       const char *category, const char *text)
{
  fmi3LogMessageCallback listener = (fmi3LogMessageCallback)logger->listener;
  listener(logger->environment, fmi3_status(status), category, text);
}

static Logger fmi3_logger(fmi3LogMessageCallback listener,
                          fmi3InstanceEnvironment environment, const char *name,
                          bool is_on)
{
  Logger logger = {listener ? fmi3_write : NULL, (void (*)(void))listener,
                   environment, name ? name : "", 0};
  if (is_on) logging_switch(&logger, true, 0, NULL);
  return logger;
}

fmi3Instance fmi3InstantiateModelExchange(
    fmi3String instanceName, fmi3String instantiationToken,
    fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
    fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage)
{
  (void)visible; /* there is nothing to show */
  Logger logger =
      fmi3_logger(logMessage, instanceEnvironment, instanceName, loggingOn);
  return life_begin(MODEL_EXCHANGE, instantiationToken, resourcePath, &logger,
                    fmi3_calls);
}

/* The importer's callback at a point that the solver has reached: whether the
 * step is to return there. */
static bool tell_intermediate(Instance *inst)
{
  fmi3IntermediateUpdateCallback tell =
      (fmi3IntermediateUpdateCallback)inst->intermediate_listener;
  fmi3Boolean returns = fmi3False;
  fmi3Float64 when = instance_time(inst);
  tell(inst->logger.environment, when, inst->sets_intermediate, fmi3True,
       fmi3True, inst->may_return_early, &returns, &when);
  return returns && inst->may_return_early;
}

/* FMI 3.0, section 2.3.1: who has clocks needs event mode. */
static void warn_of_silent_clocks(Instance *inst)
{
  for (int k = 0; k < inst->model->n_clocks; k++) {
    if (!clocks_is_input(inst, k)) continue;
    logging_write(
        &inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
        "fmi3InstantiateCoSimulation: eventModeUsed is false, so that "
        "the input clocks of this FMU will never tick");
    return;
  }
}

/* All variables can be read in between; those of the list that are inputs can
 * be set, too. False: the list has a variable that there is not. */
static bool fmi3_take_intermediate(Instance *inst,
                                   const fmi3ValueReference *reference,
                                   size_t n)
{
  for (size_t k = 0; k < n; k++) {
    int real = references_first_real(inst->model, reference[k]);
    if (real >= 0 && inst->model->real_kind[real] == VARIABLE_INPUT)
      inst->sets_intermediate = true;
    if (references_exist(inst->model, reference[k])) continue;
    instance_error(inst,
                   "fmi3InstantiateCoSimulation: requiredIntermediateVariables "
                   "has the value reference %u, which no variable has",
                   reference[k]);
    return false;
  }
  return true;
}

fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String instanceName, fmi3String instantiationToken,
    fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
    fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
    const fmi3ValueReference requiredIntermediateVariables[],
    size_t nRequiredIntermediateVariables,
    fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage,
    fmi3IntermediateUpdateCallback intermediateUpdate)
{
  (void)visible;
  Logger logger =
      fmi3_logger(logMessage, instanceEnvironment, instanceName, loggingOn);
  Instance *inst = life_begin(CO_SIMULATION, instantiationToken, resourcePath,
                              &logger, fmi3_calls);
  if (!inst) return NULL;
  inst->has_event_mode = eventModeUsed;
  if (!eventModeUsed) warn_of_silent_clocks(inst);
  inst->may_return_early = earlyReturnAllowed;
  if (requiredIntermediateVariables &&
      !fmi3_take_intermediate(inst, requiredIntermediateVariables,
                              nRequiredIntermediateVariables)) {
    instance_free(inst);
    return NULL;
  }
  if (intermediateUpdate) {
    inst->intermediate = tell_intermediate;
    inst->intermediate_listener = (void (*)(void))intermediateUpdate;
  }
  return inst;
}

/* Section 5.1.2: one model partition alone is never preempted by another. */
static bool has_partitions(const Instance *inst)
{
  int n = 0;
  for (int k = 0; k < inst->model->n_clocks; k++) n += clocks_is_input(inst, k);
  return n > 1;
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String instanceName, fmi3String instantiationToken,
    fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
    fmi3InstanceEnvironment instanceEnvironment,
    fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback clockUpdate,
    fmi3LockPreemptionCallback lockPreemption,
    fmi3UnlockPreemptionCallback unlockPreemption)
{
  (void)visible;
  Logger logger =
      fmi3_logger(logMessage, instanceEnvironment, instanceName, loggingOn);
  Instance *inst = life_begin(SCHEDULED_EXECUTION, instantiationToken,
                              resourcePath, &logger, fmi3_calls);
  if (!inst) return NULL;
  inst->clock_listener = (void (*)(void))clockUpdate;
  if (!has_partitions(inst) || !lockPreemption || !unlockPreemption)
    return inst;
  inst->lock_preemption = lockPreemption;
  inst->unlock_preemption = unlockPreemption;
  return inst;
}

void fmi3FreeInstance(fmi3Instance instance)
{
  instance_free(instance);
}

/* --- initialization and end ---------------------------------------------- */

fmi3Status
fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean toleranceDefined,
                            fmi3Float64 tolerance, fmi3Float64 startTime,
                            fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)
{
  Status status = life_set_up(instance, toleranceDefined, tolerance, startTime,
                              stopTimeDefined, stopTime);
  if (status != STATUS_OK) return fmi3_status(status);
  return fmi3_status(life_enter_initialization(instance));
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
  return fmi3_status(life_exit_initialization(instance));
}

fmi3Status fmi3Terminate(fmi3Instance instance)
{
  if (!fmi3_enter(instance, CALL_TERMINATE)) return fmi3Error;
  return fmi3_status(life_terminate(instance));
}

fmi3Status fmi3Reset(fmi3Instance instance)
{
  if (!fmi3_enter(instance, CALL_RESET)) return fmi3Error;
  return fmi3_status(life_reset(instance));
}

/* --- events -------------------------------------------------------------- */

fmi3Status fmi3EnterEventMode(fmi3Instance instance)
{
  Instance *inst = fmi3_enter(instance, CALL_ENTER_EVENT_MODE);
  if (!inst) return fmi3Error;
  if (inst->type == MODEL_EXCHANGE)
    return fmi3_status(exchange_enter_event_mode(inst));
  if (!inst->has_event_mode) {
    return fmi3_refuse(inst, "fmi3EnterEventMode",
                       "the instance was made with eventModeUsed = false");
  }
  return fmi3_status(cosimulation_enter_event(inst));
}

/* Values are computed when somebody asks for them. */
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance)
{
  Instance *inst = fmi3_enter(instance, CALL_EVALUATE_DISCRETE_STATES);
  if (!inst) return fmi3Error;
  if (refresh_values(inst)) return fmi3OK;
  return fmi3_status(
      evaluation_failed(inst, CALL_EVALUATE_DISCRETE_STATES, false));
}

static Status update_event(Instance *inst, EventOutcome *outcome)
{
  if (inst->type == MODEL_EXCHANGE || !outcome)
    return exchange_update_discrete_states(inst, outcome);
  Status status = cosimulation_settle_event(inst);
  clocks_update(inst);
  outcome->states_changed = inst->states_changed;
  outcome->ends = inst->ends;
  outcome->next_event = inst->next_event;
  return status;
}

fmi3Status fmi3UpdateDiscreteStates(
    fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate,
    fmi3Boolean *terminateSimulation,
    fmi3Boolean *nominalsOfContinuousStatesChanged,
    fmi3Boolean *valuesOfContinuousStatesChanged,
    fmi3Boolean *nextEventTimeDefined, fmi3Float64 *nextEventTime)
{
  EventOutcome outcome = {.next_event = HUGE_VAL};
  bool has_arguments = discreteStatesNeedUpdate && terminateSimulation &&
                       nominalsOfContinuousStatesChanged &&
                       valuesOfContinuousStatesChanged &&
                       nextEventTimeDefined && nextEventTime;
  Instance *inst = fmi3_enter(instance, CALL_NEW_DISCRETE_STATES);
  if (!inst) return fmi3Error;
  Status status = update_event(inst, has_arguments ? &outcome : NULL);
  if (!has_arguments || status != STATUS_OK) return fmi3_status(status);
  *discreteStatesNeedUpdate = fmi3False;
  *terminateSimulation = outcome.ends;
  *nominalsOfContinuousStatesChanged = outcome.nominals_changed;
  *valuesOfContinuousStatesChanged = outcome.states_changed;
  *nextEventTimeDefined = outcome.next_event < HUGE_VAL;
  if (*nextEventTimeDefined) *nextEventTime = outcome.next_event;
  return fmi3OK;
}

/* --- saved states -------------------------------------------------------- */

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *FMUState)
{
  Instance *inst = fmi3_enter(instance, CALL_GET_FMU_STATE);
  return inst ? fmi3_status(saved_state_get(inst, FMUState)) : fmi3Error;
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState)
{
  Instance *inst = fmi3_enter(instance, CALL_SET_FMU_STATE);
  return inst ? fmi3_status(saved_state_set(inst, FMUState)) : fmi3Error;
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *FMUState)
{
  Instance *inst = fmi3_enter(instance, CALL_FREE_FMU_STATE);
  return inst ? fmi3_status(saved_state_free(inst, FMUState)) : fmi3Error;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance,
                                      fmi3FMUState FMUState, size_t *size)
{
  Instance *inst = fmi3_enter(instance, CALL_SERIALIZED_FMU_STATE_SIZE);
  if (!inst) return fmi3Error;
  return fmi3_status(saved_state_size(inst, FMUState, size));
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState FMUState,
                                 fmi3Byte serializedState[], size_t size)
{
  Instance *inst = fmi3_enter(instance, CALL_SERIALIZE_FMU_STATE);
  if (!inst) return fmi3Error;
  return fmi3_status(
      saved_state_serialize(inst, FMUState, (char *)serializedState, size));
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance,
                                   const fmi3Byte serializedState[],
                                   size_t size, fmi3FMUState *FMUState)
{
  Instance *inst = fmi3_enter(instance, CALL_DESERIALIZE_FMU_STATE);
  if (!inst) return fmi3Error;
  return fmi3_status(saved_state_deserialize(
      inst, (const char *)serializedState, size, FMUState));
}
