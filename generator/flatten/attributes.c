/* attributes.c: one table row per attribute of the predefined types
 * (Modelica Language Specification 3.6, section 4.9). */
#include "flatten/attributes.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/expressions.h"

typedef enum Attribute {
  ATTRIBUTE_QUANTITY,
  ATTRIBUTE_UNIT,
  ATTRIBUTE_DISPLAY_UNIT,
  ATTRIBUTE_MIN,
  ATTRIBUTE_MAX,
  ATTRIBUTE_START,
  ATTRIBUTE_FIXED,
  ATTRIBUTE_NOMINAL,
  ATTRIBUTE_STATE_SELECT,
  ATTRIBUTE_UNBOUNDED,
  N_ATTRIBUTES
} Attribute;

enum {
  OF_REAL = 1 << FLAT_REAL,
  OF_INTEGER = 1 << FLAT_INTEGER,
  OF_BOOLEAN = 1 << FLAT_BOOLEAN,
  OF_STRING = 1 << FLAT_STRING,
  OF_ALL = OF_REAL | OF_INTEGER | OF_BOOLEAN | OF_STRING
};

/* In the order of Attribute. */
static const struct {
  const char *name;
  int types; /* that have it */
} table[N_ATTRIBUTES] = {
    {"quantity", OF_ALL},
    {"unit", OF_REAL},
    {"displayUnit", OF_REAL},
    {"min", OF_REAL | OF_INTEGER},
    {"max", OF_REAL | OF_INTEGER},
    {"start", OF_ALL},
    {"fixed", OF_ALL},
    {"nominal", OF_REAL},
    {"stateSelect", OF_REAL},
    {"unbounded", OF_REAL},
};

static bool has_attribute(FlatType type, int attribute)
{
  return (table[attribute].types >> type) & 1;
}

/* --- checks --- */

/* The expression as a value of the wanted type; `of` begins the message. */
static FlatExpr *typed(Flattening *f, FlatExpr *expr, FlatType type,
                       const char *of, Name name)
{
  if (!expr) return NULL;
  FlatExpr *converted = types_convert(&f->typing, expr, type);
  if (!converted) {
    fault_error(f->faults, expr->span, E204, "%s '%s' must be %s, this is %s",
                of, name, types_a_name(type), types_a_name(expr->type));
  }
  return converted;
}

static FlatExpr *fits(Flattening *f, FlatExpr *expr)
{
  if (expr && expr->kind == FLAT_EXPR_INTEGER &&
      (expr->integer < INT32_MIN || expr->integer > INT32_MAX)) {
    fault_error(f->faults, expr->span, E212, "an Integer has 32 bits at most");
    return NULL;
  }
  return expr;
}

static FlatExpr *value_of(Flattening *f, const Modifier *modifier)
{
  return expression_flatten(f, modifier->context, modifier->value);
}

/* --- bindings --- */

static void report_variability(Flattening *f, const FlatVar *var,
                               const FlatExpr *value)
{
  if (var->variability == FLAT_CONSTANT) {
    fault_error(f->faults, value->span, E209,
                "constant '%s' depends on %s; it may depend on constants only",
                var->name,
                value->variability == FLAT_PARAMETER ? "parameters"
                                                     : "variables or time");
    return;
  }
  if (var->variability == FLAT_PARAMETER) {
    fault_error(f->faults, value->span, E209,
                "parameter '%s' depends on variables or time; it may depend "
                "on parameters and constants only",
                var->name);
    return;
  }
  Diagnostic *d = fault_error(
      f->faults, value->span, E209,
      "'%s' changes at events only, its value changes continuously", var->name);
  fault_note(f->faults, d, NO_SPAN,
             "relations inside noEvent() do not make events");
}

static void bind(Flattening *f, FlatVarId id)
{
  const Modifier *modifier = f->variable[id.i].modifier;
  if (!modifier || !modifier->value) return;
  FlatVar var = f->flat->var[id.i]; /* package constants may move the array */
  FlatExpr *value =
      typed(f, value_of(f, modifier), var.type, "the value of", var.name);
  if (value && value->variability > var.variability) {
    report_variability(f, &var, value);
    value = NULL;
  }
  value = fits(f, value);
  f->flat->var[id.i].binding = value;
  f->variable[id.i].is_faulty = !value;
}

