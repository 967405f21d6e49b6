/* graphics_check.c: see graphics_check.h. */
#include "parse/graphics_check.h"

#include <assert.h>
#include <string.h>

typedef enum GraphicsType {
  GRAPHICS_BOOLEAN,
  GRAPHICS_NUMBER,
  GRAPHICS_INTEGER,
  GRAPHICS_TEXT,
  GRAPHICS_POINT,  /* {x, y} */
  GRAPHICS_EXTENT, /* {{x1, y1}, {x2, y2}} */
  GRAPHICS_POINTS, /* {{x, y}, ...} */
  GRAPHICS_COLOR,  /* {r, g, b}, 0 to 255 */
  GRAPHICS_ENUM,   /* one of `literals` */
  GRAPHICS_ENUMS,  /* an array of them */
  GRAPHICS_LIST,   /* an array of graphical primitives */
  GRAPHICS_RECORD, /* attributes of `record` */
  GRAPHICS_ANY
} GraphicsType;

static const char *const graphics_type_text[] = {
    [GRAPHICS_BOOLEAN] = "true or false",
    [GRAPHICS_NUMBER] = "a number",
    [GRAPHICS_INTEGER] = "an Integer",
    [GRAPHICS_TEXT] = "a String",
    [GRAPHICS_POINT] = "a point {x, y}",
    [GRAPHICS_EXTENT] = "an extent {{x1, y1}, {x2, y2}}",
    [GRAPHICS_POINTS] = "a list of points {{x, y}, ...}",
    [GRAPHICS_COLOR] = "a color {r, g, b} of Integers from 0 to 255",
    [GRAPHICS_ENUM] = "a literal of its enumeration",
    [GRAPHICS_ENUMS] = "a list of literals of its enumeration",
    [GRAPHICS_LIST] = "a list of graphical primitives",
    [GRAPHICS_RECORD] = "a list of attributes in parentheses",
    [GRAPHICS_ANY] = "anything"};

typedef struct GraphicsAttribute {
  const char *record; /* in which it stands */
  const char *name;
  GraphicsType type;
  const char *means; /* of enumerations "Type:a,b,"; of records their name */
} GraphicsAttribute;

#define LINE_PATTERNS "LinePattern:None,Solid,Dash,Dot,DashDot,DashDotDot,"
#define FILL_PATTERNS                                                          \
  "FillPattern:None,Solid,Horizontal,Vertical,Cross,Forward,Backward,"         \
  "CrossDiag,HorizontalCylinder,VerticalCylinder,Sphere,"
#define SMOOTHS "Smooth:None,Bezier,"
#define ARROWS "Arrow:None,Open,Filled,Half,"
#define STYLES "TextStyle:Bold,Italic,UnderLine,"
#define ALIGNMENTS "TextAlignment:Left,Center,Right,"
#define BORDERS "BorderPattern:None,Raised,Sunken,Engraved,"
#define CLOSURES "EllipseClosure:None,Chord,Radial,"

/* clang-format off */
#define GRAPHIC_ITEM(record) \
    {record, "visible", GRAPHICS_BOOLEAN, NULL}, \
    {record, "origin", GRAPHICS_POINT, NULL}, \
    {record, "rotation", GRAPHICS_NUMBER, NULL}
#define FILLED_SHAPE(record) \
    {record, "lineColor", GRAPHICS_COLOR, NULL}, \
    {record, "fillColor", GRAPHICS_COLOR, NULL}, \
    {record, "pattern", GRAPHICS_ENUM, LINE_PATTERNS}, \
    {record, "fillPattern", GRAPHICS_ENUM, FILL_PATTERNS}, \
    {record, "lineThickness", GRAPHICS_NUMBER, NULL}
/* clang-format on */

