/* ast_print.c: one function per node type, in the order of ast.h. */
#include "parse/ast_print.h"

#include <assert.h>
#include <string.h>

#include "parse/ast_printer.h"

static void print_modification(AstPrinter *p, const AstModification *m);
static void print_class(AstPrinter *p, const AstClass *c);
static void ast_print_element(AstPrinter *p, const AstElement *e);
static void print_equations(AstPrinter *p, AstEquation *const *list, int n);
static void print_statements(AstPrinter *p, AstStatement *const *list, int n);

static void start_line(AstPrinter *p)
{
  fprintf(p->out, "%*s", 2 * p->indent, "");
}

static void end_line(AstPrinter *p)
{
  ast_printer_put(p, ";\n");
}

/* --- comments and modifications --- */

static void ast_print_text(AstPrinter *p, const AstComment *c)
{
  if (!c || !c->text) return;
  ast_printer_put(p, " ");
  ast_printer_string(p, c->text);
}

static void print_annotation(AstPrinter *p, const AstModification *annotation)
{
  if (!annotation) return;
  ast_printer_put(p, " annotation");
  print_modification(p, annotation);
}

static void print_comment(AstPrinter *p, const AstComment *c)
{
  ast_print_text(p, c);
  if (c) print_annotation(p, c->annotation);
}

static void print_argument(AstPrinter *p, const AstArgument *a)
{
  ast_printer_put_if(p, a->redeclare, "redeclare ");
  ast_printer_put_if(p, a->each, "each ");
  ast_printer_put_if(p, a->final, "final ");
  ast_printer_put_if(p, a->replaceable, "replaceable ");
  switch (a->kind) {
  case AST_MODIFY:
    ast_printer_reference(p, a->name);
    print_modification(p, a->modification);
    ast_print_text(p, a->comment);
    break;
  case AST_REDECLARE_CLASS:
  case AST_REDECLARE_COMPONENT: ast_print_element(p, a->element); break;
  case AST_BREAK_COMPONENT:
    ast_printer_put(p, "break ");
    ast_printer_reference(p, a->name);
    break;
  case AST_BREAK_CONNECT:
    ast_printer_put(p, "break connect(");
    ast_printer_expr(p, a->connect_left, LEVEL_PRIMARY);
    ast_printer_put(p, ", ");
    ast_printer_expr(p, a->connect_right, LEVEL_PRIMARY);
    ast_printer_put(p, ")");
    break;
  }
}

static void print_modification(AstPrinter *p, const AstModification *m)
{
  if (!m) return;
  if (m->has_arguments) {
    ast_printer_put(p, "(");
    for (int i = 0; i < m->n_arguments; i++) {
      ast_printer_comma(p, i);
      print_argument(p, m->argument[i]);
    }
    ast_printer_put(p, ")");
  }
  if (!m->value && !m->is_break) return;
  ast_printer_put(p, " = ");
  if (m->is_break)
    ast_printer_put(p, "break");
  else
    ast_printer_expr(p, m->value, LEVEL_EXPRESSION);
}

/* --- elements --- */

static void print_import(AstPrinter *p, const AstElement *e)
{
  ast_printer_put(p, "import ");
  if (e->import_kind == AST_IMPORT_RENAME) {
    ast_printer_put(p, e->import_alias);
    ast_printer_put(p, " = ");
  }
  ast_printer_reference(p, e->import_name);
  ast_printer_put_if(p, e->import_kind == AST_IMPORT_ALL, ".*");
  if (e->import_kind == AST_IMPORT_LIST) {
    ast_printer_put(p, ".{");
    for (int i = 0; i < e->n_import_list; i++) {
      ast_printer_comma(p, i);
      ast_printer_put(p, e->import_list[i]);
    }
    ast_printer_put(p, "}");
  }
}

static void ast_print_causality(AstPrinter *p, AstCausality causality)
{
  ast_printer_put_if(p, causality == AST_INPUT, "input ");
  ast_printer_put_if(p, causality == AST_OUTPUT, "output ");
}

static void print_type_prefix(AstPrinter *p, const AstTypePrefix *prefix)
{
  ast_printer_put_if(p, prefix->connection == AST_FLOW, "flow ");
  ast_printer_put_if(p, prefix->connection == AST_STREAM, "stream ");
  ast_printer_put_if(p, prefix->variability == AST_DISCRETE, "discrete ");
  ast_printer_put_if(p, prefix->variability == AST_PARAMETER, "parameter ");
  ast_printer_put_if(p, prefix->variability == AST_CONSTANT, "constant ");
  ast_print_causality(p, prefix->causality);
}