void attributes_bind_requested(Flattening *f)
{
  for (int i = 0; i < f->n_requests; i++)
    bind(f, f->request[i]);
  f->n_requests = 0;
}

/* --- attributes --- */

static void add_pending(Flattening *f, FlatVarId id, Attribute attribute,
                        FlatExpr *expr)
{
  f->pending = vector_grow(f->arena, f->pending, &f->cap_pending,
                           f->n_pending + 1, sizeof f->pending[0]);
  f->pending[f->n_pending++] = (Pending){id, (int)attribute, expr};
}

static FlatExpr *parameter_value(Flattening *f, const Modifier *modifier,
                                 FlatVarId id, FlatType type)
{
  Name name = f->flat->var[id.i].name;
  const char *of =
      arena_printf(session_scratch(f->s), "attribute '%s' of", modifier->name);
  FlatExpr *value = typed(f, value_of(f, modifier), type, of, name);
  if (value && value->variability > FLAT_PARAMETER) {
    fault_error(f->faults, value->span, E209,
                "%s '%s' depends on variables or time; it may depend on "
                "parameters and constants only",
                of, name);
    return NULL;
  }
  return fits(f, value);
}

static const char *const state_select_word[] = {"never", "avoid", "default",
                                                "prefer", "always"};

static void report_state_select(Flattening *f, const AstExpr *value)
{
  Diagnostic *d;
  if (value->kind == AST_REFERENCE && value->reference->n_parts == 2 &&
      strcmp(value->reference->part[0].ident, "StateSelect") == 0) {
    Name word = value->reference->part[1].ident;
    Suggestion near = suggest_for(f->s, word);
    for (int i = 0; i < 5; i++)
      suggest_offer(&near, state_select_word[i]);
    fault_error(f->faults, value->span, E202, "unknown value StateSelect.%s%s",
                word, suggest_text(f->s, &near));
    return;
  }
  d = fault_unsupported(f->faults, value->span,
                        "a stateSelect that is no plain literal");
  fault_note(f->faults, d, NO_SPAN,
             "write StateSelect.never, avoid, default, prefer or always");
}

static void set_state_select(Flattening *f, const Modifier *modifier,
                             FlatVarId id)
{
  const AstExpr *value = modifier->value;
  FlatVar *var = &f->flat->var[id.i];
  if (value->kind == AST_REFERENCE && value->reference->n_parts == 2 &&
      strcmp(value->reference->part[0].ident, "StateSelect") == 0) {
    for (int i = 0; i < 5; i++) {
      if (strcmp(value->reference->part[1].ident, state_select_word[i])) {
        continue;
      }
      var->state_select = (FlatStateSelect)i;
      var->has_state_select = true;
      return;
    }
  }
  report_state_select(f, value);
}

static void set_attribute(Flattening *f, const Modifier *modifier, FlatVarId id,
                          Attribute attribute)
{
  FlatType type = f->flat->var[id.i].type;
  FlatExpr *value = NULL;
  switch (attribute) {
  case ATTRIBUTE_QUANTITY:
  case ATTRIBUTE_UNIT:
  case ATTRIBUTE_DISPLAY_UNIT:
    type = FLAT_STRING;
    break;
  case ATTRIBUTE_FIXED:
    type = FLAT_BOOLEAN;
    break;
  case ATTRIBUTE_STATE_SELECT:
    set_state_select(f, modifier, id);
    return;
  case ATTRIBUTE_UNBOUNDED:
    fault_unsupported(f->faults, modifier->span, "the attribute 'unbounded'");
    return;
  default:
    break;
  }
  value = parameter_value(f, modifier, id, type);
  if (!value) return;
  FlatVar *var = &f->flat->var[id.i];
  switch (attribute) {
  case ATTRIBUTE_MIN:
    var->min = value;
    break;
  case ATTRIBUTE_MAX:
    var->max = value;
    break;
  case ATTRIBUTE_START:
    var->start = value;
    break;
  case ATTRIBUTE_NOMINAL:
    var->nominal = value;
    break;
  default:
    add_pending(f, id, attribute, value);
  }
}