static const GraphicsAttribute attributes[] = {
    {"Icon", "coordinateSystem", GRAPHICS_RECORD, "coordinateSystem"},
    {"Icon", "graphics", GRAPHICS_LIST, NULL},
    {"Icon", "interaction", GRAPHICS_ANY, NULL},
    {"Diagram", "coordinateSystem", GRAPHICS_RECORD, "coordinateSystem"},
    {"Diagram", "graphics", GRAPHICS_LIST, NULL},
    {"Diagram", "interaction", GRAPHICS_ANY, NULL},
    {"coordinateSystem", "extent", GRAPHICS_EXTENT, NULL},
    {"coordinateSystem", "preserveAspectRatio", GRAPHICS_BOOLEAN, NULL},
    {"coordinateSystem", "initialScale", GRAPHICS_NUMBER, NULL},
    {"coordinateSystem", "grid", GRAPHICS_POINT, NULL},
    {"Placement", "visible", GRAPHICS_BOOLEAN, NULL},
    {"Placement", "iconVisible", GRAPHICS_BOOLEAN, NULL},
    {"Placement", "transformation", GRAPHICS_RECORD, "transformation"},
    {"Placement", "iconTransformation", GRAPHICS_RECORD, "transformation"},
    {"transformation", "extent", GRAPHICS_EXTENT, NULL},
    {"transformation", "rotation", GRAPHICS_NUMBER, NULL},
    {"transformation", "origin", GRAPHICS_POINT, NULL},
    {"IconMap", "extent", GRAPHICS_EXTENT, NULL},
    {"IconMap", "primitivesVisible", GRAPHICS_BOOLEAN, NULL},
    {"DiagramMap", "extent", GRAPHICS_EXTENT, NULL},
    {"DiagramMap", "primitivesVisible", GRAPHICS_BOOLEAN, NULL},
    GRAPHIC_ITEM("Line"),
    {"Line", "points", GRAPHICS_POINTS, NULL},
    {"Line", "color", GRAPHICS_COLOR, NULL},
    {"Line", "pattern", GRAPHICS_ENUM, LINE_PATTERNS},
    {"Line", "thickness", GRAPHICS_NUMBER, NULL},
    {"Line", "arrow", GRAPHICS_ENUMS, ARROWS},
    {"Line", "arrowSize", GRAPHICS_NUMBER, NULL},
    {"Line", "smooth", GRAPHICS_ENUM, SMOOTHS},
    GRAPHIC_ITEM("Polygon"),
    FILLED_SHAPE("Polygon"),
    {"Polygon", "points", GRAPHICS_POINTS, NULL},
    {"Polygon", "smooth", GRAPHICS_ENUM, SMOOTHS},
    GRAPHIC_ITEM("Rectangle"),
    FILLED_SHAPE("Rectangle"),
    {"Rectangle", "borderPattern", GRAPHICS_ENUM, BORDERS},
    {"Rectangle", "extent", GRAPHICS_EXTENT, NULL},
    {"Rectangle", "radius", GRAPHICS_NUMBER, NULL},
    GRAPHIC_ITEM("Ellipse"),
    FILLED_SHAPE("Ellipse"),
    {"Ellipse", "extent", GRAPHICS_EXTENT, NULL},
    {"Ellipse", "startAngle", GRAPHICS_NUMBER, NULL},
    {"Ellipse", "endAngle", GRAPHICS_NUMBER, NULL},
    {"Ellipse", "closure", GRAPHICS_ENUM, CLOSURES},
    GRAPHIC_ITEM("Text"),
    FILLED_SHAPE("Text"), /* deprecated */
    {"Text", "extent", GRAPHICS_EXTENT, NULL},
    {"Text", "textString", GRAPHICS_TEXT, NULL},
    {"Text", "string", GRAPHICS_TEXT, NULL}, /* of a connection */
    {"Text", "index", GRAPHICS_INTEGER, NULL},
    {"Text", "fontSize", GRAPHICS_NUMBER, NULL},
    {"Text", "fontName", GRAPHICS_TEXT, NULL},
    {"Text", "textStyle", GRAPHICS_ENUMS, STYLES},
    {"Text", "textColor", GRAPHICS_COLOR, NULL},
    {"Text", "horizontalAlignment", GRAPHICS_ENUM, ALIGNMENTS},
    GRAPHIC_ITEM("Bitmap"),
    {"Bitmap", "extent", GRAPHICS_EXTENT, NULL},
    {"Bitmap", "fileName", GRAPHICS_TEXT, NULL},
    {"Bitmap", "imageSource", GRAPHICS_TEXT, NULL},
};

