/* binary_file.c: three formats of shared libraries, read with care. */
#include "check/rules/binary_file.h"

#include <assert.h>
#include <elf.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"

typedef struct Bytes {
  Arena *arena;
  const unsigned char *at;
  size_t length;
  int *looks;   /* left */
  size_t *text; /* bytes of names that are left */
} Bytes;

/* Of a file that lies: names kept, bytes of one name, and entries of tables
 * that are looked at, for tables may be one and the same many times. Names may
 * end alike, and then lie in each other; all of them have no more bytes than
 * the file has, some times. */
enum {
  MOST_NAMES = 200000,
  LONGEST_NAME = 4096,
  MOST_LOOKS = 4000000,
  TEXT_IN_FILE = 8
};

const char *binary_format_word(BinaryFormat format)
{
  assert(format <= BINARY_MACH_O);
  static const char *const word[] = {"no shared library", "ELF", "PE",
                                     "Mach-O"};
  return word[format];
}

const char *binary_processor_word(BinaryProcessor processor)
{
  assert(processor <= PROCESSOR_SEVERAL);
  static const char *const word[] = {
      "another processor", "x86", "x86_64", "arm", "aarch64",
      "several processors"};
  return word[processor];
}

/* --- numbers and texts --- */

static uint64_t get(Bytes b, uint64_t offset, int size)
{
  assert(size >= 1 && size <= 8);
  if (offset > b.length || b.length - offset < (size_t)size) return 0;
  uint64_t value = 0;
  for (int i = size; i-- > 0;) value = value << 8 | b.at[offset + (size_t)i];
  return value;
}

static uint32_t binary_file_get4(Bytes b, uint64_t offset)
{
  return (uint32_t)get(b, offset, 4);
}

static bool binary_file_looks(Bytes b)
{
  return (*b.looks)-- > 0;
}

/* The zero-terminated text at the offset; NULL: it is not one. */
static const char *binary_file_text_at(Bytes b, uint64_t offset)
{
  if (offset >= b.length) return NULL;
  const unsigned char *p = b.at + offset;
  size_t left = b.length - (size_t)offset;
  const unsigned char *end =
      memchr(p, 0, left < LONGEST_NAME ? left : LONGEST_NAME);
  size_t n = end ? (size_t)(end - p) : 0;
  if (!end || *b.text <= n) return NULL;
  *b.text -= n + 1;
  return arena_copy_text(b.arena, (const char *)p, n);
}

static void add_export(Bytes b, BinaryFile *f, const char *name)
{
  if (!name || !*name || f->n_exports >= MOST_NAMES) return;
  f->export = vector_grow(b.arena, f->export, &f->cap_exports, f->n_exports + 1,
                          sizeof f->export[0]);
  f->export[f->n_exports++] = name;
}

static void add_needed(Bytes b, BinaryFile *f, const char *name)
{
  if (!name || !*name || f->n_needed >= MOST_NAMES) return;
  f->needed = vector_grow(b.arena, f->needed, &f->cap_needed, f->n_needed + 1,
                          sizeof f->needed[0]);
  f->needed[f->n_needed++] = name;
}

/* --- ELF --- */

static BinaryProcessor elf_processor(uint64_t machine)
{
  switch (machine) {
  case EM_386: return PROCESSOR_X86;
  case EM_X86_64: return PROCESSOR_X86_64;
  case EM_ARM: return PROCESSOR_ARM;
  case EM_AARCH64: return PROCESSOR_AARCH64;
  default: return PROCESSOR_OTHER;
  }
}

/* One section of either word size. */
typedef struct Section {
  uint32_t type, link;
  uint64_t offset, size;
} Section;

