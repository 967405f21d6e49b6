/* fast_link.c: reads both files. */
#include "emit/fast/fast_link.h"

#include <string.h>

#include "emit/fast/link_file.h"
#include "emit/fast/link_object.h"
#include "emit/fast/link_places.h"

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
