/* class_content.h: what the text of a specialized class may hold.
 *
 * Records, connectors, packages and operators are classes with less in them
 * (MLS 3.6, section 4.6). What their components may be is the business of
 * instance_kind.c, which knows the types. Equations and statements that are
 * words of the language stand at their places and have their arguments
 * (sections 8.3.7, 8.3.8, 11.2).
 *
 * needs   the text of the class as it was parsed; each text once
 * fails   E208, E237, E241, E243, once for each thing that is not allowed
 * cost    linear in the text of the class
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_CLASS_CONTENT_H
#define FOUCAULT_FLATTEN_CLASSES_CLASS_CONTENT_H

#include "flatten/flat/fault.h"
#include "parse/ast.h"

/* False after a diagnostic. */
bool class_content_check(const Faults *faults, const AstClass *ast);

/* It extends ExternalObject itself. */
bool class_content_is_object(const AstClass *ast);

#endif
