/* function_evaluate.c: an interpreter with limits. */
#include "function/function_evaluate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "function/costly_calls.h"
#include "function/range_count.h"
#include "symbolic/evaluate.h"

#define MOST_STEPS 1000000 /* statements of one evaluation */
#define DEEPEST 200        /* calls inside of calls */
#define COSTLY_STEPS 1000  /* from here on the outcome is kept */

typedef enum Flow { FLOW_NEXT, FLOW_BREAK, FLOW_RETURN, FLOW_FAILED } Flow;

typedef struct OpenArray {
  double *element;
  int n;
} OpenArray;

typedef struct Run {
  FunctionTable *table;
  Walk *walk;
  Arena *frames;    /* apart from the walk's, which grows meanwhile */
  OpenArray *array; /* a slot of an open local holds an index of it, from 1 */
  int n_arrays, cap_arrays;
  Arena *arrays;
  int n_steps, depth;
  bool failed; /* an expression calls what cannot be evaluated */
} Run;

typedef struct Frame {
  const Function *function;
  double *slot;
} Frame;

static Flow function_evaluate_run_list(Run *run, Frame *frame,
                                       const StatementList *list);

static double function_evaluate_slot_value(const void *context, VarId var)
{
  return ((const Frame *)context)->slot[var.i];
}

static double function_evaluate_value(Run *run, const Frame *frame, ExprId e)
{
  EvaluatePoint point = {.var = function_evaluate_slot_value,
                         .context = frame,
                         .failed = &run->failed};
  return evaluate(run->walk, e, &point);
}

static bool function_evaluate_run_function(Run *run, int function,
                                           const double *arg, double *result);

static Flow function_evaluate_run_call(Run *run, Frame *frame,
                                       const Statement *s)
{
  Arena *arena = run->frames;
  ArenaMark mark = arena_mark(arena);
  int n_results = run->table->function[s->function]->n_outputs;
  assert(s->n_args == run->table->function[s->function]->n_inputs);
  assert(s->n_results <= n_results);
  double *arg = arena_array(arena, (size_t)s->n_args + 1, sizeof arg[0]);
  double *result = arena_array(arena, (size_t)n_results + 1, sizeof result[0]);
  for (int k = 0; k < s->n_args; k++)
    arg[k] = function_evaluate_value(run, frame, s->arg[k]);
  bool good = function_evaluate_run_function(run, s->function, arg, result);
  for (int k = 0; good && k < s->n_results; k++) {
    if (s->result[k] >= 0) frame->slot[s->result[k]] = result[k];
  }
  arena_release(mark);
  return good ? FLOW_NEXT : FLOW_FAILED;
}

static Flow function_evaluate_run_for(Run *run, Frame *frame,
                                      const Statement *s)
{
  double first = function_evaluate_value(run, frame, s->value);
  double step = function_evaluate_value(run, frame, s->step);
  double n =
      range_count(first, step, function_evaluate_value(run, frame, s->limit));
  if (!(n <= MOST_STEPS)) return FLOW_FAILED;
  for (int k = 0; k < n; k++) {
    frame->slot[s->target] = first + k * step;
    Flow flow = function_evaluate_run_list(run, frame, &s->body);
    if (flow == FLOW_BREAK) break;
    if (flow != FLOW_NEXT) return flow;
  }
  return FLOW_NEXT;
}

static Flow run_loop(Run *run, Frame *frame, const Statement *s)
{
  Flow flow = FLOW_NEXT;
  while (flow == FLOW_NEXT) {
    if (++run->n_steps > MOST_STEPS) return FLOW_FAILED;
    flow = function_evaluate_run_list(run, frame, &s->body);
  }
  return flow == FLOW_BREAK ? FLOW_NEXT : flow;
}

static Flow run_allocate(Run *run, Frame *frame, const Statement *s, double n)
{
  if (!(n >= 0 && n <= MOST_STEPS)) return FLOW_FAILED;
  run->array = vector_grow(run->arrays, run->array, &run->cap_arrays,
                           run->n_arrays + 1, sizeof run->array[0]);
  run->array[run->n_arrays++] = (OpenArray){
      arena_array(run->arrays, (size_t)n + 1, sizeof(double)), (int)n};
  frame->slot[frame->function->local[s->local].first] = run->n_arrays;
  return FLOW_NEXT;
}

static double *open_element(const Run *run, double array, double index)
{
  if (!(array >= 1 && array <= run->n_arrays)) return NULL;
  const OpenArray *a = &run->array[(int)array - 1];
  return index >= 1 && index <= a->n ? &a->element[(int)index - 1] : NULL;
}

static double *function_evaluate_element(const Run *run, const Frame *frame,
                                         const Statement *s, double index)
{
  const FunctionLocal *local = &frame->function->local[s->local];
  if (local->is_open) {
    return open_element(run, frame->slot[local->first], index);
  }
  if (!(index >= 1 && index <= local->n)) return NULL;
  return &frame->slot[local->first + (int)index - 1];
}

