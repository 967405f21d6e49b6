/* fmi2_functions.c: the exported FMI calls. Each checks mode and arguments,
 * stores or delegates, and marks what is stale. No computation lives here. */
#include "assertions.h"
#include "cosimulation.h"
#include "dummy_branch.h"
#include "dummy_pivot.h"
#include "evaluate.h"
#include "events.h"
#include "initialize.h"
#include "input_motion.h"
#include "instance.h"
#include "integrator_cvode.h"
#include "saved_state.h"
#include "tangent.h"
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
  (void)fmuResourceLocation; /* no resources are read */
  (void)visible;             /* there is nothing to show */
  Logger logger = {NULL, NULL, instanceName ? instanceName : "", 0};
  if (functions) {
    logger.write = functions->logger;
    logger.environment = functions->componentEnvironment;
  }
  if (loggingOn) logging_switch(&logger, true, 0, NULL);

  const char *fault = instantiation_fault(fmuType, fmuGUID);
  Instance *inst = NULL;
  if (!fault) {
    inst =
        instance_create(&foucault_model, fmuType, &logger, &integrator_cvode);
    if (!inst) fault = "not enough memory";
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
  inst->tolerance = toleranceDefined ? tolerance : inst->model->tolerance;
  inst->start_time = startTime;
  inst->has_stop_time = stopTimeDefined != fmi2False;
  inst->stop_time = stopTimeDefined ? stopTime : 0;
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
  if (!evaluate_values(inst)) {
    return instance_fail(inst, "fmi2ExitInitializationMode: no consistent "
                               "initial values found");
  }
  if (!assertions_hold(inst, true)) {
    return instance_fail(inst, "fmi2ExitInitializationMode");
  }
  inst->values.initial = 0;
  inst->stale = STALE_RELATIONS | STALE_VALUES;
  if (inst->type == fmi2ModelExchange) {
    inst->mode = MODE_EVENT;
    return fmi2OK;
  }
  inst->mode = MODE_STEP_COMPLETE;
  if (!evaluate_values(inst)) {
    return instance_fail(inst, "fmi2ExitInitializationMode: the model cannot "
                               "be evaluated at the initial values");
  }
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_TERMINATE);
  if (!inst) return fmi2Error;
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

/* --- getting values ------------------------------------------------------ */

/* References in range and arrays present, else false (logged). */
static bool references_are_valid(Instance *inst, Call call,
                                 const fmi2ValueReference vr[], size_t nvr,
                                 const void *value, int n)
{
  const char *name = fmi2_modes_call_name(call);
  if (nvr == 0) return true;
  if (!vr || !value) {
    instance_error(inst, "%s: an array is missing", name);
    return false;
  }
  for (size_t k = 0; k < nvr; k++) {
    if (vr[k] < (unsigned)n) continue;
    instance_error(inst, "%s: there is no value reference %u", name, vr[k]);
    return false;
  }
  return true;
}

/* A failed evaluation: in Continuous-Time Mode the importer may go on with a
 * smaller step, elsewhere there is no other point to try. */
static fmi2Status evaluation_failed(Instance *inst, Call call, bool can_retry)
{
  const char *name = fmi2_modes_call_name(call);
  if (!can_retry || inst->mode != MODE_CONTINUOUS) {
    return instance_fail(inst, "%s: the model cannot be evaluated", name);
  }
  logging_write(&inst->logger, fmi2Discard, LOG_STATUS_DISCARD, "%s: %s", name,
                inst->reason);
  return fmi2Discard;
}

/* A variable that holds what was stored, without computation. */
static bool is_stored(unsigned char kind)
{
  return kind == VARIABLE_TIME || kind == VARIABLE_CONSTANT ||
         kind == VARIABLE_PARAMETER || kind == VARIABLE_INPUT;
}

