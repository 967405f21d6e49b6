/* open_slots.c: the slots of arrays of computed size: a handle, and a number
 * for each size. */
#include <assert.h>

#include "flatten/values/open_array.h"

/* --- slots --- */

void open_set(const Typing *t, Span span, const FlatExpr *slot, FlatExpr *value)
{
  assert(t->build && slot->kind == FLAT_EXPR_LOCAL);
  FunctionBuild *b = t->build;
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_ASSIGN, span);
  s->target = slot->slot;
  s->value = value;
}

FlatExpr *open_slot(const Typing *t, Span span, Name name, FlatType type,
                    const FlatEnumeration *enumeration)
{
  assert(t->build); /* needed by whatever is open */
  FunctionBuild *b = t->build;
  int local = procedure_add_local(t->faults->s, b->to, name, type, false, 1);
  return types_local(t, span, type, enumeration, b->to->local[local].first);
}

FlatExpr *open_keep(const Typing *t, Span span, const char *name,
                    FlatExpr *value)
{
  FlatExpr *slot = open_slot(t, span, session_name(t->faults->s, name),
                             value->type, value->enumeration);
  open_set(t, span, slot, value);
  return slot;
}

Value *open_value(const Typing *t, Span span, FlatType type,
                  const FlatEnumeration *enumeration, int rank, int local,
                  FlatExpr **size, bool is_variable)
{
  FunctionBuild *b = t->build;
  assert(local >= 0 && local < b->to->n_locals);
  int *dim = arena_array(value_arena(t), (size_t)rank + 1, sizeof dim[0]);
  for (int i = 0; i < rank; i++) dim[i] = VALUE_OPEN_SIZE;
  Value *v = arena_alloc(value_arena(t), sizeof *v);
  *v = (Value){.kind = VALUE_OPEN,
               .type = type,
               .enumeration = enumeration,
               .variability = FLAT_CONTINUOUS,
               .span = span,
               .rank = rank,
               .dim = dim,
               .open = {local, b->to->local[local].first, is_variable, size,
                        .outside = NULL}};
  return v;
}

Value *open_shape(const Typing *t, Span span, int rank, FlatExpr **size)
{
  return open_value(t, span, FLAT_REAL, NULL, rank, 0, size, false);
}

FlatExpr **open_new_sizes(const Typing *t, int rank)
{
  return arena_array(t->faults->s->flat_arena, (size_t)rank + 1,
                     sizeof(FlatExpr *));
}

int open_local(const Typing *t, Name name, FlatType type)
{
  assert(t->build);
  FunctionBuild *b = t->build;
  int local = procedure_add_local(t->faults->s, b->to, name, type, false, 1);
  b->to->local[local].is_open = true;
  return local;
}

Value *open_variable(const Typing *t, Name name, const Value *like)
{
  Name size_name =
      session_name(t->faults->s, arena_printf(session_scratch(t->faults->s),
                                              "%s_size", name));
  FlatExpr **size = open_new_sizes(t, like->rank);
  int local = open_local(t, name, like->type);
  for (int i = 0; i < like->rank; i++)
    size[i] = open_slot(t, like->span, size_name, FLAT_INTEGER, NULL);
  return open_value(t, like->span, like->type, like->enumeration, like->rank,
                    local, size, true);
}

void open_scalars(const Typing *t, const Value *v, FlatExpr **scalar, int *n)
{
  assert(open_is(v));
  const OpenOutside *outside = v->open.outside;
  scalar[(*n)++] =
      outside ? outside->version
              : types_local(t, v->span, v->type, v->enumeration, v->open.slot);
  for (int i = 0; i < v->rank; i++) scalar[(*n)++] = v->open.size[i];
}
