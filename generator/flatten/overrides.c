/* overrides.c: strict reading of name=value. */
#include "flatten/overrides.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static FlatVar *find_variable(Flattening *f, const char *name, size_t length)
{
  Name wanted = session_name_n(f->s, name, length);
  for (int i = 0; i < f->flat->n_vars; i++) {
    if (f->flat->var[i].name == wanted) return &f->flat->var[i];
  }
  Suggestion near = suggest_for(f->s, wanted);
  for (int i = 0; i < f->flat->n_vars; i++) {
    suggest_offer(&near, f->flat->var[i].name);
  }
  fault_error(f->faults, NO_SPAN, E210,
              "--set %s: the model has no variable '%s'%s", name, wanted,
              suggest_text(f->s, &near));
  return NULL;
}

/* Decimal numbers only: strtod alone takes hexadecimal, inf and nan too. */
static bool is_decimal(const char *text)
{
  return text[0] && strspn(text, "+-.0123456789eE") == strlen(text);
}

static bool read_real(const char *text, double *value)
{
  char *end;
  if (!is_decimal(text)) return false;
  *value = strtod(text, &end);
  return end != text && *end == 0 && isfinite(*value);
}

static bool read_integer(const char *text, int64_t *value)
{
  char *end;
  size_t sign = text[0] == '-' || text[0] == '+';
  if (strspn(text + sign, "0123456789") != strlen(text + sign)) return false;
  errno = 0;
  *value = strtoll(text, &end, 10);
  return end != text && *end == 0 && errno == 0 && *value >= INT32_MIN &&
         *value <= INT32_MAX;
}

/* The literal alone, or behind the name of its type: E.one. */
static FlatExpr *read_literal(Flattening *f, const FlatVar *var,
                              const char *text)
{
  const FlatEnumeration *type = var->enumeration;
  size_t n = strlen(type->name);
  if (strncmp(text, type->name, n) == 0 && text[n] == '.') text += n + 1;
  for (int i = 0; i < type->n_literals; i++) {
    if (strcmp(text, type->literal[i]) != 0) continue;
    return types_enumeration(&f->typing, var->span, type, i + 1);
  }
  return NULL;
}

static FlatExpr *read_value(Flattening *f, const FlatVar *var, const char *text)
{
  double real;
  int64_t integer;
  switch (var->type) {
  case FLAT_REAL:
    if (!read_real(text, &real)) return NULL;
    return types_real(&f->typing, var->span, real);
  case FLAT_INTEGER:
    if (!read_integer(text, &integer)) return NULL;
    return types_integer(&f->typing, var->span, integer);
  case FLAT_BOOLEAN:
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) return NULL;
    return types_boolean(&f->typing, var->span, text[0] == 't');
  case FLAT_STRING:
    return types_string(&f->typing, var->span,
                        arena_copy_text(f->s->flat_arena, text, strlen(text)));
  case FLAT_ENUMERATION: return read_literal(f, var, text);
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  return NULL;
}

/* A size or a condition was made of it, though the variable does not tell
 * yet (attributes_finish()). */
static bool is_structural(const Flattening *f, const FlatVar *var)
{
  const Instance *instance = f->variable[var - f->flat->var].instance;
  return var->evaluated ||
         (var->variability == FLAT_PARAMETER && instance->evaluated);
}

static bool is_settable(Flattening *f, const FlatVar *var, const char *set)
{
  const char *kind = NULL;
  if (var->variability == FLAT_CONSTANT)
    kind = "a constant";
  else if (is_structural(f, var))
    kind = "a parameter fixed at translation";
  else if (var->type == FLAT_OBJECT)
    kind = "an external object";
  if (!kind) return true;
  Diagnostic *d = fault_error(f->faults, NO_SPAN, E210, "--set %s: '%s' is %s",
                              set, var->name, kind);
  fault_note(f->faults, d, var->span, "declared here");
  return false;
}

static void apply(Flattening *f, const char *set)
{
  static const char *const needed[] = {
      [FLAT_REAL] = "a number",
      [FLAT_INTEGER] = "a whole number of 32 bits",
      [FLAT_BOOLEAN] = "true or false",
      [FLAT_STRING] = "a text",
      [FLAT_ENUMERATION] = "one of its literals"};
  const char *sign = strchr(set, '=');
  if (!sign || sign == set) {
    fault_error(f->faults, NO_SPAN, E210, "--set %s: write --set NAME=VALUE",
                set);
    return;
  }
  FlatVar *var = find_variable(f, set, (size_t)(sign - set));
  if (!var || !is_settable(f, var, set)) return;
  FlatExpr *value = read_value(f, var, sign + 1);
  if (!value) {
    fault_error(f->faults, NO_SPAN, E210,
                "--set %s: the value of %s '%s' must be %s", set,
                types_name(var->type), var->name, needed[var->type]);
  } else if (var->variability == FLAT_PARAMETER) {
    var->binding = value;
  } else {
    var->start = value;
  }
}

void overrides_apply(Flattening *f, const char *const *set, int n_set)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  for (int i = 0; i < n_set; i++) apply(f, set[i]);
  arena_release(mark);
}
