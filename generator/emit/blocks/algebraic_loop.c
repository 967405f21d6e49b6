/* algebraic_loop.c: names and tables of one loop. */
#include "emit/blocks/algebraic_loop.h"

#include <assert.h>

#include "emit/text/place_texts.h"
#include "emit/text/table_pack.h"

const char *algebraic_loop_equation(const ModelText *m, const ReducedBlock *b,
                                    int k)
{
  assert(k >= 0 && k < b->n);
  const System *sys = m->reduced->sys;
  Arena *scratch = session_scratch(m->s);
  int order = 0;
  for (EqId e = b->equation[k]; e.i >= 0 && sys->eq[e.i].integral.i >= 0;
       e = sys->eq[e.i].integral) {
    order++;
  }
  const char *place = place_texts_of(m->places, b->span[k]);
  if (order == 0 || !place[0]) return place;
  return arena_printf(scratch, "%s (differentiated %d time%s)", place, order,
                      order > 1 ? "s" : "");
}

void algebraic_loop_open_table(const AlgebraicLoop *loop, const char *type,
                               const char *what, FILE *out)
{
  fprintf(out, "static const %s %s_%s[] = {", type, loop->name, what);
}

IntegerRows algebraic_loop_open_integers(const AlgebraicLoop *loop,
                                         const char *type, const char *what,
                                         FILE *out)
{
  algebraic_loop_open_table(loop, type, what, out);
  return (IntegerRows){.out = out, .begin = "", .per_line = 12};
}

void algebraic_loop_write_integers(const ModelText *m,
                                   const AlgebraicLoop *loop, const char *what,
                                   const int *list, int n, int period,
                                   FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  const char *name = arena_printf(scratch, "%s_%s", loop->name, what);
  if (!m->kernels || !table_pack_write(name, list, n, period, scratch, out)) {
    IntegerRows rows = algebraic_loop_open_integers(loop, "int", what, out);
    for (int k = 0; k < n; k++) integer_rows_put(&rows, list[k]);
    integer_rows_end(&rows, "};\n");
  }
  arena_release(mark);
}
