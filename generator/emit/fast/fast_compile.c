/* fast_compile.c: calls TinyCC. */
#include "emit/fast/fast_compile.h"

#ifdef FOUCAULT_HAS_TINYCC

#include <libtcc.h>
#include <stdio.h>
#include <string.h>

#include "emit/fast/tinycc_files.h"

bool fast_compile_is_there(void)
{
  return true;
}

/* The first error: the others follow from it. */
typedef struct FastMessage {
  Arena *arena;
  const char *text;
} FastMessage;

/* A function that no header declares would return an int: an error. Other
 * warnings are for who wrote the external C code, which is not the user. */
static bool fast_is_error(const char *text)
{
  return !strstr(text, ": warning: ") || strstr(text, "implicit declaration");
}

static void fast_take_message(void *opaque, const char *text)
{
  FastMessage *first = opaque;
  if (!first->text && fast_is_error(text))
    first->text = arena_printf(first->arena, "%s", text);
}

static const char fast_options[] =
    "-nostdinc -nostdlib -MD -Wimplicit-function-declaration";

static void fast_add_folders(TCCState *tcc, Arena *arena, const FastJob *job)
{
  tcc_add_include_path(tcc, arena_printf(arena, "%s/fast", job->data_folder));
  tcc_add_include_path(tcc,
                       arena_printf(arena, "%s/include", job->data_folder));
  for (int k = 0; k < job->n_include_folders; k++) {
    tcc_add_include_path(tcc, job->include_folder[k]);
  }
}

/* As gcc writes it: a blank in a name has a backslash before it. */
static bool fast_write_rule(TCCState *tcc, const FastJob *job)
{
  int n;
  const char *const *name = tinycc_files(tcc, &n);
  FILE *out = fopen(job->rule, "w");
  if (!out) return false;
  fputs("model.o:", out);
  for (int k = 0; k < n; k++) {
    fputs(" \\\n  ", out);
    for (const char *at = name[k]; *at; at++) {
      if (*at == ' ') putc('\\', out);
      putc(*at, out);
    }
  }
  putc('\n', out);
  bool ok = !ferror(out);
  return fclose(out) == 0 && ok;
}

bool fast_compile(Arena *arena, const FastJob *job, const char **said)
{
  FastMessage first = {.arena = arena};
  TCCState *tcc = tcc_new();
  *said = "there is not enough memory";
  if (!tcc) return false;
  tcc_set_error_func(tcc, &first, fast_take_message);
  tcc_set_options(tcc, fast_options);
  bool ok = tcc_set_output_type(tcc, TCC_OUTPUT_OBJ) == 0;
  fast_add_folders(tcc, arena, job);
  ok = ok && tcc_add_file(tcc, job->source) == 0 &&
       tcc_output_file(tcc, job->object) == 0;
  if (ok && job->rule) ok = fast_write_rule(tcc, job);
  tcc_delete(tcc);
  if (first.text) *said = first.text;
  return ok && !first.text;
}

#else

bool fast_compile_is_there(void)
{
  return false;
}

bool fast_compile(Arena *arena, const FastJob *job, const char **said)
{
  (void)arena;
  (void)job;
  *said = "this program was built without TinyCC";
  return false;
}

#endif
