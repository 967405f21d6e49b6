/* model_blocks.c: assignments and algebraic loops in the order of evaluation.
 */
#include "emit/model/model_blocks.h"

#include <assert.h>
#include <stddef.h>

#include "emit/blocks/block_formula.h"
#include "emit/blocks/block_item.h"
#include "emit/blocks/block_tables.h"
#include "emit/blocks/block_twin.h"
#include "emit/blocks/result_run.h"
#include "emit/blocks/schedule.h"
#include "emit/kernel/lanes.h"
#include "emit/kernel/long_sum.h"
#include "emit/kernel/routine.h"
#include "emit/kernel/shared_value.h"
#include "emit/model/model_adjoint.h"
#include "emit/model/model_divisors.h"
#include "emit/model/model_sets.h"
#include "emit/model/model_tangent.h"
#include "emit/text/c_text.h"
#include "reduce/blocks/same_block.h"

/* Loops with more of them are written as C loops where they can be. */
#define MANY_ITEMS 500
#define COMMENT_LINES 40 /* equations and unknowns named above a loop */

/* A sequence while it is written. */
typedef struct Sequence {
  const BlockSequence *blocks;
  const char *prefix;
  int *number;       /* of each block: index among the loops of the sequence */
  const int *leader; /* of each block: see block_twin.h */
  BlockRuns runs;
  const int *order; /* [n_ordered] the blocks that are written */
  int n_ordered;
  SameBlocks same; /* of the initial system; for the continuous one */
  int *divisor;    /* of each block: see model_divisors.h */
  int n_checked;   /* ReducedSystem.divisor, after the blocks */
} Sequence;

static const Var *sys_var(const ModelText *m, VarId var)
{
  return &m->reduced->sys->var[var.i];
}

/* --- assignments --- */

/* The statement, in the scratch arena. */
static const char *assignment(ModelText *m, const ReducedBlock *b)
{
  assert(b->kind == BLOCK_ASSIGN);
  static const char *const format[] = {[VAR_REAL] = "v->real[%s] = %s;",
                                       [VAR_INTEGER] =
                                           "v->integer[%s] = to_integer(%s);",
                                       [VAR_BOOLEAN] = "v->boolean[%s] = %s;"};
  VarType type = sys_var(m, b->unknown[0])->type;
  const char *slot = model_text_index(m, 0, m->reduced->slot[b->unknown[0].i]);
  double value;
  if (block_item_integer(m, b, &value)) {
    return arena_printf(session_scratch(m->s), "v->integer[%s] = %.0f;", slot,
                        value);
  }
  CType c_type = type == VAR_BOOLEAN ? C_BOOLEAN : C_REAL;
  const char *text = c_expression(m->c, b->value, c_type);
  return arena_printf(session_scratch(m->s), format[type], slot, text);
}

/* Do both come from one place of the model? Then one comment names it. */
static bool is_of_same_place(const ModelText *m, const ReducedBlock *a,
                             const ReducedBlock *b)
{
  const Eq *eq = m->reduced->sys->eq;
  for (int k = 0; k < 2; k++) {
    EqId e = (k == 0 ? a : b)->equation[0];
    if (e.i >= 0 && eq[e.i].integral.i >= 0) return false;
  }
  return a->span[0].source == b->span[0].source &&
         a->span[0].begin == b->span[0].begin &&
         a->span[0].end == b->span[0].end;
}

/* `before`: the block that was written before it; NULL: none. */
static void write_place(ModelText *m, const ReducedBlock *b,
                        const ReducedBlock *before, FILE *out)
{
  const char *place = algebraic_loop_equation(m, b, 0);
  if (!place[0] || (before && is_of_same_place(m, before, b))) return;
  fputs("  /* ", out);
  c_text_comment(out, place);
  fputs(" */\n", out);
}

static void write_assignment(ModelText *m, const Sequence *q, int k, FILE *out)
{
  const ReducedBlock *b = &q->blocks->block[k];
  const ExprId root[3] = {b->value, b->divisor, b->divisor_size};
  bool is_guarded = b->divisor.i >= 0;
  assert(!is_guarded || q->divisor[k] >= 0);
  long_sum_prepare(m, root, block_item_roots(b), out);
  if (is_guarded) {
    model_divisors_write_guard(m, b->divisor, b->divisor_size, q->prefix, 1,
                               q->divisor[k], out);
  }
  c_text_statement(out, assignment(m, b),
                   model_text_comment(m, sys_var(m, b->unknown[0])->name));
}

