/* attributes.c: one table row per attribute of the predefined types
 * (Modelica Language Specification 3.6, section 4.9). */
#include "flatten/equations/attributes.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/equations/scalar_equation.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/bound_value.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/replicas.h"
#include "flatten/expressions/resizable.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_move.h"
#include "flatten/flat/set_depth.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/scope.h"
#include "flatten/instances/subtype.h"

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
  OF_ENUMERATION = 1 << FLAT_ENUMERATION, /* objects have no attributes */
  OF_NUMBERS = OF_REAL | OF_INTEGER | OF_ENUMERATION,
  OF_ALL = OF_NUMBERS | OF_BOOLEAN | OF_STRING
};

/* In the order of Attribute. */
static const struct {
  const char *name;
  int types; /* that have it */
} table[N_ATTRIBUTES] = {
    {"quantity", OF_ALL},   {"unit", OF_REAL},    {"displayUnit", OF_REAL},
    {"min", OF_NUMBERS},    {"max", OF_NUMBERS},  {"start", OF_ALL},
    {"fixed", OF_ALL},      {"nominal", OF_REAL}, {"stateSelect", OF_REAL},
    {"unbounded", OF_REAL},
};

static bool has_attribute(FlatType type, int attribute)
{
  assert(attribute >= 0 && attribute < N_ATTRIBUTES);
  return (table[attribute].types >> type) & 1;
}

/* --- checks --- */

static bool attributes_fits(const Flattening *f, const FlatExpr *expr)
{
  if (expr->kind != FLAT_EXPR_INTEGER ||
      (expr->integer >= INT32_MIN && expr->integer <= INT32_MAX)) {
    return true;
  }
  fault_error(f->faults, expr->span, E212, "an Integer has 32 bits at most");
  return false;
}

/* The value of a scalar, in words that name the variable. */
static FlatExpr *typed_scalar(const Flattening *f, const Value *value,
                              const InstClass *type, const char *of, Name name)
{
  FlatExpr *expr = value_scalar(&f->typing, value);
  FlatExpr *converted = types_convert(&f->typing, expr, type->type);
  bool same = converted &&
              types_same_enumeration(converted->enumeration, type->enumeration);
  if (expr && !same) {
    fault_error(
        f->faults, expr->span, E204, "%s '%s' must be %s, this is %s", of, name,
        type->enumeration ? type->full_name : types_a_name(type->type),
        expr->enumeration ? expr->enumeration->name : types_a_name(expr->type));
    return NULL;
  }
  return converted;
}

/* The value fitted to the variable or array. */
static Value *typed(const Flattening *f, const Value *value,
                    const Instance *instance, const InstClass *type,
                    const char *of)
{
  if (value_is_scalar(value) && instance->rank == 0) {
    FlatExpr *expr = typed_scalar(f, value, type, of, instance->path);
    return expr ? value_of(&f->typing, expr) : NULL;
  }
  Instance like = *instance;
  like.class_def = (InstClass *)type;
  return value_bind(&f->typing, value,
                    instance_placeholder(f, &like, value->span), of,
                    instance->path);
}

/* --- bindings --- */

