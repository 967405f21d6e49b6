/* icon_outline.h: the areas that the lines and fills of an icon cover, as
 * polygons.
 *
 * An outline has loops of points. What is inside of any loop is covered, if
 * all turn in the same direction: that of a stroke is one rectangle per straight
 * piece and one disc per corner.
 */
#ifndef FOUCAULT_FACE_ICON_OUTLINE_H
#define FOUCAULT_FACE_ICON_OUTLINE_H

#include "face/icon.h"

typedef struct IconOutline {
  IconPoint *point;
  int n_points, cap_points;
  int *end; /* [n_loops] the first point after the loop */
  int n_loops, cap_loops;
} IconOutline;

/* The points of the path, in a scale in which 1 is the smallest size that can
 * be seen; curves become straight pieces. One loop per move. */
IconOutline icon_outline_path(Arena *arena, const IconPath *path,
                              const IconMap *to);
/* What a pen of this width covers that follows the loops. dashes: n lengths of
 * dashes and gaps in turns; 0: none. Loops are closed or open lines. */
IconOutline icon_outline_stroke(Arena *arena, const IconOutline *line,
                                bool is_closed, double width,
                                const double *dash, int n_dashes);

#endif
