/* ast_print.c: one function per node type, in the order of ast.h.
 *
 * Parentheses are set by precedence: each expression is printed for a place
 * in the grammar that accepts a certain level, and is put in parentheses if
 * it belongs to a weaker one.
 */
#include "parse/ast_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

typedef struct Printer {
  FILE *out;
  Arena *scratch;
  int indent;
} Printer;

static void print_expr(Printer *p, const AstExpr *e, Level place);
static void print_modification(Printer *p, const AstModification *m);
static void print_class(Printer *p, const AstClass *c);
static void print_element(Printer *p, const AstElement *e);
static void print_equations(Printer *p, AstEquation *const *list, int n);
static void print_statements(Printer *p, AstStatement *const *list, int n);

static void put(Printer *p, const char *text)
{
  fputs(text, p->out);
}

static void put_if(Printer *p, bool condition, const char *text)
{
  if (condition) put(p, text);
}

/* The separator in front of the i-th item of a list. */
static void put_comma(Printer *p, int i)
{
  put_if(p, i > 0, ", ");
}

static void start_line(Printer *p)
{
  fprintf(p->out, "%*s", 2 * p->indent, "");
}

static void end_line(Printer *p)
{
  put(p, ";\n");
}

/* --- literals --- */

static void print_string(Printer *p, const char *text)
{
  fputc('"', p->out);
  for (; *text; text++) {
    switch (*text) {
    case '"': put(p, "\\\""); break;
    case '\\': put(p, "\\\\"); break;
    case '\a': put(p, "\\a"); break;
    case '\b': put(p, "\\b"); break;
    case '\f': put(p, "\\f"); break;
    case '\n': put(p, "\\n"); break;
    case '\r': put(p, "\\r"); break;
    case '\t': put(p, "\\t"); break;
    case '\v': put(p, "\\v"); break;
    default: fputc(*text, p->out);
    }
  }
  fputc('"', p->out);
}

/* As few digits as needed, but at least 15, to read back the same Real. */
static void print_real(Printer *p, double value)
{
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  put(p, text);
  put_if(p, !strpbrk(text, ".en"), ".0");
}

/* --- names --- */

static void print_subscripts(Printer *p, const AstSubscript *list, int n)
{
  if (n == 0) return;
  put(p, "[");
  for (int i = 0; i < n; i++) {
    put_comma(p, i);
    if (list[i].expr)
      print_expr(p, list[i].expr, LEVEL_EXPRESSION);
    else
      put(p, ":");
  }
  put(p, "]");
}

