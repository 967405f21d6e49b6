/* picture.h: an incidence matrix as SVG, to be put into a page.
 *
 * Each cell shows its names when it is pointed at; a small matrix has them
 * written beside its rows and columns, too. A matrix of more than
 * PICTURE_LARGEST rows or columns is reduced: a square stands for a range of
 * rows and columns and shows how many entries it has.
 *
 * cost    linear in the entries
 */
#ifndef FOUCAULT_REPORT_PICTURE_H
#define FOUCAULT_REPORT_PICTURE_H

#include <stdio.h>

#include "base/arena.h"

enum { PICTURE_LARGEST = 120 };

typedef struct PictureCell {
  int row, column;
  int shade;        /* 0 to 3: class cell0 ... cell3 of the page */
  const char *sign; /* written into the cell if there is room; NULL: nothing */
} PictureCell;

/* A frame around rows and columns that belong together. */
typedef struct PictureFrame {
  int row, n_rows, column, n_columns;
} PictureFrame;

typedef struct Picture {
  Arena *arena;
  int n_rows, n_columns;
  const char **row_name, **column_name;
  const char **row_label; /* short: the number of the equation */
  PictureCell *cell;
  int n_cells, cap_cells;
  PictureFrame *frame;
  int n_frames, cap_frames;
} Picture;

void picture_add(Picture *p, int row, int column, int shade, const char *sign);
void picture_frame(Picture *p, PictureFrame frame);
void picture_write(const Picture *p, FILE *out);

#endif