static void report_variability(const Flattening *f, const FlatVar *var,
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

/* A field of a record that a function gives, and changes between events. */
static bool is_called_field(const Flattening *f, const Instance *instance,
                            const FlatExpr *value)
{
  return instance->bound_by && instance->variability > FLAT_PARAMETER &&
         scalar_equation_lets_through(
             f, instance->bound_by->modifier->value->span, value);
}

static bool bind_element(const Flattening *f, const Instance *instance,
                         FlatVarId id, FlatExpr *value)
{
  assert(id.i >= 0 && (!value || value->type == f->flat->var[id.i].type));
  FlatVar *var = &f->flat->var[id.i];
  if (value && value->variability > var->variability &&
      !is_called_field(f, instance, value)) {
    report_variability(f, var, value);
    return false;
  }
  if (!value || !attributes_fits(f, value)) return false;
  var->binding = value;
  /* Its value is given for all times: nothing around the model sets it. */
  if (var->causality == FLAT_INPUT && value->variability > FLAT_PARAMETER)
    var->causality = FLAT_LOCAL;
  return true;
}

/* initial(), sample(0, 1): what they give is not a constant, whatever they
 * get. */
static bool varies_by_itself(const FlatExpr *at)
{
  if (at->kind != FLAT_EXPR_CALL) return false;
  for (int i = 0; i < at->n_args; i++) {
    if (at->arg[i]->variability > FLAT_CONSTANT) return false;
  }
  return true;
}

static FlatVerdict attributes_look_for_variable(void *context,
                                                const FlatExpr *at)
{
  (void)context;
  bool may_vary = at->kind == FLAT_EXPR_VARIABLE ||
                  at->kind == FLAT_EXPR_TIME || varies_by_itself(at);
  return may_vary && at->variability > FLAT_CONSTANT ? FLAT_FOUND : FLAT_GO_ON;
}

/* A constant whose value is not an expression of constants because of functions
 * that are called, not because of what it depends on. */
static bool is_called_constant(const Flattening *f, const Instance *instance,
                               const Value *value)
{
  if (instance->variability != FLAT_CONSTANT || value->kind == VALUE_RECORD ||
      value->variability == FLAT_CONSTANT) {
    return false;
  }
  for (int i = 0; i < value->n_elements; i++) {
    const FlatExpr *at = value_at(&f->typing, value, i);
    if (flat_find(f->s, at, attributes_look_for_variable, NULL)) return false;
  }
  return true;
}

/* A function whose result has a computed size is not called while the model
 * runs: its value is known at translation. */
static Value *written_value(const Flattening *f, Instance *instance)
{
  if (!evaluate_is_size_computed(f, instance))
    return bound_value(f, instance);
  Attempt attempt;
  scope_try(&attempt, f);
  Value *value = bound_value(&attempt.f, instance);
  return value ? value
               : evaluate_instance(f, instance, instance->element->name_span);
}

static void attributes_bind(const Flattening *f, Instance *instance)
{
  if (!binding_exists(instance)) return;
  Flattening inside;
  scope_purity(&inside, f,
               instance->variability != FLAT_PARAMETER &&
                   instance->class_def->type != FLAT_OBJECT);
  Value *value = written_value(&inside, instance);
  if (value && is_called_constant(f, instance, value)) {
    value = evaluate_instance(f, instance, instance->element->name_span);
  }
  if (value) {
    value = typed(f, value, instance, instance->class_def, "the value of");
  }
  const Modifier *modifier = binding_modifier(instance);
  bool has_depth = modifier && instance->variability <= FLAT_PARAMETER;
  for (int i = 0; i < instance->n_elements; i++) {
    FlatVarId id = {instance->variable.i + i};
    if (has_depth) f->flat->var[id.i].set_depth = set_depth_of(modifier);
    FlatExpr *element = value ? value_at(&f->typing, value, i) : NULL;
    f->tables->variable[id.i].is_faulty =
        !bind_element(f, instance, id, element);
  }
}

/* --- attributes --- */

static void add_pending(const Flattening *f, FlatVarId id, Attribute attribute,
                        FlatExpr *expr)
{
  f->tables->pending =
      vector_grow(f->arena, f->tables->pending, &f->tables->cap_pending,
                  f->tables->n_pending + 1, sizeof f->tables->pending[0]);
  f->tables->pending[f->tables->n_pending++] =
      (Pending){id, (int)attribute, expr};
}

static bool check_variability(const Flattening *f, const Value *value,
                              const char *of, Name name)
{
  if (value->variability <= FLAT_PARAMETER) return true;
  fault_error(f->faults, value->span, E209,
              "%s '%s' depends on variables or time; it may depend on "
              "parameters and constants only",
              of, name);
  return false;
}

/* For all elements of the variable, or one value for each. */
static Value *attribute_value(const Flattening *f, Instance *instance,
                              const Modifier *modifier, const InstClass *type,
                              bool *is_each)
{
  const char *of =
      arena_printf(session_scratch(f->s), "attribute '%s' of", modifier->name);
  Value *value = bound_attribute(f, instance, modifier, is_each);
  if (!value) return NULL;
  Instance like = *instance;
  int type_rank = modifier->of_type
                      ? subtype_part_dimensions(f->lookup, modifier->of_type)
                      : like.rank;
  if (modifier->of_type && !modifier->is_each && value->rank > 0)
    *is_each = false;
  if (*is_each) like.rank = 0;
  if (!*is_each && like.rank > 0 && value_is_scalar(value)) {
    Diagnostic *d =
        fault_error(f->faults, modifier->span, E213,
                    "'%s' is an array: its attribute '%s' needs 'each'",
                    instance->path, modifier->name);
    fault_note(f->faults, d, NO_SPAN, "write: each %s = ...", modifier->name);
    return NULL;
  }
  /* The type of the variable may be an array itself, and bring the value. */
  for (; like.rank > type_rank; like.rank--) like.dim++;
  value = typed(f, value, &like, type, of);
  return value && check_variability(f, value, of, instance->path) ? value
                                                                  : NULL;
}

static void store(const Flattening *f, FlatVarId id, Attribute attribute,
                  FlatExpr *value)
{
  FlatVar *var = &f->flat->var[id.i];
  if (!attributes_fits(f, value)) return;
  switch (attribute) {
  case ATTRIBUTE_MIN: var->min = value; break;
  case ATTRIBUTE_MAX: var->max = value; break;
  case ATTRIBUTE_START: var->start = value; break;
  case ATTRIBUTE_NOMINAL: var->nominal = value; break;
  case ATTRIBUTE_QUANTITY:
  case ATTRIBUTE_UNIT:
  case ATTRIBUTE_DISPLAY_UNIT:
  case ATTRIBUTE_FIXED:
  case ATTRIBUTE_STATE_SELECT:
  case ATTRIBUTE_UNBOUNDED: add_pending(f, id, attribute, value); break;
  case N_ATTRIBUTES: break;
  }
}

/* The type of an attribute's value. */
static const InstClass *attribute_type(const Flattening *f,
                                       const Instance *instance,
                                       Attribute attribute)
{
  switch (attribute) {
  case ATTRIBUTE_QUANTITY:
  case ATTRIBUTE_UNIT:
  case ATTRIBUTE_DISPLAY_UNIT: return f->lookup->tables->builtin[FLAT_STRING];
  case ATTRIBUTE_FIXED:
  case ATTRIBUTE_UNBOUNDED: return f->lookup->tables->builtin[FLAT_BOOLEAN];
  case ATTRIBUTE_STATE_SELECT:
    return name_map_find(&f->lookup->tables->predefined, 0,
                         f->lookup->tables->state_select->name);
  case ATTRIBUTE_MIN:
  case ATTRIBUTE_MAX:
  case ATTRIBUTE_START:
  case ATTRIBUTE_NOMINAL:
  case N_ATTRIBUTES: break;
  }
  return instance->class_def;
}

static void set_attribute(const Flattening *f, Instance *instance,
                          const Modifier *modifier, Attribute attribute)
{
  bool is_each;
  const InstClass *type = attribute_type(f, instance, attribute);
  Value *value = attribute_value(f, instance, modifier, type, &is_each);
  if (!value || attribute == ATTRIBUTE_UNBOUNDED) return;
  for (int i = 0; i < instance->n_elements; i++) {
    FlatVarId id = {instance->variable.i + i};
    assert(value->n_elements > 0);
    int element = is_each ? 0 : i % value->n_elements;
    store(f, id, attribute, value_at(&f->typing, value, element));
    if (attribute == ATTRIBUTE_START) {
      f->flat->var[id.i].set_depth = set_depth_of(modifier);
    }
  }
}

static void report_no_attribute(const Flattening *f, const Modifier *modifier,
                                FlatType type)
{
  Suggestion near = suggest_for(f->s, modifier->name);
  for (int i = 0; i < N_ATTRIBUTES; i++) {
    if (has_attribute(type, i)) suggest_offer(&near, table[i].name);
  }
  fault_error(f->faults, modifier->span, E207, "%s has no attribute '%s'%s",
              types_name(type), modifier->name, suggest_text(f->s, &near));
}

static void visit_attribute(const Flattening *f, Instance *instance,
                            const Modifier *modifier)
{
  FlatType type = instance->class_def->type;
  int attribute = 0;
  while (attribute < N_ATTRIBUTES &&
         strcmp(table[attribute].name, modifier->name) != 0) {
    attribute++;
  }
  if (attribute == N_ATTRIBUTES || !has_attribute(type, attribute)) {
    report_no_attribute(f, modifier, type);
  } else if (modifier->redeclare || modifier->is_removed) {
    fault_error(f->faults, modifier->span, E211,
                modifier->redeclare
                    ? "'%s' is an attribute and cannot be redeclared"
                    : "'%s' is an attribute: 'break' leaves out components "
                      "(section 7.4); '%s = break' takes its value away",
                modifier->name, modifier->name);
  } else if (modifier->first) {
    fault_error(f->faults, modifier->span, E207,
                "attribute '%s' has no attributes of its own", modifier->name);
  } else if (modifier->value) {
    set_attribute(f, instance, modifier, (Attribute)attribute);
  }
}

static void flatten_instance(const Flattening *f, Instance *instance)
{
  if (instance->broken || resizable_is_second_name(instance)) return;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  const Modifier *modifier = instance->modifier;
  for (const Modifier *c = modifier ? modifier->first : NULL; c; c = c->next) {
    FaultPlace before = binding_enter(f, instance, c);
    visit_attribute(f, instance, c);
    fault_leave(f->faults, &before);
  }
  FaultPlace before = binding_enter(f, instance, binding_modifier(instance));
  if (instance->resizable)
    resizable_bind(f, instance);
  else
    attributes_bind(f, instance);
  fault_leave(f->faults, &before);
  arena_release(mark);
}

/* --- families of components --- */

/* What the replicas of an instance take from it. */
typedef struct Alike {
  bool is_alike;
  int first_pending, n_pending;
} Alike;

static bool attributes_can_move(const FlatVar *var)
{
  return flat_can_move(var->binding) && flat_can_move(var->start) &&
         flat_can_move(var->nominal) && flat_can_move(var->min) &&
         flat_can_move(var->max);
}

static bool can_move_all(const Flattening *f, const Instance *instance,
                         const Alike *alike)
{
  for (int i = 0; i < instance->n_elements; i++) {
    if (!attributes_can_move(&f->flat->var[instance->variable.i + i]))
      return false;
  }
  for (int i = 0; i < alike->n_pending; i++) {
    if (!flat_can_move(f->tables->pending[alike->first_pending + i].expr))
      return false;
  }
  return true;
}

static Alike attributes_flatten_prototype(const Flattening *f,
                                          const Listed *listed)
{
  assert(listed->family && listed->instance);
  Alike alike = {.first_pending = f->tables->n_pending};
  PrototypeScope scope = component_family_enter(f, listed->family);
  flatten_instance(f, listed->instance);
  alike.is_alike = component_family_leave(f, &scope);
  alike.n_pending = f->tables->n_pending - alike.first_pending;
  alike.is_alike = alike.is_alike && f->flat->n_vars == scope.n_vars &&
                   f->flat->n_equations == scope.n_equations &&
                   f->flat->n_assertions == scope.n_assertions &&
                   can_move_all(f, listed->instance, &alike);
  return alike;
}

static void copy_variable(const Flattening *f, const ComponentFamily *family,
                          int from, int k)
{
  Arena *arena = f->s->flat_arena;
  int by = k * family->variable.n;
  const FlatVar *var = &f->flat->var[from];
  FlatVar *to = &f->flat->var[from + by];
  to->set_depth = var->set_depth;
  to->binding = flat_move(arena, var->binding, family->variable, by);
  to->start = flat_move(arena, var->start, family->variable, by);
  to->nominal = flat_move(arena, var->nominal, family->variable, by);
  to->min = flat_move(arena, var->min, family->variable, by);
  to->max = flat_move(arena, var->max, family->variable, by);
}

static void copy_alike(const Flattening *f, const Listed *listed,
                       const Alike *alike, int k)
{
  assert(k > 0 && k <= listed->family->n_replicas);
  const ComponentFamily *family = listed->family;
  int by = k * family->variable.n;
  for (int i = 0; i < listed->instance->n_elements; i++)
    copy_variable(f, family, listed->instance->variable.i + i, k);
  for (int i = 0; i < alike->n_pending; i++) {
    Pending p = f->tables->pending[alike->first_pending + i];
    add_pending(f, (FlatVarId){p.variable.i + by}, (Attribute)p.attribute,
                flat_move(f->s->flat_arena, p.expr, family->variable, by));
  }
}

/* Where the prototype is not like its replicas, each is flattened by itself. */
static void attributes_flatten_replicas(const Flattening *f,
                                        const ComponentFamily *family,
                                        const Alike *alike)
{
  for (int k = 1; k <= family->n_replicas; k++) {
    for (int i = 0; i < family->n_listed; i++) {
      const Listed listed = f->tables->listed[family->first_listed + i];
      if (listed.instance->variable.i < 0) continue;
      if (alike[i].is_alike) {
        copy_alike(f, &listed, &alike[i], k);
        continue;
      }
      Instance *replica = replicas_part(f, listed.instance, k);
      if (instance_expand(f, replica)) flatten_instance(f, replica);
    }
  }
}

void attributes_flatten(const Flattening *f)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Alike *alike = arena_array(session_scratch(f->s), (size_t)f->tables->n_listed,
                             sizeof alike[0]);
  for (int i = 0; i < f->tables->n_listed; i++) {
    const Listed listed = f->tables->listed[i];
    if (!listed.family)
      flatten_instance(f, listed.instance);
    else if (listed.instance)
      alike[i] = attributes_flatten_prototype(f, &listed);
    else
      attributes_flatten_replicas(f, listed.family,
                                  &alike[listed.family->first_listed]);
  }
  arena_release(mark);
  set_depth_follow(f->flat);
}

