/* study_point.h: a model that is run to a point, at which it is asked for more
 * than its values; --at, --fix and --free.
 *
 * fails   E604 the run ends before the point; E605 what --fix or --free names
 *         cannot be fixed or free
 */
#ifndef FOUCAULT_COMMANDS_STUDIES_STUDY_POINT_H
#define FOUCAULT_COMMANDS_STUDIES_STUDY_POINT_H

#include "commands/studies/study_fmu.h"
#include "fmu_file/run/fmu_run.h"
#include "studies/measure.h"
#include "studies/point/steady.h"

/* At the point, in continuous-time mode; false: it has failed. */
typedef bool (*StudyAsk)(void *context, fmi2Component component, double time);

typedef struct StudyPoint {
  StudyFmu *study;
  StudyAsk ask;
  void *context;
  FmuRun run;
  FmuResult result;
  bool is_asked, was_good;
} StudyPoint;

/* False after a message: exit with EXIT_USAGE. */
bool study_point_choose(StudyPoint *point);
/* Loads the FMU, runs it, asks, unloads it. */
bool study_point_ask(StudyPoint *point);

/* --fix and --free. */
bool study_point_request(StudyFmu *study, SteadyRequest *request);
/* The Real variables of these names, of any kind for outputs; NULL: all of that
 * causality. */
bool study_point_list(StudyFmu *study, const char *names,
                      FmuCausality causality, Measures *m);
/* W604, where the equilibrium is one of a family. */
void study_point_warn(StudyFmu *study, const SteadyPoint *point);

#endif
