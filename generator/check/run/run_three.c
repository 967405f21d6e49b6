/* run_three.c: see run_three.h. */
#include "check/run/run_three.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/run/run_stages.h"
#include "check/run/short_run.h"
#include "fmu_file/fmi3/fmu3_values.h"

enum { MOST_ADJOINTS = 60 }; /* unknowns, and knowns */

static Fmu3 *three_of(const Probe *p)
{
  assert(p->fmu.three && p->component);
  return p->component;
}

static bool run_three_is_good(fmi2Status status)
{
  return status == fmi2OK || status == fmi2Warning;
}

/* --- numbers of values --- */

/* FMI 3.0 2.2.7.2: nValues is the sum of the sizes of the arrays. */
static void count_rule(Probe *p, const FmuArray *a)
{
  const Fmu3 *m = three_of(p);
  double *room =
      arena_array(p->f->s->session_arena, (size_t)a->n + 2, sizeof room[0]);
  for (int more = -1; more <= 1; more += 2) {
    size_t n = (size_t)(a->n + more);
    probe_begin(p, "fmi3GetFloat64");
    fmi2Status status =
        m->call->GetFloat64(m->instance, &a->value_reference, 1, room, n);
    callbacks_say();
    if (run_three_is_good(status))
      finding_at(p->f, RULE_FMI3_COUNT, "fmi3GetFloat64",
                 "%zu values of '%s', which has %d, returned %s", n, a->name,
                 a->n, probe_status_word(status));
  }
}

static const FmuArray *first_float_array(const FmuDescription *d)
{
  const FmuArray *found = NULL;
  for (int i = 0; i < d->n_arrays && !found; i++) {
    const FmuArray *a = &d->array[i];
    if (a->type == FMI3_FLOAT64 && a->n > 1 &&
        d->variable[a->first].causality != FMU_INDEPENDENT) {
      found = a;
    }
  }
  return found;
}

/* --- other sizes --- */

/* An array of Float64 with a size that can change by one: that dimension; -1:
 * none can. */
static int resizable_dimension(const FmuDescription *d, const FmuArray *a)
{
  for (int k = 0; a->type == FMI3_FLOAT64 && k < a->n_dimensions; k++) {
    int parameter = a->dimension[k].parameter;
    if (parameter < 0) continue;
    const FmuVariable *v = &d->variable[d->array[parameter].first];
    double next = (double)a->dimension[k].size + 1;
    if (v->causality == FMU_STRUCTURAL_PARAMETER &&
        (!v->max || next <= strtod(v->max, NULL)))
      return k;
  }
  return -1;
}

static bool reads_so_many(Probe *p, const FmuArray *a, long n)
{
  const Fmu3 *m = three_of(p);
  double *room =
      arena_array(p->f->s->session_arena, (size_t)n + 1, sizeof room[0]);
  probe_begin(p, "fmi3GetFloat64");
  fmi2Status status =
      m->call->GetFloat64(m->instance, &a->value_reference, 1, room, (size_t)n);
  callbacks_say();
  return run_three_is_good(status);
}

/* FMI 3.0 2.3.6, in the state Instantiated, to which a reset leads back. */
static void resize_rule(Probe *p, const FmuArray *a, int k)
{
  const FmuDescription *d = p->plan->description;
  const Fmu3 *m = three_of(p);
  const FmuArray *parameter = &d->array[a->dimension[k].parameter];
  uint64_t size = (uint64_t)a->dimension[k].size + 1;
  if (!m->call->EnterConfigurationMode || !m->call->ExitConfigurationMode ||
      !m->call->SetUInt64)
    return; /* reported by the rules of binaries */
  probe_begin(p, "fmi3EnterConfigurationMode");
  fmi2Status status = m->call->EnterConfigurationMode(m->instance);
  if (run_three_is_good(status))
    status = m->call->SetUInt64(m->instance, &parameter->value_reference, 1,
                                &size, 1);
  if (run_three_is_good(status))
    status = m->call->ExitConfigurationMode(m->instance);
  if (!run_three_is_good(status)) {
    finding_at(p->f, RULE_FMI3_RESIZE, "fmi3SetUInt64",
               "to set '%s' to %llu in configuration mode returned %s%s",
               parameter->name, (unsigned long long)size,
               probe_status_word(status), callbacks_say());
    return;
  }
  long n = 1;
  for (int i = 0; i < a->n_dimensions; i++) {
    bool is_same = a->dimension[i].parameter == a->dimension[k].parameter;
    n *= is_same ? (long)size : a->dimension[i].size;
  }
  if (reads_so_many(p, a, n) && !reads_so_many(p, a, a->n)) return;
  finding_at(p->f, RULE_FMI3_RESIZE, "fmi3GetFloat64",
             "'%s' has not %ld values when '%s' was set to %llu", a->name, n,
             parameter->name, (unsigned long long)size);
}

