/* flatten.c: the steps from syntax trees to one flat model. */
#include "flatten/flatten.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/attributes.h"
#include "flatten/experiment.h"
#include "flatten/expressions.h"
#include "flatten/flat_check.h"
#include "flatten/instantiate.h"
#include "flatten/overrides.h"

/* --- which model --- */

static bool is_model(const AstClass *ast)
{
  return ast->restriction == AST_MODEL || ast->restriction == AST_BLOCK ||
         ast->restriction == AST_CLASS;
}

/* Models inside of a package, so that the message can name some. */
static void note_models(Flattening *f, Diagnostic *d, const AstClass *ast)
{
  const int most = 12;
  int n = 0;
  const char *list = "";
  for (int i = 0; i < ast->n_elements; i++) {
    const AstElement *element = ast->element[i];
    if (element->kind != AST_ELEMENT_CLASS) continue;
    const AstClass *inside = element->class_def;
    if (!is_model(inside) || inside->is_partial || ++n > most) continue;
    list = arena_printf(session_scratch(f->s), "%s%s%s.%s", list,
                        n > 1 ? ", " : "", ast->name, inside->name);
  }
  if (n > 0) {
    fault_note(f->faults, d, NO_SPAN, "'%s' has %s%s", ast->name, list,
               n > most ? ", ..." : "");
  }
}

static ClassScope *last_model(Flattening *f, const Ast *ast)
{
  if (ast->n_classes == 0) {
    fault_error(f->faults, NO_SPAN, E201, "there is no class at all");
    return NULL;
  }
  const AstClass *last = ast->class_def[ast->n_classes - 1];
  for (int i = ast->n_classes - 1; i >= 0; i--) {
    const AstClass *class_def = ast->class_def[i];
    if (class_def->span.source != last->span.source) break;
    if (!is_model(class_def) || class_def->is_partial) continue;
    return lookup_full_name(f->lookup, class_def->name);
  }
  Diagnostic *d = fault_error(
      f->faults, last->name_span, E201,
      "the file has no complete model at its top level%s",
      last->restriction == AST_PACKAGE ? "; name one with --model" : "");
  note_models(f, d, last);
  return NULL;
}

static void report_no_model(Flattening *f, const Ast *ast, const char *name)
{
  Suggestion near = suggest_for(f->s, name);
  for (int i = 0; i < ast->n_classes; i++) {
    const AstClass *class_def = ast->class_def[i];
    suggest_offer(&near, class_def->name);
    for (int k = 0; k < class_def->n_elements; k++) {
      const AstElement *element = class_def->element[k];
      if (element->kind != AST_ELEMENT_CLASS) continue;
      suggest_offer(&near,
                    arena_printf(session_scratch(f->s), "%s.%s",
                                 class_def->name, element->class_def->name));
    }
  }
  fault_error(f->faults, NO_SPAN, E201, "there is no model '%s'%s", name,
              suggest_text(f->s, &near));
}

static ClassScope *named_model(Flattening *f, const Ast *ast, const char *name)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  ClassScope *scope = lookup_full_name(f->lookup, name);
  if (!scope || !scope->ast) {
    report_no_model(f, ast, name);
    scope = NULL;
  } else if (!is_model(scope->ast)) {
    Diagnostic *d =
        fault_error(f->faults, scope->ast->name_span, E201,
                    "'%s' is a %s; a model, block or class is needed",
                    scope->full_name, lookup_restriction(scope));
    note_models(f, d, scope->ast);
    scope = NULL;
  } else if (scope->ast->is_partial) {
    fault_error(f->faults, scope->ast->name_span, E201,
                "'%s' is partial: it cannot be simulated by itself",
                scope->full_name);
    scope = NULL;
  }
  arena_release(mark);
  return scope;
}

/* --- equations --- */

static void reserve_equations(Flattening *f, int more)
{
  FlatModel *flat = f->flat;
  flat->equation =
      vector_grow(f->s->flat_arena, flat->equation, &flat->cap_equations,
                  flat->n_equations + more, sizeof flat->equation[0]);
}

static void append_equation(Flattening *f, FlatEquation equation)
{
  reserve_equations(f, 1);
  f->flat->equation[f->flat->n_equations++] = equation;
}

/* Section 3.8.4: an equation between values that are no Reals holds at
 * events, so neither side may change in between. */
static bool check_discrete(Flattening *f, const FlatExpr *side)
{
  if (side->type == FLAT_REAL || side->variability < FLAT_CONTINUOUS) {
    return true;
  }
  Diagnostic *d = fault_error(
      f->faults, side->span, E209,
      "an equation of type %s holds at events only, this side changes "
      "continuously",
      types_name(side->type));
  fault_note(f->faults, d, NO_SPAN,
             "relations inside noEvent() do not make events");
  return false;
}

