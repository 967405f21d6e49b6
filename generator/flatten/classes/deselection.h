/* deselection.h: connections that an extends clause leaves out, by
 * `break connect(a, b)` (MLS 3.6, section 7.4). They are found by their text:
 * the same arguments but for blanks, in either order. The connections of a
 * component that is left out, by `break a`, are left out with it.
 *
 * needs   connections: their arguments are names with spans
 * gives   what is left out
 * fails   E202 nothing of that text in the base
 * cost    linear in the text of the base for each break
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_DESELECTION_H
#define FOUCAULT_FLATTEN_CLASSES_DESELECTION_H

#include "flatten/instances/instances.h"

/* The same text but for blanks outside of strings. */
bool deselection_same_text(const Flattening *f, Span a, Span b);

/* The modification of an extends clause leaves the connection out; it may be
 * NULL. */
bool deselection_breaks(const Flattening *f,
                        const AstModification *modification,
                        const AstEquation *connect);

/* The `break` that leaves the member out of `base`, or out of a base on the
 * way to it, `written` being the modification of the clause that extends
 * `base` (NULL: none, and `base` NULL: the whole class); NULL: it is there. */
const AstArgument *deselection_of(const AstModification *written,
                                  const Member *member, const ClassPart *base,
                                  Name name);

/* A connection that the first modification leaves out and the second does not;
 * NULL: there is none. Both may be NULL. */
const AstArgument *deselection_surplus(const Flattening *f,
                                       const AstModification *a,
                                       const AstModification *b);

/* Each connection that is left out is one of the base; `written` may be
 * NULL. */
void deselection_check(const Flattening *f, const AstModification *written,
                       ClassPart *base);

#endif
