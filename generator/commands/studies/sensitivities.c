/* sensitivities.c: foucault sensitivities: how curves change with parameters. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text/csv_text.h"
#include "base/text/path.h"
#include "commands/commands.h"
#include "commands/experiment.h"
#include "commands/studies/sensitivity_asked.h"
#include "fmu_file/fmu_output.h"
#include "fmu_file/fmu_ward.h"
#include "report/report.h"
#include "studies/back/sensitivity_npz.h"

typedef struct SensitivityCommand {
  Session *s;
  const Options *options;
  StudyFmu study;
  SensitivityAsked asked;
  SensitivityCurves curves;
  bool is_made, is_written;
} SensitivityCommand;

static const char *sensitivity_name(const SensitivityCommand *c, int variable)
{
  return c->study.description->variable[variable].name;
}

/* --- the file --- */

static void put_head(const SensitivityCommand *c, FILE *out)
{
  const SensitivityRequest *q = &c->asked.request;
  Arena *scratch = session_scratch(c->s);
  ArenaMark mark = arena_mark(scratch);
  fputs("time", out);
  for (int i = 0; i < q->n_of; i++) {
    fputc(',', out);
    csv_text_put(out, sensitivity_name(c, q->of[i]));
  }
  for (int k = 0; k < q->n_by; k++) {
    for (int i = 0; i < q->n_of; i++) {
      fputc(',', out);
      csv_text_put(out, arena_printf(scratch, "d(%s)/d(%s)",
                                     sensitivity_name(c, q->of[i]),
                                     sensitivity_name(c, q->by[k])));
    }
  }
  fputc('\n', out);
  arena_release(mark);
}

/* Of a sum: a row a parameter. */
static bool sensitivity_put_sum(const SensitivityCommand *c, FILE *out)
{
  const SensitivityCurves *v = &c->curves;
  fputs("parameter,value,derivative\n", out);
  for (int k = 0; k < v->n_by && !ferror(out); k++) {
    csv_text_put(out, sensitivity_name(c, c->asked.request.by[k]));
    fprintf(out, ",%.17g,%.17g\n", v->by_value[k], v->sum_slope[k]);
  }
  return fflush(out) == 0 && !ferror(out);
}

static bool sensitivity_put(const SensitivityCommand *c, FILE *out)
{
  if (c->asked.request.weight) return sensitivity_put_sum(c, out);
  const SensitivityCurves *v = &c->curves;
  int n_slopes = v->n_of * v->n_by;
  put_head(c, out);
  for (int k = 0; k < v->n_points && !ferror(out); k++) {
    fprintf(out, "%.17g", v->time[k]);
    for (int i = 0; i < v->n_of; i++)
      fprintf(out, ",%.17g", v->value[k * v->n_of + i]);
    for (int i = 0; i < n_slopes; i++)
      fprintf(out, ",%.17g", v->slope[k * n_slopes + i]);
    fputc('\n', out);
  }
  return fflush(out) == 0 && !ferror(out);
}

static bool sensitivity_write(const SensitivityCommand *c, const char *path)
{
  if (strcmp(path, "-") == 0) return sensitivity_put(c, stdout);
  if (path_has_ending(path, ".npz"))
    return sensitivity_npz_write(c->s, c->study.description, &c->asked.request,
                                 &c->curves, path);
  const char *partial = temporary_beside(c->s, path);
  if (!partial) return false;
  FILE *out = fopen(partial, "w");
  bool good = out && sensitivity_put(c, out);
  int error = errno;
  if (out && fclose(out) != 0) good = false;
  if (good) return temporary_publish(c->s, partial, path);
  diagnostic_file_error(c->s, path, E501, "the results cannot be written: %s",
                        strerror(error));
  return false;
}

/* --- what is printed --- */

static const char *clean_name(const SensitivityCommand *c, int variable)
{
  return report_clean(c->s, sensitivity_name(c, variable));
}

/* How they were found, where it is not as it was asked for. */
static void print_head(const SensitivityCommand *c, const char *of)
{
  const SensitivityCurves *v = &c->curves;
  printf("%s%s at time %g: derivatives%s%s\n",
         report_clean(c->s, c->study.description->model_name), of,
         v->time[v->n_points - 1], v->why ? " by differences: " : "",
         v->why ? v->why : "");
  if (!v->why && v->forward)
    printf("  forward, not backward: %s\n", v->forward);
}

static void print_sum(const SensitivityCommand *c)
{
  const SensitivityCurves *v = &c->curves;
  print_head(c, ", a weighted sum");
  printf("  %-36s %14.8g\n", "the sum", v->sum);
  for (int k = 0; k < v->n_by; k++) {
    const char *name = arena_printf(c->s->session_arena, "d(sum)/d(%s)",
                                    clean_name(c, c->asked.request.by[k]));
    printf("  %-36s %14.8g\n", name, v->sum_slope[k] + 0.0);
  }
}

/* A row a parameter, a column a variable: the values at the end. */
static void print_end(const SensitivityCommand *c)
{
  const SensitivityCurves *v = &c->curves;
  const double *last =
      v->slope + (size_t)(v->n_points - 1) * (size_t)(v->n_of * v->n_by);
  print_head(c, "");
  for (int k = 0; k < v->n_by; k++) {
    for (int i = 0; i < v->n_of; i++) {
      const char *name = arena_printf(c->s->session_arena, "d(%s)/d(%s)",
                                      clean_name(c, c->asked.request.of[i]),
                                      clean_name(c, c->asked.request.by[k]));
      printf("  %-36s %14.8g\n", name, last[k * v->n_of + i] + 0.0);
    }
  }
}

