/* elf_file.h: an ELF file in memory, read with care: nothing outside of its
 * bytes is ever asked for.
 *
 * Numbers have their least significant byte first, as this machine has them.
 */
#ifndef FOUCAULT_EMIT_FAST_ELF_FILE_H
#define FOUCAULT_EMIT_FAST_ELF_FILE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct ElfFile {
  const unsigned char *bytes;
  size_t size;
  Elf64_Ehdr head;
  const Elf64_Shdr *section; /* head.e_shnum of them */
  const Elf64_Phdr *segment; /* head.e_phnum of them */
} ElfFile;

/* Symbols of one table, with their names. */
typedef struct ElfSymbols {
  const Elf64_Sym *symbol;
  size_t n;
  const char *names;
  size_t names_size; /* the last byte is 0 */
} ElfSymbols;

/* False: it is not an ELF file of this type (ET_REL, ET_DYN) for x86-64, or a
 * table lies outside of it. Tables are copied into the arena. */
bool elf_read(Arena *arena, const void *bytes, size_t size, int type,
              ElfFile *file);

/* The symbols of the first section of this type (SHT_SYMTAB, SHT_DYNSYM). */
bool elf_read_symbols(Arena *arena, const ElfFile *file, uint32_t type,
                      ElfSymbols *symbols);

/* The relocations of a section; NULL: it is not whole. */
const Elf64_Rela *elf_relocations(Arena *arena, const ElfFile *file,
                                  const Elf64_Shdr *section, size_t *n);

/* "": it has none. */
const char *elf_symbol_name(const ElfSymbols *symbols, size_t k);

/* The bytes of a section; NULL: it lies outside of the file. */
const unsigned char *elf_section(const ElfFile *file,
                                 const Elf64_Shdr *section);

/* Where the file has what lies at this address in memory; 0: nowhere. */
size_t elf_offset(const ElfFile *file, uint64_t address);

#endif
