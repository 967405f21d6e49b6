/* checksum.h: SHA-1 and SHA-256 (FIPS 180-4) of the same bytes, as text.
 *
 *   Checksum sum;
 *   checksum_begin(&sum);
 *   checksum_add(&sum, bytes, n);
 *   checksum_end(&sum, &text);
 *
 * For lists of files, where others compare them; nothing here relies on them.
 */
#ifndef FOUCAULT_BASE_TEXT_CHECKSUM_H
#define FOUCAULT_BASE_TEXT_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHECKSUM_BLOCK 64

typedef struct Checksum {
  uint32_t sha1[5], sha256[8];
  uint64_t size; /* bytes so far */
  unsigned char rest[CHECKSUM_BLOCK];
  bool by_processor; /* as checksum_processor.h; the sums are the same */
} Checksum;

typedef struct ChecksumText { /* lowercase, ending in zero */
  char sha1[41], sha256[65];
} ChecksumText;

void checksum_begin(Checksum *c);
void checksum_add(Checksum *c, const void *bytes, size_t n);
void checksum_end(Checksum *c, ChecksumText *text);

#endif
