/* sample3.c: a small FMU of FMI 3.0, written for the tests of the importer.
 *
 *   der(x) = -k*x + u      x, u of size n, a structural parameter
 *   y = sum(x), x1 is an alias of y
 *   below = x[1] < level   an event, found inside of steps
 *   tick, every 0.25 s     count counts; every second tick, `even` ticks;
 *                          kept is the clocked input held at the last tick
 *
 * and one variable of every other type, whose output is its input. -DFAULT=N
 * makes one thing wrong: the names stand below.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FAULT
#define FAULT 0
#endif
enum {
  SOUND,
  WRONG_DIRECTIONAL,
  WRONG_ADJOINT,
  FORGETS_STATE,
  ANY_TOKEN,
  ANY_COUNT,    /* of values */
  WRONG_NUMBER, /* of states */
  KEEPS_CLOCK,
  NOISY,
  ANY_MODE,
  WRONG_ELEMENT, /* the second element cannot be set */
  WRONG_VERSION,
  NO_INTERVAL,
  KEEPS_SIZE,
  STRANGE_ELEMENT
};

#define API __attribute__((visibility("default")))
typedef enum { OK, WARNING, DISCARD, ERROR, FATAL } Status;
typedef uint32_t Ref;
typedef void Log(void *, Status, const char *, const char *);
typedef void Update(void *, double, bool, bool, bool, bool, bool *, double *);

enum { MOST = 8 };
/* value references */
enum {
  TIME,
  N,
  X,
  DX,
  U,
  Y,
  K,
  LEVEL,
  BELOW,
  TICK,
  EVEN,
  COUNT,
  FLAGS,
  Z, /* event indicator */
  HELD,
  KEPT, /* a clocked input, and what it was at the last tick */
  F32_IN = 20,
  F32_OUT,
  I8_IN,
  I8_OUT,
  U8_IN,
  U8_OUT,
  I16_IN,
  I16_OUT,
  U16_IN,
  U16_OUT,
  I32_IN,
  I32_OUT,
  U32_IN,
  U32_OUT,
  I64_IN,
  I64_OUT,
  U64_IN,
  U64_OUT,
  B_IN,
  B_OUT,
  S_IN,
  S_OUT,
  BIN_IN,
  BIN_OUT,
  E_IN,
  E_OUT
};

typedef enum {
  FRESH,
  CONFIGURATION,
  INITIALIZATION,
  EVENT,
  CONTINUOUS,
  STEP,
  TERMINATED
} Mode;

typedef struct {
  uint64_t n;
  double time, x[MOST], u[MOST], k, level;
  bool below, flags[2], ticks, even, seen;
  int32_t count, held, kept;
  float f32;
  int8_t i8;
  uint8_t u8;
  int16_t i16;
  uint16_t u16;
  int32_t i32;
  uint32_t u32;
  int64_t i64, e;
  uint64_t u64;
  bool b;
  char s[64];
  uint8_t binary[64];
  size_t n_binary;
  Mode mode;
  bool has_stop;
  double stop;
} State;

typedef struct {
  State s;
  bool exchange, events, logging;
  void *environment;
  Log *log;
  Update *update;
} Sample;

static Status say(Sample *m, Status status, const char *text)
{
  if (m->log && (m->logging || FAULT == NOISY))
    m->log(m->environment, status,
           status == OK ? "logEvents" : "logStatusError", text);
  return status;
}

static void start(State *s)
{
  memset(s, 0, sizeof *s);
  s->n = 2;
  for (int i = 0; i < MOST; i++) s->x[i] = 1 + i, s->u[i] = 0;
  s->k = 1;
  s->level = 0.5;
  s->flags[0] = true;
  s->e = 1;
  strcpy(s->s, "text");
  memcpy(s->binary, "\1\2\377", 3);
  s->n_binary = 3;
}

