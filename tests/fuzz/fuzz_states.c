/* fuzz_states.c: any bytes as damage of a serialized state.
 *
 * The first byte chooses one of some good states, the second one what happens
 * to its checksum and its length; each five bytes after them change it at one
 * place. The runtime must refuse it, or take it and go on: every call returns a
 * status of FMI 2.0, a sanitizer finds nothing, and a new instance runs as it
 * does alone.
 *
 * A forged checksum makes the damage look right. It is put anywhere, or where
 * little is said by few bytes: sizes, the mode, times; the sizes of the solver's
 * memory. Nothing of it may be believed (SECURITY.md).
 *
 * The model is linked in: foucault_model, by `foucault build --dump=c`.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/instance.h"
#include "fmi2.h"
#include "model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As saved_state.c has it. */
typedef struct Header {
  char magic[8];
  uint64_t model, size, own_size, checksum;
} Header;

typedef struct Good {
  fmi2Type type;
  fmi2Byte *bytes;
  size_t size;
  size_t carried;      /* where the memory of the solver begins, or size */
  size_t carried_head; /* and so many bytes that tell its sizes */
} Good;

enum { SCALARS = 160, N_GOOD = 5, N_STEPS = 3, ALONE_EVERY = 64 };
enum { MOST_EVALUATIONS = 20000 }; /* of one state: a second or so */

static Good good[N_GOOD];

static void log_nothing(fmi2ComponentEnvironment environment, fmi2String name,
                        fmi2Status status, fmi2String category,
                        fmi2String message, ...)
{
  (void)environment, (void)name, (void)status, (void)category, (void)message;
}

static const fmi2CallbackFunctions callbacks = {log_nothing, calloc, free, NULL,
                                                NULL};

static fmi2Status need(fmi2Status status)
{
  if (status >= fmi2OK && status <= fmi2Pending) return status;
  fprintf(stderr, "fuzz: broken: a status of FMI, not %d\n", (int)status);
  abort();
}

static fmi2Component make(fmi2Type type)
{
  fmi2Component in = fmi2Instantiate("fuzz", type, foucault_model.guid, "",
                                     &callbacks, fmi2False, fmi2False);
  if (!in) abort();
  return in;
}

static void begin(fmi2Component in)
{
  need(fmi2SetupExperiment(in, fmi2False, 0, 0, fmi2False, 0));
  need(fmi2EnterInitializationMode(in));
  need(fmi2ExitInitializationMode(in));
}

/* --- good states --- */

static uint64_t word_at(const fmi2Byte *bytes)
{
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

/* The head of the memory that is carried holds the number of its bytes and of
 * its chunks; the sizes of each of them follow. */
static void find_carried(Good *g)
{
  const size_t n_bytes = 24, n_chunks = 56, head = 64, chunk = 32;
  g->carried = sizeof(Header);
  while (g->carried + head <= g->size) {
    const fmi2Byte *at = g->bytes + g->carried;
    uint64_t chunks = word_at(at + n_chunks), left = g->size - g->carried;
    if (word_at(at + n_bytes) == left && chunks <= (left - head) / chunk) {
      g->carried_head = head + chunk * (size_t)chunks;
      return;
    }
    g->carried++;
  }
  g->carried = g->size;
}

static Good serialize(fmi2Component in, fmi2Type type)
{
  Good g = {.type = type};
  fmi2FMUstate state = NULL;
  need(fmi2GetFMUstate(in, &state));
  need(fmi2SerializedFMUstateSize(in, state, &g.size));
  g.bytes = malloc(g.size);
  if (!g.bytes) abort();
  need(fmi2SerializeFMUstate(in, state, g.bytes, g.size));
  need(fmi2FreeFMUstate(in, &state));
  fmi2FreeInstance(in);
  find_carried(&g);
  return g;
}

static void make_good(void)
{
  for (int k = 0; k < N_GOOD; k++) {
    fmi2Type type = k < 3 ? fmi2CoSimulation : fmi2ModelExchange;
    fmi2Component in = make(type);
    if (k != 0) begin(in);
    if (k == 2) {
      for (int i = 0; i < 20; i++) need(fmi2DoStep(in, 0.05 * i, 0.05, 1));
    }
    if (k == 4) {
      fmi2EventInfo info;
      need(fmi2NewDiscreteStates(in, &info));
      need(fmi2EnterContinuousTimeMode(in));
    }
    good[k] = serialize(in, type);
  }
}

/* --- damage --- */

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
  const unsigned char *byte = bytes;
  for (size_t k = 0; k < n; k++) hash = (hash ^ byte[k]) * 1099511628211u;
  return hash;
}

static void forge(fmi2Byte *bytes, size_t size)
{
  Header head;
  if (size < sizeof head) return;
  memcpy(&head, bytes, sizeof head);
  if (head.size > size - sizeof head) return;
  head.checksum = hash_bytes(head.model, &head.own_size, sizeof head.own_size);
  head.checksum =
      hash_bytes(head.checksum, bytes + sizeof head, (size_t)head.size);
  memcpy(bytes, &head, sizeof head);
}

static const double strange[] = {0,       -0.0,   1,        -1,
                                 1e-300,  NAN,    INFINITY, DBL_MIN,
                                 DBL_MAX, 5e-324, 1e300,    -INFINITY};

