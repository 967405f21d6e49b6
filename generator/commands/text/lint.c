/* lint.c: foucault lint, what compiles and is suspicious nevertheless. */
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/source_read.h"
#include "base/temporary.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "commands/options/request.h"
#include "commands/text/lint_findings.h"
#include "flatten/flatten_part.h"
#include "lint/lint.h"
#include "parse/parse.h"
#include "report/report.h"

typedef struct LintRun {
  Session *s;
  const Options *options;
  LintFindings findings;
  const char *
      *folder; /* of packages that are named: a/Lib of a/Lib/package.mo */
  const char **inside; /* files in them */
  int n_folders, n_inside, cap_inside;
} LintRun;

/* --- packages in folders --- */

static const char *lint_real(Arena *arena, const char *path)
{
  char *real = realpath(path, NULL);
  const char *copy = real ? arena_copy_text(arena, real, strlen(real)) : path;
  free(real);
  return copy;
}

static void lint_find_folders(LintRun *run)
{
  static const char last[] = "package.mo";
  const Options *o = run->options;
  Arena *arena = run->s->session_arena;
  run->folder = arena_array(arena, (size_t)o->n_files + 1, sizeof(char *));
  for (int k = 0; k < o->n_files; k++) {
    const char *path = lint_real(arena, o->file[k]);
    size_t n = strlen(path), n_last = sizeof last - 1;
    if (n <= n_last || path[n - n_last - 1] != '/' ||
        strcmp(path + n - n_last, last) != 0)
      continue;
    run->folder[run->n_folders++] = arena_copy_text(arena, path, n - n_last);
  }
}

/* The files of such a package are the user's, as if each had been named. */
static void lint_mark_files(const LintRun *run, Session *own)
{
  for (int k = 0; k < own->n_sources && run->n_folders > 0; k++) {
    SourceText *text = own->source[k];
    if (!text->is_from_library) continue;
    const char *path = lint_real(own->session_arena, text->path);
    for (int i = 0; i < run->n_folders; i++) {
      const char *folder = run->folder[i];
      text->is_linted |= strncmp(path, folder, strlen(folder)) == 0;
    }
  }
}

static void lint_list_files(LintRun *run, const Session *own)
{
  Arena *arena = run->s->session_arena;
  for (int k = 0; k < own->n_sources; k++) {
    const SourceText *text = own->source[k];
    if (!text->is_linted) continue;
    run->inside = vector_grow(arena, run->inside, &run->cap_inside,
                              run->n_inside + 1, sizeof run->inside[0]);
    run->inside[run->n_inside++] =
        arena_copy_text(arena, text->path, strlen(text->path));
  }
}

/* --- one part, in a session of its own --- */

/* What is found is printed once it is known to be new. */
static Session *lint_begin(const LintRun *run)
{
  Session *own = session_create();
  memcpy(own->limit, run->options->limit, sizeof own->limit);
  memcpy(own->silent, run->s->silent, sizeof own->silent);
  memcpy(own->refused, run->s->refused, sizeof own->refused);
  own->color = run->s->color;
  own->quiet = run->s->quiet;
  own->messages = fopen("/dev/null", "w");
  if (!own->messages) abort();
  return own;
}

static void lint_end(LintRun *run, Session *own)
{
  diagnostic_flush(own);
  fclose(own->messages);
  own->messages = run->s->messages;
  lint_findings_take(&run->findings, own, run->options->json);
  temporary_end(own);
  session_destroy(own);
}

/* A model that is a part of others is not at fault where it is not complete. */
static bool lint_forget_parts(Session *own, const FlatModel *flat)
{
  int n = 0;
  bool is_faulty = false;
  if (flat) flatten_part_forget(own, flat, 0);
  flatten_part_forget_others(own, flat);
  for (int k = 0; k < own->n_diagnostics; k++) {
    Diagnostic *d = own->diagnostic[k];
    if (flatten_part_may_have(d)) continue;
    if (d->severity == SEVERITY_ERROR) is_faulty = true;
    own->diagnostic[n++] = d;
  }
  own->n_diagnostics = n;
  if (own->n_printed > n) own->n_printed = n;
  return !is_faulty;
}