static void print_component(AstPrinter *p, const AstElement *e)
{
  print_type_prefix(p, &e->prefix);
  ast_printer_reference(p, e->type);
  ast_printer_subscripts(p, e->type_subscript, e->n_type_subscripts);
  ast_printer_put(p, " ");
  ast_printer_put(p, e->name);
  ast_printer_subscripts(p, e->subscript, e->n_subscripts);
  print_modification(p, e->modification);
  if (!e->condition) return;
  ast_printer_put(p, " if ");
  ast_printer_expr(p, e->condition, LEVEL_EXPRESSION);
}

static void print_constraint(AstPrinter *p, const AstConstraint *c)
{
  if (!c) return;
  ast_printer_put(p, " constrainedby ");
  ast_printer_reference(p, c->type);
  print_modification(p, c->modification);
  print_comment(p, c->comment);
}

/* Without the prefixes that an argument has, too. */
static void ast_print_element(AstPrinter *p, const AstElement *e)
{
  switch (e->kind) {
  case AST_ELEMENT_IMPORT: print_import(p, e); break;
  case AST_ELEMENT_EXTENDS:
    ast_printer_put(p, "extends ");
    ast_printer_reference(p, e->type);
    print_modification(p, e->modification);
    break;
  case AST_ELEMENT_CLASS: print_class(p, e->class_def); break;
  case AST_ELEMENT_COMPONENT: print_component(p, e); break;
  }
  print_comment(p, e->comment);
  print_constraint(p, e->constraint);
}

static void print_prefixed_element(AstPrinter *p, const AstElement *e)
{
  start_line(p);
  ast_printer_put_if(p, e->redeclare, "redeclare ");
  ast_printer_put_if(p, e->final, "final ");
  ast_printer_put_if(p, e->inner, "inner ");
  ast_printer_put_if(p, e->outer, "outer ");
  ast_printer_put_if(p, e->replaceable, "replaceable ");
  ast_print_element(p, e);
  end_line(p);
}

static void print_elements(AstPrinter *p, const AstClass *c)
{
  bool is_protected = false;
  for (int i = 0; i < c->n_elements; i++) {
    if (c->element[i]->is_protected != is_protected) {
      is_protected = !is_protected;
      p->indent--;
      start_line(p);
      p->indent++;
      ast_printer_put(p, is_protected ? "protected\n" : "public\n");
    }
    print_prefixed_element(p, c->element[i]);
  }
}

/* --- equations --- */

static void print_condition(AstPrinter *p, const char *word, const AstExpr *e,
                            const char *closing)
{
  ast_printer_put(p, word);
  ast_printer_put(p, " ");
  ast_printer_expr(p, e, LEVEL_EXPRESSION);
  ast_printer_put(p, closing);
}

/* if and when: "if", "elseif", ... name the branches. */
static void print_equation_branches(AstPrinter *p, const AstEquation *e,
                                    const char *first, const char *other)
{
  assert(e->n_branches > 0);
  for (int i = 0; i < e->n_branches; i++) {
    if (i > 0) start_line(p);
    if (e->branch[i].condition) {
      print_condition(p, i == 0 ? first : other, e->branch[i].condition,
                      " then\n");
    } else {
      ast_printer_put(p, "else\n");
    }
    print_equations(p, e->branch[i].equation, e->branch[i].n_equations);
  }
  start_line(p);
  ast_printer_put(p, "end ");
  ast_printer_put(p, first);
}

static void print_for_head(AstPrinter *p, const AstIterator *iterator, int n)
{
  assert(n > 0);
  ast_printer_put(p, "for ");
  ast_printer_iterators(p, iterator, n);
  ast_printer_put(p, " loop\n");
}

