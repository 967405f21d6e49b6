/* placement.c: see placement.h. */
#include "flatten/faces/placement.h"

#include <assert.h>

#include "flatten/faces/icon_read.h"
#include "flatten/instances/scope.h"

/* From the coordinate system of the connector to that of the model; false: it
 * has no place. */
static bool placement_map(const GraphicPlace *p, const AstModification *m,
                          IconBox from, IconMap *map)
{
  GraphicRecord record;
  IconBox extent;
  IconPoint origin = {0, 0};
  double rotation = 0;
  if (!graphic_inside(m, "iconTransformation", &record) &&
      !graphic_inside(m, "transformation", &record))
    return false;
  if (!graphic_box(p, &record, "extent", &extent)) return false;
  graphic_number(p, &record, "rotation", &rotation);
  graphic_point(p, &record, "origin", &origin);
  IconMap fit = icon_fit(from, extent), turn = icon_turn(rotation, origin);
  *map = icon_then(&fit, &turn);
  return icon_scale(map) > 0;
}

static bool placement_is_visible(const GraphicPlace *p,
                                 const AstModification *m)
{
  GraphicRecord record = {NULL, m};
  bool visible = true;
  graphic_boolean(p, &record, "visible", &visible);
  graphic_boolean(p, &record, "iconVisible", &visible);
  return visible;
}

/* Around the coordinate system and all that is drawn. */
static IconBox placement_box(const Icon *icon, const IconMap *map)
{
  IconFrame f = icon_frame(icon->extent);
  IconPoint corner[4] = {icon->extent.low,
                         icon->extent.high,
                         {icon->extent.low.x, icon->extent.high.y},
                         {icon->extent.high.x, icon->extent.low.y}};
  IconPoint center = icon_point(map, f.center);
  IconBox box = {center, center};
  for (int k = 0; k < 4; k++) icon_box_add(&box, icon_point(map, corner[k]));
  return box;
}

static void placement_put(Arena *arena, const Icon *icon, const IconMap *map,
                          Terminal *terminal)
{
  Icon *placed = arena_alloc(arena, sizeof *placed);
  *placed = (Icon){.extent = placement_box(icon, map)};
  for (int k = 0; k < icon->n_items; k++)
    icon_add(arena, placed, icon_item_map(arena, &icon->item[k], map));
  terminal->icon = placed;
  terminal->box = icon_drawn_box(placed);
  terminal->color = icon->item[0].line;
}

void placement_read(const Flattening *f, Instance *connector,
                    Terminal *terminal)
{
  assert(connector->element && connector->parent);
  const AstComment *comment = connector->element->comment;
  const AstModification *m =
      comment ? graphic_find(comment->annotation, "Placement") : NULL;
  if (!m) return;
  Attempt attempt;
  scope_try(&attempt, f);
  GraphicPlace p = {.f = &attempt.f,
                    .context = connector->context,
                    .instance = connector->parent};
  if (!placement_is_visible(&p, m)) return;
  bool is_variable = instance_is_variable(connector);
  const Icon *icon =
      icon_read(f, is_variable ? connector->type : connector->class_def,
                connector, connector->name);
  IconMap map;
  if (icon && placement_map(&p, m, icon->extent, &map))
    placement_put(f->s->session_arena, icon, &map, terminal);
}
