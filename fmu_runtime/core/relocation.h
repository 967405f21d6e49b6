/* relocation.h: memory that holds addresses, for another process.
 *
 * Memory is copied as regions. In a copy, a word that is an address within one
 * of the regions becomes the number of the region and the offset in it; a bit
 * beside the copy says so. Who reads it makes of them what he likes.
 *
 * What an address is: an aligned word whose value lies within a region. No
 * number that a solver keeps does: as a double such a word is below 1e-308, as
 * a 64-bit integer above 1e13. If it happened the number would change by less
 * than 1e-308.
 *
 * needs   64-bit words; at most RELOCATION_MOST regions below 2^48 bytes
 */
#ifndef FOUCAULT_RELOCATION_H
#define FOUCAULT_RELOCATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RELOCATION_MOST = 65535 };

typedef struct Region {
  uintptr_t base;
  size_t size; /* 0: it is not there */
} Region;

/* Of memory of so many bytes: its copy and the bits. */
size_t relocation_size(size_t size);

/* Writes the copy; returns the end of it. */
char *relocation_write(const Region *region, size_t n, const char *memory,
                       size_t size, char *copy);

/* Does the copy of memory of this size hold no address in the n bytes at
 * `at`? */
bool relocation_is_plain(const char *copy, size_t size, size_t at, size_t n);

/* The address at `at`, a multiple of its size, as region and offset; false: there
 * is none. The region may be any number. */
bool relocation_address(const char *copy, size_t size, size_t at,
                        uint64_t *region, uint64_t *offset);

#endif
