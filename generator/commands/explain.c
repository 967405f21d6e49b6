/* explain.c: foucault explain, how the index was reduced. */
#include <assert.h>
#include <stdio.h>

#include "commands/commands.h"
#include "commands/explain_plot.h"
#include "commands/request.h"
#include "report/explain_html.h"
#include "report/explain_json.h"
#include "report/explain_text.h"

static bool explain_write_page(Session *s, const Options *options,
                               const CompileReport *report,
                               const ReducedSystem *reduced)
{
  assert(options->html && report->flat);
  const char *plot = NULL;
  if (options->n_plots > 0 && !(plot = explain_plot(s, options))) return false;
  return explain_html_write(s, report->flat, reduced, plot, options->html);
}

int command_explain(Session *s, const Options *options)
{
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
