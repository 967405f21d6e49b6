/* loop_edge.h: loops whose solution stays on the boundary of a relation.
 *
 * 0 = m*(if m > 0 then a - h else b - h), as in each pump or volume that is
 * fed from where the flow comes: m = 0 is a solution whatever the rest of the
 * loop says about h (block_edge.h). No crossing function tells where it ends,
 * since it stays on the boundary for ever. What is right is the limit of m that
 * is small: as long as the solution with m above zero would need m below zero,
 * and the other one m above it, the loop rests on the boundary, as a model that
 * slides does (slide.h). Where one of them is inside of its own side, it is the
 * solution.
 *
 * So after each event, where a loop is on a boundary on which its equations
 * hold by themselves, each side is asked for a solution of its own. If there is
 * one it is taken, with a warning that names both. If there is none the loop
 * rests: the indicator of the relation is the determinant of the side that
 * comes first, which passes zero where the solution of that side comes to the
 * boundary; there the loop leaves it. Relations with the same boundary (m > 0
 * and -m > 0) go together; the first of them leads.
 *
 * What a relation compares may be computed after the loop. To find out whether
 * it is takes evaluations of the model: one at an event at which a relation is
 * on its boundary, and one for each unknown where a loop is found. Where no
 * equations hold on the boundary by themselves the next looks come ever more
 * seldom: of relations that only pass, then of those that stay there.
 *
 * Linear loops have one solution for each value of a relation, and need none of
 * this.
 */
#ifndef FOUCAULT_LOOP_EDGE_H
#define FOUCAULT_LOOP_EDGE_H

#include "contact.h"

/* What is known of one relation. */
typedef struct LoopEdge {
  int leader; /* 1 + relation that leads; 0: it is on no edge */
  int block;  /* of the leader: place in Model.block */
  int left;   /* the boundary was left in this event */
  int rest_reported, left_reported;
  int sign[2];    /* of the leader: of determinants with z above and below zero,
                     as the loop rests; 0: not known yet */
  double largest; /* of the leader: their largest size, a binary logarithm */
  double margin;  /* of the leader: it is left where a determinant is so far
                     beyond zero, in parts of that */
  /* of what is computed after a loop: */
  int is_at_edge, was_at_edge; /* when an event had settled; the one before */
  int pause, waits; /* events without a look after the last one, and still */
  int may_rest;     /* its equations have held there by themselves once */
} LoopEdge;

/* A part of the instance; empty in models without loops that count. */
typedef struct LoopEdges {
  int n; /* relations */
  int *n_edges;
  LoopEdge *relation;
  double *indicator; /* [n] at the present values, of those that lead */
  /* workspace: a point that is left meanwhile */
  double *real;
  int *integer, *boolean;
  unsigned char *value; /* [n] of relations */
  unsigned char *tied;  /* [n] is on its boundary, with the one looked at */
  unsigned char *mark;  /* [n] depends on the loop that is looked at */
  signed char *sign;
} LoopEdges;

static inline LoopEdges *loop_edges_of(const Instance *inst)
{
  return inst->part[PART_LOOP_EDGE];
}

/* An event begins. */
void loop_edge_enter(Instance *inst);
/* When the event iteration has settled: which loops begin to rest, and leave. As
 * contact_settle(). */
ContactChange loop_edge_settle(Instance *inst);
/* The present values belong to an accepted point. */
void loop_edge_keep(Instance *inst);

/* Is any loop at rest so? */
static inline bool loop_edge_is_active(const Instance *inst)
{
  return loop_edges_of(inst)->n > 0 && *loop_edges_of(inst)->n_edges > 0;
}
/* Is the value of relation k kept? Needs fresh crossings. */
bool loop_edge_holds(const Instance *inst, int k);
/* Indicators at the present values; then that of relation k, which holds. */
void loop_edge_measure(Instance *inst);
double loop_edge_indicator(const Instance *inst, int k);

#endif
