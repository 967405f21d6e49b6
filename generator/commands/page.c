/* page.c: foucault page, Modelica to a web page that runs the model. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text/json_text.h"
#include "commands/commands.h"
#include "commands/experiment.h"
#include "commands/options/request.h"
#include "report/report.h"
#include "web/web_page.h"

enum { MOST_VARIABLES = 10000 };

/* An FMU for Co-Simulation, compiled to WebAssembly; NULL after an error. */
static const char *page_build(Session *s, const Options *options,
                              CompileReport *report)
{
  Target *target = arena_alloc(s->session_arena, sizeof *target);
  const char *folder = temporary_folder(s);
  if (!folder) return NULL;
  bool is_known = target_read(s->session_arena, "wasm32", target);
  assert(is_known);
  (void)is_known;
  const char *fmu = arena_printf(s->session_arena, "%s/model.fmu", folder);
  CompileRequest request = request_of(options);
  request.co_simulation = true;
  request.model_exchange = false;
  request.page = true;
  request.travels = true;
  request.target = target;
  request.n_targets = 1;
  request.most_variables = options->most_variables.given
                               ? (int)options->most_variables.value
                               : MOST_VARIABLES;
  return compile_model(s, &request, fmu, report) ? fmu : NULL;
}

/* The files that the user has named; not what was found in libraries. */
static void give_sources(Session *s, const Options *o, WebPage *page)
{
  const char **text =
      arena_alloc(s->session_arena, ((size_t)s->n_sources + 1) * sizeof *text);
  for (int k = 0; k < s->n_sources; k++) {
    const SourceText *source = session_source(s, k);
    for (int i = 0; i < o->n_files; i++) {
      if (strcmp(source->path, o->file[i]) != 0) continue;
      text[page->n_sources++] = source->bytes;
      break;
    }
  }
  page->source = text;
}

/* A model of a library: its class alone. */
static void page_give_class(Session *s, const char *class_text, WebPage *page)
{
  if (page->n_sources > 0 || !class_text) return;
  const char **text = arena_alloc(s->session_arena, sizeof *text);
  text[0] = class_text;
  page->source = text;
  page->n_sources = 1;
}

/* What is asked for goes before what the model wants. */
static void give_shown(const Options *o, const FlatShown *shown, WebPage *page)
{
  page->plot = o->n_plots > 0 ? o->plot : shown->plot.item;
  page->n_plots = o->n_plots > 0 ? o->n_plots : shown->plot.n;
  page->draw = o->n_draws > 0 ? o->draw : shown->draw.item;
  page->n_draws = o->n_draws > 0 ? o->n_draws : shown->draw.n;
}

static const char *page_output(Session *s, const Options *o, const char *model)
{
  if (o->output) return o->output;
  const char *dot = strrchr(model, '.');
  return arena_printf(s->session_arena, "%s.html", dot ? dot + 1 : model);
}

static void page_print_json(Session *s, const CompileReport *report,
                            const char *output, long size)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, report->model);
  json_key(&w, "page");
  json_string(&w, output);
  json_key(&w, "bytes");
  json_int(&w, size);
  json_key(&w, "variables");
  json_int(&w, report->n_variables);
  json_key(&w, "states");
  json_int(&w, report->n_states);
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}

/* EXIT_DONE: the page is there. */
static int page_make(Session *s, const Options *options, CompileReport *report,
                     const char **output, long *size)
{
  FmuRun run = {0};
  const char *fmu = page_build(s, options, report);
  const FmuDescription *d = fmu ? web_page_describe(s, fmu) : NULL;
  if (!d) return EXIT_FAULT;
  if (!experiment_choose(options, d, &run)) return EXIT_USAGE;
  WebPage page = {.fmu = fmu,
                  .start = run.start,
                  .stop = run.stop,
                  .step = run.step,
                  .tolerance = run.has_tolerance ? &run.tolerance : NULL,
                  .draw_place = options->n_draws > 0 ? "--draw" : "draw"};
  give_shown(options, &report->shown, &page);
  give_sources(s, options, &page);
  page_give_class(s, report->shown.text, &page);
  const char *path = page_output(s, options, report->model);
  if (!web_page_write(s, d, &page, path, size)) return EXIT_FAULT;
  *output = path;
  return EXIT_DONE;
}

int command_page(Session *s, const Options *options)
{
  CompileReport report = {0};
  const char *output = NULL;
  long size = 0;
  int status = page_make(s, options, &report, &output, &size);
  if (options->json)
    page_print_json(s, &report, output, size);
  else if (output && !options->quiet)
    printf("%s written: %.2f MB, opens in any browser\n", output,
           (double)size / 1e6);
  return status;
}
