/* procedure.c: see procedure.h. */
#include "flatten/flat/procedure.h"

#include <assert.h>

#include "base/vector.h"

int procedure_add(Session *s, FlatModel *flat, Name name, Span span)
{
  FlatProcedure *p = arena_alloc(s->flat_arena, sizeof *p);
  p->name = name;
  p->span = span;
  p->destructor = -1;
  flat->procedure =
      vector_grow(s->flat_arena, flat->procedure, &flat->cap_procedures,
                  flat->n_procedures + 1, sizeof flat->procedure[0]);
  flat->procedure[flat->n_procedures] = p;
  return flat->n_procedures++;
}

int procedure_add_local(Session *s, FlatProcedure *p, Name name, FlatType type,
                        bool is_array, int n)
{
  assert(n >= 0 && (is_array || n == 1));
  p->local = vector_grow(s->flat_arena, p->local, &p->cap_locals,
                         p->n_locals + 1, sizeof p->local[0]);
  p->local[p->n_locals] = (FlatLocal){.name = name,
                                      .type = type,
                                      .is_array = is_array,
                                      .first = p->n_slots,
                                      .n = n};
  p->n_slots += n;
  return p->n_locals++;
}

void procedure_add_locals(Session *s, FlatProcedure *p, Name name,
                          FlatExpr *const *like, int n, int *slot)
{
  bool is_row = n > 1;
  for (int k = 1; k < n; k++) is_row &= like[k]->type == like[0]->type;
  int row =
      is_row ? procedure_add_local(s, p, name, like[0]->type, true, n) : -1;
  for (int k = 0; k < n; k++) {
    int own =
        is_row ? row : procedure_add_local(s, p, name, like[k]->type, false, 1);
    slot[k] = p->local[own].first + (is_row ? k : 0);
  }
}

FlatStatement *procedure_append(Session *s, FlatStatementList *list,
                                StatementKind kind, Span span)
{
  list->item = vector_grow(s->flat_arena, list->item, &list->cap_items,
                           list->n_items + 1, sizeof list->item[0]);
  FlatStatement *statement = &list->item[list->n_items++];
  *statement = (FlatStatement){
      .kind = kind, .span = span, .target = -1, .local = -1, .procedure = -1};
  return statement;
}
