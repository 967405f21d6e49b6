/* description_read.h: modelDescription.xml of any FMI 2.0 or 3.0 FMU.
 *
 * Reads what is needed to run an FMU and to describe it. Entities and the
 * network are off; a file that is no description of these versions gets E602
 * with its line. Compliance is not judged here beyond what reading needs.
 *
 * All variables are scalars here: an array of FMI 3.0 is one FmuVariable for
 * each element, x[1], x[2], and the array itself an FmuArray.
 */
#ifndef FOUCAULT_FMU_FILE_DESCRIPTION_READ_H
#define FOUCAULT_FMU_FILE_DESCRIPTION_READ_H

#include <stdbool.h>

#include "base/session.h"

/* How a variable is read and set. Of FMI 3.0, integers that may have more than
 * 31 bits are numbers (is_integer), Binary is a String of hexadecimal digits,
 * and a Clock is a Boolean: did it tick at this event? */
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
  FMU_STRUCTURAL_PARAMETER, /* FMI 3.0 alone */
  N_FMU_CAUSALITIES,
  N_FMI2_CAUSALITIES = FMU_STRUCTURAL_PARAMETER
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

/* The types of FMI 3.0, in step with the words in description3.c. */
typedef enum Fmi3Type {
  FMI3_FLOAT32,
  FMI3_FLOAT64,
  FMI3_INT8,
  FMI3_UINT8,
  FMI3_INT16,
  FMI3_UINT16,
  FMI3_INT32,
  FMI3_UINT32,
  FMI3_INT64,
  FMI3_UINT64,
  FMI3_BOOLEAN,
  FMI3_STRING,
  FMI3_BINARY,
  FMI3_ENUMERATION,
  FMI3_CLOCK,
  N_FMI3_TYPES
} Fmi3Type;

/* In step with the words in description3.c. */
typedef enum FmuInterval {
  FMU_INTERVAL_CONSTANT,
  FMU_INTERVAL_FIXED,
  FMU_INTERVAL_TUNABLE,
  FMU_INTERVAL_CHANGING,
  FMU_INTERVAL_COUNTDOWN,
  FMU_INTERVAL_TRIGGERED,
  N_FMU_INTERVALS
} FmuInterval;

/* One of the dimensions of an array. */
typedef struct FmuDimension {
  long size;
  int parameter; /* index into array[] of the structural parameter; -1: none */
} FmuDimension;

/* A variable of FMI 3.0 as the file has it: an array or a scalar. */
typedef struct FmuArray {
  const char *name;
  Fmi3Type type;
  unsigned value_reference; /* of the calls of FMI 3.0 */
  int first, n; /* its elements in variable[], row by row; n may be 0 */
  FmuDimension *dimension;
  int n_dimensions;      /* 0: a scalar */
  bool is_resized;       /* a dimension is not that of the file */
  bool is_clocked;       /* it belongs to clocks */
  const unsigned *clock; /* [n_clocks] value references of these */
  int n_clocks;
  /* Clocks */
  FmuInterval interval_variability;
  bool has_interval; /* in the file */
  double interval, shift;
  double priority; /* the smallest is the most urgent */
} FmuArray;

typedef struct FmuVariable {
  const char *name;
  const char *description, *unit; /* NULL: none */
  const char *start, *min, *max;  /* as written; NULL: none */
  const char *nominal;            /* the same; of Reals */
  FmuType type;
  FmuCausality causality;
  FmuVariability variability;
  FmuInitial initial;    /* as written; the standard's defaults filled in */
  const char *type_name; /* as the file has it: Real, Float32 */
  bool is_integer;       /* a number without digits after the point */
  /* What the calls of Fmu take: of FMI 2.0 the value reference, of 3.0 the
   * index of the variable (of an alias: that of what it stands for). */
  unsigned value_reference;
  int array;         /* of FMI 3.0: index into array[] */
  int n_derivatives; /* of an input that the importer is to give, as an
                        annotation of Foucault says; 0: none is known */
  const FmuEnumeration *enumeration; /* NULL: not one, or not described */
} FmuVariable;

/* An unknown of Outputs in ModelStructure. */
typedef struct FmuDependence {
  int variable;     /* index into the description's variables */
  bool is_known;    /* what it depends on; false: on anything */
  const int *known; /* [n_known] variables that it depends on */
  int n_known;
} FmuDependence;

/* One of <CoSimulation>, <ModelExchange>. */
typedef struct FmuKind {
  bool present;
  const char *identifier;
  /* "name=value" of every other attribute, as written */
  const char **capability;
  int n_capabilities;
} FmuKind;

typedef struct FmuDescription {
  const char *model_name, *fmi_version;
  const char *guid; /* of FMI 3.0 the instantiationToken */
  const char *description, *generation_tool; /* NULL: none */
  int version;                               /* 2 or 3 */
  FmuKind co_simulation, model_exchange, scheduled_execution;
  bool is_scheduled; /* for nothing else: it is run as co_simulation, which has
                        what scheduled_execution has (fmi3/fmu3_schedule.h) */
  FmuArray *array;   /* of FMI 3.0 */
  int n_arrays, cap_arrays;
  FmuEnumeration *enumeration;
  int n_enumerations;
  FmuVariable *variable;
  int n_variables, cap_variables;
  /* Indices into variable[], in the order of Derivatives. */
  int *state, *derivative;
  int n_states, n_derivatives;
  int n_event_indicators;
  FmuDependence *output;
  int n_outputs, cap_outputs;
  const char **log_category;
  int n_log_categories, cap_log_categories;
  bool has_start, has_stop, has_tolerance, has_step;
  double start, stop, tolerance, step; /* DefaultExperiment */
} FmuDescription;

/* `where` names the file in messages; everything returned is in the session
 * arena. NULL after E602. */
const FmuDescription *description_read(Session *s, const char *where,
                                       const char *bytes, size_t length);
/* The same, where set[n_set], NAME=VALUE, may give structural parameters of
 * FMI 3.0 other values, and by that arrays other sizes. */
const FmuDescription *description_read_sized(Session *s, const char *where,
                                             const char *bytes, size_t length,
                                             const char *const *set, int n_set);

const char *description_causality_word(FmuCausality causality);
const char *description_variability_word(FmuVariability variability);
const char *description_type_word(FmuType type);
const char *description_interval_word(FmuInterval interval);
const char *description_fmi3_type_word(Fmi3Type type);

/* The capability of that name, as FMI 2.0 spells it, as written; NULL: absent. */
const char *description_capability(const FmuKind *kind, const char *name);
/* A whole number that may be absent or wrong: 0 then. */
int description_capability_number(const FmuKind *kind, const char *name);
/* It is true. */
bool description_can(const FmuKind *kind, const char *name);

/* -1: no variable of that name. */
int description_find(const FmuDescription *d, const char *name);

#endif
