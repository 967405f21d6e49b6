/* confine.c: jobs of Windows have the limits (emit/foreign/foreign_process.c);
 * files and networks are not kept apart. */
#include "base/system/confine.h"

Confined confine(const ConfineLimits *limits)
{
  (void)limits;
  return (Confined){CONFINE_FILES | CONFINE_NETWORK | CONFINE_CALLS, -1};
}
