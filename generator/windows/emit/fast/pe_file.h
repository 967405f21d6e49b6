/* pe_file.h: a DLL in memory, read with care: nothing outside of its bytes is
 * ever asked for. Addresses count from where the DLL begins in memory.
 *
 * The format: Microsoft, "PE Format", sections 3 to 6.
 */
#ifndef FOUCAULT_WINDOWS_PE_FILE_H
#define FOUCAULT_WINDOWS_PE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PeFile {
  unsigned char *bytes;
  size_t size;
  size_t head;     /* "PE", then the two headers */
  size_t sections; /* their table */
  int n_sections;
  uint64_t image_base; /* where it would like to lie */
  uint32_t image_size, file_alignment;
} PeFile;

typedef enum PeDirectory {
  PE_EXPORTS = 0,
  PE_RELOCATIONS = 5,
  PE_DEBUG = 6
} PeDirectory;

typedef struct PeTable {
  uint32_t address, size; /* 0: there is none */
} PeTable;

/* False: it is no DLL for x86-64, or not whole. */
bool pe_read(unsigned char *bytes, size_t size, PeFile *file);

uint32_t pe_get4(const PeFile *file, size_t at); /* 0 outside of it */
uint64_t pe_get8(const PeFile *file, size_t at);
void pe_put4(PeFile *file, size_t at, uint32_t number);

/* Where the file has n bytes of memory at this address; 0: it has not. */
size_t pe_offset(const PeFile *file, uint64_t address, uint64_t n);
/* The text there; NULL: it has none. */
const char *pe_text(const PeFile *file, uint64_t address);

PeTable pe_table(const PeFile *file, PeDirectory which);
void pe_set_table(PeFile *file, PeDirectory which, PeTable table);

/* The address of what is exported by this name; 0: nothing is. */
uint32_t pe_export(const PeFile *file, const char *name);
/* Nobody finds it by this name any more. */
void pe_hide_export(PeFile *file, const char *name);

#endif
