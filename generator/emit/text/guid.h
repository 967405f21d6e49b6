/* guid.h: the name of a model's content: a hash of 128 bits.
 *
 * Same content, same guid; the importer compares the one in
 * modelDescription.xml with the one in the binary. It guards against mix-ups,
 * not against forgery: a few instructions for 16 bytes, because the texts of
 * a large model have hundreds of bytes an equation.
 */
#ifndef FOUCAULT_EMIT_TEXT_GUID_H
#define FOUCAULT_EMIT_TEXT_GUID_H

#include <stddef.h>
#include <stdint.h>

#define GUID_SIZE 39 /* "{8-4-4-4-12}" and a zero */
/* Stands in the texts while their content is hashed. */
#define GUID_NONE "{00000000-0000-0000-0000-000000000000}"

typedef struct GuidHash {
  uint64_t state[2];
  uint64_t n_bytes;
  unsigned char block[16]; /* the last n_bytes % 16 */
} GuidHash;

GuidHash guid_begin(void);
void guid_add(GuidHash *hash, const void *bytes, size_t n);
void guid_add_word(GuidHash *hash, const char *word); /* with its end */
/* The hash must not be added to afterwards. */
void guid_end(GuidHash *hash, char guid[GUID_SIZE]);

#endif