/* Brings the values up to date if one of those asked for is computed. */
static fmi2Status refresh(Instance *inst, Call call,
                          const fmi2ValueReference vr[], size_t nvr,
                          const unsigned char *kind)
{
  size_t k = 0;
  while (k < nvr && is_stored(kind[vr[k]])) {
    k++;
  }
  if (k == nvr || evaluate_values(inst)) return fmi2OK;
  return evaluation_failed(inst, call, call == CALL_GET_REAL);
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[],
                       size_t nvr, fmi2Real value[])
{
  Instance *inst = instance_enter(c, CALL_GET_REAL);
  if (!inst || !references_are_valid(inst, CALL_GET_REAL, vr, nvr, value,
                                     inst->model->n_real)) {
    return fmi2Error;
  }
  fmi2Status status =
      refresh(inst, CALL_GET_REAL, vr, nvr, inst->model->real_kind);
  if (status != fmi2OK) return status;
  for (size_t k = 0; k < nvr; k++) {
    value[k] = inst->values.real[vr[k]];
  }
  return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[],
                          size_t nvr, fmi2Integer value[])
{
  Instance *inst = instance_enter(c, CALL_GET_INTEGER);
  if (!inst || !references_are_valid(inst, CALL_GET_INTEGER, vr, nvr, value,
                                     inst->model->n_integer)) {
    return fmi2Error;
  }
  fmi2Status status =
      refresh(inst, CALL_GET_INTEGER, vr, nvr, inst->model->integer_kind);
  if (status != fmi2OK) return status;
  for (size_t k = 0; k < nvr; k++) {
    value[k] = inst->values.integer[vr[k]];
  }
  return fmi2OK;
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[],
                          size_t nvr, fmi2Boolean value[])
{
  Instance *inst = instance_enter(c, CALL_GET_BOOLEAN);
  if (!inst || !references_are_valid(inst, CALL_GET_BOOLEAN, vr, nvr, value,
                                     inst->model->n_boolean)) {
    return fmi2Error;
  }
  fmi2Status status =
      refresh(inst, CALL_GET_BOOLEAN, vr, nvr, inst->model->boolean_kind);
  if (status != fmi2OK) return status;
  for (size_t k = 0; k < nvr; k++) {
    value[k] = inst->values.boolean[vr[k]] ? fmi2True : fmi2False;
  }
  return fmi2OK;
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[],
                         size_t nvr, fmi2String value[])
{
  Instance *inst = instance_enter(c, CALL_GET_STRING);
  if (!inst ||
      !references_are_valid(inst, CALL_GET_STRING, vr, nvr, value, 0)) {
    return fmi2Error;
  }
  return fmi2OK;
}

/* --- setting values ------------------------------------------------------ */

/* The number of the state that the importer knows by this reference; -1:
 * none. */
static int state_known_as(const Instance *inst, fmi2ValueReference vr)
{
  for (int i = 0; i < inst->model->n_states; i++) {
    if ((fmi2ValueReference)inst->model->shown_state[i] == vr) return i;
  }
  return -1;
}

static bool may_set(const Instance *inst, Call call, fmi2ValueReference vr,
                    unsigned char kind)
{
  if (fmi2_modes_settable(kind) & (unsigned)inst->mode) return true;
  return call == CALL_SET_REAL && inst->mode == MODE_CONTINUOUS &&
         state_known_as(inst, vr) >= 0;
}

/* Where a value that may be set is stored: a state of a selection set lives
 * in the variable it stands for. */
static double *place_of_real(Instance *inst, fmi2ValueReference vr)
{
  double *real = inst->values.real;
  if (inst->mode != MODE_CONTINUOUS) return &real[vr];
  if (inst->model->real_kind[vr] == VARIABLE_INPUT) return &real[vr];
  int i = state_known_as(inst, vr);
  return &real[i >= 0 ? inst->state[i] : (int)vr];
}

