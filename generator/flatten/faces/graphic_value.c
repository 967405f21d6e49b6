/* graphic_value.c: literals by their text, the rest by evaluation. */
#include "flatten/faces/graphic_value.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/instance_expand.h"

enum { GRAPHIC_MOST_DEPTH = 64 };

/* --- attributes --- */

const AstModification *graphic_find(const AstModification *list,
                                    const char *name)
{
  for (int k = 0; list && k < list->n_arguments; k++) {
    const AstArgument *a = list->argument[k];
    if (a->kind == AST_MODIFY && a->name->n_parts == 1 &&
        strcmp(a->name->part[0].ident, name) == 0) {
      return a->modification;
    }
  }
  return NULL;
}

const AstExpr *graphic_attribute(const GraphicRecord *record, const char *name)
{
  const AstExpr *call = record->call;
  for (int k = 0; call && k < call->n_named; k++) {
    if (strcmp(call->named[k].name, name) == 0) return call->named[k].value;
  }
  const AstModification *m = graphic_find(record->modification, name);
  return m ? m->value : NULL;
}

bool graphic_inside(const AstModification *list, const char *name,
                    GraphicRecord *record)
{
  const AstModification *m = graphic_find(list, name);
  *record = (GraphicRecord){m ? m->value : NULL, m};
  return m != NULL;
}

/* --- expressions --- */

static bool graphic_is_call_of(const AstExpr *e, const char *name)
{
  return e->kind == AST_CALL && e->reference->n_parts == 1 &&
         strcmp(e->reference->part[0].ident, name) == 0;
}

/* As deep as the expression. */
static bool graphic_has_call(const AstExpr *e, int depth)
{
  if (!e) return false;
  if (depth > GRAPHIC_MOST_DEPTH || e->kind == AST_CALL ||
      e->kind == AST_PARTIAL)
    return true;
  for (int k = 0; k < e->n_args; k++) {
    if (graphic_has_call(e->arg[k], depth + 1)) return true;
  }
  return e->kind == AST_MATRIX || e->n_iterators > 0;
}

/* A literal, or NULL. */
static const FlatExpr *graphic_evaluate(const GraphicPlace *p, const AstExpr *e)
{
  if (graphic_has_call(e, 0)) return NULL;
  Value *value = evaluate_expression(p->f, p->context, e);
  if (!value || !value_is_scalar(value)) return NULL;
  const FlatExpr *scalar = value_scalar(&p->f->typing, value);
  return scalar && types_is_literal(scalar) ? scalar : NULL;
}

static bool graphic_is_true(const GraphicPlace *p, const AstExpr *e,
                            bool *value)
{
  if (e->kind == AST_TRUE || e->kind == AST_FALSE) {
    *value = e->kind == AST_TRUE;
    return true;
  }
  const FlatExpr *literal = graphic_evaluate(p, e);
  if (!literal || literal->type != FLAT_BOOLEAN) return false;
  *value = literal->boolean;
  return true;
}

const AstExpr *graphic_settled(const GraphicPlace *p, const AstExpr *e)
{
  for (int depth = 0; e && depth < GRAPHIC_MOST_DEPTH; depth++) {
    if (graphic_is_call_of(e, "DynamicSelect") && e->n_args > 0) {
      e = e->arg[0];
    } else if (e->kind == AST_IF) {
      const AstExpr *chosen = e->arg[e->n_args - 1];
      for (int k = 0; k + 1 < e->n_args; k += 2) {
        bool holds = false;
        if (!graphic_is_true(p, e->arg[k], &holds)) return NULL;
        if (!holds) continue;
        chosen = e->arg[k + 1];
        break;
      }
      e = chosen;
    } else {
      return e;
    }
  }
  return NULL;
}

static bool graphic_number_of(const GraphicPlace *p, const AstExpr *e,
                              double *value)
{
  e = graphic_settled(p, e);
  if (!e) return false;
  double sign = 1;
  while (e->kind == AST_UNARY && e->op != AST_NOT) {
    if (e->op == AST_MINUS || e->op == AST_EL_MINUS) sign = -sign;
    e = e->arg[0];
  }
  if (e->kind == AST_REAL) {
    *value = sign * e->real;
  } else if (e->kind == AST_INTEGER) {
    *value = sign * (double)e->integer;
  } else {
    const FlatExpr *literal = graphic_evaluate(p, e);
    if (!literal) return false;
    if (literal->type == FLAT_REAL)
      *value = sign * literal->real;
    else if (literal->type == FLAT_INTEGER)
      *value = sign * (double)literal->integer;
    else
      return false;
  }
  return isfinite(*value) && fabs(*value) < 1e9;
}

