/* open_array.c: arrays of computed size as locals of a procedure: their sizes
 * and elements, loops over them, assignments. */
#include "flatten/values/open_array.h"

#include <assert.h>
#include <string.h>

#include "flatten/expressions/instance_value.h"

/* --- what is open --- */

bool open_is(const Value *v)
{
  return v && v->kind == VALUE_OPEN;
}

bool open_concerns(Value *const *v, int n)
{
  for (int k = 0; k < n; k++) {
    if (open_is(v[k])) return true;
    if (v[k] && v[k]->kind == VALUE_RECORD &&
        open_concerns(v[k]->field, v[k]->record->n_fields)) {
      return true;
    }
  }
  return false;
}

bool open_is_number(const Typing *t, const Value *v)
{
  return t->build && !t->build->algorithm && v && value_is_scalar(v) &&
         v->variability > FLAT_PARAMETER;
}

Value *open_refuse(const Typing *t, Span span, const char *what)
{
  fault_error(t->faults, span, E290,
              "%s with an array whose size is computed while the function runs "
              "is not supported yet",
              what);
  return NULL;
}

/* --- numbers --- */

FlatExpr *open_integer(const Typing *t, Span span, int64_t value)
{
  return types_integer(t, span, value);
}

FlatExpr *open_place(const Typing *t, Span span, FlatExpr *row, FlatExpr *width,
                     FlatExpr *column)
{
  FlatExpr *before =
      types_binary(t, span, FLAT_SUBTRACT, row, open_integer(t, span, 1));
  before = types_binary(t, span, FLAT_MULTIPLY, before, width);
  return types_binary(t, span, FLAT_ADD, before, column);
}

/* --- slots --- */

void open_set(const Typing *t, Span span, const FlatExpr *slot, FlatExpr *value)
{
  FunctionBuild *b = t->build;
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_ASSIGN, span);
  s->target = slot->slot;
  s->value = value;
}

static FlatExpr *new_slot(const Typing *t, Span span, Name name, FlatType type,
                          const FlatEnumeration *enumeration)
{
  FunctionBuild *b = t->build;
  int local = procedure_add_local(t->faults->s, b->to, name, type, false, 1);
  return types_local(t, span, type, enumeration, b->to->local[local].first);
}

FlatExpr *open_keep(const Typing *t, Span span, const char *name,
                    FlatExpr *value)
{
  FlatExpr *slot = new_slot(t, span, session_name(t->faults->s, name),
                            value->type, value->enumeration);
  open_set(t, span, slot, value);
  return slot;
}

static void append_assert(const Typing *t, Span span, FlatExpr *condition,
                          const char *text)
{
  FunctionBuild *b = t->build;
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_ASSERT, span);
  s->value = condition;
  s->text = text;
}

/* --- making --- */

static Value *open_value(const Typing *t, Span span, FlatType type,
                         const FlatEnumeration *enumeration, int rank,
                         int local, FlatExpr **size, bool is_variable)
{
  FunctionBuild *b = t->build;
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
               .open = {local, b->to->local[local].first, is_variable, size}};
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

static int add_open_local(const Typing *t, Name name, FlatType type)
{
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
  int local = add_open_local(t, name, like->type);
  for (int i = 0; i < like->rank; i++)
    size[i] = new_slot(t, like->span, size_name, FLAT_INTEGER, NULL);
  return open_value(t, like->span, like->type, like->enumeration, like->rank,
                    local, size, true);
}

/* The product; a literal where all are. */
static FlatExpr *product(const Typing *t, Span span, FlatExpr **size, int n)
{
  FlatExpr *all = NULL;
  int64_t known = 1;
  for (int i = 0; i < n; i++) {
    if (types_is_literal(size[i])) {
      known *= size[i]->integer;
    } else {
      all = all ? types_binary(t, span, FLAT_MULTIPLY, all, size[i]) : size[i];
    }
  }
  if (!all) return open_integer(t, span, known);
  if (known == 1) return all;
  return types_binary(t, span, FLAT_MULTIPLY, open_integer(t, span, known),
                      all);
}

