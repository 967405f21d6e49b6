/* block_afar.c: see block_afar.h. */
#include "block_afar.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"

bool block_afar_set(ModelValues *v, const Block *block, const BlockWork *w,
                    int afar)
{
  static const double size[AFAR_END - AFAR_SIZES] = {1,  10,  100,  1000,
                                                     -1, -10, -100, -1000};
  RUNTIME_ASSERT(afar < AFAR_END && block->set == 0);
  int n = block->n_torn > 0 ? block->n_torn : block->n, n_set = 0;
  if (afar < AFAR_SIZES || n > AFAR_MOST_UNKNOWNS) return false;
  block_linear_restore(v, block, w, w->given);
  for (int i = 0; i < n; i++) {
    int j = block->n_torn > 0 ? block->torn[i] : i;
    if (w->given[j] != 0) continue;
    v->real[block->unknown[j]] = size[afar - AFAR_SIZES] * block->nominal[j];
    n_set++;
  }
  return n_set > 0;
}