static void lint_model(LintRun *run, const char *name, bool is_part)
{
  Session *own = lint_begin(run);
  CompileReport report = {0};
  CompileRequest request = request_of(run->options);
  request.model = name;
  const ReducedSystem *reduced = compile_reduced(own, &request, &report);
  lint_mark_files(run, own);
  bool good = is_part ? lint_forget_parts(own, report.flat) : reduced != NULL;
  assert(report.flat || !reduced);
  if (good && report.flat) lint_flat(own, report.flat);
  if (reduced) lint_reduced(own, report.flat, reduced);
  lint_end(run, own);
}

static void lint_files(LintRun *run)
{
  Session *own = lint_begin(run);
  Ast *ast = ast_create(own);
  bool good = true;
  int n_files = run->options->n_files;
  for (int k = 0; k < n_files + run->n_inside; k++) {
    const char *path =
        k < n_files ? run->options->file[k] : run->inside[k - n_files];
    int source = strcmp(path, "-") == 0 ? -1 : source_read(own, path);
    good = source >= 0 && parse_source(own, ast, source) && good;
  }
  if (good && own->n_errors == 0) lint_text(own, ast);
  own->n_diagnostics = good ? own->n_diagnostics : 0; /* lint_models says it */
  lint_end(run, own);
}

/* Of a package each model that is complete. */
static bool lint_models(LintRun *run)
{
  Session *own = lint_begin(run);
  CompileReport report = {0};
  CompileRequest request = request_of(run->options);
  request.takes_packages = true;
  const FlatModel *flat = compile_flat(own, &request, &report);
  bool is_package = flat && flat->is_package;
  int n = is_package ? flat->n_inside : 0;
  Arena *arena = run->s->session_arena;
  const char **name = arena_array(arena, (size_t)n + 1, sizeof name[0]);
  for (int k = 0; k < n; k++)
    name[k] = arena_printf(arena, "%s", flat->inside[k]);
  bool good = flat != NULL;
  if (good) own->n_diagnostics = 0; /* each model says them again */
  lint_mark_files(run, own);
  lint_list_files(run, own);
  lint_end(run, own);
  if (!good) return false;
  for (int k = 0; k < n; k++) lint_model(run, name[k], true);
  if (!is_package) lint_model(run, run->options->model, false);
  return true;
}

/* --- the command --- */

static bool lint_write(LintRun *run, const char *path)
{
  if (strcmp(path, "-") == 0) {
    lint_findings_sarif(&run->findings, stdout);
    return true;
  }
  const char *partial = temporary_beside(run->s, path);
  FILE *out = partial ? fopen(partial, "w") : NULL;
  if (out) lint_findings_sarif(&run->findings, out);
  bool good = out && !ferror(out);
  int error = errno;
  if (out && fclose(out) != 0) good = false;
  if (good) return temporary_publish(run->s, partial, path);
  diagnostic_file_error(run->s, path, E501,
                        "the findings cannot be written: %s", strerror(error));
  return false;
}

int command_lint(Session *s, const Options *o)
{
  LintRun run = {.s = s, .options = o, .findings = {.s = s}};
  if (o->json && o->sarif && strcmp(o->sarif, "-") == 0) {
    options_complain("--json and --sarif - both write to standard output");
    return EXIT_USAGE;
  }
  lint_find_folders(&run);
  if (lint_models(&run)) lint_files(&run);
  if (o->json) lint_findings_json(&run.findings, stdout);
  if (o->sarif && !lint_write(&run, o->sarif)) return EXIT_FAULT;
  int n = run.findings.n_items;
  if (n > 0 && !o->json && !o->quiet)
    fprintf(stderr, "%s\n", report_count(s, n, "finding"));
  return n > 0 ? EXIT_FAULT : EXIT_DONE;
}
