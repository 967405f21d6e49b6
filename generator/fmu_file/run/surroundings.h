/* surroundings.h: what the code of an FMU shares with this program.
 *
 * The current folder, the mask of new files, the locale and the rounding of
 * numbers belong to the whole process. An FMU that changes them would change
 * where results go, who may read them and how their numbers look.
 */
#ifndef FOUCAULT_FMU_FILE_RUN_SURROUNDINGS_H
#define FOUCAULT_FMU_FILE_RUN_SURROUNDINGS_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct Surroundings {
  char folder[4096]; /* "": not known */
  unsigned mask;
  char locale[1024];
  int rounding;
} Surroundings;

void surroundings_keep(Surroundings *kept);
/* The rounding alone: false where it was another one. */
bool surroundings_round(const Surroundings *kept);
/* All as it was; what had been changed, as words for a message, or NULL. */
const char *surroundings_restore(Arena *arena, const Surroundings *kept);

#endif
