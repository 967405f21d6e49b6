/* stress.c: many instances of one FMU, in one or several threads, loaded and
 * unloaded; and what an FMU must not touch in the process of its importer.
 *
 *   stress LIBRARY GUID threads N     N threads give the same bytes as one
 *   stress LIBRARY GUID instances N   memory of N instances, in bytes each
 *   stress LIBRARY GUID cycles N      save, restore, free: no growth
 *   stress LIBRARY GUID reload N      load, step, unload, N times
 *   stress LIBRARY GUID process       rounding, locale, signals, folder, files
 *   stress LIBRARY GUID cost N        nanoseconds of calls, mean of N
 *   stress LIBRARY GUID curve N VR    six values from this reference on, after
 *                                     each of N steps of 0.01
 *
 * With STATIC_FMU the FMU is linked in and LIBRARY is ignored. Exit status 0:
 * as it should be; results on standard output.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fmi2.h"

enum { MOST_THREADS = 16, N_STEPS = 200, N_VALUES = 6, N_SIGNALS = 32 };

/* x, y, vx, vy, lambda and energy of the pendulum. */
static const fmi2ValueReference moving[N_VALUES] = {5, 6, 7, 8, 9, 10};

typedef struct Fmu {
  void *library;
  fmi2Component (*instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String,
                               const fmi2CallbackFunctions *, fmi2Boolean,
                               fmi2Boolean);
  void (*free_instance)(fmi2Component);
  fmi2Status (*setup)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real,
                      fmi2Boolean, fmi2Real);
  fmi2Status (*enter)(fmi2Component);
  fmi2Status (*leave)(fmi2Component);
  fmi2Status (*step)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
  fmi2Status (*get)(fmi2Component, const fmi2ValueReference *, size_t,
                    fmi2Real *);
  fmi2Status (*set)(fmi2Component, const fmi2ValueReference *, size_t,
                    const fmi2Real *);
  fmi2Status (*reset)(fmi2Component);
  fmi2Status (*save)(fmi2Component, fmi2FMUstate *);
  fmi2Status (*restore)(fmi2Component, fmi2FMUstate);
  fmi2Status (*free_state)(fmi2Component, fmi2FMUstate *);
  const char *path, *guid;
} Fmu;

static void fail(const char *why)
{
  fprintf(stderr, "%s\n", why);
  exit(1);
}

#ifdef STATIC_FMU
static void load(Fmu *f)
{
  f->instantiate = fmi2Instantiate;
  f->free_instance = fmi2FreeInstance;
  f->setup = fmi2SetupExperiment;
  f->enter = fmi2EnterInitializationMode;
  f->leave = fmi2ExitInitializationMode;
  f->step = fmi2DoStep;
  f->get = fmi2GetReal;
  f->set = fmi2SetReal;
  f->reset = fmi2Reset;
  f->save = fmi2GetFMUstate;
  f->restore = fmi2SetFMUstate;
  f->free_state = fmi2FreeFMUstate;
}

static void unload(Fmu *f)
{
  (void)f;
}
#else
static void find(Fmu *f, const char *name, void *pointer)
{
  void *symbol = dlsym(f->library, name);
  if (!symbol) fail(name);
  memcpy(pointer, &symbol, sizeof symbol);
}

static void load(Fmu *f)
{
  f->library = dlopen(f->path, RTLD_NOW | RTLD_LOCAL);
  if (!f->library) fail(dlerror());
  find(f, "fmi2Instantiate", &f->instantiate);
  find(f, "fmi2FreeInstance", &f->free_instance);
  find(f, "fmi2SetupExperiment", &f->setup);
  find(f, "fmi2EnterInitializationMode", &f->enter);
  find(f, "fmi2ExitInitializationMode", &f->leave);
  find(f, "fmi2DoStep", &f->step);
  find(f, "fmi2GetReal", &f->get);
  find(f, "fmi2SetReal", &f->set);
  find(f, "fmi2Reset", &f->reset);
  find(f, "fmi2GetFMUstate", &f->save);
  find(f, "fmi2SetFMUstate", &f->restore);
  find(f, "fmi2FreeFMUstate", &f->free_state);
}

static void unload(Fmu *f)
{
  dlclose(f->library);
}
#endif

/* Null callbacks: nothing may be called. */
static fmi2Component create(const Fmu *f)
{
  fmi2Component c = f->instantiate("stress", fmi2CoSimulation, f->guid, NULL,
                                   NULL, fmi2False, fmi2False);
  if (!c) fail("fmi2Instantiate");
  return c;
}

static void initialize(const Fmu *f, fmi2Component c)
{
  if (f->setup(c, fmi2False, 0, 0, fmi2False, 0) != fmi2OK ||
      f->enter(c) != fmi2OK || f->leave(c) != fmi2OK) {
    fail("initialization");
  }
}

