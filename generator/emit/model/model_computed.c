/* model_computed.c: computations as rows of text, those of a loop as one. */
#define _POSIX_C_SOURCE 200809L /* stpcpy() */
#include "emit/model/model_computed.h"

#include <assert.h>
#include <string.h>

#include "base/text/integer_text.h"
#include "emit/blocks/schedule.h"
#include "emit/text/c_text.h"
#include "emit/text/name_rows.h"
#include "emit/text/text_rows.h"
#include "reduce/blocks/same_block.h"
#include "reduce/system/system_print.h"

enum {
  MOST_OPERANDS = 24, /* so that a row is no longer than a literal */
  OPEN_RUNS = 8       /* the equations of so many loops may take turns */
};

/* --- names --- */

/* Aliases share the slot of the first of them. */
static void collect_names(const ReducedSystem *r, VarType type,
                          const char **name)
{
  for (int i = 0; i < r->sys->n_vars; i++) {
    const Var *var = &r->sys->var[i];
    if (var->type != type || r->slot[i] < 0) continue;
    if (!name[r->slot[i]]) name[r->slot[i]] = var->name;
  }
}

static void model_computed_write_names(ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  int n = r->n_real + r->n_integer + r->n_boolean;
  const char **name = arena_array(scratch, (size_t)n, sizeof name[0]);
  name[0] = "time";
  collect_names(r, VAR_REAL, name);
  collect_names(r, VAR_INTEGER, name + r->n_real);
  collect_names(r, VAR_BOOLEAN, name + r->n_real + r->n_integer);
  for (int k = 0; k < n; k++) {
    if (!name[k]) name[k] = "";
  }
  TextRows rows = {.name = "names", .out = out};
  name_rows_write(&rows, name, n);
  text_rows_end(&rows);
  arena_release(mark);
}

/* --- computations --- */

typedef struct Slot {
  char type; /* as it is written: r, i, b, s */
  int number, stride;
} Slot;

/* slot[0] from the others, and so on. */
typedef struct Run {
  Span span;
  ExprId binding; /* the span is the name of a parameter, this its value; else
                     NO_EXPR */
  Slot slot[1 + MOST_OPERANDS];
  int n, count;
  bool has_more;
} Run;

typedef struct Writer {
  ModelText *m;
  TextRows rows;
  Span equation; /* the last one named */
  /* Not yet written; count 0: none. The oldest is at `oldest`, and so on. */
  Run run[OPEN_RUNS];
  int oldest;
  int *loop; /* [n_vars] the last loop that it was an unknown of */
  int n_loops;
} Writer;

static Slot model_computed_slot_of(const ModelText *m, VarId var)
{
  assert(m->reduced->sys->var[var.i].kind != VAR_ABSENT);
  static const char letter[] = {
      [VAR_REAL] = 'r', [VAR_INTEGER] = 'i', [VAR_BOOLEAN] = 'b'};
  return (Slot){letter[m->reduced->sys->var[var.i].type],
                m->reduced->slot[var.i], 0};
}

/* Room for any text of a run: a blank, a letter, two numbers each; " ...". */
enum { RUN_TEXT_SIZE = (1 + MOST_OPERANDS) * 2 * INTEGER_TEXT_SIZE + 32 };

/* "r12+1 r5*9" */
static void write_run(const Run *run, char text[RUN_TEXT_SIZE])
{
  char *at = text;
  for (int k = 0; k < run->n; k++) {
    const Slot *slot = &run->slot[k];
    if (k > 0) *at++ = ' ';
    *at++ = slot->type;
    at += integer_text(slot->number, at);
    if (slot->stride > 0) *at++ = '+';
    if (slot->stride != 0) at += integer_text(slot->stride, at);
  }
  assert(run->count > 0 && at - text < RUN_TEXT_SIZE);
  if (run->has_more) at = stpcpy(at, " ...");
  if (run->count > 1) {
    *at++ = '*';
    integer_text(run->count - 1, at);
  }
}

