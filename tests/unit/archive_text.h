/* archive_text.h: zip archives written byte by byte, so that a test can put
 * anything into their records. Entries are stored, not deflated. */
#ifndef FOUCAULT_TESTS_ARCHIVE_TEXT_H
#define FOUCAULT_TESTS_ARCHIVE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct HandEntry {
  const char *name;
  const char *data; /* NULL: "x" */
  size_t length;    /* 0: up to the zero byte */
  /* what the records say; 0 is what a plain archive has */
  unsigned needed;         /* version of zip; 0: 2.0 */
  unsigned flags, method;  /* general purpose flags; compression */
  unsigned mode;           /* of Unix; 0: made elsewhere */
  unsigned size;           /* unpacked size that is claimed; 0: the true one */
  const char *header_name; /* of the header before the entry; NULL: same */
  bool is_damaged;         /* the checksum is another */
} HandEntry;

/* Writes the archive, split over `n_parts` files as its end record says. */
void archive_text_write(const char *path, const HandEntry *entry, int n,
                        int n_parts);

#endif
