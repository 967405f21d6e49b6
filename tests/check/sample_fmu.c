/* sample_fmu.c: a small FMU with faults to choose from, for the tests of
 * foucault check.
 *
 *   der(x) = -k*x + u, y = x, n counts the time events at 0.5, 1.0, ...
 *
 * Both kinds are in it; Co-Simulation steps by Euler. The file `fault` in the
 * resources names what it does wrong; without it the FMU is sound.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fmi2.h"

#define EXPORT __attribute__((visibility("default")))
#ifndef GUID
#define GUID "{sample}"
#endif

enum { VR_X, VR_DX, VR_Y, VR_U, VR_K, VR_TIME, N_REALS };
enum { MODE_NEW, MODE_INITIALIZING, MODE_EVENT, MODE_RUNNING, MODE_ENDED };

typedef struct Sample {
  double x, u, k, time, stop, next;
  int has_stop, n, mode, steps, iterations;
  fmi2Type kind;
  char fault[64], name[64], text[32];
  const char *kept_name;
  fmi2CallbackFunctions functions;
  const fmi2CallbackFunctions *kept_functions;
  int logging;
  int is_restored; /* by fmi2SetFMUstate */
  void *block;
} Sample;

static int static_steps; /* for the fault "static" */

static int is(const Sample *s, const char *fault)
{
  return strcmp(s->fault, fault) == 0;
}

static void say(Sample *s, fmi2Status status, const char *category,
                const char *text)
{
  const fmi2CallbackFunctions *f =
      is(s, "keeps-callbacks") ? s->kept_functions : &s->functions;
  const char *name = is(s, "keeps-name") ? s->kept_name : s->name;
  void *environment = f->componentEnvironment;
  if (is(s, "environment")) environment = s;
  if (f->logger) f->logger(environment, name, status, category, "%s", text);
}

static fmi2Status refuse(Sample *s, const char *text)
{
  say(s, fmi2Error, "logStatusError", text);
  return fmi2Error;
}

/* --- life --- */

EXPORT const char *fmi2GetTypesPlatform(void)
{
#ifdef WRONG_PLATFORM
  return "standard32";
#else
  return "default";
#endif
}

EXPORT const char *fmi2GetVersion(void)
{
#ifdef WRONG_VERSION
  return "1.0";
#else
  return "2.0";
#endif
}

static void read_fault(Sample *s, const char *resources)
{
  char path[1024];
  snprintf(path, sizeof path, "%s/fault", resources + strlen("file://"));
  FILE *file = fopen(path, "r");
  if (!file) return;
  if (!fgets(s->fault, sizeof s->fault, file)) s->fault[0] = '\0';
  s->fault[strcspn(s->fault, "\n")] = '\0';
  fclose(file);
}

static void start_values(Sample *s)
{
  s->x = is(s, "start") ? 2 : 1;
  s->u = 0;
  s->k = 1;
  s->n = 0;
  s->time = 0;
  s->next = 0.5;
  s->steps = 0;
  s->mode = MODE_NEW;
  strcpy(s->text, "hello");
}

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type kind,
                                     fmi2String guid, fmi2String resources,
                                     const fmi2CallbackFunctions *functions,
                                     fmi2Boolean visible, fmi2Boolean logging)
{
  (void)visible;
  Sample *s = calloc(1, sizeof *s);
  read_fault(s, resources);
  if (strcmp(guid, GUID) != 0 && !is(s, "any-guid")) {
    free(s);
    return NULL;
  }
  if (is(s, "no-instance")) return NULL;
  if (is(s, "once") && static_steps++ > 0) return NULL;
  if (is(s, "crash-exchange") && kind == fmi2ModelExchange) raise(SIGSEGV);
  if (is(s, "crash-instantiate")) raise(SIGSEGV);
  if (is(s, "prints")) printf("hello from the FMU\n");
  if (is(s, "locale")) setlocale(LC_ALL, "C.UTF-8");
  if (is(s, "folder") && chdir("/") != 0) return NULL;
  if (is(s, "handler")) signal(SIGTERM, SIG_IGN);
  s->kind = kind;
  s->functions = *functions;
  s->kept_functions = functions;
  s->kept_name = name;
  s->logging = logging;
  snprintf(s->name, sizeof s->name, "%s", name);
  if (functions->allocateMemory) s->block = functions->allocateMemory(1, 64);
  start_values(s);
  if (logging || is(s, "talks")) say(s, fmi2OK, "logAll", "made");
  if (is(s, "category")) say(s, fmi2Warning, "myOwnCategory", "hm");
  return s;
}

