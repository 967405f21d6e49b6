/* cache_folder.h: where compiled files are kept from run to run.
 *
 * $XDG_CACHE_HOME/foucault, or ~/.cache/foucault. Files in it are named by a
 * hash of all that they are made of: none is ever wrong, all may be removed.
 */
#ifndef FOUCAULT_EMIT_PACKAGE_CACHE_FOLDER_H
#define FOUCAULT_EMIT_PACKAGE_CACHE_FOLDER_H

#include "base/arena.h"

/* NULL: there is none that can be written to, which is not a fault; then things
 * are compiled each time. */
const char *cache_folder(Arena *arena);

#endif
