/* fmil_stage.c: an importer that we did not write. */
#include "check/run/fmil_stage.h"

#ifdef FOUCAULT_HAS_FMILIB
#include <fmilib.h>
#include <stdio.h>
#include <string.h>

#include "check/run/short_run.h"

const char *fmil_name(void)
{
  return "FMI Library";
}

/* What the library says, of its own and from the FMU. */
typedef struct FmilRun {
  const RunPlan *plan;
  Findings *f;
  ChildMark *mark;
  jm_callbacks callbacks;
  fmi2_import_t *fmu;
  char message[400]; /* the last warning or worse */
} FmilRun;

static void take_message(jm_callbacks *c, jm_string module,
                         jm_log_level_enu_t level, jm_string message)
{
  FmilRun *r = c->context;
  if (level > jm_log_level_warning) return;
  snprintf(r->message, sizeof r->message, "%s: %s", module, message);
}

static bool good(FmilRun *r, const char *call, bool ok)
{
  if (ok) return true;
  return finding_at(r->f, RULE_RUN_FMIL, call,
                    "fails in FMI Library at time %g%s%s", r->mark->time,
                    r->message[0] ? ": " : "", r->message);
}

static bool call(FmilRun *r, const char *name, fmi2_status_t status)
{
  return good(r, name,
              status == fmi2_status_ok || status == fmi2_status_warning);
}

static void begin(FmilRun *r, const char *name)
{
  snprintf(r->mark->call, sizeof r->mark->call, "%s (FMI Library)", name);
  r->mark->calls++;
}

#define FMIL(r, name, ...)                                                     \
  (begin((r), "fmi2_import_" #name),                                           \
   call((r), "fmi2_import_" #name, fmi2_import_##name((r)->fmu, __VA_ARGS__)))
#define FMIL0(r, name)                                                         \
  (begin((r), "fmi2_import_" #name),                                           \
   call((r), "fmi2_import_" #name, fmi2_import_##name((r)->fmu)))

static bool initialize(FmilRun *r)
{
  const RunPlan *plan = r->plan;
  const FmuDescription *d = plan->description;
  r->mark->time = plan->start;
  return FMIL(r, setup_experiment, d->has_tolerance, d->tolerance, plan->start,
              fmi2_true, plan->stop) &&
         FMIL0(r, enter_initialization_mode) &&
         FMIL0(r, exit_initialization_mode);
}

static void step(FmilRun *r)
{
  const RunPlan *plan = r->plan;
  double time = plan->start;
  for (long i = 0; time < plan->stop; i++) {
    double next = plan->start + (double)(i + 1) * plan->step;
    if (next > plan->stop - 1e-9 * plan->step) next = plan->stop;
    r->mark->time = time;
    begin(r, "fmi2_import_do_step");
    fmi2_status_t status =
        fmi2_import_do_step(r->fmu, time, next - time, fmi2_true);
    if (status == fmi2_status_discard) return; /* reported by the main run */
    if (!call(r, "fmi2_import_do_step", status)) return;
    time = next;
  }
  FMIL0(r, terminate);
}

static bool fmil_stage_iterate(FmilRun *r)
{
  fmi2_event_info_t info;
  for (int i = 0; i < 1000; i++) {
    memset(&info, 0, sizeof info);
    if (!FMIL(r, new_discrete_states, &info)) return false;
    if (!info.newDiscreteStatesNeeded || info.terminateSimulation) break;
  }
  return FMIL0(r, enter_continuous_time_mode);
}

static void fmil_stage_evaluate(FmilRun *r)
{
  size_t n = (size_t)r->plan->description->n_derivatives;
  Arena *arena = r->f->s->session_arena;
  double *x = arena_array(arena, n + 1, sizeof x[0]);
  double *dx = arena_array(arena, n + 1, sizeof dx[0]);
  if (!fmil_stage_iterate(r)) return;
  for (int i = 0; i < SHORT_STEPS; i++) {
    double time = short_time(r->plan, i), next = short_time(r->plan, i + 1);
    fmi2_boolean_t enter = fmi2_false, over = fmi2_false;
    r->mark->time = next;
    if (n > 0 && (!FMIL(r, get_continuous_states, x, n) ||
                  !FMIL(r, get_derivatives, dx, n))) {
      return;
    }
    short_move(x, dx, n, next - time);
    if (!FMIL(r, set_time, next)) return;
    if (n > 0 && !FMIL(r, set_continuous_states, x, n)) return;
    if (!FMIL(r, completed_integrator_step, fmi2_true, &enter, &over)) return;
    if (over) return;
    if (enter && (!FMIL0(r, enter_event_mode) || !fmil_stage_iterate(r)))
      return;
  }
}

static void fmil_stage_run(FmilRun *r)
{
  bool cs = r->plan->kind == fmi2CoSimulation;
  begin(r, "fmi2_import_create_dllfmu");
  bool loaded = fmi2_import_create_dllfmu(
                    r->fmu, cs ? fmi2_fmu_kind_cs : fmi2_fmu_kind_me, NULL) ==
                jm_status_success;
  if (!good(r, "fmi2_import_create_dllfmu", loaded)) return;
  begin(r, "fmi2_import_instantiate");
  bool made = fmi2_import_instantiate(
                  r->fmu, "check", cs ? fmi2_cosimulation : fmi2_model_exchange,
                  NULL, fmi2_false) == jm_status_success;
  if (good(r, "fmi2_import_instantiate", made)) {
    if (initialize(r)) {
      if (cs)
        step(r);
      else
        fmil_stage_evaluate(r);
    }
    begin(r, "fmi2_import_free_instance");
    fmi2_import_free_instance(r->fmu);
  }
  fmi2_import_destroy_dllfmu(r->fmu);
}

void stage_fmil(void *plan, Findings *f, ChildMark *mark)
{
  FmilRun r = {.plan = plan, .f = f, .mark = mark};
  jm_callbacks *standard = jm_get_default_callbacks();
  r.callbacks = *standard;
  r.callbacks.logger = take_message;
  r.callbacks.log_level = jm_log_level_warning;
  r.callbacks.context = &r;
  fmi_import_context_t *context = fmi_import_allocate_context(&r.callbacks);
  begin(&r, "fmi2_import_parse_xml");
  r.fmu = fmi2_import_parse_xml(context, r.plan->folder, NULL);
  if (good(&r, "fmi2_import_parse_xml", r.fmu != NULL)) {
    fmil_stage_run(&r);
    fmi2_import_free(r.fmu);
  }
  fmi_import_free_context(context);
}

#else

const char *fmil_name(void)
{
  return NULL;
}

void stage_fmil(void *plan, Findings *f, ChildMark *mark)
{
  (void)plan;
  (void)f;
  (void)mark;
}
#endif
