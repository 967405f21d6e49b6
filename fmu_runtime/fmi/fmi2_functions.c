/* fmi2_functions.c: the exported calls of both kinds for the life of an
 * instance. Like its neighbours fmi2_*.c each call checks mode and arguments,
 * stores or delegates, and marks what is stale. No computation lives here. */
#include "../core/instance.h"
#include "../core/thresholds.h"
#include "../evaluate/assertions.h"
#include "../evaluate/bounds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/finite.h"
#include "../events/events.h"
#include "../events/initialize.h"
#include "../events/refresh_values.h"
#include "../events/start_changes.h"
#include "../resource.h"
#include "../states/nominal_watch.h"
#include "../states/scale.h"
#include "mechanisms.h"
#include "saved_state.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* --- platform, logging, life --------------------------------------------- */

const char *fmi2GetTypesPlatform(void)
{
  return fmi2TypesPlatform;
}

const char *fmi2GetVersion(void)
{
  return fmi2Version;
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn,
                               size_t nCategories,
                               const fmi2String categories[])
{
  Instance *inst = instance_enter(c, CALL_SET_DEBUG_LOGGING);
  if (!inst) return fmi2Error;
  if (nCategories > 0 && !categories) {
    return instance_error(inst, "fmi2SetDebugLogging: no categories given");
  }
  size_t k = logging_switch(&inst->logger, loggingOn != fmi2False, nCategories,
                            categories);
  if (k == nCategories) return fmi2OK;
  return instance_error(inst, "fmi2SetDebugLogging: unknown category %s",
                        categories[k] ? categories[k] : "NULL");
}

/* Why no instance can be made, NULL: none of the arguments is at fault. */
static const char *instantiation_fault(fmi2Type type, fmi2String guid)
{
  if (foucault_model.contract != FOUCAULT_MODEL_CONTRACT) {
    return "model and runtime are of different versions";
  }
  if (type != fmi2ModelExchange && type != fmi2CoSimulation) {
    return "unknown FMU type";
  }
  if (type == fmi2CoSimulation && !foucault_model.integrator) {
    return "this FMU is for Model Exchange only";
  }
  if (!guid || strcmp(guid, foucault_model.guid) != 0) {
    return "the GUID is not that of this FMU: modelDescription.xml and binary "
           "do not belong together";
  }
  return NULL;
}

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType,
                              fmi2String fmuGUID,
                              fmi2String fmuResourceLocation,
                              const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible, fmi2Boolean loggingOn)
{
  (void)visible; /* there is nothing to show */
  Logger logger = {NULL, NULL, instanceName ? instanceName : "", 0};
  if (functions) {
    logger.write = functions->logger;
    logger.environment = functions->componentEnvironment;
  }
  if (loggingOn) logging_switch(&logger, true, 0, NULL);

  const char *fault = instantiation_fault(fmuType, fmuGUID);
  Instance *inst = NULL;
  if (!fault) {
    inst = instance_create(&foucault_model, fmuType, &logger,
                           foucault_model.integrator, &runtime_mechanisms);
    if (!inst || !resource_set_folder(inst, fmuResourceLocation)) {
      instance_free(inst);
      inst = NULL;
      fault = "not enough memory";
    }
  }
  if (fault) {
    logging_write(&logger, fmi2Error, LOG_STATUS_ERROR, "fmi2Instantiate: %s",
                  fault);
  }
  return inst;
}

void fmi2FreeInstance(fmi2Component c)
{
  instance_free(c);
}

/* --- initialization and end ---------------------------------------------- */

/* A tolerance that is coarser than the model's own would make its results worse
 * than its author has tested: some importers give one unasked. */
