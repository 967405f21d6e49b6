/* couple_report.c: what is reported about a coupled run. */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "base/text/json_text.h"
#include "commands/coupling/coupling.h"
#include "report/report.h"

#define COUPLE_SHOWN_FINALS 25

static const char *couple_report_algorithm(const CoupleRun *run)
{
  return run->is_sequential ? "gauss-seidel" : "jacobi";
}

/* "a.x / b.y": the two outputs of a pair. */
static const char *couple_report_pair(const Coupling *k, const CoupleEnergy *e,
                                      bool is_back)
{
  const Couple *c = k->couple;
  assert(c && e->forth < c->n_links && e->back < c->n_links);
  const CoupleLink *link = &c->link[is_back ? e->back : e->forth];
  const CoupleOutput *o = &c->output[link->output];
  const CoupleMember *m = &c->member[o->member];
  return arena_printf(session_scratch(k->s), "%s.%s", m->name,
                      m->description->variable[o->variable].name);
}

/* --- JSON --- */

static void couple_put_energies(JsonWriter *w, const Coupling *k)
{
  json_key(w, "energy");
  json_array_begin(w);
  for (int i = 0; i < k->result.n_energies; i++) {
    const CoupleEnergy *e = &k->result.energy[i];
    json_object_begin(w);
    json_key(w, "a");
    json_string(w, couple_report_pair(k, e, false));
    json_key(w, "b");
    json_string(w, couple_report_pair(k, e, true));
    json_key(w, "given");
    json_double(w, e->given);
    json_key(w, "taken");
    json_double(w, e->taken);
    json_key(w, "residual");
    json_double(w, e->taken - e->given);
    json_key(w, "moved");
    json_double(w, e->moved);
    json_object_end(w);
  }
  json_array_end(w);
}

static void couple_put_components(JsonWriter *w, const Coupling *k)
{
  json_key(w, "components");
  json_array_begin(w);
  for (int m = 0; k->couple && m < k->couple->n_members; m++)
    json_string(w, k->couple->member[m].name);
  json_array_end(w);
}

static void couple_put_count(JsonWriter *w, const char *key, long n)
{
  json_key(w, key);
  json_int(w, n);
}

static void couple_put_work(JsonWriter *w, const Coupling *k)
{
  const CoupleResult *r = &k->result;
  json_key(w, "algorithm");
  json_string(w, couple_report_algorithm(&k->run));
  couple_put_count(w, "extrapolation", k->run.extrapolation);
  couple_put_count(w, "steps", r->steps);
  couple_put_count(w, "rejected", r->rejected);
  couple_put_count(w, "repeated", r->repeated);
  couple_put_count(w, "loops", r->n_loops);
  couple_put_count(w, "loop_solutions", r->loop_solutions);
  couple_put_count(w, "newton_steps", r->newton_steps);
  json_key(w, "shortest_step");
  json_double(w, r->steps > 0 ? r->shortest : 0);
  json_key(w, "longest_step");
  json_double(w, r->longest);
}

static void couple_put_finals(JsonWriter *w, const Coupling *k)
{
  json_key(w, "final");
  json_object_begin(w);
  int n = k->result.points > 0 ? k->n_reported : 0;
  assert(n == 0 || (k->description && k->values.number));
  for (int i = 0; i < n; i++) {
    const FmuVariable *v = &k->description->variable[k->variable[i]];
    if (v->type == FMU_STRING) continue;
    json_key(w, v->name);
    if (v->type == FMU_BOOLEAN)
      json_bool(w, k->values.number[i] != 0);
    else
      json_double(w, k->values.number[i]);
  }
  json_object_end(w);
}

void couple_report_json(const Coupling *k)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "system");
  json_string(&w, k->couple ? k->couple->ssp->name : NULL);
  couple_put_components(&w, k);
  json_key(&w, "stop");
  json_double(&w, k->result.end);
  json_key(&w, "ended_by");
  json_string(&w, k->result.ended_by);
  json_key(&w, "interrupted");
  json_bool(&w, k->result.interrupted);
  couple_put_work(&w, k);
  couple_put_energies(&w, k);
  json_key(&w, "wall_s");
  json_double(&w, k->result.wall_seconds);
  couple_put_finals(&w, k);
  report_diagnostics(&w, k->s);
  json_object_end(&w);
  json_end(&w);
}

/* --- text --- */

static void couple_print_finals(const Coupling *k)
{
  if (k->n_reported > COUPLE_SHOWN_FINALS) return;
  for (int i = 0; i < k->n_reported; i++) {
    const FmuVariable *v = &k->description->variable[k->variable[i]];
    if (v->type == FMU_STRING) continue;
    printf("  %-24s %.10g\n", report_clean(k->s, v->name), k->values.number[i]);
  }
}

static void couple_print_energies(const Coupling *k)
{
  for (int i = 0; i < k->result.n_energies; i++) {
    const CoupleEnergy *e = &k->result.energy[i];
    printf("energy between %s and %s: %.6g J given, %.6g J taken, %.3g J out "
           "of nothing\n",
           report_clean(k->s, couple_report_pair(k, e, false)),
           report_clean(k->s, couple_report_pair(k, e, true)), e->given,
           e->taken, e->taken - e->given);
  }
}

static void couple_print_work(const Coupling *k)
{
  const CoupleResult *r = &k->result;
  Session *s = k->s;
  printf("%s", couple_report_algorithm(&k->run));
  if (k->run.accuracy > 0 && r->steps > 0)
    printf(", steps of %.3g to %.3g, %ld made again", r->shortest, r->longest,
           r->rejected);
  if (r->repeated > 0)
    printf(", %s", report_count(s, r->repeated, "repetition"));
  if (r->n_loops > 0)
    printf(", %s, %s of Newton's method",
           report_count(s, r->n_loops, "algebraic loop"),
           report_count(s, r->newton_steps, "step"));
  printf("\n");
}

void couple_report_summary(const Coupling *k)
{
  assert(k->is_complete && k->couple);
  const CoupleResult *r = &k->result;
  Session *s = k->s;
  printf("%s: %s, time %g to %g, %s, %.3g s\n",
         report_clean(s, k->couple->ssp->name),
         report_count(s, k->couple->n_members, "component"), k->run.start,
         r->end, report_count(s, r->steps, "macro step"), r->wall_seconds);
  if (r->ended_by) printf("ended by %s\n", report_clean(s, r->ended_by));
  couple_print_work(k);
  couple_print_energies(k);
  couple_print_finals(k);
  if (k->options->output) printf("results in %s\n", k->options->output);
  if (k->is_drawn && k->options->plot_file)
    printf("plot in %s\n", k->options->plot_file);
}
