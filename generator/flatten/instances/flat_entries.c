/* flat_entries.c: what an instance adds to the flat model and to the lists of
 * FlattenTables. */
#include "flatten/instances/instance.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/classes/declared_type.h"

/* --- components --- */

void instance_number_component(const Flattening *f, Instance *instance)
{
  assert(instance->class_def);
  FlatModel *flat = f->flat;
  int32_t around = instance->parent ? instance->parent->component : -1;
  instance->component = around;
  if (around >= 0 && !instance_owns_equations(f, instance)) return;
  flat->component =
      vector_grow(f->s->flat_arena, flat->component, &flat->cap_components,
                  flat->n_components + 1, sizeof flat->component[0]);
  instance->component = flat->n_components++;
  flat->component[instance->component] = (FlatComponent){
      .path = instance->path,
      .class_name = instance->class_def->full_name,
      .span = instance->element ? instance->element->name_span
                                : instance->class_def->ast->name_span,
      .parent = around};
}

/* --- lists --- */

void instance_list(const Flattening *f, Listed listed)
{
  assert(listed.instance || listed.family);
  f->tables->listed =
      vector_grow(f->arena, f->tables->listed, &f->tables->cap_listed,
                  f->tables->n_listed + 1, sizeof f->tables->listed[0]);
  f->tables->listed[f->tables->n_listed++] = listed;
}

void instance_add_body(const Flattening *f, Body body)
{
  f->tables->body =
      vector_grow(f->arena, f->tables->body, &f->tables->cap_bodies,
                  f->tables->n_bodies + 1, sizeof f->tables->body[0]);
  f->tables->body[f->tables->n_bodies++] = body;
}

/* --- variables --- */

static bool flat_entries_is_true(const AstExpr *expr)
{
  return expr->kind == AST_TRUE;
}

static bool has_evaluate(const AstComment *comment)
{
  if (!comment || !comment->annotation) return false;
  for (int i = 0; i < comment->annotation->n_arguments; i++) {
    const AstArgument *a = comment->annotation->argument[i];
    if (a->kind == AST_MODIFY && a->name->n_parts == 1 && a->modification &&
        a->modification->value &&
        flat_entries_is_true(a->modification->value) &&
        strcmp(a->name->part[0].ident, "Evaluate") == 0) {
      return true;
    }
  }
  return false;
}

/* Dialog(loadSelector(...)), MLS 18.8: its value is the name of a file. */
static bool has_load_selector(const AstComment *comment)
{
  if (!comment || !comment->annotation) return false;
  for (int i = 0; i < comment->annotation->n_arguments; i++) {
    const AstArgument *a = comment->annotation->argument[i];
    if (a->kind != AST_MODIFY || strcmp(a->name->part[0].ident, "Dialog") != 0)
      continue;
    const AstModification *dialog = a->modification;
    for (int k = 0; dialog && k < dialog->n_arguments; k++) {
      const AstArgument *b = dialog->argument[k];
      if (b->kind == AST_MODIFY &&
          strcmp(b->name->part[0].ident, "loadSelector") == 0) {
        return true;
      }
    }
  }
  return false;
}

static bool says_evaluate(const Instance *instance)
{
  return has_evaluate(instance->element->comment);
}

static bool says_final(const Instance *instance)
{
  return instance->element->final ||
         (instance->modifier && instance->modifier->final);
}

/* Does it say so, or a record around it? */
static bool flat_entries_is_said(const Flattening *f, const Instance *instance,
                                 bool (*says)(const Instance *instance))
{
  for (const Instance *at = instance; at->element; at = at->parent) {
    if (says(at)) return true;
    AstRestriction around = instance_restriction(f, at->parent);
    if (around != AST_RECORD && around != AST_OPERATOR_RECORD) return false;
  }
  return false;
}

bool instance_is_to_be_evaluated(const Flattening *f, const Instance *instance)
{
  return instance->variability == FLAT_PARAMETER &&
         flat_entries_is_said(f, instance, says_evaluate);
}

/* The causality that counts: its own, or that of a component around it. */
static AstCausality inherited_causality(const Instance *instance)
{
  AstCausality causality = AST_CAUSALITY_NONE;
  for (const Instance *at = instance; at; at = at->parent) {
    if (at->prefix.causality != AST_CAUSALITY_NONE) {
      causality = at->prefix.causality;
    }
  }
  return causality;
}

