/* walk_pattern.h: walks that go the way of an earlier one.
 *
 * Equations of an array have the same graph, with other leaves. Where the
 * graph of a walk is known, another expression is compared with it from its
 * root down, at a fraction of what a walk and a comparison afterwards cost.
 */
#ifndef FOUCAULT_SYMBOLIC_WALK_PATTERN_H
#define FOUCAULT_SYMBOLIC_WALK_PATTERN_H

#include "symbolic/walk.h"

typedef struct WalkPatternNode {
  uint8_t op;
  uint8_t n_args; /* that are entered: none of an event relation */
  bool is_event;
  int32_t index;  /* operators: expr_index(), the same in all */
  int32_t arg[3]; /* positions */
} WalkPatternNode;

/* The graph of one frozen walk; its arrays grow in the arena. */
typedef struct WalkPattern {
  Arena *arena;
  WalkPatternNode *node;
  int n_nodes, cap_nodes;
  int32_t *root; /* positions */
  int n_roots, cap_roots;
} WalkPattern;

/* That of the last walk, which was from these roots, without stops. */
void walk_pattern_take(WalkPattern *pattern, const Walk *walk,
                       const ExprId *root, int n);

/* Walks from as many roots as the pattern has. True: nodes and positions are
 * those of walk_from_all(), and the graph is that of the pattern, whatever
 * its numbers, variables and event relations are. False: it is another graph,
 * and the walk holds nothing. */
bool walk_pattern_follow(const WalkPattern *pattern, Walk *walk,
                         const ExprId *root);

#endif
