/* memory.c: see memory.h. */
#include "memory.h"
#include "../core/runtime_assert.h"
#include "evaluate.h"
#include <string.h>

/* Bits count: -0.0 may become 0.0, and a value that is not a number settles. */
static bool update_real(ModelValues *v, const PrePair *pair)
{
  RUNTIME_ASSERT(pair->now >= 0 && pair->before >= 0 &&
                 pair->now != pair->before);
  double *now = &v->real[pair->now], *before = &v->real[pair->before];
  if (memcmp(now, before, sizeof *now) == 0) return false;
  bool counts = !pair->is_continuous && *now != *before;
  *before = *now;
  return counts;
}

static bool update_int(int *value, const PrePair *pair)
{
  RUNTIME_ASSERT(pair->now >= 0 && pair->before >= 0 &&
                 pair->now != pair->before);
  if (value[pair->now] == value[pair->before]) return false;
  value[pair->before] = value[pair->now];
  return true;
}

bool memory_update(Instance *inst)
{
  const Model *m = inst->model;
  ModelValues *v = &inst->values;
  bool changed = false;
  for (int k = 0; k < m->n_real_pre; k++) {
    changed |= update_real(v, &m->real_pre[k]);
  }
  for (int k = 0; k < m->n_integer_pre; k++) {
    changed |= update_int(v->integer, &m->integer_pre[k]);
  }
  for (int k = 0; k < m->n_boolean_pre; k++) {
    changed |= update_int(v->boolean, &m->boolean_pre[k]);
  }
  return changed;
}

bool memory_snapshot(Instance *inst)
{
  const Model *m = inst->model;
  ModelValues *v = &inst->values;
  int n = 0;
  for (int k = 0; k < m->n_real_pre; k++) n += m->real_pre[k].is_continuous;
  if (n == 0) return true;
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  for (int k = 0; k < m->n_real_pre; k++) {
    const PrePair *pair = &m->real_pre[k];
    if (pair->is_continuous) v->real[pair->before] = v->real[pair->now];
  }
  return true;
}
