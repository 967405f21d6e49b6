/* flatten.c: the steps from syntax trees to one flat model. */
#include "flatten/flatten.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "flatten/between_events.h"
#include "flatten/clocks/clocks.h"
#include "flatten/clocks/state_machine.h"
#include "flatten/connections/connections.h"
#include "flatten/connections/interfaces.h"
#include "flatten/connections/streams.h"
#include "flatten/equations/attributes.h"
#include "flatten/equations/discrete_check.h"
#include "flatten/equations/equations.h"
#include "flatten/equations/experiment.h"
#include "flatten/expressions/operator_content.h"
#include "flatten/expressions/resizable.h"
#include "flatten/faces/terminals.h"
#include "flatten/flat/flat_check.h"
#include "flatten/flattening.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/constraint.h"
#include "flatten/instances/instances.h"
#include "flatten/instances/overrides.h"
#include "flatten/instantiate.h"
#include "flatten/package_members.h"
#include "flatten/shown.h"
#include "flatten/unused_classes.h"

/* --- which model --- */

static bool is_model(const AstClass *ast)
{
  return ast->restriction == AST_MODEL || ast->restriction == AST_BLOCK ||
         ast->restriction == AST_CLASS;
}

/* Models inside of a package, so that the message can name some. */
static void note_models(const Flattening *f, Diagnostic *d, Name package,
                        const AstClass *ast)
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
                        n > 1 ? ", " : "", package, inside->name);
  }
  if (n > 0) {
    fault_note(f->faults, d, NO_SPAN, "'%s' has %s%s", package, list,
               n > most ? ", ..." : "");
  }
}

/* With the package that `within` names. */
static const char *full_name(const Flattening *f, const AstClass *ast)
{
  return ast->within ? library_full_name(f->library, ast) : ast->name;
}

/* What is flattened by itself, for whoever asks for packages too. */
static bool flatten_takes(const FlattenOptions *options, const AstClass *ast)
{
  return is_model(ast) ||
         (options->takes_packages && ast->restriction == AST_PACKAGE);
}

/* False: it is called like a predefined type, which has been reported. */
static bool flatten_find(const Flattening *f, const AstClass *ast,
                         InstClass **found)
{
  *found = lookup_full_name(f->lookup, full_name(f, ast));
  return !*found || (*found)->ast;
}

static InstClass *last_model(const Flattening *f, const Ast *ast,
                             const FlattenOptions *options)
{
  if (ast->n_classes == 0) {
    fault_error(f->faults, NO_SPAN, E201, "there is no class at all");
    return NULL;
  }
  InstClass *found;
  const AstClass *last = ast->class_def[ast->n_classes - 1];
  for (int i = ast->n_classes - 1; i >= 0; i--) {
    const AstClass *class_def = ast->class_def[i];
    if (class_def->span.source != last->span.source) break;
    if (!is_model(class_def) || class_def->is_partial) continue;
    if (flatten_find(f, class_def, &found)) return found;
  }
  if (flatten_takes(options, last) && !last->is_partial &&
      flatten_find(f, last, &found))
    return found;
  Diagnostic *d = fault_error(
      f->faults, last->name_span, E201,
      "the file has no complete model at its top level%s",
      last->restriction == AST_PACKAGE ? "; name one with --model" : "");
  note_models(f, d, full_name(f, last), last);
  return NULL;
}

/* The name with its last part cut off; NULL: it has one part. */
static char *cut_last(Session *s, const char *name)
{
  const char *dot = strrchr(name, '.');
  if (!dot) return NULL;
  return arena_copy_text(session_scratch(s), name, (size_t)(dot - name));
}

/* Inside of a class that is there: what its members are called. */
static void flatten_report_no_member(const Flattening *f, InstClass *around,
                                     const char *name, const char *rest)
{
  Name part = session_name_n(f->s, rest, strcspn(rest, "."));
  Suggestion near = suggest_for(f->s, part);
  lookup_offer_members(f->lookup, around, true, &near);
  Diagnostic *d =
      fault_error(f->faults, NO_SPAN, E201,
                  "there is no model '%s': %s '%s' has no class "
                  "'%s'%s",
                  name, lookup_restriction(around), around->full_name, part,
                  suggest_text(f->s, &near));
  note_models(f, d, around->full_name, around->ast);
}

static void report_no_top(const Flattening *f, const Ast *ast, const char *name)
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
  if (!near.best && strchr(name, '.')) {
    library_report_missing(f->library, f->faults, NO_SPAN,
                           session_name_n(f->s, name, strcspn(name, ".")));
    return;
  }
  Diagnostic *d =
      fault_error(f->faults, NO_SPAN, E201, "there is no model '%s'%s", name,
                  suggest_text(f->s, &near));
  for (int i = 0; i < ast->n_classes && !near.best && i < SUGGEST_LISTED; i++)
    fault_note(f->faults, d, ast->class_def[i]->name_span,
               "the files given have '%s'", ast->class_def[i]->name);
}

static void report_no_model(const Flattening *f, const Ast *ast,
                            const char *name)
{
  InstClass *around = NULL;
  const char *at = name;
  while (!around && (at = cut_last(f->s, at)))
    around = lookup_full_name(f->lookup, at);
  if (around && around->ast) {
    flatten_report_no_member(f, around, name, name + strlen(at) + 1);
  } else {
    report_no_top(f, ast, name);
  }
}

