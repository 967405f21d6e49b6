/* sensitivity_asked.h: what the options of foucault sensitivities ask for. */
#ifndef FOUCAULT_COMMANDS_STUDIES_SENSITIVITY_ASKED_H
#define FOUCAULT_COMMANDS_STUDIES_SENSITIVITY_ASKED_H

#include "commands/studies/study_fmu.h"
#include "studies/back/sensitivity.h"

typedef struct SensitivityAsked {
  Session *s;
  const Options *options;
  const StudyFmu *study;
  SensitivityRequest request;
  FmuSetting *set; /* --set of an FMU, then the values of --by */
  int n_set;
  int *by; /* as of the request, growing */
  int cap_by;
} SensitivityAsked;

/* The parameters and the variables; false: reported. */
bool sensitivity_asked_names(SensitivityAsked *c);
/* The times, with what is asked for at them; false: reported. */
bool sensitivity_asked_times(SensitivityAsked *c, FmuRun *run);

#endif
