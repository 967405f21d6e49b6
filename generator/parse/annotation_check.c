/* annotation_check.c: see annotation_check.h. */
#include "parse/annotation_check.h"

#include <assert.h>
#include <string.h>

/* UNKNOWN: the text alone does not show it. */
typedef enum AnnotationType {
  ANNOTATION_UNKNOWN,
  ANNOTATION_BOOLEAN,
  ANNOTATION_STRING,
  ANNOTATION_INTEGER,
  ANNOTATION_REAL
} AnnotationType;

typedef struct AnnotationRule {
  const char *around; /* the annotation it stands in; NULL: none */
  const char *name;
  AnnotationType type;
  const char *section;
} AnnotationRule;

static const AnnotationRule rules[] = {
    {NULL, "Evaluate", ANNOTATION_BOOLEAN, "18.3"},
    {NULL, "HideResult", ANNOTATION_BOOLEAN, "18.4"},
    {"TestCase", "shouldPass", ANNOTATION_BOOLEAN, "18.4"},
    {NULL, "Inline", ANNOTATION_BOOLEAN, "12.8"},
    {NULL, "LateInline", ANNOTATION_BOOLEAN, "12.8"},
    {NULL, "InlineAfterIndexReduction", ANNOTATION_BOOLEAN, "12.8"},
    {NULL, "GenerateEvents", ANNOTATION_BOOLEAN, "12.8"},
    {NULL, "smoothOrder", ANNOTATION_INTEGER, "12.7"},
    {"Documentation", "info", ANNOTATION_STRING, "18.2"},
    {"Documentation", "revisions", ANNOTATION_STRING, "18.2"},
    {NULL, "singleInstance", ANNOTATION_BOOLEAN, "18.5.1"},
    {NULL, "mustBeConnected", ANNOTATION_STRING, "18.5.2"},
    {NULL, "mayOnlyConnectOnce", ANNOTATION_STRING, "18.5.2"},
    {NULL, "preferredView", ANNOTATION_STRING, "18.7"},
    {NULL, "DocumentationClass", ANNOTATION_BOOLEAN, "18.7"},
    {NULL, "defaultComponentName", ANNOTATION_STRING, "18.7"},
    {NULL, "defaultComponentPrefixes", ANNOTATION_STRING, "18.7"},
    {NULL, "missingInnerMessage", ANNOTATION_STRING, "18.7"},
    {NULL, "absoluteValue", ANNOTATION_BOOLEAN, "18.7"},
    {NULL, "defaultConnectionStructurallyInconsistent", ANNOTATION_BOOLEAN,
     "18.7"},
    {NULL, "obsolete", ANNOTATION_STRING, "18.7"},
    {NULL, "unassignedMessage", ANNOTATION_STRING, "18.7"},
    {"Dialog", "tab", ANNOTATION_STRING, "18.7"},
    {"Dialog", "group", ANNOTATION_STRING, "18.7"},
    {"Dialog", "groupImage", ANNOTATION_STRING, "18.7"},
    {"Dialog", "enable", ANNOTATION_BOOLEAN, "18.7"},
    {"Dialog", "showStartAttribute", ANNOTATION_BOOLEAN, "18.7"},
    {"Dialog", "colorSelector", ANNOTATION_BOOLEAN, "18.7"},
    {"Dialog", "connectorSizing", ANNOTATION_BOOLEAN, "18.7.1"},
    {NULL, "version", ANNOTATION_STRING, "18.8"},
    {NULL, "versionDate", ANNOTATION_STRING, "18.8"},
    {NULL, "versionBuild", ANNOTATION_INTEGER, "18.8"},
    {NULL, "dateModified", ANNOTATION_STRING, "18.8"},
    {NULL, "revisionId", ANNOTATION_STRING, "18.8"},
    {"choices", "checkBox", ANNOTATION_BOOLEAN, "18.11"},
    {NULL, "choicesAllMatching", ANNOTATION_BOOLEAN, "18.11"},
};

static const char *const annotation_type_name[] = {
    [ANNOTATION_BOOLEAN] = "a Boolean",
    [ANNOTATION_STRING] = "a String",
    [ANNOTATION_INTEGER] = "an Integer",
    [ANNOTATION_REAL] = "a Real"};

static const AnnotationRule *annotation_check_find(const char *around,
                                                   const char *name)
{
  for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++) {
    bool is_there =
        around ? rules[k].around && strcmp(rules[k].around, around) == 0
               : !rules[k].around;
    if (is_there && strcmp(rules[k].name, name) == 0) return &rules[k];
  }
  return NULL;
}

/* --- what the text shows --- */

