/* walk.c: an FMU stepped to given times, with a saved state on the way.
 *
 *   walk LIBRARY GUID FOLDER TOLERANCE START SAVED N T1 ... TN VR...
 *
 * A line with all values after each step. After step SAVED the state is saved,
 * the run goes to its end, the state is restored, and the run goes to its end
 * again; then a second instance, which has made a step of its own, goes on from
 * the serialized state. A line "again" and a line "elsewhere" come before what
 * these two see. Exit status 1: a call failed, and its name was printed.
 */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2.h"

typedef struct Walk {
  void *library;
  const char *guid, *resources;
  double tolerance, start;
  const double *time;
  int n_times;
  fmi2ValueReference *vr;
  fmi2Real *value;
  size_t n_values;
} Walk;

static void log_message(fmi2ComponentEnvironment environment, fmi2String name,
                        fmi2Status status, fmi2String category,
                        fmi2String message, ...)
{
  (void)environment, (void)name, (void)category;
  if (status == fmi2OK) return;
  va_list arguments;
  va_start(arguments, message);
  vfprintf(stderr, message, arguments);
  va_end(arguments);
  fputc('\n', stderr);
}

static const fmi2CallbackFunctions callbacks = {log_message, calloc, free, NULL,
                                                NULL};

static void check(fmi2Status status, const char *call)
{
  if (status == fmi2OK || status == fmi2Warning) return;
  printf("%s returned %d\n", call, (int)status);
  exit(1);
}

static void *find(const Walk *w, const char *name)
{
  void *found = dlsym(w->library, name);
  if (!found) {
    printf("%s is missing\n", name);
    exit(1);
  }
  return found;
}

/* Calls through a pointer of the type of the function of that name. */
#define CALL(w, type, name) (*(type **)(void *[]){find(w, name)})

typedef fmi2Status OneFunction(fmi2Component);
typedef fmi2Component MakeFunction(fmi2String, fmi2Type, fmi2String, fmi2String,
                                   const fmi2CallbackFunctions *, fmi2Boolean,
                                   fmi2Boolean);
typedef fmi2Status SetupFunction(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real,
                                 fmi2Boolean, fmi2Real);