void open_allocate(const Typing *t, Span span, const Value *v)
{
  FunctionBuild *b = t->build;
  for (int i = 0; i < v->rank; i++) {
    FlatExpr *size = v->open.size[i];
    if (types_is_literal(size)) continue;
    append_assert(t, span,
                  types_binary(t, span, FLAT_GREATER_EQUAL, size,
                               open_integer(t, span, 0)),
                  "an array has a negative size");
  }
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_ALLOCATE, span);
  s->local = v->open.local;
  s->value = product(t, span, v->open.size, v->rank);
}

Value *open_make(const Typing *t, Span span, FlatType type,
                 const FlatEnumeration *enumeration, int rank, FlatExpr **size)
{
  int local = add_open_local(t, session_name(t->faults->s, "array"), type);
  Value *made =
      open_value(t, span, type, enumeration, rank, local, size, false);
  open_allocate(t, span, made);
  return made;
}

/* --- reading --- */

FlatExpr *open_size(const Typing *t, const Value *v, int i)
{
  return open_is(v) ? v->open.size[i] : types_integer(t, v->span, v->dim[i]);
}

FlatExpr *open_count(const Typing *t, Span span, const Value *v)
{
  if (!open_is(v)) return open_integer(t, span, v->n_elements);
  return product(t, span, v->open.size, v->rank);
}

FlatExpr *open_read(const Typing *t, Span span, const Value *v, FlatExpr *index)
{
  FunctionBuild *b = t->build;
  if (v->rank == 0) return value_at(t, v, 0);
  if (!open_is(v)) return function_select_linear(t, span, v, index);
  FlatExpr *slot = new_slot(t, span, b->to->local[v->open.local].name, v->type,
                            v->enumeration);
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_READ, span);
  s->target = slot->slot;
  s->local = v->open.local;
  s->value = index;
  return slot;
}

void open_write(const Typing *t, Span span, const Value *v, FlatExpr *index,
                FlatExpr *value)
{
  FunctionBuild *b = t->build;
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_WRITE, span);
  s->local = v->open.local;
  s->index = index;
  s->value = value;
}

bool open_check_sizes(const Typing *t, Span span, const Value *a,
                      const Value *c)
{
  bool can_fit = a->rank == c->rank;
  for (int i = 0; can_fit && i < a->rank; i++) {
    FlatExpr *one = open_size(t, a, i), *other = open_size(t, c, i);
    if (types_is_literal(one) && types_is_literal(other)) {
      can_fit = one->integer == other->integer;
    } else if (one != other) {
      append_assert(t, span, types_binary(t, span, FLAT_EQUAL, one, other),
                    "the sizes of two arrays differ");
    }
  }
  if (can_fit) return true;
  fault_error(t->faults, span, E213, "the arrays differ in size: %s and %s",
              value_type_text(t, a), value_type_text(t, c));
  return false;
}

/* --- loops --- */

void open_loop_begin(const Typing *t, OpenLoop *loop, Span span,
                     FlatExpr *limit)
{
  FunctionBuild *b = t->build;
  *loop = (OpenLoop){.before = b->at, .limit = limit, .span = span};
  loop->iterator = new_slot(t, span, session_name(t->faults->s, "index"),
                            FLAT_INTEGER, NULL);
  b->at = &loop->body;
  b->n_loops++;
}

void open_loop_leave(const Typing *t, OpenLoop *loop)
{
  FunctionBuild *b = t->build;
  b->n_loops--;
  b->at = loop->before;
}

void open_loop_append(const Typing *t, OpenLoop *loop)
{
  FunctionBuild *b = t->build;
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_FOR, loop->span);
  s->target = loop->iterator->slot;
  s->value = open_integer(t, loop->span, 1);
  s->step = open_integer(t, loop->span, 1);
  s->limit = loop->limit;
  s->body = loop->body;
}

/* --- copies --- */

static Value *same(void *context, Value **scalar)
{
  (void)context;
  return scalar[0];
}

FlatExpr **open_sizes(const Typing *t, const Value *v)
{
  FlatExpr **size = open_new_sizes(t, v->rank);
  for (int i = 0; i < v->rank; i++) size[i] = open_size(t, v, i);
  return size;
}

bool open_is_empty(const Value *v)
{
  return !open_is(v) && v->n_elements == 0;
}

Value *open_copy(const Typing *t, Span span, const Value *v)
{
  Value *arg[] = {(Value *)v};
  if (open_is_empty(v)) {
    return open_make(t, span, v->type, v->enumeration, v->rank,
                     open_sizes(t, v));
  }
  return open_map(t, span, arg, 1, same, NULL);
}

