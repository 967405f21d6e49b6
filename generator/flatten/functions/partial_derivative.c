/* partial_derivative.c: see partial_derivative.h. */
#include "flatten/functions/partial_derivative.h"

#include <assert.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "flatten/functions/function_external.h"
#include "flatten/functions/function_variables.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"

enum { MOST_ORDER = 4 }; /* the arguments double with each */

typedef struct Derivation {
  const Flattening *f;
  FunctionBuild *b;
  InstClass *of;        /* the function that is differentiated */
  Components variables; /* of it */
  const AstDerName **name;
  int n_names, cap_names;
  BuiltFunction *from; /* its procedure */
} Derivation;

/* --- the text --- */

static bool is_derivative(const ClassPart *part)
{
  return part->ast->form == AST_SHORT_DER;
}

/* What a short class of any kind is made of; NULL: it is none. */
static ClassPart *partial_derivative_short_base(const Flattening *f,
                                                ClassPart *part)
{
  if (part->builtin || (part->ast->form != AST_SHORT && !is_derivative(part))) {
    return NULL;
  }
  lookup_bases(f->lookup, part);
  return part->n_bases > 0 ? part->base[0] : NULL;
}

/* The text with the statements, or the external clause; where there is none,
 * that of the function itself. NULL: it is predefined. */
static const ClassPart *body_part(const Flattening *f, InstClass *function)
{
  ClassPart *where = NULL;
  ClassPart *first = lookup_first_part(f->lookup, function);
  if (function_find_algorithm(f, first, &where) ||
      function_find_external(f, first, &where))
    return where;
  for (where = first; where && !where->builtin;) {
    ClassPart *base = partial_derivative_short_base(f, where);
    if (!base) return where;
    where = base;
  }
  return NULL;
}

bool partial_derivative_is(const Flattening *f, InstClass *function)
{
  const ClassPart *part = body_part(f, function);
  while (part && !is_derivative(part)) part = part->parent;
  return part != NULL;
}

static void partial_derivative_add_names(Derivation *d, const AstClass *ast)
{
  for (int k = 0; k < ast->n_der_names; k++) {
    d->name = vector_grow(d->f->arena, d->name, &d->cap_names, d->n_names + 1,
                          sizeof d->name[0]);
    d->name[d->n_names++] = &ast->der_name[k];
  }
}

static bool is_plain_short(const ClassPart *part)
{
  return part->ast->form == AST_SHORT && !part->ast->base_modification;
}

/* From the function upwards: der(der(f, x), y) is der(f, x, y). */
static bool partial_derivative_read_names(Derivation *d)
{
  const Flattening *f = d->f;
  FunctionBuild *b = d->b;
  const ClassPart *below = NULL;
  const ClassPart *part = body_part(f, b->function);
  for (; part; below = part, part = part->parent) {
    if (is_derivative(part)) {
      assert(below); /* a derivative is never the function itself */
      if (!d->of) d->of = below->source;
      partial_derivative_add_names(d, part->ast);
    } else if (d->of && !is_plain_short(part)) {
      return function_build_refuse(
          f->faults, b, part->ast->name_span,
          "a partial derivative function is extended or modified");
    }
  }
  assert(d->of && d->n_names > 0);
  if (d->n_names <= MOST_ORDER) return true;
  return function_build_refuse(f->faults, b, d->name[MOST_ORDER]->span,
                               "a partial derivative of an order above 4");
}

static bool partial_derivative_is_function(const Flattening *f, InstClass *c)
{
  return c->kind == CLASS_WRITTEN &&
         lookup_true_restriction(f->lookup, c) == AST_FUNCTION;
}

bool partial_derivative_check(const Flattening *f, InstClass *function)
{
  ClassPart *part = lookup_first_part(f->lookup, function);
  ClassPart *base = partial_derivative_short_base(f, part);
  for (; base; part = base, base = partial_derivative_short_base(f, part)) {
    if (!is_derivative(part) || partial_derivative_is_function(f, base->source))
      continue;
    fault_error(f->faults, part->ast->base->span, E204,
                "'%s' is not a function: it has no partial derivative",
                base->class_name);
    return false;
  }
  return true;
}