static AnnotationType annotation_check_type(const AstExpr *e)
{
  if (e->kind == AST_BINARY && e->op >= AST_LT && e->op <= AST_OR)
    return ANNOTATION_BOOLEAN;
  bool negates = e->kind == AST_UNARY && e->op != AST_NOT;
  if (negates || e->kind == AST_BINARY) e = e->arg[0]; /* one level */
  if (e->kind == AST_TRUE || e->kind == AST_FALSE) return ANNOTATION_BOOLEAN;
  if (e->kind == AST_STRING) return ANNOTATION_STRING;
  if (e->kind == AST_INTEGER) return ANNOTATION_INTEGER;
  if (e->kind == AST_REAL) return ANNOTATION_REAL;
  return ANNOTATION_UNKNOWN;
}

/* The name of an argument that is one word; NULL: another argument. */
static const char *annotation_check_name(const AstArgument *a)
{
  bool is_word = a->kind == AST_MODIFY && a->name && a->name->n_parts == 1;
  return is_word ? a->name->part[0].ident : NULL;
}

static const AstArgument *annotation_check_part(const AstModification *m,
                                                const char *name)
{
  for (int k = 0; m && k < m->n_arguments; k++) {
    const char *word = annotation_check_name(m->argument[k]);
    if (word && strcmp(word, name) == 0) return m->argument[k];
  }
  return NULL;
}

/* Is the part there, and not `= false`? */
static bool annotation_check_is_on(const AstModification *m, const char *name)
{
  const AstArgument *a = annotation_check_part(m, name);
  return a && !(a->modification && a->modification->value &&
                a->modification->value->kind == AST_FALSE);
}

/* --- types --- */

static void annotation_check_value(const AnnotationFaults *to,
                                   const char *around, const AstArgument *a)
{
  const char *name = annotation_check_name(a);
  const AstModification *m = a->modification;
  const AnnotationRule *rule =
      name ? annotation_check_find(around, name) : NULL;
  if (!rule || !m || !m->value) return;
  AnnotationType is = annotation_check_type(m->value);
  bool is_negative = rule->type == ANNOTATION_INTEGER &&
                     m->value->kind == AST_UNARY && is == ANNOTATION_INTEGER;
  if (is_negative)
    to->report(to->faults, m->value->span, E204,
               "the annotation '%s' is an Integer that is not negative "
               "(section %s)",
               name, rule->section);
  if (is == ANNOTATION_UNKNOWN || is == rule->type) return;
  to->report(to->faults, m->value->span, E204,
             "the annotation '%s' is %s, this is %s (section %s)", name,
             annotation_type_name[rule->type], annotation_type_name[is],
             rule->section);
}

/* Those that say how something is shown, not what it means: of two the last
 * one would be drawn. The last one is a hint of other tools. */
static bool annotation_is_of_display(const char *name)
{
  static const char *const shown[] = {
      "Icon", "Diagram",   "Documentation", "Dialog",
      "Line", "Placement", "experiment",    "normallyConstant"};
  for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++) {
    if (strcmp(name, shown[k]) == 0) return true;
  }
  return false;
}

/* Literals alone, without parts. */
static bool annotation_says_the_same(const AstModification *one,
                                     const AstModification *other)
{
  const AstExpr *a = one ? one->value : NULL, *b = other ? other->value : NULL;
  if (!a || !b || one->has_arguments || other->has_arguments ||
      a->kind != b->kind)
    return false;
  if (a->kind == AST_INTEGER) return a->integer == b->integer;
  if (a->kind == AST_STRING) return strcmp(a->string, b->string) == 0;
  return a->kind == AST_FALSE || a->kind == AST_TRUE;
}

/* An annotation is a modification: each name once, but for the derivatives of
 * a function (section 12.7.1). What a library says twice in the same words
 * leaves no doubt. */
static void annotation_check_twice(const AnnotationFaults *to,
                                   const AstModification *annotation, int k)
{
  const char *name = annotation_check_name(annotation->argument[k]);
  if (!name || strcmp(name, "derivative") == 0 || name[0] == '_') return;
  for (int i = 0; i < k; i++) {
    const char *other = annotation_check_name(annotation->argument[i]);
    if (!other || strcmp(other, name) != 0) continue;
    bool is_clear =
        annotation_is_of_display(name) ||
        annotation_says_the_same(annotation->argument[k]->modification,
                                 annotation->argument[i]->modification);
    is_clear = is_clear && to->is_library;
    (is_clear ? to->warn : to->report)(
        to->faults, annotation->argument[k]->span, is_clear ? W210 : E211,
        "the annotation '%s' is given twice", name);
    return;
  }
}

