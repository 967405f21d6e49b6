/* zip_records.c: PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16. */
#include "check/rules/zip_records.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

enum {
  END_SIZE = 22,       /* end of central directory, without its comment */
  DIRECTORY_SIZE = 46, /* one entry of the directory, without its texts */
  HEADER_SIZE = 30,    /* the header before an entry, without its texts */
  MOST_COMMENT = 65535,
  MOST_RECORDS = 100000
};

typedef struct Bytes {
  const unsigned char *at;
  uint64_t length;
} Bytes;

static unsigned get2(const unsigned char *p)
{
  return (unsigned)p[0] | (unsigned)p[1] << 8;
}

static uint32_t zip_records_get4(const unsigned char *p)
{
  return (uint32_t)get2(p) | (uint32_t)get2(p + 2) << 16;
}

static bool zip_records_fits(Bytes b, uint64_t offset, uint64_t n)
{
  return offset <= b.length && n <= b.length - offset;
}

/* The end record: the last place where its signature stands and its comment
 * reaches the end of the file. NULL: there is none. */
static const unsigned char *find_end(Bytes b)
{
  if (b.length < END_SIZE) return NULL;
  uint64_t last = b.length - END_SIZE;
  uint64_t first = last > MOST_COMMENT ? last - MOST_COMMENT : 0;
  for (uint64_t i = last + 1; i-- > first;) {
    const unsigned char *p = b.at + i;
    if (memcmp(p, "PK\5\6", 4) == 0 && i + END_SIZE + get2(p + 20) == b.length)
      return p;
  }
  return NULL;
}

static const char *copy_name(Arena *arena, const unsigned char *p, size_t n)
{
  char *name = arena_copy_text(arena, (const char *)p, n);
  for (size_t i = 0; i < n; i++) {
    if (!name[i]) name[i] = '?';
  }
  return name;
}

static void read_header(Bytes b, uint32_t offset, const unsigned char *name,
                        unsigned n_name, ZipRecord *r)
{
  if (!zip_records_fits(b, offset, HEADER_SIZE)) return;
  const unsigned char *p = b.at + offset;
  if (memcmp(p, "PK\3\4", 4) != 0) return;
  r->has_header = true;
  r->header_needed = get2(p + 4);
  r->header_flags = get2(p + 6);
  r->header_method = get2(p + 8);
  r->header_crc = zip_records_get4(p + 14);
  r->header_packed = zip_records_get4(p + 18);
  r->header_size = zip_records_get4(p + 22);
  r->same_name = get2(p + 26) == n_name &&
                 zip_records_fits(b, (uint64_t)offset + HEADER_SIZE, n_name) &&
                 memcmp(p + HEADER_SIZE, name, n_name) == 0;
}

/* The offset after the directory entry at `offset`; 0: it is damaged. */
static uint64_t read_record(Arena *arena, Bytes b, uint64_t offset,
                            ZipRecord *r)
{
  if (!zip_records_fits(b, offset, DIRECTORY_SIZE)) return 0;
  const unsigned char *p = b.at + offset;
  if (memcmp(p, "PK\1\2", 4) != 0) return 0;
  unsigned n_name = get2(p + 28);
  uint64_t n_texts = (uint64_t)n_name + get2(p + 30) + get2(p + 32);
  if (!zip_records_fits(b, offset + DIRECTORY_SIZE, n_texts)) return 0;
  *r = (ZipRecord){.name = copy_name(arena, p + DIRECTORY_SIZE, n_name),
                   .made_by = get2(p + 4),
                   .needed = get2(p + 6),
                   .flags = get2(p + 8),
                   .method = get2(p + 10),
                   .crc = zip_records_get4(p + 16),
                   .packed = zip_records_get4(p + 20),
                   .size = zip_records_get4(p + 24),
                   .attributes = zip_records_get4(p + 38)};
  read_header(b, zip_records_get4(p + 42), p + DIRECTORY_SIZE, n_name, r);
  return offset + DIRECTORY_SIZE + n_texts;
}

ZipRecords zip_records_read(Arena *arena, const unsigned char *bytes,
                            uint64_t length)
{
  Bytes b = {bytes, length};
  ZipRecords z = {0};
  const unsigned char *end = find_end(b);
  if (!end) {
    z.fault = "there is no directory at its end";
    return z;
  }
  assert((uint64_t)(end - bytes) + END_SIZE <= length);
  z.spanned = get2(end + 4) != 0 || get2(end + 6) != 0 ||
              get2(end + 8) != get2(end + 10);
  int expected = (int)get2(end + 10);
  uint64_t offset = zip_records_get4(end + 16);
  int cap = 0;
  for (int i = 0; i < expected && i < MOST_RECORDS; i++) {
    z.item = vector_grow(arena, z.item, &cap, z.n + 1, sizeof z.item[0]);
    offset = read_record(arena, b, offset, &z.item[z.n]);
    if (offset == 0) {
      z.fault = "an entry of its directory is damaged";
      return z;
    }
    z.n++;
  }
  return z;
}
