/* unassigned_reads.c: see unassigned_reads.h.
 *
 * One walk in the order of the text, with the variables that may have been
 * assigned so far. A loop makes it more than that: what is assigned further
 * down may come from the turn before. But not all of it: when a block (the
 * body of a loop, a branch) is carried out for the first time, nothing of what
 * it assigns further down has happened. So a statement of a block can rely on
 * what the outermost loop assigns outside of the block, and on nothing else
 * that comes later.
 *
 * A loop that was unrolled repeats its text. What it reads under a condition
 * may happen in later turns alone: it is a fault if it is one in all copies of
 * the text. And a loop inside of it whose turns are computed may have none
 * before something is assigned. */
#include "flatten/functions/unassigned_reads.h"

#include <assert.h>

#include "base/vector.h"

/* What is read, and where. */
typedef struct Reading {
  const FlatExpr *expr;
  Span around;     /* the narrowest place that is known */
  bool is_skipped; /* it may be, when its block is carried out */
} Reading;

/* What is read while nothing is assigned to it. */
typedef struct Doubt {
  int variable;
  Span span;
  bool is_certain; /* under no condition */
  bool is_fine;    /* in another copy of the text */
} Doubt;

typedef struct Walk {
  const Flattening *f;
  FunctionBuild *b;
  Arena *scratch;
  int *variable;  /* [n_slots] in b->variables; -1: not checked */
  bool *assigned; /* [variables] may be assigned by now */
  int *log;       /* the variables in the order in which they were assigned */
  int n_log, cap_log;
  Reading *stack; /* of unassigned_reads_read_expression() */
  int cap_stack;
  /* assignments of each variable: in the outermost loop around this place,
   * and in the blocks inside of it, the innermost one last */
  int *in_loop, **in_block;
  int n_blocks, n_made, cap_blocks;
  int *outside;     /* [variables] assignments outside of these: */
  int n_conditions; /* around this place */
  int n_computed;   /* loops around it whose turns are computed */
  Doubt *doubt;
  int n_doubts, cap_doubts;
  bool is_bad;
} Walk;

/* --- what is read --- */

static Span narrower(Span inside, Span around)
{
  bool is_inside = inside.source == around.source &&
                   inside.begin >= around.begin && inside.end <= around.end;
  return is_inside ? inside : around;
}

static void unassigned_reads_report(Walk *w, int variable, Span span)
{
  const Instance *read = w->b->variables->item[variable];
  const Faults *faults = w->f->faults;
  Diagnostic *d =
      fault_error(faults, span, E209,
                  "'%s' is read before anything is assigned to it", read->name);
  fault_note(faults, d, read->element->name_span, "declared here");
  w->is_bad = true;
}

/* The text that was read there before; NULL: it was fine. */
static Doubt *find_doubt(const Walk *w, int variable, Span span)
{
  for (int k = 0; k < w->n_doubts; k++) {
    Doubt *d = &w->doubt[k];
    if (d->variable == variable && d->span.source == span.source &&
        d->span.begin == span.begin && d->span.end == span.end)
      return d;
  }
  return NULL;
}

static void note_doubt(Walk *w, int variable, Span span, bool is_certain)
{
  if (is_certain) w->assigned[variable] = true; /* once is enough */
  Doubt *before = find_doubt(w, variable, span);
  if (before) {
    before->is_certain |= is_certain;
    return;
  }
  w->doubt = vector_grow(w->scratch, w->doubt, &w->cap_doubts, w->n_doubts + 1,
                         sizeof w->doubt[0]);
  w->doubt[w->n_doubts++] = (Doubt){variable, span, is_certain, false};
}

static void report_doubts(Walk *w)
{
  for (int k = 0; k < w->n_doubts; k++) {
    int variable = w->doubt[k].variable;
    bool is_first = true;
    for (int j = 0; j < k; j++)
      is_first &= w->doubt[j].variable != variable || w->doubt[j].is_fine;
    if (!w->doubt[k].is_fine && is_first)
      unassigned_reads_report(w, variable, w->doubt[k].span);
  }
}

static void read_slot(Walk *w, int slot, Span span, bool is_skipped)
{
  assert(slot >= 0 && slot < w->b->to->n_slots);
  int variable = w->variable[slot];
  if (variable < 0) return;
  Doubt *doubt = w->n_doubts > 0 ? find_doubt(w, variable, span) : NULL;
  if (w->assigned[variable]) {
    if (doubt && !doubt->is_certain) doubt->is_fine = true;
    return;
  }
  int later = w->in_loop[variable];
  if (w->n_blocks > 0 && !is_skipped) {
    later -= w->in_block[w->n_blocks - 1][variable];
  }
  if (later > 0 || (w->n_computed > 0 && w->outside[variable] > 0)) return;
  note_doubt(w, variable, span, w->n_conditions == 0 && !is_skipped);
}

