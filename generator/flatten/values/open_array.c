/* open_array.c: arrays of computed size as locals of a procedure: their sizes
 * and elements, loops over them, assignments. */
#include "flatten/values/open_array.h"

#include <assert.h>
#include <string.h>

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

/* --- making --- */

static void append_assert(const Typing *t, Span span, FlatExpr *condition,
                          const char *text)
{
  FunctionBuild *b = t->build;
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_ASSERT, span);
  s->value = condition;
  s->text = text;
}

/* The product; a literal where all are. */
static FlatExpr *open_array_product(const Typing *t, Span span, FlatExpr **size,
                                    int n)
{
  FlatExpr *all = NULL;
  int64_t known = 1;
  for (int i = 0; i < n; i++) {
    assert(size[i]->type == FLAT_INTEGER);
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
  assert(open_is(v));
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
  s->value = open_array_product(t, span, v->open.size, v->rank);
}

Value *open_make(const Typing *t, Span span, FlatType type,
                 const FlatEnumeration *enumeration, int rank, FlatExpr **size)
{
  int local = open_local(t, session_name(t->faults->s, "array"), type);
  Value *made =
      open_value(t, span, type, enumeration, rank, local, size, false);
  open_allocate(t, span, made);
  return made;
}

/* --- reading --- */

FlatExpr *open_size(const Typing *t, const Value *v, int i)
{
  assert(i >= 0 && i < v->rank);
  return open_is(v) ? v->open.size[i] : types_integer(t, v->span, v->dim[i]);
}

FlatExpr *open_count(const Typing *t, Span span, const Value *v)
{
  if (!open_is(v)) return open_integer(t, span, v->n_elements);
  return open_array_product(t, span, v->open.size, v->rank);
}

FlatExpr *open_read(const Typing *t, Span span, const Value *v, FlatExpr *index)
{
  FunctionBuild *b = t->build;
  if (v->rank == 0) return value_at(t, v, 0);
  if (!open_is(v)) return function_select_linear(t, span, v, index);
  FlatExpr *slot = open_slot(t, span, b->to->local[v->open.local].name, v->type,
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
  assert(open_is(v) && index->type == FLAT_INTEGER);
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
  loop->iterator = open_slot(t, span, session_name(t->faults->s, "index"),
                             FLAT_INTEGER, NULL);
  b->at = &loop->body;
  b->n_loops++;
}

void open_loop_leave(const Typing *t, OpenLoop *loop)
{
  FunctionBuild *b = t->build;
  assert(b->at == &loop->body && b->n_loops > 0); /* the innermost */
  b->n_loops--;
  b->at = loop->before;
}

void open_loop_append(const Typing *t, OpenLoop *loop)
{
  FunctionBuild *b = t->build;
  assert(b->at == loop->before);
  FlatStatement *s =
      procedure_append(t->faults->s, b->at, STATEMENT_FOR, loop->span);
  s->target = loop->iterator->slot;
  s->value = open_integer(t, loop->span, 1);
  s->step = open_integer(t, loop->span, 1);
  s->limit = loop->limit;
  s->body = loop->body;
}

/* --- element by element --- */

/* An open array has the say over the shape, then any other. */
static const Value *open_array_shaping(Value **arg, int n_args)
{
  const Value *shape = NULL;
  for (int k = 0; k < n_args; k++) {
    if (open_is(arg[k])) return arg[k];
    if (!shape && arg[k]->rank > 0) shape = arg[k];
  }
  return shape;
}

static bool open_array_check_shapes(const Typing *t, Span span,
                                    const Value *shape, Value **arg, int n_args)
{
  for (int k = 0; k < n_args; k++) {
    if (arg[k]->rank == 0 || arg[k] == shape) continue;
    if (!open_check_sizes(t, span, shape, arg[k])) return false;
  }
  return true;
}

Value *open_map(const Typing *t, Span span, Value **arg, int n_args,
                OpenElement *make, void *context)
{
  FunctionBuild *b = t->build;
  const Value *shape = open_array_shaping(arg, n_args);
  assert(shape);
  if (!open_array_check_shapes(t, span, shape, arg, n_args)) return NULL;
  Value **scalar =
      arena_array(value_arena(t), (size_t)n_args, sizeof scalar[0]);
  OpenLoop loop;
  open_loop_begin(t, &loop, span, open_count(t, span, shape));
  for (int k = 0; k < n_args; k++)
    scalar[k] = value_of(t, open_read(t, span, arg[k], loop.iterator));
  Value *one = make(context, scalar);
  FlatExpr *element = one ? value_scalar(t, one) : NULL;
  open_loop_leave(t, &loop);
  if (!element) return NULL;
  Value *made = open_make(t, span, element->type, element->enumeration,
                          shape->rank, open_sizes(t, shape));
  b->at = &loop.body;
  open_write(t, span, made, loop.iterator, element);
  b->at = loop.before;
  open_loop_append(t, &loop);
  return made;
}

/* --- copies --- */

static Value *open_array_same(void *context, Value **scalar)
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
  return open_map(t, span, arg, 1, open_array_same, NULL);
}

typedef struct Conversion {
  const Typing *t;
  FlatType type;
} Conversion;

static Value *open_array_converted(void *context, Value **scalar)
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
    if (v->rank == 0) return open_array_converted(&to, arg);
    return open_map(t, v->span, arg, 1, open_array_converted, &to);
  }
  fault_error(t->faults, v->span, E204,
              "the elements of '%s' must be %s, this is %s", name,
              types_a_name(type), value_type_text(t, v));
  return NULL;
}
