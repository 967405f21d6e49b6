/* instance.h: single components, for the files of flatten/ that make them;
 * what others may use is in instances.h. */
#ifndef FOUCAULT_FLATTEN_INSTANCES_INSTANCE_H
#define FOUCAULT_FLATTEN_INSTANCES_INSTANCE_H

#include "flatten/instances/instances.h"

/* An instance without a class. */
Instance *instance_make(const Flattening *f, Instance *parent, Name name,
                        Name path);
/* Makes it like another one, but for its number and its parts. */
void instance_copy(Instance *instance, const Instance *like);
/* From now on instance_child() finds it by its name. */
void instance_add_part(const Flattening *f, Instance *parent, Instance *part);
/* NULL: there is none of that name, or it is not made yet. */
Instance *instance_find_part(const Flattening *f, const Instance *parent,
                             Name name);

/* --- flat_entries.c --- */

/* Its component of the flat model: a new one, or that of the instance around
 * it. */
void instance_number_component(const Flattening *f, Instance *instance);
/* The variables of its elements; E214 if they are too many. */
void instance_make_variables(const Flattening *f, Instance *instance);
void instance_reserve_variables(const Flattening *f, int more);
void instance_list(const Flattening *f, Listed listed);
void instance_add_body(const Flattening *f, Body body);

/* --- instance_check.c --- */

/* E290 for class forms that have no instances. */
bool instance_check_form(const Flattening *f, const InstClass *c);
/* Its class may be the one of a component: E122, E204, E206, E290. */
bool instance_check_class(const Flattening *f, const Instance *instance);
/* Nested too deeply, or too many components: E122. */
bool instance_check_size(const Flattening *f, const Instance *instance);
/* Each child of the modifier, which may be NULL, is an element of the class
 * that may be modified from outside: E202, E211. */
void instance_check_modifier(const Flattening *f, const Modifier *modifier,
                             InstClass *class_def);
/* `each` only where something around is an array: E213; of a component, and
 * of a type that stands for a predefined one. */
void instance_check_each(const Flattening *f, const Instance *instance);
void instance_check_type(const Flattening *f, InstClass *type);
/* An external object has a class of its own (E204) and is not a constant
 * (E205). */
bool instance_check_object(const Flattening *f, const Instance *instance);
/* A component that the text of `part` redeclares is replaceable where it is
 * inherited from, or of the same type (E211, section 7.3.3). */
void instance_check_redeclared(const Flattening *f, ClassPart *part,
                               const AstElement *element);
/* What an extends clause modifies is there (E202); `each` only where the
 * class is an array of the base (E213). */
void instance_check_extends(const Flattening *f, const AstModification *written,
                            bool is_array, ClassPart *base);

/* --- inner_outer.c --- */

/* The inner class that an outer one in the class of an instance stands for
 * (Lookup.inner_class); NULL after E202. */
InstClass *inner_outer_class(const Lookup *l, struct Instance *instance,
                             const AstElement *outer, Member *inner);

/* --- inherited.c --- */

/* Do two modifiers of one name say the same? Either may be NULL. */
bool inherited_same_modifier(const Flattening *f, const Modifier *a,
                             const Modifier *b);
/* Whether the instance has this base already by another way: then it counts
 * once. E203 if the two are modified differently. */
bool inherited_again(const Flattening *f, const Instance *instance,
                     ClassPart *base);

/* --- instance.c --- */

/* An instance with nothing around it. */
Instance *instance_make_root(const Flattening *f, InstClass *class_def,
                             Name path);
/* A component with a name of its own, without a class. */
Instance *instance_make_part(const Flattening *f, Instance *parent, Name name);
/* The elements of an array of components whose size is known. */
bool instance_make_elements(const Flattening *f, Instance *array);
/* The subscripts of an element, from 1; room for instance->rank. */
void instance_index(const Instance *instance, int element, int *index);
/* "a.x[2,1]"; of a scalar its path. */
Name instance_element_path(const Flattening *f, const Instance *instance,
                           int element);
/* The same text, of an array not interned: nobody asks for a million names. */
const char *instance_element_text(const Flattening *f, const Instance *instance,
                                  int element);

#endif
