/* parse_expression.c: expressions, names and subscripts (A.2.7).
 *
 * Chains such as a + b - c are parsed by loops into left-deep trees: a long
 * sum does not need a deep stack here. The rules that contain `expression`
 * again (brackets, arguments, subscripts, if) count their depth in it.
 */
#include <assert.h>
#include <string.h>

#include "parse/parser.h"

/* --- nodes --- */

static AstExpr *new_expr(Parser *p, AstExprKind kind, int32_t begin)
{
  AstExpr *e = arena_alloc(p->arena, sizeof *e);
  e->kind = kind;
  e->span = parser_span(p, begin);
  return e;
}

static AstExpr *new_operation(Parser *p, AstOperator op, int32_t begin,
                              AstExpr *left, AstExpr *right)
{
  assert(left && (op >= AST_NOT) == !right);
  int n = right ? 2 : 1;
  AstExpr *e = new_expr(p, right ? AST_BINARY : AST_UNARY, begin);
  e->op = op;
  e->arg = arena_array(p->arena, (size_t)n, sizeof e->arg[0]);
  e->arg[0] = left;
  if (right) e->arg[1] = right;
  e->n_args = n;
  return e;
}

static void push_expr(Parser *p, AstExpr *e)
{
  parser_push(p, &e, sizeof e);
}

static void take_args(Parser *p, AstExpr *e, int mark)
{
  e->arg = parser_take(p, mark, sizeof e->arg[0], &e->n_args);
}

/* --- names --- */

/* Bytes of the token at hand as a one-part reference: der, initial, pure. */
static AstReference *keyword_reference(Parser *p)
{
  assert(parser_kind(p) >= FIRST_KEYWORD);
  AstReference *r = arena_alloc(p->arena, sizeof *r);
  r->part = arena_alloc(p->arena, sizeof r->part[0]);
  r->part->ident = session_name(p->s, token_kind_text(parser_kind(p)));
  parser_advance(p);
  r->span = r->part->span =
      parser_span(p, p->prev_end - (int32_t)strlen(r->part->ident));
  r->n_parts = 1;
  return r;
}

static void name_part(Parser *p, bool with_subscripts)
{
  AstNamePart part = {.span = {0}};
  int32_t begin = parser_begin(p);
  part.ident = parser_expect_ident(p, "a name");
  if (with_subscripts && parser_kind(p) == TOKEN_LBRACKET) {
    part.subscript = parse_array_subscripts(p, &part.n_subscripts);
  }
  part.span = parser_span(p, begin);
  parser_push(p, &part, sizeof part);
}

static AstReference *dotted_name(Parser *p, bool may_lead, bool with_subscripts)
{
  AstReference *r = arena_alloc(p->arena, sizeof *r);
  int32_t begin = parser_begin(p);
  int mark = p->n_pile;
  r->leading_dot = may_lead && parser_accept(p, TOKEN_DOT);
  do {
    name_part(p, with_subscripts);
  } while (parser_accept(p, TOKEN_DOT));
  r->part = parser_take(p, mark, sizeof r->part[0], &r->n_parts);
  assert(r->n_parts > 0);
  r->span = parser_span(p, begin);
  return r;
}

AstReference *parse_name(Parser *p)
{
  return dotted_name(p, false, false);
}

AstReference *parse_type_specifier(Parser *p)
{
  return dotted_name(p, true, false);
}

AstReference *parse_component_reference(Parser *p)
{
  return dotted_name(p, true, true);
}

AstExpr *parse_reference_expression(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstReference *r = parse_component_reference(p);
  AstExpr *e = new_expr(p, AST_REFERENCE, begin);
  e->reference = r;
  return e;
}

/* subscript : ":" | expression */
static void subscript(Parser *p)
{
  AstSubscript s = {.span = {0}};
  int32_t begin = parser_begin(p);
  if (!parser_accept(p, TOKEN_COLON)) s.expr = parse_expression(p);
  s.span = parser_span(p, begin);
  parser_push(p, &s, sizeof s);
}

/* array-subscripts : "[" subscript { "," subscript } "]" */
AstSubscript *parse_array_subscripts(Parser *p, int *n)
{
  int32_t open = parser_begin(p);
  *n = 0;
  if (!parser_accept(p, TOKEN_LBRACKET)) return NULL;
  int mark = p->n_pile;
  p->n_subscripts_open++;
  p->n_brackets_open++;
  do {
    subscript(p);
  } while (parser_accept(p, TOKEN_COMMA));
  parser_expect_close(p, TOKEN_RBRACKET, open);
  p->n_brackets_open--;
  p->n_subscripts_open--;
  return parser_take(p, mark, sizeof(AstSubscript), n);
}

