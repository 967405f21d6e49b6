/* probe.c: the calls of an importer, each with its eye on the clock. */
#include "check/run/probe.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/heap_text.h"

enum { MOST_ITERATIONS = 1000 };

void probe_begin(Probe *p, const char *call)
{
  assert(strlen(call) < sizeof p->mark->call);
  snprintf(p->mark->call, sizeof p->mark->call, "%s", call);
  p->mark->calls++;
}

const char *probe_status_word(fmi2Status status)
{
  static const char *const word[] = {"fmi2OK",    "fmi2Warning", "fmi2Discard",
                                     "fmi2Error", "fmi2Fatal",   "fmi2Pending"};
  return (unsigned)status < 6 ? word[status] : "no status of the standard";
}

bool probe_is_legal(Probe *p, const char *call, fmi2Status status)
{
  bool pending = status == fmi2Pending && strcmp(call, "fmi2DoStep") != 0;
  if ((unsigned)status < 6 && !pending) return true;
  return finding_at(p->f, RULE_RUN_ILLEGAL, call, "returned %d (%s)",
                    (int)status, probe_status_word(status));
}

/* Which rule a failing call breaks. */
static RuleId rule_of_call(const char *call)
{
  assert(strncmp(call, "fmi2", 4) == 0);
  static const char *const reads[] = {"fmi2GetReal", "fmi2GetInteger",
                                      "fmi2GetBoolean", "fmi2GetString"};
  if (strcmp(call, "fmi2DoStep") == 0) return RULE_RUN_STEP;
  if (strstr(call, "erialize")) return RULE_RUN_SERIALIZE;
  if (strstr(call, "FMUstate")) return RULE_RUN_STATE;
  for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
    if (strcmp(call, reads[i]) == 0) return RULE_RUN_READ;
  }
  return RULE_RUN_STATUS;
}

bool probe_judge(Probe *p, const char *call, fmi2Status status)
{
  if (status == fmi2OK) return true;
  if (!probe_is_legal(p, call, status)) return false;
  if (status == fmi2Warning) {
    finding_at(p->f, RULE_RUN_WARNING, call,
               "returned fmi2Warning at time %g%s", p->mark->time,
               callbacks_say());
    return true;
  }
  return finding_at(p->f, rule_of_call(call), call, "returned %s at time %g%s",
                    probe_status_word(status), p->mark->time, callbacks_say());
}

/* --- load and instantiate --- */

bool probe_load(Probe *p, const RunPlan *plan, Findings *f, ChildMark *mark)
{
  *p = (Probe){.plan = plan, .f = f, .mark = mark};
  probe_begin(p, "dlopen");
  Session *s = f->s;
  int before = s->n_diagnostics;
  if (fmu_load(s, plan->path, plan->description, plan->kind, plan->folder,
               &p->fmu)) {
    return true;
  }
  for (int i = before; i < s->n_diagnostics; i++) {
    finding_at(f, RULE_RUN_LOAD, "dlopen", "%s", s->diagnostic[i]->message);
  }
  return false;
}

void probe_unload(Probe *p)
{
  probe_begin(p, "dlclose");
  fmu_unload(&p->fmu);
}

/* The text is overwritten and stays: who kept the pointer reads something
 * else. (Freed memory could be anything, and a crash.) */
static void spoil(char *text)
{
  memset(text, '#', strlen(text));
}

bool probe_instantiate(Probe *p, const char *name,
                       fmi2ComponentEnvironment environment, bool logging)
{
  assert(!p->component); /* the one before is freed */
  const FmuDescription *d = p->plan->description;
  callbacks_begin(d, name, environment, logging);
  char *given_name = heap_text_copy(name), *guid = heap_text_copy(d->guid);
  bool has_resources = p->fmu.resources != NULL;
  char *resources = heap_text_copy(has_resources ? p->fmu.resources : "");
  fmi2CallbackFunctions *functions = malloc(sizeof *functions);
  if (!given_name || !guid || !resources || !functions) return false;
  fmi2CallbackFunctions given = callbacks_functions();
  memcpy(functions, &given, sizeof given);
  probe_begin(p, "fmi2Instantiate");
  Fmu fmu = p->fmu;
  if (has_resources) fmu.resources = resources;
  p->component = fmu_instantiate(&fmu, given_name, p->plan->kind, guid,
                                 functions, logging, NULL);
  spoil(given_name);
  spoil(guid);
  spoil(resources);
  /* Some importers have the structure on their stack. */
  if (p->spoils_callbacks) {
    fmi2CallbackFunctions stale = callbacks_stale();
    memcpy(functions, &stale, sizeof stale);
  }
  if (p->component) return true;
  return finding_at(p->f, RULE_RUN_INSTANTIATE, "fmi2Instantiate",
                    "returned NULL%s", callbacks_say());
}

