/* lsp_hover.c: textDocument/hover: how a name is declared, its unit, what it is
 * in the model. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_method.h"
#include "lsp/lsp_text.h"
#include "lsp/lsp_words.h"
#include "lsp/names/annotation_words.h"
#include "lsp/names/lsp_walk.h"

/* --- the declaration --- */

static void hover_component(LspView *v, FILE *out, const LspTarget *t)
{
  const AstElement *e = t->element;
  fprintf(out, "```modelica\n%s\n```\n", lsp_declaration(v, e));
  if (e->comment && e->comment->text) fprintf(out, "\n%s\n", e->comment->text);
  const char *unit = lsp_attribute(v, t, "unit");
  const char *quantity = lsp_attribute(v, t, "quantity");
  if (unit) fprintf(out, "\nunit: `%s`\n", unit);
  if (quantity) fprintf(out, "\nquantity: `%s`\n", quantity);
}

static void hover_class(LspView *v, FILE *out, const InstClass *c)
{
  const AstClass *ast = c->ast;
  if (!ast) {
    fprintf(out, "```modelica\ntype %s\n```\n", c->full_name);
    return;
  }
  const SourceText *text = session_source(v->s, ast->span.source);
  bool is_short = ast->form == AST_SHORT || ast->form == AST_ENUMERATION;
  fputs("```modelica\n", out);
  if (is_short && ast->span.end - ast->span.begin < 400)
    fprintf(out, "%.*s", (int)(ast->span.end - ast->span.begin),
            text->bytes + ast->span.begin);
  else
    fprintf(out, "%s%s %s", ast->is_partial ? "partial " : "",
            lookup_restriction(c), c->full_name);
  fputs("\n```\n", out);
  if (!is_short && ast->comment && ast->comment->text)
    fprintf(out, "\n%s\n", ast->comment->text);
  if (ast->restriction == AST_FUNCTION)
    fprintf(out, "\n`%s`\n", lsp_signature_text(v, ast));
}

static void hover_target(LspView *v, FILE *out, const LspTarget *t)
{
  switch (t->kind) {
  case LSP_NO_TARGET: break;
  case LSP_OF_CLASS: hover_class(v, out, t->class_def); break;
  case LSP_OF_COMPONENT: hover_component(v, out, t); break;
  case LSP_OF_LITERAL:
    fprintf(out, "```modelica\n%s\n```\n", t->name);
    if (t->literal->comment && t->literal->comment->text)
      fprintf(out, "\n%s\n", t->literal->comment->text);
    break;
  case LSP_OF_ITERATOR:
    fprintf(out, "```modelica\nfor %s\n```\n", t->name);
    break;
  case LSP_OF_ATTRIBUTE:
    fprintf(out, "attribute `%s` of `%s`\n", t->name, t->class_def->full_name);
    break;
  }
}

/* What the analysis has found of a variable of the class at hand. */
static void hover_facts(LspView *v, FILE *out, const LspUse *use,
                        const LspTarget *t)
{
  if (t->kind != LSP_OF_COMPONENT || !use->here || !use->here->full_name)
    return;
  const char *fact = lsp_fact(v, use->here->full_name, t->name);
  if (fact) fprintf(out, "\n%s\n", fact);
}

/* What a word of an annotation says; false: it is none. */
static bool hover_annotation(LspView *v, FILE *out, int32_t at, Span *span)
{
  LspWords words = lsp_words_before(v, at + 1);
  int last = words.n - 1;
  if (last < 0 || words.token[last].kind != TOKEN_IDENT ||
      words.token[last].end < at)
    return false;
  const char *around = lsp_words_annotation(&words, last);
  const char *name = words.token[last].name;
  assert(name && words.token[last].begin <= at);
  if (!around) return false;
  bool is_value = last > 1 && words.token[last - 1].kind == TOKEN_DOT &&
                  words.token[last - 2].kind == TOKEN_IDENT;
  if (is_value) around = words.token[last - 2].name;
  const AnnotationWord *w = annotation_words_find(around, name);
  if (!w) return false;
  *span = (Span){v->source, words.token[last].begin, words.token[last].end};
  if (is_value)
    fprintf(out, "```modelica\n%s.%s\n```\n\n%s\n", around, name, w->text);
  else
    fprintf(out, "```modelica\n%s(%s%s%s)\n```\n\n%s\n", around, name,
            w->type ? " = " : "(...)", w->type ? w->type : "", w->text);
  return true;
}

/* The explanation of each fault that is shown there, each code once. */
static void hover_faults(LspView *v, FILE *out, int32_t at)
{
  const LspDocument *d = v->document;
  bool is_told[N_DIAGNOSTIC_CODES] = {false};
  for (int k = 0; k < d->n_faults; k++) {
    const JsonValue *one = json_member(
        json_read(v->s->session_arena, d->fault[k], strlen(d->fault[k])),
        "diagnostic");
    const char *name = json_member_text(one, "code");
    LspRange range;
    if (!name || !lsp_range_read(json_member(one, "range"), &range)) continue;
    DiagnosticCode code = diagnostic_code_find(name);
    if (code >= N_DIAGNOSTIC_CODES || is_told[code] ||
        (size_t)at < lsp_offset(d->text, d->length, range.begin) ||
        (size_t)at > lsp_offset(d->text, d->length, range.end))
      continue;
    is_told[code] = true;
    fputs("\n```text\n", out);
    v->state->settings->explain(v->s, out, code);
    fputs("```\n", out);
  }
}

void lsp_hover(LspView *v, const JsonValue *params, int32_t at, JsonWriter *w)
{
  (void)params;
  LspUse use;
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  if (!out) abort();
  bool is_found = lsp_use_at(v, at, &use);
  if (is_found) {
    LspTarget t = lsp_target(v, &use);
    hover_target(v, out, &t);
    hover_facts(v, out, &use, &t);
  } else {
    is_found = hover_annotation(v, out, at, &use.span);
  }
  hover_faults(v, out, at);
  fclose(out);
  assert(text);
  if (n == 0) {
    json_null(w);
  } else {
    json_object_begin(w);
    json_key(w, "contents");
    json_object_begin(w);
    json_key(w, "kind");
    json_string(w, "markdown");
    json_key(w, "value");
    json_string(w, text);
    json_object_end(w);
    if (is_found) {
      json_key(w, "range");
      lsp_put_range(w, &v->lines, use.span);
    }
    json_object_end(w);
  }
  free(text);
}
