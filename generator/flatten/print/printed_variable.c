/* printed_variable.c: the declaration of a variable of a function or section. */
#include <assert.h>

#include "flatten/print/printed_function.h"

void printed_variable(Printer *p, const PrintedFunction *f, const char *prefix,
                      SlotGroup group, const char *name)
{
  static const char *const type[N_FLAT_TYPES] = {
      [FLAT_REAL] = "Real",
      [FLAT_INTEGER] = "Integer",
      [FLAT_BOOLEAN] = "Boolean",
      [FLAT_STRING] = "String",
      [FLAT_ENUMERATION] = "enumeration(:)",
      [FLAT_OBJECT] = "ExternalObject"};
  const FlatLocal *local =
      &printed_procedure(p, f)->local[f->local_of[group.first]];
  assert(type[local->type]);
  fprintf(p->out, "%s%s", f->section ? "  " : "    ", prefix);
  if (printed_type(f, group))
    printer_enumeration(p, printed_type(f, group));
  else
    fputs(type[local->type], p->out);
  fprintf(p->out, " %s", name);
  if (local->is_open)
    fputs("[:]", p->out);
  else if (group.size > 0)
    fprintf(p->out, "[%d]", group.size);
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
