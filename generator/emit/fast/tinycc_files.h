/* tinycc_files.h: which files TinyCC has read; its own interface does not say.
 */
#ifndef FOUCAULT_EMIT_FAST_TINYCC_FILES_H
#define FOUCAULT_EMIT_FAST_TINYCC_FILES_H

struct TCCState;

/* After a compilation with -MD. The names live as long as the state. */
const char *const *tinycc_files(struct TCCState *tcc, int *n);

#endif
