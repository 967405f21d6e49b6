/* options_outputs.c: see options_outputs.h. */
#define _POSIX_C_SOURCE 200809L
#include "commands/options/options_outputs.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text/path.h"

/* --- one file, read and written --- */

typedef struct NamedFile {
  const char *option; /* NULL: stands by itself */
  const char *path;   /* NULL: not given */
} NamedFile;

enum { N_WRITTEN = 6, N_READ = 5 };

/* Where the option is a file that is read. */
static const char *input_file(const Options *o)
{
  assert(o->command);
  bool are_names = (o->command & (COMMAND_LINEARIZE | COMMAND_STEADY)) != 0;
  return are_names ? NULL : o->inputs;
}

static bool outputs_is_same(const char *a, const char *b)
{
  struct stat one, other;
  if (stat(a, &one) != 0 || stat(b, &other) != 0) return strcmp(a, b) == 0;
  return S_ISREG(one.st_mode) && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

static bool replaces_input(const NamedFile *out, const char *input)
{
  if (!input || !outputs_is_same(out->path, input)) return false;
  options_complain("--%s %s would replace a file that is read: choose another "
                   "name",
                   out->option, out->path);
  return true;
}

static bool outputs_check_written(const Options *o, const NamedFile *out)
{
  const char *read[N_READ] = {input_file(o), o->plan, o->times, o->weights,
                              o->icon};
  for (int i = 0; i < o->n_files; i++)
    if (replaces_input(out, o->file[i])) return false;
  for (int i = 0; i < N_READ; i++)
    if (replaces_input(out, read[i])) return false;
  return true;
}

static bool are_apart(const NamedFile *out, const NamedFile *other)
{
  if (!other->path || !outputs_is_same(out->path, other->path)) return true;
  return options_complain("--%s and --%s write the same file", other->option,
                          out->option);
}

/* --- endings --- */

/* What files of these endings are, to everybody who opens them. */
static const char *const known_ending[] = {
    ".mo",  ".c",    ".h",    ".fmu",  ".ssp",     ".ssd", ".html",
    ".svg", ".png",  ".pdf",  ".json", ".xml",     ".zip", ".mat",
    ".npz", ".npy",  ".xlsx", ".xls",  ".parquet", ".ods", ".h5",
    ".nc",  ".hdf5", ".py",   ".gz",   ".arrow"};

typedef struct OutputKind {
  int commands;
  const char *endings; /* of known_ending, each with a blank after it */
  const char *what;    /* is written */
} OutputKind;

static const OutputKind output_kind[] = {
    {COMMAND_BUILD, ".fmu .zip ", "an FMU ends in .fmu"},
    {COMMAND_SIMULATE | COMMAND_COUPLE | COMMAND_WATCH, ".mat ",
     "results are CSV (.csv) or for MATLAB (.mat)"},
    {COMMAND_SWEEP, ".npz .parquet ",
     "runs are written as CSV (.csv), .npz or .parquet"},
    {COMMAND_SENSITIVITIES, ".npz ", "curves are CSV (.csv) or .npz"},
    {COMMAND_STEADY, ".json ", "a point is JSON (.json) or CSV (.csv)"},
    {COMMAND_PAGE, ".html ", "a page ends in .html"}};
#define N_OUTPUT_KINDS ((int)(sizeof output_kind / sizeof output_kind[0]))

static bool outputs_are_among(const char *endings, const char *ending)
{
  size_t n = strlen(ending);
  for (const char *at = endings; (at = strstr(at, ending)); at += n)
    if (at[n] == ' ') return true;
  return false;
}

static bool check_ending(const Options *o)
{
  const OutputKind *kind = NULL;
  for (int i = 0; i < N_OUTPUT_KINDS; i++)
    if (output_kind[i].commands & (int)o->command) kind = &output_kind[i];
  if (!kind || !o->output || o->split) return true;
  int n = (int)(sizeof known_ending / sizeof known_ending[0]);
  for (int i = 0; i < n; i++) {
    if (!path_has_ending(o->output, known_ending[i])) continue;
    if (outputs_are_among(kind->endings, known_ending[i])) return true;
    return options_complain("--output %s: %s", o->output, kind->what);
  }
  return true;
}

bool options_check_outputs(const Options *o)
{
  assert(o->command);
  bool is_folder = o->command == COMMAND_DOC;
  const NamedFile written[N_WRITTEN] = {
      {"output", is_folder ? NULL : o->output},
      {"plot-file", o->plot_file},
      {"html", o->html},
      {"junit", o->junit},
      {"csv", o->csv},
      {"sarif", o->sarif}};
  for (int i = 0; i < N_WRITTEN; i++) {
    if (!written[i].path || strcmp(written[i].path, "-") == 0) continue;
    if (!outputs_check_written(o, &written[i])) return false;
    for (int k = 0; k < i; k++)
      if (!are_apart(&written[i], &written[k])) return false;
  }
  NamedFile depfile = {"depfile", o->depfile};
  return (!o->depfile || outputs_check_written(o, &depfile)) && check_ending(o);
}
