/* equation_context.c: arguments of assert() and terminate(). */
#include "flatten/equations/equation_context.h"

#include "flatten/classes/written.h"
#include "flatten/expressions/assertion_level.h"
#include "flatten/expressions/expressions.h"
#include "flatten/instances/scope.h"
#include "flatten/values/text_functions.h"

/* The message, where it is known at translation; else "". A parameter in it
 * becomes a constant. */
const char *equation_context_message(const EquationContext *here,
                                     const AstExpr *call, int i)
{
  Attempt attempt; /* String(x) of what changes */
  const AstExpr *written = written_argument(call, i, "message");
  if (!written) return "";
  scope_may_be_unknown(&attempt, here->f);
  FlatExpr *text = expression_flatten(&attempt.f, here->context, written);
  if (text && !assertion_message_check(here->f, written->span, text)) return "";
  bool is_fixed = text && !text_is_open(text);
  text = is_fixed ? types_constant(&attempt.f.typing, text) : NULL;
  return text ? text->string : "";
}

void equation_context_check_arguments(const EquationContext *here,
                                      const AstExpr *call)
{
  Attempt attempt; /* what is never said need not be known */
  const AstExpr *text = written_argument(call, 1, "message");
  const AstExpr *level = written_argument(call, 2, "level");
  scope_try(&attempt, here->f);
  FlatExpr *made =
      text ? expression_flatten(&attempt.f, here->context, text) : NULL;
  if (made) assertion_message_check(here->f, text->span, made);
  made = level ? expression_flatten(&attempt.f, here->context, level) : NULL;
  if (made) assertion_level_check(here->f, made);
}

/* AssertionLevel.warning: the model may go on (section 8.3.7). */
bool equation_context_is_warning(const EquationContext *here,
                                 const AstExpr *call)
{
  const AstExpr *written = written_argument(call, 2, "level");
  FlatExpr *level =
      written ? expression_flatten(here->f, here->context, written) : NULL;
  if (level && !assertion_level_check(here->f, level)) return false;
  level = level ? types_constant(&here->f->typing, level) : NULL;
  return level && level->type == FLAT_ENUMERATION && level->integer == 1;
}
