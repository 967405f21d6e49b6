/* image.c: the linker's marks, and the record with the hash: a note (ELF), the
 * entry for debuggers (PE, Windows). */
#include "image.h"
#include <string.h>

#if defined(__ELF__) && defined(__linux__) && UINTPTR_MAX > 0xffffffffu

#include <elf.h>

/* Defined by the linker: where the file begins in memory. Its end follows from
 * the table of segments: a model may have been put after the linker's end. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static size_t image_round_up(size_t size)
{
  return (size + 3) / 4 * 4;
}

/* Looks for the hash among the notes. */
static bool image_take_id(const char *note, size_t size, Image *image)
{
  Elf64_Nhdr head;
  while (size >= sizeof head) {
    memcpy(&head, note, sizeof head);
    size_t name = image_round_up(head.n_namesz);
    size_t whole = sizeof head + name + image_round_up(head.n_descsz);
    if (whole > size) return false;
    const char *text = note + sizeof head;
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 &&
        memcmp(text, "GNU", 4) == 0 && head.n_descsz <= IMAGE_ID_SIZE) {
      memcpy(image->id, text + name, head.n_descsz);
      return true;
    }
    note += whole;
    size -= whole;
  }
  return false;
}

bool image_find(Image *image)
{
  Elf64_Ehdr head;
  bool has_id = false;
  memset(image, 0, sizeof *image);
  memcpy(&head, __ehdr_start, sizeof head);
  if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return false;
  image->region.base = (uintptr_t)__ehdr_start;
  for (int k = 0; k < head.e_phnum; k++) {
    Elf64_Phdr part;
    memcpy(&part, __ehdr_start + head.e_phoff + (size_t)k * sizeof part,
           sizeof part);
    size_t end = part.p_vaddr + part.p_memsz;
    if (part.p_type == PT_LOAD && end > image->region.size)
      image->region.size = end;
    if (part.p_type == PT_NOTE && !has_id)
      has_id = image_take_id(__ehdr_start + part.p_vaddr, part.p_memsz, image);
  }
  return has_id;
}

#elif defined(_WIN64)

/* Defined by the linker: where the file begins in memory. */
extern const char __ImageBase[];

/* Of the format of Windows's files: offsets in its headers. */
enum {
  PE_HEADER_AT = 0x3c,
  PE_SIZE_OF_IMAGE = 24 + 56,
  PE_DEBUG_ENTRY = 24 + 112 + 6 * 8, /* address and size */
  DEBUG_RECORD = 28,                 /* the size of one */
  DEBUG_TYPE = 12,
  DEBUG_CODEVIEW = 2,
  DEBUG_ADDRESS = 20,
  HASH_SIZE = 16
};

static uint32_t image_word(size_t at)
{
  uint32_t word;
  memcpy(&word, __ImageBase + at, sizeof word);
  return word;
}

/* "RSDS", then the hash. */
static bool image_take_id(size_t record, Image *image)
{
  if (image_word(record + DEBUG_TYPE) != DEBUG_CODEVIEW) return false;
  size_t at = image_word(record + DEBUG_ADDRESS);
  if (at == 0 || memcmp(__ImageBase + at, "RSDS", 4) != 0) return false;
  memcpy(image->id, __ImageBase + at + 4, HASH_SIZE);
  return true;
}

bool image_find(Image *image)
{
  memset(image, 0, sizeof *image);
  size_t pe = image_word(PE_HEADER_AT);
  image->region.base = (uintptr_t)__ImageBase;
  image->region.size = image_word(pe + PE_SIZE_OF_IMAGE);
  size_t record = image_word(pe + PE_DEBUG_ENTRY);
  size_t n = image_word(pe + PE_DEBUG_ENTRY + 4) / DEBUG_RECORD;
  for (size_t k = 0; record != 0 && k < n; k++) {
    if (image_take_id(record + k * DEBUG_RECORD, image)) return true;
  }
  return false;
}

#else

bool image_find(Image *image)
{
  memset(image, 0, sizeof *image);
  return false;
}

#endif
