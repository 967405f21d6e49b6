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

static bool model_bounds_is_integrated(const System *sys, VarId v)
{
  if (sys->var[v.i].alias_of.i >= 0) v = sys->var[v.i].alias_of;
  return sys->var[v.i].derivative.i >= 0;
}

/* all NULL: only counts. */
static int list_bounded(const ReducedSystem *r, Bounded *all)
{
  int n = 0;
  for (int k = 0; k < r->n_vars; k++) {
    const ReducedVar *row = &r->var[k];
    bool is_real = row->type == VAR_REAL && row->var.i >= 0;
    if (!is_real || (!row->has_min && !row->has_max)) continue;
    if (row->value_reference >= r->n_real ||
        !model_bounds_is_integrated(r->sys, row->var)) {
      continue;
    }
    const Var *var = &r->sys->var[row->var.i];
    Bounded one = {bound_or(r->sys, var->min, -DBL_MAX),
                   bound_or(r->sys, var->max, DBL_MAX), row->value_reference};
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
static Bounded *sorted_bounded(const ModelText *m, int *n)
{
  *n = list_bounded(m->reduced, NULL);
  if (*n == 0) return NULL;
  Bounded *all = arena_array(session_scratch(m->s), (size_t)*n, sizeof all[0]);
  list_bounded(m->reduced, all);
  qsort(all, (size_t)*n, sizeof all[0], compare_bounded);
  return all;
}

static void write_references_of_bounds(const ModelText *m, const Bounded *all,
                                       int n, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  int *reference = arena_array(scratch, (size_t)n, sizeof reference[0]);
  for (int k = 0; k < n; k++) reference[k] = all[k].reference;
  if (m->kernels && table_pack_write("bounded", reference, n, 0, scratch, out))
    return;
  fputs("static const int bounded[] = {", out);
  IntegerRows rows = {
      .out = out, .begin = "\n  ", .per_line = BOUNDED_PER_LINE};
  for (int k = 0; k < n; k++) integer_rows_put(&rows, reference[k]);
  integer_rows_end(&rows, ",\n};\n");
}

static void write_rows_of_bounds(const Bounded *all, int n, FILE *out)
{
  char min[C_NUMBER_SIZE], max[C_NUMBER_SIZE];
  fputs("static const VariableBounds bounds[] = {\n", out);
  for (int k = 0, end; k < n; k = end) {
    for (end = k + 1; end < n && !begins_row(all, end);) end++;
    fprintf(out, "  {%s, %s, %d},\n", c_text_number(all[k].min, min),
            c_text_number(all[k].max, max), end - k);
  }
  fputs("};\n\n", out);
}

void model_bounds_write(const ModelText *m, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  int n;
  const Bounded *all = sorted_bounded(m, &n);
  if (n > 0) {
    write_references_of_bounds(m, all, n, out);
    write_rows_of_bounds(all, n, out);
  }
  arena_release(mark);
}

void model_bounds_members(const ModelText *m, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  int n, n_rows = 0;
  const Bounded *all = sorted_bounded(m, &n);
  for (int k = 0; k < n; k++) n_rows += begins_row(all, k);
  assert(n_rows <= n);
  if (n > 0) {
    fprintf(out,
            "  .n_bounds = %d,\n  .bounds = bounds,\n"
            "  .n_bounded = %d,\n  .bounded = bounded,\n",
            n_rows, n);
  }
  arena_release(mark);
}
