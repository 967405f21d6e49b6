/* base_kind.c: the table of the specification, row by row. */
#include "flatten/classes/base_kind.h"

#include <assert.h>

static bool base_kind_fits(AstRestriction derived, AstRestriction base)
{
  if (derived == base || base == AST_CLASS) return true;
  switch (derived) {
  case AST_CONNECTOR:
    return base == AST_TYPE || base == AST_RECORD ||
           base == AST_OPERATOR_RECORD;
  case AST_BLOCK: return base == AST_RECORD;
  case AST_MODEL: return base == AST_RECORD || base == AST_BLOCK;
  case AST_OPERATOR_FUNCTION: return base == AST_FUNCTION;
  case AST_CLASS: return true; /* it has no kind of its own */
  case AST_PACKAGE:
  case AST_OPERATOR:
  case AST_FUNCTION:
  case AST_TYPE:
  case AST_RECORD:
  case AST_OPERATOR_RECORD:
  case AST_EXPANDABLE_CONNECTOR: return false;
  }
  return false;
}

void base_kind_check(const Faults *faults, const AstClass *derived,
                     BaseKind base)
{
  assert(derived && base.name);
  if (base_kind_fits(derived->restriction, base.kind)) return;
  Diagnostic *d = fault_error(
      faults, base.span, E241,
      "'%s' cannot extend '%s': a class extends its own kind, and a model "
      "blocks and records too (section 7.1.3)",
      derived->name, base.name);
  fault_note(faults, d, derived->name_span, "'%s' is declared here",
             derived->name);
}
