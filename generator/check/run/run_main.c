/* run_main.c: Co-Simulation's main run, and the watch over values. */
#define _POSIX_C_SOURCE 200809L
#include "check/run/run_main.h"

#include <assert.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/temporary.h"
#include "base/text/decimal_text.h"

/* --- values --- */

static bool is_first_report(ValueWatch *w, int i)
{
  assert(i >= 0 && i < w->now.n);
  bool first = !w->is_reported[i];
  w->is_reported[i] = true;
  return first;
}

static void run_main_finite_rule(ValueWatch *w, int i, double time)
{
  const FmuVariable *v = &w->p->plan->description->variable[i];
  if (v->type != FMU_REAL || isfinite(w->now.value[i].number)) return;
  if (is_first_report(w, i)) {
    finding_at(w->p->f, RULE_RUN_NOT_FINITE, "fmi2GetReal",
               "'%s' is %g at time %g", v->name, w->now.value[i].number, time);
  }
}

static void start_rule(ValueWatch *w, int i)
{
  const FmuVariable *v = &w->p->plan->description->variable[i];
  if (!v->start || v->initial != FMU_EXACT || v->type == FMU_STRING) return;
  if (v->variability == FMU_DISCRETE) return; /* an event at the start */
  double start = strtod(v->start, NULL);
  if (v->type == FMU_BOOLEAN) {
    start = strcmp(v->start, "true") == 0 || strcmp(v->start, "1") == 0;
  }
  double found = w->now.value[i].number;
  double size = fabs(start) > 1e-12 ? fabs(start) : 1e-12;
  if (fabs(found - start) <= 1e-9 * size) return;
  finding_at(w->p->f, RULE_RUN_START, "fmi2ExitInitializationMode",
             "'%s' is %.12g, its start value %.12g", v->name, found, start);
}

/* Changes that the variability does not allow. */
static void constant_rule(ValueWatch *w, int i, double time, bool event)
{
  const FmuVariable *v = &w->p->plan->description->variable[i];
  if (v->variability == FMU_CONTINUOUS) return;
  if (v->variability == FMU_DISCRETE && event) return;
  if (memcmp(&w->now.value[i], &w->before.value[i], sizeof(Value)) == 0) return;
  if (!is_first_report(w, i)) return;
  finding_at(w->p->f, RULE_RUN_CONSTANT, "fmi2GetXXX",
             "'%s' is %s, but changed at time %g: %s", v->name,
             description_variability_word(v->variability), time,
             values_describe(w->p, i, &w->before, &w->now));
}

static bool range_of(const FmuVariable *v, double *low, double *high)
{
  *low = v->min ? strtod(v->min, NULL) : -INFINITY;
  *high = v->max ? strtod(v->max, NULL) : INFINITY;
  return v->type == FMU_REAL || v->type == FMU_INTEGER ||
         v->type == FMU_ENUMERATION;
}

static void range_rule(ValueWatch *w, int i, double time)
{
  const FmuVariable *v = &w->p->plan->description->variable[i];
  double low, high, value = w->now.value[i].number;
  if (!range_of(v, &low, &high) || !isfinite(value)) return;
  double slack = v->type == FMU_REAL ? 1e-6 * (fabs(value) + 1e-3) : 0;
  if (value >= low - slack && value <= high + slack) return;
  if (!is_first_report(w, i)) return;
  finding_at(w->p->f, RULE_RUN_RANGE, "fmi2GetXXX",
             "'%s' is %g at time %g, not between %g and %g", v->name, value,
             time, low, high);
}

/* --- the table of outputs --- */

static void csv_report(const ValueWatch *w)
{
  finding_at(w->p->f, RULE_RUN_FILES, w->p->plan->csv,
             "the table of the outputs cannot be written: %s", strerror(errno));
}

/* Beside the file, whose old content stays until the table is complete. */
static void csv_begin_file(ValueWatch *w)
{
  const char *path = w->p->plan->csv;
  if (!path) return;
  w->csv_path = temporary_beside(w->p->f->s, path);
  w->csv = w->csv_path ? fopen(w->csv_path, "w") : NULL;
  if (!w->csv) csv_report(w);
}

static void csv_end_file(ValueWatch *w)
{
  if (!w->csv) return;
  bool good = !ferror(w->csv);
  good = fclose(w->csv) == 0 && good;
  w->csv = NULL;
  if (!good || !temporary_publish(w->p->f->s, w->csv_path, w->p->plan->csv))
    csv_report(w);
}

static void csv_head(const ValueWatch *w)
{
  const FmuDescription *d = w->p->plan->description;
  fprintf(w->csv, "time");
  for (int i = 0; i < d->n_variables; i++) {
    if (d->variable[i].causality == FMU_OUTPUT) {
      fprintf(w->csv, ",\"%s\"", d->variable[i].name);
    }
  }
  fputc('\n', w->csv);
}

static void run_main_csv_row(const ValueWatch *w, double time)
{
  const FmuDescription *d = w->p->plan->description;
  if (!w->csv) return;
  char text[DECIMAL_TEXT_SIZE];
  fputs(decimal_text(time, text, NULL), w->csv);
  for (int i = 0; i < d->n_variables; i++) {
    if (d->variable[i].causality != FMU_OUTPUT) continue;
    if (d->variable[i].type == FMU_STRING)
      fprintf(w->csv, ",\"%s\"", w->now.value[i].text);
    else
      fprintf(w->csv, ",%s", decimal_text(w->now.value[i].number, text, NULL));
  }
  fputc('\n', w->csv);
}