EXPORT void fmi2FreeInstance(fmi2Component c)
{
  Sample *s = c;
  if (!s) return;
  const fmi2CallbackFunctions *f =
      is(s, "keeps-callbacks") ? s->kept_functions : &s->functions;
  if (!is(s, "leaks-block") && f->freeMemory) f->freeMemory(s->block);
  if (is(s, "crash-free")) abort();
  free(s);
}

EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                                      const fmi2String name[])
{
  (void)n;
  (void)name;
  ((Sample *)c)->logging = on;
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has,
                                      fmi2Real tolerance, fmi2Real start,
                                      fmi2Boolean has_stop, fmi2Real stop)
{
  (void)has;
  (void)tolerance;
  Sample *s = c;
  s->time = start;
  s->has_stop = has_stop;
  s->stop = stop;
  if (is(s, "setup")) return refuse(s, "no experiment today");
  return fmi2OK;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
  Sample *s = c;
  if (s->mode != MODE_NEW && !is(s, "any-mode")) return refuse(s, "mode");
  s->mode = MODE_INITIALIZING;
  if (is(s, "warning")) return fmi2Warning;
  return fmi2OK;
}

EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
  Sample *s = c;
  if (is(s, "initialization")) return refuse(s, "no initial values");
  if (s->mode != MODE_INITIALIZING) return refuse(s, "mode");
  s->mode = s->kind == fmi2CoSimulation ? MODE_RUNNING : MODE_EVENT;
  return fmi2OK;
}

EXPORT fmi2Status fmi2Terminate(fmi2Component c)
{
  Sample *s = c;
  s->mode = MODE_ENDED;
  return is(s, "terminate") ? fmi2Error : fmi2OK;
}

EXPORT fmi2Status fmi2Reset(fmi2Component c)
{
  Sample *s = c;
  double x = s->x;
  start_values(s);
  if (is(s, "reset")) s->x = x;
  return fmi2OK;
}

/* --- values --- */

static double derivative(const Sample *s)
{
  return -s->k * s->x + s->u;
}

static double real_value(Sample *s, fmi2ValueReference r)
{
  switch (r) {
  case VR_X: return s->x;
  case VR_DX: return derivative(s);
  case VR_Y:
    if (is(s, "nan") && s->time > 0.2) return NAN;
    if (is(s, "range") && s->time > 0.2) return 1e6;
    return s->x;
  case VR_U: return s->u;
  case VR_K:
    if (is(s, "changes-parameter") && s->time > 0.2) return s->k + 1;
    return s->k;
  default: return s->time;
  }
}

EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[],
                              size_t n, fmi2Real value[])
{
  Sample *s = c;
  for (size_t i = 0; i < n; i++) {
    if (is(s, "read") && r[i] == VR_K) return refuse(s, "k is a secret");
    value[i] = real_value(s, r[i]);
  }
  if (is(s, "status")) return (fmi2Status)17;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference r[],
                                 size_t n, fmi2Integer value[])
{
  (void)r;
  for (size_t i = 0; i < n; i++) value[i] = ((Sample *)c)->n;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference r[],
                                 size_t n, fmi2Boolean value[])
{
  (void)r;
  for (size_t i = 0; i < n; i++) value[i] = ((Sample *)c)->n > 0;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference r[],
                                size_t n, fmi2String value[])
{
  (void)r;
  for (size_t i = 0; i < n; i++) value[i] = ((Sample *)c)->text;
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[],
                              size_t n, const fmi2Real value[])
{
  Sample *s = c;
  for (size_t i = 0; i < n; i++) {
    if (r[i] == VR_X) s->x = value[i];
    if (r[i] == VR_U) s->u = value[i];
    if (r[i] == VR_K) s->k = value[i];
  }
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference r[],
                                 size_t n, const fmi2Integer value[])
{
  (void)c;
  (void)r;
  (void)n;
  (void)value;
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference r[],
                                 size_t n, const fmi2Boolean value[])
{
  (void)c;
  (void)r;
  (void)n;
  (void)value;
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference r[],
                                size_t n, const fmi2String value[])
{
  (void)c;
  (void)r;
  (void)n;
  (void)value;
  return fmi2OK;
}

