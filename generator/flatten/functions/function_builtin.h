/* function_builtin.h: built-in functions as functions of the model, for calls
 * that are given a function (MLS 3.6, section 12.4.2).
 *
 * needs   a name that no class has, or a function that is external "builtin"
 * gives   a class with the inputs of that function and one statement, its call;
 *         made once. Inputs of a built-in function are called u, or u1 and u2
 * fails   NULL: there is no such function of one or two numbers
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_BUILTIN_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_BUILTIN_H

#include "flatten/instances/instances.h"

/* sin */
InstClass *function_builtin_named(const Flattening *f,
                                  const AstReference *name);
/* Modelica.Math.sin: the class itself where it is not external "builtin". */
InstClass *function_builtin_of(const Flattening *f, InstClass *function);

#endif