static void simple_equation(Flattening *f, Context context,
                            const AstEquation *equation, bool is_initial)
{
  FlatExpr *left = expression_flatten(f, context, equation->left);
  FlatExpr *right = expression_flatten(f, context, equation->right);
  if (!left || !right) return;
  if (!types_unify(&f->typing, &left, &right)) {
    fault_error(f->faults, equation->span, E204,
                "the sides of the equation differ in type: %s and %s",
                types_name(left->type), types_name(right->type));
    return;
  }
  bool is_discrete =
      is_initial || (check_discrete(f, left) && check_discrete(f, right));
  if (!is_discrete) return;
  append_equation(f, (FlatEquation){.span = equation->span,
                                    .left = left,
                                    .right = right,
                                    .is_initial = is_initial});
}

static void report_call(Flattening *f, const AstEquation *equation)
{
  const AstExpr *call = equation->left;
  if (call->kind != AST_CALL) {
    fault_unsupported(f->faults, equation->span, "this equation");
    return;
  }
  const AstReference *name = call->reference;
  fault_error(f->faults, equation->span, E290,
              "the equation '%s(...)' is not supported yet",
              lookup_reference_text(f->s, name, name->n_parts));
}

static void flatten_equation(Flattening *f, Context context,
                             const AstEquation *equation, bool is_initial)
{
  switch (equation->kind) {
  case AST_EQ_SIMPLE:
    simple_equation(f, context, equation, is_initial);
    break;
  case AST_EQ_IF:
    fault_unsupported(f->faults, equation->span, "an if-equation");
    break;
  case AST_EQ_FOR:
    fault_unsupported(f->faults, equation->span, "a for-equation");
    break;
  case AST_EQ_WHEN:
    fault_unsupported(f->faults, equation->span, "a when-equation");
    break;
  case AST_EQ_CONNECT:
    fault_unsupported(f->faults, equation->span, "connect");
    break;
  case AST_EQ_CALL:
    report_call(f, equation);
    break;
  }
}

static void flatten_section(Flattening *f, Context context,
                            const AstSection *section)
{
  if (section->is_algorithm) {
    fault_unsupported(f->faults, section->span,
                      section->is_initial ? "initial algorithm" : "algorithm");
    return;
  }
  reserve_equations(f, section->n_equations);
  for (int i = 0; i < section->n_equations; i++) {
    flatten_equation(f, context, section->equation[i], section->is_initial);
  }
}

static void flatten_bodies(Flattening *f)
{
  for (int i = 0; i < f->n_bodies; i++) {
    Context context = {f->body[i].instance, f->body[i].scope};
    const AstClass *ast = context.scope->ast;
    ArenaMark mark = arena_mark(session_scratch(f->s));
    if (ast->external) {
      fault_unsupported(f->faults, ast->external->span, "external");
    }
    for (int k = 0; k < ast->n_sections; k++) {
      flatten_section(f, context, ast->section[k]);
    }
    arena_release(mark);
  }
}

/* --- the whole --- */

static void describe(Flattening *f, const ClassScope *scope)
{
  const AstComment *comment = scope->ast->comment;
  f->flat->name = scope->full_name;
  f->flat->span = scope->ast->name_span;
  if (comment && comment->text) {
    f->flat->description =
        arena_copy_text(f->s->flat_arena, comment->text, strlen(comment->text));
  }
}

static void flatten_class(Flattening *f, ClassScope *scope,
                          const FlattenOptions *options)
{
  describe(f, scope);
  Instance *model = instantiate_model(f, scope);
  if (!model || f->is_too_large) return;
  f->n_visible = f->flat->n_vars;
  attributes_flatten(f);
  flatten_bodies(f);
  ExperimentExprs experiment = experiment_flatten(f, (Context){model, scope});
  attributes_bind_requested(f);
  overrides_apply(f, options->set, options->n_set);

  ConstantTable *constants = constant_table_create(f->faults, f->flat);
  attributes_finish(f, constants);
  experiment_finish(f, constants, &experiment);
  f->flat->n_vars = f->n_visible; /* package constants are literals now */
}

const FlatModel *flatten_model(Session *s, const Ast *ast,
                               const FlattenOptions *options)
{
  int n_errors = s->n_errors;
  Flattening *f = flattening_create(s, ast);
  ClassScope *scope =
      options->model ? named_model(f, ast, options->model) : last_model(f, ast);
  if (scope) flatten_class(f, scope, options);
  if (!scope || s->n_errors > n_errors) {
    assert(s->n_errors > n_errors);
    return NULL;
  }
#ifdef FOUCAULT_CHECK
  flat_check(f->flat);
#endif
  return f->flat;
}
