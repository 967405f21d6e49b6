/* clock_partition.h: which equations have which clock (MLS 3.6, section 16.7).
 *
 * Nodes are the variables of the flat model, clock variables too, and what is
 * made on the way: one for each equation, for each argument of an operator
 * between clocks and for each clock expression. Nodes that must have one clock
 * are united; the roots are the partitions. Several clocks Clock(n, resolution)
 * in partitions that exchange values are parts of one clock. For clocks.c.
 *
 * needs   the equations of the model, unfolded; the nodes of all variables come
 *         first
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_PARTITION_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_PARTITION_H

#include "base/ratio.h"
#include "flatten/instances/instances.h"

/* A clock that is not made of another one. */
typedef struct ClockBase {
  FlatExpr *expr; /* FLAT_CLOCK_INTERVAL or FLAT_CLOCK_EVENT */
  bool is_event;  /* by a condition */
  bool changes;   /* an interval that it gives itself at each tick */
  Ratio step;     /* from tick to tick of its counter, in intervals of expr */
  int node;       /* of the partition that has these ticks */
  FlatVarId tick; /* the importer makes it true; i < 0: it ticks by itself */
} ClockBase;

/* How a partition with derivatives is integrated (clock_discretize.h). */
typedef enum ClockMethod {
  METHOD_NONE,
  METHOD_EXPLICIT_EULER,
  METHOD_EXPLICIT_MID_POINT_2,
  METHOD_EXPLICIT_RUNGE_KUTTA_4,
  METHOD_IMPLICIT_EULER,
  METHOD_IMPLICIT_TRAPEZOID,
} ClockMethod;

typedef struct Partition {
  bool is_clocked, is_known;
  ClockMethod method;
  int base;
  Ratio interval, shift; /* in intervals of the base clock */
  int64_t every, first;  /* the same in ticks of its counter */
} Partition;

/* left = right, at the ticks of a partition; variable = value, when it is known
 * which one it determines (clock_assign.h). */
typedef struct ClockedEquation {
  FlatVarId variable; /* i < 0: not known yet */
  FlatExpr *left, *right, *value;
  int root;
  bool is_section; /* the result of an algorithm section, which reads pre() */
  Span span;
} ClockedEquation;

/* A variable x whose derivative dx the equations determine. */
typedef struct ClockedState {
  FlatVarId x, dx;
  int root;
  Span span;
} ClockedState;

typedef struct ClockPartitions {
  Partition *partition; /* [n_nodes], of roots */
  int n_nodes;
  int *root;               /* [variables of the flat model]; -1: not clocked */
  int n_rooted, cap_roots; /* variables when the partitions were found */
  ClockBase *base;
  int n_bases;
  ClockedEquation *equation;
  int n_equations, cap_equations;
  ClockedState *state;
  int n_states, cap_states;
  int *assertion; /* [assertions of the flat model] its root; -1: not clocked */
} ClockPartitions;

bool clock_partition_is_operator(const FlatExpr *expr);
/* Takes the clocked equations, the bindings of clocked variables and
 * everything of clocks out of the flat model. NULL after E239 or E290. */
ClockPartitions *clock_partition_find(const Flattening *f);

/* A new equation, all zero; valid until the next one. */
ClockedEquation *clock_partition_add(ClockPartitions *all, Arena *arena);
/* For a variable made since the partitions were found. */
void clock_partition_set_root(ClockPartitions *all, Arena *arena, FlatVarId id,
                              int root);

#endif
