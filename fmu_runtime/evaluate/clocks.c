/* clocks.c: see clocks.h. */
#include "clocks.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What has become of a tick of the importer in this event. */
enum { RESTS, TICKS, HAS_TICKED };

/* The block of the instance before a tick is computed; memory of its own. */
typedef struct KeptEvent {
  bool is_kept;
  char *block;           /* [block_size] */
  unsigned char *active; /* [n_clocks] when it was left */
} KeptEvent;

/* The part of the instance. */
typedef struct ClockMemory {
  KeptEvent *kept;       /* NULL: no input belongs to a clock */
  unsigned char *active; /* [n_clocks] of those that the importer ticks */
  unsigned char *is_new; /* [n_clocks] its interval was not told since a tick */
  int *seen;             /* [n_clocks] ticks that the importer knows of */
  double *told;          /* [n_clocks] interval; not a number: none yet */
  double *last;          /* [n_clocks] time of the last activation */
} ClockMemory;

static ClockMemory *clock_memory_of(const Instance *inst)
{
  return inst->part[PART_CLOCKS];
}

static const ModelClock *clocks_row(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_clocks);
  return &inst->model->clock[k];
}

void clocks_tick(Instance *inst, int k)
{
  ClockMemory *c = clock_memory_of(inst);
  RUNTIME_ASSERT(clocks_is_input(inst, k));
  if (c->active[k] != RESTS) return;
  c->active[k] = TICKS;
  c->is_new[k] = 1;
  inst->values.boolean[clocks_row(inst, k)->reference] = 1;
  inst->stale |= STALE_VALUES | STALE_RELATIONS;
  inst->restart_needed = true;
}

bool clocks_extinguish(Instance *inst)
{
  bool any = false;
  for (int k = 0; k < inst->model->n_clocks; k++) {
    if (!clocks_is_input(inst, k)) continue;
    int *value = &inst->values.boolean[clocks_row(inst, k)->reference];
    if (!*value) continue;
    any = true;
    *value = 0;
    clock_memory_of(inst)->active[k] = HAS_TICKED;
  }
  return any;
}

bool clocks_is_active(const Instance *inst, int k)
{
  const ClockMemory *c = clock_memory_of(inst);
  if (clocks_is_input(inst, k)) return c->active[k] != RESTS;
  return inst->values.integer[clocks_row(inst, k)->reference] != c->seen[k];
}

void clocks_take(Instance *inst, int k)
{
  RUNTIME_ASSERT(!clocks_is_input(inst, k));
  clock_memory_of(inst)->seen[k] =
      inst->values.integer[clocks_row(inst, k)->reference];
}

void clocks_rest(Instance *inst, int k)
{
  RUNTIME_ASSERT(clocks_is_input(inst, k));
  clock_memory_of(inst)->active[k] = RESTS;
}

void clocks_update(Instance *inst)
{
  clocks_forget(inst);
  for (int k = 0; k < inst->model->n_clocks; k++) {
    if (clocks_is_input(inst, k))
      clocks_rest(inst, k);
    else
      clocks_take(inst, k);
  }
}

/* --- values that are asked for more than once in a tick ------------------ */

int clocks_of_input(const Instance *inst, int type, ValueReference place)
{
  const ClockedInput *input = inst->model->clocked_input;
  for (; input && input->type >= 0; input++) {
    if (input->type == type && (ValueReference)input->reference == place)
      return input->clock;
  }
  return -1;
}

int clocks_silent(const Instance *inst, int type, ValueReference place)
{
  const unsigned running = MODE_EVENT | MODE_CONTINUOUS | MODE_STEP_COMPLETE;
  int clock = clocks_of_input(inst, type, place);
  if (clock < 0 || !((unsigned)inst->mode & running)) return -1;
  unsigned char state = clock_memory_of(inst)->active[clock];
  bool can_be_set =
      state == TICKS || (state == HAS_TICKED && clocks_may_begin_again(inst));
  return can_be_set ? -1 : clock;
}

static bool some_clock(const Instance *inst, int state)
{
  const unsigned char *active = clock_memory_of(inst)->active;
  for (int k = 0; k < inst->model->n_clocks; k++) {
    if (clocks_is_input(inst, k) && active[k] == state) return true;
  }
  return false;
}

void clocks_keep(Instance *inst)
{
  KeptEvent *kept = clock_memory_of(inst)->kept;
  if (!kept || inst->mode != MODE_EVENT || !some_clock(inst, TICKS)) return;
  memcpy(kept->block, inst, inst->block_size);
  kept->is_kept = true;
}

void clocks_forget(Instance *inst)
{
  KeptEvent *kept = clock_memory_of(inst)->kept;
  if (kept) kept->is_kept = false;
}

/* Where something of the instance's block lies in the copy. */
static void *in_copy(const Instance *inst, char *copy, const void *at)
{
  return copy + ((const char *)at - (const char *)inst);
}

/* What the importer has set stays set; ticks are no values of inputs. */
static void copy_inputs(const Instance *inst, char *copy)
{
  const Model *m = inst->model;
  double *real = in_copy(inst, copy, inst->values.real);
  int *integer = in_copy(inst, copy, inst->values.integer);
  int *boolean = in_copy(inst, copy, inst->values.boolean);
  for (int k = 0; k < m->n_real; k++) {
    if (m->real_kind[k] == VARIABLE_INPUT) real[k] = inst->values.real[k];
  }
  for (int k = 0; k < m->n_integer; k++) {
    if (m->integer_kind[k] == VARIABLE_INPUT)
      integer[k] = inst->values.integer[k];
  }
  for (int k = 0; k < m->n_boolean; k++) {
    if (m->boolean_kind[k] == VARIABLE_INPUT)
      boolean[k] = inst->values.boolean[k];
  }
  const unsigned char *active =
      in_copy(inst, copy, clock_memory_of(inst)->active);
  for (int k = 0; k < m->n_clocks; k++) {
    if (clocks_is_input(inst, k))
      boolean[clocks_row(inst, k)->reference] = active[k] == TICKS;
  }
}

