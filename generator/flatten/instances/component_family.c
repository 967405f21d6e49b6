/* component_family.c: see component_family.h. */
#include "flatten/instances/component_family.h"

#include <assert.h>

#include "flatten/instances/instance.h"

/* --- what depends on an index --- */

/* Levels that are deeper than there are bits share the last one. */
static uint64_t level_bit(int depth)
{
  assert(depth >= 0);
  return (uint64_t)1 << (depth < 63 ? depth : 63);
}

void component_family_use_index(const Flattening *f, const Instance *element)
{
  f->tables->index_levels |= level_bit(element->depth);
}

void component_family_use_identity(const Flattening *f)
{
  f->tables->index_levels = UINT64_MAX;
}

uint64_t component_family_begin_kept(const Flattening *f)
{
  uint64_t before = f->tables->index_levels;
  f->tables->index_levels = 0;
  return before;
}

void component_family_end_kept(const Flattening *f, uint64_t before,
                               uint64_t *levels)
{
  *levels |= f->tables->index_levels;
  f->tables->index_levels |= before;
}

void component_family_use_kept(const Flattening *f, uint64_t levels)
{
  f->tables->index_levels |= levels;
}

PrototypeScope component_family_enter(const Flattening *f,
                                      ComponentFamily *family)
{
  const FlatModel *flat = f->flat;
  PrototypeScope scope = {.before = f->tables->family,
                          .index_levels = f->tables->index_levels,
                          .n_met = f->faults->log->n_met,
                          .n_whens = flat->n_whens,
                          .n_algorithms = flat->n_algorithms,
                          .n_objects = flat->n_objects,
                          .n_in_streams = f->tables->n_in_streams,
                          .n_lost = f->tables->n_lost,
                          .n_vars = flat->n_vars,
                          .n_equations = flat->n_equations,
                          .n_assertions = flat->n_assertions};
  f->tables->family = family;
  f->tables->index_levels = 0;
  return scope;
}

static bool has_others(const Flattening *f, const PrototypeScope *scope)
{
  const FlatModel *flat = f->flat;
  return flat->n_whens != scope->n_whens ||
         flat->n_algorithms != scope->n_algorithms ||
         flat->n_objects != scope->n_objects ||
         f->tables->n_in_streams != scope->n_in_streams ||
         f->tables->n_lost != scope->n_lost;
}

bool component_family_leave(const Flattening *f, const PrototypeScope *scope)
{
  const ComponentFamily *family = f->tables->family;
  bool is_alike = family->is_uniform && f->faults->log->n_met == scope->n_met &&
                  !has_others(f, scope) &&
                  !(f->tables->index_levels & level_bit(family->array->depth));
  f->tables->family = scope->before;
  f->tables->index_levels |= scope->index_levels;
  return is_alike;
}

/* --- which variable it is --- */

const ComponentFamily *component_family_of(const Flattening *f, FlatVarId id,
                                           int *element)
{
  int low = 0, high = f->tables->n_families;
  while (low < high) { /* the last one that does not begin after it */
    int middle = (low + high) / 2;
    if (f->tables->families[middle]->variable.first <= id.i)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return NULL;
  const ComponentFamily *family = f->tables->families[low - 1];
  assert(family->variable.n > 0 && id.i >= family->variable.first);
  int at = id.i - family->variable.first;
  *element = at / family->variable.n;
  return *element <= family->n_replicas ? family : NULL;
}

Instance *component_family_like(const Flattening *f, FlatVarId id)
{
  assert(id.i >= 0 && id.i < f->flat->n_vars);
  Instance *instance = f->tables->variable[id.i].instance;
  int element;
  if (instance) return instance;
  const ComponentFamily *family = component_family_of(f, id, &element);
  assert(family && element > 0);
  return f->tables->variable[id.i - element * family->variable.n].instance;
}

int32_t component_family_number(const ComponentFamily *family,
                                int32_t component, int k)
{
  assert(k >= 0 && k <= family->n_replicas);
  bool is_own = flat_range_has(family->component, component);
  return is_own ? component + k * family->component.n : component;
}

/* --- parts of replicas --- */

/* The element of a family that the instance is, or is inside of. */
static const Instance *element_around(const Instance *instance)
{
  while (!instance->array || !instance->array->family)
    instance = instance->parent;
  return instance;
}

int component_family_element(const Instance *element)
{
  assert(element->array && element->index);
  int number = 0;
  for (int i = 0; i < element->array->rank; i++)
    number = number * element->array->dim[i] + element->index[i] - 1;
  return number;
}

static void adopt_elements(const Flattening *f, Instance *replica,
                           Instance *prototype)
{
  if (!replica->array_element || !prototype->array_element) return;
  for (int i = 0; i < replica->n_elements; i++) {
    component_family_adopt(f, replica->array_element[i],
                           prototype->array_element[i]);
  }
}

/* Not a predefined one, or that of an array. */
static bool has_own_class(const Instance *instance)
{
  return instance->class_def && instance->class_def->instance == instance;
}

void component_family_adopt(const Flattening *f, Instance *replica,
                            Instance *prototype)
{
  assert(replica != prototype);
  const Instance *element = element_around(replica);
  const ComponentFamily *family = element->array->family;
  int k = component_family_element(element);
  replica->replica_of = prototype;
  if (has_own_class(replica) && has_own_class(prototype))
    replica->class_def->like = prototype->class_def;
  replica->is_listed = prototype->is_listed;
  replica->component = component_family_number(family, prototype->component, k);
  adopt_elements(f, replica, prototype);
  if (prototype->variable.i < 0) return;
  assert(prototype->variable.i + k * family->variable.n +
             prototype->n_elements <=
         f->flat->n_vars);
  replica->variable.i = prototype->variable.i + k * family->variable.n;
  for (int i = 0; i < prototype->n_elements; i++)
    f->tables->variable[replica->variable.i + i].instance = replica;
}

static int base_number(const ClassPart *part)
{
  int i = 0;
  assert(part->parent);
  while (part->parent->base[i] != part) i++;
  return i;
}

/* The recursion is as deep as the inheritance, which lookup.c limits. */
ClassPart *component_family_part(const Flattening *f, const Instance *replica,
                                 const ClassPart *part)
{
  if (!part->parent) return lookup_first_part(f->lookup, replica->class_def);
  ClassPart *around = component_family_part(f, replica, part->parent);
  lookup_bases(f->lookup, around);
  return around->base[base_number(part)];
}

/* --- when it is known which variables are discrete --- */

static bool component_family_is_uniform(const FlatModel *flat,
                                        const ComponentFamily *family)
{
  const FlatVar *var = &flat->var[family->variable.first];
  int n = family->variable.n;
  for (int i = n; i < n * (family->n_replicas + 1); i++) {
    if (var[i].variability != var[i - n].variability) return false;
  }
  return true;
}

void component_family_compare(const Flattening *f)
{
  for (int i = 0; i < f->tables->n_families; i++)
    f->tables->families[i]->is_uniform =
        component_family_is_uniform(f->flat, f->tables->families[i]);
}
