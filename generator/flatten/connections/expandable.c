/* expandable.c: see expandable.h. */
#include "flatten/connections/expandable.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/instances/instance.h"

enum { MOST_RANK = 8 };

bool expandable_is_part(const Flattening *f, const Instance *instance)
{
  const Instance *at = instance;
  for (; at && at->element && !instance_owns_equations(f, at);
       at = at->parent) {
    if (at != instance && instance_is_expandable(f, at)) return true;
  }
  return false;
}

/* --- what an argument names --- */

typedef struct BusPlace {
  Instance *instance; /* NULL: there is no such component yet */
  Instance *bus;      /* the expandable connector in which it would be */
  Name name;          /* its name there */
  bool is_absent;     /* a condition on the way is false, or an array of
                         components there has no elements */
  Span span;          /* of the last part */
  int rank, index[MOST_RANK];   /* the subscripts of the last part */
  int way_rank, way[MOST_RANK]; /* sizes of the arrays of components that
                                   are passed as a whole: cell in cell.bus */
} BusPlace;

static bool take_subscripts(const Flattening *f, Context context,
                            const AstNamePart *part, BusPlace *place)
{
  place->rank = part->n_subscripts;
  place->span = part->span;
  if (part->n_subscripts > MOST_RANK) return false;
  for (int i = 0; i < part->n_subscripts; i++) {
    const AstExpr *written = part->subscript[i].expr;
    if (!written || written->kind == AST_COLON || written->kind == AST_RANGE ||
        !evaluate_size(f, context, written, &place->index[i])) {
      return false;
    }
  }
  return true;
}

/* False: it would be too large, which is reported where `span` is. */
static bool set_size(const Flattening *f, Span span, Instance *made, int rank,
                     const int *dim)
{
  int n_elements = value_count(&f->typing, span, rank, dim);
  if (n_elements < 0) return false;
  made->rank = rank;
  made->n_elements = n_elements;
  if (rank == 0) return true;
  made->dim = arena_array(f->s->flat_arena, (size_t)rank, sizeof made->dim[0]);
  for (int i = 0; i < rank; i++) made->dim[i] = dim[i];
  return true;
}

/* The elements that an array of components had before it grew stay. */
static bool keep_elements(const Flattening *f, Instance *array,
                          const Instance *before)
{
  if (instance_is_variable(array)) return true;
  if (!instance_make_elements(f, array)) return false;
  for (int k = 0; k < before->n_elements; k++) {
    int at = 0;
    for (int i = 0, rest = k, stride = before->n_elements; i < array->rank;
         i++) {
      stride /= before->dim[i];
      at = at * array->dim[i] + rest / stride;
      rest %= stride;
    }
    assert(at < array->n_elements);
    array->array_element[at] = before->array_element[k];
  }
  return true;
}

static void enlarge(const Flattening *f, Span span, Instance *array,
                    const int *dim)
{
  Instance before = *array;
  array->broken = !set_size(f, span, array, array->rank, dim) ||
                  !keep_elements(f, array, &before);
  f->tables->has_expanded = true;
}

/* Later subscripts make an array that came into being larger. */
static void expandable_grow(const Flattening *f, Instance *array,
                            const BusPlace *place)
{
  int dim[MOST_RANK];
  bool grows = false;
  if (array->rank == 0 || array->dimension || array->broken ||
      array->rank != place->rank || !expandable_is_part(f, array)) {
    return;
  }
  for (int i = 0; i < array->rank; i++) {
    dim[i] = array->dim[i];
    if (place->index[i] <= dim[i]) continue;
    dim[i] = place->index[i];
    grows = true;
  }
  if (grows) enlarge(f, place->span, array, dim);
}

/* An element of an array of components. */
static Instance *select(const Instance *array, const BusPlace *place)
{
  int element = 0;
  if (place->rank != array->rank) return NULL;
  for (int i = 0; i < array->rank; i++) {
    if (place->index[i] < 1 || place->index[i] > array->dim[i]) return NULL;
    element = element * array->dim[i] + place->index[i] - 1;
  }
  assert(array->array_element && element < array->n_elements);
  return array->array_element[element];
}

