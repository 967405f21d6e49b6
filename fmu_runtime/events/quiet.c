/* quiet.c: see quiet.h. */
#include "quiet.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/finite.h"
#include "chatter.h"
#include "events.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Without addresses: part of a saved state. */
typedef struct QuietState {
  int n_awake;
  int awake[QUIET_MOST_AWAKE];   /* relations */
  int is_true[QUIET_MOST_AWAKE]; /* when they woke */
  int n_steps;                   /* of the present window */
  int is_looking, has_sides;
  int n_lost; /* windows in a row in which a derivative changed unexplained */
  int is_reported; /* of that there was a warning */
  double begin;    /* of the window */
} QuietState;

typedef struct QuietMemory {
  QuietState *state;
  unsigned char *side; /* [n_quiet + n_states] at the last evaluation */
  int *n_changes;      /* the same, in the present window */
  double *z;           /* [n_relations] workspace; none without n_quiet */
} QuietMemory;

static QuietMemory *quiet_of(const Instance *inst)
{
  return inst->part[PART_QUIET];
}

static int first_quiet(const Model *m)
{
  return m->n_relations - m->n_quiet;
}

/* --- what is awake -------------------------------------------------------- */

void quiet_crossings(Instance *inst)
{
  const Model *m = inst->model;
  double *z = event_work_of(inst)->crossing;
  m->crossings(&inst->values, z);
  for (int k = first_quiet(m); k < m->n_relations; k++) {
    if (!inst->values.awake[k]) z[k] = 1;
  }
}

int quiet_watched(const Instance *inst)
{
  const Model *m = inst->model;
  RUNTIME_ASSERT(m->n_quiet_indicators <= m->n_indicators);
  if (m->n_indicators > m->n_quiet_indicators) return m->n_indicators;
  return quiet_of(inst)->state->n_awake > 0 ? m->n_indicators : 0;
}

int quiet_awake(const Instance *inst, int s)
{
  const QuietState *q = quiet_of(inst)->state;
  RUNTIME_ASSERT(s >= 0 && s < inst->model->n_quiet_indicators);
  return s < q->n_awake ? q->awake[s] : -1;
}

double quiet_side(const Instance *inst, int s)
{
  RUNTIME_ASSERT(s >= 0 && s < quiet_of(inst)->state->n_awake);
  return quiet_of(inst)->state->is_true[s] ? -1 : 1;
}

static void wake_relation(Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= first_quiet(inst->model) && !inst->values.awake[k]);
  QuietState *q = quiet_of(inst)->state;
  const Relation *r = &inst->model->relation[k];
  double z = quiet_of(inst)->z[k];
  inst->values.awake[k] = 1;
  inst->values.relation[k] = r->or_equal ? z <= 0 : z < 0;
  q->is_true[q->n_awake] = inst->values.relation[k];
  q->awake[q->n_awake++] = k;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "near time %.9g steps become ever shorter: this condition "
                "jumps from step to step and makes no event. It makes events "
                "from now on; an if-expression outside of noEvent(), such as "
                "`if x > 0 then 1 else -1` instead of `sign(x)`, does so from "
                "the start: %s",
                instance_time(inst), r->text);
}

/* --- steps ---------------------------------------------------------------- */

static void begin_window(QuietState *q, double now, int is_looking)
{
  q->n_steps = q->has_sides = 0;
  q->is_looking = is_looking;
  q->begin = now;
}

/* Times may go back a little: a step is tried again. */
bool quiet_count(Instance *inst, double now)
{
  QuietState *q = quiet_of(inst)->state;
  double least = QUIET_SLOW * QUIET_WINDOW * chatter_run_part(inst);
  bool is_slow = fabs(now - q->begin) < least;
  q->n_steps++;
  if (q->is_looking && is_slow) return true;
  if (!q->is_looking && q->n_steps < QUIET_WINDOW) return false;
  if (!is_slow) q->n_lost = 0;
  begin_window(q, now, is_slow);
  return false;
}

static unsigned char side_of(double value)
{
  return value > 0;
}

void quiet_see(Instance *inst)
{
  const Model *m = inst->model;
  QuietMemory *memory = quiet_of(inst);
  QuietState *q = memory->state;
  double *z = memory->z;
  if (!q->is_looking) return;
  if (m->n_quiet > 0) m->crossings(&inst->values, z);
  for (int i = 0; i < m->n_quiet + m->n_states; i++) {
    bool is_state = i >= m->n_quiet;
    double value = is_state
                       ? inst->values.real[inst->derivative[i - m->n_quiet]]
                       : z[first_quiet(m) + i];
    unsigned char side = side_of(value);
    if (!q->has_sides) memory->n_changes[i] = 0;
    if (q->has_sides && side != memory->side[i]) memory->n_changes[i]++;
    memory->side[i] = side;
  }
  q->has_sides = 1;
}

/* Wakes what has changed often. */
static bool wake_changing(Instance *inst)
{
  const Model *m = inst->model;
  if (m->n_quiet > 0) m->crossings(&inst->values, quiet_of(inst)->z);
  QuietState *q = quiet_of(inst)->state;
  bool any = false;
  for (int i = 0; i < m->n_quiet; i++) {
    int k = first_quiet(m) + i;
    if (quiet_of(inst)->n_changes[i] < QUIET_OFTEN) continue;
    if (inst->values.awake[k] || q->n_awake == m->n_quiet_indicators) continue;
    wake_relation(inst, k);
    any = true;
  }
  return any;
}

/* The derivative that has changed its sign most often; -1: none did often. */
static int find_jumping(const Instance *inst)
{
  const Model *m = inst->model;
  int found = -1, most = QUIET_OFTEN - 1;
  for (int i = 0; i < m->n_states; i++) {
    int n = quiet_of(inst)->n_changes[m->n_quiet + i];
    if (n <= most) continue;
    most = n;
    found = i;
  }
  return found;
}