/* A parameter that must not be zero. */
static void describe_check(ModelText *m, int k, KernelItem *kernel)
{
  const ReducedDivisor *d = &m->reduced->divisor[k];
  Arena *scratch = session_scratch(m->s);
  int *place = arena_array(scratch, 2, sizeof place[0]);
  ExprId *root = arena_array(scratch, 2, sizeof root[0]);
  place[0] = k;
  place[1] = -1; /* the mark: no block has it */
  root[0] = d->value;
  root[1] = d->size;
  *kernel = (KernelItem){.place = place,
                         .n_places = 1,
                         .mark = place + 1,
                         .n_marks = 1,
                         .root = root,
                         .n_roots = d->size.i >= 0 ? 2 : 1};
}

static void model_blocks_write_check(ModelText *m, const Sequence *q, int k,
                                     FILE *out)
{
  const ReducedDivisor *d = &m->reduced->divisor[k];
  const ExprId root[2] = {d->value, d->size};
  ArenaMark mark = arena_mark(session_scratch(m->s));
  long_sum_prepare(m, root, d->size.i >= 0 ? 2 : 1, out);
  model_divisors_write_guard(m, d->value, d->size, q->prefix, 0, k, out);
  arena_release(mark);
}

static void describe_block(ModelText *m, const Routine *r, int item,
                           KernelItem *kernel)
{
  const Sequence *q = r->context;
  if (item >= q->n_ordered) {
    describe_check(m, item - q->n_ordered, kernel);
    return;
  }
  int k = q->order[item];
  const ReducedBlock *b = &q->blocks->block[k];
  int number = b->kind == BLOCK_ASSIGN ? q->divisor[k] : q->number[k];
  block_item_describe(m, b, number, kernel);
}

static const char *block_label(const ModelText *m, const Routine *r, int item)
{
  const Sequence *q = r->context;
  int check = item - q->n_ordered;
  if (check >= 0) return sys_var(m, m->reduced->divisor[check].unknown)->name;
  return block_tables_column(m, &q->blocks->block[q->order[item]], 0);
}

static bool block_joins(const ModelText *m, const Routine *r, int item,
                        int before)
{
  const Sequence *q = r->context;
  if (item >= q->n_ordered || before >= q->n_ordered) return false;
  const ReducedBlock *a = &q->blocks->block[q->order[item]],
                     *b = &q->blocks->block[q->order[before]];
  return a->kind == BLOCK_ASSIGN && b->kind == BLOCK_ASSIGN &&
         shared_value_is_call(m, a->value, b->value);
}

/* The roots of items begin .. end-1, in the scratch arena. */
static SharedValues share_values(ModelText *m, const Sequence *q, int begin,
                                 int end)
{
  Arena *scratch = session_scratch(m->s);
  int n = end - begin,
      *first = arena_array(scratch, (size_t)n + 1, sizeof(int));
  ExprId *root = arena_array(scratch, 3 * (size_t)n, sizeof root[0]);
  for (int k = 0; k < n; k++) {
    ExprId *at = root + first[k];
    first[k + 1] = first[k];
    if (begin + k >= q->n_ordered) continue;
    const ReducedBlock *b = &q->blocks->block[q->order[begin + k]];
    at[0] = b->value;
    if (block_item_roots(b) > 1) at[1] = b->divisor;
    if (block_item_roots(b) > 2) at[2] = b->divisor_size;
    first[k + 1] += block_item_roots(b);
  }
  return shared_value_begin(m, root, first, n);
}

/* Assignments from `item` on, at least one. */
static int write_assignments(ModelText *m, const Sequence *q, int item, int end,
                             const ReducedBlock *before, FILE *out)
{
  const ReducedBlock *block = q->blocks->block;
  const int *order = q->order + item;
  int n_left = (end < q->n_ordered ? end : q->n_ordered) - item,
      n = result_run_length(m, block, order, n_left);
  ArenaMark mark = arena_mark(session_scratch(m->s));
  m->uses_values = true;
  write_place(m, &block[order[0]], before, out);
  if (n > 0)
    result_run_write(m, &block[order[0]], n, out);
  else
    write_assignment(m, q, order[0], out);
  arena_release(mark);
  return n > 0 ? n : 1;
}

