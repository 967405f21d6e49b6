/* model_assertions.c: see model_assertions.h. */
#include "emit/model/model_assertions.h"

#include <assert.h>
#include <string.h>

#include "emit/kernel/long_sum.h"
#include "emit/kernel/routine.h"
#include "emit/text/c_text.h"

static void write_assertion_items(ModelText *m, const Routine *r, int begin,
                                  int end, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  (void)r;
  for (int k = begin; k < end; k++) {
    const Assertion *assertion = &m->reduced->sys->assertion[k];
    ArenaMark mark = arena_mark(scratch);
    long_sum_prepare(m, &assertion->condition, 1, out);
    const char *text = c_expression(m->c, assertion->condition, C_BOOLEAN);
    const char *place = c_text_place(scratch, m->s, assertion->span);
    c_text_statement(out,
                     arena_printf(scratch, "holds[%s] = (%s) != 0;",
                                  model_text_index(m, 0, k), text),
                     model_text_comment(m, place));
    arena_release(mark);
  }
}

static void describe_assertion(ModelText *m, const Routine *r, int k,
                               KernelItem *kernel)
{
  int *place = arena_alloc(session_scratch(m->s), sizeof *place);
  (void)r;
  *place = k;
  *kernel = (KernelItem){.place = place,
                         .n_places = 1,
                         .root = &m->reduced->sys->assertion[k].condition,
                         .n_roots = 1};
}

/* Variables of a condition whose values are reported. */
#define MOST_TOLD 6

/* How many values of assertion k have been written. */
static int write_reported(ModelText *m, Walk *walk, const Assertion *a,
                          FILE *out)
{
  static const char *const type[] = {[VAR_REAL] = "ASSERTION_REAL",
                                     [VAR_INTEGER] = "ASSERTION_INTEGER",
                                     [VAR_BOOLEAN] = "ASSERTION_BOOLEAN"};
  int n = 0;
  walk_from(walk, a->condition, false);
  for (int i = 0; i < walk->n_nodes && n < MOST_TOLD; i++) {
    const ExprNode *node = expr_node(walk->exprs, walk->node[i]);
    if (node->op != EXPR_VAR) continue;
    const Var *var = &m->reduced->sys->var[node->var.i];
    if (m->reduced->slot[node->var.i] < 0 || strchr(var->name, '$')) continue;
    fputs("  {", out);
    c_text_string(out, var->name);
    fprintf(out, ", %s, %d},\n", type[var->type],
            m->reduced->slot[node->var.i]);
    n++;
  }
  return n;
}

/* Where the values of each assertion end in the table of them all; NULL: there
 * are none. */
static int *write_reported_values(ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  Arena *scratch = session_scratch(m->s);
  int *end = arena_array(scratch, (size_t)sys->n_assertions + 1, sizeof end[0]);
  Walk *walk = walk_create(m->reduced->exprs, scratch);
  fputs("static const AssertionValue assertion_value[] = {\n", out);
  for (int k = 0, n = 0; k < sys->n_assertions; k++) {
    n += write_reported(m, walk, &sys->assertion[k], out);
    end[k] = n;
  }
  fputs("  {0, 0, 0}\n};\n\n", out);
  return end;
}

static void write_assertion_table(ModelText *m, const int *end, FILE *out)
{
  const System *sys = m->reduced->sys;
  static const char *const level[] = {[ASSERTION_ERROR] = "ASSERTION_ERROR",
                                      [ASSERTION_WARNING] = "ASSERTION_WARNING",
                                      [ASSERTION_TERMINATE] =
                                          "ASSERTION_TERMINATE"};
  static const char *const moment[] = {[ASSERTION_ALWAYS] = "ASSERTION_ALWAYS",
                                       [ASSERTION_INITIAL] =
                                           "ASSERTION_INITIAL",
                                       [ASSERTION_EVENT] = "ASSERTION_EVENT",
                                       [ASSERTION_STEADY] = "ASSERTION_STEADY"};
  fputs("static const Assertion assertion[] = {\n", out);
  for (int k = 0; k < sys->n_assertions; k++) {
    const Assertion *a = &sys->assertion[k];
    int first = k > 0 ? end[k - 1] : 0;
    assert(end[k] >= first);
    ArenaMark mark = arena_mark(session_scratch(m->s));
    const char *place = c_text_place(session_scratch(m->s), m->s, a->span);
    fprintf(out, "  {%s, %s, ", level[a->level], moment[a->moment]);
    /* the source text after the place mostly holds the message already */
    bool is_said = !a->message[0] || strstr(place, a->message);
    c_text_value(out, is_said ? place
                              : arena_printf(session_scratch(m->s), "%s: %s",
                                             place, a->message));
    fprintf(out, ", assertion_value + %d, %d},\n", first, end[k] - first);
    arena_release(mark);
  }
  fputs("};\n\n", out);
}

void model_assertions_write(ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  if (sys->n_assertions == 0) return;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  write_assertion_table(m, write_reported_values(m, out), out);
  arena_release(mark);
  Routine r = {.name = "assertions",
               .values = "const ModelValues *v",
               .second = "unsigned char *holds",
               .n_items = sys->n_assertions,
               .batch = 1,
               .write = write_assertion_items,
               .describe = describe_assertion};
  routine_write(m, &r, out);
}
