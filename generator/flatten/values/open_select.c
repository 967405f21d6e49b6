/* open_select.c: subscripts of arrays of computed size, and computed ranges as
 * subscripts. */
#include <assert.h>

#include "flatten/values/open_array.h"

/* One dimension of the array and what is chosen of it. */
typedef struct Axis {
  FlatExpr *size;
  const Value *sub; /* NULL: all */
  OpenLoop loop;    /* over a vector or all */
  FlatExpr *position;
} Axis;

typedef struct Selection {
  const Typing *t;
  Span span;
  const Value *v;
  Axis *axis;
} Selection;

bool open_is_selection(const Value *v, const Value **sub, int n_subs)
{
  bool is_open = open_is(v);
  for (int i = 0; i < n_subs; i++) is_open |= open_is(sub[i]);
  return is_open;
}

static bool is_looped(const Axis *axis)
{
  return !axis->sub || axis->sub->rank > 0;
}

/* A subscript that is checked while the function runs. */
static FlatExpr *checked(const Selection *s, int i, FlatExpr *index)
{
  const Typing *t = s->t;
  if (index->type == FLAT_ENUMERATION) {
    index = types_unary(t, s->span, FLAT_ORDINAL, index);
  }
  if (!index || index->type != FLAT_INTEGER) {
    fault_error(t->faults, s->span, E204,
                "a subscript must be an Integer or of an enumeration");
    return NULL;
  }
  FlatStatement *check = procedure_append(s->t->faults->s, s->t->build->at,
                                          STATEMENT_CHECK, s->span);
  check->value = index;
  check->dimension = i + 1;
  check->limit = s->axis[i].size;
  return index;
}

static bool make_axes(Selection *s, const Value **sub, int n_subs)
{
  const Typing *t = s->t;
  s->axis =
      arena_array(value_arena(t), (size_t)s->v->rank + 1, sizeof s->axis[0]);
  for (int i = 0; i < s->v->rank; i++) {
    const Value *one = i < n_subs ? sub[i] : NULL;
    if (one && (one->rank > 1 || one->kind == VALUE_RECORD)) {
      fault_error(t->faults, one->span, E213,
                  "a subscript must be a scalar or a vector");
      return false;
    }
    s->axis[i].size = open_size(t, s->v, i);
    s->axis[i].sub = one;
  }
  return true;
}

/* Scalars are checked once, outside of the loops. */
static bool fix_scalars(Selection *s)
{
  for (int i = 0; i < s->v->rank; i++) {
    Axis *axis = &s->axis[i];
    if (is_looped(axis)) continue;
    axis->position = checked(s, i, value_at(s->t, axis->sub, 0));
    if (!axis->position) return false;
  }
  return true;
}

/* ((p1 - 1)*n2 + p2 - 1)*n3 + p3 */
static FlatExpr *open_select_place(const Selection *s)
{
  assert(s->v->rank > 0);
  FlatExpr *at = s->axis[0].position;
  for (int i = 1; i < s->v->rank; i++) {
    at = open_place(s->t, s->span, at, s->axis[i].size, s->axis[i].position);
  }
  return at;
}

static FlatExpr **chosen_sizes(Selection *s, int *rank)
{
  const Typing *t = s->t;
  FlatExpr **size = open_new_sizes(s->t, s->v->rank);
  *rank = 0;
  for (int i = 0; i < s->v->rank; i++) {
    const Axis *axis = &s->axis[i];
    if (!is_looped(axis)) continue;
    size[(*rank)++] = axis->sub ? open_size(t, axis->sub, 0) : axis->size;
  }
  return size;
}

static bool begin_loops(Selection *s)
{
  bool good = true;
  for (int i = 0; i < s->v->rank; i++) {
    Axis *axis = &s->axis[i];
    if (!is_looped(axis)) continue;
    FlatExpr *limit = axis->sub ? open_size(s->t, axis->sub, 0) : axis->size;
    open_loop_begin(s->t, &axis->loop, s->span, limit);
    axis->position = axis->loop.iterator;
    if (!axis->sub) continue;
    axis->position =
        checked(s, i, open_read(s->t, s->span, axis->sub, axis->loop.iterator));
    good &= axis->position != NULL;
  }
  return good;
}

