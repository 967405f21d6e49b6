/* link_relocate.c: the model's sections, with what they refer to filled in. */
#include "emit/fast/link_relocate.h"

#include <string.h>

#include "base/vector.h"
#include "emit/fast/link_places.h"

/* --- contents --- */

static void link_put32(Link *l, uint64_t at, uint64_t number)
{
  uint32_t word = (uint32_t)number;
  memcpy(l->file + at, &word, sizeof word);
}

static bool link_reaches(uint64_t from, uint64_t to)
{
  int64_t distance = (int64_t)(to - from);
  return distance >= INT32_MIN && distance <= INT32_MAX;
}

static void link_push(Link *l, Elf64_Rela **table, size_t *n, int *cap,
                      Elf64_Rela one)
{
  *table = vector_grow(l->arena, *table, cap, (int)*n + 1, sizeof one);
  (*table)[(*n)++] = one;
}

void link_push_relative(Link *l, uint64_t at, uint64_t address)
{
  Elf64_Rela one = {.r_offset = at,
                    .r_info = ELF64_R_INFO(0, R_X86_64_RELATIVE),
                    .r_addend = (int64_t)address};
  link_push(l, &l->relative, &l->n_relative, &l->cap_relative, one);
}

void link_push_symbolic(Link *l, Elf64_Rela one)
{
  link_push(l, &l->symbolic, &l->n_symbolic, &l->cap_symbolic, one);
}

static bool link_copy_sections(Link *l)
{
  const ElfFile *o = &l->object;
  for (int k = 0; k < o->head.e_shnum; k++) {
    const Elf64_Shdr *section = &o->section[k];
    if (l->place[k] == 0 || section->sh_type == SHT_NOBITS) continue;
    const unsigned char *bytes = elf_section(o, section);
    if (!bytes) return link_fail(l, "the compiled model is not whole");
    memcpy(l->file + l->place[k], bytes, section->sh_size);
  }
  return true;
}

static void link_write_stubs(Link *l)
{
  static const unsigned char jump[] = {0xff, 0x25};
  for (size_t k = 0; k < l->model.n; k++) {
    const Asked *asked = &l->asked[k];
    if (asked->slot) link_push_relative(l, asked->slot, asked->address);
    if (!asked->stub) continue;
    memcpy(l->file + asked->stub, jump, sizeof jump);
    link_put32(l, asked->stub + 2, asked->address - (asked->stub + 6));
  }
}

static bool link_apply_absolute(Link *l, const Elf64_Rela *relocation,
                                uint64_t at, const Asked *asked)
{
  uint64_t addend = (uint64_t)relocation->r_addend;
  if (asked->answer == ANSWER_ADDRESS) {
    link_push_relative(l, at, asked->address + addend);
  } else {
    link_push_symbolic(
        l, (Elf64_Rela){.r_offset = at,
                        .r_info = ELF64_R_INFO(asked->import, R_X86_64_64),
                        .r_addend = relocation->r_addend});
  }
  return true;
}

/* What a relative relocation leads to. */
static uint64_t link_goal(const Asked *asked, uint64_t type)
{
  bool is_import = asked->answer == ANSWER_IMPORT;
  if (type == R_X86_64_PC32 || type == R_X86_64_PLT32)
    return is_import ? asked->stub : asked->address;
  return is_import ? asked->address : asked->slot;
}

static bool link_apply(Link *l, const Elf64_Rela *relocation, int target)
{
  const Elf64_Shdr *section = &l->object.section[target];
  const Asked *asked = &l->asked[ELF64_R_SYM(relocation->r_info)];
  uint64_t type = ELF64_R_TYPE(relocation->r_info);
  uint64_t width = type == R_X86_64_64 ? 8 : 4;
  if (type == R_X86_64_NONE) return true;
  if (asked->answer == ANSWER_NONE || section->sh_type == SHT_NOBITS ||
      section->sh_size < width ||
      relocation->r_offset > section->sh_size - width) {
    return link_fail(l, "a relocation of the compiled model leads nowhere");
  }
  uint64_t at = l->place[target] + relocation->r_offset;
  if (type == R_X86_64_64) return link_apply_absolute(l, relocation, at, asked);
  uint64_t goal = link_goal(asked, type) + (uint64_t)relocation->r_addend;
  if (!link_reaches(at, goal)) return link_fail(l, "the model is too large");
  link_put32(l, at, goal - at);
  return true;
}

bool link_relocate(Link *l)
{
  if (!link_copy_sections(l)) return false;
  link_write_stubs(l);
  return link_each_relocation(l, link_apply);
}
