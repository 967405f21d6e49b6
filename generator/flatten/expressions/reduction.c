/* reduction.c: see reduction.h. */
#include "flatten/expressions/reduction.h"

#include <assert.h>

#include "flatten/expressions/implicit_range.h"
#include "flatten/expressions/operators.h"
#include "flatten/expressions/reference.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"
#include "flatten/values/procedure_build.h"

#define MOST_ITEMS 10000000 /* of one reduction */
#define MOST_ITERATORS 50   /* each is a level of recursion */
#define MANY_ITEMS 100      /* their Values are worth an arena */

static Value *reduction_reduce(const Flattening *f, Context context,
                               const AstExpr *call, ArrayFunction function,
                               int k);

/* What iterator k makes a loop of. */
typedef struct OpenCall {
  const Flattening *f;
  Context context;
  const AstExpr *call;
  ArrayFunction function;
  int k;
} OpenCall;

static Value *reduce_item(void *context, const Value *i)
{
  OpenCall *o = context;
  Iteration *iteration = arena_alloc(o->f->arena, sizeof *iteration);
  *iteration = (Iteration){.name = o->call->iterator[o->k].name,
                           .value = i,
                           .next = o->context.iteration};
  Context inside = o->context;
  inside.iteration = iteration;
  return o->k == 0
             ? expression_value(o->f, inside, o->call->arg[0])
             : reduction_reduce(o->f, inside, o->call, o->function, o->k - 1);
}

/* One item of the innermost loop, made of numbers: the Values on the way are
 * dropped at once. */
static Value *reduce_number(const Flattening *f, Context inside,
                            const AstExpr *call, Arena *dropped)
{
  Flattening scope;
  ArenaMark mark = arena_mark(dropped);
  scope_values(&scope, f, dropped);
  Value *made = expression_value(&scope, inside, call->arg[0]), *kept = NULL;
  if (made) {
    assert(made->kind == VALUE_UNIFORM && made->rank == 0);
    kept = arena_alloc(value_arena(&f->typing), sizeof *kept);
    *kept = *made;
  }
  arena_release(mark);
  return kept;
}

/* The items of loop k; an array of a million numbers does not consist of
 * Values. `dropped`: NULL where they are few. */
static bool reduce_items(const Flattening *f, Context context,
                         const AstExpr *call, ArrayFunction function, int k,
                         const Value *range, Arena *dropped, Value **item)
{
  assert(range->rank == 1 && !open_is(range));
  for (int i = 0; i < range->n_elements; i++) {
    Iteration iteration = {.name = call->iterator[k].name,
                           .value = value_element(&f->typing, range, 1, i),
                           .next = context.iteration};
    Context inside = context;
    inside.iteration = &iteration;
    if (k > 0) {
      item[i] = reduction_reduce(f, inside, call, function, k - 1);
    } else if (dropped && reference_is_number(inside, call->arg[0])) {
      item[i] = reduce_number(f, inside, call, dropped);
    } else {
      item[i] = expression_value(f, inside, call->arg[0]);
    }
    if (!item[i]) return false;
  }
  return true;
}

/* The sum of no arrays is an array of zeros (section 10.3.4.1). Their sizes are
 * those that the expression has for 1, where it has a value; NULL: scalars, or
 * nobody knows. */
static Value *sum_of_none(const Flattening *f, Context context,
                          const AstExpr *call, int k)
{
  const Typing *t = &f->typing;
  Iteration iteration = {.name = call->iterator[k].name,
                         .value = value_of(t, types_integer(t, call->span, 1)),
                         .next = context.iteration};
  context.iteration = &iteration;
  FlatStatementList *into = t->build ? t->build->at : NULL;
  FlatStatementList before = into ? *into : (FlatStatementList){0};
  Attempt attempt;
  scope_try(&attempt, f);
  const Value *like =
      k > 0 ? reduction_reduce(&attempt.f, context, call, ARRAY_SUM, k - 1)
            : expression_value(&attempt.f, context, call->arg[0]);
  if (into) *into = before;
  bool is_array =
      like && like->rank > 0 && !open_is(like) && like->kind != VALUE_RECORD;
  if (!is_array || (like->type != FLAT_REAL && like->type != FLAT_INTEGER))
    return NULL;
  return value_uniform(t, call->span,
                       like->type == FLAT_REAL
                           ? types_real(t, call->span, 0)
                           : types_integer(t, call->span, 0),
                       like->rank, like->dim);
}

/* The last iterator is the outermost loop. */
static Value *reduction_reduce(const Flattening *f, Context context,
                               const AstExpr *call, ArrayFunction function,
                               int k)
{
  assert(k >= 0 && k < call->n_iterators);
  const AstIterator *iterator = &call->iterator[k];
  Value *range = iterator->range ? expression_range(f, context, iterator)
                                 : implicit_range(f, context, iterator,
                                                  call->arg[0], NULL, 0);
  if (!range) return NULL;
  if (range->rank != 1) {
    expression_refuse_range(f, iterator, range);
    return NULL;
  }
  if (open_is(range)) {
    OpenCall open = {f, context, call, function, k};
    return open_reduce(&f->typing, call->span, function, range, reduce_item,
                       &open);
  }
  if (range->n_elements > MOST_ITEMS) {
    fault_error(f->faults, iterator->span, E214,
                "%d elements; an array written with 'for' has %d at most",
                range->n_elements, MOST_ITEMS);
    return NULL;
  }
  if (function == ARRAY_SUM && range->n_elements == 0) {
    Value *zeros = sum_of_none(f, context, call, k);
    if (zeros) return zeros;
  }
  Value **item = arena_array(session_scratch(f->s), (size_t)range->n_elements,
                             sizeof item[0]);
  bool is_long = k == 0 && range->n_elements >= MANY_ITEMS;
  Arena *dropped = is_long ? arena_create("items") : NULL;
  bool good = reduce_items(f, context, call, function, k, range, dropped, item);
  arena_destroy(dropped);
  if (!good) return NULL;
  if (function == ARRAY_SUM && range->n_elements > 0 &&
      operators_concern(item[0], NULL)) {
    const Value *all =
        value_construct(&f->typing, call->span, item, range->n_elements);
    return all ? operators_sum(f, call->span, all) : NULL;
  }
  return array_reduce(&f->typing, call->span, function, item,
                      range->n_elements);
}

Value *reduction_value(const Flattening *f, Context context,
                       const AstExpr *call, ArrayFunction function)
{
  if (call->n_args != 1) {
    fault_error(f->faults, call->span, E208, "one expression before 'for'");
    return NULL;
  }
  if (call->n_iterators > MOST_ITERATORS) {
    fault_error(f->faults, call->span, E122, "more than %d iterators",
                MOST_ITERATORS);
    return NULL;
  }
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Value *value =
      reduction_reduce(f, context, call, function, call->n_iterators - 1);
  arena_release(mark);
  return value;
}
