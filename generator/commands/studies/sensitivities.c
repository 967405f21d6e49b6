/* sensitivities.c: foucault sensitivities: how curves change with parameters. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text/csv_text.h"
#include "commands/commands.h"
#include "commands/experiment.h"
#include "commands/studies/study_fmu.h"
#include "fmu_file/fmu_output.h"
#include "fmu_file/fmu_ward.h"
#include "report/report.h"
#include "results/run_table.h"
#include "studies/measure.h"
#include "studies/sensitivity.h"

typedef struct SensitivityCommand {
  Session *s;
  const Options *options;
  StudyFmu study;
  SensitivityRequest request;
  FmuSetting *set; /* --set of an FMU, then the values of --by */
  int n_set;
  SensitivityCurves curves;
  bool is_made, is_written;
} SensitivityCommand;

/* --- what is asked for --- */

static const char *sensitivity_name(const SensitivityCommand *c, int variable)
{
  return c->study.description->variable[variable].name;
}

/* Can the variable be set at all, and does its value count? */
static bool may_be_varied(const SensitivityCommand *c, int variable)
{
  const FmuVariable *v = &c->study.description->variable[variable];
  const char *why = v->type != FMU_REAL || v->is_integer ? "it is not a Real"
                    : v->initial == FMU_APPROX
                        ? "its start value is a first guess, and the model "
                          "computes it"
                        : NULL;
  if (!why) return true;
  diagnostic_file_error(c->s, c->study.label, E210,
                        "nothing can be said about changes of '%s': %s",
                        v->name, why);
  return false;
}

/* The first of a list, cut off; a comma inside of brackets belongs to a name,
 * A[1,2]. */
static char *cut_first(char **rest)
{
  char *first = *rest;
  size_t length = 0;
  for (int depth = 0; first[length] && (depth > 0 || first[length] != ',');
       length++) {
    depth += (first[length] == '[') - (first[length] == ']');
  }
  *rest = first + length + (first[length] != '\0');
  first[length] = '\0';
  return first;
}

/* "L" or "L=2" */
static bool add_by(SensitivityCommand *c, char *text, int *by)
{
  const FmuDescription *d = c->study.description;
  const char *whole = arena_printf(c->s->session_arena, "%s", text);
  char *value = strchr(text, '=');
  if (value) *value++ = '\0';
  int variable =
      fmu_settings_variable(c->s, c->study.label, d, "--by", whole, text);
  if (variable < 0 || !may_be_varied(c, variable)) return false;
  by[c->request.n_by++] = variable;
  return !value ||
         fmu_settings_read_value_of(c->s, c->study.label, d, variable, "--by",
                                    whole, value, &c->set[c->n_set++]);
}

static bool choose_by(SensitivityCommand *c)
{
  Arena *arena = c->s->session_arena;
  const FmuSettings *given = &c->study.settings;
  char *rest = arena_printf(arena, "%s", c->options->by);
  size_t most = strlen(rest) + 1;
  int *by = arena_array(arena, most, sizeof by[0]);
  c->set = arena_array(arena, most + (size_t)given->n, sizeof c->set[0]);
  for (int i = 0; i < given->n; i++) c->set[c->n_set++] = given->item[i];
  c->request.by = by;
  while (*rest) {
    if (!add_by(c, cut_first(&rest), by)) return false;
  }
  return true;
}

/* --times: those after the start. */
static bool choose_times(SensitivityCommand *c, FmuRun *run)
{
  const char *path = c->options->times;
  if (!path) return true;
  const RunTable *t = run_table_read(c->s, path);
  if (!t) return false;
  int of_time = run_table_time(t);
  const double *time = t->column[of_time < 0 ? 0 : of_time].value;
  double *grid =
      arena_array(c->s->session_arena, (size_t)t->n_rows + 1, sizeof grid[0]);
  double last = run->start;
  for (int k = 0; k < t->n_rows; k++) {
    if (time[k] > last) grid[run->n_grid++] = last = time[k];
  }
  if (run->n_grid == 0) {
    diagnostic_file_error(c->s, path, E605,
                          "no time of the file is after the start time %g",
                          run->start);
    return false;
  }
  run->grid = grid;
  run->stop = last;
  return true;
}

