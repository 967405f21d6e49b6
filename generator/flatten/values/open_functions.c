/* open_functions.c: built-in functions that make or take arrays of computed
 * size, as loops. */
#include "flatten/values/open_array.h"

#include <assert.h>

#include "flatten/values/array_algebra.h"

/* --- arrays that are written --- */

/* fill(s, n1, n2, ...) */
static Value *filled(const Typing *t, Span span, FlatExpr *value, Value **size,
                     int rank)
{
  FlatExpr **all = open_new_sizes(t, rank);
  for (int i = 0; i < rank; i++) {
    FlatExpr *one = value_scalar(t, size[i]);
    if (!one || one->type != FLAT_INTEGER) {
      if (one) {
        fault_error(t->faults, size[i]->span, E204,
                    "a size must be an Integer, this is %s",
                    types_a_name(one->type));
      }
      return NULL;
    }
    all[i] = types_is_literal(one) ? one : open_keep(t, span, "size", one);
  }
  Value *made = open_make(t, span, value->type, value->enumeration, rank, all);
  OpenLoop loop;
  open_loop_begin(t, &loop, span, open_count(t, span, made));
  open_write(t, span, made, loop.iterator, value);
  open_loop_leave(t, &loop);
  open_loop_append(t, &loop);
  return made;
}

static Value *identity(const Typing *t, Span span, Value *size)
{
  Value *both[] = {size, size};
  Value *made = filled(t, span, open_integer(t, span, 0), both, 2);
  if (!made) return NULL;
  OpenLoop loop;
  open_loop_begin(t, &loop, span, made->open.size[0]);
  FlatExpr *at =
      open_place(t, span, loop.iterator, made->open.size[0], loop.iterator);
  open_write(t, span, made, at, open_integer(t, span, 1));
  open_loop_leave(t, &loop);
  open_loop_append(t, &loop);
  return made;
}

/* first + (i - 1)*step, for n values of i. */
static Value *stepped(const Typing *t, Span span, FlatExpr *first,
                      FlatExpr *step, FlatExpr *n)
{
  FlatExpr **size = open_new_sizes(t, 1);
  size[0] = open_keep(t, span, "size", n);
  Value *made = open_make(t, span, first->type, NULL, 1, size);
  OpenLoop loop;
  open_loop_begin(t, &loop, span, size[0]);
  FlatExpr *i = types_binary(t, span, FLAT_SUBTRACT, loop.iterator,
                             open_integer(t, span, 1));
  FlatExpr *value = types_binary(t, span, FLAT_MULTIPLY, i, step);
  value = types_binary(t, span, FLAT_ADD, first, value);
  open_write(t, span, made, loop.iterator, value);
  open_loop_leave(t, &loop);
  open_loop_append(t, &loop);
  return made;
}

static Value *linspace(const Typing *t, Span span, Value **arg)
{
  FlatExpr *first = value_scalar(t, arg[0]), *last = value_scalar(t, arg[1]);
  FlatExpr *n = value_scalar(t, arg[2]);
  first = first ? types_convert(t, first, FLAT_REAL) : NULL;
  last = last ? types_convert(t, last, FLAT_REAL) : NULL;
  if (!first || !last || !n || n->type != FLAT_INTEGER) {
    fault_error(t->faults, span, E204,
                "'linspace' takes two numbers and a size");
    return NULL;
  }
  FlatExpr *gaps =
      types_binary(t, span, FLAT_SUBTRACT, n, open_integer(t, span, 1));
  FlatExpr *step = types_binary(t, span, FLAT_SUBTRACT, last, first);
  step = types_binary(t, span, FLAT_DIVIDE, step, gaps);
  return stepped(t, span, open_keep(t, span, "first", first),
                 open_keep(t, span, "step", step), n);
}

/* The size of first:step:last: floor((last - first)/step) + 1, or 0. */
static FlatExpr *range_size(const Typing *t, Span span, FlatExpr *first,
                            FlatExpr *step, FlatExpr *last)
{
  FlatExpr *n = types_binary(t, span, FLAT_SUBTRACT, last, first);
  bool is_one = step->kind == FLAT_EXPR_INTEGER && step->integer == 1;
  if (!is_one) {
    n = types_binary(t, span, FLAT_DIVIDE, n, step);
    n = types_binary(t, span, FLAT_ADD, n, types_real(t, span, 1e-9));
    n = types_unary(t, span, FLAT_INTEGER_OF, n);
  }
  n = types_binary(t, span, FLAT_ADD, n, types_integer(t, span, 1));
  return types_binary(t, span, FLAT_MAX, n, types_integer(t, span, 0));
}

