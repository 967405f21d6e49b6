/* initialize.c: parameters, starts, then the initial system until relations
 * agree with what they compare. */
#include "initialize.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_track.h"
#include "../blocks/block_work.h"
#include "../blocks/least_system.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/delay.h"
#include "../evaluate/input_motion.h"
#include "../evaluate/memory.h"
#include "../states/coordinate_frame.h"
#include "../states/dummy_pivot.h"
#include "events.h"
#include "jump.h"
#include "relation_path.h"
#include "time_events.h"
#include <string.h>

/* The part of the instance; nothing is there in models without homotopy(). */
typedef struct Homotopy {
  double *kept_real; /* [n_real] last point of the continuation */
} Homotopy;

static Homotopy *homotopy_of(const Instance *inst)
{
  return inst->part[PART_INITIALIZE];
}

static void restore_starts(Instance *inst)
{
  RUNTIME_ASSERT(inst->start_real);
  const Model *m = inst->model;
  ModelValues *v = &inst->values;
  memcpy(v->real, inst->start_real, (size_t)m->n_real * sizeof v->real[0]);
  if (m->n_integer > 0) {
    memcpy(v->integer, inst->start_integer,
           (size_t)m->n_integer * sizeof v->integer[0]);
  }
  if (m->n_boolean > 0) {
    memcpy(v->boolean, inst->start_boolean,
           (size_t)m->n_boolean * sizeof v->boolean[0]);
  }
  v->real[0] = inst->start_time;
}

/* Parameters and starts; relations stay what they are. simplified: with the
 * simplified equations of homotopy(). */
static bool initialize_begin_values(Instance *inst, bool simplified)
{
  const Model *m = inst->model;
  ModelValues *v = &inst->values;
  block_linear_forget(block_work_of(inst));
  block_guess_reset(inst);
  block_track_forget(inst);
  restore_starts(inst);
  input_motion_begin(inst);
  v->initial = 1;
  inst->is_beginning = true;
  inst->function_failed = false;
  if (m->parameters(v) != 0 || inst->function_failed) return false;
  m->starts(v, inst->keep);
  if (simplified) v->real[m->homotopy] = 0;
  if (least_work_of(inst)->begin_real) {
    memcpy(least_work_of(inst)->begin_real, v->real,
           (size_t)m->n_real * sizeof v->real[0]);
  }
  memory_update(inst); /* pre(v) is the start value of v */
  delay_reset(inst);
  return true;
}

/* From the start values; relations between them are the first guess for the
 * relations. */
static bool begin_initialization(Instance *inst, bool simplified)
{
  const Model *m = inst->model;
  if (m->n_relations > 0) {
    memset(inst->values.relation, 0, (size_t)m->n_relations);
  }
  if (!initialize_begin_values(inst, simplified)) return false;
  events_update_relations(inst, 0);
  return true;
}

/* The initial system from the present values, until relations agree. */
static bool solve_rounds(Instance *inst)
{
  RUNTIME_ASSERT(inst->values.initial);
  const Model *m = inst->model;
  int flipped = -1, most = relation_path_most_rounds(inst);
  for (int round = 0; round < most; round++) {
    inst->function_failed = false;
    int failed = m->initialize(&inst->values);
    inst->is_beginning = false;
    if (failed) return false;
    flipped = events_update_relations(inst, round);
    /* a delayed value is at first the value itself */
    if (flipped < 0 && !delay_refresh(inst)) return !inst->function_failed;
    if (relation_path_is_lost(inst)) break;
  }
  instance_note(inst, LOG_EVENTS,
                "the initial system and its relations contradict each other: "
                "again and again this relation changes: %s",
                flipped >= 0 ? m->relation[flipped].text : "(none: a delay)");
  return false;
}

/* From the start values. A loop may have no solution with the first guess of
 * the relations, which come from values that were not found yet: then they are
 * what they say of the values that were found, and of those where the loop
 * began (Block.first). */
static bool solve_from_the_start(Instance *inst, bool simplified)
{
  if (!begin_initialization(inst, simplified)) return false;
  for (int k = 0; !solve_rounds(inst); k++) {
    if (k == INITIAL_GUESSES_OF_RELATIONS ||
        events_update_relations(inst, 0) < 0 ||
        !initialize_begin_values(inst, simplified)) {
      return false;
    }
  }
  return true;
}

/* Follows the solution from the simplified equations to the actual ones, in
 * steps that fit. False: it ends on the way. */
