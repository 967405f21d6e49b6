/* function_table.c: makes functions, with their locals and statements. */
#include <assert.h>

#include "base/vector.h"
#include "function/function.h"

Function *function_add(FunctionTable *table, const char *name, Span span)
{
  table->function =
      vector_grow(table->arena, table->function, &table->cap_functions,
                  table->n_functions + 1, sizeof table->function[0]);
  Function *f = arena_alloc(table->arena, sizeof *f);
  *f = (Function){.name = name,
                  .span = span,
                  .derivative = FUNCTION_NOT_MADE,
                  .difference = FUNCTION_NOT_MADE,
                  .difference_of = -1,
                  .destructor = -1};
  table->function[table->n_functions++] = f;
  return f;
}

int function_add_local(FunctionTable *table, Function *f, Name name,
                       SlotType type, bool is_array, int n)
{
  assert(n >= 0 && (is_array || n == 1));
  f->local = vector_grow(table->arena, f->local, &f->cap_locals,
                         f->n_locals + 1, sizeof f->local[0]);
  f->local[f->n_locals] = (FunctionLocal){.name = name,
                                          .type = type,
                                          .is_array = is_array,
                                          .first = f->n_slots,
                                          .n = n};
  f->n_slots += n;
  return f->n_locals++;
}

Statement *function_append(FunctionTable *table, StatementList *list,
                           StatementKind kind, Span span)
{
  list->item = vector_grow(table->arena, list->item, &list->cap_items,
                           list->n_items + 1, sizeof list->item[0]);
  Statement *s = &list->item[list->n_items++];
  *s = (Statement){.kind = kind,
                   .span = span,
                   .target = -1,
                   .local = -1,
                   .value = NO_EXPR,
                   .index = NO_EXPR,
                   .step = NO_EXPR,
                   .limit = NO_EXPR,
                   .function = -1};
  return s;
}

/* Locals are in the order of their slots. */
int function_local_of(const Function *f, int slot)
{
  int low = 0, high = f->n_locals - 1;
  assert(slot >= 0 && slot < f->n_slots);
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (f->local[middle].first <= slot) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  while (f->local[low].n == 0) low--; /* an empty array begins there too */
  assert(slot < f->local[low].first + f->local[low].n);
  return low;
}

SlotType function_slot_type(const Function *f, int slot)
{
  const FunctionLocal *local = &f->local[function_local_of(f, slot)];
  bool is_number = local->is_open && local->type != SLOT_REAL;
  return is_number ? SLOT_INTEGER : local->type;
}
