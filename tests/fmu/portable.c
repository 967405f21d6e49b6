/* portable.c: one FMU, driven alike on Linux and on Windows.
 *
 *   portable LIBRARY GUID curve N VR COUNT     Co-Simulation, N steps of 0.01:
 *                                              COUNT values from VR on, each
 *   portable LIBRARY GUID exchange N VR COUNT STATES  Model Exchange, N steps of
 *                                              Euler's method, 0.001 each
 *   portable LIBRARY GUID rollback N VR COUNT  after a saved and a serialized
 *                                              state the same bytes again
 *   portable LIBRARY GUID instances N VR COUNT N instances at once, three times:
 *                                              the same bytes, no growth
 *
 * Exit status 0: as it should be; results on standard output.
 */
#ifndef _WIN32
#define _GNU_SOURCE
#endif
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2.h"

static void fail(const char *why)
{
  fprintf(stderr, "%s\n", why);
  exit(1);
}

/* --- the two systems --- */

#ifdef _WIN32
#include <windows.h>

#include <psapi.h>

static void *library_open(const char *path)
{
  return (void *)LoadLibraryA(path);
}

static void *library_symbol(void *library, const char *name)
{
  return (void *)GetProcAddress((HMODULE)library, name);
}

static size_t memory_in_use(void)
{
  PROCESS_MEMORY_COUNTERS_EX counters;
  memset(&counters, 0, sizeof counters);
  counters.cb = sizeof counters;
  if (!K32GetProcessMemoryInfo(GetCurrentProcess(),
                               (PROCESS_MEMORY_COUNTERS *)&counters,
                               sizeof counters)) {
    fail("memory is not known");
  }
  return counters.PrivateUsage;
}
#else
#include <dlfcn.h>
#include <malloc.h>

