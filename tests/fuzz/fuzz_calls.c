/* fuzz_calls.c: any bytes as calls of an FMU's functions, in any order.
 *
 * Each call is one byte, its arguments are the bytes after it. There are two
 * instances, four saved states and one serialized state, whose bytes may be
 * damaged; pointers may be null, references wrong, numbers not finite, and the
 * logger may call the FMU.
 * Every call must return a status of FMI 2.0, and a sanitizer must find
 * nothing. After each sequence a new instance must run as it does alone.
 *
 * The model is linked in: foucault_model, by `foucault build --dump=c`.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_bytes.h"
#include "fmi2.h"
#include "model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { N_INSTANCES = 2, N_SAVED = 4, MOST = 6, MOST_CALLS = 200 };

typedef struct Calls {
  CallBytes in;
  fmi2Component instance[N_INSTANCES];
  double time[N_INSTANCES]; /* of the last step */
  fmi2FMUstate saved[N_SAVED];
  int owner[N_SAVED]; /* which instance */
  fmi2Byte *bytes;    /* a serialized state */
  size_t n_bytes;
  fmi2CallbackFunctions callbacks; /* their environment is this */
  bool is_inside;                  /* of a callback */
} Calls;

static void call(Calls *c);

static uint8_t next(Calls *c)
{
  return call_bytes_next(&c->in);
}

static double real(Calls *c)
{
  return call_bytes_real(&c->in);
}

static void *maybe(Calls *c, void *pointer)
{
  return call_bytes_maybe(&c->in, pointer);
}

static fmi2ValueReference reference(Calls *c)
{
  uint8_t b = next(c);
  if (b < 240) return b % 32;
  return b % 2 ? 0xffffffffu : 0x7fffffffu - b;
}

/* What no importer may do: the environment is a Calls, or NULL. */
static void log_nothing(fmi2ComponentEnvironment environment, fmi2String name,
                        fmi2Status status, fmi2String category,
                        fmi2String message, ...)
{
  Calls *c = environment;
  (void)name, (void)status, (void)category, (void)message;
  if (!c || c->is_inside || c->in.at >= c->in.size) return;
  c->is_inside = true;
  call(c);
  c->is_inside = false;
}

static const fmi2CallbackFunctions callbacks = {log_nothing, calloc, free, NULL,
                                                NULL};

static void need(int status)
{
  if (status >= fmi2OK && status <= fmi2Pending) return;
  fprintf(stderr, "fuzz: broken: a status of FMI, not %d\n", status);
  abort();
}

/* --- groups of calls --- */

static void create(Calls *c, int k)
{
  if (c->instance[k]) return;
  fmi2Type type = next(c) % 2 ? fmi2ModelExchange : fmi2CoSimulation;
  uint8_t b = next(c);
  c->instance[k] =
      fmi2Instantiate("fuzz", type, foucault_model.guid, "",
                      b & 2 ? &c->callbacks : &callbacks, fmi2False, b & 1);
  c->time[k] = 0;
}

static void destroy(Calls *c, int k)
{
  for (int i = 0; i < N_SAVED; i++) {
    if (c->saved[i] && c->owner[i] == k) {
      need(fmi2FreeFMUstate(c->instance[k], &c->saved[i]));
      c->saved[i] = NULL;
    }
  }
  fmi2FreeInstance(c->instance[k]);
  c->instance[k] = NULL;
}

static void values(Calls *c, fmi2Component in, int which)
{
  fmi2ValueReference list[MOST];
  fmi2Real number[MOST];
  fmi2Integer integer[MOST];
  fmi2String text[MOST];
  size_t n = next(c) % (MOST + 1);
  for (size_t k = 0; k < MOST; k++) {
    list[k] = reference(c);
    number[k] = real(c);
    integer[k] = next(c) % 8 ? next(c) : INT32_MIN + next(c);
    text[k] = next(c) % 16 ? "text" : NULL;
  }
  fmi2ValueReference *refs = maybe(c, list);
  switch (which) {
  case 0: need(fmi2GetReal(in, refs, n, maybe(c, number))); break;
  case 1: need(fmi2SetReal(in, refs, n, maybe(c, number))); break;
  case 2: need(fmi2GetInteger(in, refs, n, maybe(c, integer))); break;
  case 3: need(fmi2SetInteger(in, refs, n, maybe(c, integer))); break;
  case 4: need(fmi2GetBoolean(in, refs, n, maybe(c, integer))); break;
  case 5: need(fmi2SetBoolean(in, refs, n, maybe(c, integer))); break;
  case 6: need(fmi2GetString(in, refs, n, maybe(c, text))); break;
  case 7: need(fmi2SetString(in, refs, n, maybe(c, text))); break;
  case 8:
    need(fmi2SetRealInputDerivatives(in, refs, n, maybe(c, integer),
                                     maybe(c, number)));
    break;
  case 9:
    need(fmi2GetRealOutputDerivatives(in, refs, n, maybe(c, integer),
                                      maybe(c, number)));
    break;
  default: {
    fmi2ValueReference known[MOST];
    size_t n_known = next(c) % (MOST + 1);
    for (size_t k = 0; k < MOST; k++) known[k] = reference(c);
    fmi2Real out[MOST];
    need(fmi2GetDirectionalDerivative(in, refs, n, maybe(c, known), n_known,
                                      maybe(c, number), maybe(c, out)));
  }
  }
}

