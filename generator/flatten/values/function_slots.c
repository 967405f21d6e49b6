/* function_slots.c: Values as slots of a procedure, and assignments to them
 * (function_build.h). */
#include "flatten/flat/flat_find.h"
#include "flatten/functions/function_build.h"
#include "flatten/functions/function_call.h"
#include "flatten/values/open_array.h"

/* --- Values of slots --- */

static Value *scalar_locals(FunctionBuild *b, Name name, const Value *like)
{
  Typing *t = &b->f->typing;
  int n = like->n_elements;
  int local =
      procedure_add_local(b->f->s, b->to, name, like->type, like->rank > 0, n);
  int first = b->to->local[local].first;
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)n + 1, sizeof scalar[0]);
  for (int i = 0; i < n; i++) {
    scalar[i] =
        types_local(t, like->span, like->type, like->enumeration, first + i);
  }
  if (like->rank == 0) return value_of(t, scalar[0]);
  return value_array(t, like->span, like->type, like->enumeration, like->rank,
                     like->dim, scalar);
}

/* What is bound already comes in as arguments. */
static Value *function_locals(FunctionBuild *b, Name name, const Value *like)
{
  FunctionValue *made = arena_alloc(b->f->arena, sizeof *made);
  *made = *like->function;
  made->value = arena_array(b->f->arena, (size_t)made->n_bound + 1,
                            sizeof made->value[0]);
  for (int k = 0; k < made->n_bound; k++) {
    made->value[k] = function_build_locals(b, name, like->function->value[k]);
    if (!made->value[k]) return NULL;
  }
  Value *value = value_with_span(&b->f->typing, like, like->span);
  value->function = made;
  return value;
}

Value *function_build_locals(FunctionBuild *b, Name name, const Value *like)
{
  Typing *t = &b->f->typing;
  if (like->kind == VALUE_FUNCTION) return function_locals(b, name, like);
  if (open_is(like)) return open_variable(b, name, like);
  if (like->kind != VALUE_RECORD) return scalar_locals(b, name, like);
  int n = like->record->n_fields;
  Value **field = arena_array(value_arena(t), (size_t)n + 1, sizeof field[0]);
  for (int k = 0; k < n; k++) {
    Name part =
        session_name(b->f->s, arena_printf(session_scratch(b->f->s), "%s.%s",
                                           name, like->record->field[k]));
    field[k] = function_build_locals(b, part, like->field[k]);
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

void function_build_scalars(FunctionBuild *b, const Value *value,
                            FlatExpr **scalar, int *n)
{
  if (value->kind == VALUE_FUNCTION) {
    for (int k = 0; k < value->function->n_bound; k++)
      function_build_scalars(b, value->function->value[k], scalar, n);
    return;
  }
  if (value->kind == VALUE_RECORD) {
    for (int k = 0; k < value->record->n_fields; k++)
      function_build_scalars(b, value->field[k], scalar, n);
    return;
  }
  if (open_is(value)) {
    open_scalars(b, value, scalar, n);
    return;
  }
  for (int i = 0; i < value->n_elements; i++)
    scalar[(*n)++] = value_at(&b->f->typing, value, i);
}

/* The fields of a record in the order of another of the same type. */
static void matched_scalars(FunctionBuild *b, const Value *value,
                            const Value *like, FlatExpr **scalar, int *n)
{
  if (like->kind != VALUE_RECORD) {
    function_build_scalars(b, value, scalar, n);
    return;
  }
  for (int k = 0; k < like->record->n_fields; k++) {
    const Value *field = value_field(value, like->record->field[k]);
    matched_scalars(b, field, like->field[k], scalar, n);
  }
}

/* --- assignment --- */

static void append_assign(FunctionBuild *b, Span span, const FlatExpr *target,
                          FlatExpr *value)
{
  bool is_slot = target->kind == FLAT_EXPR_LOCAL;
  FlatStatement *s = procedure_append(
      b->f->s, b->at, is_slot ? STATEMENT_ASSIGN : STATEMENT_WRITE, span);
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

static FlatVerdict look_for_assigned(void *context, const FlatExpr *at)
{
  const Assigned *assigned = context;
  bool reads = at->kind == FLAT_EXPR_LOCAL && assigned->slot[at->slot] &&
               at->slot != assigned->own;
  return reads ? FLAT_FOUND : FLAT_GO_ON;
}

/* x := {x[2], x[1]} reads what it assigns. */
static bool overlaps(FunctionBuild *b, FlatExpr **target, FlatExpr **value,
                     int n)
{
  if (n == 1) return false;
  ArenaMark mark = arena_mark(session_scratch(b->f->s));
  bool *assigned = arena_array(session_scratch(b->f->s),
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
    found = flat_find(b->f->s, value[k], look_for_assigned,
                      &(Assigned){assigned, own});
  }
  arena_release(mark);
  return found;
}

static FlatExpr *keep(FunctionBuild *b, Span span, FlatExpr *value)
{
  Typing *t = &b->f->typing;
  int local = procedure_add_local(b->f->s, b->to, session_name(b->f->s, "kept"),
                                  value->type, false, 1);
  FlatExpr *kept = types_local(t, span, value->type, value->enumeration,
                               b->to->local[local].first);
  append_assign(b, span, kept, value);
  return kept;
}

bool function_build_assign(FunctionBuild *b, Span span, const Value *target,
                           const Value *value)
{
  Arena *scratch = session_scratch(b->f->s);
  int n = function_build_count(target), n_targets = 0, n_values = 0;
  if (open_is(target) || open_is(value)) {
    return open_assign(b, span, target, value, false, "array");
  }
  if (function_build_count(value) != n) {
    fault_error(b->f->faults, span, E213, "%s is assigned to %s",
                value_type_text(&b->f->typing, value),
                value_type_text(&b->f->typing, target));
    return false;
  }
  ArenaMark mark = arena_mark(scratch);
  FlatExpr **to = arena_array(scratch, (size_t)n + 1, sizeof to[0]);
  FlatExpr **from = arena_array(scratch, (size_t)n + 1, sizeof from[0]);
  function_build_scalars(b, target, to, &n_targets);
  matched_scalars(b, value, target, from, &n_values);
  bool keeps = overlaps(b, to, from, n);
  for (int k = 0; keeps && k < n; k++) from[k] = keep(b, span, from[k]);
  for (int k = 0; k < n; k++) append_assign(b, span, to[k], from[k]);
  arena_release(mark);
  return true;
}
