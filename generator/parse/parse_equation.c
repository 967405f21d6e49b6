/* parse_equation.c: equations and statements (A.2.6).
 *
 * The two languages differ in their simple forms only; their loops and
 * conditions are written out twice because their nodes have different types.
 */
#include <assert.h>

#include "parse/parser.h"

static void equation_list(Parser *p, AstEquationBranch *b);
static void statement_list(Parser *p, AstStatementBranch *b);

bool parse_is_declaration_start(TokenKind kind)
{
  if (kind == KEYWORD_PURE) return false; /* pure(f(x)) */
  return token_role(kind) == ROLE_ELEMENT || parse_is_class_start(kind);
}

bool parse_at_section_end(Parser *p)
{
  TokenKind kind = parser_kind(p);
  return kind == TOKEN_END_OF_FILE || token_role(kind) == ROLE_CLOSE ||
         parser_at_section(p);
}

/* Also where a branch ends, and at a declaration, which does not belong here:
 * its class knows what to say about it. */
static bool at_list_end(Parser *p)
{
  return token_role(parser_kind(p)) == ROLE_BRANCH || parse_at_section_end(p) ||
         parse_is_declaration_start(parser_kind(p));
}

/* --- what equations and statements share --- */

/* Elements cannot follow an equation; beginners try. */
static void note_declaration(Parser *p, Diagnostic *d)
{
  if (!d) return;
  diagnostic_note(p->s, d, NO_SPAN,
                  "declarations come before 'equation' and 'algorithm', or "
                  "after 'public' or 'protected'");
}

/* A condition and its `then`, a loop's head and its `loop`. */
static AstExpr *head(Parser *p, TokenKind closing)
{
  assert(closing == KEYWORD_THEN || closing == KEYWORD_LOOP);
  AstExpr *condition = parse_expression(p);
  parser_expect(p, closing);
  parser_recover_head(p);
  return condition;
}

/* `end if` and the like; the note points at the beginning. The error, NULL:
 * none. */
static Diagnostic *end_of(Parser *p, TokenKind keyword, int32_t begin)
{
  assert(keyword >= FIRST_KEYWORD);
  const char *word = token_kind_text(keyword);
  if (parser_kind(p) == KEYWORD_END && parser_peek(p) == keyword) {
    parser_advance(p);
    parser_advance(p);
    return NULL;
  }
  char what[32];
  snprintf(what, sizeof what, "'end %s'", word);
  Diagnostic *d = parser_expected(p, what);
  if (d) {
    diagnostic_note(p->s, d, (Span){p->lexer.source, begin, begin + 1},
                    "to close the '%s' that begins here", word);
  }
  return d;
}

/* Where an `if` follows directly after `else`, which opens a second `if`; -1:
 * it does not. */
static int32_t else_if_place(const Parser *p)
{
  return parser_kind(p) == KEYWORD_IF ? parser_begin(p) : -1;
}

static void end_of_if(Parser *p, int32_t begin, int32_t else_if)
{
  assert(else_if < 0 || else_if > begin);
  Diagnostic *d = end_of(p, KEYWORD_IF, begin);
  if (!d || else_if < 0) return;
  diagnostic_note(p->s, d, (Span){p->lexer.source, else_if, else_if + 2},
                  "'else if' opens a second 'if', with an 'end if' of its own; "
                  "'elseif' is one word");
}

/* connect "(" component-reference "," component-reference ")" */
void parse_connect_clause(Parser *p, AstExpr **left, AstExpr **right)
{
  parser_expect(p, KEYWORD_CONNECT);
  int32_t open = parser_begin(p);
  if (!parser_expect(p, TOKEN_LPAREN)) return;
  *left = parse_reference_expression(p);
  parser_expect(p, TOKEN_COMMA);
  *right = parse_reference_expression(p);
  parser_expect_close(p, TOKEN_RPAREN, open);
}

/* --- equations --- */

static void push_equations(Parser *p, AstExpr *condition, int32_t begin)
{
  AstEquationBranch b = {.condition = condition};
  equation_list(p, &b);
  b.span = parser_span(p, begin);
  parser_push(p, &b, sizeof b);
}

