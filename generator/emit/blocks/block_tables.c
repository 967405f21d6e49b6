/* block_tables.c: arrays and designated initializers of struct Block. */
#include "emit/blocks/block_tables.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "emit/blocks/block_formula.h"
#include "emit/blocks/block_twin.h"
#include "emit/blocks/equation_texts.h"
#include "emit/kernel/routine.h"
#include "emit/text/c_text.h"
#include "emit/text/integer_rows.h"
#include "emit/text/memory_stream.h"
#include "emit/text/table_pack.h"
#include "reduce/index/state_preference.h"

enum { MANY_UNKNOWNS = 1000 };

const char *block_tables_column(const ModelText *m, const ReducedBlock *b,
                                int k)
{
  assert(k >= 0 && k < b->n_columns);
  return b->unknown[k].i >= 0 ? m->reduced->sys->var[b->unknown[k].i].name
                              : "-";
}

/* --- what a loop has in common with its leader --- */

/* Tables that may be shared; weights belong to selection sets, which have no
 * leaders, and unknowns and names are each loop's own. */
typedef enum Table {
  TABLE_NOMINAL,
  TABLE_MINIMUM,
  TABLE_MAXIMUM,
  TABLE_PATTERN, /* part of the kernel */
  TABLE_ORDER,
  TABLE_PIVOT_ROW,
  TABLE_TORN, /* part of the kernel */
  TABLE_EQUATION,
  N_TABLES
} Table;

static double block_tables_number_of(const ModelText *m, const ReducedBlock *b,
                                     int k, Table table)
{
  VarId var = b->unknown[k];
  const ReducedVar *v = var.i >= 0 ? model_text_row(m, var) : NULL;
  if (table == TABLE_MINIMUM) return v && v->has_min ? v->min : -HUGE_VAL;
  if (table == TABLE_MAXIMUM) return v && v->has_max ? v->max : HUGE_VAL;
  double nominal = v && v->has_nominal ? fabs(v->nominal) : 1.0;
  return nominal > 0 && isfinite(nominal) ? nominal : 1.0;
}

static bool same_numbers(const ModelText *m, const ReducedBlock *a,
                         const ReducedBlock *b, Table table)
{
  assert(a->n_columns == b->n_columns); /* of one kernel */
  for (int k = 0; k < a->n_columns; k++) {
    if (block_tables_number_of(m, a, k, table) !=
        block_tables_number_of(m, b, k, table))
      return false;
  }
  return true;
}

static bool same_list(const int *a, const int *b, int n)
{
  if (!a || !b) return a == b;
  return memcmp(a, b, (size_t)n * sizeof a[0]) == 0;
}

static bool same_equations(const ModelText *m, const ReducedBlock *a,
                           const ReducedBlock *b)
{
  const System *sys = m->reduced->sys;
  for (int k = 0; k < a->n; k++) {
    if (memcmp(&a->span[k], &b->span[k], sizeof a->span[k]) != 0) return false;
    bool known = a->equation[k].i >= 0 && b->equation[k].i >= 0;
    if (!known && a->equation[k].i != b->equation[k].i) return false;
    if (known && system_eq_order(sys, a->equation[k]) !=
                     system_eq_order(sys, b->equation[k])) {
      return false;
    }
  }
  return true;
}

static bool block_tables_is_shared(const ModelText *m,
                                   const AlgebraicLoop *loop, Table table)
{
  const ReducedBlock *a = loop->block, *b = loop->first;
  if (loop->same) return true;
  if (!b) return false;
  switch (table) {
  case TABLE_NOMINAL:
  case TABLE_MINIMUM:
  case TABLE_MAXIMUM: return same_numbers(m, a, b, table);
  case TABLE_PATTERN:
  case TABLE_TORN: return true;
  case TABLE_ORDER:
    return same_list(a->how->order, b->how->order, a->n_columns);
  case TABLE_PIVOT_ROW:
    return same_list(a->how->pivot_row, b->how->pivot_row, a->n_columns);
  case TABLE_EQUATION: return same_equations(m, a, b);
  case N_TABLES: break;
  }
  return false;
}

/* The name that the table begins with. */
static const char *owner(const ModelText *m, const AlgebraicLoop *loop,
                         Table table)
{
  if (loop->same) return loop->same;
  return block_tables_is_shared(m, loop, table) ? loop->leader : loop->name;
}

/* --- tables --- */

