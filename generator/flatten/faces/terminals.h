/* terminals.h: the public connectors of the model, as terminals of the FMU.
 *
 * The room flatten/faces/ reads what the model shows: terminals.c its
 * connectors, icon_read.h its icon, placement.h those of connectors,
 * graphic_value.h the values in annotations. It calls connections/ and the rooms below.
 * Nothing in the model depends on it, and it reports nothing: what an
 * annotation says wrongly has been reported when it was parsed.
 *
 * needs   a model that is flattened, without errors: sizes and conditions are
 *         known, and expandable connectors have all their members
 * gives   flat->face: connectors declared in the model or inherited, without
 *         protected and disabled ones; of an array each element
 * cost    linear in the variables of these connectors
 */
#ifndef FOUCAULT_FLATTEN_FACES_TERMINALS_H
#define FOUCAULT_FLATTEN_FACES_TERMINALS_H

#include "face/face.h"
#include "flatten/instances/instances.h"

/* In the session arena. */
ModelFace *terminals_collect(const Flattening *f, Instance *model);

#endif
