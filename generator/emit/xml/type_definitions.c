/* type_definitions.c: collects types; there are few of them, even in large
 * models, so the list is searched from end to end. */
#include "emit/xml/type_definitions.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"

typedef struct TypeDefinition {
  const SimpleType *type;
  const char *name;
  int same_as; /* an earlier one with the same name and content; -1 */
} TypeDefinition;

struct TypeDefinitions {
  TypeDefinition *definition;
  int n_definitions, cap_definitions;
};

/* --- collecting --- */

static bool same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_number(bool has_a, double a, bool has_b, double b)
{
  return has_a == has_b && (!has_a || a == b);
}

static bool type_definitions_same_literals(const SimpleType *a,
                                           const SimpleType *b)
{
  if (a->n_literals != b->n_literals) return false;
  for (int k = 0; k < a->n_literals; k++) {
    if (a->literal[k].name != b->literal[k].name) return false;
  }
  return true;
}

static bool same_type(const SimpleType *a, const SimpleType *b)
{
  return a->name == b->name && a->kind == b->kind &&
         same_text(a->quantity, b->quantity) && same_text(a->unit, b->unit) &&
         same_text(a->display_unit, b->display_unit) &&
         same_number(a->has_min, a->min, b->has_min, b->min) &&
         same_number(a->has_max, a->max, b->has_max, b->max) &&
         same_number(a->has_nominal, a->nominal, b->has_nominal, b->nominal) &&
         type_definitions_same_literals(a, b);
}

static int type_definitions_find(const TypeDefinitions *types,
                                 const SimpleType *type)
{
  for (int k = 0; k < types->n_definitions; k++) {
    if (types->definition[k].type == type) return k;
  }
  return -1;
}

static bool is_taken(const TypeDefinitions *types, const ReducedSystem *r,
                     const char *name)
{
  for (int k = 0; k < types->n_definitions; k++) {
    if (strcmp(types->definition[k].name, name) == 0) return true;
  }
  for (int k = 0; k < r->n_vars; k++) {
    if (!r->var[k].is_hidden && strcmp(r->var[k].name, name) == 0) return true;
  }
  return false;
}

static const char *free_name(Arena *arena, const TypeDefinitions *types,
                             const ReducedSystem *r, const char *name)
{
  const char *tried = name;
  for (int k = 2; is_taken(types, r, tried); k++) {
    tried = arena_printf(arena, "%s (%d)", name, k);
  }
  return tried;
}

static void type_definitions_add(Arena *arena, TypeDefinitions *types,
                                 const ReducedSystem *r, const SimpleType *type)
{
  if (!type || type_definitions_find(types, type) >= 0) return;
  TypeDefinition d = {.type = type, .same_as = -1};
  for (int k = 0; k < types->n_definitions && d.same_as < 0; k++) {
    if (!same_type(types->definition[k].type, type)) continue;
    d.same_as = k;
    d.name = types->definition[k].name;
  }
  if (!d.name) d.name = free_name(arena, types, r, type->name);
  types->definition =
      vector_grow(arena, types->definition, &types->cap_definitions,
                  types->n_definitions + 1, sizeof types->definition[0]);
  types->definition[types->n_definitions++] = d;
}

TypeDefinitions *type_definitions_collect(Arena *arena,
                                          const ReducedSystem *reduced)
{
  TypeDefinitions *types = arena_alloc(arena, sizeof *types);
  for (int k = 0; k < reduced->n_vars; k++) {
    const ReducedVar *v = &reduced->var[k];
    if (!v->is_hidden)
      type_definitions_add(arena, types, reduced, v->attributes->declared_type);
  }
  for (int k = 0; k < reduced->n_texts; k++) {
    type_definitions_add(arena, types, reduced, reduced->text[k].declared_type);
  }
  return types;
}

