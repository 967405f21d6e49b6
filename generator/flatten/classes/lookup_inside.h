/* lookup_inside.h: what the files of the lookup share.
 *
 * From below: lookup_class.c makes classes from texts, lookup_part.c their
 * parts, lookup_offer.c helps with messages; lookup_bases.c finds what a class
 * inherits, lookup_import.c what it imports, lookup.c searches through all of
 * them, and these three call each other, because what a class inherits or
 * imports is a name; lookup_through.c says which names lead through a class,
 * lookup_end.c follows short classes to their end.
 *
 * needs   elements that have a name: classes and components; bases are asked
 *         for only of classes that are written
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_LOOKUP_INSIDE_H
#define FOUCAULT_FLATTEN_CLASSES_LOOKUP_INSIDE_H

#include "flatten/classes/lookup.h"

#define LOOKUP_DEEPEST 300 /* nested resolutions of names */

/* A key of a NameMap, which compares addresses. */
Name lookup_pointer_key(const void *pointer);
/* Of a class or component. */
Name lookup_element_name(const AstElement *element);
Span lookup_element_span(const AstElement *element);
/* It replaces an inherited element; a class that extends the inherited one of
 * its name does too. */
bool lookup_is_redeclaration(const AstElement *element);
/* The names of the text, read once. */
ClassText *lookup_text(const Lookup *l, const AstClass *ast);

/* The text of `from` as a part of `whole`. */
ClassPart *lookup_make_part(const Lookup *l, InstClass *whole, InstClass *from);

/* Parts still to be searched: depth first, bases in their order. In the
 * scratch arena. */
typedef struct PartList {
  ClassPart **item;
  int n_items, cap_items;
} PartList;
/* The bases that are known already. */
void lookup_push_bases(const Lookup *l, PartList *work, const ClassPart *part);

/* The class that a type name means; NULL after a diagnostic. own_only: the
 * names that the class inherits do not count (what a class extends cannot
 * come from what it extends). */
InstClass *lookup_find_class(const Lookup *l, Context from, bool own_only,
                             const AstReference *name);

/* Is it declared as one, or has it nothing that a package has not? */
bool lookup_is_package(const Lookup *l, InstClass *c);
/* May what was found in `c` be imported? False after a diagnostic. */
bool lookup_may_import(const Lookup *l, InstClass *c, const Found *found,
                       const AstNamePart *part);
/* What the imports of the text make of a name. They are not inherited. */
Found lookup_imported(const Lookup *l, const ClassPart *part, Name name);

#endif
