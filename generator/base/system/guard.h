/* guard.h: removes files and folders at the end, however the program ends.
 *
 * The room base/system/ has what systems do each in their own way; it calls
 * nothing but the system. generator/windows/base/system/ has the same for
 * Windows.
 */
#ifndef FOUCAULT_BASE_SYSTEM_GUARD_H
#define FOUCAULT_BASE_SYSTEM_GUARD_H

#include <stdbool.h>

typedef struct Temporary Temporary;

/* NULL: errno. */
Temporary *guard_begin(void);
/* The absolute path is removed at the end, with all in it. False: errno. */
bool guard_add(Temporary *guard, const char *path);
/* Removes all of it now. */
void guard_end(Temporary *guard);
/* The process that removes them; 0: there is none. NULL is allowed. */
int guard_process(const Temporary *guard);

#endif
