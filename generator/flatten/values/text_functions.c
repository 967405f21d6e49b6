/* text_functions.c: see text_functions.h. */
#include "flatten/values/text_functions.h"

#include <assert.h>

#include "flatten/values/procedure_build.h"

/* In the order of TextFunction; the second argument is a String. */
static const struct {
  const char *name;
  FlatType first, result;
} table[] = {
    {"string_join", FLAT_STRING, FLAT_STRING},
    {"string_compare", FLAT_STRING, FLAT_INTEGER},
    {"string_of_real", FLAT_REAL, FLAT_STRING},
    {"string_of_integer", FLAT_INTEGER, FLAT_STRING},
};

/* The recursion follows the nesting of if-expressions in the text. */
bool text_is_open(const FlatExpr *expr)
{
  assert(expr->kind != FLAT_EXPR_IF || expr->n_args == 3);
  if (expr->variability > FLAT_PARAMETER || expr->kind == FLAT_EXPR_RESULT ||
      expr->kind == FLAT_EXPR_LOCAL) {
    return true;
  }
  for (int k = 0; k < expr->n_args; k++) { /* max(f(x), 1) too */
    if (text_is_open(expr->arg[k])) return true;
  }
  return false;
}

static FlatExternalArgument text_functions_argument(const Typing *t, Span span,
                                                    FlatType type, int slot)
{
  return (FlatExternalArgument){.kind = EXTERNAL_VALUE,
                                .type = type,
                                .local = -1,
                                .value =
                                    types_local(t, span, type, NULL, slot)};
}

/* y = f(a, b), in C. */
static int make_procedure(const Typing *t, TextFunction function, Span span)
{
  Session *s = t->faults->s;
  FlatModel *flat = t->texts->flat;
  Arena *arena = s->flat_arena;
  const char *name = table[function].name;
  int number = procedure_add(s, flat, session_name(s, name), span);
  FlatProcedure *p = flat->procedure[number];
  FlatType type[] = {table[function].first, FLAT_STRING,
                     table[function].result};
  static const char *const word[] = {"a", "b", "y"};
  for (int k = 0; k < 3; k++)
    procedure_add_local(s, p, session_name(s, word[k]), type[k], false, 1);
  p->input = arena_array(arena, 2, sizeof p->input[0]);
  p->output = arena_array(arena, 1, sizeof p->output[0]);
  p->input[1] = 1;
  p->output[0] = 2;
  p->n_inputs = 2;
  p->n_outputs = 1;
  p->is_external = p->is_impure = true;
  FlatExternal *e = arena_alloc(arena, sizeof *e);
  e->name = name;
  e->is_declared = true;
  e->arg = arena_array(arena, 2, sizeof e->arg[0]);
  e->n_args = 2;
  for (int k = 0; k < 2; k++)
    e->arg[k] = text_functions_argument(t, span, type[k], k);
  e->result = 2;
  procedure_append(s, &p->body, STATEMENT_EXTERNAL, span)->external = e;
  return number;
}

static FlatExpr *text_functions_call_statement(const Typing *t, Span span,
                                               int procedure, FlatType type,
                                               FlatExpr **arg)
{
  Session *session = t->faults->s;
  FunctionBuild *b = t->build;
  int local = procedure_add_local(session, b->to, session_name(session, "text"),
                                  type, false, 1);
  int *result = arena_alloc(session->flat_arena, sizeof *result);
  *result = b->to->local[local].first;
  FlatStatement *s = procedure_append(session, b->at, STATEMENT_CALL, span);
  s->procedure = procedure;
  s->arg = arg;
  s->n_args = 2;
  s->result = result;
  s->n_results = 1;
  return types_local(t, span, type, NULL, *result);
}

FlatExpr *text_function(const Typing *t, Span span, TextFunction function,
                        FlatExpr *a, FlatExpr *b)
{
  TextProcedures *texts = t->texts;
  FlatType type = table[function].result;
  assert((int)function >= 0 && function < N_TEXT_FUNCTIONS);
  if (!a || !b) return NULL;
  assert(a->type == table[function].first && b->type == FLAT_STRING);
  if (!texts) { /* no model around: only literals have values */
    fault_error(t->faults, span, E205,
                "a value known at translation is needed here");
    return NULL;
  }
  if (texts->made[function] == 0) {
    texts->made[function] = 1 + make_procedure(t, function, span);
  }
  int procedure = texts->made[function] - 1;
  FlatExpr **arg = arena_array(t->faults->s->flat_arena, 2, sizeof arg[0]);
  arg[0] = a;
  arg[1] = b;
  if (t->build)
    return text_functions_call_statement(t, span, procedure, type, arg);
  FlatExpr like = {.type = type};
  return types_result_of(t, &like, span, procedure, 0, arg, 2);
}