/* --- function calls --- */

/* for-index : IDENT [ in expression ] */
static void for_index(Parser *p)
{
  AstIterator i = {.span = {0}};
  int32_t begin = parser_begin(p);
  i.name = parser_expect_declared(p, "the name of a loop variable");
  if (parser_accept(p, KEYWORD_IN)) i.range = parse_expression(p);
  i.span = parser_span(p, begin);
  parser_push(p, &i, sizeof i);
}

AstIterator *parse_for_indices(Parser *p, int *n)
{
  int mark = p->n_pile;
  do {
    for_index(p);
  } while (parser_accept(p, TOKEN_COMMA));
  return parser_take(p, mark, sizeof(AstIterator), n);
}

static AstExpr *function_argument(Parser *p);

static bool at_named_argument(Parser *p)
{
  return parser_kind(p) == TOKEN_IDENT && parser_peek(p) == TOKEN_EQUALS;
}

/* named-arguments : named-argument { "," named-argument }; named-argument :
 * IDENT "=" function-argument */
static void named_arguments(Parser *p, AstExpr *e)
{
  int mark = p->n_pile;
  do {
    AstNamedArgument a = {.span = {0}};
    int32_t begin = parser_begin(p);
    a.name = parser_expect_ident(p, "a named argument");
    parser_expect(p, TOKEN_EQUALS);
    a.value = function_argument(p);
    a.span = parser_span(p, begin);
    parser_push(p, &a, sizeof a);
  } while (parser_accept(p, TOKEN_COMMA));
  e->named = parser_take(p, mark, sizeof e->named[0], &e->n_named);
}

/* function-partial-application :
 *   function type-specifier "(" [ named-arguments ] ")" */
static AstExpr *function_partial_application(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstExpr *e = new_expr(p, AST_PARTIAL, begin);
  if (!parser_enter(p)) return e;
  parser_expect(p, KEYWORD_FUNCTION);
  e->reference = parse_type_specifier(p);
  int32_t open = parser_begin(p);
  if (parser_expect(p, TOKEN_LPAREN)) {
    if (parser_kind(p) != TOKEN_RPAREN) named_arguments(p, e);
    parser_expect_close(p, TOKEN_RPAREN, open);
  }
  e->span = parser_span(p, begin);
  parser_leave(p);
  return e;
}

/* function-argument : function-partial-application | expression */
static AstExpr *function_argument(Parser *p)
{
  if (parser_kind(p) == KEYWORD_FUNCTION) {
    return function_partial_application(p);
  }
  return parse_expression(p);
}

/* function-arguments: positional ones, then named ones, or one expression
 * with iterators. */
static void function_arguments(Parser *p, AstExpr *e)
{
  int mark = p->n_pile;
  bool more = true;
  while (more && !at_named_argument(p)) {
    push_expr(p, function_argument(p));
    more = parser_accept(p, TOKEN_COMMA);
  }
  take_args(p, e, mark);
  if (more)
    named_arguments(p, e);
  else if (e->n_args == 1 && parser_accept(p, KEYWORD_FOR)) {
    e->iterator = parse_for_indices(p, &e->n_iterators);
  }
}

/* function-call-args : "(" [ function-arguments ] ")" */
AstExpr *parse_function_call(Parser *p, AstReference *function, int32_t begin)
{
  AstExpr *e = new_expr(p, AST_CALL, begin);
  e->reference = function;
  int32_t open = parser_begin(p);
  if (parser_expect(p, TOKEN_LPAREN)) {
    if (parser_kind(p) != TOKEN_RPAREN) function_arguments(p, e);
    parser_expect_close(p, TOKEN_RPAREN, open);
  }
  e->span = parser_span(p, begin);
  return e;
}

/* --- primary --- */

const char *parse_string(Parser *p)
{
  size_t length;
  const char *text =
      lexer_string(&p->lexer, parser_token(p), p->arena, &length);
  parser_advance(p);
  parser_limit_errors(p);
  return text;
}

/* UNSIGNED-NUMBER, STRING, false, true, end */
static AstExpr *literal(Parser *p, AstExprKind kind)
{
  const Token *token = parser_token(p);
  AstExpr *e = new_expr(p, kind, token->begin);
  if (kind == AST_REAL) e->real = token->real;
  if (kind == AST_INTEGER) e->integer = token->integer;
  if (kind == AST_STRING)
    e->string = parse_string(p);
  else
    parser_advance(p);
  e->span = parser_span(p, e->span.begin);
  return e;
}

