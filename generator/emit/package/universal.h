/* universal.h: libraries for two processors in one file, as macOS has it.
 *
 * needs   Mach-O files of 64 bits, for different processors
 * gives   one file: a table, big-endian, and the files at whole pages
 */
#ifndef FOUCAULT_EMIT_PACKAGE_UNIVERSAL_H
#define FOUCAULT_EMIT_PACKAGE_UNIVERSAL_H

#include "base/arena.h"
#include "emit/text/read_file.h"

/* False: a file is not what it should be. */
bool universal_join(Arena *arena, const FileBytes *part, int n, FileBytes *all);

#endif