static double tolerance_to_use(Instance *inst, bool is_given, double given)
{
  double own = inst->model->tolerance;
  if (!is_given || inst->tolerance_is_set) return own;
  if (given <= own * (1 + TOLERANCE_ROUNDING)) return given;
  logging_write(&inst->logger, fmi2Warning, LOG_STATUS_WARNING,
                "fmi2SetupExperiment: the tolerance %g is coarser than that of "
                "the model and not taken: %g is",
                given, own);
  return own;
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined,
                               fmi2Real tolerance, fmi2Real startTime,
                               fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
  Instance *inst = instance_enter(c, CALL_SETUP_EXPERIMENT);
  if (!inst) return fmi2Error;
  if (toleranceDefined && !(tolerance > 0 && isfinite(tolerance))) {
    return instance_error(inst,
                          "fmi2SetupExperiment: the tolerance %g is not "
                          "positive",
                          tolerance);
  }
  if (toleranceDefined && tolerance < TOLERANCE_LEAST) {
    return instance_error(inst,
                          "fmi2SetupExperiment: the tolerance %g is below all "
                          "that numbers can show",
                          tolerance);
  }
  if (!isfinite(startTime)) {
    return instance_error(inst, "fmi2SetupExperiment: the start time is not "
                                "a finite number");
  }
  if (stopTimeDefined && !(stopTime >= startTime)) {
    return instance_error(inst,
                          "fmi2SetupExperiment: the stop time %.17g is "
                          "before the start time %.17g",
                          stopTime, startTime);
  }
  double span = stopTimeDefined ? fmin(stopTime - startTime, 1) : 1;
  if (span > 0 && DBL_EPSILON * fabs(startTime) > CLOCK_COARSE * span) {
    return instance_error(inst,
                          "fmi2SetupExperiment: at the start time %g times "
                          "are %.2g s apart, which is too coarse for this "
                          "run; let it begin nearer to zero",
                          startTime, DBL_EPSILON * fabs(startTime));
  }
  double taken = tolerance_to_use(inst, toleranceDefined, tolerance);
  if (!inst->tolerance_is_set) inst->tolerance = taken;
  inst->start_time = startTime;
  inst->has_stop_time = stopTimeDefined && isfinite(stopTime);
  inst->stop_time = inst->has_stop_time ? stopTime : 0;
  inst->communication_time = startTime;
  inst->values.real[0] = startTime;
  inst->stale |= STALE_INITIAL;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_ENTER_INITIALIZATION_MODE);
  if (!inst) return fmi2Error;
  inst->mode = MODE_INITIALIZATION;
  inst->stale |= STALE_INITIAL;
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_EXIT_INITIALIZATION_MODE);
  if (!inst) return fmi2Error;
  bool is_fresh = refresh_values(inst);
  bounds_look_at_parameters(inst);
  if (!is_fresh) {
    return instance_fail(inst, "fmi2ExitInitializationMode: no consistent "
                               "initial values found");
  }
  inst->ends = false; /* the call may be repeated, with other values */
  if (!assertions_hold(inst, true) || !finite_check(inst, true)) {
    return instance_fail(inst, "fmi2ExitInitializationMode");
  }
  start_changes_log(inst);
  scale_begin(inst);
  scale_report(inst);
  if (!initialize_finish(inst)) {
    return instance_fail(inst, "fmi2ExitInitializationMode");
  }
  if (inst->type == fmi2ModelExchange) {
    inst->mode = MODE_EVENT;
    return fmi2OK;
  }
  inst->mode = MODE_STEP_COMPLETE;
  if (!refresh_values(inst) || !finite_check(inst, false)) {
    return instance_fail(inst, "fmi2ExitInitializationMode: the model cannot "
                               "be evaluated at the initial values");
  }
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_TERMINATE);
  if (!inst) return fmi2Error;
  if (inst->mode != MODE_ERROR && !events_at_end(inst)) {
    instance_fail(inst, "fmi2Terminate");
  }
  nominal_watch_report(inst);
  instance_log_statistics(inst);
  if (inst->mode != MODE_ERROR) inst->mode = MODE_TERMINATED;
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_RESET);
  if (!inst) return fmi2Error;
  instance_reset(inst);
  return fmi2OK;
}

/* --- saved states -------------------------------------------------------- */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
  Instance *inst = instance_enter(c, CALL_GET_FMU_STATE);
  return inst ? saved_state_get(inst, FMUstate) : fmi2Error;
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate)
{
  Instance *inst = instance_enter(c, CALL_SET_FMU_STATE);
  return inst ? saved_state_set(inst, FMUstate) : fmi2Error;
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
  Instance *inst = instance_enter(c, CALL_FREE_FMU_STATE);
  return inst ? saved_state_free(inst, FMUstate) : fmi2Error;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate,
                                      size_t *size)
{
  Instance *inst = instance_enter(c, CALL_SERIALIZED_FMU_STATE_SIZE);
  return inst ? saved_state_size(inst, FMUstate, size) : fmi2Error;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate,
                                 fmi2Byte serializedState[], size_t size)
{
  Instance *inst = instance_enter(c, CALL_SERIALIZE_FMU_STATE);
  return inst ? saved_state_serialize(inst, FMUstate, serializedState, size)
              : fmi2Error;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c,
                                   const fmi2Byte serializedState[],
                                   size_t size, fmi2FMUstate *FMUstate)
{
  Instance *inst = instance_enter(c, CALL_DESERIALIZE_FMU_STATE);
  return inst ? saved_state_deserialize(inst, serializedState, size, FMUstate)
              : fmi2Error;
}
