/* descendants.h: the processes that this one has started, and all of theirs.
 *
 * Foreign code may start processes that outlive it. Orphans come to this
 * process once it has adopted them, whatever group or session they have made
 * for themselves, so that none is lost.
 *
 * needs   /proc; where there is none nothing is counted or ended
 * cost    two files for each of them, at each call; where the kernel does not
 *         list the children of a process, one for each process of the machine
 */
#ifndef FOUCAULT_BASE_SYSTEM_DESCENDANTS_H
#define FOUCAULT_BASE_SYSTEM_DESCENDANTS_H

#include <stdbool.h>

typedef struct Descendants {
  int n;
  double megabytes; /* resident, in the sum: what they share counts for each */
} Descendants;

/* From now on orphans come to this process. */
void descendants_adopt(void);
/* All but this one and those below it (0: none). */
Descendants descendants_measure(int spared);
/* Ends them; gives how many there were. */
int descendants_end(int spared);

#endif
