/* constraint_keep.h: what takes the place of something replaceable is kept.
 *
 * Redeclarations are found in the middle of lookups; they are checked when the
 * model is instantiated (instances/constraint.h).
 *
 * needs   the class that is given was found; an outer element says so
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_CONSTRAINT_KEEP_H
#define FOUCAULT_FLATTEN_CLASSES_CONSTRAINT_KEEP_H

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

#endif
