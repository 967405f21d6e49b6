/* function_build.c: the variables of a function; one procedure for each
 * combination of shapes. Their slots are in function_slots.c, statements in
 * function_statements.c. */
#include "flatten/functions/function_build.h"

#include <string.h>

#include "flatten/expressions/instance_value.h"
#include "flatten/functions/declaration_order.h"
#include "flatten/functions/function_call.h"
#include "flatten/functions/function_external.h"
#include "flatten/functions/function_record.h"
#include "flatten/functions/function_variables.h"
#include "flatten/functions/partial_derivative.h"
#include "flatten/functions/unassigned_reads.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"

/* --- variables --- */

static void bind(const Flattening *f, FunctionBuild *b, Name name,
                 const Value *value)
{
  Iteration *pair = arena_alloc(f->arena, sizeof *pair);
  *pair =
      (Iteration){.name = name, .value = value, .next = b->context.iteration};
  b->context.iteration = pair;
}

static bool names(const AstExpr *expr, Name name)
{
  if (!expr) return false;
  if (expr->kind == AST_REFERENCE && expr->reference->n_parts == 1 &&
      expr->reference->part[0].ident == name) {
    return true;
  }
  for (int i = 0; i < expr->n_args; i++) {
    if (names(expr->arg[i], name)) return true;
  }
  return false;
}

/* Do sizes of variables, or bindings that sizes may come from, name it? */
static bool is_structural(const Flattening *f, FunctionBuild *b,
                          const Instance *input)
{
  for (int i = 0; i < b->variables->n_items; i++) {
    Instance *variable = b->variables->item[i];
    for (int k = 0; k < variable->rank; k++) {
      if (names(variable->dimension[k].written->expr, input->name)) return true;
    }
    const Modifier *m = variable->modifier;
    bool is_size =
        variable->prefix.causality != AST_INPUT && m && m->value &&
        instance_is_variable(variable) &&
        (variable->class_def->type == FLAT_INTEGER || variable->rank > 0);
    if (is_size && names(m->value, input->name)) return true;
    if (function_record_names(f, variable, names, input->name)) return true;
  }
  return false;
}

static bool is_input(const Instance *variable)
{
  return variable->prefix.causality == AST_INPUT;
}

static bool is_open_text(const Flattening *f, const Value *text)
{
  for (int i = 0; i < text->n_elements; i++) {
    if (text_is_open(value_at(&f->typing, text, i))) return true;
  }
  return false;
}

/* The value is part of the procedure. */
static bool is_specialised(const Flattening *f, FunctionBuild *b,
                           const Instance *input, const Value *arg)
{
  if (arg->kind == VALUE_FUNCTION) return false;
  if (arg->kind == VALUE_RECORD || open_is(arg)) return false;
  if (arg->type == FLAT_STRING) {
    /* C gets its Strings while running in any case. */
    return !b->function->ast->external && !is_open_text(f, arg);
  }
  return arg->rank == 0 && arg->type != FLAT_REAL &&
         arg->variability <= FLAT_PARAMETER && is_structural(f, b, input);
}

static bool has_open_size(const Instance *variable)
{
  for (int i = 0; i < variable->rank; i++) {
    const AstExpr *size = variable->dimension[i].written->expr;
    if (!size || size->kind == AST_COLON) return true;
  }
  return false;
}

bool function_build_is_growing(const FunctionBuild *b, Name name)
{
  const Growing *one = b->growing;
  while (one && one->name != name) one = one->next;
  return one != NULL;
}

bool function_build_grows(const Flattening *f, FunctionBuild *b,
                          const Instance *variable, const Value *target,
                          const Value *value)
{
  if (!variable || b->algorithm || !has_open_size(variable) ||
      variable->prefix.causality == AST_INPUT || open_is(target) ||
      target->kind == VALUE_RECORD || target->rank != value->rank ||
      value_same_shape(target, value)) {
    return false;
  }
  Growing *one = arena_alloc(f->arena, sizeof *one);
  *one = (Growing){variable->name, b->growing};
  b->growing = one;
  b->begins_anew = true;
  return true;
}

static Value *initial_value(const Flattening *f, FunctionBuild *b,
                            Instance *variable)
{
  const Modifier *m = variable->modifier;
  if (!m || !m->value) {
    return function_field_values(f, b->context, variable,
                                 variable->element->name_span);
  }
  Context context = m->context;
  context.iteration = b->context.iteration;
  Value *value = expression_value(f, context, m->value);
  return value ? function_convert(f, variable, value) : NULL;
}

