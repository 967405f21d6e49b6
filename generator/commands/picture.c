/* picture.c: squares of ten units; large matrices are counted first. */
#include "commands/picture.h"

#include <stdbool.h>

#include "base/vector.h"
#include "commands/html_text.h"

enum { SIDE = 10, ROOM_FOR_SIGNS = 40 };

void picture_add(Picture *p, int row, int column, int shade, const char *sign)
{
  p->cell = vector_grow(p->arena, p->cell, &p->cap_cells, p->n_cells + 1,
                        sizeof p->cell[0]);
  p->cell[p->n_cells++] = (PictureCell){row, column, shade, sign};
}

void picture_frame(Picture *p, PictureFrame frame)
{
  p->frame = vector_grow(p->arena, p->frame, &p->cap_frames, p->n_frames + 1,
                         sizeof p->frame[0]);
  p->frame[p->n_frames++] = frame;
}

static void write_cells(const Picture *p, FILE *out)
{
  bool signs = p->n_rows <= ROOM_FOR_SIGNS && p->n_columns <= ROOM_FOR_SIGNS;
  for (int k = 0; k < p->n_cells; k++) {
    const PictureCell *c = &p->cell[k];
    fprintf(out, "<g><title>equation %d: ", c->row + 1);
    html_put(out, p->row_name[c->row]);
    fputs("\n", out);
    html_put(out, p->column_name[c->column]);
    fprintf(out,
            "</title><rect class=\"cell%d\" x=\"%d\" y=\"%d\" width=\"9\" "
            "height=\"9\" rx=\"1\"/>",
            c->shade, c->column * SIDE, c->row * SIDE);
    if (signs && c->sign) {
      fprintf(out, "<text x=\"%d.5\" y=\"%d\" font-size=\"7\">",
              c->column * SIDE + 4, c->row * SIDE + 7);
      html_put(out, c->sign);
      fputs("</text>", out);
    }
    fputs("</g>\n", out);
  }
}

/* One square for `group` rows and columns: the fuller, the darker. */
static void write_counts(const Picture *p, int group, FILE *out)
{
  int n_rows = (p->n_rows + group - 1) / group;
  int n_columns = (p->n_columns + group - 1) / group;
  int *count = arena_array(p->arena, (size_t)(n_rows * n_columns), sizeof(int));
  int most = 1;
  for (int k = 0; k < p->n_cells; k++) {
    const PictureCell *c = &p->cell[k];
    int *n = &count[c->row / group * n_columns + c->column / group];
    if (++*n > most) most = *n;
  }
  for (int r = 0; r < n_rows; r++) {
    for (int c = 0; c < n_columns; c++) {
      int n = count[r * n_columns + c];
      if (n == 0) continue;
      fprintf(out,
              "<rect class=\"cell1\" opacity=\"%.2f\" x=\"%d\" y=\"%d\" "
              "width=\"9\" height=\"9\"><title>equations %d to %d, unknowns "
              "%d to %d: %d entries</title></rect>\n",
              0.35 + 0.65 * n / most, c * SIDE, r * SIDE, r * group + 1,
              r * group + group, c * group + 1, c * group + group, n);
    }
  }
}

/* Frames of one equation would hide the picture. */
static void write_frames(const Picture *p, int group, FILE *out)
{
  for (int k = 0; k < p->n_frames; k++) {
    const PictureFrame *f = &p->frame[k];
    if (f->n_rows < 2 || f->n_rows * SIDE < 2 * group) continue;
    fprintf(out,
            "<rect class=\"block\" stroke-width=\"1.5\" x=\"%.1f\" y=\"%.1f\" "
            "width=\"%.1f\" height=\"%.1f\"/>\n",
            (double)f->column * SIDE / group - 0.5,
            (double)f->row * SIDE / group - 0.5,
            (double)f->n_columns * SIDE / group,
            (double)f->n_rows * SIDE / group);
  }
}

void picture_write(const Picture *p, FILE *out)
{
  if (p->n_rows == 0 || p->n_columns == 0) return;
  int larger = p->n_rows > p->n_columns ? p->n_rows : p->n_columns;
  int group = (larger + PICTURE_LARGEST - 1) / PICTURE_LARGEST;
  int width = (p->n_columns + group - 1) / group * SIDE;
  int height = (p->n_rows + group - 1) / group * SIDE;
  /* small matrices are not blown up to the width of the page */
  int shown = 3 * (width + 8) < 736 ? 3 * (width + 8) : 736;
  fprintf(out,
          "<svg viewBox=\"-4 -4 %d %d\" style=\"max-width:%dpx\" "
          "role=\"img\">\n",
          width + 8, height + 8, shown);
  fprintf(out,
          "<rect class=\"grid\" x=\"-1\" y=\"-1\" width=\"%d\" "
          "height=\"%d\"/>\n",
          width + 1, height + 1);
  if (group == 1)
    write_cells(p, out);
  else
    write_counts(p, group, out);
  write_frames(p, group, out);
  fputs("</svg>\n", out);
  if (group > 1) {
    fprintf(out,
            "<p class=\"soft\">The model is large: a square stands for %d "
            "equations and %d unknowns.</p>\n",
            group, group);
  }
}
