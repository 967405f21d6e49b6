/* run_rules.c: which stages a kind goes through. */
#define _POSIX_C_SOURCE 200809L
#include "check/run/run_rules.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/temporary.h"
#include "check/rules/binary_file.h"
#include "check/run/fmil_stage.h"
#include "check/run/run_main.h"
#include "check/run/run_stages.h"
#include "check/run/run_three.h"

enum { MOST_POINTS = 2000, USUAL_POINTS = 100 };

typedef struct Stage {
  const char *name;
  void (*run)(void *plan, Findings *f, ChildMark *mark);
  const char *capability; /* NULL: always; "!x": unless x is true */
} Stage;

static const Stage cs_stages[] = {
    {"main run", run_main_cs, NULL},
    {"strangers", stage_strangers, NULL},
    {"reset", stage_reset, NULL},
    {"saved state", stage_state, "canGetAndSetFMUstate"},
    {"two instances", stage_second, "!canBeInstantiatedOnlyOncePerProcess"},
    {"reload", stage_reload, NULL},
    {"wrong modes", stage_modes, NULL},
    {"step sizes", stage_step_sizes, NULL},
    {"directional derivatives", stage_directional,
     "providesDirectionalDerivative"},
};

static const Stage me_stages[] = {
    {"main run", run_main_me, NULL},
    {"strangers", stage_strangers, NULL},
    {"reset", stage_reset, NULL},
    {"saved state", stage_state, "canGetAndSetFMUstate"},
    {"two instances", stage_second, "!canBeInstantiatedOnlyOncePerProcess"},
    {"wrong modes", stage_modes, NULL},
    {"directional derivatives", stage_directional, NULL},
};

/* Of FMI 3.0, both kinds. */
static const Stage three_stages[] = {
    {"arrays", stage_arrays, NULL},
    {"intervals", stage_intervals, NULL},
    {"clocks", stage_clocks, NULL},
    {"adjoint derivatives", stage_adjoint, "providesAdjointDerivatives"},
    {"element dependencies", stage_elements, "providesPerElementDependencies"},
};

static const Stage output_stage = {"output derivatives",
                                   stage_output_derivatives, NULL};

static const Stage fmil_stage = {"FMI Library", stage_fmil, NULL};

static bool applies(const RunPlan *plan, const Stage *stage)
{
  if (!stage->capability) return true;
  if (stage->capability[0] == '!') {
    return !stage_capability(plan, stage->capability + 1);
  }
  return stage_capability(plan, stage->capability);
}

static bool run_stage(Findings *f, RunPlan *plan, const Stage *stage,
                      const ChildLimits *limits, ChildMark *left)
{
  if (!applies(plan, stage)) return true;
  const char *name = arena_printf(
      f->s->session_arena, "%s, %s", stage->name,
      plan->kind == fmi2CoSimulation ? "Co-Simulation" : "Model Exchange");
  child_run(f, name, limits, stage->run, plan, left);
  return f->n_of_rule[RULE_RUN_LOAD] == 0;
}

static bool has_output_derivatives(const RunPlan *plan)
{
  assert(plan->kind == fmi2CoSimulation);
  const char *order = description_capability(&plan->description->co_simulation,
                                             "maxOutputDerivativeOrder");
  return order && strcmp(order, "0") != 0;
}

/* Stages after the first are left out when the FMU cannot be loaded. */
static ChildMark run_kind(Findings *f, RunPlan *plan, const Stage *stage,
                          size_t n, const ChildLimits *limits)
{
  assert(n > 0); /* the first is the main run */
  ChildMark first = {0}, left;
  for (size_t i = 0; i < n; i++) {
    if (!run_stage(f, plan, &stage[i], limits, i == 0 ? &first : &left)) break;
    plan->csv = NULL; /* the first stage has written it */
  }
  size_t n_three = sizeof three_stages / sizeof three_stages[0];
  for (size_t i = 0; plan->description->version == 3 && i < n_three; i++) {
    if (f->n_of_rule[RULE_RUN_LOAD] > 0) break;
    run_stage(f, plan, &three_stages[i], limits, &left);
  }
  if (plan->kind == fmi2CoSimulation && has_output_derivatives(plan)) {
    run_stage(f, plan, &output_stage, limits, &left);
  }
  if (plan->description->version == 2 && fmil_name() &&
      f->n_of_rule[RULE_RUN_LOAD] == 0) {
    run_stage(f, plan, &fmil_stage, limits, &left);
  }
  return first;
}

