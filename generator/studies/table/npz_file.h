/* npz_file.h: an archive of arrays as NumPy reads it (.npz), without
 * compression.
 *
 * needs   names that differ; data that live until npz_file_end()
 * gives   the same bytes for the same arrays
 * fails   E501 the file cannot be written; an old one is left as it is
 * paper   numpy.lib.format, version 1.0
 */
#ifndef FOUCAULT_STUDIES_TABLE_NPZ_FILE_H
#define FOUCAULT_STUDIES_TABLE_NPZ_FILE_H

#include <zip.h>

#include "base/session.h"

enum { MOST_NPY_HEADER = 256 };

/* What stands before the numbers of an array of `type`, as in '<f8', and
 * `shape`, as in (3, 4). Gives its length, at most MOST_NPY_HEADER. */
size_t npy_header(char *header, const char *type, const char *shape);

typedef struct NpzFile {
  Session *s;
  const char *path, *partial;
  zip_t *archive; /* NULL: it has failed, and that is reported */
} NpzFile;

NpzFile npz_file_begin(Session *s, const char *path);
/* An array whose bytes, header included, come from `source`. */
void npz_file_add_source(NpzFile *f, const char *name, zip_source_t *source);
/* Numbers, row by row. columns 0: without columns. */
void npz_file_add(NpzFile *f, const char *name, const double *value,
                  size_t rows, size_t columns);
void npz_file_add_texts(NpzFile *f, const char *name, const char *const *text,
                        size_t n);
/* Writes all of it. False: it has failed. */
bool npz_file_end(NpzFile *f);

#endif
