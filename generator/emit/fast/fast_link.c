/* fast_link.c: reads both files and answers what the model asks of the runtime.
 */
#include "emit/fast/fast_link.h"

#include <string.h>

#include "emit/fast/link_file.h"
#include "emit/fast/link_places.h"

#define MOST_ZEROS ((uint64_t)1 << 30) /* bytes of data that begin as 0 */

/* --- the runtime --- */

static bool link_read_dynamic(Link *l)
{
  const ElfFile *file = &l->runtime;
  for (int k = 0; k < file->head.e_shnum; k++) {
    const Elf64_Shdr *section = &file->section[k];
    const unsigned char *bytes = elf_section(file, section);
    if (section->sh_type != SHT_DYNAMIC || !bytes) continue;
    l->n_entries = section->sh_size / sizeof(Elf64_Dyn);
    Elf64_Dyn *entry =
        arena_array(l->arena, l->n_entries + 1, sizeof(Elf64_Dyn));
    memcpy(entry, bytes, l->n_entries * sizeof(Elf64_Dyn));
    l->entry = entry;
    return true;
  }
  return false;
}

static const Elf64_Rela *link_read_table(Link *l, int64_t address, int64_t size,
                                         size_t *n)
{
  Elf64_Shdr section = {.sh_offset =
                            elf_offset(&l->runtime, link_entry(l, address)),
                        .sh_size = link_entry(l, size)};
  return elf_relocations(l->arena, &l->runtime, &section, n);
}

static bool link_read_runtime(Link *l, const FileBytes *runtime)
{
  if (!elf_read(l->arena, runtime->bytes, runtime->size, ET_DYN, &l->runtime) ||
      !elf_read_symbols(l->arena, &l->runtime, SHT_SYMTAB, &l->defined) ||
      !elf_read_symbols(l->arena, &l->runtime, SHT_DYNSYM, &l->dynamic) ||
      !link_read_dynamic(l)) {
    return link_fail(l, "the runtime is not a shared library with symbols");
  }
  l->loaded = link_read_table(l, DT_RELA, DT_RELASZ, &l->n_loaded);
  l->called = link_read_table(l, DT_JMPREL, DT_PLTRELSZ, &l->n_called);
  if (!l->loaded || !l->called || l->n_loaded == 0)
    return link_fail(l, "the runtime has no relocations");
  return true;
}

static bool link_read_object(Link *l, const FileBytes *object)
{
  if (!elf_read(l->arena, object->bytes, object->size, ET_REL, &l->object) ||
      !elf_read_symbols(l->arena, &l->object, SHT_SYMTAB, &l->model)) {
    return link_fail(l, "the compiled model is not an object file");
  }
  for (int k = 0; k < l->object.head.e_shnum; k++) {
    const Elf64_Shdr *section = &l->object.section[k];
    bool is_there = section->sh_type == SHT_NOBITS
                        ? section->sh_size < MOST_ZEROS
                        : elf_section(&l->object, section) != NULL;
    is_there &= section->sh_addralign <= LINK_PAGE;
    if (section->sh_type != SHT_NULL && !is_there)
      return link_fail(l, "the compiled model is not whole");
  }
  l->asked = arena_array(l->arena, l->model.n + 1, sizeof l->asked[0]);
  return true;
}

/* --- what the model asks for --- */

/* A word that the loader fills with the address of this dynamic symbol. */
static uint64_t link_word_of(const Elf64_Rela *table, size_t n, size_t symbol)
{
  for (size_t k = 0; k < n; k++) {
    uint64_t type = ELF64_R_TYPE(table[k].r_info);
    bool fills = type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT ||
                 type == R_X86_64_64;
    if (fills && table[k].r_addend == 0 &&
        ELF64_R_SYM(table[k].r_info) == symbol) {
      return table[k].r_offset;
    }
  }
  return 0;
}

static bool link_find_defined(const Link *l, const char *name, Asked *asked)
{
  for (size_t k = 1; k < l->defined.n; k++) {
    const Elf64_Sym *symbol = &l->defined.symbol[k];
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE ||
        strcmp(elf_symbol_name(&l->defined, k), name) != 0) {
      continue;
    }
    *asked = (Asked){.answer = ANSWER_ADDRESS, .address = symbol->st_value};
    return true;
  }
  return false;
}

static bool link_find_import(const Link *l, const char *name, Asked *asked)
{
  for (size_t k = 1; k < l->dynamic.n; k++) {
    if (strcmp(elf_symbol_name(&l->dynamic, k), name) != 0) continue;
    uint64_t word = link_word_of(l->loaded, l->n_loaded, k);
    if (word == 0) word = link_word_of(l->called, l->n_called, k);
    if (word == 0) continue;
    *asked = (Asked){.answer = ANSWER_IMPORT, .address = word, .import = k};
    return true;
  }
  return false;
}

static bool link_answer(Link *l)
{
  for (size_t k = 1; k < l->model.n; k++) {
    const char *name = elf_symbol_name(&l->model, k);
    if (l->model.symbol[k].st_shndx == SHN_COMMON)
      return link_fail(l, "the compiled model has common symbols");
    if (l->model.symbol[k].st_shndx != SHN_UNDEF || name[0] == '\0') continue;
    if (!link_find_defined(l, name, &l->asked[k]) &&
        !link_find_import(l, name, &l->asked[k])) {
      return link_fail(
          l, arena_printf(l->arena, "the runtime does not have %s", name));
    }
  }
  return true;
}

bool fast_link(Arena *arena, const FileBytes *runtime, const FileBytes *object,
               FileBytes *library, const char **reason)
{
  Link l = {.arena = arena};
  bool ok = link_read_runtime(&l, runtime) && link_read_object(&l, object) &&
            link_answer(&l) && link_place_all(&l) &&
            link_write(&l, object, library);
  *reason = l.reason;
  return ok;
}
