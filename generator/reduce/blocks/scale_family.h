/* scale_family.h: what one member of a family says about sizes, said again for
 * the others. Private to scale_groups.c.
 *
 * What an expression says follows from its graph, its numbers, and which of
 * its variables are of one group already. Members of a family (family.h) have
 * most often all of this in common: one of them is read, and what was found is
 * kept as a list of findings on its variables; the others are compared with it
 * and get the same findings on their own.
 *
 * gives   what reading the member itself would give, in the same order
 * cost    of a member that is like the last one that was read, a look at each
 *         of its nodes and the root of each of its variables
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_SCALE_FAMILY_H
#define FOUCAULT_REDUCE_BLOCKS_SCALE_FAMILY_H

#include "base/disjoint_sets.h"
#include "reduce/system/system.h"
#include "symbolic/walk_pattern.h"

/* Members with more nodes are read one by one: they seldom come again. */
enum { SCALE_FAMILY_NODES = 300 };

/* Two variables are of one size, or one is as large as a number. */
typedef struct ScaleFinding {
  int first, second; /* among the variables of the member; second -1: size */
  double size;
} ScaleFinding;

typedef struct ScaleNumber {
  int32_t position;
  ExprId value;
} ScaleNumber;

/* What was read of a family last; n_vars is the number of variables in each
 * member. */
typedef struct ScaleFamily {
  Arena *arena;
  int graph_number; /* another one for each graph; 0: none is kept */
  int n_read;       /* so many members were read */
  WalkPattern graph;
  int32_t *position; /* [n_vars] of its variables in the walk */
  ScaleNumber *number;
  int n_vars, n_numbers;
  int *group; /* [n_vars] the first of them that had the same group; -1: it is
                 not a Real */
  int *root;  /* [n_vars] room for those of the member at hand */
  int cap_positions, cap_numbers, cap_groups, cap_roots;
  ScaleFinding *finding;
  int n_findings, cap_findings;
  bool waits; /* something in it could not be decided yet */
} ScaleFamily;

/* Of each family of the system one that nothing is kept of. */
ScaleFamily *scale_families_create(Arena *arena, const System *sys);

/* Has e the graph and the numbers that are kept? Then var[n_vars] are its
 * variables, in the order that the findings use. */
bool scale_family_follow(const ScaleFamily *f, Walk *walk, ExprId e, int *var);
/* Are these variables in groups as those that were read last? */
bool scale_family_fits(ScaleFamily *f, const System *sys, DisjointSets *sets,
                       const int *var);

/* The expression of the last walk, which went below event relations, is about
 * to be read: its graph is kept. False: it is not worth it. */
bool scale_family_take(ScaleFamily *f, const Walk *walk);
/* So are the groups of its variables. False: too many were read. */
bool scale_family_begin(ScaleFamily *f, const System *sys, DisjointSets *sets,
                        const int *var);
/* Found while it is read: these are groups, or second is -1. */
void scale_family_note(ScaleFamily *f, DisjointSets *sets, const int *var,
                       ScaleFinding found);

#endif