static void take_equations(Parser *p, AstEquation *e, int mark)
{
  e->branch = parser_take(p, mark, sizeof e->branch[0], &e->n_branches);
  assert(e->n_branches > 0);
}

static void if_equation(Parser *p, AstEquation *e)
{
  int mark = p->n_pile;
  int32_t begin = parser_begin(p);
  e->kind = AST_EQ_IF;
  do {
    int32_t branch_begin = parser_begin(p);
    parser_advance(p); /* if, elseif */
    AstExpr *condition = head(p, KEYWORD_THEN);
    push_equations(p, condition, branch_begin);
  } while (parser_kind(p) == KEYWORD_ELSEIF);
  int32_t else_begin = parser_begin(p);
  int32_t else_if = -1;
  if (parser_accept(p, KEYWORD_ELSE)) {
    else_if = else_if_place(p);
    push_equations(p, NULL, else_begin);
  }
  take_equations(p, e, mark);
  end_of_if(p, begin, else_if);
}

static void when_equation(Parser *p, AstEquation *e)
{
  int mark = p->n_pile;
  int32_t begin = parser_begin(p);
  e->kind = AST_EQ_WHEN;
  do {
    int32_t branch_begin = parser_begin(p);
    parser_advance(p); /* when, elsewhen */
    AstExpr *condition = head(p, KEYWORD_THEN);
    push_equations(p, condition, branch_begin);
  } while (parser_kind(p) == KEYWORD_ELSEWHEN);
  take_equations(p, e, mark);
  end_of(p, KEYWORD_WHEN, begin);
}

/* After the iterators of a loop; `for i = 1:3` is that of other languages. */
static void expect_loop(Parser *p)
{
  if (parser_kind(p) == TOKEN_EQUALS) {
    Diagnostic *d = parser_expected(p, "'in' or 'loop'");
    if (d)
      diagnostic_note(p->s, d, NO_SPAN,
                      "a loop is written 'for i in 1:3 loop'");
    return;
  }
  parser_expect(p, KEYWORD_LOOP);
}

static void for_equation(Parser *p, AstEquation *e)
{
  int32_t begin = parser_begin(p);
  e->kind = AST_EQ_FOR;
  parser_advance(p);
  e->iterator = parse_for_indices(p, &e->n_iterators);
  expect_loop(p);
  parser_recover_head(p);
  int mark = p->n_pile;
  push_equations(p, NULL, begin);
  take_equations(p, e, mark);
  end_of(p, KEYWORD_FOR, begin);
}

/* The left side stands alone and is not a call. */
static void expected_equals(Parser *p, const AstExpr *left)
{
  if (parser_kind(p) == TOKEN_ASSIGN) {
    parser_error(p, "an equation is written with '='; ':=' assigns in an "
                    "algorithm");
  } else if (left->kind == AST_BINARY && left->op == AST_EQ &&
             !left->parenthesised) {
    parser_error_at(p, left->span,
                    "an equation is written with '='; '==' compares");
  } else {
    bool two_names =
        left->kind == AST_REFERENCE && parser_kind(p) == TOKEN_IDENT;
    Diagnostic *d = parser_expected(p, "'='");
    if (two_names) note_declaration(p, d);
  }
}

/* simple-expression "=" expression | component-reference function-call-args */
static void equation_or_procedure(Parser *p, AstEquation *e)
{
  bool may_be_call =
      parser_kind(p) == TOKEN_IDENT || parser_kind(p) == TOKEN_DOT;
  e->left = parse_simple_expression(p);
  if (parser_accept(p, TOKEN_EQUALS)) {
    e->kind = AST_EQ_SIMPLE;
    e->right = parse_expression(p);
  } else if (may_be_call && e->left->kind == AST_CALL) {
    e->kind = AST_EQ_CALL;
  } else {
    expected_equals(p, e->left);
  }
}

static void some_equation(Parser *p, AstEquation *e)
{
  TokenKind kind = parser_kind(p);
  if (kind == KEYWORD_IF) {
    if_equation(p, e);
  } else if (kind == KEYWORD_FOR) {
    for_equation(p, e);
  } else if (kind == KEYWORD_WHEN) {
    when_equation(p, e);
  } else if (kind == KEYWORD_CONNECT) {
    e->kind = AST_EQ_CONNECT;
    parse_connect_clause(p, &e->left, &e->right);
  } else {
    equation_or_procedure(p, e);
  }
}

