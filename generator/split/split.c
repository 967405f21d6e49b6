/* split.c: see split.h. */
#include "split/split.h"

#include <assert.h>
#include <string.h>

bool split_plan_holds(const SplitPlan *plan, int part, int of)
{
  assert(part >= 0 && part < plan->n_parts);
  return of == part ||
         (of >= 0 && plan->copies && plan->copies[part * plan->n_parts + of]);
}

const char *split_plan_name(Session *s, const SplitPlan *plan, int part,
                            const char *name)
{
  const char *own = plan->part[part].name;
  size_t n = strlen(own);
  assert(s && part < plan->n_parts);
  return strncmp(name, own, n) == 0 && name[n] == '.' ? name + n + 1 : name;
}

const char *split_plan_connector(Session *s, const char *name)
{
  int depth = 0;
  assert(name);
  bool is_quoted = false;
  size_t last = 0;
  for (size_t i = 0; name[i]; i++) {
    if (name[i] == '\'') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (name[i] == '[') depth++;
    if (name[i] == ']') depth--;
    if (name[i] == '.' && depth == 0) last = i;
  }
  return arena_copy_text(s->session_arena, name, last);
}
