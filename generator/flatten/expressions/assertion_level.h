/* assertion_level.h: the second and third argument of assert() (MLS 3.6,
 * section 8.3.7).
 *
 * fails   E204 it is not a String, not of the type AssertionLevel
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_ASSERTION_LEVEL_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_ASSERTION_LEVEL_H

#include "flatten/instances/instances.h"

/* False after a diagnostic. */
bool assertion_level_check(const Flattening *f, const FlatExpr *level);
/* Of terminate(), too. */
bool assertion_message_check(const Flattening *f, Span span,
                             const FlatExpr *message);

#endif
