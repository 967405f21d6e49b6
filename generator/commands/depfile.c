/* depfile.c: one line per file, continued by backslashes. */
#define _POSIX_C_SOURCE 200809L
#include "commands/depfile.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/temporary.h"
#include "function/function.h"

void depfile_put_path(FILE *out, const char *path)
{
  for (const char *c = path; *c; c++) {
    if (*c == '$') fputc('$', out);
    if (*c == ' ' || *c == '#') fputc('\\', out);
    fputc(*c, out);
  }
}

static void put_file(FILE *out, const char *path)
{
  fputs(" \\\n  ", out);
  depfile_put_path(out, path);
}

/* The folder of a library is searched for headers too; its Modelica files are
 * named where they were read. */
static int is_no_model(const struct dirent *entry)
{
  const char *dot = strrchr(entry->d_name, '.');
  return !dot || strcmp(dot, ".mo") != 0;
}

/* All files of a folder of headers: which of them are read, only the C
 * compiler knows. In the order of their names, so that equal folders give
 * equal texts. */
static void put_folder(Session *s, FILE *out, const char *folder)
{
  struct dirent **entry;
  int n = scandir(folder, &entry, is_no_model, alphasort);
  for (int i = 0; i < n; i++) {
    ArenaMark mark = arena_mark(session_scratch(s));
    const char *path =
        arena_printf(session_scratch(s), "%s/%s", folder, entry[i]->d_name);
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
      put_file(out, path);
    }
    arena_release(mark);
    free(entry[i]);
  }
  if (n >= 0) free(entry);
}

/* Libraries that the linker finds by itself ("-lm") are not files of ours. */
static void put_external(Session *s, FILE *out, const FunctionTable *functions)
{
  if (!functions) return;
  for (int i = 0; i < functions->n_libraries; i++) {
    if (functions->library[i][0] != '-') put_file(out, functions->library[i]);
  }
  for (int i = 0; i < functions->n_include_folders; i++) {
    put_folder(s, out, functions->include_folder[i]);
  }
}

static void depfile_put_rule(Session *s, FILE *out, const Options *options,
                             const CompileReport *report)
{
  assert(s->n_sources > 0);
  depfile_put_path(out, report->fmu);
  fputc(':', out);
  for (int i = 0; i < s->n_sources; i++) put_file(out, s->source[i]->path);
  if (options->icon) put_file(out, options->icon);
  put_external(s, out, report->reduced->sys->functions);
  fputc('\n', out);
}

static bool depfile_report_failure(Session *s, const char *path)
{
  diagnostic_file_error(s, path, E501, "the file cannot be written: %s",
                        strerror(errno));
  return false;
}

bool depfile_write(Session *s, const Options *options,
                   const CompileReport *report)
{
  assert(options->depfile && report->fmu && report->reduced);
  const char *partial = temporary_beside(s, options->depfile);
  if (!partial) return false;
  FILE *out = fopen(partial, "w");
  if (!out) return depfile_report_failure(s, options->depfile);
  depfile_put_rule(s, out, options, report);
  bool is_whole = !ferror(out);
  if (fclose(out) != 0 || !is_whole) {
    return depfile_report_failure(s, options->depfile);
  }
  return temporary_publish(s, partial, options->depfile);
}