static void put_double(int k, double value, FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  if (k > 0) fputs(k % 4 == 0 ? ",\n  " : ", ", out);
  fputs(c_text_number(value, buffer), out);
}

static bool has_bound(const ModelText *m, const ReducedBlock *b, Table table)
{
  for (int k = 0; k < b->n_columns; k++) {
    if (isfinite(block_tables_number_of(m, b, k, table))) return true;
  }
  return false;
}

static void block_tables_write_numbers(const ModelText *m,
                                       const AlgebraicLoop *loop, Table table,
                                       FILE *out)
{
  static const char *const name[] = {[TABLE_NOMINAL] = "nominal",
                                     [TABLE_MINIMUM] = "minimum",
                                     [TABLE_MAXIMUM] = "maximum"};
  const ReducedBlock *b = loop->block;
  if (block_tables_is_shared(m, loop, table)) return;
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  double *value = arena_array(scratch, (size_t)b->n_columns, sizeof value[0]);
  for (int k = 0; k < b->n_columns; k++)
    value[k] = block_tables_number_of(m, b, k, table);
  const char *whole = arena_printf(scratch, "%s_%s", loop->name, name[table]);
  /* limits may be negative */
  if (table != TABLE_NOMINAL || !m->kernels ||
      !table_pack_write_numbers(whole, value, b->n_columns, out)) {
    algebraic_loop_open_table(loop, "double", name[table], out);
    for (int k = 0; k < b->n_columns; k++) put_double(k, value[k], out);
    fputs("};\n", out);
  }
  arena_release(mark);
}

/* Of column k at its level; 1: there is no preference, or the chain of the
 * column does not reach down to it. */
static double block_tables_weight_of(const ModelText *m, const ReducedBlock *b,
                                     int k)
{
  assert(b->kind == BLOCK_SELECT && b->set >= 0);
  const System *sys = m->reduced->sys;
  if (b->unknown[k].i < 0) return 1;
  VarId top = sys->set[b->set].column[k];
  return state_preference_weight_running(
      state_preference_rank(sys, top, b->level));
}

static bool has_weight(const ModelText *m, const ReducedBlock *b)
{
  if (b->kind != BLOCK_SELECT) return false;
  for (int k = 0; k < b->n_columns; k++) {
    if (block_tables_weight_of(m, b, k) != 1) return true;
  }
  return false;
}

static void write_weights(const ModelText *m, const AlgebraicLoop *loop,
                          FILE *out)
{
  const ReducedBlock *b = loop->block;
  if (!has_weight(m, b)) return;
  algebraic_loop_open_table(loop, "double", "weight", out);
  for (int k = 0; k < b->n_columns; k++)
    put_double(k, block_tables_weight_of(m, b, k), out);
  fputs("};\n", out);
}

static void write_pattern(const ModelText *m, const AlgebraicLoop *loop,
                          FILE *out)
{
  const ReducedBlock *b = loop->block;
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  int *start = arena_array(scratch, (size_t)b->n_columns + 1, sizeof start[0]);
  for (int column = 0, k = 0; column <= b->n_columns; column++) {
    while (k < b->n_entries && b->entry[k].column < column) k++;
    start[column] = k;
  }
  assert(start[b->n_columns] == b->n_entries); /* column by column */
  algebraic_loop_write_integers(m, loop, "column_start", start,
                                b->n_columns + 1, 0, out);
  if (b->n_entries > 0) {
    int *row = arena_array(scratch, (size_t)b->n_entries, sizeof row[0]);
    for (int k = 0; k < b->n_entries; k++) row[k] = b->entry[k].row;
    algebraic_loop_write_integers(m, loop, "row", row, b->n_entries, 0, out);
  }
  arena_release(mark);
}

static void block_tables_write_list(const ModelText *m,
                                    const AlgebraicLoop *loop, const char *what,
                                    const int *list, int n, FILE *out)
{
  if (list) algebraic_loop_write_integers(m, loop, what, list, n, 0, out);
}

static void block_tables_write_start_preferences(const AlgebraicLoop *loop,
                                                 FILE *out)
{
  const ReducedBlock *b = loop->block;
  if (b->kind != BLOCK_LEAST) return;
  assert(b->how->is_preferred_start);
  IntegerRows rows = algebraic_loop_open_integers(loop, "unsigned char",
                                                  "start_preference", out);
  for (int k = 0; k < b->n_columns; k++)
    integer_rows_put(&rows, b->how->is_preferred_start[k]);
  integer_rows_end(&rows, "};\n");
}

