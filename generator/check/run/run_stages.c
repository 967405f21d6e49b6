/* run_stages.c: reset, saved states, instances, modes, steps. */
#include "check/run/run_stages.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/run/short_run.h"

bool stage_capability(const RunPlan *plan, const char *name)
{
  assert(name[0] != '!'); /* see run_rules.c */
  const FmuKind *kind = plan->kind == fmi2CoSimulation
                            ? &plan->description->co_simulation
                            : &plan->description->model_exchange;
  return description_can(kind, name);
}

static void run_stages_compare(Probe *p, RuleId rule, const char *where,
                               const Values *expected, const Values *found)
{
  int i = values_difference(expected, found);
  if (i < 0) return;
  finding_at(p->f, rule, where, "%s at time %g",
             values_describe(p, i, expected, found), p->mark->time);
}

/* --- arguments of every kind --- */

static void foreign_guid(Probe *p)
{
  callbacks_begin(p->plan->description, "check", NULL, false);
  fmi2CallbackFunctions functions = callbacks_functions();
  probe_begin(p, "fmi2Instantiate");
  fmi2Component c =
      fmu_instantiate(&p->fmu, "check", p->plan->kind,
                      "{00000000-foreign-guid}", &functions, fmi2False, NULL);
  if (!c) return;
  finding_at(p->f, RULE_RUN_GUID, "fmi2Instantiate",
             "an instance was made for a foreign guid");
  p->fmu.FreeInstance(c);
}

void stage_strangers(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_load(&p, plan, f, mark)) return;
  foreign_guid(&p);
  probe_begin(&p, "fmi2FreeInstance(NULL)");
  p.fmu.FreeInstance(NULL);
  /* No environment, logging on, and the callbacks structure gone. */
  p.spoils_callbacks = true;
  if (!probe_instantiate(&p, "hostile", NULL, true)) return;
  Values values = values_make(&p);
  if (probe_initialize(&p)) short_run(&p, 0, 2, &values);
  probe_free(&p);
  probe_unload(&p);
}

/* --- reset --- */

void stage_reset(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  Values first = values_make(&p), again = values_make(&p);
  if (!short_run(&p, 0, SHORT_STEPS, &first)) return;
  if (!PROBE(&p, Reset, p.component) || !probe_initialize(&p)) return;
  if (!short_run(&p, 0, SHORT_STEPS, &again)) return;
  run_stages_compare(&p, RULE_RUN_RESET, "fmi2Reset", &first, &again);
  probe_end(&p);
}

/* --- saved states --- */

/* By more than an integrator that starts again may change; -1: none. */
static int first_that_differs(const Values *a, const Values *b)
{
  assert(a->n == b->n);
  for (int i = 0; i < a->n; i++) {
    double x = a->value[i].number, y = b->value[i].number;
    if (!(fabs(x - y) <= 1e-2 * (fabs(x) + fabs(y)) + 1e-3)) return i;
  }
  return -1;
}

static void serialized(Probe *p, fmi2FMUstate state, const Values *at,
                       const Values *later)
{
  size_t size = 0;
  if (!PROBE(p, SerializedFMUstateSize, p->component, state, &size)) return;
  fmi2Byte *bytes = malloc(size ? size : 1);
  fmi2FMUstate copy = NULL;
  Values found = values_make(p);
  if (bytes && PROBE(p, SerializeFMUstate, p->component, state, bytes, size) &&
      PROBE(p, DeSerializeFMUstate, p->component, bytes, size, &copy) &&
      PROBE(p, SetFMUstate, p->component, copy) && values_read(p, &found)) {
    run_stages_compare(p, RULE_RUN_SERIALIZE, "fmi2DeSerializeFMUstate", at,
                       &found);
    short_run(p, SHORT_STEPS / 2, SHORT_STEPS, &found);
    assert(found.n == later->n);
    /* An integrator may start again in a foreign process: nearly equal. */
    int i = first_that_differs(later, &found);
    if (i >= 0) {
      finding_at(p->f, RULE_RUN_SERIALIZE, "fmi2DeSerializeFMUstate",
                 "%s at time %g", values_describe(p, i, later, &found),
                 p->mark->time);
    }
  }
  if (copy) PROBE(p, FreeFMUstate, p->component, &copy);
  free(bytes);
}

