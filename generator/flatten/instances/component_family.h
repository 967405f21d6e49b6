/* component_family.h: arrays of components whose elements are alike.
 *
 *   Cell cell[20000](each R = 2, C = {c0*k for k in 1:20000});
 *
 * The elements of an array have one class and one modifier: they differ by
 * their index alone, which counts only where the value of a modifier is an
 * array with an element for each. So the first element, the *prototype*, is
 * instantiated, and the others, its *replicas*, are known from it: variable v of
 * the prototype is variable v + k*n_variables of replica k, and the same holds for
 * the components of the flat model. A replica has no instance tree. Parts of it
 * are made as those of any instance, one by one, when somebody asks for them
 * (a name that leads into the element, a value that depends on the index, a
 * message that names it): see replicas.h.
 *
 * What is found for the prototype by way of an index is marked: index_levels
 * has a bit for each level of the instance tree whose index was used. What
 * was found without that of the array is true for the replicas as well; the rest
 * is done for each replica.
 *
 * needs   an array of components in the flat model, of FEWEST_REPLICAS elements
 *         at least, not inside of the prototype of another family
 * gives   the variables and components of all elements, in the order in which
 *         they would have been made one by one; one entry for all replicas in
 *         FlattenTables.listed and in FlattenTables.body
 * keeps   every message: a fault in the prototype makes each element be
 *         instantiated by itself
 * fails   never: a family that is not one is left to the caller. It is none
 *         where a size or condition depends on the index, where --set or
 *         --structural names something inside, with expandable connectors, and
 *         with `inner outer`
 * cost    the prototype, and a copy of each variable and component of the replicas
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_COMPONENT_FAMILY_H
#define FOUCAULT_FLATTEN_INSTANCES_COMPONENT_FAMILY_H

#include "flatten/flat/flat_move.h"
#include "flatten/instances/instances.h"

/* What is done from now on is done for the prototype of the family, so for its
 * replicas as well, as long as nothing depends on their index: whether that is
 * so is asked at the end. NULL: for itself. */
typedef struct PrototypeScope {
  struct ComponentFamily *before;
  uint64_t index_levels;
  int n_met;
  /* What replicas would add to as well, without a way to repeat it. */
  int n_whens, n_algorithms, n_objects, n_in_streams, n_lost;
  /* What the caller has to repeat. */
  int n_vars, n_equations, n_assertions;
} PrototypeScope;

/* What there was before the prototype. */
typedef struct FamilyStart {
  PrototypeScope scope;
  int n_instances, n_expandables;
} FamilyStart;

typedef struct ComponentFamily {
  Instance *array;
  int n_replicas; /* elements after the first */
  FlatRange
      variable; /* of the prototype: those of replica k are k * n further */
  FlatRange component;
  int first_listed, n_listed; /* of the prototype; the replicas come next */
  int first_body, n_bodies;   /* likewise */
  bool is_uniform;            /* what is discrete in one element is so in all */
  FamilyStart start;
} ComponentFamily;

/* --- family_make.c, for instantiate.c --- */

/* Before the first element of the array is taken into the flat model. */
void component_family_begin(const Flattening *f, Instance *array);
/* After that. True: all elements are in the flat model. */
bool component_family_make(const Flattening *f, Instance *array);

/* When it is known which variables are discrete: may be those of one element
 * alone, because of a when-equation outside. */
void component_family_compare(const Flattening *f);

/* --- for instance.c --- */

/* The part of a replica is known from that of the prototype. */
void component_family_adopt(const Flattening *f, Instance *replica,
                            Instance *prototype);

/* --- for all --- */

PrototypeScope component_family_enter(const Flattening *f,
                                      ComponentFamily *family);
/* True: all replicas are like the prototype; no fault was met, and nothing came
 * that cannot be repeated. */
bool component_family_leave(const Flattening *f, const PrototypeScope *scope);

/* The index of the array that has `element` was used. */
void component_family_use_index(const Flattening *f, const Instance *element);
/* What is made once and kept: from the first call to the second all levels
 * whose indices are used become those of the kept thing as well. Whoever takes
 * it later uses them too. */
uint64_t component_family_begin_kept(const Flattening *f);
void component_family_end_kept(const Flattening *f, uint64_t before,
                               uint64_t *levels);
void component_family_use_kept(const Flattening *f, uint64_t levels);
/* Something was used that may be another one for each instance. */
void component_family_use_identity(const Flattening *f);

/* The number of an element in its array, from 0. */
int component_family_element(const Instance *element);
/* The same class text in a replica. */
ClassPart *component_family_part(const Flattening *f, const Instance *replica,
                                 const ClassPart *part);
/* The number of a component of the prototype in replica k; another one's is its
 * own. */
int32_t component_family_number(const ComponentFamily *family,
                                int32_t component, int k);

/* The family with the variable in it, NULL: none; *element gets the number of
 * the element, 0 of the prototype. */
const ComponentFamily *component_family_of(const Flattening *f, FlatVarId id,
                                           int *element);
/* The instance that has the variable, or that of the prototype: for what is
 * said of both by the text. */
Instance *component_family_like(const Flattening *f, FlatVarId id);

#endif
