/* fmu_unpack.c: description first, then the files. */
#include "fmu_file/fmu_unpack.h"

#include "base/temporary.h"
#include "fmu_file/archive.h"

static bool fmu_unpack_has_kind(Session *s, const char *fmu,
                                const FmuDescription *d)
{
  if (d->co_simulation.present || d->model_exchange.present) return true;
  diagnostic_file_error(
      s, fmu, E603,
      "this FMU is neither for Co-Simulation nor for Model Exchange");
  return false;
}

bool fmu_unpack(Session *s, const char *fmu, const char *const *set, int n_set,
                const FmuDescription **description, const char **folder)
{
  Archive *archive = archive_open(s, fmu);
  if (!archive) return false;
  size_t length;
  const FmuDescription *d = NULL;
  const char *bytes = archive_read(s, archive, "modelDescription.xml",
                                   archive_description_limit(), &length);
  if (bytes) d = description_read_sized(s, fmu, bytes, length, set, n_set);
  if (d) *description = d;
  bool good = d && fmu_unpack_has_kind(s, fmu, d) &&
              (*folder = temporary_folder(s)) &&
              archive_extract(s, archive, *folder);
  archive_close(archive);
  return good;
}