static const GraphicsAttribute *graphics_find(const char *record,
                                              const char *name)
{
  for (size_t k = 0; k < sizeof attributes / sizeof attributes[0]; k++) {
    if (strcmp(attributes[k].record, record) == 0 &&
        strcmp(attributes[k].name, name) == 0)
      return &attributes[k];
  }
  return NULL;
}

static bool graphics_is_record(const char *name)
{
  for (size_t k = 0; k < sizeof attributes / sizeof attributes[0]; k++) {
    if (strcmp(attributes[k].record, name) == 0) return true;
  }
  return false;
}

/* --- what the text shows --- */

/* Names, calls, if: whatever it is. */
static bool graphics_is_open(const AstExpr *e)
{
  switch (e->kind) {
  case AST_REAL:
  case AST_INTEGER:
  case AST_STRING:
  case AST_TRUE:
  case AST_FALSE:
  case AST_ARRAY:
  case AST_MATRIX: return false;
  case AST_UNARY: return e->op == AST_NOT || graphics_is_open(e->arg[0]);
  case AST_REFERENCE:
  case AST_BINARY:
  case AST_COLON:
  case AST_END:
  case AST_IF:
  case AST_RANGE:
  case AST_CALL:
  case AST_PARTIAL:
  case AST_TUPLE:
  case AST_SUBSCRIPTED: break;
  }
  return true;
}

static bool graphics_is_number(const AstExpr *e)
{
  if (e->kind == AST_UNARY) e = e->arg[0];
  return e->kind == AST_REAL || e->kind == AST_INTEGER;
}

/* {a, b, ...} with n items; n < 0: any number. */
static bool graphics_is_row(const AstExpr *e, int n,
                            bool (*fits)(const AstExpr *item))
{
  if (graphics_is_open(e)) return true;
  if (e->kind == AST_MATRIX) return true; /* [a, b; c, d] */
  if (e->kind != AST_ARRAY || e->n_iterators > 0) return e->kind == AST_ARRAY;
  if (n >= 0 && e->n_args != n) return false;
  for (int k = 0; k < e->n_args; k++) {
    if (!graphics_is_open(e->arg[k]) && !fits(e->arg[k])) return false;
  }
  return true;
}

static bool graphics_is_point(const AstExpr *e)
{
  return graphics_is_row(e, 2, graphics_is_number);
}

static bool graphics_is_byte(const AstExpr *e)
{
  return e->kind == AST_INTEGER && e->integer >= 0 && e->integer <= 255;
}

/* Type.literal, or another name; "Type:a,b," lists the literals. */
static bool graphics_is_literal(const AstExpr *e, const char *means)
{
  if (e->kind != AST_REFERENCE) return graphics_is_open(e);
  const AstReference *name = e->reference;
  size_t n_type = (size_t)(strchr(means, ':') - means);
  if (name->n_parts != 2 || strlen(name->part[0].ident) != n_type ||
      strncmp(name->part[0].ident, means, n_type) != 0)
    return true;
  const char *literal = name->part[1].ident;
  size_t n = strlen(literal);
  for (const char *at = means + n_type + 1; *at; at = strchr(at, ',') + 1) {
    if (strncmp(at, literal, n) == 0 && at[n] == ',') return true;
  }
  return false;
}

static bool graphics_fits(const GraphicsAttribute *a, const AstExpr *e)
{
  if (a->type == GRAPHICS_ENUM) return graphics_is_literal(e, a->means);
  if (a->type == GRAPHICS_ENUMS && e->kind == AST_ARRAY) {
    for (int k = 0; k < e->n_args; k++) {
      if (!graphics_is_literal(e->arg[k], a->means)) return false;
    }
    return true;
  }
  if (graphics_is_open(e)) return true;
  switch (a->type) {
  case GRAPHICS_BOOLEAN: return e->kind == AST_TRUE || e->kind == AST_FALSE;
  case GRAPHICS_NUMBER: return graphics_is_number(e);
  case GRAPHICS_INTEGER: return graphics_is_number(e) && e->kind != AST_REAL;
  case GRAPHICS_TEXT: return e->kind == AST_STRING;
  case GRAPHICS_POINT: return graphics_is_point(e);
  case GRAPHICS_EXTENT: return graphics_is_row(e, 2, graphics_is_point);
  case GRAPHICS_POINTS: return graphics_is_row(e, -1, graphics_is_point);
  case GRAPHICS_COLOR: return graphics_is_row(e, 3, graphics_is_byte);
  case GRAPHICS_LIST: return e->kind == AST_ARRAY;
  case GRAPHICS_ENUM:
  case GRAPHICS_ENUMS:
  case GRAPHICS_RECORD: return false;
  case GRAPHICS_ANY: break;
  }
  return true;
}

