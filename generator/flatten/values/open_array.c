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

Value *open_refuse(Typing *t, Span span, const char *what)
{
  fault_error(t->faults, span, E290,
              "%s with an array whose size is computed while the function runs "
              "is not supported yet",
              what);
  return NULL;
}

/* --- numbers --- */

FlatExpr *open_integer(const FunctionBuild *b, Span span, int64_t value)
{
  return types_integer(&b->f->typing, span, value);
}

FlatExpr *open_place(FunctionBuild *b, Span span, FlatExpr *row,
                     FlatExpr *width, FlatExpr *column)
{
  Typing *t = &b->f->typing;
  FlatExpr *before =
      types_binary(t, span, FLAT_SUBTRACT, row, open_integer(b, span, 1));
  before = types_binary(t, span, FLAT_MULTIPLY, before, width);
  return types_binary(t, span, FLAT_ADD, before, column);
}

/* --- slots --- */

void open_set(FunctionBuild *b, Span span, const FlatExpr *slot,
              FlatExpr *value)
{
  FlatStatement *s = procedure_append(b->f->s, b->at, STATEMENT_ASSIGN, span);
  s->target = slot->slot;
  s->value = value;
}

static FlatExpr *new_slot(FunctionBuild *b, Span span, Name name, FlatType type,
                          const FlatEnumeration *enumeration)
{
  int local = procedure_add_local(b->f->s, b->to, name, type, false, 1);
  return types_local(&b->f->typing, span, type, enumeration,
                     b->to->local[local].first);
}

FlatExpr *open_keep(FunctionBuild *b, Span span, const char *name,
                    FlatExpr *value)
{
  FlatExpr *slot = new_slot(b, span, session_name(b->f->s, name), value->type,
                            value->enumeration);
  open_set(b, span, slot, value);
  return slot;
}

static void append_assert(FunctionBuild *b, Span span, FlatExpr *condition,
                          const char *text)
{
  FlatStatement *s = procedure_append(b->f->s, b->at, STATEMENT_ASSERT, span);
  s->value = condition;
  s->text = text;
}

/* --- making --- */

