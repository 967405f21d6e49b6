/* function_loops.c: loops of the text as loops of a procedure, unrolled where
 * the turns differ. */
#include <assert.h>

#include "flatten/expressions/expressions.h"
#include "flatten/expressions/implicit_range.h"
#include "flatten/functions/function_build.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"

#define MOST_UNROLLED 100000 /* turns of one loop */
#define FEW_TURNS 1          /* a loop of so many is none */

/* What is tried can be taken back. */
typedef struct Saved {
  const Iteration *iteration;
  FlatStatementList *at;
  int n_items, n_locals, n_slots;
} Saved;

static Saved save(const FunctionBuild *b)
{
  return (Saved){b->context.iteration, b->at, b->at->n_items, b->to->n_locals,
                 b->to->n_slots};
}

static void restore(FunctionBuild *b, const Saved *saved)
{
  assert(saved->at->n_items >= saved->n_items);
  b->context.iteration = saved->iteration;
  b->at = saved->at;
  b->at->n_items = saved->n_items;
  if (b->algorithm) return; /* inputs that were met keep their slots */
  b->to->n_locals = saved->n_locals;
  b->to->n_slots = saved->n_slots;
}

static bool has_break(AstStatement *const *statement, int n)
{
  for (int i = 0; i < n; i++) {
    const AstStatement *s = statement[i];
    if (s->kind == AST_ST_BREAK) return true;
    if (s->kind == AST_ST_FOR || s->kind == AST_ST_WHILE) continue;
    for (int k = 0; k < s->n_branches; k++) {
      if (has_break(s->branch[k].statement, s->branch[k].n_statements)) {
        return true;
      }
    }
  }
  return false;
}

static bool build_for(const Flattening *f, FunctionBuild *b,
                      const AstStatement *loop, int k);

static bool with_iterator(const Flattening *f, FunctionBuild *b,
                          const AstStatement *loop, int k, const Value *value)
{
  assert(k >= 0 && k < loop->n_iterators);
  const Iteration *before = b->context.iteration;
  Iteration *pair = arena_alloc(f->arena, sizeof *pair);
  *pair = (Iteration){
      .name = loop->iterator[k].name, .value = value, .next = before};
  b->context.iteration = pair;
  bool good = build_for(f, b, loop, k + 1);
  const Iteration *inside = b->context.iteration;
  b->context.iteration = before;
  /* Variables that got their size in the loop keep it. */
  for (; inside != pair; inside = inside->next) {
    Iteration *kept = arena_alloc(f->arena, sizeof *kept);
    *kept = *inside;
    kept->next = b->context.iteration;
    b->context.iteration = kept;
  }
  return good;
}

/* `break` of an unrolled loop leaves a loop around its turns. */
static bool unroll(const Flattening *f, FunctionBuild *b,
                   const AstStatement *loop, int k, const Value *range)
{
  assert(!open_is(range) && range->rank >= 1);
  const AstStatementBranch *branch = &loop->branch[0];
  bool breaks = has_break(branch->statement, branch->n_statements);
  FlatStatementList turns = {0}, *before = b->at;
  if (range->dim[0] > MOST_UNROLLED) {
    return function_build_refuse(f->faults, b, loop->span,
                                 "a loop whose turns differ is too long");
  }
  if (breaks) b->at = &turns;
  bool good = true;
  for (int i = 0; good && i < range->dim[0]; i++) {
    good = with_iterator(f, b, loop, k, value_element(&f->typing, range, 1, i));
  }
  b->at = before;
  if (!good || !breaks) return good;
  procedure_append(f->s, &turns, STATEMENT_BREAK, loop->span);
  procedure_append(f->s, b->at, STATEMENT_LOOP, loop->span)->body = turns;
  return true;
}

/* for i in first:step:last with a local for i. */
static bool append_for(const Flattening *f, FunctionBuild *b,
                       const AstStatement *loop, int k, FlatExpr *first,
                       FlatExpr *step, FlatExpr *last)
{
  assert(first->type == step->type && first->type == last->type);
  const Typing *t = &f->typing;
  Span span = loop->iterator[k].span;
  Value *shape = value_of(t, types_local(t, span, first->type, NULL, 0));
  Value *iterator =
      function_build_locals(&f->typing, loop->iterator[k].name, shape);
  if (!iterator) return false;
  FlatStatementList body = {0}, *before = b->at;
  b->at = &body;
  b->n_loops++;
  bool good = with_iterator(f, b, loop, k, iterator);
  b->n_loops--;
  b->at = before;
  if (!good) return false;
  FlatStatement *made =
      procedure_append(f->s, b->at, STATEMENT_FOR, loop->span);
  made->target = value_at(t, iterator, 0)->slot;
  made->value = first;
  made->step = step;
  made->limit = last;
  made->body = body;
  return true;
}

/* The numbers of a written range; false after a diagnostic. */
static bool range_bounds(const Flattening *f, FunctionBuild *b,
                         const AstExpr *range, FlatExpr *bound[3])
{
  assert(range->n_args == 2 || range->n_args == 3);
  const Typing *t = &f->typing;
  bool is_real = false;
  FlatExpr *part[3] = {NULL};
  for (int i = 0; i < range->n_args; i++) {
    part[i] = expression_flatten(f, b->context, range->arg[i]);
    if (!part[i]) return false;
    is_real |= part[i]->type == FLAT_REAL;
  }
  bound[0] = part[0];
  bound[1] = range->n_args == 3 ? part[1] : types_integer(t, range->span, 1);
  bound[2] = part[range->n_args - 1];
  for (int i = 0; i < 3; i++) {
    bound[i] = types_convert(t, bound[i], is_real ? FLAT_REAL : FLAT_INTEGER);
    if (!bound[i]) {
      fault_error(t->faults, range->span, E204,
                  "the range of a loop that is not known at translation must "
                  "be of numbers");
      return false;
    }
  }
  return true;
}

