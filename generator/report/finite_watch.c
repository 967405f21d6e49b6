/* finite_watch.c: one look at each value, one warning at the end. */
#include "report/finite_watch.h"

#include <assert.h>
#include <math.h>

#include "report/report.h"

#define MOST_REPORTED 5 /* more variables than this are counted only */

FiniteWatch finite_watch_begin(Session *s, int n)
{
  assert(n >= 0);
  FiniteWatch w = {arena_array(s->session_arena, (size_t)n, sizeof(double)), n};
  for (int i = 0; i < n; i++) w.since[i] = HUGE_VAL;
  return w;
}

void finite_watch_point(FiniteWatch *w, double time, const double *number)
{
  for (int i = 0; i < w->n; i++) {
    if (!isfinite(number[i]) && time < w->since[i]) w->since[i] = time;
  }
}

/* What the user has set is as it was meant. */
static bool finite_watch_is_reported(const FiniteWatch *w,
                                     const FmuDescription *d,
                                     const int *variable, int i)
{
  assert(i >= 0 && i < w->n);
  return w->since[i] < HUGE_VAL && d->variable[variable[i]].type == FMU_REAL &&
         d->variable[variable[i]].variability > FMU_TUNABLE;
}

void finite_watch_report(const FiniteWatch *w, Session *s, const char *label,
                         const FmuDescription *description, const int *variable)
{
  int n = 0;
  for (int i = 0; i < w->n; i++)
    n += finite_watch_is_reported(w, description, variable, i);
  if (n == 0) return;
  Diagnostic *d = diagnostic_file_warning(
      s, label, W603, "%d variable%s not finite at some points", n,
      n == 1 ? " is" : "s are");
  int n_reported = 0;
  for (int i = 0; i < w->n && n_reported < MOST_REPORTED; i++) {
    if (!finite_watch_is_reported(w, description, variable, i)) continue;
    diagnostic_note(s, d, NO_SPAN, "%s, first at time %.9g",
                    report_clean(s, description->variable[variable[i]].name),
                    w->since[i]);
    n_reported++;
  }
  if (n > n_reported)
    diagnostic_note(s, d, NO_SPAN, "and %d more", n - n_reported);
  diagnostic_note(s, d, NO_SPAN,
                  "look for divisions by zero, and for roots, logarithms and "
                  "powers of negative numbers");
}