static void ast_print_equation_parts(AstPrinter *p, const AstEquation *e)
{
  switch (e->kind) {
  case AST_EQ_SIMPLE:
    ast_printer_expr(p, e->left, LEVEL_SIMPLE);
    ast_printer_put(p, " = ");
    ast_printer_expr(p, e->right, LEVEL_EXPRESSION);
    break;
  case AST_EQ_CALL: ast_printer_expr(p, e->left, LEVEL_PRIMARY); break;
  case AST_EQ_CONNECT:
    ast_printer_put(p, "connect(");
    ast_printer_expr(p, e->left, LEVEL_PRIMARY);
    ast_printer_put(p, ", ");
    ast_printer_expr(p, e->right, LEVEL_PRIMARY);
    ast_printer_put(p, ")");
    break;
  case AST_EQ_IF: print_equation_branches(p, e, "if", "elseif"); break;
  case AST_EQ_WHEN: print_equation_branches(p, e, "when", "elsewhen"); break;
  case AST_EQ_FOR:
    print_for_head(p, e->iterator, e->n_iterators);
    print_equations(p, e->branch[0].equation, e->branch[0].n_equations);
    start_line(p);
    ast_printer_put(p, "end for");
    break;
  }
  print_comment(p, e->comment);
}

static void print_equations(AstPrinter *p, AstEquation *const *list, int n)
{
  p->indent++;
  for (int i = 0; i < n; i++) {
    start_line(p);
    ast_print_equation_parts(p, list[i]);
    end_line(p);
  }
  p->indent--;
}

/* --- statements --- */

static void print_statement_branches(AstPrinter *p, const AstStatement *st,
                                     const char *first, const char *other)
{
  assert(st->n_branches > 0);
  for (int i = 0; i < st->n_branches; i++) {
    if (i > 0) start_line(p);
    if (st->branch[i].condition) {
      print_condition(p, i == 0 ? first : other, st->branch[i].condition,
                      " then\n");
    } else {
      ast_printer_put(p, "else\n");
    }
    print_statements(p, st->branch[i].statement, st->branch[i].n_statements);
  }
  start_line(p);
  ast_printer_put(p, "end ");
  ast_printer_put(p, first);
}

static void print_loop_body(AstPrinter *p, const AstStatement *st,
                            const char *closing)
{
  assert(st->n_branches == 1);
  print_statements(p, st->branch[0].statement, st->branch[0].n_statements);
  start_line(p);
  ast_printer_put(p, closing);
}

static void print_statement(AstPrinter *p, const AstStatement *st)
{
  switch (st->kind) {
  case AST_ST_ASSIGN:
  case AST_ST_ASSIGN_TUPLE:
    ast_printer_expr(p, st->left, LEVEL_PRIMARY);
    ast_printer_put(p, " := ");
    ast_printer_expr(p, st->right, LEVEL_EXPRESSION);
    break;
  case AST_ST_CALL: ast_printer_expr(p, st->left, LEVEL_PRIMARY); break;
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
  case AST_ST_BREAK: ast_printer_put(p, "break"); break;
  case AST_ST_RETURN: ast_printer_put(p, "return"); break;
  }
  print_comment(p, st->comment);
}

static void print_statements(AstPrinter *p, AstStatement *const *list, int n)
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

static void print_class_prefixes(AstPrinter *p, const AstClass *c)
{
  assert(c->restriction <= AST_OPERATOR);
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
  ast_printer_put_if(p, c->is_final, "final ");
  ast_printer_put_if(p, c->is_encapsulated, "encapsulated ");
  ast_printer_put_if(p, c->is_partial, "partial ");
  ast_printer_put_if(p, c->purity == AST_PURE, "pure ");
  ast_printer_put_if(p, c->purity == AST_IMPURE, "impure ");
  ast_printer_put(p, word[c->restriction]);
}

static void print_section(AstPrinter *p, const AstSection *section)
{
  start_line(p);
  ast_printer_put_if(p, section->is_initial, "initial ");
  if (section->is_algorithm) {
    ast_printer_put(p, "algorithm\n");
    print_statements(p, section->statement, section->n_statements);
  } else {
    ast_printer_put(p, "equation\n");
    print_equations(p, section->equation, section->n_equations);
  }
}

static void print_external(AstPrinter *p, const AstExternal *x)
{
  start_line(p);
  ast_printer_put(p, "external");
  if (x->language) {
    ast_printer_put(p, " ");
    ast_printer_string(p, x->language);
  }
  if (x->has_call) {
    ast_printer_put(p, " ");
    if (x->result) {
      ast_printer_reference(p, x->result);
      ast_printer_put(p, " = ");
    }
    ast_printer_put(p, x->function);
    ast_printer_put(p, "(");
    ast_printer_expr_list(p, x->arg, x->n_args);
    ast_printer_put(p, ")");
  }
  print_annotation(p, x->annotation);
  end_line(p);
}

