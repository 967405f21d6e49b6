/* operators.h: operators of operator records (MLS 3.6, chapter 14).
 *
 * needs   Values of records that know their class
 * gives   the result of the one function of the operator that fits the
 *         operands: as they are, or one of them made a record by a
 *         constructor; arrays element by element
 * fails   E204 no function fits, or several do; E213 sizes of a product
 * cost    the functions of the operator, for each element
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_OPERATORS_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_OPERATORS_H

#include "flatten/instances/instances.h"

/* One of them is a record or an array of records; NULL operands are faults
 * that were reported. */
bool operators_concern(const Value *left, const Value *right);

/* The record has a function of this operator that takes so many operands. */
bool operators_exists(const Flattening *f, InstClass *record, const char *name,
                      int n_operands);

Value *operators_binary(const Flattening *f, Span span, AstOperator op,
                        Value *left, Value *right);
Value *operators_unary(const Flattening *f, Span span, AstOperator op,
                       Value *operand);
/* The sum of an array of records; of an empty one the '0' of its class. */
Value *operators_sum(const Flattening *f, Span span, const Value *array);

#define MOST_OPERANDS 20 /* of a constructor */

/* The operator 'constructor' of the record; NULL: it has none. */
InstClass *operators_constructor(const Flattening *f, InstClass *record);
/* The one function of an operator that fits a call, whose arguments have the
 * values: by position, then by name; NULL: none, or several. */
InstClass *operators_of_call(const Flattening *f, InstClass *operator,
                             const AstExpr * call, Value *const *value,
                             bool *is_ambiguous);
/* The operator 'String' of the record; NULL: it has none. */
InstClass *operators_string(const Flattening *f, const Value *operand);

#endif