/* All or nothing: every reference is checked before a value is stored. */
static bool may_set_all(Instance *inst, Call call,
                        const fmi2ValueReference vr[], size_t nvr,
                        const unsigned char *kind)
{
  for (size_t k = 0; k < nvr; k++) {
    if (may_set(inst, call, vr[k], kind[vr[k]])) continue;
    instance_error(inst,
                   "%s: the variable with value reference %u cannot be set "
                   "in the mode \"%s\"",
                   fmi2_modes_call_name(call), vr[k],
                   fmi2_modes_name(inst->mode));
    return false;
  }
  return true;
}

static bool before_end_of_initialization(const Instance *inst)
{
  return inst->mode == MODE_INSTANTIATED || inst->mode == MODE_INITIALIZATION;
}

/* An input has got another value while the model runs. */
static void mark_input_change(Instance *inst)
{
  inst->stale |= STALE_VALUES;
  if (inst->mode != MODE_CONTINUOUS) inst->stale |= STALE_RELATIONS;
  inst->restart_needed = true;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[],
                       size_t nvr, const fmi2Real value[])
{
  Instance *inst = instance_enter(c, CALL_SET_REAL);
  if (!inst || !references_are_valid(inst, CALL_SET_REAL, vr, nvr, value,
                                     inst->model->n_real)) {
    return fmi2Error;
  }
  if (!may_set_all(inst, CALL_SET_REAL, vr, nvr, inst->model->real_kind)) {
    return fmi2Error;
  }
  for (size_t k = 0; k < nvr; k++) {
    double *place = place_of_real(inst, vr[k]);
    if (before_end_of_initialization(inst)) {
      initialize_set_real(inst, vr[k], value[k]);
    } else if (memcmp(place, &value[k], sizeof *place) != 0) {
      bool jumps = !input_motion_is_continuous(inst, *place, value[k]);
      *place = value[k];
      inst->stale |= STALE_VALUES;
      if (jumps) mark_input_change(inst);
    }
  }
  return fmi2OK;
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[],
                          size_t nvr, const fmi2Integer value[])
{
  Instance *inst = instance_enter(c, CALL_SET_INTEGER);
  if (!inst || !references_are_valid(inst, CALL_SET_INTEGER, vr, nvr, value,
                                     inst->model->n_integer)) {
    return fmi2Error;
  }
  if (!may_set_all(inst, CALL_SET_INTEGER, vr, nvr,
                   inst->model->integer_kind)) {
    return fmi2Error;
  }
  for (size_t k = 0; k < nvr; k++) {
    int *place = &inst->values.integer[vr[k]];
    if (before_end_of_initialization(inst)) {
      initialize_set_integer(inst, vr[k], value[k]);
    } else if (*place != value[k]) {
      *place = value[k];
      mark_input_change(inst);
    }
  }
  return fmi2OK;
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[],
                          size_t nvr, const fmi2Boolean value[])
{
  Instance *inst = instance_enter(c, CALL_SET_BOOLEAN);
  if (!inst || !references_are_valid(inst, CALL_SET_BOOLEAN, vr, nvr, value,
                                     inst->model->n_boolean)) {
    return fmi2Error;
  }
  if (!may_set_all(inst, CALL_SET_BOOLEAN, vr, nvr,
                   inst->model->boolean_kind)) {
    return fmi2Error;
  }
  for (size_t k = 0; k < nvr; k++) {
    int *place = &inst->values.boolean[vr[k]];
    int truth = value[k] != fmi2False;
    if (before_end_of_initialization(inst)) {
      initialize_set_boolean(inst, vr[k], truth);
    } else if (*place != truth) {
      *place = truth;
      mark_input_change(inst);
    }
  }
  return fmi2OK;
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[],
                         size_t nvr, const fmi2String value[])
{
  Instance *inst = instance_enter(c, CALL_SET_STRING);
  if (!inst ||
      !references_are_valid(inst, CALL_SET_STRING, vr, nvr, value, 0)) {
    return fmi2Error;
  }
  return fmi2OK;
}

