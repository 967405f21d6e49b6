/* lsp_folding.c: textDocument/foldingRange: classes, sections, loops, branches,
 * annotations, descriptions over several lines, imports, comments. */
#include <assert.h>
#include <string.h>

#include "format/format_tokens.h"
#include "lsp/lsp_method.h"
#include "parse/token.h"

typedef struct Folding {
  const LspView *v;
  JsonWriter *w;
} Folding;

static int folding_line(const Folding *f, int32_t offset)
{
  return lsp_place(&f->v->lines, (size_t)offset).line;
}

/* From the first line to the last one, which stays visible where it holds an
 * `end`. */
static void folding_put(const Folding *f, int first, int last, const char *kind)
{
  if (last <= first) return;
  assert(first >= 0);
  json_object_begin(f->w);
  json_key(f->w, "startLine");
  json_int(f->w, first);
  json_key(f->w, "endLine");
  json_int(f->w, last);
  if (kind) {
    json_key(f->w, "kind");
    json_string(f->w, kind);
  }
  json_object_end(f->w);
}

static void folding_span(const Folding *f, Span span, bool has_end)
{
  int last = folding_line(f, span.end);
  folding_put(f, folding_line(f, span.begin), has_end ? last - 1 : last, NULL);
}

/* --- what the tree has --- */

static void folding_equations(const Folding *f, AstEquation *const *list, int n)
{
  for (int k = 0; k < n; k++) {
    const AstEquation *e = list[k];
    if (e->n_branches > 0) folding_span(f, e->span, true);
    for (int i = 0; i < e->n_branches; i++)
      folding_equations(f, e->branch[i].equation, e->branch[i].n_equations);
  }
}

static void folding_statements(const Folding *f, AstStatement *const *list,
                               int n)
{
  for (int k = 0; k < n; k++) {
    const AstStatement *st = list[k];
    if (st->n_branches > 0) folding_span(f, st->span, true);
    for (int i = 0; i < st->n_branches; i++)
      folding_statements(f, st->branch[i].statement,
                         st->branch[i].n_statements);
  }
}

static void folding_comment(const Folding *f, const AstComment *comment)
{
  if (comment && comment->annotation)
    folding_span(f, comment->annotation->span, false);
}

/* Imports that follow each other. */
static int folding_imports(const Folding *f, const AstClass *c, int k)
{
  int last = k;
  while (last + 1 < c->n_elements &&
         c->element[last + 1]->kind == AST_ELEMENT_IMPORT)
    last++;
  folding_put(f, folding_line(f, c->element[k]->span.begin),
              folding_line(f, c->element[last]->span.end), "imports");
  return last;
}

static void folding_class(const Folding *f, const AstClass *c);

static void folding_elements(const Folding *f, const AstClass *c)
{
  for (int k = 0; k < c->n_elements; k++) {
    const AstElement *e = c->element[k];
    if (e->kind == AST_ELEMENT_IMPORT)
      k = folding_imports(f, c, k);
    else if (e->kind == AST_ELEMENT_CLASS)
      folding_class(f, e->class_def);
    else
      folding_comment(f, e->comment);
  }
}

/* As deep as classes are nested. */
static void folding_class(const Folding *f, const AstClass *c)
{
  folding_span(f, c->span, c->form == AST_LONG || c->form == AST_LONG_EXTENDS);
  folding_comment(f, c->comment);
  folding_elements(f, c);
  for (int k = 0; k < c->n_sections; k++) {
    const AstSection *section = c->section[k];
    folding_span(f, section->span, false);
    folding_equations(f, section->equation, section->n_equations);
    folding_statements(f, section->statement, section->n_statements);
  }
}

/* --- comments --- */

/* Lines of a comment that have been seen and not written yet. */
typedef struct FoldingRun {
  int first, last; /* -1: none */
} FoldingRun;

static void folding_end_run(const Folding *f, FoldingRun *run)
{
  folding_put(f, run->first, run->last, "comment");
  *run = (FoldingRun){-1, -1};
}

static void folding_gap(const Folding *f, FoldingRun *run, int32_t begin,
                        int32_t end)
{
  FormatGap gap = {f->v->document->text, begin, end};
  FormatComment comment;
  while (format_gap_next(&gap, &comment)) {
    int first = folding_line(f, comment.begin);
    if (!comment.ends_a_line || first != run->last + 1) folding_end_run(f, run);
    if (run->first < 0) run->first = first;
    run->last = folding_line(f, comment.end);
    if (!comment.ends_a_line) folding_end_run(f, run);
  }
}

static void folding_comments(const Folding *f)
{
  FormatTokens tokens =
      format_tokens(f->v->s, f->v->source, f->v->s->session_arena);
  FoldingRun run = {-1, -1};
  int32_t at = 0;
  for (int k = 0; k < tokens.n_tokens; k++) {
    folding_gap(f, &run, at, tokens.token[k].begin);
    at = tokens.token[k].end;
  }
  folding_end_run(f, &run);
}

void lsp_folding(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  (void)params, (void)at;
  Folding f = {v, w};
  json_array_begin(w);
  for (int k = 0; k < v->ast->n_classes; k++)
    folding_class(&f, v->ast->class_def[k]);
  folding_comments(&f);
  json_array_end(w);
}