/* Steps that are left at the pace of the last window. */
static double steps_left(const Instance *inst, double elapsed)
{
  double length = CHATTER_PARTS_OF_RUN * chatter_run_part(inst);
  double left = length - (instance_time(inst) - inst->start_time);
  return left > 0 ? QUIET_WINDOW * left / fmax(elapsed, DBL_MIN) : 0;
}

/* A derivative jumps, and nothing says why: a warning, or, where the end would
 * not be reached in reasonable time, an error. False, reason noted: that. */
static bool report_jumping(Instance *inst, int state, double elapsed)
{
  QuietState *q = quiet_of(inst)->state;
  char name[700] = "";
  LogText text = {name, sizeof name, 0};
  bool is_hopeless = steps_left(inst, elapsed) > QUIET_HOPELESS;
  if (!is_hopeless && q->is_reported) return true;
  q->is_reported = 1;
  finite_append(inst, 'r', inst->derivative[state], &text);
  const char *what = "steps become ever shorter, and this derivative changes "
                     "its sign from one to the next";
  const char *why =
      inst->model->method == METHOD_ADAMS
          ? "The model is too stiff for Adams' formulas (--method auto chooses "
            "others), or something that it depends on jumps without an event"
          : "Something that it depends on jumps without an event, as inside of "
            "a function; an if-expression of an equation, outside of "
            "noEvent(), makes events";
  if (is_hopeless) {
    instance_note(inst, LOG_STATUS_ERROR, "near time %.9g %s: %s. %s",
                  instance_time(inst), what, name, why);
    return false;
  }
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "near time %.9g %s: %s. %s", instance_time(inst), what, name,
                why);
  return true;
}

QuietFinding quiet_look(Instance *inst)
{
  RUNTIME_ASSERT(!(inst->stale & STALE_VALUES));
  QuietState *q = quiet_of(inst)->state;
  if (q->n_steps < QUIET_WINDOW) return QUIET_NOTHING;
  double now = instance_time(inst), elapsed = fabs(now - q->begin);
  begin_window(q, now, 0);
  if (wake_changing(inst)) {
    q->n_lost = 0;
    return QUIET_WOKEN;
  }
  int state = find_jumping(inst);
  q->n_lost = state >= 0 ? q->n_lost + 1 : 0;
  if (state < 0) return QUIET_NOTHING;
  if (q->n_lost < QUIET_MOST_LOST) return QUIET_JUMPS;
  q->n_lost = 0;
  return report_jumping(inst, state, elapsed) ? QUIET_NOTHING : QUIET_LOST;
}

void quiet_pass_event(Instance *inst)
{
  quiet_of(inst)->state->n_lost = 0;
}

/* --- its memory ----------------------------------------------------------- */

static void carve_quiet(void *part, const Model *m, Carving *c)
{
  QuietMemory *q = part;
  int n = m->n_quiet + m->n_states;
  q->state = carve(&c->arrays, 1, sizeof(QuietState));
  q->n_changes = carve(&c->arrays, n, sizeof(int));
  q->side = carve(&c->arrays, n, 1);
  q->z = carve(&c->arrays, m->n_quiet > 0 ? m->n_relations : 0, sizeof(double));
}

static void reset_quiet(Instance *inst)
{
  const Model *m = inst->model;
  QuietMemory *q = quiet_of(inst);
  size_t n = (size_t)(m->n_quiet + m->n_states);
  memset(q->state, 0, sizeof *q->state);
  if (n > 0) memset(q->n_changes, 0, n * sizeof q->n_changes[0]);
  if (n > 0) memset(q->side, 0, n);
  if (m->n_quiet > 0) memset(inst->values.awake, 0, (size_t)m->n_relations);
  q->state->begin = -HUGE_VAL;
}

/* Those that are awake are quiet relations, each once. */
static bool awake_fits(const StateFit *fit, const QuietState *q)
{
  const Model *m = fit->inst->model;
  int first = m->n_quiet > 0 ? first_quiet(m) : m->n_relations, n_awake = 0;
  for (int k = 0; m->n_quiet > 0 && k < m->n_relations; k++) {
    unsigned char is_awake = fit->inst->values.awake[k];
    if (is_awake > (k >= first)) return false;
    n_awake += is_awake;
  }
  if (q->n_awake != n_awake || n_awake > m->n_quiet_indicators) return false;
  for (int i = 0; i < n_awake; i++) {
    if (q->awake[i] < first || q->awake[i] >= m->n_relations) return false;
    if (!fit->inst->values.awake[q->awake[i]]) return false;
  }
  return state_fit_choice(q->awake, n_awake, m->n_relations) &&
         state_fit_ints(q->is_true, n_awake, 0, 1);
}

static bool quiet_fits(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const QuietMemory *memory = quiet_of(fit->inst);
  const QuietState *q = memory->state;
  int n = m->n_quiet + m->n_states;
  return awake_fits(fit, q) &&
         state_fit_ints(&q->n_steps, 1, 0, QUIET_WINDOW) &&
         state_fit_ints(&q->is_looking, 1, 0, 1) &&
         state_fit_ints(&q->has_sides, 1, 0, 1) &&
         state_fit_ints(&q->n_lost, 1, 0, QUIET_MOST_LOST) &&
         state_fit_ints(memory->n_changes, n, 0, STATE_FIT_COUNT) &&
         state_fit_bytes(memory->side, n, 1);
}

const Mechanism quiet_mechanism = {.name = "quiet",
                                   .size = PART_SIZE(QuietMemory),
                                   .carve = carve_quiet,
                                   .reset = reset_quiet,
                                   .fits = quiet_fits};