static AstEquation *equation(Parser *p)
{
  AstEquation *e = arena_alloc(p->arena, sizeof *e);
  if (!parser_enter(p)) return e;
  int32_t begin = parser_begin(p);
  some_equation(p, e);
  e->span = parser_span(p, begin);
  e->comment = parse_description(p);
  parser_leave(p);
  return e;
}

/* { equation ";" } */
static void equation_list(Parser *p, AstEquationBranch *b)
{
  int mark = p->n_pile;
  while (!p->panic && !at_list_end(p)) {
    ParserItem item = parser_begin_item(p);
    AstEquation *e = equation(p);
    bool is_whole = parser_is_whole(p, &item);
    parser_end_item(p, &item);
    if (is_whole) parser_push(p, &e, sizeof e);
  }
  b->equation = parser_take(p, mark, sizeof b->equation[0], &b->n_equations);
}

/* --- statements --- */

static void push_statements(Parser *p, AstExpr *condition, int32_t begin)
{
  AstStatementBranch b = {.condition = condition};
  statement_list(p, &b);
  b.span = parser_span(p, begin);
  parser_push(p, &b, sizeof b);
}

static void take_statements(Parser *p, AstStatement *st, int mark)
{
  st->branch = parser_take(p, mark, sizeof st->branch[0], &st->n_branches);
  assert(st->n_branches > 0);
}

static void if_statement(Parser *p, AstStatement *st)
{
  int mark = p->n_pile;
  int32_t begin = parser_begin(p);
  st->kind = AST_ST_IF;
  do {
    int32_t branch_begin = parser_begin(p);
    parser_advance(p); /* if, elseif */
    AstExpr *condition = head(p, KEYWORD_THEN);
    push_statements(p, condition, branch_begin);
  } while (parser_kind(p) == KEYWORD_ELSEIF);
  int32_t else_begin = parser_begin(p);
  int32_t else_if = -1;
  if (parser_accept(p, KEYWORD_ELSE)) {
    else_if = else_if_place(p);
    push_statements(p, NULL, else_begin);
  }
  take_statements(p, st, mark);
  end_of_if(p, begin, else_if);
}

static void when_statement(Parser *p, AstStatement *st)
{
  int mark = p->n_pile;
  int32_t begin = parser_begin(p);
  st->kind = AST_ST_WHEN;
  do {
    int32_t branch_begin = parser_begin(p);
    parser_advance(p); /* when, elsewhen */
    AstExpr *condition = head(p, KEYWORD_THEN);
    push_statements(p, condition, branch_begin);
  } while (parser_kind(p) == KEYWORD_ELSEWHEN);
  take_statements(p, st, mark);
  end_of(p, KEYWORD_WHEN, begin);
}

static void for_statement(Parser *p, AstStatement *st)
{
  int32_t begin = parser_begin(p);
  st->kind = AST_ST_FOR;
  parser_advance(p);
  st->iterator = parse_for_indices(p, &st->n_iterators);
  expect_loop(p);
  parser_recover_head(p);
  int mark = p->n_pile;
  push_statements(p, NULL, begin);
  take_statements(p, st, mark);
  end_of(p, KEYWORD_FOR, begin);
}

static void while_statement(Parser *p, AstStatement *st)
{
  int32_t begin = parser_begin(p);
  st->kind = AST_ST_WHILE;
  parser_advance(p);
  AstExpr *condition = head(p, KEYWORD_LOOP);
  int mark = p->n_pile;
  push_statements(p, condition, begin);
  take_statements(p, st, mark);
  end_of(p, KEYWORD_WHILE, begin);
}

/* "(" output-expression-list ")" ":=" component-reference
 *   function-call-args */
static void tuple_assignment(Parser *p, AstStatement *st)
{
  st->kind = AST_ST_ASSIGN_TUPLE;
  st->left = parse_output_tuple(p);
  parser_expect(p, TOKEN_ASSIGN);
  int32_t begin = parser_begin(p);
  if (parser_kind(p) != TOKEN_IDENT && parser_kind(p) != TOKEN_DOT) {
    parser_expected(p, "the call of a function");
  }
  AstReference *function = parse_component_reference(p);
  st->right = parse_function_call(p, function, begin);
}