/* --- saved states, directional derivatives ------------------------------- */

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

/* What a derivative may be taken with respect to: inputs and states, or in
 * initialization mode inputs, parameters and exact starts (FMI 2.0 section
 * 2.1.9). */
static bool is_known(const Instance *inst, unsigned reference)
{
  unsigned char kind = inst->model->real_kind[reference];
  if (kind == VARIABLE_INPUT || kind == VARIABLE_TIME) return true;
  if (inst->mode == MODE_INITIALIZATION) {
    return kind == VARIABLE_PARAMETER || kind == VARIABLE_EXACT;
  }
  for (int k = 0; k < inst->model->n_states; k++) {
    if ((unsigned)inst->model->shown_state[k] == reference) return true;
  }
  return false;
}

static bool knowns_are_valid(Instance *inst, const fmi2ValueReference *known,
                             size_t n)
{
  for (size_t k = 0; k < n; k++) {
    if (is_known(inst, known[k])) continue;
    instance_error(inst,
                   "fmi2GetDirectionalDerivative: the variable with value "
                   "reference %u is neither an input nor a state",
                   known[k]);
    return false;
  }
  return true;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c,
                                        const fmi2ValueReference vUnknown_ref[],
                                        size_t nUnknown,
                                        const fmi2ValueReference vKnown_ref[],
                                        size_t nKnown, const fmi2Real dvKnown[],
                                        fmi2Real dvUnknown[])
{
  Call call = CALL_GET_DIRECTIONAL_DERIVATIVE;
  Instance *inst = instance_enter(c, call);
  if (!inst) return fmi2Error;
  if (!inst->model->tangent) {
    return instance_error(inst, "fmi2GetDirectionalDerivative is not supported "
                                "(providesDirectionalDerivative is false)");
  }
  int n_real = inst->model->n_real;
  if (!references_are_valid(inst, call, vUnknown_ref, nUnknown, dvUnknown,
                            n_real) ||
      !references_are_valid(inst, call, vKnown_ref, nKnown, dvKnown, n_real) ||
      !knowns_are_valid(inst, vKnown_ref, nKnown)) {
    return fmi2Error;
  }
  if (!evaluate_values(inst)) return evaluation_failed(inst, call, true);
  double *d = tangent_begin(inst);
  for (size_t k = 0; k < nKnown; k++) {
    d[tangent_source(inst, vKnown_ref[k])] = dvKnown[k];
  }
  if (!tangent_run(inst, inst->mode == MODE_INITIALIZATION)) {
    return evaluation_failed(inst, call, true);
  }
  for (size_t k = 0; k < nUnknown; k++) {
    dvUnknown[k] = d[tangent_source(inst, vUnknown_ref[k])];
  }
  return fmi2OK;
}

/* --- Model Exchange ------------------------------------------------------ */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_ENTER_EVENT_MODE);
  if (!inst) return fmi2Error;
  if (inst->mode == MODE_CONTINUOUS) inst->statistics.events++;
  inst->mode = MODE_EVENT;
  inst->stale |= STALE_RELATIONS;
  inst->pivoted = false;
  return fmi2OK;
}