Value *open_range(const Typing *t, Span span, const Value *first,
                  const Value *step, const Value *stop)
{
  FlatExpr *part[3] = {value_scalar(t, first),
                       step ? value_scalar(t, step) : open_integer(t, span, 1),
                       value_scalar(t, stop)};
  bool is_real = false;
  for (int i = 0; i < 3; i++) {
    if (!part[i]) return NULL;
    is_real |= part[i]->type == FLAT_REAL;
  }
  for (int i = 0; i < 3; i++) {
    part[i] = types_convert(t, part[i], is_real ? FLAT_REAL : FLAT_INTEGER);
    if (!part[i]) return open_refuse(t, span, "a range that is not of numbers");
    bool is_literal = types_is_literal(part[i]);
    if (!is_literal) part[i] = open_keep(t, span, "bound", part[i]);
  }
  return stepped(t, span, part[0], part[1],
                 range_size(t, span, part[0], part[1], part[2]));
}

/* --- reductions --- */

static Value *reduce_known(const Typing *t, Span span, ArrayFunction function,
                           Value **arg, int n_args)
{
  switch (function) {
  case ARRAY_MIN: return array_min(t, span, arg, n_args);
  case ARRAY_MAX: return array_max(t, span, arg, n_args);
  case ARRAY_PRODUCT: return array_product(t, span, arg, n_args);
  default:
    assert(function == ARRAY_SUM);
    return array_sum(t, span, arg, n_args);
  }
}

/* What is there before the first element: the value of an empty array. */
static FlatExpr *neutral(const Typing *t, Span span, ArrayFunction function,
                         const FlatExpr *like)
{
  static const int none[] = {0};
  Value *empty =
      value_array(t, span, like->type, like->enumeration, 1, none, NULL);
  Value *value = reduce_known(t, span, function, &empty, 1);
  return value ? value_scalar(t, value) : NULL;
}

static Value *open_functions_combine(const Typing *t, Span span,
                                     ArrayFunction function, FlatExpr *so_far,
                                     FlatExpr *element)
{
  static const FlatFunction as[] = {[ARRAY_MIN] = FLAT_MIN,
                                    [ARRAY_MAX] = FLAT_MAX,
                                    [ARRAY_SUM] = FLAT_ADD,
                                    [ARRAY_PRODUCT] = FLAT_MULTIPLY};
  if (function == ARRAY_MIN || function == ARRAY_MAX) {
    Value *both[] = {value_of(t, so_far), value_of(t, element)};
    return reduce_known(t, span, function, both, 2);
  }
  FlatExpr *sum = types_binary(t, span, as[function], so_far, element);
  return sum ? value_of(t, sum) : NULL;
}

/* Behind a loop whose body gives `element`: so_far := so_far + element. */
static Value *accumulate(const Typing *t, OpenLoop *loop,
                         ArrayFunction function, FlatExpr *element)
{
  FunctionBuild *b = t->build;
  Span span = loop->span;
  FlatExpr *first = neutral(t, span, function, element);
  if (!first) return NULL;
  FlatExpr *so_far = open_keep(t, span, "so_far", first);
  Value *next = open_functions_combine(t, span, function, so_far, element);
  FlatExpr *value = next ? value_scalar(t, next) : NULL;
  if (!value) return NULL;
  b->at = &loop->body;
  open_set(t, span, so_far, value);
  b->at = loop->before;
  open_loop_append(t, loop);
  return value_of(t, so_far);
}

static Value *reduced(const Typing *t, Span span, ArrayFunction function,
                      const Value *v)
{
  OpenLoop loop;
  open_loop_begin(t, &loop, span, open_count(t, span, v));
  FlatExpr *element = open_read(t, span, v, loop.iterator);
  open_loop_leave(t, &loop);
  return accumulate(t, &loop, function, element);
}

Value *open_reduce(const Typing *t, Span span, ArrayFunction function,
                   const Value *range, OpenItem *inside, void *context)
{
  FunctionBuild *b = t->build;
  OpenLoop loop;
  open_loop_begin(t, &loop, span, open_size(t, range, 0));
  const Value *i = value_of(t, open_read(t, span, range, loop.iterator));
  Value *item = inside(context, i);
  bool is_array = item && !value_is_scalar(item);
  FlatExpr *element = item && !is_array ? value_at(t, item, 0) : NULL;
  open_loop_leave(t, &loop);
  if (is_array) return open_refuse(t, span, "an array of arrays");
  if (!element) return NULL;
  if (function != ARRAY_ARRAY) return accumulate(t, &loop, function, element);
  FlatExpr **size = open_new_sizes(t, 1);
  size[0] = open_size(t, range, 0);
  Value *made =
      open_make(t, span, element->type, element->enumeration, 1, size);
  b->at = &loop.body;
  open_write(t, span, made, loop.iterator, element);
  b->at = loop.before;
  open_loop_append(t, &loop);
  return made;
}

/* --- shapes --- */

