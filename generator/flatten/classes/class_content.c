/* class_content.c: one table of the kinds, then the text. */
#include "flatten/classes/class_content.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "flatten/classes/written.h"
#include "flatten/flat/builtin_word.h"
#include "parse/annotation_check.h"
#include "parse/graphics_check.h"

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
  if (is_component && ast->restriction == AST_EXPANDABLE_CONNECTOR &&
      e->prefix.connection == AST_FLOW) {
    fault_error(faults, span, E241,
                "expandable connector '%s' cannot have a flow variable; a "
                "connector inside of it can (section 9.1.3)",
                ast->name);
    return;
  }
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
                                            const AstClass *ast,
                                            const AstElement *e)
{
  const AstClass *c = e->class_def;
  if (ast->restriction != AST_OPERATOR_RECORD &&
      (c->restriction == AST_OPERATOR ||
       c->restriction == AST_OPERATOR_FUNCTION))
    fault_error(faults, c->name_span, E241,
                "'%s' cannot have an operator; an operator record can "
                "(section 4.6)",
                ast->name);
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

/* --- equations and statements --- */

/* Is the argument of that name given, by position or by name? */
static bool is_given(const AstExpr *call, int i, const char *name)
{
  if (i < call->n_args) return true;
  for (int k = 0; k < call->n_named; k++) {
    if (strcmp(call->named[k].name, name) == 0) return true;
  }
  return false;
}

/* Each named argument is one of these, and not given by position too. */
static bool class_content_check_named(const Faults *faults, const AstExpr *call,
                                      const char *const *name, int n)
{
  for (int k = 0; k < call->n_named; k++) {
    int i = 0;
    while (i < n && strcmp(call->named[k].name, name[i]) != 0) i++;
    if (i < n && i >= call->n_args) continue;
    fault_error(faults, call->named[k].value->span, E208,
                i < n ? "'%s' is given the argument '%s' twice"
                      : "'%s' has no argument '%s'",
                call->reference->part[0].ident, call->named[k].name);
    return false;
  }
  return true;
}

/* Sections 8.3.7 and 8.3.8. */
static void class_content_check_call(const Faults *faults, const AstClass *ast,
                                     const AstExpr *call)
{
  static const char *const assertion[] = {"condition", "message", "level"};
  if (!call || call->kind != AST_CALL) return;
  BuiltinWord word = builtin_word(call->reference);
  int n = call->n_args + call->n_named;
  if (word == WORD_ASSERT) {
    if (!class_content_check_named(faults, call, assertion, 3)) return;
    if (n >= 2 && n <= 3 && is_given(call, 0, "condition") &&
        is_given(call, 1, "message")) {
      return;
    }
    fault_error(faults, call->span, E208,
                "'assert' takes a condition, a message and perhaps a level, %d "
                "argument%s given",
                n, n == 1 ? " is" : "s are");
  }
  if (word != WORD_TERMINATE) return;
  if (class_content_is_function(ast)) {
    fault_error(faults, call->span, E243,
                "'terminate' is not allowed in a function (section 11.2.8.2)");
  } else if (n != 1) {
    fault_error(faults, call->span, E208,
                "'terminate' takes 1 argument, %d given", n);
  } else {
    class_content_check_named(faults, call, assertion + 1, 1);
  }
}

/* As deep as they are nested. */
static void class_content_check_equations(const Faults *faults,
                                          const AstClass *ast,
                                          AstEquation *const *equation, int n)
{
  for (int k = 0; k < n; k++) {
    const AstEquation *e = equation[k];
    if (e->kind == AST_EQ_CALL) class_content_check_call(faults, ast, e->left);
    for (int b = 0; b < e->n_branches; b++)
      class_content_check_equations(faults, ast, e->branch[b].equation,
                                    e->branch[b].n_equations);
  }
}

/* Where a statement stands. */
typedef struct StatementPlace {
  const struct StatementPlace *around; /* NULL: none */
  const AstStatement *loop;            /* that it is the body of; NULL: none */
  const AstClass *ast;
  bool is_initial; /* in an initial algorithm */
  bool in_loop, in_when, in_other;
} StatementPlace;

/* Section 11.2.7.1; NULL: it may. */
static const char *when_may_not(const StatementPlace *place)
{
  if (place->in_when) return "a when-statement inside of another one";
  if (place->in_other)
    return "a when-statement inside of 'if', 'for' or "
           "'while'";
  return place->is_initial ? "a when-statement in an initial algorithm" : NULL;
}

/* Section 11.2.2: only the loop gives values to its variable. The recursion
 * follows lists on the left, which are not nested. */
static void check_loop_variable(const Faults *faults,
                                const StatementPlace *place,
                                const AstExpr *left)
{
  for (int k = 0; left && left->kind == AST_TUPLE && k < left->n_args; k++)
    check_loop_variable(faults, place, left->arg[k]);
  if (!left || left->kind != AST_REFERENCE) return;
  const AstNamePart *part = &left->reference->part[0];
  for (; place; place = place->around) {
    for (int k = 0; place->loop && k < place->loop->n_iterators; k++) {
      if (place->loop->iterator[k].name != part->ident) continue;
      fault_error(faults, part->span, E243,
                  "'%s' is the variable of a loop, which cannot be assigned "
                  "(section 11.2.2)",
                  part->ident);
      return;
    }
  }
}

static void class_content_check_place(const Faults *faults,
                                      const StatementPlace *place,
                                      const AstStatement *s)
{
  bool is_function = class_content_is_function(place->ast);
  const char *wrong = s->kind == AST_ST_WHEN ? when_may_not(place) : NULL;
  if (s->kind == AST_ST_WHEN && is_function) {
    fault_error(faults, s->span, E241,
                "a function cannot have a when-statement (section 12.2)");
  } else if (s->kind == AST_ST_RETURN && !is_function) {
    fault_error(faults, s->span, E241,
                "return is for functions (section 12.1.2)");
  } else if (s->kind == AST_ST_BREAK && !place->in_loop) {
    fault_error(faults, s->span, E243,
                "'break' leaves a loop, and there is none around it (section "
                "11.2.4)");
  } else if (wrong) {
    fault_error(faults, s->span, E237, "%s", wrong);
  } else if (s->kind == AST_ST_CALL) {
    class_content_check_call(faults, place->ast, s->left);
  }
}

/* As deep as they are nested. */
static void class_content_check_statements(const Faults *faults,
                                           StatementPlace place,
                                           AstStatement *const *statement,
                                           int n)
{
  assert(n >= 0);
  for (int k = 0; k < n; k++) {
    const AstStatement *s = statement[k];
    class_content_check_place(faults, &place, s);
    if (s->kind == AST_ST_ASSIGN || s->kind == AST_ST_ASSIGN_TUPLE)
      check_loop_variable(faults, &place, s->left);
    StatementPlace inside = place;
    inside.around = &place;
    inside.loop = s->kind == AST_ST_FOR ? s : NULL;
    bool is_loop = s->kind == AST_ST_FOR || s->kind == AST_ST_WHILE;
    inside.in_loop = place.in_loop || is_loop;
    inside.in_when = place.in_when || s->kind == AST_ST_WHEN;
    inside.in_other = place.in_other || is_loop || s->kind == AST_ST_IF;
    for (int b = 0; b < s->n_branches; b++)
      class_content_check_statements(faults, inside, s->branch[b].statement,
                                     s->branch[b].n_statements);
  }
}

/* A type of the user's may bring `input` or `output` (section 4.5.1): its
 * components are looked at where they are made (instance_kind.c). */
static bool class_content_is_predefined(const AstElement *e)
{
  static const char *const word[] = {"Real", "Integer", "Boolean", "String"};
  for (size_t k = 0; k < sizeof word / sizeof *word; k++) {
    if (e->type->n_parts == 1 && strcmp(e->type->part[0].ident, word[k]) == 0)
      return true;
  }
  return false;
}

/* Section 12.2: one algorithm, and public components that are arguments. */
static void class_content_check_function(const Faults *faults,
                                         const AstClass *ast)
{
  int n_algorithms = 0;
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    if (e->kind == AST_ELEMENT_COMPONENT &&
        e->prefix.connection != AST_CONNECTION_NONE)
      class_content_refuse(faults, e->name_span, ast,
                           "flow or stream variables");
    if (e->kind == AST_ELEMENT_COMPONENT && e->is_protected &&
        e->prefix.causality != AST_CAUSALITY_NONE)
      class_content_refuse(faults, e->name_span, ast,
                           "protected inputs or outputs");
    if (e->kind == AST_ELEMENT_COMPONENT && !e->is_protected &&
        e->prefix.causality == AST_CAUSALITY_NONE && !e->redeclare &&
        class_content_is_predefined(e))
      class_content_refuse(faults, e->name_span, ast,
                           "public components that are neither input nor "
                           "output");
    if (e->kind == AST_ELEMENT_COMPONENT && e->prefix.causality == AST_INPUT &&
        e->prefix.variability >= AST_PARAMETER)
      fault_error(faults, e->name_span, E209,
                  "'%s' cannot be both %s and input (section 4.4.2.2)", e->name,
                  e->prefix.variability == AST_CONSTANT ? "constant"
                                                        : "parameter");
  }
  for (int k = 0; k < ast->n_sections; k++) {
    const AstSection *section = ast->section[k];
    if (written_says_nothing(section)) continue;
    if (!section->is_algorithm || section->is_initial || n_algorithms++ > 0 ||
        ast->external)
      check_section(faults, ast, section);
  }
}