/* Of a parameter the value as well, unless many of an array have theirs. */
static const char *run_place(const Writer *w, const Run *run, Arena *arena)
{
  const char *place = place_texts_of(w->m->places, run->span);
  if (run->binding.i < 0 || run->count > 1) return place;
  const char *value =
      system_expr_text(w->m->reduced->sys, w->m->s, run->binding);
  return arena_printf(arena, "%s = %s", place, value);
}

/* Writes what is not yet written; the equation before it where it is another
 * one. */
static void model_computed_put_run(Writer *w, Run *run)
{
  Arena *scratch = session_scratch(w->m->s);
  ArenaMark mark = arena_mark(scratch);
  if (run->count == 0) return;
  if (memcmp(&w->equation, &run->span, sizeof run->span) != 0) {
    text_rows_put(&w->rows,
                  arena_printf(scratch, "@%s", run_place(w, run, scratch)));
    w->equation = run->span;
  }
  char text[RUN_TEXT_SIZE];
  write_run(run, text);
  text_rows_put(&w->rows, text);
  run->count = 0;
  arena_release(mark);
}

/* The next one continues as the run does; the second decides how that is. */
static bool model_computed_continues(Run *run, const Run *next)
{
  if (run->count == 0 || run->n != next->n || run->has_more || next->has_more ||
      memcmp(&run->span, &next->span, sizeof run->span) != 0)
    return false;
  for (int k = 0; k < run->n; k++) {
    const Slot *slot = &run->slot[k];
    int expected = slot->number + run->count * slot->stride;
    if (slot->type != next->slot[k].type) return false;
    if (run->count > 1 && next->slot[k].number != expected) return false;
  }
  for (int k = 0; k < run->n && run->count == 1; k++) {
    run->slot[k].stride = next->slot[k].number - run->slot[k].number;
  }
  return true;
}

/* The equations of a large loop come by turns: each has a run of its own. */
static void model_computed_add(Writer *w, const Run *next)
{
  for (int k = 0; k < OPEN_RUNS; k++) {
    if (!model_computed_continues(&w->run[k], next)) continue;
    w->run[k].count++;
    return;
  }
  model_computed_put_run(w, &w->run[w->oldest]);
  w->run[w->oldest] = *next;
  w->oldest = (w->oldest + 1) % OPEN_RUNS;
}

static void put_all(Writer *w)
{
  for (int k = 0; k < OPEN_RUNS; k++) {
    model_computed_put_run(w, &w->run[(w->oldest + k) % OPEN_RUNS]);
  }
}

/* --- which ones --- */

static bool model_computed_is_number(const ExprTable *t, ExprId e,
                                     bool zero_too)
{
  double value;
  return expr_is_const(t, e, &value) && (zero_too || value != 0);
}

/* Finite operands may give something else. */
static bool is_daring(const ExprTable *t, const ExprNode *n)
{
  enum { ALWAYS, MAYBE };
  switch ((ExprOp)n->op) {
  case EXPR_MUL:
    return !model_computed_is_number(t, n->arg[0], true) &&
           !model_computed_is_number(t, n->arg[1], true);
  case EXPR_DIV: return !model_computed_is_number(t, n->arg[1], false);
  case EXPR_POW:
  case EXPR_RESULT: return true;
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  case EXPR_##NAME:                                                            \
    return facts == MAYBE;
#define FINITE(when) when
#include "base/builtin_functions.def"
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_NEG:
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_NOT:
  case EXPR_IF:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case N_EXPR_OPS: break;
  }
  return false;
}

/* What was walked last: Integers may also become too large. An event iteration
 * may never end for what it remembers; of Reals its message does without. */
static bool may_fail(const Walk *walk, const Var *var)
{
  bool is_remembered = var->pre.i >= 0 && !strchr(var->name, '$');
  if (var->type == VAR_BOOLEAN) return is_remembered;
  if (var->type == VAR_INTEGER) return is_remembered || walk->n_nodes > 1;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (is_daring(walk->exprs, n)) return true;
  }
  return false;
}

/* For pre(v) of the unknown v itself stands its start value: what it became
 * later was computed here. Integers are finite at the start. */
