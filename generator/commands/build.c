/* build.c: foucault build, Modelica to FMU. */
#include <assert.h>
#include <stdio.h>

#include "base/text/json_text.h"
#include "cache/build_cache.h"
#include "commands/commands.h"
#include "commands/depfile.h"
#include "commands/options/request.h"
#include "report/report.h"

static void print_costs(JsonWriter *w, const Session *s)
{
  json_array_begin(w);
  for (int k = 0; k < s->n_costs; k++) {
    const Cost *cost = &s->cost[k];
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, cost->pass);
    json_key(w, "seconds");
    json_double(w, cost->seconds);
    json_key(w, "elapsed");
    json_double(w, cost->elapsed);
    json_key(w, "held");
    json_double(w, (double)cost->held);
    json_key(w, "peak");
    json_double(w, (double)cost->peak);
    json_object_end(w);
  }
  json_array_end(w);
}

static void build_print_json(Session *s, const CompileReport *r)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, r->model);
  json_key(&w, "fmu");
  json_string(&w, r->fmu);
  if (r->fmu3) {
    json_key(&w, "fmu3");
    json_string(&w, r->fmu3);
  }
  json_key(&w, "equations");
  json_int(&w, r->n_equations);
  json_key(&w, "variables");
  json_int(&w, r->n_variables);
  json_key(&w, "states");
  json_int(&w, r->n_states);
  json_key(&w, "index");
  json_int(&w, r->index);
  json_key(&w, "seconds");
  json_object_begin(&w);
  for (int p = 0; p < N_PHASES; p++) {
    json_key(&w, compile_phase_name((Phase)p));
    json_double(&w, r->seconds[p]);
  }
  json_object_end(&w);
  json_key(&w, "cached");
  json_bool(&w, r->is_cached);
  json_key(&w, "passes");
  print_costs(&w, s);
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}

static void build_print_summary(Session *s, const CompileReport *r)
{
  assert(r->model && r->fmu);
  double total = 0;
  for (int p = 0; p < N_PHASES; p++) total += r->seconds[p];
  printf("%s: %s, %s, index %d, %s\n", r->model,
         report_count(s, r->n_equations, "equation"),
         report_count(s, r->n_variables, "variable"), r->index,
         report_count(s, r->n_states, "state"));
  if (r->is_cached)
    printf("%s written from the cache\n", r->fmu);
  else
    printf("%s written in %.2f s%s\n", r->fmu, total,
           r->by_tinycc ? ", compiled by TinyCC" : "");
  if (r->fmu3) printf("%s written for FMI 3.0\n", r->fmu3);
}

int command_build(Session *s, const Options *options)
{
  if (options->split) return build_split(s, options);
  if (options->filter.given) {
    options_complain("--filter is for --split");
    return EXIT_USAGE;
  }
  CompileReport report = {0};
  CompileRequest request = request_of(options);
  /* of a kept FMU the files are known, but not as a rule */
  bool is_kept = options->cache && !options->depfile;
  bool good = (is_kept ? build_cache_compile
                       : compile_model)(s, &request, options->output, &report);
  if (good && report.fmu && options->depfile) {
    good = depfile_write(s, options, &report);
  }
  if (options->json)
    build_print_json(s, &report);
  else if (good && report.fmu && !options->quiet && !options->no_summary)
    build_print_summary(s, &report);
  return good ? EXIT_DONE : EXIT_FAULT;
}
