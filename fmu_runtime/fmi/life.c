/* life.c: see life.h. Each function checks mode and arguments, stores or
 * delegates, and marks what is stale. No computation lives here. */
#include "life.h"
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
#include "../states/crossing_note.h"
#include "../states/nominal_watch.h"
#include "../states/scale.h"
#include "mechanisms.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* --- logging, life ------------------------------------------------------- */

Status life_set_logging(void *c, bool on, size_t n,
                        const char *const categories[])
{
  Instance *inst = instance_enter(c, CALL_SET_DEBUG_LOGGING);
  if (!inst) return STATUS_ERROR;
  if (n > 0 && !categories) {
    return instance_refuse(inst, CALL_SET_DEBUG_LOGGING, "no categories given");
  }
  size_t k = logging_switch(&inst->logger, on, n, categories);
  if (k == n) return STATUS_OK;
  return instance_refuse(inst, CALL_SET_DEBUG_LOGGING, "unknown category %s",
                         categories[k] ? categories[k] : "NULL");
}

/* Why no instance can be made, NULL: none of the arguments is at fault. */
static const char *instantiation_fault(InstanceType type, const char *token)
{
  if (foucault_model.contract != FOUCAULT_MODEL_CONTRACT) {
    return "model and runtime are of different versions";
  }
  if ((unsigned)type > SCHEDULED_EXECUTION) {
    return "the kind of FMU that is asked for does not exist";
  }
  if (type == SCHEDULED_EXECUTION && !foucault_model.is_scheduled) {
    return "this FMU is not for Scheduled Execution";
  }
  if (type != SCHEDULED_EXECUTION && foucault_model.is_scheduled) {
    return "this FMU is for Scheduled Execution only";
  }
  if (type == CO_SIMULATION && !foucault_model.integrator) {
    return "this FMU is for Model Exchange only";
  }
  if (!token || strcmp(token, foucault_model.guid) != 0) {
    return "the GUID is not that of this FMU: modelDescription.xml and binary "
           "do not belong together";
  }
  return NULL;
}

Instance *life_begin(InstanceType type, const char *token,
                     const char *resources, const Logger *logger,
                     const CallRow *calls)
{
  const char *fault = instantiation_fault(type, token);
  Instance *inst = NULL;
  if (!fault) {
    inst =
        instance_create(&foucault_model, type, logger,
                        foucault_model.integrator, &runtime_mechanisms, calls);
    if (!inst || !resource_set_folder(inst, resources)) {
      instance_free(inst);
      inst = NULL;
      fault = "not enough memory";
    }
  }
  if (fault) {
    logging_write(logger, STATUS_ERROR, LOG_STATUS_ERROR, "%s: %s",
                  calls[CALL_INSTANTIATE].name, fault);
  }
  return inst;
}

/* --- initialization and end ---------------------------------------------- */

/* A tolerance that is coarser than the model's own would make its results worse
 * than its author has tested: some importers give one unasked. */
static double tolerance_to_use(Instance *inst, bool is_given, double given)
{
  double own = inst->model->tolerance;
  if (!is_given || inst->tolerance_is_set) return own;
  if (given <= own * (1 + TOLERANCE_ROUNDING)) return given;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "%s: the tolerance %g is coarser than that of "
                "the model and not taken: %g is",
                instance_call_name(inst, CALL_SETUP_EXPERIMENT), given, own);
  return own;
}

