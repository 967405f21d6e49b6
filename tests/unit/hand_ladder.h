/* hand_ladder.h: der(v[k]) = v[k-1] - 2 v[k] + v[k+1], k = 1..n, with v[0] =
 * sin(time) and v[n+1] = v[n]; sparse. Value references: v[k] is k, der(v[k])
 * is n + k. */
#ifndef FOUCAULT_TESTS_HAND_LADDER_H
#define FOUCAULT_TESTS_HAND_LADDER_H

#include "model.h"

/* A model of n cells with its tables; hand_ladder_free() frees both. With
 * `sparse` it names the sparse solver. */
Model *hand_ladder_create(int n, int sparse);
void hand_ladder_free(Model *model);

#endif