const char *type_definitions_name(const TypeDefinitions *types,
                                  const SimpleType *type)
{
  if (!type) return NULL;
  int k = type_definitions_find(types, type);
  assert(k >= 0);
  return types->definition[k].name;
}

/* --- writing --- */

static void type_definitions_write_limit(XmlText *x, const char *name,
                                         bool given, double value)
{
  if (given && isfinite(value)) xml_text_number(x, name, value);
}

static void write_range(XmlText *x, const SimpleType *t)
{
  type_definitions_write_limit(x, "min", t->has_min, t->min);
  type_definitions_write_limit(x, "max", t->has_max, t->max);
}

/* --- FMI 2.0: an element for the name, one in it for the kind. FMI 3.0: one
 * for both. --- */

static const char *const kind_element[] = {[SIMPLE_REAL] = "Real",
                                           [SIMPLE_INTEGER] = "Integer",
                                           [SIMPLE_BOOLEAN] = "Boolean",
                                           [SIMPLE_STRING] = "String",
                                           [SIMPLE_ENUMERATION] =
                                               "Enumeration"};
static const char *const type_element[] = {[SIMPLE_REAL] = "Float64Type",
                                           [SIMPLE_INTEGER] = "Int32Type",
                                           [SIMPLE_BOOLEAN] = "BooleanType",
                                           [SIMPLE_STRING] = "StringType",
                                           [SIMPLE_ENUMERATION] =
                                               "EnumerationType"};

static void type_definitions_write_real(XmlText *x, const SimpleType *t,
                                        const UnitDefinitions *units)
{
  xml_text_attribute(x, "quantity", t->quantity);
  if (t->unit && t->unit[0]) xml_text_attribute(x, "unit", t->unit);
  if (unit_definitions_has_display(units, t->unit, t->display_unit)) {
    xml_text_attribute(x, "displayUnit", t->display_unit);
  }
  write_range(x, t);
  type_definitions_write_limit(x, "nominal", t->has_nominal && t->nominal > 0,
                               t->nominal);
}

static void type_definitions_write_integer(XmlText *x, const SimpleType *t)
{
  xml_text_attribute(x, "quantity", t->quantity);
  write_range(x, t);
}

static void write_enumeration(XmlText *x, const SimpleType *t)
{
  xml_text_attribute(x, "quantity", t->quantity);
  for (int k = 0; k < t->n_literals; k++) {
    xml_text_open(x, "Item");
    xml_text_attribute(x, "name", t->literal[k].name);
    xml_text_integer(x, "value", k + 1L);
    xml_text_attribute(x, "description", t->literal[k].description);
    xml_text_close(x);
  }
}

static void write_type(XmlText *x, const TypeDefinition *d,
                       const UnitDefinitions *units, bool is_fmi3)
{
  SimpleKind kind = d->type->kind;
  xml_text_open(x, is_fmi3 ? type_element[kind] : "SimpleType");
  xml_text_attribute(x, "name", d->name);
  xml_text_attribute(x, "description", d->type->description);
  if (!is_fmi3) xml_text_open(x, kind_element[kind]);
  switch (kind) {
  case SIMPLE_REAL: type_definitions_write_real(x, d->type, units); break;
  case SIMPLE_INTEGER: type_definitions_write_integer(x, d->type); break;
  case SIMPLE_ENUMERATION: write_enumeration(x, d->type); break;
  case SIMPLE_BOOLEAN:
  case SIMPLE_STRING: break;
  }
  if (!is_fmi3) xml_text_close(x);
  xml_text_close(x);
}

void type_definitions_write(XmlText *x, const TypeDefinitions *types,
                            const UnitDefinitions *units, bool is_fmi3)
{
  if (types->n_definitions == 0) return;
  xml_text_open(x, "TypeDefinitions");
  for (int k = 0; k < types->n_definitions; k++) {
    const TypeDefinition *d = &types->definition[k];
    if (d->same_as < 0) write_type(x, d, units, is_fmi3);
  }
  xml_text_close(x);
}
