/* simulate_report.c: what is reported about a run. */
#include <assert.h>
#include <stdio.h>

#include "base/text/json_text.h"
#include "commands/simulation.h"
#include "report/report.h"

#define SHOWN_FINALS 25 /* more final values than this are not printed */

/* A start value that other conditions determine was no more than a guess. */
void simulate_report_changes(const Simulation *sim)
{
  const FmuResult *r = &sim->result;
  int n = 0;
  for (int i = 0; i < r->n_changes; i++) n += !r->change[i].is_determined;
  if (n == 0) return;
  Diagnostic *d = diagnostic_file_warning(
      sim->s, sim->label, W402,
      "%d start value%s not fit the equations and %s changed", n,
      n == 1 ? " does" : "s do", n == 1 ? "was" : "were");
  for (int i = 0; i < r->n_changes; i++) {
    const FmuStartChange *c = &r->change[i];
    if (c->is_determined) continue;
    diagnostic_note(sim->s, d, NO_SPAN, "%s: %.9g instead of %.9g (by %.3g)",
                    report_clean(sim->s, c->name), c->now, c->before,
                    c->now - c->before);
  }
}

/* --- JSON --- */

static void simulate_report_put_changes(JsonWriter *w, const FmuResult *r)
{
  json_key(w, "initial");
  json_object_begin(w);
  json_key(w, "changed");
  json_array_begin(w);
  for (int i = 0; i < r->n_changes; i++) {
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, r->change[i].name);
    json_key(w, "start");
    json_double(w, r->change[i].before);
    json_key(w, "value");
    json_double(w, r->change[i].now);
    json_key(w, "determined");
    json_bool(w, r->change[i].is_determined);
    json_object_end(w);
  }
  json_array_end(w);
  json_object_end(w);
}

static void simulate_report_put_count(JsonWriter *w, const char *key, long n)
{
  json_key(w, key);
  if (n < 0)
    json_null(w);
  else
    json_int(w, n);
}

/* Null where the FMU, of another tool, has not said it. */
static void put_work(JsonWriter *w, const FmuStatistics *n)
{
  bool known = n->are_known;
  simulate_report_put_count(w, "steps", known ? n->steps : -1);
  simulate_report_put_count(w, "rhs_evaluations", known ? n->rhs : -1);
  simulate_report_put_count(w, "jacobians", known ? n->jacobians : -1);
  simulate_report_put_count(w, "events", known ? n->events : -1);
  simulate_report_put_count(w, "pivots", known ? n->pivots : -1);
  simulate_report_put_count(w, "restarts", known ? n->restarts : -1);
  simulate_report_put_count(w, "loop_factorizations", known ? n->loops : -1);
  simulate_report_put_count(w, "loop_corrections", known ? n->corrections : -1);
  simulate_report_put_count(w, "loop_kinsol", known ? n->kinsol : -1);
}

static void put_finals(JsonWriter *w, const Simulation *sim)
{
  assert(sim->n_reported == 0 || sim->description);
  json_key(w, "final");
  json_object_begin(w);
  int n = sim->result.points > 0 ? sim->n_reported : 0;
  for (int i = 0; i < n; i++) {
    const FmuVariable *v = &sim->description->variable[sim->variable[i]];
    if (v->type == FMU_STRING) continue;
    json_key(w, v->name);
    if (v->type == FMU_BOOLEAN)
      json_bool(w, sim->result.last.number[i] != 0);
    else
      json_double(w, sim->result.last.number[i]);
  }
  json_object_end(w);
}

void simulate_report_json(const Simulation *sim)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, sim->description ? sim->description->model_name : NULL);
  json_key(&w, "stop");
  json_double(&w, sim->result.end);
  json_key(&w, "ended_by");
  json_string(&w, sim->result.ended_by);
  json_key(&w, "interrupted");
  json_bool(&w, sim->result.interrupted);
  put_work(&w, &sim->result.statistics);
  json_key(&w, "cached");
  json_bool(&w, sim->is_cached);
  json_key(&w, "wall_s");
  json_double(&w, sim->result.wall_seconds);
  put_finals(&w, sim);
  simulate_report_put_changes(&w, &sim->result);
  if (sim->options->verify && sim->verified.result) {
    verify_put_json(&w, &sim->verified, &sim->verification);
  }
  report_diagnostics(&w, sim->s);
  json_object_end(&w);
  json_end(&w);
}

/* --- text --- */

static void print_finals(const Simulation *sim)
{
  if (sim->n_reported > SHOWN_FINALS) return;
  for (int i = 0; i < sim->n_reported; i++) {
    const FmuVariable *v = &sim->description->variable[sim->variable[i]];
    if (v->type == FMU_STRING || v->causality == FMU_PARAMETER ||
        v->variability == FMU_CONSTANT) {
      continue;
    }
    printf("  %-24s %.10g\n", report_clean(sim->s, v->name),
           sim->result.last.number[i]);
  }
}

/* An FMU of another tool does not say. */
static void print_work(const Simulation *sim)
{
  const FmuStatistics *n = &sim->result.statistics;
  Session *s = sim->s;
  if (!n->are_known) return;
  printf(
      "%s, %s, %s, %s, %s, %s\n", report_count(s, n->steps, "integrator step"),
      report_count(s, n->rhs, "evaluation"),
      report_count(s, n->jacobians, "Jacobian"),
      report_count(s, n->events, "event"), report_count(s, n->pivots, "pivot"),
      report_count(s, n->restarts, "restart"));
}

void simulate_report_summary(const Simulation *sim)
{
  assert(sim->is_complete && sim->description);
  const FmuResult *r = &sim->result;
  Session *s = sim->s;
  printf("%s: time %g to %g%s, %s, %.3g s\n",
         report_clean(s, sim->description->model_name), sim->run.start, r->end,
         r->ended_early ? " (the FMU asked to stop)" : "",
         report_count(s, r->points, "point"), r->wall_seconds);
  if (r->ended_by) printf("ended by %s\n", report_clean(s, r->ended_by));
  print_work(sim);
  print_finals(sim);
  if (sim->options->verify && sim->verified.result) {
    verify_print(s, &sim->verified, &sim->verification);
  }
  if (sim->options->output) printf("results in %s\n", sim->options->output);
  if (sim->is_drawn && sim->options->plot_file) {
    printf("plot in %s\n", sim->options->plot_file);
  }
}
