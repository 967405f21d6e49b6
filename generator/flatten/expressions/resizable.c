/* resizable.c: see resizable.h. */
#include "flatten/expressions/resizable.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/expressions/bound_value.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/reference.h"
#include "flatten/flat/types.h"
#include "flatten/instances/binding.h"
#include "flatten/instances/overrides.h"
#include "flatten/instances/scope.h"

/* --- which parameters ---------------------------------------------------- */

static void refuse_parameter(const Flattening *f, const char *name, Span span,
                             const char *why)
{
  fault_error(f->faults, span, E249,
              "'%s' cannot be a structural parameter: %s", name, why);
}

/* The element that "[2,1]" at *name says, which is read; NULL: there is none. */
static Instance *find_element(const Flattening *f, Instance *array,
                              const char **name)
{
  if (instance_is_variable(array) || !instance_expand(f, array) ||
      !array->array_element)
    return NULL;
  long place = 0;
  for (int i = 0; i < array->rank; i++) {
    char *end;
    long index = strtol(*name + 1, &end, 10);
    bool is_last = i == array->rank - 1;
    if (end == *name + 1 || *end != (is_last ? ']' : ',') || index < 1 ||
        index > array->dim[i])
      return NULL;
    place = place * array->dim[i] + index - 1;
    *name = end;
  }
  ++*name; /* the bracket */
  return array->array_element[place];
}

/* The component of a full name; NULL: there is none, or an array is on the way
 * of which no element is named. */
static Instance *find_component(const Flattening *f, const char *name)
{
  Instance *at = f->tables->root;
  while (at && *name) {
    size_t n = strcspn(name, ".[");
    if (n == 0 || at->rank > 0 || instance_is_variable(at)) return NULL;
    at = instance_child(f, at, session_name_n(f->s, name, n));
    name += n;
    if (at && *name == '[') at = find_element(f, at, &name);
    if (*name != '.' && *name != '\0') return NULL;
    if (*name == '.') name++;
  }
  return at;
}

/* NULL: it may be one. */
static const char *why_not(const Flattening *f, const Instance *instance)
{
  if (!instance_is_variable(instance) ||
      instance->class_def->type != FLAT_INTEGER || instance->rank > 0 ||
      instance->variability != FLAT_PARAMETER)
    return "it is not a scalar parameter of type Integer";
  if (instance->element->final ||
      (instance->modifier && instance->modifier->final) ||
      instance_is_to_be_evaluated(f, instance))
    return "it is final, or has the annotation Evaluate";
  if (instance->is_protected) return "it is protected";
  return NULL;
}

static void add_parameter(const Flattening *f, const char *name)
{
  FlattenTables *t = f->tables;
  Instance *instance = find_component(f, name);
  if (!instance || instance->broken || !instance->element) {
    refuse_parameter(f, name, NO_SPAN,
                     "there is no such component of the model (an element of "
                     "an array of components is a[1].n)");
    return;
  }
  if (instance->is_structural) return; /* named twice */
  const char *why = why_not(f, instance);
  if (why) {
    refuse_parameter(f, name, instance->element->name_span, why);
    return;
  }
  instance->is_structural = true;
  t->structural = vector_grow(f->arena, t->structural, &t->cap_structural,
                              t->n_structural + 1, sizeof t->structural[0]);
  t->structural[t->n_structural++] = instance;
}

void resizable_begin(const Flattening *f, const char *const *name, int n)
{
  for (int k = 0; k < n; k++) add_parameter(f, name[k]);
}

/* --- what is refused ----------------------------------------------------- */

bool resizable_refuses(const Flattening *f, const Instance *instance, Span use)
{
  if (f->takes_structural ||
      (!instance->is_structural && !instance->resizable)) {
    return false;
  }
  Diagnostic *d = fault_error(
      f->faults, use, E249,
      instance->is_structural
          ? "'%s' cannot be a structural parameter: its value is needed at "
            "translation"
          : "the size of '%s' is a structural parameter, and its value is "
            "needed at translation",
      instance->path);
  fault_note(f->faults, d, instance->element->name_span, "declared here");
  return true;
}

/* --- sizes --------------------------------------------------------------- */

/* The structural parameter that is the size; NULL: another size. */
static Instance *resizable_parameter(const Flattening *f,
                                     const Dimension *dimension)
{
  const AstExpr *written = dimension->written->expr;
  if (!written || written->kind != AST_REFERENCE) return NULL;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Attempt attempt;
  Selection s;
  bool is_absent;
  scope_try(&attempt, f);
  Instance *found = NULL;
  if (reference_select(&attempt.f, dimension->context, written->reference, &s,
                       &is_absent) &&
      !is_absent && s.n_items == 1 && s.rank == 0 && !s.last)
    found = s.item[0];
  arena_release(mark);
  return found && found->is_structural ? found : NULL;
}

