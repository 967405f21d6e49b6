/* compile.h: the pipeline, from files to an FMU.
 *
 * needs   options_parse()
 * gives   the FMU, and what reports need to know about it
 * fails   whatever a pass reports; an old FMU is then as it was
 */
#ifndef FOUCAULT_COMPILE_H
#define FOUCAULT_COMPILE_H

#include <stdbool.h>

#include "base/session.h"
#include "commands/options.h"
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

typedef struct CompileReport {
  Name model;      /* class name; NULL: not known yet */
  const char *fmu; /* the file written; NULL: none */
  int n_equations, n_variables, n_states, index;
  const FlatModel *flat;        /* NULL: not known yet */
  const ReducedSystem *reduced; /* the same */
  double seconds[N_PHASES];
} CompileReport;

/* Builds `fmu`; NULL: named after the model, in this folder. With --dump the
 * named pass is printed to stdout and, unless -o was given, nothing built. */
bool compile_model(Session *s, const Options *options, const char *fmu,
                   CompileReport *report);

/* The front half: the flat model, or NULL. */
const FlatModel *compile_flat(Session *s, const Options *options,
                              CompileReport *report);

/* Everything but writing the FMU: the reduced system, or NULL. */
const ReducedSystem *compile_reduced(Session *s, const Options *options,
                                     CompileReport *report);

const char *compile_phase_name(Phase phase);

#endif
