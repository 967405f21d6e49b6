/* memory_limit.h: how much memory all arenas of this process have together, and
 * may have.
 *
 * Memory belongs to the process, as signals do: there is one count.
 *
 * needs   memory_limit_begin() before anything is refused
 * gives   `beyond` is called once when there is more; it does not come back
 * cost    an addition for each chunk of an arena
 */
#ifndef FOUCAULT_BASE_SYSTEM_MEMORY_LIMIT_H
#define FOUCAULT_BASE_SYSTEM_MEMORY_LIMIT_H

#include <stddef.h>

/* What has too much, by its name (arena.h). */
typedef void (*MemoryBeyond)(void *context, const char *name);

/* From here on at most so many bytes; while `beyond` runs there is no limit. */
void memory_limit_begin(double most, MemoryBeyond beyond, void *context);
void memory_limit_end(void);

/* For arena.c. */
void memory_limit_take(const char *name, size_t bytes);
void memory_limit_give(size_t bytes);

/* What the machine has, in MB; a million where that is not known. */
double memory_limit_machine(void);

#endif
