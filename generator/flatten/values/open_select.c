/* open_select.c: subscripts of arrays of computed size, and computed ranges as
 * subscripts. */
#include "flatten/values/open_array.h"

/* One dimension of the array and what is chosen of it. */
typedef struct Axis {
  FlatExpr *size;
  const Value *sub; /* NULL: all */
  OpenLoop loop;    /* over a vector or all */
  FlatExpr *position;
} Axis;

typedef struct Selection {
  FunctionBuild *b;
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
  Typing *t = &s->b->f->typing;
  if (index->type == FLAT_ENUMERATION) {
    index = types_unary(t, s->span, FLAT_ORDINAL, index);
  }
  if (!index || index->type != FLAT_INTEGER) {
    fault_error(t->faults, s->span, E204,
                "a subscript must be an Integer or of an enumeration");
    return NULL;
  }
  FlatStatement *check =
      procedure_append(s->b->f->s, s->b->at, STATEMENT_CHECK, s->span);
  check->value = index;
  check->dimension = i + 1;
  check->limit = s->axis[i].size;
  return index;
}

static bool make_axes(Selection *s, const Value **sub, int n_subs)
{
  Typing *t = &s->b->f->typing;
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
    axis->position = checked(s, i, value_at(&s->b->f->typing, axis->sub, 0));
    if (!axis->position) return false;
  }
  return true;
}

/* ((p1 - 1)*n2 + p2 - 1)*n3 + p3 */
static FlatExpr *place(const Selection *s)
{
  FlatExpr *at = s->axis[0].position;
  for (int i = 1; i < s->v->rank; i++) {
    at = open_place(s->b, s->span, at, s->axis[i].size, s->axis[i].position);
  }
  return at;
}

static FlatExpr **chosen_sizes(Selection *s, int *rank)
{
  Typing *t = &s->b->f->typing;
  FlatExpr **size = open_new_sizes(s->b, s->v->rank);
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
    FlatExpr *limit =
        axis->sub ? open_size(&s->b->f->typing, axis->sub, 0) : axis->size;
    open_loop_begin(s->b, &axis->loop, s->span, limit);
    axis->position = axis->loop.iterator;
    if (!axis->sub) continue;
    axis->position =
        checked(s, i, open_read(s->b, s->span, axis->sub, axis->loop.iterator));
    good &= axis->position != NULL;
  }
  return good;
}

static void end_loops(Selection *s)
{
  for (int i = s->v->rank - 1; i >= 0; i--) {
    if (!is_looped(&s->axis[i])) continue;
    open_loop_leave(s->b, &s->axis[i].loop);
    open_loop_append(s->b, &s->axis[i].loop);
  }
}

/* A single element: what is read, or what is to be assigned. */
static Value *element(const Selection *s)
{
  Typing *t = &s->b->f->typing;
  const Value *v = s->v;
  if (!s->b->selects_target) {
    return value_of(t, open_read(s->b, s->span, v, place(s)));
  }
  FlatExpr *to = types_local(t, s->span, v->type, v->enumeration, 0);
  to->kind = FLAT_EXPR_ELEMENT;
  to->local = v->open.local;
  to->arg = arena_alloc(t->arena, sizeof to->arg[0]);
  to->arg[0] = place(s);
  to->n_args = 1;
  return value_of(t, to);
}

/* The number of the element of the selection that is at hand: it counts. */
static FlatExpr *count_up(const Selection *s, FlatExpr *count)
{
  open_set(s->b, s->span, count,
           types_binary(&s->b->f->typing, s->span, FLAT_ADD, count,
                        open_integer(s->b, s->span, 1)));
  return count;
}

Value *open_select(Typing *t, Span span, const Value *v, const Value **sub,
                   int n_subs)
{
  Selection s = {t->build, span, v, NULL};
  int rank;
  if (v->kind == VALUE_RECORD) return open_refuse(t, span, "a record");
  if (!make_axes(&s, sub, n_subs) || !fix_scalars(&s)) return NULL;
  FlatExpr **size = chosen_sizes(&s, &rank);
  if (rank == 0) return element(&s);
  if (s.b->selects_target)
    return open_refuse(t, span, "an assignment to elements");
  Value *made = open_make(s.b, span, v->type, v->enumeration, rank, size);
  FlatExpr *count = open_keep(s.b, span, "count", open_integer(s.b, span, 0));
  bool good = begin_loops(&s);
  if (good) {
    FlatExpr *read = open_read(s.b, span, v, place(&s));
    open_write(s.b, span, made, count_up(&s, count), read);
  }
  end_loops(&s);
  return good ? made : NULL;
}

/* What is assigned has the shape of the selection. */
static bool fits(Selection *s, const Value *value)
{
  int rank;
  FlatExpr **size = chosen_sizes(s, &rank);
  return open_check_sizes(s->b, s->span, open_shape(s->b, s->span, rank, size),
                          value);
}

bool open_assign_part(FunctionBuild *b, Span span, const Value *v,
                      const Value **sub, int n_subs, const Value *value)
{
  Typing *t = &b->f->typing;
  Selection s = {b, span, v, NULL};
  if (v->kind == VALUE_RECORD || value->kind == VALUE_RECORD) {
    return open_refuse(t, span, "a record") != NULL;
  }
  /* a copy: x[2:n] := x[1:n-1] */
  value = open_convert(b, value, v->type, v->enumeration, "this part");
  if (value && value->rank > 0) value = open_copy(b, span, value);
  if (!value || !make_axes(&s, sub, n_subs) || !fix_scalars(&s) ||
      !fits(&s, value)) {
    return false;
  }
  FlatExpr *count = open_keep(b, span, "count", open_integer(b, span, 0));
  bool good = begin_loops(&s);
  if (good) {
    FlatExpr *read = open_read(b, span, value, count_up(&s, count));
    if (open_is(v)) {
      open_write(b, span, v, place(&s), read);
    } else {
      good = function_select_write(b, span, v, place(&s), read);
    }
  }
  end_loops(&s);
  return good;
}