static void *library_open(const char *path)
{
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void *library_symbol(void *library, const char *name)
{
  return dlsym(library, name);
}

static size_t memory_in_use(void)
{
  return mallinfo2().uordblks;
}
#endif

/* --- the FMU --- */

/* X(name, type): the functions that are called. */
#define FUNCTIONS(X)                                                           \
  X(Instantiate)                                                               \
  X(FreeInstance)                                                              \
  X(SetupExperiment)                                                           \
  X(EnterInitializationMode)                                                   \
  X(ExitInitializationMode)                                                    \
  X(GetReal)                                                                   \
  X(DoStep)                                                                    \
  X(GetFMUstate)                                                               \
  X(SetFMUstate)                                                               \
  X(FreeFMUstate)                                                              \
  X(SerializedFMUstateSize)                                                    \
  X(SerializeFMUstate)                                                         \
  X(DeSerializeFMUstate)                                                       \
  X(NewDiscreteStates)                                                         \
  X(EnterEventMode)                                                            \
  X(EnterContinuousTimeMode)                                                   \
  X(SetTime)                                                                   \
  X(SetContinuousStates)                                                       \
  X(GetContinuousStates)                                                       \
  X(GetDerivatives)                                                            \
  X(CompletedIntegratorStep)

#define POINTER(name) static __typeof__(&fmi2##name) name;
FUNCTIONS(POINTER)

enum { MOST_VALUES = 64, MOST_STATES = 64, MOST_INSTANCES = 1000 };

static const char *guid;
static fmi2ValueReference reference[MOST_VALUES];
static size_t n_values;

static void load(const char *path)
{
  void *library = library_open(path);
  void *symbol;
  if (!library) fail("the library cannot be loaded");
#define TAKE(name)                                                             \
  symbol = library_symbol(library, "fmi2" #name);                              \
  if (!symbol) fail("fmi2" #name " is missing");                               \
  memcpy(&name, &symbol, sizeof symbol);
  FUNCTIONS(TAKE)
}

static void check(fmi2Status status, const char *what)
{
  if (status != fmi2OK) fail(what);
}

static void logger(fmi2ComponentEnvironment environment, fmi2String instance,
                   fmi2Status status, fmi2String category, fmi2String message,
                   ...)
{
  va_list rest;
  (void)environment;
  (void)category;
  if (status == fmi2OK) return;
  va_start(rest, message);
  fprintf(stderr, "%s: ", instance);
  vfprintf(stderr, message, rest);
  fprintf(stderr, "\n");
  va_end(rest);
}

static const fmi2CallbackFunctions callbacks = {
    .logger = logger, .allocateMemory = calloc, .freeMemory = free};

static fmi2Component begin(fmi2Type type)
{
  fmi2Component c =
      Instantiate("one", type, guid, "", &callbacks, fmi2False, fmi2False);
  if (!c) fail("fmi2Instantiate");
  check(SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0), "setup");
  check(EnterInitializationMode(c), "enter");
  check(ExitInitializationMode(c), "exit");
  return c;
}

static void take_values(fmi2Component c, fmi2Real *value)
{
  check(GetReal(c, reference, n_values, value), "fmi2GetReal");
}

static void print_values(fmi2Component c)
{
  fmi2Real value[MOST_VALUES];
  take_values(c, value);
  for (size_t k = 0; k < n_values; k++) {
    printf("%.17g%c", value[k], k + 1 < n_values ? ' ' : '\n');
  }
}

/* Steps from k to k + n of 0.01; the values after each of them. */
static void run(fmi2Component c, int k, int n, fmi2Real (*value)[MOST_VALUES])
{
  for (int i = 0; i < n; i++) {
    check(DoStep(c, (k + i) * 0.01, 0.01, fmi2False), "fmi2DoStep");
    take_values(c, value[i]);
  }
}

/* --- what is asked --- */

static void curve(int n)
{
  fmi2Component c = begin(fmi2CoSimulation);
  for (int k = 0; k < n; k++) {
    check(DoStep(c, k * 0.01, 0.01, fmi2True), "fmi2DoStep");
    print_values(c);
  }
  FreeInstance(c);
}

static void iterate(fmi2Component c)
{
  fmi2EventInfo info = {0};
  info.newDiscreteStatesNeeded = fmi2True;
  while (info.newDiscreteStatesNeeded) {
    check(NewDiscreteStates(c, &info), "fmi2NewDiscreteStates");
  }
  check(EnterContinuousTimeMode(c), "continuous time");
}

static void exchange(int n, size_t n_states)
{
  fmi2Real x[MOST_STATES], slope[MOST_STATES];
  fmi2Boolean is_event, ends;
  fmi2Component c = begin(fmi2ModelExchange);
  iterate(c);
  for (int k = 0; k < n; k++) {
    check(GetContinuousStates(c, x, n_states), "states");
    check(GetDerivatives(c, slope, n_states), "derivatives");
    for (size_t i = 0; i < n_states; i++) x[i] += 0.001 * slope[i];
    check(SetTime(c, (k + 1) * 0.001), "time");
    check(SetContinuousStates(c, x, n_states), "states");
    check(CompletedIntegratorStep(c, fmi2True, &is_event, &ends), "step");
    if (is_event) {
      check(EnterEventMode(c), "event");
      iterate(c);
    }
    print_values(c);
  }
  FreeInstance(c);
}

static void compare(const void *a, const void *b, size_t size, const char *what)
{
  if (memcmp(a, b, size) != 0) fail(what);
}

static void rollback(int n)
{
  static fmi2Real first[1000][MOST_VALUES], again[1000][MOST_VALUES];
  size_t size, bytes;
  fmi2FMUstate state = NULL, other = NULL;
  if (n > 1000) fail("at most 1000 steps");
  bytes = (size_t)n * sizeof first[0];
  fmi2Component c = begin(fmi2CoSimulation);
  run(c, 0, n, first);
  check(GetFMUstate(c, &state), "save");
  check(SerializedFMUstateSize(c, state, &size), "size");
  fmi2Byte *text = malloc(size);
  if (!text) fail("memory");
  check(SerializeFMUstate(c, state, text, size), "serialize");
  run(c, n, n, first);
  check(SetFMUstate(c, state), "restore");
  run(c, n, n, again);
  compare(first, again, bytes, "other bytes after a saved state");
  check(DeSerializeFMUstate(c, text, size, &other), "deserialize");
  check(SetFMUstate(c, other), "restore");
  run(c, n, n, again);
  compare(first, again, bytes, "other bytes after a serialized state");
  check(FreeFMUstate(c, &state), "free");
  check(FreeFMUstate(c, &other), "free");
  free(text);
  FreeInstance(c);
  printf("%d steps, %lu bytes\n", n, (unsigned long)size);
}

static void one_round(int n)
{
  static fmi2Component c[MOST_INSTANCES];
  static fmi2Real first[10][MOST_VALUES], other[10][MOST_VALUES];
  for (int k = 0; k < n; k++) c[k] = begin(fmi2CoSimulation);
  run(c[0], 0, 10, first);
  for (int k = 1; k < n; k++) {
    run(c[k], 0, 10, other);
    compare(first, other, sizeof first, "instances differ");
  }
  for (int k = 0; k < n; k++) FreeInstance(c[k]);
}

/* What the C library keeps after the first round is not growth. */
static void instances(int n)
{
  size_t before = 0, after = 0;
  if (n > MOST_INSTANCES) fail("too many instances");
  for (int k = 0; k < 4; k++) {
    one_round(n);
    after = memory_in_use();
    if (k == 0) before = after;
  }
  long growth = (long)after - (long)before;
  printf("%d instances, growth %ld bytes\n", n, growth);
  if (growth > 100 * n) fail("memory grows");
}

static unsigned long read_number(const char *text)
{
  char *end;
  unsigned long number = strtoul(text, &end, 10);
  if (end == text || *end || number > 1000000) fail("a number is wrong");
  return number;
}

int main(int argc, char **argv)
{
  if (argc != 7 && argc != 8) fail("see the head of portable.c");
  const char *what = argv[3];
  int n = (int)read_number(argv[4]);
  unsigned from = (unsigned)read_number(argv[5]);
  guid = argv[2];
  n_values = (size_t)read_number(argv[6]);
  if (n_values > MOST_VALUES) fail("too many values");
  for (size_t k = 0; k < n_values; k++) reference[k] = from + (unsigned)k;
  load(argv[1]);
  if (strcmp(what, "curve") == 0) {
    curve(n);
  } else if (strcmp(what, "exchange") == 0 && argc == 8) {
    exchange(n, (size_t)read_number(argv[7]));
  } else if (strcmp(what, "rollback") == 0) {
    rollback(n);
  } else if (strcmp(what, "instances") == 0) {
    instances(n);
  } else {
    fail("see the head of portable.c");
  }
  return 0;
}
