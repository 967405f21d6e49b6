/* folder_size.c: see folder_size.h. */
#define _DEFAULT_SOURCE
#include "base/system/folder_size.h"

#include <fts.h>
#include <stddef.h>
#include <sys/stat.h>

#define LEAST_BYTES (16.0 * 1024) /* of an entry */
#define BLOCK 512.0               /* of st_blocks */

/* What it takes on the disk: holes take nothing. */
static double entry_bytes(const FTSENT *entry)
{
  int info = entry->fts_info;
  if (info == FTS_DP) return 0; /* a folder for the second time */
  if (info == FTS_DNR || info == FTS_ERR || info == FTS_NS)
    return LEAST_BYTES; /* out of reach, or gone */
  double bytes = BLOCK * (double)entry->fts_statp->st_blocks;
  return bytes > LEAST_BYTES ? bytes : LEAST_BYTES;
}

bool folder_size_is_above(const char *path, double megabytes)
{
  char *const paths[] = {(char *)path, NULL};
  FTS *all = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
  double bytes = 0;
  if (!all) return false;
  for (FTSENT *entry; bytes <= 1e6 * megabytes && (entry = fts_read(all));)
    bytes += entry_bytes(entry);
  fts_close(all);
  return bytes > 1e6 * megabytes;
}