/* A number that is never assigned and known: sizes may depend on it. */
static bool is_fixed_number(const Instance *variable, const Value *value,
                            const AstSection *algorithm)
{
  return value->kind != VALUE_RECORD && value->type != FLAT_REAL &&
         value->variability <= FLAT_PARAMETER &&
         variable->prefix.causality != AST_OUTPUT &&
         !(algorithm &&
           function_build_is_assigned(algorithm->statement,
                                      algorithm->n_statements, variable->name));
}

static bool declare_variable(const Flattening *f, FunctionBuild *b,
                             Instance *variable, const AstSection *algorithm)
{
  Value *value = initial_value(f, b, variable);
  if (!value && variable->modifier && variable->modifier->value) return false;
  if (value && is_fixed_number(variable, value, algorithm)) {
    value = value_constant(&f->typing, value);
    if (value) bind(f, b, variable->name, value);
    return value != NULL;
  }
  if (!value && has_open_size(variable)) return true; /* when assigned */
  FlatExpr **size =
      arena_array(f->s->flat_arena, (size_t)variable->rank + 1, sizeof size[0]);
  if (!has_open_size(variable) && open_declared(f, b, variable, size)) {
    Value *made = open_declare(&f->typing, variable, size);
    bind(f, b, variable->name, made);
    return !value || open_assign(&f->typing, variable->element->name_span, made,
                                 value, true, variable->name);
  }
  Value *like = has_open_size(variable)
                    ? value
                    : function_record_shape(f, b->context, variable);
  bool grows = like && function_build_is_growing(b, variable->name);
  Value *locals = !like ? NULL
                  : grows
                      ? open_variable(&f->typing, variable->name, like)
                      : function_build_locals(&f->typing, variable->name, like);
  if (!locals) return false;
  bind(f, b, variable->name, locals);
  if (!value) return function_record_start(f, b, variable, locals);
  if (open_is(locals)) {
    return open_assign(&f->typing, variable->element->name_span, locals, value,
                       false, variable->name);
  }
  value = value_bind(&f->typing, value, locals, "the value of", variable->name);
  return value && function_build_assign(
                      &f->typing, variable->element->name_span, locals, value);
}

static bool declare_inputs(const Flattening *f, FunctionBuild *b,
                           BuiltFunction *built, Value **arg)
{
  int n_inputs = 0, n = 0;
  for (int i = 0; i < b->variables->n_items; i++)
    n_inputs += is_input(b->variables->item[i]);
  bool *is_passed =
      arena_array(f->s->flat_arena, (size_t)n_inputs + 1, sizeof is_passed[0]);
  for (int i = 0, k = 0; i < b->variables->n_items; i++) {
    Instance *variable = b->variables->item[i];
    if (!is_input(variable)) continue;
    Value *given = arg[k];
    is_passed[k] = !is_specialised(f, b, variable, given);
    if (is_passed[k]) {
      given = function_build_locals(&f->typing, variable->name, given);
      if (given) n += function_build_count(given);
      if (given) given = function_record_sizes(f, variable, given);
    } else {
      given = value_constant(&f->typing, given);
    }
    if (!given) return false;
    bind(f, b, variable->name, given);
    k++;
  }
  FlatProcedure *to = b->to;
  built->is_passed = is_passed;
  to->n_inputs = n; /* the first slots */
  to->input = arena_array(f->s->flat_arena, (size_t)n + 1, sizeof(int));
  for (int k = 0; k < n; k++) to->input[k] = k;
  return true;
}

static bool declare_others(const Flattening *f, FunctionBuild *b,
                           const AstSection *algorithm)
{
  Components order = declaration_order(f, b->variables);
  function_bind_unassigned(f, b->variables, &b->context);
  for (int i = 0; i < order.n_items; i++) {
    Instance *variable = order.item[i];
    if (is_input(variable) || variable->variability == FLAT_CONSTANT) continue;
    if (variable->broken || !declare_variable(f, b, variable, algorithm)) {
      return false;
    }
  }
  return true;
}

/* --- results --- */

const Value *function_build_value(const FunctionBuild *b, Name name)
{
  for (const Iteration *i = b->context.iteration; i; i = i->next) {
    if (i->name == name && !i->unassigned) return i->value;
  }
  return NULL;
}

