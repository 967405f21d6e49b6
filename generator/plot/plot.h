/* plot.h: what --plot asks for, and its drawing.
 *
 * .svg and .html are written by this program, .png and the terminal's
 * characters by gnuplot.
 */
#ifndef FOUCAULT_PLOT_PLOT_H
#define FOUCAULT_PLOT_PLOT_H

#include <stdbool.h>

#include "base/session.h"
#include "plot/drawing.h"

/* One curve: y over x; x NULL: over time. */
typedef struct PlotCurve {
  const char *y, *x;
  const char *y_unit, *x_unit; /* NULL: not known; set by the caller */
  int y_column, x_column;      /* of the data; set by the caller */
  int picture; /* 0, 1, ...: which of several, one below the other */
} PlotCurve;

typedef struct Plot {
  PlotCurve *curve;
  int n_curves, cap_curves;
  const char *title;
  /* Row by row: time and the other columns. */
  double *value;
  int n_columns;
  int n_values, cap_values;
} Plot;

/* Reads "a,b,v:u". Commas and colons inside brackets, parentheses and quotes
 * belong to a name. NULL: it has another form. */
Plot *plot_parse(Session *s, const char *text);

/* Adds the curves of one more picture to the plot; false as above. */
bool plot_add_picture(Session *s, Plot *plot, const char *text);
int plot_count_pictures(const Plot *plot);

/* The ending of the file must be one that can be drawn: .svg .png .html. */
bool plot_file_is_known(const char *file);

/* Appends one row of n_columns values. */
void plot_add_row(Session *s, Plot *plot, const double *row);

/* Draws to the file, or, if it is NULL, to the terminal. False after E606 or
 * E501; an old file is then as it was. */
bool plot_draw(Session *s, const Plot *plot, const char *file);
bool plot_draw_drawing(Session *s, const Drawing *drawing, const char *file);

#endif
