/* descendants.c: jobs of Windows end them (check/run/child.c). */
#include "base/system/descendants.h"

void descendants_adopt(void) {}

Descendants descendants_measure(int spared)
{
  (void)spared;
  return (Descendants){0};
}

int descendants_end(int spared)
{
  (void)spared;
  return 0;
}