static Section elf_section(Bytes b, bool wide, uint64_t index)
{
  uint64_t table = wide ? get(b, 40, 8) : get(b, 32, 4);
  uint64_t at =
      table + index * (wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
  if (wide) {
    return (Section){binary_file_get4(b, at + 4), binary_file_get4(b, at + 40),
                     get(b, at + 24, 8), get(b, at + 32, 8)};
  }
  return (Section){binary_file_get4(b, at + 4), binary_file_get4(b, at + 24),
                   binary_file_get4(b, at + 16), binary_file_get4(b, at + 20)};
}

static void elf_symbol(Bytes b, BinaryFile *f, bool wide, uint64_t at,
                       uint64_t names)
{
  unsigned info = (unsigned)get(b, at + (wide ? 4 : 12), 1);
  unsigned other = (unsigned)get(b, at + (wide ? 5 : 13), 1);
  unsigned section = (unsigned)get(b, at + (wide ? 6 : 14), 2);
  unsigned bind = info >> 4, kind = info & 15;
  if (section == SHN_UNDEF || section == SHN_ABS || (other & 3) != 0) return;
  if (bind != STB_GLOBAL && bind != STB_WEAK) return;
  if (kind != STT_FUNC && kind != STT_OBJECT && kind != STT_GNU_IFUNC) return;
  add_export(b, f, binary_file_text_at(b, names + binary_file_get4(b, at)));
}

static void elf_symbols(Bytes b, BinaryFile *f, bool wide, Section table)
{
  uint64_t names = elf_section(b, wide, table.link).offset;
  uint64_t size = wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
  if (table.offset > b.length || table.size > b.length - table.offset) return;
  f->has_names = true;
  for (uint64_t at = 0; at + size <= table.size && binary_file_looks(b);
       at += size) {
    elf_symbol(b, f, wide, table.offset + at, names);
  }
}

static void elf_dynamic(Bytes b, BinaryFile *f, bool wide, Section table)
{
  uint64_t names = elf_section(b, wide, table.link).offset;
  int word = wide ? 8 : 4;
  if (table.offset > b.length || table.size > b.length - table.offset) return;
  for (uint64_t at = 0;
       at + (uint64_t)word * 2 <= table.size && binary_file_looks(b);
       at += (uint64_t)word * 2) {
    if (get(b, table.offset + at, word) != DT_NEEDED) continue;
    uint64_t name = get(b, table.offset + at + (uint64_t)word, word);
    add_needed(b, f, binary_file_text_at(b, names + name));
  }
}

static void read_elf(Bytes b, BinaryFile *f)
{
  bool wide = b.length > EI_CLASS && b.at[EI_CLASS] == ELFCLASS64;
  f->format = BINARY_ELF;
  f->processor = elf_processor(get(b, 18, 2));
  uint64_t n = get(b, wide ? 60 : 48, 2);
  for (uint64_t i = 0; i < n; i++) {
    Section section = elf_section(b, wide, i);
    if (section.type == SHT_DYNSYM) elf_symbols(b, f, wide, section);
    if (section.type == SHT_DYNAMIC) elf_dynamic(b, f, wide, section);
  }
}

/* --- PE --- */

static BinaryProcessor pe_processor(uint64_t machine)
{
  switch (machine) {
  case 0x014C: return PROCESSOR_X86;
  case 0x8664: return PROCESSOR_X86_64;
  case 0x01C4: return PROCESSOR_ARM;
  case 0xAA64: return PROCESSOR_AARCH64;
  default: return PROCESSOR_OTHER;
  }
}

typedef struct PeSections {
  uint64_t at; /* of the first header of 40 bytes */
  unsigned n;
} PeSections;

/* The offset in the file of an address in memory; the file's length if there
 * is none. */
static uint64_t pe_offset(Bytes b, PeSections s, uint32_t address)
{
  for (unsigned i = 0; i < s.n && binary_file_looks(b); i++) {
    uint64_t at = s.at + 40 * (uint64_t)i;
    uint32_t start = binary_file_get4(b, at + 12),
             size = binary_file_get4(b, at + 16);
    if (address >= start && address - start < size) {
      return (uint64_t)binary_file_get4(b, at + 20) + (address - start);
    }
  }
  return b.length;
}

static void pe_exports(Bytes b, BinaryFile *f, PeSections s, uint32_t address)
{
  f->has_names = true;
  if (address == 0) return;
  uint64_t at = pe_offset(b, s, address);
  uint32_t n = binary_file_get4(b, at + 24);
  uint64_t names = pe_offset(b, s, binary_file_get4(b, at + 32));
  for (uint32_t i = 0; i < n && i < MOST_NAMES && binary_file_looks(b); i++) {
    uint32_t name = binary_file_get4(b, names + 4 * (uint64_t)i);
    add_export(b, f, binary_file_text_at(b, pe_offset(b, s, name)));
  }
}

static void pe_imports(Bytes b, BinaryFile *f, PeSections s, uint32_t address)
{
  if (address == 0) return;
  uint64_t at = pe_offset(b, s, address);
  for (int i = 0; i < 1000; i++, at += 20) {
    uint32_t name = binary_file_get4(b, at + 12);
    if (name == 0) return;
    add_needed(b, f, binary_file_text_at(b, pe_offset(b, s, name)));
  }
}

static void read_pe(Bytes b, BinaryFile *f)
{
  uint64_t head = binary_file_get4(b, 0x3C);
  if (binary_file_get4(b, head) != 0x00004550) return; /* "PE" */
  f->format = BINARY_PE;
  f->processor = pe_processor(get(b, head + 4, 2));
  uint64_t optional = head + 24;
  bool wide = get(b, optional, 2) == 0x20B;
  uint64_t directories = optional + (wide ? 112 : 96);
  PeSections s = {optional + get(b, head + 20, 2),
                  (unsigned)get(b, head + 6, 2)};
  pe_exports(b, f, s, binary_file_get4(b, directories));
  pe_imports(b, f, s, binary_file_get4(b, directories + 8));
}

/* --- Mach-O --- */

static BinaryProcessor mach_processor(uint32_t type)
{
  switch (type) {
  case 7: return PROCESSOR_X86;
  case 0x01000007: return PROCESSOR_X86_64;
  case 12: return PROCESSOR_ARM;
  case 0x0100000C: return PROCESSOR_AARCH64;
  default: return PROCESSOR_OTHER;
  }
}

enum { MACH_SYMTAB = 2, MACH_LOAD_DYLIB = 0xC };

static void mach_symbols(Bytes b, BinaryFile *f, uint64_t at, bool wide)
{
  uint64_t table = binary_file_get4(b, at + 8),
           names = binary_file_get4(b, at + 16);
  uint32_t n = binary_file_get4(b, at + 12);
  f->has_names = true;
  for (uint32_t i = 0; i < n && i < MOST_NAMES && binary_file_looks(b); i++) {
    uint64_t symbol = table + (uint64_t)i * (wide ? 16 : 12);
    unsigned type = (unsigned)get(b, symbol + 4, 1);
    bool external = (type & 1) != 0, defined = (type & 0x0E) != 0;
    bool is_private = (type & 0x10) != 0;
    if (!external || !defined || is_private) continue;
    const char *name =
        binary_file_text_at(b, names + binary_file_get4(b, symbol));
    if (name) add_export(b, f, name[0] == '_' ? name + 1 : name);
  }
}

static void read_mach(Bytes b, BinaryFile *f, bool wide)
{
  f->format = BINARY_MACH_O;
  f->processor = mach_processor(binary_file_get4(b, 4));
  uint32_t n = binary_file_get4(b, 16);
  uint64_t at = wide ? 32 : 28;
  for (uint32_t i = 0; i < n && i < 10000; i++) {
    uint32_t command = binary_file_get4(b, at),
             size = binary_file_get4(b, at + 4);
    if (size < 8) return;
    if (command == MACH_SYMTAB) mach_symbols(b, f, at, wide);
    if ((command & 0xFF) == MACH_LOAD_DYLIB) {
      add_needed(b, f,
                 binary_file_text_at(b, at + binary_file_get4(b, at + 8)));
    }
    at += size;
  }
}

BinaryFile binary_file_read(Arena *arena, const char *bytes, size_t length)
{
  int looks = MOST_LOOKS;
  size_t text = TEXT_IN_FILE * length;
  Bytes b = {arena, (const unsigned char *)bytes, length, &looks, &text};
  BinaryFile f = {0};
  uint32_t magic = length >= 4 ? binary_file_get4(b, 0) : 0;
  if (length > SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0) {
    read_elf(b, &f);
  } else if (length > 64 && bytes[0] == 'M' && bytes[1] == 'Z') {
    read_pe(b, &f);
  } else if (magic == 0xFEEDFACF || magic == 0xFEEDFACE) {
    read_mach(b, &f, magic == 0xFEEDFACF);
  } else if (magic == 0xBEBAFECA) {
    f.format = BINARY_MACH_O;
    f.processor = PROCESSOR_SEVERAL;
  }
  assert(f.has_names || f.n_exports == 0);
  assert(f.format != BINARY_UNKNOWN || f.n_exports + f.n_needed == 0);
  return f;
}