/* The outputs that have slots by now. */
static bool list_outputs(const Flattening *f, FunctionBuild *b,
                         BuiltFunction *built, bool is_last)
{
  int n_outputs = 0, n = 0;
  for (int i = 0; i < b->variables->n_items; i++)
    n_outputs += b->variables->item[i]->prefix.causality == AST_OUTPUT;
  Arena *arena = f->s->flat_arena;
  Value **output = arena_array(arena, (size_t)n_outputs + 1, sizeof output[0]);
  for (int i = 0, k = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (variable->prefix.causality != AST_OUTPUT) continue;
    output[k] = (Value *)function_build_value(b, variable->name);
    if (!output[k] && !is_last) return true;
    if (!output[k]) {
      return function_build_refuse(f->faults, b, variable->element->name_span,
                                   "an output has no value");
    }
    n += function_build_count(output[k++]);
  }
  FlatExpr **scalar = arena_array(arena, (size_t)n + 1, sizeof scalar[0]);
  n = 0;
  for (int k = 0; k < n_outputs; k++)
    function_build_scalars(&f->typing, output[k], scalar, &n);
  b->to->output = arena_array(arena, (size_t)n + 1, sizeof(int));
  for (int k = 0; k < n; k++) b->to->output[k] = scalar[k]->slot;
  b->to->n_outputs = n;
  built->output = output;
  built->n_outputs = n_outputs;
  return true;
}

/* --- one procedure for each combination --- */

static const char *signature(const Flattening *f, FunctionBuild *b,
                             const Value *v, bool with_values)
{
  const Typing *t = &f->typing;
  Arena *scratch = session_scratch(f->s);
  if (v->kind == VALUE_FUNCTION) return function_value_signature(f, v);
  const char *text = value_type_text(t, v);
  if (v->kind == VALUE_RECORD) {
    for (int k = 0; k < v->record->n_fields; k++) {
      text = arena_printf(scratch, "%s.%s", text,
                          signature(f, b, v->field[k], with_values));
    }
    return text;
  }
  for (int i = 0; with_values && i < v->n_elements; i++) {
    FlatExpr *e = types_constant(t, value_at(t, v, i));
    if (!e) return NULL;
    text = e->type == FLAT_STRING ? arena_printf(scratch, "%s=%zu:%s", text,
                                                 strlen(e->string), e->string)
           : e->type == FLAT_BOOLEAN
               ? arena_printf(scratch, "%s=%d", text, e->boolean)
               : arena_printf(scratch, "%s=%lld", text, (long long)e->integer);
  }
  return text;
}

static Name key_of(const Flattening *f, FunctionBuild *b, Value **arg)
{
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  const char *key = "";
  for (int i = 0, k = 0; key && i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (!is_input(variable)) continue;
    const char *one =
        signature(f, b, arg[k], is_specialised(f, b, variable, arg[k]));
    key = one ? arena_printf(scratch, "%s;%s", key, one) : NULL;
    k++;
  }
  Name name = key ? session_name(f->s, key) : NULL;
  arena_release(mark);
  return name;
}

/* By its declaration, as a whole or field by field. */
static bool is_declared(const Flattening *f, const FunctionBuild *b,
                        Instance *variable)
{
  return binding_exists(variable) ||
         function_field_values(f, b->context, variable, b->call->span);
}

static bool check_assigned(const Flattening *f, const FunctionBuild *b,
                           const AstSection *algorithm)
{
  for (int i = 0; i < b->variables->n_items; i++) {
    Instance *variable = b->variables->item[i];
    if (variable->prefix.causality != AST_OUTPUT ||
        function_build_is_assigned(algorithm->statement,
                                   algorithm->n_statements, variable->name) ||
        is_declared(f, b, variable)) {
      continue;
    }
    return function_build_refuse(f->faults, b, variable->element->name_span,
                                 "its output is not assigned");
  }
  return true;
}

/* A fault that was reported does not make the procedure useless: calls of it
 * are not faults of their own. One that was not is looked for again. */
static bool reads_assigned(const Flattening *f, FunctionBuild *b)
{
  return unassigned_reads_check(f, b) || !f->faults->is_quiet;
}

