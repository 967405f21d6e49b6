/* parse_keep.c: a file that is parsed once for many runs. */
#include <assert.h>

#include "base/serve/kept_files.h"
#include "base/source_read.h"
#include "parse/parse.h"

/* The text and the tree live in one arena, which is given back when the file
 * has changed. */
static Ast *parse_in(Session *s, Arena *arena, int source)
{
  Arena *usual = s->syntax_arena;
  s->syntax_arena = arena;
  Ast *ast = ast_create(s);
  bool good = parse_source(s, ast, source);
  s->syntax_arena = usual;
  return good ? ast : NULL;
}

bool parse_keep(Session *s, const char *path)
{
  assert(s->kept && !s->is_tolerant);
  KeptFile *file = kept_files_read(s, path);
  if (!file) return false;
  int n_errors = s->n_errors, n_diagnostics = s->n_diagnostics;
  Ast *ast = parse_in(s, file->arena, file->source);
  file->ast = s->n_errors == n_errors ? ast : NULL;
  s->n_errors = n_errors;
  s->n_diagnostics = n_diagnostics;
  if (s->n_printed > n_diagnostics) s->n_printed = n_diagnostics;
  return file->ast != NULL;
}
