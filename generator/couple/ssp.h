/* ssp.h: a system of FMUs as an SSP 1.0 archive describes it.
 *
 * The room couple/ reads systems of FMUs of any maker and runs them together
 * (foucault couple). It calls fmu_file/, flatten/flat/ (tables of names),
 * emit/text/ (files) and base/. Reading order:
 *
 *   ssp.h, ssp_read.h    SystemStructure.ssd: elements, connectors, connections
 *   ssp_file.h           files of an archive, and archives in it
 *   ssp_dictionary.h     signals by names (SSB)
 *   ssp_values.h         parameter sets (SSV) and their mappings (SSM)
 *   ssp_unit.h           units of the system
 *   ssp_trace.h          from each input back to the output that it is fed by
 *   couple.h             the FMUs, and what is connected with what
 *   couple_order.h       in which order outputs are read; algebraic loops
 *   couple_part.h        one FMU while it runs; couple_stepper.h: with an
 *                        integrator, one of Model Exchange
 *   couple_exchange.h    values from outputs to inputs; couple_loop.h: loops
 *   couple_inputs.h      inputs within a step; couple_energy.h: what it costs
 *   couple_run.h         the steps
 *
 * Systems inside of systems are elements like others; paths name them. Where a
 * component is a description of its own it is a system with that one in it.
 * All is in the session arena.
 */
#ifndef FOUCAULT_COUPLE_SSP_H
#define FOUCAULT_COUPLE_SSP_H

#include <stdbool.h>

#include "base/session.h"
#include "base/units.h"

/* In step with the words in ssp_connect.c. */
typedef enum SspKind {
  SSP_INPUT,
  SSP_OUTPUT,
  SSP_INOUT,
  SSP_PARAMETER,
  SSP_CALCULATED_PARAMETER,
  N_SSP_KINDS
} SspKind;

/* In step with the words in ssp_xml.c. */
typedef enum SspType {
  SSP_REAL,
  SSP_INTEGER,
  SSP_BOOLEAN,
  SSP_STRING,
  SSP_ENUMERATION,
  SSP_BINARY,
  N_SSP_TYPES,
  SSP_NO_TYPE = N_SSP_TYPES
} SspType;

typedef struct SspUnit {
  const char *name;
  Unit unit;
} SspUnit;

typedef struct SspUnits {
  SspUnit *item;
  int n, cap;
} SspUnits;

typedef struct SspItem {
  const char *name;
  int value;
} SspItem;

typedef struct SspEnumeration {
  const char *name;
  SspItem *item;
  int n_items, cap_items;
} SspEnumeration;

typedef struct SspEnumerations {
  SspEnumeration *item;
  int n, cap;
} SspEnumerations;

/* One row of a Boolean, Integer or Enumeration mapping. */
typedef struct SspMapEntry {
  const char *source, *target;
} SspMapEntry;

typedef struct SspTransformation {
  bool is_linear; /* factor, offset; the same without any */
  double factor, offset;
  SspType mapped; /* of the entries; SSP_NO_TYPE: none */
  SspMapEntry *entry;
  int n_entries, cap_entries;
} SspTransformation;

/* A description: that of the system itself, or of a component. */
typedef struct SspDocument SspDocument;
struct SspDocument {
  const SspDocument *around; /* NULL: of the system itself */
  const char *path;          /* of the archive, for messages */
  const char *where;         /* of the description in it, for messages */
  const char *folder;        /* all files of the archive are here */
  const char *place;         /* the description's own folder in there: "", or a
                                name with a slash at its end */
  const char *file;          /* its own name in the folder */
  SspUnits units;
  SspEnumerations enumerations;
};

typedef struct SspConnector {
  const char *name;
  SspKind kind;
  SspType type;            /* SSP_NO_TYPE: not said */
  const char *unit;        /* NULL: not said */
  const char *enumeration; /* its name; NULL: none */
  const SspUnits *units;   /* in which these names are looked up */
  const SspEnumerations *enumerations;
  long line;
} SspConnector;

/* Names that stand for signals, wherever they are referred to. */
typedef struct SspDictionary {
  const char *name;
  SspConnector *entry;
  int n_entries, cap_entries;
} SspDictionary;

/* A value of a parameter set. */
typedef struct SspValue {
  const char *name;
  SspType type;
  const char *text; /* as it is written */
  const char *unit; /* NULL: none */
  const char *enumeration;
  const char *where; /* the file */
  long line;
  SspTransformation transformation;
  bool keeps_unit;       /* suppressUnitConversion */
  const SspUnits *units; /* of the file */
  const SspEnumerations *enumerations;
  bool *is_used; /* by something in the system */
} SspValue;

typedef struct SspValues {
  SspValue *item;
  int n, cap;
} SspValues;

/* A system, or a component: an FMU. The first one is the system itself. */
typedef struct SspElement {
  const char *name;
  const char *path; /* "sub.part"; "" of the system itself */
  size_t path_length;
  int parent;                  /* the system around it; -1: none */
  int depth;                   /* how many systems are around it */
  bool is_system;              /* no FMU: a reference to a dictionary, too */
  const SspDocument *document; /* in which it is written */
  SspDictionary **dictionary;  /* [n_dictionaries] of a system */
  int n_dictionaries, cap_dictionaries;
  const SspDictionary *refers; /* a reference to it; NULL: none */
  const char *source; /* of a component: entry of the archive; of one that
                                 is a description: as it is written; else NULL */
  const char *implementation; /* CoSimulation, ModelExchange, any; NULL: any */
  SspConnector *connector;
  int n_connectors, cap_connectors;
  SspValues values;       /* of its parameter bindings, later ones go first */
  const SspValue **given; /* [n_connectors] of a system: what a binding gives
                             the connector; NULL: nothing */
  long line;
} SspElement;

/* One end of a connection. */
typedef struct SspEnd {
  int element;   /* the system that holds the connection, or one of its own */
  int connector; /* of that element */
} SspEnd;

typedef struct SspConnection {
  int system;
  SspEnd from, to; /* as the values go */
  bool keeps_unit; /* suppressUnitConversion */
  SspTransformation transformation;
  long line;
} SspConnection;

typedef struct Ssp {
  const char *path;  /* of the archive, for messages */
  const char *where; /* of the description in it, for messages */
  const char *name;
  SspElement *element;
  int n_elements, cap_elements;
  SspConnection *connection;
  int n_connections, cap_connections;
  bool has_start, has_stop;
  double start, stop; /* DefaultExperiment */
} Ssp;

/* The connector of that name; -1: there is none. */
int ssp_connector(const SspElement *element, const char *name);
/* "sub.part.x", for messages, in the session arena. */
const char *ssp_end_name(Session *s, const Ssp *ssp, SspEnd end);

#endif