static bool follow_homotopy(Instance *inst)
{
  RUNTIME_ASSERT(inst->model->homotopy > 0 &&
                 inst->model->homotopy < inst->model->n_real);
  const Model *m = inst->model;
  double *real = inst->values.real, *kept = homotopy_of(inst)->kept_real;
  size_t size = (size_t)m->n_real * sizeof real[0];
  double done = 0, step = HOMOTOPY_FIRST_STEP;
  if (!solve_from_the_start(inst, true)) return false;
  while (done < 1) {
    memcpy(kept, real, size);
    real[m->homotopy] = done + step < 1 ? done + step : 1;
    if (solve_rounds(inst)) {
      done = real[m->homotopy];
      step *= HOMOTOPY_GROWTH;
    } else {
      memcpy(real, kept, size);
      step /= HOMOTOPY_SHRINKAGE;
    }
    if (step < HOMOTOPY_SHORTEST_STEP) return false;
  }
  logging_write(&inst->logger, STATUS_OK, LOG_NONLINEAR_SYSTEMS,
                "initial values found by homotopy from the simplified "
                "equations");
  return true;
}

/* A solution counts wherever it is. What is wrong with the start values is told
 * where there is none. */
static bool solve_from_elsewhere(Instance *inst)
{
  char reason[sizeof inst->reason];
  bool good = false;
  memcpy(reason, inst->reason, sizeof reason);
  for (int k = AFAR_NOT + 1; !good && k < AFAR_END; k++) {
    if (k > AFAR_SIZES && !inst->afar_counts) break;
    inst->afar = k;
    good = solve_from_the_start(inst, false);
  }
  inst->afar = AFAR_NOT;
  if (!good) memcpy(inst->reason, reason, sizeof reason);
  return good;
}

/* Roots that rounding has taken away (block_double.h) come last: what depends on
 * them may be singular there, and start values that are a little off may do. */
static bool solve_at_double_roots(Instance *inst)
{
  char reason[sizeof inst->reason];
  memcpy(reason, inst->reason, sizeof reason);
  inst->takes_double = true;
  bool good = solve_from_the_start(inst, false);
  inst->takes_double = false;
  if (!good) memcpy(inst->reason, reason, sizeof reason);
  return good;
}

/* What the model offers first: where there are several solutions, the one that
 * the simplified equations lead to is meant. Then the start values, near and
 * far away. */
static bool solve_somehow(Instance *inst)
{
  const Model *m = inst->model;
  if (m->homotopy > 0) {
    inst->near_only = true;
    bool good = follow_homotopy(inst) || solve_from_the_start(inst, false);
    inst->near_only = false;
    if (good) return true;
  }
  return solve_from_the_start(inst, false) || solve_from_elsewhere(inst) ||
         solve_at_double_roots(inst);
}

bool initialize_solve(Instance *inst)
{
  RUNTIME_ASSERT(inst->stale & STALE_INITIAL);
  inst->reason[0] = '\0';
  if (!solve_somehow(inst)) return false;
  inst->stale = 0;
  return dummy_pivot_start(inst) && coordinate_frame_renew(inst);
}

bool initialize_finish(Instance *inst)
{
  RUNTIME_ASSERT(inst->values.initial && inst->mode == MODE_INITIALIZATION);
  jump_keep(inst);
  events_remember(inst);
  delay_record(inst);
  if (!time_events_begin(inst)) return false;
  inst->values.initial = 0;
  inst->stale = STALE_RELATIONS | STALE_VALUES;
  time_events_fire(inst);
  event_work_of(inst)->at_instant = 1;
  return true;
}

void initialize_set_real(Instance *inst, unsigned reference, double value)
{
  RUNTIME_ASSERT(reference < (unsigned)inst->model->n_real);
  inst->start_real[reference] = value;
  inst->values.real[reference] = value;
  inst->keep[reference] = 1;
  inst->stale |= STALE_INITIAL;
}

void initialize_set_integer(Instance *inst, unsigned reference, int value)
{
  RUNTIME_ASSERT(reference < (unsigned)inst->model->n_integer);
  inst->start_integer[reference] = value;
  inst->values.integer[reference] = value;
  inst->keep[(unsigned)inst->model->n_real + reference] = 1;
  inst->stale |= STALE_INITIAL;
}

void initialize_set_boolean(Instance *inst, unsigned reference, int value)
{
  RUNTIME_ASSERT(reference < (unsigned)inst->model->n_boolean &&
                 (value == 0 || value == 1));
  inst->start_boolean[reference] = value;
  inst->values.boolean[reference] = value;
  inst->keep[(unsigned)(inst->model->n_real + inst->model->n_integer) +
             reference] = 1;
  inst->stale |= STALE_INITIAL;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_homotopy(void *part, const Model *m, Carving *c)
{
  Homotopy *h = part;
  if (m->homotopy == 0) return;
  h->kept_real = carve(&c->arrays, m->n_real, sizeof(double));
}

const Mechanism initialize_mechanism = {
    .name = "initialize", .size = PART_SIZE(Homotopy), .carve = carve_homotopy};
