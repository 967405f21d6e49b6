/* binary_file.h: what a shared library shows without being loaded.
 *
 * Reads ELF, PE and Mach-O: processor, exported names, needed libraries.
 * Every offset is checked; a file that lies about itself gives fewer names,
 * never a fault here.
 */
#ifndef FOUCAULT_CHECK_RULES_BINARY_FILE_H
#define FOUCAULT_CHECK_RULES_BINARY_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define MOST_BINARY ((size_t)512 << 20) /* bytes that are looked at */

typedef enum BinaryFormat {
  BINARY_UNKNOWN,
  BINARY_ELF,
  BINARY_PE,
  BINARY_MACH_O
} BinaryFormat;

typedef enum BinaryProcessor {
  PROCESSOR_OTHER,
  PROCESSOR_X86,
  PROCESSOR_X86_64,
  PROCESSOR_ARM,
  PROCESSOR_AARCH64,
  PROCESSOR_SEVERAL /* a Mach-O file for several of them */
} BinaryProcessor;

typedef struct BinaryFile {
  BinaryFormat format;
  BinaryProcessor processor;
  bool has_names;      /* exported names could be read */
  const char **export; /* in the order of the file */
  int n_exports, cap_exports;
  const char **needed;
  int n_needed, cap_needed;
} BinaryFile;

/* The bytes need not outlive the result, which is in the arena. */
BinaryFile binary_file_read(Arena *arena, const char *bytes, size_t length);

const char *binary_format_word(BinaryFormat format);
const char *binary_processor_word(BinaryProcessor processor);

#endif