static void sizes_rule(Probe *p)
{
  const FmuDescription *d = p->plan->description;
  for (int i = 0; i < d->n_arrays; i++) {
    int k = resizable_dimension(d, &d->array[i]);
    if (k < 0) continue;
    resize_rule(p, &d->array[i], k);
    return;
  }
}

/* --- one element --- */

static bool may_be_set(const FmuVariable *v)
{
  return v->variability != FMU_CONSTANT && v->type == FMU_REAL &&
         !v->is_integer &&
         (v->causality == FMU_PARAMETER || v->causality == FMU_INPUT);
}

/* In the state Instantiated: the last element gets another value. */
static bool element_rule(Probe *p, const FmuArray *a)
{
  const FmuDescription *d = p->plan->description;
  Arena *arena = p->f->s->session_arena;
  size_t n = (size_t)a->n;
  fmi2ValueReference *r = arena_array(arena, n, sizeof r[0]);
  double *before = arena_array(arena, n, sizeof before[0]);
  double *after = arena_array(arena, n, sizeof after[0]);
  for (size_t i = 0; i < n; i++) r[i] = (unsigned)a->first + (unsigned)i;
  if (!PROBE(p, GetReal, p->component, r, n, before)) return false;
  double value = before[n - 1] * 0.5 + 0.25;
  if (!PROBE(p, SetReal, p->component, &r[n - 1], 1, &value) ||
      !PROBE(p, GetReal, p->component, r, n, after)) {
    return false;
  }
  before[n - 1] = value;
  for (size_t i = 0; i < n; i++) {
    if (after[i] == before[i] || (float)after[i] == (float)before[i]) continue;
    return finding_at(p->f, RULE_FMI3_ELEMENT, "fmi3SetFloat64",
                      "'%s' is %.9g after it was set, with its array, to %.9g",
                      d->variable[r[i]].name, after[i], before[i]);
  }
  return true;
}

/* --- all at once --- */

/* In one call, as importers do that look at everything. */
static void together_rule(Probe *p)
{
  const FmuDescription *d = p->plan->description;
  Arena *arena = p->f->s->session_arena;
  size_t n = 0;
  fmi2ValueReference *r =
      arena_array(arena, (size_t)d->n_variables + 1, sizeof r[0]);
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    if (d->array[v->array].type == FMI3_FLOAT64 &&
        v->value_reference == (unsigned)i) {
      r[n++] = (unsigned)i;
    }
  }
  double *all = arena_array(arena, n + 1, sizeof all[0]);
  if (n == 0 || !PROBE(p, GetReal, p->component, r, n, all)) return;
  for (size_t i = 0; i < n; i++) {
    double alone;
    if (!PROBE(p, GetReal, p->component, &r[i], 1, &alone)) return;
    if (memcmp(&alone, &all[i], sizeof alone) == 0) continue;
    finding_at(p->f, RULE_RUN_READ, "fmi3GetFloat64",
               "'%s' is %.9g, read with all others %.9g",
               d->variable[r[i]].name, alone, all[i]);
    return;
  }
}

/* --- dependencies of elements --- */

static const FmuArray *array_with(const FmuDescription *d, unsigned reference)
{
  for (int i = 0; i < d->n_arrays; i++) {
    if (d->array[i].value_reference == reference) return &d->array[i];
  }
  return NULL;
}

/* What one row of fmi3GetVariableDependencies says wrong; NULL: nothing. */
static const char *row_fault(const FmuDescription *d, const FmuArray *of,
                             size_t own, uint32_t reference, size_t element,
                             int kind)
{
  const FmuArray *other = array_with(d, reference);
  if (own > (size_t)of->n) return "has not so many elements";
  if (!other) return "depends on a reference that no variable has";
  if (element > (size_t)other->n)
    return "depends on an element that the other variable has not";
  if (kind < 0 || kind > 5) return "has a kind that there is not";
  return NULL;
}

