/* instances.c: very many instances, made, used and freed in random order by
 * many threads, under the thread sanitizer.
 *
 *   soak_instances_MODEL N [THREADS]
 *
 * There are fewer places than instances. A thread takes a place at random: it
 * makes an instance there, or goes on with the one that another thread has
 * made, or saves, restores, serializes, resets or frees it. What each one
 * computes is compared with a run that was alone, to the last bit. N instances
 * are made in all. Exit status 1: other bits, a failed call, more memory; the
 * sanitizer ends the program where it finds a race.
 *
 * The model is linked in: foucault_model, by `foucault build --dump=c`.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fmi2.h"
#include "model.h"

enum { N_PLACES = 40, MOST_THREADS = 64, MOST_STEPS = 12, MOST_VALUES = 64 };
/* Bytes; allocators keep some for each thread. */
#define MEMORY (48L << 20)
#define STEP 0.01

typedef struct Place {
  pthread_mutex_t lock;
  fmi2Component instance; /* NULL: none */
  fmi2FMUstate saved;     /* of the instance; NULL: none */
  int n_steps, n_saved;   /* steps made, now and in the saved state */
} Place;

static Place place[N_PLACES];
static double expected[MOST_STEPS + 1][MOST_VALUES]; /* after so many steps */
static size_t n_values;

static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static long n_made, n_wanted;

static void fail(const char *why)
{
  fprintf(stderr, "%s\n", why);
  exit(1);
}

static void ok(fmi2Status status, const char *call)
{
  if (status == fmi2OK) return;
  fprintf(stderr, "%s returned %d\n", call, (int)status);
  exit(1);
}

static void log_nothing(fmi2ComponentEnvironment environment, fmi2String name,
                        fmi2Status status, fmi2String category,
                        fmi2String message, ...)
{
  (void)environment, (void)name, (void)status, (void)category, (void)message;
}

static const fmi2CallbackFunctions callbacks = {log_nothing, calloc, free, NULL,
                                                NULL};

static uint64_t random_number(uint64_t *chance)
{
  *chance ^= *chance >> 12; /* xorshift64*, Marsaglia and Vigna */
  *chance ^= *chance << 25;
  *chance ^= *chance >> 27;
  return (*chance * 2685821657736338717u) >> 32;
}

/* --- one instance --- */

static void initialize(fmi2Component c)
{
  ok(fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0),
     "fmi2SetupExperiment");
  ok(fmi2EnterInitializationMode(c), "fmi2EnterInitializationMode");
  ok(fmi2ExitInitializationMode(c), "fmi2ExitInitializationMode");
}

static fmi2Component make(void)
{
  fmi2Component c =
      fmi2Instantiate("soak", fmi2CoSimulation, foucault_model.guid, "",
                      &callbacks, fmi2False, fmi2False);
  if (!c) fail("fmi2Instantiate");
  initialize(c);
  return c;
}

static void values_of(fmi2Component c, double *value)
{
  fmi2ValueReference vr[MOST_VALUES];
  for (size_t k = 0; k < n_values; k++) vr[k] = (fmi2ValueReference)k;
  ok(fmi2GetReal(c, vr, n_values, value), "fmi2GetReal");
}

static void run_alone(void)
{
  size_t n = (size_t)foucault_model.n_real;
  n_values = n < MOST_VALUES ? n : MOST_VALUES;
  fmi2Component c = make();
  values_of(c, expected[0]);
  for (int k = 0; k < MOST_STEPS; k++) {
    ok(fmi2DoStep(c, k * STEP, STEP, fmi2False), "fmi2DoStep");
    values_of(c, expected[k + 1]);
  }
  fmi2FreeInstance(c);
}

static void compare(const Place *p)
{
  double value[MOST_VALUES];
  values_of(p->instance, value);
  if (memcmp(value, expected[p->n_steps], n_values * sizeof value[0]) != 0) {
    fail("an instance computes something else than one that is alone");
  }
}

/* --- what a thread does at a place --- */

/* False: all have been made. */
static bool may_make(void)
{
  pthread_mutex_lock(&count_lock);
  bool good = n_made < n_wanted;
  if (good) n_made++;
  pthread_mutex_unlock(&count_lock);
  return good;
}

static void free_place(Place *p)
{
  if (p->saved) ok(fmi2FreeFMUstate(p->instance, &p->saved), "free a state");
  fmi2FreeInstance(p->instance);
  p->instance = NULL;
  p->saved = NULL;
  p->n_steps = 0;
}

