/* block_edge.h: solutions of a loop on the boundary of a relation.
 *
 * 0 = m*(if m > 0 then a - h else b - h) holds at m = 0 whatever h is, and for
 * both values of its relation: beside the solutions with m above and below zero
 * there is one on the boundary itself, which other equations of the loop move
 * along it. Between two solutions that do not meet it may be the only one; where
 * it crosses one of them it is a second one, which Newton's method likes as
 * well. events/loop_edge.h decides; here is what it has to know about one side:
 *
 * EDGE_STAYS    do the equations hold on the boundary by themselves? Residuals
 *               of those that do not say where the boundary is are changed; the
 *               solution has to stay on it.
 * EDGE_MEASURE  the determinant, which passes zero where the solution of this
 *               side is on the boundary, too.
 * EDGE_GIVEN    the same where there are no such equations (a loop of one
 *               unknown), at other values of what is given: the solution has to
 *               stay on the boundary, too.
 * EDGE_LEAVE    the solution of this side: Newton's method for F(y)/z(y), which
 *               has no solution on the boundary z = 0. Its steps have the
 *               direction of those for F.
 *
 * The model is evaluated up to the loop for that, so that what follows from the
 * relation is as the side says.
 *
 * What a relation compares may be computed after the loop. Then the evaluation
 * goes on with the unknowns as they are given (EDGE_HOLD), and z of the tasks
 * above is linear, by the slope on the boundary.
 *
 * paper   Brown and Gearhart, Numer. Math. 16, 1971 (deflation)
 */
#ifndef FOUCAULT_BLOCK_EDGE_H
#define FOUCAULT_BLOCK_EDGE_H

#include "../blocks/block_linear.h"
#include <stdbool.h>

typedef enum EdgeTask {
  EDGE_STAYS,
  EDGE_GIVEN,
  EDGE_MEASURE,
  EDGE_LEAVE,
  EDGE_HOLD
} EdgeTask;

typedef struct EdgeVisit {
  int walking; /* Block.store of the loop that is looked at; 0: none */
  int last;    /* EDGE_HOLD: loops up to this one are held */
  EdgeTask task;
  int relation;
  double side; /* of z: 1 or -1 */
  int good;    /* what was asked for is so */
  int alone;   /* EDGE_STAYS: all equations say where the boundary is */
  int sign;    /* of the determinant; 0: not known */
  double size; /* binary logarithm of it */
} EdgeVisit;

/* A part of the instance. */
typedef struct BlockEdge {
  int n; /* relations, if the model has loops that count; else 0 */
  EdgeVisit *visit;
  double *crossing, *before; /* [n] workspace */
  double *gradient;          /* [largest block] of z, by unknowns */
  double *base; /* [largest block] unknowns where that is; of a relation whose
                   z is computed after the loop */
  double *base_z; /* z there; NAN: it is not */
  double *place; /* [largest block] the solution on the boundary, then what
                       was found: another one on it, or beside it */
  double *right; /* [largest block] workspace */
} BlockEdge;

static inline BlockEdge *block_edge_of(const Instance *inst)
{
  return inst->part[PART_BLOCK_EDGE];
}

/* Can this loop have such solutions at all? The second one: in this instance. */
bool block_edge_may_count(const Block *block);
bool block_edge_counts(const Instance *inst, const Block *block);

/* Sets mark[k] for each relation whose z depends on unknowns of the block, not
 * by what is computed after it. */
void block_edge_mark(Instance *inst, const Block *block, unsigned char *mark);
/* Does z of relation k depend, in any way, on the unknowns of the loops from
 * number `first` up to `last`? v->real is to be restored. */
bool block_edge_reaches(Instance *inst, int first, int last, int k);
/* How z of relation k depends on the unknowns of the block, at the present
 * values, is in `gradient`. False: it does not. The second one: by what is
 * computed after the loop, v->real is to be restored; `real` has the present
 * values. */
bool block_edge_depends(Instance *inst, const Block *block, int k);
bool block_edge_depends_later(Instance *inst, const Block *block, int k,
                              const double *real);
/* The crossings, as quiet_crossings() gives them, are to be those of the
 * unknowns as they are: what is between them and the crossings is computed. */
bool block_edge_renew(Instance *inst, const Block *block);
/* By how much unknown number j changes where z changes by `change`, along the
 * gradient. */
double block_edge_change(const Instance *inst, const Block *block, int j,
                         double change);

/* Looks at one side: relations are as there, `gradient` is known, unknowns are
 * those of the solution on the boundary. Gives the answer in visit; v->real is
 * to be restored, and what the evaluation has changed. */
void block_edge_look(Instance *inst, const Block *block, int k, double side,
                     EdgeTask task);

/* Is any loop looked at? This one? */
bool block_edge_is_busy(const Instance *inst);
static inline bool block_edge_is_looked_at(const Instance *inst,
                                           const Block *block)
{
  const BlockEdge *e = block_edge_of(inst);
  const EdgeVisit *visit = e->visit;
  return e->n > 0 && block->store > 0 && visit->walking > 0 &&
         visit->walking <= block->store && block->store <= visit->last &&
         block_edge_may_count(block);
}
/* In place of its solution: non-zero, the evaluation ends; 0: it goes on. */
int block_edge_visit(ModelValues *v, const Block *block, BlockWork *w);

#endif
