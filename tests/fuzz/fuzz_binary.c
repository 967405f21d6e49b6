/* fuzz_binary.c: any bytes as the shared library of an FMU, of any system. */
#include "fuzz.h"

#include <string.h>

#include "check/rules/binary_file.h"

static void check_names(const char *const *name, int n, size_t size)
{
  for (int k = 0; k < n; k++) {
    if (strlen(name[k]) >= size) fuzz_fail("a name lies in the file");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Arena *arena = arena_create("fuzz");
  BinaryFile f = binary_file_read(arena, (const char *)data, size);
  check_names(f.export, f.n_exports, size);
  check_names(f.needed, f.n_needed, size);
  if (arena_used(arena) > 100 * size + 100000)
    fuzz_fail("names take as much room as the file, more or less");
  arena_destroy(arena);
  return 0;
}
