/* explain.c: foucault explain, how the index was reduced, or what an FMU says
 * of itself. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/explain_plot.h"
#include "commands/options/request.h"
#include "emit/text/write_file.h"
#include "fmu_file/archive.h"
#include "report/explain_html.h"
#include "report/explain_json.h"
#include "report/explain_text.h"
#include "report/fmu_report.h"
#include "report/report.h"

static bool explain_write_page(Session *s, const Options *options,
                               const CompileReport *report,
                               const ReducedSystem *reduced)
{
  assert(options->html && report->flat);
  const char *plot = NULL;
  if (options->n_plots > 0 && !(plot = explain_plot(s, options))) return false;
  return explain_html_write(s, report->flat, reduced, plot, options->html);
}

/* --- of an FMU --- */

static const char page_of_fmu[] = "documentation/index.html";

static bool explain_is_fmu(const Options *o)
{
  size_t n = o->n_files > 0 ? strlen(o->file[0]) : 0;
  return n > 4 && strcmp(o->file[0] + n - 4, ".fmu") == 0;
}

/* The page that compile.c puts into FMUs; others have other documents there. */
static bool holds_page(const Archive *archive, const FmuDescription *d)
{
  return d->generation_tool &&
         strncmp(d->generation_tool, "Foucault", strlen("Foucault")) == 0 &&
         archive_find(archive, page_of_fmu) >= 0;
}

static bool explain_read_fmu(Session *s, const Archive *archive,
                             FmuExplained *e)
{
  size_t n, n_terminals;
  const char *bytes = archive_read(s, archive, "modelDescription.xml",
                                   archive_description_limit(), &n);
  if (!bytes) return false;
  e->d = description_read(s, e->path, bytes, n);
  e->structure = e->d ? fmu_structure_read(s, e->path, bytes, n) : NULL;
  if (!e->structure) return false;
  if (holds_page(archive, e->d)) e->page = page_of_fmu;
  if (archive_find(archive, FMU_TERMINALS_FILE) < 0) return true;
  bytes = archive_read(s, archive, FMU_TERMINALS_FILE,
                       archive_description_limit(), &n_terminals);
  e->terminals =
      bytes ? fmu_terminals_read(s, e->path, bytes, n_terminals) : NULL;
  return e->terminals != NULL;
}

static bool explain_take_page(Session *s, const Archive *archive,
                              const FmuExplained *e, const char *file)
{
  size_t n;
  if (!e->page) {
    diagnostic_file_error(s, e->path, E612,
                          "there is no page in it that explains its equations");
    return false;
  }
  const char *bytes =
      archive_read(s, archive, e->page, archive_description_limit(), &n);
  return bytes && write_file(s, file, bytes, n);
}

static void explain_fmu_json(Session *s, const FmuExplained *e)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "fmu");
  json_string(&w, e->path);
  if (e->structure) fmu_report_json(&w, e);
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}

static int explain_fmu(Session *s, const Options *o)
{
  if (o->n_files > 1 || o->model || o->n_set > 0 || o->n_plots > 0) {
    options_complain("of an FMU its own description is explained: one file, "
                     "and no --model, --set or --plot");
    return EXIT_USAGE;
  }
  FmuExplained e = {.path = o->file[0]};
  Archive *archive = archive_open(s, e.path);
  bool good = archive && explain_read_fmu(s, archive, &e);
  if (good && o->html) good = explain_take_page(s, archive, &e, o->html);
  if (o->json)
    explain_fmu_json(s, &e);
  else if (good && !o->html)
    fmu_report_text(s, &e, stdout);
  else if (good && !o->quiet)
    fprintf(stderr, "%s written\n", o->html);
  if (archive) archive_close(archive);
  return good ? EXIT_DONE : EXIT_FAULT;
}

int command_explain(Session *s, const Options *options)
{
  if (explain_is_fmu(options)) return explain_fmu(s, options);
  if (options->n_plots > 0 && !options->html) {
    options_complain("--plot needs --html: curves are shown on the page");
    return EXIT_USAGE;
  }
  CompileReport report = {0};
  CompileRequest request = request_of(options);
  const ReducedSystem *reduced = compile_reduced(s, &request, &report);
  bool good = reduced != NULL;
  if (good && options->html)
    good = explain_write_page(s, options, &report, reduced);
  if (options->json)
    explain_json_print(s, reduced, &report, stdout);
  else if (good && !options->html)
    explain_text_print(s, report.flat, reduced, stdout);
  else if (good && !options->quiet)
    fprintf(stderr, "%s written\n", options->html);
  return good ? EXIT_DONE : EXIT_FAULT;
}
