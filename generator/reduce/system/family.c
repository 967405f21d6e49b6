/* family.c: see family.h. */
#include "reduce/system/family.h"

#include <assert.h>

#include "base/vector.h"

int family_add(System *sys, int n)
{
  int first = sys->n_families + 1;
  sys->derived_family =
      vector_grow(sys->arena, sys->derived_family, &sys->cap_families,
                  sys->n_families + n, sizeof sys->derived_family[0]);
  sys->n_families += n;
  return first;
}

void family_derive(System *sys, EqId e, EqId derivative)
{
  int family = sys->eq[e.i].family;
  assert(family >= 0 && family <= sys->n_families);
  if (family == 0) return;
  if (sys->derived_family[family - 1] == 0) {
    int made = family_add(sys, 1);
    sys->derived_family[family - 1] = made;
  }
  sys->eq[derivative.i].family = sys->derived_family[family - 1];
  sys->eq[derivative.i].position = sys->eq[e.i].position;
}
