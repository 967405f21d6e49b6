/* clocks.c: see clocks.h. */
#include "clocks.h"
#include "../core/runtime_assert.h"
#include <math.h>

/* What has become of a tick of the importer in this event. */
enum { RESTS, TICKS, HAS_TICKED };

/* The part of the instance. */
typedef struct ClockMemory {
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
  for (int k = 0; k < inst->model->n_clocks; k++) {
    if (clocks_is_input(inst, k))
      clocks_rest(inst, k);
    else
      clocks_take(inst, k);
  }
}

int clocks_silent(const Instance *inst, int type, ValueReference place)
{
  const unsigned running = MODE_EVENT | MODE_CONTINUOUS | MODE_STEP_COMPLETE;
  const ClockedInput *input = inst->model->clocked_input;
  if (!input || !((unsigned)inst->mode & running)) return -1;
  for (; input->type >= 0; input++) {
    if (input->type != type || (ValueReference)input->reference != place)
      continue;
    bool ticks = clock_memory_of(inst)->active[input->clock] == TICKS;
    return ticks ? -1 : input->clock;
  }
  return -1;
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

static void reset_clocks(Instance *inst)
{
  ClockMemory *c = clock_memory_of(inst);
  for (int k = 0; k < inst->model->n_clocks; k++) {
    c->active[k] = RESTS;
    c->is_new[k] = 0;
    c->seen[k] = 0;
    c->told[k] = NAN;
    c->last[k] = -HUGE_VAL;
  }
}

const Mechanism clocks_mechanism = {.name = "clocks",
                                    .size = PART_SIZE(ClockMemory),
                                    .carve = carve_clocks,
                                    .reset = reset_clocks};