static void write_block_items(ModelText *m, const Routine *r, int begin,
                              int end, FILE *out)
{
  const Sequence *q = r->context;
  ArenaMark shared_mark = arena_mark(session_scratch(m->s));
  SharedValues shared = share_values(m, q, begin, end);
  const ReducedBlock *before = NULL;
  for (int item = begin; item < end; item++) {
    shared_value_write(m, &shared, item - begin, out);
    if (item >= q->n_ordered) {
      model_blocks_write_check(m, q, item - q->n_ordered, out);
      continue;
    }
    int k = q->order[item];
    if (q->blocks->block[k].kind == BLOCK_ASSIGN) {
      item += write_assignments(m, q, item, end, before, out) - 1;
      before = &q->blocks->block[k];
    } else {
      before = NULL;
      m->uses_values = true;
      fprintf(out, "  if (block_solve(v, &v->%s_block[%s])) return 1;\n",
              q->prefix, model_text_index(m, 0, q->number[k]));
    }
  }
  shared_value_end(m);
  arena_release(shared_mark);
}

/* --- algebraic loops --- */

/* How many of n lines of a comment are written; a rest is counted. */
static int shown_lines(int n)
{
  return n > COMMENT_LINES ? COMMENT_LINES : n;
}

static void write_rest(int n, FILE *out)
{
  if (n > shown_lines(n)) {
    fprintf(out, "\n *     and %d more", n - shown_lines(n));
  }
}

static void write_loop_comment(const ModelText *m, const AlgebraicLoop *loop,
                               FILE *out)
{
  const ReducedBlock *b = loop->block;
  fprintf(out, "/* %s: solve", loop->name);
  for (int k = 0; k < shown_lines(b->n); k++) {
    fputs("\n *     ", out);
    c_text_comment(out, algebraic_loop_equation(m, b, k));
  }
  write_rest(b->n, out);
  fprintf(out, "\n * for");
  if (b->kind == BLOCK_SELECT) fprintf(out, " %d of", b->n);
  if (b->kind == BLOCK_LEAST) fputs(", by the least change of", out);
  for (int k = 0; k < shown_lines(b->n_columns); k++) {
    fputs("\n *     ", out);
    c_text_comment(out, block_tables_column(m, b, k));
  }
  write_rest(b->n_columns, out);
  fputs("\n */\n", out);
}

static void write_residuals(ModelText *m, const Routine *r, int begin, int end,
                            FILE *out)
{
  const ReducedBlock *b = ((const AlgebraicLoop *)r->context)->block;
  Arena *scratch = session_scratch(m->s);
  long_sum_prepare(m, b->residual + begin, end - begin, out);
  for (int k = begin; k < end; k++) {
    ArenaMark mark = arena_mark(scratch);
    const char *text = c_expression(m->c, b->residual[k], C_REAL);
    c_text_statement(out,
                     arena_printf(scratch, "residual[%s] = %s;",
                                  model_text_index(m, 0, k), text),
                     NULL);
    arena_release(mark);
  }
}

/* Item k of a list is an expression for element k of an array. */
static void describe_element(ModelText *m, int k, const ExprId *value,
                             KernelItem *kernel)
{
  int *place = arena_alloc(session_scratch(m->s), sizeof *place);
  *place = k;
  *kernel =
      (KernelItem){.place = place, .n_places = 1, .root = value, .n_roots = 1};
}

static void describe_residual(ModelText *m, const Routine *r, int k,
                              KernelItem *kernel)
{
  const ReducedBlock *b = ((const AlgebraicLoop *)r->context)->block;
  describe_element(m, k, &b->residual[k], kernel);
}

static void describe_jacobian(ModelText *m, const Routine *r, int k,
                              KernelItem *kernel)
{
  const ReducedBlock *b = ((const AlgebraicLoop *)r->context)->block;
  describe_element(m, k, &b->entry[k].value, kernel);
}

static void model_blocks_write_jacobian(ModelText *m, const Routine *r,
                                        int begin, int end, FILE *out)
{
  const ReducedBlock *b = ((const AlgebraicLoop *)r->context)->block;
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  ExprId *root = arena_array(scratch, (size_t)(end - begin), sizeof root[0]);
  for (int k = begin; k < end; k++) root[k - begin] = b->entry[k].value;
  long_sum_prepare(m, root, end - begin, out);
  for (int k = begin; k < end; k++) {
    const JacobianEntry *entry = &b->entry[k];
    const char *text = c_expression(m->c, entry->value, C_REAL);
    const char *unknown = sys_var(m, b->unknown[entry->column])->name;
    const char *comment =
        arena_printf(scratch, "residual[%d] by %s", entry->row, unknown);
    c_text_statement(out,
                     arena_printf(scratch, "value[%s] = %s;",
                                  model_text_index(m, 0, k), text),
                     model_text_comment(m, comment));
  }
  arena_release(mark);
}

