/* link_file.c: tables for the loader and for those who look at the file. */
#include "emit/fast/link_file.h"

#include <assert.h>
#include <string.h>

#include "emit/fast/link_relocate.h"
#include "emit/text/guid.h"

/* --- what the loader reads --- */

static size_t link_find_model(const ElfSymbols *symbols, bool is_defined)
{
  for (size_t k = 1; k < symbols->n; k++) {
    if ((symbols->symbol[k].st_shndx != SHN_UNDEF) == is_defined &&
        strcmp(elf_symbol_name(symbols, k), MODEL_SYMBOL) == 0) {
      return k;
    }
  }
  return 0;
}

/* The table of relocations: the runtime's, where those of the model's symbol
 * have become addresses, and the model's. */
static void link_write_table(Link *l, size_t wanted, uint64_t address)
{
  for (size_t k = 0; k < l->n_loaded; k++) {
    const Elf64_Rela *one = &l->loaded[k];
    if (ELF64_R_TYPE(one->r_info) == R_X86_64_RELATIVE) {
      link_push_relative(l, one->r_offset, (uint64_t)one->r_addend);
    } else if (ELF64_R_SYM(one->r_info) == wanted) {
      link_push_relative(l, one->r_offset, address + (uint64_t)one->r_addend);
    } else {
      link_push_symbolic(l, *one);
    }
  }
  assert(l->n_relative + l->n_symbolic == l->n_loaded + l->n_absolute);
  size_t size = l->n_relative * sizeof(Elf64_Rela);
  memcpy(l->file + l->table, l->relative, size);
  if (l->n_symbolic > 0) {
    memcpy(l->file + l->table + size, l->symbolic,
           l->n_symbolic * sizeof(Elf64_Rela));
  }
}

/* The runtime's symbol is at home now; nobody outside finds it. */
static bool link_write_symbol(Link *l, size_t wanted, uint64_t address)
{
  Elf64_Sym symbol = l->dynamic.symbol[wanted];
  symbol.st_info = ELF64_ST_INFO(STB_LOCAL, STT_OBJECT);
  symbol.st_other = STV_HIDDEN;
  symbol.st_shndx = (uint16_t)(l->runtime.head.e_shnum + 1);
  symbol.st_value = address;
  size_t table = elf_offset(&l->runtime, link_entry(l, DT_SYMTAB));
  if (table == 0 || table + (wanted + 1) * sizeof symbol > l->base)
    return link_fail(l, "the runtime is not whole");
  memcpy(l->file + table + wanted * sizeof symbol, &symbol, sizeof symbol);
  return true;
}

static bool link_write_dynamic(Link *l)
{
  const Elf64_Phdr *part = NULL;
  for (int k = 0; k < l->runtime.head.e_phnum; k++) {
    if (l->runtime.segment[k].p_type == PT_DYNAMIC)
      part = &l->runtime.segment[k];
  }
  if (!part || part->p_filesz < l->n_entries * sizeof(Elf64_Dyn))
    return link_fail(l, "the runtime is not a shared library");
  for (size_t k = 0; k < l->n_entries; k++) {
    Elf64_Dyn entry = l->entry[k];
    if (entry.d_tag == DT_RELA) entry.d_un.d_ptr = l->table;
    if (entry.d_tag == DT_RELASZ) entry.d_un.d_val = l->code_end - l->table;
    if (entry.d_tag == DT_RELACOUNT) entry.d_un.d_val = l->n_relative;
    memcpy(l->file + part->p_offset + k * sizeof entry, &entry, sizeof entry);
  }
  return true;
}

static void link_write_segments(Link *l)
{
  const Elf64_Ehdr *head = &l->runtime.head;
  Elf64_Phdr part[N_NEW] = {{.p_type = PT_LOAD,
                             .p_flags = PF_R | PF_X,
                             .p_offset = l->base,
                             .p_filesz = l->code_end - l->base,
                             .p_memsz = l->code_end - l->base},
                            {.p_type = PT_LOAD,
                             .p_flags = PF_R | PF_W,
                             .p_offset = l->data,
                             .p_filesz = l->data_end - l->data,
                             .p_memsz = l->memory_end - l->data}};
  /* Loads in the order of their addresses: the new ones after the last. */
  unsigned char *at = l->file + l->base;
  int last = 0;
  for (int k = 0; k < head->e_phnum; k++) {
    if (l->runtime.segment[k].p_type == PT_LOAD) last = k;
  }
  for (int k = 0; k < head->e_phnum; k++) {
    memcpy(at, &l->runtime.segment[k], sizeof part[0]);
    at += sizeof part[0];
    for (int i = 0; k == last && i < N_NEW; i++) {
      part[i].p_vaddr = part[i].p_paddr = part[i].p_offset;
      part[i].p_align = LINK_PAGE;
      memcpy(at, &part[i], sizeof part[0]);
      at += sizeof part[0];
    }
  }
}

/* --- for those who look at the file --- */

static const char section_names[] = ".model.text\0.model.data";

/* The names of sections, then the table of sections, at the end of the file. */
static size_t link_names_size(const Link *l)
{
  const Elf64_Ehdr *head = &l->runtime.head;
  if (head->e_shstrndx >= head->e_shnum) return 0;
  return l->runtime.section[head->e_shstrndx].sh_size;
}