static bool build_body(const Flattening *f, FunctionBuild *b,
                       BuiltFunction *built, Value **arg)
{
  ClassPart *where = NULL;
  ClassPart *first = lookup_first_part(f->lookup, b->function);
  const AstSection *algorithm =
      first ? function_find_algorithm(f, first, &where) : NULL;
  const AstExternal *external =
      first ? function_find_external(f, first, &where) : NULL;
  if (!algorithm && !external) {
    return function_build_refuse(f->faults, b, b->function->ast->name_span,
                                 "it has no algorithm");
  }
  b->context = lookup_context(where);
  b->context.iteration = NULL;
  if (!declare_inputs(f, b, built, arg) || !declare_others(f, b, algorithm) ||
      !list_outputs(f, b, built, false)) {
    return false;
  }
  if (external) {
    return function_external(f, b, external) && list_outputs(f, b, built, true);
  }
  return check_assigned(f, b, algorithm) &&
         function_build_statements(f, b, algorithm->statement,
                                   algorithm->n_statements) &&
         list_outputs(f, b, built, true) && reads_assigned(f, b);
}

/* Values are kept: outputs are asked for as long as there are calls. */
static bool build_with(const Flattening *f, FunctionBuild *b,
                       BuiltFunction *built, Value **arg)
{
  Flattening inside;
  FaultPlace place = f->faults->log->place;
  b->is_nested = f->typing.build || f->typing.n_functions > 0;
  scope_procedure(&inside, f, b);
  bool good = build_body(&inside, b, built, arg);
  fault_leave(f->faults, &place);
  return good;
}

/* Nothing is made yet. */
static void clear(FunctionBuild *b)
{
  b->begins_anew = false;
  b->n_loops = 0;
  b->to->n_locals = b->to->n_slots = 0;
  b->to->body = (FlatStatementList){0};
  b->at = &b->to->body;
}

static void build(const Flattening *f, FunctionBuild *b, BuiltFunction *built,
                  Value **arg)
{
  built->procedure = procedure_add(f->s, f->flat, b->function->full_name,
                                   b->function->ast->name_span);
  b->to = f->flat->procedure[built->procedure];
  built->is_broken = false;
  built->was_quiet = f->faults->is_quiet;
  do {
    clear(b);
    built->is_broken = !build_with(f, b, built, arg);
  } while (b->begins_anew);
  /* What was reported of another call of it is not reported again. */
  if (built->is_broken && !built->was_quiet && f->s->n_errors == 0) {
    function_build_refuse(f->faults, b, b->function->ast->name_span,
                          "a part of it cannot be translated");
  }
  if (!built->is_broken) function_annotations(f, b, built, arg);
  built->is_complete = !built->is_broken;
}

/* Statements are the same for all who call it, even of one that asks for the
 * shape of its result alone. */
static void make(const Flattening *f, FunctionBuild *b, BuiltFunction *built,
                 Value **arg)
{
  Flattening inside;
  scope_mode(&inside, f, MODE_FLATTEN);
  if (partial_derivative_is(&inside, b->function)) {
    partial_derivative_build(&inside, b, built, arg);
  } else {
    build(&inside, b, built, arg);
  }
}

static void make_kept(const Flattening *f, FunctionBuild *b,
                      BuiltFunction *built, Value **arg)
{
  uint64_t levels = component_family_begin_kept(f);
  make(f, b, built, arg);
  component_family_end_kept(f, levels, &built->index_levels);
}

static const BuildRules function_rules = {.conditional = function_conditional,
                                          .logical = function_logical};

/* The function of a replica is that of the prototype, if it reads nothing that
 * depends on the index. */
static BuiltFunction *find_alike(const Flattening *f, const InstClass *function,
                                 Name key)
{
  NameMap *procedures = &f->tables->procedures;
  if (!function->like) return NULL;
  BuiltFunction *built = name_map_find(procedures, function->like->id, key);
  if (!built || built->is_broken || built->index_levels != 0) return NULL;
  name_map_add(procedures, function->id, key, built);
  return built;
}

BuiltFunction *function_build(const Flattening *f, InstClass *function,
                              const AstExpr *call, const Components *variables,
                              Value **arg)
{
  FunctionBuild b = {.rules = &function_rules,
                     .function = function,
                     .call = call,
                     .variables = variables};
  Name key = key_of(f, &b, arg);
  if (!key) return NULL;
  BuiltFunction *built =
      name_map_find(&f->tables->procedures, function->id, key);
  if (!built) built = find_alike(f, function, key);
  if (!built) {
    built = arena_alloc(f->arena, sizeof *built);
    name_map_add(&f->tables->procedures, function->id, key, built);
    make_kept(f, &b, built, arg);
  } else if (built->is_broken && built->was_quiet && !f->faults->is_quiet) {
    make_kept(f, &b, built, arg);
  }
  component_family_use_kept(f, built->index_levels);
  return built->is_broken ? NULL : built;
}
