/* linearize.c: foucault linearize: A, B, C, D and poles around a point. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/studies/linear_plot.h"
#include "commands/studies/study_point.h"
#include "plot/plot.h"
#include "report/report.h"
#include "studies/linear_file.h"

/* Matrices larger than this are for files, not for terminals. */
enum { SHOWN_STATES = 20 };

typedef struct LinearCommand {
  Session *s;
  const Options *options;
  StudyFmu study;
  StudyPoint at;
  LinearRequest request;
  SteadyRequest steady;
  LinearModel model;
  bool is_made;
  const Pole *poles;
  bool is_written, is_drawn;
} LinearCommand;

/* --- inputs and outputs --- */

static bool choose_request(LinearCommand *c)
{
  Measures in = {0}, out = {0};
  if (!study_point_list(&c->study, c->options->inputs, FMU_INPUT, &in) ||
      !study_point_list(&c->study, c->options->outputs, FMU_OUTPUT, &out) ||
      !study_point_request(&c->study, &c->steady)) {
    return false;
  }
  c->request = (LinearRequest){.input = in.variable,
                               .output = out.variable,
                               .n_inputs = in.n_variables,
                               .n_outputs = out.n_variables};
  return true;
}

/* --- the point --- */

static bool linearize_point(void *context, fmi2Component component, double time)
{
  LinearCommand *c = context;
  const Fmu *fmu = &c->study.fmu;
  SteadyPoint point = {0};
  if (c->options->steady &&
      !steady_find(c->s, fmu, component, &c->steady, time, &point)) {
    return false;
  }
  study_point_warn(&c->study, &point);
  c->is_made = linearize_at(c->s, fmu, component, &c->request, time, &c->model);
  return c->is_made;
}

static int linearize_prepared(LinearCommand *c)
{
  const Options *o = c->options;
  if (!study_fmu_prepare(&c->study, true) || !choose_request(c))
    return EXIT_FAULT;
  c->at =
      (StudyPoint){.study = &c->study, .ask = linearize_point, .context = c};
  if (!study_point_choose(&c->at)) return EXIT_USAGE;
  if (!study_point_ask(&c->at)) return EXIT_FAULT;
  c->poles = linear_file_poles(c->s, &c->model);
  if (o->plot_file) {
    c->is_drawn = linear_plot_draw(c->s, c->study.description->model_name,
                                   &c->model, c->poles, o->plot_file);
    if (!c->is_drawn) return EXIT_FAULT;
  }
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
  if (c->is_drawn) printf("plots in %s\n", c->options->plot_file);
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
  if (o->plot_file && !plot_file_is_known(o->plot_file)) {
    options_complain("--plot-file must end in .svg, .png or .html");
    return EXIT_USAGE;
  }
  if (!o->steady && (o->n_fix > 0 || o->n_free > 0)) {
    options_complain("--fix and --free are for --steady");
    return EXIT_USAGE;
  }
  FmuWardEnd end;
  if (!study_fmu_watch(&c.study, &end)) {
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