static void add_operand(const Writer *w, VarId var, VarId unknown, Run *run)
{
  assert(run->n <= MOST_OPERANDS);
  Slot slot = model_computed_slot_of(w->m, var);
  if (var_same(w->m->reduced->sys->var[var.i].pre_of, unknown)) {
    if (slot.type != 'r') return;
    slot = model_computed_slot_of(w->m, unknown);
    slot.type = 's';
  }
  run->slot[run->n++] = slot;
}

/* The variables of the last walk, but for unknowns of the loop at hand. */
static void add_operands(const Writer *w, VarId unknown, bool in_loop, Run *run)
{
  const Walk *walk = w->m->walk;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (n->op != EXPR_VAR && n->op != EXPR_TIME) continue;
    if (run->n > MOST_OPERANDS) {
      run->has_more = true;
      return;
    }
    if (n->op == EXPR_TIME) {
      run->slot[run->n++] = (Slot){'r', 0, 0};
    } else if (!in_loop || w->loop[n->var.i] != w->n_loops) {
      add_operand(w, n->var, unknown, run);
    }
  }
}

static void add_computation(Writer *w, VarId unknown, ExprId value, Span span,
                            bool in_loop)
{
  const Var *var = &w->m->reduced->sys->var[unknown.i];
  Walk *walk = w->m->walk;
  walk_from(walk, value, true);
  if (!may_fail(walk, var)) return;
  bool is_parameter = var->kind == VAR_PARAMETER;
  Run next = {.span = span,
              .binding = is_parameter ? value : NO_EXPR,
              .n = 1,
              .count = 1};
  next.slot[0] = model_computed_slot_of(w->m, unknown);
  add_operands(w, unknown, in_loop, &next);
  model_computed_add(w, &next);
}

static void add_loop(Writer *w, const ReducedBlock *b)
{
  w->n_loops++;
  for (int k = 0; k < b->n_columns; k++) {
    if (b->unknown[k].i >= 0) w->loop[b->unknown[k].i] = w->n_loops;
  }
  for (int k = 0; k < b->n; k++) {
    if (b->unknown[k].i < 0) continue;
    add_computation(w, b->unknown[k], b->residual[k], b->span[k], true);
  }
}

/* The continuous system has it alike: it is listed there. */
static bool model_computed_is_listed(const SameBlocks *same,
                                     const ReducedBlock *b)
{
  if (!same || b->unknown[0].i < 0) return false;
  const ReducedBlock *other = same_block_of(same, b->unknown[0]);
  if (!other || other->kind != b->kind || other->n != b->n) return false;
  return b->kind == BLOCK_ASSIGN
             ? expr_same(other->value, b->value)
             : expr_same(other->residual[0], b->residual[0]);
}

/* same: of blocks that are listed before; NULL: none. */
static void add_sequence(Writer *w, const BlockSequence *sequence,
                         const SameBlocks *same)
{
  const int *order = schedule_blocks(w->m, sequence);
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[order[k]];
    if (model_computed_is_listed(same, b)) continue;
    if (b->kind != BLOCK_ASSIGN) {
      add_loop(w, b);
    } else {
      add_computation(w, b->unknown[0], b->value, b->span[0], false);
    }
  }
}

void model_computed_write(ModelText *m, FILE *out)
{
  if (m->is_first) return;
  const ReducedSystem *r = m->reduced;
  model_computed_write_names(m, out);
  Arena *arena = arena_create("computed");
  SameBlocks same = same_blocks_find(r->sys, &r->continuous, arena);
  Writer w = {.m = m,
              .rows = {.name = "computed", .out = out},
              .equation = NO_SPAN,
              .loop =
                  arena_array(arena, (size_t)r->sys->n_vars, sizeof w.loop[0])};
  add_sequence(&w, &r->parameters, NULL);
  add_sequence(&w, &r->continuous, NULL);
  put_all(&w);
  text_rows_put(&w.rows, "!");
  w.equation = NO_SPAN;
  add_sequence(&w, &r->initial, &same);
  put_all(&w);
  text_rows_end(&w.rows);
  arena_destroy(arena);
}
