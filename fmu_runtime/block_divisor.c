/* block_divisor.c: divisions that generated code has refused. */
#include "instance.h"
#include <math.h>
#include <string.h>

int block_divisor(ModelValues *v, const char *const *texts, int number,
                  double value)
{
  Instance *inst = v->instance;
  const char *equation = "", *at = *texts;
  for (int k = 0;; at += strlen(at) + 1) {
    if (at[0] == '\0') at = *++texts;
    if (at[0] == '@') {
      equation = at + 1;
    } else if (k++ == number) {
      break;
    }
  }
  bool is_rounding = isfinite(value) && value != 0;
  instance_note(inst, LOG_SINGULAR_LINEAR_SYSTEMS,
                "at time %.12g the equation %s cannot be solved for %s is "
                "%g%s",
                instance_time(inst), equation, at, value + 0.0 /* no -0 */,
                is_rounding ? ", which is a rounding error" : "");
  return 1;
}
