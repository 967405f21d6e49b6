/* parse.h: Modelica text to Ast, the whole grammar of Modelica 3.6.
 *
 * The room parse/ turns text into an Ast, and an Ast into text. It calls
 * base/. Reading order: ast.h, token.h, this file, parser.h (what the
 * functions of the grammar share); then parse_class.c, parse_element.c,
 * parse_equation.c and parse_expression.c, one function for each rule of the
 * grammar.
 *
 * needs   a registered source (source_read)
 * gives   the classes of the file, appended to `ast`
 * fails   E10x, E11x, E12x; continues after a faulty class element where it
 *         can, at most 20 syntax errors a file. Of a file with errors no class
 *         is appended; where Session.is_tolerant, those that could be read are,
 *         without their faulty elements, equations and statements
 * cost    linear in the text; recursion depth is counted and limited (E122)
 */
#ifndef FOUCAULT_PARSE_PARSE_H
#define FOUCAULT_PARSE_PARSE_H

#include "base/session.h"
#include "parse/ast.h"

Ast *ast_create(Session *s);

/* Reads and parses each file; false if any of them had an error. */
bool parse_files(Session *s, Ast *ast, const char *const *path, int n_paths);
/* Parses one registered source; false: nothing can be made of it. */
bool parse_source(Session *s, Ast *ast, int source);
/* Keeps the file and what is parsed of it for later runs of this process
 * (kept_files.h); false: it cannot be read or has errors, which are not
 * reported. */
bool parse_keep(Session *s, const char *path);
/* A registered source that is one expression, not a file (parse_alone.c);
 * NULL after a diagnostic. */
AstExpr *parse_expression_source(Session *s, int source);

#endif
