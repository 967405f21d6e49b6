/* ast_print_expr.c: names and expressions, one function per kind. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/decimal_text.h"
#include "parse/ast_printer.h"

void ast_printer_put(AstPrinter *p, const char *text)
{
  fputs(text, p->out);
}

void ast_printer_put_if(AstPrinter *p, bool condition, const char *text)
{
  if (condition) ast_printer_put(p, text);
}

void ast_printer_comma(AstPrinter *p, int i)
{
  ast_printer_put_if(p, i > 0, ", ");
}

/* --- literals --- */

void ast_printer_string(AstPrinter *p, const char *text)
{
  fputc('"', p->out);
  for (; *text; text++) {
    switch (*text) {
    case '"': ast_printer_put(p, "\\\""); break;
    case '\\': ast_printer_put(p, "\\\\"); break;
    case '\a': ast_printer_put(p, "\\a"); break;
    case '\b': ast_printer_put(p, "\\b"); break;
    case '\f': ast_printer_put(p, "\\f"); break;
    case '\n': ast_printer_put(p, "\\n"); break;
    case '\r': ast_printer_put(p, "\\r"); break;
    case '\t': ast_printer_put(p, "\\t"); break;
    case '\v': ast_printer_put(p, "\\v"); break;
    default: fputc(*text, p->out);
    }
  }
  fputc('"', p->out);
}

/* As few digits as needed, but at least 15, to read back the same Real. */
static void print_real(AstPrinter *p, double value)
{
  char text[DECIMAL_TEXT_SIZE];
  ast_printer_put(p, decimal_text(value, text, NULL));
  ast_printer_put_if(p, !strpbrk(text, ".en"), ".0");
}

/* --- names --- */

void ast_printer_subscripts(AstPrinter *p, const AstSubscript *list, int n)
{
  if (n == 0) return;
  ast_printer_put(p, "[");
  for (int i = 0; i < n; i++) {
    ast_printer_comma(p, i);
    if (list[i].expr)
      ast_printer_expr(p, list[i].expr, LEVEL_EXPRESSION);
    else
      ast_printer_put(p, ":");
  }
  ast_printer_put(p, "]");
}

void ast_printer_reference(AstPrinter *p, const AstReference *r)
{
  assert(r->n_parts > 0);
  ast_printer_put_if(p, r->leading_dot, ".");
  for (int i = 0; i < r->n_parts; i++) {
    ast_printer_put_if(p, i > 0, ".");
    ast_printer_put(p, r->part[i].ident);
    ast_printer_subscripts(p, r->part[i].subscript, r->part[i].n_subscripts);
  }
}

/* --- expressions --- */

/* In step with AstOperator. */
static const struct {
  const char *text;
  Level level;
} operators[] = {
    [AST_ADD] = {" + ", LEVEL_ARITHMETIC},
    [AST_SUB] = {" - ", LEVEL_ARITHMETIC},
    [AST_MUL] = {"*", LEVEL_TERM},
    [AST_DIV] = {"/", LEVEL_TERM},
    [AST_POW] = {"^", LEVEL_FACTOR},
    [AST_EL_ADD] = {" .+ ", LEVEL_ARITHMETIC},
    [AST_EL_SUB] = {" .- ", LEVEL_ARITHMETIC},
    [AST_EL_MUL] = {" .* ", LEVEL_TERM},
    [AST_EL_DIV] = {" ./ ", LEVEL_TERM},
    [AST_EL_POW] = {" .^ ", LEVEL_FACTOR},
    [AST_LT] = {" < ", LEVEL_RELATION},
    [AST_LE] = {" <= ", LEVEL_RELATION},
    [AST_GT] = {" > ", LEVEL_RELATION},
    [AST_GE] = {" >= ", LEVEL_RELATION},
    [AST_EQ] = {" == ", LEVEL_RELATION},
    [AST_NE] = {" <> ", LEVEL_RELATION},
    [AST_AND] = {" and ", LEVEL_AND},
    [AST_OR] = {" or ", LEVEL_OR},
    [AST_NOT] = {"not ", LEVEL_NOT},
    [AST_PLUS] = {"+", LEVEL_ARITHMETIC},
    [AST_MINUS] = {"-", LEVEL_ARITHMETIC},
    [AST_EL_PLUS] = {".+", LEVEL_ARITHMETIC},
    [AST_EL_MINUS] = {".-", LEVEL_ARITHMETIC},
};

