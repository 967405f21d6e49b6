/* family_make.c: an array of components becomes a family; see
 * component_family.h. */
#include "flatten/instances/component_family.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/instances/instance.h"
#include "flatten/instances/overrides.h"

#define FEWEST_REPLICAS 3 /* fewer do not pay */

/* --- parts that were asked for before the family was made --- */

/* NULL: it is not made yet. */
static Instance *early_replica(const Flattening *f, Instance *prototype, int k)
{
  Instance *array = prototype->array, *replica;
  if (array && array->family) return array->array_element[k];
  if (array) {
    Instance *same = early_replica(f, array, k);
    if (!same || !same->array_element) return NULL;
    return same->array_element[component_family_element(prototype)];
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
  assert(array->array_element && array->rank > 0);
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
  return f->flat->n_vars + n * family->variable.n <=
             f->s->limit[LIMIT_VARIABLES] &&
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
  assert(strlen(prototype) >= name->n_first);
  const char *after = prototype + name->n_first;
  size_t n_after = strlen(after), n = name->n_before + name->n_subscripts;
  char *text = arena_array(arena, n + n_after + 1, 1);
  memcpy(text, name->before, name->n_before);
  memcpy(text + name->n_before, name->subscripts, name->n_subscripts);
  memcpy(text + n, after, n_after);
  return text;
}

static void family_make_variables(const Flattening *f,
                                  const ComponentFamily *family, int k,
                                  const ReplicaName *name)
{
  assert(k > 0 && k <= family->n_replicas);
  FlatModel *flat = f->flat;
  for (int i = 0; i < family->variable.n; i++) {
    assert(flat->n_vars < flat->cap_vars);
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
    family_make_variables(f, family, k, &name);
    make_components(f, family, k, &name);
    component_family_adopt(f, element[k], element[0]);
    adopt_early(f, family, k);
  }
  assert(f->flat->n_vars == family->variable.first +
                                (family->n_replicas + 1) * family->variable.n);
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
  assert(f->tables->n_families == 0 ||
         f->tables->families[f->tables->n_families - 1]->variable.first <
             family->variable.first);
  f->tables->families =
      vector_grow(f->arena, f->tables->families, &f->tables->cap_families,
                  f->tables->n_families + 1, sizeof f->tables->families[0]);
  f->tables->families[f->tables->n_families++] = family;
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
