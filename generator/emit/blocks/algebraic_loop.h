/* algebraic_loop.h: one algebraic loop of the model while it is written: its
 * name, what it shares with others, and how its tables begin.
 *
 * The room emit/blocks/ writes algebraic loops: their residuals and Jacobians,
 * and the tables that the runtime solves them by. It calls emit/kernel/,
 * emit/text/, reduce/ and base/. Reading order: this file, block_twin.h,
 * block_tables.h, block_formula.h, block_run.h.
 */
#ifndef FOUCAULT_EMIT_BLOCKS_ALGEBRAIC_LOOP_H
#define FOUCAULT_EMIT_BLOCKS_ALGEBRAIC_LOOP_H

#include "emit/blocks/block_run.h"
#include "emit/kernel/model_text.h"
#include "emit/text/integer_rows.h"

/* One algebraic loop while it is written. */
typedef struct AlgebraicLoop {
  const ReducedBlock *block;
  const char *name;          /* "continuous_0" */
  const char *leader;        /* whose functions it uses; NULL: its own */
  const ReducedBlock *first; /* the leader's block; NULL: it has none, or is
                                the leader */
  /* The loop of the initial system that is this very block: its tables and
   * functions serve here too, but for the tangent and the formula. NULL: there
   * is none. */
  const char *same;
  bool keeps_factors; /* from one evaluation to the next */
  BlockRun *run; /* it is the first of these, which have one entry; NULL: it
                    has its own */
} AlgebraicLoop;

/* "pendulum.mo:14: x^2 + y^2 = L^2 (differentiated 2 times)" of equation k, in
 * the scratch arena. */
const char *algebraic_loop_equation(const ModelText *m, const ReducedBlock *b,
                                    int k);
/* "static const <type> <name>_<what>[] = {" */
void algebraic_loop_open_table(const AlgebraicLoop *loop, const char *type,
                               const char *what, FILE *out);
IntegerRows algebraic_loop_open_integers(const AlgebraicLoop *loop,
                                         const char *type, const char *what,
                                         FILE *out);
/* <name>_<what>, packed where that pays; period: see table_pack_write(). */
void algebraic_loop_write_integers(const ModelText *m,
                                   const AlgebraicLoop *loop, const char *what,
                                   const int *list, int n, int period,
                                   FILE *out);

#endif
