/* model_divisors.c: numbers, texts and statements of guarded divisions. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "emit/model/model_divisors.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emit/text/c_text.h"
#include "emit/text/text_rows.h"
#include "reduce/system/system_print.h"

enum { FACTOR_LENGTH = 120 }; /* bytes of a factor that are quoted */

int *model_divisors_number(const ModelText *m, const BlockSequence *sequence,
                           const int *order)
{
  size_t n = (size_t)sequence->n_blocks;
  int *number = arena_array(m->arena, n, sizeof number[0]);
  int count = 0;
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[order[k]];
    number[order[k]] = b->divisor.i >= 0 ? count++ : -1;
  }
  return number;
}

/* A table of texts while it is written. */
typedef struct Texts {
  TextRows rows;
  Span equation; /* the last one named */
  FILE *factor;  /* one stream for all: to open one is slow */
  char *bytes;   /* what is in it */
  size_t length;
} Texts;

static const char *factor_text(const ModelText *m, Texts *t, ExprId divisor)
{
  const System *sys = m->reduced->sys;
  const ExprNode *n = expr_node(m->reduced->exprs, divisor);
  if (n->op == EXPR_VAR) return sys->var[n->var.i].name; /* nearly always */
  if (!t->factor) return "..."; /* the machine is short of memory */
  rewind(t->factor);
  system_print_expr(sys, divisor, t->factor);
  fflush(t->factor);
  bool is_long = t->length > FACTOR_LENGTH;
  return arena_printf(session_scratch(m->s), "%.*s%s",
                      is_long ? FACTOR_LENGTH : (int)t->length, t->bytes,
                      is_long ? "..." : "");
}

/* One entry; the equation before it where it is another one. */
static void model_divisors_write_text(const ModelText *m, Texts *t,
                                      const ReducedDivisor *d)
{
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  if (memcmp(&t->equation, &d->span, sizeof d->span) != 0) {
    const char *place = place_texts_of(m->places, d->span);
    text_rows_put(&t->rows, arena_printf(scratch, "@%s", place));
    t->equation = d->span;
  }
  text_rows_put(&t->rows, arena_printf(scratch, "%s: the factor %s",
                                       m->reduced->sys->var[d->unknown.i].name,
                                       factor_text(m, t, d->value)));
  arena_release(mark);
}

static void write_rows(const ModelText *m, Texts *t,
                       const BlockSequence *sequence, const int *order)
{
  const ReducedSystem *r = m->reduced;
  bool is_parameters = sequence == &r->parameters;
  for (int k = 0; is_parameters && k < r->n_divisors; k++) {
    model_divisors_write_text(m, t, &r->divisor[k]);
  }
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[order[k]];
    if (b->divisor.i < 0) continue;
    ReducedDivisor d = {b->divisor, NO_EXPR, b->span[0], b->unknown[0]};
    model_divisors_write_text(m, t, &d);
  }
}

void model_divisors_write_texts(const ModelText *m,
                                const BlockSequence *sequence, const int *order,
                                const char *prefix, FILE *out)
{
  const char *name = arena_printf(m->arena, "%s_divisor", prefix);
  Texts t = {.rows = {.name = name, .out = out}, .equation = NO_SPAN};
  t.factor = open_memstream(&t.bytes, &t.length);
  write_rows(m, &t, sequence, order);
  text_rows_end(&t.rows);
  if (t.factor) fclose(t.factor);
  free(t.bytes);
}

void model_divisors_write_guard(ModelText *m, ExprId divisor, ExprId size,
                                const char *prefix, int place, int number,
                                FILE *out)
{
  assert(divisor.i >= 0 && number >= 0);
  Arena *scratch = session_scratch(m->s);
  const char *index = model_text_index(m, place, number);
  const char *value =
      arena_printf(scratch, "%s", c_expression(m->c, divisor, C_REAL));
  const char *test = arena_printf(scratch, "!isnormal(%s)", value);
  if (size.i >= 0) {
    test = arena_printf(scratch, "!(fabs(%s) > 1e-14 * %s)", value,
                        c_expression_operand(m->c, size));
  }
  m->uses_values = true;
  c_text_statement(out,
                   arena_printf(scratch,
                                "if (%s) return block_divisor(v, %s_divisor, "
                                "%s, %s);",
                                test, prefix, index, value),
                   NULL);
}
