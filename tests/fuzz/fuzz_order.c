/* fuzz_order.c: any bytes as the package.order of a folder of classes, and as
 * what the C compiler writes about the files that it has read. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files_seen.h"
#include "emit/package/included_headers.h"
#include "flatten/classes/folder.h"

static char place[512];

static void put(const char *name, const void *bytes, size_t n)
{
  char path[600];
  snprintf(path, sizeof path, "%s/%s", place, name);
  FILE *out = fopen(path, "wb");
  if (!out || fwrite(bytes, 1, n, out) != n || fclose(out) != 0)
    fuzz_fail("the disk takes a small file");
}

/* A, B, C and 'D e' are classes, E is an empty folder. */
static void make_folder(void)
{
  static const char *const folder[] = {"", "/C", "/E", "/x.mo"};
  const char *root = getenv("TMPDIR");
  snprintf(place, sizeof place, "%s/fuzz_%ld.d", root ? root : "/tmp",
           (long)getpid());
  for (size_t k = 0; k < sizeof folder / sizeof folder[0]; k++) {
    char path[600];
    snprintf(path, sizeof path, "%s%s", place, folder[k]);
    if (mkdir(path, 0777) != 0) fuzz_fail("the disk takes a folder");
  }
  put("A.mo", "", 0);
  put("B.mo", "", 0);
  put("'D e'.mo", "", 0);
  put("C/package.mo", "", 0);
}

static void read_order(void)
{
  Session *s = fuzz_session();
  Folder *folder = folder_read(s, place, false);
  int n, n_same;
  const Name *name = folder_names(s, folder, &n);
  if (n != 4) fuzz_fail("the order changes nothing but the order");
  for (int k = 0; k < n; k++) {
    if (!folder_find(folder, name[k], &n_same)) fuzz_fail("a name is there");
    for (int i = 0; i < k; i++) {
      if (name[i] == name[k]) fuzz_fail("each name is there once");
    }
  }
  fuzz_session_end(s);
}

static void read_rule(size_t size)
{
  Session *s = fuzz_session();
  const char *include[] = {"/usr", place};
  CompileJob job = {.folder = place,
                    .data_folder = "/no/such/folder",
                    .include_folder = include,
                    .n_include_folders = 2};
  files_seen_begin(s);
  included_headers_note(s, &job, "package.order");
  if (arena_used(session_scratch(s)) > 1000) fuzz_fail("nothing is left");
  if ((size_t)s->files_seen->n > 1000 + size * size)
    fuzz_fail("files times folders");
  fuzz_session_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (!place[0]) make_folder();
  put("package.order", data, size);
  read_order();
  read_rule(size);
  return 0;
}