/* Unknowns that are computed one after the other. */
typedef struct Steps {
  const ReducedBlock *block;
  const int *column;
  const ExprId *value;
  const char *begin, *middle, *end; /* of a statement, around place, value */
} Steps;

static void model_blocks_write_steps(ModelText *m, const Routine *r, int begin,
                                     int end, FILE *out)
{
  const Steps *steps = r->context;
  Arena *scratch = session_scratch(m->s);
  ArenaMark shared_mark = arena_mark(scratch);
  int n = end - begin,
      *first = arena_array(scratch, (size_t)n + 1, sizeof(int));
  for (int k = 0; k <= n; k++) first[k] = k;
  SharedValues shared = shared_value_begin(m, steps->value + begin, first, n);
  m->uses_values = true;
  for (int k = begin; k < end; k++) {
    ArenaMark mark = arena_mark(scratch);
    shared_value_write(m, &shared, k - begin, out);
    VarId var = steps->block->unknown[steps->column[k]];
    long_sum_prepare(m, &steps->value[k], 1, out);
    const char *text = c_expression(m->c, steps->value[k], C_REAL);
    /* the text is good until the next call, which finding the slot is not */
    const char *slot = block_twin_slot(m, var);
    if (!slot) slot = model_text_index(m, 0, m->reduced->slot[var.i]);
    c_text_statement(out,
                     arena_printf(scratch, "%s%s%s%s%s", steps->begin, slot,
                                  steps->middle, text, steps->end),
                     model_text_comment(m, sys_var(m, var)->name));
    arena_release(mark);
  }
  shared_value_end(m);
  arena_release(shared_mark);
}

static void describe_step(ModelText *m, const Routine *r, int k,
                          KernelItem *kernel)
{
  const Steps *steps = r->context;
  VarId var = steps->block->unknown[steps->column[k]];
  describe_element(m, m->reduced->slot[var.i], &steps->value[k], kernel);
}

static void write_steps_function(ModelText *m, const AlgebraicLoop *loop,
                                 const char *word, const Steps *steps, int n,
                                 FILE *out)
{
  Routine routine = {.name = arena_printf(m->arena, "%s_%s", loop->name, word),
                     .values = "ModelValues *v",
                     .n_items = n,
                     .batch = SHARING_ITEMS,
                     .write = model_blocks_write_steps,
                     .describe = describe_step,
                     .context = steps};
  routine_write(m, &routine, out);
}

/* The unknowns of a torn loop that follow from the torn ones, and those of
 * the initial system that follow from start values. */
static void write_step_functions(ModelText *m, const AlgebraicLoop *loop,
                                 FILE *out)
{
  const ReducedBlock *b = loop->block;
  if (b->how->n_inner > 0) {
    Steps inner = {b,          b->how->inner, b->how->inner_value,
                   "v->real[", "] = ",        ";"};
    write_steps_function(m, loop, "inner", &inner, b->how->n_inner, out);
  }
  if (b->how->first) {
    Steps first = {b,
                   b->how->first->column,
                   b->how->first->value,
                   "block_first(v, ",
                   ", ",
                   ");"};
    write_steps_function(m, loop, "first", &first, b->how->first->n, out);
  }
}

static void write_residual_function(ModelText *m, const AlgebraicLoop *loop,
                                    bool many, FILE *out)
{
  Routine residual = {.name = arena_printf(m->arena, "%s_residual", loop->name),
                      .values = "ModelValues *v",
                      .second = "double *residual",
                      .n_items = loop->block->n,
                      .batch = SHARING_ITEMS,
                      .write = write_residuals,
                      .describe = many ? describe_residual : NULL,
                      .context = loop};
  routine_write(m, &residual, out);
}

