/* icon_svg.c: one element per item; y goes down there. */
#include "face/icon_svg.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- texts and numbers --- */

/* -0 is 0, and rounding errors are not shown. */
static double svg_number(double value)
{
  double rounded = round(value * 1000) / 1000;
  return rounded == 0 ? 0 : rounded;
}

static void svg_point(FILE *out, const char *before, IconPoint p)
{
  fprintf(out, "%s%.10g %.10g", before, svg_number(p.x), svg_number(-p.y));
}

static void svg_text(FILE *out, const char *text)
{
  for (; *text; text++) {
    switch (*text) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    case '"': fputs("&quot;", out); break;
    default: fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
  }
}

static void svg_color(FILE *out, const char *name, IconColor c)
{
  fprintf(out, " %s=\"#%02x%02x%02x\"", name, c.r, c.g, c.b);
}

/* --- fills --- */

static bool svg_is_gradient(IconFill fill)
{
  return fill >= ICON_FILL_HORIZONTAL_CYLINDER;
}

static bool svg_is_hatch(IconFill fill)
{
  return fill > ICON_FILL_SOLID && !svg_is_gradient(fill);
}

static void svg_stop(FILE *out, int percent, IconColor c)
{
  fprintf(out, "<stop offset=\"%d%%\"", percent);
  svg_color(out, "stop-color", c);
  fputs("/>", out);
}

/* In the frame of the shape: -1 to 1 along both axes. */
static void svg_gradient(FILE *out, const IconItem *item, int number)
{
  const IconFrame *f = &item->frame;
  bool is_sphere = item->fill_pattern == ICON_FILL_SPHERE;
  double s = is_sphere && !item->is_ellipse ? sqrt(2) : 1;
  const char *kind = is_sphere ? "radialGradient" : "linearGradient";
  const char *line = item->fill_pattern == ICON_FILL_VERTICAL_CYLINDER
                         ? "x1=\"-1\" y1=\"0\" x2=\"1\" y2=\"0\""
                         : "x1=\"0\" y1=\"-1\" x2=\"0\" y2=\"1\"";
  fprintf(out,
          "<%s id=\"f%d\" gradientUnits=\"userSpaceOnUse\" %s "
          "gradientTransform=\"matrix(%.10g %.10g %.10g %.10g %.10g "
          "%.10g)\">",
          kind, number, is_sphere ? "cx=\"0\" cy=\"0\" r=\"1\"" : line,
          svg_number(s * f->right.x), svg_number(-s * f->right.y),
          svg_number(s * f->up.x), svg_number(-s * f->up.y),
          svg_number(f->center.x), svg_number(-f->center.y));
  if (!is_sphere) svg_stop(out, 0, item->line);
  svg_stop(out, is_sphere ? 0 : 50, item->fill);
  svg_stop(out, 100, item->line);
  fprintf(out, "</%s>\n", kind);
}

/* Lines of the line color, ICON_HATCH units apart, over the fill color. */
static void svg_hatch(FILE *out, const IconItem *item, int number)
{
  bool is_diagonal = item->fill_pattern >= ICON_FILL_FORWARD;
  bool has_first = item->fill_pattern != ICON_FILL_VERTICAL &&
                   item->fill_pattern != ICON_FILL_BACKWARD;
  bool has_second = item->fill_pattern != ICON_FILL_HORIZONTAL &&
                    item->fill_pattern != ICON_FILL_FORWARD;
  fprintf(out,
          "<pattern id=\"f%d\" patternUnits=\"userSpaceOnUse\" "
          "width=\"%g\" height=\"%g\"%s><rect width=\"%g\" height=\"%g\"",
          number, ICON_HATCH, ICON_HATCH,
          is_diagonal ? " patternTransform=\"rotate(-45)\"" : "", ICON_HATCH,
          ICON_HATCH);
  svg_color(out, "fill", item->fill);
  fputs("/><path d=\"", out);
  if (has_first) fprintf(out, "M0 %gH%g", ICON_HATCH_LINE / 2, ICON_HATCH);
  if (has_second) fprintf(out, "M%g 0V%g", ICON_HATCH_LINE / 2, ICON_HATCH);
  fprintf(out, "\" stroke-width=\"%g\"", ICON_HATCH_LINE);
  svg_color(out, "stroke", item->line);
  fputs("/></pattern>\n", out);
}

/* --- items --- */

static void svg_fill(FILE *out, const IconItem *item, int number)
{
  if (item->fill_pattern == ICON_FILL_NONE || !item->path.is_closed)
    fputs(" fill=\"none\"", out);
  else if (item->fill_pattern == ICON_FILL_SOLID)
    svg_color(out, "fill", item->fill);
  else
    fprintf(out, " fill=\"url(#f%d)\"", number);
}

