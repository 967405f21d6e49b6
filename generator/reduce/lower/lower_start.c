/* lower_start.c: see lower_start.h. */
#include "reduce/lower/lower_start.h"

#include <assert.h>
#include <stdlib.h>

/* Left to the initial system: its start is a guess. */
static bool lower_start_is_computed(const FlatVar *fv)
{
  return fv->fixed && !fv->fixed->boolean;
}

static bool lower_start_is_taken(const FlatVar *fv)
{
  return fv->variability == FLAT_PARAMETER && !fv->binding && fv->start &&
         !fv->evaluated && !fv->is_internal && !lower_start_is_computed(fv);
}

/* all NULL: only counts. */
static int list_taking(const FlatModel *flat, const FlatVar **all)
{
  int n = 0;
  for (int i = 0; i < flat->n_vars; i++) {
    if (!lower_start_is_taken(&flat->var[i])) continue;
    if (all) all[n] = &flat->var[i];
    n++;
  }
  return n;
}

/* By their declarations, then in the order of the model. */
static int compare_declarations(const void *a, const void *b)
{
  const FlatVar *x = *(const FlatVar *const *)a;
  const FlatVar *y = *(const FlatVar *const *)b;
  if (x->span.source != y->span.source)
    return x->span.source < y->span.source ? -1 : 1;
  if (x->span.begin != y->span.begin)
    return x->span.begin < y->span.begin ? -1 : 1;
  return x < y ? -1 : x > y;
}

static bool is_same_declaration(const FlatVar *a, const FlatVar *b)
{
  return a->span.source == b->span.source && a->span.begin == b->span.begin;
}

/* A parameter of the model itself may be given by those of which it is a
 * part. */
static void warn_of_declaration(Session *s, const FlatVar *first, int n)
{
  assert(n >= 1);
  Diagnostic *d =
      n == 1 ? diagnostic_warning(s, first->span, W204,
                                  "'%s' has no value: its start value is taken",
                                  first->name)
             : diagnostic_warning(s, first->span, W204,
                                  "'%s' and %d more parameters of this "
                                  "declaration have no value: their start "
                                  "values are taken",
                                  first->name, n - 1);
  if (d) d->is_of_a_part = first->component == 0;
}

void lower_start_report(Session *s, const FlatModel *flat)
{
  int n = list_taking(flat, NULL);
  if (n == 0) return;
  ArenaMark mark = arena_mark(session_scratch(s));
  const FlatVar **all =
      arena_array(session_scratch(s), (size_t)n, sizeof all[0]);
  list_taking(flat, all);
  qsort(all, (size_t)n, sizeof all[0], compare_declarations);
  for (int k = 0, end; k < n; k = end) {
    for (end = k + 1; end < n && is_same_declaration(all[k], all[end]);) end++;
    warn_of_declaration(s, all[k], end - k);
  }
  arena_release(mark);
}
