/* abort_between.h: SIGABRT at a moment when the process does not hold the lock
 * of the allocator, so that its handler may allocate and free.
 *
 * A process that grows is mostly inside of malloc(), waiting for the kernel to
 * give it memory. It is stopped, its present call of the kernel is read
 * (/proc/PID/syscall), and where that is one of the allocator's it goes on for
 * a millisecond. After a fifth of a second, or where nothing can be read, the
 * signal is sent all the same. Linux.
 */
#ifndef FOUCAULT_BASE_SYSTEM_ABORT_BETWEEN_H
#define FOUCAULT_BASE_SYSTEM_ABORT_BETWEEN_H

#include <sys/types.h>

/* A child of this process. */
void abort_between(pid_t child);

#endif