/* In event mode states may change their meaning (FMI 2.0 section 3.2.2). */
static bool exchange_states(Instance *inst)
{
  if (dummy_pivot_measure(inst) <= PIVOT_EXCHANGE) return true;
  if (!dummy_pivot_exchange(inst)) return false;
  inst->pivoted = true;
  return true;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *eventInfo)
{
  Instance *inst = instance_enter(c, CALL_NEW_DISCRETE_STATES);
  if (!inst) return fmi2Error;
  if (!eventInfo) {
    return instance_error(inst, "fmi2NewDiscreteStates: no fmi2EventInfo");
  }
  memset(eventInfo, 0, sizeof *eventInfo); /* nothing more to do, ever */
  if (!evaluate_values(inst) || !exchange_states(inst) ||
      !assertions_hold(inst, false)) {
    return evaluation_failed(inst, CALL_NEW_DISCRETE_STATES, false);
  }
  /* kept up in every call of one event: some importers read only the last */
  eventInfo->valuesOfContinuousStatesChanged = inst->pivoted;
  eventInfo->nominalsOfContinuousStatesChanged = inst->pivoted;
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_ENTER_CONTINUOUS_TIME_MODE);
  if (!inst) return fmi2Error;
  /* inputs may have been set after the last fmi2NewDiscreteStates */
  if (!evaluate_values(inst)) {
    return evaluation_failed(inst, CALL_ENTER_CONTINUOUS_TIME_MODE, false);
  }
  dummy_pivot_keep(inst);
  inst->mode = MODE_CONTINUOUS;
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(
    fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint,
    fmi2Boolean *enterEventMode, fmi2Boolean *terminateSimulation)
{
  Instance *inst = instance_enter(c, CALL_COMPLETED_INTEGRATOR_STEP);
  (void)noSetFMUStatePriorToCurrentPoint;
  if (!inst) return fmi2Error;
  if (!enterEventMode || !terminateSimulation) {
    return instance_error(inst, "fmi2CompletedIntegratorStep: an argument is "
                                "missing");
  }
  inst->statistics.steps++;
  *enterEventMode = fmi2False;
  *terminateSimulation = fmi2False;
  if (inst->model->n_sets == 0 && inst->model->n_assertions == 0) {
    return fmi2OK;
  }
  if (!evaluate_values(inst) || !assertions_hold(inst, false)) {
    return evaluation_failed(inst, CALL_COMPLETED_INTEGRATOR_STEP, false);
  }
  if (inst->model->n_sets == 0) return fmi2OK;
  *enterEventMode = dummy_pivot_measure(inst) > PIVOT_EXCHANGE;
  if (!dummy_branch_keeps_sign(inst)) {
    return evaluation_failed(inst, CALL_COMPLETED_INTEGRATOR_STEP, false);
  }
  dummy_pivot_keep(inst);
  return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
  Instance *inst = instance_enter(c, CALL_SET_TIME);
  if (!inst) return fmi2Error;
  if (!isfinite(time)) {
    return instance_error(inst, "fmi2SetTime: not a finite number");
  }
  evaluate_set_time(inst, time);
  return fmi2OK;
}

