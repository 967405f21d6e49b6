/* printed_item.c: the functions and sections that are printed, by their
 * numbers. */
#include <assert.h>

#include "flatten/print/algorithm_print.h"
#include "flatten/print/printed_function.h"
#include "flatten/print/procedure_print.h"

const FlatProcedure *printed_procedure(const Printer *p,
                                       const PrintedFunction *f)
{
  return p->flat->procedure[f->procedure];
}

PrintedFunction *printed_function(const Printer *p, int procedure)
{
  assert(procedure >= 0 && p->functions->of[procedure] > 0);
  return p->functions->item[p->functions->of[procedure] - 1];
}

PrintedFunction *printed_section(Printer *p, const FlatAlgorithm *section)
{
  return printed_function(p, section->procedure);
}

const FlatEnumeration *printed_type(const PrintedFunction *f, SlotGroup group)
{
  const FlatEnumeration *type = f->type[group.first];
  for (int k = 1; !type && k < group.size; k++) type = f->type[group.first + k];
  return type;
}

SlotGroup printed_group(const FlatLocal *local)
{
  return (SlotGroup){local->first, local->is_array ? local->n : 0};
}

PrintedFunction *printed_now(const Printer *p)
{
  assert(p->functions->now < p->functions->n_items);
  return p->functions->item[p->functions->now];
}

const char *procedure_print_name(const Printer *p, int procedure, int output)
{
  const PrintedFunction *f = printed_function(p, procedure);
  assert(output >= 0 && output < printed_procedure(p, f)->n_outputs);
  return f->selector[output] ? f->selector[output] : f->name;
}

const int *procedure_print_inputs(const Printer *p, int procedure,
                                  int *n_inputs)
{
  const PrintedFunction *f = printed_function(p, procedure);
  *n_inputs = f->n_inputs;
  return f->input_size;
}

const FlatExpr *algorithm_print_shown(const Printer *p, int slot)
{
  const PrintedFunction *f = p->functions ? printed_now(p) : NULL;
  return f && f->section ? f->shown[slot] : NULL;
}
