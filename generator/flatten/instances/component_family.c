/* component_family.c: see component_family.h. */
#include "flatten/instances/component_family.h"

#include <assert.h>
#include <string.h>

#include "base/integer_text.h"
#include "base/vector.h"
#include "flatten/instances/instance.h"
#include "flatten/instances/overrides.h"

#define FEWEST_REPLICAS 3 /* fewer do not pay */

/* --- what depends on an index --- */

/* Levels that are deeper than there are bits share the last one. */
static uint64_t level_bit(int depth)
{
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
  int at = id.i - family->variable.first;
  *element = at / family->variable.n;
  return *element <= family->n_replicas ? family : NULL;
}

Instance *component_family_like(const Flattening *f, FlatVarId id)
{
  Instance *instance = f->tables->variable[id.i].instance;
  int element;
  if (instance) return instance;
  const ComponentFamily *family = component_family_of(f, id, &element);
  assert(family && element > 0);
  return f->tables->variable[id.i - element * family->variable.n].instance;
}

Instance *component_family_instance(const Flattening *f, FlatVarId id)
{
  Instance *instance = f->tables->variable[id.i].instance;
  int element;
  if (instance || !component_family_of(f, id, &element)) return instance;
  Instance *prototype = component_family_like(f, id);
  return component_family_replica(f, prototype, element);
}