static Sample *make(const char *token, bool exchange, bool events, bool logging,
                    void *environment, Log *log)
{
  Sample *m = calloc(1, sizeof *m);
  *m = (Sample){.exchange = exchange,
                .events = events,
                .logging = logging,
                .environment = environment,
                .log = log};
  start(&m->s);
  if (strcmp(token, "{sample3}") == 0 || FAULT == ANY_TOKEN) return m;
  say(m, ERROR, "this token is of another FMU");
  free(m);
  return NULL;
}

API const char *fmi3GetVersion(void)
{
  return FAULT == WRONG_VERSION ? "2.0" : "3.0";
}
API void *fmi3InstantiateModelExchange(const char *name, const char *token,
                                       const char *resources, bool visible,
                                       bool logging, void *environment,
                                       Log *log)
{
  (void)name, (void)resources, (void)visible;
  return make(token, true, true, logging, environment, log);
}
API void *fmi3InstantiateCoSimulation(const char *name, const char *token,
                                      const char *resources, bool visible,
                                      bool logging, bool events, bool early,
                                      const Ref *required, size_t n,
                                      void *environment, Log *log,
                                      Update *update)
{
  (void)name, (void)resources, (void)visible, (void)early;
  (void)required, (void)n;
  Sample *m = make(token, false, events, logging, environment, log);
  if (m) m->update = update;
  return m;
}
API void fmi3FreeInstance(void *c)
{
  free(c);
}

API Status fmi3SetDebugLogging(void *c, bool on, size_t n,
                               const char *const *category)
{
  (void)n, (void)category;
  ((Sample *)c)->logging = on;
  return OK;
}

static bool is_in(Sample *m, unsigned modes)
{
  return FAULT == ANY_MODE || modes & 1u << m->s.mode;
}
#define NEED(modes)                                                            \
  Sample *m = c;                                                               \
  if (!is_in(m, modes)) return say(m, ERROR, "not in this mode")
enum {
  IN_FRESH = 1 << FRESH,
  IN_CONFIGURATION = 1 << CONFIGURATION,
  IN_INITIALIZATION = 1 << INITIALIZATION,
  IN_EVENT = 1 << EVENT,
  IN_CONTINUOUS = 1 << CONTINUOUS,
  IN_STEP = 1 << STEP,
  IN_ANY = ~0
};

API Status fmi3EnterConfigurationMode(void *c)
{
  NEED(IN_FRESH);
  m->s.mode = CONFIGURATION;
  return OK;
}
API Status fmi3ExitConfigurationMode(void *c)
{
  NEED(IN_CONFIGURATION);
  m->s.mode = FRESH;
  return OK;
}
API Status fmi3EnterInitializationMode(void *c, bool has_tolerance,
                                       double tolerance, double begin,
                                       bool has_stop, double stop)
{
  NEED(IN_FRESH);
  (void)has_tolerance, (void)tolerance;
  m->s.has_stop = has_stop;
  m->s.stop = stop;
  m->s.time = begin;
  m->s.mode = INITIALIZATION;
  return OK;
}
API Status fmi3ExitInitializationMode(void *c)
{
  NEED(IN_INITIALIZATION);
  m->s.below = m->s.x[0] < m->s.level;
  m->s.mode = m->events ? EVENT : STEP;
  return OK;
}
API Status fmi3EnterEventMode(void *c)
{
  NEED(IN_CONTINUOUS | IN_STEP);
  m->s.mode = EVENT;
  m->s.ticks = m->s.even = false;
  return FAULT == NOISY ? say(m, OK, "an event"), OK : OK;
}
API Status fmi3EnterStepMode(void *c)
{
  NEED(IN_EVENT);
  m->s.mode = STEP;
  return OK;
}
API Status fmi3EnterContinuousTimeMode(void *c)
{
  NEED(IN_EVENT);
  m->s.mode = CONTINUOUS;
  return OK;
}
API Status fmi3EvaluateDiscreteStates(void *c)
{
  NEED(IN_EVENT | IN_INITIALIZATION);
  return OK;
}
API Status fmi3UpdateDiscreteStates(void *c, bool *again, bool *ends,
                                    bool *nominals, bool *values,
                                    bool *has_next, double *next)
{
  NEED(IN_EVENT);
  *again = *ends = *nominals = *values = *has_next = false;
  *next = 0;
  m->s.below = m->s.x[0] < m->s.level;
  if (m->s.ticks) m->s.count++, m->s.kept = m->s.held;
  if (FAULT != KEEPS_CLOCK) m->s.ticks = m->s.even = false;
  return OK;
}
API Status fmi3Terminate(void *c)
{
  NEED(IN_EVENT | IN_CONTINUOUS | IN_STEP);
  m->s.mode = TERMINATED;
  return OK;
}
API Status fmi3Reset(void *c)
{
  start(&((Sample *)c)->s);
  return OK;
}