/* The array that the value is as a whole; NULL: it is another value. */
static const Resizable *bound_array(const Flattening *f, Instance *instance)
{
  const Modifier *m = binding_modifier(instance);
  if (!m || !m->value || m->value->kind != AST_REFERENCE) return NULL;
  Attempt attempt;
  Flattening inside;
  scope_try(&attempt, f);
  scope_evaluate(&inside, &attempt.f, MODE_SHAPE);
  const Value *value = bound_value(&inside, instance);
  if (!value || value->kind != VALUE_OPEN || !value->open.outside) return NULL;
  bool is_same = value->rank == instance->rank &&
                 value->type == instance->class_def->type &&
                 types_same_enumeration(value->enumeration,
                                        instance->class_def->enumeration);
  return is_same ? value->open.outside->array : NULL;
}

/* A new one, with a size that is a structural parameter; NULL: none is. */
static Resizable *new_array(const Flattening *f, Instance *instance)
{
  size_t n = (size_t)instance->rank;
  Resizable *made = arena_alloc(f->arena, sizeof *made);
  made->owner = instance;
  made->parameter = arena_array(f->arena, n, sizeof made->parameter[0]);
  made->size = instance->dim;
  bool is_one = false;
  for (int i = 0; i < instance->rank; i++) {
    made->parameter[i] = resizable_parameter(f, &instance->dimension[i]);
    is_one |= made->parameter[i] != NULL;
  }
  return is_one ? made : NULL;
}

static bool has_declared_sizes(const Flattening *f, Instance *instance)
{
  Flattening taking;
  scope_structural(&taking, f);
  for (int i = 0; i < instance->rank; i++) {
    const Dimension *d = &instance->dimension[i];
    const AstExpr *written = d->written->expr;
    if (!written || written->kind == AST_COLON) return false;
    bool is_own = instance->resizable->parameter[i] != NULL;
    if (!evaluate_size(is_own ? &taking : f, d->context, written,
                       &instance->dim[i]))
      return false;
  }
  return true;
}

/* The declared sizes of a second name are those of the array. */
static bool has_sizes_of(const Flattening *f, Instance *instance,
                         const Resizable *array)
{
  for (int i = 0; i < instance->rank; i++) {
    const AstExpr *written = instance->dimension[i].written->expr;
    instance->dim[i] = array->size[i];
    if (!written || written->kind == AST_COLON) continue;
    int size = array->size[i];
    if (array->parameter[i]) {
      if (resizable_parameter(f, &instance->dimension[i]) !=
          array->parameter[i])
        return false;
    } else if (!evaluate_size(f, instance->dimension[i].context, written,
                              &size) ||
               size != array->size[i]) {
      return false;
    }
  }
  return true;
}

static void add_second(const Flattening *f, Instance *instance)
{
  FlattenTables *t = f->tables;
  t->second = vector_grow(f->arena, t->second, &t->cap_second, t->n_second + 1,
                          sizeof t->second[0]);
  t->second[t->n_second++] = instance;
}

/* Elements that are numbers, or stand for numbers: functions have them in one
 * array. */
static const struct {
  bool is_kept;
  ResizableKind kind;
} element_type[N_FLAT_TYPES] = {
    [FLAT_REAL] = {true, RESIZABLE_REAL},
    [FLAT_INTEGER] = {true, RESIZABLE_INTEGER},
    [FLAT_BOOLEAN] = {true, RESIZABLE_BOOLEAN},
    [FLAT_ENUMERATION] = {true, RESIZABLE_ENUMERATION}};

bool resizable_expand(const Flattening *f, Instance *instance)
{
  if (f->tables->n_structural == 0 || !instance_is_variable(instance) ||
      instance->variability != FLAT_PARAMETER || !instance->dimension ||
      !element_type[instance->class_def->type].is_kept)
    return false;
  const Resizable *bound = bound_array(f, instance);
  if (bound && has_sizes_of(f, instance, bound)) {
    instance->resizable = bound;
    add_second(f, instance);
    return true;
  }
  Resizable *made = new_array(f, instance);
  if (!made) return false;
  instance->resizable = made;
  made->number = f->tables->n_resizables;
  if (!has_declared_sizes(f, instance)) {
    instance->resizable = NULL; /* the fault is reported by who asks again */
    return false;
  }
  f->tables->n_resizables++;
  return true;
}

/* --- as a Value ---------------------------------------------------------- */

Value *resizable_value(const Flattening *f, const Instance *instance, Span use)
{
  const Typing *t = &f->typing;
  const Resizable *array = instance->resizable;
  Arena *arena = value_arena(t);
  int rank = instance->rank;
  int *dim = arena_array(arena, (size_t)rank, sizeof dim[0]);
  FlatExpr **size = arena_array(t->arena, (size_t)rank, sizeof size[0]);
  for (int i = 0; i < rank; i++) {
    const Instance *parameter = array->parameter[i];
    dim[i] = VALUE_OPEN_SIZE;
    size[i] = parameter ? types_variable(t, use, parameter->variable,
                                         &f->flat->var[parameter->variable.i])
                        : types_integer(t, use, array->size[i]);
  }
  OpenOutside *outside = arena_alloc(arena, sizeof *outside);
  *outside = (OpenOutside){
      .array = array, .name = instance->path, .number = array->number};
  if (f->mode == MODE_FLATTEN && array->owner->variable.i >= 0) {
    outside->version = types_variable(t, use, array->owner->variable,
                                      &f->flat->var[array->owner->variable.i]);
  }
  Value *v = arena_alloc(arena, sizeof *v);
  *v = (Value){
      .kind = VALUE_OPEN,
      .type = instance->class_def->type,
      .enumeration = instance->class_def->enumeration,
      .variability = FLAT_PARAMETER,
      .span = use,
      .rank = rank,
      .dim = dim,
      .open = {.local = -1, .slot = -1, .size = size, .outside = outside}};
  return v;
}

