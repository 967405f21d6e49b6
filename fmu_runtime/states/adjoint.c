/* adjoint.c: see adjoint.h. */
#include "adjoint.h"
#include "../core/runtime_assert.h"
#include "../evaluate/delay.h"
#include "../evaluate/tangent.h"
#include "drift.h"

bool adjoint_is_backward(const Instance *inst, bool initial)
{
  const Model *m = inst->model;
  if (!(initial ? m->initial_adjoint : m->adjoint)) return false;
  if (delay_is_used(inst) || drift_is_at_work(inst)) return false;
  for (int k = 0; initial && k < m->n_initial_blocks; k++) {
    if (m->initial_block[k].start_preference) return false;
  }
  return true;
}

bool adjoint_run(Instance *inst, bool initial)
{
  RUNTIME_ASSERT(adjoint_is_backward(inst, initial));
  const Model *m = inst->model;
  Tangent *t = tangent_of(inst);
  inst->reason[0] = '\0';
  int failed = initial ? m->initial_adjoint(&inst->values, t)
                       : m->adjoint(&inst->values, t);
  return failed == 0;
}
