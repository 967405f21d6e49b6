/* selection_set.h: is a choice of dummy derivatives good for ever?
 *
 * needs   the choice of index_dummy.c in one block
 * gives   a selection set (System.set) for each part of the block, tied
 *         together by constraints, whose chosen matrix may become singular on
 *         the way: there is another choice, and not all chosen columns are
 *         constant or triangular (choice_is_permanent.h). Its states get variables of
 *         their own, because what they stand for changes at run time.
 * cost    linear in the block
 */
#ifndef FOUCAULT_REDUCE_INDEX_SELECTION_SET_H
#define FOUCAULT_REDUCE_INDEX_SELECTION_SET_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

/* One candidate: a column of the block's Jacobian. */
typedef struct Column {
  VarId top;     /* highest derivative of its chain */
  bool fixed;    /* a start value of the chain is fixed */
  bool started;  /* a start value of the chain is given */
  bool constant; /* all entries are free of unknowns and time */
  bool linear;   /* all entries are free of its own chain */
  bool number;   /* all entries are numbers */
} Column;

typedef struct Entry {
  int row, col;
  ExprId value;
} Entry;

typedef struct DummyBlock {
  int n;    /* rows and columns */
  EqId *eq; /* by falling order */
  int *order;
  Column *column;
  Entry *entry;
  int n_entries;
  int n_levels;
  bool *chosen; /* [n_levels * n] */
} DummyBlock;

/* Adds the sets that the block needs to the system. */
void selection_set_make(System *sys, Session *s, Walk *walk,
                        const DummyBlock *block);

#endif
