/* external_object.c: see external_object.h. */
#include "flatten/calls/external_object.h"

#include <assert.h>
#include <string.h>

#include "flatten/calls/function_call.h"

#define OF_A_FUNCTION (-1) /* EXTERNAL_OBJECT_LOCAL of the runtime */

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
  if (f->typing.n_functions > 0 && !f->typing.build) {
    fault_error(f->faults, call->span, E290,
                "an external object in a function that is written as an "
                "expression is not supported yet");
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

static FlatExpr **external_object_with_number(const Flattening *f,
                                              FlatExpr **arg, int *n, Span span,
                                              int number)
{
  FlatExpr **longer =
      arena_array(f->s->flat_arena, (size_t)*n + 1, sizeof longer[0]);
  if (*n > 0) memcpy(longer, arg, (size_t)*n * sizeof longer[0]);
  longer[(*n)++] = types_integer(&f->typing, span, number);
  return longer;
}

static void report_constructor(const Flattening *f, const AstExpr *call,
                               const InstClass *c, const InstClass *constructor)
{
  Diagnostic *d = fault_error(f->faults, call->span, E204,
                              "the constructor of '%s' is not an external "
                              "function that gives an object",
                              c->full_name);
  fault_note(f->faults, d, constructor->ast->name_span, "declared here");
}

/* The constructor knows its destructor; false after a diagnostic. */
static bool has_destructor(const Flattening *f, const AstExpr *call,
                           Value *made, int procedure, InstClass *destructor)
{
  FlatProcedure *p = f->flat->procedure[procedure];
  if (p->destructor >= 0) return true;
  int number = function_call_procedure(f, call, destructor, &made, 1);
  if (number < 0) return false;
  p->destructor = number;
  take_number(f, p);
  return true;
}

/* In a function: the statement that was made last calls the constructor. Its
 * object ends with the function (section 12.9.7). */
static FlatStatement *last_call(const Flattening *f, const FlatExpr *made)
{
  const FlatStatementList *list = f->typing.build->at;
  FlatStatement *s = list->n_items > 0 ? &list->item[list->n_items - 1] : NULL;
  bool is_call = s && s->kind == STATEMENT_CALL && s->n_results == 1 &&
                 made->kind == FLAT_EXPR_LOCAL && made->type == FLAT_OBJECT &&
                 s->result[0] == made->slot;
  return is_call ? s : NULL;
}

/* The call of one constructor, with its destructor and number; false after a
 * diagnostic. */
static bool complete_call(const Flattening *f, const AstExpr *call,
                          const InstClass *c, const InstClass *constructor,
                          InstClass *destructor, FlatExpr *made)
{
  FlatStatement *s = f->typing.build ? last_call(f, made) : NULL;
  bool is_result = made->kind == FLAT_EXPR_RESULT && made->type == FLAT_OBJECT;
  if (!s && !is_result) {
    report_constructor(f, call, c, constructor);
    return false;
  }
  if (!s && made->variability > FLAT_PARAMETER) {
    fault_error(f->faults, call->span, E209,
                "the arguments of an external object are parameters, these "
                "change while running");
    return false;
  }
  int procedure = s ? s->procedure : made->procedure;
  Value *value = value_of(&f->typing, made);
  if (!has_destructor(f, call, value, procedure, destructor)) return false;
  if (s) {
    s->arg = external_object_with_number(f, s->arg, &s->n_args, s->span,
                                         OF_A_FUNCTION);
  } else {
    made->arg = external_object_with_number(f, made->arg, &made->n_args,
                                            made->span, f->flat->n_objects++);
  }
  return true;
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
  bool is_array = value->rank > 0 && !f->typing.build; /* section 12.4.6 */
  if (!is_array && !value_scalar(&f->typing, value)) return NULL;
  for (int k = 0; k < value->n_elements; k++) {
    FlatExpr *made = is_array ? value_at(&f->typing, value, k)
                              : value_scalar(&f->typing, value);
    if (!complete_call(f, call, c, constructor, destructor, made)) return NULL;
  }
  return value;
}
