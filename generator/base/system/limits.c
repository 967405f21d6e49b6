/* limits.c: see limits.h. */
#include "base/system/limits.h"

#include <assert.h>

static const LimitRow limit_rows[N_LIMITS] = {
#define LIMIT(name, word, usual, most, code, what) {word, usual, most},
#include "base/system/limits.def"
};

const LimitRow *limits_row(Limit limit)
{
  assert(limit >= 0 && limit < N_LIMITS);
  return &limit_rows[limit];
}

void limits_begin(int limit[N_LIMITS])
{
  for (int k = 0; k < N_LIMITS; k++) {
    assert(limit_rows[k].usual <= limit_rows[k].most);
    limit[k] = limit_rows[k].usual;
  }
}
