/* icon_read.h: the icon of a class from its annotations, inherited ones first
 * (MLS 3.6, section 18.6).
 *
 * gives   the icon in the coordinate system of the class; NULL: nothing is
 *         drawn. Raised, sunken and engraved borders are plain lines.
 * cost    linear in the annotations of the class and its bases
 */
#ifndef FOUCAULT_FLATTEN_FACES_ICON_READ_H
#define FOUCAULT_FLATTEN_FACES_ICON_READ_H

#include "flatten/faces/graphic_value.h"

/* Of the class, seen from `instance`, whose parameters count; name: of the
 * component. In the session arena. */
const Icon *icon_read(const Flattening *f, InstClass *class_def,
                      Instance *instance, const char *name);

#endif
