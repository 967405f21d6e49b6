/* pe_file.c: the headers of a DLL and its exports. */
#include "windows/emit/fast/pe_file.h"

#include <assert.h>
#include <string.h>

enum {
  HEAD_AT = 0x3c,
  HEAD_SECTIONS = 6,
  HEAD_OPTIONAL_SIZE = 20,
  OPTIONAL = 24, /* the second header, after "PE" and the first */
  OPTIONAL_BASE = OPTIONAL + 24,
  OPTIONAL_FILE_ALIGNMENT = OPTIONAL + 36,
  OPTIONAL_IMAGE_SIZE = OPTIONAL + 56,
  OPTIONAL_TABLES = OPTIONAL + 112,
  SECTION_SIZE = 40,
  MACHINE_X86_64 = 0x8664,
  KIND_64 = 0x20b
};

static bool pe_has(const PeFile *f, uint64_t at, uint64_t n)
{
  return at <= f->size && n <= f->size - at;
}

static uint32_t pe_get2(const PeFile *f, size_t at)
{
  return pe_get4(f, at) & 0xffff;
}

uint32_t pe_get4(const PeFile *f, size_t at)
{
  uint32_t number = 0;
  if (pe_has(f, at, sizeof number)) memcpy(&number, f->bytes + at, 4);
  return number;
}

uint64_t pe_get8(const PeFile *f, size_t at)
{
  return pe_get4(f, at) | (uint64_t)pe_get4(f, at + 4) << 32;
}

void pe_put4(PeFile *f, size_t at, uint32_t number)
{
  assert(pe_has(f, at, sizeof number));
  memcpy(f->bytes + at, &number, sizeof number);
}

bool pe_read(unsigned char *bytes, size_t size, PeFile *f)
{
  *f = (PeFile){.bytes = bytes, .size = size};
  f->head = pe_get4(f, HEAD_AT);
  if (!pe_has(f, f->head, OPTIONAL_TABLES + 16 * 8) ||
      memcmp(bytes + f->head, "PE\0\0", 4) != 0 ||
      pe_get2(f, f->head + 4) != MACHINE_X86_64 ||
      pe_get2(f, f->head + OPTIONAL) != KIND_64) {
    return false;
  }
  f->n_sections = (int)pe_get2(f, f->head + HEAD_SECTIONS);
  f->sections = f->head + OPTIONAL + pe_get2(f, f->head + HEAD_OPTIONAL_SIZE);
  f->image_base = pe_get8(f, f->head + OPTIONAL_BASE);
  f->image_size = pe_get4(f, f->head + OPTIONAL_IMAGE_SIZE);
  f->file_alignment = pe_get4(f, f->head + OPTIONAL_FILE_ALIGNMENT);
  return f->file_alignment > 0 &&
         pe_has(f, f->sections, (uint64_t)f->n_sections * SECTION_SIZE);
}

size_t pe_offset(const PeFile *f, uint64_t address, uint64_t n)
{
  for (int k = 0; k < f->n_sections; k++) {
    size_t at = f->sections + (size_t)k * SECTION_SIZE;
    uint64_t begin = pe_get4(f, at + 12), size = pe_get4(f, at + 16);
    if (address < begin || address - begin > size ||
        n > size - (address - begin)) {
      continue;
    }
    uint64_t offset = pe_get4(f, at + 20) + (address - begin);
    return pe_has(f, offset, n) ? (size_t)offset : 0;
  }
  return 0;
}

const char *pe_text(const PeFile *f, uint64_t address)
{
  size_t at = pe_offset(f, address, 1);
  if (at == 0 || !memchr(f->bytes + at, 0, f->size - at)) return NULL;
  return (const char *)f->bytes + at;
}

PeTable pe_table(const PeFile *f, PeDirectory which)
{
  size_t at = f->head + OPTIONAL_TABLES + 8 * (size_t)which;
  return (PeTable){pe_get4(f, at), pe_get4(f, at + 4)};
}

void pe_set_table(PeFile *f, PeDirectory which, PeTable table)
{
  size_t at = f->head + OPTIONAL_TABLES + 8 * (size_t)which;
  pe_put4(f, at, table.address);
  pe_put4(f, at + 4, table.size);
}

/* --- exports --- */

/* The tables of exports; names are sorted, each has a number. */
typedef struct PeExports {
  size_t head; /* 0: there are none */
  uint32_t n;
  size_t functions, names, numbers;
} PeExports;

static PeExports pe_file_exports(const PeFile *f)
{
  PeExports e = {.head = pe_offset(f, pe_table(f, PE_EXPORTS).address, 40)};
  if (e.head == 0) return e;
  uint32_t n_functions = pe_get4(f, e.head + 20);
  e.n = pe_get4(f, e.head + 24);
  e.functions =
      pe_offset(f, pe_get4(f, e.head + 28), 4 * (uint64_t)n_functions);
  e.names = pe_offset(f, pe_get4(f, e.head + 32), 4 * (uint64_t)e.n);
  e.numbers = pe_offset(f, pe_get4(f, e.head + 36), 2 * (uint64_t)e.n);
  if (!e.functions || !e.names || !e.numbers) e.head = e.n = 0;
  return e;
}

/* Which of the names it is; n: none. */
static uint32_t pe_find_name(const PeFile *f, const PeExports *e,
                             const char *name)
{
  for (uint32_t k = 0; k < e->n; k++) {
    const char *text = pe_text(f, pe_get4(f, e->names + 4 * (size_t)k));
    if (text && strcmp(text, name) == 0) return k;
  }
  return e->n;
}

uint32_t pe_export(const PeFile *f, const char *name)
{
  PeExports e = pe_file_exports(f);
  uint32_t k = pe_find_name(f, &e, name);
  if (k == e.n) return 0;
  uint32_t number = pe_get2(f, e.numbers + 2 * (size_t)k);
  return pe_get4(f, e.functions + 4 * (size_t)number);
}

void pe_hide_export(PeFile *f, const char *name)
{
  PeExports e = pe_file_exports(f);
  uint32_t k = pe_find_name(f, &e, name);
  if (k == e.n) return;
  size_t after = e.n - k - 1;
  unsigned char *at = f->bytes + e.names + 4 * (size_t)k;
  memmove(at, at + 4, 4 * after);
  at = f->bytes + e.numbers + 2 * (size_t)k;
  memmove(at, at + 2, 2 * after);
  pe_put4(f, e.head + 24, e.n - 1);
}