static AstExpr *reference_or_call(Parser *p)
{
  int32_t begin = parser_begin(p);
  bool is_name = parser_kind(p) == TOKEN_IDENT || parser_kind(p) == TOKEN_DOT;
  AstReference *r =
      is_name ? parse_component_reference(p) : keyword_reference(p);
  if (parser_kind(p) == TOKEN_LPAREN || !is_name) {
    return parse_function_call(p, r, begin);
  }
  AstExpr *e = new_expr(p, AST_REFERENCE, begin);
  e->reference = r;
  return e;
}

/* output-expression-list : [ expression ] { "," [ expression ] }; between
 * parentheses, which are taken. True if there was a comma or nothing. */
static bool output_expression_list(Parser *p)
{
  int32_t open = parser_begin(p);
  parser_expect(p, TOKEN_LPAREN);
  bool is_list = parser_kind(p) == TOKEN_RPAREN;
  while (!is_list || parser_kind(p) != TOKEN_RPAREN) {
    bool empty = parser_kind(p) == TOKEN_COMMA;
    push_expr(p, empty ? NULL : parse_expression(p));
    if (!parser_accept(p, TOKEN_COMMA)) break;
    is_list = true;
    if (parser_kind(p) == TOKEN_RPAREN) push_expr(p, NULL);
  }
  parser_expect_close(p, TOKEN_RPAREN, open);
  return is_list;
}

AstExpr *parse_output_tuple(Parser *p)
{
  int32_t begin = parser_begin(p);
  int mark = p->n_pile;
  output_expression_list(p);
  AstExpr *e = new_expr(p, AST_TUPLE, begin);
  take_args(p, e, mark);
  return e;
}

/* (expression)[subscripts] */
static AstExpr *subscripted(Parser *p, AstExpr *e, int32_t begin)
{
  if (parser_kind(p) != TOKEN_LBRACKET) return e;
  AstSubscript *subscripts;
  int n;
  subscripts = parse_array_subscripts(p, &n);
  assert(n > 0);
  AstExpr *outer = new_expr(p, AST_SUBSCRIPTED, begin);
  outer->arg = arena_alloc(p->arena, sizeof outer->arg[0]);
  outer->arg[0] = e;
  outer->n_args = 1;
  outer->subscript = subscripts;
  outer->n_subscripts = n;
  return outer;
}

/* "(" output-expression-list ")" [ array-subscripts ] */
static AstExpr *parenthesised(Parser *p)
{
  int32_t begin = parser_begin(p);
  int mark = p->n_pile;
  AstExpr *e;
  if (output_expression_list(p)) {
    e = new_expr(p, AST_TUPLE, begin);
    take_args(p, e, mark);
  } else {
    int n;
    AstExpr **single = parser_take(p, mark, sizeof single[0], &n);
    assert(n == 1);
    e = single[0];
    e->parenthesised = true;
  }
  return subscripted(p, e, begin);
}

void parse_expression_list(Parser *p, AstExpr ***list, int *n)
{
  int mark = p->n_pile;
  do {
    push_expr(p, parse_expression(p));
  } while (parser_accept(p, TOKEN_COMMA));
  *list = parser_take(p, mark, sizeof **list, n);
}

/* "[" expression-list { ";" expression-list } "]" */
static AstExpr *matrix(Parser *p)
{
  int32_t open = parser_begin(p);
  AstExpr *e = new_expr(p, AST_MATRIX, open);
  int mark = p->n_pile;
  p->n_brackets_open++;
  parser_expect(p, TOKEN_LBRACKET);
  do {
    AstRow row = {0};
    parse_expression_list(p, &row.item, &row.n_items);
    parser_push(p, &row, sizeof row);
  } while (parser_accept(p, TOKEN_SEMICOLON));
  parser_expect_close(p, TOKEN_RBRACKET, open);
  p->n_brackets_open--;
  e->row = parser_take(p, mark, sizeof e->row[0], &e->n_rows);
  e->span = parser_span(p, open);
  return e;
}

/* "{" array-arguments "}" */
static AstExpr *array(Parser *p)
{
  int32_t open = parser_begin(p);
  AstExpr *e = new_expr(p, AST_ARRAY, open);
  parser_expect(p, TOKEN_LBRACE);
  parse_expression_list(p, &e->arg, &e->n_args);
  if (e->n_args == 1 && parser_accept(p, KEYWORD_FOR)) {
    e->iterator = parse_for_indices(p, &e->n_iterators);
  }
  parser_expect_close(p, TOKEN_RBRACE, open);
  e->span = parser_span(p, open);
  return e;
}