/* FMI 3.0 2.2.10; false: there was a finding. */
static bool element_dependencies_rule(Probe *p, const FmuArray *a)
{
  const FmuDescription *d = p->plan->description;
  const Fmi3Calls *call = three_of(p)->call;
  void *instance = three_of(p)->instance;
  Arena *arena = p->f->s->session_arena;
  size_t n = 0;
  probe_begin(p, "fmi3GetNumberOfVariableDependencies");
  fmi2Status status =
      call->GetNumberOfVariableDependencies(instance, a->value_reference, &n);
  const char *said = callbacks_say();
  if (!run_three_is_good(status) || n > SIZE_MAX / 1024)
    return finding_at(
        p->f, RULE_FMI3_ELEMENTS, "fmi3GetNumberOfVariableDependencies",
        "of '%s': %s, %zu%s", a->name, probe_status_word(status), n, said);
  size_t *own = arena_array(arena, n + 1, sizeof own[0]);
  uint32_t *other = arena_array(arena, n + 1, sizeof other[0]);
  size_t *element = arena_array(arena, n + 1, sizeof element[0]);
  int *kind = arena_array(arena, n + 1, sizeof kind[0]);
  probe_begin(p, "fmi3GetVariableDependencies");
  status = call->GetVariableDependencies(instance, a->value_reference, own,
                                         other, element, kind, n);
  said = callbacks_say();
  const char *fault = run_three_is_good(status) ? NULL : "has no rows";
  for (size_t i = 0; !fault && i < n; i++)
    fault = row_fault(d, a, own[i], other[i], element[i], kind[i]);
  if (!fault) return true;
  return finding_at(p->f, RULE_FMI3_ELEMENTS, "fmi3GetVariableDependencies",
                    "'%s' %s%s", a->name, fault, said);
}

void stage_elements(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  const FmuDescription *d = p.plan->description;
  const Fmi3Calls *call = three_of(&p)->call;
  bool good =
      call->GetNumberOfVariableDependencies && call->GetVariableDependencies;
  for (int i = 0; good && i < d->n_outputs; i++) {
    const FmuVariable *v = &d->variable[d->output[i].variable];
    good = element_dependencies_rule(&p, &d->array[v->array]);
  }
  for (int i = 0; good && i < d->n_derivatives; i++) {
    const FmuVariable *v = &d->variable[d->derivative[i]];
    good = element_dependencies_rule(&p, &d->array[v->array]);
  }
  probe_end(&p);
}

/* --- states and indicators --- */

static void number_rule(Probe *p, const char *call,
                        fmi2Status (*ask)(void *, size_t *), int expected)
{
  const Fmu3 *m = three_of(p);
  if (!ask) return; /* reported by the rules of binaries */
  size_t n = 0;
  probe_begin(p, call);
  fmi2Status status = ask(m->instance, &n);
  if (run_three_is_good(status) && n == (size_t)expected) return;
  finding_at(p->f, RULE_FMI3_NUMBER, call,
             "returned %s and %zu, by the "
             "description there are %d%s",
             probe_status_word(status), n, expected, callbacks_say());
}

void stage_arrays(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  const FmuDescription *d = ((const RunPlan *)plan)->description;
  if (!probe_load(&p, plan, f, mark) ||
      !probe_instantiate(&p, "check", &p, false)) {
    return;
  }
  const Fmi3Calls *call = three_of(&p)->call;
  if (p.plan->kind == fmi2ModelExchange) {
    number_rule(&p, "fmi3GetNumberOfContinuousStates",
                call->GetNumberOfContinuousStates, d->n_derivatives);
    number_rule(&p, "fmi3GetNumberOfEventIndicators",
                call->GetNumberOfEventIndicators, d->n_event_indicators);
  }
  for (int i = 0; i < d->n_arrays; i++) {
    const FmuArray *a = &d->array[i];
    if (a->n > 1 && may_be_set(&d->variable[a->first]) && !a->is_clocked &&
        !element_rule(&p, a)) {
      break;
    }
  }
  const FmuArray *a = first_float_array(d);
  if (a) {
    count_rule(&p, a);
    /* what has refused a call need not go on (FMI 3.0 2.2.4) */
    if (!PROBE(&p, Reset, p.component)) return;
    sizes_rule(&p);
    if (!PROBE(&p, Reset, p.component)) return;
  }
  if (probe_initialize(&p)) together_rule(&p);
  probe_end(&p);
}

/* --- clocks --- */

