/* input_spline.h: a smooth curve through the rows of an input.
 *
 * An input that a model differentiates needs derivatives that do not jump at
 * each row. Its curve is a cubic spline: value, slope and second derivative are
 * continuous. Two rows with one time end one curve and begin another, whether
 * the values differ (a jump) or not (a kink). At its ends the third derivative
 * is that of the next interval ("not a knot"), so that a smooth motion is met
 * with an error of the fourth power of the distance of rows, its second
 * derivative with one of the square. Three rows are a parabola, two a line.
 *
 * needs   times that never fall
 * gives   the second derivative at each row, which determines the curve
 * cost    linear in the rows
 * paper   de Boor, A Practical Guide to Splines, 1978, chapter IV
 */
#ifndef FOUCAULT_FMU_FILE_RUN_INPUT_SPLINE_H
#define FOUCAULT_FMU_FILE_RUN_INPUT_SPLINE_H

#include "base/arena.h"

/* In `arena`, [n]; n is at least 1. */
double *input_spline_make(Arena *arena, const double *time, const double *value,
                          int n);

/* Value and derivatives up to the third. */
enum { INPUT_SPLINE_ORDERS = 3 };
typedef struct InputSplinePoint {
  double value, rate[INPUT_SPLINE_ORDERS];
} InputSplinePoint;

/* Between the rows `row` and `row` + 1, whose times differ. */
InputSplinePoint input_spline_at(const double *time, const double *value,
                                 const double *second, int row, double at);

#endif
