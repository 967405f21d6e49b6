/* glob.h for Windows: see windows/posix/posix.h. */
#ifndef FOUCAULT_WINDOWS_GLOB_H
#define FOUCAULT_WINDOWS_GLOB_H

#include <stddef.h>

typedef struct glob_t {
  size_t gl_pathc;
  char **gl_pathv;
} glob_t;

/* The pattern may be a path alone. */
int glob(const char *pattern, int how, void *on_error, glob_t *found);
void globfree(glob_t *found);

#endif