/* --- inputs --- */

static bool is_real_scalar(const Instance *variable)
{
  return instance_is_variable(variable) &&
         variable->class_def->type == FLAT_REAL && variable->rank == 0;
}

static const Instance *find_input(const Derivation *d, const AstDerName *name)
{
  const Flattening *f = d->f;
  Suggestion near = suggest_for(f->s, name->name);
  for (int i = 0; i < d->variables.n_items; i++) {
    const Instance *variable = d->variables.item[i];
    if (!function_is_input(variable)) continue;
    if (variable->name == name->name) return variable;
    suggest_offer(&near, variable->name);
  }
  fault_error(f->faults, name->span, E202, "'%s' has no input '%s'%s",
              d->of->full_name, name->name, suggest_text(f->s, &near));
  return NULL;
}

static bool partial_derivative_check_names(const Derivation *d)
{
  for (int k = 0; k < d->n_names; k++) {
    const Instance *input = find_input(d, d->name[k]);
    if (!input) return false;
    if (is_real_scalar(input)) continue;
    Diagnostic *e = fault_error(d->f->faults, d->name[k]->span, E204,
                                "the input '%s' of '%s' is not a Real scalar: "
                                "there is no derivative by it",
                                input->name, d->of->full_name);
    fault_note(d->f->faults, e, input->element->name_span, "declared here");
    return false;
  }
  return true;
}

/* The number of an input among the scalars that the procedure takes. */
static int scalar_of(const Derivation *d, Name name, Value **arg)
{
  int at = 0;
  for (int i = 0, k = 0; i < d->variables.n_items; i++) {
    const Instance *variable = d->variables.item[i];
    if (!function_is_input(variable)) continue;
    if (variable->name == name) return at;
    at += d->from->is_passed[k] ? function_build_count(arg[k]) : 0;
    k++;
  }
  assert(false && "check_names() has found it");
  return -1; /* partial_derivative_check_names() has found it */
}

/* --- the procedure --- */

static bool partial_derivative_is_real(const Value *value)
{
  if (open_is(value)) return false;
  if (value->kind != VALUE_RECORD) return value->type == FLAT_REAL;
  for (int k = 0; k < value->record->n_fields; k++) {
    if (!partial_derivative_is_real(value->field[k])) return false;
  }
  return true;
}

static bool find_procedure(Derivation *d, Value **arg)
{
  const Flattening *f = d->f;
  FunctionBuild *b = d->b;
  d->from = function_build(f, d->of, b->call, &d->variables, arg);
  if (!d->from) return false;
  Span span = b->function->ast->name_span;
  if (!d->from->is_complete) {
    return function_build_refuse(
        f->faults, b, span,
        "it is called by the function whose derivative it is");
  }
  for (int k = 0; k < d->from->n_outputs; k++) {
    if (partial_derivative_is_real(d->from->output[k])) continue;
    return function_build_refuse(
        f->faults, b, span,
        "it is the derivative of a result that is not Real, or an "
        "array of computed size");
  }
  return true;
}

/* Locals like the Values of the inputs or outputs; NULL in is_passed: all of
 * them. */
static Value **partial_derivative_declare(Derivation *d, AstCausality causality,
                                          Value **like, const bool *is_passed,
                                          int *n_made)
{
  const Flattening *f = d->f;
  int n = 0;
  *n_made = 0;
  Value **made = arena_array(f->s->flat_arena, (size_t)d->variables.n_items + 1,
                             sizeof made[0]);
  for (int i = 0; i < d->variables.n_items; i++) {
    const Instance *variable = d->variables.item[i];
    if (variable->prefix.causality != causality) continue;
    if (!is_passed || is_passed[n]) {
      made[(*n_made)++] =
          function_build_locals(&f->typing, variable->name, like[n]);
    }
    n++;
  }
  return made;
}

