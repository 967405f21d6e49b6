/* fuzz_calls3.c: as fuzz_calls.c, with the functions of FMI 3.0.
 *
 * Each call is one byte, its arguments are the bytes after it: two instances,
 * saved and serialized states, arrays and scalars, sizes that are set in
 * configuration mode, event mode and early return of Co-Simulation, null
 * pointers, wrong counts, numbers that are not finite, calls out of callbacks.
 * Every call must return a status of FMI 3.0, and a sanitizer must find nothing.
 * After each sequence a new instance must run as it does alone.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_bytes.h"
#include "fmi3.h"
#include "model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { N_INSTANCES = 2, N_SAVED = 4, MOST = 6, ROOM = 64, MOST_CALLS = 200 };

typedef struct Calls {
  CallBytes in;
  fmi3Instance instance[N_INSTANCES];
  double time[N_INSTANCES]; /* of the last step */
  fmi3FMUState saved[N_SAVED];
  int owner[N_SAVED]; /* which instance */
  fmi3Byte *bytes;    /* a serialized state */
  size_t n_bytes;
  bool is_inside; /* of a callback */
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

/* Scalars and arrays of all types, the event indicators, and none. */
static fmi3ValueReference reference(Calls *c)
{
  uint8_t b = next(c);
  if (b < 160) return b % 32;
  if (b < 250) return (fmi3ValueReference)next(c) % 16 << 28 | b % 8;
  return b % 2 ? 0xffffffffu : 0x0fffffffu - b;
}

/* What no importer may do: the environment is a Calls, or NULL. */
static void call_inside(fmi3InstanceEnvironment environment)
{
  Calls *c = environment;
  if (!c || c->is_inside || c->in.at >= c->in.size) return;
  c->is_inside = true;
  call(c);
  c->is_inside = false;
}

static void log_nothing(fmi3InstanceEnvironment environment, fmi3Status status,
                        fmi3String category, fmi3String message)
{
  (void)status, (void)category, (void)message;
  call_inside(environment);
}

/* The importer ends every third step early. */
static void update(fmi3InstanceEnvironment environment, fmi3Float64 time,
                   fmi3Boolean can_set, fmi3Boolean can_get,
                   fmi3Boolean is_finished, fmi3Boolean can_return,
                   fmi3Boolean *returns, fmi3Float64 *return_time)
{
  static unsigned count;
  (void)can_set, (void)can_get, (void)is_finished;
  call_inside(environment);
  *returns = can_return && ++count % 3 == 0;
  *return_time = time;
}

static void need(int status)
{
  if (status >= fmi3OK && status <= fmi3Fatal) return;
  fprintf(stderr, "fuzz: broken: a status of FMI, not %d\n", status);
  abort();
}

/* --- groups of calls --- */

static void clock_update(fmi3InstanceEnvironment environment)
{
  call_inside(environment);
}

static int locks;

static void lock(void)
{
  locks++;
}

static void unlock(void)
{
  locks--;
}

static fmi3Instance make(Calls *c, bool exchange, bool events, bool early,
                         bool logs)
{
  const char *token = foucault_model.guid;
  if (foucault_model.is_scheduled)
    return fmi3InstantiateScheduledExecution(
        "fuzz", token, "", false, logs, c, log_nothing,
        early ? clock_update : NULL, lock, unlock);
  if (exchange)
    return fmi3InstantiateModelExchange("fuzz", token, "", false, logs, c,
                                        log_nothing);
  return fmi3InstantiateCoSimulation("fuzz", token, "", false, logs, events,
                                     early, NULL, 0, c, log_nothing,
                                     early ? update : NULL);
}

static void create(Calls *c, int k)
{
  if (c->instance[k]) return;
  uint8_t b = next(c);
  c->instance[k] = make(b & 16 ? c : NULL, b & 1, b & 2, b & 4, b & 8);
  c->time[k] = 0;
}

