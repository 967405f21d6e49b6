/* shown.c: the annotation __foucault of the model. */
#include "flatten/shown.h"

#include <string.h>

static const AstModification *shown_argument(const AstModification *m,
                                             const char *name)
{
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *argument = m->argument[i];
    if (argument->kind == AST_MODIFY && argument->name->n_parts == 1 &&
        strcmp(argument->name->part[0].ident, name) == 0) {
      return argument->modification;
    }
  }
  return NULL;
}

static const char *shown_text(const Flattening *f, const char *name,
                              const AstExpr *e)
{
  if (e->kind == AST_STRING)
    return arena_copy_text(f->s->session_arena, e->string, strlen(e->string));
  fault_error(f->faults, e->span, E204, "%s of __foucault must be a text",
              name);
  return NULL;
}

/* One text or a list of them. */
static FlatShownTexts shown_texts(const Flattening *f,
                                  const AstModification *page, const char *name)
{
  const AstModification *m = shown_argument(page, name);
  const AstExpr *value = m ? m->value : NULL;
  FlatShownTexts texts = {0};
  if (!value) return texts;
  bool is_list = value->kind == AST_ARRAY && value->n_iterators == 0;
  int n = is_list ? value->n_args : 1;
  texts.item =
      arena_alloc(f->s->session_arena, ((size_t)n + 1) * sizeof texts.item[0]);
  for (int k = 0; k < n; k++) {
    const char *text = shown_text(f, name, is_list ? value->arg[k] : value);
    if (text) texts.item[texts.n++] = text;
  }
  return texts;
}

static const char *shown_source(const Flattening *f, const AstClass *ast)
{
  const SourceText *source = session_source(f->s, ast->span.source);
  return arena_copy_text(f->s->session_arena, source->bytes + ast->span.begin,
                         (size_t)(ast->span.end - ast->span.begin));
}

void shown_read(const Flattening *f, const AstClass *ast)
{
  if (ast->span.source >= 0) f->flat->shown.text = shown_source(f, ast);
  if (!ast->comment || !ast->comment->annotation) return;
  const AstModification *page =
      shown_argument(ast->comment->annotation, "__foucault");
  if (!page) return;
  f->flat->shown.plot = shown_texts(f, page, "plot");
  f->flat->shown.draw = shown_texts(f, page, "draw");
}
