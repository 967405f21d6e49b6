/* model_implicit.c: what is computed at each point, the rows, the tables. */
#include "emit/model/model_implicit.h"

#include <assert.h>

#include "emit/blocks/block_item.h"
#include "emit/model/model_blocks.h"
#include "emit/model/model_tangent.h"
#include "emit/text/c_text.h"

bool model_implicit_is_written(const ReducedSystem *r)
{
  return r->implicit.exists && r->choice.ida && !r->choice.exchange_only;
}

static void model_implicit_write_functions(ModelText *m, FILE *out)
{
  assert(m->reduced->implicit.exists && m->reduced->implicit.keeps);
  const ReducedSystem *r = m->reduced;
  const ReducedImplicit *form = &r->implicit;
  TangentPart part = {&r->continuous, "continuous", form->keeps};
  model_blocks_write_kept(m, &r->continuous, form->keeps, "implicit_evaluate",
                          "continuous", out);
  model_tangent_write(m, &part, 1, "implicit_tangent", out);
  model_blocks_write_rows(m, &form->rows, "implicit_rows", out);
}

/* By value reference; `integral`: of what the variables are derivatives of.
 * Without variables there is no table. */
static void model_implicit_write_references(const ModelText *m,
                                            const char *name, const VarId *var,
                                            int n, bool integral, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  if (n == 0) return;
  fprintf(out, "static const int %s[] = {", name);
  for (int k = 0; k < n; k++) {
    VarId v = integral ? r->sys->var[var[k].i].integral : var[k];
    assert(v.i >= 0);
    fprintf(out, "%s%d",
            k == 0        ? ""
            : k % 12 == 0 ? ",\n  "
                          : ", ",
            r->slot[v.i]);
  }
  fputs("};\n", out);
}

static void model_implicit_write_nominals(const ModelText *m, FILE *out)
{
  const ReducedImplicit *form = &m->reduced->implicit;
  if (form->n_dummies == 0) return;
  fputs("static const double implicit_nominal[] = {", out);
  for (int k = 0; k < form->n_dummies; k++) {
    char number[C_NUMBER_SIZE];
    const ReducedVar *v = model_text_row(m, form->dummy[k]);
    fprintf(out, "%s%s",
            k == 0       ? ""
            : k % 8 == 0 ? ",\n  "
                         : ", ",
            c_text_number(v ? v->nominal : 1, number));
  }
  fputs("};\n", out);
}

/* Which loops of the continuous system are not computed any more. */
static void write_left_out(ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  const BlockSequence *all = &r->continuous;
  int n_loops = 0;
  const int *number = block_item_numbers(m, all, &n_loops);
  if (n_loops == 0) return;
  fputs("static const unsigned char implicit_left_out[] = {", out);
  for (int k = 0; k < all->n_blocks; k++) {
    if (number[k] < 0) continue;
    fprintf(out, "%s%d",
            number[k] == 0        ? ""
            : number[k] % 20 == 0 ? ",\n  "
                                  : ", ",
            !r->implicit.keeps[k]);
  }
  fputs("};\n", out);
}

static void write_problem(ModelText *m, FILE *out)
{
  const ReducedImplicit *form = &m->reduced->implicit;
  int n_loops;
  block_item_numbers(m, &m->reduced->continuous, &n_loops);
  fprintf(out,
          "static const ImplicitProblem implicit_problem = {\n"
          "  .n_slopes = %d,\n  .n_rows = %d,\n  .n_dummies = %d,\n",
          form->n_slopes, form->rows.n, form->n_dummies);
  if (form->n_slopes > 0) {
    fputs("  .slope = implicit_slope,\n  .slope_of = implicit_slope_of,\n",
          out);
  }
  if (form->n_dummies > 0) {
    fputs("  .dummy = implicit_dummy,\n  .nominal = implicit_nominal,\n", out);
  }
  if (n_loops > 0) fputs("  .left_out = implicit_left_out,\n", out);
  fputs("  .evaluate = implicit_evaluate,\n"
        "  .tangent = implicit_tangent,\n"
        "  .rows = implicit_rows_residual,\n"
        "  .rows_tangent = implicit_rows_tangent,\n"
        "};\n\n",
        out);
}

void model_implicit_write(ModelText *m, FILE *out)
{
  const ReducedImplicit *form = &m->reduced->implicit;
  if (!model_implicit_is_written(m->reduced)) return;
  fputs(
      "/* ---- The implicit form, without superfluous derivatives ---- */\n\n",
      out);
  model_implicit_write_functions(m, out);
  model_implicit_write_references(m, "implicit_slope", form->slope,
                                  form->n_slopes, false, out);
  model_implicit_write_references(m, "implicit_slope_of", form->slope,
                                  form->n_slopes, true, out);
  model_implicit_write_references(m, "implicit_dummy", form->dummy,
                                  form->n_dummies, false, out);
  model_implicit_write_nominals(m, out);
  write_left_out(m, out);
  write_problem(m, out);
}
