/* fmu_ward.h: the code of an FMU that came as a file runs in a process that
 * another one watches (base/system/ward.h): a crash, an exit, memory without
 * end and processes that it leaves behind become messages.
 */
#ifndef FOUCAULT_FMU_FILE_FMU_WARD_H
#define FOUCAULT_FMU_FILE_FMU_WARD_H

#include "base/session.h"

typedef struct FmuWardEnd {
  int status;
  double time; /* that the run has reached (ward_reached()) */
} FmuWardEnd;

/* True: go on. False: another process has done the rest of the program, and
 * this one is to end with the status; after E604 that one could not say how it
 * ended. megabytes: the most memory; 0: nearly all that the machine has.
 * seconds: the most time; 0: as long as it takes. workers: processes that the
 * program starts there itself. */
bool fmu_ward_begin(Session *s, const char *path, double megabytes,
                    double seconds, int workers, FmuWardEnd *end);

#endif