static bool choose_of(SensitivityCommand *c)
{
  const FmuDescription *d = c->study.description;
  Measures m = {0};
  if (!c->options->outputs)
    measures_usual(c->s, d, false, &m);
  else if (!measures_record(c->s, c->study.label, d, c->options->outputs, false,
                            &m))
    return false;
  int n = 0;
  for (int i = 0; i < m.n_variables; i++) {
    const FmuVariable *v = &d->variable[m.variable[i]];
    if (v->type == FMU_REAL && !v->is_integer) {
      m.variable[n++] = m.variable[i];
    } else if (c->options->outputs) {
      diagnostic_file_error(c->s, c->study.label, E605, "'%s' is not a Real",
                            v->name);
      return false;
    }
  }
  c->request.of = m.variable;
  c->request.n_of = n;
  if (n > 0) return true;
  diagnostic_file_error(c->s, c->study.label, E605,
                        "the model has no Real outputs and no states; name "
                        "variables by --of");
  return false;
}

/* --- the file --- */

static void put_head(const SensitivityCommand *c, FILE *out)
{
  const SensitivityRequest *q = &c->request;
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

static bool sensitivity_put(const SensitivityCommand *c, FILE *out)
{
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

/* A row a parameter, a column a variable: the values at the end. */
static void print_end(const SensitivityCommand *c)
{
  const SensitivityCurves *v = &c->curves;
  const double *last =
      v->slope + (size_t)(v->n_points - 1) * (size_t)(v->n_of * v->n_by);
  printf("%s at time %g: derivatives%s%s\n",
         report_clean(c->s, c->study.description->model_name),
         v->time[v->n_points - 1], v->why ? " by differences: " : "",
         v->why ? v->why : "");
  for (int k = 0; k < v->n_by; k++) {
    for (int i = 0; i < v->n_of; i++) {
      const char *name = arena_printf(
          c->s->session_arena, "d(%s)/d(%s)",
          report_clean(c->s, sensitivity_name(c, c->request.of[i])),
          report_clean(c->s, sensitivity_name(c, c->request.by[k])));
      printf("  %-36s %14.8g\n", name, last[k * v->n_of + i] + 0.0);
    }
  }
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
    if (c->is_made && variable == c->request.by) {
      json_key(w, "value");
      json_double(w, c->curves.by_value[i]);
    }
    json_object_end(w);
  }
  json_array_end(w);
}

static void sensitivities_json(const SensitivityCommand *c)
{
  JsonWriter w = json_begin(stdout);
  const FmuDescription *d = c->study.description;
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, d ? d->model_name : NULL);
  if (c->is_made) {
    put_json_names(c, &w, "by", c->request.by, c->request.n_by);
    put_json_names(c, &w, "of", c->request.of, c->request.n_of);
    json_key(&w, "points");
    json_int(&w, c->curves.n_points);
    json_key(&w, "exact");
    json_bool(&w, !c->curves.why);
    json_key(&w, "reason");
    json_string(&w, c->curves.why);
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
  if (!study_fmu_prepare(&c->study, !c->study.is_given) || !choose_by(c) ||
      !choose_of(c)) {
    return EXIT_FAULT;
  }
  if (!experiment_choose(o, c->study.description, &run)) return EXIT_USAGE;
  if (!choose_times(c, &run)) return EXIT_FAULT;
  run.is_exchange = c->study.is_exchange;
  run.set = c->set;
  run.n_set = c->n_set;
  run.printed = stderr;
  FmuOutput output = fmu_output_begin(c->s, o->json);
  bool is_loaded = study_fmu_load(&c->study);
  c->is_made =
      is_loaded &&
      sensitivity_run(c->s, &c->study.fmu, &run, &c->request,
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
  if (!o->by || !*o->by) {
    options_complain("--by is missing: changes with which parameters?");
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
    print_end(&c);
  return status;
}
