/* abort_between.c: there is no ward that would ask (ward.c). */
#include "base/system/abort_between.h"

void abort_between(pid_t child)
{
  (void)child;
}