/* Goes into an array of components as a whole: to the element of a lane, if
 * the elements of all arrays on the way are numbered from 0 on. `*stride` is
 * how many lanes the array has before, and its elements afterwards. */
static Instance *pass_array(const Instance *array, int lane, int *stride,
                            BusPlace *place)
{
  if (array->n_elements == 0) place->is_absent = true;
  if (array->n_elements == 0 || place->way_rank + array->rank > MOST_RANK)
    return NULL;
  for (int i = 0; i < array->rank; i++)
    place->way[place->way_rank++] = array->dim[i];
  assert(*stride >= 0);
  *stride /= array->n_elements;
  return array
      ->array_element[*stride > 0 ? lane / *stride % array->n_elements : 0];
}

/* -1: too many, reported. */
static int count_lanes(const Flattening *f, const BusPlace *place)
{
  return value_count(&f->typing, place->span, place->way_rank, place->way);
}

/* What the name means in one of `n_lanes` lanes, of which there are as many
 * as the arrays on the way have elements. False: it cannot be followed; who
 * connects will report that. */
static bool find_place(const Flattening *f, Context context,
                       const AstExpr *expr, int lane, int n_lanes,
                       BusPlace *place)
{
  int stride = n_lanes;
  *place = (BusPlace){0};
  if (expr->kind != AST_REFERENCE) return false;
  const AstReference *name = expr->reference;
  Instance *at = instance_child(f, context.instance, name->part[0].ident);
  for (int i = 0; at; i++) {
    const AstNamePart *part = &name->part[i];
    at = instance_resolve(f, at);
    if (!at || !instance_expand(f, at)) return false;
    place->is_absent = at->is_disabled;
    if (at->is_disabled) return false;
    if (!take_subscripts(f, context, part, place)) return false;
    if (at->array_element && place->rank > 0) {
      expandable_grow(f, at, place);
      at = select(at, place);
      place->rank = 0;
    }
    place->instance = at;
    if (!at || i == name->n_parts - 1) return at != NULL;
    if (at->array_element) at = pass_array(at, lane, &stride, place);
    if (!at) return false;
    Instance *child = instance_child(f, at, name->part[i + 1].ident);
    if (!child && i == name->n_parts - 2 && instance_is_expandable(f, at)) {
      place->instance = NULL;
      place->bus = at;
      place->name = name->part[i + 1].ident;
      return take_subscripts(f, context, &name->part[i + 1], place);
    }
    at = child;
  }
  return false;
}

/* --- presence --- */

static void set_present(const Flattening *f, Instance *instance)
{
  for (Instance *at = instance; at && at->element; at = at->parent) {
    if (at->array) at = at->array;
    if (at->is_present || !expandable_is_part(f, at)) return;
    at->is_present = true;
    f->tables->has_expanded = true;
  }
}

/* --- new components --- */

/* Attributes stay, the value does not. */
static Modifier *without_value(const Flattening *f, const Modifier *modifier)
{
  if (!modifier) return NULL;
  Modifier *copy = arena_alloc(f->arena, sizeof *copy);
  *copy = *modifier;
  copy->value = NULL;
  return copy;
}

static void append_added(const Flattening *f, Instance *bus, Instance *made)
{
  Components *list = bus->added;
  if (!list) list = bus->added = arena_alloc(f->arena, sizeof *list);
  list->item = vector_grow(f->arena, list->item, &list->cap_items,
                           list->n_items + 1, sizeof list->item[0]);
  list->item[list->n_items++] = made;
}

/* A component of the bus that is like another one, but for its size; it is
 * broken where `span` asks for too large an array. */
