/* shape.h: the moving picture of a page, as the model or --draw describes it.
 *
 *   line(x1, y1, x2, y2)   point(x, y)   circle(x, y, radius)
 *
 * Arguments are numbers, variables of the model by their full names, and
 * expressions of them (results/invariant.h).
 *
 * needs   the description of the FMU that the page runs
 * gives   one element of a JSON array for each shape
 * fails   E1xx no expression; E508 no such shape, wrong number of arguments;
 *         E605 no such variable, with the nearest one
 */
#ifndef FOUCAULT_WEB_SHAPE_H
#define FOUCAULT_WEB_SHAPE_H

#include <stdio.h>

#include "fmu_file/description_read.h"
#include "results/invariant.h"

enum { SHAPE_MOST_NUMBERS = 4 };

typedef struct Shape {
  const char *kind; /* "line" */
  const Invariant *number[SHAPE_MOST_NUMBERS];
  int n_numbers;
} Shape;

/* `where` names the text in messages: "--draw". */
bool shape_read(Session *s, const char *where, const char *text,
                const FmuDescription *d, Shape *shape);

/* ["line", a, b, ...]: each number is a JSON number, the name of a variable, or
 * an array of an operator and its operands. */
void shape_write(FILE *out, const Shape *shape);

#endif
