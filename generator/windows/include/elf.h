/* elf.h for Windows: the names of the format that libraries of Linux have, as
 * far as check asks for them (System V ABI, chapters 4 and 5). */
#ifndef FOUCAULT_WINDOWS_ELF_H
#define FOUCAULT_WINDOWS_ELF_H

#include <stdint.h>

#define ELFMAG "\177ELF"
#define SELFMAG 4
#define EI_NIDENT 16

enum { EI_CLASS = 4, ELFCLASS64 = 2, ELFDATA2LSB = 1 };
enum { EM_386 = 3, EM_ARM = 40, EM_X86_64 = 62, EM_AARCH64 = 183 };
enum { SHT_DYNAMIC = 6, SHT_DYNSYM = 11, SHN_UNDEF = 0, DT_NEEDED = 1 };
enum { SHN_ABS = 0xfff1 };
enum {
  STB_GLOBAL = 1,
  STB_WEAK = 2,
  STT_OBJECT = 1,
  STT_FUNC = 2,
  STT_GNU_IFUNC = 10
};

enum { ET_REL = 1, ET_DYN = 3, EV_CURRENT = 1, EI_DATA = 5 };
enum { SHT_NULL, SHT_PROGBITS, SHT_SYMTAB, SHT_RELA = 4, SHT_NOBITS = 8 };
enum { SHF_WRITE = 1, SHF_ALLOC = 2, SHF_EXECINSTR = 4 };
enum { SHN_LORESERVE = 0xff00, SHN_COMMON = 0xfff2, PT_LOAD = 1 };
enum {
  R_X86_64_NONE,
  R_X86_64_64,
  R_X86_64_PC32,
  R_X86_64_PLT32 = 4,
  R_X86_64_GLOB_DAT = 6,
  R_X86_64_JUMP_SLOT,
  R_X86_64_RELATIVE,
  R_X86_64_GOTPCREL,
  R_X86_64_GOTPCRELX = 41,
  R_X86_64_REX_GOTPCRELX
};

#define ELF64_R_SYM(info) ((info) >> 32)
#define ELF64_R_TYPE(info) ((info)&0xffffffff)
#define ELF64_R_INFO(symbol, type) (((uint64_t)(symbol) << 32) + (type))

typedef uint16_t Elf64_Half;

typedef struct {
  unsigned char e_ident[EI_NIDENT];
  uint16_t e_type, e_machine;
  uint32_t e_version;
  uint64_t e_entry, e_phoff, e_shoff;
  uint32_t e_flags;
  uint16_t e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx;
} Elf64_Ehdr;

typedef struct {
  uint32_t p_type, p_flags;
  uint64_t p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align;
} Elf64_Phdr;

typedef struct {
  uint64_t r_offset, r_info;
  int64_t r_addend;
} Elf64_Rela;

typedef struct {
  int64_t d_tag;
  union {
    uint64_t d_val, d_ptr;
  } d_un;
} Elf64_Dyn;

typedef struct {
  uint32_t sh_name, sh_type;
  uint64_t sh_flags, sh_addr, sh_offset, sh_size;
  uint32_t sh_link, sh_info;
  uint64_t sh_addralign, sh_entsize;
} Elf64_Shdr;

typedef struct {
  uint32_t sh_name, sh_type, sh_flags, sh_addr, sh_offset, sh_size, sh_link,
      sh_info, sh_addralign, sh_entsize;
} Elf32_Shdr;

typedef struct {
  uint32_t st_name;
  unsigned char st_info, st_other;
  uint16_t st_shndx;
  uint64_t st_value, st_size;
} Elf64_Sym;

typedef struct {
  uint32_t st_name, st_value, st_size;
  unsigned char st_info, st_other;
  uint16_t st_shndx;
} Elf32_Sym;

#endif
