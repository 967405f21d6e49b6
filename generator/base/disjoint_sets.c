/* disjoint_sets.c: union by size, paths made shorter on the way. */
#include "base/disjoint_sets.h"

DisjointSets *disjoint_sets_create(Arena *arena, int n)
{
  DisjointSets *sets = arena_alloc(arena, sizeof *sets);
  sets->parent = arena_array(arena, (size_t)n, sizeof sets->parent[0]);
  sets->is_negative =
      arena_array(arena, (size_t)n, sizeof sets->is_negative[0]);
  sets->size = arena_array(arena, (size_t)n, sizeof sets->size[0]);
  for (int k = 0; k < n; k++) {
    sets->parent[k] = k;
    sets->size[k] = 1;
  }
  return sets;
}

int disjoint_sets_root(DisjointSets *sets, int element, bool *is_negative)
{
  bool negative = false;
  while (sets->parent[element] != element) {
    int above = sets->parent[element];
    sets->is_negative[element] ^= sets->is_negative[above];
    sets->parent[element] = sets->parent[above]; /* path halving */
    negative ^= sets->is_negative[element];
    element = sets->parent[element];
  }
  if (is_negative) *is_negative = negative;
  return element;
}

bool disjoint_sets_unite(DisjointSets *sets, int a, int b, bool is_opposite)
{
  bool a_negative, b_negative;
  a = disjoint_sets_root(sets, a, &a_negative);
  b = disjoint_sets_root(sets, b, &b_negative);
  if (a == b) return false;
  if (sets->size[a] < sets->size[b]) {
    int larger = b;
    b = a;
    a = larger;
  }
  sets->parent[b] = a;
  sets->is_negative[b] = is_opposite ^ a_negative ^ b_negative;
  sets->size[a] += sets->size[b];
  return true;
}