static void destroy(Calls *c, int k)
{
  for (int i = 0; i < N_SAVED; i++) {
    if (c->saved[i] && c->owner[i] == k) {
      need(fmi3FreeFMUState(c->instance[k], &c->saved[i]));
      c->saved[i] = NULL;
    }
  }
  fmi3FreeInstance(c->instance[k]);
  c->instance[k] = NULL;
}

typedef struct Lists {
  fmi3ValueReference list[MOST], known[MOST];
  fmi3Float64 number[ROOM], out[ROOM];
  fmi3Int32 small[ROOM];
  fmi3Int64 integer[ROOM];
  fmi3Boolean boolean[ROOM];
  fmi3String text[ROOM];
} Lists;

static void fill(Calls *c, Lists *l)
{
  for (size_t k = 0; k < MOST; k++) {
    l->list[k] = reference(c);
    l->known[k] = reference(c);
  }
  for (size_t k = 0; k < ROOM; k++) {
    l->number[k] = k < MOST ? real(c) : 1;
    l->small[k] = k < MOST && next(c) % 8 == 0 ? INT32_MIN : 1;
    l->integer[k] = k < MOST && next(c) % 8 == 0 ? INT64_MAX : 1;
    l->boolean[k] = k % 2;
    l->text[k] = k < MOST && next(c) % 16 == 0 ? NULL : "text";
  }
}

static void values(Calls *c, fmi3Instance in, int which)
{
  Lists l;
  fill(c, &l);
  size_t n = next(c) % (MOST + 1), m = next(c) % 2 ? n : next(c) % ROOM;
  size_t n_known = next(c) % (MOST + 1), m_known = n_known;
  const fmi3ValueReference *refs = maybe(c, l.list);
  switch (which) {
  case 0: need(fmi3GetFloat64(in, refs, n, maybe(c, l.number), m)); break;
  case 1: need(fmi3SetFloat64(in, refs, n, maybe(c, l.number), m)); break;
  case 2: need(fmi3GetInt32(in, refs, n, maybe(c, l.small), m)); break;
  case 3: need(fmi3SetInt32(in, refs, n, maybe(c, l.small), m)); break;
  case 4: need(fmi3GetInt64(in, refs, n, maybe(c, l.integer), m)); break;
  case 5: need(fmi3SetInt64(in, refs, n, maybe(c, l.integer), m)); break;
  case 6: need(fmi3GetBoolean(in, refs, n, maybe(c, l.boolean), m)); break;
  case 7: need(fmi3SetBoolean(in, refs, n, maybe(c, l.boolean), m)); break;
  case 8: need(fmi3GetString(in, refs, n, maybe(c, l.text), m)); break;
  case 9: need(fmi3SetString(in, refs, n, maybe(c, l.text), m)); break;
  case 10:
    need(fmi3GetOutputDerivatives(in, refs, n, maybe(c, l.small),
                                  maybe(c, l.number), m));
    break;
  case 11:
    need(fmi3GetDirectionalDerivative(in, refs, n, maybe(c, l.known), n_known,
                                      maybe(c, l.number), m_known,
                                      maybe(c, l.out), m));
    break;
  default:
    need(fmi3GetAdjointDerivative(in, refs, n, maybe(c, l.known), n_known,
                                  maybe(c, l.number), m, maybe(c, l.out),
                                  m_known));
  }
}

static void clocks(Calls *c, fmi3Instance in)
{
  Lists l;
  fill(c, &l);
  size_t n = next(c) % (MOST + 1);
  fmi3UInt64 counter[ROOM] = {0}, resolution[ROOM] = {0};
  fmi3IntervalQualifier known[ROOM];
  for (size_t k = 0; k < MOST && next(c) % 4; k++)
    l.list[k] = 6u << 28 | next(c) % 8; /* references of clocks */
  const fmi3ValueReference *refs = maybe(c, l.list);
  fmi3Float64 *number = maybe(c, l.number);
  switch (next(c) % 10) {
  case 0: need(fmi3GetClock(in, refs, n, maybe(c, l.boolean))); break;
  case 1: need(fmi3GetIntervalDecimal(in, refs, n, number, known)); break;
  case 2:
    need(fmi3GetIntervalFraction(in, refs, n, counter, resolution,
                                 maybe(c, known)));
    break;
  case 3: need(fmi3SetIntervalDecimal(in, refs, n, number)); break;
  case 4:
    need(fmi3SetIntervalFraction(in, refs, n, counter, resolution));
    break;
  case 5: need(fmi3GetShiftDecimal(in, refs, n, number)); break;
  case 6: need(fmi3GetShiftFraction(in, refs, n, counter, resolution)); break;
  case 7: need(fmi3SetShiftDecimal(in, refs, n, number)); break;
  case 8: need(fmi3SetShiftFraction(in, refs, n, counter, resolution)); break;
  default: need(fmi3SetClock(in, refs, n, l.boolean));
  }
}