/* --- values --- */

/* It cannot go on before a reset (FMI 3.0, section 2.2.4). */
static Status miscounted(Sample *m, const char *text)
{
  m->s.mode = TERMINATED;
  return say(m, ERROR, text);
}

static double sum(const State *s)
{
  double all = 0;
  for (uint64_t i = 0; i < s->n; i++) all += s->x[i];
  return all;
}

/* Pointer to the values of a reference, how many, and whether they may be
 * set. */
static void *place(Sample *m, Ref r, size_t *n, char *type, bool *set)
{
  static double made[MOST];
  State *s = &m->s;
  *n = 1;
  *set = true;
  *type = 'd';
  switch (r) {
  case TIME: *set = false; return &s->time;
  case N: *type = 'Q'; return &s->n;
  case X: *n = s->n; return s->x;
  case U: *n = s->n; return s->u;
  case K: return &s->k;
  case LEVEL: return &s->level;
  case DX:
    *n = s->n;
    *set = false;
    for (uint64_t i = 0; i < s->n; i++) made[i] = -s->k * s->x[i] + s->u[i];
    return made;
  case Y:
    *set = false;
    made[0] = sum(s);
    return made;
  case Z:
    *set = false;
    made[0] = s->x[0] - s->level;
    return made;
  case BELOW:
    *type = 'B';
    *set = false;
    return &s->below;
  case FLAGS:
    *type = 'B';
    *n = 2;
    return s->flags;
  case COUNT:
    *type = 'i';
    *set = false;
    return &s->count;
  case HELD: *type = 'i'; return &s->held;
  case KEPT:
    *type = 'i';
    *set = false;
    return &s->kept;
  case F32_IN:
  case F32_OUT: *type = 'f'; return &s->f32;
  case I8_IN:
  case I8_OUT: *type = 'b'; return &s->i8;
  case U8_IN:
  case U8_OUT: *type = 'c'; return &s->u8;
  case I16_IN:
  case I16_OUT: *type = 'h'; return &s->i16;
  case U16_IN:
  case U16_OUT: *type = 'H'; return &s->u16;
  case I32_IN:
  case I32_OUT: *type = 'i'; return &s->i32;
  case U32_IN:
  case U32_OUT: *type = 'I'; return &s->u32;
  case I64_IN:
  case I64_OUT: *type = 'q'; return &s->i64;
  case U64_IN:
  case U64_OUT: *type = 'Q'; return &s->u64;
  case B_IN:
  case B_OUT: *type = 'B'; return &s->b;
  case E_IN:
  case E_OUT: *type = 'q'; return &s->e;
  default: *type = '?'; return NULL;
  }
}

