/* function_constant.c: an interpreter of numbers and of what is not known. Both
 * branches of a condition that is not known are carried out: what they agree on
 * is known after it. */
#include "function/function_constant.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "function/range_count.h"
#include "symbolic/evaluate.h"

#define CONSTANT_MOST_STEPS 20000 /* statements of one call */
#define CONSTANT_DEEPEST 20       /* calls inside of calls */

typedef enum PartialFlow {
  PARTIAL_NEXT,
  PARTIAL_BREAK,
  PARTIAL_RETURN,
  PARTIAL_UNKNOWN /* nothing can be said */
} PartialFlow;

typedef struct PartialRun {
  FunctionTable *table;
  Walk *walk;
  Arena *frames; /* apart from the walk's, which grows meanwhile */
  int n_steps, depth;
} PartialRun;

typedef struct PartialFrame {
  const Function *function;
  PartlyKnown slot;
} PartialFrame;

static PartialFlow partial_list(PartialRun *run, PartialFrame *frame,
                                const StatementList *list);

/* --- expressions ---------------------------------------------------------- */

static double partial_slot(const void *context, VarId var)
{
  return ((const PartialFrame *)context)->slot.value[var.i];
}

static ExprId number_or_slot(void *context, ExprTable *t, VarId var)
{
  const PartialFrame *frame = context;
  return frame->slot.is_known[var.i] ? expr_const(t, frame->slot.value[var.i])
                                     : expr_var(t, var);
}

static bool all_is_known(const PartialRun *run, const PartialFrame *frame)
{
  for (int k = 0; k < run->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(run->table->exprs, run->walk->node[k]);
    if (n->op == EXPR_VAR && !frame->slot.is_known[n->var.i]) return false;
  }
  return true;
}

/* Is the value known? A factor that is zero, a condition that is true decide
 * it, too. */
static bool partial_value(PartialRun *run, PartialFrame *frame, ExprId e,
                          double *value)
{
  *value = 0;
  if (e.i < 0) return true;
  walk_from(run->walk, e, false);
  if (all_is_known(run, frame)) {
    bool failed = false;
    EvaluatePoint point = {
        .var = partial_slot, .context = frame, .failed = &failed};
    *value = evaluate(run->walk, e, &point);
    return !failed && isfinite(*value);
  }
  ExprId now = walk_replace(run->walk, e, false, number_or_slot, frame);
  return expr_is_const(run->table->exprs, now, value) && isfinite(*value);
}

/* A String or an object is a number of the run, not of the translation. */
static bool partial_is_number(SlotType type)
{
  return type != SLOT_STRING && type != SLOT_OBJECT;
}

static void partial_store(PartialFrame *frame, int slot, double value,
                          bool is_known)
{
  SlotType type = function_slot_type(frame->function, slot);
  frame->slot.value[slot] = value;
  frame->slot.is_known[slot] = is_known && partial_is_number(type);
}

/* --- conditions ----------------------------------------------------------- */

static PartlyKnown partly_known_create(Arena *arena, int n)
{
  size_t size = (size_t)n + 1;
  return (PartlyKnown){arena_array(arena, size, sizeof(double)),
                       arena_array(arena, size, sizeof(bool))};
}

static void partly_known_copy(PartlyKnown to, PartlyKnown from, int n)
{
  memcpy(to.value, from.value, (size_t)n * sizeof to.value[0]);
  memcpy(to.is_known, from.is_known, (size_t)n * sizeof to.is_known[0]);
}

/* What both say is known. */
static void partly_known_agree(PartlyKnown one, PartlyKnown other, int n)
{
  for (int k = 0; k < n; k++) {
    bool is_same = other.is_known[k] && one.value[k] == other.value[k];
    one.is_known[k] = one.is_known[k] && is_same;
  }
}

static PartialFlow partial_both(PartialRun *run, PartialFrame *frame,
                                const Statement *s)
{
  int n = frame->function->n_slots;
  PartialFrame other = *frame;
  ArenaMark mark = arena_mark(run->frames);
  other.slot = partly_known_create(run->frames, n);
  partly_known_copy(other.slot, frame->slot, n);
  PartialFlow flow = partial_list(run, frame, &s->body);
  PartialFlow last = partial_list(run, &other, &s->otherwise);
  partly_known_agree(frame->slot, other.slot, n);
  arena_release(mark);
  bool both_go_on = flow == PARTIAL_NEXT && last == PARTIAL_NEXT;
  return both_go_on ? PARTIAL_NEXT : PARTIAL_UNKNOWN;
}

