/* lsp_record.h: what a job writes: a letter, a length and bytes. */
#ifndef FOUCAULT_LSP_DOCUMENT_LSP_RECORD_H
#define FOUCAULT_LSP_DOCUMENT_LSP_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

void lsp_record(FILE *out, char kind, const char *bytes, size_t n);
/* The record at `*at`, which moves on; false: there is none, or it is not
 * complete. */
bool lsp_record_next(const char **at, const char *end, char *kind,
                     const char **bytes, size_t *n);

#endif
