/* function_select.c: subscripts that are computed, and expressions of which
 * only a part is computed. */
#include <assert.h>
#include <string.h>

#include "flatten/equations/function_algorithm.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/functions/function_build.h"
#include "flatten/values/open_array.h"
#include "flatten/values/value_operators.h"

/* --- arrays as rows of slots --- */

/* The array lies in `local`, from element `offset` on. */
typedef struct Row {
  int local, offset;
} Row;

static int find_local(const FlatProcedure *p, int slot)
{
  int low = 0, high = p->n_locals - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (p->local[middle].first <= slot) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  while (p->local[low].n == 0) low--;
  return low;
}

static bool is_row(FunctionBuild *b, const Value *v, Row *row)
{
  if (b->algorithm && function_algorithm_row(b, v, &row->local)) {
    row->offset = 0;
    return true;
  }
  if (v->kind != VALUE_STORED || v->n_elements == 0) return false;
  for (int i = 0; i < v->n_elements; i++) {
    const FlatExpr *at = v->scalar[i];
    if (at->kind != FLAT_EXPR_LOCAL || at->slot != v->scalar[0]->slot + i) {
      return false;
    }
  }
  row->local = find_local(b->to, v->scalar[0]->slot);
  const FlatLocal *local = &b->to->local[row->local];
  row->offset = v->scalar[0]->slot - local->first;
  return local->is_array && row->offset + v->n_elements <= local->n;
}

static bool is_table(FunctionBuild *b, const Value *v)
{
  for (int i = 0; i < v->n_elements; i++) {
    FlatExpr *at = value_at(&b->f->typing, v, i);
    if (!types_is_literal(at)) return false;
  }
  return true;
}

static bool same_literal(const FlatExpr *a, const FlatExpr *b)
{
  if (a->kind != b->kind) return false;
  if (a->kind == FLAT_EXPR_REAL) return a->real == b->real;
  if (a->kind == FLAT_EXPR_STRING) return strcmp(a->string, b->string) == 0;
  if (a->kind == FLAT_EXPR_BOOLEAN) return a->boolean == b->boolean;
  return a->integer == b->integer;
}

/* A table with the same numbers, or a new one. */
static Row constant_row(FunctionBuild *b, const Value *v)
{
  Typing *t = &b->f->typing;
  FlatProcedure *p = b->to;
  for (int k = 0; k < p->n_locals; k++) {
    const FlatLocal *local = &p->local[k];
    if (!local->constant || local->n != v->n_elements) continue;
    int i = 0;
    while (i < local->n && same_literal(local->constant[i], value_at(t, v, i)))
      i++;
    if (i == local->n) return (Row){k, 0};
  }
  FlatExpr **literal = arena_array(b->f->s->flat_arena, (size_t)v->n_elements,
                                   sizeof literal[0]);
  for (int i = 0; i < v->n_elements; i++) literal[i] = value_at(t, v, i);
  int made = procedure_add_local(b->f->s, p, session_name(b->f->s, "table"),
                                 v->type, true, v->n_elements);
  p->local[made].constant = literal;
  return (Row){made, 0};
}

static bool row_of(FunctionBuild *b, Span span, const Value *v, Row *row)
{
  if (is_row(b, v, row)) return true;
  if (b->selects_target) {
    return function_build_refuse(b, span, "this is assigned");
  }
  if (is_table(b, v)) {
    *row = constant_row(b, v);
    return true;
  }
  Value *copy = function_build_locals(b, session_name(b->f->s, "copy"), v);
  return copy && function_build_assign(b, span, copy, v) &&
         is_row(b, copy, row);
}

/* --- computed subscripts --- */

bool function_select_is_open(const Value **sub, int n_subs)
{
  for (int i = 0; i < n_subs; i++) {
    if (sub[i] && sub[i]->variability > FLAT_PARAMETER) return true;
  }
  return false;
}

/* The positions of one dimension; the subscripts are written from 1. */
typedef struct Axis {
  int count, stride;
  FlatExpr **position; /* [count] Integer expressions; NULL: 1, 2, ... */
  bool is_scalar;
} Axis;

static FlatExpr *integer(FunctionBuild *b, Span span, int64_t value)
{
  return types_integer(&b->f->typing, span, value);
}

static void check_index(FunctionBuild *b, Span span, FlatExpr *index,
                        int dimension, int size)
{
  FlatStatement *check =
      procedure_append(b->f->s, b->at, STATEMENT_CHECK, span);
  check->value = index;
  check->dimension = dimension;
  check->size = size;
}

