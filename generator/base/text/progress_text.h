/* progress_text.h: parts of a line that shows how far a command has come. */
#ifndef FOUCAULT_PROGRESS_TEXT_H
#define FOUCAULT_PROGRESS_TEXT_H

#include <stdio.h>

/* "[#####---------------]"; done: 0 to 1. */
void progress_text_bar(FILE *out, double done);
/* "  3 s left", "  2 min left", "  1.5 h left". */
void progress_text_left(FILE *out, double seconds);

#endif
