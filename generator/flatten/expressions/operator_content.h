/* operator_content.h: what the operators of an operator record must be (MLS
 * 3.6, chapter 14).
 *
 * needs   all components are instantiated and listed
 * gives   nothing: texts are only read
 * fails   E248 an operator that is not encapsulated, has another name than
 *         those of section 14.1, or whose functions do not have the inputs and
 *         the output that they must have; two functions that fit one call; an
 *         operator record that extends another one in its long form
 * cost    once for each operator record that a component has: its functions,
 *         and pairs of those of one operator
 *
 * Operator records of libraries are not looked at: who uses them can change
 * nothing there.
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_OPERATOR_CONTENT_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_OPERATOR_CONTENT_H

#include "flatten/instances/instances.h"

void operator_content_check(const Flattening *f);

#endif
