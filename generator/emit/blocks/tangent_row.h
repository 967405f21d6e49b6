/* tangent_row.h: what the statements of directional derivatives are made of.
 *
 * A row is an assignment of the sequence with its partial derivatives, a
 * residual of a loop with those, or a whole loop. Written as a sum it carries a
 * direction forward (model_tangent.h); spread over what it is computed from it
 * carries weights backward (model_adjoint.h).
 *
 * A long row (the sum over all cells of a model) is cut into parts of some
 * terms each, which then repeat themselves, inside of the row that it is.
 */
#ifndef FOUCAULT_EMIT_BLOCKS_TANGENT_ROW_H
#define FOUCAULT_EMIT_BLOCKS_TANGENT_ROW_H

#include "emit/kernel/routine.h"
#include "emit/kernel/shared_value.h"

enum { TERMS_PER_STATEMENT = 6 };

/* One sequence of blocks, in the tables <prefix>_block. */
typedef struct TangentPart {
  const BlockSequence *blocks;
  const char *prefix;
  const bool *keeps; /* of each block: is it written? NULL: all are */
} TangentPart;

/* A statement of the sequence, or part of a long one, in which every factor
 * is written, 1 too, so that the parts are more alike. */
typedef struct TangentRow {
  const ReducedBlock *block;
  const char *prefix; /* of a loop */
  int number;         /* of a loop; -1: an assignment, or a row of a loop */
  char array;         /* of the target: t->d or t->r */
  int target;
  int first, last; /* entries of the block */
  ExprId along;    /* instead of the factors of entries; NO_EXPR: none */
  bool is_part;    /* of a long one */
  bool continues;  /* is added to what is there */
  const struct TangentRow *next; /* it stands for a run (tangent_run.h), of
                                    which this is the second; NULL: it is one */
} TangentRow;

typedef struct TangentRows {
  TangentRow *row;
  int n_rows, cap_rows;
} TangentRows;

/* The rows of a loop's residuals, and those of a sequence in the order of
 * computation: all blocks that compute Reals. */
void tangent_rows_of_loop(ModelText *m, const ReducedBlock *block,
                          TangentRows *rows);
void tangent_rows_of_part(ModelText *m, const TangentPart *part,
                          TangentRows *rows);

/* Is the factor of entry k 1, and not written? */
bool tangent_row_is_left_out(const ModelText *m, const TangentRow *row, int k);
/* Where the direction of entry k lies: "4", in the scratch arena. */
const char *tangent_row_slot(ModelText *m, const TangentRow *row, int k);
/* "t->d[4]", the same. */
const char *tangent_row_target(ModelText *m, const TangentRow *row);
/* The factor of entry k, or what stands for all; good until the next call. */
const char *tangent_row_factor(ModelText *m, const TangentRow *row, int k);
const char *tangent_row_along(ModelText *m, const TangentRow *row);
/* What a reader knows it by; NULL: nothing. */
const char *tangent_row_name(const ModelText *m, const TangentRow *row);
/* Writes temporaries of the factors that are written, or of what stands for
 * them all. */
void tangent_row_prepare(ModelText *m, const TangentRow *row, FILE *out);

/* --- for routines --- */

typedef void (*TangentRowWriter)(ModelText *m, const TangentRow *row,
                                 FILE *out);

/* The whole list as a C function, the rows by `write` and the loops by calls of
 * `of_loop` ("block_tangent"). Not `can_fail`: there are no loops. */
typedef struct TangentRoutine {
  const char *name;
  const TangentRows *rows;
  TangentRowWriter write;
  const char *of_loop;
  bool can_fail;
} TangentRoutine;
void tangent_rows_write(ModelText *m, const TangentRoutine *routine, FILE *out);

#endif
