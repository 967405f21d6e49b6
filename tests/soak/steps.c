/* steps.c: very many communication steps of Soak.mo beside its solution.
 *
 *   steps LIBRARY GUID RESOURCES N VR(u) VR(x) VR(y) VR(lag) VR(h) VR(n)
 *
 * The steps are of random lengths, the input jumps at random, and goes along a
 * line in between or stays. Now and then the state is saved, the run goes on,
 * and is done again from there: to the same bits. More seldom the state is
 * serialized, and another instance goes on with it.
 * Exit status 1: an error above ALLOWED, other bits, more memory, or a call
 * that failed. Figures on standard output.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fmi2.h"

#define TOLERANCE 1e-6
#define ALLOWED (100 * TOLERANCE)
#define MEMORY (1 << 20) /* bytes that the process may grow by */

enum { U, X, Y, LAG, H, N_REAL, N = N_REAL, N_NAMES };
enum { SAVED_EVERY = 100, MOVED_EVERY = 5000, AGAIN = 5 };

typedef struct Fmu {
  void *library;
  const char *guid, *resources;
  fmi2Component (*instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String,
                               const fmi2CallbackFunctions *, fmi2Boolean,
                               fmi2Boolean);
  void (*free_instance)(fmi2Component);
  fmi2Status (*setup)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real,
                      fmi2Boolean, fmi2Real);
  fmi2Status (*enter)(fmi2Component);
  fmi2Status (*leave)(fmi2Component);
  fmi2Status (*terminate)(fmi2Component);
  fmi2Status (*log)(fmi2Component, fmi2Boolean, size_t, const fmi2String[]);
  fmi2Status (*step)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
  fmi2Status (*get)(fmi2Component, const fmi2ValueReference *, size_t,
                    fmi2Real *);
  fmi2Status (*get_integer)(fmi2Component, const fmi2ValueReference *, size_t,
                            fmi2Integer *);
  fmi2Status (*set)(fmi2Component, const fmi2ValueReference *, size_t,
                    const fmi2Real *);
  fmi2Status (*set_slope)(fmi2Component, const fmi2ValueReference *, size_t,
                          const fmi2Integer *, const fmi2Real *);
  fmi2Status (*save)(fmi2Component, fmi2FMUstate *);
  fmi2Status (*restore)(fmi2Component, fmi2FMUstate);
  fmi2Status (*free_state)(fmi2Component, fmi2FMUstate *);
  fmi2Status (*size)(fmi2Component, fmi2FMUstate, size_t *);
  fmi2Status (*serialize)(fmi2Component, fmi2FMUstate, fmi2Byte *, size_t);
  fmi2Status (*deserialize)(fmi2Component, const fmi2Byte *, size_t,
                            fmi2FMUstate *);
} Fmu;

/* What is known of the run. */
typedef struct Known {
  double time, u, slope, lag;
  uint64_t chance;
} Known;

typedef struct Run {
  const Fmu *f;
  fmi2Component c;
  fmi2ValueReference vr[N_NAMES];
  Known now;
  double worst[N_REAL];
  long n_inputs, n_restored, n_moved;
} Run;

static void fail(const char *why)
{
  printf("%s\n", why);
  exit(1);
}

static void ok(fmi2Status status, const char *call)
{
  if (status == fmi2OK || status == fmi2Warning) return;
  printf("%s returned %d\n", call, (int)status);
  exit(1);
}

static void log_message(fmi2ComponentEnvironment environment, fmi2String name,
                        fmi2Status status, fmi2String category,
                        fmi2String message, ...)
{
  (void)environment, (void)name;
  if (status == fmi2OK && strcmp(category, "logStatistics") != 0) return;
  va_list arguments;
  va_start(arguments, message);
  vprintf(message, arguments);
  va_end(arguments);
  printf("\n");
}

static const fmi2CallbackFunctions callbacks = {log_message, calloc, free, NULL,
                                                NULL};

static void find(Fmu *f, const char *name, void *pointer)
{
  void *symbol = dlsym(f->library, name);
  if (!symbol) fail(name);
  memcpy(pointer, &symbol, sizeof symbol);
}

