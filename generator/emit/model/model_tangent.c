/* model_tangent.c: sums of partial derivatives times directions. */
#include "emit/model/model_tangent.h"

#include "emit/text/c_text.h"

/* "(2*x)*t->d[4]", in the scratch arena */
static const char *model_tangent_term(ModelText *m, const TangentRow *row,
                                      int k)
{
  Arena *scratch = session_scratch(m->s);
  const char *slot = tangent_row_slot(m, row, k);
  if (tangent_row_is_left_out(m, row, k))
    return arena_printf(scratch, "t->d[%s]", slot);
  return arena_printf(scratch, "(%s)*t->d[%s]", tangent_row_factor(m, row, k),
                      slot);
}

/* target = term + term ...; target += term ...; in the entries' order */
static void model_tangent_write_sum(ModelText *m, const TangentRow *row,
                                    FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  const char *target = tangent_row_target(m, row);
  int k = row->first;
  tangent_row_prepare(m, row, out);
  do {
    const char *sum = k == row->last ? "0" : "";
    if (row->along.i >= 0)
      sum = arena_printf(scratch, "%s", tangent_row_along(m, row));
    const char *op = k == row->first && !row->continues ? "=" : "+=";
    for (int n = 0; n < TERMS_PER_STATEMENT && k < row->last; n++, k++) {
      sum = arena_printf(scratch, "%s%s%s", sum, n > 0 ? " + " : "",
                         model_tangent_term(m, row, k));
    }
    c_text_statement(out, arena_printf(scratch, "%s %s %s;", target, op, sum),
                     model_text_comment(m, tangent_row_name(m, row)));
  } while (k < row->last);
  arena_release(mark);
}

void model_tangent_write_loop(ModelText *m, const ReducedBlock *block,
                              const char *name, FILE *out)
{
  TangentRows rows = {0};
  tangent_rows_of_loop(m, block, &rows);
  TangentRoutine routine = {arena_printf(m->arena, "%s_tangent", name), &rows,
                            model_tangent_write_sum, NULL, false};
  tangent_rows_write(m, &routine, out);
}

void model_tangent_write(ModelText *m, const TangentPart *part, int n_parts,
                         const char *function, FILE *out)
{
  TangentRows rows = {0};
  for (int p = 0; p < n_parts; p++) tangent_rows_of_part(m, &part[p], &rows);
  TangentRoutine routine = {function, &rows, model_tangent_write_sum,
                            "block_tangent", !m->has_lanes};
  tangent_rows_write(m, &routine, out);
}
