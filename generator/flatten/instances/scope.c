/* scope.c: see scope.h. */
#include "flatten/instances/scope.h"

#include <assert.h>

/* The hooks of a Typing get the Flattening it belongs to. */
static void scope_copy(Flattening *inside, const Flattening *f)
{
  assert(inside != f);
  *inside = *f;
  inside->typing.constant_context = inside;
  inside->typing.flattening = inside;
}

/* As in equations of the model. */
static void leave_functions(Flattening *inside)
{
  inside->typing.build = NULL;
  inside->typing.outside = NULL;
  inside->typing.n_functions = 0;
  inside->typing.no_events = 0;
  inside->in_procedure = false;
}

void scope_evaluate(Flattening *inside, const Flattening *f, ValueMode mode)
{
  assert(mode != MODE_FLATTEN);
  scope_copy(inside, f);
  leave_functions(inside);
  inside->typing.values = NULL;
  inside->is_pure = false;
  inside->mode = mode;
  inside->depth++;
}

void scope_evaluate_component(Flattening *inside, const Flattening *f,
                              Evaluation *link, Instance *component)
{
  scope_evaluate(inside, f, MODE_EVALUATE);
  inside->takes_structural = false; /* what follows from them is not known */
  *link = (Evaluation){component, f->evaluation};
  inside->evaluation = link;
}

void scope_mode(Flattening *inside, const Flattening *f, ValueMode mode)
{
  scope_copy(inside, f);
  inside->mode = mode;
}

void scope_structural(Flattening *inside, const Flattening *f)
{
  scope_copy(inside, f);
  inside->takes_structural = true;
}

void scope_values(Flattening *inside, const Flattening *f, Arena *values)
{
  scope_copy(inside, f);
  inside->typing.values = values;
}

void scope_number(Flattening *inside, const Flattening *f)
{
  assert(f->typing.values);
  scope_copy(inside, f);
  inside->typing.arena = f->typing.values;
}

void scope_no_event(Flattening *inside, const Flattening *f)
{
  scope_copy(inside, f);
  inside->typing.no_events++;
}

void scope_when(Flattening *inside, const Flattening *f)
{
  scope_copy(inside, f);
  inside->typing.n_whens++;
  inside->is_pure = false;
}

void scope_purity(Flattening *inside, const Flattening *f, bool is_pure)
{
  scope_copy(inside, f);
  inside->is_pure = is_pure;
}

void scope_pure_call(Flattening *inside, const Flattening *f,
                     const AstExpr *call)
{
  assert(call->kind == AST_CALL);
  scope_copy(inside, f);
  inside->wrapped = call;
}

void scope_default(Flattening *inside, const Flattening *f,
                   const Instance *caller)
{
  scope_copy(inside, f);
  inside->caller = caller;
}

void scope_guard(Flattening *inside, const Flattening *f, FlatExpr *guard)
{
  assert(!guard || guard->type == FLAT_BOOLEAN);
  scope_copy(inside, f);
  inside->guard = guard;
}

void scope_decide(Flattening *inside, const Flattening *f)
{
  scope_copy(inside, f);
  inside->decides = true;
}

void scope_inline(Flattening *inside, const Flattening *f)
{
  scope_copy(inside, f);
  inside->typing.build = NULL;
  inside->typing.outside = NULL;
  inside->typing.no_events++;
  inside->typing.n_functions++;
  inside->n_calls++;
  inside->caller = NULL;
}

/* What is not an event inside is none of the model. */
void scope_procedure(Flattening *inside, const Flattening *f,
                     struct FunctionBuild *build)
{
  assert(build);
  scope_copy(inside, f);
  inside->typing.values = NULL;
  inside->typing.build = build;
  inside->caller = NULL;
  inside->typing.outside = NULL;
  inside->typing.no_events = 1;
  inside->typing.n_functions = 1;
  inside->in_procedure = true;
}

void scope_section(Flattening *inside, const Flattening *f,
                   struct FunctionBuild *build, TypingOutside *outside)
{
  assert(outside);
  scope_procedure(inside, f, build);
  inside->typing.outside = outside;
}

void scope_outside(Flattening *inside, const Flattening *f)
{
  scope_copy(inside, f);
  leave_functions(inside);
}

/* --- faults --- */

static void copy_faults(Attempt *inside, const Flattening *f)
{
  scope_copy(&inside->f, f);
  inside->faults = *f->faults;
  inside->lookup = *f->lookup;
  inside->modifications = *f->modifications;
  inside->modifications.faults = &inside->faults;
  inside->lookup.faults = &inside->faults;
  inside->lookup.modifications = &inside->modifications;
  inside->f.faults = &inside->faults;
  inside->f.lookup = &inside->lookup;
  inside->f.modifications = &inside->modifications;
  inside->f.typing.faults = &inside->faults;
}

void scope_try(Attempt *inside, const Flattening *f)
{
  copy_faults(inside, f);
  inside->faults.is_quiet = true;
}

void scope_hold(Attempt *inside, const Flattening *f, HeldFault *held)
{
  copy_faults(inside, f);
  inside->faults.held = held;
}

void scope_may_be_unknown(Attempt *inside, const Flattening *f)
{
  copy_faults(inside, f);
  inside->faults.may_be_unknown = true;
}
