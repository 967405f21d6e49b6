/* open_functions.c: built-in functions that make or take arrays of computed
 * size, as loops. */
#include "flatten/values/open_array.h"

#include <assert.h>
#include <limits.h>

#include "flatten/values/array_algebra.h"
#include "function/range_count.h"

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
  assert(n->type == FLAT_INTEGER && first->type == step->type);
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
    n = types_binary(t, span, FLAT_ADD, n, types_real(t, span, RANGE_ROUNDING));
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

/* What becomes of the value so far and one element more. */
typedef struct Fold {
  ArrayFunction function;
  Value *(*known)(const Typing *t, Span span, Value **arg, int n_args);
  FlatFunction combine; /* of both; N_FLAT_FUNCTIONS: known() of both */
} Fold;

static const Fold *fold_of(ArrayFunction function)
{
  static const Fold fold[N_ARRAY_FUNCTIONS] = {
#define ARRAY_FUNCTION(NAME, name, least, most, handler, iterators, facts)     \
  [ARRAY_##NAME] = {.function = ARRAY_##NAME, facts},
#define FOLD(empty, how) .known = empty, .combine = FLAT_##how
#define FLAT_CALL N_FLAT_FUNCTIONS
#include "base/builtin_functions.def"
#undef FLAT_CALL
  };
  assert(fold[function].known); /* the others do not reduce */
  return &fold[function];
}

/* What is there before the first element: the value of an empty array. */
static FlatExpr *neutral(const Typing *t, Span span, const Fold *fold,
                         const FlatExpr *like)
{
  static const int none[] = {0};
  Value *empty =
      value_array(t, span, like->type, like->enumeration, 1, none, NULL);
  Value *value = fold->known(t, span, &empty, 1);
  return value ? value_scalar(t, value) : NULL;
}

static Value *open_functions_combine(const Typing *t, Span span,
                                     const Fold *fold, FlatExpr *so_far,
                                     FlatExpr *element)
{
  if (fold->combine == N_FLAT_FUNCTIONS) {
    Value *both[] = {value_of(t, so_far), value_of(t, element)};
    return fold->known(t, span, both, 2);
  }
  FlatExpr *sum = types_binary(t, span, fold->combine, so_far, element);
  return sum ? value_of(t, sum) : NULL;
}

/* After a loop whose body gives `element`: so_far := so_far + element. */
static Value *accumulate(const Typing *t, OpenLoop *loop, const Fold *fold,
                         FlatExpr *element)
{
  FunctionBuild *b = t->build;
  Span span = loop->span;
  FlatExpr *first = neutral(t, span, fold, element);
  if (!first) return NULL;
  FlatExpr *so_far = open_keep(t, span, "so_far", first);
  Value *next = open_functions_combine(t, span, fold, so_far, element);
  FlatExpr *value = next ? value_scalar(t, next) : NULL;
  if (!value) return NULL;
  b->at = &loop->body;
  open_set(t, span, so_far, value);
  b->at = loop->before;
  open_loop_append(t, loop);
  return value_of(t, so_far);
}

static Value *reduced(const Typing *t, Span span, const Fold *fold,
                      const Value *v)
{
  OpenLoop loop;
  open_loop_begin(t, &loop, span, open_count(t, span, v));
  FlatExpr *element = open_read(t, span, v, loop.iterator);
  open_loop_leave(t, &loop);
  return accumulate(t, &loop, fold, element);
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
  if (function != ARRAY_ARRAY)
    return accumulate(t, &loop, fold_of(function), element);
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
  assert(open_is(v) && v->rank == 2);
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
  assert(open_is(v));
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

/* --- the functions: OPEN of the table --- */

/* The function that is called, with as many arguments as it takes. */
typedef struct OpenCall {
  ArrayFunction function;
  const char *name;
  Span span;
  Value **arg;
  int n_args;
} OpenCall;

typedef Value *OpenHandler(const Typing *t, const OpenCall *call);

static Value *open_call_refused(const Typing *t, const OpenCall *call)
{
  return open_refuse(t, call->span,
                     arena_printf(value_arena(t), "'%s'", call->name));
}

static Value *open_call_ndims(const Typing *t, const OpenCall *call)
{
  return value_of(t, types_integer(t, call->span, call->arg[0]->rank));
}

static Value *open_call_size(const Typing *t, const OpenCall *call)
{
  return sizes(t, call->span, call->arg, call->n_args);
}

/* Section 10.3.2: one size at most is above 1, so there are no more elements
 * than the largest size has; they lie one behind the other already. */
static Value *open_call_vector(const Typing *t, const OpenCall *call)
{
  const Value *v = call->arg[0];
  Span span = call->span;
  if (v->rank == 1) return call->arg[0];
  FlatExpr **size = open_new_sizes(t, 1);
  size[0] = open_keep(t, span, "count", open_count(t, span, v));
  FlatExpr *largest = open_size(t, v, 0);
  for (int i = 1; i < v->rank; i++)
    largest = types_binary(t, span, FLAT_MAX, largest, open_size(t, v, i));
  FlatExpr *needed = types_binary(t, span, FLAT_MAX, size[0], largest);
  if (!open_check_sizes(t, span, open_shape(t, span, 1, &needed),
                        open_shape(t, span, 1, &largest)))
    return NULL;
  Value *made = open_make(t, span, v->type, v->enumeration, 1, size);
  OpenLoop loop;
  open_loop_begin(t, &loop, span, size[0]);
  open_write(t, span, made, loop.iterator,
             open_read(t, span, v, loop.iterator));
  open_loop_leave(t, &loop);
  open_loop_append(t, &loop);
  return made;
}

static Value *open_call_matrix(const Typing *t, const OpenCall *call)
{
  if (call->arg[0]->rank > 2) return open_call_refused(t, call);
  return open_promote(t, call->span, call->arg[0], 2);
}

static Value *open_call_array(const Typing *t, const OpenCall *call)
{
  return open_stack(t, call->span, call->arg, call->n_args);
}

static Value *open_call_zeros(const Typing *t, const OpenCall *call)
{
  return filled(t, call->span, open_integer(t, call->span, 0), call->arg,
                call->n_args);
}

static Value *open_call_ones(const Typing *t, const OpenCall *call)
{
  return filled(t, call->span, open_integer(t, call->span, 1), call->arg,
                call->n_args);
}

static Value *open_call_fill(const Typing *t, const OpenCall *call)
{
  FlatExpr *value = value_scalar(t, call->arg[0]);
  if (!value) return NULL;
  return filled(t, call->span, value, call->arg + 1, call->n_args - 1);
}

static Value *open_call_identity(const Typing *t, const OpenCall *call)
{
  return identity(t, call->span, call->arg[0]);
}

static Value *open_call_linspace(const Typing *t, const OpenCall *call)
{
  return linspace(t, call->span, call->arg);
}

static Value *open_call_reduction(const Typing *t, const OpenCall *call)
{
  if (call->n_args != 1) return open_call_refused(t, call);
  return reduced(t, call->span, fold_of(call->function), call->arg[0]);
}

static Value *open_call_transpose(const Typing *t, const OpenCall *call)
{
  if (call->arg[0]->rank != 2) return open_call_refused(t, call);
  return transposed(t, call->span, call->arg[0]);
}

static Value *open_call_cat(const Typing *t, const OpenCall *call)
{
  int64_t k;
  Value **arg = call->arg;
  if (!value_integer(t, arg[0], &k)) return NULL;
  if (k >= 1 && k <= arg[1]->rank) {
    return open_cat(t, call->span, (int)k - 1, arg + 1, call->n_args - 1);
  }
  fault_error(t->faults, arg[0]->span, E215, "%s has no dimension %lld",
              value_type_text(t, arg[1]), (long long)k);
  return NULL;
}

static const struct {
  const char *name;
  OpenHandler *call;
  int sizes_from; /* the first argument that is a size */
} row[] = {
#define ARRAY_FUNCTION(NAME, name, least, most, handler, iterators, facts)     \
  [ARRAY_##NAME] = {name, facts},
#define OPEN(what, sizes) open_call_##what, sizes
#define SIZES_FROM(k) k
#define NO_SIZES INT_MAX
#include "base/builtin_functions.def"
#undef SIZES_FROM
#undef NO_SIZES
};

bool open_is_function(const Typing *t, ArrayFunction function,
                      Value *const *arg, int n_args)
{
  if (open_concerns(arg, n_args)) return true;
  for (int i = row[function].sizes_from; i < n_args; i++) {
    if (open_is_number(t, arg[i])) return true;
  }
  return false;
}

Value *open_function(const Typing *t, Span span, ArrayFunction function,
                     Value **arg, int n_args)
{
  OpenCall call = {function, row[function].name, span, arg, n_args};
  return row[function].call(t, &call);
}
