/* function_slots.c: Values as slots of a procedure, and assignments to them
 * (function_build.h). */
#include <assert.h>

#include "flatten/classes/lookup.h"
#include "flatten/flat/flat_find.h"
#include "flatten/values/open_array.h"
#include "flatten/values/procedure_build.h"

bool function_build_refuse(const Faults *faults, const FunctionBuild *b,
                           Span span, const char *construct)
{
  Diagnostic *d;
  if (!b->call) {
    fault_error(faults, span, E290,
                "this algorithm cannot be translated yet: %s", construct);
    return false;
  }
  d = fault_error(faults, b->call->span, E290,
                  "the function '%s' cannot be called yet: %s",
                  b->function->full_name, construct);
  fault_note(faults, d, span, "here");
  return false;
}

/* --- Values of slots --- */

static Value *scalar_locals(const Typing *t, Name name, const Value *like)
{
  FunctionBuild *b = t->build;
  int n = like->n_elements;
  int local = procedure_add_local(t->faults->s, b->to, name, like->type,
                                  like->rank > 0, n);
  int first = b->to->local[local].first;
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)n + 1, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    scalar[i] =
        types_local(t, like->span, like->type, like->enumeration, first + i);
  }
  if (like->rank == 0) return value_of(t, scalar[0]);
  return value_indexed_by(t,
                          value_array(t, like->span, like->type,
                                      like->enumeration, like->rank, like->dim,
                                      scalar),
                          like->by);
}

/* What is bound already comes in as arguments. */
static Value *function_locals(const Typing *t, Name name, const Value *like)
{
  FunctionValue *made = arena_alloc(t->faults->s->instance_arena, sizeof *made);
  *made = *like->function;
  made->value = arena_array(t->faults->s->instance_arena,
                            (size_t)made->n_bound + 1, sizeof made->value[0]);
  for (int k = 0; k < made->n_bound; k++) {
    made->value[k] = function_build_locals(t, name, like->function->value[k]);
    if (!made->value[k]) return NULL;
  }
  Value *value = value_with_span(t, like, like->span);
  value->function = made;
  return value;
}

Value *function_build_locals(const Typing *t, Name name, const Value *like)
{
  if (like->kind == VALUE_FUNCTION) return function_locals(t, name, like);
  if (open_is(like)) return open_variable(t, name, like);
  if (like->is_untyped) return value_with_span(t, like, like->span);
  if (like->kind != VALUE_RECORD) return scalar_locals(t, name, like);
  int n = like->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n + 1, sizeof field[0]);
  for (int k = 0; k < n; k++) {
    Name part = session_name(
        t->faults->s, arena_printf(session_scratch(t->faults->s), "%s.%s", name,
                                   like->record->field[k]));
    field[k] = function_build_locals(t, part, like->field[k]);
    if (!field[k]) return NULL;
  }
  return value_record(t, like->span, like->record, like->rank, like->dim,
                      field);
}

int function_build_count(const Value *value)
{
  int n = 0;
  if (value->kind == VALUE_FUNCTION) {
    for (int k = 0; k < value->function->n_bound; k++)
      n += function_build_count(value->function->value[k]);
    return n;
  }
  if (open_is(value)) return 1 + value->rank;
  if (value->kind != VALUE_RECORD) return value->n_elements;
  for (int k = 0; k < value->record->n_fields; k++)
    n += function_build_count(value->field[k]);
  return n;
}

void function_build_scalars(const Typing *t, const Value *value,
                            FlatExpr **scalar, int *n)
{
  if (value->kind == VALUE_FUNCTION) {
    for (int k = 0; k < value->function->n_bound; k++)
      function_build_scalars(t, value->function->value[k], scalar, n);
    return;
  }
  if (value->kind == VALUE_RECORD) {
    for (int k = 0; k < value->record->n_fields; k++)
      function_build_scalars(t, value->field[k], scalar, n);
    return;
  }
  if (open_is(value)) {
    open_scalars(t, value, scalar, n);
    return;
  }
  for (int i = 0; i < value->n_elements; i++)
    scalar[(*n)++] = value_at(t, value, i);
}