static void load(Fmu *f, const char *path)
{
  f->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!f->library) fail(dlerror());
  find(f, "fmi2Instantiate", &f->instantiate);
  find(f, "fmi2FreeInstance", &f->free_instance);
  find(f, "fmi2SetupExperiment", &f->setup);
  find(f, "fmi2EnterInitializationMode", &f->enter);
  find(f, "fmi2ExitInitializationMode", &f->leave);
  find(f, "fmi2Terminate", &f->terminate);
  find(f, "fmi2SetDebugLogging", &f->log);
  find(f, "fmi2DoStep", &f->step);
  find(f, "fmi2GetReal", &f->get);
  find(f, "fmi2GetInteger", &f->get_integer);
  find(f, "fmi2SetReal", &f->set);
  find(f, "fmi2SetRealInputDerivatives", &f->set_slope);
  find(f, "fmi2GetFMUstate", &f->save);
  find(f, "fmi2SetFMUstate", &f->restore);
  find(f, "fmi2FreeFMUstate", &f->free_state);
  find(f, "fmi2SerializedFMUstateSize", &f->size);
  find(f, "fmi2SerializeFMUstate", &f->serialize);
  find(f, "fmi2DeSerializeFMUstate", &f->deserialize);
}

static fmi2Component make(const Fmu *f)
{
  fmi2Component c =
      f->instantiate("soak", fmi2CoSimulation, f->guid, f->resources,
                     &callbacks, fmi2False, fmi2False);
  if (!c) fail("fmi2Instantiate");
  ok(f->setup(c, fmi2True, TOLERANCE, 0, fmi2False, 0), "fmi2SetupExperiment");
  ok(f->enter(c), "fmi2EnterInitializationMode");
  ok(f->leave(c), "fmi2ExitInitializationMode");
  return c;
}

/* xorshift64*, Marsaglia and Vigna: between 0 and 1 */
static double random_part(Known *k)
{
  k->chance ^= k->chance >> 12;
  k->chance ^= k->chance << 25;
  k->chance ^= k->chance >> 27;
  return (double)((k->chance * 2685821657736338717u) >> 11) * 0x1p-53;
}

/* --- one step, and its solution --- */

static void set_input(Run *r)
{
  Known *k = &r->now;
  fmi2Integer order = 1;
  if (random_part(k) > 0.3) return;
  r->n_inputs++;
  k->u = 2 * random_part(k) - 1;
  k->slope = random_part(k) < 0.5 ? 0 : 4 * random_part(k) - 2;
  ok(r->f->set(r->c, &r->vr[U], 1, &k->u), "fmi2SetReal");
  ok(r->f->set_slope(r->c, &r->vr[U], 1, &order, &k->slope),
     "fmi2SetRealInputDerivatives");
}

/* T lag' + lag = u + slope t: lag = u + slope (t - T) + K exp(-t/T). A line
 * lasts for one step. */
static void solve_lag(Known *k, double h)
{
  const double T = 0.5;
  double K = k->lag - k->u + k->slope * T;
  k->lag = k->u + k->slope * (h - T) + K * exp(-h / T);
}

static void compare(Run *r, int k, double value, double exact)
{
  double off = fabs(value - exact);
  if (!(off <= ALLOWED)) {
    printf("variable %d is %.17g at %.17g, not %.17g\n", k, value, r->now.time,
           exact);
    exit(1);
  }
  if (off > r->worst[k]) r->worst[k] = off;
}

static void compare_all(Run *r)
{
  const double g = 10, v0 = 4;
  double value[N_REAL], t = r->now.time;
  double angle = 2.5 * t + 0.3 * sin(t), since = t - floor(t);
  fmi2Integer n;
  ok(r->f->get(r->c, r->vr, N_REAL, value), "fmi2GetReal");
  ok(r->f->get_integer(r->c, &r->vr[N], 1, &n), "fmi2GetInteger");
  compare(r, X, value[X], sin(angle));
  compare(r, Y, value[Y], -cos(angle));
  compare(r, LAG, value[LAG], r->now.lag);
  if (since > ALLOWED && since < 1 - ALLOWED) {
    compare(r, H, value[H], v0 * since - g / 2 * since * since);
  }
  if (fabs(since - v0 / g) > ALLOWED && n != (int)floor(t - v0 / g) + 1) {
    printf("it was %d times at the top at %.17g\n", n, t);
    exit(1);
  }
}

