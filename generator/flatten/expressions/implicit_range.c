/* implicit_range.c: a walk over the text for subscripts that are the
 * iterator and nothing else. */
#include "flatten/expressions/implicit_range.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/reference.h"

/* What is still to be walked. */
typedef struct Item {
  const AstExpr *expr;
  const AstEquation *equation;
  const AstStatement *statement;
} Item;

/* Subscript `dimension` (from 0) of part `part` of a name. */
typedef struct Use {
  const AstReference *name;
  int part, dimension;
} Use;

typedef struct Walk {
  Arena *arena;
  Name iterator;
  Item *item;
  int n_items, cap_items;
  Use *use;
  int n_uses, cap_uses;
} Walk;

/* --- the text --- */

static void implicit_range_push(Walk *w, Item item)
{
  if (!item.expr && !item.equation && !item.statement) return;
  w->item = vector_grow(w->arena, w->item, &w->cap_items, w->n_items + 1,
                        sizeof w->item[0]);
  w->item[w->n_items++] = item;
}

static void implicit_range_push_expr(Walk *w, const AstExpr *expr)
{
  implicit_range_push(w, (Item){.expr = expr});
}

/* An iterator of the same name inside hides this one. */
static bool hides(const Walk *w, const AstIterator *iterator, int n)
{
  for (int i = 0; i < n; i++) {
    if (iterator[i].name == w->iterator) return true;
  }
  return false;
}

static bool is_iterator(const Walk *w, const AstExpr *expr)
{
  return expr && expr->kind == AST_REFERENCE && expr->reference->n_parts == 1 &&
         expr->reference->part[0].ident == w->iterator &&
         expr->reference->part[0].n_subscripts == 0;
}

static void walk_reference(Walk *w, const AstReference *name)
{
  for (int i = 0; i < name->n_parts; i++) {
    const AstNamePart *part = &name->part[i];
    for (int k = 0; k < part->n_subscripts; k++) {
      implicit_range_push_expr(w, part->subscript[k].expr);
      if (!is_iterator(w, part->subscript[k].expr)) continue;
      w->use = vector_grow(w->arena, w->use, &w->cap_uses, w->n_uses + 1,
                           sizeof w->use[0]);
      w->use[w->n_uses++] = (Use){name, i, k};
    }
  }
}

static void walk_expr(Walk *w, const AstExpr *expr)
{
  if (hides(w, expr->iterator, expr->n_iterators)) return;
  for (int i = 0; i < expr->n_iterators; i++)
    implicit_range_push_expr(w, expr->iterator[i].range);
  for (int i = 0; i < expr->n_args; i++)
    implicit_range_push_expr(w, expr->arg[i]);
  for (int i = 0; i < expr->n_named; i++)
    implicit_range_push_expr(w, expr->named[i].value);
  if (expr->kind == AST_REFERENCE) walk_reference(w, expr->reference);
  for (int i = 0; i < expr->n_rows; i++) {
    for (int k = 0; k < expr->row[i].n_items; k++)
      implicit_range_push_expr(w, expr->row[i].item[k]);
  }
  for (int i = 0; i < expr->n_subscripts; i++)
    implicit_range_push_expr(w, expr->subscript[i].expr);
}

static void walk_equation(Walk *w, const AstEquation *equation)
{
  if (hides(w, equation->iterator, equation->n_iterators)) return;
  for (int i = 0; i < equation->n_iterators; i++)
    implicit_range_push_expr(w, equation->iterator[i].range);
  implicit_range_push_expr(w, equation->left);
  implicit_range_push_expr(w, equation->right);
  for (int i = 0; i < equation->n_branches; i++) {
    const AstEquationBranch *branch = &equation->branch[i];
    implicit_range_push_expr(w, branch->condition);
    for (int k = 0; k < branch->n_equations; k++)
      implicit_range_push(w, (Item){.equation = branch->equation[k]});
  }
}

static void implicit_range_push_statements(Walk *w,
                                           const AstStatementBranch *branch)
{
  for (int k = branch->n_statements - 1; k >= 0; k--)
    implicit_range_push(w, (Item){.statement = branch->statement[k]});
}

static void walk_statement(Walk *w, const AstStatement *statement)
{
  if (hides(w, statement->iterator, statement->n_iterators)) return;
  for (int i = 0; i < statement->n_iterators; i++)
    implicit_range_push_expr(w, statement->iterator[i].range);
  implicit_range_push_expr(w, statement->left);
  implicit_range_push_expr(w, statement->right);
  for (int i = 0; i < statement->n_branches; i++) {
    implicit_range_push_expr(w, statement->branch[i].condition);
    implicit_range_push_statements(w, &statement->branch[i]);
  }
}

static void walk_all(Walk *w)
{
  while (w->n_items > 0) {
    Item item = w->item[--w->n_items];
    if (item.expr) walk_expr(w, item.expr);
    if (item.equation) walk_equation(w, item.equation);
    if (item.statement) walk_statement(w, item.statement);
  }
}