/* Section 12.8: ways to inline that exclude each other. */
static void annotation_check_inlining(const AnnotationFaults *to,
                                      const AstModification *annotation)
{
  static const char *const early[] = {"Inline", "LateInline"};
  const AstArgument *after =
      annotation_check_part(annotation, "InlineAfterIndexReduction");
  bool is_after =
      annotation_check_is_on(annotation, "InlineAfterIndexReduction");
  for (int k = 0; is_after && k < 2; k++) {
    if (annotation_check_part(annotation, early[k]))
      to->report(to->faults, after->span, E211,
                 "'InlineAfterIndexReduction' is not combined with '%s' "
                 "(section 12.8)",
                 early[k]);
  }
  const AstArgument *events =
      annotation_check_part(annotation, "GenerateEvents");
  if (!annotation_check_is_on(annotation, "GenerateEvents") ||
      !annotation_check_part(annotation, "Inline") ||
      annotation_check_is_on(annotation, "Inline") ||
      annotation_check_is_on(annotation, "LateInline") || is_after)
    return;
  to->report(to->faults, events->span, E211,
             "'GenerateEvents = true' inlines the function: it is not combined "
             "with 'Inline = false' (section 12.8)");
}

static void annotation_check_all(const AnnotationFaults *to,
                                 const AstModification *annotation)
{
  annotation_check_inlining(to, annotation);
  for (int k = 0; annotation && k < annotation->n_arguments; k++) {
    const AstArgument *a = annotation->argument[k];
    const char *name = annotation_check_name(a);
    annotation_check_twice(to, annotation, k);
    annotation_check_value(to, NULL, a);
    for (int i = 0; name && a->modification && i < a->modification->n_arguments;
         i++)
      annotation_check_value(to, name, a->modification->argument[i]);
  }
}

/* --- Dialog of a component --- */

/* Section 18.7: one way to choose a value. */
static void annotation_check_selectors(const AnnotationFaults *to,
                                       const AstModification *dialog)
{
  static const char *const word[] = {"showStartAttribute", "colorSelector",
                                     "loadSelector",       "saveSelector",
                                     "directorySelector",  "connectorSizing"};
  const char *first = NULL;
  for (size_t k = 0; k < sizeof word / sizeof word[0]; k++) {
    if (!annotation_check_is_on(dialog, word[k])) continue;
    if (first)
      to->report(to->faults, annotation_check_part(dialog, word[k])->span, E211,
                 "'%s' and '%s' do not stand in one Dialog: each is a way to "
                 "choose the value (section 18.7)",
                 first, word[k]);
    first = word[k];
  }
}

static bool annotation_check_is_zero(const AstElement *e)
{
  const AstExpr *value = e->modification ? e->modification->value : NULL;
  return value && value->kind == AST_INTEGER && value->integer == 0;
}

static bool annotation_check_is_integer(const AstElement *e)
{
  const char *type = e->type && e->type->n_parts == 1
                         ? e->type->part[0].ident
                         : "Integer"; /* another type is looked at elsewhere */
  return strcmp(type, "Real") != 0 && strcmp(type, "Boolean") != 0 &&
         strcmp(type, "String") != 0 && e->n_subscripts == 0 &&
         e->n_type_subscripts == 0;
}

/* Section 18.7.1. Connections in the text do without it: of a library one may
 * use the class. */
static void annotation_check_sizing(const AnnotationFaults *to,
                                    const AstElement *e,
                                    const AstModification *dialog)
{
  const AstArgument *a = annotation_check_part(dialog, "connectorSizing");
  const AstExpr *value = a && a->modification ? a->modification->value : NULL;
  if (!value || value->kind == AST_FALSE) return;
  if (value->kind != AST_TRUE) {
    if (annotation_check_type(value) == ANNOTATION_UNKNOWN)
      to->report(to->faults, value->span, E209,
                 "connectorSizing is a literal, true or false (section "
                 "18.7.1)");
    return;
  }
  if (e->prefix.variability == AST_PARAMETER &&
      annotation_check_is_integer(e) && annotation_check_is_zero(e))
    return;
  (to->is_library ? to->warn : to->report)(
      to->faults, a->span, to->is_library ? W210 : E209,
      "connectorSizing is for a scalar parameter of type Integer with the "
      "value 0 (section 18.7.1), '%s' is not one",
      e->name);
}

static void annotation_check_component(const AnnotationFaults *to,
                                       const AstElement *e)
{
  const AstModification *annotation =
      e->comment ? e->comment->annotation : NULL;
  const AstArgument *dialog = annotation_check_part(annotation, "Dialog");
  if (e->kind != AST_ELEMENT_COMPONENT || !dialog) return;
  annotation_check_selectors(to, dialog->modification);
  annotation_check_sizing(to, e, dialog->modification);
}

void annotation_check(const AnnotationFaults *to, const AstClass *ast)
{
  assert(to && ast);
  if (ast->comment) annotation_check_all(to, ast->comment->annotation);
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    if (e->kind == AST_ELEMENT_CLASS || !e->comment) continue;
    annotation_check_all(to, e->comment->annotation);
    annotation_check_component(to, e);
  }
}
