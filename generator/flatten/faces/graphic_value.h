/* graphic_value.h: values in graphical annotations (MLS 3.6, section 18.6).
 *
 * Most are literals. A value may depend on parameters (visible = useHeatPort);
 * those are asked for their values at translation, without a message where one
 * is not known. Of DynamicSelect() the static part counts. Calls of functions
 * are not carried out: a value with one is as if it were not given.
 *
 * needs   a model whose parameters are flattened: what is asked here does not
 *         make a parameter unchangeable any more
 */
#ifndef FOUCAULT_FLATTEN_FACES_GRAPHIC_VALUE_H
#define FOUCAULT_FLATTEN_FACES_GRAPHIC_VALUE_H

#include "face/icon.h"
#include "flatten/instances/instances.h"

/* Where the annotation stands. */
typedef struct GraphicPlace {
  const Flattening *f; /* that reports nothing */
  Context context;
  Instance *instance; /* whose parameters texts name */
  const char *name;   /* of the component, for %name */
  const char *class_name;
} GraphicPlace;

/* The attributes of a primitive, Line(points = ..., ...), or of a record that
 * is written as a modification, coordinateSystem(extent = ...). */
typedef struct GraphicRecord {
  const AstExpr *call;
  const AstModification *modification;
} GraphicRecord;

/* NULL: not given. */
const AstModification *graphic_find(const AstModification *list,
                                    const char *name);
const AstExpr *graphic_attribute(const GraphicRecord *record, const char *name);
/* The record in the attribute `name`; false: there is none. */
bool graphic_inside(const AstModification *list, const char *name,
                    GraphicRecord *record);

/* What the attribute has; where it is missing or cannot be known, the value
 * stays as it is and the result is false. */
bool graphic_number(const GraphicPlace *p, const GraphicRecord *r,
                    const char *name, double *value);
bool graphic_boolean(const GraphicPlace *p, const GraphicRecord *r,
                     const char *name, bool *value);
bool graphic_box(const GraphicPlace *p, const GraphicRecord *r,
                 const char *name, IconBox *value); /* corners as written */
bool graphic_point(const GraphicPlace *p, const GraphicRecord *r,
                   const char *name, IconPoint *value);
bool graphic_color(const GraphicPlace *p, const GraphicRecord *r,
                   const char *name, IconColor *value);
/* The place of the literal in `words`, which ends with NULL. */
bool graphic_word(const GraphicPlace *p, const GraphicRecord *r,
                  const char *name, const char *const *words, int *value);
/* NULL: none. */
const char *graphic_text(const GraphicPlace *p, const GraphicRecord *r,
                         const char *name);
/* The elements of {a, b, ...}; NULL: no such list. */
const AstExpr *graphic_list(const GraphicPlace *p, const GraphicRecord *r,
                            const char *name);
bool graphic_point_of(const GraphicPlace *p, const AstExpr *e,
                      IconPoint *value);
bool graphic_word_of(const GraphicPlace *p, const AstExpr *e,
                     const char *const *words, int *value);
/* The expression after conditions and DynamicSelect(). */
const AstExpr *graphic_settled(const GraphicPlace *p, const AstExpr *e);

/* The text with its macros replaced: %name, %class, %par, %{par}. In the
 * session arena. */
const char *graphic_macros(const GraphicPlace *p, const char *text);

#endif
