/* icon.h: a picture as the graphical annotations of Modelica describe it (MLS
 * 3.6, section 18.6), after its classes are known: shapes in one coordinate
 * system, y upwards, in the order in which they are painted.
 *
 * Every outline is a path of straight lines and cubic curves, so that a
 * rotation, a flip or another coordinate system is one map of its points. What
 * is defined before the rotation (gradients, the place of a text) is a frame:
 * a centre and two half axes, which is mapped in the same way.
 */
#ifndef FOUCAULT_FACE_ICON_H
#define FOUCAULT_FACE_ICON_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct IconPoint {
  double x, y;
} IconPoint;

/* low is the lower left corner */
typedef struct IconBox {
  IconPoint low, high;
} IconBox;

typedef struct IconColor {
  unsigned char r, g, b;
} IconColor;

/* x' = xx x + xy y + dx, y' = yx x + yy y + dy */
typedef struct IconMap {
  double xx, xy, yx, yy, dx, dy;
} IconMap;

typedef enum IconNodeKind {
  ICON_MOVE, /* point[0] */
  ICON_LINE, /* point[0] */
  ICON_CURVE /* control points point[0], point[1], to point[2] */
} IconNodeKind;

typedef struct IconNode {
  IconNodeKind kind;
  IconPoint point[3];
} IconNode;

typedef struct IconPath {
  IconNode *node;
  int n_nodes, cap_nodes;
  bool is_closed;
} IconPath;

/* In the order of the enumerations of section 18.6.1.2. */
typedef enum IconPattern {
  ICON_PATTERN_NONE,
  ICON_PATTERN_SOLID,
  ICON_PATTERN_DASH,
  ICON_PATTERN_DOT,
  ICON_PATTERN_DASH_DOT,
  ICON_PATTERN_DASH_DOT_DOT
} IconPattern;

typedef enum IconFill {
  ICON_FILL_NONE,
  ICON_FILL_SOLID,
  ICON_FILL_HORIZONTAL,
  ICON_FILL_VERTICAL,
  ICON_FILL_CROSS,
  ICON_FILL_FORWARD,
  ICON_FILL_BACKWARD,
  ICON_FILL_CROSS_DIAG,
  ICON_FILL_HORIZONTAL_CYLINDER,
  ICON_FILL_VERTICAL_CYLINDER,
  ICON_FILL_SPHERE
} IconFill;

typedef enum IconAlign { ICON_LEFT, ICON_CENTER, ICON_RIGHT } IconAlign;

/* The enclosing rectangle before its rotation: centre, to the right, up. */
typedef struct IconFrame {
  IconPoint center, right, up;
} IconFrame;

typedef enum IconKind { ICON_SHAPE, ICON_TEXT, ICON_IMAGE } IconKind;

typedef struct IconItem {
  IconKind kind;
  IconFrame frame;
  /* ICON_SHAPE */
  IconPath path;
  IconColor line, fill; /* line: of a text its color */
  IconPattern pattern;
  IconFill fill_pattern;
  bool is_ellipse;  /* the frame is that of an ellipse */
  double thickness; /* in mm, as the annotation has it */
  /* ICON_TEXT */
  const char *text;
  double font_size; /* pt; 0: as large as the frame allows */
  bool bold, italic, underline, serif, monospace;
  IconAlign align;
  /* ICON_IMAGE */
  const char *image; /* base64; NULL: none */
} IconItem;

typedef struct Icon {
  IconBox extent; /* the coordinate system */
  IconItem *item;
  int n_items, cap_items;
} Icon;

/* Lines of hatched fills: their distance and width, in units. */
#define ICON_HATCH 4.0
#define ICON_HATCH_LINE 0.8

extern const IconMap icon_same; /* every point to itself */

IconPoint icon_point(const IconMap *m, IconPoint p);
/* First a, then b. */
IconMap icon_then(const IconMap *a, const IconMap *b);
/* Counter-clockwise, in degrees, around {0, 0}; then the shift. */
IconMap icon_turn(double degrees, IconPoint shift);
/* The corners of `from` to those of `to`, which may be flipped. A side of
 * `from` without length is only shifted. */
IconMap icon_fit(IconBox from, IconBox to);
/* How much longer lines become, on average. */
double icon_scale(const IconMap *m);

IconFrame icon_frame(IconBox box);
IconBox icon_frame_box(const IconFrame *frame); /* around it */
bool icon_is_empty(IconBox box);
void icon_box_add(IconBox *box, IconPoint p);

/* --- paths --- */

void icon_move(Arena *arena, IconPath *path, IconPoint p);
void icon_line(Arena *arena, IconPath *path, IconPoint p);
/* From the last point, by way of this control point, to `to`. */
void icon_bend(Arena *arena, IconPath *path, IconPoint control, IconPoint to);
/* The points in their order; smooth: section 18.6.1.2, Smooth.Bezier. */
IconPath icon_points(Arena *arena, const IconPoint *point, int n, bool smooth,
                     bool is_closed);
IconPath icon_rectangle(Arena *arena, IconBox box, double radius);
typedef enum IconClosure { ICON_OPEN, ICON_CHORD, ICON_RADIAL } IconClosure;
/* An arc from `begin` to `end`, degrees counter-clockwise from the right. */
IconPath icon_ellipse(Arena *arena, IconBox box, double begin, double end,
                      IconClosure closure);

/* --- whole icons --- */

void icon_add(Arena *arena, Icon *icon, IconItem item);
/* The item in other coordinates. */
IconItem icon_item_map(Arena *arena, const IconItem *item, const IconMap *m);
/* Around all that is drawn and the coordinate system. */
IconBox icon_drawn_box(const Icon *icon);
/* Width of lines in the units of the coordinate system: 0.25 mm is drawn as
 * half a unit, and nothing is thinner. */
double icon_width(const IconItem *item);
/* The lengths of dashes and gaps in `part`, in turns; their number, 0: solid.
 */
int icon_dashes(const IconItem *item, double part[6]);
/* The place of a text: its centre, and axes of length 1 that never mirror the
 * letters. */
IconFrame icon_text_frame(const IconItem *item);
/* Height of the letters of a text, in units; 0: nothing to be seen. */
double icon_text_size(const IconItem *item);

#endif
