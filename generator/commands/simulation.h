/* simulation.h: one run of foucault simulate: what simulate.c does and
 * simulate_report.c reports. */
#ifndef FOUCAULT_COMMANDS_SIMULATION_H
#define FOUCAULT_COMMANDS_SIMULATION_H

#include "commands/options/options.h"
#include "commands/run_progress.h"
#include "commands/verify.h"
#include "fmu_file/fmu_output.h"
#include "fmu_file/run/fmu_run.h"
#include "fmu_file/run/stuck_watch.h"
#include "plot/plot.h"
#include "report/finite_watch.h"
#include "results/result_file.h"

typedef struct Simulation {
  Session *s;
  const Options *options;
  const char *fmu;
  const char *label; /* the file the user named, for messages */
  bool is_cached;    /* the FMU was kept from before */
  const FmuDescription *description;
  FmuRun run;
  FmuResult result;
  /* Variables read at every point: the reported ones first, then those that
   * only the plot needs. */
  int *variable;
  int n_variables, cap_variables, n_reported;
  ResultFile file;  /* of --output */
  Plot *plot;       /* NULL: none */
  bool is_complete; /* the run went well, its results are written */
  bool is_written;  /* the file is, also of a run that failed on the way */
  bool is_drawn;
  double *plot_row; /* time and the plotted values */
  RunProgress progress;
  FmuOutput output;  /* while the FMU is loaded */
  StuckWatch *stuck; /* while it runs */
  FiniteWatch finite;
  /* --verify */
  VerifyRecord record;
  VerifiedRun verified;
  Verification verification;
} Simulation;

/* Start values that initialization has changed, as warning W402. */
void simulate_report_changes(const Simulation *sim);

/* The document of --json. */
void simulate_report_json(const Simulation *sim);

/* What a person wants to know after a run. */
void simulate_report_summary(const Simulation *sim);

#endif
