/* memory_limit.c: see memory_limit.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/system/memory_limit.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

static struct {
  atomic_size_t used, most; /* most is 0: there is no limit */
  MemoryBeyond beyond;
  void *context;
} memory;

void memory_limit_begin(double most, MemoryBeyond beyond, void *context)
{
  assert(most >= 1 && beyond);
  memory.beyond = beyond;
  memory.context = context;
  atomic_store(&memory.most, most < (double)SIZE_MAX ? (size_t)most : SIZE_MAX);
}

void memory_limit_end(void)
{
  atomic_store(&memory.most, 0);
}

void memory_limit_take(const char *name, size_t bytes)
{
  size_t used = atomic_fetch_add(&memory.used, bytes) + bytes;
  size_t most = atomic_load(&memory.most);
  if (most == 0 || used <= most) return;
  memory_limit_end();
  memory.beyond(memory.context, name);
}

void memory_limit_give(size_t bytes)
{
  assert(bytes <= atomic_load(&memory.used));
  atomic_fetch_sub(&memory.used, bytes);
}

double memory_limit_machine(void)
{
#ifdef _SC_PHYS_PAGES
  return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 1e6;
#else
  return 1e6;
#endif
}