static Flow function_evaluate_run_statement(Run *run, Frame *frame,
                                            const Statement *s)
{
  double v =
      s->value.i >= 0 ? function_evaluate_value(run, frame, s->value) : 0;
  double *place, limit;
  switch (s->kind) {
  case STATEMENT_ASSIGN: frame->slot[s->target] = v; return FLOW_NEXT;
  case STATEMENT_ALLOCATE: return run_allocate(run, frame, s, v);
  case STATEMENT_CHECK:
    limit = s->limit.i >= 0 ? function_evaluate_value(run, frame, s->limit)
                            : s->size;
    return v >= 1 && v <= limit ? FLOW_NEXT : FLOW_FAILED;
  case STATEMENT_READ:
    place = function_evaluate_element(run, frame, s, v);
    if (place) frame->slot[s->target] = *place;
    return place ? FLOW_NEXT : FLOW_FAILED;
  case STATEMENT_WRITE:
    place = function_evaluate_element(
        run, frame, s, function_evaluate_value(run, frame, s->index));
    if (place) *place = v;
    return place ? FLOW_NEXT : FLOW_FAILED;
  case STATEMENT_CALL: return function_evaluate_run_call(run, frame, s);
  case STATEMENT_IF:
    return function_evaluate_run_list(run, frame,
                                      v != 0 ? &s->body : &s->otherwise);
  case STATEMENT_FOR: return function_evaluate_run_for(run, frame, s);
  case STATEMENT_LOOP: return run_loop(run, frame, s);
  case STATEMENT_BREAK: return FLOW_BREAK;
  case STATEMENT_RETURN: return FLOW_RETURN;
  case STATEMENT_ASSERT:
    return v != 0 || s->is_warning ? FLOW_NEXT : FLOW_FAILED;
  case STATEMENT_EXTERNAL: return FLOW_FAILED;
  }
  assert(false);
  return FLOW_FAILED;
}

static Flow function_evaluate_run_list(Run *run, Frame *frame,
                                       const StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    if (++run->n_steps > MOST_STEPS) return FLOW_FAILED;
    Flow flow = function_evaluate_run_statement(run, frame, &list->item[k]);
    if (run->failed) return FLOW_FAILED;
    if (flow != FLOW_NEXT) return flow;
  }
  return FLOW_NEXT;
}

static bool function_evaluate_run_function(Run *run, int function,
                                           const double *arg, double *result)
{
  const Function *f = run->table->function[function];
  bool is_closed = f->is_impure || f->is_incomplete || f->difference_of >= 0;
  run->table->n_unfinished += f->is_incomplete;
  if (is_closed || run->depth >= DEEPEST) return false;
  ArenaMark mark = arena_mark(run->frames);
  Frame frame = {f, arena_array(run->frames, (size_t)f->n_slots + 1,
                                sizeof frame.slot[0])};
  for (int k = 0; k < f->n_locals; k++) {
    const FunctionLocal *local = &f->local[k];
    if (!local->constant || local->n == 0) continue;
    memcpy(frame.slot + local->first, local->constant,
           (size_t)local->n * sizeof(double));
  }
  for (int k = 0; k < f->n_inputs; k++) frame.slot[f->input[k]] = arg[k];
  run->depth++;
  Flow flow = function_evaluate_run_list(run, &frame, &f->body);
  run->depth--;
  for (int k = 0; k < f->n_outputs; k++) result[k] = frame.slot[f->output[k]];
  arena_release(mark);
  return flow != FLOW_FAILED;
}

bool function_evaluate(FunctionTable *table, int function, const double *arg,
                       int k, double *result)
{
  assert(function >= 0 && function < table->n_functions);
  const Function *f = table->function[function];
  bool good;
  assert(k >= 0 && k < f->n_outputs);
  if (costly_calls_find(table->costly, function, arg, f->n_inputs, k, result,
                        &good))
    return good;
  Arena *arena = arena_create("function");
  Run run = {.table = table,
             .walk = walk_create(table->exprs, arena),
             .frames = arena_create("frames"),
             .arrays = arena_create("arrays")};
  int n_unfinished = table->n_unfinished;
  double *all = arena_array(run.frames, (size_t)f->n_outputs, sizeof all[0]);
  good = function_evaluate_run_function(&run, function, arg, all);
  *result = all[k];
  bool is_final = good || table->n_unfinished == n_unfinished;
  if (is_final && run.n_steps > COSTLY_STEPS)
    costly_calls_keep(table->costly, function, arg, f->n_inputs,
                      good ? all : NULL, f->n_outputs);
  arena_destroy(run.arrays);
  arena_destroy(run.frames);
  arena_destroy(arena);
  return good;
}
