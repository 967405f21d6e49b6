/* doc_source.c: tokens, and what is between them. */
#include "doc/doc_source.h"

#include <assert.h>
#include <string.h>

#include "parse/lexer.h"
#include "report/html_text.h"

typedef struct SourceWriter {
  const DocTree *tree;
  const DocClass *c;
  const SourceText *text;
  FILE *out;
  int32_t at;
  int next; /* element that may be left out next */
} SourceWriter;

static void source_put(const SourceWriter *w, int32_t begin, int32_t end,
                       const char *mark)
{
  assert(begin >= 0 && end <= w->text->length);
  if (end <= begin) return;
  if (mark) fprintf(w->out, "<span class=\"%s\">", mark);
  for (int32_t k = begin; k < end; k++) {
    char c[2] = {w->text->bytes[k], '\0'};
    if (*c == '\n' || *c == '\t' || (unsigned char)*c >= 0x20)
      html_put(w->out, c);
  }
  if (mark) fputs("</span>", w->out);
}

/* Blanks and comments. */
static void source_put_gap(const SourceWriter *w, int32_t begin, int32_t end)
{
  int32_t at = begin;
  while (at < end && w->text->bytes[at] != '/') at++;
  source_put(w, begin, at, NULL);
  source_put(w, at, end, "c");
}

static const char *source_mark(TokenKind kind)
{
  if (kind >= FIRST_KEYWORD) return "k";
  if (kind == TOKEN_STRING) return "s";
  return kind == TOKEN_INTEGER || kind == TOKEN_REAL ? "n" : NULL;
}

/* The next class with a page that begins at or after the place. */
static const DocClass *source_next_class(SourceWriter *w, int32_t at,
                                         Span *span)
{
  const AstClass *ast = w->c->ast;
  Session *s = w->tree->f->s;
  for (; w->next < ast->n_elements; w->next++) {
    const AstElement *e = ast->element[w->next];
    if (e->kind != AST_ELEMENT_CLASS || e->class_def->form != AST_LONG ||
        e->class_def->span.source != ast->span.source ||
        e->class_def->span.begin < at)
      continue;
    const DocClass *found = doc_tree_find(
        w->tree,
        session_name(s, arena_printf(session_scratch(s), "%s.%s",
                                     w->c->full_name, e->class_def->name)));
    if (!found || found->ast != e->class_def) continue;
    *span = e->class_def->span;
    return found;
  }
  return NULL;
}

static void source_put_class(const SourceWriter *w, const DocClass *inside)
{
  fprintf(w->out, "<span class=\"k\">%s</span> <a href=\"%s.html\">",
          doc_tree_kind(inside->ast), inside->file);
  html_put(w->out, doc_tree_short(inside));
  fputs("</a> <span class=\"c\">...</span>", w->out);
}

void doc_source_put(const DocTree *tree, const DocClass *c, FILE *out)
{
  Span whole = c->ast->span, hole = {0};
  Session *s = tree->f->s;
  assert(whole.source >= 0);
  SourceWriter w = {.tree = tree,
                    .c = c,
                    .text = session_source(s, whole.source),
                    .out = out,
                    .at = whole.begin};
  ArenaMark mark = arena_mark(session_scratch(s));
  Lexer lexer = lexer_make(s, whole.source);
  lexer.quiet = true;
  lexer.at = whole.begin;
  const DocClass *inside = source_next_class(&w, whole.begin + 1, &hole);
  fputs("<pre class=\"source\">", out);
  for (;;) {
    Token token;
    lexer_next(&lexer, &token);
    if (token.kind == TOKEN_END_OF_FILE || token.begin >= whole.end) break;
    source_put_gap(&w, w.at, token.begin);
    if (inside && token.begin >= hole.begin) {
      source_put_class(&w, inside);
      w.at = lexer.at = hole.end;
      inside = source_next_class(&w, hole.end, &hole);
      continue;
    }
    source_put(&w, token.begin, token.end, source_mark(token.kind));
    w.at = token.end;
  }
  fputs("</pre>\n", out);
  arena_release(mark);
}
