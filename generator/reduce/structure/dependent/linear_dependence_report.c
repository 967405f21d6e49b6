/* linear_dependence_report.c: the terms of the combination as notes, what their sum
 * comes to, what stays undetermined. */
#include "reduce/structure/dependent/linear_dependence_report.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "reduce/structure/elimination.h"
#include "reduce/structure/equilibrate.h"
#include "reduce/system/equation_text.h"
#include "reduce/system/system_print.h"

enum { MOST_LISTED = 12, LONGEST_TEXT = 80 };
static const double SINGULAR_PIVOT = 1e-10; /* of a row */

static const char *linear_dependence_report_how_often(Session *s, int order)
{
  if (order == 0) return "";
  if (order == 1) return ", differentiated once";
  return arena_printf(session_scratch(s), ", differentiated %d times", order);
}

/* Formulas that nobody would read are left out. */
static const char *short_text(const System *sys, Session *s, ExprId e)
{
  const char *text = system_expr_text(sys, s, e);
  return strlen(text) <= LONGEST_TEXT ? text : "(a long expression)";
}

/* "2 times this equation, differentiated once" */
static const char *term_text(const System *sys, Session *s,
                             const CombinationTerm *term)
{
  double factor;
  const char *times =
      expr_is_const(sys->exprs, term->factor, &factor) && factor == 1
          ? ""
          : arena_printf(session_scratch(s), "%s times ",
                         short_text(sys, s, term->factor));
  return arena_printf(session_scratch(s), "%sthis equation%s%s", times,
                      linear_dependence_report_how_often(s, term->order),
                      equation_text_after(s, sys, term->eq));
}

static void note_terms(const System *sys, Session *s, Diagnostic *d,
                       const Combination *c, bool with_factors)
{
  /* without factors the first one has been named */
  for (int k = !with_factors; k < c->n_terms && k < MOST_LISTED; k++) {
    const CombinationTerm *term = &c->term[k];
    Span span = sys->eq[term->eq.i].span;
    if (with_factors)
      diagnostic_note(s, d, span, "%s", term_text(sys, s, term));
    else
      diagnostic_note(s, d, span, "together with this equation%s%s",
                      linear_dependence_report_how_often(s, term->order),
                      equation_text_after(s, sys, term->eq));
  }
  if (c->n_terms > MOST_LISTED) {
    diagnostic_note(s, d, NO_SPAN, "and with %d more",
                    c->n_terms - MOST_LISTED);
  }
}

/* The unknowns along which nothing changes: columns that depend. */
static const char *undetermined(const System *sys, Session *s, Walk *walk,
                                const SingularBlock *b)
{
  Arena *scratch = session_scratch(s);
  bool *takes_part = arena_array(scratch, (size_t)b->n, sizeof(bool));
  SparseMatrix a = {
      .n_rows = b->n, .n_columns = b->n, .n_entries = b->n_entries};
  a.entry = arena_array(scratch, (size_t)b->n_entries, sizeof a.entry[0]);
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    double v = evaluate(walk, e->value, &b->point[b->n_points - 1]->point);
    bool is_exact = equilibrate_is_exact(sys->exprs, walk, e->value);
    a.entry[k] = (SparseEntry){e->col, e->row, isfinite(v) ? v : 1.0, is_exact};
  }
  equilibrate(&a, scratch);
  elimination_dependent(&a, SINGULAR_PIVOT, scratch, takes_part);
  const char *text = "";
  int listed = 0;
  for (int k = 0; k < b->n; k++) {
    if (!takes_part[k]) continue;
    if (listed == MOST_LISTED) return arena_printf(scratch, "%s, ...", text);
    text = arena_printf(scratch, "%s%s%s", text, listed++ > 0 ? ", " : "",
                        sys->var[sys->eq_var[b->row[k]].i].name);
  }
  return text;
}

static Diagnostic *linear_dependence_report_begin(const System *sys, Session *s,
                                                  const SingularBlock *b,
                                                  const Combination *c)
{
  Span span =
      c->n_terms > 0 ? sys->eq[c->term[0].eq.i].span : sys->eq[b->row[0]].span;
  return diagnostic_error(s, span, E305,
                          "these %d equations are dependent, although their "
                          "structure is not",
                          c->n_terms > 0 ? c->n_terms : b->n);
}

static void note_sum(const System *sys, Session *s, Diagnostic *d,
                     const Combination *c)
{
  double value;
  if (!expr_is_const(sys->exprs, c->residual, &value))
    diagnostic_note(s, d, NO_SPAN, "the sum is 0 = %s, without any unknown",
                    short_text(sys, s, c->residual));
  else if (value == 0)
    diagnostic_note(s, d, NO_SPAN,
                    "the sum is 0 = 0: one of them says nothing new");
  else
    diagnostic_note(s, d, NO_SPAN,
                    "the sum is 0 = %g: they contradict each "
                    "other",
                    value);
}

void linear_dependence_report(const System *sys, Session *s, Walk *walk,
                              const SingularBlock *block, const Combination *c)
{
  Diagnostic *d = linear_dependence_report_begin(sys, s, block, c);
  bool has_sum = c->residual.i >= 0;
  note_terms(sys, s, d, c, has_sum);
  for (int r = 1; c->n_terms == 0 && r < block->n && r < MOST_LISTED; r++) {
    diagnostic_note(s, d, sys->eq[block->row[r]].span,
                    "together with this equation");
  }
  if (has_sum)
    note_sum(sys, s, d, c);
  else
    diagnostic_note(s, d, NO_SPAN,
                    "a combination of them (or of their derivatives) holds "
                    "none of their highest derivatives; write it instead of "
                    "one of them. It was not found: %s",
                    c->why);
  const char *names = c->n_terms > 0 ? undetermined(sys, s, walk, block) : "";
  if (*names) {
    diagnostic_note(s, d, NO_SPAN, "they do not determine %s", names);
  }
}

void linear_dependence_report_replaced(const System *sys, Session *s)
{
  assert(sys->n_combinations > 0);
  const Combination *last = &sys->combination[sys->n_combinations - 1];
  Diagnostic *d = diagnostic_error(
      s, sys->eq[last->replaced.i].span, E305,
      "this equation was replaced by a combination of equations that depend "
      "on each other: 0 = %s",
      short_text(sys, s, last->residual));
  note_terms(sys, s, d, last, true);
}