static fmi2Component make(const Fmu *f)
{
  fmi2Component c = create(f);
  initialize(f, c);
  return c;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
  const unsigned char *byte = bytes;
  for (size_t k = 0; k < n; k++) hash = (hash ^ byte[k]) * 1099511628211u;
  return hash;
}

/* A run with steps of its own size; a hash of all values on the way. */
static uint64_t run(const Fmu *f, double step, int n_steps)
{
  uint64_t hash = 14695981039346656037u;
  double value[N_VALUES], time = 0;
  fmi2Component c = make(f);
  for (int k = 0; k < n_steps; k++, time += step) {
    if (f->step(c, time, step, fmi2True) != fmi2OK) fail("fmi2DoStep");
    if (f->get(c, moving, N_VALUES, value) != fmi2OK) fail("fmi2GetReal");
    hash = hash_bytes(hash, value, sizeof value);
  }
  f->free_instance(c);
  return hash;
}

/* --- threads --- */

typedef struct Job {
  const Fmu *f;
  double step;
  uint64_t hash;
} Job;

static void *work(void *argument)
{
  Job *job = argument;
  job->hash = run(job->f, job->step, N_STEPS);
  return NULL;
}

static void threads(const Fmu *f, int n)
{
  pthread_t thread[MOST_THREADS];
  Job job[MOST_THREADS];
  if (n > MOST_THREADS) n = MOST_THREADS;
  for (int k = 0; k < n; k++) {
    job[k] = (Job){f, 0.01 + 0.001 * k, 0};
    if (pthread_create(&thread[k], NULL, work, &job[k]) != 0) fail("thread");
  }
  for (int k = 0; k < n; k++) pthread_join(thread[k], NULL);
  for (int k = 0; k < n; k++) {
    if (run(f, job[k].step, N_STEPS) != job[k].hash) fail("other bytes");
    if (k > 0 && job[k].hash == job[0].hash) fail("all runs are alike");
  }
}

/* --- memory --- */

static long resident(void)
{
  long pages = 0, shared;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &shared, &pages) != 2) fail("statm");
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

static void instances(const Fmu *f, int n)
{
  fmi2Component *c = malloc((size_t)n * sizeof c[0]);
  if (!c) fail("memory");
  long before = resident();
  for (int k = 0; k < n; k++) {
    c[k] = make(f);
    if (f->step(c[k], 0, 0.01, fmi2True) != fmi2OK) fail("fmi2DoStep");
  }
  printf("%ld\n", (resident() - before) / n);
  for (int k = 0; k < n; k++) f->free_instance(c[k]);
  free(c);
}

static void cycles(const Fmu *f, int n)
{
  const long allowed = 1 << 18;
  fmi2Component c = make(f);
  long before = 0;
  for (int k = 0; k < n; k++) {
    fmi2FMUstate state = NULL;
    if (f->save(c, &state) != fmi2OK || f->restore(c, state) != fmi2OK ||
        f->free_state(c, &state) != fmi2OK) {
      fail("a saved state");
    }
    if (k % 1000 == 0 && f->step(c, 1e-5 * k, 0.01, fmi2True) != fmi2OK) {
      fail("fmi2DoStep");
    }
    if (k == n / 10) before = resident();
  }
  if (resident() - before > allowed) fail("memory grows");
  f->free_instance(c);
}

/* --- the process --- */

typedef struct Surroundings {
  fenv_t floating; /* rounding, exceptions, flushing of small numbers */
  char locale[200], folder[4096];
  struct {
    void (*handler)(int);
    int flags;
  } action[N_SIGNALS];
  int n_files;
} Surroundings;

static int count_files(void)
{
  int n = 0;
  DIR *folder = opendir("/proc/self/fd");
  while (folder && readdir(folder)) n++;
  if (folder) closedir(folder);
  return n;
}

static void look(Surroundings *s)
{
  memset(s, 0, sizeof *s);
  fegetenv(&s->floating);
  /* which exceptions have been raised is not a mode */
  feclearexcept(FE_ALL_EXCEPT);
  fegetenv(&s->floating);
  snprintf(s->locale, sizeof s->locale, "%s", setlocale(LC_ALL, NULL));
  if (!getcwd(s->folder, sizeof s->folder)) fail("getcwd");
  for (int k = 1; k < N_SIGNALS; k++) {
    struct sigaction action;
    if (sigaction(k, NULL, &action) != 0) continue;
    s->action[k].handler = action.sa_handler;
    s->action[k].flags = action.sa_flags;
  }
  s->n_files = count_files();
}