static PartialFlow partial_if(PartialRun *run, PartialFrame *frame,
                              const Statement *s)
{
  double value;
  if (!partial_value(run, frame, s->value, &value))
    return partial_both(run, frame, s);
  return partial_list(run, frame, value != 0 ? &s->body : &s->otherwise);
}

/* --- loops ---------------------------------------------------------------- */

static PartialFlow partial_for(PartialRun *run, PartialFrame *frame,
                               const Statement *s)
{
  double first, step, limit;
  bool is_known = partial_value(run, frame, s->value, &first);
  is_known = partial_value(run, frame, s->step, &step) && is_known;
  is_known = partial_value(run, frame, s->limit, &limit) && is_known;
  double n = range_count(first, step, limit);
  if (!is_known || !(n <= CONSTANT_MOST_STEPS)) return PARTIAL_UNKNOWN;
  for (int k = 0; k < n; k++) {
    partial_store(frame, s->target, first + k * step, true);
    PartialFlow flow = partial_list(run, frame, &s->body);
    if (flow == PARTIAL_BREAK) break;
    if (flow != PARTIAL_NEXT) return flow;
  }
  return PARTIAL_NEXT;
}

static PartialFlow partial_loop(PartialRun *run, PartialFrame *frame,
                                const Statement *s)
{
  PartialFlow flow = PARTIAL_NEXT;
  while (flow == PARTIAL_NEXT) {
    if (++run->n_steps > CONSTANT_MOST_STEPS) return PARTIAL_UNKNOWN;
    flow = partial_list(run, frame, &s->body);
  }
  return flow == PARTIAL_BREAK ? PARTIAL_NEXT : flow;
}

/* --- calls and elements --------------------------------------------------- */

static bool partial_function(PartialRun *run, int function, PartlyKnown arg,
                             PartlyKnown result);

static PartialFlow partial_call(PartialRun *run, PartialFrame *frame,
                                const Statement *s)
{
  ArenaMark mark = arena_mark(run->frames);
  int n_results = run->table->function[s->function]->n_outputs;
  assert(s->n_args == run->table->function[s->function]->n_inputs);
  assert(s->n_results <= n_results);
  PartlyKnown arg = partly_known_create(run->frames, s->n_args);
  PartlyKnown result = partly_known_create(run->frames, n_results);
  for (int k = 0; k < s->n_args; k++)
    arg.is_known[k] = partial_value(run, frame, s->arg[k], &arg.value[k]);
  bool good = partial_function(run, s->function, arg, result);
  for (int k = 0; good && k < s->n_results; k++) {
    if (s->result[k] >= 0)
      partial_store(frame, s->result[k], result.value[k], result.is_known[k]);
  }
  arena_release(mark);
  return good ? PARTIAL_NEXT : PARTIAL_UNKNOWN;
}

/* The slot of element e of the local; -1: it is not known which. */
static int partial_element(PartialRun *run, PartialFrame *frame, int local,
                           ExprId e)
{
  const FunctionLocal *l = &frame->function->local[local];
  double index;
  if (l->is_open || !partial_value(run, frame, e, &index)) return -1;
  bool is_inside = index >= 1 && index <= l->n;
  return is_inside ? l->first + (int)index - 1 : -1;
}

static PartialFlow partial_read(PartialRun *run, PartialFrame *frame,
                                const Statement *s)
{
  int from = partial_element(run, frame, s->local, s->value);
  if (from < 0) return PARTIAL_UNKNOWN;
  partial_store(frame, s->target, frame->slot.value[from],
                frame->slot.is_known[from]);
  return PARTIAL_NEXT;
}

static PartialFlow partial_write(PartialRun *run, PartialFrame *frame,
                                 const Statement *s)
{
  double value;
  int to = partial_element(run, frame, s->local, s->index);
  bool is_known = partial_value(run, frame, s->value, &value);
  if (to < 0) return PARTIAL_UNKNOWN;
  partial_store(frame, to, value, is_known);
  return PARTIAL_NEXT;
}

