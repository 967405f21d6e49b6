/* plan.h: matched equations to a sequence of blocks, with Jacobians.
 *
 * The room reduce/blocks/ turns matched equations into what is computed, block
 * by block, and says what depends on what. It calls reduce/index/ and the
 * rooms before it, symbolic/ and base/. Reading order: this file,
 * dependencies.h, tangent.h, jacobian_pattern.h, implicit.h,
 * model_structure.h.
 *
 * needs   a perfect matching of the rows to the columns (variables) that are
 *         not excluded; discrete rows are matched to what they assign
 * gives   blocks in an order in which each needs only earlier ones: a single
 *         equation that is affine in its unknown becomes an assignment (in
 *         the initial system not where the unknown drops out in some branch:
 *         then it keeps its start value), all
 *         else a system with its exact sparse Jacobian; what is freed is
 *         computed together with its row
 * fails   E306 an Integer or Boolean inside an algebraic loop
 * cost    linear in the equations and in the Jacobians' entries
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_PLAN_H
#define FOUCAULT_REDUCE_BLOCKS_PLAN_H

#include "reduce/structure/matching.h"
#include "reduce/system/reduced.h"

typedef struct PlanRow {
  ExprId residual; /* Real rows */
  VarId assigned;  /* discrete rows: assigned := value; else NO_VAR */
  ExprId value;
  EqId eq; /* NO_EQ: initial equation */
  Span span;
  /* Rows of one level of a selection set are one block: the first of them
   * stands for all (set >= 0), the others are absorbed. */
  int set, level;
  bool absorbed;
  /* More variables that the block of this row computes, by the smallest
   * change from their start values (initial_levels.h). */
  IntList freed;
} PlanRow;

typedef struct Plan {
  PlanRow *row;
  int n_rows, cap_rows;
  bool is_initial;
  Matching *m; /* rows to VarIds; made by plan_begin() */
  /* Blocks that plan_blocks() may take over where they are the same; NULL:
   * none. */
  const BlockSequence *known;
  /* [n_rows] what a row would like to be computed before it (blt.h); NULL:
   * nothing. */
  const IntList *wished;
} Plan;

/* All equations of the system as rows (discrete ones matched already), with
 * the incidence lists of a matching in which nothing is excluded but what is
 * no continuous unknown. */
Plan *plan_begin(const System *sys, Walk *walk, bool with_initial,
                 Arena *arena);
/* One more row, matched to an unknown that no other row is matched to. */
void plan_add_equation(Plan *plan, const System *sys, Walk *walk, const Eq *eq,
                       VarId unknown, Arena *arena);
/* Joins the rows of each level of each selection set. Their candidates count
 * as computed by the joined row, whichever of them are states. To be called
 * after all other rows are matched, with the candidates excluded. */
void plan_join_levels(const System *sys, Walk *walk, Plan *plan, Arena *arena);
/* Appends the blocks; `arena` owns them. */
bool plan_blocks(Session *s, const System *sys, Walk *walk, Plan *plan,
                 BlockSequence *sequence, Arena *arena);

void block_append(BlockSequence *sequence, const ReducedBlock *block,
                  Arena *arena);
/* var := value */
ReducedBlock block_assignment(VarId var, ExprId value, Span span, Arena *arena);

#endif