/* --- states --- */

EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
  if (!*state) *state = malloc(sizeof(Sample));
  memcpy(*state, c, sizeof(Sample));
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
  Sample *s = c;
  double x = s->x;
  memcpy(c, state, sizeof(Sample));
  if (is(s, "state")) s->x = x;
  s->is_restored = 1;
  return fmi2OK;
}

EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
  if (!c) return fmi2Error;
  free(*state);
  *state = NULL;
  return fmi2OK;
}

EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c,
                                             fmi2FMUstate state, size_t *size)
{
  (void)c;
  (void)state;
  *size = sizeof(Sample);
  return fmi2OK;
}

EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state,
                                        fmi2Byte bytes[], size_t size)
{
  (void)c;
  memcpy(bytes, state, size);
  return fmi2OK;
}

EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c,
                                          const fmi2Byte bytes[], size_t size,
                                          fmi2FMUstate *state)
{
  if (is(c, "serialize")) return refuse(c, "no");
  *state = malloc(size);
  memcpy(*state, bytes, size);
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetDirectionalDerivative(
    fmi2Component c, const fmi2ValueReference unknown[], size_t n_unknown,
    const fmi2ValueReference known[], size_t n_known, const fmi2Real seed[],
    fmi2Real value[])
{
  Sample *s = c;
  double factor = is(s, "directional") ? 2 : 1;
  if (is(s, "no-tangents")) return refuse(s, "there is no such derivative");
  if (is(s, "silent-tangents")) return fmi2Error;
  if (is(s, "discards-tangents")) return fmi2Discard;
  if (is(s, "fatal-tangents")) return fmi2Fatal;
  for (size_t i = 0; i < n_unknown; i++) {
    value[i] = 0;
    for (size_t k = 0; k < n_known; k++) {
      double d = 0;
      if (unknown[i] == VR_DX) d = known[k] == VR_X ? -s->k : known[k] == VR_U;
      if (unknown[i] == VR_Y) d = known[k] == VR_X;
      value[i] += factor * d * seed[k];
    }
  }
  return fmi2OK;
}

/* --- Co-Simulation --- */

EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c,
                                              const fmi2ValueReference r[],
                                              size_t n,
                                              const fmi2Integer order[],
                                              const fmi2Real value[])
{
  (void)c;
  (void)r;
  (void)n;
  (void)order;
  (void)value;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c,
                                               const fmi2ValueReference r[],
                                               size_t n,
                                               const fmi2Integer order[],
                                               fmi2Real value[])
{
  Sample *s = c;
  (void)r;
  (void)order;
  for (size_t i = 0; i < n; i++) value[i] = derivative(s);
  if (is(s, "output-derivative")) return fmi2Error;
  return fmi2OK;
}

static void eat_memory(void)
{
  for (;;) {
    char *block = malloc(1 << 20);
    if (block) memset(block, 1, 1 << 20);
  }
}

/* Processes that go on after the FMU: one of its own session, many, or one
 * that grows. */
static void start_processes(Sample *s)
{
  int n = is(s, "forks") ? 200 : 1;
  if (s->steps++ > 0) n = 0; /* once */
  for (int k = 0; k < n; k++) {
    if (fork() != 0) continue;
    setsid();
    if (is(s, "daemon") && fork() != 0) _exit(0);
    if (is(s, "child-eats")) eat_memory();
    for (;;) sleep(100);
  }
  if (!is(s, "daemon") && n > 0) sleep(3); /* as if it computed */
}

/* Each process starts others: 512 of them. */
static void fork_all(void)
{
  for (int k = 0; k < 9; k++) (void)!fork();
  for (;;) sleep(100);
}

