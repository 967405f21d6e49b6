/* circuit_law.h: what the equations of a component make of a branch.
 *
 * needs   for each variable the column that it belongs to: the root of the
 *         variables that are equal to it up to the sign; potentials of
 *         connectors belong to the current of their connector
 * gives   for the law of a branch, the equation that was matched to it, with
 *         everything put in that follows from other equations: the highest
 *         derivatives of its voltage and of its current. Orders are relative:
 *         v in der(v) = f(i) is worth i, integrated.
 * fails   (false) the order has no end, or the law was not found
 * cost    all equations once for the matching; each branch what its law holds
 *
 * Currents and voltages of other branches end the search: controlled sources
 * are sources.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_CIRCUIT_CIRCUIT_LAW_H
#define FOUCAULT_REDUCE_STRUCTURE_CIRCUIT_CIRCUIT_LAW_H

#include "reduce/structure/matching.h"

typedef struct CircuitLaws {
  const System *sys;
  Walk *walk;
  Matching *matching;
  const int *column;        /* [n_vars] -1: known, no part of the search */
  const bool *is_current;   /* [n_vars] column of a current of connectors */
  const bool *is_potential; /* [n_vars] of a connector */
  /* workspace of one law */
  int *order; /* [n_eqs] by which the equation was entered */
  int *stamp; /* [n_eqs] the law that entered it last */
  int now;
  int *stack;
  int n_stack, cap_stack;
  VarId *var;
  int cap_vars;
  Arena *scratch;
} CircuitLaws;

/* is_law: [n_eqs] equations that take part. */
CircuitLaws *circuit_laws_create(const System *sys, const int *column,
                                 const bool *is_current,
                                 const bool *is_potential, const bool *is_law,
                                 Arena *scratch);

typedef struct CircuitLaw {
  bool has_voltage, has_current;
  int voltage, current; /* order of the highest derivative */
  bool is_constant;     /* holds nothing else that may change */
} CircuitLaw;

bool circuit_law_find(CircuitLaws *laws, int column, CircuitLaw *law);

#endif
