/* universal.c: the table of a file for several processors.
 *
 * Its numbers have their most significant byte first, those of the files in it
 * the least significant one. Code for ARM lies at pages of 16 KB; the same is
 * right for x86-64.
 */
#include "emit/package/universal.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"

enum { PAGE_BITS = 14, HEAD_SIZE = 8, ENTRY_SIZE = 20, LEAST_FILE = 32 };

static const unsigned char macho_magic[4] = {0xcf, 0xfa, 0xed, 0xfe};
static const unsigned char fat_magic[4] = {0xca, 0xfe, 0xba, 0xbe};

static void universal_put(unsigned char *at, size_t number)
{
  for (int k = 0; k < 4; k++) at[k] = (unsigned char)(number >> (24 - 8 * k));
}

/* From the least significant byte first. */
static void universal_put_reversed(unsigned char *at, const unsigned char *from)
{
  for (int k = 0; k < 4; k++) at[k] = from[3 - k];
}

static size_t next_page(size_t at)
{
  size_t page = (size_t)1 << PAGE_BITS;
  return (at + page - 1) / page * page;
}

static bool universal_is_part(const FileBytes *file)
{
  return file->size >= LEAST_FILE && file->size < INT32_MAX &&
         memcmp(file->bytes, macho_magic, sizeof macho_magic) == 0;
}

bool universal_join(Arena *arena, const FileBytes *part, int n, FileBytes *all)
{
  size_t size = HEAD_SIZE + (size_t)n * ENTRY_SIZE;
  for (int k = 0; k < n; k++) {
    if (!universal_is_part(&part[k])) return false;
    size = next_page(size) + part[k].size;
  }
  unsigned char *bytes = arena_array(arena, size, 1); /* of zeros */
  memcpy(bytes, fat_magic, sizeof fat_magic);
  universal_put(bytes + 4, (size_t)n);
  size_t at = HEAD_SIZE + (size_t)n * ENTRY_SIZE;
  for (int k = 0; k < n; k++) {
    unsigned char *entry = bytes + HEAD_SIZE + k * ENTRY_SIZE;
    const unsigned char *file = (const unsigned char *)part[k].bytes;
    at = next_page(at);
    universal_put_reversed(entry, file + 4);     /* processor */
    universal_put_reversed(entry + 4, file + 8); /* its kind */
    universal_put(entry + 8, at);
    universal_put(entry + 12, part[k].size);
    universal_put(entry + 16, PAGE_BITS);
    memcpy(bytes + at, file, part[k].size);
    at += part[k].size;
  }
  *all = (FileBytes){.bytes = (char *)bytes, .size = size};
  return true;
}
