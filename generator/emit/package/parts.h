/* parts.h: what an FMU contains besides its model, with versions and licences.
 *
 * needs   a ReducedSystem, and which solvers its binaries have
 * gives   which licence texts belong into the FMU, the text that says which
 *         file is for what, and the bill of materials: SPDX 2.3 as JSON, the
 *         same bytes for the same model
 * cost    a few kilobytes
 */
#ifndef FOUCAULT_EMIT_PACKAGE_PARTS_H
#define FOUCAULT_EMIT_PACKAGE_PARTS_H

#include "emit/package/bill_files.h"
#include "function/function.h"
#include "reduce/system/reduced.h"

typedef struct FmuParts {
  bool sundials, suitesparse, lapack;
  const FunctionTable *functions; /* with the libraries of the model, or NULL */
} FmuParts;

/* has_all_solvers: also those that the model does not use. */
FmuParts parts_of(const ReducedSystem *reduced, bool has_all_solvers);

/* Does the file of share/foucault/licenses belong into the FMU? */
bool parts_need_license(const FmuParts *parts, const char *file);
/* documentation/licenses/license.txt, in the arena. */
char *parts_license_entry(const FmuParts *parts, Arena *arena);

/* documentation/sbom.spdx.json, in the arena; files: NULL, of a run that is
 * not kept. */
char *parts_bill(const FmuParts *parts, const char *model, const char *guid,
                 const BillFiles *files, Arena *arena);

#endif