static void unassigned_reads_push(Walk *w, int *n, const FlatExpr *expr,
                                  Span around, bool is_skipped)
{
  w->stack = vector_grow(w->scratch, w->stack, &w->cap_stack, *n + 1,
                         sizeof w->stack[0]);
  w->stack[(*n)++] = (Reading){expr, narrower(expr->span, around), is_skipped};
}

/* Which arguments are not always computed? */
static bool is_optional(const FlatExpr *expr, int arg)
{
  bool is_logical = expr->kind == FLAT_EXPR_CALL &&
                    (expr->function == FLAT_AND || expr->function == FLAT_OR);
  return arg > 0 && (is_logical || expr->kind == FLAT_EXPR_IF);
}

static void unassigned_reads_read_expression(Walk *w, const FlatExpr *expr,
                                             Span around)
{
  int n = 0;
  if (!expr) return;
  unassigned_reads_push(w, &n, expr, around, false);
  while (n > 0) {
    Reading at = w->stack[--n];
    if (at.expr->kind == FLAT_EXPR_LOCAL) {
      read_slot(w, at.expr->slot, at.around, at.is_skipped);
      continue;
    }
    for (int i = at.expr->n_args - 1; i >= 0; i--) {
      unassigned_reads_push(w, &n, at.expr->arg[i], at.around,
                            at.is_skipped || is_optional(at.expr, i));
    }
  }
}

static void unassigned_reads_read_row(Walk *w, int local, Span span)
{
  const FlatLocal *row = &w->b->to->local[local];
  if (row->n > 0) read_slot(w, row->first, span, false);
}

/* --- what is assigned --- */

static void assign_slot(Walk *w, int slot)
{
  int variable = slot >= 0 ? w->variable[slot] : -1;
  if (variable < 0 || w->assigned[variable]) return;
  w->assigned[variable] = true;
  w->log = vector_grow(w->scratch, w->log, &w->cap_log, w->n_log + 1,
                       sizeof w->log[0]);
  w->log[w->n_log++] = variable;
}

static void count_slot(const Walk *w, int slot, int *count, int by)
{
  int variable = slot >= 0 ? w->variable[slot] : -1;
  if (variable >= 0) count[variable] += by;
}

static int written_slot(const Walk *w, const FlatStatement *s)
{
  if (s->kind != STATEMENT_WRITE) return s->target;
  const FlatLocal *row = &w->b->to->local[s->local];
  return row->n > 0 ? row->first : -1;
}

/* Adds `by` for each assignment in the list. */
static void count_assignments(const Walk *w, const FlatStatementList *list,
                              int *count, int by)
{
  for (int i = 0; i < list->n_items; i++) {
    const FlatStatement *s = &list->item[i];
    count_slot(w, written_slot(w, s), count, by);
    for (int k = 0; k < s->n_results; k++)
      count_slot(w, s->result[k], count, by);
    count_assignments(w, &s->body, count, by);
    count_assignments(w, &s->otherwise, count, by);
  }
}

/* --- statements --- */

static void walk_list(Walk *w, const FlatStatementList *list);

static int *new_block(Walk *w)
{
  assert(w->n_blocks <= w->n_made);
  if (w->n_blocks == w->n_made) {
    w->in_block = vector_grow(w->scratch, w->in_block, &w->cap_blocks,
                              w->n_made + 1, sizeof w->in_block[0]);
    w->in_block[w->n_made++] = arena_array(
        w->scratch, (size_t)w->b->variables->n_items + 1, sizeof(int));
  }
  return w->in_block[w->n_blocks++];
}

/* A block of a loop. */
static void walk_block(Walk *w, const FlatStatementList *list)
{
  int *count = new_block(w);
  count_assignments(w, list, count, 1);
  walk_list(w, list);
  count_assignments(w, list, count, -1);
  assert(w->n_blocks > 0);
  w->n_blocks--;
}

static void walk_branch(Walk *w, const FlatStatementList *list)
{
  if (w->n_blocks > 0) {
    walk_block(w, list);
  } else {
    walk_list(w, list);
  }
}

static void walk_if(Walk *w, const FlatStatement *s)
{
  int mark = w->n_log;
  unassigned_reads_read_expression(w, s->value, s->span);
  w->n_conditions++;
  walk_branch(w, &s->body);
  int end = w->n_log;
  for (int k = mark; k < end; k++) w->assigned[w->log[k]] = false;
  walk_branch(w, &s->otherwise);
  w->n_conditions--;
  for (int k = mark; k < end; k++) w->assigned[w->log[k]] = true;
}