static InstClass *named_model(const Flattening *f, const Ast *ast,
                              const FlattenOptions *options)
{
  const char *name = options->model;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  int n_errors = f->s->n_errors;
  InstClass *class_def = lookup_full_name(f->lookup, name);
  if (!class_def || !class_def->ast) {
    /* A faulty file of a library has been reported. */
    if (f->s->n_errors == n_errors) report_no_model(f, ast, name);
    class_def = NULL;
  } else if (!flatten_takes(options, class_def->ast)) {
    Diagnostic *d =
        fault_error(f->faults, class_def->ast->name_span, E201,
                    "'%s' is a %s; a model, block or class is needed",
                    class_def->full_name, lookup_restriction(class_def));
    note_models(f, d, class_def->full_name, class_def->ast);
    class_def = NULL;
  } else if (class_def->ast->is_partial) {
    fault_error(f->faults, class_def->ast->name_span, E201,
                "'%s' is partial: it cannot be simulated by itself",
                class_def->full_name);
    class_def = NULL;
  }
  arena_release(mark);
  return class_def;
}

/* --- the whole --- */

static const AstArgument *flatten_annotation(const AstModification *list,
                                             const char *name)
{
  for (int k = 0; list && k < list->n_arguments; k++) {
    const AstArgument *a = list->argument[k];
    if (a->kind == AST_MODIFY && a->name->n_parts == 1 &&
        strcmp(a->name->part[0].ident, name) == 0) {
      return a;
    }
  }
  return NULL;
}

/* Documentation(info = "..."), as it is written; NULL: none. */
static const char *documentation_of(const AstComment *comment)
{
  const AstArgument *all =
      comment ? flatten_annotation(comment->annotation, "Documentation") : NULL;
  const AstArgument *info =
      all ? flatten_annotation(all->modification, "info") : NULL;
  const AstExpr *value =
      info && info->modification ? info->modification->value : NULL;
  return value && value->kind == AST_STRING ? value->string : NULL;
}

static void flatten_describe(const Flattening *f, const InstClass *class_def)
{
  const AstComment *comment = class_def->ast->comment;
  f->flat->name = class_def->full_name;
  f->flat->span = class_def->ast->name_span;
  session_set_library(f->s, f->flat->span.source, false);
  if (comment && comment->text) {
    f->flat->description =
        arena_copy_text(f->s->flat_arena, comment->text, strlen(comment->text));
  }
  const char *info = documentation_of(comment);
  if (info)
    f->flat->documentation =
        arena_copy_text(f->s->flat_arena, info, strlen(info));
}

static void flatten_class(const Flattening *f, InstClass *class_def,
                          const FlattenOptions *options)
{
  flatten_describe(f, class_def);
  overrides_read(f, options->set, options->n_set);
  Instance *model = instantiate_model(f, class_def);
  if (!model || f->tables->is_too_large) return;
  equations_expand(f);
  instantiate_expanded(f);
  constraint_check_all(f->lookup);
  lookup_check_imports(f->lookup);
  interface_mark_all(f);
  operator_content_check(f);
  equations_find_discrete(f);
  component_family_compare(f);
  attributes_flatten(f);
  equations_flatten(f);
  discrete_check(f);
  between_events(f);
  ClassPart *text = lookup_first_part(f->lookup, model->class_def);
  ExperimentExprs experiment = experiment_flatten(f, lookup_context(text));
  shown_read(f, model->class_def->ast);
  overrides_apply(f, options->set, options->n_set);
  if (!state_machine_flatten(f)) return;
  clocks_flatten(f);

  ConstantTable *constants = attributes_constants(f);
  connections_check_values(f->connections, constants);
  attributes_finish(f, constants);
  resizable_finish(f);
  streams_finish(f);
  connections_check_quantities(f->connections);
  experiment_finish(f, constants, &experiment);
  constraint_check_all(f->lookup);
  if (f->s->n_errors == 0 && is_model(class_def->ast))
    f->flat->face = terminals_collect(f, model);
}

static void tell_cost(const Flattening *f)
{
  LibraryCost cost = library_cost(f->library);
  if (!f->s->verbose || cost.n_files == 0) return;
  fprintf(f->s->messages, "libraries: %d files, %zu bytes read\n", cost.n_files,
          cost.n_bytes);
}

const FlatModel *flatten_model(Session *s, const Ast *ast,
                               const FlattenOptions *options)
{
  int n_errors = s->n_errors;
  const Flattening *f =
      flattening_create(s, ast, &options->library, options->foreign,
                        options->crosses, options->clocks);
  f->tables->shares_nothing =
      options->shares_nothing || options->n_structural > 0;
  f->tables->wanted = options->structural;
  f->tables->n_wanted = options->n_structural;
  InstClass *class_def = options->model ? named_model(f, ast, options)
                                        : last_model(f, ast, options);
  if (class_def) flatten_class(f, class_def, options);
  bool is_incomplete = f->lookup->tables->has_incomplete;
  if (class_def && !is_model(class_def->ast)) package_members(f, class_def);
  for (int i = 0; i < ast->n_classes; i++)
    unused_classes_check_content(f, ast->class_def[i]);
  for (int i = 0; i < ast->n_classes && s->n_errors == n_errors; i++) {
    const char *name = full_name(f, ast->class_def[i]);
    unused_classes_check_types(f, class_def,
                               lookup_full_name(f->lookup, name));
  }
  tell_cost(f);
  if (!class_def || s->n_errors > n_errors || is_incomplete) {
    assert(s->n_errors > n_errors || is_incomplete);
    return NULL;
  }
#ifdef FOUCAULT_CHECK
  flat_check(f->flat);
#endif
  return f->flat;
}
