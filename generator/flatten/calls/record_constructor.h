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