/* The fields of a record in the order of another of the same type. */
static void matched_scalars(const Typing *t, const Value *value,
                            const Value *like, FlatExpr **scalar, int *n)
{
  if (like->kind != VALUE_RECORD) {
    function_build_scalars(t, value, scalar, n);
    return;
  }
  for (int k = 0; k < like->record->n_fields; k++) {
    const Value *field = value_field(value, like->record->field[k]);
    assert(field); /* of the same record type */
    matched_scalars(t, field, like->field[k], scalar, n);
  }
}

/* --- assignment --- */

static void append_assign(const Typing *t, Span span, const FlatExpr *target,
                          FlatExpr *value)
{
  FunctionBuild *b = t->build;
  bool is_slot = target->kind == FLAT_EXPR_LOCAL;
  assert(value->type == target->type);
  assert(is_slot || target->kind == FLAT_EXPR_ELEMENT);
  FlatStatement *s = procedure_append(
      t->faults->s, b->at, is_slot ? STATEMENT_ASSIGN : STATEMENT_WRITE, span);
  s->value = value;
  if (is_slot) {
    s->target = target->slot;
  } else {
    s->local = target->local;
    s->index = target->arg[0];
  }
}

typedef struct Assigned {
  const bool *slot; /* which are */
  int own;          /* but for this one, or -1 */
} Assigned;

static FlatVerdict function_slots_look_for_assigned(void *context,
                                                    const FlatExpr *at)
{
  const Assigned *assigned = context;
  bool reads = at->kind == FLAT_EXPR_LOCAL && assigned->slot[at->slot] &&
               at->slot != assigned->own;
  return reads ? FLAT_FOUND : FLAT_GO_ON;
}

/* x := {x[2], x[1]} reads what it assigns. */
static bool overlaps(const Typing *t, FlatExpr **target, FlatExpr **value,
                     int n)
{
  FunctionBuild *b = t->build;
  if (n == 1) return false;
  ArenaMark mark = arena_mark(session_scratch(t->faults->s));
  bool *assigned = arena_array(session_scratch(t->faults->s),
                               (size_t)b->to->n_slots + 1, sizeof assigned[0]);
  for (int k = 0; k < n; k++) {
    if (target[k]->kind == FLAT_EXPR_LOCAL) {
      assigned[target[k]->slot] = true;
      continue;
    }
    const FlatLocal *local = &b->to->local[target[k]->local];
    for (int i = 0; i < local->n; i++) assigned[local->first + i] = true;
  }
  bool found = false;
  for (int k = 0; k < n && !found; k++) {
    int own = target[k]->kind == FLAT_EXPR_LOCAL ? target[k]->slot : -1;
    found = flat_find(t->faults->s, value[k], function_slots_look_for_assigned,
                      &(Assigned){assigned, own});
  }
  arena_release(mark);
  return found;
}

/* Values that are assigned to locals of their own first. */
static void function_slots_keep(const Typing *t, Span span, FlatExpr **value,
                                int n)
{
  Session *s = t->faults->s;
  ArenaMark mark = arena_mark(session_scratch(s));
  int *slot = arena_array(session_scratch(s), (size_t)n, sizeof slot[0]);
  procedure_add_locals(s, t->build->to, session_name(s, "kept"), value, n,
                       slot);
  for (int k = 0; k < n; k++) {
    FlatExpr *kept =
        types_local(t, span, value[k]->type, value[k]->enumeration, slot[k]);
    append_assign(t, span, kept, value[k]);
    value[k] = kept;
  }
  arena_release(mark);
}

bool function_build_assign_known(const Typing *t, Span span,
                                 const Value *target, const Value *value)
{
  Arena *scratch = session_scratch(t->faults->s);
  int n = function_build_count(target), n_targets = 0, n_values = 0;
  if (function_build_count(value) != n) {
    fault_error(t->faults, span, E213, "%s is assigned to %s",
                value_type_text(t, value), value_type_text(t, target));
    return false;
  }
  ArenaMark mark = arena_mark(scratch);
  FlatExpr **to = arena_array(scratch, (size_t)n + 1, sizeof to[0]);
  FlatExpr **from = arena_array(scratch, (size_t)n + 1, sizeof from[0]);
  function_build_scalars(t, target, to, &n_targets);
  matched_scalars(t, value, target, from, &n_values);
  assert(n_targets == n && n_values == n);
  bool keeps = overlaps(t, to, from, n);
  if (keeps) function_slots_keep(t, span, from, n);
  for (int k = 0; k < n; k++) append_assign(t, span, to[k], from[k]);
  arena_release(mark);
  return true;
}
