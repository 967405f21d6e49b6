/* fmu_output.h: what the code of an FMU prints by itself.
 *
 * From the loading of an FMU to its unloading standard output and error belong
 * to its code, which may print on them, close them or lead them elsewhere.
 * Where another process watches, what is printed goes through that one, up to
 * --limit output; messages of this program go past it.
 */
#ifndef FOUCAULT_FMU_FILE_FMU_OUTPUT_H
#define FOUCAULT_FMU_FILE_FMU_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/session.h"

typedef struct FmuOutput {
  Session *s;
  int kept[2];    /* standard output and error of before; -1: not kept */
  FILE *messages; /* of this program meanwhile; NULL: as before */
  FILE *messages_before;
} FmuOutput;

/* is_apart: nothing of it goes to standard output, which has results. */
FmuOutput fmu_output_begin(Session *s, bool is_apart);
/* Both are as before; also in a process that crashes. May be called twice. */
void fmu_output_free(FmuOutput *output);
/* The same, and W601 where it was too much. */
void fmu_output_end(FmuOutput *output, const char *path);
/* That warning. */
void fmu_output_warn(Session *s, const char *path);

#endif
