/* open_operators.c: operators on arrays of computed size, as loops. */
#include "flatten/values/open_array.h"

#include <assert.h>

#include "flatten/values/known_operators.h"

typedef struct Operator {
  const Typing *t;
  Span span;
  AstOperator op;
  FlatFunction function;
  int n_args;
} Operator;

static Value *apply_binary(void *context, Value **scalar)
{
  const Operator *o = context;
  return known_binary(o->t, o->span, o->op, scalar[0], scalar[1]);
}

static Value *apply_unary(void *context, Value **scalar)
{
  const Operator *o = context;
  return known_unary(o->t, o->span, o->op, scalar[0]);
}

static Value *apply_function(void *context, Value **scalar)
{
  const Operator *o = context;
  return known_map(o->t, o->span, o->function, scalar, o->n_args);
}

/* --- products --- */

/* A vector is a row on the left, a column on the right. */
typedef struct Product {
  const Value *left, *right;
  FlatExpr *rows, *inner, *columns;
} Product;

/* The sum over the inner index, in a slot. */
static FlatExpr *open_operators_inner_product(const Typing *t, Span span,
                                              const Product *p, FlatExpr *row,
                                              FlatExpr *column)
{
  bool is_real = p->left->type == FLAT_REAL || p->right->type == FLAT_REAL;
  FlatExpr *sum =
      open_keep(t, span, "sum",
                is_real ? types_real(t, span, 0) : types_integer(t, span, 0));
  OpenLoop loop;
  open_loop_begin(t, &loop, span, p->inner);
  FlatExpr *a = open_read(t, span, p->left,
                          open_place(t, span, row, p->inner, loop.iterator));
  FlatExpr *c =
      open_read(t, span, p->right,
                open_place(t, span, loop.iterator, p->columns, column));
  FlatExpr *term = types_binary(t, span, FLAT_MULTIPLY, a, c);
  if (term) open_set(t, span, sum, types_binary(t, span, FLAT_ADD, sum, term));
  open_loop_leave(t, &loop);
  open_loop_append(t, &loop);
  return term ? sum : NULL;
}

static Value *product_array(const Typing *t, Span span, const Product *p)
{
  int rank = 0;
  FlatExpr **size = arena_array(t->faults->s->flat_arena, 2, sizeof size[0]);
  if (p->left->rank == 2) size[rank++] = p->rows;
  if (p->right->rank == 2) size[rank++] = p->columns;
  bool is_real = p->left->type == FLAT_REAL || p->right->type == FLAT_REAL;
  Value *made =
      open_make(t, span, is_real ? FLAT_REAL : FLAT_INTEGER, NULL, rank, size);
  OpenLoop rows, columns;
  open_loop_begin(t, &rows, span, p->rows);
  open_loop_begin(t, &columns, span, p->columns);
  FlatExpr *sum =
      open_operators_inner_product(t, span, p, rows.iterator, columns.iterator);
  if (sum) {
    open_write(t, span, made,
               open_place(t, span, rows.iterator, p->columns, columns.iterator),
               sum);
  }
  open_loop_leave(t, &columns);
  open_loop_append(t, &columns);
  open_loop_leave(t, &rows);
  open_loop_append(t, &rows);
  return sum ? made : NULL;
}

static Value *open_operators_multiply(const Typing *t, Span span,
                                      const Value *left, const Value *right)
{
  if (left->rank > 2 || right->rank > 2 || !value_is_numeric(left) ||
      !value_is_numeric(right)) {
    fault_error(t->faults, span, E213, "'*' of %s and %s",
                value_type_text(t, left), value_type_text(t, right));
    return NULL;
  }
  FlatExpr *one = open_integer(t, span, 1);
  Product p = {left, right, one, open_size(t, left, left->rank - 1), one};
  if (left->rank == 2) p.rows = open_size(t, left, 0);
  if (right->rank == 2) p.columns = open_size(t, right, 1);
  FlatExpr *height = open_size(t, right, 0);
  if (!open_check_sizes(t, span, open_shape(t, span, 1, &p.inner),
                        open_shape(t, span, 1, &height))) {
    return NULL;
  }
  if (left->rank == 1 && right->rank == 1) {
    FlatExpr *sum = open_operators_inner_product(t, span, &p, one, one);
    return sum ? value_of(t, sum) : NULL;
  }
  return product_array(t, span, &p);
}

/* --- which one --- */

Value *open_binary(const Typing *t, Span span, AstOperator op, const Value *a,
                   const Value *b)
{
  assert(open_is(a) || open_is(b));
  Value *arg[] = {(Value *)a, (Value *)b};
  Operator o = {.t = t, .span = span, .op = op};
  bool both = a->rank > 0 && b->rank > 0;
  if (op == AST_MUL && both) return open_operators_multiply(t, span, a, b);
  bool fits = value_is_elementwise(op) || (op == AST_MUL) ||
              (op == AST_DIV && b->rank == 0) ||
              ((op == AST_ADD || op == AST_SUB) && both);
  if (!fits) return open_refuse(t, span, "this operator");
  return open_map(t, span, arg, 2, apply_binary, &o);
}

Value *open_unary(const Typing *t, Span span, AstOperator op, const Value *a)
{
  assert(open_is(a));
  Value *arg[] = {(Value *)a};
  Operator o = {.t = t, .span = span, .op = op};
  return open_map(t, span, arg, 1, apply_unary, &o);
}

Value *open_call(const Typing *t, Span span, FlatFunction function, Value **arg,
                 int n_args)
{
  Operator o = {.t = t, .span = span, .function = function, .n_args = n_args};
  return open_map(t, span, arg, n_args, apply_function, &o);
}