void clocks_begin_again(Instance *inst)
{
  ClockMemory *c = clock_memory_of(inst);
  KeptEvent *kept = c->kept;
  if (!kept || !kept->is_kept || !some_clock(inst, HAS_TICKED)) return;
  Logger logger = inst->logger;
  ArrayPool pool = inst->array_pool;
  memcpy(kept->active, c->active, (size_t)inst->model->n_clocks);
  copy_inputs(inst, kept->block);
  memcpy(inst, kept->block, inst->block_size);
  inst->array_pool = pool;
  inst->logger = logger;
  inst->stale |= STALE_VALUES | STALE_RELATIONS;
  for (int k = 0; k < inst->model->n_clocks; k++) { /* ticked since then */
    if (clocks_is_input(inst, k) && kept->active[k] != RESTS)
      clocks_tick(inst, k);
  }
}

bool clocks_may_begin_again(const Instance *inst)
{
  const KeptEvent *kept = clock_memory_of(inst)->kept;
  return kept && kept->is_kept;
}

/* Section 2.2.8.4, table of the qualifiers. Before the first tick a clock whose
 * ticks determine the next ones waits for no time at all. */
static ClockInterval changing_interval(Instance *inst, int k, double *seconds)
{
  ClockMemory *c = clock_memory_of(inst);
  bool is_early = inst->mode == MODE_INITIALIZATION;
  *seconds = is_early ? 0 : inst->values.real[clocks_row(inst, k)->interval];
  bool is_told = is_early ? c->told[k] == 0 : !c->is_new[k];
  c->told[k] = *seconds;
  if (!is_early) c->is_new[k] = 0;
  return is_told ? CLOCK_INTERVAL_UNCHANGED : CLOCK_INTERVAL_CHANGED;
}

ClockInterval clocks_interval(Instance *inst, int k, double *seconds)
{
  const ModelClock *clock = clocks_row(inst, k);
  double *told = &clock_memory_of(inst)->told[k];
  if (clock->kind == CLOCK_CHANGING) return changing_interval(inst, k, seconds);
  RUNTIME_ASSERT(clock->interval >= 0);
  *seconds = inst->values.real[clock->interval];
  if (clock->kind == CLOCK_CONSTANT) return CLOCK_INTERVAL_UNCHANGED;
  bool is_first = isnan(*told) && inst->mode == MODE_INITIALIZATION;
  bool is_same = *told == *seconds || (isnan(*told) && !is_first);
  *told = *seconds;
  return is_same ? CLOCK_INTERVAL_UNCHANGED : CLOCK_INTERVAL_CHANGED;
}

void clocks_know_interval(Instance *inst, int k, double seconds)
{
  RUNTIME_ASSERT(clocks_row(inst, k)->kind == CLOCK_PARAMETER);
  clock_memory_of(inst)->told[k] = seconds;
}

bool clocks_advance(Instance *inst, int k, double time)
{
  double *last = &clock_memory_of(inst)->last[k];
  if (!(time > *last)) return false;
  *last = time;
  return true;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_clocks(void *part, const Model *m, Carving *c)
{
  ClockMemory *memory = part;
  memory->active = carve(&c->arrays, m->n_clocks, 1);
  memory->is_new = carve(&c->arrays, m->n_clocks, 1);
  memory->seen = carve(&c->arrays, m->n_clocks, sizeof(int));
  memory->told = carve(&c->arrays, m->n_clocks, sizeof(double));
  memory->last = carve(&c->arrays, m->n_clocks, sizeof(double));
}

/* Models whose past is kept in memory of its own are computed once in a tick. */
static bool create_clocks(Instance *inst)
{
  const Model *m = inst->model;
  ClockMemory *c = clock_memory_of(inst);
  bool has_past = m->n_delays > 0 || m->n_transports > 0;
  if (!m->clocked_input || m->clocked_input->type < 0 || has_past) return true;
  c->kept = calloc(1, sizeof *c->kept);
  if (!c->kept) return false;
  c->kept->block = malloc(inst->block_size);
  c->kept->active = malloc((size_t)m->n_clocks);
  return c->kept->block && c->kept->active;
}

static void free_clocks(Instance *inst)
{
  KeptEvent *kept = clock_memory_of(inst)->kept;
  if (!kept) return;
  free(kept->block);
  free(kept->active);
  free(kept);
}

static void reset_clocks(Instance *inst)
{
  clocks_forget(inst);
  ClockMemory *c = clock_memory_of(inst);
  for (int k = 0; k < inst->model->n_clocks; k++) {
    c->active[k] = RESTS;
    c->is_new[k] = 0;
    c->seen[k] = 0;
    c->told[k] = NAN;
    c->last[k] = -HUGE_VAL;
  }
}

static bool clocks_fit(const StateFit *fit)
{
  const ClockMemory *c = clock_memory_of(fit->inst);
  int n = fit->inst->model->n_clocks;
  return state_fit_bytes(c->active, n, HAS_TICKED) &&
         state_fit_bytes(c->is_new, n, 1) && state_fit_numbers(c->last, n);
}

const Mechanism clocks_mechanism = {.name = "clocks",
                                    .size = PART_SIZE(ClockMemory),
                                    .carve = carve_clocks,
                                    .create = create_clocks,
                                    .reset = reset_clocks,
                                    .free = free_clocks,
                                    .fits = clocks_fit};
