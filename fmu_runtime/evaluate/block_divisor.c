/* block_divisor.c: divisions that generated code has refused. */
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../core/text_rows.h"
#include <math.h>

int block_divisor(ModelValues *v, const char *const *texts, int number,
                  double value)
{
  RUNTIME_ASSERT(v->instance && texts && number >= 0);
  Instance *inst = v->instance;
  const char *equation = "";
  TextReader reader = text_rows_begin(texts);
  for (int k = 0;; text_rows_next(&reader)) {
    if (reader.at[0] == '@') {
      equation = reader.at + 1;
    } else if (k++ == number) {
      break;
    }
  }
  bool is_rounding = isfinite(value) && value != 0;
  instance_note(inst, LOG_SINGULAR_LINEAR_SYSTEMS,
                "at time %.12g the equation %s cannot be solved for %s is "
                "%g%s",
                instance_time(inst), equation, reader.at,
                value + 0.0 /* no -0 */,
                is_rounding ? ", which is a rounding error" : "");
  return 1;
}
