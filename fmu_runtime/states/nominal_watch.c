/* nominal_watch.c: see nominal_watch.h. */
#include "nominal_watch.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include <math.h>
#include <string.h>

/* A part of the instance. */
typedef struct NominalWatch {
  double *largest; /* [states outside of selection sets] value seen */
  int *n_seen;     /* [1] points */
} NominalWatch;

static NominalWatch *nominal_watch_of(const Instance *inst)
{
  return inst->part[PART_NOMINAL_WATCH];
}

/* Those of sets change their meaning; they come last. */
static int n_watched(const Model *m)
{
  return m->n_sets > 0 ? m->set[0].first_state : m->n_states;
}

void nominal_watch_see(Instance *inst)
{
  const NominalWatch *watch = nominal_watch_of(inst);
  RUNTIME_ASSERT(!(inst->stale & STALE_VALUES));
  for (int k = 0; k < n_watched(inst->model); k++) {
    double size = fabs(inst->values.real[inst->state[k]]);
    if (size > watch->largest[k]) watch->largest[k] = size;
  }
  if (*watch->n_seen < NOMINAL_POINTS) ++*watch->n_seen;
}

static bool has_given_nominal(const Model *m, int k)
{
  return m->n_scale_groups == 0 || m->scale_group[k] == 0;
}

static bool is_far_below(const Instance *inst, int k)
{
  double largest = nominal_watch_of(inst)->largest[k];
  return has_given_nominal(inst->model, k) && largest > 0 &&
         largest < NOMINAL_SMALL * inst->state_nominal[k];
}

void nominal_watch_report(Instance *inst)
{
  const Model *m = inst->model;
  char text[1000] = "", name[REFERENCE_NAME_SIZE];
  LogText names = {text, sizeof text, 0};
  int n = 0;
  if (*nominal_watch_of(inst)->n_seen < NOMINAL_POINTS) return;
  for (int k = 0; k < n_watched(m); k++) {
    if (!is_far_below(inst, k)) continue;
    if (n++ >= NOMINAL_NAMES) continue;
    reference_name(m, inst->state[k], name);
    logging_append(&names, "%s%s (at most %.3g, nominal %.3g)",
                   n > 1 ? ", " : "", name, nominal_watch_of(inst)->largest[k],
                   inst->state_nominal[k]);
  }
  if (n == 0) return;
  if (n > NOMINAL_NAMES)
    logging_append(&names, " and %d more", n - NOMINAL_NAMES);
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "far below the nominal value that the model gives: %s; errors "
                "are measured in parts of it, so that few digits are right",
                text);
}

/* --- its memory ---------------------------------------------------------- */

static void carve_nominal_watch(void *part, const Model *m, Carving *c)
{
  NominalWatch *watch = part;
  watch->largest = carve(&c->arrays, n_watched(m), sizeof(double));
  watch->n_seen = carve(&c->arrays, 1, sizeof(int));
}

static void reset_nominal_watch(Instance *inst)
{
  const NominalWatch *watch = nominal_watch_of(inst);
  size_t n = (size_t)n_watched(inst->model);
  *watch->n_seen = 0;
  if (n > 0) memset(watch->largest, 0, n * sizeof(double));
}

static bool nominal_watch_fits(const StateFit *fit)
{
  return state_fit_ints(nominal_watch_of(fit->inst)->n_seen, 1, 0,
                        STATE_FIT_COUNT);
}

const Mechanism nominal_watch_mechanism = {.name = "nominal_watch",
                                           .size = PART_SIZE(NominalWatch),
                                           .carve = carve_nominal_watch,
                                           .reset = reset_nominal_watch,
                                           .fits = nominal_watch_fits};
