/* foreign_output.h: what C code prints at translation, shown on standard error.
 *
 * It is somebody's text: control characters are `?`, but ends of lines and tabs,
 * and there is a limit.
 */
#ifndef FOUCAULT_EMIT_FOREIGN_FOREIGN_OUTPUT_H
#define FOUCAULT_EMIT_FOREIGN_FOREIGN_OUTPUT_H

#include <stdbool.h>

typedef struct ForeignOutput {
  int from;     /* a pipe; -1: at its end */
  double left;  /* bytes that may still be shown */
  bool is_cut;  /* there was more */
  bool is_held; /* of harmless_piece() */
} ForeignOutput;

/* Where to write: the other end of the pipe; -1: there is none. */
int foreign_output_make(ForeignOutput *output, double megabytes);
/* Shows a piece of what is there; waits for it. */
void foreign_output_pass(ForeignOutput *output);
/* Shows what is there still, and closes the pipe. */
void foreign_output_end(ForeignOutput *output);

#endif