/* --- external objects (section 12.9.7) --- */

bool class_content_is_object(const AstClass *ast)
{
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    if (e->kind == AST_ELEMENT_EXTENDS && e->type->n_parts == 1 &&
        strcmp(e->type->part[0].ident, "ExternalObject") == 0)
      return true;
  }
  return false;
}

static void check_object(const Faults *faults, const AstClass *ast)
{
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    bool is_class = e->kind == AST_ELEMENT_CLASS;
    const char *name = is_class ? e->class_def->name : "";
    bool is_own =
        strcmp(name, "constructor") == 0 || strcmp(name, "destructor") == 0;
    if (e->kind == AST_ELEMENT_EXTENDS || e->kind == AST_ELEMENT_IMPORT)
      continue;
    if (is_own && !e->replaceable) continue;
    fault_error(faults, is_class ? e->class_def->name_span : e->name_span, E241,
                is_own ? "the %s of an external object cannot be replaceable "
                         "(section 12.9.7)"
                       : "an external object has a constructor and a "
                         "destructor and nothing else (section 12.9.7)",
                name);
  }
}

/* Section 18.6, of texts that are not of a library: how those are drawn is not
 * the user's affair. */
static void check_graphics(const Faults *faults, const AstClass *ast)
{
  GraphicsFaults to = {faults, fault_warning};
  int source = ast->name_span.source;
  if (source < 0 || session_source(faults->s, source)->is_from_library) return;
  if (ast->comment)
    graphics_check(&to, ast->comment->annotation, GRAPHICS_CLASS);
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    if (e->kind != AST_ELEMENT_CLASS && e->comment)
      graphics_check(&to, e->comment->annotation, GRAPHICS_ELEMENT);
  }
  for (int k = 0; k < ast->n_sections; k++) {
    const AstSection *section = ast->section[k];
    for (int i = 0; i < section->n_equations; i++) {
      const AstComment *comment = section->equation[i]->comment;
      if (comment) graphics_check(&to, comment->annotation, GRAPHICS_EQUATION);
    }
  }
}