/* --- records --- */

static void graphics_check_unknown(const GraphicsFaults *to, Span span,
                                   const char *record, const char *name)
{
  if (strncmp(name, "__", 2) == 0) return;
  to->warn(to->faults, span, W201,
           "'%s' has no attribute '%s' and it is ignored (section 18.6)",
           record, name);
}

static void graphics_check_value(const GraphicsFaults *to,
                                 const GraphicsAttribute *a, const AstExpr *e)
{
  if (graphics_fits(a, e)) return;
  to->warn(to->faults, e->span, W201,
           "'%s' of '%s' is %s; this is ignored (section 18.6)", a->name,
           a->record, graphics_type_text[a->type]);
}

/* graphics = {Line(points = ...), ...} */
static void graphics_check_list(const GraphicsFaults *to, const AstExpr *list)
{
  for (int k = 0; list->kind == AST_ARRAY && k < list->n_args; k++) {
    const AstExpr *item = list->arg[k];
    if (item->kind != AST_CALL || item->reference->n_parts != 1) continue;
    const char *record = item->reference->part[0].ident;
    if (!graphics_is_record(record)) {
      if (strncmp(record, "__", 2) != 0 && strcmp(record, "DynamicSelect") != 0)
        to->warn(to->faults, item->span, W201,
                 "'%s' is not a graphical primitive and is ignored (section "
                 "18.6.5)",
                 record);
      continue;
    }
    for (int i = 0; i < item->n_named; i++) {
      const GraphicsAttribute *a = graphics_find(record, item->named[i].name);
      if (a)
        graphics_check_value(to, a, item->named[i].value);
      else
        graphics_check_unknown(to, item->named[i].span, record,
                               item->named[i].name);
    }
  }
}

/* The recursion follows the records of the tables. */
static void graphics_check_record(const GraphicsFaults *to, const char *record,
                                  const AstModification *m)
{
  for (int k = 0; m && k < m->n_arguments; k++) {
    const AstArgument *argument = m->argument[k];
    if (argument->kind != AST_MODIFY || argument->name->n_parts != 1) continue;
    const char *name = argument->name->part[0].ident;
    const AstModification *inside = argument->modification;
    const GraphicsAttribute *a = graphics_find(record, name);
    if (!a) {
      graphics_check_unknown(to, argument->span, record, name);
    } else if (a->type == GRAPHICS_RECORD && inside && !inside->value) {
      graphics_check_record(to, a->means, inside);
    } else if (inside && inside->value) {
      graphics_check_value(to, a, inside->value);
      if (a->type == GRAPHICS_LIST) graphics_check_list(to, inside->value);
    }
  }
}

/* Which annotations of this chapter a place may have. */
static bool graphics_may_stand(const char *name, GraphicsPlace place)
{
  bool is_layer = strcmp(name, "Icon") == 0 || strcmp(name, "Diagram") == 0;
  return !is_layer || place == GRAPHICS_CLASS;
}

void graphics_check(const GraphicsFaults *to, const AstModification *annotation,
                    GraphicsPlace place)
{
  static const char *const outermost[] = {
      "Icon", "Diagram", "Placement", "DiagramMap", "Line", "Text", "IconMap"};
  assert(to);
  for (int k = 0; annotation && k < annotation->n_arguments; k++) {
    const AstArgument *a = annotation->argument[k];
    if (a->kind != AST_MODIFY || a->name->n_parts != 1) continue;
    const char *name = a->name->part[0].ident;
    for (size_t i = 0; i < sizeof outermost / sizeof outermost[0]; i++) {
      if (strcmp(outermost[i], name) != 0) continue;
      if (graphics_may_stand(name, place))
        graphics_check_record(to, name, a->modification);
      else
        to->warn(to->faults, a->span, W201,
                 "the annotation '%s' is for classes; here it is ignored "
                 "(section 18.6)",
                 name);
    }
  }
}
