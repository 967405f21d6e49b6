/* transport.h: spatialDistribution(), a quantity that moves along a line.
 *
 * The line goes from 0 to 1; x is how far everything on it has moved. What
 * enters at 0 while it moves up, and at 1 while it moves down, is kept as
 * points of place and value where a step or an event is completed. A place is
 * counted from what moves: a point at `place` is at place + x of the line, so
 * that points never change. The value y is that at 0: while things move up
 * what entered last, extrapolated in time (and not in0 itself, which may
 * depend on y), else what arrives there. The value at 1 is that at 0 of the
 * line turned round.
 *
 * Points that were recorded one after another know when they entered, and how
 * fast place and value changed then: between them both are cubic polynomials
 * of time, which stay exact where things turn back. Between those of the
 * initial profile, and where the way was interrupted, straight lines are read;
 * two points at one place are a jump. A jump that arrives makes no event. Points closer
 * than a 4000th of the line take the place of the one before.
 *
 * For delay.c, which calls all of this; the points lie in the instance's
 * block.
 */
#ifndef FOUCAULT_TRANSPORT_H
#define FOUCAULT_TRANSPORT_H

#include "../core/instance.h"

/* What moves along a line. */
typedef struct TransportPoint {
  double place, value;
  double time, speed, rate; /* when it entered: of x and of the value then */
  int is_initial;           /* of the initial profile: no such time */
} TransportPoint;
typedef struct TransportState {
  int n_points;       /* that are known */
  double x, time;     /* when the last one was */
  double value, rate; /* of in0 then, and its derivative */
  double fastest;     /* speed since the start */
} TransportState;

/* A part of the instance. */
typedef struct TransportMemory {
  TransportPoint *point; /* [n_transports * TRANSPORT_ROOM] */
  TransportState *state; /* [n_transports] */
} TransportMemory;

static inline TransportMemory *transport_of(const Instance *inst)
{
  return inst->part[PART_TRANSPORT];
}

void transport_reset(Instance *inst);
/* As delay_refresh(). */
bool transport_refresh(Instance *inst);
/* As delay_record(), with the slopes of all values in tangent_of(inst)-> */
void transport_record(Instance *inst);
/* As delay_known_until(), from now on: a tenth of the line at the highest speed so
 * far. */
double transport_room(const Instance *inst);
/* As delay_longest_step(): a 200th of the line at the highest speed so far,
 * since values may change fast where things turn back slowly. */
double transport_longest_step(const Instance *inst);
/* How the values move in a direction, into it; true: one of them has changed. */
bool transport_turn(const Instance *inst, double *d);

#endif
