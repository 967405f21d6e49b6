/* integrator.h: what a step of a Co-Simulation asks of an integration method.
 *
 * A method works on the states, time and relations of its instance. Its own
 * history survives from step to step: a communication point is not a reason to
 * restart.
 */
#ifndef FOUCAULT_INTEGRATOR_H
#define FOUCAULT_INTEGRATOR_H

#include <stdbool.h>

struct Carried;
struct Instance;

typedef enum IntegratorResult {
  INTEGRATOR_REACHED,   /* the target time */
  INTEGRATOR_EVENT,     /* an event indicator has changed its sign */
  INTEGRATOR_FAILED,    /* reason noted in the instance */
  INTEGRATOR_CANCELLED, /* before the target: Instance.is_cancelled */
  INTEGRATOR_PAUSED     /* the same, at each point: Instance.intermediate */
} IntegratorResult;

typedef struct IntegratorMethod {
  const char *name;

  /* All memory it will need, owned by the caller; NULL: memory is short. */
  void *(*create)(struct Instance *inst);
  void (*free)(void *self); /* NULL is ignored */

  /* Forgets the history and begins at the instance's time and states, with
   * its tolerance, and never steps past its stop time. `step` is the
   * communication step. Returns non-zero on failure (reason noted). */
  int (*restart)(void *self, double step);

  /* Integrates to `target`, or to the first event before it, and leaves time
   * and states of that point in the instance. May compute beyond `target`
   * and interpolate, unless inputs move (Instance.motion). */
  IntegratorResult (*advance)(void *self, double target);

  /* A communication step begins; have inputs changed since the last one? */
  void (*begin_step)(void *self, bool inputs_changed);
  /* Where a restart is due: goes to `target` by a one-step method instead, and
   * leaves time and states of it in the instance; a restart is still due. False:
   * nothing has changed (short_way.h). */
  bool (*go_short_way)(void *self, double target);

  /* Has it computed beyond the time of the instance? */
  bool (*is_ahead)(const void *self);

  /* Brings the instance's statistics up to date. */
  void (*count)(void *self);

  /* Goes on where the method of another instance was (carried.h); the arrays of
   * the instance are those of that one already. False: it cannot; a restart is
   * due. */
  bool (*take)(void *self, const struct Carried *c);
} IntegratorMethod;

#endif
