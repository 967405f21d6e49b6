/* instance_kind.c: one rule after the other. */
#include "flatten/instances/instance_kind.h"

#include <assert.h>

#include "flatten/classes/class_content.h"
#include "flatten/classes/written.h"

static bool has_type_prefix(const AstTypePrefix *p)
{
  return p->causality != AST_CAUSALITY_NONE ||
         p->connection != AST_CONNECTION_NONE ||
         p->variability != AST_CONTINUOUS;
}

/* `class` is anything, external objects among them. */
static bool is_model_or_block(AstRestriction kind)
{
  return kind == AST_MODEL || kind == AST_BLOCK;
}

static bool instance_kind_is_connector(AstRestriction kind)
{
  return kind == AST_CONNECTOR || kind == AST_EXPANDABLE_CONNECTOR;
}

static void instance_kind_refuse(const Flattening *f, const Instance *instance,
                                 AstRestriction kind, const char *around)
{
  const AstClass *ast = instance->original_part->ast;
  fault_error(f->faults, instance->element->name_span, E241,
              "%s '%s' cannot have a component of a %s (section 4.6)", around,
              ast->name,
              kind == AST_MODEL   ? "model"
              : kind == AST_BLOCK ? "block"
                                  : "connector");
}

static void check_prefix(const Flattening *f, const Instance *instance,
                         AstRestriction kind)
{
  const AstElement *e = instance->element;
  if (!is_model_or_block(kind) || !has_type_prefix(&e->prefix)) return;
  fault_error(f->faults, e->name_span, E241,
              "'%s' is a %s: parameter, constant, discrete, input, output, "
              "flow and stream are for records, connectors and types (section "
              "4.4.2.2)",
              e->name, kind == AST_MODEL ? "model" : "block");
}

/* As for a flow, which its connections check. */
static void check_stream_type(const Flattening *f, const Instance *instance)
{
  const InstClass *c = instance->class_def;
  if (instance->prefix.connection != AST_STREAM ||
      (c->kind == CLASS_BUILTIN && c->type == FLAT_REAL && !c->enumeration))
    return;
  fault_error(f->faults, instance->element->name_span, E231,
              "'%s' is a stream of type %s; only a Real can be a stream "
              "(section 4.4.2.2)",
              instance->element->name, c->full_name);
}

/* A type is a predefined one, an enumeration, or extends such. */
static void check_is_type(const Flattening *f, const Instance *instance)
{
  const AstClass *ast = instance->type->ast;
  if (!ast || ast->restriction != AST_TYPE || ast->form != AST_SHORT) return;
  fault_error(f->faults, ast->name_span, E241,
              "type '%s' stands for %s: a type is a predefined one, an "
              "enumeration, or an array of such (section 4.6)",
              ast->name, lookup_restriction(instance->type));
}

static const AstElement *instance_kind_undirected(const Flattening *f,
                                                  InstClass *type);

/* Is the element an input or output by its type, `connector PIn = input Real`,
 * or a connector in which all are? */
static bool is_directed_by_type(const Flattening *f, const ClassPart *around,
                                const AstElement *e)
{
  if (!e->type) return false;
  InstClass *type = lookup_class(f->lookup, lookup_context(around), e->type);
  if (!type || type->kind != CLASS_WRITTEN) return false;
  ClassPart *part = lookup_first_part(f->lookup, type);
  for (; part && !part->builtin && part->ast->form == AST_SHORT;
       part = lookup_only_base(f->lookup, part)) {
    if (part->ast->base_prefix.causality != AST_CAUSALITY_NONE) return true;
  }
  return part && part->ast && part->ast->restriction == AST_CONNECTOR &&
         !instance_kind_undirected(f, type);
}

/* The variables of a connector that say neither input nor output. */
static const AstElement *instance_kind_undirected(const Flattening *f,
                                                  InstClass *type)
{
  ClassPart *part = lookup_first_part(f->lookup, type);
  while (part && part->ast && part->ast->form == AST_SHORT)
    part = lookup_only_base(f->lookup, part);
  for (int k = 0; part && part->ast && k < part->ast->n_elements; k++) {
    const AstElement *e = part->ast->element[k];
    if (e->kind == AST_ELEMENT_COMPONENT &&
        e->prefix.causality == AST_CAUSALITY_NONE &&
        e->prefix.variability < AST_PARAMETER &&
        !is_directed_by_type(f, part, e))
      return e;
  }
  return NULL;
}

/* Section 4.4.2.2: input, output and flow of a component hold for its elements,
 * which have none of these, nor stream, of their own. */
