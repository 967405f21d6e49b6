/* model_tapes.c: see model_tapes.h. */
#include "emit/model/model_tapes.h"

#include <assert.h>

#include "emit/text/c_text.h"
#include "emit/text/integer_rows.h"
#include "emit/text/table_pack.h"
#include "reduce/tapes.h"

enum { ITEMS_PER_LINE = 12, NUMBERS_PER_LINE = 6 };

static void write_steps(const ReducedTapes *t, FILE *out)
{
  fputs("static const TapeStep tape_step[] = {\n", out);
  for (int k = 0; k < t->n_steps; k++) {
    const TapeStep *s = &t->step[k];
    fprintf(out, "  {TAPE_%s, %d, %d, %d},\n", s->op, s->a, s->b, s->c);
  }
  fputs("};\n", out);
}

static void write_shapes(const ReducedTapes *t, FILE *out)
{
  fputs("static const Tape tape[] = {\n", out);
  for (int k = 0; k < t->n; k++) {
    fprintf(out, "  {%d, %d, tape_step + %d},\n", t->tape[k].n_steps,
            t->tape[k].n_operands, t->tape[k].first);
  }
  fputs("};\n", out);
}

static void write_tape_integers(const ModelText *m, const char *name,
                                const int *value, int n, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  assert(n > 0);
  if (m->kernels && table_pack_write(name, value, n, 0, scratch, out)) return;
  fprintf(out, "static const int %s[] = {", name);
  IntegerRows rows = {.out = out, .begin = "\n  ", .per_line = ITEMS_PER_LINE};
  for (int k = 0; k < n; k++) integer_rows_put(&rows, value[k]);
  integer_rows_end(&rows, ",\n};\n");
}

static void write_tape_numbers(const ReducedTapes *t, FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  if (t->n_numbers == 0) return;
  fputs("static const double tape_number[] = {", out);
  for (int k = 0; k < t->n_numbers; k++) {
    fputs(k == 0 ? "\n  " : k % NUMBERS_PER_LINE == 0 ? ",\n  " : ", ", out);
    fputs(c_text_number(t->number[k], buffer), out);
  }
  fputs("\n};\n", out);
}

void model_tapes_write(const ModelText *m, FILE *out)
{
  const ReducedTapes *t = &m->reduced->tapes;
  if (t->n == 0) return;
  write_steps(t, out);
  write_shapes(t, out);
  write_tape_integers(m, "tape_of", t->of_item, tapes_n_items(m->reduced), out);
  if (t->n_operands > 0)
    write_tape_integers(m, "tape_operand", t->operand, t->n_operands, out);
  write_tape_numbers(t, out);
  fputc('\n', out);
}

void model_tapes_members(const ReducedSystem *r, FILE *out)
{
  const ReducedTapes *t = &r->tapes;
  if (t->n == 0) return;
  fputs("  .tape = tape,\n  .tape_of = tape_of,\n", out);
  if (t->n_forcings > 0) fprintf(out, "  .n_forcings = %d,\n", t->n_forcings);
  fprintf(out, "  .n_tape_operands = %d,\n", t->n_operands);
  if (t->n_operands > 0) fputs("  .tape_operand = tape_operand,\n", out);
  if (t->n_numbers > 0) fputs("  .tape_number = tape_number,\n", out);
}