static FlatExpr **partial_derivative_scalars_of(Derivation *d, Value **value,
                                                int n_values, int *n)
{
  int n_scalars = 0;
  for (int k = 0; k < n_values; k++)
    n_scalars += function_build_count(value[k]);
  FlatExpr **scalar =
      arena_array(d->f->s->flat_arena, (size_t)n_scalars + 1, sizeof scalar[0]);
  *n = 0;
  for (int k = 0; k < n_values; k++)
    function_build_scalars(&d->f->typing, value[k], scalar, n);
  return scalar;
}

static int *slots_of(const Derivation *d, FlatExpr **scalar, int n)
{
  int *slot = arena_array(d->f->s->flat_arena, (size_t)n + 1, sizeof(int));
  for (int k = 0; k < n; k++) slot[k] = scalar[k]->slot;
  return slot;
}

static void write_call(Derivation *d, FlatExpr **arg, Value **given)
{
  const Flattening *f = d->f;
  FunctionBuild *b = d->b;
  FlatProcedure *to = b->to;
  FlatStatement *call =
      procedure_append(f->s, &to->body, STATEMENT_CALL, to->span);
  call->procedure = d->from->procedure;
  call->arg = arg;
  call->n_args = to->n_inputs;
  call->result = to->output;
  call->n_results = to->n_outputs;
  call->n_along = d->n_names;
  call->along =
      arena_array(f->s->flat_arena, (size_t)d->n_names, sizeof call->along[0]);
  for (int k = 0; k < d->n_names; k++) {
    call->along[k] = scalar_of(d, d->name[k]->name, given);
  }
}

static void write_procedure(Derivation *d, BuiltFunction *built, Value **arg)
{
  const Flattening *f = d->f;
  FunctionBuild *b = d->b;
  int n_passed;
  built->procedure = procedure_add(f->s, f->flat, b->function->full_name,
                                   b->function->ast->name_span);
  FlatProcedure *to = b->to = f->flat->procedure[built->procedure];
  built->is_passed = d->from->is_passed;
  Value **input = partial_derivative_declare(d, AST_INPUT, arg,
                                             built->is_passed, &n_passed);
  built->output = partial_derivative_declare(d, AST_OUTPUT, d->from->output,
                                             NULL, &built->n_outputs);
  FlatExpr **passed =
      partial_derivative_scalars_of(d, input, n_passed, &to->n_inputs);
  FlatExpr **result = partial_derivative_scalars_of(
      d, built->output, built->n_outputs, &to->n_outputs);
  to->input = slots_of(d, passed, to->n_inputs);
  to->output = slots_of(d, result, to->n_outputs);
  to->may_expand = true; /* the function it calls decides */
  to->is_impure = f->flat->procedure[d->from->procedure]->is_impure;
  to->has_effects = f->flat->procedure[d->from->procedure]->has_effects;
  assert(to->n_inputs == f->flat->procedure[d->from->procedure]->n_inputs);
  assert(to->n_outputs == f->flat->procedure[d->from->procedure]->n_outputs);
  write_call(d, passed, arg);
}

/* It comes after the procedures that it needs, and is kept as they are. */
void partial_derivative_build(const Flattening *f, FunctionBuild *b,
                              BuiltFunction *built, Value **arg)
{
  Derivation d = {.f = f, .b = b};
  built->is_broken = true;
  built->was_quiet = f->faults->is_quiet;
  if (!partial_derivative_check(f, b->function) ||
      !partial_derivative_read_names(&d))
    return;
  d.variables = instance_components(f, instance_constants(f, d.of));
  if (!partial_derivative_check_names(&d) || !find_procedure(&d, arg)) return;
  Flattening inside;
  scope_procedure(&inside, f, b);
  d.f = &inside;
  write_procedure(&d, built, arg);
  built->is_broken = false;
  built->is_complete = true;
}
