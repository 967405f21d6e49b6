/* gnuplot.h: a drawing by gnuplot, as PNG or in the terminal.
 *
 * gnuplot runs as a child without a shell: a script and a data file in a
 * temporary folder. Names of variables reach it as quoted text only.
 */
#ifndef FOUCAULT_PLOT_GNUPLOT_H
#define FOUCAULT_PLOT_GNUPLOT_H

#include "plot/drawing.h"

/* Into the file, as PNG, or, if it is NULL, to the terminal. False after
 * E606. */
bool gnuplot_draw(Session *s, const Drawing *drawing, const char *png);

#endif