static void *crash_apart(void *nothing)
{
  raise(SIGSEGV);
  return nothing;
}

/* Faults of a step; fmi2OK: none. */
/* Until the stack is used up. */
static int deep(int n)
{
  volatile char room[4096];
  room[0] = (char)n;
  return n < 0 ? 0 : deep(n + 1) + room[0];
}

static fmi2Status step_fault(Sample *s, double size)
{
  if (is(s, "crash-step")) raise(SIGSEGV);
  if (is(s, "crash-late") && s->time > 0.45) raise(SIGSEGV);
  if (is(s, "exits-late") && s->time > 0.45) exit(0);
  if (is(s, "leaves-late") && s->time > 0.45) _exit(0);
  if (is(s, "forks-late") && s->time > 0.45) fork_all();
  while (is(s, "hangs-late") && s->time > 0.45) pause();
  if (is(s, "eats-late") && s->time > 0.45) eat_memory();
  if (is(s, "deep-late") && s->time > 0.45) s->n = deep(s->n);
  if (is(s, "floods")) {
    for (int i = 0; i < 1000; i++) printf("flood,%d,\033[2J\n", i);
  }
  if (is(s, "floods-on")) { /* 3 MiB, on both */
    for (int i = 0; i < 3 << 14; i++)
      fprintf(i % 2 ? stdout : stderr, "%063d\n", i);
  }
  if (is(s, "closes-standard")) {
    close(1);
    close(2);
  }
  if (is(s, "takes-signals") && s->time > 0.45) { /* and does not end */
    signal(SIGABRT, SIG_IGN);
    signal(SIGSEGV, SIG_IGN);
    for (;;) pause();
  }
  if (is(s, "own-handler") && s->time > 0.45) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  }
  if (is(s, "thread-late") && s->time > 0.45) {
    pthread_t other;
    pthread_create(&other, NULL, crash_apart, NULL);
    pthread_join(other, NULL);
  }
  if (is(s, "child-exits-late") && s->time > 0.45) {
    if (fork() == 0) exit(0);
    while (wait(NULL) < 0) continue;
    raise(SIGSEGV);
  }
  if (is(s, "closes") || is(s, "closes-all")) {
    for (int i = is(s, "closes") ? 3 : 0; i < 256; i++) close(i);
  }
  if (is(s, "writes")) {
    for (int i = 3; i < 256; i++) (void)!write(i, "what", 4);
  }
  if (is(s, "empties")) {
    for (int i = 3; i < 256; i++) (void)!ftruncate(i, 0);
  }
  if (is(s, "moves") && chdir("/") != 0) return fmi2Error;
  if (is(s, "mask")) umask(0777);
  if (is(s, "rounds")) fesetround(FE_UPWARD);
  if (is(s, "tongue")) setlocale(LC_ALL, "C.UTF-8");
  if (is(s, "escapes"))
    say(s, fmi2Warning, "logStatusWarning",
        "a\033[31mb\xc2\x9b"
        "c\ad");
  if (is(s, "deaf")) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    for (;;) pause();
  }
  if (is(s, "exits")) exit(3);
  if (is(s, "exits-well")) exit(0);
  if (is(s, "aborts")) abort();
  if (is(s, "daemon") || is(s, "forks") || is(s, "child-eats"))
    start_processes(s);
  if (is(s, "hangs"))
    for (;;) usleep(1000);
  if (is(s, "busy")) {
    volatile int turns = 0;
    while (turns >= 0) turns = (turns + 1) % 100;
  }
  if (is(s, "eats")) eat_memory();
  if (is(s, "step-warning")) return fmi2Warning;
  if (is(s, "step-fails") && s->time > 0.2) return refuse(s, "stuck");
  if (is(s, "discard")) return fmi2Discard;
  if (is(s, "part") && size > 0.25) {
    s->time += 0.2; /* so far it came, by one step of Euler */
    s->x += 0.2 * derivative(s);
    return fmi2Discard;
  }
  if (is(s, "ends") && s->time > 0.5) return fmi2Discard;
  if (is(s, "fixed-step") && fabs(size - 0.1) > 1e-9) {
    return refuse(s, "another size");
  }
  return fmi2OK;
}

EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real size,
                             fmi2Boolean no_set)
{
  Sample *s = c;
  (void)time;
  (void)no_set;
  if (s->mode != MODE_RUNNING && !is(s, "any-mode")) return refuse(s, "mode");
  fmi2Status status = step_fault(s, size);
  if (status > fmi2Warning) return status;
  if (size < 0 && !is(s, "negative")) return refuse(s, "negative");
  if (s->has_stop && s->time + size > s->stop * (1 + 1e-9) &&
      !is(s, "beyond")) {
    return refuse(s, "beyond the stop time");
  }
  double rate = is(s, "static") ? 1 + 0.1 * static_steps++ : 1;
  if (is(s, "kinds")) rate = 3;
  if (is(s, "restarts") && s->is_restored) rate = 1 + 1e-9;
  for (int i = 0; i < 10; i++) s->x += rate * size / 10 * derivative(s);
  s->time += size;
  if (s->time >= s->next - 1e-9) {
    s->next += 0.5;
    s->n++;
  }
  return status;
}

EXPORT fmi2Status fmi2CancelStep(fmi2Component c)
{
  (void)c;
  return fmi2Error;
}

EXPORT fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind,
                                fmi2Status *value)
{
  (void)c;
  (void)kind;
  (void)value;
  return fmi2Discard;
}

EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind,
                                    fmi2Real *value)
{
  (void)kind;
  *value = ((Sample *)c)->time;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c,
                                       const fmi2StatusKind kind,
                                       fmi2Integer *value)
{
  (void)c;
  (void)kind;
  (void)value;
  return fmi2Discard;
}

EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c,
                                       const fmi2StatusKind kind,
                                       fmi2Boolean *value)
{
  (void)kind;
  *value = is(c, "ends");
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c,
                                      const fmi2StatusKind kind,
                                      fmi2String *value)
{
  (void)c;
  (void)kind;
  (void)value;
  return fmi2Discard;
}

/* --- Model Exchange --- */

EXPORT fmi2Status fmi2EnterEventMode(fmi2Component c)
{
  ((Sample *)c)->mode = MODE_EVENT;
  return fmi2OK;
}

EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
  Sample *s = c;
  memset(info, 0, sizeof *info);
  if (s->time >= s->next - 1e-9) {
    s->next += 0.5;
    s->n++;
    if (is(s, "flag")) s->x += 0.5;
  }
  info->newDiscreteStatesNeeded = is(s, "endless");
  info->nextEventTimeDefined = fmi2True;
  info->nextEventTime = is(s, "past") ? s->time - 1 : s->next;
  return fmi2OK;
}

EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
  ((Sample *)c)->mode = MODE_RUNNING;
  return fmi2OK;
}

EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component c,
                                              fmi2Boolean no_set,
                                              fmi2Boolean *enter,
                                              fmi2Boolean *terminate)
{
  (void)c;
  (void)no_set;
  *enter = *terminate = fmi2False;
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
  ((Sample *)c)->time = time;
  return fmi2OK;
}

EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[],
                                          size_t n)
{
  if (n > 0) ((Sample *)c)->x = x[0];
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t n)
{
  Sample *s = c;
  if (s->mode == MODE_NEW) return refuse(s, "mode");
  if (is(s, "derivatives") && s->time > 0.2) return refuse(s, "stuck");
  if (n > 0) dx[0] = derivative(s);
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[],
                                         size_t n)
{
  if (n > 0) z[0] = ((Sample *)c)->x - 0.3;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[],
                                          size_t n)
{
  if (n > 0) x[0] = ((Sample *)c)->x;
  return fmi2OK;
}

#ifndef WITHOUT_NOMINALS
EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c,
                                                    fmi2Real x[], size_t n)
{
  if (n > 0) x[0] = is(c, "nominal") ? 0 : 1;
  return fmi2OK;
}
#endif
#ifdef OTHER_EXPORT
EXPORT int helper_function(void)
{
  return 1;
}
#endif