static void end_loops(Selection *s)
{
  for (int i = s->v->rank - 1; i >= 0; i--) {
    if (!is_looped(&s->axis[i])) continue;
    open_loop_leave(s->t, &s->axis[i].loop);
    open_loop_append(s->t, &s->axis[i].loop);
  }
}

/* A single element: what is read, or what is to be assigned. */
static Value *open_select_element(const Selection *s)
{
  const Typing *t = s->t;
  const Value *v = s->v;
  if (!s->t->build->selects_target) {
    return value_of(t, open_read(s->t, s->span, v, open_select_place(s)));
  }
  FlatExpr *to = types_local(t, s->span, v->type, v->enumeration, 0);
  to->kind = FLAT_EXPR_ELEMENT;
  to->local = v->open.local;
  to->arg = arena_alloc(t->arena, sizeof to->arg[0]);
  to->arg[0] = open_select_place(s);
  to->n_args = 1;
  return value_of(t, to);
}

/* The number of the element of the selection that is at hand: it counts. */
static FlatExpr *open_select_count_up(const Selection *s, FlatExpr *count)
{
  open_set(s->t, s->span, count,
           types_binary(s->t, s->span, FLAT_ADD, count,
                        open_integer(s->t, s->span, 1)));
  return count;
}

Value *open_select(const Typing *t, Span span, const Value *v,
                   const Value **sub, int n_subs)
{
  assert(n_subs <= v->rank);
  Selection s = {t, span, v, NULL};
  int rank;
  if (v->kind == VALUE_RECORD) return open_refuse(t, span, "a record");
  if (!make_axes(&s, sub, n_subs) || !fix_scalars(&s)) return NULL;
  FlatExpr **size = chosen_sizes(&s, &rank);
  if (rank == 0) return open_select_element(&s);
  if (s.t->build->selects_target)
    return open_refuse(t, span, "an assignment to elements");
  Value *made = open_make(s.t, span, v->type, v->enumeration, rank, size);
  FlatExpr *count = open_keep(s.t, span, "count", open_integer(s.t, span, 0));
  bool good = begin_loops(&s);
  if (good) {
    FlatExpr *read = open_read(s.t, span, v, open_select_place(&s));
    open_write(s.t, span, made, open_select_count_up(&s, count), read);
  }
  end_loops(&s);
  return good ? made : NULL;
}

/* What is assigned has the shape of the selection. */
static bool open_select_fits(Selection *s, const Value *value)
{
  int rank;
  FlatExpr **size = chosen_sizes(s, &rank);
  return open_check_sizes(s->t, s->span, open_shape(s->t, s->span, rank, size),
                          value);
}

bool open_assign_part(const Typing *t, Span span, const Value *v,
                      const Value **sub, int n_subs, const Value *value)
{
  Selection s = {t, span, v, NULL};
  if (v->kind == VALUE_RECORD || value->kind == VALUE_RECORD) {
    return open_refuse(t, span, "a record") != NULL;
  }
  /* a copy: x[2:n] := x[1:n-1] */
  value = open_convert(t, value, v->type, v->enumeration, "this part");
  if (value && value->rank > 0) value = open_copy(t, span, value);
  if (!value || !make_axes(&s, sub, n_subs) || !fix_scalars(&s) ||
      !open_select_fits(&s, value)) {
    return false;
  }
  FlatExpr *count = open_keep(t, span, "count", open_integer(t, span, 0));
  bool good = begin_loops(&s);
  if (good) {
    FlatExpr *read = open_read(t, span, value, open_select_count_up(&s, count));
    if (open_is(v)) {
      open_write(t, span, v, open_select_place(&s), read);
    } else {
      good = function_select_write(t, span, v, open_select_place(&s), read);
    }
  }
  end_loops(&s);
  return good;
}
