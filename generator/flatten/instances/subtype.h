/* subtype.h: whether a class can take the place of another one.
 *
 * Modelica Language Specification 3.6, section 6.4: the one that takes the
 * place has every public element of the other, of the same kind, type, number
 * of dimensions and prefixes, and as constant as there. Of functions see
 * function_subtype.h.
 *
 * Elements that are redeclared are left out: they were compared with their own
 * declaration. A type that is not found is left to who makes the component.
 *
 * needs   both classes were found
 * gives   the first thing that does not fit, in the order of the declarations
 * cost    the elements of the wanted class and of the classes of its
 *         components, each pair of class texts once; nothing where one class
 *         extends the other
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_SUBTYPE_H
#define FOUCAULT_FLATTEN_INSTANCES_SUBTYPE_H

#include "flatten/classes/lookup.h"

/* What does not fit: said of the element at `span`. */
typedef struct Misfit {
  Span span;
  const char *text; /* in the scratch arena */
} Misfit;

bool subtype_fits(const Lookup *l, InstClass *given, InstClass *wanted,
                  Misfit *why);

/* Section 6.5: of the components that only `given` has none must be connected:
 * it is not an input or expandable connector, unless it has a condition. */
bool subtype_plugs(const Lookup *l, InstClass *given, InstClass *wanted,
                   Misfit *why);

/* The prefixes of an inner element instead of an outer one: as constant as
 * this, and flow or stream like this. `type` is that of the inner one. */
bool subtype_fits_outer(const Lookup *l, const AstElement *inner,
                        const AstElement *outer, InstClass *type, Misfit *why);

/* Through short classes: the text that has the elements, or a predefined
 * type. */
ClassPart *subtype_end(const Lookup *l, InstClass *c);
/* Of the type itself, through short classes. */
int subtype_count_dimensions(const Lookup *l, InstClass *c);
/* The same of one text of a class. */
int subtype_part_dimensions(const Lookup *l, ClassPart *part);

#endif
