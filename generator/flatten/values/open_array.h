/* open_array.h: arrays of functions whose sizes are computed while the
 * function runs (MLS 3.6, section 12.4.4 and 12.4.5).
 *
 * Such an array is a Value of the kind VALUE_OPEN: an open local of the
 * procedure (function/function.h) and an Integer expression for each of its
 * sizes; dim[] holds VALUE_OPEN_SIZE. Nothing in it can be read at
 * translation: whatever is done with one becomes loops of the procedure, whose
 * result is a new array. Files that take Values apart ask open_concerns()
 * first and leave the rest to the functions here.
 *
 * needs   Typing.build: a function that is being made
 * fails   E213 shapes that cannot go together; E290 what is not written as
 *         loops yet, with the name of the construct. Sizes that do not fit,
 *         negative sizes and subscripts out of bounds are found while the
 *         function runs.
 * cost    of translation: the text, whatever the sizes are
 */
#ifndef FOUCAULT_FLATTEN_VALUES_OPEN_ARRAY_H
#define FOUCAULT_FLATTEN_VALUES_OPEN_ARRAY_H

#include "flatten/values/array_functions.h"
#include "flatten/values/procedure_build.h"

/* --- numbers --- */

FlatExpr *open_integer(const Typing *t, Span span, int64_t value);
/* (row - 1)*width + column */
FlatExpr *open_place(const Typing *t, Span span, FlatExpr *row, FlatExpr *width,
                     FlatExpr *column);
/* Room for the sizes of an array; the sizes of any array. */
FlatExpr **open_new_sizes(const Typing *t, int rank);
FlatExpr **open_sizes(const Typing *t, const Value *v);

/* --- slots (open_slots.c) --- */

/* A new slot; a new local for the handle of an array. */
FlatExpr *open_slot(const Typing *t, Span span, Name name, FlatType type,
                    const FlatEnumeration *enumeration);
int open_local(const Typing *t, Name name, FlatType type);
/* The array of that local, with these sizes. */
Value *open_value(const Typing *t, Span span, FlatType type,
                  const FlatEnumeration *enumeration, int rank, int local,
                  FlatExpr **size, bool is_variable);

/* --- making and reading (open_array.c) --- */

/* A variable: an open local, and a slot for each size. It has no elements
 * yet. */
Value *open_variable(const Typing *t, Name name, const Value *like);
/* A new array of zeros with these sizes, which must not be negative. */
Value *open_make(const Typing *t, Span span, FlatType type,
                 const FlatEnumeration *enumeration, int rank, FlatExpr **size);
/* Gives an array with these sizes its elements, all zero. */
void open_allocate(const Typing *t, Span span, const Value *v);
bool open_is_empty(const Value *v); /* of known size, 0 */
/* The same elements in a new array. */
Value *open_copy(const Typing *t, Span span, const Value *v);
/* Size i (from 0) of any array. */
FlatExpr *open_size(const Typing *t, const Value *v, int i);
/* The number of elements. */
FlatExpr *open_count(const Typing *t, Span span, const Value *v);
/* Element `index` (from 1) in row-major order, of any Value but a record; a
 * scalar has the same everywhere. Nothing is checked. */
FlatExpr *open_read(const Typing *t, Span span, const Value *v,
                    FlatExpr *index);
void open_write(const Typing *t, Span span, const Value *v, FlatExpr *index,
                FlatExpr *value);
/* Sizes alone, for open_check_sizes(). */
Value *open_shape(const Typing *t, Span span, int rank, FlatExpr **size);
/* The sizes of a and c must be the same: checked while running. False after
 * E213: they cannot be. */
bool open_check_sizes(const Typing *t, Span span, const Value *a,
                      const Value *c);
/* Integers as Reals, where a Real is wanted; E204. */
Value *open_convert(const Typing *t, const Value *v, FlatType type,
                    const FlatEnumeration *enumeration, Name name);
/* The handle and the sizes, as arguments and results have them. */
void open_scalars(const Typing *t, const Value *v, FlatExpr **scalar, int *n);

/* target := value, one of which is open. is_declared: the size of the target
 * is fixed by its declaration. */
bool open_assign(const Typing *t, Span span, const Value *target,
                 const Value *value, bool is_declared, Name name);

/* --- loops --- */

typedef struct OpenLoop {
  FlatStatementList body, *before;
  FlatExpr *limit, *iterator;
  Span span;
} OpenLoop;

/* Statements go into the loop `for iterator in 1:limit` until its end. */
void open_loop_begin(const Typing *t, OpenLoop *loop, Span span,
                     FlatExpr *limit);
/* What is to be made in front of the loop can be appended between both. */
void open_loop_leave(const Typing *t, OpenLoop *loop);
void open_loop_append(const Typing *t, OpenLoop *loop);
/* A slot of its own with this value. */
FlatExpr *open_keep(const Typing *t, Span span, const char *name,
                    FlatExpr *value);
void open_set(const Typing *t, Span span, const FlatExpr *slot,
              FlatExpr *value);

/* --- operators and functions (open_operators.c, open_functions.c,
 * open_join.c) --- */

/* Element by element: make() gets scalars. */
typedef Value *OpenElement(void *context, Value **scalar);
Value *open_map(const Typing *t, Span span, Value **arg, int n_args,
                OpenElement *make, void *context);
Value *open_binary(const Typing *t, Span span, AstOperator op, const Value *a,
                   const Value *b);
Value *open_unary(const Typing *t, Span span, AstOperator op, const Value *a);
Value *open_call(const Typing *t, Span span, FlatFunction function, Value **arg,
                 int n_args);
/* Arrays one behind the other, with one dimension more in front. */
Value *open_stack(const Typing *t, Span span, Value **item, int n_items);
/* Along dimension k (from 0). */
Value *open_cat(const Typing *t, Span span, int k, Value **item, int n_items);
/* An open array with dimensions of size 1 behind its own, up to `rank`. */
Value *open_promote(const Typing *t, Span span, const Value *v, int rank);
Value *open_range(const Typing *t, Span span, const Value *first,
                  const Value *step, const Value *stop);
/* Does the call make or take open arrays? */
bool open_is_function(const Typing *t, ArrayFunction function,
                      Value *const *arg, int n_args);
/* The call, with as many arguments as the function takes. */
Value *open_function(const Typing *t, Span span, ArrayFunction function,
                     Value **arg, int n_args);
/* {e for i in range} and sum(...), ... with an open range; inside() gives e
 * for a value of i. */
typedef Value *OpenItem(void *context, const Value *i);
Value *open_reduce(const Typing *t, Span span, ArrayFunction function,
                   const Value *range, OpenItem *inside, void *context);

/* --- subscripts (open_select.c) --- */

/* Is the array or a vector among the subscripts open? */
bool open_is_selection(const Value *v, const Value **sub, int n_subs);
Value *open_select(const Typing *t, Span span, const Value *v,
                   const Value **sub, int n_subs);
/* v[sub] := value, where that is no single element. */
bool open_assign_part(const Typing *t, Span span, const Value *v,
                      const Value **sub, int n_subs, const Value *value);

#endif
