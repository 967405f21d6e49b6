/* memory_stream.h: text that is written before it is known where it goes. */
#ifndef FOUCAULT_EMIT_TEXT_MEMORY_STREAM_H
#define FOUCAULT_EMIT_TEXT_MEMORY_STREAM_H

#include <stdio.h>

/* A stream into memory; without memory the program ends with status 3. The
 * text is the caller's to free after memory_stream_end(). */
FILE *memory_stream(char **text, size_t *size);
void memory_stream_end(FILE *stream, char *const *text);

#endif
