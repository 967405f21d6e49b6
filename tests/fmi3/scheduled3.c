/* scheduled3.c: a small FMU for Scheduled Execution (FMI 3.0, chapter 5), written
 * for the tests of the importer.
 *
 *   base     every 0.5 s; adds 1 to sum. At its third tick it starts a countdown
 *   fast     every 0.25 s, more urgent: doubles sum
 *   later    the countdown, 0.1 s long: adds 100
 *   pulse    an output clock that ticks when later does
 *   idle     a triggered input clock: nobody ticks it
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define API __attribute__((visibility("default")))
typedef enum { OK, WARNING, DISCARD, ERROR } Status;
typedef uint32_t Ref;
typedef void Log(void *, Status, const char *, const char *);

enum { TIME, BASE, FAST, LATER, PULSE, IDLE, SUM, START };
enum { NOT_YET_KNOWN, UNCHANGED, CHANGED };

typedef struct Instance {
  void *environment;
  void (*update)(void *);
  void (*lock)(void), (*unlock)(void);
  bool runs, pulses, is_new;
  int ticks;
  double time, sum, start;
} Instance;

API const char *fmi3GetVersion(void)
{
  return "3.0";
}

API void *fmi3InstantiateScheduledExecution(const char *name, const char *token,
                                            const char *resources, bool visible,
                                            bool logging, void *environment,
                                            Log *log, void (*update)(void *),
                                            void (*lock)(void),
                                            void (*unlock)(void))
{
  (void)name, (void)token, (void)resources, (void)visible, (void)logging;
  (void)log;
  Instance *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  *c = (Instance){.environment = environment,
                  .update = update,
                  .lock = lock,
                  .unlock = unlock,
                  .start = 1};
  return c;
}

API void fmi3FreeInstance(void *c)
{
  free(c);
}

API Status fmi3SetDebugLogging(void *c, bool on, size_t n,
                               const char *const category[])
{
  (void)on, (void)n, (void)category;
  return c ? OK : ERROR;
}

API Status fmi3EnterInitializationMode(void *v, bool has_tolerance,
                                       double tolerance, double start,
                                       bool has_stop, double stop)
{
  Instance *c = v;
  (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  c->time = start;
  return OK;
}

API Status fmi3ExitInitializationMode(void *v)
{
  Instance *c = v;
  c->sum = c->start;
  c->runs = true;
  return OK;
}

API Status fmi3Terminate(void *v)
{
  ((Instance *)v)->runs = false;
  return OK;
}

API Status fmi3Reset(void *v)
{
  Instance *c = v;
  c->runs = c->pulses = c->is_new = false;
  c->ticks = 0;
  c->sum = 0;
  c->start = 1;
  return OK;
}

static double *place(Instance *c, Ref reference)
{
  switch (reference) {
  case TIME: return &c->time;
  case SUM: return &c->sum;
  case START: return &c->start;
  default: return NULL;
  }
}

API Status fmi3GetFloat64(void *c, const Ref r[], size_t n, double value[],
                          size_t n_values)
{
  if (n != n_values) return ERROR;
  for (size_t k = 0; k < n; k++) {
    const double *at = place(c, r[k]);
    if (!at) return ERROR;
    value[k] = *at;
  }
  return OK;
}

API Status fmi3SetFloat64(void *c, const Ref r[], size_t n,
                          const double value[], size_t n_values)
{
  if (n != n_values) return ERROR;
  for (size_t k = 0; k < n; k++) {
    if (r[k] != START) return ERROR;
    *place(c, r[k]) = value[k];
  }
  return OK;
}

API Status fmi3GetClock(void *v, const Ref r[], size_t n, bool value[])
{
  Instance *c = v;
  for (size_t k = 0; k < n; k++) {
    if (r[k] != PULSE) return ERROR;
    value[k] = c->pulses;
    c->pulses = false;
  }
  return OK;
}

API Status fmi3GetIntervalDecimal(void *v, const Ref r[], size_t n,
                                  double interval[], int qualifier[])
{
  Instance *c = v;
  for (size_t k = 0; k < n; k++) {
    if (r[k] != LATER) return ERROR;
    interval[k] = 0.1;
    qualifier[k] = c->is_new       ? CHANGED
                   : c->ticks >= 3 ? UNCHANGED
                                   : NOT_YET_KNOWN;
    c->is_new = false;
  }
  return OK;
}

API Status fmi3ActivateModelPartition(void *v, Ref clock, double time)
{
  Instance *c = v;
  if (!c->runs || time < c->time) return ERROR;
  c->lock();
  c->time = time;
  if (clock == BASE) c->sum += 1;
  if (clock == FAST) c->sum *= 2;
  if (clock == LATER) c->sum += 100;
  if (clock == BASE) c->is_new = ++c->ticks == 3;
  c->pulses = clock == LATER;
  bool tells = c->is_new || c->pulses;
  c->unlock();
  if (tells) c->update(c->environment);
  return clock == BASE || clock == FAST || clock == LATER ? OK : ERROR;
}