static void saved(Probe *p)
{
  int half = SHORT_STEPS / 2;
  Values at = values_make(p), later = values_make(p), again = values_make(p);
  fmi2FMUstate state = NULL;
  if (!short_run(p, 0, half, &at)) return;
  if (!PROBE(p, GetFMUstate, p->component, &state)) return;
  if (!short_run(p, half, SHORT_STEPS, &later)) return;
  if (!PROBE(p, SetFMUstate, p->component, state)) return;
  if (!values_read(p, &again)) return;
  run_stages_compare(p, RULE_RUN_STATE, "fmi2SetFMUstate", &at, &again);
  if (!short_run(p, half, SHORT_STEPS, &again)) return;
  bool restarts = first_that_differs(&later, &again) < 0;
  run_stages_compare(p, restarts ? RULE_RUN_STATE_RESTART : RULE_RUN_STATE,
                     "fmi2SetFMUstate", &later, &again);
  if (stage_capability(p->plan, "canSerializeFMUstate")) {
    serialized(p, state, &at, &later);
  }
  PROBE(p, FreeFMUstate, p->component, &state);
  if (state) {
    finding_at(p->f, RULE_RUN_STATE, "fmi2FreeFMUstate",
               "the pointer is not NULL afterwards");
  }
}

void stage_state(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  saved(&p);
  probe_end(&p);
}

/* --- instances --- */

void stage_second(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  Values alone = values_make(&p), one = values_make(&p), two = values_make(&p);
  bool good = short_run(&p, 0, SHORT_STEPS, &alone);
  probe_free(&p);
  Probe first = p, second = p;
  good = good && probe_instantiate(&first, "first", &p, false) &&
         probe_initialize(&first) &&
         probe_instantiate(&second, "second", &p, false) &&
         probe_initialize(&second);
  for (int i = 0; good && i < SHORT_STEPS; i++) {
    good = short_step(&first, i) && short_step(&second, i);
  }
  if (!good || !values_read(&first, &one) || !values_read(&second, &two))
    return;
  run_stages_compare(&p, RULE_RUN_SECOND, "two instances", &alone, &one);
  run_stages_compare(&p, RULE_RUN_SECOND, "two instances", &alone, &two);
  /* One record for both: the callbacks are judged elsewhere. */
  first.fmu.FreeInstance(first.component);
  second.fmu.FreeInstance(second.component);
  probe_unload(&p);
}

void stage_reload(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  Values first = values_make(&p), again = values_make(&p);
  if (!short_run(&p, 0, 2, &first)) return;
  probe_end(&p);
  if (!probe_start(&p, plan, f, mark)) return;
  if (!short_run(&p, 0, 2, &again)) return;
  run_stages_compare(&p, RULE_RUN_RELOAD, "dlopen", &first, &again);
  probe_end(&p);
}

/* --- modes --- */

static void expect_refusal(Probe *p, const char *call, const char *mode,
                           fmi2Status status)
{
  if (!probe_is_legal(p, call, status)) return;
  if (status != fmi2OK && status != fmi2Warning) return;
  finding_at(p->f, RULE_RUN_MODE, call, "returned %s %s",
             probe_status_word(status), mode);
}

static void too_early(Probe *p)
{
  const char *mode = "before initialization";
  if (p->plan->kind == fmi2CoSimulation) {
    expect_refusal(p, "fmi2DoStep", mode,
                   PROBE_RAW(p, DoStep, p->component, p->plan->start,
                             p->plan->step, fmi2True));
  } else {
    fmi2Real x[1];
    expect_refusal(p, "fmi2GetDerivatives", mode,
                   PROBE_RAW(p, GetDerivatives, p->component, x, 0));
  }
  expect_refusal(p, "fmi2ExitInitializationMode", mode,
                 PROBE_RAW(p, ExitInitializationMode, p->component));
}

