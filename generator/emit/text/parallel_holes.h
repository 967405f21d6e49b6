/* parallel_holes.h: some holes of a template, written by a worker while the
 * program writes the others.
 *
 * needs   holes that need nothing of the others, and share no state with them
 * gives   the same text as without a worker
 * fails   if the file cannot be written or read: parallel_holes_end() reports
 *         it
 * cost    the text of these holes is written to a file and copied
 */
#ifndef FOUCAULT_EMIT_TEXT_PARALLEL_HOLES_H
#define FOUCAULT_EMIT_TEXT_PARALLEL_HOLES_H

#include "base/worker.h"
#include "emit/text/template.h"

typedef struct ParallelHoles ParallelHoles;

/* Begins to write these holes, in this order, and puts others in their place
 * that take their texts from `path`, a new file. NULL: the holes are as they
 * were. */
ParallelHoles *parallel_holes_begin(Session *s, Arena *arena, const char *path,
                                    TemplateHole *hole, int n_holes);
/* When all is written; false: the texts are not there, errno says why. `t`
 * may be NULL. */
bool parallel_holes_end(ParallelHoles *t);

#endif
