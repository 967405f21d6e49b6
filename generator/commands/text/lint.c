/* lint.c: foucault lint, what compiles and is suspicious nevertheless. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/source_read.h"
#include "base/temporary.h"
#include "commands/commands.h"
#include "commands/options/request.h"
#include "commands/text/lint_findings.h"
#include "lint/lint.h"
#include "parse/parse.h"
#include "report/report.h"

typedef struct LintRun {
  Session *s;
  const Options *options;
  LintFindings findings;
} LintRun;

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
static void lint_model(LintRun *run, const char *name)
{
  Session *own = lint_begin(run);
  CompileReport report = {0};
  CompileRequest request = request_of(run->options);
  request.model = name;
  const ReducedSystem *reduced = compile_reduced(own, &request, &report);
  if (reduced) {
    assert(report.flat);
    lint_flat(own, report.flat);
    lint_reduced(own, report.flat, reduced);
  }
  lint_end(run, own);
}

static void lint_files(LintRun *run)
{
  Session *own = lint_begin(run);
  Ast *ast = ast_create(own);
  bool good = true;
  for (int k = 0; k < run->options->n_files; k++) {
    const char *path = run->options->file[k];
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
  lint_end(run, own);
  if (!good) return false;
  for (int k = 0; k < n; k++) lint_model(run, name[k]);
  if (!is_package) lint_model(run, run->options->model);
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
  if (lint_models(&run)) lint_files(&run);
  if (o->json) lint_findings_json(&run.findings, stdout);
  if (o->sarif && !lint_write(&run, o->sarif)) return EXIT_FAULT;
  int n = run.findings.n_items;
  if (n > 0 && !o->json && !o->quiet)
    fprintf(stderr, "%s\n", report_count(s, n, "finding"));
  return n > 0 ? EXIT_FAULT : EXIT_DONE;
}