/* The length an importer passes along with an array, and the array. */
static bool length_is_valid(Instance *inst, Call call, const void *array,
                            size_t given, int n, const char *what)
{
  if (given != (size_t)n) {
    instance_error(inst, "%s: got room for %zu %s, the model has %d",
                   fmi2_modes_call_name(call), given, what, n);
    return false;
  }
  if (n > 0 && !array) {
    instance_error(inst, "%s: the array is missing",
                   fmi2_modes_call_name(call));
    return false;
  }
  return true;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[],
                                   size_t nx)
{
  Instance *inst = instance_enter(c, CALL_SET_CONTINUOUS_STATES);
  if (!inst || !length_is_valid(inst, CALL_SET_CONTINUOUS_STATES, x, nx,
                                inst->model->n_states, "states")) {
    return fmi2Error;
  }
  evaluate_set_states(inst, x);
  return fmi2OK;
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[],
                              size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_DERIVATIVES);
  if (!inst || !length_is_valid(inst, CALL_GET_DERIVATIVES, derivatives, nx,
                                inst->model->n_states, "derivatives")) {
    return fmi2Error;
  }
  inst->statistics.rhs++;
  if (!evaluate_values(inst)) {
    return evaluation_failed(inst, CALL_GET_DERIVATIVES, true);
  }
  if (!evaluate_get_derivatives(inst, derivatives) &&
      inst->mode != MODE_ERROR) {
    return evaluation_failed(inst, CALL_GET_DERIVATIVES, true);
  }
  return fmi2OK;
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real eventIndicators[],
                                  size_t ni)
{
  Instance *inst = instance_enter(c, CALL_GET_EVENT_INDICATORS);
  if (!inst ||
      !length_is_valid(inst, CALL_GET_EVENT_INDICATORS, eventIndicators, ni,
                       inst->model->n_relations + inst->model->n_sets,
                       "event indicators")) {
    return fmi2Error;
  }
  if (!evaluate_values(inst)) {
    return evaluation_failed(inst, CALL_GET_EVENT_INDICATORS, true);
  }
  events_indicators(inst, eventIndicators);
  if (inst->model->n_sets > 0) {
    dummy_pivot_indicators(inst, eventIndicators + inst->model->n_relations);
  }
  return fmi2OK;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_CONTINUOUS_STATES);
  if (!inst || !length_is_valid(inst, CALL_GET_CONTINUOUS_STATES, x, nx,
                                inst->model->n_states, "states")) {
    return fmi2Error;
  }
  /* before initialization ends the states themselves are unknowns */
  if (inst->mode == MODE_INITIALIZATION && !evaluate_values(inst)) {
    return evaluation_failed(inst, CALL_GET_CONTINUOUS_STATES, false);
  }
  evaluate_get_states(inst, x);
  return fmi2OK;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c,
                                             fmi2Real x_nominal[], size_t nx)
{
  Instance *inst = instance_enter(c, CALL_GET_NOMINALS);
  if (!inst || !length_is_valid(inst, CALL_GET_NOMINALS, x_nominal, nx,
                                inst->model->n_states, "nominal values")) {
    return fmi2Error;
  }
  for (size_t i = 0; i < nx; i++) {
    x_nominal[i] = inst->state_nominal[i];
  }
  return fmi2OK;
}

/* --- Co-Simulation ------------------------------------------------------- */

static bool motion_is_valid(Instance *inst, fmi2ValueReference vr,
                            fmi2Integer order, fmi2Real value)
{
  const char *name = fmi2_modes_call_name(CALL_SET_REAL_INPUT_DERIVATIVES);
  if (inst->model->real_kind[vr] != VARIABLE_INPUT) {
    instance_error(inst, "%s: the variable with value reference %u is no input",
                   name, vr);
    return false;
  }
  if (order < 1 || order > INPUT_ORDERS || !isfinite(value)) {
    instance_error(inst,
                   "%s: a finite derivative of order 1 to %d is expected, not "
                   "%g of order %d",
                   name, INPUT_ORDERS, value, order);
    return false;
  }
  return true;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c,
                                       const fmi2ValueReference vr[],
                                       size_t nvr, const fmi2Integer order[],
                                       const fmi2Real value[])
{
  Call call = CALL_SET_REAL_INPUT_DERIVATIVES;
  Instance *inst = instance_enter(c, call);
  if (!inst ||
      !references_are_valid(inst, call, vr, nvr, value, inst->model->n_real)) {
    return fmi2Error;
  }
  if (nvr > 0 && !order) {
    return instance_error(inst, "%s: no orders", fmi2_modes_call_name(call));
  }
  for (size_t k = 0; k < nvr; k++) {
    if (!motion_is_valid(inst, vr[k], order[k], value[k])) return fmi2Error;
  }
  for (size_t k = 0; k < nvr; k++) {
    input_motion_set(inst, vr[k], order[k], value[k]);
  }
  return fmi2OK;
}

/* How everything moves with time now: states along their derivatives, inputs
 * along theirs. */
