/* svg.h: a drawing as SVG: grid, units, legend; light and dark as the reader's
 * screen asks for, letters larger where it is narrow.
 *
 * needs   at least one chart with a curve
 * gives   one <svg> element that stands alone in a file or inside of a page:
 *         its style has names of its own (fp-...), and nothing is fetched
 * cost    linear in the points; at most SVG_MOST_POINTS of a curve are written
 */
#ifndef FOUCAULT_PLOT_SVG_H
#define FOUCAULT_PLOT_SVG_H

#include <stdio.h>

#include "plot/drawing.h"

enum { SVG_MOST_POINTS = 2000 };

void svg_write(Arena *arena, const Drawing *drawing, FILE *out);

#endif
