/* assertion_level.c: see assertion_level.h. */
#include "flatten/expressions/assertion_level.h"

#include <assert.h>
#include <string.h>

bool assertion_level_check(const Flattening *f, const FlatExpr *level)
{
  assert(level);
  if (level->type == FLAT_ENUMERATION && level->enumeration->n_literals == 2 &&
      strcmp(level->enumeration->literal[0], "warning") == 0 &&
      strcmp(level->enumeration->literal[1], "error") == 0) {
    return true;
  }
  fault_error(f->faults, level->span, E204,
              "the level of 'assert' must be an AssertionLevel, this is %s",
              types_a_name(level->type));
  return false;
}

bool assertion_message_check(const Flattening *f, Span span,
                             const FlatExpr *message)
{
  assert(message);
  if (message->type == FLAT_STRING) return true;
  fault_error(f->faults, span, E204, "the message must be a String, this is %s",
              types_a_name(message->type));
  return false;
}
