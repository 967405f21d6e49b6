/* temporary_guard.h: who removes temporary things; base/temporary.h makes
 * them. */
#ifndef FOUCAULT_BASE_TEMPORARY_GUARD_H
#define FOUCAULT_BASE_TEMPORARY_GUARD_H

#include "base/temporary.h"

typedef struct Temporary Temporary;

/* The absolute path is removed at the end, with all in it. False: errno. */
bool temporary_register(Session *s, const char *path);

#endif
