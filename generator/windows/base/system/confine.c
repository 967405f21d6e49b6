/* confine.c: jobs of Windows have the limits (emit/foreign/foreign_process.c);
 * files and networks are not kept apart. */
#include "base/system/confine.h"

void confine(const ConfineLimits *limits)
{
  (void)limits;
}
