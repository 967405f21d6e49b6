/* ast_printer.h: what the files that print an Ast share; private to parse/.
 *
 * Parentheses are set by precedence: each expression is printed for a place
 * in the grammar that accepts a certain level, and is put in parentheses if
 * it belongs to a weaker one.
 *
 * needs   nodes of a file without errors
 */
#ifndef FOUCAULT_PARSE_AST_PRINTER_H
#define FOUCAULT_PARSE_AST_PRINTER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "parse/ast.h"

/* Grammar rules of expressions, the weakest binding first. */
typedef enum Level {
  LEVEL_EXPRESSION, /* if ... then ... else */
  LEVEL_SIMPLE,     /* a : b : c */
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_NOT,
  LEVEL_RELATION,
  LEVEL_ARITHMETIC, /* also signs: -a + b */
  LEVEL_TERM,
  LEVEL_FACTOR,
  LEVEL_PRIMARY
} Level;

typedef struct AstPrinter {
  FILE *out;
  Arena *scratch;
  int indent;
} AstPrinter;

void ast_printer_put(AstPrinter *p, const char *text);
void ast_printer_put_if(AstPrinter *p, bool condition, const char *text);
/* The separator in front of the i-th item of a list. */
void ast_printer_comma(AstPrinter *p, int i);

void ast_printer_string(AstPrinter *p, const char *text);
void ast_printer_subscripts(AstPrinter *p, const AstSubscript *list, int n);
void ast_printer_reference(AstPrinter *p, const AstReference *r);
void ast_printer_expr_list(AstPrinter *p, AstExpr *const *list, int n);
void ast_printer_iterators(AstPrinter *p, const AstIterator *list, int n);
void ast_printer_expr(AstPrinter *p, const AstExpr *e, Level place);

#endif
