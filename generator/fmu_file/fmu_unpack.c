/* fmu_unpack.c: description first, then the files. */
#include "fmu_file/fmu_unpack.h"

#include "base/temporary.h"
#include "fmu_file/archive.h"

bool fmu_unpack(Session *s, const char *fmu, const FmuDescription **description,
                const char **folder)
{
  Archive *archive = archive_open(s, fmu);
  if (!archive) return false;
  size_t length;
  const FmuDescription *d = NULL;
  const char *bytes = archive_read(s, archive, "modelDescription.xml",
                                   archive_description_limit(), &length);
  if (bytes) d = description_read(s, fmu, bytes, length);
  if (d) *description = d;
  bool good = d && (*folder = temporary_folder(s)) &&
              archive_extract(s, archive, *folder);
  archive_close(archive);
  return good;
}
