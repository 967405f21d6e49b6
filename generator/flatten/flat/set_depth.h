/* set_depth.h: how much a start value is trusted.
 *
 * What the modeller writes in the model itself says more about it than what a
 * class of a library says about all its uses (MLS 3.6, section 8.6.2). The
 * depth of a start value is the number of components around the text that
 * gives it: 0 is the model itself, SET_BY_TYPE a type (`type Temperature =
 * Real(start = 288.15)`). Where it is just a parameter, that of the binding
 * counts, if it is smaller, and so on.
 *
 * needs   starts and bindings as they are written, before parameters are
 *         evaluated
 * gives   FlatVar.set_depth
 * cost    linear, but for chains of parameters longer than 100, which are
 *         followed so far
 */
#ifndef FOUCAULT_FLATTEN_FLAT_SET_DEPTH_H
#define FOUCAULT_FLATTEN_FLAT_SET_DEPTH_H

#include "flatten/instances/instances.h"

enum { SET_BY_TYPE = 255 };

/* Of the value of a modifier. */
uint8_t set_depth_of(const Modifier *modifier);

/* Start values that are parameters take over their depths. */
void set_depth_follow(FlatModel *flat);

#endif
