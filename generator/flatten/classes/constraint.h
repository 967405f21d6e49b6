/* constraint.h: what takes the place of something replaceable must fit.
 *
 * Modelica Language Specification 3.6, sections 6.4 and 7.3.2: a redeclared
 * component or class has at least the public elements of the constraining
 * type, which is the type after `constrainedby` or else the one of the
 * replaceable declaration.
 *
 * Redeclarations are found in the middle of lookups; they are kept
 * (constraint_keep.c), and checked when the model is instantiated
 * (constraint.c).
 *
 * needs   the class that is given was found; an outer element says so
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_CONSTRAINT_H
#define FOUCAULT_FLATTEN_CLASSES_CONSTRAINT_H

#include "flatten/classes/lookup.h"

/* A class or component `original`, written at `context`, is replaced by
 * something of the class `given`, as the modifier says. What constrains is the
 * last redeclaration before it with a constraining type, or the original. A
 * constraining type of its own must fit, too. Each pair of declarations is kept
 * once. */
void constraint_keep(const Lookup *l, const AstElement *original,
                     Context context, const Modifier *modifier,
                     InstClass *given);

/* The same for the inner element that an outer one stands for (section 5.4);
 * `given` is the type of the inner one. */
void constraint_keep_outer(const Lookup *l, const AstElement *outer,
                           Context context, const AstElement *inner,
                           InstClass *given);

/* The same for a declaration with a constraining type of its own, which its
 * class `given` must fit. */
void constraint_keep_own(const Lookup *l, const AstElement *element,
                         Context context, InstClass *given);

/* The same for a component, at once: E211, or E211 for another number of
 * dimensions. False after a diagnostic. */
bool constraint_check_outer(const Lookup *l, const AstElement *outer,
                            Context context, const AstElement *inner,
                            InstClass *given);

/* E211 for those that do not fit and were not looked at before: packages and
 * functions may be met first by equations. Cost: linear in the elements of their
 * constraining types. */
void constraint_check_all(const Lookup *l);

#endif