static void print_reference(Printer *p, const AstReference *r)
{
  put_if(p, r->leading_dot, ".");
  for (int i = 0; i < r->n_parts; i++) {
    put_if(p, i > 0, ".");
    put(p, r->part[i].ident);
    print_subscripts(p, r->part[i].subscript, r->part[i].n_subscripts);
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

static Level level_of(const AstExpr *e)
{
  switch (e->kind) {
  case AST_IF: return LEVEL_EXPRESSION;
  case AST_RANGE: return LEVEL_SIMPLE;
  case AST_UNARY:
  case AST_BINARY: return operators[e->op].level;
  default: return LEVEL_PRIMARY;
  }
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
  Level level = level_of(e);
  return left->kind == AST_BINARY && level_of(left) == level &&
         left_level(level) == level;
}

/* a + b + c is left-deep: the spine is walked down once and printed on the
 * way up, because it may be a million nodes long. */
static void print_binary(Printer *p, const AstExpr *e)
{
  ArenaMark mark = arena_mark(p->scratch);
  size_t n = 1;
  for (const AstExpr *i = e; continues_chain(i); i = i->arg[0]) n++;
  const AstExpr **spine = arena_array(p->scratch, n, sizeof spine[0]);
  spine[0] = e;
  for (size_t i = 1; i < n; i++) spine[i] = spine[i - 1]->arg[0];

  Level level = level_of(e);
  print_expr(p, spine[n - 1]->arg[0], left_level(level));
  while (n-- > 0) {
    put(p, operators[spine[n]->op].text);
    print_expr(p, spine[n]->arg[1], right_level(level));
  }
  arena_release(mark);
}

static void print_if(Printer *p, const AstExpr *e)
{
  for (int i = 0; i + 1 < e->n_args; i += 2) {
    put(p, i == 0 ? "if " : " elseif ");
    print_expr(p, e->arg[i], LEVEL_EXPRESSION);
    put(p, " then ");
    print_expr(p, e->arg[i + 1], LEVEL_EXPRESSION);
  }
  put(p, " else ");
  print_expr(p, e->arg[e->n_args - 1], LEVEL_EXPRESSION);
}

static void print_range(Printer *p, const AstExpr *e)
{
  for (int i = 0; i < e->n_args; i++) {
    put_if(p, i > 0, ":");
    print_expr(p, e->arg[i], LEVEL_OR);
  }
}

static void print_expr_list(Printer *p, AstExpr *const *list, int n)
{
  for (int i = 0; i < n; i++) {
    put_comma(p, i);
    if (list[i]) print_expr(p, list[i], LEVEL_EXPRESSION);
  }
}

static void print_iterators(Printer *p, const AstIterator *list, int n)
{
  for (int i = 0; i < n; i++) {
    put_comma(p, i);
    put(p, list[i].name);
    if (!list[i].range) continue;
    put(p, " in ");
    print_expr(p, list[i].range, LEVEL_EXPRESSION);
  }
}

static void print_comprehension(Printer *p, const AstExpr *e)
{
  print_expr_list(p, e->arg, e->n_args);
  put_if(p, e->n_iterators > 0, " for ");
  print_iterators(p, e->iterator, e->n_iterators);
}

/* Calls and partial applications. */
static void print_call(Printer *p, const AstExpr *e)
{
  put_if(p, e->kind == AST_PARTIAL, "function ");
  print_reference(p, e->reference);
  put(p, "(");
  print_comprehension(p, e);
  for (int i = 0; i < e->n_named; i++) {
    put_comma(p, e->n_args + i);
    put(p, e->named[i].name);
    put(p, " = ");
    print_expr(p, e->named[i].value, LEVEL_EXPRESSION);
  }
  put(p, ")");
}

static void print_matrix(Printer *p, const AstExpr *e)
{
  put(p, "[");
  for (int i = 0; i < e->n_rows; i++) {
    put_if(p, i > 0, "; ");
    print_expr_list(p, e->row[i].item, e->row[i].n_items);
  }
  put(p, "]");
}

static void print_subscripted(Printer *p, const AstExpr *e)
{
  put(p, "(");
  print_expr(p, e->arg[0], LEVEL_EXPRESSION);
  put(p, ")");
  print_subscripts(p, e->subscript, e->n_subscripts);
}

static void print_array(Printer *p, const AstExpr *e)
{
  put(p, "{");
  print_comprehension(p, e);
  put(p, "}");
}

static void print_tuple(Printer *p, const AstExpr *e)
{
  put(p, "(");
  print_expr_list(p, e->arg, e->n_args);
  put(p, ")");
}

static void print_unary(Printer *p, const AstExpr *e)
{
  put(p, operators[e->op].text);
  print_expr(p, e->arg[0], right_level(level_of(e)));
}

static void print_bare(Printer *p, const AstExpr *e)
{
  switch (e->kind) {
  case AST_REAL: print_real(p, e->real); break;
  case AST_INTEGER: fprintf(p->out, "%" PRId64, e->integer); break;
  case AST_STRING: print_string(p, e->string); break;
  case AST_FALSE: put(p, "false"); break;
  case AST_TRUE: put(p, "true"); break;
  case AST_REFERENCE: print_reference(p, e->reference); break;
  case AST_END: put(p, "end"); break;
  case AST_COLON: put(p, ":"); break;
  case AST_UNARY: print_unary(p, e); break;
  case AST_BINARY: print_binary(p, e); break;
  case AST_IF: print_if(p, e); break;
  case AST_RANGE: print_range(p, e); break;
  case AST_CALL:
  case AST_PARTIAL: print_call(p, e); break;
  case AST_ARRAY: print_array(p, e); break;
  case AST_MATRIX: print_matrix(p, e); break;
  case AST_TUPLE: print_tuple(p, e); break;
  case AST_SUBSCRIPTED: print_subscripted(p, e); break;
  }
}

static void print_expr(Printer *p, const AstExpr *e, Level place)
{
  bool parentheses = level_of(e) < place;
  put_if(p, parentheses, "(");
  print_bare(p, e);
  put_if(p, parentheses, ")");
}

/* --- comments and modifications --- */

static void print_text(Printer *p, const AstComment *c)
{
  if (!c || !c->text) return;
  put(p, " ");
  print_string(p, c->text);
}

static void print_annotation(Printer *p, const AstModification *annotation)
{
  if (!annotation) return;
  put(p, " annotation");
  print_modification(p, annotation);
}

static void print_comment(Printer *p, const AstComment *c)
{
  print_text(p, c);
  if (c) print_annotation(p, c->annotation);
}

static void print_argument(Printer *p, const AstArgument *a)
{
  put_if(p, a->redeclare, "redeclare ");
  put_if(p, a->each, "each ");
  put_if(p, a->final, "final ");
  put_if(p, a->replaceable, "replaceable ");
  switch (a->kind) {
  case AST_MODIFY:
    print_reference(p, a->name);
    print_modification(p, a->modification);
    print_text(p, a->comment);
    break;
  case AST_REDECLARE_CLASS:
  case AST_REDECLARE_COMPONENT: print_element(p, a->element); break;
  case AST_BREAK_COMPONENT:
    put(p, "break ");
    print_reference(p, a->name);
    break;
  case AST_BREAK_CONNECT:
    put(p, "break connect(");
    print_expr(p, a->connect_left, LEVEL_PRIMARY);
    put(p, ", ");
    print_expr(p, a->connect_right, LEVEL_PRIMARY);
    put(p, ")");
    break;
  }
}

static void print_modification(Printer *p, const AstModification *m)
{
  if (!m) return;
  if (m->has_arguments) {
    put(p, "(");
    for (int i = 0; i < m->n_arguments; i++) {
      put_comma(p, i);
      print_argument(p, m->argument[i]);
    }
    put(p, ")");
  }
  if (!m->value && !m->is_break) return;
  put(p, " = ");
  if (m->is_break)
    put(p, "break");
  else
    print_expr(p, m->value, LEVEL_EXPRESSION);
}

/* --- elements --- */

static void print_import(Printer *p, const AstElement *e)
{
  put(p, "import ");
  if (e->import_kind == AST_IMPORT_RENAME) {
    put(p, e->import_alias);
    put(p, " = ");
  }
  print_reference(p, e->import_name);
  put_if(p, e->import_kind == AST_IMPORT_ALL, ".*");
  if (e->import_kind == AST_IMPORT_LIST) {
    put(p, ".{");
    for (int i = 0; i < e->n_import_list; i++) {
      put_comma(p, i);
      put(p, e->import_list[i]);
    }
    put(p, "}");
  }
}

static void print_causality(Printer *p, AstCausality causality)
{
  put_if(p, causality == AST_INPUT, "input ");
  put_if(p, causality == AST_OUTPUT, "output ");
}

static void print_type_prefix(Printer *p, const AstTypePrefix *prefix)
{
  put_if(p, prefix->connection == AST_FLOW, "flow ");
  put_if(p, prefix->connection == AST_STREAM, "stream ");
  put_if(p, prefix->variability == AST_DISCRETE, "discrete ");
  put_if(p, prefix->variability == AST_PARAMETER, "parameter ");
  put_if(p, prefix->variability == AST_CONSTANT, "constant ");
  print_causality(p, prefix->causality);
}

static void print_component(Printer *p, const AstElement *e)
{
  print_type_prefix(p, &e->prefix);
  print_reference(p, e->type);
  print_subscripts(p, e->type_subscript, e->n_type_subscripts);
  put(p, " ");
  put(p, e->name);
  print_subscripts(p, e->subscript, e->n_subscripts);
  print_modification(p, e->modification);
  if (!e->condition) return;
  put(p, " if ");
  print_expr(p, e->condition, LEVEL_EXPRESSION);
}

static void print_constraint(Printer *p, const AstConstraint *c)
{
  if (!c) return;
  put(p, " constrainedby ");
  print_reference(p, c->type);
  print_modification(p, c->modification);
  print_comment(p, c->comment);
}

/* Without the prefixes that an argument has, too. */
static void print_element(Printer *p, const AstElement *e)
{
  switch (e->kind) {
  case AST_ELEMENT_IMPORT: print_import(p, e); break;
  case AST_ELEMENT_EXTENDS:
    put(p, "extends ");
    print_reference(p, e->type);
    print_modification(p, e->modification);
    break;
  case AST_ELEMENT_CLASS: print_class(p, e->class_def); break;
  case AST_ELEMENT_COMPONENT: print_component(p, e); break;
  }
  print_comment(p, e->comment);
  print_constraint(p, e->constraint);
}

static void print_prefixed_element(Printer *p, const AstElement *e)
{
  start_line(p);
  put_if(p, e->redeclare, "redeclare ");
  put_if(p, e->final, "final ");
  put_if(p, e->inner, "inner ");
  put_if(p, e->outer, "outer ");
  put_if(p, e->replaceable, "replaceable ");
  print_element(p, e);
  end_line(p);
}

static void print_elements(Printer *p, const AstClass *c)
{
  bool is_protected = false;
  for (int i = 0; i < c->n_elements; i++) {
    if (c->element[i]->is_protected != is_protected) {
      is_protected = !is_protected;
      p->indent--;
      start_line(p);
      p->indent++;
      put(p, is_protected ? "protected\n" : "public\n");
    }
    print_prefixed_element(p, c->element[i]);
  }
}

/* --- equations --- */

static void print_condition(Printer *p, const char *word, const AstExpr *e,
                            const char *closing)
{
  put(p, word);
  put(p, " ");
  print_expr(p, e, LEVEL_EXPRESSION);
  put(p, closing);
}

/* if and when: "if", "elseif", ... name the branches. */
static void print_equation_branches(Printer *p, const AstEquation *e,
                                    const char *first, const char *other)
{
  for (int i = 0; i < e->n_branches; i++) {
    if (i > 0) start_line(p);
    if (e->branch[i].condition) {
      print_condition(p, i == 0 ? first : other, e->branch[i].condition,
                      " then\n");
    } else {
      put(p, "else\n");
    }
    print_equations(p, e->branch[i].equation, e->branch[i].n_equations);
  }
  start_line(p);
  put(p, "end ");
  put(p, first);
}

static void print_for_head(Printer *p, const AstIterator *iterator, int n)
{
  put(p, "for ");
  print_iterators(p, iterator, n);
  put(p, " loop\n");
}

static void print_equation(Printer *p, const AstEquation *e)
{
  switch (e->kind) {
  case AST_EQ_SIMPLE:
    print_expr(p, e->left, LEVEL_SIMPLE);
    put(p, " = ");
    print_expr(p, e->right, LEVEL_EXPRESSION);
    break;
  case AST_EQ_CALL: print_expr(p, e->left, LEVEL_PRIMARY); break;
  case AST_EQ_CONNECT:
    put(p, "connect(");
    print_expr(p, e->left, LEVEL_PRIMARY);
    put(p, ", ");
    print_expr(p, e->right, LEVEL_PRIMARY);
    put(p, ")");
    break;
  case AST_EQ_IF: print_equation_branches(p, e, "if", "elseif"); break;
  case AST_EQ_WHEN: print_equation_branches(p, e, "when", "elsewhen"); break;
  case AST_EQ_FOR:
    print_for_head(p, e->iterator, e->n_iterators);
    print_equations(p, e->branch[0].equation, e->branch[0].n_equations);
    start_line(p);
    put(p, "end for");
    break;
  }
  print_comment(p, e->comment);
}

static void print_equations(Printer *p, AstEquation *const *list, int n)
{
  p->indent++;
  for (int i = 0; i < n; i++) {
    start_line(p);
    print_equation(p, list[i]);
    end_line(p);
  }
  p->indent--;
}

/* --- statements --- */

static void print_statement_branches(Printer *p, const AstStatement *st,
                                     const char *first, const char *other)
{
  for (int i = 0; i < st->n_branches; i++) {
    if (i > 0) start_line(p);
    if (st->branch[i].condition) {
      print_condition(p, i == 0 ? first : other, st->branch[i].condition,
                      " then\n");
    } else {
      put(p, "else\n");
    }
    print_statements(p, st->branch[i].statement, st->branch[i].n_statements);
  }
  start_line(p);
  put(p, "end ");
  put(p, first);
}

static void print_loop_body(Printer *p, const AstStatement *st,
                            const char *closing)
{
  print_statements(p, st->branch[0].statement, st->branch[0].n_statements);
  start_line(p);
  put(p, closing);
}

static void print_statement(Printer *p, const AstStatement *st)
{
  switch (st->kind) {
  case AST_ST_ASSIGN:
  case AST_ST_ASSIGN_TUPLE:
    print_expr(p, st->left, LEVEL_PRIMARY);
    put(p, " := ");
    print_expr(p, st->right, LEVEL_EXPRESSION);
    break;
  case AST_ST_CALL: print_expr(p, st->left, LEVEL_PRIMARY); break;
  case AST_ST_IF: print_statement_branches(p, st, "if", "elseif"); break;
  case AST_ST_WHEN: print_statement_branches(p, st, "when", "elsewhen"); break;
  case AST_ST_FOR:
    print_for_head(p, st->iterator, st->n_iterators);
    print_loop_body(p, st, "end for");
    break;
  case AST_ST_WHILE:
    print_condition(p, "while", st->branch[0].condition, " loop\n");
    print_loop_body(p, st, "end while");
    break;
  case AST_ST_BREAK: put(p, "break"); break;
  case AST_ST_RETURN: put(p, "return"); break;
  }
  print_comment(p, st->comment);
}

static void print_statements(Printer *p, AstStatement *const *list, int n)
{
  p->indent++;
  for (int i = 0; i < n; i++) {
    start_line(p);
    print_statement(p, list[i]);
    end_line(p);
  }
  p->indent--;
}

/* --- classes --- */

static void print_class_prefixes(Printer *p, const AstClass *c)
{
  static const char *const word[] = {
      [AST_CLASS] = "class ",
      [AST_MODEL] = "model ",
      [AST_RECORD] = "record ",
      [AST_OPERATOR_RECORD] = "operator record ",
      [AST_BLOCK] = "block ",
      [AST_CONNECTOR] = "connector ",
      [AST_EXPANDABLE_CONNECTOR] = "expandable connector ",
      [AST_TYPE] = "type ",
      [AST_PACKAGE] = "package ",
      [AST_FUNCTION] = "function ",
      [AST_OPERATOR_FUNCTION] = "operator function ",
      [AST_OPERATOR] = "operator ",
  };
  put_if(p, c->is_final, "final ");
  put_if(p, c->is_encapsulated, "encapsulated ");
  put_if(p, c->is_partial, "partial ");
  put_if(p, c->purity == AST_PURE, "pure ");
  put_if(p, c->purity == AST_IMPURE, "impure ");
  put(p, word[c->restriction]);
}

static void print_section(Printer *p, const AstSection *section)
{
  start_line(p);
  put_if(p, section->is_initial, "initial ");
  if (section->is_algorithm) {
    put(p, "algorithm\n");
    print_statements(p, section->statement, section->n_statements);
  } else {
    put(p, "equation\n");
    print_equations(p, section->equation, section->n_equations);
  }
}

static void print_external(Printer *p, const AstExternal *x)
{
  start_line(p);
  put(p, "external");
  if (x->language) {
    put(p, " ");
    print_string(p, x->language);
  }
  if (x->has_call) {
    put(p, " ");
    if (x->result) {
      print_reference(p, x->result);
      put(p, " = ");
    }
    put(p, x->function);
    put(p, "(");
    print_expr_list(p, x->arg, x->n_args);
    put(p, ")");
  }
  print_annotation(p, x->annotation);
  end_line(p);
}

static void print_long_class(Printer *p, const AstClass *c)
{
  put_if(p, c->form == AST_LONG_EXTENDS, "extends ");
  put(p, c->name);
  print_modification(p, c->extends_modification);
  print_text(p, c->comment);
  put(p, "\n");
  p->indent++;
  print_elements(p, c);
  p->indent--;
  for (int i = 0; i < c->n_sections; i++) print_section(p, c->section[i]);
  p->indent++;
  if (c->external) print_external(p, c->external);
  if (c->comment && c->comment->annotation) {
    start_line(p);
    put(p, "annotation");
    print_modification(p, c->comment->annotation);
    end_line(p);
  }
  p->indent--;
  start_line(p);
  put(p, "end ");
  put(p, c->name);
}

static void print_enumeration(Printer *p, const AstClass *c)
{
  put(p, "enumeration(");
  put_if(p, c->enumeration_colon, ":");
  for (int i = 0; i < c->n_literals; i++) {
    put_comma(p, i);
    put(p, c->literal[i].name);
    print_comment(p, c->literal[i].comment);
  }
  put(p, ")");
}

static void print_der_class(Printer *p, const AstClass *c)
{
  put(p, "der(");
  print_reference(p, c->base);
  for (int i = 0; i < c->n_der_names; i++) {
    put(p, ", ");
    put(p, c->der_name[i]);
  }
  put(p, ")");
}

static void print_short_class(Printer *p, const AstClass *c)
{
  put(p, c->name);
  put(p, " = ");
  if (c->form == AST_ENUMERATION) {
    print_enumeration(p, c);
  } else if (c->form == AST_SHORT_DER) {
    print_der_class(p, c);
  } else {
    print_causality(p, c->base_prefix.causality);
    print_reference(p, c->base);
    print_subscripts(p, c->base_subscript, c->n_base_subscripts);
    print_modification(p, c->base_modification);
  }
  print_comment(p, c->comment);
}

static void print_class(Printer *p, const AstClass *c)
{
  print_class_prefixes(p, c);
  if (c->form == AST_LONG || c->form == AST_LONG_EXTENDS) {
    print_long_class(p, c);
  } else {
    print_short_class(p, c);
  }
}

/* --- entry points --- */

static Printer printer_make(FILE *out)
{
  return (Printer){out, arena_create("printing"), 0};
}

void ast_print_expr(FILE *out, const AstExpr *expr)
{
  Printer p = printer_make(out);
  print_expr(&p, expr, LEVEL_EXPRESSION);
  arena_destroy(p.scratch);
}

void ast_print_reference(FILE *out, const AstReference *reference)
{
  Printer p = printer_make(out);
  print_reference(&p, reference);
  arena_destroy(p.scratch);
}

void ast_print_equation(FILE *out, const AstEquation *equation)
{
  Printer p = printer_make(out);
  print_equation(&p, equation);
  arena_destroy(p.scratch);
}

void ast_print_class(FILE *out, const AstClass *class_def)
{
  Printer p = printer_make(out);
  print_class(&p, class_def);
  end_line(&p);
  arena_destroy(p.scratch);
}

/* `within` holds for all classes of a file: it is printed where it begins
 * to differ from the class before. */
void ast_print(FILE *out, const Ast *ast)
{
  const AstReference *within = NULL;
  bool has_within = false;
  Printer p = printer_make(out);
  for (int i = 0; i < ast->n_classes; i++) {
    const AstClass *c = ast->class_def[i];
    if (c->has_within && (!has_within || c->within != within)) {
      put(&p, "within");
      put_if(&p, c->within != NULL, " ");
      if (c->within) print_reference(&p, c->within);
      end_line(&p);
    }
    within = c->within;
    has_within = c->has_within;
    print_class(&p, c);
    end_line(&p);
  }
  arena_destroy(p.scratch);
}