/* --- the elements at the start ------------------------------------------- */

static double element_number(const FlatExpr *element)
{
  if (element->kind == FLAT_EXPR_REAL) return element->real;
  if (element->kind == FLAT_EXPR_BOOLEAN) return element->boolean ? 1 : 0;
  assert(element->kind == FLAT_EXPR_INTEGER ||
         element->kind == FLAT_EXPR_ENUMERATION);
  return (double)element->integer;
}

static const double *start_values(const Flattening *f, Instance *instance)
{
  Flattening taking, inside;
  scope_structural(&taking, f);
  scope_evaluate(&inside, &taking, MODE_EVALUATE);
  Value *value = bound_value(&inside, instance);
  if (value) {
    value = value_bind(&f->typing, value,
                       instance_placeholder(f, instance, value->span),
                       "the value of", instance->path);
  }
  if (value) value = value_constant(&inside.typing, value);
  value = overrides_elements(&inside, instance, value);
  if (!value) return NULL;
  double *start = arena_array(f->s->flat_arena, (size_t)value->n_elements + 1,
                              sizeof start[0]);
  for (int i = 0; i < value->n_elements; i++)
    start[i] = element_number(value_at(&f->typing, value, i));
  return start;
}

static const Name *parameter_names(const Flattening *f, const Resizable *array,
                                   int rank)
{
  Name *name = arena_array(f->s->flat_arena, (size_t)rank, sizeof name[0]);
  for (int i = 0; i < rank; i++)
    name[i] = array->parameter[i] ? array->parameter[i]->path : NULL;
  return name;
}

/* What is not a component of the model, but of a class, has no place in it. */
static void list_second_names(const Flattening *f, const Resizable *array,
                              ResizableArray *made)
{
  const FlattenTables *t = f->tables;
  Name *name =
      arena_array(f->s->flat_arena, (size_t)t->n_second, sizeof name[0]);
  for (int k = 0; k < t->n_second; k++) {
    const Instance *one = t->second[k];
    if (one->resizable == array && one->is_listed && !one->is_protected)
      name[made->n_others++] = one->path;
  }
  made->other = name;
}

void resizable_bind(const Flattening *f, Instance *instance)
{
  const Resizable *array = instance->resizable;
  assert(array->owner == instance && instance->n_elements == 1);
  FlatVar *var = &f->flat->var[instance->variable.i];
  if (!binding_exists(instance) || var->evaluated) {
    fault_error(f->faults, var->span, E249,
                "the size of '%s' is a structural parameter: it needs a value "
                "that can be set, not %s",
                instance->path, var->evaluated ? "a final one" : "none");
    return;
  }
  const double *start = start_values(f, instance);
  if (!start) return;
  ResizableArray *made = arena_alloc(f->s->flat_arena, sizeof *made);
  *made =
      (ResizableArray){.number = array->number,
                       .kind = element_type[instance->class_def->type].kind,
                       .rank = instance->rank,
                       .size = array->size,
                       .parameter = parameter_names(f, array, instance->rank),
                       .n_elements = 1,
                       .start = start};
  for (int i = 0; i < made->rank; i++) made->n_elements *= made->size[i];
  list_second_names(f, array, made);
  var = &f->flat->var[instance->variable.i];
  var->resizable = made;
  /* of the elements, which are no variables */
  var->min = var->max = var->start = NULL;
  var->binding = types_real(&f->typing, var->span, 0);
}

/* --- the whole ----------------------------------------------------------- */

static bool is_size(const Flattening *f, const Instance *parameter)
{
  for (int i = 0; i < f->flat->n_vars; i++) {
    const ResizableArray *array = f->flat->var[i].resizable;
    for (int d = 0; array && d < array->rank; d++) {
      if (array->parameter[d] == parameter->path) return true;
    }
  }
  return false;
}

void resizable_finish(const Flattening *f)
{
  for (int k = 0; k < f->tables->n_structural; k++) {
    const Instance *parameter = f->tables->structural[k];
    if (parameter->variable.i < 0) continue; /* reported */
    FlatVar *var = &f->flat->var[parameter->variable.i];
    const char *why = NULL;
    if (!var->binding || var->binding->kind != FLAT_EXPR_INTEGER)
      why = "it must have a number as its value";
    else if (var->binding->integer < 1)
      why = "its value must be positive (FMI 3.0, section 2.4.7.2)";
    else if (f->s->n_errors == 0 && !is_size(f, parameter))
      why = "no array of parameters has this size";
    if (why) refuse_parameter(f, parameter->path, var->span, why);
    var->is_structural = true;
  }
}
