/* pe_write.h: the runtime as a DLL, with the sections of a model after its own.
 *
 * needs   link_place_all() and link_relocate() with l->file as memory has it
 * gives   the DLL; the same inputs give the same bytes
 */
#ifndef FOUCAULT_WINDOWS_PE_WRITE_H
#define FOUCAULT_WINDOWS_PE_WRITE_H

#include "emit/fast/linking.h"
#include "windows/emit/fast/pe_file.h"

/* A place in the runtime into which something of the model is copied. */
typedef struct PeCopy {
  uint64_t from, to, size;
} PeCopy;

/* The bytes of `runtime` are those of the library, and have room for it. */
bool pe_write(Link *l, const FileBytes *runtime, const FileBytes *object,
              PeCopy copy, FileBytes *library);

#endif
