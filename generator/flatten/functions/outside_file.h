/* outside_file.h: files that an FMU will look for where it runs.
 *
 * needs   a flat model
 * gives   W221, once for each file: a text that a function gets, known at
 *         translation, and that is the name of a file on this machine; or the
 *         value of a parameter whose annotation has a loadSelector (MLS 3.6,
 *         section 18.8), if it has a dot or a slash. Addresses of libraries
 *         are not meant: those files are part of the FMU (resource.h)
 * cost    one walk over the arguments of all calls of functions
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_OUTSIDE_FILE_H
#define FOUCAULT_FLATTEN_FUNCTIONS_OUTSIDE_FILE_H

#include "base/session.h"
#include "flatten/flat/flat.h"

void outside_file_warn(Session *s, const FlatModel *flat);

#endif
