/* icon_svg.h: an icon as an SVG picture.
 *
 * gives   one document whose window is the box, with a transparent ground; the
 *         same bytes for the same icon
 * cost    linear in the icon
 */
#ifndef FOUCAULT_FACE_ICON_SVG_H
#define FOUCAULT_FACE_ICON_SVG_H

#include <stdio.h>

#include "face/icon.h"

void icon_svg_write(const Icon *icon, IconBox box, FILE *out);

#endif
