/* link_places.c: where everything of the model goes.
 *
 * The new segments begin at an address that is also their offset in the file,
 * as the runtime reads its own table of segments in memory (core/image.c).
 */
#include "emit/fast/link_places.h"

#include <string.h>

#define STUB_SIZE 8 /* jmp *slot(%rip), and two bytes for the alignment */
#define SLOT_SIZE 8

/* --- relocations of the model, one by one --- */

static bool link_has_name(const ElfFile *o, int k, const char *name)
{
  if (o->head.e_shstrndx >= o->head.e_shnum) return false;
  const Elf64_Shdr *names = &o->section[o->head.e_shstrndx];
  const unsigned char *text = elf_section(o, names);
  uint32_t at = o->section[k].sh_name;
  size_t size = strlen(name) + 1;
  return text && names->sh_size >= size && at <= names->sh_size - size &&
         memcmp(text + at, name, size) == 0;
}

/* The last two: for Windows. */
static bool link_is_unwinding(const Link *l, int k)
{
  return link_has_name(&l->object, k, ".eh_frame") ||
         link_has_name(&l->object, k, ".pdata") ||
         link_has_name(&l->object, k, ".xdata");
}

bool link_takes(const Link *l, int k)
{
  const Elf64_Shdr *section = &l->object.section[k];
  return (section->sh_flags & SHF_ALLOC) &&
         (section->sh_type == SHT_PROGBITS || section->sh_type == SHT_NOBITS) &&
         !link_is_unwinding(l, k);
}

bool link_each_relocation(Link *l, LinkVisit *visit)
{
  const ElfFile *o = &l->object;
  for (int k = 0; k < o->head.e_shnum; k++) {
    const Elf64_Shdr *section = &o->section[k];
    if (section->sh_type != SHT_RELA || section->sh_info >= o->head.e_shnum ||
        !link_takes(l, (int)section->sh_info)) {
      continue;
    }
    size_t n;
    const Elf64_Rela *relocation = elf_relocations(l->arena, o, section, &n);
    if (!relocation) return link_fail(l, "the compiled model is not whole");
    for (size_t i = 0; i < n; i++) {
      if (ELF64_R_SYM(relocation[i].r_info) >= l->model.n)
        return link_fail(l, "the compiled model is not whole");
      if (!visit(l, &relocation[i], (int)section->sh_info)) return false;
    }
  }
  return true;
}

/* How much room stubs, slots and the table of relocations take. */
static bool link_count(Link *l, const Elf64_Rela *relocation, int target)
{
  (void)target;
  Asked *asked = &l->asked[ELF64_R_SYM(relocation->r_info)];
  switch (ELF64_R_TYPE(relocation->r_info)) {
  case R_X86_64_64: l->n_absolute++; return true;
  case R_X86_64_PC32:
  case R_X86_64_PLT32:
    asked->wants_stub = asked->answer == ANSWER_IMPORT;
    return true;
  case R_X86_64_GOTPCREL:
  case R_X86_64_GOTPCRELX:
  case R_X86_64_REX_GOTPCRELX:
    asked->wants_slot = asked->answer != ANSWER_IMPORT;
    return true;
  case R_X86_64_NONE: return true;
  default: break;
  }
  return link_fail(l, arena_printf(l->arena, "relocation %d is not known",
                                   (int)ELF64_R_TYPE(relocation->r_info)));
}

/* --- places --- */

static uint64_t link_end_of_runtime(const Link *l)
{
  uint64_t end = 0;
  for (int k = 0; k < l->runtime.head.e_phnum; k++) {
    const Elf64_Phdr *part = &l->runtime.segment[k];
    if (part->p_type != PT_LOAD) continue;
    uint64_t memory = part->p_vaddr + part->p_memsz;
    uint64_t file = part->p_offset + part->p_filesz;
    if (memory > end) end = memory;
    if (file > end) end = file;
  }
  return end;
}

/* Sections of one kind, from this address on; the address after them. */
static uint64_t link_place(Link *l, uint64_t at, bool writable, uint32_t type)
{
  const ElfFile *o = &l->object;
  for (int k = 0; k < o->head.e_shnum; k++) {
    const Elf64_Shdr *section = &o->section[k];
    bool is_writable = (section->sh_flags & SHF_WRITE) != 0;
    if (!link_takes(l, k) || is_writable != writable ||
        section->sh_type != type) {
      continue;
    }
    at = link_round_up(at, section->sh_addralign);
    l->place[k] = at;
    at += section->sh_size;
  }
  return at;
}

static uint64_t link_place_stubs(Link *l, uint64_t at)
{
  for (size_t k = 0; k < l->model.n; k++) {
    if (!l->asked[k].wants_stub) continue;
    l->asked[k].stub = at;
    at += STUB_SIZE;
  }
  return at;
}

static uint64_t link_place_slots(Link *l, uint64_t at)
{
  for (size_t k = 0; k < l->model.n; k++) {
    if (!l->asked[k].wants_slot) continue;
    l->asked[k].slot = at;
    at += SLOT_SIZE;
    l->n_absolute++;
  }
  return at;
}

/* Symbols of the object itself, once its sections have places. */
static void link_answer_own(Link *l)
{
  for (size_t k = 1; k < l->model.n; k++) {
    const Elf64_Sym *symbol = &l->model.symbol[k];
    if (symbol->st_shndx == SHN_UNDEF) continue;
    if (symbol->st_shndx >= l->object.head.e_shnum) continue; /* file names */
    if (l->place[symbol->st_shndx] == 0) continue;
    l->asked[k].answer = ANSWER_ADDRESS;
    l->asked[k].address = l->place[symbol->st_shndx] + symbol->st_value;
  }
}

bool link_place_all(Link *l)
{
  if (!link_each_relocation(l, link_count)) return false;
  int n_segments = l->runtime.head.e_phnum + N_NEW;
  l->place = arena_array(l->arena, (size_t)l->object.head.e_shnum + 1,
                         sizeof l->place[0]);
  l->base = link_round_up(link_end_of_runtime(l), LINK_PAGE);
  uint64_t at = l->base + (uint64_t)n_segments * sizeof(Elf64_Phdr);
  at = link_place_stubs(l, link_round_up(at, STUB_SIZE));
  at = link_place(l, at, false, SHT_PROGBITS);
  uint64_t slots = link_place_slots(l, 0); /* the table counts them */
  l->table = link_round_up(at, TABLE_ALIGNMENT);
  l->code_end = l->table + (l->n_loaded + l->n_absolute) * sizeof(Elf64_Rela);
  l->data = link_round_up(l->code_end, LINK_PAGE);
  for (size_t k = 0; k < l->model.n; k++) {
    if (l->asked[k].wants_slot) l->asked[k].slot += l->data;
  }
  l->data_end = link_place(l, l->data + slots, true, SHT_PROGBITS);
  l->memory_end = link_place(l, l->data_end, true, SHT_NOBITS);
  link_answer_own(l);
  return true;
}
