/* linearize.c: foucault linearize: A, B, C, D and poles around a point. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/experiment.h"
#include "commands/studies/study_fmu.h"
#include "fmu_file/fmu_output.h"
#include "fmu_file/fmu_run.h"
#include "fmu_file/fmu_ward.h"
#include "report/report.h"
#include "studies/linear_file.h"
#include "studies/measure.h"

/* Matrices larger than this are for files, not for terminals. */
enum { SHOWN_STATES = 20 };

typedef struct LinearCommand {
  Session *s;
  const Options *options;
  StudyFmu study;
  LinearRequest request;
  FmuRun run;
  FmuResult result;
  LinearModel model;
  bool is_made;
  const Pole *poles;
  bool is_written;
} LinearCommand;

/* --- inputs and outputs --- */

static bool is_real_of(const FmuVariable *v, FmuCausality causality)
{
  return v->causality == causality && v->type == FMU_REAL;
}

static void list_all(LinearCommand *c, FmuCausality causality, Measures *m)
{
  const FmuDescription *d = c->study.description;
  m->variable = arena_array(c->s->session_arena, (size_t)d->n_variables,
                            sizeof m->variable[0]);
  for (int i = 0; i < d->n_variables; i++) {
    if (is_real_of(&d->variable[i], causality))
      m->variable[m->n_variables++] = i;
  }
}

/* Those named, or all of that causality. */
static bool choose_list(LinearCommand *c, const char *names,
                        FmuCausality causality, Measures *m)
{
  const FmuDescription *d = c->study.description;
  if (!names) {
    list_all(c, causality, m);
    return true;
  }
  if (!measures_record(c->s, c->study.label, d, names, false, m)) return false;
  for (int i = 0; i < m->n_variables; i++) {
    const FmuVariable *v = &d->variable[m->variable[i]];
    bool fits =
        causality == FMU_INPUT ? is_real_of(v, FMU_INPUT) : v->type == FMU_REAL;
    if (fits) continue;
    diagnostic_file_error(c->s, c->study.label, E605, "'%s' is not %s", v->name,
                          causality == FMU_INPUT ? "a Real input" : "a Real");
    return false;
  }
  return true;
}

static bool choose_request(LinearCommand *c)
{
  Measures in = {0}, out = {0};
  if (!choose_list(c, c->options->inputs, FMU_INPUT, &in) ||
      !choose_list(c, c->options->outputs, FMU_OUTPUT, &out)) {
    return false;
  }
  c->request = (LinearRequest){.input = in.variable,
                               .output = out.variable,
                               .n_inputs = in.n_variables,
                               .n_outputs = out.n_variables};
  return true;
}

/* --- the run up to the point --- */

static bool linearize_end(void *context, fmi2Component component)
{
  LinearCommand *c = context;
  double time = c->result.end;
  c->is_made = linearize_at(c->s, &c->study.fmu, component, &c->request, time,
                            &c->model);
  return c->is_made;
}

static bool choose_point(LinearCommand *c)
{
  const Options *o = c->options;
  FmuRun *run = &c->run;
  if (!experiment_choose(o, c->study.description, run)) return false;
  run->stop = o->at.given ? o->at.value : run->start;
  double span = run->stop - run->start;
  if (span < 0) {
    return options_complain("--at %g is before the start time %g", run->stop,
                            run->start);
  }
  run->step = span > 0 ? span : 1;
  run->is_exchange = true;
  run->set = c->study.settings.item;
  run->n_set = c->study.settings.n;
  run->at_end = linearize_end;
  run->context = c;
  run->printed = stderr;
  return true;
}

static bool reached_point(LinearCommand *c)
{
  if (c->model.time == c->run.stop) return true;
  diagnostic_file_error(c->s, c->study.label, E604,
                        "the run ends at time %g, before %g", c->model.time,
                        c->run.stop);
  return false;
}

static int linearize_prepared(LinearCommand *c)
{
  const Options *o = c->options;
  if (!study_fmu_prepare(&c->study, true) || !choose_request(c))
    return EXIT_FAULT;
  if (!choose_point(c)) return EXIT_USAGE;
  FmuOutput output = fmu_output_begin(c->s, o->json);
  bool is_loaded = study_fmu_load(&c->study);
  bool good = is_loaded && fmu_run(c->s, &c->study.fmu, &c->run, &c->result);
  if (is_loaded) fmu_unload(&c->study.fmu);
  fmu_output_end(&output, c->study.label);
  if (!good || !c->is_made || !reached_point(c)) return EXIT_FAULT;
  c->poles = linear_file_poles(c->s, &c->model);
  if (!o->output) return EXIT_DONE;
  c->is_written = linear_file_write(
      c->s, o->output, c->study.description->model_name, &c->model, c->poles);
  return c->is_written ? EXIT_DONE : EXIT_FAULT;
}