static bool run_along_time(Instance *inst)
{
  double *d = tangent_begin(inst);
  const double *real = inst->values.real;
  d[0] = 1;
  for (int k = 0; k < inst->motion.n; k++) {
    d[inst->motion.input[k]] = input_motion_slope(inst, k);
  }
  for (int k = 0; k < inst->model->n_states; k++) {
    d[inst->state[k]] = real[inst->derivative[k]];
  }
  return tangent_run(inst, false);
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c,
                                        const fmi2ValueReference vr[],
                                        size_t nvr, const fmi2Integer order[],
                                        fmi2Real value[])
{
  Call call = CALL_GET_REAL_OUTPUT_DERIVATIVES;
  Instance *inst = instance_enter(c, call);
  if (!inst ||
      !references_are_valid(inst, call, vr, nvr, value, inst->model->n_real)) {
    return fmi2Error;
  }
  if (nvr > 0 && (!order || !inst->model->tangent)) {
    return instance_error(inst, "%s: %s", fmi2_modes_call_name(call),
                          order ? "not supported by this model" : "no orders");
  }
  if (nvr == 0 || inst->mode == MODE_ERROR) return nvr ? fmi2Error : fmi2OK;
  if (!evaluate_values(inst) || !run_along_time(inst)) {
    return evaluation_failed(inst, call, true);
  }
  for (size_t k = 0; k < nvr; k++) {
    if (order[k] < 1) {
      return instance_error(inst, "%s: the order %d is below 1",
                            fmi2_modes_call_name(call), order[k]);
    }
    /* derivatives above the offered order are 0 (FMI 2.0 section 4.2.1) */
    value[k] = order[k] == 1 ? inst->tangent.d[tangent_source(inst, vr[k])] : 0;
  }
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint,
                      fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
  Instance *inst = instance_enter(c, CALL_DO_STEP);
  (void)noSetFMUStatePriorToCurrentPoint;
  if (!inst) return fmi2Error;
  return cosimulation_step(inst, currentCommunicationPoint,
                           communicationStepSize);
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
  Instance *inst = instance_enter(c, CALL_CANCEL_STEP);
  if (!inst) return fmi2Error;
  return instance_error(inst, "fmi2CancelStep: fmi2DoStep has returned, no "
                              "step is under way (canRunAsynchronuously is "
                              "false)");
}

static fmi2Status status_unknown(Instance *inst, Call call)
{
  logging_write(&inst->logger, fmi2Discard, LOG_STATUS_DISCARD,
                "%s: this status is not available", fmi2_modes_call_name(call));
  return fmi2Discard;
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s,
                         fmi2Status *value)
{
  Instance *inst = instance_enter(c, CALL_GET_STATUS);
  (void)s; /* fmi2DoStepStatus belongs to asynchronous steps */
  (void)value;
  return inst ? status_unknown(inst, CALL_GET_STATUS) : fmi2Error;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s,
                             fmi2Real *value)
{
  Instance *inst = instance_enter(c, CALL_GET_REAL_STATUS);
  if (!inst) return fmi2Error;
  if (s != fmi2LastSuccessfulTime || !value) {
    return status_unknown(inst, CALL_GET_REAL_STATUS);
  }
  *value = inst->communication_time;
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s,
                                fmi2Integer *value)
{
  Instance *inst = instance_enter(c, CALL_GET_INTEGER_STATUS);
  (void)s;
  (void)value;
  return inst ? status_unknown(inst, CALL_GET_INTEGER_STATUS) : fmi2Error;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s,
                                fmi2Boolean *value)
{
  Instance *inst = instance_enter(c, CALL_GET_BOOLEAN_STATUS);
  if (!inst) return fmi2Error;
  if (s != fmi2Terminated || !value) {
    return status_unknown(inst, CALL_GET_BOOLEAN_STATUS);
  }
  *value = fmi2False; /* this FMU never ends a run by itself */
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s,
                               fmi2String *value)
{
  Instance *inst = instance_enter(c, CALL_GET_STRING_STATUS);
  (void)s;
  (void)value;
  return inst ? status_unknown(inst, CALL_GET_STRING_STATUS) : fmi2Error;
}