static void block_tables_write_equations(const ModelText *m,
                                         const AlgebraicLoop *loop, FILE *out)
{
  const ReducedBlock *b = loop->block;
  if (block_tables_is_shared(m, loop, TABLE_EQUATION)) return;
  if (equation_texts_are_few(m, b)) {
    equation_texts_write(m, loop, out);
    return;
  }
  algebraic_loop_open_table(loop, "char *const", "equation", out);
  for (int k = 0; k < b->n; k++) {
    fputs(k > 0 ? ",\n  " : "\n  ", out);
    c_text_string(out, algebraic_loop_equation(m, b, k));
  }
  fputs("};\n", out);
}

/* Those of a large loop, and of many loops, are found by value reference. */
static bool block_tables_has_names(const ModelText *m,
                                   const AlgebraicLoop *loop)
{
  if (loop->run) return false;
  return !m->kernels || loop->block->n_columns < MANY_UNKNOWNS;
}

/* Of all loops of a run. */
static void block_tables_write_references(const ModelText *m,
                                          const AlgebraicLoop *loop, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  int n = loop->block->n_columns, n_loops = loop->run ? loop->run->n : 1;
  int *slot = arena_array(scratch, (size_t)n_loops * (size_t)n, sizeof slot[0]);
  for (int l = 0; l < n_loops; l++) {
    const ReducedBlock *b = loop->run ? loop->run->block[l] : loop->block;
    for (int k = 0; k < n; k++) {
      int var = b->unknown[k].i;
      slot[l * n + k] = var >= 0 ? m->reduced->slot[var] : -1;
    }
  }
  algebraic_loop_write_integers(m, loop, "unknown", slot, n_loops * n,
                                n_loops > 1 ? n : 0, out);
  arena_release(mark);
}

static void block_tables_write_unknowns(const ModelText *m,
                                        const AlgebraicLoop *loop, FILE *out)
{
  const ReducedBlock *b = loop->block;
  block_tables_write_references(m, loop, out);
  if (!block_tables_has_names(m, loop)) return;
  algebraic_loop_open_table(loop, "char *const", "name", out);
  for (int k = 0; k < b->n_columns; k++) {
    if (b->n_columns > 1) fputs(k > 0 ? ",\n  " : "\n  ", out);
    c_text_string(out, block_tables_column(m, b, k));
  }
  fputs("};\n", out);
}

void block_tables_write(const ModelText *m, const AlgebraicLoop *loop,
                        FILE *out)
{
  const ReducedBlock *b = loop->block;
  if (loop->same) return;
  bool own_order = !block_tables_is_shared(m, loop, TABLE_ORDER);
  bool own_pivots = !block_tables_is_shared(m, loop, TABLE_PIVOT_ROW);
  bool own_torn =
      b->how->n_torn > 0 && !block_tables_is_shared(m, loop, TABLE_TORN);
  block_tables_write_unknowns(m, loop, out);
  block_tables_write_numbers(m, loop, TABLE_NOMINAL, out);
  write_weights(m, loop, out);
  if (has_bound(m, b, TABLE_MINIMUM)) {
    block_tables_write_numbers(m, loop, TABLE_MINIMUM, out);
  }
  if (has_bound(m, b, TABLE_MAXIMUM)) {
    block_tables_write_numbers(m, loop, TABLE_MAXIMUM, out);
  }
  if (!block_tables_is_shared(m, loop, TABLE_PATTERN))
    write_pattern(m, loop, out);
  block_tables_write_list(m, loop, "order", own_order ? b->how->order : NULL,
                          b->n_columns, out);
  block_tables_write_list(m, loop, "pivot_row",
                          own_pivots ? b->how->pivot_row : NULL, b->n_columns,
                          out);
  block_tables_write_list(m, loop, "torn", own_torn ? b->how->torn : NULL,
                          b->how->n_torn, out);
  block_tables_write_start_preferences(loop, out);
  block_tables_write_equations(m, loop, out);
  if (!loop->first) putc('\n', out);
}

/* --- the entry --- */

static void put_member(const char *member, const char *begin, const char *end,
                       FILE *out)
{
  fprintf(out, "   .%s = %s_%s,\n", member, begin, end);
}

/* What is not written is zero. */
static void block_tables_put_number(const char *member, int value, FILE *out)
{
  if (value != 0) fprintf(out, "   .%s = %d,\n", member, value);
}

