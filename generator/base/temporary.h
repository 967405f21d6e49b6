/* temporary.h: folders and files that vanish with the run, however it ends.
 *
 * A small guard process waits until this one is gone (done, interrupted,
 * killed or crashed inside a loaded FMU) and then removes what was
 * registered. The guard needs no signal handler and no global state here.
 */
#ifndef FOUCAULT_BASE_TEMPORARY_H
#define FOUCAULT_BASE_TEMPORARY_H

#include <stdbool.h>

#include "base/session.h"

/* A new empty folder, removed with everything in it at the end; absolute
 * path in the session arena. NULL after E501. */
const char *temporary_folder(Session *s);

/* The same in the folder that `path` is in, so that what is in it can be moved
 * to `path`. */
const char *temporary_folder_beside(Session *s, const char *path);

/* A new empty file beside `path` with a name of its own, to be written and
 * then moved over `path`; removed at the end if it was not. The mode is that
 * of a file freshly made by the user. Where `path` is a device or pipe the
 * file lies elsewhere and is copied into it in the end. NULL after E501. */
const char *temporary_beside(Session *s, const char *path);

/* Moves a file made by temporary_beside() over `path`. False after E501: the
 * old file is as it was. */
bool temporary_publish(Session *s, const char *from, const char *path);

/* The guard process, made now if there is none yet; 0: there is none. */
int temporary_guard(Session *s);

/* Removes all of it now. To be called before session_destroy(). */
void temporary_end(Session *s);

#endif
