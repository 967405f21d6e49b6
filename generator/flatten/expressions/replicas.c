/* replicas.c: see replicas.h. */
#include "flatten/expressions/replicas.h"

#include <assert.h>

#include "flatten/expressions/instance_expand.h"

/* The recursion is as deep as components are nested, which instance_check.c
 * limits. */
Instance *replicas_part(const Flattening *f, Instance *prototype, int k)
{
  Instance *array = prototype->array;
  if (array && array->family) return array->array_element[k];
  if (array) {
    Instance *same = replicas_part(f, array, k);
    bool good = instance_expand(f, same);
    assert(good);
    return good ? same->array_element[component_family_element(prototype)]
                : NULL;
  }
  Instance *around = replicas_part(f, prototype->parent, k);
  Instance *same = instance_child(f, around, prototype->name);
  bool good = instance_expand(f, same); /* as the prototype was */
  assert(good);
  return good ? same : NULL;
}

Instance *replicas_instance(const Flattening *f, FlatVarId id)
{
  assert(id.i >= 0 && id.i < f->flat->n_vars);
  Instance *instance = f->tables->variable[id.i].instance;
  int element;
  if (instance || !component_family_of(f, id, &element)) return instance;
  Instance *prototype = component_family_like(f, id);
  return replicas_part(f, prototype, element);
}