/* --- what must be known --- */

static void finish_attribute(FlatVar *var, int attribute, FlatExpr *value)
{
  assert(types_is_literal(value));
  switch (attribute) {
  case ATTRIBUTE_FIXED: var->fixed = value; break;
  case ATTRIBUTE_QUANTITY: var->quantity = value->string; break;
  case ATTRIBUTE_UNIT: var->unit = value->string; break;
  case ATTRIBUTE_DISPLAY_UNIT: var->display_unit = value->string; break;
  case ATTRIBUTE_STATE_SELECT:
    var->state_select = (FlatStateSelect)(value->integer - 1);
    var->has_state_select = true;
    break;
  default: assert(false && "attribute is not a literal");
  }
}

/* Literals have no faults: nobody needs the instance, which of a replica may
 * not be made. */
static FlatExpr *attributes_literal_value(const Flattening *f, FlatVarId id,
                                          ConstantTable *constants)
{
  const FlatExpr *binding = f->flat->var[id.i].binding;
  bool is_literal = binding && types_is_literal(binding);
  return is_literal ? constant_value(constants, id) : NULL;
}

/* Constants, and the final parameters that do not follow changeable ones.
 * External objects are known to others, and made by the FMU all the same. */
static void finish_binding(const Flattening *f, FlatVarId id,
                           ConstantTable *constants)
{
  FlatVar *var = &f->flat->var[id.i];
  if (var->variability != FLAT_CONSTANT && !var->evaluated) return;
  FlatExpr *value = attributes_literal_value(f, id, constants);
  if (!value) {
    const Instance *instance = replicas_instance(f, id);
    FaultPlace before = binding_enter(f, instance, binding_modifier(instance));
    binding_use(f, instance);
    value = constant_value(constants, id);
    fault_leave(f->faults, &before);
  }
  if (value && var->type != FLAT_OBJECT) var->binding = value;
}

