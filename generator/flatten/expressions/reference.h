/* reference.h: names with dots and subscripts to components.
 *
 * needs   names of components resolve to instances, made on demand
 * gives   the components a name stands for: one, or an array of them where a
 *         part on the way is an array (slices, MLS 3.6, section 10.6.9)
 * fails   E202, E205, E209, E213, E215
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_REFERENCE_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_REFERENCE_H

#include "flatten/expressions/expressions.h"

#define REFERENCE_RANK 32 /* the most dimensions */

/* Components in row-major order. If the last part names variables, their own
 * dimensions and the subscripts of the last part are not applied yet. */
typedef struct Selection {
  Instance **item;
  int n_items;
  int rank;
  int dim[REFERENCE_RANK];
  const AstNamePart *last; /* subscripts to be applied, NULL: none */
  /* Subscripts known only while running, by dimension, NULL: none; all
   * elements of that dimension are among the items. */
  bool may_be_open, has_open;
  const Value *open[REFERENCE_RANK];
} Selection;

/* The value that a name stands for; NULL after a diagnostic. */
Value *reference_value(const Flattening *f, Context context,
                       const AstReference *name);
/* The components; false after a diagnostic. is_absent: one of them is there
 * no more because its condition is false. */
bool reference_select(const Flattening *f, Context context,
                      const AstReference *name, Selection *selection,
                      bool *is_absent);
/* The records, or an array of them, that an expression names, without a look
 * at their values; false, in silence: it is anything else. */
bool reference_select_records(const Flattening *f, Context context,
                              const AstExpr *expr, Selection *selection);
/* The part of a name is `what`, which has no subscripts: E213 where some are
 * written. */
bool reference_check_plain(const Flattening *f, const AstNamePart *part,
                           const char *what);
/* The one component that the first `n_parts` of a name stand for, its class
 * being what the rest is about; NULL after a diagnostic: an array, a variable,
 * or a component with a condition. */
Instance *reference_scalar_component(const Flattening *f, Context context,
                                     const AstReference *name, int n_parts);
/* k, k + 1, end, 0.3: made of numbers alone, and nothing is remembered of the
 * Values on the way. */
bool reference_is_number(Context context, const AstExpr *e);
/* The subscripts of a part, evaluated; dim and by (NULL: Integers) say what
 * `end` is. */
const Value **reference_subscripts(const Flattening *f, Context context,
                                   const AstSubscript *subscript, int n,
                                   const int *dim, const IndexType *by,
                                   int rank, bool *good);
/* The same of a Value, whose sizes may be computed while a function runs. */
const Value **reference_subscripts_of(const Flattening *f, Context context,
                                      const AstSubscript *subscript, int n,
                                      const Value *v, bool *good);

#endif
