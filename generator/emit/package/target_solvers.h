/* target_solvers.h: the solvers for another machine.
 *
 * Those of a folder that the user names are static archives. Otherwise they are
 * compiled from the sources that the installation has (fmu_runtime/solvers); an
 * installation with solvers of the system has none, and then archives are
 * looked for where cross compilers have their libraries.
 *
 * needs   a target with a triplet
 * gives   archives of what the model asks for, none for Model Exchange alone; or
 *         all sources, with the folders of their headers
 * fails   E507
 */
#ifndef FOUCAULT_EMIT_PACKAGE_TARGET_SOLVERS_H
#define FOUCAULT_EMIT_PACKAGE_TARGET_SOLVERS_H

#include "emit/package/target.h"
#include "reduce/system/reduced.h"

typedef struct SolverPaths {
  const char **path; /* absolute */
  int n, cap;
} SolverPaths;

typedef struct TargetSolvers {
  const char *sysroot;  /* absolute; NULL: none was named */
  const char **name;    /* of the archives: "sundials_cvode" */
  const char **archive; /* their paths */
  int n_archives, cap_names, cap_archives;
  SolverPaths source, include;
  const char *list; /* text of sources.txt; NULL: archives */
} TargetSolvers;

bool target_solvers_find(Session *s, const Target *target,
                         const char *data_folder, const ReducedSystem *reduced,
                         Arena *arena, TargetSolvers *found);

#endif