static void evaluate_quietly(const Flattening *f, Instance *instance)
{
  Attempt attempt;
  scope_try(&attempt, f);
  evaluate_instance(&attempt.f, instance, instance->element->name_span);
}

/* An instance of the prototype, and its replicas. */
static void evaluate_alike(const Flattening *f, Instance *instance,
                           ComponentFamily *family)
{
  PrototypeScope scope = component_family_enter(f, family);
  if (!instance->evaluated_alike) evaluate_quietly(f, instance);
  component_family_use_kept(f, instance->index_levels);
  if (component_family_leave(f, &scope)) return;
  for (int k = 1; k <= family->n_replicas; k++) {
    Instance *replica = replicas_part(f, instance, k);
    if (!replica->evaluated) evaluate_quietly(f, replica);
  }
}

/* Evaluate = true counts for all that the value follows from. What cannot be
 * computed at translation stays a parameter. */
static void evaluate_proposed(const Flattening *f)
{
  for (int i = 0; i < f->tables->n_listed; i++) {
    const Listed listed = f->tables->listed[i];
    Instance *instance = listed.instance;
    if (!instance || !binding_exists(instance) ||
        !instance_is_to_be_evaluated(f, instance)) {
      continue;
    }
    if (listed.family)
      evaluate_alike(f, instance, listed.family);
    else if (!instance->evaluated)
      evaluate_quietly(f, instance);
  }
}

