/* open_join.c: arrays one after the other or side by side, where one of them
 * has a size that is computed while the function runs. */
#include <assert.h>

#include "flatten/values/open_array.h"

/* Copies all elements of v to made, from `*at` + 1 on. */
static void append_elements(const Typing *t, Span span, const Value *made,
                            FlatExpr **at, const Value *v)
{
  FlatExpr *n = open_count(t, span, v);
  OpenLoop loop;
  open_loop_begin(t, &loop, span, n);
  FlatExpr *read = open_read(t, span, v, loop.iterator);
  open_write(t, span, made, types_binary(t, span, FLAT_ADD, *at, loop.iterator),
             read);
  open_loop_leave(t, &loop);
  open_loop_append(t, &loop);
  *at = types_binary(t, span, FLAT_ADD, *at, n);
}

/* All as Values of one type; who has the say over it, or NULL after a
 * diagnostic. */
static const Value *unify(const Typing *t, Span span, Value **item, int n)
{
  const Value *lead = item[0];
  for (int i = 0; i < n; i++) {
    if (item[i]->kind == VALUE_RECORD) {
      return open_refuse(t, span, "a record");
    }
    if (lead->is_untyped ||
        (lead->type == FLAT_INTEGER && item[i]->type == FLAT_REAL)) {
      lead = item[i];
    }
  }
  for (int i = 0; i < n; i++) {
    if (open_is_empty(item[i])) continue;
    item[i] = open_convert(t, item[i], lead->type, lead->enumeration, "array");
    if (!item[i]) return NULL;
  }
  return lead;
}

static Value *open_join_joined(const Typing *t, Span span, const Value *like,
                               Value **item, int n_items, int rank,
                               FlatExpr **size)
{
  Value *made = open_make(t, span, like->type, like->enumeration, rank, size);
  FlatExpr *at = open_integer(t, span, 0);
  for (int i = 0; i < n_items; i++) {
    if (!open_is_empty(item[i])) append_elements(t, span, made, &at, item[i]);
  }
  return made;
}

Value *open_stack(const Typing *t, Span span, Value **item, int n_items)
{
  assert(n_items > 0);
  const Value *lead = unify(t, span, item, n_items);
  if (!lead) return NULL;
  int rank = item[0]->rank;
  FlatExpr **size = open_new_sizes(t, rank + 1);
  size[0] = open_integer(t, span, n_items);
  for (int i = 0; i < rank; i++) size[i + 1] = open_size(t, item[0], i);
  for (int i = 1; i < n_items; i++) {
    if (!open_check_sizes(t, span, item[0], item[i])) return NULL;
  }
  return open_join_joined(t, span, lead, item, n_items, rank + 1, size);
}

/* --- cat --- */

/* The sizes but that of dimension k (from 0) must be the same. */
static bool open_join_check_beside(const Typing *t, Span span, int k,
                                   const Value *a, const Value *c)
{
  const Value *of[2] = {a, c};
  Value *rest[2];
  if (a->rank != c->rank) return open_check_sizes(t, span, a, c);
  for (int i = 0; i < 2; i++) {
    FlatExpr **size = open_new_sizes(t, a->rank);
    int n = 0;
    for (int d = 0; d < a->rank; d++) {
      if (d != k) size[n++] = open_size(t, of[i], d);
    }
    rest[i] = open_shape(t, span, n, size);
  }
  return open_check_sizes(t, span, rest[0], rest[1]);
}

/* The product of the sizes from `first` up to `end`. */
static FlatExpr *open_join_product_of(const Typing *t, Span span,
                                      FlatExpr **size, int first, int end)
{
  FlatExpr *product = open_integer(t, span, 1);
  for (int i = first; i < end; i++) {
    product = types_binary(t, span, FLAT_MULTIPLY, product, size[i]);
  }
  return product;
}

/* Of an array in rows of `width` the elements of v, in rows of `own`, after
 * the first `at` of each row. */
static void copy_rows(const Typing *t, Span span, const Value *made,
                      FlatExpr *n_rows, FlatExpr *width, FlatExpr *at,
                      const Value *v, FlatExpr *own)
{
  OpenLoop rows, columns;
  open_loop_begin(t, &rows, span, n_rows);
  open_loop_begin(t, &columns, span, own);
  FlatExpr *from = open_place(t, span, rows.iterator, own, columns.iterator);
  FlatExpr *column = types_binary(t, span, FLAT_ADD, at, columns.iterator);
  FlatExpr *to = open_place(t, span, rows.iterator, width, column);
  open_write(t, span, made, to, open_read(t, span, v, from));
  open_loop_leave(t, &columns);
  open_loop_append(t, &columns);
  open_loop_leave(t, &rows);
  open_loop_append(t, &rows);
}

/* In row-major order an array is as many rows as the dimensions before k have
 * elements; a row of the result is made of those of the items. */
static Value *beside(const Typing *t, Span span, int k, const Value *like,
                     Value **item, int n_items, FlatExpr **size)
{
  int rank = item[0]->rank;
  Value *made = open_make(t, span, like->type, like->enumeration, rank, size);
  FlatExpr *n_rows =
      open_keep(t, span, "rows", open_join_product_of(t, span, size, 0, k));
  FlatExpr *inner = open_keep(t, span, "inner",
                              open_join_product_of(t, span, size, k + 1, rank));
  FlatExpr *width = open_keep(
      t, span, "width", types_binary(t, span, FLAT_MULTIPLY, size[k], inner));
  FlatExpr *at = open_integer(t, span, 0);
  for (int i = 0; i < n_items; i++) {
    FlatExpr *own =
        types_binary(t, span, FLAT_MULTIPLY, open_size(t, item[i], k), inner);
    own = open_keep(t, span, "own", own);
    copy_rows(t, span, made, n_rows, width, at, item[i], own);
    at = types_binary(t, span, FLAT_ADD, at, own);
  }
  return made;
}

Value *open_cat(const Typing *t, Span span, int k, Value **item, int n_items)
{
  assert(n_items > 0 && k >= 0);
  int rank = item[0]->rank;
  if (rank == 0) return open_refuse(t, span, "'cat' of a scalar");
  assert(k < rank);
  const Value *lead = unify(t, span, item, n_items);
  if (!lead) return NULL;
  FlatExpr **size = open_new_sizes(t, rank);
  FlatExpr *along = NULL;
  for (int i = 0; i < n_items; i++) {
    if (!open_join_check_beside(t, span, k, item[0], item[i])) return NULL;
    FlatExpr *own = open_size(t, item[i], k);
    along = along ? types_binary(t, span, FLAT_ADD, along, own) : own;
  }
  for (int i = 0; i < rank; i++) size[i] = open_size(t, item[0], i);
  size[k] = open_keep(t, span, "size", along);
  return k == 0 ? open_join_joined(t, span, lead, item, n_items, rank, size)
                : beside(t, span, k, lead, item, n_items, size);
}

Value *open_promote(const Typing *t, Span span, const Value *v, int rank)
{
  assert(open_is(v));
  Value *made = value_with_span(t, v, span);
  if (v->rank >= rank) return made;
  int *dim = arena_array(value_arena(t), (size_t)rank, sizeof dim[0]);
  made->rank = rank;
  made->dim = dim;
  made->open.size = open_new_sizes(t, rank);
  for (int i = 0; i < rank; i++) {
    dim[i] = VALUE_OPEN_SIZE;
    made->open.size[i] =
        i < v->rank ? v->open.size[i] : open_integer(t, span, 1);
  }
  return made;
}
