/* pe_write.c: sections, relocations and the hash of a DLL. */
#include "windows/emit/fast/pe_write.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emit/text/guid.h"

enum {
  HEAD_SECTIONS = 6,
  OPTIONAL_IMAGE_SIZE = 24 + 56,
  OPTIONAL_HEADERS_SIZE = 24 + 60,
  OPTIONAL_CHECKSUM = 24 + 64,
  SECTION_SIZE = 40,
  RELOCATION_64 = 10,
  DEBUG_RECORD = 28,
  HASH_SIZE = 16
};

typedef struct PeSection {
  char name[8];
  uint64_t address, size; /* in memory */
  const unsigned char *bytes;
  uint64_t n_bytes; /* of them in the file; the rest is 0 */
  uint32_t kind;
} PeSection;

/* --- relocations --- */

static int pe_by_address(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Addresses of words that move with the library, sorted. */
static uint64_t *pe_moving(Link *l, PeCopy copy, size_t *n)
{
  uint64_t *at = arena_array(l->arena, 2 * l->n_relative + 1, sizeof at[0]);
  *n = 0;
  for (size_t k = 0; k < l->n_relative; k++) {
    uint64_t place = l->relative[k].r_offset;
    at[(*n)++] = place;
    if (place - copy.from < copy.size) at[(*n)++] = place - copy.from + copy.to;
  }
  qsort(at, *n, sizeof at[0], pe_by_address);
  return at;
}

/* Blocks of a page each: its address, its size, two bytes for a word. */
static size_t pe_put_blocks(unsigned char *to, const uint64_t *at, size_t n)
{
  size_t used = 0;
  for (size_t k = 0; k < n;) {
    uint32_t page = (uint32_t)(at[k] / LINK_PAGE * LINK_PAGE);
    size_t begin = used;
    used += 8;
    for (; k < n && at[k] / LINK_PAGE * LINK_PAGE == page; k++) {
      uint16_t word = (uint16_t)(RELOCATION_64 << 12 | (at[k] - page));
      memcpy(to + used, &word, sizeof word);
      used += sizeof word;
    }
    used = (used + 3) / 4 * 4; /* an entry of 0 is none */
    uint32_t size = (uint32_t)(used - begin);
    memcpy(to + begin, &page, sizeof page);
    memcpy(to + begin + 4, &size, sizeof size);
  }
  return used;
}

/* The runtime's table and the model's. */
static bool pe_relocations(Link *l, const PeFile *file, PeCopy copy,
                           PeSection *section)
{
  size_t n;
  uint64_t *at = pe_moving(l, copy, &n);
  PeTable old = pe_table(file, PE_RELOCATIONS);
  size_t from = pe_offset(file, old.address, old.size);
  if (from == 0) return link_fail(l, "the runtime has no relocations");
  unsigned char *bytes = arena_alloc(l->arena, old.size + 12 * n + 8);
  memcpy(bytes, file->bytes + from, old.size);
  section->bytes = bytes;
  section->size = section->n_bytes =
      old.size + pe_put_blocks(bytes + old.size, at, n);
  return true;
}

/* --- the file --- */

/* After the last section; false: the headers have no room. */
static bool pe_add_section(PeFile *file, const PeSection *s)
{
  size_t at = file->sections + (size_t)file->n_sections * SECTION_SIZE;
  size_t room = pe_get4(file, file->head + OPTIONAL_HEADERS_SIZE);
  if (at + SECTION_SIZE > room) return false;
  size_t offset = link_round_up(file->size, file->file_alignment);
  size_t n = link_round_up(s->n_bytes, file->file_alignment);
  memset(file->bytes + at, 0, SECTION_SIZE);
  memcpy(file->bytes + at, s->name, sizeof s->name);
  file->size = offset + n;
  pe_put4(file, at + 8, (uint32_t)s->size);
  pe_put4(file, at + 12, (uint32_t)s->address);
  pe_put4(file, at + 16, (uint32_t)n);
  pe_put4(file, at + 20, (uint32_t)offset);
  pe_put4(file, at + 36, s->kind);
  memcpy(file->bytes + offset, s->bytes, s->n_bytes);
  file->n_sections++;
  return true;
}

static void pe_finish_head(PeFile *file, uint64_t image_size)
{
  uint16_t n = (uint16_t)file->n_sections;
  memcpy(file->bytes + file->head + HEAD_SECTIONS, &n, sizeof n);
  pe_put4(file, file->head + OPTIONAL_IMAGE_SIZE, (uint32_t)image_size);
  pe_put4(file, file->head + OPTIONAL_CHECKSUM, 0); /* nobody asks for it */
}

/* By which saved states are known (fmu_runtime/core/image.c): of both files. */
static void pe_put_hash(PeFile *file, const FileBytes *runtime,
                        const FileBytes *object)
{
  char guid[GUID_SIZE];
  GuidHash hash = guid_begin();
  guid_add(&hash, runtime->bytes, runtime->size);
  guid_add(&hash, object->bytes, object->size);
  guid_end(&hash, guid);
  PeTable debug = pe_table(file, PE_DEBUG);
  size_t at = pe_offset(file, debug.address, debug.size);
  for (uint32_t k = 0; at && k < debug.size / DEBUG_RECORD; k++) {
    uint32_t where = pe_get4(file, at + k * DEBUG_RECORD + 20);
    size_t record = pe_offset(file, where, 4 + HASH_SIZE);
    if (record && memcmp(file->bytes + record, "RSDS", 4) == 0)
      memcpy(file->bytes + record + 4, guid + GUID_SIZE - 1 - HASH_SIZE,
             HASH_SIZE);
  }
}

bool pe_write(Link *l, const FileBytes *runtime, const FileBytes *object,
              PeCopy copy, FileBytes *library)
{
  assert(l->file && l->data_end <= l->memory_end);
  PeSection text = {".mtext",
                    l->base,
                    l->code_end - l->base,
                    l->file + l->base,
                    l->code_end - l->base,
                    0x60000020};
  PeSection data = {".mdata",
                    l->data,
                    l->memory_end - l->data + 8,
                    l->file + l->data,
                    l->data_end - l->data,
                    0xc0000040};
  PeSection moves = {.name = ".mreloc", .kind = 0x42000040};
  moves.address = link_round_up(data.address + data.size, LINK_PAGE);
  PeFile old, file;
  if (!pe_read((unsigned char *)runtime->bytes, runtime->size, &old) ||
      !pe_relocations(l, &old, copy, &moves)) {
    return link_fail(l, "the runtime is not whole");
  }
  size_t room = runtime->size + text.n_bytes + data.n_bytes + moves.n_bytes +
                4 * (size_t)LINK_PAGE;
  unsigned char *bytes = arena_alloc(l->arena, room);
  memcpy(bytes, runtime->bytes, runtime->size);
  if (!pe_read(bytes, runtime->size, &file)) return false;
  size_t place = pe_offset(&file, copy.to, copy.size);
  if (place == 0) return link_fail(l, "the runtime has no place for the model");
  memcpy(bytes + place, l->file + copy.from, copy.size);
  pe_put_hash(&file, runtime, object);
  pe_hide_export(&file, "foucault_names");
  bool ok = true;
  const PeSection *const added[] = {&text, &data, &moves};
  for (int k = 0; ok && k < 3; k++) ok = pe_add_section(&file, added[k]);
  if (!ok) return link_fail(l, "the runtime has no room for more sections");
  pe_set_table(&file, PE_RELOCATIONS,
               (PeTable){(uint32_t)moves.address, (uint32_t)moves.size});
  pe_finish_head(&file, link_round_up(moves.address + moves.size, LINK_PAGE));
  *library = (FileBytes){.bytes = (char *)bytes, .size = file.size};
  return true;
}
