/* drawing.h: curves to be drawn, whatever draws them.
 *
 * The room plot/ owns pictures of curves: what is asked for (plot.h), and four
 * ways to draw it: SVG (svg.h), a page (page.h), and gnuplot for PNG and the
 * terminal (gnuplot.h). It calls report/html_text, emit/text/ and base/.
 * Reading order: this file, plot.h, axis.h, svg.h, page.h.
 *
 * Everything belongs to the caller and lives as long as the call.
 */
#ifndef FOUCAULT_PLOT_DRAWING_H
#define FOUCAULT_PLOT_DRAWING_H

#include <stdbool.h>

#include "base/session.h"

enum { DRAWING_COLOURS = 6, DRAWING_DASHES = 4 };

typedef struct DrawnCurve {
  const char *label;         /* in the legend */
  const char *y_name;        /* of the variable */
  const char *x_name;        /* what the horizontal axis is called */
  const char *x_unit, *unit; /* NULL: not known */
  const double *x, *y;       /* [n]; what is not finite leaves a gap */
  int n;
  int colour; /* 0 .. DRAWING_COLOURS - 1 */
  int dash;   /* 0 .. DRAWING_DASHES - 1; 0: a full line */
} DrawnCurve;

/* Curves in one frame. */
typedef struct Chart {
  DrawnCurve *curve;
  int n_curves;
  bool is_phase; /* over another variable than time */
} Chart;

/* Charts one below the other. */
typedef struct Drawing {
  const char *title; /* NULL: none */
  Chart *chart;
  int n_charts;
} Drawing;

/* "time [s]", where all curves of the chart agree; in the arena, or "". */
const char *drawing_x_label(Arena *arena, const Chart *chart);
/* "x [m]" of one variable; "[m]" of several of one unit; else "". */
const char *drawing_y_label(Arena *arena, const Chart *chart);
/* The label, with its unit where the axis does not have it. */
const char *drawing_legend(Arena *arena, const Chart *chart, int curve);

/* At most about `most` points that look the same: of each group of points the
 * lowest and the highest stay. In the arena; the curve itself if it is short.
 */
DrawnCurve drawing_thin(Arena *arena, const DrawnCurve *curve, int most);

#endif
