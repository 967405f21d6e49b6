/* lint.c: see lint.h. */
#include "lint/lint.h"

#include <assert.h>

#include "lint/lint_rules.h"

void lint_flat(Session *s, const FlatModel *flat)
{
  assert(flat);
  Lint lint = {.s = s, .flat = flat, .arena = s->session_arena};
  lint_units(&lint);
  lint_values(&lint);
  lint_events(&lint);
}
