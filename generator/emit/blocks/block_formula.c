/* block_formula.c: the elimination, written as statements. Every number has a
 * name and is assigned once: e1, e2, ... */
#include "emit/blocks/block_formula.h"

#include <assert.h>
#include <stdio.h>

#include "emit/blocks/block_twin.h"
#include "emit/kernel/long_sum.h"
#include "emit/kernel/routine.h"
#include "emit/text/c_text.h"

enum { MOST = FORMULA_UNKNOWNS, MOST_OPERATIONS = 200 };

/* An entry while it is eliminated. */
typedef struct Cell {
  int name;     /* e<name>, or UNIT; 0: the entry is zero */
  int size;     /* e<size>: the sum of what it is made of; 0: it is an entry of
                   the matrix as given */
  bool is_unit; /* 1 as given */
} Cell;

typedef struct Formula {
  ModelText *m;
  const ReducedBlock *b;
  FILE *out; /* NULL: operations are only counted */
  int n_names, n_operations;
  Cell a[MOST][MOST];
  int right[MOST]; /* names */
  bool row_done[MOST], column_done[MOST];
} Formula;

enum { UNIT = -1 }; /* in place of a name: the number 1 */

typedef struct Text {
  char text[16];
} Text;

static Text block_formula_text_of(int name)
{
  assert(name != 0); /* the entry is not zero */
  Text t = {"1.0"};
  if (name != UNIT) snprintf(t.text, sizeof t.text, "e%d", name);
  return t;
}

static int new_name(Formula *f)
{
  return ++f->n_names;
}

/* const double e7 = e1 - e2 * e3; the name is given. */
static void block_formula_write_difference(Formula *f, int name, int a, int b,
                                           int c)
{
  f->n_operations++;
  if (!f->out) return;
  if (a)
    fprintf(f->out, "  const double e%d = %s - %s * %s;\n", name,
            block_formula_text_of(a).text, block_formula_text_of(b).text,
            block_formula_text_of(c).text);
  else
    fprintf(f->out, "  const double e%d = -(%s * %s);\n", name,
            block_formula_text_of(b).text, block_formula_text_of(c).text);
}

/* The sizes of what is subtracted are noted for pivots only. */
static void update(Formula *f, Cell *cell, int factor, int other, bool is_pivot)
{
  int name = new_name(f);
  block_formula_write_difference(f, name, cell->name, factor, other);
  if (is_pivot) {
    int size = new_name(f);
    if (f->out) {
      fprintf(f->out, "  const double e%d = fabs(e%d)", size, name);
      if (cell->size) fprintf(f->out, " + e%d", cell->size);
      if (!cell->size && cell->name) {
        fprintf(f->out, " + fabs(%s)", block_formula_text_of(cell->name).text);
      }
      fputs(";\n", f->out);
    }
    cell->size = size;
  }
  cell->name = name;
  cell->is_unit = false;
}

static bool block_formula_is_pivot(const Formula *f, int row, int column)
{
  for (int k = 0; k < f->b->n; k++) {
    if (f->b->how->formula_column[k] == column)
      return f->b->how->formula_row[k] == row;
  }
  return false;
}

static const char *block_formula_join(int n_before)
{
  return n_before > 0 ? " ||\n      " : "  if (";
}

/* May the pivot be divided by? Entries as given are compared with zero, others
 * with what they are the difference of. */
static void write_guard(const Formula *f, int row, int column)
{
  const Cell *p = &f->a[row][column];
  int n = 0;
  if (!f->out) return;
  if (p->size) {
    fprintf(f->out, "%s!(fabs(e%d) > 1e-8 * e%d)", block_formula_join(n++),
            p->name, p->size);
  } else if (!p->is_unit) {
    fprintf(f->out, "%s!isnormal(e%d)", block_formula_join(n++), p->name);
  }
  for (int i = 0; i < f->b->n; i++) {
    const Cell *other = &f->a[i][column];
    if (i == row || f->row_done[i] || !other->name) continue;
    if (other->is_unit && p->is_unit) continue;
    fprintf(f->out, "%sfabs(%s) > 1e3 * fabs(%s)", block_formula_join(n++),
            block_formula_text_of(other->name).text,
            block_formula_text_of(p->name).text);
  }
  if (n > 0) fputs(") return 1;\n", f->out);
}

static int write_factor(Formula *f, const Cell *cell, const Cell *pivot)
{
  if (pivot->is_unit) return cell->name;
  int name = new_name(f);
  f->n_operations++;
  if (f->out) {
    fprintf(f->out, "  const double e%d = %s / %s;\n", name,
            block_formula_text_of(cell->name).text,
            block_formula_text_of(pivot->name).text);
  }
  return name;
}

static void block_formula_eliminate(Formula *f, int row, int column)
{
  assert(f->a[row][column].name); /* a pivot that may be there */
  assert(!f->row_done[row] && !f->column_done[column]);
  const ReducedBlock *b = f->b;
  write_guard(f, row, column);
  f->row_done[row] = f->column_done[column] = true;
  for (int i = 0; i < b->n; i++) {
    if (f->row_done[i] || !f->a[i][column].name) continue;
    int factor = write_factor(f, &f->a[i][column], &f->a[row][column]);
    for (int j = 0; j < b->n; j++) {
      if (f->column_done[j] || !f->a[row][j].name) continue;
      update(f, &f->a[i][j], factor, f->a[row][j].name,
             block_formula_is_pivot(f, i, j));
    }
    int name = new_name(f);
    block_formula_write_difference(f, name, f->right[i], factor, f->right[row]);
    f->right[i] = name;
  }
}