static Level ast_print_expr_level_of(const AstExpr *e)
{
  switch (e->kind) {
  case AST_IF: return LEVEL_EXPRESSION;
  case AST_RANGE: return LEVEL_SIMPLE;
  case AST_UNARY:
  case AST_BINARY: return operators[e->op].level;
  case AST_REAL:
  case AST_INTEGER:
  case AST_STRING:
  case AST_FALSE:
  case AST_TRUE:
  case AST_REFERENCE:
  case AST_END:
  case AST_COLON:
  case AST_CALL:
  case AST_PARTIAL:
  case AST_ARRAY:
  case AST_MATRIX:
  case AST_TUPLE:
  case AST_SUBSCRIPTED: break;
  }
  return LEVEL_PRIMARY;
}

/* What the left operand of this level may be without parentheses: itself
 * where chains are allowed. */
static Level left_level(Level level)
{
  bool chains = level == LEVEL_OR || level == LEVEL_AND ||
                level == LEVEL_ARITHMETIC || level == LEVEL_TERM;
  return chains ? level : level + 1;
}

/* Also the operand of a sign or of `not`. */
static Level right_level(Level level)
{
  return level == LEVEL_NOT ? LEVEL_RELATION : level + 1;
}

static bool continues_chain(const AstExpr *e)
{
  const AstExpr *left = e->arg[0];
  Level level = ast_print_expr_level_of(e);
  return left->kind == AST_BINARY && ast_print_expr_level_of(left) == level &&
         left_level(level) == level;
}

/* a + b + c is left-deep: the spine is walked down once and printed on the
 * way up, because it may be a million nodes long. */
static void print_binary(AstPrinter *p, const AstExpr *e)
{
  assert(e->n_args == 2);
  ArenaMark mark = arena_mark(p->scratch);
  size_t n = 1;
  for (const AstExpr *i = e; continues_chain(i); i = i->arg[0]) n++;
  const AstExpr **spine = arena_array(p->scratch, n, sizeof spine[0]);
  spine[0] = e;
  for (size_t i = 1; i < n; i++) spine[i] = spine[i - 1]->arg[0];

  Level level = ast_print_expr_level_of(e);
  ast_printer_expr(p, spine[n - 1]->arg[0], left_level(level));
  while (n-- > 0) {
    ast_printer_put(p, operators[spine[n]->op].text);
    ast_printer_expr(p, spine[n]->arg[1], right_level(level));
  }
  arena_release(mark);
}

static void print_if(AstPrinter *p, const AstExpr *e)
{
  assert(e->n_args >= 3 && e->n_args % 2 == 1);
  for (int i = 0; i + 1 < e->n_args; i += 2) {
    ast_printer_put(p, i == 0 ? "if " : " elseif ");
    ast_printer_expr(p, e->arg[i], LEVEL_EXPRESSION);
    ast_printer_put(p, " then ");
    ast_printer_expr(p, e->arg[i + 1], LEVEL_EXPRESSION);
  }
  ast_printer_put(p, " else ");
  ast_printer_expr(p, e->arg[e->n_args - 1], LEVEL_EXPRESSION);
}

static void print_range(AstPrinter *p, const AstExpr *e)
{
  assert(e->n_args == 2 || e->n_args == 3);
  for (int i = 0; i < e->n_args; i++) {
    ast_printer_put_if(p, i > 0, ":");
    ast_printer_expr(p, e->arg[i], LEVEL_OR);
  }
}

void ast_printer_expr_list(AstPrinter *p, AstExpr *const *list, int n)
{
  for (int i = 0; i < n; i++) {
    ast_printer_comma(p, i);
    if (list[i]) ast_printer_expr(p, list[i], LEVEL_EXPRESSION);
  }
}

