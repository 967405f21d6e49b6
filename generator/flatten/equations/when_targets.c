/* when_targets.c: see when_targets.h. */
#include "flatten/equations/when_targets.h"

#include <assert.h>
#include <stdlib.h>

/* The variables that the actions assign, sorted and once each. */
typedef struct Targets {
  int *variable;
  int n;
} Targets;

static int when_targets_order(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static Targets when_targets_of(const Flattening *f, const FlatAction *action,
                               int n)
{
  assert(n >= 0);
  Targets t = {arena_array(session_scratch(f->s), (size_t)n + 1, sizeof(int)),
               0};
  for (int i = 0; i < n; i++) {
    if (action[i].kind != FLAT_ACTION_ASSIGN) continue;
    t.variable[t.n++] = action[i].target->variable.i;
  }
  qsort(t.variable, (size_t)t.n, sizeof t.variable[0], when_targets_order);
  int kept = 0;
  for (int i = 0; i < t.n; i++) {
    if (kept > 0 && t.variable[kept - 1] == t.variable[i]) continue;
    t.variable[kept++] = t.variable[i];
  }
  t.n = kept;
  return t;
}

const FlatVar *when_targets_differ(const Flattening *f, const FlatAction *first,
                                   int n_first, const FlatAction *other,
                                   int n_other)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Targets a = when_targets_of(f, first, n_first);
  Targets b = when_targets_of(f, other, n_other);
  int i = 0, only = -1;
  while (i < a.n && i < b.n && a.variable[i] == b.variable[i]) i++;
  if (i < a.n && (i == b.n || a.variable[i] < b.variable[i])) {
    only = a.variable[i];
  } else if (i < b.n) {
    only = b.variable[i];
  }
  arena_release(mark);
  return only < 0 ? NULL : &f->flat->var[only];
}

static bool same_targets(const Flattening *f, const FlatWhen *when)
{
  const FlatWhenBranch *first = &when->branch[0];
  for (int k = 1; k < when->n_branches; k++) {
    const FlatWhenBranch *other = &when->branch[k];
    const FlatVar *only = when_targets_differ(
        f, first->action, first->n_actions, other->action, other->n_actions);
    if (!only) continue;
    Diagnostic *d = fault_error(
        f->faults, when->span, E237,
        "'%s' is defined in some branches of this when-equation only: each "
        "branch must define the same variables (section 8.3.5.3)",
        only->name);
    fault_note(f->faults, d, NO_SPAN, "'%s = pre(%s)' keeps its value",
               only->name, only->name);
    return false;
  }
  return true;
}

/* Two reinit of a variable in one branch are in different branches of an
 * if-equation, so that one counts at most. */
static bool one_reinit(const Flattening *f, const FlatWhenBranch *branch, int i)
{
  const FlatAction *action = &branch->action[i];
  assert(action->kind == FLAT_ACTION_REINIT);
  for (int k = 0; k < i; k++) {
    const FlatAction *before = &branch->action[k];
    if (before->kind != FLAT_ACTION_REINIT || before->guard != action->guard ||
        before->target->variable.i != action->target->variable.i) {
      continue;
    }
    Diagnostic *d =
        fault_error(f->faults, action->span, E237,
                    "'%s' is set by reinit twice in one branch (section 8.3.6)",
                    f->flat->var[action->target->variable.i].name);
    fault_note(f->faults, d, before->span, "for the first time here");
    return false;
  }
  return true;
}

static bool one_when(const Flattening *f, const FlatWhen *when,
                     const FlatAction *action)
{
  NameMap *map = &f->tables->reinits;
  Name none = session_name(f->s, "");
  int variable = action->target->variable.i;
  const FlatAction *before = name_map_find(map, variable, none);
  if (!before) {
    name_map_add(map, variable, none, (void *)action);
    return true;
  }
  bool is_same = false;
  for (int k = 0; k < when->n_branches; k++) {
    const FlatWhenBranch *branch = &when->branch[k];
    for (int i = 0; i < branch->n_actions; i++) {
      is_same = is_same || before == &branch->action[i];
    }
  }
  if (is_same) return true;
  Diagnostic *d = fault_error(
      f->faults, action->span, E237,
      "'%s' is set by reinit in another when-equation too: one of them may "
      "have it, with elsewhen for the other condition (section 8.3.6)",
      f->flat->var[variable].name);
  fault_note(f->faults, d, before->span, "here");
  return false;
}

bool when_targets_check(const Flattening *f, const FlatWhen *when)
{
  assert(when->n_branches > 0);
  bool good = same_targets(f, when);
  for (int k = 0; k < when->n_branches; k++) {
    const FlatWhenBranch *branch = &when->branch[k];
    for (int i = 0; i < branch->n_actions; i++) {
      if (branch->action[i].kind != FLAT_ACTION_REINIT) continue;
      if (!one_reinit(f, branch, i) || !one_when(f, when, &branch->action[i])) {
        return false;
      }
    }
  }
  return good;
}
