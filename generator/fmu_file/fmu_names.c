/* fmu_names.c: see fmu_names.h. */
#include "fmu_file/fmu_names.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "fmu_file/fmu_load.h"

typedef struct NamePair {
  const char *two, *three;
} NamePair;

/* The first that fits counts. */
static const NamePair call_name[] = {
    {"fmi2GetReal", "fmi3GetFloat64"},
    {"fmi2SetReal", "fmi3SetFloat64"},
    {"fmi2GetInteger", "fmi3GetInt32"},
    {"fmi2SetInteger", "fmi3SetInt32"},
    {"fmi2SetupExperiment", "fmi3EnterInitializationMode"},
    {"fmi2NewDiscreteStates", "fmi3UpdateDiscreteStates"},
    {"fmi2GetDerivatives", "fmi3GetContinuousStateDerivatives"},
    {"fmi2GetFMUstate", "fmi3GetFMUState"},
    {"fmi2SetFMUstate", "fmi3SetFMUState"},
    {"fmi2FreeFMUstate", "fmi3FreeFMUState"},
    {"fmi2SerializedFMUstateSize", "fmi3SerializedFMUStateSize"},
    {"fmi2SerializeFMUstate", "fmi3SerializeFMUState"},
    {"fmi2DeSerializeFMUstate", "fmi3DeserializeFMUState"},
    {"fmi2GetRealOutputDerivatives", "fmi3GetOutputDerivatives"},
    {"fmi2GetXXX", "fmi3Get{VariableType}"},
#define NAME_PAIR(name) {"fmi2" #name, "fmi3" #name},
    FMU_COMMON_FUNCTIONS(NAME_PAIR) FMU_CO_SIMULATION_FUNCTIONS(NAME_PAIR)
        FMU_MODEL_EXCHANGE_FUNCTIONS(NAME_PAIR)
#undef NAME_PAIR
};

/* Both in the order of the numbers. */
static const NamePair status_pair[] = {
    {"fmi2OK", "fmi3OK"},           {"fmi2Warning", "fmi3Warning"},
    {"fmi2Discard", "fmi3Discard"}, {"fmi2Error", "fmi3Error"},
    {"fmi2Fatal", "fmi3Fatal"},     {"fmi2Pending", "5"}};

enum {
  N_CALL_NAMES = sizeof call_name / sizeof call_name[0],
  N_STATUS_PAIRS = sizeof status_pair / sizeof status_pair[0]
};

static const char *third_name(const NamePair *pair, int n, const char *text,
                              size_t length)
{
  for (int i = 0; i < n; i++) {
    if (strlen(pair[i].two) == length &&
        memcmp(pair[i].two, text, length) == 0) {
      return pair[i].three;
    }
  }
  return NULL;
}

const char *fmu_names_call(int version, const char *call)
{
  assert(version == 2 || version == 3);
  if (version != 3) return call;
  const char *found = third_name(call_name, N_CALL_NAMES, call, strlen(call));
  return found ? found : call;
}

/* --- calls of a type --- */

typedef struct AccessPair {
  const char *get, *set;
} AccessPair;

#define ACCESS(version, type)                                                  \
  {                                                                            \
    "fmi" #version "Get" #type, "fmi" #version "Set" #type                     \
  }

static const AccessPair second_access[N_FMU_TYPES] = {
    [FMU_REAL] = ACCESS(2, Real),
    [FMU_INTEGER] = ACCESS(2, Integer),
    [FMU_BOOLEAN] = ACCESS(2, Boolean),
    [FMU_STRING] = ACCESS(2, String),
    [FMU_ENUMERATION] = ACCESS(2, Integer)};

static const AccessPair third_access[N_FMI3_TYPES] = {
    [FMI3_FLOAT32] = ACCESS(3, Float32), [FMI3_FLOAT64] = ACCESS(3, Float64),
    [FMI3_INT8] = ACCESS(3, Int8),       [FMI3_UINT8] = ACCESS(3, UInt8),
    [FMI3_INT16] = ACCESS(3, Int16),     [FMI3_UINT16] = ACCESS(3, UInt16),
    [FMI3_INT32] = ACCESS(3, Int32),     [FMI3_UINT32] = ACCESS(3, UInt32),
    [FMI3_INT64] = ACCESS(3, Int64),     [FMI3_UINT64] = ACCESS(3, UInt64),
    [FMI3_BOOLEAN] = ACCESS(3, Boolean), [FMI3_STRING] = ACCESS(3, String),
    [FMI3_BINARY] = ACCESS(3, Binary),   [FMI3_ENUMERATION] = ACCESS(3, Int64),
    [FMI3_CLOCK] = ACCESS(3, Clock)};

static const AccessPair *access_of(const FmuDescription *d, int variable)
{
  assert(variable >= 0 && variable < d->n_variables);
  const FmuVariable *v = &d->variable[variable];
  return d->version == 3 ? &third_access[d->array[v->array].type]
                         : &second_access[v->type];
}

const char *fmu_names_get(const FmuDescription *d, int variable)
{
  return access_of(d, variable)->get;
}

const char *fmu_names_set(const FmuDescription *d, int variable)
{
  return access_of(d, variable)->set;
}

const char *fmu_names_instantiate(const FmuDescription *d, fmi2Type kind)
{
  if (d->version != 3) return "fmi2Instantiate";
  if (kind == fmi2ModelExchange) return "fmi3InstantiateModelExchange";
  return d->is_scheduled ? "fmi3InstantiateScheduledExecution"
                         : "fmi3InstantiateCoSimulation";
}

const char *fmu_names_status(int version, fmi2Status status)
{
  if ((unsigned)status >= N_STATUS_PAIRS) return "an unknown status";
  const NamePair *pair = &status_pair[status];
  return version == 3 ? pair->three : pair->two;
}

/* The word at `text` of the other version and its length; NULL: none. */
static const char *other_word(const char *text, size_t *length)
{
  size_t n = 0;
  while (isalnum((unsigned char)text[n])) n++;
  *length = n;
  const char *found = third_name(call_name, N_CALL_NAMES, text, n);
  return found ? found : third_name(status_pair, N_STATUS_PAIRS, text, n);
}

const char *fmu_names_text(Arena *arena, int version, const char *text)
{
  const char *at = version == 3 ? strstr(text, "fmi2") : NULL;
  while (at) {
    size_t n;
    const char *word = other_word(at, &n);
    size_t before = (size_t)(at - text);
    if (word)
      text = arena_printf(arena, "%.*s%s%s", (int)before, text, word, at + n);
    at = strstr(text + before + (word ? strlen(word) : 4), "fmi2");
  }
  return text;
}
