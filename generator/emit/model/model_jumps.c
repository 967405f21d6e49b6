/* model_jumps.c: the functions, the tables. */
#include "emit/model/model_jumps.h"

#include <assert.h>

#include "emit/blocks/algebraic_loop.h"
#include "emit/kernel/long_sum.h"
#include "emit/kernel/routine.h"
#include "emit/model/model_blocks.h"
#include "emit/text/c_text.h"
#include "reduce/index/jumps.h"

static bool model_jumps_exist(const ReducedSystem *r)
{
  return r->sys->n_jumps > 0;
}

/* --- functions --- */

static void write_factor_items(ModelText *m, const Routine *r, int begin,
                               int end, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  (void)r;
  for (int k = begin; k < end; k++) {
    const ReducedJumpFactor *f = &m->reduced->jumps.factor[k];
    ArenaMark mark = arena_mark(scratch);
    long_sum_prepare(m, &f->value, 1, out);
    const char *text = c_expression(m->c, f->value, C_REAL);
    c_text_statement(out, arena_printf(scratch, "factor[%d] = %s;", k, text),
                     NULL);
    arena_release(mark);
  }
}

static void write_factors(ModelText *m, FILE *out)
{
  Routine r = {.name = "jump_factors",
               .values = "const ModelValues *v",
               .second = "double *factor",
               .n_items = m->reduced->jumps.n_factors,
               .batch = 1,
               .write = write_factor_items};
  if (r.n_items > 0) routine_write(m, &r, out);
}

/* --- tables --- */

static void open_integers(const char *name, FILE *out)
{
  fprintf(out, "static const int %s[] = {", name);
}

static void write_integer(int k, int value, FILE *out)
{
  fprintf(out, "%s%d", k == 0 ? "" : k % 12 == 0 ? ",\n  " : ", ", value);
}

static void model_jumps_write_texts(const ModelText *m, const char *name,
                                    const ReducedBlock *rows, FILE *out)
{
  fprintf(out, "static const char *const %s[] = {\n", name);
  for (int k = 0; k < rows->n; k++) {
    ArenaMark mark = arena_mark(session_scratch(m->s));
    fputs("  ", out);
    c_text_string(out, algebraic_loop_equation(m, rows, k));
    fputs(",\n", out);
    arena_release(mark);
  }
  fputs("};\n", out);
}

static void write_constraint_tables(const ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  const ReducedJumps *j = &r->jumps;
  assert(j->rows.n >= jumps_n_chains(r->sys) && j->n_variables > 0);
  open_integers("jump_impulse", out);
  for (int k = 0; k < jumps_n_chains(r->sys); k++) {
    write_integer(k, r->slot[r->sys->jump[k].impulse.i], out);
  }
  fputs("};\n", out);
  open_integers("jump_of", out);
  for (int k = 0; k < j->rows.n; k++) write_integer(k, j->jump_of[k], out);
  fputs("};\n", out);
  open_integers("jump_is_deep", out);
  for (int k = 0; k < j->rows.n; k++) write_integer(k, j->is_deep[k], out);
  fputs("};\n", out);
  open_integers("jump_variable", out);
  for (int k = 0; k < j->n_variables; k++) {
    write_integer(k, r->slot[j->variable[k].i], out);
  }
  fputs("};\n", out);
  model_jumps_write_texts(m, "jump_text", &j->rows, out);
}

static void write_factor_table(const ModelText *m, FILE *out)
{
  const ReducedJumps *j = &m->reduced->jumps;
  if (j->n_factors == 0) return;
  model_jumps_write_texts(m, "jump_law", &j->law, out);
  fputs("static const JumpFactor jump_factor[] = {\n", out);
  for (int k = 0; k < j->n_factors; k++) {
    const ReducedJumpFactor *f = &j->factor[k];
    const int *slot = m->reduced->slot;
    fprintf(out, "  {%d, %d, %d}, /* ", f->row, slot[f->var.i],
            f->own.i < 0 ? -1 : slot[f->own.i]);
    c_text_comment(out, m->reduced->sys->var[f->var.i].name);
    fputs(" */\n", out);
  }
  fputs("};\n", out);
  open_integers("jump_law_impulse", out);
  for (int k = 0; k < j->law.n; k++) {
    const System *sys = m->reduced->sys;
    int jump = j->law_jump[k];
    write_integer(
        k, jump < 0 ? -1 : m->reduced->slot[sys->jump[jump].impulse.i], out);
  }
  fputs("};\n", out);
}

static void model_jumps_write_problem(const ModelText *m, FILE *out)
{
  const ReducedJumps *j = &m->reduced->jumps;
  fprintf(out,
          "static const JumpProblem jump_problem = {\n"
          "  .of_parameters = %d,\n"
          "  .n_impulses = %d,\n  .impulse = jump_impulse,\n"
          "  .n_rows = %d,\n  .impulse_of = jump_of,\n"
          "  .is_deep = jump_is_deep,\n  .text = jump_text,\n"
          "  .rows = jump_rows_residual,\n"
          "  .rows_tangent = jump_rows_tangent,\n"
          "  .n_variables = %d,\n  .n_jumping = %d,\n"
          "  .variable = jump_variable,\n",
          !j->jumps_by_itself, jumps_n_chains(m->reduced->sys), j->rows.n,
          j->n_variables, j->n_jumping);
  if (j->n_factors > 0) {
    fprintf(out,
            "  .n_factors = %d,\n  .factor = jump_factor,\n"
            "  .law = jump_law,\n  .law_impulse = jump_law_impulse,\n"
            "  .factors = jump_factors,\n",
            j->n_factors);
  }
  fputs("};\n\n", out);
}

void model_jumps_write(ModelText *m, FILE *out)
{
  if (!model_jumps_exist(m->reduced)) return;
  fputs("/* ---- Constraints that may jump at events ---- */\n\n", out);
  model_blocks_write_rows(m, &m->reduced->jumps.rows, "jump_rows", out);
  write_factors(m, out);
  write_constraint_tables(m, out);
  write_factor_table(m, out);
  model_jumps_write_problem(m, out);
}

void model_jumps_member(const ModelText *m, FILE *out)
{
  if (model_jumps_exist(m->reduced)) fputs("  .jumps = &jump_problem,\n", out);
}