/* component-reference ( ":=" expression | function-call-args ) */
static void assignment_or_call(Parser *p, AstStatement *st)
{
  int32_t begin = parser_begin(p);
  AstExpr *left = parse_reference_expression(p);
  st->left = left;
  if (parser_accept(p, TOKEN_ASSIGN)) {
    st->kind = AST_ST_ASSIGN;
    st->right = parse_expression(p);
  } else if (parser_kind(p) == TOKEN_LPAREN) {
    st->kind = AST_ST_CALL;
    st->left = parse_function_call(p, left->reference, begin);
  } else if (parser_kind(p) == TOKEN_EQUALS) {
    parser_error(p, "in an algorithm a value is assigned with ':='");
  } else {
    bool two_names = parser_kind(p) == TOKEN_IDENT;
    Diagnostic *d = parser_expected(p, "':='");
    if (two_names) note_declaration(p, d);
  }
}

static void break_statement(Parser *p, AstStatement *st)
{
  st->kind = AST_ST_BREAK;
  parser_advance(p);
}

static void return_statement(Parser *p, AstStatement *st)
{
  st->kind = AST_ST_RETURN;
  parser_advance(p);
}

/* By the token that begins it. */
static void some_statement(Parser *p, AstStatement *st)
{
  static const struct {
    TokenKind first;
    void (*parse)(Parser *p, AstStatement *st);
  } kinds[] = {
      {KEYWORD_IF, if_statement},       {KEYWORD_FOR, for_statement},
      {KEYWORD_WHILE, while_statement}, {KEYWORD_WHEN, when_statement},
      {KEYWORD_BREAK, break_statement}, {KEYWORD_RETURN, return_statement},
      {TOKEN_LPAREN, tuple_assignment}, {TOKEN_IDENT, assignment_or_call},
      {TOKEN_DOT, assignment_or_call}};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    if (kinds[k].first != parser_kind(p)) continue;
    kinds[k].parse(p, st);
    return;
  }
  parser_expected(p, "a statement");
}

static AstStatement *statement(Parser *p)
{
  AstStatement *st = arena_alloc(p->arena, sizeof *st);
  if (!parser_enter(p)) return st;
  int32_t begin = parser_begin(p);
  some_statement(p, st);
  st->span = parser_span(p, begin);
  st->comment = parse_description(p);
  parser_leave(p);
  return st;
}

/* { statement ";" } */
static void statement_list(Parser *p, AstStatementBranch *b)
{
  int mark = p->n_pile;
  while (!p->panic && !at_list_end(p)) {
    ParserItem item = parser_begin_item(p);
    AstStatement *st = statement(p);
    bool is_whole = parser_is_whole(p, &item);
    parser_end_item(p, &item);
    if (is_whole) parser_push(p, &st, sizeof st);
  }
  b->statement = parser_take(p, mark, sizeof b->statement[0], &b->n_statements);
}

/* --- sections --- */

/* [ initial ] equation { equation ";" } */
AstSection *parse_equation_section(Parser *p, int32_t begin, bool initial)
{
  AstSection *section = arena_alloc(p->arena, sizeof *section);
  parser_accept(p, KEYWORD_EQUATION);
  AstEquationBranch list = {.condition = NULL};
  do {
    equation_list(p, &list);
  } while (parser_skip_stray(p));
  section->is_initial = initial;
  section->equation = list.equation;
  section->n_equations = list.n_equations;
  section->span = parser_span(p, begin);
  return section;
}

/* [ initial ] algorithm { statement ";" } */
AstSection *parse_algorithm_section(Parser *p, int32_t begin, bool initial)
{
  AstSection *section = arena_alloc(p->arena, sizeof *section);
  parser_accept(p, KEYWORD_ALGORITHM);
  AstStatementBranch list = {.condition = NULL};
  do {
    statement_list(p, &list);
  } while (parser_skip_stray(p));
  section->is_algorithm = true;
  section->is_initial = initial;
  section->statement = list.statement;
  section->n_statements = list.n_statements;
  section->span = parser_span(p, begin);
  return section;
}