static void report_no_attribute(Flattening *f, const Modifier *modifier,
                                FlatType type)
{
  Suggestion near = suggest_for(f->s, modifier->name);
  for (int i = 0; i < N_ATTRIBUTES; i++) {
    if (has_attribute(type, i)) suggest_offer(&near, table[i].name);
  }
  fault_error(f->faults, modifier->span, E207, "%s has no attribute '%s'%s",
              types_name(type), modifier->name, suggest_text(f->s, &near));
}

static void visit_attribute(Flattening *f, const Modifier *modifier,
                            FlatVarId id)
{
  FlatType type = f->flat->var[id.i].type;
  int attribute = 0;
  while (attribute < N_ATTRIBUTES &&
         strcmp(table[attribute].name, modifier->name) != 0) {
    attribute++;
  }
  if (attribute == N_ATTRIBUTES || !has_attribute(type, attribute)) {
    report_no_attribute(f, modifier, type);
  } else if (modifier->first) {
    fault_error(f->faults, modifier->span, E207,
                "attribute '%s' has no attributes of its own", modifier->name);
  } else if (modifier->value) {
    set_attribute(f, modifier, id, (Attribute)attribute);
  }
}

void attributes_flatten(Flattening *f)
{
  for (int i = 0; i < f->n_visible; i++) {
    FlatVarId id = {i};
    const Modifier *modifier = f->variable[i].modifier;
    if (!modifier) continue;
    ArenaMark mark = arena_mark(session_scratch(f->s));
    for (const Modifier *c = modifier->first; c; c = c->next) {
      visit_attribute(f, c, id);
    }
    bind(f, id);
    arena_release(mark);
  }
}

/* --- what must be known --- */

static void finish_attribute(FlatVar *var, int attribute, FlatExpr *value)
{
  switch (attribute) {
  case ATTRIBUTE_FIXED:
    var->fixed = value;
    break;
  case ATTRIBUTE_QUANTITY:
    var->quantity = value->string;
    break;
  case ATTRIBUTE_UNIT:
    var->unit = value->string;
    break;
  case ATTRIBUTE_DISPLAY_UNIT:
    var->display_unit = value->string;
    break;
  default:
    assert(false && "attribute is no literal");
  }
}

static void replace_uses(Flattening *f, ConstantTable *constants)
{
  for (int i = 0; i < f->n_uses; i++) {
    FlatExpr *use = f->use[i];
    const FlatExpr *value = constant_value(constants, use->variable);
    if (!value) continue;
    Span span = use->span;
    *use = *value;
    use->span = span;
  }
}

/* Constants, and the final parameters that do not follow changeable ones. */
static void finish_binding(FlatVar *var, FlatVarId id, ConstantTable *constants)
{
  if (var->variability != FLAT_CONSTANT && !var->evaluated) return;
  FlatExpr *value = constant_value(constants, id);
  if (value) var->binding = value;
}

void attributes_finish(Flattening *f, ConstantTable *constants)
{
  for (int i = 0; i < f->flat->n_vars; i++) {
    if (f->variable[i].is_faulty)
      constant_set_faulty(constants, (FlatVarId){i});
  }
  for (int i = 0; i < f->n_visible; i++) {
    finish_binding(&f->flat->var[i], (FlatVarId){i}, constants);
  }
  for (int i = 0; i < f->n_pending; i++) {
    const Pending *pending = &f->pending[i];
    FlatExpr *value = constant_eval(constants, pending->expr);
    FlatVar *var = &f->flat->var[pending->variable.i];
    if (value) finish_attribute(var, pending->attribute, value);
  }
  replace_uses(f, constants);
  /* Last, because the evaluation of others asks for it. */
  for (int i = 0; i < f->n_visible; i++) {
    FlatVar *var = &f->flat->var[i];
    var->evaluated = var->evaluated && constants->value[i];
  }
}