static void check_one_direction(const Flattening *f, const Instance *instance)
{
  const AstTypePrefix *own = &instance->element->prefix;
  if (own->causality == AST_CAUSALITY_NONE &&
      own->connection == AST_CONNECTION_NONE)
    return;
  ClassPart *part = lookup_first_part(f->lookup, instance->type);
  while (part && part->ast && part->ast->form == AST_SHORT)
    part = lookup_only_base(f->lookup, part);
  for (int k = 0; part && part->ast && k < part->ast->n_elements; k++) {
    const AstElement *e = part->ast->element[k];
    if (e->kind != AST_ELEMENT_COMPONENT ||
        (e->prefix.causality == AST_CAUSALITY_NONE &&
         e->prefix.connection == AST_CONNECTION_NONE))
      continue;
    Diagnostic *d = fault_error(
        f->faults, instance->element->name_span, E241,
        "'%s' is input, output or flow as a whole, but its element '%s' has "
        "such a prefix too (section 4.4.2.2)",
        instance->element->name, e->name);
    fault_note(f->faults, d, e->name_span, "declared here");
    return;
  }
}

static void check_block_connector(const Flattening *f, const Instance *instance)
{
  if (instance->prefix.causality != AST_CAUSALITY_NONE ||
      instance->is_protected)
    return;
  const AstElement *e = instance_kind_undirected(f, instance->type);
  if (!e) return;
  Diagnostic *d = fault_error(
      f->faults, instance->element->name_span, E241,
      "'%s' is a public connector of a block: its variables must be inputs or "
      "outputs (section 4.6)",
      instance->element->name);
  fault_note(f->faults, d, e->name_span, "'%s' is neither", e->name);
}

static bool is_own_element(const ClassPart *part, const AstElement *element)
{
  for (int k = 0; part && part->ast && k < part->ast->n_elements; k++) {
    if (part->ast->element[k] == element) return true;
  }
  return false;
}

/* Section 7.3.3: what a redeclaration cannot change. */
static void check_redeclared(const Flattening *f, const Instance *instance)
{
  const AstElement *now = instance->element, *before = instance->original;
  const char *why = NULL;
  if (now == before) return;
  int n_now = now->n_subscripts + now->n_type_subscripts;
  int n_before = before->n_subscripts + before->n_type_subscripts;
  if (before->prefix.variability == AST_CONSTANT)
    why = "a constant cannot be redeclared";
  else if (before->prefix.variability == AST_PARAMETER &&
           now->prefix.variability == AST_DISCRETE)
    why = "a parameter stays a parameter";
  else if (now->prefix.causality != AST_CAUSALITY_NONE &&
           now->prefix.causality != before->prefix.causality)
    why = "input and output stay as they were";
  else if (now->prefix.connection != AST_CONNECTION_NONE &&
           now->prefix.connection != before->prefix.connection)
    why = "flow and stream stay as they were";
  else if (n_now > 0 && n_before > 0 && n_now != n_before)
    why = "the number of dimensions stays as it was";
  else if (is_own_element(instance->context.part, now) &&
           now->is_protected != before->is_protected)
    why = before->is_protected ? "what is protected stays protected"
                               : "what is public stays public";
  if (!why) return;
  Diagnostic *d =
      fault_error(f->faults, now->name_span, E211,
                  "%s when '%s' is redeclared (section 7.3.3)", why, now->name);
  fault_note(f->faults, d, before->name_span, "declared here first");
}

/* The declared kind of a type, or the kind of what it stands for: `connector
 * RealInput = input Real` is a connector. */
static bool is_of_connector(const Flattening *f, const Instance *instance)
{
  const AstClass *ast = instance->type->ast;
  if (ast && instance_kind_is_connector(ast->restriction)) return true;
  return instance->class_def->kind != CLASS_BUILTIN &&
         instance_kind_is_connector(
             lookup_true_restriction(f->lookup, instance->type));
}

/* Section 9.3. */
static void check_connector_prefix(const Flattening *f,
                                   const Instance *instance)
{
  const AstElement *e = instance->element;
  if (e->prefix.variability != AST_PARAMETER &&
      e->prefix.variability != AST_CONSTANT)
    return;
  if (!is_of_connector(f, instance)) return;
  fault_error(f->faults, e->name_span, E247,
              "the connector '%s' cannot be a %s (section 9.3); its elements "
              "can",
              e->name,
              e->prefix.variability == AST_PARAMETER ? "parameter"
                                                     : "constant");
}