static bool is_time_based(const FmuDescription *d, const FmuArray *a)
{
  return a->type == FMI3_CLOCK &&
         d->variable[a->first].causality == FMU_INPUT &&
         a->interval_variability != FMU_INTERVAL_TRIGGERED;
}

/* FMI 3.0 2.2.8: clocks are asked in event mode alone. */
static void clock_mode_rule(Probe *p, const FmuArray *a)
{
  const Fmu3 *m = three_of(p);
  bool is_active = false;
  if (!m->call->GetClock || m->mode == FMU3_EVENT) return;
  probe_begin(p, "fmi3GetClock");
  fmi2Status status =
      m->call->GetClock(m->instance, &a->value_reference, 1, &is_active);
  callbacks_say();
  if (run_three_is_good(status) && is_active)
    finding_at(p->f, RULE_FMI3_CLOCK_ACTIVE, "fmi3GetClock",
               "'%s' is active outside of event mode", a->name);
}

/* FMI 3.0 2.2.8.4, table of the qualifiers, in initialization mode. */
static void interval_rule(Probe *p, const FmuArray *a)
{
  const Fmu3 *m = three_of(p);
  double interval = -1;
  Fmi3Qualifier qualifier = FMI3_INTERVAL_NOT_YET_KNOWN;
  if (!m->call->GetIntervalDecimal) return;
  probe_begin(p, "fmi3GetIntervalDecimal");
  fmi2Status status = m->call->GetIntervalDecimal(
      m->instance, &a->value_reference, 1, &interval, &qualifier);
  callbacks_say();
  if (!run_three_is_good(status)) return;
  bool is_periodic = a->interval_variability < FMU_INTERVAL_CHANGING;
  bool is_known = qualifier != FMI3_INTERVAL_NOT_YET_KNOWN;
  const char *fault = NULL;
  if (!is_known && a->interval_variability != FMU_INTERVAL_COUNTDOWN)
    fault = "is not known yet";
  else if (is_known && !(is_periodic ? interval > 0 : interval >= 0))
    fault = "is not positive";
  else if (qualifier == FMI3_INTERVAL_CHANGED &&
           a->interval_variability == FMU_INTERVAL_CONSTANT)
    fault = "is constant, and has changed";
  else if (is_known && is_periodic && a->has_interval &&
           fabs(interval - a->interval) > 1e-9 * a->interval)
    fault = "is not that of the description";
  if (fault)
    finding_at(p->f, RULE_FMI3_QUALIFIER, "fmi3GetIntervalDecimal",
               "the interval of '%s' %s", a->name, fault);
}

/* An instance of its own: who asks changes what is told next. */
void stage_intervals(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  const FmuDescription *d = ((const RunPlan *)plan)->description;
  int n = 0;
  for (int i = 0; i < d->n_arrays; i++) n += is_time_based(d, &d->array[i]);
  if (n == 0 || !probe_load(&p, plan, f, mark) ||
      !probe_instantiate(&p, "check", &p, false) ||
      !PROBE(&p, SetupExperiment, p.component, d->has_tolerance, d->tolerance,
             p.plan->start, fmi2True, p.plan->stop) ||
      !PROBE(&p, EnterInitializationMode, p.component)) {
    return;
  }
  for (int i = 0; i < d->n_arrays; i++) {
    if (is_time_based(d, &d->array[i])) interval_rule(&p, &d->array[i]);
  }
  probe_free(&p);
  probe_unload(&p);
}

void stage_clocks(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  const FmuDescription *d = ((const RunPlan *)plan)->description;
  const FmuArray *clock = NULL;
  bool is_timed = false;
  for (int i = 0; i < d->n_arrays; i++) {
    if (d->array[i].type == FMI3_CLOCK && !clock) clock = &d->array[i];
    if (is_time_based(d, &d->array[i])) is_timed = true;
  }
  if (!clock || !probe_load(&p, plan, f, mark) ||
      !probe_instantiate(&p, "check", &p, false)) {
    return;
  }
  if (p.plan->kind == fmi2CoSimulation && !three_of(&p)->has_events)
    return;                          /* fmi3-event-mode */
  if (!probe_initialize(&p)) return; /* intervals are asked for there */
  Values values = values_make(&p);
  if (is_timed && !short_run(&p, 0, SHORT_STEPS, &values)) return;
  clock_mode_rule(&p, clock);
  probe_end(&p);
}