void ast_printer_iterators(AstPrinter *p, const AstIterator *list, int n)
{
  for (int i = 0; i < n; i++) {
    ast_printer_comma(p, i);
    ast_printer_put(p, list[i].name);
    if (!list[i].range) continue;
    ast_printer_put(p, " in ");
    ast_printer_expr(p, list[i].range, LEVEL_EXPRESSION);
  }
}

static void print_comprehension(AstPrinter *p, const AstExpr *e)
{
  ast_printer_expr_list(p, e->arg, e->n_args);
  ast_printer_put_if(p, e->n_iterators > 0, " for ");
  ast_printer_iterators(p, e->iterator, e->n_iterators);
}

/* Calls and partial applications. */
static void ast_print_expr_print_call(AstPrinter *p, const AstExpr *e)
{
  ast_printer_put_if(p, e->kind == AST_PARTIAL, "function ");
  ast_printer_reference(p, e->reference);
  ast_printer_put(p, "(");
  print_comprehension(p, e);
  for (int i = 0; i < e->n_named; i++) {
    ast_printer_comma(p, e->n_args + i);
    ast_printer_put(p, e->named[i].name);
    ast_printer_put(p, " = ");
    ast_printer_expr(p, e->named[i].value, LEVEL_EXPRESSION);
  }
  ast_printer_put(p, ")");
}

static void print_matrix(AstPrinter *p, const AstExpr *e)
{
  assert(e->n_rows > 0);
  ast_printer_put(p, "[");
  for (int i = 0; i < e->n_rows; i++) {
    ast_printer_put_if(p, i > 0, "; ");
    ast_printer_expr_list(p, e->row[i].item, e->row[i].n_items);
  }
  ast_printer_put(p, "]");
}

static void print_subscripted(AstPrinter *p, const AstExpr *e)
{
  assert(e->n_args == 1 && e->n_subscripts > 0);
  ast_printer_put(p, "(");
  ast_printer_expr(p, e->arg[0], LEVEL_EXPRESSION);
  ast_printer_put(p, ")");
  ast_printer_subscripts(p, e->subscript, e->n_subscripts);
}

static void print_array(AstPrinter *p, const AstExpr *e)
{
  ast_printer_put(p, "{");
  print_comprehension(p, e);
  ast_printer_put(p, "}");
}

static void print_tuple(AstPrinter *p, const AstExpr *e)
{
  ast_printer_put(p, "(");
  ast_printer_expr_list(p, e->arg, e->n_args);
  ast_printer_put(p, ")");
}

static void print_unary(AstPrinter *p, const AstExpr *e)
{
  assert(e->n_args == 1);
  ast_printer_put(p, operators[e->op].text);
  ast_printer_expr(p, e->arg[0], right_level(ast_print_expr_level_of(e)));
}

static void print_bare(AstPrinter *p, const AstExpr *e)
{
  switch (e->kind) {
  case AST_REAL: print_real(p, e->real); break;
  case AST_INTEGER: fprintf(p->out, "%" PRId64, e->integer); break;
  case AST_STRING: ast_printer_string(p, e->string); break;
  case AST_FALSE: ast_printer_put(p, "false"); break;
  case AST_TRUE: ast_printer_put(p, "true"); break;
  case AST_REFERENCE: ast_printer_reference(p, e->reference); break;
  case AST_END: ast_printer_put(p, "end"); break;
  case AST_COLON: ast_printer_put(p, ":"); break;
  case AST_UNARY: print_unary(p, e); break;
  case AST_BINARY: print_binary(p, e); break;
  case AST_IF: print_if(p, e); break;
  case AST_RANGE: print_range(p, e); break;
  case AST_CALL:
  case AST_PARTIAL: ast_print_expr_print_call(p, e); break;
  case AST_ARRAY: print_array(p, e); break;
  case AST_MATRIX: print_matrix(p, e); break;
  case AST_TUPLE: print_tuple(p, e); break;
  case AST_SUBSCRIPTED: print_subscripted(p, e); break;
  }
}

void ast_printer_expr(AstPrinter *p, const AstExpr *e, Level place)
{
  bool parentheses = ast_print_expr_level_of(e) < place;
  ast_printer_put_if(p, parentheses, "(");
  print_bare(p, e);
  ast_printer_put_if(p, parentheses, ")");
}