static void step(Calls *c, int k)
{
  fmi2Component in = c->instance[k];
  double h = real(c), at = next(c) % 8 ? c->time[k] : real(c);
  if (next(c) % 4) h = 0.01;
  fmi2Status status = fmi2DoStep(in, at, h, next(c) % 2);
  need(status);
  if (status == fmi2OK) c->time[k] = at + h;
}

static void exchange(Calls *c, fmi2Component in, int which)
{
  enum { MOST_STATES = 64 };
  fmi2Real x[MOST_STATES] = {0};
  fmi2EventInfo info;
  fmi2Boolean enter, end;
  size_t n = next(c) % 4 ? (size_t)foucault_model.n_states : next(c) % 8;
  size_t n_crossings = next(c) % 4 ? (size_t)foucault_model.n_indicators : 1;
  if (n > MOST_STATES || n_crossings > MOST_STATES) return;
  switch (which) {
  case 0: need(fmi2EnterEventMode(in)); break;
  case 1: need(fmi2NewDiscreteStates(in, maybe(c, &info))); break;
  case 2: need(fmi2EnterContinuousTimeMode(in)); break;
  case 3:
    need(fmi2CompletedIntegratorStep(in, next(c) % 2, maybe(c, &enter),
                                     maybe(c, &end)));
    break;
  case 4: need(fmi2SetTime(in, real(c))); break;
  case 5:
    if (fmi2GetContinuousStates(in, x, n) == fmi2OK && next(c) % 4 == 0) {
      x[next(c) % MOST_STATES] = real(c);
    }
    need(fmi2SetContinuousStates(in, maybe(c, x), n));
    break;
  case 6: need(fmi2GetDerivatives(in, maybe(c, x), n)); break;
  case 7: need(fmi2GetEventIndicators(in, maybe(c, x), n_crossings)); break;
  case 8: need(fmi2GetContinuousStates(in, maybe(c, x), n)); break;
  default: need(fmi2GetNominalsOfContinuousStates(in, maybe(c, x), n));
  }
}

static void damage(Calls *c)
{
  if (c->n_bytes == 0) return;
  size_t at = (size_t)(next(c) | next(c) << 8 | next(c) << 16) % c->n_bytes;
  c->bytes[at] = (fmi2Byte)next(c);
  if (next(c) % 8 == 0) c->n_bytes = at;
}

static void serialize(Calls *c, fmi2Component in, fmi2FMUstate saved)
{
  size_t n = 0;
  need(fmi2SerializedFMUstateSize(in, saved, maybe(c, &n)));
  if (n == 0 || n > 10000000) return;
  free(c->bytes);
  c->bytes = malloc(n);
  c->n_bytes = n;
  if (!c->bytes) abort();
  memset(c->bytes, 0, n);
  need(fmi2SerializeFMUstate(in, saved, c->bytes, n));
}

/* Inside of a callback those of the list may be in use. */
static void states_inside(fmi2Component in)
{
  fmi2FMUstate state = NULL;
  need(fmi2GetFMUstate(in, &state));
  if (!state) return;
  need(fmi2SetFMUstate(in, state));
  need(fmi2FreeFMUstate(in, &state));
}