static bool function_loops_is_open(FlatExpr *const *bound)
{
  return bound[0]->variability > FLAT_PARAMETER ||
         bound[1]->variability > FLAT_PARAMETER ||
         bound[2]->variability > FLAT_PARAMETER;
}

/* The bounds are the same in each turn, whatever the body assigns. */
static bool open_loop(const Flattening *f, FunctionBuild *b,
                      const AstStatement *loop, int k, FlatExpr **bound)
{
  for (int i = 0; i < 3; i++) {
    if (types_is_literal(bound[i])) continue;
    Value *value = value_of(&f->typing, bound[i]);
    Value *kept =
        function_build_locals(&f->typing, session_name(f->s, "bound"), value);
    function_build_assign(&f->typing, loop->span, kept, value);
    bound[i] = value_at(&f->typing, kept, 0);
  }
  return append_for(f, b, loop, k, bound[0], bound[1], bound[2]);
}

/* for i in v, where the size of v is computed. */
static bool loop_over(const Flattening *f, FunctionBuild *b,
                      const AstStatement *loop, int k, const Value *v)
{
  assert(open_is(v) && v->rank == 1);
  OpenLoop turns;
  open_loop_begin(&f->typing, &turns, loop->span, v->open.size[0]);
  FlatExpr *element = open_read(&f->typing, loop->span, v, turns.iterator);
  bool good = with_iterator(f, b, loop, k, value_of(&f->typing, element));
  open_loop_leave(&f->typing, &turns);
  open_loop_append(&f->typing, &turns);
  return good;
}

/* A loop in the procedure, quietly; false: the turns have to be told apart. */
static bool try_loop(const Flattening *f, FunctionBuild *b,
                     const AstStatement *loop, int k, const Value *range)
{
  assert(range->kind == VALUE_RANGE && range->n_elements > 0);
  const Typing *t = &f->typing;
  Span span = loop->iterator[k].span;
  int64_t last = range->first + (range->n_elements - 1) * range->step;
  bool before = b->has_events_in_loop;
  b->has_events_in_loop = false;
  Attempt attempt;
  scope_try(&attempt, f);
  bool good = append_for(
      &attempt.f, b, loop, k, types_integer(t, span, range->first),
      types_integer(t, span, range->step), types_integer(t, span, last));
  good = good && !b->has_events_in_loop;
  b->has_events_in_loop = before;
  return good;
}

/* A loop in the procedure too, unless its body needs the number. */
static bool known_loop(const Flattening *f, FunctionBuild *b,
                       const AstStatement *loop, int k, const Value *range)
{
  if (open_is(range)) return loop_over(f, b, loop, k, range);
  bool is_plain = range->kind == VALUE_RANGE && range->type == FLAT_INTEGER;
  if (!is_plain || range->n_elements <= FEW_TURNS) {
    return unroll(f, b, loop, k, range);
  }
  Saved before = save(b);
  int n_assertions = f->flat->n_assertions;
  bool good = try_loop(f, b, loop, k, range);
  if (good || b->begins_anew) return good;
  restore(b, &before);
  f->flat->n_assertions = n_assertions; /* about the index of that loop */
  return unroll(f, b, loop, k, range);
}

static bool build_for(const Flattening *f, FunctionBuild *b,
                      const AstStatement *loop, int k)
{
  if (k == loop->n_iterators) {
    const AstStatementBranch *branch = &loop->branch[0];
    return function_build_statements(f, b, branch->statement,
                                     branch->n_statements);
  }
  AstIterator iterator = loop->iterator[k];
  if (!iterator.range) {
    ImplicitRange implicit;
    if (!implicit_range_of_statements(f, b->context, &iterator,
                                      &loop->branch[0], &implicit)) {
      return false;
    }
    if (implicit.all) return known_loop(f, b, loop, k, implicit.all);
    iterator.range = implicit.text;
  }
  FlatExpr *bound[3];
  if (iterator.range->kind == AST_RANGE) {
    Attempt attempt;
    scope_try(&attempt, f);
    bool good = range_bounds(&attempt.f, b, iterator.range, bound);
    if (good && function_loops_is_open(bound))
      return open_loop(f, b, loop, k, bound);
  }
  Value *range = expression_range(f, b->context, &iterator);
  return range && known_loop(f, b, loop, k, range);
}

bool function_build_while(const Flattening *f, FunctionBuild *b,
                          const AstStatement *loop)
{
  assert(loop->n_branches == 1);
  const Typing *t = &f->typing;
  const AstStatementBranch *branch = &loop->branch[0];
  FlatStatementList body = {0}, out = {0}, *before = b->at;
  FlatExpr *condition;
  bool is_known, value = true;
  b->at = &body;
  b->n_loops++;
  bool good = function_build_condition(f, b, "after 'while'", branch->condition,
                                       &condition, &is_known, &value);
  if (good && !(is_known && value)) {
    procedure_append(f->s, &out, STATEMENT_BREAK, loop->span);
    FlatStatement *test =
        procedure_append(f->s, &body, STATEMENT_IF, loop->span);
    test->value = types_unary(t, branch->condition->span, FLAT_NOT, condition);
    test->body = out;
  }
  good = good && function_build_statements(f, b, branch->statement,
                                           branch->n_statements);
  b->n_loops--;
  b->at = before;
  if (!good) return false;
  procedure_append(f->s, b->at, STATEMENT_LOOP, loop->span)->body = body;
  return true;
}

bool function_build_for(const Flattening *f, FunctionBuild *b,
                        const AstStatement *loop)
{
  return build_for(f, b, loop, 0);
}