static void write_loop_functions(ModelText *m, const AlgebraicLoop *loop,
                                 FILE *out)
{
  const ReducedBlock *b = loop->block;
  bool many = b->n_entries > MANY_ITEMS;
  Routine jacobian = {.name = arena_printf(m->arena, "%s_jacobian", loop->name),
                      .values = "ModelValues *v",
                      .second = "double *value",
                      .n_items = b->n_entries,
                      .batch = SHARING_ITEMS,
                      .write = model_blocks_write_jacobian,
                      .describe = many ? describe_jacobian : NULL,
                      .context = loop};
  if (!loop->same) {
    write_residual_function(m, loop, many, out);
    routine_write(m, &jacobian, out);
    write_step_functions(m, loop, out);
  }
  if (block_formula_is_used(m, loop)) block_formula_write(m, loop, out);
  model_tangent_write_loop(m, b, loop->name, out);
  model_adjoint_write_loop(m, b, loop->name, out);
}

/* --- a sequence --- */

static const char *loop_name(const ModelText *m, const Sequence *q, int block)
{
  assert(q->number[block] >= 0);
  return arena_printf(m->arena, "%s_%d", q->prefix, q->number[block]);
}

/* The loop of the initial system that is this block, if both have functions
 * of their own; else NULL. */
static const char *same_loop(const ModelText *m, const Sequence *q, int block)
{
  const ReducedBlock *b = &q->blocks->block[block];
  if (!q->same.sequence || q->leader[block] >= 0 || b->kind != BLOCK_SOLVE) {
    return NULL;
  }
  assert(m->initial_leader && m->initial_number);
  const ReducedBlock *same = same_block_of(&q->same, b->unknown[0]);
  if (!same || same->unknown != b->unknown) return NULL;
  ptrdiff_t k = same - q->same.sequence->block;
  if (m->initial_leader[k] >= 0) return NULL;
  return arena_printf(m->arena, "initial_%d", m->initial_number[k]);
}

static AlgebraicLoop loop_of(const ModelText *m, const Sequence *q, int block)
{
  int leader = q->leader[block];
  bool is_twin = leader >= 0 && leader != block;
  return (AlgebraicLoop){.block = &q->blocks->block[block],
                         .name = loop_name(m, q, block),
                         .leader = leader >= 0 ? loop_name(m, q, leader) : NULL,
                         .first = is_twin ? &q->blocks->block[leader] : NULL,
                         .same = same_loop(m, q, block),
                         .run = q->runs.run[block],
                         .keeps_factors = q->blocks == &m->reduced->continuous};
}

static void model_blocks_write_loop(ModelText *m, const Sequence *q, int k,
                                    FILE *out)
{
  assert(q->runs.entry[k] >= 0);
  ArenaMark mark = arena_mark(session_scratch(m->s));
  AlgebraicLoop loop = loop_of(m, q, k);
  if (q->leader[k] < 0) {
    write_loop_comment(m, &loop, out);
    write_loop_functions(m, &loop, out);
  } else if (q->leader[k] == k) {
    write_loop_comment(m, &loop, out);
    fputs("/* (and others of the same kernel) */\n", out);
    block_twin_enter(m, loop.block);
    write_loop_functions(m, &loop, out);
    block_twin_leave(m);
  }
  block_tables_write(m, &loop, out);
  if (loop.leader) block_twin_write_tables(m, &loop, out);
  if (q->leader[k] == k) block_tables_write_common(m, &loop, out);
  arena_release(mark);
}

static void write_loops(ModelText *m, const Sequence *q, int n_loops, FILE *out)
{
  if (n_loops == 0) return;
  for (int k = 0; k < q->blocks->n_blocks; k++) {
    if (q->runs.entry[k] >= 0) model_blocks_write_loop(m, q, k, out);
  }
  fprintf(out, "static const Block %s_block[] = {\n", q->prefix);
  for (int k = 0; k < q->blocks->n_blocks; k++) {
    if (q->runs.entry[k] < 0) continue;
    AlgebraicLoop loop = loop_of(m, q, k);
    block_tables_write_entry(m, &loop, q->number[k], out);
  }
  fputs("};\n\n", out);
}

static Sequence begin_sequence(ModelText *m, const BlockSequence *blocks,
                               const char *prefix, int *n_loops)
{
  const int *order = schedule_blocks(m, blocks);
  bool is_parameters = blocks == &m->reduced->parameters;
  return (Sequence){.blocks = blocks,
                    .prefix = prefix,
                    .number = block_item_numbers(m, blocks, n_loops),
                    .order = order,
                    .n_ordered = blocks->n_blocks,
                    .divisor = model_divisors_number(m, blocks, order),
                    .n_checked = is_parameters ? m->reduced->n_divisors : 0};
}

