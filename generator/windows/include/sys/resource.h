/* sys/resource.h for Windows: see windows/posix/posix.h. */
#ifndef FOUCAULT_WINDOWS_RESOURCE_H
#define FOUCAULT_WINDOWS_RESOURCE_H

#include <sys/time.h>
#include <time.h>

enum { RUSAGE_SELF, RUSAGE_CHILDREN };

struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss; /* kilobytes */
};

/* Of children nothing is known: zero. */
int getrusage(int who, struct rusage *used);

#endif