static void make_steps(Place *p, int n)
{
  for (; n > 0 && p->n_steps < MOST_STEPS; n--, p->n_steps++) {
    ok(fmi2DoStep(p->instance, p->n_steps * STEP, STEP, fmi2True),
       "fmi2DoStep");
    if (p->n_steps % 2 == 0) continue;
    p->n_steps++;
    compare(p);
    p->n_steps--;
  }
}

static void save(Place *p)
{
  ok(fmi2GetFMUstate(p->instance, &p->saved), "fmi2GetFMUstate");
  p->n_saved = p->n_steps;
}

static void restore(Place *p)
{
  if (!p->saved) return;
  ok(fmi2SetFMUstate(p->instance, p->saved), "fmi2SetFMUstate");
  p->n_steps = p->n_saved;
  compare(p);
}

/* Another instance goes on at this place. */
static void move(Place *p)
{
  size_t size;
  fmi2FMUstate state = NULL;
  if (!p->saved || !may_make()) return;
  ok(fmi2SerializedFMUstateSize(p->instance, p->saved, &size), "size");
  fmi2Byte *bytes = malloc(size);
  if (!bytes) fail("memory is short");
  ok(fmi2SerializeFMUstate(p->instance, p->saved, bytes, size), "serialize");
  int n = p->n_saved;
  free_place(p);
  p->instance = make();
  ok(fmi2DeSerializeFMUstate(p->instance, bytes, size, &state), "deserialize");
  free(bytes);
  ok(fmi2SetFMUstate(p->instance, state), "fmi2SetFMUstate");
  ok(fmi2FreeFMUstate(p->instance, &state), "fmi2FreeFMUstate");
  p->n_steps = n;
  compare(p);
}

static void begin_again(Place *p)
{
  ok(fmi2Reset(p->instance), "fmi2Reset");
  initialize(p->instance);
  p->n_steps = 0;
  compare(p);
}

/* False: nothing is left to be made. */
static bool act(Place *p, uint64_t *chance)
{
  if (!p->instance) {
    if (!may_make()) return false;
    p->instance = make();
    p->n_steps = 0;
    return true;
  }
  switch (random_number(chance) % 8) {
  case 0:
  case 1: free_place(p); break;
  case 2: save(p); break;
  case 3: restore(p); break;
  case 4: move(p); break;
  case 5: begin_again(p); break;
  default: make_steps(p, 1 + (int)(random_number(chance) % 4));
  }
  return true;
}

static void *work(void *argument)
{
  uint64_t chance = 88172645463325252u ^ *(uint64_t *)argument;
  for (bool more = true; more;) {
    Place *p = &place[random_number(&chance) % N_PLACES];
    if (pthread_mutex_trylock(&p->lock) != 0) continue;
    more = act(p, &chance);
    pthread_mutex_unlock(&p->lock);
  }
  return NULL;
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

/* A number of instances by so many threads. */
static void run_threads(long n, int n_threads)
{
  pthread_t thread[MOST_THREADS];
  uint64_t number[MOST_THREADS];
  n_made = 0;
  n_wanted = n;
  for (int k = 0; k < n_threads; k++) {
    number[k] = (uint64_t)k * 0x9e3779b97f4a7c15u;
    if (pthread_create(&thread[k], NULL, work, &number[k]) != 0) fail("thread");
  }
  for (int k = 0; k < n_threads; k++) pthread_join(thread[k], NULL);
  for (int k = 0; k < N_PLACES; k++) {
    if (place[k].instance) free_place(&place[k]);
  }
}

int main(int argc, char **argv)
{
  if (argc < 2) return 2;
  long n = atol(argv[1]);
  int n_threads = argc > 2 ? atoi(argv[2]) : 8;
  if (n < 10 || n_threads < 1 || n_threads > MOST_THREADS) return 2;
  run_alone();
  for (int k = 0; k < N_PLACES; k++) pthread_mutex_init(&place[k].lock, NULL);
  run_threads(n / 10, n_threads);
  long before = resident();
  run_threads(n - n / 10, n_threads);
  long grown = resident() - before;
  printf("%ld instances in %d threads, memory %ld kB, grown by %ld kB\n", n,
         n_threads, resident() / 1024, grown / 1024);
  return grown > MEMORY ? 1 : 0;
}