/* Sizes, in the modes for them and elsewhere; then arrays with as many elements
 * as they have, or nearly so. */
static void sizes(Calls *c, fmi3Instance in)
{
  fmi3UInt64 value[2] = {next(c) % 8, next(c) % 32 == 0 ? UINT64_MAX : 2};
  fmi3ValueReference size[2] = {(fmi3ValueReference)REFERENCE_SIZE << 28,
                                (fmi3ValueReference)REFERENCE_SIZE << 28 | 1};
  fmi3ValueReference array =
      (fmi3ValueReference)REFERENCE_RESIZABLE << 28 | next(c) % 8;
  fmi3Float64 number[ROOM] = {0};
  fmi3Int32 small[ROOM] = {0};
  fmi3Int64 large[ROOM] = {0};
  fmi3Boolean flag[ROOM] = {false};
  size_t n = next(c) % 16;
  for (int k = 0; k < MOST; k++) {
    number[k] = real(c);
    small[k] = (fmi3Int32)next(c) - 2;
    large[k] = next(c) % 16 == 0 ? INT64_MAX : next(c) % 4;
    flag[k] = next(c) % 2;
  }
  uint8_t b = next(c);
  if (b & 1) need(fmi3EnterConfigurationMode(in));
  if (b & 2) need(fmi3SetUInt64(in, size, 1 + b / 4 % 2, value, 1 + b / 4 % 2));
  if (b & 8) need(fmi3GetUInt64(in, size, 1, value, 1));
  if (b & 16) need(fmi3ExitConfigurationMode(in));
  if (b & 32) {
    need(fmi3GetFloat64(in, &array, 1, number, n));
    need(fmi3GetInt32(in, &array, 1, small, n));
    need(fmi3GetInt64(in, &array, 1, large, n));
    need(fmi3GetBoolean(in, &array, 1, flag, n));
  }
  if (b & 64) {
    need(fmi3SetFloat64(in, &array, 1, number, n));
    need(fmi3SetInt32(in, &array, 1, small, n));
    need(fmi3SetInt64(in, &array, 1, large, n));
    need(fmi3SetBoolean(in, &array, 1, flag, n));
  }
}

/* One of the partitions, at a time that goes on. */
static void activate(Calls *c, int k)
{
  double time = next(c) % 8 ? c->time[k] + 0.01 : real(c);
  fmi3ValueReference clock = 6u << 28 | next(c) % 4;
  fmi3Status status = fmi3ActivateModelPartition(c->instance[k], clock, time);
  need(status);
  if (status == fmi3OK) c->time[k] = time;
  if (locks == 0 || c->is_inside) return;
  fprintf(stderr, "fuzz: broken: %d locks are left\n", locks);
  abort();
}