static Status move(Sample *m, const Ref *r, size_t n_refs, char *values,
                   size_t n_values, size_t size, char type, bool writes)
{
  size_t at = 0;
  for (size_t i = 0; i < n_refs; i++) {
    size_t n;
    char found;
    bool set;
    void *from = place(m, r[i], &n, &found, &set);
    if (!from || found != type) return say(m, ERROR, "no such variable");
    if (writes && !set) return say(m, ERROR, "this cannot be set");
    if (writes && r[i] == HELD && m->s.mode > INITIALIZATION && !m->s.ticks)
      return say(m, ERROR, "its clock does not tick");
    if (writes && r[i] == N && m->s.mode != CONFIGURATION)
      return say(m, ERROR, "sizes are set in configuration mode");
    if (at + n > n_values) {
      if (FAULT == ANY_COUNT) return OK;
      return miscounted(m, "too few values");
    }
    if (writes && r[i] == N && *(uint64_t *)(values + at * size) > MOST)
      return say(m, ERROR, "too large");
    size_t bytes = writes && r[i] == N && FAULT == KEEPS_SIZE ? 0 : n * size;
    if (writes && FAULT == WRONG_ELEMENT && n > 1) bytes = size;
    if (writes)
      memcpy(from, values + at * size, bytes);
    else
      memcpy(values + at * size, from, n * size);
    at += n;
  }
  if (at == n_values || FAULT == ANY_COUNT) return OK;
  return miscounted(m, "too many values");
}

#define BOTH(Name, Type, letter)                                               \
  API Status fmi3Get##Name(void *c, const Ref *r, size_t n, Type *v, size_t k) \
  {                                                                            \
    return move(c, r, n, (char *)v, k, sizeof(Type), letter, false);           \
  }                                                                            \
  API Status fmi3Set##Name(void *c, const Ref *r, size_t n, const Type *v,     \
                           size_t k)                                           \
  {                                                                            \
    return move(c, r, n, (char *)v, k, sizeof(Type), letter, true);            \
  }
BOTH(Float64, double, 'd')
BOTH(Float32, float, 'f')
BOTH(Int8, int8_t, 'b')
BOTH(UInt8, uint8_t, 'c')
BOTH(Int16, int16_t, 'h')
BOTH(UInt16, uint16_t, 'H')
BOTH(Int32, int32_t, 'i')
BOTH(UInt32, uint32_t, 'I')
BOTH(Int64, int64_t, 'q')
BOTH(UInt64, uint64_t, 'Q')
BOTH(Boolean, bool, 'B')

API Status fmi3GetString(void *c, const Ref *r, size_t n, const char **v,
                         size_t k)
{
  NEED(IN_ANY);
  if (n != k) return say(m, ERROR, "a wrong number of texts");
  for (size_t i = 0; i < n; i++) {
    if (r[i] != S_IN && r[i] != S_OUT) return say(m, ERROR, "no such text");
    v[i] = m->s.s;
  }
  return OK;
}
API Status fmi3SetString(void *c, const Ref *r, size_t n, const char *const *v,
                         size_t k)
{
  NEED(IN_ANY);
  if (n != k || r[0] != S_IN) return say(m, ERROR, "no such text");
  snprintf(m->s.s, sizeof m->s.s, "%s", v[n - 1]);
  return OK;
}
API Status fmi3GetBinary(void *c, const Ref *r, size_t n, size_t *size,
                         const uint8_t **v, size_t k)
{
  NEED(IN_ANY);
  if (n != k) return say(m, ERROR, "a wrong number of binaries");
  for (size_t i = 0; i < n; i++) {
    if (r[i] != BIN_IN && r[i] != BIN_OUT) return say(m, ERROR, "no such one");
    v[i] = m->s.binary;
    size[i] = m->s.n_binary;
  }
  return OK;
}
API Status fmi3SetBinary(void *c, const Ref *r, size_t n, const size_t *size,
                         const uint8_t *const *v, size_t k)
{
  NEED(IN_ANY);
  if (n != 1 || k != 1 || r[0] != BIN_IN || size[0] > sizeof m->s.binary)
    return say(m, ERROR, "no such binary");
  memcpy(m->s.binary, v[0], size[0]);
  m->s.n_binary = size[0];
  return OK;
}

/* --- clocks --- */

