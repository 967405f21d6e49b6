/* coordinate_frame.h: coordinates along constraints, where no formula gives them.
 *
 * The constraints C x' = b of a CoordinateFrame (model.h) leave directions D with C D = 0
 * open. A frame is a matrix B of as many columns, orthonormal in units of
 * nominal values: the states are u = B^T x', and the model solves
 *   C x' = b,  B^T x' = u    so that    x' = D u + ...,  B^T D = 1.
 * B is made by QR from the directions D of a point, and kept: between two such
 * points it is a constant, u' = B^T x'', and D changes smoothly. While the
 * constraints turn the columns of D grow, as 1/cos of the angle to B. Where
 * one is too long the frame is renewed, as states are exchanged in a selection
 * set (dummy_pivot.h): x' stays, u gets another meaning.
 *
 * The directions are tangents of the model along u: there is no other way to
 * look at C, which may be hidden in formulas.
 *
 * cost    a tangent for each u; QR of a small dense matrix
 */
#ifndef FOUCAULT_COORDINATE_FRAME_H
#define FOUCAULT_COORDINATE_FRAME_H

#include "../core/instance.h"

/* The largest length of a direction; 1: no frame. Needs fresh values. False: a
 * tangent does not exist (noted). */
bool coordinate_frame_measure(Instance *inst, double *length);

/* Makes all frames again. Needs fresh values, and leaves them fresh. False: a
 * tangent does not exist, or directions depend on each other (noted). */
bool coordinate_frame_renew(Instance *inst);

#endif
