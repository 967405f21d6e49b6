/* value.h: what an expression gives before it is taken apart into scalars.
 *
 * A Value is a scalar, an array of scalars in row-major order, or a record.
 * An array of records is kept as a record of arrays: the dimensions of each
 * field begin with those of the record, as the slice operation of MLS 3.6
 * (section 10.6.9) has it for x.a of an array x. So indices, constructors and
 * operators need one set of rules.
 *
 * Elements are read with value_at(), which makes them when needed: a range, a
 * filled array and a declared array cost the same whatever their size.
 *
 * Values are read-only once made. They live in the arena `values` of the
 * Typing, the expressions in them in its `arena`; so Values may be dropped
 * when the equation they belong to is written. A function that gets a NULL
 * operand returns NULL and says nothing: the fault was reported where it
 * arose.
 *
 * The room values/ computes with Values: operators, subscripts, functions of
 * arrays, conversions. It knows neither names nor components; it calls flat/
 * and base/. The evaluation of a variable is asked for by Typing.constant.
 * Reading order: this header, value.c, value_tree.h, value_match.c,
 * value_index.c, value_operators.c (which calls known_operators.c), array_functions.c and
 * array_algebra.c, conversions.c, text_functions.c. Inside of functions:
 * procedure_build.h, function_slots.c, function_select.c, and open_array.h for
 * arrays whose sizes are computed while the function runs.
 */
#ifndef FOUCAULT_FLATTEN_VALUES_VALUE_H
#define FOUCAULT_FLATTEN_VALUES_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "flatten/flat/flat.h"
#include "flatten/flat/types.h"
#include "flatten/values/value_tree.h"

/* Two record types go together if they have the same fields, in any order
 * (section 6.5); the fields of a Value are in the order of its type. */
typedef struct RecordType {
  Name name;                   /* full class name */
  struct InstClass *class_def; /* with its operators; NULL: not known */
  const Name *field;
  int n_fields;
} RecordType;

/* What subscripts a dimension of a declared array: Integers, Booleans or the
 * literals of an enumeration (section 10.5.1). */
typedef struct IndexType {
  FlatType type;                      /* FLAT_INTEGER, BOOLEAN, ENUMERATION */
  const FlatEnumeration *enumeration; /* FLAT_ENUMERATION */
} IndexType;

typedef enum ONE_BYTE ValueKind {
  VALUE_STORED,    /* scalar[i] */
  VALUE_UNIFORM,   /* element is every element */
  VALUE_VARIABLES, /* flat variables first, first + step, ... */
  VALUE_RANGE,     /* literals first, first + step, ... */
  VALUE_RECORD,    /* field[k] */
  VALUE_EDITED,    /* elements first, ... of a tree (value_tree.h) */
  VALUE_FUNCTION,  /* function: a function as an argument (function_call.h) */
  VALUE_OPEN       /* open: its size is computed while a function runs
                      (open_array.h) */
} ValueKind;

#define VALUE_OPEN_SIZE (-1) /* in dim of VALUE_OPEN */

/* An array of the model whose sizes can change (expressions/resizable.h):
 * functions get the version of its elements in place of them. */
typedef struct OpenOutside {
  const struct Resizable *array;
  Name name;
  int number;
  FlatExpr *version; /* NULL: no variable yet */
} OpenOutside;

typedef struct Value Value;
struct Value {
  ValueKind kind;
  FlatType type;               /* unused: VALUE_RECORD */
  FlatVariability variability; /* the highest of the elements */
  /* It has no elements and nobody knows their type: {e for i in 1:0}. Goes
   * together with every type. */
  bool is_untyped;
  Span span;
  const FlatEnumeration *enumeration; /* FLAT_ENUMERATION */
  const RecordType *record;           /* VALUE_RECORD */
  int rank;                           /* 0: scalar */
  int n_elements; /* product of dim; of a record: how many records */
  const int *dim;
  const IndexType *by; /* [rank], of a declared array; NULL: not known */
  union {
    FlatExpr **scalar;
    FlatExpr *element;
    struct {
      int64_t first, step;
    };
    Value **field;
    struct {
      const ValueTree *tree;
      int first;
      bool is_whole; /* it has all elements of the tree */
    } edited;
    const struct FunctionValue *function;
    struct {
      int local, slot;  /* of the procedure at hand */
      bool is_variable; /* of the function; else made by an expression */
      FlatExpr **size;  /* [rank] Integers */
      const OpenOutside *outside; /* NULL: it is a local; else slot is -1 */
    } open;
  };
};

/* --- making --- */

/* The arena Values are made in. */
Arena *value_arena(const Typing *t);
Value *value_of(const Typing *t, FlatExpr *expr); /* a scalar */
/* Keeps the arrays dim and scalar, which must live as long as the arena; all
 * elements are of the type. */
Value *value_array(const Typing *t, Span span, FlatType type,
                   const FlatEnumeration *enumeration, int rank, const int *dim,
                   FlatExpr **scalar);
/* An array of scalars with another element, of the same type; cost: log n, of
 * an array that was not made here n. */
Value *value_edited(const Typing *t, Span span, const Value *array, int at,
                    FlatExpr *element);
Value *value_uniform(const Typing *t, Span span, FlatExpr *element, int rank,
                     const int *dim);
