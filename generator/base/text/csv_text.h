/* csv_text.h: one field of a table of comma-separated values (RFC 4180). */
#ifndef FOUCAULT_CSV_TEXT_H
#define FOUCAULT_CSV_TEXT_H

#include <stdio.h>

/* In quotes where it has commas, quotes or ends of lines; for reading only on a
 * terminal (harmless.h). */
void csv_text_put(FILE *out, const char *text);

#endif