API Status fmi3GetClock(void *c, const Ref *r, size_t n, bool *v)
{
  NEED(FAULT == KEEPS_CLOCK ? IN_ANY : IN_EVENT);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != TICK && r[i] != EVEN) return say(m, ERROR, "no such clock");
    v[i] = r[i] == TICK ? m->s.ticks : m->s.even;
  }
  return OK;
}
API Status fmi3SetClock(void *c, const Ref *r, size_t n, const bool *v)
{
  NEED(IN_EVENT);
  for (size_t i = 0; i < n; i++) {
    if (r[i] != TICK) return say(m, ERROR, "no input clock");
    m->s.ticks = v[i];
    m->s.even = v[i] && m->s.count % 2 == 1;
  }
  return OK;
}
API Status fmi3GetIntervalDecimal(void *c, const Ref *r, size_t n, double *v,
                                  int *qualifier)
{
  NEED(IN_INITIALIZATION | IN_EVENT);
  if (n != 1 || r[0] != TICK) return say(m, ERROR, "no such clock");
  v[0] = 0.25;
  qualifier[0] = FAULT == NO_INTERVAL ? 0 : m->s.seen ? 1 : 2;
  m->s.seen = true;
  return OK;
}
API Status fmi3GetShiftDecimal(void *c, const Ref *r, size_t n, double *v)
{
  NEED(IN_INITIALIZATION);
  if (n != 1 || r[0] != TICK) return say(m, ERROR, "no such clock");
  v[0] = 0.25;
  return OK;
}
#define REFUSED(name, ...)                                                     \
  API Status fmi3##name(void *c, __VA_ARGS__)                                  \
  {                                                                            \
    return say(c, ERROR, "this is not done here");                             \
  }
REFUSED(SetIntervalDecimal, const Ref *r, size_t n, const double *v)
REFUSED(SetIntervalFraction, const Ref *r, size_t n, const uint64_t *v,
        const uint64_t *w)
REFUSED(SetShiftDecimal, const Ref *r, size_t n, const double *v)
REFUSED(SetShiftFraction, const Ref *r, size_t n, const uint64_t *v,
        const uint64_t *w)
REFUSED(GetIntervalFraction, const Ref *r, size_t n, uint64_t *v, uint64_t *w,
        int *q)
REFUSED(GetShiftFraction, const Ref *r, size_t n, uint64_t *v, uint64_t *w)
/* Element k of der(x) depends on element k of x and of u; all else on time,
 * for what is asked here. */
API Status fmi3GetNumberOfVariableDependencies(void *c, Ref r, size_t *n)
{
  *n = r == DX ? 2 * ((Sample *)c)->s.n : 1;
  return OK;
}
API Status fmi3GetVariableDependencies(void *c, Ref r, size_t *own, Ref *other,
                                       size_t *element, int *kind, size_t n)
{
  (void)c;
  for (size_t k = 0; k < n; k++) {
    own[k] = r == DX ? k / 2 + 1 : 0;
    other[k] = r != DX ? TIME : k % 2 == 0 ? X : U;
    element[k] = FAULT == STRANGE_ELEMENT ? n : r == DX ? k / 2 + 1 : 1;
    kind[k] = 5;
  }
  return OK;
}
REFUSED(ActivateModelPartition, Ref r, double time)
API void *fmi3InstantiateScheduledExecution(const char *name, const char *token,
                                            const char *resources, bool visible,
                                            bool logging, void *environment,
                                            Log *log, void (*update)(void *),
                                            void (*lock)(void),
                                            void (*unlock)(void))
{
  (void)name, (void)token, (void)resources, (void)visible, (void)logging;
  (void)environment, (void)log, (void)update, (void)lock, (void)unlock;
  return NULL;
}

/* --- saved states --- */