static Instance *add_like(const Flattening *f, Span span, Instance *bus,
                          Name name, const Instance *like, int rank,
                          const int *dim)
{
  assert(instance_is_expandable(f, bus));
  Instance *made = instance_make_part(f, bus, name);
  Name path = made->path;
  instance_copy(made, like);
  made->path = path;
  made->name = name;
  made->parent = bus;
  made->depth = bus->depth + 1;
  made->is_protected = bus->is_protected;
  made->modifier = without_value(f, like->modifier);
  made->bound_by = NULL;
  made->array = NULL;
  made->index = NULL;
  made->inner = made->inner_side = NULL;
  made->variable = (FlatVarId){-1};
  made->added = NULL;
  made->array_element = NULL;
  if (dim != like->dim) made->dimension = NULL; /* it may grow */
  made->prefix.causality = AST_CAUSALITY_NONE;
  made->is_expanded = true;
  made->is_disabled = made->is_listed = false;
  made->is_sizeless = like->rank == rank && like->is_sizeless;
  made->is_present = made->is_added = true;
  f->tables->has_expanded = true;
  made->broken = !set_size(f, span, made, rank, dim);
  append_added(f, bus, made);
  set_present(f, bus);
  if (made->broken || instance_is_variable(made)) return made;
  if (rank > 0) {
    instance_make_elements(f, made);
  } else {
    made->class_def =
        lookup_instance_class(f->lookup, like->type, made, made->modifier);
  }
  return made;
}

/* bus.x, or bus.x[2], connected to something that is there. */
static void expandable_add_component(const Flattening *f, const BusPlace *place,
                                     const BusPlace *other)
{
  assert(place->bus && other->instance);
  const Instance *like = other->instance;
  bool is_element = other->rank > 0; /* of an array of variables */
  if (place->rank > 0) {
    add_like(f, place->span, place->bus, place->name, like, place->rank,
             place->index)
        ->is_sizeless = true;
  } else if (is_element && other->rank == like->rank) {
    add_like(f, place->span, place->bus, place->name, like, 0, NULL);
  } else if (!is_element) {
    add_like(f, place->span, place->bus, place->name, like, like->rank,
             like->dim);
  }
}

/* --- connected connectors --- */

static void expandable_share(const Flattening *f, Instance *a, Instance *b);

/* As large as one that is there. */
static void grow_like(const Flattening *f, Instance *array,
                      const Instance *like)
{
  int dim[MOST_RANK];
  bool grows = false;
  if (array->rank != like->rank || array->rank > MOST_RANK || array->broken ||
      !array->dim || !like->dim)
    return;
  for (int k = 0; k < like->rank; k++) {
    dim[k] = array->dim[k] > like->dim[k] ? array->dim[k] : like->dim[k];
    grows |= dim[k] > array->dim[k];
  }
  if (grows && (!array->dimension || !array->array_element))
    enlarge(f, like->element->name_span, array, dim);
}

/* What is in a gets into b. */
static void copy_components(const Flattening *f, Instance *a, Instance *b)
{
  Components parts = instance_components(f, a);
  for (int i = 0; i < parts.n_items; i++) {
    Instance *part = parts.item[i];
    if (part->broken || !part->is_present) continue;
    Instance *same = instance_child(f, b, part->name);
    if (!same) {
      same = add_like(f, part->element->name_span, b, part->name, part,
                      part->rank, part->dim);
    } else {
      set_present(f, same);
    }
    if (instance_is_expandable(f, part) && instance_is_expandable(f, same))
      expandable_share(f, part, same);
    grow_like(f, same, part);
    for (int k = 0;
         same->array_element && part->array_element &&
         same->n_elements == part->n_elements && k < part->n_elements;
         k++)
      expandable_share(f, part->array_element[k], same->array_element[k]);
  }
}

/* The recursion follows the nesting of connectors. */
static void expandable_share(const Flattening *f, Instance *a, Instance *b)
{
  if (a == b || a->broken || b->broken) return;
  if (a->array_element && b->array_element) {
    for (int i = 0; i < a->n_elements && i < b->n_elements; i++)
      expandable_share(f, a->array_element[i], b->array_element[i]);
    return;
  }
  if (!instance_is_expandable(f, a) || !instance_is_expandable(f, b)) return;
  copy_components(f, a, b);
  copy_components(f, b, a);
}

