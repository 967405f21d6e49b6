/* npz_file.c: see npz_file.h. */
#include "studies/table/npz_file.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/temporary.h"

/* Midnight of the first of January 1980: the same results, the same bytes. */
#define NPZ_DATE ((zip_uint16_t)(0 << 9 | 1 << 5 | 1))
#define NPZ_TIME ((zip_uint16_t)0)

/* Magic, version 1.0, length, and a dictionary of Python padded to 64 bytes. */
size_t npy_header(char *header, const char *type, const char *shape)
{
  char text[MOST_NPY_HEADER - 64];
  int n = snprintf(text, sizeof text,
                   "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                   type, shape);
  assert(n > 0 && (size_t)n < sizeof text);
  size_t whole = (10 + (size_t)n + 1 + 63) / 64 * 64, rest = whole - 10;
  assert(whole <= MOST_NPY_HEADER);
  memset(header, ' ', whole);
  memcpy(header, "\x93NUMPY\x01\x00", 8);
  header[8] = (char)(rest & 0xff);
  header[9] = (char)(rest >> 8);
  memcpy(header + 10, text, (size_t)n);
  header[whole - 1] = '\n';
  return whole;
}

static void npz_file_fail(NpzFile *f, const char *why)
{
  diagnostic_file_error(f->s, f->path, E501,
                        "the results cannot be written: %s", why);
  if (f->archive) zip_discard(f->archive);
  f->archive = NULL;
}

NpzFile npz_file_begin(Session *s, const char *path)
{
  NpzFile f = {.s = s, .path = path, .partial = temporary_beside(s, path)};
  int code = 0;
  if (!f.partial) return f;
  f.archive = zip_open(f.partial, ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (f.archive) return f;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  npz_file_fail(&f, zip_error_strerror(&error));
  zip_error_fini(&error);
  return f;
}

void npz_file_add_source(NpzFile *f, const char *name, zip_source_t *source)
{
  if (!f->archive) {
    zip_source_free(source);
    return;
  }
  zip_int64_t place = -1;
  if (source) {
    place = zip_file_add(f->archive,
                         arena_printf(f->s->session_arena, "%s.npy", name),
                         source, ZIP_FL_ENC_UTF_8);
  }
  if (source && place < 0) zip_source_free(source);
  zip_uint64_t i = (zip_uint64_t)place;
  if (place < 0 ||
      zip_set_file_compression(f->archive, i, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(f->archive, i, NPZ_TIME, NPZ_DATE, 0) != 0) {
    npz_file_fail(f, zip_strerror(f->archive));
  }
}

/* An array that lies in memory as it is in the file. */
static void npz_file_add_bytes(NpzFile *f, const char *name, const char *type,
                               const char *shape, const void *data, size_t size)
{
  if (!f->archive) return;
  char header[MOST_NPY_HEADER];
  size_t n = npy_header(header, type, shape);
  char *bytes = arena_alloc(f->s->session_arena, n + size);
  memcpy(bytes, header, n);
  if (size > 0) memcpy(bytes + n, data, size);
  npz_file_add_source(f, name,
                      zip_source_buffer(f->archive, bytes, n + size, 0));
}

void npz_file_add(NpzFile *f, const char *name, const double *value,
                  size_t rows, size_t columns)
{
  char shape[64];
  size_t n = rows * (columns > 0 ? columns : 1) * sizeof(double);
  if (columns > 0)
    snprintf(shape, sizeof shape, "(%zu, %zu)", rows, columns);
  else
    snprintf(shape, sizeof shape, "(%zu,)", rows);
  npz_file_add_bytes(f, name, "<f8", shape, value, n);
}

void npz_file_add_texts(NpzFile *f, const char *name, const char *const *text,
                        size_t n)
{
  size_t longest = 1;
  for (size_t i = 0; i < n; i++) {
    size_t length = strlen(text[i]);
    if (length > longest) longest = length;
  }
  char *bytes = arena_array(f->s->session_arena, n * longest, 1);
  for (size_t i = 0; i < n; i++)
    memcpy(bytes + i * longest, text[i], strlen(text[i]));
  char type[32], shape[32];
  snprintf(type, sizeof type, "|S%zu", longest);
  snprintf(shape, sizeof shape, "(%zu,)", n);
  npz_file_add_bytes(f, name, type, shape, bytes, n * longest);
}

bool npz_file_end(NpzFile *f)
{
  if (!f->archive) return false;
  if (zip_close(f->archive) == 0)
    return temporary_publish(f->s, f->partial, f->path);
  npz_file_fail(f, zip_strerror(f->archive));
  return false;
}