/* --- what is printed --- */

static void print_poles(const LinearCommand *c)
{
  if (c->model.n_states == 0) return;
  if (!c->poles) {
    printf("the poles were not found\n");
    return;
  }
  printf("  %-36s %12s %12s\n", "poles (1/s)", "frequency/Hz", "damping");
  for (int i = 0; i < c->model.n_states; i++) {
    const Pole *p = &c->poles[i];
    if (p->value.im > 0) continue; /* with its conjugate */
    char text[80];
    snprintf(text, sizeof text, p->value.im < 0 ? "%.6g +- %.6gi" : "%.6g",
             p->value.re, -p->value.im);
    printf("  %-36s %12.6g", text, p->frequency);
    if (isnan(p->damping))
      printf(" %12s\n", "-");
    else
      printf(" %12.6g\n", p->damping);
  }
}

static void print_variables(Session *s, const char *title,
                            const LinearVariable *v, int n)
{
  if (n == 0) return;
  printf("  %s\n", title);
  for (int i = 0; i < n; i++) {
    bool is_chosen = strcmp(v[i].name, v[i].symbol) != 0;
    printf("    %-24s %14.8g%s%s\n", report_clean(s, v[i].name), v[i].value,
           is_chosen ? "  as " : "",
           is_chosen ? report_clean(s, v[i].symbol) : "");
  }
}

static void linearize_print_matrix(const char *name, const double *a,
                                   int n_rows, int n_columns)
{
  if (n_rows == 0 || n_columns == 0) return;
  for (int i = 0; i < n_rows; i++) {
    printf("  %-4s", i == 0 ? name : "");
    for (int j = 0; j < n_columns; j++) {
      printf(" %12.6g", a[i * n_columns + j] + 0.0);
    }
    putchar('\n');
  }
}

static void print_linear(const LinearCommand *c)
{
  const LinearModel *m = &c->model;
  Session *s = c->s;
  int nx = m->n_states, nu = m->n_inputs, ny = m->n_outputs;
  printf("%s at time %g: %s, %s, %s%s\n",
         report_clean(s, c->study.description->model_name), m->time,
         report_count(s, nx, "state"), report_count(s, nu, "input"),
         report_count(s, ny, "output"), m->is_exact ? "" : ", by differences");
  if (nx <= SHOWN_STATES && nu <= SHOWN_STATES && ny <= SHOWN_STATES) {
    print_variables(s, "states", m->state, nx);
    print_variables(s, "inputs", m->input, nu);
    print_variables(s, "outputs", m->output, ny);
    linearize_print_matrix("A =", m->a, nx, nx);
    linearize_print_matrix("B =", m->b, nx, nu);
    linearize_print_matrix("C =", m->c, ny, nx);
    linearize_print_matrix("D =", m->d, ny, nu);
  }
  print_poles(c);
  if (c->is_written) printf("results in %s\n", c->options->output);
}

static void linearize_json(const LinearCommand *c)
{
  JsonWriter w = json_begin(stdout);
  const FmuDescription *d = c->study.description;
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, d ? d->model_name : NULL);
  if (c->is_made) linear_file_put_json(&w, &c->model, c->poles);
  report_diagnostics(&w, c->s);
  json_object_end(&w);
  json_end(&w);
}

/* --- the command --- */

int command_linearize(Session *s, const Options *o)
{
  LinearCommand c = {.s = s, .options = o};
  if (!study_fmu_begin(&c.study, s, o)) return EXIT_USAGE;
  if (o->output && !linear_file_is_known(o->output)) {
    options_complain("--output must end in .json or .mat");
    return EXIT_USAGE;
  }
  FmuWardEnd end;
  double most = o->memory_limit.given ? o->memory_limit.value : 0;
  double longest = o->time_limit.given ? o->time_limit.value : 0;
  if (c.study.is_given &&
      !fmu_ward_begin(s, c.study.label, most, longest, 0, &end)) {
    if (o->json && s->n_errors > 0) linearize_json(&c);
    return end.status;
  }
  int status = linearize_prepared(&c);
  assert(status != EXIT_DONE || c.is_made);
  if (o->json && status != EXIT_USAGE)
    linearize_json(&c);
  else if (status == EXIT_DONE && !o->quiet)
    print_linear(&c);
  return status;
}
