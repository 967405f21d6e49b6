/* replay.h: a check that is done once more, up to one of its parts.
 *
 * The parent and the child share a table: which file is checked, which part is
 * wanted, and what mark each part has left. The child finds it by a handle in
 * FOUCAULT_CHECK_PART, which the parent sets for it.
 *
 * needs   a check that does the same each time: parts in the same order
 */
#ifndef FOUCAULT_WINDOWS_REPLAY_H
#define FOUCAULT_WINDOWS_REPLAY_H

#include <stdbool.h>

#include "check/run/child.h"

typedef enum ReplayKind {
  REPLAY_NONE, /* in the parent: a child is to be started */
  REPLAY_PASS, /* in the child: its mark is known */
  REPLAY_THIS  /* in the child: this part is wanted */
} ReplayKind;

typedef struct ReplayPlace {
  ReplayKind kind;
  ChildMark *mark; /* shared; NULL: there is no memory */
  void *report;    /* of REPLAY_THIS: findings go there */
} ReplayPlace;

/* Before each file; false: the child has nothing to do with it. */
bool replay_file(int file);
/* Before each part of it. */
ReplayPlace replay_next(void);
/* In the parent, before the child is started. */
void replay_tell(void *report);

#endif
