/* fmi2_functions.c: the exported calls of FMI 2.0 that both kinds have: the
 * life of an instance, saved states, derivatives along a direction. */
#include "derivatives.h"
#include "fmi2_layer.h"
#include "life.h"
#include "saved_state.h"

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
  return fmi2_status(
      life_set_logging(c, loggingOn != fmi2False, nCategories, categories));
}

/* Copies with `#` doubled, cut at the size of the target. */
static void escape_hashes(char *target, size_t size, const char *text)
{
  size_t k = 0;
  for (; *text; text++) {
    size_t need = *text == '#' ? 2 : 1;
    if (k + need >= size) {
      break;
    }
    target[k++] = *text;
    if (need == 2) target[k++] = '#';
  }
  target[k] = '\0';
  logging_trim(target);
}

static void fmi2_write(const Logger *logger, Status status,
                       const char *category, const char *text)
{
  fmi2CallbackLogger listener = (fmi2CallbackLogger)logger->listener;
  char escaped[LOG_MESSAGE_SIZE];
  escape_hashes(escaped, sizeof escaped, text);
  listener(logger->environment, logger->name, fmi2_status(status), category,
           "%s", escaped);
}

Logger fmi2_logger(fmi2CallbackLogger listener,
                   fmi2ComponentEnvironment environment, const char *name)
{
  Logger logger = {listener ? fmi2_write : NULL, (void (*)(void))listener,
                   environment, name ? name : "", 0};
  return logger;
}

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType,
                              fmi2String fmuGUID,
                              fmi2String fmuResourceLocation,
                              const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible, fmi2Boolean loggingOn)
{
  (void)visible; /* there is nothing to show */
  Logger logger = fmi2_logger(
      functions ? functions->logger : NULL,
      functions ? functions->componentEnvironment : NULL, instanceName);
  if (loggingOn) logging_switch(&logger, true, 0, NULL);
  return life_begin((InstanceType)fmuType, fmuGUID, fmuResourceLocation,
                    &logger, fmi2_calls);
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
  return fmi2_status(life_set_up(c, toleranceDefined != fmi2False, tolerance,
                                 startTime, stopTimeDefined != fmi2False,
                                 stopTime));
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
  return fmi2_status(life_enter_initialization(c));
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
  return fmi2_status(life_exit_initialization(c));
}

fmi2Status fmi2Terminate(fmi2Component c)
{
  return fmi2_status(life_terminate(c));
}

fmi2Status fmi2Reset(fmi2Component c)
{
  return fmi2_status(life_reset(c));
}

/* --- saved states -------------------------------------------------------- */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
  Instance *inst = instance_enter(c, CALL_GET_FMU_STATE);
  return inst ? fmi2_status(saved_state_get(inst, FMUstate)) : fmi2Error;
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate)
{
  Instance *inst = instance_enter(c, CALL_SET_FMU_STATE);
  return inst ? fmi2_status(saved_state_set(inst, FMUstate)) : fmi2Error;
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
  Instance *inst = instance_enter(c, CALL_FREE_FMU_STATE);
  return inst ? fmi2_status(saved_state_free(inst, FMUstate)) : fmi2Error;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate,
                                      size_t *size)
{
  Instance *inst = instance_enter(c, CALL_SERIALIZED_FMU_STATE_SIZE);
  if (!inst) return fmi2Error;
  return fmi2_status(saved_state_size(inst, FMUstate, size));
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate,
                                 fmi2Byte serializedState[], size_t size)
{
  Instance *inst = instance_enter(c, CALL_SERIALIZE_FMU_STATE);
  if (!inst) return fmi2Error;
  return fmi2_status(
      saved_state_serialize(inst, FMUstate, serializedState, size));
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c,
                                   const fmi2Byte serializedState[],
                                   size_t size, fmi2FMUstate *FMUstate)
{
  Instance *inst = instance_enter(c, CALL_DESERIALIZE_FMU_STATE);
  if (!inst) return fmi2Error;
  return fmi2_status(
      saved_state_deserialize(inst, serializedState, size, FMUstate));
}

/* --- derivatives along a direction --------------------------------------- */

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c,
                                        const fmi2ValueReference vUnknown_ref[],
                                        size_t nUnknown,
                                        const fmi2ValueReference vKnown_ref[],
                                        size_t nKnown, const fmi2Real dvKnown[],
                                        fmi2Real dvUnknown[])
{
  return fmi2_status(derivatives_along(c, "providesDirectionalDerivative",
                                       vUnknown_ref, nUnknown, vKnown_ref,
                                       nKnown, dvKnown, dvUnknown));
}
