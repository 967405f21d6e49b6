/* bounded_child.h: work in a process of its own, with limits.
 *
 * The C compiler reads what a model's author has written: a few lines keep it
 * busy for ever, ask for all memory, or crash it. It ends with this program,
 * however that ends, and all that it has started ends with it.
 *
 * needs   Linux for the end of all; elsewhere the limits alone
 * cost    two copies of the process; on Windows there is none, and no limit
 */
#ifndef FOUCAULT_BASE_SYSTEM_BOUNDED_CHILD_H
#define FOUCAULT_BASE_SYSTEM_BOUNDED_CHILD_H

typedef struct BoundedChild {
  int (*work)(void *context); /* gives an exit status, or does not return */
  void *context;
  double seconds;   /* by the clock; 0: any */
  double megabytes; /* of addresses, of each of its processes; 0: any */
} BoundedChild;

enum { BOUNDED_CHILD_DIED = -1, BOUNDED_CHILD_LATE = -2 };

/* The exit status, or one of these: it could not be started, it was killed, or
 * its time was over. */
int bounded_child(const BoundedChild *child);

#endif
