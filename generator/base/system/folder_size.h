/* folder_size.h: how much is in a folder that somebody else fills.
 *
 * needs   nobody's good will: folders as deep as they like, files that go and
 *         come meanwhile
 * cost    one look at each entry, up to the number asked about; not on Windows
 */
#ifndef FOUCAULT_BASE_SYSTEM_FOLDER_SIZE_H
#define FOUCAULT_BASE_SYSTEM_FOLDER_SIZE_H

#include <stdbool.h>

/* Each entry counts as 16 KiB at least. What is deeper than a path can say is
 * not seen, nor are files without a name. */
bool folder_size_is_above(const char *path, double megabytes);

#endif