/* Of the model itself, or of a connector or record of it. */
static bool is_top_level(const Flattening *f, const Instance *instance)
{
  const Instance *at = instance;
  while (at->parent && at->parent->parent) {
    at = at->parent;
    AstRestriction r = instance_restriction(f, at);
    if (r != AST_CONNECTOR && r != AST_RECORD && r != AST_OPERATOR_RECORD)
      return false;
  }
  return true;
}

static FlatCausality causality_of(const Flattening *f, const Instance *instance)
{
  AstCausality causality = inherited_causality(instance);
  if (causality == AST_CAUSALITY_NONE || instance->is_protected ||
      !is_top_level(f, instance)) {
    return FLAT_LOCAL;
  }
  return causality == AST_INPUT ? FLAT_INPUT : FLAT_OUTPUT;
}

/* Only Reals can vary continuously; an external object is made once. */
static FlatVariability variable_variability(const Instance *instance)
{
  FlatVariability v = instance->variability;
  bool is_real = instance->class_def->type == FLAT_REAL;
  bool is_object = instance->class_def->type == FLAT_OBJECT;
  if (is_object && v > FLAT_PARAMETER) return FLAT_PARAMETER;
  return is_real || v < FLAT_DISCRETE ? v : FLAT_DISCRETE;
}

static const char *copy_description(const Flattening *f,
                                    const AstComment *comment)
{
  if (!comment || !comment->text) return NULL;
  return arena_copy_text(f->s->flat_arena, comment->text,
                         strlen(comment->text));
}

static FlatVar common_variable(const Flattening *f, const Instance *instance)
{
  assert(instance_is_variable(instance) && instance->parent);
  const AstElement *element = instance->element;
  FlatVar var = {.span = element->name_span};
  var.state_select = FLAT_STATE_DEFAULT;
  var.type = instance->class_def->type;
  var.enumeration = instance->class_def->enumeration;
  var.declared_type = declared_type(f, instance);
  var.variability = variable_variability(instance);
  var.causality = causality_of(f, instance);
  var.is_protected = instance->is_protected;
  var.description = copy_description(f, element->comment);
  var.evaluated = var.variability == FLAT_PARAMETER &&
                  (flat_entries_is_said(f, instance, says_final) ||
                   flat_entries_is_said(f, instance, says_evaluate));
  var.names_file =
      var.type == FLAT_STRING && has_load_selector(element->comment);
  var.component = instance->parent->component;
  return var;
}

void instance_reserve_variables(const Flattening *f, int more)
{
  assert(more >= 0);
  FlatModel *flat = f->flat;
  int needed = flat->n_vars + more;
  flat->var = vector_grow(f->s->flat_arena, flat->var, &flat->cap_vars, needed,
                          sizeof flat->var[0]);
  f->tables->variable =
      vector_grow(f->arena, f->tables->variable, &f->tables->cap_variables,
                  needed, sizeof f->tables->variable[0]);
}

void instance_make_variables(const Flattening *f, Instance *instance)
{
  assert(instance->variable.i < 0);
  FlatVar common = common_variable(f, instance);
  if (instance->resizable) { /* the version of its elements */
    common.type = FLAT_REAL;
    common.enumeration = NULL;
  }
  if (instance->n_elements > f->s->limit[LIMIT_VARIABLES] - f->flat->n_vars) {
    Diagnostic *d = fault_error(
        f->faults, instance->element->name_span, E214,
        "'%s' has %d elements: the model would have more than %d variables",
        instance->path, instance->n_elements, f->s->limit[LIMIT_VARIABLES]);
    fault_note(f->faults, d, NO_SPAN, "--limit variables=N permits more");
    f->tables->is_too_large = instance->broken = true;
    return;
  }
  instance_reserve_variables(f, instance->n_elements);
  instance->variable = (FlatVarId){f->flat->n_vars};
  for (int i = 0; i < instance->n_elements; i++) {
    common.name = instance->resizable ? instance->path
                                      : instance_element_text(f, instance, i);
    f->tables->variable[f->flat->n_vars] = (Variable){instance, i, false};
    f->flat->var[f->flat->n_vars++] = common;
  }
  instance_list(f, (Listed){.instance = instance});
}
