/* function_expand.c: function_evaluate.c with expressions in place of
 * numbers. */
#include "function/function_expand.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"
#include "function/range_count.h"
#include "symbolic/walk.h"

#define MOST_OPERATIONS 500 /* of one call, those inside of it included */
#define MOST_ROUNDS 1000    /* of one loop */
#define DEEPEST 20          /* calls inside of calls */

typedef enum Flow { FLOW_NEXT, FLOW_RETURN, FLOW_FAILED } Flow;

struct FunctionExpander {
  FunctionTable *table;
  Walk *walk;
  Arena *arena;    /* its own: walks of others may be under way */
  int32_t *number; /* by ExprId of a call: index in made[], from 1 */
  int cap_numbers;
  ExprId **made; /* the results; NULL: it stays a call */
  int n_made, cap_made;
  int n_operations, depth; /* of the call that is carried out now */
};

typedef struct Frame {
  const Function *function;
  ExprId *slot;
  ExprId guard;
} Frame;

static Flow function_expand_run_list(FunctionExpander *x, Frame *frame,
                                     const StatementList *list);

static ExprId function_expand_slot_value(void *context, ExprTable *t, VarId var)
{
  (void)t;
  return ((const Frame *)context)->slot[var.i];
}

static ExprId function_expand_value(FunctionExpander *x, Frame *frame, ExprId e)
{
  ExprId made =
      walk_replace(x->walk, e, false, function_expand_slot_value, frame);
  x->n_operations += x->walk->n_nodes;
  return made;
}

/* False: the value is not known at translation. */
static bool function_expand_number(FunctionExpander *x, Frame *frame, ExprId e,
                                   double *v)
{
  return expr_is_const(x->table->exprs, function_expand_value(x, frame, e), v);
}

/* Booleans and Strings are not computed in expressions of the equations. */
static Flow function_expand_put(FunctionExpander *x, Frame *frame, int slot,
                                ExprId v)
{
  SlotType type = function_slot_type(frame->function, slot);
  frame->slot[slot] = v;
  if (type == SLOT_REAL || type == SLOT_INTEGER) return FLOW_NEXT;
  return expr_is_const(x->table->exprs, v, NULL) ? FLOW_NEXT : FLOW_FAILED;
}

static bool function_expand_run_function(FunctionExpander *x, int function,
                                         const ExprId *arg, ExprId guard,
                                         ExprId *result);

/* The results of a call inside; as a call where the function stays one. */
static void call_inside(FunctionExpander *x, const Frame *frame,
                        const Statement *s, const ExprId *arg, ExprId *result)
{
  int n = x->table->function[s->function]->n_outputs;
  if (function_expand_run_function(x, s->function, arg, frame->guard, result))
    return;
  ExprTable *t = x->table->exprs;
  ExprId call = call_make(t, s->function, arg, s->n_args, frame->guard);
  for (int k = 0; k < n; k++) result[k] = call_result(t, call, k);
}

static Flow function_expand_run_call(FunctionExpander *x, Frame *frame,
                                     const Statement *s)
{
  int n_results = x->table->function[s->function]->n_outputs;
  assert(s->n_args == x->table->function[s->function]->n_inputs);
  assert(s->n_results <= n_results);
  const Function *called = x->table->function[s->function];
  if (called->is_impure || called->destructor >= 0) return FLOW_FAILED;
  ExprId *arg = arena_array(x->arena, (size_t)s->n_args + 1, sizeof arg[0]);
  ExprId *result =
      arena_array(x->arena, (size_t)n_results + 1, sizeof result[0]);
  for (int k = 0; k < s->n_args; k++)
    arg[k] = function_expand_value(x, frame, s->arg[k]);
  call_inside(x, frame, s, arg, result);
  Flow flow = FLOW_NEXT;
  for (int k = 0; flow == FLOW_NEXT && k < s->n_results; k++) {
    if (s->result[k] >= 0)
      flow = function_expand_put(x, frame, s->result[k], result[k]);
  }
  return flow;
}