static void write_members_of_matrix(const ModelText *m,
                                    const AlgebraicLoop *loop, FILE *out)
{
  const ReducedBlock *b = loop->block;
  const char *pattern = owner(m, loop, TABLE_PATTERN);
  fprintf(out, "   .n_nonzeros = %d,\n", b->n_entries);
  put_member("column_start", pattern, "column_start", out);
  if (b->n_entries > 0) put_member("row", pattern, "row", out);
  if (b->how->order) {
    put_member("order", owner(m, loop, TABLE_ORDER), "order", out);
    fprintf(out, "   .n_fill = %d,\n", b->how->n_fill);
  }
  if (b->how->pivot_row) {
    put_member("pivot_row", owner(m, loop, TABLE_PIVOT_ROW), "pivot_row", out);
  }
}

static void write_members_of_sizes(const ModelText *m,
                                   const AlgebraicLoop *loop, FILE *out)
{
  const ReducedBlock *b = loop->block;
  put_member("nominal", owner(m, loop, TABLE_NOMINAL), "nominal", out);
  if (has_weight(m, b)) put_member("weight", loop->name, "weight", out);
  if (has_bound(m, b, TABLE_MINIMUM)) {
    put_member("minimum", owner(m, loop, TABLE_MINIMUM), "minimum", out);
  }
  if (has_bound(m, b, TABLE_MAXIMUM)) {
    put_member("maximum", owner(m, loop, TABLE_MAXIMUM), "maximum", out);
  }
}

static void write_members_of_functions(ModelText *m, const AlgebraicLoop *loop,
                                       FILE *out)
{
  const ReducedBlock *b = loop->block;
  const char *functions = loop->leader ? loop->leader : loop->name;
  const char *shared = loop->same ? loop->same : functions;
  put_member("residual", shared, "residual", out);
  put_member("jacobian", shared, "jacobian", out);
  if (block_formula_is_used(m, loop)) {
    put_member("formula", functions, "formula", out);
  }
  if (b->how->n_torn > 0) {
    fprintf(out, "   .n_torn = %d,\n", b->how->n_torn);
    put_member("torn", owner(m, loop, TABLE_TORN), "torn", out);
    put_member("inner", shared, "inner", out);
  }
  if (b->how->first) put_member("first", functions, "first", out);
  bool has_kinsol = !m->reduced->choice.exchange_only;
  if (!b->linear && b->kind == BLOCK_SOLVE && has_kinsol) {
    fputs("   .fall_back = block_kinsol,\n", out);
  }
  put_member("tangent", functions, "tangent", out);
  if (m->reduced->choice.adjoints)
    put_member("adjoint", functions, "adjoint", out);
  if (b->kind == BLOCK_LEAST)
    put_member("start_preference", loop->name, "start_preference", out);
}

/* See model.h; initialization follows no solution. */
static bool is_constraint(const ModelText *m, const AlgebraicLoop *loop)
{
  const ReducedBlock *b = loop->block;
  if (!loop->keeps_factors || b->constant || b->kind != BLOCK_SOLVE) {
    return false;
  }
  for (int k = 0; k < b->n; k++) {
    if (b->equation[k].i < 0) continue;
    const Eq *eq = &m->reduced->sys->eq[b->equation[k].i];
    /* the derivatives of a constraint are linear, with the same factors */
    if (eq->derivative.i >= 0 && !(b->linear && eq->integral.i >= 0)) {
      return true;
    }
  }
  return false;
}

/* See model.h: loops of clocked equations. */
static bool is_held(const ModelText *m, const AlgebraicLoop *loop)
{
  const ReducedBlock *b = loop->block;
  for (int k = 0; k < b->n_columns; k++) {
    if (m->reduced->sys->var[b->unknown[k].i].kind != VAR_DISCRETE)
      return false;
  }
  return loop->keeps_factors && b->kind == BLOCK_SOLVE && !b->linear;
}

static void write_members_of_equations(const ModelText *m,
                                       const AlgebraicLoop *loop, FILE *out)
{
  const char *begin = owner(m, loop, TABLE_EQUATION);
  if (equation_texts_are_few(m, loop->block)) {
    put_member("text", begin, "text", out);
    put_member("text_of", begin, "text_of", out);
  } else {
    put_member("equation", begin, "equation", out);
  }
}

/* In initialization there is no solution to stay at where an unknown is zero,
 * and from a constraint that is singular no way leads on. */
