/* cost.h: what each pass costs, in time and memory.
 *
 * Passes follow one another, so one call at the end of each is enough: it
 * books what was used since the call before. Shown by --verbose, and the key
 * "passes" of --json.
 */
#ifndef FOUCAULT_BASE_COST_H
#define FOUCAULT_BASE_COST_H

#include <stddef.h>

struct Session;

typedef struct Cost {
  const char *pass; /* lives as long as the session */
  double seconds;   /* of the processors, those of workers too */
  double elapsed;   /* seconds on the clock */
  size_t held;      /* bytes in the arenas when it was done */
  size_t peak;      /* bytes of the process and its workers at most, up to
                       then */
} Cost;

/* Forgets what was used up to now. */
void cost_begin(struct Session *s);
/* The pass is done. What it costs when it runs again is added. */
void cost_end(struct Session *s, const char *pass);

#endif