static void process(Fmu *f)
{
  static Surroundings before, after;
  load(f);
  run(f, 0.01, 1); /* what the C library does once */
  unload(f);
  look(&before);
  load(f);
  run(f, 0.01, N_STEPS);
  unload(f);
  look(&after);
  if (memcmp(&before.floating, &after.floating, sizeof before.floating) != 0) {
    fail("the floating-point mode has changed");
  }
  if (strcmp(before.locale, after.locale) != 0) fail("locale");
  if (strcmp(before.folder, after.folder) != 0) fail("folder");
  if (memcmp(before.action, after.action, sizeof before.action) != 0) {
    fail("signal handlers");
  }
  if (before.n_files != after.n_files) fail("open files");
}

/* --- cost --- */

/* Seconds of this thread: other programs do not count. */
static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double cost_of_get(const Fmu *f, fmi2Component c, int n)
{
  double value, begin = now();
  for (int k = 0; k < n; k++) {
    if (f->get(c, &moving[k % N_VALUES], 1, &value) != fmi2OK) {
      fail("fmi2GetReal");
    }
  }
  return (now() - begin) / n;
}

/* A tunable parameter, each time to another value. */
static double cost_of_set(const Fmu *f, fmi2Component c, int n)
{
  const fmi2ValueReference mass = 1;
  double begin = now();
  for (int k = 0; k < n; k++) {
    double value = 1 + (k % 2) / 2.0;
    if (f->set(c, &mass, 1, &value) != fmi2OK) fail("fmi2SetReal");
  }
  return (now() - begin) / n;
}

/* Steps that are far shorter than the integrator's: they only interpolate. */
static double cost_of_step(const Fmu *f, fmi2Component c, int n)
{
  const double step = 1e-9;
  double time = 0.5, begin = now();
  for (int k = 0; k < n; k++, time += step) {
    if (f->step(c, time, step, fmi2True) != fmi2OK) fail("fmi2DoStep");
  }
  return (now() - begin) / n;
}

static double cost_of_instantiate(const Fmu *f, int n)
{
  double begin = now();
  for (int k = 0; k < n; k++) f->free_instance(create(f));
  return (now() - begin) / n;
}

static double cost_of_reset(const Fmu *f, fmi2Component c, int n)
{
  double begin = now();
  for (int k = 0; k < n; k++) {
    if (f->reset(c) != fmi2OK) fail("fmi2Reset");
    initialize(f, c);
  }
  return (now() - begin) / n;
}

static void cost(const Fmu *f, int n)
{
  const int few = 1 + n / 10;
  fmi2Component c = make(f);
  if (f->step(c, 0, 0.5, fmi2True) != fmi2OK) fail("fmi2DoStep");
  double get = cost_of_get(f, c, n);
  double step = cost_of_step(f, c, n), set = cost_of_set(f, c, n);
  double begin = cost_of_instantiate(f, few), again = cost_of_reset(f, c, few);
  printf("get %.1f set %.1f step %.1f instantiate %.1f reset %.1f\n", 1e9 * get,
         1e9 * set, 1e9 * step, 1e9 * begin, 1e9 * again);
  f->free_instance(c);
}

/* --- values --- */

static void curve(const Fmu *f, int n, fmi2ValueReference first)
{
  const double step = 0.01;
  fmi2ValueReference vr[N_VALUES];
  double value[N_VALUES];
  fmi2Component c = make(f);
  for (unsigned i = 0; i < N_VALUES; i++) vr[i] = first + i;
  for (int k = 0; k < n; k++) {
    if (f->step(c, k * step, step, fmi2True) != fmi2OK) fail("fmi2DoStep");
    if (f->get(c, vr, N_VALUES, value) != fmi2OK) fail("fmi2GetReal");
    for (int i = 0; i < N_VALUES; i++) {
      printf("%.17g%c", value[i], i + 1 < N_VALUES ? ' ' : '\n');
    }
  }
  f->free_instance(c);
}

int main(int argc, char **argv)
{
  if (argc < 4) return 2;
  Fmu f = {.path = argv[1], .guid = argv[2]};
  const char *what = argv[3];
  int n = argc > 4 ? atoi(argv[4]) : 1;
  if (strcmp(what, "process") == 0) {
    process(&f);
    return 0;
  }
  if (strcmp(what, "reload") == 0) {
    for (int k = 0; k < n; k++) {
      load(&f);
      run(&f, 0.01, 10);
      unload(&f);
    }
    return 0;
  }
  load(&f);
  if (strcmp(what, "threads") == 0) threads(&f, n);
  if (strcmp(what, "instances") == 0) instances(&f, n);
  if (strcmp(what, "cycles") == 0) cycles(&f, n);
  if (strcmp(what, "cost") == 0) cost(&f, n);
  if (strcmp(what, "curve") == 0) {
    curve(&f, n, argc > 5 ? (fmi2ValueReference)atoi(argv[5]) : moving[0]);
  }
  unload(&f);
  return 0;
}
