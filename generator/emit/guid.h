/* guid.h: the name of a model's content: SHA-256, cut to 128 bits.
 *
 * Same content, same guid; the importer compares the one in
 * modelDescription.xml with the one in the binary.
 */
#ifndef FOUCAULT_EMIT_GUID_H
#define FOUCAULT_EMIT_GUID_H

#include <stddef.h>
#include <stdint.h>

#define GUID_SIZE 39 /* "{8-4-4-4-12}" and a zero */
/* Stands in the texts while their content is hashed. */
#define GUID_NONE "{00000000-0000-0000-0000-000000000000}"

typedef struct GuidHash {
  uint32_t state[8];
  uint64_t n_bytes;
  unsigned char block[64];
} GuidHash;

GuidHash guid_begin(void);
void guid_add(GuidHash *hash, const void *bytes, size_t n);
/* The hash must not be added to afterwards. */
void guid_end(GuidHash *hash, char guid[GUID_SIZE]);

#endif
