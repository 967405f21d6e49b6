/* elf_file.c: tables of an ELF file, each checked against the file's size. */
#include "emit/fast/elf_file.h"

#include <string.h>

static bool elf_holds(size_t size, uint64_t at, uint64_t n, uint64_t one)
{
  return at <= size && (one == 0 || n <= (size - at) / one);
}

static void *elf_copy(Arena *arena, const ElfFile *file, uint64_t at, size_t n,
                      size_t one)
{
  if (!elf_holds(file->size, at, n, one)) return NULL;
  void *copy = arena_array(arena, n + 1, one);
  memcpy(copy, file->bytes + at, n * one);
  return copy;
}

bool elf_read(Arena *arena, const void *bytes, size_t size, int type,
              ElfFile *file)
{
  static const unsigned char ident[] = {0x7f,       'E',         'L',       'F',
                                        ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
  memset(file, 0, sizeof *file);
  file->bytes = bytes;
  file->size = size;
  if (size < sizeof file->head) return false;
  memcpy(&file->head, bytes, sizeof file->head);
  const Elf64_Ehdr *head = &file->head;
  if (memcmp(head->e_ident, ident, sizeof ident) != 0 || head->e_type != type ||
      head->e_machine != EM_X86_64) {
    return false;
  }
  if (head->e_shentsize != sizeof(Elf64_Shdr)) return false;
  if (head->e_phnum > 0 && head->e_phentsize != sizeof(Elf64_Phdr))
    return false;
  file->section =
      elf_copy(arena, file, head->e_shoff, head->e_shnum, sizeof(Elf64_Shdr));
  file->segment =
      elf_copy(arena, file, head->e_phoff, head->e_phnum, sizeof(Elf64_Phdr));
  return file->section && file->segment;
}

const unsigned char *elf_section(const ElfFile *file, const Elf64_Shdr *section)
{
  if (section->sh_type == SHT_NOBITS) return NULL;
  if (!elf_holds(file->size, section->sh_offset, section->sh_size, 1))
    return NULL;
  return file->bytes + section->sh_offset;
}

static const Elf64_Shdr *elf_find_section(const ElfFile *file, uint32_t type)
{
  for (int k = 0; k < file->head.e_shnum; k++) {
    if (file->section[k].sh_type == type) return &file->section[k];
  }
  return NULL;
}

bool elf_read_symbols(Arena *arena, const ElfFile *file, uint32_t type,
                      ElfSymbols *symbols)
{
  const Elf64_Shdr *table = elf_find_section(file, type);
  if (!table || table->sh_link >= file->head.e_shnum) return false;
  const Elf64_Shdr *names = &file->section[table->sh_link];
  symbols->n = table->sh_size / sizeof(Elf64_Sym);
  symbols->symbol =
      elf_copy(arena, file, table->sh_offset, symbols->n, sizeof(Elf64_Sym));
  symbols->names = (const char *)elf_section(file, names);
  symbols->names_size = names->sh_size;
  return symbols->symbol && symbols->names && symbols->names_size > 0 &&
         symbols->names[symbols->names_size - 1] == '\0';
}

const char *elf_symbol_name(const ElfSymbols *symbols, size_t k)
{
  if (k >= symbols->n) return "";
  uint32_t at = symbols->symbol[k].st_name;
  return at < symbols->names_size ? symbols->names + at : "";
}

const Elf64_Rela *elf_relocations(Arena *arena, const ElfFile *file,
                                  const Elf64_Shdr *section, size_t *n)
{
  *n = section->sh_size / sizeof(Elf64_Rela);
  return elf_copy(arena, file, section->sh_offset, *n, sizeof(Elf64_Rela));
}

size_t elf_offset(const ElfFile *file, uint64_t address)
{
  for (int k = 0; k < file->head.e_phnum; k++) {
    const Elf64_Phdr *part = &file->segment[k];
    if (part->p_type != PT_LOAD || address < part->p_vaddr) continue;
    uint64_t within = address - part->p_vaddr;
    if (within >= part->p_filesz) continue;
    uint64_t at = part->p_offset + within;
    return at < file->size ? (size_t)at : 0;
  }
  return 0;
}
