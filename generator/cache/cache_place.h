/* cache_place.h: the folder of kept FMUs, and how large it may become.
 *
 * $FOUCAULT_CACHE, else builds/ in the folder of cache_folder.h. At most
 * $FOUCAULT_CACHE_SIZE megabytes, 1000 if it is not a number: then those that
 * were not used for the longest time are removed. A size of 0 switches it off.
 *
 * Several programs may use it at once: an entry is written under another name
 * and moved, and one that vanishes is as one that never was.
 */
#ifndef FOUCAULT_CACHE_CACHE_PLACE_H
#define FOUCAULT_CACHE_CACHE_PLACE_H

#include <stdbool.h>

#include "base/session.h"

typedef struct CachePlace {
  const char *folder; /* NULL: there is none */
  double limit;       /* bytes */
  int n_entries;      /* of cache_place_measure() */
  double bytes;
} CachePlace;

/* The folder is made where it is not there; NULL after a failure, or if the
 * size is 0. */
CachePlace cache_place_find(Session *s);

void cache_place_measure(Session *s, CachePlace *place);

/* Removes the oldest until the rest is below the limit. */
void cache_place_trim(Session *s, CachePlace *place);

/* Removes all; how many there were. */
int cache_place_clear(Session *s, CachePlace *place);

/* The path of an entry, in the session arena. */
const char *cache_place_path(Session *s, const CachePlace *place,
                             const char *key);

#endif
