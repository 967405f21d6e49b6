/* resource.h: files that the FMU has taken along, in its folder resources/.
 *
 * In the model such a file has the address modelica://Library/path; external
 * C gets resources/Library/path of the folder where the importer has unpacked
 * the FMU.
 */
#ifndef FOUCAULT_RESOURCE_H
#define FOUCAULT_RESOURCE_H

#include "model.h"
#include <stdbool.h>

struct Instance;

/* --- for generated code --- */

/* What C gets for a String; of other texts than addresses the same. Inside of
 * an external call (external.h), as long as that; fails like ModelicaError()
 * where the importer has given no folder. */
const char *resource_path(const ModelValues *v, const char *text);

/* --- for the instance --- */

/* Keeps the path of a URI like file:///folder/resources. False: memory is
 * short. NULL: none is given. */
bool resource_set_folder(struct Instance *inst, const char *uri);

#endif
