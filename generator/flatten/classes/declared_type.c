/* declared_type.c: what a type says of itself, read from its modifiers. */
#include "flatten/classes/declared_type.h"

#include <assert.h>
#include <string.h>

static const char *declared_type_keep_text(const Flattening *f,
                                           const char *text)
{
  if (!text) return NULL;
  return arena_copy_text(f->s->session_arena, text, strlen(text));
}

static const char *description_of(const Flattening *f,
                                  const AstComment *comment)
{
  return comment ? declared_type_keep_text(f, comment->text) : NULL;
}

/* --- attributes --- */

static const AstExpr *declared_type_written_value(const Flattening *f,
                                                  const Modifier *modifier,
                                                  const char *attribute)
{
  const Modifier *found = modification_find(f->modifications, modifier,
                                            session_name(f->s, attribute));
  return found ? found->value : NULL;
}

static const char *declared_type_text_of(const Flattening *f,
                                         const Modifier *modifier,
                                         const char *attribute)
{
  const AstExpr *value = declared_type_written_value(f, modifier, attribute);
  if (!value || value->kind != AST_STRING) return NULL;
  return declared_type_keep_text(f, value->string);
}

/* 3, 0.5, -1e3: an expression would have to be evaluated in its place. */
static bool declared_type_number_of(const Flattening *f,
                                    const Modifier *modifier,
                                    const char *attribute, double *number)
{
  const AstExpr *value = declared_type_written_value(f, modifier, attribute);
  bool negative = value && value->kind == AST_UNARY && value->op == AST_MINUS;
  if (negative) value = value->arg[0];
  if (!value) return false;
  if (value->kind == AST_REAL)
    *number = value->real;
  else if (value->kind == AST_INTEGER)
    *number = (double)value->integer;
  else
    return false;
  if (negative) *number = -*number;
  return true;
}

static void fill_attributes(const Flattening *f, const Modifier *modifier,
                            SimpleType *t)
{
  t->quantity = declared_type_text_of(f, modifier, "quantity");
  t->unit = declared_type_text_of(f, modifier, "unit");
  t->display_unit = declared_type_text_of(f, modifier, "displayUnit");
  t->has_min = declared_type_number_of(f, modifier, "min", &t->min);
  t->has_max = declared_type_number_of(f, modifier, "max", &t->max);
  t->has_nominal = declared_type_number_of(f, modifier, "nominal", &t->nominal);
  t->has_start = declared_type_number_of(f, modifier, "start", &t->start);
}

/* --- literals --- */

/* Predefined enumerations have no text. */
static void fill_literals(const Flattening *f, const InstClass *end,
                          SimpleType *t)
{
  const FlatEnumeration *e = end->enumeration;
  assert(!end->ast || end->ast->n_literals == e->n_literals);
  t->n_literals = e->n_literals;
  t->literal = arena_array(f->s->session_arena, (size_t)e->n_literals,
                           sizeof t->literal[0]);
  for (int k = 0; k < e->n_literals; k++) {
    t->literal[k].name = e->literal[k];
    if (!end->ast) continue;
    t->literal[k].description = description_of(f, end->ast->literal[k].comment);
  }
}

/* --- the type --- */

static SimpleKind declared_type_kind_of(FlatType type)
{
  static const SimpleKind kind[N_FLAT_TYPES] = {[FLAT_REAL] = SIMPLE_REAL,
                                                [FLAT_INTEGER] = SIMPLE_INTEGER,
                                                [FLAT_BOOLEAN] = SIMPLE_BOOLEAN,
                                                [FLAT_STRING] = SIMPLE_STRING,
                                                [FLAT_ENUMERATION] =
                                                    SIMPLE_ENUMERATION};
  return kind[type];
}

static SimpleType *make_type(const Flattening *f, const Instance *instance)
{
  InstClass *type = instance->type;
  const ClassPart *end =
      type->kind == CLASS_WRITTEN ? lookup_type_end(f->lookup, type) : NULL;
  SimpleType *t = arena_alloc(f->s->session_arena, sizeof *t);
  t->kind = declared_type_kind_of(instance->class_def->type);
  t->name = type->full_name;
  if (type->ast) t->description = description_of(f, type->ast->comment);
  fill_attributes(f, end ? end->modifier : type->modifier, t);
  if (t->kind == SIMPLE_ENUMERATION) fill_literals(f, instance->class_def, t);
  return t;
}

const SimpleType *declared_type(const Flattening *f, const Instance *instance)
{
  assert(instance->class_def->kind == CLASS_BUILTIN);
  const InstClass *type = instance->type;
  bool is_enumeration = instance->class_def->type == FLAT_ENUMERATION;
  if (type->kind == CLASS_BUILTIN && !is_enumeration) return NULL;
  SimpleType *t =
      name_map_find(&f->tables->simple_types, type->id, type->full_name);
  if (t) return t;
  t = make_type(f, instance);
  name_map_add(&f->tables->simple_types, type->id, type->full_name, t);
  return t;
}
