/* package.h: the FMU as a zip archive.
 *
 * The room emit/package/ owns the FMU as files: the C compiler, targets,
 * sources, caches, the archive. It calls emit/text/ and base/. Reading order:
 * this file, c_compile.h, target.h, sources.h, data_folder.h.
 *
 * Reproducible: same files, same bytes. Members stand in the order given,
 * dated 1980-01-01, deflated, readable by everything that knows zip 2.0. What
 * this program reads once and removes is stored as it is: to deflate and
 * inflate a library takes longer than TinyCC and a short run together.
 */
#ifndef FOUCAULT_EMIT_PACKAGE_PACKAGE_H
#define FOUCAULT_EMIT_PACKAGE_PACKAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/session.h"

typedef struct PackageMember {
  const char *name; /* "binaries/linux64/pendulum.so" */
  const char *bytes;
  size_t size;
  bool is_program;  /* gets the x bits */
  const char *path; /* the file that has the bytes, if they are NULL */
} PackageMember;

typedef enum PackageUse {
  PACKAGE_KEPT,     /* deflated, and on the disk when package_write() is back */
  PACKAGE_READ_ONCE /* stored; the system writes it when it likes to */
} PackageUse;

/* Writes the archive beside `path` and moves it there when it is whole. False
 * after E501: what was at `path` is as it was. */
bool package_write(Session *s, const char *path, PackageUse use,
                   const PackageMember *member, int n_members);

#endif
