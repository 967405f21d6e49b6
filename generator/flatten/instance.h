/* instance.h: single components, for the files of flatten/ that make them;
 * what others may use is in instantiate.h. */
#ifndef FOUCAULT_FLATTEN_INSTANCE_H
#define FOUCAULT_FLATTEN_INSTANCE_H

#include "flatten/instantiate.h"

/* An instance without a class. */
Instance *instance_make(Flattening *f, Instance *parent, Name name, Name path);
/* E290 for class forms that have no instances. */
bool instance_check_form(Flattening *f, const InstClass *c);
/* What an extends clause modifies is there (E202); `each` only where the
 * class is an array of the base (E213). */
void instance_check_extends(Flattening *f, const AstModification *written,
                            bool is_array, ClassPart *base);
/* The subscripts of an element, from 1; room for instance->rank. */
void instance_index(const Instance *instance, int element, int *index);
/* "a.x[2,1]"; of a scalar its path. */
Name instance_element_path(Flattening *f, const Instance *instance,
                           int element);

#endif