static Flow function_expand_run_for(FunctionExpander *x, Frame *frame,
                                    const Statement *s)
{
  double first, step, limit;
  if (!function_expand_number(x, frame, s->value, &first) ||
      !function_expand_number(x, frame, s->step, &step) ||
      !function_expand_number(x, frame, s->limit, &limit)) {
    return FLOW_FAILED;
  }
  double n = range_count(first, step, limit);
  if (!(n <= MOST_ROUNDS)) return FLOW_FAILED;
  for (int k = 0; k < n; k++) {
    frame->slot[s->target] = expr_const(x->table->exprs, first + k * step);
    Flow flow = function_expand_run_list(x, frame, &s->body);
    if (flow != FLOW_NEXT) return flow;
  }
  return FLOW_NEXT;
}

static Flow run_if(FunctionExpander *x, Frame *frame, const Statement *s)
{
  double is_true;
  if (!function_expand_number(x, frame, s->value, &is_true)) return FLOW_FAILED;
  return function_expand_run_list(x, frame,
                                  is_true != 0 ? &s->body : &s->otherwise);
}

/* The slot of an element; -1: the subscript is not known, or wrong. */
static int function_expand_element(FunctionExpander *x, Frame *frame,
                                   const Statement *s, ExprId subscript)
{
  const FunctionLocal *local = &frame->function->local[s->local];
  double k;
  if (local->is_open || !function_expand_number(x, frame, subscript, &k))
    return -1;
  if (!(k >= 1 && k <= local->n)) return -1;
  return local->first + (int)k - 1;
}

static Flow run_read(FunctionExpander *x, Frame *frame, const Statement *s)
{
  int slot = function_expand_element(x, frame, s, s->value);
  if (slot < 0) return FLOW_FAILED;
  return function_expand_put(x, frame, s->target, frame->slot[slot]);
}

static Flow run_write(FunctionExpander *x, Frame *frame, const Statement *s)
{
  int slot = function_expand_element(x, frame, s, s->index);
  if (slot < 0) return FLOW_FAILED;
  return function_expand_put(x, frame, slot,
                             function_expand_value(x, frame, s->value));
}

static Flow run_check(FunctionExpander *x, Frame *frame, const Statement *s)
{
  double k, limit = s->size;
  if (!function_expand_number(x, frame, s->value, &k)) return FLOW_FAILED;
  if (s->limit.i >= 0 && !function_expand_number(x, frame, s->limit, &limit)) {
    return FLOW_FAILED;
  }
  return k >= 1 && k <= limit ? FLOW_NEXT : FLOW_FAILED;
}

static Flow function_expand_run_statement(FunctionExpander *x, Frame *frame,
                                          const Statement *s)
{
  double v;
  switch (s->kind) {
  case STATEMENT_ASSIGN:
    return function_expand_put(x, frame, s->target,
                               function_expand_value(x, frame, s->value));
  case STATEMENT_CHECK: return run_check(x, frame, s);
  case STATEMENT_READ: return run_read(x, frame, s);
  case STATEMENT_WRITE: return run_write(x, frame, s);
  case STATEMENT_CALL: return function_expand_run_call(x, frame, s);
  case STATEMENT_IF: return run_if(x, frame, s);
  case STATEMENT_FOR: return function_expand_run_for(x, frame, s);
  case STATEMENT_ASSERT:
    return function_expand_number(x, frame, s->value, &v) && v != 0
               ? FLOW_NEXT
               : FLOW_FAILED;
  case STATEMENT_RETURN: return FLOW_RETURN;
  case STATEMENT_ALLOCATE:
  case STATEMENT_LOOP:
  case STATEMENT_BREAK:
  case STATEMENT_EXTERNAL: return FLOW_FAILED;
  }
  assert(false);
  return FLOW_FAILED;
}

