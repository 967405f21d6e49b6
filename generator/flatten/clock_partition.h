/* clock_partition.h: which equations have which clock (MLS 3.6, section 16.7).
 *
 * Nodes are the variables of the flat model, clock variables too, and what is
 * made on the way: one for each equation, for each argument of an operator
 * between clocks and for each clock expression. Nodes that must have one clock
 * are united; the roots are the partitions. For clocks.c.
 */
#ifndef FOUCAULT_FLATTEN_CLOCK_PARTITION_H
#define FOUCAULT_FLATTEN_CLOCK_PARTITION_H

#include "flatten/instantiate.h"

typedef struct Ratio {
  int64_t n, d; /* d > 0, no common divisor */
} Ratio;

/* A clock that is not made of another one. */
typedef struct ClockBase {
  FlatExpr *expr; /* FLAT_CLOCK_INTERVAL or FLAT_CLOCK_EVENT */
  bool is_event;
  Ratio step; /* from tick to tick of its counter, in intervals of expr */
} ClockBase;

typedef struct Partition {
  bool is_clocked, is_known;
  int base;
  Ratio interval, shift; /* in intervals of the base clock */
  int64_t every, first;  /* the same in ticks of its counter */
} Partition;

/* variable = value, at the ticks of a partition. */
typedef struct ClockedEquation {
  FlatVarId variable;
  FlatExpr *value;
  int root;
  Span span;
} ClockedEquation;

typedef struct ClockPartitions {
  Partition *partition; /* [n_nodes], of roots */
  int n_nodes;
  ClockBase *base;
  int n_bases;
  ClockedEquation *equation;
  int n_equations;
} ClockPartitions;

bool clock_partition_is_operator(const FlatExpr *expr);
/* Takes the clocked equations, the bindings of clocked variables and
 * everything of clocks out of the flat model. NULL after E239 or E290. */
ClockPartitions *clock_partition_find(Flattening *f);

#endif
