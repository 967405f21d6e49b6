/* held_branch.c: see held_branch.h. */
#include "flatten/expressions/held_branch.h"

#include <assert.h>

#include "flatten/instances/scope.h"
#include "flatten/values/procedure_build.h"

static void *again(const Flattening *f, Context context, const void *text,
                   HeldMake *make, const HeldFault *held)
{
  Flattening decided;
  assert(held->is_set);
  scope_decide(&decided, f);
  int n_met = f->faults->log->n_met;
  bool was_set = f->faults->held && f->faults->held->is_set;
  void *made = make(&decided, context, text);
  bool is_reported = f->faults->log->n_met > n_met ||
                     (f->faults->held && f->faults->held->is_set && !was_set);
  if (!made && !is_reported)
    fault_error(f->faults, held->span, held->code, "%s", held->text);
  return made;
}

void *held_branch(const Flattening *f, Context context, const void *text,
                  HeldMake *make)
{
  assert(text && make);
  if (f->mode != MODE_FLATTEN || f->decides) return make(f, context, text);
  HeldFault held = {0};
  Attempt attempt;
  scope_hold(&attempt, f, &held);
  const FunctionBuild *build = f->typing.build;
  FlatStatementList *into = build ? build->at : NULL;
  FlatStatementList before = into ? *into : (FlatStatementList){0};
  void *made = make(&attempt.f, context, text);
  if (!held.is_set) return made;
  if (into) *into = before;
  return again(f, context, text, make, &held);
}
