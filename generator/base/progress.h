/* progress.h: what the program is busy with, for somebody who waits.
 *
 * When stderr is a terminal and the work takes longer than half a second, one
 * line shows the present phase; it is gone when the work is done. Nothing is
 * shown with --quiet or --verbose (which prints more itself).
 */
#ifndef FOUCAULT_BASE_PROGRESS_H
#define FOUCAULT_BASE_PROGRESS_H

#include "base/session.h"

typedef struct Progress Progress;

/* NULL if nothing is to be shown; all functions take that. */
Progress *progress_begin(Session *s);
/* `words` must live as long as the program. */
void progress_phase(Progress *progress, const char *words);
void progress_end(Progress *progress);

#endif