/* Is the text of a library, or the file by which a whole library is given? */
static bool class_content_is_of_library(const Faults *faults, Span span)
{
  if (span.source < 0) return false;
  const char *path = session_source(faults->s, span.source)->path;
  const char *slash = strrchr(path, '/');
  return fault_is_from_library(faults, span) ||
         strcmp(slash ? slash + 1 : path, "package.mo") == 0;
}

bool class_content_check(const Faults *faults, const AstClass *ast)
{
  assert(faults && ast);
  int n_before = faults->s->n_errors;
  Content c = content_of(ast->restriction);
  annotation_check(
      &(AnnotationFaults){faults, fault_error, fault_warning,
                          class_content_is_of_library(faults, ast->span)},
      ast);
  check_graphics(faults, ast);
  if (class_content_is_object(ast)) check_object(faults, ast);
  for (int k = 0; k < ast->n_sections; k++) {
    const AstSection *section = ast->section[k];
    StatementPlace place = {.ast = ast, .is_initial = section->is_initial};
    class_content_check_statements(faults, place, section->statement,
                                   section->n_statements);
    class_content_check_equations(faults, ast, section->equation,
                                  section->n_equations);
  }
  for (int k = 0; k < ast->n_elements; k++) {
    if (ast->element[k]->kind == AST_ELEMENT_CLASS)
      class_content_check_inner_class(faults, ast, ast->element[k]);
  }
  if (class_content_is_function(ast)) class_content_check_function(faults, ast);
  if (ast->form == AST_SHORT_DER && !class_content_is_function(ast))
    fault_error(faults, ast->name_span, E241,
                "'%s' is a partial derivative: only a function is one (section "
                "12.7.2)",
                ast->name);
  if (!c.kind) return faults->s->n_errors == n_before;
  for (int k = 0; k < ast->n_elements; k++)
    class_content_check_element(faults, ast, &c, ast->element[k]);
  for (int k = 0; c.no_sections && k < ast->n_sections; k++)
    check_section(faults, ast, ast->section[k]);
  return faults->s->n_errors == n_before;
}
