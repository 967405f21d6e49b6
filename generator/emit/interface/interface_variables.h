/* interface_variables.h: what an importer of FMI 3.0 sees in place of scalars:
 * arrays that stay arrays, one value reference for each, and second names.
 *
 * The room emit/interface/ has what the C code and the description of FMI 3.0
 * must agree on. It calls emit/text/, reduce/ and base/. Reading order: this
 * header, then interface_clocks.h.
 *
 * needs   a ReducedSystem, whose rows are the scalars in the order of the model
 * gives   variables: a scalar, or the rows of one array (x[1], x[2] ... or
 *         der(x[1]) ...) that differ in nothing but the start value. Arrays of
 *         states are so in the order of the states, and their derivatives are
 *         arrays of the same form. References are those of fmu_runtime/model.h
 * cost    linear in the rows, and a sort of the arrays
 */
#ifndef FOUCAULT_EMIT_INTERFACE_INTERFACE_VARIABLES_H
#define FOUCAULT_EMIT_INTERFACE_INTERFACE_VARIABLES_H

#include <stdio.h>

#include "emit/kernel/model_text.h"
#include "reduce/system/reduced.h"

enum { INTERFACE_DIMENSIONS = 8 };

/* The numbers of REFERENCE_* of fmu_runtime/model.h, whose other names would
 * meet those of reduce/. */
enum {
  REFERENCE_REAL,
  REFERENCE_INTEGER,
  REFERENCE_BOOLEAN,
  REFERENCE_STRING,
  REFERENCE_ENUMERATION,
  REFERENCE_INDICATORS,
  REFERENCE_CLOCK,
  REFERENCE_SIZE,
  REFERENCE_ARRAY = 8,
  REFERENCE_RESIZABLE = 15,
  REFERENCE_SHIFT = 28
};

typedef struct InterfaceVariable {
  int row, n;       /* rows of var[], from `row` on; n is 1 for a scalar */
  int n_dimensions; /* 0: a scalar */
  int dimension[INTERFACE_DIMENSIONS];
  const char *name; /* without the indices */
  unsigned reference;
  int owner;     /* the variable that it is another name of, or itself */
  int next;      /* the next name of the same owner; -1 */
  int start_row; /* owner: rows that have its start values */
  int derived;   /* owner: variable that it is the derivative of; -1 */
  int array;     /* number in Model.array; -1: none */
} InterfaceVariable;

/* In the order of their references. */
typedef struct InterfaceClock {
  int variable;  /* of `variable` below */
  int row;       /* its row of var[] */
  int interval;  /* slot of the Real with the seconds; -1: none */
  int parameter; /* slot of the independent parameter that these are; -1 */
  bool is_constant, is_tunable; /* the interval */
  double seconds;               /* the interval, where it is a parameter */
  int priority;                 /* of inputs: from 0, the highest */
} InterfaceClock;

typedef struct InterfaceDependencies
    InterfaceDependencies; /* interface_dependencies.h */

typedef struct ArrayCells {
  int first_run, n_cells;
  int kind; /* REFERENCE_* */
} ArrayCells;

typedef struct CellRun {
  int first, step, n;
} CellRun;

struct InterfaceVariables {
  InterfaceVariable *variable;
  int n_variables;
  int *of_row; /* [n_vars] the variable; -1: hidden */
  ArrayCells *array;
  int n_arrays, cap_arrays;
  CellRun *run; /* those of all arrays */
  int n_runs, cap_runs;
  InterfaceClock *clock; /* interface_clocks.h */
  int n_clocks;
  const InterfaceDependencies *dependencies; /* NULL: they are not listed */
};

/* Lives in the arena. */
InterfaceVariables *interface_variables_find(const ReducedSystem *r,
                                             Arena *arena);

/* The reference of a constant String, by its number. */
unsigned interface_variables_text(int number);
/* That of the size with this number. */
unsigned interface_variables_size(int number);
/* That of all event indicators. */
unsigned interface_variables_indicators(void);

/* Members of foucault_model, and before it the tables. NULL: nothing. */
void interface_variables_write_tables(const InterfaceVariables *all, FILE *out);
void interface_variables_write_members(const InterfaceVariables *all,
                                       FILE *out);

#endif