/* Two single components, or one and the place where it is to be. */
static void connect_places(const Flattening *f, const BusPlace *a,
                           const BusPlace *b)
{
  if (a->bus && !b->bus) expandable_add_component(f, a, b);
  if (b->bus && !a->bus) expandable_add_component(f, b, a);
  if (a->bus || b->bus) return;
  set_present(f, a->instance);
  set_present(f, b->instance);
  expandable_grow(f, a->instance, a);
  expandable_grow(f, b->instance, b);
  expandable_share(f, a->instance, b->instance);
}

/* --- connections of arrays --- */

/* An array connected to something inside of `n_lanes` components: its
 * element in one of them. */
static void expandable_take_element(BusPlace *place, int lane, int n_lanes)
{
  assert(lane >= 0 && lane < n_lanes);
  Instance *array = place->instance;
  if (!array || array->rank == 0 || array->n_elements != n_lanes ||
      array->rank > MOST_RANK || place->rank > 0)
    return;
  if (array->array_element) {
    place->instance = array->array_element[lane];
    return;
  }
  place->rank = array->rank;
  for (int i = array->rank - 1; i >= 0; i--) {
    place->index[i] = lane % array->dim[i] + 1;
    lane /= array->dim[i];
  }
}

/* bus.x connected to cell.x, or to cell.x[2], where cell is an array: so is
 * bus.x. */
static void add_array(const Flattening *f, const BusPlace *place,
                      const BusPlace *other)
{
  const Instance *like = other->instance;
  int rank = other->way_rank;
  int dim[MOST_RANK];
  bool is_element = other->rank > 0; /* of an array of variables */
  int own = is_element ? 0 : like->rank;
  if (is_element && other->rank != like->rank) return;
  if (rank + own > MOST_RANK) return;
  for (int i = 0; i < rank; i++) dim[i] = other->way[i];
  for (int i = 0; i < own; i++) dim[rank + i] = like->dim[i];
  add_like(f, place->span, place->bus, place->name, like, rank + own, dim);
}

/* Element by element; `a` and `b` are what the arguments name in lane 0. */
static void connect_lanes(const Flattening *f, Context context,
                          const AstEquation *equation, BusPlace a, BusPlace b)
{
  bool a_is_wide = a.way_rank > 0, b_is_wide = b.way_rank > 0;
  int n_a = count_lanes(f, &a), n_b = count_lanes(f, &b);
  int n = a_is_wide ? n_a : n_b;
  if (n_a < 0 || n_b < 0) return;
  if (a_is_wide && b_is_wide && n_a != n_b) return;
  for (int lane = 0; lane < n; lane++) {
    if (!find_place(f, context, equation->left, lane, n_a, &a) ||
        !find_place(f, context, equation->right, lane, n_b, &b)) {
      return;
    }
    if (!a_is_wide) expandable_take_element(&a, lane, n);
    if (!b_is_wide) expandable_take_element(&b, lane, n);
    connect_places(f, &a, &b);
  }
}

void expandable_statement(const Flattening *f, Context context,
                          const AstEquation *equation)
{
  assert(equation->kind == AST_EQ_CONNECT);
  BusPlace a, b;
  if (!find_place(f, context, equation->left, 0, 1, &a) ||
      !find_place(f, context, equation->right, 0, 1, &b)) {
    return;
  }
  bool a_is_wide = a.way_rank > 0, b_is_wide = b.way_rank > 0;
  if (!a_is_wide && !b_is_wide) {
    connect_places(f, &a, &b);
  } else if (a.bus && !a_is_wide && !b.bus) {
    add_array(f, &a, &b);
  } else if (b.bus && !b_is_wide && !a.bus) {
    add_array(f, &b, &a);
  } else {
    connect_lanes(f, context, equation, a, b);
  }
}

bool expandable_left_out(const Flattening *f, Context context,
                         const AstEquation *equation)
{
  if (f->tables->n_expandables == 0) return false;
  BusPlace a, b;
  find_place(f, context, equation->left, 0, 1, &a);
  find_place(f, context, equation->right, 0, 1, &b);
  return (a.bus && b.is_absent) || (b.bus && a.is_absent);
}
