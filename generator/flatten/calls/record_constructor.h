/* record_constructor.h: records made by a call of their class.
 *
 * needs   the call of a record that is written
 * gives   the record, its fields from the arguments or from their declarations;
 *         an array of records where an argument has more dimensions than its
 *         field (MLS 3.6, section 12.4.6)
 * fails   NULL after E208: fields without a value, values without a field;
 *         E213; E206: a declared value that needs itself
 */
#ifndef FOUCAULT_FLATTEN_CALLS_RECORD_CONSTRUCTOR_H
#define FOUCAULT_FLATTEN_CALLS_RECORD_CONSTRUCTOR_H

#include "flatten/expressions/expressions.h"

Value *record_constructor_value(const Flattening *f, Context context,
                                const AstExpr *call, InstClass *c);
/* The record of one value for each field; NULL in given[]: the one of its
 * declaration. */
Value *record_constructor_fields(const Flattening *f, const AstExpr *call,
                                 Instance *record, Value *const *given);
/* Section 12.6: what no modification can change is not an argument. */
bool record_constructor_is_fixed(const Instance *field);
/* The call of the one function of an operator that fits; NULL after E204, with
 * `what` for the message. */
Value *record_constructor_by_operator(const Flattening *f, Context context,
                                      const AstExpr *call, InstClass *c,
                                      const char *what);
/* Of an operator record: its own constructors; where it has none, the one that
 * every record has. */
Value *record_constructor_operator(const Flattening *f, Context context,
                                   const AstExpr *call, InstClass *c);

#endif
