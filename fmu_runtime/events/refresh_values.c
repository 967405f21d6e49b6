/* refresh_values.c: see refresh_values.h. */
#include "refresh_values.h"
#include "../evaluate/clocks.h"
#include "../evaluate/evaluate.h"
#include "../states/drift.h"
#include "../states/dummy_pivot.h"
#include "events.h"
#include "initialize.h"

bool refresh_values(Instance *inst)
{
  if (inst->mode == MODE_ERROR) return true;
  if (inst->stale & STALE_INITIAL) return initialize_solve(inst);
  if (inst->stale & STALE_RELATIONS) {
    clocks_keep(inst);
    return events_settle(inst);
  }
  if (!(inst->stale & STALE_VALUES)) return true;
  if (!(drift_is_at_work(inst) ? drift_refresh(inst) : evaluate_model(inst))) {
    return false;
  }
  if (inst->mode == MODE_CONTINUOUS) dummy_pivot_keep_values(inst);
  return true;
}