Status life_set_up(void *c, bool toleranceDefined, double tolerance,
                   double startTime, bool stopTimeDefined, double stopTime)
{
  Call call = CALL_SETUP_EXPERIMENT;
  Instance *inst = instance_enter(c, call);
  if (!inst) return STATUS_ERROR;
  if (toleranceDefined && !(tolerance > 0 && isfinite(tolerance))) {
    return instance_refuse(inst, call,
                           "the tolerance %g is not "
                           "positive",
                           tolerance);
  }
  if (toleranceDefined && tolerance < TOLERANCE_LEAST) {
    return instance_refuse(inst, call,
                           "the tolerance %g is below all "
                           "that numbers can show",
                           tolerance);
  }
  if (!isfinite(startTime)) {
    return instance_refuse(inst, call,
                           "the start time is not "
                           "a finite number");
  }
  if (stopTimeDefined && !(stopTime >= startTime)) {
    return instance_refuse(inst, call,
                           "the stop time %.17g is "
                           "before the start time %.17g",
                           stopTime, startTime);
  }
  double span = stopTimeDefined ? fmin(stopTime - startTime, 1) : 1;
  if (span > 0 && DBL_EPSILON * fabs(startTime) > CLOCK_COARSE * span) {
    return instance_refuse(inst, call,
                           "at the start time %g times "
                           "are %.2g s apart, which is too coarse for this "
                           "run; let it begin nearer to zero",
                           startTime, DBL_EPSILON * fabs(startTime));
  }
  double taken = tolerance_to_use(inst, toleranceDefined, tolerance);
  if (!inst->tolerance_is_set) instance_set_tolerance(inst, taken);
  inst->start_time = startTime;
  inst->has_stop_time = stopTimeDefined && isfinite(stopTime);
  inst->stop_time = inst->has_stop_time ? stopTime : 0;
  inst->communication_time = startTime;
  inst->values.real[0] = startTime;
  inst->stale |= STALE_INITIAL;
  return STATUS_OK;
}

Status life_enter_initialization(void *c)
{
  Instance *inst = instance_enter(c, CALL_ENTER_INITIALIZATION_MODE);
  if (!inst) return STATUS_ERROR;
  inst->mode = MODE_INITIALIZATION;
  inst->stale |= STALE_INITIAL;
  return STATUS_OK;
}

Status life_exit_initialization(void *c)
{
  Call call = CALL_EXIT_INITIALIZATION_MODE;
  Instance *inst = instance_enter(c, call);
  if (!inst) return STATUS_ERROR;
  bool is_fresh = refresh_values(inst);
  bounds_look_at_parameters(inst);
  if (!is_fresh) {
    return instance_fail(inst, "%s: no consistent initial values found",
                         instance_call_name(inst, call));
  }
  inst->ends = false; /* the call may be repeated, with other values */
  if (!assertions_hold(inst, true) || !finite_check(inst, true)) {
    return instance_fail(inst, "%s", instance_call_name(inst, call));
  }
  start_changes_log(inst);
  scale_begin(inst);
  scale_report(inst);
  if (!initialize_finish(inst)) {
    return instance_fail(inst, "%s", instance_call_name(inst, call));
  }
  if (inst->type == MODEL_EXCHANGE) {
    inst->mode = MODE_EVENT;
    return STATUS_OK;
  }
  inst->mode = inst->has_event_mode ? MODE_EVENT : MODE_STEP_COMPLETE;
  if (inst->type == SCHEDULED_EXECUTION) inst->mode = MODE_CLOCK_ACTIVATION;
  if (!refresh_values(inst) || !finite_check(inst, false)) {
    return instance_fail(
        inst, "%s: the model cannot be evaluated at the initial values",
        instance_call_name(inst, call));
  }
  return STATUS_OK;
}

Status life_terminate(void *c)
{
  Instance *inst = instance_enter(c, CALL_TERMINATE);
  if (!inst) return STATUS_ERROR;
  if (inst->mode != MODE_ERROR && !events_at_end(inst)) {
    instance_fail(inst, "%s", instance_call_name(inst, CALL_TERMINATE));
  }
  nominal_watch_report(inst);
  crossing_note_end(inst);
  instance_log_statistics(inst);
  if (inst->mode != MODE_ERROR) inst->mode = MODE_TERMINATED;
  return STATUS_OK;
}

Status life_reset(void *c)
{
  Instance *inst = instance_enter(c, CALL_RESET);
  if (!inst) return STATUS_ERROR;
  instance_reset(inst);
  return STATUS_OK;
}
