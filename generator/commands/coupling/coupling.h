/* coupling.h: one run of foucault couple: what couple.c does and
 * couple_report.c reports.
 *
 * The room commands/coupling/ has the commands about systems of FMUs; it calls
 * couple/ and what commands/ shares.
 */
#ifndef FOUCAULT_COMMANDS_COUPLING_COUPLING_H
#define FOUCAULT_COMMANDS_COUPLING_COUPLING_H

#include "commands/options/options.h"
#include "commands/run_progress.h"
#include "couple/couple_run.h"
#include "fmu_file/fmu_output.h"
#include "fmu_file/run/stuck_watch.h"
#include "plot/plot.h"
#include "report/finite_watch.h"
#include "results/result_file.h"

typedef struct Coupling {
  Session *s;
  const Options *options;
  const char *label; /* the archive */
  const Couple *couple;
  /* All variables of the system as those of one FMU: component.variable. */
  FmuDescription *description;
  CoupleColumn *owner; /* [n_variables] of the description */
  CoupleRun run;
  CoupleResult result;
  int *variable; /* results: the reported ones first, then those of plots */
  int n_variables, cap_variables, n_reported;
  CoupleColumn *column;
  int *place;       /* [n_variables] where a result is among the columns */
  FmuValues values; /* results in the order of variable[] */
  ResultFile file;
  Plot *plot; /* NULL: none */
  double *plot_row;
  bool is_complete, is_written, is_drawn;
  RunProgress progress;
  FmuOutput output;
  StuckWatch *stuck;
  FiniteWatch finite;
} Coupling;

void couple_report_json(const Coupling *k);
void couple_report_summary(const Coupling *k);

#endif