API Status fmi3GetFMUState(void *c, void **state)
{
  if (!*state) *state = malloc(sizeof(State));
  memcpy(*state, &((Sample *)c)->s, sizeof(State));
  return OK;
}
API Status fmi3SetFMUState(void *c, void *state)
{
  State *s = &((Sample *)c)->s;
  int32_t count = s->count;
  double x = s->x[1];
  memcpy(s, state, sizeof(State));
  if (FAULT == FORGETS_STATE) s->count = count, s->x[1] = x;
  return OK;
}
API Status fmi3FreeFMUState(void *c, void **state)
{
  (void)c;
  free(*state);
  *state = NULL;
  return OK;
}
API Status fmi3SerializedFMUStateSize(void *c, void *state, size_t *size)
{
  (void)c, (void)state;
  *size = sizeof(State);
  return OK;
}
API Status fmi3SerializeFMUState(void *c, void *state, uint8_t *byte, size_t n)
{
  if (n != sizeof(State)) return say(c, ERROR, "a wrong size");
  memcpy(byte, state, n);
  return OK;
}
API Status fmi3DeserializeFMUState(void *c, const uint8_t *byte, size_t n,
                                   void **state)
{
  if (n != sizeof(State)) return say(c, ERROR, "a wrong size");
  *state = malloc(n);
  memcpy(*state, byte, n);
  return OK;
}

/* --- derivatives --- */

/* d(unknown[i])/d(known[k]) of elements. */
static double partial(const State *s, Ref unknown, size_t i, Ref known,
                      size_t k)
{
  if (unknown == DX && i == k) return known == X ? -s->k : known == U ? 1 : 0;
  if (unknown == Y) return known == X ? 1 : 0;
  if (unknown == F32_OUT) return known == F32_IN ? 1 : 0;
  if (unknown == Z) return known == X && k == 0 ? 1 : 0;
  return 0;
}

static size_t size_of(const State *s, Ref r)
{
  return r == X || r == DX || r == U ? s->n : 1;
}

static Status derive(Sample *m, const Ref *u, size_t nu, const Ref *k,
                     size_t nk, const double *seed, size_t n_seed, double *out,
                     size_t n_out, bool adjoint)
{
  memset(out, 0, n_out * sizeof out[0]);
  size_t row = 0;
  for (size_t a = 0; a < nu; a++) {
    for (size_t i = 0; i < size_of(&m->s, u[a]); i++, row++) {
      size_t column = 0;
      for (size_t b = 0; b < nk; b++) {
        for (size_t j = 0; j < size_of(&m->s, k[b]); j++, column++) {
          double d = partial(&m->s, u[a], i, k[b], j);
          if ((adjoint ? row : column) >= n_seed ||
              (adjoint ? column : row) >= n_out)
            return say(m, ERROR, "too few values");
          if (adjoint)
            out[column] += d * seed[row];
          else
            out[row] += d * seed[column];
        }
      }
    }
  }
  if (adjoint ? FAULT == WRONG_ADJOINT : FAULT == WRONG_DIRECTIONAL)
    out[0] *= 2;
  return OK;
}

API Status fmi3GetDirectionalDerivative(void *c, const Ref *u, size_t nu,
                                        const Ref *k, size_t nk,
                                        const double *seed, size_t n_seed,
                                        double *out, size_t n_out)
{
  NEED(IN_INITIALIZATION | IN_EVENT | IN_CONTINUOUS | IN_STEP);
  return derive(m, u, nu, k, nk, seed, n_seed, out, n_out, false);
}
API Status fmi3GetAdjointDerivative(void *c, const Ref *u, size_t nu,
                                    const Ref *k, size_t nk, const double *seed,
                                    size_t n_seed, double *out, size_t n_out)
{
  NEED(IN_INITIALIZATION | IN_EVENT | IN_CONTINUOUS | IN_STEP);
  return derive(m, u, nu, k, nk, seed, n_seed, out, n_out, true);
}
API Status fmi3GetOutputDerivatives(void *c, const Ref *r, size_t n,
                                    const int32_t *order, double *v, size_t k)
{
  NEED(IN_STEP);
  if (n != 1 || k != 1 || (r[0] != Y && r[0] != F32_OUT) || order[0] != 1)
    return say(m, ERROR, "no such derivative");
  v[0] = 0;
  if (r[0] == F32_OUT) return OK;
  for (uint64_t i = 0; i < m->s.n; i++) v[0] += -m->s.k * m->s.x[i] + m->s.u[i];
  return OK;
}

