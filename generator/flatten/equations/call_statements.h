/* call_statements.h: calls without a result under a condition (MLS 8.3.5,
 * 12.4.4), as statements.
 *
 *   when x > 0.5 then          when x > 0.5 then
 *     y = x;             ->      Streams.print("half");
 *     Streams.print("half");   end when;
 *   end when;
 *
 * needs   an if-equation, a when-equation or a loop
 * gives   the statement of the same conditions and ranges that holds its calls
 *         of functions, and terminate() outside of `when`, and nothing else;
 *         in the arena
 * fails   never; NULL: it holds no call
 * cost    linear in the equation
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_CALL_STATEMENTS_H
#define FOUCAULT_FLATTEN_EQUATIONS_CALL_STATEMENTS_H

#include "base/arena.h"
#include "parse/ast.h"

AstStatement *call_statements(Arena *arena, const AstEquation *equation);

#endif
