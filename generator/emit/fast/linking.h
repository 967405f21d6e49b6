/* linking.h: one link, as the parts of fast_link.c see it.
 *
 *   fast_link.c      reads the runtime
 *   link_object.c    reads the model, finds what it asks for
 *   link_places.c    where sections, stubs and tables go
 *   link_relocate.c  sections copied, relocations applied
 *   link_file.c      what the loader reads, and the file
 */
#ifndef FOUCAULT_EMIT_FAST_LINKING_H
#define FOUCAULT_EMIT_FAST_LINKING_H

#include "emit/fast/elf_file.h"
#include "emit/text/read_file.h"

#define MODEL_SYMBOL "foucault_model"
#define LINK_PAGE 4096
#define TABLE_ALIGNMENT 8
#define N_NEW 2 /* segments, and sections that stand for them */

/* What a symbol of the object stands for. */
typedef enum Answer { ANSWER_NONE, ANSWER_ADDRESS, ANSWER_IMPORT } Answer;

typedef struct Asked {
  Answer answer;
  uint64_t address; /* in memory; of an import: of a word with its address */
  size_t import;    /* its number among the dynamic symbols of the runtime */
  uint64_t stub;    /* of an import that is called; 0: none */
  uint64_t slot;    /* of an address that is asked for by GOT; 0: none */
  bool wants_stub, wants_slot;
} Asked;

typedef struct Link {
  Arena *arena;
  const char *reason; /* of the failure */
  ElfFile runtime, object;
  ElfSymbols defined; /* of the runtime: all */
  ElfSymbols dynamic; /* those that the loader knows */
  ElfSymbols model;   /* of the object */
  Asked *asked;       /* for each of `model` */

  const Elf64_Dyn *entry; /* of the dynamic section */
  size_t n_entries;
  const Elf64_Rela *loaded; /* what the loader relocates */
  size_t n_loaded;
  const Elf64_Rela *called; /* what it does when a function is called */
  size_t n_called;

  uint64_t base;   /* of the first new segment: address and offset */
  uint64_t data;   /* of the second one */
  uint64_t *place; /* of each section of the object; 0: it is left out */
  uint64_t table;  /* address of the relocations */
  uint64_t code_end, data_end, memory_end;
  size_t n_absolute; /* addresses in the object's data */

  Elf64_Rela *relative; /* the new table: first what has no symbol */
  size_t n_relative;
  int cap_relative;
  Elf64_Rela *symbolic;
  size_t n_symbolic;
  int cap_symbolic;

  unsigned char *file;
} Link;

/* False, with this reason. */
bool link_fail(Link *l, const char *reason);
uint64_t link_round_up(uint64_t size, uint64_t unit);
/* The value of an entry of the dynamic section; 0: there is none. */
uint64_t link_entry(const Link *l, int64_t tag);

#endif
