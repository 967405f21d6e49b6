/* record_constructor.h: records made by a call of their class.
 *
 * needs   the call of a record that is written
 * gives   the record, its fields from the arguments or from their declarations
 * fails   NULL after E208: fields without a value, values without a field
 */
#ifndef FOUCAULT_FLATTEN_CALLS_RECORD_CONSTRUCTOR_H
#define FOUCAULT_FLATTEN_CALLS_RECORD_CONSTRUCTOR_H

#include "flatten/expressions/expressions.h"

Value *record_constructor_value(const Flattening *f, Context context,
                                const AstExpr *call, InstClass *c);
/* Of an operator record: its own constructors, then the one that every record
 * has. */
Value *record_constructor_operator(const Flattening *f, Context context,
                                   const AstExpr *call, InstClass *c);

#endif
