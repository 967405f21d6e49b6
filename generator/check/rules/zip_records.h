/* zip_records.h: the records of a zip archive as they stand in the file.
 *
 * libzip hides what the FMI standard has rules about: the version needed, the
 * flags, the header before each entry, spanned archives. This reads the
 * directory at the end of the file and the header before each entry, without
 * unpacking anything. Nothing in the file is trusted: every offset and length
 * is checked against the size of the file.
 */
#ifndef FOUCAULT_CHECK_RULES_ZIP_RECORDS_H
#define FOUCAULT_CHECK_RULES_ZIP_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct ZipRecord {
  const char *name; /* zero bytes in it are shown as '?' */
  unsigned made_by, needed, flags, method;
  uint32_t crc, packed, size; /* of the directory */
  uint32_t attributes;        /* external; Unix keeps its mode above bit 16 */
  bool has_header;            /* the header before the entry was found */
  bool same_name;             /* it has the same name */
  unsigned header_needed, header_flags, header_method;
  uint32_t header_crc, header_packed, header_size;
} ZipRecord;

typedef struct ZipRecords {
  ZipRecord *item;
  int n;
  bool spanned;
  const char *fault; /* why reading stopped early; NULL: it did not */
} ZipRecords;

/* `bytes` is the whole file. The result is in the arena. */
ZipRecords zip_records_read(Arena *arena, const unsigned char *bytes,
                            uint64_t length);

#endif
