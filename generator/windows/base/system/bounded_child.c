/* bounded_child.c: no process can be copied on Windows, so the work is done
 * here, without limits. */
#include "base/system/bounded_child.h"

int bounded_child(const BoundedChild *child)
{
  return child->work(child->context);
}