/* {a, b, ...} of n numbers. */
static bool graphic_numbers_of(const GraphicPlace *p, const AstExpr *e, int n,
                               double *value)
{
  e = graphic_settled(p, e);
  if (!e || e->kind != AST_ARRAY || e->n_iterators > 0 || e->n_args != n)
    return false;
  for (int k = 0; k < n; k++) {
    if (!graphic_number_of(p, e->arg[k], &value[k])) return false;
  }
  return true;
}

bool graphic_point_of(const GraphicPlace *p, const AstExpr *e, IconPoint *value)
{
  double xy[2];
  if (!graphic_numbers_of(p, e, 2, xy)) return false;
  *value = (IconPoint){xy[0], xy[1]};
  return true;
}

bool graphic_word_of(const GraphicPlace *p, const AstExpr *e,
                     const char *const *words, int *value)
{
  e = graphic_settled(p, e);
  if (!e || e->kind != AST_REFERENCE) return false;
  const char *word = e->reference->part[e->reference->n_parts - 1].ident;
  for (int k = 0; words[k]; k++) {
    if (strcmp(words[k], word) != 0) continue;
    *value = k;
    return true;
  }
  return false;
}

/* --- by name --- */

bool graphic_number(const GraphicPlace *p, const GraphicRecord *r,
                    const char *name, double *value)
{
  double found;
  const AstExpr *e = graphic_attribute(r, name);
  if (!e || !graphic_number_of(p, e, &found)) return false;
  *value = found;
  return true;
}

bool graphic_boolean(const GraphicPlace *p, const GraphicRecord *r,
                     const char *name, bool *value)
{
  const AstExpr *e = graphic_attribute(r, name);
  if (e) e = graphic_settled(p, e);
  return e && graphic_is_true(p, e, value);
}

bool graphic_point(const GraphicPlace *p, const GraphicRecord *r,
                   const char *name, IconPoint *value)
{
  const AstExpr *e = graphic_attribute(r, name);
  return e && graphic_point_of(p, e, value);
}

bool graphic_box(const GraphicPlace *p, const GraphicRecord *r,
                 const char *name, IconBox *value)
{
  const AstExpr *e = graphic_list(p, r, name);
  IconBox box;
  if (!e || e->n_args != 2 || !graphic_point_of(p, e->arg[0], &box.low) ||
      !graphic_point_of(p, e->arg[1], &box.high)) {
    return false;
  }
  *value = box;
  return true;
}

static unsigned char graphic_shade(double value)
{
  return (unsigned char)lround(fmin(fmax(value, 0), 255));
}

bool graphic_color(const GraphicPlace *p, const GraphicRecord *r,
                   const char *name, IconColor *value)
{
  double c[3];
  const AstExpr *e = graphic_attribute(r, name);
  if (!e || !graphic_numbers_of(p, e, 3, c)) return false;
  *value = (IconColor){graphic_shade(c[0]), graphic_shade(c[1]),
                       graphic_shade(c[2])};
  return true;
}

bool graphic_word(const GraphicPlace *p, const GraphicRecord *r,
                  const char *name, const char *const *words, int *value)
{
  const AstExpr *e = graphic_attribute(r, name);
  return e && graphic_word_of(p, e, words, value);
}

const char *graphic_text(const GraphicPlace *p, const GraphicRecord *r,
                         const char *name)
{
  const AstExpr *e = graphic_attribute(r, name);
  if (e) e = graphic_settled(p, e);
  if (!e) return NULL;
  if (e->kind == AST_STRING) return e->string;
  const FlatExpr *literal = graphic_evaluate(p, e);
  return literal && literal->type == FLAT_STRING ? literal->string : NULL;
}