static Value *transposed(const Typing *t, Span span, const Value *v)
{
  if (v->rank != 2) return open_refuse(t, span, "'transpose'");
  FlatExpr **size = open_new_sizes(t, 2);
  size[0] = v->open.size[1];
  size[1] = v->open.size[0];
  Value *made = open_make(t, span, v->type, v->enumeration, 2, size);
  FlatExpr *count = open_keep(t, span, "count", open_integer(t, span, 0));
  OpenLoop rows, columns;
  open_loop_begin(t, &rows, span, size[0]);
  open_loop_begin(t, &columns, span, size[1]);
  FlatExpr *at = open_place(t, span, columns.iterator, size[0], rows.iterator);
  FlatExpr *read = open_read(t, span, v, at);
  open_set(t, span, count,
           types_binary(t, span, FLAT_ADD, count, open_integer(t, span, 1)));
  open_write(t, span, made, count, read);
  open_loop_leave(t, &columns);
  open_loop_append(t, &columns);
  open_loop_leave(t, &rows);
  open_loop_append(t, &rows);
  return made;
}

static Value *sizes(const Typing *t, Span span, Value **arg, int n_args)
{
  const Value *v = arg[0];
  Value **item =
      arena_array(value_arena(t), (size_t)v->rank + 1, sizeof item[0]);
  for (int i = 0; i < v->rank; i++) item[i] = value_of(t, v->open.size[i]);
  if (n_args == 1) return value_construct(t, span, item, v->rank);
  int64_t k;
  if (!value_integer(t, arg[1], &k)) return NULL;
  if (k >= 1 && k <= v->rank) return item[k - 1];
  fault_error(t->faults, arg[1]->span, E215, "%s has no dimension %lld",
              value_type_text(t, v), (long long)k);
  return NULL;
}

static Value *as_matrix(const Typing *t, Span span, const Value *v)
{
  return v->rank > 2 ? open_refuse(t, span, "'matrix'")
                     : open_promote(t, span, v, 2);
}

static Value *open_functions_call_cat(const Typing *t, Span span, Value **arg,
                                      int n_args)
{
  int64_t k;
  if (!value_integer(t, arg[0], &k)) return NULL;
  if (k >= 1 && k <= arg[1]->rank) {
    return open_cat(t, span, (int)k - 1, arg + 1, n_args - 1);
  }
  fault_error(t->faults, arg[0]->span, E215, "%s has no dimension %lld",
              value_type_text(t, arg[1]), (long long)k);
  return NULL;
}

/* --- which one --- */

bool open_is_function(const Typing *t, ArrayFunction function,
                      Value *const *arg, int n_args)
{
  if (open_concerns(arg, n_args)) return true;
  switch (function) {
  case ARRAY_ZEROS:
  case ARRAY_ONES:
  case ARRAY_IDENTITY:
    for (int i = 0; i < n_args; i++) {
      if (open_is_number(t, arg[i])) return true;
    }
    return false;
  case ARRAY_FILL:
    for (int i = 1; i < n_args; i++) {
      if (open_is_number(t, arg[i])) return true;
    }
    return false;
  case ARRAY_LINSPACE: return n_args == 3 && open_is_number(t, arg[2]);
  default: return false;
  }
}

static Value *open_functions_refuse(const Typing *t, Span span,
                                    const char *name)
{
  return open_refuse(t, span, arena_printf(value_arena(t), "'%s'", name));
}

Value *open_function(const Typing *t, Span span, ArrayFunction function,
                     const char *name, Value **arg, int n_args)
{
  switch (function) {
  case ARRAY_NDIMS: return value_of(t, types_integer(t, span, arg[0]->rank));
  case ARRAY_SIZE: return sizes(t, span, arg, n_args);
  case ARRAY_VECTOR:
    return arg[0]->rank == 1 ? arg[0] : open_functions_refuse(t, span, name);
  case ARRAY_MATRIX: return as_matrix(t, span, arg[0]);
  case ARRAY_ARRAY: return open_stack(t, span, arg, n_args);
  case ARRAY_ZEROS:
  case ARRAY_ONES:
    return filled(t, span, open_integer(t, span, function == ARRAY_ONES), arg,
                  n_args);
  case ARRAY_FILL: {
    FlatExpr *value = value_scalar(t, arg[0]);
    return value ? filled(t, span, value, arg + 1, n_args - 1) : NULL;
  }
  case ARRAY_IDENTITY: return identity(t, span, arg[0]);
  case ARRAY_LINSPACE: return linspace(t, span, arg);
  case ARRAY_MIN:
  case ARRAY_MAX:
  case ARRAY_SUM:
  case ARRAY_PRODUCT:
    return n_args == 1 ? reduced(t, span, function, arg[0])
                       : open_functions_refuse(t, span, name);
  case ARRAY_TRANSPOSE: return transposed(t, span, arg[0]);
  case ARRAY_CAT: return open_functions_call_cat(t, span, arg, n_args);
  default: return open_functions_refuse(t, span, name);
  }
}
