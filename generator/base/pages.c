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

/* From this size on the system is asked for huge pages: one fault where there
 * would be hundreds. Smaller arrays would fill too little of them. */
#define SMALLEST_HUGE ((size_t)4 * 1024 * 1024)

static void *map(size_t size)
{
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  if (size >= SMALLEST_HUGE) madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

void *pages_get(size_t size)
{
  return is_mapping(size) ? map(size) : calloc(1, size);
}

void pages_give_back(void *memory, size_t size)
{
  if (is_mapping(size)) {
    munmap(memory, size);
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

/* The last page of a mapping may be used in part only; what lies behind the
 * end was never written to, and is zero. */
void *pages_grow(void *memory, size_t old_size, size_t size)
{
#ifdef __linux__
  if (is_mapping(old_size)) {
    void *grown = mremap(memory, old_size, size, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED) return NULL;
    if (size >= SMALLEST_HUGE) madvise(grown, size, MADV_HUGEPAGE);
    return grown;
  }
#endif
  return grow_by_copy(memory, old_size, size);
}