/* The variables of an instance, or of one like it, from `first` on. */
static void mark_elements(const Flattening *f, const Instance *instance,
                          int first)
{
  assert(first >= 0 && first + instance->n_elements <= f->flat->n_vars);
  for (int k = 0; k < instance->n_elements; k++) {
    FlatVar *var = &f->flat->var[first + k];
    if (var->variability == FLAT_PARAMETER) var->evaluated = true;
    if (!var->binding && instance->constant) { /* its start value */
      var->binding = value_at(&f->typing, instance->constant, k);
    }
  }
}

static void attributes_mark_replicas(const Flattening *f,
                                     const ComponentFamily *family)
{
  for (int i = 0; i < family->n_listed; i++) {
    const Instance *prototype =
        f->tables->listed[family->first_listed + i].instance;
    if (prototype->variable.i < 0 || prototype->n_elements == 0) continue;
    for (int k = 1; k <= family->n_replicas; k++) {
      int first = prototype->variable.i + k * family->variable.n;
      const Instance *replica = f->tables->variable[first].instance;
      if (replica && replica->evaluated)
        mark_elements(f, replica, first);
      else if (prototype->evaluated_alike)
        mark_elements(f, prototype, first);
    }
  }
}

/* Parameters that a size or condition was made of cannot be changed. */
static void mark_evaluated(const Flattening *f)
{
  for (int i = 0; i < f->tables->n_listed; i++) {
    const Listed listed = f->tables->listed[i];
    if (!listed.instance)
      attributes_mark_replicas(f, listed.family);
    else if (listed.instance->evaluated)
      mark_elements(f, listed.instance, listed.instance->variable.i);
  }
}