static void print_sensitivities(const SensitivityCommand *c)
{
  if (c->asked.request.weight)
    print_sum(c);
  else
    print_end(c);
  if (c->is_written && strcmp(c->options->output, "-") != 0)
    printf("results in %s\n", c->options->output);
}

static void put_json_names(const SensitivityCommand *c, JsonWriter *w,
                           const char *key, const int *variable, int n)
{
  json_key(w, key);
  json_array_begin(w);
  for (int i = 0; i < n; i++) {
    const FmuVariable *v = &c->study.description->variable[variable[i]];
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, v->name);
    json_key(w, "unit");
    json_string(w, v->unit);
    if (c->is_made && variable == c->asked.request.by) {
      json_key(w, "value");
      json_double(w, c->curves.by_value[i]);
    }
    json_object_end(w);
  }
  json_array_end(w);
}

static const char *sensitivity_method(const SensitivityCommand *c)
{
  if (c->curves.why) return "differences";
  return c->asked.request.is_back && !c->curves.forward ? "backward"
                                                        : "forward";
}

static void sensitivities_json(const SensitivityCommand *c)
{
  JsonWriter w = json_begin(stdout);
  const FmuDescription *d = c->study.description;
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, d ? d->model_name : NULL);
  if (c->is_made) {
    put_json_names(c, &w, "by", c->asked.request.by, c->asked.request.n_by);
    put_json_names(c, &w, "of", c->asked.request.of, c->asked.request.n_of);
    json_key(&w, "points");
    json_int(&w, c->curves.n_points);
    json_key(&w, "exact");
    json_bool(&w, !c->curves.why);
    json_key(&w, "reason");
    json_string(&w, c->curves.why);
    json_key(&w, "method");
    json_string(&w, sensitivity_method(c));
    json_key(&w, "forward_reason");
    json_string(&w, c->curves.forward);
    if (c->asked.request.weight) {
      json_key(&w, "sum");
      json_double(&w, c->curves.sum);
    }
  }
  report_diagnostics(&w, c->s);
  json_object_end(&w);
  json_end(&w);
}

/* --- the command --- */

static int run_sensitivities(SensitivityCommand *c)
{
  const Options *o = c->options;
  FmuRun run = {0};
  c->asked = (SensitivityAsked){.s = c->s, .options = o, .study = &c->study};
  if (!study_fmu_prepare(&c->study, !c->study.is_given) ||
      !sensitivity_asked_names(&c->asked)) {
    return EXIT_FAULT;
  }
  if (!experiment_choose(o, c->study.description, &run)) return EXIT_USAGE;
  if (!sensitivity_asked_times(&c->asked, &run)) return EXIT_FAULT;
  run.is_exchange = c->study.is_exchange;
  run.set = c->asked.set;
  run.n_set = c->asked.n_set;
  run.printed = stderr;
  FmuOutput output = fmu_output_begin(c->s, o->json);
  bool is_loaded = study_fmu_load(&c->study);
  c->is_made =
      is_loaded &&
      sensitivity_run(c->s, &c->study.fmu, &run, &c->asked.request,
                      c->study.is_given ? "it is an FMU; the model itself "
                                          "would give exact ones"
                                        : NULL,
                      &c->curves) &&
      c->curves.n_points > 0;
  if (is_loaded) fmu_unload(&c->study.fmu);
  fmu_output_end(&output, c->study.label);
  if (!c->is_made) return EXIT_FAULT;
  if (!o->output) return EXIT_DONE;
  c->is_written = sensitivity_write(c, o->output);
  return c->is_written ? EXIT_DONE : EXIT_FAULT;
}

int command_sensitivities(Session *s, const Options *o)
{
  SensitivityCommand c = {.s = s, .options = o};
  if (!study_fmu_begin(&c.study, s, o)) return EXIT_USAGE;
  if (o->formulas == FORMULAS_ADAMS) {
    options_complain("sensitivities are integrated by BDF, not --method adams");
    return EXIT_USAGE;
  }
  if (!o->by || !*o->by) {
    options_complain("--by is missing: changes with which parameters?");
    return EXIT_USAGE;
  }
  if (o->weights && (o->times || o->outputs)) {
    options_complain("--weights names the times and variables itself: leave "
                     "--times and --of out");
    return EXIT_USAGE;
  }
  FmuWardEnd end;
  double most = o->memory_limit.given ? o->memory_limit.value : 0;
  double longest = o->time_limit.given ? o->time_limit.value : 0;
  if (c.study.is_given &&
      !fmu_ward_begin(s, c.study.label, most, longest, 0, &end)) {
    if (o->json && s->n_errors > 0) sensitivities_json(&c);
    return end.status;
  }
  int status = run_sensitivities(&c);
  assert(status != EXIT_DONE || c.is_made);
  bool is_shown = o->output && strcmp(o->output, "-") == 0;
  if (o->json && status != EXIT_USAGE)
    sensitivities_json(&c);
  else if (status == EXIT_DONE && !o->quiet && !is_shown)
    print_sensitivities(&c);
  return status;
}