static void callback_rules(Findings *f)
{
  const CallbackRecord *r = callbacks_record();
  if (r->wrong_environment > 0) {
    finding_at(f, RULE_RUN_CALLBACK_ENVIRONMENT, "logger",
               "%ld messages came with another componentEnvironment",
               r->wrong_environment);
  }
  if (r->wrong_name > 0) {
    finding_at(f, RULE_RUN_COPY, "logger",
               "%ld messages came with another instanceName: the pointer was "
               "kept, not the text",
               r->wrong_name);
  }
  if (r->stale > 0) {
    finding_at(f, RULE_RUN_COPY, "logger",
               "%ld calls of callbacks from the structure that is gone",
               r->stale);
  }
  if (r->unlisted > 0) {
    finding_at(f, RULE_RUN_LOG_CATEGORY, "logger",
               "the category '%s' is not listed", r->category);
  }
  if (r->while_off > 0) {
    finding_at(f, RULE_RUN_LOG_SILENT, "logger",
               "%ld messages of status fmi2OK although logging is off",
               r->while_off);
  }
  if (r->live != 0) {
    finding_at(f, RULE_RUN_MEMORY, "freeMemory",
               "%ld of %ld blocks of allocateMemory were not freed", r->live,
               r->allocations);
  }
}

void probe_free(Probe *p)
{
  if (!p->component) return;
  probe_begin(p, "fmi2FreeInstance");
  p->fmu.FreeInstance(p->component);
  p->component = NULL;
  callback_rules(p->f);
}

/* --- initialization --- */

bool probe_iterate_events(Probe *p, fmi2EventInfo *info)
{
  assert(p->plan->kind == fmi2ModelExchange);
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    memset(info, 0, sizeof *info);
    if (!PROBE(p, NewDiscreteStates, p->component, info)) return false;
    if (info->terminateSimulation) return true;
    if (!info->newDiscreteStatesNeeded) {
      return PROBE(p, EnterContinuousTimeMode, p->component);
    }
  }
  return finding_at(p->f, RULE_RUN_EVENTS, "fmi2NewDiscreteStates",
                    "newDiscreteStatesNeeded is still true after %d calls at "
                    "time %g",
                    MOST_ITERATIONS, p->mark->time);
}

bool probe_initialize(Probe *p)
{
  const FmuDescription *d = p->plan->description;
  p->mark->time = p->plan->start;
  if (!PROBE(p, SetupExperiment, p->component, d->has_tolerance, d->tolerance,
             p->plan->start, fmi2True, p->plan->stop) ||
      !PROBE(p, EnterInitializationMode, p->component) ||
      !PROBE(p, ExitInitializationMode, p->component)) {
    return false;
  }
  fmi2EventInfo info;
  return p->plan->kind == fmi2CoSimulation || probe_iterate_events(p, &info);
}

/* --- stepping --- */

/* fmi2Discard: an importer must learn how far it came or that it is over. */
static bool judge_discard(Probe *p, double time)
{
  fmi2Real reached = NAN;
  fmi2Boolean over = fmi2False;
  fmi2Status last = PROBE_RAW(p, GetRealStatus, p->component,
                              fmi2LastSuccessfulTime, &reached);
  fmi2Status ended =
      PROBE_RAW(p, GetBooleanStatus, p->component, fmi2Terminated, &over);
  if (ended == fmi2OK && over) {
    finding_at(p->f, RULE_RUN_EARLY, "fmi2DoStep",
               "the FMU ended its run at time %g", time);
  } else {
    finding_at(p->f, RULE_RUN_DISCARD, "fmi2DoStep",
               "returned fmi2Discard at time %g without Terminated%s%s", time,
               last == fmi2OK ? "" : " and without LastSuccessfulTime",
               callbacks_say());
  }
  return false;
}

bool probe_step(Probe *p, double time, double size)
{
  assert(p->plan->kind == fmi2CoSimulation);
  p->mark->time = time;
  fmi2Status status = PROBE_RAW(p, DoStep, p->component, time, size, fmi2True);
  if (status == fmi2Discard) return judge_discard(p, time);
  if (status == fmi2Pending) {
    finding_at(p->f, RULE_RUN_STEP, "fmi2DoStep",
               "returned fmi2Pending: asynchronous stepping is not followed");
    return false;
  }
  return probe_judge(p, "fmi2DoStep", status);
}

bool probe_start(Probe *p, const RunPlan *plan, Findings *f, ChildMark *mark)
{
  return probe_load(p, plan, f, mark) &&
         probe_instantiate(p, "check", p, false) && probe_initialize(p);
}

void probe_end(Probe *p)
{
  probe_free(p);
  probe_unload(p);
}