static void kinds_rule(Findings *f, const ChildMark *cs, const ChildMark *me)
{
  if (cs->n_finals != me->n_finals) return;
  if (fabs(cs->final_time - me->final_time) > 1e-9 * fabs(cs->final_time))
    return;
  for (int i = 0; i < cs->n_finals; i++) {
    double a = cs->final[i], b = me->final[i];
    if (fabs(a - b) <= 0.05 * (fabs(a) + fabs(b)) + 1e-2) continue;
    finding_at(f, RULE_RUN_KINDS, "the main run",
               "Real output %d is %g at time %g in Co-Simulation, %g in Model "
               "Exchange",
               i + 1, a, cs->final_time, b);
    return;
  }
}

static RunPlan make_plan(const FmuDescription *d, const Archive *archive,
                         const CheckTable *table, const char *folder)
{
  RunPlan plan = {.path = archive->path,
                  .folder = folder,
                  .description = d,
                  .table = table,
                  .start = d->has_start ? d->start : 0};
  plan.stop = d->has_stop && d->stop > plan.start ? d->stop : plan.start + 1;
  double length = plan.stop - plan.start;
  bool usable = d->has_step && d->step > 0 && d->step <= length;
  plan.step = usable ? d->step : length / USUAL_POINTS;
  if (length / plan.step > MOST_POINTS) {
    plan.stop = plan.start + plan.step * MOST_POINTS;
  }
  return plan;
}

/* linux64 may hold a library for ARM. */
static bool is_for_here(Session *s, const Archive *a, const char *entry)
{
#if defined __aarch64__
  const BinaryProcessor other = PROCESSOR_X86_64;
#else
  const BinaryProcessor other = PROCESSOR_AARCH64;
#endif
  size_t length;
  ArenaMark mark = arena_mark(session_scratch(s));
  const char *bytes = archive_read(s, a, entry, MOST_BINARY, &length);
  BinaryFile b = {0};
  if (bytes) b = binary_file_read(session_scratch(s), bytes, length);
  arena_release(mark);
  return b.format != BINARY_ELF || b.processor != other;
}

static bool has_binary_here(Session *s, const Archive *a, int version)
{
  for (const char *const *name = fmu_platforms(version); *name; name++) {
    const char *folder = arena_printf(s->session_arena, "binaries/%s/", *name);
    size_t n = strlen(folder);
    for (int i = 0; i < a->n_entries; i++) {
      const char *entry = a->entry[i].name;
      if (strncmp(entry, folder, n) == 0 && entry[n] &&
          is_for_here(s, a, entry)) {
        return true;
      }
    }
  }
  return false;
}

static const char *last_message(const Session *s)
{
  assert(s->n_diagnostics > 0); /* of what has failed */
  return s->diagnostic[s->n_diagnostics - 1]->message;
}

void run_rules(Findings *f, const Archive *archive, const CheckTable *table,
               int version, const char *bytes, size_t length,
               const ChildLimits *limits, const char *csv)
{
  if (!has_binary_here(f->s, archive, version)) {
    finding_at(f, RULE_NOT_RUN, archive->path,
               "there is no binary for this machine: the FMU was not run");
    return;
  }
  const FmuDescription *d =
      description_read(f->s, archive->path, bytes, length);
  if (!d) {
    if (findings_count(f, FINDING_ERROR) == 0)
      finding_at(f, RULE_RUN_LOAD, archive->path,
                 "the description cannot be used: %s", last_message(f->s));
    finding_at(f, RULE_NOT_RUN, archive->path,
               "the description cannot be used: the FMU was not run");
    return;
  }
  const char *folder = temporary_folder(f->s);
  if (!folder || !archive_extract(f->s, archive, folder)) {
    finding_at(f, RULE_RUN_FILES, archive->path, "the FMU was not run: %s",
               last_message(f->s));
    return;
  }
  RunPlan plan = make_plan(d, archive, table, folder);
  plan.csv = csv;
  ChildMark cs = {0}, me = {0};
  if (d->co_simulation.present) {
    plan.kind = fmi2CoSimulation;
    cs = run_kind(f, &plan, cs_stages, sizeof cs_stages / sizeof cs_stages[0],
                  limits);
  }
  if (d->model_exchange.present) {
    plan.kind = fmi2ModelExchange;
    me = run_kind(f, &plan, me_stages, sizeof me_stages / sizeof me_stages[0],
                  limits);
  }
  if (d->co_simulation.present && d->model_exchange.present) {
    kinds_rule(f, &cs, &me);
  }
}