static OpenKind may_be_open(const ModelText *m, const AlgebraicLoop *loop)
{
  const ReducedBlock *b = loop->block;
  bool stays = loop->keeps_factors && b->kind == BLOCK_SOLVE &&
               !is_constraint(m, loop);
  return b->may_open == OPEN_BY_FACTOR && !stays ? OPEN_NEVER : b->may_open;
}

/* All that loops of one kernel have in common, as a rule. */
static void write_common(ModelText *m, const AlgebraicLoop *loop, FILE *out)
{
  const ReducedBlock *b = loop->block;
  fprintf(out, "   .n = %d,\n   .n_columns = %d,\n", b->n, b->n_columns);
  block_tables_put_number("set", b->set + 1, out);
  block_tables_put_number("level", b->level, out);
  block_tables_put_number("linear", b->linear, out);
  block_tables_put_number("constant", b->constant, out);
  block_tables_put_number("may_open", (int)may_be_open(m, loop), out);
  block_tables_put_number("is_constraint", is_constraint(m, loop), out);
  block_tables_put_number("is_held", is_held(m, loop), out);
  write_members_of_sizes(m, loop, out);
  write_members_of_matrix(m, loop, out);
  write_members_of_functions(m, loop, out);
  write_members_of_equations(m, loop, out);
}

/* Does write_common() give the same but for the names of tables? */
static bool same_members(ModelText *m, const AlgebraicLoop *loop,
                         const AlgebraicLoop *leader)
{
  const ReducedBlock *a = loop->block, *b = leader->block;
  return a->kind == b->kind && a->n == b->n && a->n_columns == b->n_columns &&
         a->set == b->set && a->level == b->level && a->linear == b->linear &&
         a->constant == b->constant &&
         may_be_open(m, loop) == may_be_open(m, leader) &&
         is_constraint(m, loop) == is_constraint(m, leader) &&
         is_held(m, loop) == is_held(m, leader) &&
         a->n_entries == b->n_entries && a->how->n_fill == b->how->n_fill &&
         a->how->n_torn == b->how->n_torn && !a->how->order == !b->how->order &&
         !a->how->pivot_row == !b->how->pivot_row &&
         block_formula_is_used(m, loop) == block_formula_is_used(m, leader);
}

void block_tables_write_common(ModelText *m, const AlgebraicLoop *leader,
                               FILE *out)
{
  assert(!leader->first);
  char *text = NULL;
  size_t size;
  FILE *common = memory_stream(&text, &size);
  write_common(m, leader, common);
  memory_stream_end(common, &text);
  fprintf(out, "#define LIKE_%s", leader->name);
  for (const char *at = text; at[strcspn(at, "\n")] != '\0';) {
    size_t length = strcspn(at, "\n");
    bool is_last = at[length + 1] == '\0';
    fprintf(out, " \\\n%.*s", (int)length - is_last, at);
    at += length + 1;
  }
  fputs("\n\n", out);
  free(text);
}

bool block_tables_are_like_leader(ModelText *m, const AlgebraicLoop *loop)
{
  if (!loop->leader || !loop->first) return loop->leader != NULL;
  AlgebraicLoop leader = *loop;
  leader.block = loop->first;
  leader.name = loop->leader;
  leader.first = NULL;
  if (!same_members(m, loop, &leader)) return false;
  for (Table table = 0; table < N_TABLES; table++) {
    if (!block_tables_is_shared(m, loop, table)) return false;
  }
  return true;
}

void block_tables_write_entry(ModelText *m, const AlgebraicLoop *loop,
                              int number, FILE *out)
{
  assert(number >= 0);
  const char *name = loop->same ? loop->same : loop->name;
  fprintf(out, "  {.number = %d,\n", number);
  block_tables_put_number("store", loop->keeps_factors ? number + 1 : 0, out);
  if (block_tables_are_like_leader(m, loop))
    fprintf(out, "   LIKE_%s,\n", loop->leader);
  else
    write_common(m, loop, out);
  if (loop->run) {
    block_tables_put_number("n_twins", loop->run->n - 1, out);
    block_tables_put_number("twin_step", loop->run->step, out);
  }
  put_member("unknown", name, "unknown", out);
  if (loop->leader) block_twin_write_members(m, loop, out);
  if (block_tables_has_names(m, loop)) put_member("name", name, "name", out);
  fputs("  },\n", out);
}
