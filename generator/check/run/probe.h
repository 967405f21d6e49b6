/* probe.h: one instance of an FMU under test, every call watched.
 *
 * A probe knows the FMU, its instance and where findings go. Calls are made
 * through PROBE(), which marks them for the parent (child.h) and judges the
 * status: what is neither OK nor a warning is a finding with the FMU's own
 * words.
 */
#ifndef FOUCAULT_CHECK_RUN_PROBE_H
#define FOUCAULT_CHECK_RUN_PROBE_H

#include <stdbool.h>

#include "check/rules/fmi2_variables.h"
#include "check/run/callbacks.h"
#include "check/run/child.h"
#include "fmu_file/fmu_load.h"

/* What is to be run, the same for all stages. */
typedef struct RunPlan {
  const char *path;   /* of the archive */
  const char *folder; /* where it is unpacked */
  const FmuDescription *description;
  const CheckTable *table; /* the same file, for ModelStructure */
  fmi2Type kind;
  double start, stop, step;
  const char *csv; /* file for the outputs of the main run; NULL: none */
} RunPlan;

typedef struct Probe {
  const RunPlan *plan;
  Findings *f;
  ChildMark *mark;
  Fmu fmu;
  fmi2Component component;
  bool spoils_callbacks; /* the structure is freed after fmi2Instantiate */
} Probe;

/* Marks the call, makes it, judges the status; true where it went well. */
#define PROBE(p, function, ...)                                                \
  (probe_begin((p), "fmi2" #function),                                         \
   probe_judge((p), "fmi2" #function, (p)->fmu.function(__VA_ARGS__)))
/* Marks the call and gives its status unjudged. */
#define PROBE_RAW(p, function, ...)                                            \
  (probe_begin((p), "fmi2" #function), (p)->fmu.function(__VA_ARGS__))

void probe_begin(Probe *p, const char *call);
bool probe_judge(Probe *p, const char *call, fmi2Status status);
/* A status that the standard does not have for this call is a finding. */
bool probe_is_legal(Probe *p, const char *call, fmi2Status status);
const char *probe_status_word(fmi2Status status);

/* dlopen and all functions. False after run-load. */
bool probe_load(Probe *p, const RunPlan *plan, Findings *f, ChildMark *mark);
void probe_unload(Probe *p);

/* An instance, with names that are overwritten after the call.
 * False after run-instantiate. */
bool probe_instantiate(Probe *p, const char *name,
                       fmi2ComponentEnvironment environment, bool logging);
/* Frees it and says what the callbacks saw of it. */
void probe_free(Probe *p);

/* Setup, enter and exit of initialization; for Model Exchange on to
 * Continuous-Time Mode. */
bool probe_initialize(Probe *p);
/* Event iteration until Continuous-Time Mode; `info` is the last one. */
bool probe_iterate_events(Probe *p, fmi2EventInfo *info);

/* One communication step; false when the run must end. */
bool probe_step(Probe *p, double time, double size);

/* load, instantiate, initialize with ordinary arguments */
bool probe_start(Probe *p, const RunPlan *plan, Findings *f, ChildMark *mark);
void probe_end(Probe *p);

#endif