static bool is_sign(TokenKind kind)
{
  return kind == TOKEN_PLUS || kind == TOKEN_MINUS || kind == TOKEN_EL_PLUS ||
         kind == TOKEN_EL_MINUS;
}

/* The node stands in for the expression that is missing. */
static AstExpr *no_primary(Parser *p)
{
  TokenKind kind = parser_kind(p);
  if (kind == KEYWORD_END) {
    parser_error(
        p,
        "'end' means the last index: it is allowed inside of subscripts only");
  } else if (is_sign(kind)) {
    parser_error(p, "an operand with a sign needs parentheses: 2*(-3)");
  } else if (kind == KEYWORD_NOT) {
    parser_error(p, "'not' inside an expression needs parentheses");
  } else if (kind == KEYWORD_IF) {
    parser_error(p, "an if-expression inside an expression needs "
                    "parentheses");
  } else {
    parser_expected(p, "an expression");
  }
  return new_expr(p, AST_INTEGER, parser_begin(p));
}

static bool begins_name(TokenKind kind)
{
  return kind == TOKEN_IDENT || kind == TOKEN_DOT || kind == KEYWORD_DER ||
         kind == KEYWORD_INITIAL || kind == KEYWORD_PURE;
}

static AstExpr *primary(Parser *p)
{
  TokenKind kind = parser_kind(p);
  if (begins_name(kind)) return reference_or_call(p);
  if (kind == TOKEN_INTEGER) return literal(p, AST_INTEGER);
  if (kind == TOKEN_REAL) return literal(p, AST_REAL);
  if (kind == TOKEN_LPAREN) return parenthesised(p);
  if (kind == TOKEN_LBRACE) return array(p);
  if (kind == TOKEN_LBRACKET) return matrix(p);
  if (kind == TOKEN_STRING) return literal(p, AST_STRING);
  if (kind == KEYWORD_FALSE) return literal(p, AST_FALSE);
  if (kind == KEYWORD_TRUE) return literal(p, AST_TRUE);
  bool is_end = kind == KEYWORD_END && p->n_subscripts_open > 0;
  return is_end ? literal(p, AST_END) : no_primary(p);
}

/* --- operators, from the strongest to the weakest --- */

/* factor : primary [ ("^" | ".^") primary ] */
static AstExpr *factor(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstExpr *left = primary(p);
  TokenKind kind = parser_kind(p);
  if (kind != TOKEN_POWER && kind != TOKEN_EL_POWER) return left;
  parser_advance(p);
  AstExpr *right = primary(p);
  AstOperator op = kind == TOKEN_POWER ? AST_POW : AST_EL_POW;
  left = new_operation(p, op, begin, left, right);
  if (parser_kind(p) == TOKEN_POWER || parser_kind(p) == TOKEN_EL_POWER) {
    parser_error(p, "a power of a power needs parentheses: (a^b)^c or "
                    "a^(b^c)");
  }
  return left;
}

typedef struct OperatorToken {
  TokenKind token;
  AstOperator op;
} OperatorToken;

/* Is the token one of the list, and which operator? */
static bool operator_of_token(const OperatorToken *list, size_t n,
                              TokenKind kind, AstOperator *op)
{
  for (size_t k = 0; k < n; k++) {
    if (list[k].token != kind) continue;
    *op = list[k].op;
    return true;
  }
  return false;
}

static bool mul_operator(TokenKind kind, AstOperator *op)
{
  static const OperatorToken list[] = {{TOKEN_STAR, AST_MUL},
                                       {TOKEN_SLASH, AST_DIV},
                                       {TOKEN_EL_STAR, AST_EL_MUL},
                                       {TOKEN_EL_SLASH, AST_EL_DIV}};
  return operator_of_token(list, sizeof list / sizeof list[0], kind, op);
}

/* term : factor { mul-operator factor } */
static AstExpr *parse_expression_term(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstExpr *left = factor(p);
  AstOperator op;
  while (mul_operator(parser_kind(p), &op)) {
    parser_advance(p);
    AstExpr *right = factor(p);
    left = new_operation(p, op, begin, left, right);
  }
  return left;
}

static bool add_operator(TokenKind kind, AstOperator *op)
{
  static const OperatorToken list[] = {{TOKEN_PLUS, AST_ADD},
                                       {TOKEN_MINUS, AST_SUB},
                                       {TOKEN_EL_PLUS, AST_EL_ADD},
                                       {TOKEN_EL_MINUS, AST_EL_SUB}};
  return operator_of_token(list, sizeof list / sizeof list[0], kind, op);
}