static void svg_stroke(FILE *out, const IconItem *item)
{
  if (item->pattern == ICON_PATTERN_NONE) return;
  double part[6];
  int n = icon_dashes(item, part);
  svg_color(out, "stroke", item->line);
  fprintf(out, " stroke-width=\"%.6g\"", icon_width(item));
  if (n == 0) return;
  fputs(" stroke-dasharray=\"", out);
  for (int k = 0; k < n; k++) fprintf(out, "%s%.6g", k > 0 ? " " : "", part[k]);
  fputs("\"", out);
}

static void svg_shape(FILE *out, const IconItem *item, int number)
{
  if (item->path.n_nodes == 0) return;
  if (svg_is_gradient(item->fill_pattern)) svg_gradient(out, item, number);
  if (svg_is_hatch(item->fill_pattern)) svg_hatch(out, item, number);
  fputs("<path d=\"", out);
  for (int k = 0; k < item->path.n_nodes; k++) {
    const IconNode *node = &item->path.node[k];
    switch (node->kind) {
    case ICON_MOVE: svg_point(out, "M", node->point[0]); break;
    case ICON_LINE: svg_point(out, "L", node->point[0]); break;
    case ICON_CURVE:
      svg_point(out, "C", node->point[0]);
      svg_point(out, " ", node->point[1]);
      svg_point(out, " ", node->point[2]);
      break;
    }
  }
  fputs(item->path.is_closed ? "Z\"" : "\"", out);
  svg_fill(out, item, number);
  svg_stroke(out, item);
  fputs("/>\n", out);
}

static void svg_letters(FILE *out, const IconItem *item)
{
  double size = icon_text_size(item);
  if (!(size > 0)) return;
  IconFrame f = icon_text_frame(item);
  double half = hypot(item->frame.right.x, item->frame.right.y);
  double x = item->align == ICON_LEFT    ? -half
             : item->align == ICON_RIGHT ? half
                                         : 0;
  static const char *const anchor[] = {"start", "middle", "end"};
  double turn = atan2(-f.right.y, f.right.x) * 180 / 3.14159265358979323846;
  fprintf(out,
          "<text transform=\"translate(%.10g %.10g) rotate(%.6g)\" "
          "x=\"%.6g\" y=\"%.6g\" font-size=\"%.6g\" text-anchor=\"%s\" "
          "font-family=\"%s\"",
          svg_number(f.center.x), svg_number(-f.center.y), svg_number(turn),
          svg_number(x), svg_number(0.35 * size), svg_number(size),
          anchor[item->align],
          item->monospace ? "monospace"
          : item->serif   ? "serif"
                          : "sans-serif");
  if (item->bold) fputs(" font-weight=\"bold\"", out);
  if (item->italic) fputs(" font-style=\"italic\"", out);
  if (item->underline) fputs(" text-decoration=\"underline\"", out);
  svg_color(out, "fill", item->line);
  fputs(">", out);
  svg_text(out, item->text);
  fputs("</text>\n", out);
}

/* By the first letters of the base64 text. */
static const char *svg_image_type(const char *image)
{
  static const char *const known[][2] = {{"iVBORw0KGgo", "png"},
                                         {"/9j/", "jpeg"},
                                         {"Qk", "bmp"},
                                         {"R0lGOD", "gif"}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    if (strncmp(image, known[k][0], strlen(known[k][0])) == 0)
      return known[k][1];
  }
  return "svg+xml";
}

static void svg_image(FILE *out, const IconItem *item)
{
  const IconFrame *f = &item->frame;
  double x = hypot(f->right.x, f->right.y), y = hypot(f->up.x, f->up.y);
  if (!item->image || !(x > 0 && y > 0)) return;
  fprintf(out,
          "<image transform=\"matrix(%.10g %.10g %.10g %.10g %.10g %.10g)\" "
          "x=\"%.6g\" y=\"%.6g\" width=\"%.6g\" height=\"%.6g\" "
          "href=\"data:image/%s;base64,",
          svg_number(f->right.x / x), svg_number(-f->right.y / x),
          svg_number(-f->up.x / y), svg_number(f->up.y / y),
          svg_number(f->center.x), svg_number(-f->center.y), -x, -y, 2 * x,
          2 * y, svg_image_type(item->image));
  svg_text(out, item->image);
  fputs("\"/>\n", out);
}

void icon_svg_write(const Icon *icon, IconBox box, FILE *out)
{
  assert(!icon_is_empty(box));
  double width = box.high.x - box.low.x, height = box.high.y - box.low.y;
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.10g %.10g "
          "%.10g %.10g\" width=\"%.10g\" height=\"%.10g\" "
          "stroke-linejoin=\"round\">\n",
          svg_number(box.low.x), svg_number(-box.high.y), svg_number(width),
          svg_number(height), svg_number(width), svg_number(height));
  for (int k = 0; k < icon->n_items; k++) {
    const IconItem *item = &icon->item[k];
    switch (item->kind) {
    case ICON_SHAPE: svg_shape(out, item, k); break;
    case ICON_TEXT: svg_letters(out, item); break;
    case ICON_IMAGE: svg_image(out, item); break;
    }
  }
  fputs("</svg>\n", out);
}
