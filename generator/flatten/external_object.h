/* external_object.h: objects of external code (MLS 3.6, section 12.9.7).
 *
 * A class that extends ExternalObject has two functions, `constructor` and
 * `destructor`. Its name called like a function calls the constructor. In the
 * flat model an object is a parameter of the type FLAT_OBJECT; the procedure
 * of the constructor has one argument more, the number of the call: the
 * object of each call is made once, and again when its arguments change
 * (fmu_runtime/external_object.h).
 */
#ifndef FOUCAULT_FLATTEN_EXTERNAL_OBJECT_H
#define FOUCAULT_FLATTEN_EXTERNAL_OBJECT_H

#include "flatten/expressions.h"

/* The call of the constructor of c. NULL after E204, E205 where the value is
 * needed at translation, E209, E290 inside of functions. */
Value *external_object_make(Flattening *f, Context context, const AstExpr *call,
                            InstClass *c);

#endif
