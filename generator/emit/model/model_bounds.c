/* model_bounds.c: see model_bounds.h. */
#include "emit/model/model_bounds.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>

#include "emit/text/c_text.h"
#include "emit/text/integer_rows.h"
#include "emit/text/table_pack.h"

enum { BOUNDED_PER_LINE = 12 };

typedef struct Bounded {
  double min, max; /* -DBL_MAX, DBL_MAX: none */
  int reference;
} Bounded;

/* A number; a parameter may be set to another one in the FMU. */
static double bound_or(const System *sys, ExprId e, double otherwise)
{
  double value;
  bool is_number = e.i >= 0 && expr_is_const(sys->exprs, e, &value);
  return is_number ? value : otherwise;
}

/* A table for what is integrated, and one for parameters. */
typedef struct BoundsTable {
  bool is_of_parameters;
  const char *references, *rows;     /* the names of the tables */
  const char *n_references, *n_rows; /* and of what counts them */
} BoundsTable;

static const BoundsTable bounds_tables[] = {
    {false, "bounded", "bounds", "n_bounded", "n_bounds"},
    {true, "bounded_parameter", "parameter_bounds", "n_bounded_parameters",
     "n_parameter_bounds"}};

static bool model_bounds_is_integrated(const System *sys, VarId v)
{
  if (sys->var[v.i].alias_of.i >= 0) v = sys->var[v.i].alias_of;
  return sys->var[v.i].derivative.i >= 0;
}

static bool model_bounds_is_parameter(const ReducedVar *row)
{
  return (row->causality == FMI_PARAMETER ||
          row->causality == FMI_CALCULATED_PARAMETER) &&
         (row->type == VAR_REAL || (row->type == VAR_INTEGER && !row->text));
}

/* Integers come after all Reals. -1: it is not in the table. */
static int model_bounds_reference(const ReducedSystem *r, const ReducedVar *row,
                                  const BoundsTable *table)
{
  if (row->var.i < 0 || (!row->has_min && !row->has_max)) return -1;
  bool is_real = row->type == VAR_REAL;
  int n = is_real ? r->n_real : r->n_integer;
  if (row->value_reference >= n) return -1;
  bool is_wanted =
      table->is_of_parameters
          ? model_bounds_is_parameter(row)
          : is_real && model_bounds_is_integrated(r->sys, row->var);
  if (!is_wanted) return -1;
  return row->value_reference + (is_real ? 0 : r->n_real);
}

/* all NULL: only counts. */
static int list_bounded(const ReducedSystem *r, const BoundsTable *table,
                        Bounded *all)
{
  int n = 0;
  for (int k = 0; k < r->n_vars; k++) {
    const ReducedVar *row = &r->var[k];
    int reference = model_bounds_reference(r, row, table);
    if (reference < 0) continue;
    const Var *var = &r->sys->var[row->var.i];
    Bounded one = {bound_or(r->sys, var->min, -DBL_MAX),
                   bound_or(r->sys, var->max, DBL_MAX), reference};
    if (one.min == -DBL_MAX && one.max == DBL_MAX) continue;
    if (all) all[n] = one;
    n++;
  }
  return n;
}

static int in_order(double a, double b)
{
  return (a > b) - (a < b);
}

static int compare_bounded(const void *a, const void *b)
{
  const Bounded *x = a, *y = b;
  int order = in_order(x->min, y->min);
  if (order == 0) order = in_order(x->max, y->max);
  return order != 0 ? order : in_order(x->reference, y->reference);
}

static bool begins_row(const Bounded *all, int k)
{
  return k == 0 || all[k].min != all[k - 1].min || all[k].max != all[k - 1].max;
}

/* In the scratch arena; *n of them. */
static Bounded *sorted_bounded(const ModelText *m, const BoundsTable *table,
                               int *n)
{
  *n = list_bounded(m->reduced, table, NULL);
  if (*n == 0) return NULL;
  Bounded *all = arena_array(session_scratch(m->s), (size_t)*n, sizeof all[0]);
  list_bounded(m->reduced, table, all);
  qsort(all, (size_t)*n, sizeof all[0], compare_bounded);
  return all;
}

static void write_references_of_bounds(const ModelText *m,
                                       const BoundsTable *table,
                                       const Bounded *all, int n, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  int *reference = arena_array(scratch, (size_t)n, sizeof reference[0]);
  for (int k = 0; k < n; k++) reference[k] = all[k].reference;
  if (m->kernels &&
      table_pack_write(table->references, reference, n, 0, scratch, out))
    return;
  fprintf(out, "static const int %s[] = {", table->references);
  IntegerRows rows = {
      .out = out, .begin = "\n  ", .per_line = BOUNDED_PER_LINE};
  for (int k = 0; k < n; k++) integer_rows_put(&rows, reference[k]);
  integer_rows_end(&rows, ",\n};\n");
}

static void write_rows_of_bounds(const BoundsTable *table, const Bounded *all,
                                 int n, FILE *out)
{
  char min[C_NUMBER_SIZE], max[C_NUMBER_SIZE];
  fprintf(out, "static const VariableBounds %s[] = {\n", table->rows);
  for (int k = 0, end; k < n; k = end) {
    for (end = k + 1; end < n && !begins_row(all, end);) end++;
    fprintf(out, "  {%s, %s, %d},\n", c_text_number(all[k].min, min),
            c_text_number(all[k].max, max), end - k);
  }
  fputs("};\n\n", out);
}

static void model_bounds_write_table(const ModelText *m,
                                     const BoundsTable *table, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  int n;
  const Bounded *all = sorted_bounded(m, table, &n);
  if (n > 0) {
    write_references_of_bounds(m, table, all, n, out);
    write_rows_of_bounds(table, all, n, out);
  }
  arena_release(mark);
}

static void model_bounds_write_members(const ModelText *m,
                                       const BoundsTable *table, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  int n, n_rows = 0;
  const Bounded *all = sorted_bounded(m, table, &n);
  for (int k = 0; k < n; k++) n_rows += begins_row(all, k);
  assert(n_rows <= n);
  if (n > 0) {
    fprintf(out,
            "  .%s = %d,\n  .%s = %s,\n"
            "  .%s = %d,\n  .%s = %s,\n",
            table->n_rows, n_rows, table->rows, table->rows,
            table->n_references, n, table->references, table->references);
  }
  arena_release(mark);
}

void model_bounds_write(const ModelText *m, FILE *out)
{
  model_bounds_write_table(m, &bounds_tables[0], out);
  model_bounds_write_table(m, &bounds_tables[1], out);
}

void model_bounds_members(const ModelText *m, FILE *out)
{
  model_bounds_write_members(m, &bounds_tables[0], out);
  model_bounds_write_members(m, &bounds_tables[1], out);
}
