/* picture.c: squares of ten units; large matrices are counted first. */
#include "report/picture.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/vector.h"
#include "report/html_text.h"

enum {
  SIDE = 10,
  MARGIN = 4,
  ROOM_FOR_SIGNS = 40,
  ROOM_FOR_NAMES = 24,
  LONGEST_NAME = 20, /* longer ones are cut */
  LETTER = 4,        /* width */
};

/* Units around the cells. */
typedef struct Border {
  int left, top, right;
} Border;

void picture_add(Picture *p, int row, int column, int shade, const char *sign)
{
  assert(shade >= 0 && shade <= 3);
  assert(row >= 0 && row < p->n_rows && column >= 0 && column < p->n_columns);
  p->cell = vector_grow(p->arena, p->cell, &p->cap_cells, p->n_cells + 1,
                        sizeof p->cell[0]);
  p->cell[p->n_cells++] = (PictureCell){row, column, shade, sign};
}

void picture_frame(Picture *p, PictureFrame frame)
{
  assert(frame.row + frame.n_rows <= p->n_rows &&
         frame.column + frame.n_columns <= p->n_columns);
  p->frame = vector_grow(p->arena, p->frame, &p->cap_frames, p->n_frames + 1,
                         sizeof p->frame[0]);
  p->frame[p->n_frames++] = frame;
}

static int longest(const char *const *name, int n)
{
  size_t most = 0;
  for (int k = 0; k < n; k++) {
    size_t length = strlen(name[k]);
    if (length > most) most = length;
  }
  return most < LONGEST_NAME ? (int)most : LONGEST_NAME;
}

static bool picture_has_names(const Picture *p)
{
  return p->n_rows <= ROOM_FOR_NAMES && p->n_columns <= ROOM_FOR_NAMES;
}

/* Names of columns stand on a slope of 45 degrees. */
static Border border_of(const Picture *p)
{
  if (!picture_has_names(p)) return (Border){MARGIN, MARGIN, MARGIN};
  int above = longest(p->column_name, p->n_columns) * LETTER * 3 / 4 + 4;
  int beside = longest(p->row_label, p->n_rows) * LETTER + 4;
  return (Border){MARGIN + beside, MARGIN + above, MARGIN + above};
}

static void picture_write_name(const char *name, FILE *out)
{
  char start[LONGEST_NAME];
  if (strlen(name) <= LONGEST_NAME) {
    html_put(out, name);
    return;
  }
  size_t n = LONGEST_NAME - 1;
  while (n > 0 && ((unsigned char)name[n] & 0xC0) == 0x80) n--; /* UTF-8 */
  memcpy(start, name, n);
  start[n] = '\0';
  html_put(out, start);
  fputs("\xE2\x80\xA6", out);
}

static void picture_write_names(const Picture *p, FILE *out)
{
  for (int r = 0; r < p->n_rows; r++) {
    fprintf(out, "<text class=\"row\" x=\"-3\" y=\"%d\" font-size=\"6\">",
            r * SIDE + 7);
    picture_write_name(p->row_label[r], out);
    fputs("</text>\n", out);
  }
  for (int c = 0; c < p->n_columns; c++) {
    fprintf(out,
            "<text class=\"column\" font-size=\"6\" "
            "transform=\"translate(%d -3) rotate(-45)\">",
            c * SIDE + 6);
    picture_write_name(p->column_name[c], out);
    fputs("</text>\n", out);
  }
}

static void write_cells(const Picture *p, FILE *out)
{
  bool signs = p->n_rows <= ROOM_FOR_SIGNS && p->n_columns <= ROOM_FOR_SIGNS;
  for (int k = 0; k < p->n_cells; k++) {
    const PictureCell *c = &p->cell[k];
    fputs("<g><title>equation ", out);
    html_put(out, p->row_label[c->row]);
    fputs(": ", out);
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
  assert(group > 1);
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
  Border border = border_of(p);
  int wide = border.left + width + border.right;
  /* small matrices are not blown up to the width of the page */
  int shown = 3 * wide < 736 ? 3 * wide : 736;
  fprintf(out,
          "<svg viewBox=\"%d %d %d %d\" style=\"max-width:%dpx\" "
          "role=\"img\">\n",
          -border.left, -border.top, wide, border.top + height + MARGIN, shown);
  fprintf(out,
          "<rect class=\"grid\" x=\"-1\" y=\"-1\" width=\"%d\" "
          "height=\"%d\"/>\n",
          width + 1, height + 1);
  if (group == 1)
    write_cells(p, out);
  else
    write_counts(p, group, out);
  write_frames(p, group, out);
  if (picture_has_names(p)) picture_write_names(p, out);
  fputs("</svg>\n", out);
  if (group > 1) {
    fprintf(out,
            "<p class=\"soft\">The model is large: a square stands for %d "
            "equations and %d unknowns.</p>\n",
            group, group);
  }
}
