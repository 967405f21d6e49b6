/* bill_files.h: the files of an FMU in its bill of materials.
 *
 * needs   all members of the archive but the bill itself
 * gives   their checksums and the package verification code: SPDX 2.3, clauses
 *         7.9 and 8.4
 * fails   E501: a member that lies in a file cannot be read
 * cost    each byte of the FMU is read once; some 20 ns for each
 */
#ifndef FOUCAULT_EMIT_PACKAGE_BILL_FILES_H
#define FOUCAULT_EMIT_PACKAGE_BILL_FILES_H

#include "base/text/checksum.h"
#include "base/text/json_text.h"
#include "emit/package/package.h"

#define BILL_FILE_NAME "documentation/sbom.spdx.json"

typedef struct BillFiles {
  const PackageMember *member;
  ChecksumText *sum; /* [n]; in the arena */
  int n;
  char code[41];
  Arena *arena; /* of the names */
} BillFiles;

bool bill_files_make(Session *s, const PackageMember *member, int n,
                     BillFiles *files, Arena *arena);

/* Of the package: how its files are told. */
void bill_files_code(JsonWriter *w, const BillFiles *files);
/* The list of all, with its key. */
void bill_files_list(JsonWriter *w, const BillFiles *files);
/* That they are in the package `id`, one relationship for each. */
void bill_files_relations(JsonWriter *w, const BillFiles *files,
                          const char *id);

#endif