/* --- the watch --- */

bool value_watch_begin(ValueWatch *w, Probe *p)
{
  *w = (ValueWatch){.p = p,
                    .start = values_make(p),
                    .before = values_make(p),
                    .now = values_make(p)};
  w->is_reported = arena_array(p->f->s->session_arena, (size_t)w->now.n + 1,
                               sizeof w->is_reported[0]);
  csv_begin_file(w);
  if (!values_read(p, &w->now)) return false;
  for (int i = 0; i < w->now.n; i++) {
    run_main_finite_rule(w, i, p->plan->start);
    start_rule(w, i);
    range_rule(w, i, p->plan->start);
  }
  if (w->csv) csv_head(w);
  run_main_csv_row(w, p->plan->start);
  memcpy(w->before.value, w->now.value, (size_t)w->now.n * sizeof(Value));
  return true;
}

bool value_watch_point(ValueWatch *w, double time, bool event)
{
  assert(w->now.n == w->before.n);
  if (!values_read(w->p, &w->now)) return false;
  for (int i = 0; i < w->now.n; i++) {
    run_main_finite_rule(w, i, time);
    constant_rule(w, i, time, event);
    range_rule(w, i, time);
  }
  run_main_csv_row(w, time);
  memcpy(w->before.value, w->now.value, (size_t)w->now.n * sizeof(Value));
  return true;
}

void value_watch_end(ValueWatch *w, double time)
{
  const FmuDescription *d = w->p->plan->description;
  ChildMark *mark = w->p->mark;
  for (int i = 0; i < d->n_variables && mark->n_finals < MOST_FINALS; i++) {
    if (d->variable[i].causality == FMU_OUTPUT &&
        d->variable[i].type == FMU_REAL) {
      mark->final[mark->n_finals++] = w->now.value[i].number;
    }
  }
  mark->final_time = time;
  csv_end_file(w);
}

/* --- what the FMU did to its host --- */

static const int watched[] = {SIGSEGV, SIGFPE, SIGINT, SIGTERM, SIGUSR1};

enum { N_WATCHED = sizeof watched / sizeof watched[0] };

typedef struct HostState {
  char locale[64], folder[512];
  int rounding;
  struct sigaction action[N_WATCHED];
} HostState;

static HostState host_state(void)
{
  HostState h;
  memset(&h, 0, sizeof h);
  snprintf(h.locale, sizeof h.locale, "%s", setlocale(LC_ALL, NULL));
  if (!getcwd(h.folder, sizeof h.folder)) h.folder[0] = '\0';
  h.rounding = fegetround();
  for (int i = 0; i < N_WATCHED; i++) sigaction(watched[i], NULL, &h.action[i]);
  return h;
}

static void host_rules(Findings *f, const HostState *before)
{
  HostState after = host_state();
  const char *what = NULL;
  if (strcmp(before->locale, after.locale) != 0)
    what = "the locale";
  else if (strcmp(before->folder, after.folder) != 0)
    what = "the working folder";
  else if (before->rounding != after.rounding)
    what = "the rounding mode";
  for (int i = 0; i < N_WATCHED; i++) {
    if (before->action[i].sa_handler != after.action[i].sa_handler) {
      what = "a signal handler";
    }
  }
  if (what) finding_at(f, RULE_RUN_PROCESS, "the main run", "%s changed", what);
}

/* --- the run --- */

static void run_main_step_through(Probe *p)
{
  ValueWatch w;
  if (!value_watch_begin(&w, p)) return;
  const RunPlan *plan = p->plan;
  double time = plan->start;
  for (long i = 0; time < plan->stop; i++) {
    /* The last step ends at the stop time, not beside it. */
    double next = plan->start + (double)(i + 1) * plan->step;
    if (next > plan->stop - 1e-9 * plan->step) next = plan->stop;
    if (!probe_step(p, time, next - time)) break;
    time = next;
    p->mark->time = time;
    if (!value_watch_point(&w, time, true)) break;
  }
  value_watch_end(&w, time);
  if (time >= plan->stop) PROBE(p, Terminate, p->component);
}

void run_main_cs(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  assert(((const RunPlan *)plan)->kind == fmi2CoSimulation);
  HostState before = host_state();
  if (!probe_load(&p, plan, f, mark)) return;
  probe_begin(&p, "fmi2GetTypesPlatform");
  const char *platform = p.fmu.GetTypesPlatform();
  if (!platform || strcmp(platform, "default") != 0) {
    finding_at(f, RULE_RUN_PLATFORM, "fmi2GetTypesPlatform",
               "answers '%s', not 'default'", platform ? platform : "NULL");
  }
  probe_begin(&p, "fmi2GetVersion");
  const char *version = p.fmu.GetVersion();
  const char *expected = p.plan->description->fmi_version;
  if (!version || strcmp(version, expected) != 0) {
    finding_at(f, RULE_RUN_VERSION, "fmi2GetVersion", "answers '%s', not '%s'",
               version ? version : "NULL", expected);
  }
  if (!probe_instantiate(&p, "check", &p, false)) return;
  if (probe_initialize(&p)) run_main_step_through(&p);
  probe_free(&p);
  probe_unload(&p);
  host_rules(f, &before);
}