static FlatExpr *position(FunctionBuild *b, Span span, FlatExpr *index,
                          int dimension, int size)
{
  Typing *t = &b->f->typing;
  if (index->type == FLAT_ENUMERATION) {
    index = types_unary(t, span, FLAT_ORDINAL, index);
  } else if (index->type == FLAT_BOOLEAN) {
    index = types_if(t, span, index, integer(b, span, 2), integer(b, span, 1));
  }
  if (!index || index->type != FLAT_INTEGER) {
    if (index) {
      fault_error(t->faults, span, E204,
                  "a subscript must be an Integer, Boolean or enumeration");
    }
    return NULL;
  }
  if (index->variability <= FLAT_PARAMETER) index = types_constant(t, index);
  if (!index) return NULL;
  if (!types_is_literal(index)) {
    check_index(b, span, index, dimension, size);
  } else if (index->integer < 1 || index->integer > size) {
    fault_error(t->faults, span, E215,
                "index %lld is out of bounds: dimension %d has size %d",
                (long long)index->integer, dimension, size);
    return NULL;
  }
  return index;
}

static bool make_axis(FunctionBuild *b, const Value *sub, int dimension,
                      int size, Axis *axis)
{
  axis->count = size;
  if (!sub) return true;
  if (sub->rank > 1 || sub->kind == VALUE_RECORD) {
    fault_error(b->f->faults, sub->span, E213,
                "a subscript must be a scalar or a vector");
    return false;
  }
  axis->is_scalar = sub->rank == 0;
  axis->count = axis->is_scalar ? 1 : sub->n_elements;
  axis->position = arena_array(value_arena(&b->f->typing),
                               (size_t)axis->count + 1, sizeof(FlatExpr *));
  for (int i = 0; i < axis->count; i++) {
    axis->position[i] = position(b, sub->span, value_at(&b->f->typing, sub, i),
                                 dimension, size);
    if (!axis->position[i]) return false;
  }
  return true;
}

/* The place in the row of one combination: sum of stride*(position - 1). */
static FlatExpr *linear_index(FunctionBuild *b, Span span, const Axis *axis,
                              int n_axes, int element, int offset)
{
  Typing *t = &b->f->typing;
  FlatExpr *sum = NULL;
  int64_t constant = offset + 1;
  for (int i = n_axes - 1; i >= 0; i--) {
    int at = element % axis[i].count;
    element /= axis[i].count;
    FlatExpr *p = axis[i].position ? axis[i].position[at] : NULL;
    if (!p || types_is_literal(p)) {
      constant += axis[i].stride * (p ? p->integer - 1 : at);
      continue;
    }
    constant -= axis[i].stride;
    if (axis[i].stride > 1) {
      p = types_binary(t, span, FLAT_MULTIPLY, integer(b, span, axis[i].stride),
                       p);
    }
    sum = sum ? types_binary(t, span, FLAT_ADD, p, sum) : p;
  }
  FlatExpr *rest = integer(b, span, constant);
  if (!sum) return rest;
  if (constant == 0) return sum;
  return types_binary(t, span, FLAT_ADD, sum, rest);
}

/* What is read, or what is to be assigned. */
static FlatExpr *element(FunctionBuild *b, Span span, const Value *v, Row row,
                         FlatExpr *index)
{
  Typing *t = &b->f->typing;
  const FlatLocal *local = &b->to->local[row.local];
  if (types_is_literal(index) && !local->constant) {
    return types_local(t, span, v->type, v->enumeration,
                       local->first + (int)index->integer - 1);
  }
  if (b->selects_target) {
    FlatExpr *place = types_local(t, span, v->type, v->enumeration, 0);
    place->kind = FLAT_EXPR_ELEMENT;
    place->local = row.local;
    place->arg = arena_alloc(t->arena, sizeof place->arg[0]);
    place->arg[0] = index;
    place->n_args = 1;
    return place;
  }
  Name name = local->name;
  int made = procedure_add_local(b->f->s, b->to, name, v->type, false, 1);
  FlatStatement *read = procedure_append(b->f->s, b->at, STATEMENT_READ, span);
  read->target = b->to->local[made].first;
  read->local = row.local;
  read->value = index;
  return types_local(t, span, v->type, v->enumeration, read->target);
}

