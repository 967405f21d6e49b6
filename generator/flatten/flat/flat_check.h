/* flat_check.h: the invariants of a flat model; asserts on the first one that
 * does not hold. Called after flattening in debug builds and in tests. */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_CHECK_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_CHECK_H

#include "flatten/flat/flat.h"

void flat_check(const FlatModel *flat);

#endif
