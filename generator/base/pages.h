/* pages.h: memory from the system, in the sizes that arenas ask for.
 *
 * gives   zeroed memory; what is large can grow without being copied, and
 *         without standing in memory twice
 * fails   NULL: the machine has no more
 * cost    pages that nobody writes to take no memory
 */
#ifndef FOUCAULT_BASE_PAGES_H
#define FOUCAULT_BASE_PAGES_H

#include <stddef.h>

void *pages_get(size_t size); /* size > 0 */
/* The same bytes in a larger place, the rest zero; the old place is gone,
 * unless this fails. */
void *pages_grow(void *memory, size_t old_size, size_t size);
/* `size` as it was asked for. */
void pages_give_back(void *memory, size_t size);

#endif
