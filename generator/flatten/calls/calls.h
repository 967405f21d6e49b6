/* calls.h: calls of built-in functions, conversions, record constructors and
 * functions of the model.
 *
 * The room calls/ knows every kind of call. It calls all rooms before it,
 * flat/ to clocks/. They come back to it by Flattening.calls (CallRules,
 * instances.h), the one way up: an expression is below the functions that it
 * may call. Reading order: calls.c, spatial.c; function_call.c (functions of
 * the model), function_inline.c (the call as an expression) with
 * replace_part.c, external_call.c (C at translation), external_object.c,
 * record_constructor.c.
 *
 * fails   E202 unknown function, E204, E208, E290 functions of the model
 */
#ifndef FOUCAULT_FLATTEN_CALLS_CALLS_H
#define FOUCAULT_FLATTEN_CALLS_CALLS_H

#include "flatten/instances/instances.h"

extern const CallRules calls_rules;

#endif