static FlatExpr *pending_value(const Flattening *f, const Pending *pending)
{
  if (types_is_literal(pending->expr)) return pending->expr;
  const Instance *instance = replicas_instance(f, pending->variable);
  Name name = session_name(f->s, table[pending->attribute].name);
  const Modifier *modifier =
      modification_find(f->modifications, instance->modifier, name);
  FaultPlace before = binding_enter(f, instance, modifier);
  FlatExpr *value = types_constant(&f->typing, pending->expr);
  fault_leave(f->faults, &before);
  return value;
}

/* Written as something that is computed? {1, 0, 0} and -1 are not. */
static bool attributes_is_computed(const AstExpr *value)
{
  switch (value->kind) {
  case AST_REFERENCE:
  case AST_BINARY:
  case AST_IF:
  case AST_CALL: return true;
  case AST_REAL:
  case AST_INTEGER:
  case AST_STRING:
  case AST_FALSE:
  case AST_TRUE:
  case AST_END:
  case AST_COLON:
  case AST_UNARY:
  case AST_RANGE:
  case AST_PARTIAL:
  case AST_ARRAY:
  case AST_MATRIX:
  case AST_TUPLE:
  case AST_SUBSCRIPTED: break;
  }
  return false;
}

/* Nobody sets what a class computes for itself: protected parameters that
 * follow from others are numbers where the others are. --set (whose literals
 * have the place of the variable) still may. */
