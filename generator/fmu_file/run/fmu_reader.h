/* fmu_reader.h: the values of chosen variables at a point, read from the FMU
 * by one call for each type.
 *
 * needs   indices into the description's variables; the lists belong to the
 *         caller and outlive the reader
 * gives   values in the order of the indices
 * cost    no memory but that of fmu_reader()
 */
#ifndef FOUCAULT_FMU_FILE_RUN_FMU_READER_H
#define FOUCAULT_FMU_FILE_RUN_FMU_READER_H

#include <stdbool.h>

#include "fmu_file/fmu_load.h"

/* Values in the order of the variables: numbers, and the texts of String
 * variables (good until the next call to the FMU). */
typedef struct FmuValues {
  double *number;
  const char **text;
} FmuValues;

/* The variables of one type: positions in the list and references. */
typedef struct FmuReaderGroup {
  int *position;
  fmi2ValueReference *reference;
  size_t n;
  fmi2Integer *integer; /* room for Integer and Boolean values */
} FmuReaderGroup;

typedef struct FmuReader {
  const FmuDescription *description;
  const int *variable;
  FmuReaderGroup group[N_FMU_TYPES];
  double *real; /* values of the Real group */
  FmuValues values;
} FmuReader;

/* The call that failed, by its name in this version of the standard. */
typedef struct FmuReadFault {
  fmi2Status status;
  const char *call;
} FmuReadFault;

FmuReader fmu_reader(Arena *arena, const FmuDescription *d, const int *variable,
                     int n);
/* Values of now; false: *fault. */
bool fmu_reader_read(FmuReader *reader, const Fmu *fmu, fmi2Component component,
                     FmuReadFault *fault);

#endif
