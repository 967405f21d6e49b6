/* matching.h: assigns columns to rows of a bipartite graph, path by path.
 *
 * The room reduce/structure/ owns what follows from which unknown occurs in
 * which equation: matchings, blocks, what must be differentiated, and checks
 * that the structure can be trusted. It calls reduce/simplify/,
 * reduce/system/, symbolic/ and base/. Reading order: this file, singular.h,
 * pantelides.h, blt.h, tearing.h; then top_problem.h and regular.h.
 *
 * The graph is a list of columns per row. Columns for which `excluded` is set
 * do not exist; between searches it may be set, never cleared.
 * matching_augment() extends the matching by one row or says which rows and
 * columns it reached: these rows have too few columns. A search without
 * recursion; each one costs at most the edges it reaches.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_MATCHING_H
#define FOUCAULT_REDUCE_STRUCTURE_MATCHING_H

#include "reduce/system/incidence.h"

typedef struct Matching {
  Arena *arena;
  IntList *row; /* columns of each row; set by the owner */
  int n_rows, cap_rows;
  int n_cols, cap_cols;
  bool *excluded; /* [n_cols] */
  int *row_col;   /* [n_rows] column of the row, -1: none */
  int *col_row;   /* [n_cols] row of the column, -1: none */
  /* what the last search reached */
  int *reached_row, *reached_col;
  int n_reached_rows, n_reached_cols;
  /* workspace of the search */
  int *stamp; /* [n_cols] */
  int now;
  int *next, *cheap; /* [n_rows] position in the row's list */
  int *from;         /* [n_cols] row from which it was reached */
  int64_t work;      /* edges looked at in all searches */
} Matching;

Matching *matching_create(Arena *arena, int n_rows, int n_cols);
/* Room for more rows and columns; new ones are empty and unmatched. */
void matching_grow(Matching *m, int n_rows, int n_cols);
/* True: the row has a column now. */
bool matching_augment(Matching *m, int row);
/* The same where the graph does not change any more: what a search reached in
 * vain no later search needs to enter, it is excluded. All searches that fail
 * cost together no more than the edges of the graph. */
bool matching_augment_last(Matching *m, int row);
/* Marks what can be reached from a row by alternating paths, without
 * changing anything; adds to reached_*. Start with matching_reach_begin(). */
void matching_reach_begin(Matching *m);
void matching_reach(Matching *m, int row);

#endif