static void mark_computed(const Flattening *f)
{
  for (int i = 0; i < f->flat->n_vars; i++) {
    FlatVar *var = &f->flat->var[i];
    if (var->variability != FLAT_PARAMETER || !var->is_protected ||
        !var->binding) {
      continue;
    }
    const Instance *instance = component_family_like(f, (FlatVarId){i});
    const Modifier *modifier = binding_modifier(instance);
    bool is_set = types_is_literal(var->binding) &&
                  var->binding->span.begin == var->span.begin;
    if (modifier && modifier->value &&
        attributes_is_computed(modifier->value) && !is_set) {
      var->evaluated = true;
    }
  }
}

/* The hook of ConstantTable: all that the variable needs is unchangeable, so
 * its instance may be asked as well. */
static FlatExpr *called_value(const void *flattening, FlatVarId id)
{
  const Flattening *f = flattening;
  Instance *instance = replicas_instance(f, id);
  Attempt attempt;
  scope_try(&attempt, f);
  Value *value =
      evaluate_instance(&attempt.f, instance, f->flat->var[id.i].span);
  return value ? value_at(&f->typing, value, f->tables->variable[id.i].element)
               : NULL;
}

ConstantTable *attributes_constants(const Flattening *f)
{
  ConstantTable *constants = constant_table_create(f->faults, f->flat);
  mark_evaluated(f);
  constants->called = called_value;
  constants->called_context = f;
  return constants;
}

void attributes_finish(const Flattening *f, ConstantTable *constants)
{
  for (int i = 0; i < f->tables->n_pending; i++) {
    const Pending *pending = &f->tables->pending[i];
    FlatExpr *value = pending_value(f, pending);
    FlatVar *var = &f->flat->var[pending->variable.i];
    if (value) finish_attribute(var, pending->attribute, value);
    if (value && pending->attribute == ATTRIBUTE_FIXED && !value->boolean &&
        var->variability == FLAT_CONSTANT) {
      fault_error(f->faults, pending->expr->span, E209,
                  "constant '%s' cannot be left to the initialization: its "
                  "'fixed' is true (section 8.6)",
                  var->name);
    }
  }
  evaluate_proposed(f);
  mark_evaluated(f);
  mark_computed(f);
  for (int i = 0; i < f->flat->n_vars; i++) {
    if (f->tables->variable[i].is_faulty)
      constant_set_faulty(constants, (FlatVarId){i});
  }
  for (int i = 0; i < f->flat->n_vars; i++) {
    finish_binding(f, (FlatVarId){i}, constants);
  }
  /* Last, because the evaluation of others asks for it. */
  for (int i = 0; i < f->flat->n_vars; i++) {
    FlatVar *var = &f->flat->var[i];
    var->evaluated =
        var->evaluated && constants->value[i] && var->type != FLAT_OBJECT;
  }
}