/* What this FMU has not, and what it is asked about itself. */
static void others(Calls *c, fmi3Instance in, int which)
{
  Lists l;
  fill(c, &l);
  size_t size[ROOM] = {0}, n = next(c) % (MOST + 1), found = 0;
  fmi3Binary blob[ROOM] = {NULL};
  fmi3DependencyKind kind[ROOM];
  switch (which) {
  case 0: need(fmi3GetBinary(in, l.list, n, size, blob, n)); break;
  case 1: need(fmi3SetBinary(in, l.list, n, size, blob, n)); break;
  case 2: need(fmi3GetClock(in, l.list, n, l.boolean)); break;
  case 3: need(fmi3SetClock(in, l.list, n, l.boolean)); break;
  case 4: clocks(c, in); break;
  case 5: need(fmi3ActivateModelPartition(in, l.list[0], real(c))); break;
  case 6: need(fmi3EnterConfigurationMode(in)); break;
  case 7: need(fmi3ExitConfigurationMode(in)); break;
  case 8: need(fmi3SetDebugLogging(in, next(c) % 2, n, l.text)); break;
  default:
    need(fmi3GetNumberOfVariableDependencies(in, l.list[0], maybe(c, &found)));
    if (found > ROOM) return;
    need(fmi3GetVariableDependencies(in, l.list[0], size, l.known, size, kind,
                                     found));
  }
}

static void step(Calls *c, int k)
{
  if (foucault_model.is_scheduled) {
    activate(c, k);
    return;
  }
  double h = real(c), at = next(c) % 8 ? c->time[k] : real(c), last = at;
  bool event, ends, early;
  if (next(c) % 4) h = 0.01;
  fmi3Status status =
      fmi3DoStep(c->instance[k], at, h, next(c) % 2, maybe(c, &event),
                 maybe(c, &ends), maybe(c, &early), maybe(c, &last));
  need(status);
  if (status == fmi3OK) c->time[k] = last > at ? last : at + h;
}

static void exchange(Calls *c, fmi3Instance in, int which)
{
  fmi3Float64 x[ROOM] = {0}, time;
  bool flag[5];
  size_t n = next(c) % 4 ? (size_t)foucault_model.n_states : next(c) % 8;
  size_t n_crossings = next(c) % 4 ? (size_t)foucault_model.n_indicators : 1;
  if (n > ROOM || n_crossings > ROOM) return;
  switch (which) {
  case 0: need(fmi3EnterEventMode(in)); break;
  case 1:
    need(fmi3UpdateDiscreteStates(in, maybe(c, &flag[0]), maybe(c, &flag[1]),
                                  maybe(c, &flag[2]), maybe(c, &flag[3]),
                                  maybe(c, &flag[4]), maybe(c, &time)));
    break;
  case 2: need(fmi3EnterContinuousTimeMode(in)); break;
  case 3:
    need(fmi3CompletedIntegratorStep(in, next(c) % 2, maybe(c, &flag[0]),
                                     maybe(c, &flag[1])));
    break;
  case 4: need(fmi3SetTime(in, real(c))); break;
  case 5:
    if (fmi3GetContinuousStates(in, x, n) == fmi3OK && next(c) % 4 == 0) {
      x[next(c) % ROOM] = real(c);
    }
    need(fmi3SetContinuousStates(in, maybe(c, x), n));
    break;
  case 6: need(fmi3GetContinuousStateDerivatives(in, maybe(c, x), n)); break;
  case 7: need(fmi3GetEventIndicators(in, maybe(c, x), n_crossings)); break;
  case 8: need(fmi3GetContinuousStates(in, maybe(c, x), n)); break;
  case 9: need(fmi3GetNominalsOfContinuousStates(in, maybe(c, x), n)); break;
  case 10: need(fmi3EnterStepMode(in)); break;
  case 11: need(fmi3EvaluateDiscreteStates(in)); break;
  case 12: need(fmi3GetNumberOfContinuousStates(in, maybe(c, &n))); break;
  default: need(fmi3GetNumberOfEventIndicators(in, maybe(c, &n)));
  }
}

static void damage(Calls *c)
{
  if (c->n_bytes == 0) return;
  size_t at = (size_t)(next(c) | next(c) << 8 | next(c) << 16) % c->n_bytes;
  c->bytes[at] = next(c);
  if (next(c) % 8 == 0) c->n_bytes = at;
}

static void serialize(Calls *c, fmi3Instance in, fmi3FMUState saved)
{
  size_t n = 0;
  need(fmi3SerializedFMUStateSize(in, saved, maybe(c, &n)));
  if (n == 0 || n > 10000000) return;
  free(c->bytes);
  c->bytes = calloc(n, 1);
  c->n_bytes = n;
  if (!c->bytes) abort();
  need(fmi3SerializeFMUState(in, saved, c->bytes, n));
}

