/* page.h: a drawing as one page that needs nothing else: curves that can be
 * zoomed, values under the cursor, curves that can be hidden.
 *
 * needs   at least one chart with a curve
 * gives   a whole document made of templates/plot.html.in: the SVG of svg.h,
 *         which is shown where no script runs, and the numbers; at most
 *         PAGE_MOST_POINTS of a curve
 * fails   E504 the template is missing
 */
#ifndef FOUCAULT_PLOT_PAGE_H
#define FOUCAULT_PLOT_PAGE_H

#include <stdio.h>

#include "plot/drawing.h"

enum { PAGE_MOST_POINTS = 20000 };

bool page_write(Session *s, const Drawing *drawing, FILE *out);

#endif
