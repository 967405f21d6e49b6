/* seen_check.h: is what a build has looked at still the same?
 *
 * A fact is a line of an entry: a kind, a path and its hash or answer.
 */
#ifndef FOUCAULT_CACHE_SEEN_CHECK_H
#define FOUCAULT_CACHE_SEEN_CHECK_H

#include <time.h>

#include "base/files_seen.h"

typedef struct SeenFact {
  SeenKind kind;
  const char *path;
  const char *answer; /* a hash, or what files_seen_answer() gives */
} SeenFact;

/* All that the session has read and noted, each once, in `fact`. False: the
 * list is not complete, or something has changed since that time. */
bool seen_check_list(Session *s, struct timespec since, SeenFact **fact,
                     int *n);

bool seen_check_holds(Session *s, const SeenFact *fact);

#endif
