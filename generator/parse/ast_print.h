/* ast_print.h: an Ast as Modelica text.
 *
 * The text is valid Modelica with the same Ast (but for spans and redundant
 * parentheses): print, parse, print gives the same text twice. One element,
 * equation or statement a line; what was written in one component clause
 * appears as one clause per component; strings are escaped. No recursion on
 * the length of operator chains.
 */
#ifndef FOUCAULT_PARSE_AST_PRINT_H
#define FOUCAULT_PARSE_AST_PRINT_H

#include <stdio.h>

#include "parse/ast.h"

void ast_print(FILE *out, const Ast *ast);
void ast_print_class(FILE *out, const AstClass *class_def);
void ast_print_equation(FILE *out, const AstEquation *equation);
void ast_print_expr(FILE *out, const AstExpr *expr);
void ast_print_reference(FILE *out, const AstReference *reference);

#endif