/* A byte, a number, or a small or large integer. */
static void change(fmi2Byte *bytes, size_t size, size_t at, uint8_t how,
                   uint8_t value)
{
  double number = strange[value % (sizeof strange / sizeof *strange)];
  int32_t integer = value < 128 ? value : (int32_t)(0x40000000u >> value % 31);
  if (how % 4 == 0 && at + sizeof number <= size) {
    memcpy(bytes + at / 8 * 8, &number, sizeof number);
  } else if (how % 4 == 1 && at + sizeof integer <= size) {
    if (how % 8 == 1) integer = -integer;
    memcpy(bytes + at / 4 * 4, &integer, sizeof integer);
  } else if (how % 4 == 2) {
    bytes[at] = (fmi2Byte)(bytes[at] ^ (1 << value % 8));
  } else {
    bytes[at] = (fmi2Byte)value;
  }
}

/* A new copy, with the damage that the data say. */
static fmi2Byte *damaged(const Good *g, const uint8_t *data, size_t n,
                         uint8_t what, size_t *size)
{
  bool is_forged = what & 1, is_far = what & 8, is_anywhere = what & 16;
  size_t whole = g->size;
  fmi2Byte *bytes = malloc(whole);
  if (!bytes) abort();
  memcpy(bytes, g->bytes, whole);
  size_t first = is_forged && !is_anywhere && is_far ? g->carried : 0;
  size_t reach = !is_forged || is_anywhere ? whole
                 : is_far                  ? g->carried_head
                                           : sizeof(Header) + SCALARS;
  for (; reach > 0 && n >= 5; data += 5, n -= 5) {
    size_t at = (size_t)(data[0] | data[1] << 8 | data[2] << 16) % reach;
    change(bytes + first, reach, at, data[3], data[4]);
  }
  *size = what & 2 && n > 0 ? data[0] * whole / 256 : whole;
  if (is_forged && what & 4) { /* without memory of the solver */
    uint64_t size_of_rest = g->carried - sizeof(Header);
    memcpy(bytes + 16, &size_of_rest, sizeof size_of_rest);
  }
  if (is_forged) forge(bytes, *size);
  return bytes;
}

/* --- what an importer does with it --- */

/* A bar that is told to turn 1,500 times a second does so, and takes its steps:
 * that is no fault, and not waited for. */
static bool is_costly(fmi2Component in, unsigned long before)
{
  const Instance *inst = in;
  return (unsigned long)inst->statistics.rhs - before > MOST_EVALUATIONS;
}

static void go_on(fmi2Component in, fmi2Type type)
{
  unsigned long before = (unsigned long)((const Instance *)in)->statistics.rhs;
  static const double length[N_STEPS] = {0.01, 0.1, 0.5};
  double time = 1;
  for (fmi2ValueReference r = 0; r < (unsigned)foucault_model.n_real; r++) {
    fmi2Real value;
    need(fmi2GetReal(in, &r, 1, &value));
    if (r == 0) time = value;
  }
  for (int k = 0; k < N_STEPS && !is_costly(in, before); k++) {
    if (type == fmi2CoSimulation) {
      need(fmi2DoStep(in, time, length[k], fmi2True));
    } else {
      fmi2EventInfo info;
      fmi2Real x[64];
      size_t n = (size_t)foucault_model.n_states;
      if (n > 64) return;
      need(fmi2SetTime(in, time + length[k]));
      need(fmi2GetDerivatives(in, x, n));
      need(fmi2EnterEventMode(in));
      need(fmi2NewDiscreteStates(in, &info));
      need(fmi2EnterContinuousTimeMode(in));
    }
    time += length[k];
  }
  fmi2FMUstate state = NULL;
  need(fmi2GetFMUstate(in, &state));
  need(fmi2FreeFMUstate(in, &state));
  need(fmi2Reset(in));
  begin(in);
}

static void try_bytes(const Good *g, const fmi2Byte *bytes, size_t size)
{
  fmi2FMUstate state = NULL;
  fmi2Component in = make(g->type);
  begin(in);
  if (need(fmi2DeSerializeFMUstate(in, bytes, size, &state)) == fmi2OK) {
    if (need(fmi2SetFMUstate(in, state)) == fmi2OK) go_on(in, g->type);
    need(fmi2FreeFMUstate(in, &state));
  }
  fmi2FreeInstance(in);
}

static double lone_run(void)
{
  fmi2Component in = make(fmi2CoSimulation);
  begin(in);
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
  static long n_runs;
  static double expected;
  if (n_runs == 0) {
    expected = lone_run();
    make_good();
  }
  if (size >= 2) {
    const Good *g = &good[data[0] % N_GOOD];
    size_t n;
    fmi2Byte *bytes = damaged(g, data + 2, size - 2, data[1], &n);
    fmi2Byte *exact = malloc(n ? n : 1); /* what is after it is poisoned */
    if (!exact) abort();
    memcpy(exact, bytes, n);
    free(bytes);
    try_bytes(g, exact, n);
    free(exact);
  }
  if (n_runs++ % ALONE_EVERY == 0 && lone_run() != expected) {
    fprintf(stderr, "fuzz: broken: a new instance runs as it does alone\n");
    abort();
  }
  return 0;
}