static void step(Run *r)
{
  set_input(r);
  double h = 1e-4 + 2e-3 * random_part(&r->now);
  if (random_part(&r->now) < 0.01) h *= 100;
  ok(r->f->step(r->c, r->now.time, h, fmi2False), "fmi2DoStep");
  r->now.time += h;
  solve_lag(&r->now, h);
  if (r->now.slope != 0) { /* where the line has ended is not defined */
    fmi2Integer order = 1;
    r->now.u += r->now.slope * h;
    r->now.slope = 0;
    ok(r->f->set(r->c, &r->vr[U], 1, &r->now.u), "fmi2SetReal");
    ok(r->f->set_slope(r->c, &r->vr[U], 1, &order, &r->now.slope),
       "fmi2SetRealInputDerivatives");
  }
  compare_all(r);
}

/* --- states --- */

static void save_and_repeat(Run *r)
{
  fmi2FMUstate state = NULL;
  double first[N_REAL], second[N_REAL];
  Known before = r->now;
  ok(r->f->save(r->c, &state), "fmi2GetFMUstate");
  for (int k = 0; k < AGAIN; k++) step(r);
  ok(r->f->get(r->c, r->vr, N_REAL, first), "fmi2GetReal");
  ok(r->f->restore(r->c, state), "fmi2SetFMUstate");
  r->now = before;
  for (int k = 0; k < AGAIN; k++) step(r);
  ok(r->f->get(r->c, r->vr, N_REAL, second), "fmi2GetReal");
  if (memcmp(first, second, sizeof first) != 0) fail("other bits");
  ok(r->f->free_state(r->c, &state), "fmi2FreeFMUstate");
  r->n_restored++;
}

static void move(Run *r)
{
  fmi2FMUstate state = NULL;
  size_t size;
  ok(r->f->save(r->c, &state), "fmi2GetFMUstate");
  ok(r->f->size(r->c, state, &size), "fmi2SerializedFMUstateSize");
  fmi2Byte *bytes = malloc(size);
  if (!bytes) fail("memory is short");
  ok(r->f->serialize(r->c, state, bytes, size), "fmi2SerializeFMUstate");
  ok(r->f->free_state(r->c, &state), "fmi2FreeFMUstate");
  r->f->free_instance(r->c);
  r->c = make(r->f);
  ok(r->f->deserialize(r->c, bytes, size, &state), "fmi2DeSerializeFMUstate");
  ok(r->f->restore(r->c, state), "fmi2SetFMUstate");
  ok(r->f->free_state(r->c, &state), "fmi2FreeFMUstate");
  free(bytes);
  r->n_moved++;
}

/* --- the process --- */

static long resident(void)
{
  long all, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2) fail("statm");
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

static double seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void report(const Run *r, long n, long before)
{
  long grown = resident() - before;
  printf("%ld steps to the time %.6g: %ld inputs, %ld states restored, %ld "
         "moved\n",
         n, r->now.time, r->n_inputs, r->n_restored, r->n_moved);
  printf("largest errors: x %.2g, y %.2g, lag %.2g, h %.2g; allowed %.2g\n",
         r->worst[X], r->worst[Y], r->worst[LAG], r->worst[H], ALLOWED);
  printf("%.1f s, memory %ld kB, grown by %ld kB\n", seconds(),
         resident() / 1024, grown / 1024);
  if (grown > MEMORY) fail("memory grows");
}

int main(int argc, char **argv)
{
  if (argc != 5 + N_NAMES) return 2;
  Fmu f = {.guid = argv[2], .resources = argv[3]};
  long n = atol(argv[4]), before = 0;
  load(&f, argv[1]);
  Run r = {.f = &f, .c = make(&f), .now = {.chance = 88172645463325252u}};
  for (int k = 0; k < N_NAMES; k++) {
    r.vr[k] = (fmi2ValueReference)strtoul(argv[5 + k], NULL, 10);
  }
  for (long k = 1; k <= n; k++) {
    step(&r);
    if (k % SAVED_EVERY == 0) save_and_repeat(&r);
    if (k % MOVED_EVERY == 0) move(&r);
    if (k == n / 10) before = resident();
  }
  report(&r, n, before);
  const fmi2String category = "logStatistics";
  f.log(r.c, fmi2True, 1, &category);
  ok(f.terminate(r.c), "fmi2Terminate");
  f.free_instance(r.c);
  return 0;
}
