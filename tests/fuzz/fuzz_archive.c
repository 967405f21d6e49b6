/* fuzz_archive.c: any bytes as the archive of an FMU: nothing is written
 * outside of the folder that it is unpacked to. */
#define _XOPEN_SOURCE 700
#include "fuzz.h"

#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/check.h"
#include "fmu_file/archive.h"

static int remove_one(const char *path, const struct stat *status, int kind,
                      struct FTW *ftw)
{
  (void)status, (void)ftw;
  if (kind == FTW_SL) fuzz_fail("no link is unpacked");
  return remove(path);
}

/* In the folder: only "in"; anything else has left it. */
static void need_nothing_beside(const char *folder)
{
  DIR *open = opendir(folder);
  if (!open) fuzz_fail("the folder is still there");
  for (struct dirent *e; (e = readdir(open));) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    if (strcmp(e->d_name, "in") != 0) fuzz_fail("nothing leaves the folder");
  }
  closedir(open);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  const char *path = fuzz_file(".fmu", data, size);
  char folder[600], inside[620];
  snprintf(folder, sizeof folder, "%s.d", path);
  snprintf(inside, sizeof inside, "%s/in", folder);
  if (mkdir(folder, 0777) != 0 || mkdir(inside, 0777) != 0) {
    fuzz_fail("the disk takes a folder");
  }
  Archive *archive = archive_open(s, path);
  if (!archive && s->n_errors == 0) fuzz_fail("what fails has a message");
  if (archive) {
    bool good = archive_extract(s, archive, inside);
    if (good != (s->n_errors == 0)) fuzz_fail("what fails has a message");
    archive_close(archive);
  }
  need_nothing_beside(folder);
  nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);

  Findings findings = {.s = s};
  CheckOptions options = {.runs = false};
  check_fmu(&findings, path, &options);
  unlink(path);
  fuzz_session_end(s);
  return 0;
}
