/* clock_search.h: what is collected of the equations before it is known which
 * clock each partition has; private to clock_partition.c, which collects, and
 * clock_infer.c, which concludes.
 *
 * needs   nodes that were made before; clocks where a clock is asked for
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_SEARCH_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_SEARCH_H

#include "flatten/clocks/clock_partition.h"

#define CLOCK_LARGEST 1000000000 /* of numerators and denominators */

typedef struct ClockDefinition {
  int node;
  FlatExpr *expr;
} ClockDefinition;

/* Clock(c, solverMethod): the method of a node. */
typedef struct ClockChoice {
  int node;
  const FlatExpr *expr; /* FLAT_CLOCK_SOLVER */
} ClockChoice;

/* interval(to) = factor*interval(from),
 * shift(to) = shift(from) + delay*interval(from) */
typedef struct ClockRelation {
  int to, from;
  Ratio factor, delay;
  bool is_choice; /* of Clock(c, solverMethod) */
  bool is_apart;  /* of noClock(): the base clock is the same, no more */
  /* The clocks of both sides tell the factor: */
  bool is_inferred_sub, is_inferred_super;
  Span span;
} ClockRelation;

/* An equation, the binding of a variable, an assertion or a when-equation. */
typedef struct ClockItem {
  FlatVarId variable;  /* of a binding; i < 0: none */
  int equation;        /* -1: none */
  int assertion, when; /* + 1; 0: none */
  int node;
} ClockItem;

typedef struct ClockSearch {
  const Flattening *f;
  Arena *arena;
  int *parent;
  int *group; /* as parent: of nodes whose partitions exchange values */
  bool *clocked;
  int n_nodes, cap_parents, cap_clocked;
  ClockDefinition *definition;
  int n_definitions, cap_definitions;
  ClockChoice *choice;
  int n_choices, cap_choices;
  ClockRelation *relation;
  int n_relations, cap_relations;
  ClockItem *item;
  int n_items, cap_items;
  ClockDefinition *asking; /* interval() and firstTick(), where they stand */
  int n_asking, cap_asking;
  ClockPartitions *all;
  int cap_bases;
  bool failed;
} ClockSearch;

/* E239. */
Diagnostic *clock_search_fail(ClockSearch *s, Span span, const char *message);
/* The root of a node in a forest of parents. */
int clock_search_root(int *parent, int node);
/* The partition of a node. */
int clock_search_find(ClockSearch *s, int node);
/* Where the text of an item stands. */
Span clock_search_span(const ClockSearch *s, const ClockItem *item);
/* Is the interval of the clock given by a variable of its own partition? */
bool clock_search_changes(const FlatExpr *clock);

/* An algorithm section whose results are clocked is a function that the
 * when-equations of its clock call: sections with an equation that is gone
 * [n_equations] leave the model, the others are numbered again. */
void clock_search_drop_sections(const Flattening *f, const bool *is_gone);

/* clock_infer.c: the clock and the solver method of each partition (MLS 3.6,
 * sections 16.5 and 16.7.5), in s->all->partition and base. */
void clock_infer(ClockSearch *s);

#endif