static void model_blocks_write_function(ModelText *m, const Sequence *q,
                                        const char *function, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  const int *kernel = schedule_kernels(m, q->blocks, q->order, q->n_ordered);
  Routine r = {.name = function,
               .values = "ModelValues *v",
               .can_fail = true,
               .kernel = kernel,
               .n_kernels = kernel ? q->n_ordered : 0,
               .n_items = q->n_ordered + q->n_checked,
               .batch = SHARING_ITEMS,
               .write = write_block_items,
               .joins = block_joins,
               .describe = describe_block,
               .label = block_label,
               .context = q};
  routine_write(m, &r, out);
  arena_release(mark);
}

void model_blocks_number_initial(ModelText *m)
{
  int n_loops;
  const BlockSequence *initial = &m->reduced->initial;
  schedule_blocks(m, initial);
  m->initial_number = block_item_numbers(m, initial, &n_loops);
  m->initial_leader = block_twin_leaders(m, initial);
}

void model_blocks_write(ModelText *m, const BlockSequence *sequence,
                        const char *function, const char *prefix, FILE *out)
{
  int n_loops;
  const BlockSequence *initial = &m->reduced->initial;
  Sequence q = begin_sequence(m, sequence, prefix, &n_loops);
  q.leader = sequence == initial && m->initial_leader
                 ? m->initial_leader
                 : block_twin_leaders(m, sequence);
  q.runs = block_runs_find(m, sequence, q.number, q.leader);
  if (sequence == &m->reduced->continuous && m->initial_leader) {
    q.same = same_blocks_find(m->reduced->sys, initial, m->arena);
  }
  write_loops(m, &q, n_loops, out);
  model_divisors_write_texts(m, sequence, q.order, prefix, out);
  if (sequence == &m->reduced->continuous && m->reduced->sys->n_sets > 0) {
    model_sets_write(m, sequence, q.runs.entry, prefix, out);
  }
  model_blocks_write_function(m, &q, function, out);
}

void model_blocks_write_kept(ModelText *m, const BlockSequence *sequence,
                             const bool *keeps, const char *function,
                             const char *prefix, FILE *out)
{
  assert(keeps);
  int n_loops;
  Sequence q = begin_sequence(m, sequence, prefix, &n_loops);
  int *order =
      arena_array(m->arena, (size_t)sequence->n_blocks, sizeof order[0]);
  q.n_ordered = 0;
  for (int k = 0; k < sequence->n_blocks; k++) {
    if (keeps[q.order[k]]) order[q.n_ordered++] = q.order[k];
  }
  q.order = order;
  model_blocks_write_function(m, &q, function, out);
}

static void write_block_lanes(ModelText *m, const Routine *r, int begin,
                              int end, FILE *out)
{
  const Sequence *q = r->context;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  bool *calls = arena_array(session_scratch(m->s), (size_t)(end - begin),
                            sizeof calls[0]);
  for (int item = begin; item < end; item++)
    calls[item - begin] =
        lanes_call(m, &q->blocks->block[q->order[item]].value, 1);
  lanes_write(m, r, begin, end, calls, write_block_items, out);
  arena_release(mark);
}

void model_blocks_write_lanes(ModelText *m, const BlockSequence *sequence,
                              const char *function, FILE *out)
{
  int n_loops;
  assert(m->has_lanes);
  Sequence q = begin_sequence(m, sequence, "continuous", &n_loops);
  Routine r = {.name = function,
               .values = "ModelValues *v",
               .n_items = q.n_ordered,
               .batch = SHARING_ITEMS,
               .write = write_block_lanes,
               .context = &q};
  assert(n_loops == 0 && q.n_checked == 0);
  routine_write(m, &r, out);
}

void model_blocks_write_rows(ModelText *m, const ReducedBlock *rows,
                             const char *name, FILE *out)
{
  AlgebraicLoop loop = {.block = rows, .name = name};
  write_residual_function(m, &loop, rows->n > MANY_ITEMS, out);
  model_tangent_write_loop(m, rows, name, out);
}

bool model_blocks_need_integers(const ModelText *m,
                                const BlockSequence *sequence)
{
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind == BLOCK_ASSIGN &&
        sys_var(m, b->unknown[0])->type == VAR_INTEGER &&
        !expr_is_const(m->reduced->exprs, b->value, NULL)) {
      return true;
    }
  }
  return false;
}