static Value *select_array(FunctionBuild *b, Span span, const Value *v,
                           Axis *axis)
{
  Typing *t = &b->f->typing;
  Row row;
  if (!row_of(b, span, v, &row)) return NULL;
  int stride = 1, n = 1, rank = 0;
  int *dim = arena_array(value_arena(t), (size_t)v->rank + 1, sizeof dim[0]);
  for (int i = v->rank - 1; i >= 0; i--) {
    axis[i].stride = stride;
    stride *= v->dim[i];
  }
  for (int i = 0; i < v->rank; i++) {
    n *= axis[i].count;
    if (!axis[i].is_scalar) dim[rank++] = axis[i].count;
  }
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)n + 1, sizeof scalar[0]);
  for (int k = 0; k < n; k++) {
    FlatExpr *index = linear_index(b, span, axis, v->rank, k, row.offset);
    scalar[k] = element(b, span, v, row, index);
  }
  return rank == 0
             ? value_of(t, scalar[0])
             : value_array(t, span, v->type, v->enumeration, rank, dim, scalar);
}

/* Place `index` of the row is that of the array. */
static FlatExpr *row_index(FunctionBuild *b, Span span, Row row,
                           FlatExpr *index)
{
  if (row.offset == 0) return index;
  if (types_is_literal(index)) {
    return integer(b, span, index->integer + row.offset);
  }
  return types_binary(&b->f->typing, span, FLAT_ADD, index,
                      integer(b, span, row.offset));
}

FlatExpr *function_select_linear(FunctionBuild *b, Span span, const Value *v,
                                 FlatExpr *index)
{
  Row row;
  if (!row_of(b, span, v, &row)) return NULL;
  return element(b, span, v, row, row_index(b, span, row, index));
}

bool function_select_write(FunctionBuild *b, Span span, const Value *v,
                           FlatExpr *index, FlatExpr *value)
{
  Row row;
  if (!is_row(b, v, &row)) {
    return function_build_refuse(b, span, "this is assigned");
  }
  FlatStatement *s = procedure_append(b->f->s, b->at, STATEMENT_WRITE, span);
  s->local = row.local;
  s->index = row_index(b, span, row, index);
  s->value = value;
  return true;
}

Value *function_select(FunctionBuild *b, Span span, const Value *v,
                       const Value **sub, int n_subs)
{
  Typing *t = &b->f->typing;
  if (v->kind == VALUE_RECORD) {
    int n = v->record->n_fields, rank = 0;
    Value **field = arena_array(value_arena(t), (size_t)n, sizeof field[0]);
    int *dim = arena_array(value_arena(t), (size_t)v->rank + 1, sizeof dim[0]);
    for (int k = 0; k < n; k++) {
      field[k] = function_select(b, span, v->field[k], sub, n_subs);
      if (!field[k]) return NULL;
    }
    for (int i = 0; i < v->rank; i++) {
      if (i >= n_subs || !sub[i])
        dim[rank++] = v->dim[i];
      else if (sub[i]->rank > 0)
        dim[rank++] = sub[i]->n_elements;
    }
    return value_record(t, span, v->record, rank, dim, field);
  }
  Axis *axis = arena_array(value_arena(t), (size_t)v->rank + 1, sizeof axis[0]);
  for (int i = 0; i < v->rank; i++) {
    const Value *one = i < n_subs ? sub[i] : NULL;
    if (!make_axis(b, one, i + 1, v->dim[i], &axis[i])) return NULL;
  }
  return select_array(b, span, v, axis);
}

/* --- parts that are not computed --- */

/* Statements of the value go to the list. */
static Value *value_into(FunctionBuild *b, Context context, const AstExpr *expr,
                         FlatStatementList *list)
{
  FlatStatementList *before = b->at;
  b->at = list;
  Value *value = expression_value(b->f, context, expr);
  b->at = before;
  return value;
}

static void assign_into(FunctionBuild *b, Span span, const Value *target,
                        const Value *value, FlatStatementList *list)
{
  FlatStatementList *before = b->at;
  b->at = list;
  function_build_assign(b, span, target, value);
  b->at = before;
}

static void append_if(FunctionBuild *b, Span span, FlatExpr *condition,
                      const FlatStatementList *body,
                      const FlatStatementList *otherwise)
{
  FlatStatement *made = procedure_append(b->f->s, b->at, STATEMENT_IF, span);
  made->value = condition;
  made->body = *body;
  made->otherwise = *otherwise;
}

