/* library_version.h: versions of libraries, and who wants which.
 *
 * Modelica Language Specification 3.6, section 18.8: annotations `version`,
 * `uses` and `conversion(noneFromVersion)` of top-level classes.
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_LIBRARY_VERSION_H
#define FOUCAULT_FLATTEN_CLASSES_LIBRARY_VERSION_H

#include <stdbool.h>

#include "parse/ast.h"

/* Below, at or above zero as `a` is older than, the same as or newer than `b`.
 * Numbers are compared part by part; "2.1 Beta 1" comes before "2.1"; what is
 * no number at all comes before every number; "" comes first. */
int library_version_compare(const char *a, const char *b);

/* The version the class says it has, or "". */
const char *library_version_of(const AstClass *class_def);

/* Whether what was written for version `from` needs no change. */
bool library_version_serves(const AstClass *class_def, const char *from);

/* One entry of `uses`: a library and the version wanted of it. */
typedef struct LibraryUse {
  Name name;
  const char *version;
  Span span;
} LibraryUse;

/* Steps through the entries of the `uses` annotation that name a version:
 * `*at` begins with 0. False: there are no more. */
bool library_version_next_use(const AstClass *class_def, int *at,
                              LibraryUse *use);

#endif
