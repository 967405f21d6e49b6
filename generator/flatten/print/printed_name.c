/* printed_name.c: names of functions that are printed, and of their slots. */
#include <assert.h>

#include "base/vector.h"
#include "flatten/print/printed_function.h"
#include "flatten/print/procedure_print.h"

/* Free among the owners, with a number after it if need be. */
const char *printed_free_name(Printer *p, int owner, int other,
                              const char *base, const char *suffix)
{
  PrintedFunctions *all = p->functions;
  for (int n = 1;; n++) {
    const char *end =
        n == 1 ? suffix : arena_printf(p->arena, "%s_%d", suffix, n);
    const char *text = printer_name_text(p->arena, base, end);
    Name name = session_name(all->s, text);
    if (name_map_find(&all->names, owner, name) ||
        name_map_find(&all->names, other, name)) {
      continue;
    }
    name_map_add(&all->names, owner, name, (void *)text);
    return text;
  }
}

void printed_take_names(Printer *p)
{
  PrintedFunctions *all = p->functions;
  for (int i = 0; i < p->flat->n_vars; i++) {
    const char *text = printer_name_text(p->arena, p->flat->var[i].name, "");
    Name name = session_name(all->s, text);
    if (name_map_find(&all->names, -1, name)) continue;
    name_map_add(&all->names, -1, name, (void *)text);
  }
}

static void printed_name_declare(Printer *p, PrintedFunction *f,
                                 SlotGroup group)
{
  f->declared = vector_grow(p->arena, f->declared, &f->cap_declared,
                            f->n_declared + 1, sizeof f->declared[0]);
  f->declared[f->n_declared++] = group;
}

/* In a section they are variables of the model, one for each element. */
static void name_scalars(Printer *p, PrintedFunction *f, SlotGroup group,
                         const char *base)
{
  if (group.size == 0)
    f->text[group.first] = printed_free_name(p, -1, 0, base, "");
  for (int k = 0; k < group.size; k++) {
    f->text[group.first + k] = printed_free_name(
        p, -1, 0, base, arena_printf(p->arena, "[%d]", k + 1));
  }
}

void printed_name_slots(Printer *p, PrintedFunction *f, SlotGroup group,
                        const char *base, const char *suffix)
{
  if (f->section) {
    name_scalars(p, f, group, base);
    return;
  }
  int owner = p->functions->now + 1;
  const char *text = printed_free_name(p, owner, 0, base, suffix);
  if (group.size == 0) f->text[group.first] = text;
  for (int k = 0; k < group.size; k++) {
    f->text[group.first + k] = arena_printf(p->arena, "%s[%d]", text, k + 1);
  }
}

const char *procedure_print_slot(Printer *p, int slot)
{
  PrintedFunction *f = printed_now(p);
  if (!f->text[slot]) {
    const FlatLocal *local = &printed_procedure(p, f)->local[f->local_of[slot]];
    printed_name_slots(p, f, printed_group(local), local->name, "");
    printed_name_declare(p, f, printed_group(local));
  }
  return f->text[slot];
}

const char *printed_iterator(Printer *p, int slot)
{
  PrintedFunction *f = printed_now(p);
  const FlatLocal *local = &printed_procedure(p, f)->local[f->local_of[slot]];
  printed_name_slots(p, f, printed_group(local), local->name, "");
  return f->text[slot];
}

/* The text of an element without its subscript. */
static const char *whole(Printer *p, const char *element)
{
  assert(strrchr(element, '['));
  return arena_copy_text(p->arena, element,
                         (size_t)(strrchr(element, '[') - element));
}

const char *printed_name(Printer *p, SlotGroup group)
{
  const char *text = procedure_print_slot(p, group.first);
  return group.size > 0 ? whole(p, text) : text;
}

const char *printed_local(Printer *p, int local)
{
  return printed_name(
      p, printed_group(&printed_procedure(p, printed_now(p))->local[local]));
}

/* Results of a call are slots one after the other. */
const char *printed_row(Printer *p, const int *slot, int n, const char *base)
{
  assert(n > 0);
  PrintedFunction *f = printed_now(p);
  if (!f->text[slot[0]] &&
      !printed_procedure(p, f)->local[f->local_of[slot[0]]].is_array) {
    SlotGroup group = {slot[0], n};
    printed_name_slots(p, f, group, base, "");
    printed_name_declare(p, f, group);
  }
  return whole(p, procedure_print_slot(p, slot[0]));
}
