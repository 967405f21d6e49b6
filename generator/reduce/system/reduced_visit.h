/* reduced_visit.h: the expressions of a block and of a ReducedSystem, and the
 * variables that they name, listed once, as system_visit.h does it for a
 * System.
 *
 * cost    linear in the lists that hold a place which is taken
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_REDUCED_VISIT_H
#define FOUCAULT_REDUCE_SYSTEM_REDUCED_VISIT_H

#include "reduce/system/reduced.h"

typedef enum BlockPlace {
  IN_BLOCK_VALUE,    /* BLOCK_ASSIGN */
  IN_BLOCK_DIVISOR,  /* the same: divisor, divisor_size */
  IN_BLOCK_RESIDUAL, /* all others */
  IN_BLOCK_ENTRY,    /* of the Jacobian */
  IN_BLOCK_INNER,    /* LoopMethod.inner_value */
  IN_BLOCK_FIRST,    /* FirstValues.value */
  IN_BLOCK_REST,     /* LoopMethod.rest */
  IN_BLOCK_TANGENT,
  IN_BLOCK_ALONG /* BLOCK_ASSIGN */
} BlockPlace;

typedef bool TakesInBlock(BlockPlace place);
/* `at`: position in its list, 0 where there is none. */
typedef void ReadInBlock(void *context, BlockPlace place, int at, ExprId e);

/* In this order; NO_EXPR is left out. */
void block_read_expressions(const ReducedBlock *block, TakesInBlock *takes,
                            ReadInBlock *read, void *context);

/* Which variable a block names. */
typedef enum BlockLink {
  BLOCK_COMPUTES,   /* unknown of BLOCK_ASSIGN */
  BLOCK_SOLVES_FOR, /* unknown of all others */
  BLOCK_VARIES_BY   /* TangentEntry.var */
} BlockLink;

typedef bool TakesBlockLink(BlockLink link);
typedef void ReadBlockVar(void *context, BlockLink link, int at, VarId v);

/* NO_VAR is left out. */
void block_read_variables(const ReducedBlock *block, TakesBlockLink *takes,
                          ReadBlockVar *read, void *context);
/* The same of all its blocks. */
void sequence_read_variables(const BlockSequence *sequence,
                             TakesBlockLink *takes, ReadBlockVar *read,
                             void *context);

typedef enum SequencePlace {
  SEQUENCE_PARAMETERS,
  SEQUENCE_INITIAL,
  SEQUENCE_CONTINUOUS
} SequencePlace;

enum { N_SEQUENCES = 3 };

/* The slot that the variable's value reference leads to. */
int reduced_slot_of(const ReducedSystem *r, const ReducedVar *rv);

const BlockSequence *reduced_sequence(const ReducedSystem *r,
                                      SequencePlace place);
/* Which of them is it? */
SequencePlace reduced_sequence_place(const ReducedSystem *r,
                                     const BlockSequence *sequence);

/* What stands beside the sequences. */
typedef enum ReducedPlace {
  REDUCED_START,    /* ReducedStart.value */
  REDUCED_DIVISOR,  /* ReducedDivisor.value, size */
  REDUCED_IMPLICIT, /* residuals and tangents of ReducedImplicit.rows */
  REDUCED_JUMP,     /* the same of ReducedJumps.rows, factors and sums */
  REDUCED_FOLLOW    /* the same of ReducedFollow.crossings and reinits */
} ReducedPlace;

typedef bool TakesReduced(ReducedPlace place);
typedef void ReadReduced(void *context, ReducedPlace place, int at, ExprId e);

void reduced_read_expressions(const ReducedSystem *r, TakesReduced *takes,
                              ReadReduced *read, void *context);

typedef enum ReducedLink {
  REDUCED_ROW,                /* ReducedVar.var */
  REDUCED_STARTED,            /* ReducedStart.var */
  REDUCED_DIVIDED_FOR,        /* ReducedDivisor.unknown */
  REDUCED_PREFERRED_START,    /* start_preference */
  REDUCED_STATE,              /* state */
  REDUCED_DERIVATIVE,         /* derivative */
  REDUCED_SOURCE,             /* state_source, derivative_source */
  REDUCED_CONSTRAINT,         /* constraint */
  REDUCED_IMPLICIT_SLOPE,     /* ReducedImplicit.slope */
  REDUCED_IMPLICIT_DUMMY,     /* ReducedImplicit.dummy */
  REDUCED_IMPLICIT_VARIES_BY, /* TangentEntry.var of its rows */
  REDUCED_JUMPING,            /* ReducedJumps.variable */
  REDUCED_JUMP_VARIES_BY,     /* TangentEntry.var of its rows */
  REDUCED_FOLLOW_VARIES_BY,   /* the same of ReducedFollow */
  REDUCED_IMPULSE,            /* ReducedJumpFactor.var */
  REDUCED_SCALE_SOURCE        /* ReducedScales.source */
} ReducedLink;

typedef bool TakesReducedLink(ReducedLink link);
typedef void ReadReducedVar(void *context, ReducedLink link, int at, VarId v);

/* What is named beside the sequences; NO_VAR is left out. */
void reduced_read_variables(const ReducedSystem *r, TakesReducedLink *takes,
                            ReadReducedVar *read, void *context);

#endif
