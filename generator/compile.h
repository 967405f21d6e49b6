/* compile.h: the pipeline, from files to an FMU.
 *
 * needs   a request: what is read, what is made of it, what is printed on the
 *         way; nothing here knows which command the user typed
 * gives   the FMU, and what reports need to know about it
 * fails   whatever a pass reports; an old FMU is then as it was
 */
#ifndef FOUCAULT_COMPILE_H
#define FOUCAULT_COMPILE_H

#include <stdbool.h>

#include "base/foreign_call.h"
#include "base/session.h"
#include "emit/package/fmi_functions.h"
#include "emit/package/target.h"
#include "flatten/flat/flat.h"
#include "reduce/system/reduced.h"

/* In step with the words in compile.c; the keys of "seconds" in JSON. */
typedef enum Phase {
  PHASE_PARSE,
  PHASE_FLATTEN,
  PHASE_REDUCE,
  PHASE_EMIT,
  PHASE_COMPILE,
  PHASE_PACKAGE,
  N_PHASES
} Phase;

/* A number that takes the place of the model's own where it is given. */
typedef struct OptionalNumber {
  bool given;
  double value;
} OptionalNumber;

/* A part of a flat model, or NULL after a message. */
typedef const FlatModel *PartOfFlat(Session *s, const FlatModel *flat,
                                    void *context);

/* Texts and lists belong to the caller and live as long as the call. */
typedef struct CompileRequest {
  /* what is read */
  const char *const *file;
  int n_files;
  const char *model;      /* NULL: the last one of the last file */
  const char *const *set; /* "name=value" */
  int n_set;
  const char *const *library; /* library roots */
  int n_libraries;
  const char *library_path;   /* of the environment, or NULL */
  const char *const *allowed; /* folders whose files may be taken, too */
  int n_allowed;

  /* how it is translated */
  OptionalNumber start, stop, tolerance, step;
  TranslationChoice choice;
  const char *dump;         /* the pass to print to stdout; NULL: none */
  CodeTrust at_translation; /* whose C code is run */
  CodeTrust in_fmu;         /* and whose is put into the FMU */
  bool takes_packages;      /* compile_flat() takes a package, too */
  bool ends_at_dump;        /* nothing is left to do once the dump is printed */

  /* what is made of it */
  bool co_simulation, model_exchange, scheduled_execution;
  FmiVersions fmi; /* 0: 2.0 */
  ClocksWanted clocks;
  const char *const *structural; /* parameters that are to be structural */
  int n_structural;
  const char *compiler; /* "fast", or as $CC; NULL: as emit/emit.h has it */
  bool no_loops;        /* equal equations are written one by one */
  bool source;          /* C files in the FMU */
  bool page;            /* the FMU holds the page of its explanation */
  bool travels;         /* the FMU is for other machines too: W221 */
  const char *icon;     /* NULL: none */
  const Target *target;
  int n_targets;
  int most_variables; /* more are refused: E508; 0: as many as there are */
  /* A part of the flat model is translated instead of it, and never kept; NULL:
   * all of it. */
  PartOfFlat *part;
  void *part_context;
} CompileRequest;

typedef struct CompileReport {
  Name model;       /* class name; NULL: not known yet */
  const char *fmu;  /* the file written; NULL: none */
  const char *fmu3; /* the second one, of FMI 3.0; NULL: none */
  int n_equations, n_variables, n_states, index;
  bool uses_ida;
  bool by_tinycc;  /* it compiled the C code */
  FlatShown shown; /* what the model wants to be seen of it */
  bool is_cached;  /* the FMU was kept from before (cache/build_cache.h) */
  const FlatModel *flat;        /* NULL: not known yet */
  const ReducedSystem *reduced; /* the same */
  double seconds[N_PHASES];
} CompileReport;

/* Where the FMU of 3.0 goes beside one of 2.0: "x.fmi3.fmu" of "x.fmu". */
const char *compile_second_output(Session *s, const char *fmu);

/* Builds `fmu`; NULL: named after the model, in this folder. */
bool compile_model(Session *s, const CompileRequest *request, const char *fmu,
                   CompileReport *report);

/* The front half: the flat model, or NULL. */
const FlatModel *compile_flat(Session *s, const CompileRequest *request,
                              CompileReport *report);

/* Everything but writing the FMU: the reduced system, or NULL. */
const ReducedSystem *compile_reduced(Session *s, const CompileRequest *request,
                                     CompileReport *report);

/* The same of a flat model that is there already. */
const ReducedSystem *compile_reduced_flat(Session *s,
                                          const CompileRequest *request,
                                          const FlatModel *flat,
                                          CompileReport *report);

/* Where the FMU goes that nobody has named. */
const char *compile_default_output(Session *s, Name model);

const char *compile_phase_name(Phase phase);

#endif
