/* past_event.c: loops that are held behind an event. */
#include "past_event.h"
#include "../events/events.h"

void past_event_begin(Instance *inst)
{
  inst->past = PAST_MAY_BE;
}

bool past_event_hold(Instance *inst, const Block *block)
{
  bool may_be = inst->past != PAST_NOT && !inst->values.initial;
  if (!may_be || !block->linear || block->set > 0) return false;
  inst->past = PAST_IS;
  return true;
}

bool past_event_end(Instance *inst, bool good)
{
  bool held = inst->past == PAST_IS;
  inst->past = PAST_NOT;
  if (!good || !held) return good;
  if (!events_are_due(inst)) return false;
  inst->reason[0] = '\0';
  inst->past = PAST_WAS;
  return true;
}

bool past_event_is_here(const Instance *inst)
{
  return inst->past == PAST_WAS;
}