const AstExpr *graphic_list(const GraphicPlace *p, const GraphicRecord *r,
                            const char *name)
{
  const AstExpr *e = graphic_attribute(r, name);
  if (e) e = graphic_settled(p, e);
  return e && e->kind == AST_ARRAY && e->n_iterators == 0 ? e : NULL;
}

/* --- macros of texts --- */

/* With its display unit, if it has one that can be converted to. */
static const char *graphic_real_text(const GraphicPlace *p,
                                     const Instance *parameter, double value)
{
  Arena *arena = session_scratch(p->f->s);
  const FlatVar *var = parameter->variable.i >= 0
                           ? &p->f->flat->var[parameter->variable.i]
                           : NULL;
  const char *unit = var ? var->unit : NULL;
  Unit from, to;
  double factor, offset;
  if (unit && var->display_unit && units_parse(unit, &from) &&
      units_parse(var->display_unit, &to) &&
      units_convert(&from, &to, &factor, &offset)) {
    value = factor * value + offset;
    unit = var->display_unit;
  }
  bool has_unit = unit && unit[0] && strcmp(unit, "1") != 0;
  return arena_printf(arena, "%.6g%s%s", value, has_unit ? " " : "",
                      has_unit ? unit : "");
}

static const char *graphic_literal_text(const GraphicPlace *p,
                                        const Instance *parameter,
                                        const FlatExpr *e)
{
  Arena *arena = session_scratch(p->f->s);
  switch (e->type) {
  case FLAT_REAL: return graphic_real_text(p, parameter, e->real);
  case FLAT_INTEGER: return arena_printf(arena, "%lld", (long long)e->integer);
  case FLAT_BOOLEAN: return e->boolean ? "true" : "false";
  case FLAT_STRING: return e->string;
  case FLAT_ENUMERATION:
    if (e->enumeration && e->integer >= 1 &&
        e->integer <= e->enumeration->n_literals)
      return e->enumeration->literal[e->integer - 1];
    break;
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  return NULL;
}

/* The value of a parameter a or a.b; its name where it is not known. */
static const char *graphic_parameter(const GraphicPlace *p, const char *path)
{
  Instance *at = p->instance;
  const char *part = path;
  while (at && *part) {
    size_t n = strcspn(part, ".");
    at = instance_child(p->f, at, session_name_n(p->f->s, part, n));
    part += n + (part[n] == '.');
  }
  if (!at || at == p->instance || at->variability > FLAT_PARAMETER ||
      at->is_disabled || !instance_is_variable(at)) {
    return path;
  }
  if (!instance_expand(p->f, at) || at->is_disabled) return path;
  Value *value = evaluate_instance(p->f, at, NO_SPAN);
  if (!value || !value_is_scalar(value)) return path;
  const FlatExpr *e = value_scalar(&p->f->typing, value);
  const char *text =
      e && types_is_literal(e) ? graphic_literal_text(p, at, e) : NULL;
  return text ? text : path;
}

static bool graphic_is_name_letter(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

/* The macro after a "%", and where it ends. */
static const char *graphic_macro(const GraphicPlace *p, const char **at)
{
  Arena *arena = session_scratch(p->f->s);
  const char *begin = *at;
  size_t n = 0;
  if (*begin == '{') {
    n = strcspn(++begin, "}");
    *at = begin + n + (begin[n] == '}');
  } else {
    while (graphic_is_name_letter(begin[n])) n++;
    *at = begin + n;
  }
  const char *name = arena_copy_text(arena, begin, n);
  if (strcmp(name, "name") == 0) return p->name;
  if (strcmp(name, "class") == 0) return p->class_name;
  return graphic_parameter(p, name);
}

const char *graphic_macros(const GraphicPlace *p, const char *text)
{
  assert(text);
  Arena *arena = session_scratch(p->f->s);
  const char *done = "";
  while (*text) {
    size_t n = strcspn(text, "%");
    const char *plain = arena_copy_text(arena, text, n), *value = "";
    text += n;
    if (text[0] == '%' && text[1] == '%') {
      value = "%";
      text += 2;
    } else if (text[0] == '%') {
      text++;
      value = graphic_macro(p, &text);
    }
    done = arena_printf(arena, "%s%s%s", done, plain, value);
  }
  return arena_copy_text(p->f->s->session_arena, done, strlen(done));
}
