/* study_fmu.h: the FMU of a study, built first where a model is given.
 *
 * The room commands/studies/ has the commands that make many runs or ask a
 * model for more than its curves. It calls commands/ and the rooms below.
 * Reading order: this file, sweep.c.
 *
 * fails   what a build reports; E601 to E603
 */
#ifndef FOUCAULT_COMMANDS_STUDIES_STUDY_FMU_H
#define FOUCAULT_COMMANDS_STUDIES_STUDY_FMU_H

#include "commands/options/options.h"
#include "fmu_file/fmu_load.h"
#include "fmu_file/fmu_settings.h"
#include "fmu_file/fmu_ward.h"

typedef struct StudyFmu {
  Session *s;
  const Options *options;
  const char *label; /* the file the user named, for messages */
  bool is_given;     /* as an FMU */
  const char *folder;
  const FmuDescription *description;
  bool is_exchange; /* Model Exchange; else Co-Simulation */
  bool is_own;      /* made by this program */
  FmuSettings settings;
  Fmu fmu; /* after study_fmu_load() */
} StudyFmu;

/* False after a message: exit with EXIT_USAGE. */
bool study_fmu_begin(StudyFmu *study, Session *s, const Options *options);
/* As fmu_ward_begin(): watches the code of an FMU that was given, and that of a
 * model where --memory-limit or --time-limit is. */
bool study_fmu_watch(StudyFmu *study, FmuWardEnd *end);
/* Builds the model, unpacks the FMU, and reads --set. */
bool study_fmu_prepare(StudyFmu *study, bool wants_exchange);
bool study_fmu_load(StudyFmu *study);

#endif