/* Afterwards Reset must bring the instance back (FMI 2.0.5 2.1.6). */
void stage_modes(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_load(&p, plan, f, mark) ||
      !probe_instantiate(&p, "check", &p, false)) {
    return;
  }
  too_early(&p);
  callbacks_say();
  if (!PROBE(&p, Reset, p.component) || !probe_initialize(&p)) return;
  expect_refusal(&p, "fmi2EnterInitializationMode", "after initialization",
                 PROBE_RAW(&p, EnterInitializationMode, p.component));
  probe_end(&p);
}

/* --- steps --- */

static void wrong_steps(Probe *p, double time)
{
  const RunPlan *plan = p->plan;
  fmi2Status status =
      PROBE_RAW(p, DoStep, p->component, time, -plan->step, fmi2True);
  if (status == fmi2OK) {
    finding_at(p->f, RULE_RUN_STEP_ZERO, "fmi2DoStep",
               "a step of negative size returned fmi2OK");
  }
}

static void beyond_stop(Probe *p)
{
  const RunPlan *plan = p->plan;
  double length = plan->stop - plan->start;
  fmi2Status status =
      PROBE_RAW(p, DoStep, p->component, plan->start, length * 1.5, fmi2True);
  if (status != fmi2OK) return;
  finding_at(p->f, RULE_RUN_STOP_TIME, "fmi2DoStep",
             "a step to %g returned fmi2OK, the stop time is %g",
             plan->start + length * 1.5, plan->stop);
}

static void changed_steps(Probe *p, double *time)
{
  static const double factor[] = {1, 0.5, 0.25, 1.7, 0.1, 1.2};
  const RunPlan *plan = p->plan;
  double size = short_time(plan, 1) - plan->start;
  for (size_t i = 0; i < sizeof factor / sizeof factor[0]; i++) {
    double h = size * factor[i];
    if (*time + h > plan->stop) break;
    p->mark->time = *time;
    fmi2Status status = PROBE_RAW(p, DoStep, p->component, *time, h, fmi2True);
    if (status != fmi2OK && status != fmi2Warning) {
      finding_at(p->f, RULE_RUN_STEP_SIZE, "fmi2DoStep",
                 "a step of %g at time %g returned %s%s", h, *time,
                 probe_status_word(status), callbacks_say());
      return;
    }
    *time += h;
  }
}

void stage_step_sizes(void *plan, Findings *f, ChildMark *mark)
{
  assert(((const RunPlan *)plan)->kind == fmi2CoSimulation);
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  double time = p.plan->start;
  if (stage_capability(plan, "canHandleVariableCommunicationStepSize")) {
    changed_steps(&p, &time);
  }
  wrong_steps(&p, time);
  probe_free(&p);
  if (probe_instantiate(&p, "check", &p, false) && probe_initialize(&p)) {
    if (stage_capability(plan, "canHandleVariableCommunicationStepSize")) {
      beyond_stop(&p);
    }
  }
  probe_end(&p);
}

void stage_output_derivatives(void *plan, Findings *f, ChildMark *mark)
{
  assert(((const RunPlan *)plan)->kind == fmi2CoSimulation);
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  const FmuDescription *d = p.plan->description;
  Values values = values_make(&p);
  if (!short_run(&p, 0, 2, &values)) return;
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    if (v->causality != FMU_OUTPUT || v->type != FMU_REAL ||
        v->variability != FMU_CONTINUOUS) {
      continue;
    }
    fmi2Integer order = 1;
    fmi2Real value = NAN;
    fmi2Status status = PROBE_RAW(&p, GetRealOutputDerivatives, p.component,
                                  &v->value_reference, 1, &order, &value);
    if (status == fmi2OK && isfinite(value)) continue;
    finding_at(f, RULE_RUN_OUTPUT_DERIVATIVE, "fmi2GetRealOutputDerivatives",
               "the derivative of '%s' is %g, %s%s", v->name, value,
               probe_status_word(status), callbacks_say());
  }
  probe_end(&p);
}
