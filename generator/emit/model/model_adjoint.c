/* model_adjoint.c: weights, spread over partial derivatives. */
#include "emit/model/model_adjoint.h"

#include <assert.h>

#include "emit/text/c_text.h"

bool model_adjoint_is_written(const ModelText *m)
{
  return m->reduced->choice.adjoints;
}

/* t->d[4] += (2*x)*t->d[7]; one for each entry */
static void write_spread(ModelText *m, const TangentRow *row, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  const char *target = tangent_row_target(m, row);
  tangent_row_prepare(m, row, out);
  for (int k = row->first; k < row->last; k++) {
    ArenaMark mark = arena_mark(scratch);
    const char *slot = tangent_row_slot(m, row, k);
    const char *text =
        tangent_row_is_left_out(m, row, k)
            ? arena_printf(scratch, "t->d[%s] += %s;", slot, target)
            : arena_printf(
                  scratch, "t->d[%s] += (%s)*%s;", slot,
                  tangent_row_factor(m, row, k),
                  target);
    c_text_statement(out, text, NULL);
    arena_release(mark);
  }
}

/* The slots of a row's entries: "static const int s[] = {4, 5};" */
static void write_slots(ModelText *m, const TangentRow *row, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  bool is_constant = !m->loop && !m->twin;
  const char *text =
      is_constant ? "static const int s[] = {" : "const int s[] = {";
  for (int k = row->first; k < row->last; k++) {
    text = arena_printf(scratch, "%s%s%s", text, k > row->first ? ", " : "",
                        tangent_row_slot(m, row, k));
  }
  c_text_statement(out, arena_printf(scratch, "%s};", text), NULL);
}

/* The weights are put aside while t->d holds one unit direction after the
 * other. */
static void write_turns(ModelText *m, const TangentRow *row, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  int n = row->last - row->first;
  assert(row->along.i >= 0 && n > 0);
  write_slots(m, row, out);
  c_expression_array(m->c, "w", n, out);
  fprintf(out,
          "  const double a = %s;\n"
          "  for (int i = 0; i < %d; i++) {\n"
          "    w[i] = t->d[s[i]];\n"
          "    t->d[s[i]] = 0;\n"
          "  }\n"
          "  for (int i = 0; i < %d; i++) {\n"
          "  t->d[s[i]] = 1;\n",
          tangent_row_target(m, row), n, n);
  tangent_row_prepare(m, row, out);
  c_text_statement(out,
                   arena_printf(scratch, "w[i] += (%s)*a;",
                                c_expression(m->c, row->along, C_REAL)),
                   NULL);
  fprintf(out,
          "  t->d[s[i]] = 0;\n"
          "  }\n"
          "  for (int i = 0; i < %d; i++) t->d[s[i]] = w[i];\n",
          n);
}

/* What has no weight is passed over: its factors may not exist at the present
 * values (an angle at the origin), and zero times those would be no zero. */
static void write_adjoint_row(ModelText *m, const TangentRow *row, FILE *out)
{
  if (row->first == row->last) return; /* it is constant */
  ArenaMark mark = arena_mark(session_scratch(m->s));
  fprintf(out, "  if (%s != 0) {\n", tangent_row_target(m, row));
  if (row->along.i >= 0)
    write_turns(m, row, out);
  else
    write_spread(m, row, out);
  c_text_statement(out, "}", model_text_comment(m, tangent_row_name(m, row)));
  arena_release(mark);
}

/* From the last to the first; what goes along a direction needs its entries. */
static void turn_rows(TangentRows *rows)
{
  for (int a = 0, b = rows->n_rows - 1; a < b; a++, b--) {
    TangentRow row = rows->row[a];
    rows->row[a] = rows->row[b];
    rows->row[b] = row;
  }
  for (int k = 0; k < rows->n_rows; k++) {
    TangentRow *row = &rows->row[k];
    if (row->number < 0 && row->along.i >= 0) {
      row->last = row->block->n_tangents;
    }
  }
}

void model_adjoint_write_loop(ModelText *m, const ReducedBlock *block,
                              const char *name, FILE *out)
{
  if (!model_adjoint_is_written(m)) return;
  TangentRows rows = {0};
  tangent_rows_of_loop(m, block, &rows);
  TangentRoutine routine = {arena_printf(m->arena, "%s_adjoint", name), &rows,
                            write_adjoint_row, NULL, false};
  tangent_rows_write(m, &routine, out);
}

void model_adjoint_write(ModelText *m, const TangentPart *part, int n_parts,
                         const char *function, FILE *out)
{
  if (!model_adjoint_is_written(m)) return;
  TangentRows rows = {0};
  for (int p = 0; p < n_parts; p++) tangent_rows_of_part(m, &part[p], &rows);
  turn_rows(&rows);
  TangentRoutine routine = {function, &rows, write_adjoint_row, "block_adjoint",
                            true};
  tangent_rows_write(m, &routine, out);
}

void model_adjoint_members(const ModelText *m, FILE *out)
{
  if (!model_adjoint_is_written(m)) return;
  fputs("  .adjoint = adjoint,\n"
        "  .initial_adjoint = initial_adjoint,\n",
        out);
}
