/* pages.c: small sizes by calloc(), large ones as mappings of their own: the
 * system moves those by their page tables, not by their bytes. */
#define _GNU_SOURCE /* mremap() */
#include "base/pages.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A mapping takes a call of the system and whole pages. */
#define SMALLEST_MAPPING ((size_t)256 * 1024)

static bool is_mapping(size_t size)
{
  return size >= SMALLEST_MAPPING;
}

/* From its size on the system is asked for huge pages: one fault where there
 * would be hundreds. Of most machines; where others are used, nothing is
 * lost. */
#define HUGE_PAGE ((size_t)2 * 1024 * 1024)

/* The size of a mapping for so many bytes: a huge page that would be nearly
 * full is had as a whole. */
static size_t mapped(size_t size)
{
  size_t rest = size % HUGE_PAGE;
  bool is_nearly_full = size > HUGE_PAGE && rest >= HUGE_PAGE / 4 * 3;
  return is_nearly_full ? size - rest + HUGE_PAGE : size;
}

static void ask_for_huge(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
  if (size >= HUGE_PAGE) madvise(memory, size, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)size;
#endif
}

static void *map(size_t size)
{
  size_t whole = mapped(size);
  void *memory = mmap(NULL, whole, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  ask_for_huge(memory, whole);
  return memory;
}

void *pages_get(size_t size)
{
  return is_mapping(size) ? map(size) : calloc(1, size);
}

void pages_give_back(void *memory, size_t size)
{
  if (is_mapping(size)) {
    munmap(memory, mapped(size));
  } else {
    free(memory);
  }
}

static void *grow_by_copy(void *memory, size_t old_size, size_t size)
{
  void *grown = pages_get(size);
  if (!grown) return NULL;
  memcpy(grown, memory, old_size);
  pages_give_back(memory, old_size);
  return grown;
}

/* The last page of a mapping may be used in part only; what lies after the
 * end was never written to, and is zero. */
void *pages_grow(void *memory, size_t old_size, size_t size)
{
#ifdef __linux__
  if (is_mapping(old_size)) {
    size_t whole = mapped(size);
    void *grown = mremap(memory, mapped(old_size), whole, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED) return NULL;
    ask_for_huge(grown, whole);
    return grown;
  }
#endif
  return grow_by_copy(memory, old_size, size);
}
