/* lsp_analysis.c: see lsp_analysis.h. */
#include "lsp/lsp_analysis.h"

#include <assert.h>
#include <string.h>

#include "flatten/flat/balance.h"
#include "flatten/flatten.h"
#include "flatten/flatten_part.h"
#include "lint/lint.h"
#include "lsp/lsp_facts.h"
#include "lsp/lsp_finding.h"
#include "lsp/lsp_job.h"
#include "reduce/lower/lower.h"
#include "reduce/reduce.h"

/* --- what can be translated --- */

static bool analysis_is_model(const AstClass *c)
{
  return !c->is_partial &&
         (c->restriction == AST_MODEL || c->restriction == AST_BLOCK ||
          c->restriction == AST_CLASS) &&
         (c->form == AST_LONG || c->form == AST_SHORT);
}

typedef struct AnalysisList {
  const LspView *v;
  FILE *out;
  bool around_edit; /* those with the last edit inside, or the others */
} AnalysisList;

static void analysis_tell(const AnalysisList *list, const AstClass *c,
                          const char *name, bool is_top)
{
  size_t edit = list->v->document->last_edit;
  bool is_around = (size_t)c->span.begin <= edit && edit <= (size_t)c->span.end;
  bool is_package = is_top && c->restriction == AST_PACKAGE && !c->is_partial;
  if (is_around != list->around_edit) return;
  if (analysis_is_model(c) || is_package)
    lsp_record(list->out, 'C', name, strlen(name));
}

/* As deep as classes are nested. What is replaceable by others is looked at
 * where it is used. */
static void analysis_list(const AnalysisList *list, const AstClass *c,
                          const char *name, bool is_top)
{
  analysis_tell(list, c, name, is_top);
  for (int k = 0; k < c->n_elements; k++) {
    const AstElement *e = c->element[k];
    if (e->kind != AST_ELEMENT_CLASS || e->redeclare || e->outer) continue;
    const char *inner = arena_printf(list->v->s->session_arena, "%s.%s", name,
                                     e->class_def->name);
    analysis_list(list, e->class_def, inner, false);
  }
}

static void analysis_list_all(const LspView *v, bool around_edit, FILE *out)
{
  AnalysisList list = {v, out, around_edit};
  for (int k = 0; k < v->ast->n_classes; k++) {
    const AstClass *c = v->ast->class_def[k];
    analysis_list(&list, c, lsp_view_top_name(v, c), true);
  }
}

static void analysis_text(LspView *v, FILE *out)
{
  if (v->s->n_errors == 0 && v->state->lints) lint_text(v->s, v->ast);
  lsp_findings(v, 0, (Span){v->source, 0, 0}, false, NULL, out);
  analysis_list_all(v, true, out);
  analysis_list_all(v, false, out);
}

/* --- one class --- */

/* Nothing of the model is ever run here. */
static bool analysis_refuse_call(void *context, const ForeignCall *call,
                                 const char **failure)
{
  (void)context, (void)call;
  *failure = "the language server runs no C code";
  return false;
}

static const ReducedSystem *analysis_reduce(Session *s, const FlatModel *flat)
{
  if (flat->is_package) return NULL;
  if (!balance_check(s, flat)) return NULL;
  System *sys = lower_to_system(s, flat);
  return sys ? reduce_system(s, sys, NULL) : NULL;
}

static void analysis_class(LspView *v, const LspAnalysis *a, FILE *out)
{
  Session *s = v->s;
  const AstClass *c = lsp_view_class(v, a->class_name);
  if (!c) return;
  ForeignCaller foreign = {.call = analysis_refuse_call};
  FlattenOptions options = {.model = a->class_name,
                            .library = a->state->library,
                            .foreign = &foreign,
                            .takes_packages = true};
  lsp_view_forget_faults(v);
  const FlatModel *flat = flatten_model(s, v->ast, &options);
  const ReducedSystem *reduced = flat ? analysis_reduce(s, flat) : NULL;
  if (reduced && s->n_errors == 0 && a->state->lints) {
    lint_flat(s, flat);
    lint_reduced(s, flat, reduced);
  }
  if (flat && !flat->is_package)
    lsp_facts_write(flat, s->n_errors == 0 ? reduced : NULL, out);
  if (flat) flatten_part_forget(s, flat, 0);
  bool is_part = strchr(a->class_name, '.') != NULL;
  lsp_findings(v, 0, c->name_span, is_part, flat, out);
}

void lsp_analysis_work(const void *analysis, Session *s, FILE *out)
{
  const LspAnalysis *a = analysis;
  LspView view;
  lsp_view_open(&view, a->state, s, a->document);
  if (a->class_name)
    analysis_class(&view, a, out);
  else
    analysis_text(&view, out);
  lsp_view_tell_files(&view, out);
  lsp_view_tell_needs(&view, out);
  if (a->class_name && s->n_errors > 0) lsp_record(out, 'E', "", 0);
}