/* --- Model Exchange --- */

API Status fmi3SetTime(void *c, double time)
{
  NEED(IN_CONTINUOUS | IN_EVENT);
  m->s.time = time;
  return OK;
}
API Status fmi3CompletedIntegratorStep(void *c, bool no_set, bool *enter,
                                       bool *ends)
{
  NEED(IN_CONTINUOUS);
  (void)no_set;
  *enter = *ends = false;
  return OK;
}
API Status fmi3SetContinuousStates(void *c, const double *x, size_t n)
{
  NEED(IN_CONTINUOUS | IN_EVENT);
  if (n != m->s.n) return say(m, ERROR, "a wrong number of states");
  memcpy(m->s.x, x, n * sizeof x[0]);
  return OK;
}
API Status fmi3GetContinuousStates(void *c, double *x, size_t n)
{
  NEED(IN_CONTINUOUS | IN_EVENT | IN_INITIALIZATION);
  if (n != m->s.n) return say(m, ERROR, "a wrong number of states");
  memcpy(x, m->s.x, n * sizeof x[0]);
  return OK;
}
API Status fmi3GetContinuousStateDerivatives(void *c, double *x, size_t n)
{
  NEED(IN_CONTINUOUS | IN_EVENT | IN_INITIALIZATION);
  if (n != m->s.n) return say(m, ERROR, "a wrong number of states");
  for (size_t i = 0; i < n; i++) x[i] = -m->s.k * m->s.x[i] + m->s.u[i];
  return OK;
}
API Status fmi3GetNominalsOfContinuousStates(void *c, double *x, size_t n)
{
  NEED(IN_CONTINUOUS | IN_EVENT | IN_INITIALIZATION);
  for (size_t i = 0; i < n; i++) x[i] = 1;
  return OK;
}
API Status fmi3GetEventIndicators(void *c, double *z, size_t n)
{
  NEED(IN_CONTINUOUS | IN_EVENT | IN_INITIALIZATION);
  if (n != 1) return say(m, ERROR, "a wrong number of indicators");
  z[0] = m->s.x[0] - m->s.level;
  return OK;
}
API Status fmi3GetNumberOfEventIndicators(void *c, size_t *n)
{
  (void)c;
  *n = 1;
  return OK;
}
API Status fmi3GetNumberOfContinuousStates(void *c, size_t *n)
{
  *n = ((Sample *)c)->s.n + (FAULT == WRONG_NUMBER);
  return OK;
}

/* --- Co-Simulation --- */

static double at(const State *s, int i, double h)
{
  double e = exp(-s->k * h);
  return s->x[i] * e + s->u[i] / s->k * (1 - e);
}

API Status fmi3DoStep(void *c, double time, double size, bool no_set,
                      bool *event, bool *ends, bool *early, double *last)
{
  NEED(IN_STEP);
  (void)no_set;
  *event = *ends = *early = false;
  *last = time;
  if (!(size > 0)) return say(m, ERROR, "a step that does not go on");
  if (m->s.has_stop && time + size > m->s.stop * (1 + 1e-9))
    return say(m, ERROR, "the stop time is before the end of the step");
  double h = size;
  State *s = &m->s;
  if (m->events && (at(s, 0, h) < s->level) != s->below) {
    double low = 0, high = h; /* where it is still as before, and is not */
    for (int i = 0; i < 60; i++) {
      double middle = low + (high - low) / 2;
      if ((at(s, 0, middle) < s->level) != s->below)
        high = middle;
      else
        low = middle;
    }
    h = high;
    *event = true;
    *early = h < size;
  }
  double x[MOST];
  for (uint64_t i = 0; i < s->n; i++) x[i] = at(s, (int)i, h);
  memcpy(s->x, x, s->n * sizeof x[0]);
  if (!m->events) s->below = s->x[0] < s->level;
  s->time = time + h;
  *last = s->time;
  return OK;
}
