/* constraint.h: what takes the place of something replaceable must fit.
 *
 * Modelica Language Specification 3.6, sections 6.4 to 6.6 and 7.3.2: a
 * redeclared component or class is a subtype of the constraining type, which is
 * the type after `constrainedby` or else the one of the replaceable
 * declaration. So is the inner element that an outer one stands for (section
 * 5.4).
 *
 * needs   what was kept by constraint_keep.h
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_CONSTRAINT_H
#define FOUCAULT_FLATTEN_INSTANCES_CONSTRAINT_H

#include "flatten/classes/constraint_keep.h"

/* The inner component in place of an outer one, at once: E211 for its type, its
 * prefixes or the number of its dimensions. False after a diagnostic. */
bool constraint_check_outer(const Lookup *l, const AstElement *outer,
                            Context context, const AstElement *inner,
                            InstClass *given);

/* E211 for those that do not fit and were not looked at before: packages and
 * functions may be met first by equations. Cost: see subtype.h. */
void constraint_check_all(const Lookup *l);

#endif