typedef struct Conversion {
  const Typing *t;
  FlatType type;
} Conversion;

static Value *converted(void *context, Value **scalar)
{
  const Conversion *to = context;
  FlatExpr *e = value_at(to->t, scalar[0], 0);
  return value_of(to->t, types_convert(to->t, e, to->type));
}

Value *open_convert(const Typing *t, const Value *v, FlatType type,
                    const FlatEnumeration *enumeration, Name name)
{
  Value *arg[] = {(Value *)v};
  if (v->kind != VALUE_RECORD && v->type == type &&
      types_same_enumeration(v->enumeration, enumeration)) {
    return arg[0];
  }
  if (open_is_empty(v)) {
    return open_make(t, v->span, type, enumeration, v->rank, open_sizes(t, v));
  }
  if (v->kind != VALUE_RECORD && v->type == FLAT_INTEGER && type == FLAT_REAL) {
    Conversion to = {t, type};
    return open_map(t, v->span, arg, 1, converted, &to);
  }
  fault_error(t->faults, v->span, E204,
              "the elements of '%s' must be %s, this is %s", name,
              types_a_name(type), value_type_text(t, v));
  return NULL;
}

/* --- as arguments and results --- */

void open_scalars(const Typing *t, const Value *v, FlatExpr **scalar, int *n)
{
  scalar[(*n)++] =
      types_local(t, v->span, v->type, v->enumeration, v->open.slot);
  for (int i = 0; i < v->rank; i++) scalar[(*n)++] = v->open.size[i];
}

/* --- assignment --- */

/* The sizes may be named in each other: x := transpose(x). */
static void set_sizes(const Typing *t, Span span, const Value *target,
                      const Value *value)
{
  FlatExpr **kept = open_new_sizes(t, value->rank);
  for (int i = 0; i < value->rank; i++) {
    FlatExpr *size = value->open.size[i];
    bool is_plain = value->rank == 1 || types_is_literal(size);
    kept[i] = is_plain ? size : open_keep(t, span, "size", size);
  }
  for (int i = 0; i < value->rank; i++)
    open_set(t, span, target->open.size[i], kept[i]);
}

static bool share(const Typing *t, Span span, const Value *target,
                  const Value *value, bool is_declared, Name name)
{
  const Value *fresh = open_is(value) && !value->open.is_variable
                           ? value
                           : open_copy(t, span, value);
  if (fresh) {
    fresh = open_convert(t, fresh, target->type, target->enumeration, name);
  }
  if (!fresh) return false;
  if (is_declared && !open_check_sizes(t, span, target, fresh)) return false;
  if (!is_declared) set_sizes(t, span, target, fresh);
  FlatExpr *handle =
      types_local(t, span, fresh->type, fresh->enumeration, fresh->open.slot);
  FlatExpr *to = types_local(t, span, target->type, target->enumeration,
                             target->open.slot);
  open_set(t, span, to, handle);
  return true;
}

/* A target of known size. */
static bool spread(const Typing *t, Span span, const Value *target,
                   const Value *value, Name name)
{
  value = open_convert(t, value, target->type, target->enumeration, name);
  if (!value || !open_check_sizes(t, span, target, value)) return false;
  int n = target->n_elements;
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)n + 1, sizeof scalar[0]);
  for (int i = 0; i < n; i++)
    scalar[i] = open_read(t, span, value, open_integer(t, span, i + 1));
  return function_build_assign(t, span, target,
                               value_array(t, span, target->type,
                                           target->enumeration, target->rank,
                                           target->dim, scalar));
}

bool open_assign(const Typing *t, Span span, const Value *target,
                 const Value *value, bool is_declared, Name name)
{
  if (target->kind == VALUE_RECORD || value->kind == VALUE_RECORD) {
    return open_refuse(t, span, "a record") != NULL;
  }
  if (target->rank != value->rank) {
    fault_error(t->faults, span, E213, "%s is assigned to %s",
                value_type_text(t, value), value_type_text(t, target));
    return false;
  }
  return open_is(target) ? share(t, span, target, value, is_declared, name)
                         : spread(t, span, target, value, name);
}