/* --- adjoint derivatives --- */

static int list_unknowns(const FmuDescription *d, fmi2ValueReference *r)
{
  int n = 0;
  for (int i = 0; i < d->n_derivatives && n < MOST_ADJOINTS; i++)
    r[n++] = (unsigned)d->derivative[i];
  for (int i = 0; i < d->n_variables && n < MOST_ADJOINTS; i++) {
    const FmuVariable *v = &d->variable[i];
    if (v->causality == FMU_OUTPUT && v->type == FMU_REAL && !v->is_integer &&
        v->variability == FMU_CONTINUOUS && v->value_reference == (unsigned)i) {
      r[n++] = (unsigned)i;
    }
  }
  return n;
}

static int list_knowns(const FmuDescription *d, fmi2ValueReference *r)
{
  int n = 0;
  for (int i = 0; i < d->n_states && n < MOST_ADJOINTS; i++)
    r[n++] = (unsigned)d->state[i];
  for (int i = 0; i < d->n_variables && n < MOST_ADJOINTS; i++) {
    const FmuVariable *v = &d->variable[i];
    if (v->causality == FMU_INPUT && v->type == FMU_REAL && !v->is_integer &&
        v->variability == FMU_CONTINUOUS && v->value_reference == (unsigned)i) {
      r[n++] = (unsigned)i;
    }
  }
  return n;
}

/* Row u of the Jacobian by the adjoint call, and column k by the directional
 * one, meet in one number. */
static bool adjoint_rule(Probe *p, const fmi2ValueReference *unknown,
                         int n_unknown, const fmi2ValueReference *known,
                         int n_known, const double *exact)
{
  const FmuDescription *d = p->plan->description;
  double row[MOST_ADJOINTS];
  const double seed = 1;
  for (int u = 0; u < n_unknown; u++) {
    probe_begin(p, "fmi3GetAdjointDerivative");
    fmi2Status status = fmu3_adjoint(three_of(p), &unknown[u], 1, known,
                                     (size_t)n_known, &seed, row);
    if (!run_three_is_good(status))
      return finding_at(p->f, RULE_FMI3_ADJOINT, "fmi3GetAdjointDerivative",
                        "of '%s': %s%s", d->variable[unknown[u]].name,
                        probe_status_word(status), callbacks_say());
    for (int k = 0; k < n_known; k++) {
      double of = exact[u * n_known + k];
      if (fabs(of - row[k]) <= 1e-9 * (fabs(of) + fabs(row[k])) + 1e-12)
        continue;
      finding_at(p->f, RULE_FMI3_ADJOINT, "fmi3GetAdjointDerivative",
                 "d '%s' / d '%s' is %.9g, by fmi3GetDirectionalDerivative "
                 "%.9g",
                 d->variable[unknown[u]].name, d->variable[known[k]].name,
                 row[k], of);
      return false;
    }
  }
  return true;
}

/* The Jacobian by columns. */
static bool directional_columns(Probe *p, const fmi2ValueReference *unknown,
                                int n_unknown, const fmi2ValueReference *known,
                                int n_known, double *exact)
{
  double column[MOST_ADJOINTS];
  const double seed = 1;
  for (int k = 0; k < n_known; k++) {
    fmi2Status status =
        PROBE_RAW(p, GetDirectionalDerivative, p->component, unknown,
                  (size_t)n_unknown, &known[k], 1, &seed, column);
    if (!run_three_is_good(status))
      return false; /* reported by another stage */
    for (int u = 0; u < n_unknown; u++) exact[u * n_known + k] = column[u];
  }
  return true;
}

void stage_adjoint(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  const FmuDescription *d = p.plan->description;
  fmi2ValueReference unknown[MOST_ADJOINTS], known[MOST_ADJOINTS];
  int n_unknown = list_unknowns(d, unknown), n_known = list_knowns(d, known);
  Values values = values_make(&p);
  if (!short_run(&p, 0, 3, &values)) return;
  double *exact =
      arena_array(f->s->session_arena, (size_t)MOST_ADJOINTS * MOST_ADJOINTS,
                  sizeof exact[0]);
  if (n_unknown > 0 && n_known > 0 &&
      stage_capability(plan, "providesDirectionalDerivative") &&
      directional_columns(&p, unknown, n_unknown, known, n_known, exact)) {
    adjoint_rule(&p, unknown, n_unknown, known, n_known, exact);
  }
  probe_end(&p);
}