static void print_long_class(AstPrinter *p, const AstClass *c)
{
  assert(c->form == AST_LONG || c->form == AST_LONG_EXTENDS);
  ast_printer_put_if(p, c->form == AST_LONG_EXTENDS, "extends ");
  ast_printer_put(p, c->name);
  print_modification(p, c->extends_modification);
  ast_print_text(p, c->comment);
  ast_printer_put(p, "\n");
  p->indent++;
  print_elements(p, c);
  p->indent--;
  for (int i = 0; i < c->n_sections; i++) print_section(p, c->section[i]);
  p->indent++;
  if (c->external) print_external(p, c->external);
  if (c->comment && c->comment->annotation) {
    start_line(p);
    ast_printer_put(p, "annotation");
    print_modification(p, c->comment->annotation);
    end_line(p);
  }
  p->indent--;
  start_line(p);
  ast_printer_put(p, "end ");
  ast_printer_put(p, c->name);
}

static void print_enumeration(AstPrinter *p, const AstClass *c)
{
  ast_printer_put(p, "enumeration(");
  ast_printer_put_if(p, c->enumeration_colon, ":");
  for (int i = 0; i < c->n_literals; i++) {
    ast_printer_comma(p, i);
    ast_printer_put(p, c->literal[i].name);
    print_comment(p, c->literal[i].comment);
  }
  ast_printer_put(p, ")");
}

static void print_der_class(AstPrinter *p, const AstClass *c)
{
  assert(c->n_der_names > 0);
  ast_printer_put(p, "der(");
  ast_printer_reference(p, c->base);
  for (int i = 0; i < c->n_der_names; i++) {
    ast_printer_put(p, ", ");
    ast_printer_put(p, c->der_name[i].name);
  }
  ast_printer_put(p, ")");
}

static void print_short_class(AstPrinter *p, const AstClass *c)
{
  ast_printer_put(p, c->name);
  ast_printer_put(p, " = ");
  if (c->form == AST_ENUMERATION) {
    print_enumeration(p, c);
  } else if (c->form == AST_SHORT_DER) {
    print_der_class(p, c);
  } else {
    ast_print_causality(p, c->base_prefix.causality);
    ast_printer_reference(p, c->base);
    ast_printer_subscripts(p, c->base_subscript, c->n_base_subscripts);
    print_modification(p, c->base_modification);
  }
  print_comment(p, c->comment);
}

static void print_class(AstPrinter *p, const AstClass *c)
{
  print_class_prefixes(p, c);
  if (c->form == AST_LONG || c->form == AST_LONG_EXTENDS) {
    print_long_class(p, c);
  } else {
    print_short_class(p, c);
  }
}

/* --- entry points --- */

static AstPrinter ast_print_make_printer(FILE *out)
{
  return (AstPrinter){out, arena_create("printing"), 0};
}

void ast_print_expr(FILE *out, const AstExpr *expr)
{
  AstPrinter p = ast_print_make_printer(out);
  ast_printer_expr(&p, expr, LEVEL_EXPRESSION);
  arena_destroy(p.scratch);
}

void ast_print_reference(FILE *out, const AstReference *reference)
{
  AstPrinter p = ast_print_make_printer(out);
  ast_printer_reference(&p, reference);
  arena_destroy(p.scratch);
}

void ast_print_equation(FILE *out, const AstEquation *equation)
{
  AstPrinter p = ast_print_make_printer(out);
  ast_print_equation_parts(&p, equation);
  arena_destroy(p.scratch);
}

void ast_print_class(FILE *out, const AstClass *class_def)
{
  AstPrinter p = ast_print_make_printer(out);
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
  AstPrinter p = ast_print_make_printer(out);
  for (int i = 0; i < ast->n_classes; i++) {
    const AstClass *c = ast->class_def[i];
    if (c->has_within && (!has_within || c->within != within)) {
      ast_printer_put(&p, "within");
      ast_printer_put_if(&p, c->within != NULL, " ");
      if (c->within) ast_printer_reference(&p, c->within);
      end_line(&p);
    }
    within = c->within;
    has_within = c->has_within;
    print_class(&p, c);
    end_line(&p);
  }
  arena_destroy(p.scratch);
}
