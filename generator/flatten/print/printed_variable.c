/* printed_variable.c: the declaration of a variable of a function or section. */
#include <assert.h>

#include "flatten/print/printed_function.h"

void printed_variable(Printer *p, const PrintedFunction *f, const char *prefix,
                      SlotGroup group, const char *name)
{
  static const char *const type[] = {"Real", "Integer", "Boolean", "String"};
  const FlatLocal *local =
      &printed_procedure(p, f)->local[f->local_of[group.first]];
  assert(local->type <= FLAT_ENUMERATION);
  fprintf(p->out, "%s%s", f->section ? "  " : "    ", prefix);
  if (local->type == FLAT_ENUMERATION)
    printer_enumeration(p, printed_type(f, group));
  else
    fputs(type[local->type], p->out);
  fprintf(p->out, " %s", name);
  if (group.size > 0) fprintf(p->out, "[%d]", group.size);
  if (local->constant) {
    fputs(" = {", p->out);
    for (int k = 0; k < local->n; k++) {
      if (k > 0) fputs(", ", p->out);
      printer_expr(p, local->constant[k], false);
    }
    fputc('}', p->out);
  }
  fputs(";\n", p->out);
}