typedef fmi2Status StepFunction(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
typedef fmi2Status GetFunction(fmi2Component, const fmi2ValueReference *,
                               size_t, fmi2Real *);
typedef fmi2Status SaveFunction(fmi2Component, fmi2FMUstate *);
typedef fmi2Status RestoreFunction(fmi2Component, fmi2FMUstate);
typedef fmi2Status SizeFunction(fmi2Component, fmi2FMUstate, size_t *);
typedef fmi2Status SerializeFunction(fmi2Component, fmi2FMUstate, fmi2Byte *,
                                     size_t);
typedef fmi2Status DeserializeFunction(fmi2Component, const fmi2Byte *, size_t,
                                       fmi2FMUstate *);
typedef void FreeFunction(fmi2Component);

static fmi2Component begin(const Walk *w)
{
  fmi2Component c = CALL(w, MakeFunction, "fmi2Instantiate")(
      "walk", fmi2CoSimulation, w->guid, w->resources, &callbacks, fmi2False,
      fmi2False);
  if (!c) {
    printf("fmi2Instantiate returned NULL\n");
    exit(1);
  }
  check(CALL(w, SetupFunction, "fmi2SetupExperiment")(c, fmi2True, w->tolerance,
                                                      w->start, fmi2False, 0),
        "fmi2SetupExperiment");
  check(CALL(w, OneFunction, "fmi2EnterInitializationMode")(c),
        "fmi2EnterInitializationMode");
  check(CALL(w, OneFunction, "fmi2ExitInitializationMode")(c),
        "fmi2ExitInitializationMode");
  return c;
}

static void print_values(const Walk *w, fmi2Component c, double time)
{
  check(CALL(w, GetFunction, "fmi2GetReal")(c, w->vr, w->n_values, w->value),
        "fmi2GetReal");
  printf("%.17g", time);
  for (size_t k = 0; k < w->n_values; k++) printf(" %.17g", w->value[k]);
  printf("\n");
}

static void go(const Walk *w, fmi2Component c, int from, int to)
{
  StepFunction *step = CALL(w, StepFunction, "fmi2DoStep");
  for (int k = from; k < to; k++) {
    double before = k == 0 ? w->start : w->time[k - 1];
    check(step(c, before, w->time[k] - before, fmi2False), "fmi2DoStep");
    print_values(w, c, w->time[k]);
  }
}

/* Another instance goes on. */
static void go_elsewhere(const Walk *w, const fmi2Byte *bytes, size_t size,
                         int saved)
{
  fmi2FMUstate state = NULL;
  fmi2Component c = begin(w);
  check(CALL(w, StepFunction,
             "fmi2DoStep")(c, w->start, (w->time[0] - w->start) / 3, fmi2False),
        "fmi2DoStep");
  check(CALL(w, DeserializeFunction, "fmi2DeSerializeFMUstate")(c, bytes, size,
                                                                &state),
        "fmi2DeSerializeFMUstate");
  check(CALL(w, RestoreFunction, "fmi2SetFMUstate")(c, state),
        "fmi2SetFMUstate");
  printf("elsewhere\n");
  go(w, c, saved, w->n_times);
  CALL(w, SaveFunction, "fmi2FreeFMUstate")(c, &state);
  CALL(w, FreeFunction, "fmi2FreeInstance")(c);
}

static void walk(const Walk *w, int saved)
{
  fmi2FMUstate state = NULL;
  size_t size = 0;
  fmi2Component c = begin(w);
  go(w, c, 0, saved);
  check(CALL(w, SaveFunction, "fmi2GetFMUstate")(c, &state), "fmi2GetFMUstate");
  go(w, c, saved, w->n_times);
  check(CALL(w, RestoreFunction, "fmi2SetFMUstate")(c, state),
        "fmi2SetFMUstate");
  printf("again\n");
  go(w, c, saved, w->n_times);
  check(CALL(w, SizeFunction, "fmi2SerializedFMUstateSize")(c, state, &size),
        "fmi2SerializedFMUstateSize");
  fmi2Byte *bytes = malloc(size);
  if (!bytes) exit(1);
  check(CALL(w, SerializeFunction, "fmi2SerializeFMUstate")(c, state, bytes,
                                                            size),
        "fmi2SerializeFMUstate");
  CALL(w, SaveFunction, "fmi2FreeFMUstate")(c, &state);
  CALL(w, FreeFunction, "fmi2FreeInstance")(c);
  go_elsewhere(w, bytes, size, saved);
  free(bytes);
}

int main(int argc, char **argv)
{
  if (argc < 9) return 2;
  int n = atoi(argv[7]), saved = atoi(argv[6]);
  if (n < 1 || argc < 8 + n || saved > n) return 2;
  size_t n_values = (size_t)(argc - 8 - n);
  double *time = calloc((size_t)n, sizeof time[0]);
  Walk w = {.guid = argv[2],
            .resources = argv[3],
            .tolerance = atof(argv[4]),
            .start = atof(argv[5]),
            .time = time,
            .n_times = n,
            .vr = calloc(n_values + 1, sizeof w.vr[0]),
            .value = calloc(n_values + 1, sizeof w.value[0]),
            .n_values = n_values};
  w.library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!w.library || !time || !w.vr || !w.value) {
    printf("%s\n", w.library ? "memory is short" : dlerror());
    return 1;
  }
  for (int k = 0; k < n; k++) time[k] = atof(argv[8 + k]);
  for (size_t k = 0; k < n_values; k++) {
    w.vr[k] = (fmi2ValueReference)strtoul(argv[8 + n + (int)k], NULL, 10);
  }
  walk(&w, saved);
  free(time);
  free(w.vr);
  free(w.value);
  return 0;
}