/* Section 12.2: types, records and functions. */
static void check_function_part(const Flattening *f, const Instance *instance)
{
  const InstClass *c = instance->class_def;
  const char *what = NULL;
  if (c->kind == CLASS_BUILTIN) {
    if (c->enumeration && c->enumeration == f->lookup->tables->clock)
      what = "type Clock";
    if (c->type == FLAT_OBJECT &&
        instance->element->prefix.causality == AST_OUTPUT &&
        !(instance->original_part->enclosing.part &&
          instance->original_part->enclosing.part->ast &&
          class_content_is_object(
              instance->original_part->enclosing.part->ast)))
      what = "an external object as an output";
  } else {
    AstRestriction kind = lookup_true_restriction(f->lookup, instance->type);
    if (kind == AST_MODEL) what = "a model";
    if (kind == AST_BLOCK) what = "a block";
    if (instance_kind_is_connector(kind)) what = "a connector";
  }
  const AstElement *e = instance->element;
  bool is_argument = instance->prefix.causality != AST_CAUSALITY_NONE;
  if (!what && !e->is_protected && !e->redeclare && !is_argument)
    fault_error(f->faults, e->name_span, E241,
                "function '%s' cannot have public components that are neither "
                "input nor output (section 12.2)",
                instance->original_part->ast->name);
  if (!what) return;
  fault_error(f->faults, instance->element->name_span, E241,
              "function '%s' cannot have a component of %s (section 12.2)",
              instance->original_part->ast->name, what);
}

/* Section 16.3; a value of a parameter is refused by itself. */
static void check_clock_prefix(const Flattening *f, const Instance *instance)
{
  static const char *const word[] = {[AST_DISCRETE] = "discrete",
                                     [AST_PARAMETER] = "a parameter",
                                     [AST_CONSTANT] = "a constant"};
  const InstClass *c = instance->class_def;
  const AstElement *e = instance->element;
  AstVariability is = instance->prefix.variability;
  bool is_clock = c->kind == CLASS_BUILTIN && c->enumeration &&
                  c->enumeration == f->lookup->tables->clock;
  if (!is_clock || is < AST_DISCRETE || (is > AST_DISCRETE && e->modification))
    return;
  fault_error(f->faults, e->name_span, E209,
              "the clock '%s' cannot be %s (section 16.3)", e->name, word[is]);
}

/* Section 4.4.3: an array counts as a whole. Of scalars the cycle is found
 * where their values are. */
static void check_own_value(const Flattening *f, const Instance *instance)
{
  const AstElement *e = instance->element;
  const AstExpr *value = e->modification ? e->modification->value : NULL;
  if (!value || e->prefix.variability < AST_PARAMETER ||
      e->n_subscripts + e->n_type_subscripts == 0 || !instance->modifier ||
      instance->modifier->value != value || !written_needs(value, e->name))
    return;
  fault_error(f->faults, e->name_span, E206,
              "the value of '%s' depends on itself: an array counts as a whole "
              "(section 4.4.3)",
              instance->path);
}

void instance_kind_check(const Flattening *f, Instance *instance)
{
  assert(instance->element && instance->type && instance->class_def);
  if (!instance->original_part || !instance->original_part->ast) return;
  AstRestriction around = instance->original_part->ast->restriction;
  if (around == AST_FUNCTION || around == AST_OPERATOR_FUNCTION)
    check_function_part(f, instance);
  if (instance->is_package) return;
  check_connector_prefix(f, instance);
  const AstTypePrefix *p = &instance->prefix;
  if (p->causality == AST_INPUT && p->variability >= AST_PARAMETER)
    fault_error(f->faults, instance->element->name_span, E209,
                "'%s' cannot be both %s and input (section 4.4.2.2)",
                instance->element->name,
                p->variability == AST_CONSTANT ? "constant" : "parameter");
  check_redeclared(f, instance);
  check_own_value(f, instance);
  if (instance->element != instance->original && instance->element->condition)
    fault_error(f->faults, instance->element->name_span, E211,
                "a redeclaration has no condition: that of the declaration "
                "holds (section 4.4.5)");
  check_stream_type(f, instance);
  check_clock_prefix(f, instance);
  if (instance->class_def->kind == CLASS_BUILTIN) return;
  AstRestriction kind = lookup_true_restriction(f->lookup, instance->type);
  check_prefix(f, instance, kind);
  if ((around == AST_RECORD || around == AST_OPERATOR_RECORD) &&
      (is_model_or_block(kind) || instance_kind_is_connector(kind)))
    instance_kind_refuse(f, instance, kind, "record");
  if (around == AST_BLOCK && kind == AST_CONNECTOR)
    check_block_connector(f, instance);
  check_is_type(f, instance);
  if (kind == AST_RECORD || instance_kind_is_connector(kind))
    check_one_direction(f, instance);
  if (instance_kind_is_connector(around) && is_model_or_block(kind))
    instance_kind_refuse(f, instance, kind, "connector");
}
