/* check.h: everything foucault check knows about one FMU.
 *
 * The rooms of check/ are rules/ (what can be read in an FMU) and run/ (what
 * an FMU does in a child process); this folder puts them together. It calls
 * them, fmu_file/ and base/. Reading order: this file, rules/finding.h with
 * rules/rules.def, rules/description_rules.h, run/run_rules.h.
 *
 *   archive_rules        the zip file and its entries
 *   description_rules    schema and rules of modelDescription.xml
 *   binary_rules         platforms, libraries, sources
 *   run_rules            the FMU itself, in child processes (FMI 2.0, 3.0)
 */
#ifndef FOUCAULT_CHECK_CHECK_H
#define FOUCAULT_CHECK_CHECK_H

#include "check/run/child.h"

typedef struct CheckOptions {
  bool runs; /* also load and step */
  ChildLimits limits;
  const char *csv; /* NULL: no table */
} CheckOptions;

/* Adds what is wrong with the FMU; never fails. Diagnostics of the readers
 * are kept in the session and reported as findings where they matter. */
void check_fmu(Findings *f, const char *path, const CheckOptions *options);

#endif
