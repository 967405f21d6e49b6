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
/* Makes a new folder, for its owner alone, or a new empty file, which is removed
 * at the end, with all in it. The pattern is an absolute path that ends with
 * X's, which become other letters. False, -1: errno. */
bool guard_make_folder(Temporary *guard, char *pattern);
int guard_make_file(Temporary *guard, char *pattern);
/* Removes all of it now. */
void guard_end(Temporary *guard);
/* The process that removes them; 0: there is none. NULL is allowed. */
int guard_process(const Temporary *guard);

#endif