/* --- the size --- */

/* The name up to the subscripted part, without its subscripts. Those before
 * it may name other iterators: the first element stands for all, which must
 * have parts of the same sizes. */
static AstReference *array_name(Arena *arena, const Use *use)
{
  assert(use->part < use->name->n_parts);
  AstExpr *one = arena_alloc(arena, sizeof *one);
  *one = (AstExpr){.kind = AST_INTEGER, .span = use->name->span};
  one->integer = 1;
  AstReference *name = arena_alloc(arena, sizeof *name);
  *name = *use->name;
  name->n_parts = use->part + 1;
  name->part = arena_array(arena, (size_t)name->n_parts, sizeof name->part[0]);
  for (int i = 0; i < name->n_parts; i++) {
    AstNamePart *part = &name->part[i];
    *part = use->name->part[i];
    if (i == use->part) part->n_subscripts = 0;
    part->subscript = arena_array(arena, (size_t)part->n_subscripts,
                                  sizeof part->subscript[0]);
    for (int k = 0; k < part->n_subscripts; k++)
      part->subscript[k] = (AstSubscript){part->span, one};
  }
  return name;
}

/* What an iterator has to run over. */
typedef struct Bounds {
  int size;
  const IndexType *by; /* NULL: Integers */
} Bounds;

enum { SIZE_OPEN = -1 }; /* known only while the function runs */

static bool declared_bounds(const Flattening *f, const Instance *array,
                            int dimension, Bounds *bounds)
{
  assert(dimension >= 0);
  if (dimension >= array->rank) return false;
  const IndexType *by = evaluate_index_types(f, array);
  *bounds = (Bounds){array->dim[dimension], by ? &by[dimension] : NULL};
  return true;
}

/* The dimensions of the last part of the name. */
static bool dimension_bounds(const Flattening *f, const Selection *s,
                             int dimension, Bounds *bounds)
{
  if (s->n_items == 0) {
    *bounds = (Bounds){0, NULL};
    return dimension < s->rank;
  }
  Instance *item = s->item[0];
  if (!instance_is_variable(item)) {
    return item->array && declared_bounds(f, item->array, dimension, bounds);
  }
  return instance_expand(f, item) &&
         declared_bounds(f, item, dimension, bounds);
}

/* A variable of the function that is being carried out or made? */
static bool is_local(Context context, Name name)
{
  const Iteration *i = context.iteration;
  while (i && i->name != name) i = i->next;
  return i;
}

static AstExpr *implicit_range_new_expr(const Flattening *f, AstExprKind kind,
                                        Span span, int n_args)
{
  AstExpr *expr = arena_alloc(f->arena, sizeof *expr);
  *expr = (AstExpr){.kind = kind, .span = span, .n_args = n_args};
  expr->arg = arena_array(f->arena, (size_t)n_args + 1, sizeof expr->arg[0]);
  return expr;
}

static AstExpr *written_integer(const Flattening *f, Span span, int value)
{
  AstExpr *expr = implicit_range_new_expr(f, AST_INTEGER, span, 0);
  expr->integer = value;
  return expr;
}

/* size(array, dimension) */
static AstExpr *implicit_range_written_size(const Flattening *f, const Use *use)
{
  Span span = use->name->span;
  AstExpr *array = implicit_range_new_expr(f, AST_REFERENCE, span, 0);
  array->reference = array_name(f->arena, use);
  AstNamePart *part = arena_alloc(f->arena, sizeof *part);
  *part = (AstNamePart){.span = span, .ident = session_name(f->s, "size")};
  AstReference *name = arena_alloc(f->arena, sizeof *name);
  *name = (AstReference){.span = span, .part = part, .n_parts = 1};
  AstExpr *call = implicit_range_new_expr(f, AST_CALL, span, 2);
  call->reference = name;
  call->arg[0] = array;
  call->arg[1] = written_integer(f, span, use->dimension + 1);
  return call;
}

static bool local_bounds(const Flattening *f, Context context, const Use *use,
                         Bounds *bounds)
{
  FlatExpr *expr =
      expression_flatten(f, context, implicit_range_written_size(f, use));
  const Value *array =
      expr ? reference_value(f, context, array_name(f->arena, use)) : NULL;
  if (!array) return false;
  *bounds = (Bounds){types_is_literal(expr) ? (int)expr->integer : SIZE_OPEN,
                     array->by ? &array->by[use->dimension] : NULL};
  return true;
}

static bool use_bounds(const Flattening *f, Context context, const Use *use,
                       Bounds *bounds)
{
  if (is_local(context, use->name->part[0].ident)) {
    return local_bounds(f, context, use, bounds);
  }
  Selection selection;
  bool is_absent;
  const AstReference *name = array_name(session_scratch(f->s), use);
  if (!reference_select(f, context, name, &selection, &is_absent)) return false;
  if (is_absent) return false;
  if (dimension_bounds(f, &selection, use->dimension, bounds)) return true;
  fault_error(f->faults, use->name->span, E213, "'%s' has no dimension %d",
              lookup_reference_text(f->s, name, name->n_parts),
              use->dimension + 1);
  return false;
}

