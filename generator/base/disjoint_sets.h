/* disjoint_sets.h: elements that are united step by step (union-find).
 *
 * Each element equals the root of its set or the negative of it; who needs no
 * signs unites everything as equal. Near-linear, no recursion.
 */
#ifndef FOUCAULT_BASE_DISJOINT_SETS_H
#define FOUCAULT_BASE_DISJOINT_SETS_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct DisjointSets {
  int *parent;
  bool *is_negative; /* against the parent */
  int *size;
} DisjointSets;

/* n sets of one element each, in the arena. */
DisjointSets *disjoint_sets_create(Arena *arena, int n);
/* is_negative (NULL: not asked): the element is the negative of its root. */
int disjoint_sets_root(DisjointSets *sets, int element, bool *is_negative);
/* a = b, or a = -b with `is_opposite`. False: they were in one set before. */
bool disjoint_sets_unite(DisjointSets *sets, int a, int b, bool is_opposite);

#endif