static Value *open_value(FunctionBuild *b, Span span, FlatType type,
                         const FlatEnumeration *enumeration, int rank,
                         int local, FlatExpr **size, bool is_variable)
{
  Typing *t = &b->f->typing;
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

Value *open_shape(FunctionBuild *b, Span span, int rank, FlatExpr **size)
{
  return open_value(b, span, FLAT_REAL, NULL, rank, 0, size, false);
}

FlatExpr **open_new_sizes(const FunctionBuild *b, int rank)
{
  return arena_array(b->f->s->flat_arena, (size_t)rank + 1, sizeof(FlatExpr *));
}

static int add_open_local(FunctionBuild *b, Name name, FlatType type)
{
  int local = procedure_add_local(b->f->s, b->to, name, type, false, 1);
  b->to->local[local].is_open = true;
  return local;
}

Value *open_variable(FunctionBuild *b, Name name, const Value *like)
{
  Name size_name = session_name(
      b->f->s, arena_printf(session_scratch(b->f->s), "%s_size", name));
  FlatExpr **size = open_new_sizes(b, like->rank);
  int local = add_open_local(b, name, like->type);
  for (int i = 0; i < like->rank; i++)
    size[i] = new_slot(b, like->span, size_name, FLAT_INTEGER, NULL);
  return open_value(b, like->span, like->type, like->enumeration, like->rank,
                    local, size, true);
}

/* The product; a literal where all are. */
static FlatExpr *product(FunctionBuild *b, Span span, FlatExpr **size, int n)
{
  Typing *t = &b->f->typing;
  FlatExpr *all = NULL;
  int64_t known = 1;
  for (int i = 0; i < n; i++) {
    if (types_is_literal(size[i])) {
      known *= size[i]->integer;
    } else {
      all = all ? types_binary(t, span, FLAT_MULTIPLY, all, size[i]) : size[i];
    }
  }
  if (!all) return open_integer(b, span, known);
  if (known == 1) return all;
  return types_binary(t, span, FLAT_MULTIPLY, open_integer(b, span, known),
                      all);
}

static void allocate(FunctionBuild *b, Span span, const Value *v)
{
  for (int i = 0; i < v->rank; i++) {
    FlatExpr *size = v->open.size[i];
    if (types_is_literal(size)) continue;
    append_assert(b, span,
                  types_binary(&b->f->typing, span, FLAT_GREATER_EQUAL, size,
                               open_integer(b, span, 0)),
                  "an array has a negative size");
  }
  FlatStatement *s = procedure_append(b->f->s, b->at, STATEMENT_ALLOCATE, span);
  s->local = v->open.local;
  s->value = product(b, span, v->open.size, v->rank);
}

Value *open_make(FunctionBuild *b, Span span, FlatType type,
                 const FlatEnumeration *enumeration, int rank, FlatExpr **size)
{
  int local = add_open_local(b, session_name(b->f->s, "array"), type);
  Value *made =
      open_value(b, span, type, enumeration, rank, local, size, false);
  allocate(b, span, made);
  return made;
}

/* --- declared sizes --- */

bool open_declared(FunctionBuild *b, Instance *variable, FlatExpr **size)
{
  Typing *t = &b->f->typing;
  bool is_open = false;
  if (b->algorithm || !instance_is_variable(variable)) return false;
  b->f->faults->quiet++;
  for (int i = 0; i < variable->rank; i++) {
    const AstExpr *written = variable->dimension[i].written->expr;
    Context inside = variable->dimension[i].context;
    inside.iteration = b->context.iteration;
    size[i] = NULL;
    if (!written || written->kind == AST_COLON) break;
    Value *value = expression_value(b->f, inside, written);
    if (!value || !value_is_scalar(value) || value->type != FLAT_INTEGER) break;
    size[i] = value_at(t, value, 0);
    if (size[i]->variability > FLAT_PARAMETER) {
      is_open = true;
    } else {
      size[i] = types_constant(t, size[i]);
    }
  }
  b->f->faults->quiet--;
  return is_open && size[variable->rank - 1];
}

Value *open_declare(FunctionBuild *b, Instance *variable, FlatExpr **size)
{
  Span span = variable->element->name_span;
  Value like = {.span = span,
                .type = variable->class_def->type,
                .enumeration = variable->class_def->enumeration,
                .rank = variable->rank};
  Value *made = open_variable(b, variable->name, &like);
  for (int i = 0; i < made->rank; i++)
    open_set(b, span, made->open.size[i], size[i]);
  allocate(b, span, made);
  return made;
}

/* --- reading --- */

FlatExpr *open_size(Typing *t, const Value *v, int i)
{
  return open_is(v) ? v->open.size[i] : types_integer(t, v->span, v->dim[i]);
}

FlatExpr *open_count(FunctionBuild *b, Span span, const Value *v)
{
  if (!open_is(v)) return open_integer(b, span, v->n_elements);
  return product(b, span, v->open.size, v->rank);
}

FlatExpr *open_read(FunctionBuild *b, Span span, const Value *v,
                    FlatExpr *index)
{
  Typing *t = &b->f->typing;
  if (v->rank == 0) return value_at(t, v, 0);
  if (!open_is(v)) return function_select_linear(b, span, v, index);
  FlatExpr *slot = new_slot(b, span, b->to->local[v->open.local].name, v->type,
                            v->enumeration);
  FlatStatement *s = procedure_append(b->f->s, b->at, STATEMENT_READ, span);
  s->target = slot->slot;
  s->local = v->open.local;
  s->value = index;
  return slot;
}

void open_write(FunctionBuild *b, Span span, const Value *v, FlatExpr *index,
                FlatExpr *value)
{
  FlatStatement *s = procedure_append(b->f->s, b->at, STATEMENT_WRITE, span);
  s->local = v->open.local;
  s->index = index;
  s->value = value;
}

bool open_check_sizes(FunctionBuild *b, Span span, const Value *a,
                      const Value *c)
{
  Typing *t = &b->f->typing;
  bool can_fit = a->rank == c->rank;
  for (int i = 0; can_fit && i < a->rank; i++) {
    FlatExpr *one = open_size(t, a, i), *other = open_size(t, c, i);
    if (types_is_literal(one) && types_is_literal(other)) {
      can_fit = one->integer == other->integer;
    } else if (one != other) {
      append_assert(b, span, types_binary(t, span, FLAT_EQUAL, one, other),
                    "the sizes of two arrays differ");
    }
  }
  if (can_fit) return true;
  fault_error(t->faults, span, E213, "the arrays differ in size: %s and %s",
              value_type_text(t, a), value_type_text(t, c));
  return false;
}

/* --- loops --- */

void open_loop_begin(FunctionBuild *b, OpenLoop *loop, Span span,
                     FlatExpr *limit)
{
  *loop = (OpenLoop){.before = b->at, .limit = limit, .span = span};
  loop->iterator =
      new_slot(b, span, session_name(b->f->s, "index"), FLAT_INTEGER, NULL);
  b->at = &loop->body;
  b->n_loops++;
}

void open_loop_leave(FunctionBuild *b, OpenLoop *loop)
{
  b->n_loops--;
  b->at = loop->before;
}

void open_loop_append(FunctionBuild *b, OpenLoop *loop)
{
  FlatStatement *s =
      procedure_append(b->f->s, b->at, STATEMENT_FOR, loop->span);
  s->target = loop->iterator->slot;
  s->value = open_integer(b, loop->span, 1);
  s->step = open_integer(b, loop->span, 1);
  s->limit = loop->limit;
  s->body = loop->body;
}

/* --- copies --- */

static Value *same(void *context, Value **scalar)
{
  (void)context;
  return scalar[0];
}

FlatExpr **open_sizes(FunctionBuild *b, const Value *v)
{
  FlatExpr **size = open_new_sizes(b, v->rank);
  for (int i = 0; i < v->rank; i++) size[i] = open_size(&b->f->typing, v, i);
  return size;
}

bool open_is_empty(const Value *v)
{
  return !open_is(v) && v->n_elements == 0;
}

Value *open_copy(FunctionBuild *b, Span span, const Value *v)
{
  Value *arg[] = {(Value *)v};
  if (open_is_empty(v)) {
    return open_make(b, span, v->type, v->enumeration, v->rank,
                     open_sizes(b, v));
  }
  return open_map(b, span, arg, 1, same, NULL);
}

typedef struct Conversion {
  Typing *t;
  FlatType type;
} Conversion;

static Value *converted(void *context, Value **scalar)
{
  const Conversion *to = context;
  FlatExpr *e = value_at(to->t, scalar[0], 0);
  return value_of(to->t, types_convert(to->t, e, to->type));
}

Value *open_convert(FunctionBuild *b, const Value *v, FlatType type,
                    const FlatEnumeration *enumeration, Name name)
{
  Typing *t = &b->f->typing;
  Value *arg[] = {(Value *)v};
  if (v->kind != VALUE_RECORD && v->type == type &&
      types_same_enumeration(v->enumeration, enumeration)) {
    return arg[0];
  }
  if (open_is_empty(v)) {
    return open_make(b, v->span, type, enumeration, v->rank, open_sizes(b, v));
  }
  if (v->kind != VALUE_RECORD && v->type == FLAT_INTEGER && type == FLAT_REAL) {
    Conversion to = {t, type};
    return open_map(b, v->span, arg, 1, converted, &to);
  }
  fault_error(t->faults, v->span, E204,
              "the elements of '%s' must be %s, this is %s", name,
              types_a_name(type), value_type_text(t, v));
  return NULL;
}

/* --- as arguments and results --- */

void open_scalars(FunctionBuild *b, const Value *v, FlatExpr **scalar, int *n)
{
  scalar[(*n)++] = types_local(&b->f->typing, v->span, v->type, v->enumeration,
                               v->open.slot);
  for (int i = 0; i < v->rank; i++) scalar[(*n)++] = v->open.size[i];
}

/* --- assignment --- */

/* The sizes may be named in each other: x := transpose(x). */
static void set_sizes(FunctionBuild *b, Span span, const Value *target,
                      const Value *value)
{
  FlatExpr **kept = open_new_sizes(b, value->rank);
  for (int i = 0; i < value->rank; i++) {
    FlatExpr *size = value->open.size[i];
    bool is_plain = value->rank == 1 || types_is_literal(size);
    kept[i] = is_plain ? size : open_keep(b, span, "size", size);
  }
  for (int i = 0; i < value->rank; i++)
    open_set(b, span, target->open.size[i], kept[i]);
}

static bool share(FunctionBuild *b, Span span, const Value *target,
                  const Value *value, bool is_declared, Name name)
{
  const Value *fresh = open_is(value) && !value->open.is_variable
                           ? value
                           : open_copy(b, span, value);
  if (fresh) {
    fresh = open_convert(b, fresh, target->type, target->enumeration, name);
  }
  if (!fresh) return false;
  if (is_declared && !open_check_sizes(b, span, target, fresh)) return false;
  if (!is_declared) set_sizes(b, span, target, fresh);
  FlatExpr *handle = types_local(&b->f->typing, span, fresh->type,
                                 fresh->enumeration, fresh->open.slot);
  FlatExpr *to = types_local(&b->f->typing, span, target->type,
                             target->enumeration, target->open.slot);
  open_set(b, span, to, handle);
  return true;
}

/* A target of known size. */
static bool spread(FunctionBuild *b, Span span, const Value *target,
                   const Value *value, Name name)
{
  Typing *t = &b->f->typing;
  value = open_convert(b, value, target->type, target->enumeration, name);
  if (!value || !open_check_sizes(b, span, target, value)) return false;
  int n = target->n_elements;
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)n + 1, sizeof scalar[0]);
  for (int i = 0; i < n; i++)
    scalar[i] = open_read(b, span, value, open_integer(b, span, i + 1));
  return function_build_assign(b, span, target,
                               value_array(t, span, target->type,
                                           target->enumeration, target->rank,
                                           target->dim, scalar));
}

bool open_assign(FunctionBuild *b, Span span, const Value *target,
                 const Value *value, bool is_declared, Name name)
{
  Typing *t = &b->f->typing;
  if (target->kind == VALUE_RECORD || value->kind == VALUE_RECORD) {
    return open_refuse(t, span, "a record") != NULL;
  }
  if (target->rank != value->rank) {
    fault_error(t->faults, span, E213, "%s is assigned to %s",
                value_type_text(t, value), value_type_text(t, target));
    return false;
  }
  return open_is(target) ? share(b, span, target, value, is_declared, name)
                         : spread(b, span, target, value, name);
}
