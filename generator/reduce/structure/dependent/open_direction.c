/* open_direction.c: the direction by numbers; the residual along it. */
#include "reduce/structure/dependent/open_direction.h"

#include <assert.h>
#include <math.h>

#include "reduce/structure/linear_dependence.h"

enum { MOST_UNKNOWNS = 600, MOST_NAMED = 12 };

static bool stands_in_library(const System *sys, const Session *s, EqId eq)
{
  Span span = sys->eq[eq.i].span;
  if (span.source < 0) return false;
  const SourceText *text = session_source(s, span.source);
  return text->is_library || text->is_from_library;
}

/* 0 = 0 for all values of the parameters, and nothing that the user wrote? */
static bool only_repeats(const System *sys, const Session *s,
                         const Combination *c)
{
  double value;
  if (!expr_is_const(sys->exprs, c->residual, &value) || value != 0)
    return false;
  for (int k = 0; k < c->n_terms; k++) {
    if (c->term[k].order > 0) return false;
    if (!stands_in_library(sys, s, c->term[k].eq)) return false;
  }
  return c->n_terms > 0 && c->n_decided == 0;
}

/* v with J v = 0, an element for each row of the block: that of the unknown
 * that the row is matched to. */
static bool find_direction(const SingularBlock *b, Walk *walk, double *v,
                           Arena *scratch)
{
  size_t n = (size_t)b->n;
  const EvaluatePoint *point = &b->point[b->n_points - 1]->point;
  double *transposed = arena_array(scratch, n * n, sizeof(double));
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    double value = evaluate(walk, e->value, point);
    transposed[(size_t)e->col * n + (size_t)e->row] =
        isfinite(value) ? value : 1.0;
  }
  return linear_dependence_find(transposed, b->n, b->n, v, NULL, scratch);
}

/* A derivative would be the slope of a state: nothing to be near to. */
static bool is_of_algebraic(const System *sys, const SingularBlock *b,
                            const double *v)
{
  for (int k = 0; k < b->n; k++) {
    if (v[k] == 0) continue;
    if (sys->var[sys->eq_var[b->row[k]].i].integral.i >= 0) return false;
  }
  return true;
}

static ExprId along(const System *sys, const SingularBlock *b, const double *v)
{
  ExprTable *t = sys->exprs;
  ExprId sum = expr_const(t, 0);
  for (int k = 0; k < b->n; k++) {
    if (v[k] == 0) continue;
    VarId z = sys->eq_var[b->row[k]];
    ExprId away = expr_var(t, z);
    if (sys->var[z.i].start.i >= 0)
      away = expr_sub(t, away, sys->var[z.i].start);
    sum = expr_add(t, sum, expr_mul(t, expr_const(t, v[k]), away));
  }
  return sum;
}

static const char *names_along(const System *sys, Session *s,
                               const SingularBlock *b, const double *v)
{
  const char *text = "";
  int listed = 0;
  for (int k = 0; k < b->n; k++) {
    if (v[k] == 0) continue;
    if (listed == MOST_NAMED)
      return arena_printf(session_scratch(s), "%s, ...", text);
    text = arena_printf(session_scratch(s), "%s%s%s", text,
                        listed++ > 0 ? ", " : "",
                        sys->var[sys->eq_var[b->row[k]].i].name);
  }
  return text;
}

static void open_direction_report(const System *sys, Session *s,
                                  const Combination *c, const char *names)
{
  Diagnostic *d = diagnostic_warning(
      s, sys->eq[c->term[0].eq.i].span, W312,
      "one of these %d equations only repeats the others: of what they leave "
      "open the values nearest to the start values are taken",
      c->n_terms);
  for (int k = 1; k < c->n_terms && k < MOST_NAMED; k++) {
    diagnostic_note(s, d, sys->eq[c->term[k].eq.i].span,
                    "together with this equation");
  }
  diagnostic_note(s, d, NO_SPAN,
                  "open are %s: these may be moved together; say what they "
                  "refer to (a ground, for potentials)",
                  names);
}

bool open_direction_close(const System *sys, Session *s, Walk *walk,
                          const SingularBlock *b, Combination *c)
{
  assert(c->replaced.i >= 0 && c->replaced.i < sys->n_given);
  assert(b->n_points > 0);
  if (b->n > MOST_UNKNOWNS || !only_repeats(sys, s, c)) return false;
  ArenaMark mark = arena_mark(session_scratch(s));
  double *v = arena_array(session_scratch(s), (size_t)b->n, sizeof(double));
  bool is_closed = find_direction(b, walk, v, session_scratch(s)) &&
                   is_of_algebraic(sys, b, v);
  if (is_closed) {
    c->residual = along(sys, b, v);
    c->is_open = true;
    open_direction_report(sys, s, c, names_along(sys, s, b, v));
  }
  arena_release(mark);
  return is_closed;
}