/* Branches of computed size: a variable that an if-statement assigns. */
static Value *join_open(FunctionBuild *b, Span span, const Value *condition,
                        const Value *yes, const Value *no,
                        FlatStatementList *body, FlatStatementList *otherwise)
{
  FlatStatementList *before = b->at;
  const Value *like = no->type == FLAT_REAL ? no : yes;
  Value *target = open_variable(b, session_name(b->f->s, "choice"), like);
  b->at = body;
  bool good = open_assign(b, span, target, yes, false, "choice");
  b->at = otherwise;
  good = good && open_assign(b, span, target, no, false, "choice");
  b->at = before;
  FlatExpr *test = value_scalar(&b->f->typing, condition);
  if (!good || !test) return NULL;
  append_if(b, span, test, body, otherwise);
  return target;
}

/* Both branches as one value: an if-expression, or locals that an
 * if-statement assigns. */
static Value *join(FunctionBuild *b, Span span, const Value *condition,
                   Value *yes, Value *no, FlatStatementList *body,
                   FlatStatementList *otherwise)
{
  if (open_is(yes) || open_is(no)) {
    return join_open(b, span, condition, yes, no, body, otherwise);
  }
  Value *both = value_if(&b->f->typing, span, condition, yes, no);
  if (!both || (body->n_items == 0 && otherwise->n_items == 0)) return both;
  Value *target =
      function_build_locals(b, session_name(b->f->s, "choice"), both);
  yes = target ? value_bind(&b->f->typing, yes, target, "the", "branch") : NULL;
  no = target ? value_bind(&b->f->typing, no, target, "the", "branch") : NULL;
  if (!yes || !no) return NULL;
  assign_into(b, span, target, yes, body);
  assign_into(b, span, target, no, otherwise);
  append_if(b, span, value_scalar(&b->f->typing, condition), body, otherwise);
  return target;
}

/* The branches from k on; the recursion follows the text. */
static Value *branches(FunctionBuild *b, Context context, const AstExpr *expr,
                       int k)
{
  Flattening *f = b->f;
  if (k == expr->n_args - 1) {
    return expression_value(f, context, expr->arg[k]);
  }
  Value *condition = expression_value(f, context, expr->arg[k]);
  if (!condition) return NULL;
  FlatExpr *test = value_scalar(&f->typing, condition);
  if (!test) return NULL;
  if (test->type == FLAT_BOOLEAN && evaluate_is_known(f, test)) {
    FlatExpr *literal = types_constant(&f->typing, test);
    if (!literal) return NULL;
    return literal->boolean ? expression_value(f, context, expr->arg[k + 1])
                            : branches(b, context, expr, k + 2);
  }
  FlatStatementList body = {0}, otherwise = {0}, *before = b->at;
  Value *yes = value_into(b, context, expr->arg[k + 1], &body);
  b->at = &otherwise;
  Value *no = branches(b, context, expr, k + 2);
  b->at = before;
  if (!yes || !no) return NULL;
  return join(b, expr->span, condition, yes, no, &body, &otherwise);
}

Value *function_conditional(Flattening *f, Context context, const AstExpr *expr)
{
  return branches(f->typing.build, context, expr, 0);
}

/* `false and b`, `true or b`: what b needs may not be there. */
static bool decides_alone(Flattening *f, const Value *left, bool is_and)
{
  if (!value_is_scalar(left) || left->type != FLAT_BOOLEAN) return false;
  FlatExpr *test = value_at(&f->typing, left, 0);
  if (!evaluate_is_known(f, test)) return false;
  const FlatExpr *known = types_constant(&f->typing, test);
  return known && known->boolean != is_and;
}

/* a and b is if a then b else false; a or b is if a then true else b. */
Value *function_logical(Flattening *f, Context context, const AstExpr *expr,
                        const Value *left)
{
  FunctionBuild *b = f->typing.build;
  Typing *t = &f->typing;
  FlatStatementList body = {0};
  bool is_and = expr->op == AST_AND;
  Value *right = value_into(b, context, expr->arg[1], &body);
  if (!left || !right) return NULL;
  if (decides_alone(f, left, is_and))
    return value_of(t, types_boolean(t, expr->span, !is_and));
  if (body.n_items == 0) {
    return value_binary(t, expr->span, expr->op, left, right);
  }
  FlatStatementList none = {0};
  Value *known = value_of(t, types_boolean(t, expr->span, !is_and));
  return is_and ? join(b, expr->span, left, right, known, &body, &none)
                : join(b, expr->span, left, known, right, &none, &body);
}