int32_t component_family_number(const ComponentFamily *family,
                                int32_t component, int k)
{
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

static int number_of(const Instance *element)
{
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
  const Instance *element = element_around(replica);
  const ComponentFamily *family = element->array->family;
  int k = number_of(element);
  replica->replica_of = prototype;
  if (has_own_class(replica) && has_own_class(prototype))
    replica->class_def->like = prototype->class_def;
  replica->is_listed = prototype->is_listed;
  replica->component = component_family_number(family, prototype->component, k);
  adopt_elements(f, replica, prototype);
  if (prototype->variable.i < 0) return;
  replica->variable.i = prototype->variable.i + k * family->variable.n;
  for (int i = 0; i < prototype->n_elements; i++)
    f->tables->variable[replica->variable.i + i].instance = replica;
}

/* The recursion is as deep as components are nested, which instance_check.c
 * limits. */
Instance *component_family_replica(const Flattening *f, Instance *prototype,
                                   int k)
{
  Instance *array = prototype->array;
  if (array && array->family) return array->array_element[k];
  if (array) {
    Instance *same = component_family_replica(f, array, k);
    bool good = instance_expand(f, same);
    assert(good);
    return good ? same->array_element[number_of(prototype)] : NULL;
  }
  Instance *around = component_family_replica(f, prototype->parent, k);
  return instance_child(f, around, prototype->name);
}

static int base_number(const ClassPart *part)
{
  int i = 0;
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

/* --- parts that were asked for before the family was made --- */

/* NULL: it is not made yet. */
static Instance *early_replica(const Flattening *f, Instance *prototype, int k)
{
  Instance *array = prototype->array, *replica;
  if (array && array->family) return array->array_element[k];
  if (array) {
    Instance *same = early_replica(f, array, k);
    if (!same || !same->array_element) return NULL;
    return same->array_element[number_of(prototype)];
  }
  Instance *around = early_replica(f, prototype->parent, k);
  replica = around ? instance_find_part(f, around, prototype->name) : NULL;
  if (replica && !replica->replica_of)
    component_family_adopt(f, replica, prototype);
  return replica;
}

static void adopt_early(const Flattening *f, const ComponentFamily *family,
                        int k)
{
  if (family->array->array_element[k]->n_parts == 0) return;
  for (int i = 0; i < family->n_listed; i++)
    early_replica(f, f->tables->listed[family->first_listed + i].instance, k);
  for (int i = 0; i < family->n_bodies; i++)
    early_replica(f, f->tables->body[family->first_body + i].instance, k);
}

/* --- the family --- */

void component_family_begin(const Flattening *f, Instance *array)
{
  const AstElement *element = array->element;
  if (f->tables->family || f->tables->shares_nothing ||
      array->n_elements <= FEWEST_REPLICAS || element->inner ||
      element->outer || overrides_inside(f, array)) {
    return;
  }
  ComponentFamily *family = arena_alloc(f->arena, sizeof *family);
  *family = (ComponentFamily){.array = array,
                              .n_replicas = array->n_elements - 1,
                              .variable.first = f->flat->n_vars,
                              .component.first = f->flat->n_components,
                              .first_listed = f->tables->n_listed,
                              .first_body = f->tables->n_bodies,
                              .is_uniform = true};
  family->start = (FamilyStart){.scope = component_family_enter(f, family),
                                .n_instances = f->tables->n_instances,
                                .n_expandables = f->tables->n_expandables};
}

/* `inner outer` makes two instances of one name. */
static bool has_inner_side(const Flattening *f, const ComponentFamily *family)
{
  for (int i = 0; i < family->n_listed; i++) {
    if (f->tables->listed[family->first_listed + i].instance->is_inner_side)
      return true;
  }
  for (int i = 0; i < family->n_bodies; i++) {
    if (f->tables->body[family->first_body + i].instance->is_inner_side)
      return true;
  }
  return false;
}

static bool has_room(const Flattening *f, const ComponentFamily *family)
{
  int64_t n = family->n_replicas;
  int64_t more = f->tables->n_instances - family->start.n_instances;
  return f->flat->n_vars + n * family->variable.n <= MOST_VARIABLES &&
         f->tables->n_instances + f->tables->n_replicas + n * more <
             f->tables->most_instances;
}

static bool is_family(const Flattening *f, const ComponentFamily *family,
                      bool is_alike)
{
  return is_alike && !f->tables->is_too_large && family->variable.n > 0 &&
         f->tables->n_expandables == family->start.n_expandables &&
         !has_inner_side(f, family) && has_room(f, family);
}

/* The text before and after the subscripts of the first element. */
typedef struct ReplicaName {
  const char *before;
  size_t n_before, n_first; /* n_first: with the subscripts */
  char *subscripts;
  size_t n_subscripts; /* of the replica */
} ReplicaName;

static char *replica_text(Arena *arena, const ReplicaName *name,
                          const char *prototype)
{
  const char *after = prototype + name->n_first;
  size_t n_after = strlen(after), n = name->n_before + name->n_subscripts;
  char *text = arena_array(arena, n + n_after + 1, 1);
  memcpy(text, name->before, name->n_before);
  memcpy(text + name->n_before, name->subscripts, name->n_subscripts);
  memcpy(text + n, after, n_after);
  return text;
}

static void make_variables(const Flattening *f, const ComponentFamily *family,
                           int k, const ReplicaName *name)
{
  FlatModel *flat = f->flat;
  for (int i = 0; i < family->variable.n; i++) {
    int from = family->variable.first + i;
    FlatVar *var = &flat->var[flat->n_vars];
    *var = flat->var[from];
    var->name = replica_text(f->s->session_arena, name, var->name);
    var->component = component_family_number(family, var->component, k);
    f->tables->variable[flat->n_vars++].element =
        f->tables->variable[from].element;
  }
}

static void make_components(const Flattening *f, const ComponentFamily *family,
                            int k, const ReplicaName *name)
{
  FlatModel *flat = f->flat;
  for (int i = 0; i < family->component.n; i++) {
    FlatComponent *made = &flat->component[flat->n_components++];
    *made = flat->component[family->component.first + i];
    made->path = replica_text(f->s->flat_arena, name, made->path);
    made->parent = component_family_number(family, made->parent, k);
  }
}

static void reserve(const Flattening *f, const ComponentFamily *family)
{
  FlatModel *flat = f->flat;
  int n = family->n_replicas;
  instance_reserve_variables(f, n * family->variable.n);
  flat->component = vector_grow(
      f->s->flat_arena, flat->component, &flat->cap_components,
      flat->n_components + n * family->component.n, sizeof flat->component[0]);
}

static void make_replicas(const Flattening *f, const ComponentFamily *family)
{
  Instance *const *element = family->array->array_element;
  ReplicaName name = {.before = element[0]->path,
                      .n_before = strlen(family->array->path),
                      .n_first = strlen(element[0]->path)};
  reserve(f, family);
  for (int k = 1; k <= family->n_replicas; k++) {
    name.subscripts = (char *)element[k]->path + name.n_before;
    name.n_subscripts = strlen(name.subscripts);
    make_variables(f, family, k, &name);
    make_components(f, family, k, &name);
    component_family_adopt(f, element[k], element[0]);
    adopt_early(f, family, k);
  }
}

/* The entries of the prototype know of it, and one for all replicas is
 * added. */
static void list_family(const Flattening *f, ComponentFamily *family)
{
  for (int i = 0; i < family->n_listed; i++)
    f->tables->listed[family->first_listed + i].family = family;
  for (int i = 0; i < family->n_bodies; i++)
    f->tables->body[family->first_body + i].family = family;
  instance_list(f, (Listed){NULL, family});
  instance_add_body(f, (Body){NULL, NULL, family});
  f->tables->families =
      vector_grow(f->arena, f->tables->families, &f->tables->cap_families,
                  f->tables->n_families + 1, sizeof f->tables->families[0]);
  f->tables->families[f->tables->n_families++] = family;
}

static bool is_uniform(const FlatModel *flat, const ComponentFamily *family)
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
        is_uniform(f->flat, f->tables->families[i]);
}

bool component_family_make(const Flattening *f, Instance *array)
{
  ComponentFamily *family = f->tables->family;
  if (!family || family->array != array) return false;
  bool is_alike = component_family_leave(f, &family->start.scope);
  family->variable.n = f->flat->n_vars - family->variable.first;
  family->component.n = f->flat->n_components - family->component.first;
  family->n_listed = f->tables->n_listed - family->first_listed;
  family->n_bodies = f->tables->n_bodies - family->first_body;
  if (!is_family(f, family, is_alike)) return false;
  f->tables->n_replicas +=
      family->n_replicas * (f->tables->n_instances - family->start.n_instances);
  array->family = family;
  make_replicas(f, family);
  list_family(f, family);
  return true;
}
