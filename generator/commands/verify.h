/* verify.h: foucault simulate --verify: the run is repeated in another way, and
 * what differs is listed.
 *
 * needs   a run that went well, with its record
 * gives   for each variable the largest difference at the points of the grid
 *         and at the end, relative to the variable's size; the events that
 *         have no partner, and how far partners are apart
 * cost    one more build and run; the points of both are kept, up to a limit
 *
 * The way is another in as much as it can be: another integrator (CVODE or
 * IDA), half the tolerance, and another index reduction where equations were
 * differentiated. An FMU is what it is: half the tolerance, half the
 * communication step, and Model Exchange by this program's CVODE in place of
 * its own integrator if it is for both kinds and there are no inputs; events
 * of the first run alone are compared then. A way that does not apply is
 * noted, and the next one tried.
 *
 * A difference is allowed up to VERIFY_FACTOR times the tolerance (at least
 * 1e-4, at most 0.1, of the variable's size): the tolerance bounds the error of
 * a step, which a run adds up. Derivatives of states and the states of
 * selection sets, which stand for other variables at other times, are not
 * compared. Points next to an event are not compared: between the two times of it the runs are on
 * different sides.
 */
#ifndef FOUCAULT_COMMANDS_VERIFY_H
#define FOUCAULT_COMMANDS_VERIFY_H

#include "base/session.h"
#include "base/text/json_text.h"
#include "commands/options/options.h"
#include "fmu_file/run/fmu_run.h"

enum { VERIFY_FACTOR = 1000 };

/* The points of a run, in an arena. */
typedef struct VerifyRecord {
  Arena *arena;
  int n_variables;
  double *time, *value; /* [n], [n * n_variables] */
  long n;
  int cap_time, cap_value;
  bool is_cut; /* too many: only the first ones are kept */
} VerifyRecord;

/* All of one way: an array for each variable by the order of the record. */
typedef struct VerifyDifference {
  int variable; /* index into the description's variables */
  double time, difference, size;
  double relative; /* difference / size */
} VerifyDifference;

typedef struct Verification {
  bool is_done;
  const char *way;        /* "IDA, minimal-extension, tolerance 5e-07" */
  const char *refused[3]; /* ways that did not apply, with reasons */
  int n_refused;
  double tolerance; /* of the first run */
  double allowed;   /* relative difference, also of event times */
  long n_events[2];
  double event_apart;  /* of partners, at most */
  bool has_lone_event; /* one without a partner */
  double lone_event;
  int lone_run;           /* 0: of the first run, 1: of the repeated one */
  VerifyDifference *item; /* sorted, the largest first */
  int n_items;
  int n_beyond; /* of these, beyond what is allowed */
  bool agrees;
} Verification;

/* The first run. */
typedef struct VerifiedRun {
  const char *fmu, *label;
  bool is_fmu_given; /* else it was built from the files of the options */
  bool used_ida;
  int index;
  const FmuDescription *description;
  const FmuRun *run;
  const FmuResult *result;
  const VerifyRecord *record;
} VerifiedRun;

void verify_record(VerifyRecord *record, double time, const double *value);

Verification verify_run(Session *s, const Options *options,
                        const VerifiedRun *first);

/* E608 where the runs differ; false then. */
bool verify_judge(Session *s, const VerifiedRun *first, const Verification *v);

void verify_put_json(JsonWriter *w, const VerifiedRun *first,
                     const Verification *v);
void verify_print(Session *s, const VerifiedRun *first, const Verification *v);

#endif
