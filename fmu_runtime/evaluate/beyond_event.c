/* beyond_event.c: loops that are held beyond an event. */
#include "beyond_event.h"
#include "../core/runtime_assert.h"

void beyond_event_begin(Instance *inst)
{
  RUNTIME_ASSERT(inst->beyond != BEYOND_MAY_BE && inst->beyond != BEYOND_IS);
  inst->beyond = BEYOND_MAY_BE;
}

bool beyond_event_hold(Instance *inst, const Block *block)
{
  RUNTIME_ASSERT(block->n > 0);
  bool may_be = inst->beyond != BEYOND_NOT && !inst->values.initial;
  if (!may_be || !block->linear || block->set > 0) return false;
  inst->beyond = BEYOND_IS;
  return true;
}

bool beyond_event_end(Instance *inst, bool good)
{
  RUNTIME_ASSERT(inst->beyond == BEYOND_MAY_BE || inst->beyond == BEYOND_IS);
  bool held = inst->beyond == BEYOND_IS;
  inst->beyond = BEYOND_NOT;
  if (!good || !held) return good;
  if (!inst->mechanisms->event_is_due(inst)) return false;
  inst->reason[0] = '\0';
  inst->beyond = BEYOND_WAS;
  return true;
}

bool beyond_event_is_here(const Instance *inst)
{
  return inst->beyond == BEYOND_WAS;
}
