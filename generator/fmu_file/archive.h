/* archive.h: the zip file of an FMU, of any vendor, read without trust.
 *
 * Before anything is unpacked every entry is looked at: names that leave the
 * folder (absolute, "..", backslash, drive letters), links, encrypted entries
 * and archives beyond the limits are refused with E601 as a whole.
 * Limits: 20,000 entries, 2 GiB unpacked, of several archives 8 GiB (--limit), of which modelDescription.xml may be
 * 1 GiB, or FOUCAULT_DESCRIPTION_LIMIT megabytes: our own has some 540 bytes
 * for each variable.
 */
#ifndef FOUCAULT_FMU_FILE_ARCHIVE_H
#define FOUCAULT_FMU_FILE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/session.h"

typedef struct ArchiveEntry {
  const char *name; /* with forward slashes; a folder ends with one */
  uint64_t size;    /* unpacked, as the archive claims; checked on reading */
} ArchiveEntry;

typedef struct Archive {
  const char *path;
  uint64_t file_size;  /* of the archive itself */
  ArchiveEntry *entry; /* in the order of the archive */
  int n_entries;
  void *zip; /* libzip's handle */
} Archive;

/* NULL after E601. In the session arena; close it with archive_close(). */
Archive *archive_open(Session *s, const char *path);
void archive_close(Archive *archive);

/* In bytes; see above. */
size_t archive_description_limit(void);

/* The index of the entry of this name; -1: there is none. */
int archive_find(const Archive *archive, const char *name);

/* The bytes of one entry with a zero after them, in the session arena. NULL
 * after E601 (missing, damaged, larger than `limit`). */
char *archive_read(Session *s, const Archive *archive, const char *name,
                   size_t limit, size_t *length);

/* The bytes of one entry as they lie in the archive, deflated (RFC 1951); the
 * same. */
char *archive_read_deflated(Session *s, const Archive *archive,
                            const char *name, size_t *length);

/* The first `n` bytes of an entry; how many there are (0: no such entry). */
size_t archive_peek(const Archive *archive, const char *name, void *bytes,
                    size_t n);

/* Unpacks the entry to nowhere: it has its size and its checksum. */
bool archive_verify(const Archive *archive, int index);

/* Unpacks everything below `folder`, which must exist and be empty. */
bool archive_extract(Session *s, const Archive *archive, const char *folder);

#endif
