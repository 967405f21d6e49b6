/* memory.h: pre(v), the values from before an event.
 *
 * Each pre(v) has a value of its own. It is constant while an evaluation goes
 * on, and gets the value of v when the evaluation has settled: the event
 * iteration ends when no pre(v) changes any more.
 */
#ifndef FOUCAULT_MEMORY_H
#define FOUCAULT_MEMORY_H

#include "../core/instance.h"

/* Copies every v to its pre(v). Returns whether a value of one that changes
 * at events only was another. Needs fresh values. */
bool memory_update(Instance *inst);

/* At the beginning of an event: pre(x) of what changes between events too is
 * its value now, with the relations as they were. False: evaluation failed
 * (noted). */
bool memory_snapshot(Instance *inst);

#endif