static Elf64_Shdr link_section(const Link *l, int k, uint64_t names)
{
  Elf64_Shdr section = l->runtime.section[k];
  bool is_names = k == l->runtime.head.e_shstrndx;
  if (is_names) {
    section.sh_offset = names;
    section.sh_size += sizeof section_names;
  } else if (!(section.sh_flags & SHF_ALLOC)) {
    memset(&section, 0, sizeof section);
  }
  if (section.sh_type == SHT_RELA &&
      section.sh_addr == link_entry(l, DT_RELA)) {
    section.sh_addr = section.sh_offset = l->table;
    section.sh_size = l->code_end - l->table;
  }
  return section;
}

static void link_write_sections(Link *l, uint64_t names, uint64_t table)
{
  const Elf64_Ehdr *head = &l->runtime.head;
  size_t size = link_names_size(l);
  const unsigned char *old =
      elf_section(&l->runtime, &l->runtime.section[head->e_shstrndx]);
  if (old) memcpy(l->file + names, old, size);
  memcpy(l->file + names + size, section_names, sizeof section_names);
  for (int k = 0; k < head->e_shnum; k++) {
    Elf64_Shdr section = link_section(l, k, names);
    memcpy(l->file + table, &section, sizeof section);
    table += sizeof section;
  }
  Elf64_Shdr added[N_NEW] = {
      {.sh_name = (uint32_t)size,
       .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
       .sh_addr = l->base,
       .sh_size = l->table - l->base},
      {.sh_name = (uint32_t)(size + strlen(section_names) + 1),
       .sh_flags = SHF_ALLOC | SHF_WRITE,
       .sh_addr = l->data,
       .sh_size = l->data_end - l->data}};
  for (int k = 0; k < N_NEW; k++) {
    added[k].sh_type = SHT_PROGBITS;
    added[k].sh_offset = added[k].sh_addr;
    added[k].sh_addralign = TABLE_ALIGNMENT;
    memcpy(l->file + table + (size_t)k * sizeof added[k], &added[k],
           sizeof added[k]);
  }
}

/* The runtime's build id belongs to many models; this file's is made of both
 * inputs. */
static void link_write_id(Link *l, const FileBytes *object)
{
  char guid[GUID_SIZE];
  GuidHash hash = guid_begin();
  guid_add(&hash, l->runtime.bytes, l->runtime.size);
  guid_add(&hash, object->bytes, object->size);
  guid_end(&hash, guid);
  static const unsigned char head[] = {
      4, 0, 0, 0, 20, 0, 0, 0, NT_GNU_BUILD_ID, 0, 0, 0, 'G', 'N', 'U', 0};
  for (int k = 0; k < l->runtime.head.e_phnum; k++) {
    const Elf64_Phdr *part = &l->runtime.segment[k];
    if (part->p_type != PT_NOTE) continue;
    for (uint64_t at = 0; at + sizeof head + 20 <= part->p_filesz; at += 4) {
      unsigned char *note = l->file + part->p_offset + at;
      if (memcmp(note, head, sizeof head) != 0) continue;
      memcpy(note + sizeof head, guid + GUID_SIZE - 1 - 20, 20);
      return;
    }
  }
}

/* --- the file --- */

/* The runtime's segments as they are. False: one is not in the file. */
static bool link_copy_runtime(Link *l)
{
  const ElfFile *r = &l->runtime;
  for (int k = 0; k < r->head.e_phnum; k++) {
    const Elf64_Phdr *part = &r->segment[k];
    if (part->p_offset > r->size || part->p_filesz > r->size - part->p_offset)
      return link_fail(l, "the runtime is not whole");
    if (part->p_type != PT_LOAD) continue;
    memcpy(l->file + part->p_offset, r->bytes + part->p_offset, part->p_filesz);
  }
  return true;
}

static void link_write_head(Link *l, uint64_t sections)
{
  Elf64_Ehdr head = l->runtime.head;
  head.e_phoff = l->base;
  head.e_phnum += N_NEW;
  head.e_shoff = sections;
  head.e_shnum += N_NEW;
  memcpy(l->file, &head, sizeof head);
}

bool link_write(Link *l, const FileBytes *object, FileBytes *library)
{
  size_t model = link_find_model(&l->model, true);
  size_t wanted = link_find_model(&l->dynamic, false);
  if (model == 0 || l->asked[model].answer != ANSWER_ADDRESS)
    return link_fail(l, "the compiled model does not define " MODEL_SYMBOL);
  if (wanted == 0)
    return link_fail(l, "the runtime does not ask for " MODEL_SYMBOL);
  uint64_t names = l->data_end;
  uint64_t sections = link_round_up(
      names + link_names_size(l) + sizeof section_names, TABLE_ALIGNMENT);
  size_t n_sections = (size_t)l->runtime.head.e_shnum + N_NEW;
  size_t size = sections + n_sections * sizeof(Elf64_Shdr);
  l->file = arena_array(l->arena, size + 1, 1); /* of zeros */
  if (!link_copy_runtime(l) || !link_relocate(l)) return false;
  link_write_table(l, wanted, l->asked[model].address);
  /* The table is there: its entries are counted. */
  if (!link_write_symbol(l, wanted, l->asked[model].address) ||
      !link_write_dynamic(l)) {
    return false;
  }
  link_write_head(l, sections);
  link_write_segments(l);
  link_write_sections(l, names, sections);
  link_write_id(l, object);
  *library = (FileBytes){.bytes = (char *)l->file, .size = size};
  return true;
}
