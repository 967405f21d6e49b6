/* stack_share.h: which arrays of a C function are on the stack.
 *
 * Importers call us with stacks of any size, and functions call each other.
 * Short arrays are on the stack, where the C compiler takes them apart, and so
 * are longer ones until they are MOST_ON_STACK numbers together; all others
 * have memory of the instance (fmu_runtime/call_room.h).
 */
#ifndef FOUCAULT_EMIT_TEXT_STACK_SHARE_H
#define FOUCAULT_EMIT_TEXT_STACK_SHARE_H

#include <stdbool.h>

/* Is another array of n numbers on the stack? *taken: by longer ones so far,
 * 0 where the C function begins. */
static inline bool stack_share_takes(int *taken, int n)
{
  enum { SHORT_ARRAY = 16, MOST_ON_STACK = 512 };
  if (n <= SHORT_ARRAY) return true;
  if (n > MOST_ON_STACK - *taken) return false;
  *taken += n;
  return true;
}

#endif
