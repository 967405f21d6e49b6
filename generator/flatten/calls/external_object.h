/* external_object.h: objects of external code (MLS 3.6, section 12.9.7).
 *
 * A class that extends ExternalObject has two functions, `constructor` and
 * `destructor`. Its name called like a function calls the constructor. In the
 * flat model an object is a parameter of the type FLAT_OBJECT; the procedure
 * of the constructor has one argument more, the number of the call: the
 * object of each call is made once, and again when its arguments change
 * (fmu_runtime/external_object.h).
 *
 * A function of an object may be needed at translation. Then the object is
 * made for that call alone (external_call.c), and again by the FMU.
 *
 * An object that a function makes has no number: the constructor is called by
 * a statement of the function, and the destructor when that returns.
 *
 * needs   a class whose type ends in ExternalObject
 */
#ifndef FOUCAULT_FLATTEN_CALLS_EXTERNAL_OBJECT_H
#define FOUCAULT_FLATTEN_CALLS_EXTERNAL_OBJECT_H

#include "flatten/expressions/expressions.h"

/* The call of the constructor of c. NULL after E204, E209, or where the value is only tried at translation. */
Value *external_object_make(const Flattening *f, Context context,
                            const AstExpr *call, InstClass *c);

#endif