/* Inside of a callback those of the list may be in use. */
static void states_inside(fmi3Instance in)
{
  fmi3FMUState state = NULL;
  need(fmi3GetFMUState(in, &state));
  if (!state) return;
  need(fmi3SetFMUState(in, state));
  need(fmi3FreeFMUState(in, &state));
}

static void states(Calls *c, int k, int which)
{
  fmi3Instance in = c->instance[k];
  int i = next(c) % N_SAVED;
  bool is_mine = !c->saved[i] || c->owner[i] == k;
  switch (which) {
  case 0:
    if (!is_mine) return;
    need(fmi3GetFMUState(in, &c->saved[i]));
    c->owner[i] = k;
    break;
  case 1: need(fmi3SetFMUState(in, c->saved[i])); break;
  case 2:
    if (!is_mine || !c->saved[i]) return;
    need(fmi3FreeFMUState(in, &c->saved[i]));
    c->saved[i] = NULL;
    break;
  case 3: serialize(c, in, c->saved[i]); break;
  case 4: damage(c); break;
  default:
    if (!is_mine) return;
    if (fmi3DeserializeFMUState(in, c->bytes, c->n_bytes, &c->saved[i]) ==
        fmi3OK) {
      c->owner[i] = k;
    }
  }
}

/* In the order that an importer would take. */
static void begin_well(fmi3Instance in)
{
  need(fmi3EnterInitializationMode(in, false, 0, 0, false, 0));
  need(fmi3ExitInitializationMode(in));
}

static void begin(Calls *c, fmi3Instance in, int which)
{
  switch (which) {
  case 0:
    need(fmi3EnterInitializationMode(in, next(c) % 2, real(c), real(c),
                                     next(c) % 2, real(c)));
    break;
  case 1: need(fmi3ExitInitializationMode(in)); break;
  case 2: need(fmi3Terminate(in)); break;
  case 3: need(fmi3Reset(in)); break;
  default: begin_well(in);
  }
}

static void call(Calls *c)
{
  uint8_t b = next(c);
  int k = b % N_INSTANCES;
  b /= N_INSTANCES;
  if (!c->instance[k]) {
    create(c, k);
    if (next(c) % 4) begin_well(c->instance[k]);
    return;
  }
  fmi3Instance in = next(c) == 255 ? NULL : c->instance[k];
  if (b < 20) {
    step(c, k);
  } else if (b < 46) {
    values(c, in, b % 13);
  } else if (b < 74) {
    exchange(c, in, b % 14);
  } else if (b < 98) {
    if (in && c->is_inside) states_inside(in);
    if (in && !c->is_inside) states(c, k, b % 6);
  } else if (b < 108) {
    others(c, in, b % 10);
  } else if (b < 118) {
    begin(c, in, b % 5);
  } else if (b < 120) {
    if (!c->is_inside) destroy(c, k);
  } else if (b < 126) {
    sizes(c, in);
  } else {
    step(c, k);
  }
}

/* --- a run that nothing has disturbed --- */

static double lone_run(void)
{
  fmi3Instance in = make(NULL, false, false, false, false);
  if (!in) abort();
  begin_well(in);
  double sum = 0, last;
  bool event, ends, early;
  for (int k = 0; k < 5; k++) {
    if (foucault_model.is_scheduled)
      need(fmi3ActivateModelPartition(in, 6u << 28, 0.01 * k));
    else
      need(fmi3DoStep(in, 0.01 * k, 0.01, true, &event, &ends, &early, &last));
  }
  for (fmi3ValueReference r = 0; r < (unsigned)foucault_model.n_real; r++) {
    fmi3Float64 value = 0;
    need(fmi3GetFloat64(in, &r, 1, &value, 1));
    if (isfinite(value)) sum += value * (r + 1);
  }
  fmi3FreeInstance(in);
  return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static bool known;
  static double expected;
  if (!known) expected = lone_run();
  known = true;
  Calls c = {.in = {data, size, 0}};
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
