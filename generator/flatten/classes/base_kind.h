/* base_kind.h: which kinds of classes extend which (MLS 3.6, section 7.1.3).
 *
 * needs   the base class was found
 * fails   E241 at the name of the base class; the base is taken all the same
 * cost    constant
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_BASE_KIND_H
#define FOUCAULT_FLATTEN_CLASSES_BASE_KIND_H

#include "flatten/flat/fault.h"
#include "parse/ast.h"

/* What is extended. */
typedef struct BaseKind {
  AstRestriction kind; /* of a predefined type: AST_TYPE */
  const char *name;
  Span span; /* where it is named */
} BaseKind;

void base_kind_check(const Faults *faults, const AstClass *derived,
                     BaseKind base);

#endif
