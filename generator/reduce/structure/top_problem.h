/* top_problem.h: the differentiated problem G x = 0 as a matched graph.
 *
 * Rows are the most differentiated version of each equation, columns the
 * highest derivatives z; other rows are empty. Blocks of its block lower
 * triangular form are where dummy derivatives are chosen and where the
 * Jacobian dG/dz must be regular. Several passes ask for them: they are kept
 * in System.top_blocks, with all that they follow from, and are found again
 * where that has changed.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_TOP_PROBLEM_H
#define FOUCAULT_REDUCE_STRUCTURE_TOP_PROBLEM_H

#include "reduce/structure/blt.h"

typedef struct TopBlocks TopBlocks;
/* In a child of `arena`. */
TopBlocks *top_blocks_create(Arena *arena);

/* needs   pantelides() is done (eq_var is set) */
Matching *top_problem_graph(const System *sys, Walk *walk, Arena *arena);
Blt top_problem_blocks(const System *sys, Walk *walk, Arena *arena);

#endif