static bool partial_is_index(PartialRun *run, PartialFrame *frame,
                             const Statement *s)
{
  double value, limit = s->size;
  bool is_known = s->limit.i < 0 || partial_value(run, frame, s->limit, &limit);
  is_known = partial_value(run, frame, s->value, &value) && is_known;
  return is_known && value >= 1 && value <= limit;
}

/* --- all together --------------------------------------------------------- */

static PartialFlow partial_assign(PartialRun *run, PartialFrame *frame,
                                  const Statement *s)
{
  double value;
  bool is_known = partial_value(run, frame, s->value, &value);
  partial_store(frame, s->target, value, is_known);
  return PARTIAL_NEXT;
}

static PartialFlow partial_statement(PartialRun *run, PartialFrame *frame,
                                     const Statement *s)
{
  double value;
  switch (s->kind) {
  case STATEMENT_ASSIGN: return partial_assign(run, frame, s);
  case STATEMENT_READ: return partial_read(run, frame, s);
  case STATEMENT_WRITE: return partial_write(run, frame, s);
  case STATEMENT_CALL: return partial_call(run, frame, s);
  case STATEMENT_IF: return partial_if(run, frame, s);
  case STATEMENT_FOR: return partial_for(run, frame, s);
  case STATEMENT_LOOP: return partial_loop(run, frame, s);
  case STATEMENT_BREAK: return PARTIAL_BREAK;
  case STATEMENT_RETURN: return PARTIAL_RETURN;
  case STATEMENT_CHECK:
    return partial_is_index(run, frame, s) ? PARTIAL_NEXT : PARTIAL_UNKNOWN;
  case STATEMENT_ASSERT: /* what fails, or warns, is not left out */
    return partial_value(run, frame, s->value, &value) && value != 0
               ? PARTIAL_NEXT
               : PARTIAL_UNKNOWN;
  case STATEMENT_ALLOCATE:
  case STATEMENT_EXTERNAL: return PARTIAL_UNKNOWN;
  }
  assert(false);
  return PARTIAL_UNKNOWN;
}

static PartialFlow partial_list(PartialRun *run, PartialFrame *frame,
                                const StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    if (++run->n_steps > CONSTANT_MOST_STEPS) return PARTIAL_UNKNOWN;
    PartialFlow flow = partial_statement(run, frame, &list->item[k]);
    if (flow != PARTIAL_NEXT) return flow;
  }
  return PARTIAL_NEXT;
}

static void partial_begin(PartialFrame *frame, PartlyKnown arg)
{
  const Function *f = frame->function;
  for (int k = 0; k < f->n_locals; k++) {
    const FunctionLocal *local = &f->local[k];
    for (int i = 0; i < local->n; i++)
      frame->slot.is_known[local->first + i] = partial_is_number(local->type);
    if (!local->constant || local->n == 0) continue;
    memcpy(frame->slot.value + local->first, local->constant,
           (size_t)local->n * sizeof(double));
  }
  for (int k = 0; k < f->n_inputs; k++)
    partial_store(frame, f->input[k], arg.value[k], arg.is_known[k]);
}

static bool partial_function(PartialRun *run, int function, PartlyKnown arg,
                             PartlyKnown result)
{
  const Function *f = run->table->function[function];
  bool is_closed = f->is_impure || f->is_external || f->has_effects;
  if (is_closed || f->difference_of >= 0 || run->depth >= CONSTANT_DEEPEST)
    return false;
  ArenaMark mark = arena_mark(run->frames);
  PartialFrame frame = {f, partly_known_create(run->frames, f->n_slots)};
  partial_begin(&frame, arg);
  run->depth++;
  PartialFlow flow = partial_list(run, &frame, &f->body);
  run->depth--;
  for (int k = 0; k < f->n_outputs; k++) {
    result.value[k] = frame.slot.value[f->output[k]];
    result.is_known[k] = frame.slot.is_known[f->output[k]];
  }
  arena_release(mark);
  return flow == PARTIAL_NEXT || flow == PARTIAL_RETURN;
}

bool function_constant(FunctionTable *table, int function, PartlyKnown arg,
                       PartlyKnown result)
{
  assert(function >= 0 && function < table->n_functions);
  Arena *arena = arena_create("function constant");
  PartialRun run = {.table = table,
                    .walk = walk_create(table->exprs, arena),
                    .frames = arena_create("partly known frames")};
  bool good = partial_function(&run, function, arg, result);
  arena_destroy(run.frames);
  arena_destroy(arena);
  return good;
}
