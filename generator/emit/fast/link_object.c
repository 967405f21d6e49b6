/* link_object.c: what the model asks of the runtime, and the answers. */
#include "emit/fast/link_object.h"

#include <string.h>

#define MOST_ZEROS ((uint64_t)1 << 30) /* bytes of data that begin as 0 */

bool link_read_object(Link *l, const FileBytes *object)
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

bool link_answer(Link *l)
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