/* A declared array: variables first, first + step, ... of the type and
 * variability of `like` (the first one; it is not kept). */
Value *value_variables(const Typing *t, Span span, FlatVarId first, int step,
                       const FlatVar *like, int rank, const int *dim);
/* Keeps field, whose dimensions begin with dim; nobody knows what subscripts
 * them any more. */
Value *value_record(const Typing *t, Span span, const RecordType *type,
                    int rank, const int *dim, Value **field);
/* No elements, of no known type; rank 1. */
Value *value_untyped(const Typing *t, Span span);
/* The same, subscripted by these types; NULL: not known. */
Value *value_indexed_by(const Typing *t, const Value *v, const IndexType *by);
/* The same, said to be written elsewhere. */
Value *value_with_span(const Typing *t, const Value *v, Span span);

/* The literals first, first + step, ... of the type of `like`; E214 too many. */
Value *value_literals(const Typing *t, Span span, const FlatExpr *like,
                      int64_t first, int64_t step, int64_t count);

/* --- ranges (value_range.c) --- */

/* first:stop and first:step:stop (section 10.4.3); step may be NULL. Integer,
 * Real, Boolean and enumeration; E205 if not known at translation. */
Value *value_range(const Typing *t, Span span, const Value *first,
                   const Value *step, const Value *stop);
/* All values of the type, for loops and dimensions (section 11.2.2.2). */
Value *value_all_of_enumeration(const Typing *t, Span span,
                                const FlatEnumeration *enumeration);
Value *value_all_of_boolean(const Typing *t, Span span);

/* --- constructors (value_match.c) --- */

/* {a, b, c} and array(a, b, c) (section 10.4): E213 if shapes differ, E204 if
 * types do. n_items 0 gives value_untyped(). */
Value *value_construct(const Typing *t, Span span, Value **item, int n_items);
/* Items of an array with these dimensions, in row-major order. */
Value *value_stack(const Typing *t, Span span, Value **item, int n_items,
                   int rank, const int *dim);

/* --- reading --- */

bool value_is_scalar(const Value *v);  /* rank 0, no record */
bool value_is_numeric(const Value *v); /* of Reals or Integers */
/* Element i, from 0, in row-major order; not of records. The element of a
 * range or of a declared array is made again by every call. */
FlatExpr *value_at(const Typing *t, const Value *v, int i);
/* Record or element i of anything, as a Value of rank 0 or, with `rank`
 * leading dimensions taken as the index, of the remaining ones. */
Value *value_element(const Typing *t, const Value *v, int rank, int i);
/* The scalar; E213 if it is an array, E204 if it is a record. */
FlatExpr *value_scalar(const Typing *t, const Value *v);
/* NULL: no such field. */
Value *value_field(const Value *v, Name name);
bool value_same_shape(const Value *a, const Value *b);
/* "Real[3, 2]", "Pkg.E", "Complex[2]"; in the arena. */
const char *value_type_text(const Typing *t, const Value *v);
/* "Real[3, 2]" of the parts. */
const char *value_shape_text(const Typing *t, const char *type, int rank,
                             const int *dim);

/* --- arrays of computed size (open_array.h) --- */

static inline bool open_is(const Value *v) /* NULL: no */
{
  return v && v->kind == VALUE_OPEN;
}
/* Is one of the Values, or a field of one? */
bool open_concerns(Value *const *v, int n);
/* Is one of them, or a field, an array of the model, which functions alone can
 * read? `what` is done with it: says so (E249), where it is not NULL. */
bool open_is_outside(const Typing *t, Span span, Value *const *v, int n,
                     const char *what);
/* A number that is known only while the function runs; never where sizes must
 * be known: outside of functions, and in algorithms of models. */
bool open_is_number(const Typing *t, const Value *v);
/* E290: "... with an array whose size is computed while the function runs";
 * returns NULL. */
Value *open_refuse(const Typing *t, Span span, const char *what);

/* --- going together --- */

/* The same shape and, with Integers made Reals, the same type: for the sides
 * of an equation. `what` names the pair in the message, such as "the sides of
 * the equation". E213 if shapes differ, E204 if types do. */
bool value_unify(const Typing *t, Span span, const char *what, Value **a,
                 Value **b);
/* Only the types: each of items[] gets the one they share, NULL among them is
 * a fault. `what` as above. */
bool value_unify_types(const Typing *t, Span span, const char *what,
                       Value **item, int n_items);
/* The value as one that can be bound to something of the type and shape of
 * `like`: Integers made Reals, the fields of a record put in its order. NULL
 * after E213 or E204, which begin with both: "the value of" "x". */
Value *value_bind(const Typing *t, const Value *v, const Value *like,
                  const char *of, const char *name);

/* --- known at translation --- */

/* Every element replaced by its literal; NULL after a diagnostic. */
Value *value_constant(const Typing *t, const Value *v);
/* The scalar Integer, for sizes and indices; false after E204, E205, E213. */
bool value_integer(const Typing *t, const Value *v, int64_t *result);
/* A size: 0 or more, not above LIMIT_ELEMENTS (E214). */
bool value_size(const Typing *t, const Value *v, int *result);
/* The product of the dimensions; -1 after E214 if it is too large. */
int value_count(const Typing *t, Span span, int rank, const int *dim);

#endif