static void walk_loop(Walk *w, const FlatStatement *s)
{
  bool is_outermost = w->n_blocks == 0;
  unassigned_reads_read_expression(w, s->value, s->span);
  unassigned_reads_read_expression(w, s->step, s->span);
  unassigned_reads_read_expression(w, s->limit, s->span);
  if (is_outermost) count_assignments(w, &s->body, w->in_loop, 1);
  bool is_computed = s->kind == STATEMENT_FOR && !(types_is_literal(s->value) &&
                                                   types_is_literal(s->limit));
  bool is_first = is_computed && w->n_computed == 0;
  if (is_first) count_assignments(w, &s->body, w->outside, -1);
  w->n_conditions++;
  w->n_computed += is_computed;
  walk_block(w, &s->body);
  w->n_computed -= is_computed;
  w->n_conditions--;
  if (is_first) count_assignments(w, &s->body, w->outside, 1);
  if (is_outermost) count_assignments(w, &s->body, w->in_loop, -1);
}

static void walk_one(Walk *w, const FlatStatement *s)
{
  switch (s->kind) {
  case STATEMENT_IF: walk_if(w, s); return;
  case STATEMENT_FOR:
  case STATEMENT_LOOP: walk_loop(w, s); return;
  case STATEMENT_READ: unassigned_reads_read_row(w, s->local, s->span); break;
  case STATEMENT_ASSIGN:
  case STATEMENT_WRITE:
  case STATEMENT_ALLOCATE:
  case STATEMENT_CHECK:
  case STATEMENT_CALL:
  case STATEMENT_ASSERT: break;
  case STATEMENT_BREAK:
  case STATEMENT_RETURN:
  case STATEMENT_EXTERNAL: return;
  }
  unassigned_reads_read_expression(w, s->value, s->span);
  unassigned_reads_read_expression(w, s->index, s->span);
  for (int k = 0; k < s->n_args; k++)
    unassigned_reads_read_expression(w, s->arg[k], s->span);
  assign_slot(w, written_slot(w, s));
  for (int k = 0; k < s->n_results; k++) assign_slot(w, s->result[k]);
}

/* An assertion that stands for a wrong subscript: the function fails here, and
 * what it took the place of is not carried out. */
static bool always_fails(const FlatStatement *s)
{
  return s->kind == STATEMENT_ASSERT && !s->is_warning && s->value &&
         s->value->kind == FLAT_EXPR_BOOLEAN && !s->value->boolean;
}

/* What follows is not reached. Below the branch it counts as assigned. */
static void assign_unreached(Walk *w, const FlatStatementList *list, int from)
{
  for (int i = from; i < list->n_items; i++) {
    const FlatStatement *s = &list->item[i];
    assign_slot(w, written_slot(w, s));
    for (int k = 0; k < s->n_results; k++) assign_slot(w, s->result[k]);
    assign_unreached(w, &s->body, 0);
    assign_unreached(w, &s->otherwise, 0);
  }
}

/* The recursion follows the nesting of the text. */
static void walk_list(Walk *w, const FlatStatementList *list)
{
  for (int i = 0; i < list->n_items; i++) {
    walk_one(w, &list->item[i]);
    if (!always_fails(&list->item[i])) continue;
    assign_unreached(w, list, i + 1);
    return;
  }
}

/* --- the variables --- */

static void own_slots(Walk *w, int variable, const Value *value)
{
  int n = 0;
  FlatExpr **scalar = arena_array(
      w->scratch, (size_t)function_build_count(value) + 1, sizeof scalar[0]);
  function_build_scalars(&w->f->typing, value, scalar, &n);
  if (open_is(value)) n = 1; /* the array; to ask for its sizes is no reading */
  for (int k = 0; k < n; k++) {
    if (scalar[k]->kind == FLAT_EXPR_LOCAL) {
      w->variable[scalar[k]->slot] = variable;
    }
  }
}

static void unassigned_reads_list_variables(Walk *w)
{
  const Components *all = w->b->variables;
  size_t n = (size_t)all->n_items + 1;
  size_t n_slots = (size_t)w->b->to->n_slots + 1;
  w->variable = arena_array(w->scratch, n_slots, sizeof w->variable[0]);
  w->assigned = arena_array(w->scratch, n, sizeof w->assigned[0]);
  w->in_loop = arena_array(w->scratch, n, sizeof w->in_loop[0]);
  w->outside = arena_array(w->scratch, n, sizeof w->outside[0]);
  for (size_t k = 0; k < n_slots; k++) w->variable[k] = -1;
  for (int i = 0; i < all->n_items; i++) {
    const Value *value = function_build_value(w->b, all->item[i]->name);
    bool is_input = all->item[i]->prefix.causality == AST_INPUT;
    if (value && !is_input) own_slots(w, i, value);
  }
}

bool unassigned_reads_check(const Flattening *f, FunctionBuild *b)
{
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  Walk w = {.f = f, .b = b, .scratch = scratch};
  assert(!b->algorithm);
  unassigned_reads_list_variables(&w);
  count_assignments(&w, &b->to->body, w.outside, 1);
  walk_list(&w, &b->to->body);
  assert(w.n_blocks == 0 && w.n_conditions == 0);
  report_doubts(&w);
  arena_release(mark);
  return !w.is_bad;
}
