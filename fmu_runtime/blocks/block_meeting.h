/* block_meeting.h: what is said where branches of solutions meet.
 *
 * Where a track (block_walk.h) has come to a place from which two solutions go
 * on, and none of them is the one that the slope leads to, one is taken and the
 * other one is not. That is never done in silence: at the accepted point after
 * the place a warning gives both. A step that is dropped says nothing.
 *
 * cost    per accepted point one comparison
 */
#ifndef FOUCAULT_BLOCK_MEETING_H
#define FOUCAULT_BLOCK_MEETING_H

#include "block_track.h"

/* The block has a solution after its track: if that has come to such a place,
 * it is to be reported. */
void block_meeting_take(Instance *inst, const Block *block);

/* The anchor is given up where branches are one: what goes on from there is
 * not known. */
void block_meeting_give_up(Instance *inst);

/* The present values belong to an accepted point. */
void block_meeting_report(Instance *inst);

/* "y = 1, z = 2 and y = 1, z = 3", of the unknowns that differ most. */
void block_meeting_append(const Instance *inst, const Block *block,
                          const double *one, const double *other,
                          LogText *text);

#endif
