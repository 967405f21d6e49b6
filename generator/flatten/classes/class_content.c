/* class_content.c: one table of the kinds, then the text. */
#include "flatten/classes/class_content.h"

#include <assert.h>
#include <stddef.h>

/* What a kind of class may not have. */
typedef struct Content {
  const char *kind; /* for messages; NULL: all is allowed */
  bool no_sections, no_protected, no_components;
  bool no_inner_outer, no_direction; /* input, output, flow, stream */
} Content;

static Content content_of(AstRestriction restriction)
{
  switch (restriction) {
  case AST_RECORD: return (Content){"record", true, true, false, true, true};
  case AST_OPERATOR_RECORD:
    return (Content){"operator record", true, true, false, true, true};
  case AST_CONNECTOR:
  case AST_EXPANDABLE_CONNECTOR:
    return (Content){"connector", true, true, false, true, false};
  case AST_PACKAGE:
    return (Content){"package", true, false, true, false, false};
  case AST_OPERATOR:
    return (Content){"operator", true, false, true, false, false};
  case AST_TYPE: return (Content){"type", true, true, true, true, true};
  case AST_FUNCTION:
  case AST_OPERATOR_FUNCTION:
    return (Content){"function", false, false, false, true, false};
  case AST_CLASS:
  case AST_MODEL:
  case AST_BLOCK: break;
  }
  return (Content){.kind = NULL};
}

static bool class_content_is_function(const AstClass *ast)
{
  return ast->restriction == AST_FUNCTION ||
         ast->restriction == AST_OPERATOR_FUNCTION;
}

static void class_content_refuse(const Faults *faults, Span span,
                                 const AstClass *ast, const char *what)
{
  Diagnostic *d =
      fault_error(faults, span, E241, "%s '%s' cannot have %s (section %s)",
                  content_of(ast->restriction).kind, ast->name, what,
                  class_content_is_function(ast) ? "12.2" : "4.6");
  fault_note(faults, d, ast->name_span, "'%s' is declared here", ast->name);
}

static void check_section(const Faults *faults, const AstClass *ast,
                          const AstSection *section)
{
  const char *what = section->is_initial     ? "initial sections"
                     : section->is_algorithm ? "this algorithm"
                                             : "equations";
  Span span = section->n_equations > 0    ? section->equation[0]->span
              : section->n_statements > 0 ? section->statement[0]->span
                                          : section->span;
  class_content_refuse(faults, span, ast, what);
}

/* The prefix that is not allowed; NULL: none. */
static const char *wrong_prefix(const Content *c, const AstElement *e)
{
  if (c->no_inner_outer && e->inner) return "an inner element";
  if (c->no_inner_outer && e->outer) return "an outer element";
  if (!c->no_direction || e->kind != AST_ELEMENT_COMPONENT) return NULL;
  if (e->prefix.causality == AST_INPUT) return "an input";
  if (e->prefix.causality == AST_OUTPUT) return "an output";
  if (e->prefix.connection == AST_FLOW) return "a flow variable";
  return e->prefix.connection == AST_STREAM ? "a stream variable" : NULL;
}

static void class_content_check_element(const Faults *faults,
                                        const AstClass *ast, const Content *c,
                                        const AstElement *e)
{
  bool is_component = e->kind == AST_ELEMENT_COMPONENT;
  Span span = is_component ? e->name_span : e->span;
  const char *prefix = wrong_prefix(c, e);
  if (prefix) {
    class_content_refuse(faults, span, ast, prefix);
  } else if (c->no_protected && e->is_protected &&
             e->kind != AST_ELEMENT_IMPORT) {
    class_content_refuse(faults, span, ast, "protected elements");
  } else if (c->no_components && is_component &&
             e->prefix.variability != AST_CONSTANT) {
    class_content_refuse(faults, span, ast,
                         "components that are not constants");
  }
}

/* Of any class: what a class inside of it says of itself. */
static void class_content_check_inner_class(const Faults *faults,
                                            const AstElement *e)
{
  const AstClass *c = e->class_def;
  if (c->form == AST_LONG_EXTENDS && !e->redeclare)
    fault_error(faults, c->name_span, E211,
                "'%s' replaces the class that is inherited: write 'redeclare' "
                "before it (section 7.3.1)",
                c->name);
  if (e->outer && !e->inner && c->base_modification &&
      c->base_modification->n_arguments > 0)
    fault_error(faults, c->name_span, E211,
                "outer class '%s' stands for the inner one and cannot be "
                "modified (section 5.4)",
                c->name);
}

/* Statements that stand in functions only, or not in them. As deep as they are
 * nested. */
static void class_content_check_statements(const Faults *faults,
                                           const AstClass *ast,
                                           AstStatement *const *statement,
                                           int n)
{
  AstStatementKind wrong =
      class_content_is_function(ast) ? AST_ST_WHEN : AST_ST_RETURN;
  for (int k = 0; k < n; k++) {
    const AstStatement *s = statement[k];
    if (s->kind == wrong)
      fault_error(faults, s->span, E241,
                  wrong == AST_ST_WHEN
                      ? "a function cannot have a when-statement (section 12.2)"
                      : "return is for functions (section 12.1.2)");
    for (int b = 0; b < s->n_branches; b++)
      class_content_check_statements(faults, ast, s->branch[b].statement,
                                     s->branch[b].n_statements);
  }
}

/* Section 12.2: one algorithm, and public components that are arguments. */
static void class_content_check_function(const Faults *faults,
                                         const AstClass *ast)
{
  int n_algorithms = 0;
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    if (e->kind == AST_ELEMENT_COMPONENT && !e->is_protected &&
        e->prefix.causality == AST_CAUSALITY_NONE && !e->redeclare)
      class_content_refuse(faults, e->name_span, ast,
                           "public components that are neither input nor "
                           "output");
  }
  for (int k = 0; k < ast->n_sections; k++) {
    const AstSection *section = ast->section[k];
    if (!section->is_algorithm || section->is_initial || n_algorithms++ > 0)
      check_section(faults, ast, section);
  }
}

bool class_content_check(const Faults *faults, const AstClass *ast)
{
  assert(faults && ast);
  int n_before = faults->s->n_errors;
  Content c = content_of(ast->restriction);
  for (int k = 0; k < ast->n_sections; k++) {
    const AstSection *section = ast->section[k];
    class_content_check_statements(faults, ast, section->statement,
                                   section->n_statements);
  }
  for (int k = 0; k < ast->n_elements; k++) {
    if (ast->element[k]->kind == AST_ELEMENT_CLASS)
      class_content_check_inner_class(faults, ast->element[k]);
  }
  if (class_content_is_function(ast)) class_content_check_function(faults, ast);
  if (!c.kind) return faults->s->n_errors == n_before;
  for (int k = 0; k < ast->n_elements; k++)
    class_content_check_element(faults, ast, &c, ast->element[k]);
  for (int k = 0; c.no_sections && k < ast->n_sections; k++)
    check_section(faults, ast, ast->section[k]);
  return faults->s->n_errors == n_before;
}
