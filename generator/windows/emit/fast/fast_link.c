/* fast_link.c: emit/fast/fast_link.h on Windows.
 *
 * The runtime is a DLL (lib/runtime.dll). It says by a table which functions it
 * has (fmu_runtime/prelinked/names.c.in), and has room for the model's one
 * variable, foucault_model, which is copied there. Of the parts of emit/fast/
 * those that read the object, place and relocate it are the same.
 */
#include "emit/fast/fast_link.h"

#include <string.h>

#include "emit/fast/link_object.h"
#include "emit/fast/link_places.h"
#include "emit/fast/link_relocate.h"
#include "windows/emit/fast/pe_write.h"

enum { NAME_ROW = 24, MOST_NAMES = 4096 };

/* The rows of the runtime's table as symbols, and the place of the model. */
static bool pe_symbols(Link *l, const PeFile *file, PeCopy *copy)
{
  uint64_t table = pe_export(file, "foucault_names");
  Elf64_Sym *symbol = arena_array(l->arena, MOST_NAMES + 1, sizeof symbol[0]);
  size_t n = 1, used = 1;
  const char *name[MOST_NAMES + 1];
  for (; table && n <= MOST_NAMES; n++, table += NAME_ROW) {
    size_t row = pe_offset(file, table, NAME_ROW);
    uint64_t text = row ? pe_get8(file, row) : 0;
    if (text == 0) break;
    name[n] = pe_text(file, text - file->image_base);
    if (!name[n]) return false;
    symbol[n] =
        (Elf64_Sym){.st_name = (uint32_t)used,
                    .st_shndx = 1,
                    .st_value = pe_get8(file, row + 8) - file->image_base,
                    .st_size = pe_get8(file, row + 16)};
    used += strlen(name[n]) + 1;
    if (strcmp(name[n], MODEL_SYMBOL) == 0)
      *copy = (PeCopy){0, symbol[n].st_value, symbol[n].st_size};
  }
  char *names = arena_alloc(l->arena, used);
  for (size_t k = 1; k < n; k++)
    memcpy(names + symbol[k].st_name, name[k], strlen(name[k]));
  l->defined = (ElfSymbols){symbol, n, names, used};
  return copy->size > 0;
}

static bool pe_read_runtime(Link *l, const FileBytes *runtime, PeCopy *copy)
{
  PeFile file;
  if (!pe_read((unsigned char *)runtime->bytes, runtime->size, &file) ||
      !pe_symbols(l, &file, copy)) {
    return link_fail(l, "the runtime is not a DLL with a table of names");
  }
  Elf64_Phdr *all = arena_alloc(l->arena, sizeof *all);
  *all = (Elf64_Phdr){.p_type = PT_LOAD, .p_memsz = file.image_size};
  l->runtime.head.e_phnum = 1;
  l->runtime.segment = all;
  return true;
}

static bool pe_find_model(Link *l, PeCopy *copy)
{
  for (size_t k = 1; k < l->model.n; k++) {
    if (l->model.symbol[k].st_shndx == SHN_UNDEF ||
        strcmp(elf_symbol_name(&l->model, k), MODEL_SYMBOL) != 0) {
      continue;
    }
    copy->from = l->asked[k].address;
    if (copy->from >= l->base && copy->from + copy->size <= l->data_end)
      return true;
  }
  return link_fail(l, "the compiled model is not one of this runtime");
}

/* As memory will have it, for the address where it would like to lie. */
static bool pe_fill(Link *l, const FileBytes *runtime)
{
  PeFile file;
  l->file = arena_alloc(l->arena, l->memory_end);
  if (!link_relocate(l)) return false;
  if (l->n_symbolic > 0 ||
      !pe_read((unsigned char *)runtime->bytes, runtime->size, &file)) {
    return link_fail(l, "the compiled model asks for an address twice");
  }
  for (size_t k = 0; k < l->n_relative; k++) {
    uint64_t word = file.image_base + (uint64_t)l->relative[k].r_addend;
    memcpy(l->file + l->relative[k].r_offset, &word, sizeof word);
  }
  return true;
}

bool fast_link(Arena *arena, const FileBytes *runtime, const FileBytes *object,
               FileBytes *library, const char **reason)
{
  Link l = {.arena = arena};
  PeCopy copy = {0};
  bool ok =
      pe_read_runtime(&l, runtime, &copy) && link_read_object(&l, object) &&
      link_answer(&l) && link_place_all(&l) && pe_find_model(&l, &copy) &&
      pe_fill(&l, runtime) && pe_write(&l, runtime, object, copy, library);
  *reason = l.reason;
  /* longjmp() over code that has no tables for it ends the program there */
  if (l.reason && strstr(l.reason, "_setjmp"))
    *reason = "on Windows external C functions need a C compiler: zig (pip "
              "install ziglang) or gcc";
  return ok;
}