/* The recursion follows the nesting of the text. */
static Flow function_expand_run_list(FunctionExpander *x, Frame *frame,
                                     const StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    if (x->n_operations > MOST_OPERATIONS) return FLOW_FAILED;
    Flow flow = function_expand_run_statement(x, frame, &list->item[k]);
    if (flow != FLOW_NEXT) return flow;
  }
  return x->n_operations > MOST_OPERATIONS ? FLOW_FAILED : FLOW_NEXT;
}

/* All slots are zero, but for tables and inputs. */
static Flow function_expand_enter(FunctionExpander *x, Frame *frame,
                                  const ExprId *arg)
{
  const Function *f = frame->function;
  ExprTable *t = x->table->exprs;
  frame->slot =
      arena_array(x->arena, (size_t)f->n_slots + 1, sizeof frame->slot[0]);
  for (int k = 0; k < f->n_slots; k++) frame->slot[k] = expr_const(t, 0);
  for (int k = 0; k < f->n_locals; k++) {
    const FunctionLocal *local = &f->local[k];
    for (int i = 0; local->constant && i < local->n; i++) {
      frame->slot[local->first + i] = expr_const(t, local->constant[i]);
    }
  }
  Flow flow = FLOW_NEXT;
  for (int k = 0; flow == FLOW_NEXT && k < f->n_inputs; k++) {
    flow = function_expand_put(x, frame, f->input[k], arg[k]);
  }
  return flow;
}

static bool function_expand_run_function(FunctionExpander *x, int function,
                                         const ExprId *arg, ExprId guard,
                                         ExprId *result)
{
  const Function *f = x->table->function[function];
  if (!f->may_expand || f->n_inverses > 0 || x->depth >= DEEPEST) return false;
  Frame frame = {.function = f, .guard = guard};
  x->depth++;
  Flow flow = function_expand_enter(x, &frame, arg);
  if (flow == FLOW_NEXT) flow = function_expand_run_list(x, &frame, &f->body);
  x->depth--;
  for (int k = 0; k < f->n_outputs; k++) result[k] = frame.slot[f->output[k]];
  return flow != FLOW_FAILED;
}

static ExprId *function_expand_call(FunctionExpander *x, ExprId call)
{
  ExprTable *t = x->table->exprs;
  const ExprNode *n = expr_node(t, call);
  double guard;
  if (!expr_is_const(t, n->arg[1], &guard) || guard == 0) return NULL;
  int n_args = call_n_args(t, call);
  int n_outputs = x->table->function[n->index]->n_outputs;
  ExprId *arg = arena_array(x->arena, (size_t)n_args + 1, sizeof arg[0]);
  ExprId *result =
      arena_array(x->arena, (size_t)n_outputs + 1, sizeof result[0]);
  call_args(t, call, arg);
  x->n_operations = 0;
  return function_expand_run_function(x, n->index, arg, n->arg[1], result)
             ? result
             : NULL;
}

FunctionExpander *function_expander_create(FunctionTable *table)
{
  Arena *arena = arena_create("expand");
  FunctionExpander *x = arena_alloc(arena, sizeof *x);
  *x = (FunctionExpander){
      .table = table, .walk = walk_create(table->exprs, arena), .arena = arena};
  return x;
}

void function_expander_free(FunctionExpander *x)
{
  arena_destroy(x->arena);
}

ExprId function_expand(FunctionExpander *x, ExprId call, int k)
{
  x->number = vector_grow(x->arena, x->number, &x->cap_numbers, call.i + 1,
                          sizeof x->number[0]);
  if (x->number[call.i] == 0) {
    x->made = vector_grow(x->arena, x->made, &x->cap_made, x->n_made + 1,
                          sizeof x->made[0]);
    x->made[x->n_made++] = function_expand_call(x, call);
    x->number[call.i] = x->n_made;
  }
  assert(x->number[call.i] <= x->n_made && x->depth == 0);
  const ExprId *result = x->made[x->number[call.i] - 1];
  return result ? result[k] : call_result(x->table->exprs, call, k);
}
