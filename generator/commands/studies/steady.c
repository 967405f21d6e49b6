/* steady.c: foucault steady: the point at which a model rests. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/studies/study_point.h"
#include "report/report.h"
#include "studies/point/steady_file.h"

enum { SHOWN_VARIABLES = 40 };

typedef struct SteadyCommand {
  Session *s;
  const Options *options;
  StudyFmu study;
  StudyPoint at;
  SteadyRequest request;
  LinearRequest all;
  SteadyResult result;
  bool is_made, is_written;
} SteadyCommand;

static bool find_steady(void *context, fmi2Component component, double time)
{
  SteadyCommand *c = context;
  SteadyResult *r = &c->result;
  r->model = c->study.description->model_name;
  c->is_made =
      steady_find(c->s, &c->study.fmu, component, &c->request, time,
                  &r->point) &&
      steady_file_read(c->s, &c->study.fmu, component, &c->all, time, r);
  return c->is_made;
}

static bool steady_request(SteadyCommand *c)
{
  Measures in = {0}, out = {0};
  if (!study_point_request(&c->study, &c->request) ||
      !study_point_list(&c->study, NULL, FMU_INPUT, &in) ||
      !study_point_list(&c->study, NULL, FMU_OUTPUT, &out)) {
    return false;
  }
  c->all = (LinearRequest){.input = in.variable,
                           .output = out.variable,
                           .n_inputs = in.n_variables,
                           .n_outputs = out.n_variables};
  return true;
}

static int steady_prepared(SteadyCommand *c)
{
  const Options *o = c->options;
  if (!study_fmu_prepare(&c->study, true) || !steady_request(c))
    return EXIT_FAULT;
  c->at = (StudyPoint){.study = &c->study, .ask = find_steady, .context = c};
  if (!study_point_choose(&c->at)) return EXIT_USAGE;
  if (!study_point_ask(&c->at)) return EXIT_FAULT;
  study_point_warn(&c->study, &c->result.point);
  if (!o->output) return EXIT_DONE;
  c->is_written = steady_file_write(c->s, o->output, &c->result);
  return c->is_written ? EXIT_DONE : EXIT_FAULT;
}

/* --- what is printed --- */

static bool steady_is_free(const SteadyCommand *c, const char *name)
{
  const LinearModel *m = &c->result.point.model;
  for (int i = 0; i < m->n_inputs; i++) {
    if (strcmp(m->input[i].name, name) == 0) return true;
  }
  return false;
}

static void print_list(const SteadyCommand *c, const char *title,
                       const LinearVariable *v, int n)
{
  if (n == 0) return;
  printf("  %s\n", title);
  for (int i = 0; i < n && i < SHOWN_VARIABLES; i++) {
    printf("    %-24s %16.10g%s%s%s\n", report_clean(c->s, v[i].name),
           v[i].value, v[i].unit ? " " : "",
           v[i].unit ? report_clean(c->s, v[i].unit) : "",
           steady_is_free(c, v[i].name) ? "  (free)" : "");
  }
  if (n > SHOWN_VARIABLES) printf("    and %d more\n", n - SHOWN_VARIABLES);
}

static void print_steady(const SteadyCommand *c)
{
  static const char *const meaning[] = {
      [STABLE] = "stable: after a small push the model comes back",
      [NEUTRAL] =
          "neutral: it neither comes back after a small push nor runs away",
      [UNSTABLE] = "unstable: after a small push the model runs away",
      [UNKNOWN_STABILITY] = "whether it is stable is not known"};
  const SteadyResult *r = &c->result;
  const LinearModel *m = &r->whole;
  printf("%s rests at time %g, found in %s%s\n", report_clean(c->s, r->model),
         m->time,
         report_count(c->s, r->point.n_steps + r->point.n_moves, "step"),
         m->is_exact ? "" : " by differences");
  print_list(c, "states", m->state, m->n_states);
  print_list(c, "inputs", m->input, m->n_inputs);
  print_list(c, "outputs", m->output, m->n_outputs);
  printf("  %s\n", meaning[r->stability]);
  if (c->is_written) printf("results in %s\n", c->options->output);
}

static void steady_json(const SteadyCommand *c)
{
  JsonWriter w = json_begin(stdout);
  const FmuDescription *d = c->study.description;
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, d ? d->model_name : NULL);
  if (c->is_made) steady_file_put_json(&w, &c->result);
  report_diagnostics(&w, c->s);
  json_object_end(&w);
  json_end(&w);
}

/* --- the command --- */

int command_steady(Session *s, const Options *o)
{
  SteadyCommand c = {.s = s, .options = o};
  if (!study_fmu_begin(&c.study, s, o)) return EXIT_USAGE;
  FmuWardEnd end;
  if (!study_fmu_watch(&c.study, &end)) {
    if (o->json && s->n_errors > 0) steady_json(&c);
    return end.status;
  }
  int status = steady_prepared(&c);
  assert(status != EXIT_DONE || c.is_made);
  if (o->json && status != EXIT_USAGE)
    steady_json(&c);
  else if (status == EXIT_DONE && !o->quiet)
    print_steady(&c);
  return status;
}
