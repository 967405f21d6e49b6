/* parse_alone.c: an expression that stands in no file. */
#include "parse/parse.h"
#include "parse/parser.h"

AstExpr *parse_expression_source(Session *s, int source)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Parser p = parser_make(s, source);
  p.is_alone = true;
  AstExpr *e = parse_expression(&p);
  if (parser_kind(&p) != TOKEN_END_OF_FILE) {
    parser_expected(&p, "the end of the expression");
  }
  arena_release(mark);
  return parser_is_clean(&p) ? e : NULL;
}
