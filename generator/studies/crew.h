/* crew.h: workers beside the program, each of which does the same work with a
 * number of its own.
 *
 * On POSIX they are copies of this process: code of FMUs cannot meet in them,
 * and where it crashes, ends its process or does not come back, one worker is
 * lost and can be started again. On Windows they are threads
 * (generator/windows/studies/crew.c).
 *
 * needs   memory that all of them see for what they tell each other
 *         (base/worker.h: worker_shared())
 * fails   where no worker can be started, crew_start() is false
 */
#ifndef FOUCAULT_STUDIES_CREW_H
#define FOUCAULT_STUDIES_CREW_H

#include <stdbool.h>

/* The work is done when this returns. */
typedef void (*CrewWork)(void *context, int worker);

typedef struct Crew Crew;

/* How a worker has ended. */
typedef struct CrewEnd {
  int worker;         /* -1: none has ended */
  bool is_done;       /* its work has returned */
  int status;         /* it has left by exit() with this one, where neither */
  const char *signal; /* it has crashed: the name of the signal; else NULL */
} CrewEnd;

/* As many as the machine runs at once; with threads one, where the work is not
 * made for them. */
int crew_usual(bool is_thread_safe);
int crew_most(bool is_thread_safe);

/* NULL: no memory. Nobody works yet. */
Crew *crew_create(int n_workers, CrewWork work, void *context);
bool crew_start(Crew *crew, int worker);
/* The next worker that has ended, if one has; waits a little for one. */
CrewEnd crew_wait(Crew *crew);
/* Ends a worker at once; false: that cannot be done here. */
bool crew_kill(Crew *crew, int worker);
/* All of them have ended. */
void crew_destroy(Crew *crew);

#endif
