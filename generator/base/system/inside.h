/* inside.h: is a file in a folder, whatever the names are that lead to it?
 *
 * Both names are followed to their ends first: links, "." and "..", names
 * that begin in the current folder.
 */
#ifndef FOUCAULT_BASE_SYSTEM_INSIDE_H
#define FOUCAULT_BASE_SYSTEM_INSIDE_H

#include <stdbool.h>

/* The folder itself counts. False where one of them is not there. */
bool inside_folder(const char *path, const char *folder);

#endif