static void states(Calls *c, int k, int which)
{
  fmi2Component in = c->instance[k];
  int i = next(c) % N_SAVED;
  switch (which) {
  case 0:
    if (c->saved[i] && c->owner[i] != k) return; /* it belongs to the other */
    need(fmi2GetFMUstate(in, &c->saved[i]));
    c->owner[i] = k;
    break;
  case 1: need(fmi2SetFMUstate(in, c->saved[i])); break;
  case 2:
    if (c->saved[i] && c->owner[i] == k) {
      need(fmi2FreeFMUstate(in, &c->saved[i]));
      c->saved[i] = NULL;
    }
    break;
  case 3: serialize(c, in, c->saved[i]); break;
  case 4: damage(c); break;
  default:
    if (c->saved[i] && c->owner[i] != k) return;
    if (fmi2DeSerializeFMUstate(in, c->bytes, c->n_bytes, &c->saved[i]) ==
        fmi2OK) {
      c->owner[i] = k;
    }
  }
}

static void begin(Calls *c, fmi2Component in, int which)
{
  switch (which) {
  case 0:
    need(fmi2SetupExperiment(in, next(c) % 2, 1e-5, 0, next(c) % 2, 10));
    break;
  case 1:
    need(fmi2SetupExperiment(in, next(c) % 2, real(c), real(c), next(c) % 2,
                             real(c)));
    break;
  case 2: need(fmi2EnterInitializationMode(in)); break;
  case 3: need(fmi2ExitInitializationMode(in)); break;
  case 4: need(fmi2Terminate(in)); break;
  case 5: need(fmi2Reset(in)); break;
  case 6: need(fmi2CancelStep(in)); break;
  default: {
    fmi2Status status;
    fmi2Real number;
    fmi2Boolean ended;
    fmi2StatusKind kind = (fmi2StatusKind)(next(c) % 5);
    need(fmi2GetStatus(in, kind, maybe(c, &status)));
    need(fmi2GetRealStatus(in, kind, maybe(c, &number)));
    need(fmi2GetBooleanStatus(in, kind, maybe(c, &ended)));
  }
  }
}

/* In the order that an importer would take. */
static void begin_well(Calls *c, int k)
{
  fmi2Component in = c->instance[k];
  need(fmi2SetupExperiment(in, fmi2False, 0, 0, fmi2False, 0));
  need(fmi2EnterInitializationMode(in));
  need(fmi2ExitInitializationMode(in));
  c->time[k] = 0;
}

static void call(Calls *c)
{
  uint8_t b = next(c);
  int k = b % N_INSTANCES;
  b /= N_INSTANCES;
  if (!c->instance[k]) {
    create(c, k);
    if (next(c) % 4) begin_well(c, k);
    return;
  }
  fmi2Component in = next(c) == 255 ? NULL : c->instance[k];
  if (b < 20) {
    step(c, k);
  } else if (b < 42) {
    values(c, in, b % 11);
  } else if (b < 70) {
    exchange(c, in, b % 10);
  } else if (b < 95) {
    if (in && c->is_inside) states_inside(in);
    if (in && !c->is_inside) states(c, k, b % 6);
  } else if (b < 105) {
    begin(c, in, b % 8);
  } else if (b < 115) {
    begin_well(c, k);
  } else if (b < 118) {
    if (!c->is_inside) destroy(c, k);
  } else {
    step(c, k);
  }
}

/* --- a run that nothing has disturbed --- */

static double lone_run(void)
{
  fmi2Component in =
      fmi2Instantiate("lone", fmi2CoSimulation, foucault_model.guid, "",
                      &callbacks, fmi2False, fmi2False);
  if (!in) abort();
  need(fmi2SetupExperiment(in, fmi2False, 0, 0, fmi2False, 0));
  need(fmi2EnterInitializationMode(in));
  need(fmi2ExitInitializationMode(in));
  double sum = 0;
  for (int k = 0; k < 5; k++) need(fmi2DoStep(in, 0.01 * k, 0.01, fmi2True));
  for (fmi2ValueReference r = 0; r < (unsigned)foucault_model.n_real; r++) {
    fmi2Real value = 0;
    need(fmi2GetReal(in, &r, 1, &value));
    if (isfinite(value)) sum += value * (r + 1);
  }
  fmi2FreeInstance(in);
  return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static bool known;
  static double expected;
  if (!known) expected = lone_run();
  known = true;
  Calls c = {.in = {data, size, 0}, .callbacks = callbacks};
  c.callbacks.componentEnvironment = &c;
  for (int k = 0; k < MOST_CALLS && c.in.at < c.in.size; k++) call(&c);
  for (int k = 0; k < N_INSTANCES; k++) {
    if (c.instance[k]) destroy(&c, k);
  }
  free(c.bytes);
  if (lone_run() != expected) {
    fprintf(stderr, "fuzz: broken: a new instance runs as it does alone\n");
    abort();
  }
  return 0;
}