/* From the last pivot to the first; right[row] becomes the unknown. */
static void substitute_back(Formula *f)
{
  const ReducedBlock *b = f->b;
  int unknown[MOST] = {0};
  for (int k = b->n - 1; k >= 0; k--) {
    int row = b->how->formula_row[k], column = b->how->formula_column[k];
    int sum = f->right[row];
    for (int j = 0; j < b->n; j++) {
      if (j == column || !unknown[j] || !f->a[row][j].name) continue;
      int name = new_name(f);
      block_formula_write_difference(f, name, sum, f->a[row][j].name,
                                     unknown[j]);
      sum = name;
    }
    Cell right = {.name = sum};
    unknown[column] = write_factor(f, &right, &f->a[row][column]);
  }
  for (int j = 0; j < b->n; j++) f->right[j] = unknown[j];
}

static void block_formula_run(Formula *f)
{
  for (int k = 0; k < f->b->n; k++) {
    block_formula_eliminate(f, f->b->how->formula_row[k],
                            f->b->how->formula_column[k]);
  }
  substitute_back(f);
}

/* --- what is given --- */

static void name_entries(Formula *f)
{
  assert(f->b->n <= MOST);
  const ReducedBlock *b = f->b;
  const ExprTable *t = f->m->reduced->exprs;
  for (int k = 0; k < b->n_entries; k++) {
    double value;
    Cell *cell = &f->a[b->entry[k].row][b->entry[k].column];
    cell->is_unit = expr_is_const(t, b->entry[k].value, &value) && value == 1;
    cell->name = cell->is_unit ? UNIT : new_name(f);
  }
  for (int i = 0; i < b->n; i++) f->right[i] = new_name(f);
}

static void block_formula_write_number(Formula *f, int name, ExprId value,
                                       const char *sign)
{
  Arena *scratch = session_scratch(f->m->s);
  ArenaMark mark = arena_mark(scratch);
  const char *text = sign[0] ? c_expression_operand(f->m->c, value)
                             : c_expression(f->m->c, value, C_REAL);
  c_text_statement(
      f->out,
      arena_printf(scratch, "const double e%d = %s%s;", name, sign, text),
      NULL);
  arena_release(mark);
}

static void write_entries(Formula *f)
{
  const ReducedBlock *b = f->b;
  ExprId root[MOST * MOST + MOST];
  int n = 0;
  for (int k = 0; k < b->n_entries; k++) {
    const Cell *cell = &f->a[b->entry[k].row][b->entry[k].column];
    if (!cell->is_unit) root[n++] = b->entry[k].value;
  }
  for (int i = 0; i < b->n; i++) root[n++] = b->how->rest[i];
  long_sum_prepare(f->m, root, n, f->out);
  for (int k = 0; k < b->n_entries; k++) {
    const Cell *cell = &f->a[b->entry[k].row][b->entry[k].column];
    if (!cell->is_unit)
      block_formula_write_number(f, cell->name, b->entry[k].value, "");
  }
  for (int i = 0; i < b->n; i++) {
    block_formula_write_number(f, f->right[i], b->how->rest[i], "-");
  }
}

/* All at once, so that a failure leaves the old values. */
static void block_formula_write_unknowns(const Formula *f)
{
  const ReducedBlock *b = f->b;
  ModelText *m = f->m;
  fputs("  if (!isfinite(", f->out);
  for (int j = 0; j < b->n; j++) {
    fprintf(f->out, "%se%d", j > 0 ? " + " : "", f->right[j]);
  }
  fputs(")) return 1;\n", f->out);
  for (int j = 0; j < b->n; j++) {
    VarId var = b->unknown[j];
    const char *slot = block_twin_slot(m, var);
    if (!slot) slot = model_text_index(m, 0, m->reduced->slot[var.i]);
    fprintf(f->out, "  v->real[%s] = e%d;", slot, f->right[j]);
    if (!m->twin) {
      fputs(" /* ", f->out);
      c_text_comment(f->out, m->reduced->sys->var[var.i].name);
      fputs(" */", f->out);
    }
    putc('\n', f->out);
  }
}

static void write_formula(ModelText *m, const Routine *r, int begin, int end,
                          FILE *out)
{
  const AlgebraicLoop *loop = r->context;
  Formula f = {.m = m, .b = loop->block, .out = out};
  (void)begin;
  (void)end;
  m->uses_values = true;
  name_entries(&f);
  write_entries(&f);
  block_formula_run(&f);
  block_formula_write_unknowns(&f);
}

bool block_formula_is_used(ModelText *m, const AlgebraicLoop *loop)
{
  const ReducedBlock *b = loop->block;
  if (!b->how->rest || !loop->keeps_factors) return false;
  Formula f = {.m = m, .b = b};
  name_entries(&f);
  block_formula_run(&f);
  return f.n_operations <= MOST_OPERATIONS;
}

void block_formula_write(ModelText *m, const AlgebraicLoop *loop, FILE *out)
{
  assert(loop->block->how->rest && loop->keeps_factors);
  Routine r = {.name = arena_printf(m->arena, "%s_formula", loop->name),
               .values = "ModelValues *v",
               .can_fail = true,
               .n_items = 1,
               .batch = 1,
               .write = write_formula,
               .context = loop};
  routine_write(m, &r, out);
}
