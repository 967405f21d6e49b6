/* placement.h: the icon of a connector where it stands in the icon of the model
 * (MLS 3.6, section 18.6.2).
 *
 * needs   a public connector of the model
 * gives   icon, box and color of the terminal; no icon if the connector has no
 *         Placement, is not visible, or its class draws nothing. A rotation is
 *         part of the icon, since the box of FMI 3.0 has none.
 */
#ifndef FOUCAULT_FLATTEN_FACES_PLACEMENT_H
#define FOUCAULT_FLATTEN_FACES_PLACEMENT_H

#include "face/face.h"
#include "flatten/instances/instances.h"

void placement_read(const Flattening *f, Instance *connector,
                    Terminal *terminal);

#endif