static AstOperator sign_of(AstOperator op)
{
  if (op == AST_ADD) return AST_PLUS;
  if (op == AST_SUB) return AST_MINUS;
  if (op == AST_EL_ADD) return AST_EL_PLUS;
  assert(op == AST_EL_SUB);
  return AST_EL_MINUS;
}

/* arithmetic-expression : [ add-operator ] term { add-operator term } */
static AstExpr *arithmetic_expression(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstOperator op;
  bool has_sign = add_operator(parser_kind(p), &op);
  if (has_sign) parser_advance(p);
  AstExpr *left = parse_expression_term(p);
  if (has_sign) left = new_operation(p, sign_of(op), begin, left, NULL);
  while (add_operator(parser_kind(p), &op)) {
    parser_advance(p);
    AstExpr *right = parse_expression_term(p);
    left = new_operation(p, op, begin, left, right);
  }
  return left;
}

static bool relational_operator(TokenKind kind, AstOperator *op)
{
  static const OperatorToken list[] = {
      {TOKEN_LESS, AST_LT},    {TOKEN_LESS_EQUAL, AST_LE},
      {TOKEN_GREATER, AST_GT}, {TOKEN_GREATER_EQUAL, AST_GE},
      {TOKEN_EQUAL, AST_EQ},   {TOKEN_NOT_EQUAL, AST_NE}};
  return operator_of_token(list, sizeof list / sizeof list[0], kind, op);
}

/* relation : arithmetic-expression [ relational-operator
 * arithmetic-expression ] */
static AstExpr *relation(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstExpr *left = arithmetic_expression(p);
  AstOperator op;
  if (!relational_operator(parser_kind(p), &op)) return left;
  parser_advance(p);
  AstExpr *right = arithmetic_expression(p);
  left = new_operation(p, op, begin, left, right);
  if (relational_operator(parser_kind(p), &op)) {
    parser_error(p, "relations cannot be chained: write a < b and b < c");
  }
  return left;
}

/* logical-factor : [ not ] relation */
static AstExpr *logical_factor(Parser *p)
{
  int32_t begin = parser_begin(p);
  if (!parser_accept(p, KEYWORD_NOT)) return relation(p);
  AstExpr *operand = relation(p);
  return new_operation(p, AST_NOT, begin, operand, NULL);
}

/* logical-term : logical-factor { and logical-factor } */
static AstExpr *logical_term(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstExpr *left = logical_factor(p);
  while (parser_accept(p, KEYWORD_AND)) {
    AstExpr *right = logical_factor(p);
    left = new_operation(p, AST_AND, begin, left, right);
  }
  return left;
}

/* logical-expression : logical-term { or logical-term } */
static AstExpr *logical_expression(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstExpr *left = logical_term(p);
  while (parser_accept(p, KEYWORD_OR)) {
    AstExpr *right = logical_term(p);
    left = new_operation(p, AST_OR, begin, left, right);
  }
  return left;
}

/* simple-expression : logical-expression
 *   [ ":" logical-expression [ ":" logical-expression ] ] */
AstExpr *parse_simple_expression(Parser *p)
{
  int32_t begin = parser_begin(p);
  AstExpr *first = logical_expression(p);
  if (parser_kind(p) != TOKEN_COLON) return first;
  int mark = p->n_pile;
  push_expr(p, first);
  for (int i = 0; i < 2 && parser_accept(p, TOKEN_COLON); i++) {
    push_expr(p, logical_expression(p));
  }
  AstExpr *e = new_expr(p, AST_RANGE, begin);
  take_args(p, e, mark);
  return e;
}

/* if expression then expression { elseif ... } else expression */
static AstExpr *if_expression(Parser *p)
{
  int32_t begin = parser_begin(p);
  int mark = p->n_pile;
  parser_advance(p);
  do {
    push_expr(p, parse_expression(p));
    parser_expect(p, KEYWORD_THEN);
    push_expr(p, parse_expression(p));
  } while (parser_accept(p, KEYWORD_ELSEIF));
  parser_expect(p, KEYWORD_ELSE);
  push_expr(p, parse_expression(p));
  AstExpr *e = new_expr(p, AST_IF, begin);
  take_args(p, e, mark);
  assert(e->n_args >= 3 && e->n_args % 2 == 1);
  return e;
}

AstExpr *parse_expression(Parser *p)
{
  if (!parser_enter(p)) return new_expr(p, AST_INTEGER, parser_begin(p));
  AstExpr *e = parser_kind(p) == KEYWORD_IF ? if_expression(p)
                                            : parse_simple_expression(p);
  parser_leave(p);
  return e;
}
