/* description_read.h: modelDescription.xml of any FMI 2.0 FMU.
 *
 * Reads what is needed to run an FMU and to describe it. Entities and the
 * network are off; a file that is not an FMI 2.0 description gets E602 with its
 * line. Compliance is not judged here beyond what reading needs.
 */
#ifndef FOUCAULT_FMU_FILE_DESCRIPTION_READ_H
#define FOUCAULT_FMU_FILE_DESCRIPTION_READ_H

#include <stdbool.h>

#include "base/session.h"

typedef enum FmuType {
  FMU_REAL,
  FMU_INTEGER,
  FMU_BOOLEAN,
  FMU_STRING,
  FMU_ENUMERATION,
  N_FMU_TYPES
} FmuType;

/* In step with the words in description_read.c. */
typedef enum FmuCausality {
  FMU_PARAMETER,
  FMU_CALCULATED_PARAMETER,
  FMU_INPUT,
  FMU_OUTPUT,
  FMU_LOCAL,
  FMU_INDEPENDENT,
  N_FMU_CAUSALITIES
} FmuCausality;

typedef enum FmuVariability {
  FMU_CONSTANT,
  FMU_FIXED,
  FMU_TUNABLE,
  FMU_DISCRETE,
  FMU_CONTINUOUS,
  N_FMU_VARIABILITIES
} FmuVariability;

typedef enum FmuInitial {
  FMU_INITIAL_NONE,
  FMU_EXACT,
  FMU_APPROX,
  FMU_CALCULATED
} FmuInitial;

/* An enumeration of TypeDefinitions. */
typedef struct FmuItem {
  const char *name;
  int value;
} FmuItem;
typedef struct FmuEnumeration {
  const char *name;
  FmuItem *item;
  int n_items;
} FmuEnumeration;

typedef struct FmuVariable {
  const char *name;
  const char *description, *unit; /* NULL: none */
  const char *start, *min, *max;  /* as written; NULL: none */
  FmuType type;
  FmuCausality causality;
  FmuVariability variability;
  FmuInitial initial; /* as written; the standard's defaults filled in */
  unsigned value_reference;
  int n_derivatives; /* of an input that the importer is to give, as an
                        annotation of Foucault says; 0: none is known */
  const FmuEnumeration *enumeration; /* NULL: not one, or not described */
} FmuVariable;

/* One of <CoSimulation>, <ModelExchange>. */
typedef struct FmuKind {
  bool present;
  const char *identifier;
  /* "name=value" of every other attribute, as written */
  const char **capability;
  int n_capabilities;
} FmuKind;

typedef struct FmuDescription {
  const char *model_name, *guid, *fmi_version;
  const char *description, *generation_tool; /* NULL: none */
  FmuKind co_simulation, model_exchange;
  FmuEnumeration *enumeration;
  int n_enumerations;
  FmuVariable *variable;
  int n_variables, cap_variables;
  /* Indices into variable[], in the order of Derivatives. */
  int *state, *derivative;
  int n_states, n_derivatives;
  int n_event_indicators;
  const char **log_category;
  int n_log_categories, cap_log_categories;
  bool has_start, has_stop, has_tolerance, has_step;
  double start, stop, tolerance, step; /* DefaultExperiment */
} FmuDescription;

/* `where` names the file in messages; everything returned is in the session
 * arena. NULL after E602. */
const FmuDescription *description_read(Session *s, const char *where,
                                       const char *bytes, size_t length);

const char *description_causality_word(FmuCausality causality);
const char *description_variability_word(FmuVariability variability);
const char *description_type_word(FmuType type);

/* -1: no variable of that name. */
int description_find(const FmuDescription *d, const char *name);

#endif