static FlatType index_type(const Bounds *bounds)
{
  return bounds->by ? bounds->by->type : FLAT_INTEGER;
}

/* Section 11.2.2.1: the ranges are identical. */
static bool same_bounds(const Flattening *f, const AstIterator *iterator,
                        const Bounds *a, const Bounds *b, Span use)
{
  FlatType type = index_type(a);
  if (type != index_type(b) ||
      (type == FLAT_ENUMERATION &&
       !types_same_enumeration(a->by->enumeration, b->by->enumeration))) {
    Diagnostic *d = fault_error(
        f->faults, iterator->span, E213,
        "'%s' subscripts dimensions of different types: write the range after "
        "'in'",
        iterator->name);
    fault_note(f->faults, d, use, "another type here");
    return false;
  }
  if (a->size == b->size || a->size == SIZE_OPEN || b->size == SIZE_OPEN) {
    return true;
  }
  Diagnostic *d =
      fault_error(f->faults, iterator->span, E213,
                  "'%s' subscripts dimensions of sizes %d and %d: write the "
                  "range after 'in'",
                  iterator->name, a->size, b->size);
  fault_note(f->faults, d, use, "of size %d here", b->size);
  return false;
}

static bool common_bounds(const Flattening *f, Context context,
                          const AstIterator *iterator, const Walk *w,
                          Bounds *bounds)
{
  for (int i = 0; i < w->n_uses; i++) {
    Bounds own;
    const Use *use = &w->use[i];
    if (!use_bounds(f, context, use, &own)) return false;
    if (i == 0) *bounds = own;
    if (!same_bounds(f, iterator, bounds, &own, use->name->span)) return false;
  }
  if (w->n_uses > 0) return true;
  fault_error(
      f->faults, iterator->span, E213,
      "'%s' has no range and subscripts nothing that would determine it",
      iterator->name);
  return false;
}

/* 1:size(array, dimension) */
static AstExpr *written_range(const Flattening *f, const Use *use)
{
  assert(use->dimension >= 0);
  AstExpr *range = implicit_range_new_expr(f, AST_RANGE, use->name->span, 2);
  range->arg[0] = written_integer(f, use->name->span, 1);
  range->arg[1] = implicit_range_written_size(f, use);
  return range;
}

/* All that the bounds say; NULL where the size is open. */
static Value *bounds_value(const Flattening *f, const AstIterator *iterator,
                           const Bounds *bounds)
{
  const Typing *t = &f->typing;
  Span span = iterator->span;
  FlatType type = index_type(bounds);
  if (type == FLAT_BOOLEAN) return value_all_of_boolean(t, span);
  if (type == FLAT_ENUMERATION) {
    return value_all_of_enumeration(t, span, bounds->by->enumeration);
  }
  if (bounds->size == SIZE_OPEN) return NULL;
  Value *one = value_of(t, types_integer(t, span, 1));
  Value *last = value_of(t, types_integer(t, span, bounds->size));
  return value_range(t, span, one, NULL, last);
}

bool implicit_range_of_statements(const Flattening *f, Context context,
                                  const AstIterator *iterator,
                                  const AstStatementBranch *body,
                                  ImplicitRange *range)
{
  assert(!iterator->range);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Walk w = {.arena = session_scratch(f->s), .iterator = iterator->name};
  implicit_range_push_statements(&w, body);
  walk_all(&w);
  Bounds bounds;
  bool good = common_bounds(f, context, iterator, &w, &bounds);
  *range = (ImplicitRange){NULL, NULL};
  if (good && index_type(&bounds) == FLAT_INTEGER) {
    range->text = written_range(f, &w.use[0]);
  } else if (good) {
    range->all = bounds_value(f, iterator, &bounds);
  }
  arena_release(mark);
  return range->text || range->all;
}

Value *implicit_range(const Flattening *f, Context context,
                      const AstIterator *iterator, const AstExpr *expr,
                      AstEquation *const *equation, int n_equations)
{
  assert(!iterator->range);
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  Walk w = {.arena = scratch, .iterator = iterator->name};
  implicit_range_push_expr(&w, expr);
  for (int i = n_equations - 1; i >= 0; i--)
    implicit_range_push(&w, (Item){.equation = equation[i]});
  walk_all(&w);
  Bounds bounds;
  bool good = common_bounds(f, context, iterator, &w, &bounds);
  bool is_open =
      good && index_type(&bounds) == FLAT_INTEGER && bounds.size == SIZE_OPEN;
  const AstExpr *open = is_open ? written_range(f, &w.use[0]) : NULL;
  arena_release(mark);
  if (!good) return NULL;
  return open ? expression_value(f, context, open)
              : bounds_value(f, iterator, &bounds);
}
