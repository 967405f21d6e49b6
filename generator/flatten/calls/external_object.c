/* external_object.c: see external_object.h. */
#include "flatten/calls/external_object.h"

#include <assert.h>
#include <string.h>

#include "flatten/calls/function_call.h"

static InstClass *external_object_function_of(const Flattening *f,
                                              const AstExpr *call, InstClass *c,
                                              const char *name)
{
  Found found = lookup_in_class(f->lookup, c, session_name(f->s, name));
  if (found.kind == FOUND_CLASS &&
      lookup_true_restriction(f->lookup, found.class_def) == AST_FUNCTION) {
    return found.class_def;
  }
  if (found.kind != FOUND_FAULTY) {
    Diagnostic *d = fault_error(
        f->faults, c->ast->name_span, E241,
        "the external object '%s' has no function '%s' (section 12.9.7)",
        c->full_name, name);
    fault_note(f->faults, d, call->span, "it is made here");
  }
  return NULL;
}

static bool may_be_made(const Flattening *f, const AstExpr *call)
{
  if (f->mode == MODE_EVALUATE) return !f->faults->is_quiet;
  if (f->typing.n_functions > 0) {
    fault_error(f->faults, call->span, E290,
                "an external object that a function makes is not supported "
                "yet");
    return false;
  }
  return true;
}

/* The procedure gets the number of the call as its last argument. */
static void take_number(const Flattening *f, FlatProcedure *p)
{
  assert(p->destructor >= 0);
  Arena *arena = f->s->flat_arena;
  int local = procedure_add_local(f->s, p, session_name(f->s, "number"),
                                  FLAT_INTEGER, false, 1);
  int *input = arena_array(arena, (size_t)p->n_inputs + 1, sizeof input[0]);
  if (p->n_inputs > 0) {
    memcpy(input, p->input, (size_t)p->n_inputs * sizeof input[0]);
  }
  input[p->n_inputs++] = p->local[local].first;
  p->input = input;
}

static void give_number(const Flattening *f, FlatExpr *made)
{
  assert(made->kind == FLAT_EXPR_RESULT);
  Arena *arena = f->s->flat_arena;
  int n = made->n_args;
  FlatExpr **arg = arena_array(arena, (size_t)n + 1, sizeof arg[0]);
  if (n > 0) memcpy(arg, made->arg, (size_t)n * sizeof arg[0]);
  arg[n] = types_integer(&f->typing, made->span, f->flat->n_objects++);
  made->arg = arg;
  made->n_args = n + 1;
}

Value *external_object_make(const Flattening *f, Context context,
                            const AstExpr *call, InstClass *c)
{
  InstClass *constructor =
      external_object_function_of(f, call, c, "constructor");
  InstClass *destructor = external_object_function_of(f, call, c, "destructor");
  if (!constructor || !destructor || !may_be_made(f, call)) return NULL;
  Value *value = function_call_value(f, context, call, constructor);
  if (!value || f->mode != MODE_FLATTEN) return value;
  FlatExpr *made = value_scalar(&f->typing, value);
  if (!made) return NULL;
  if (made->kind != FLAT_EXPR_RESULT || made->type != FLAT_OBJECT) {
    Diagnostic *d = fault_error(f->faults, call->span, E204,
                                "the constructor of '%s' is not an external "
                                "function that gives an object",
                                c->full_name);
    fault_note(f->faults, d, constructor->ast->name_span, "declared here");
    return NULL;
  }
  if (made->variability > FLAT_PARAMETER) {
    fault_error(f->faults, call->span, E209,
                "the arguments of an external object are parameters, these "
                "change while running");
    return NULL;
  }
  FlatProcedure *p = f->flat->procedure[made->procedure];
  if (p->destructor < 0) {
    p->destructor = function_call_procedure(f, call, destructor, &value, 1);
    if (p->destructor < 0) return NULL;
    take_number(f, p);
  }
  give_number(f, made);
  return value;
}
