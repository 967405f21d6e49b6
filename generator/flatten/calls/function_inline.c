/* function_inline.c: an interpreter of statements whose values are
 * expressions.
 *
 * The variables of the function are a chain of names and Values, the newest
 * first, of the same kind as the iterators of loops (expressions.h): an
 * assignment puts a new pair in front. After each pass of a loop the chain is
 * what it was before the loop, with one pair for each variable that the loop
 * assigned; its iterators are gone. After an if-statement with a condition
 * that is not known, what either branch assigned becomes an if-expression. */
#include "flatten/calls/function_inline.h"

#include <assert.h>
#include <string.h>

#include "flatten/calls/external_call.h"
#include "flatten/calls/function_call.h"
#include "flatten/calls/replace_part.h"
#include "flatten/classes/written.h"
#include "flatten/expressions/call_values.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/implicit_range.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/flat/builtin_word.h"
#include "flatten/flat/flat_find.h"
#include "flatten/functions/declaration_order.h"
#include "flatten/functions/function_external.h"
#include "flatten/functions/function_record.h"
#include "flatten/functions/function_variables.h"
#include "flatten/functions/partial_derivative.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/instances/scope.h"
#include "flatten/values/value_operators.h"

#define MAX_NODES 20000 /* of one scalar of a result */

/* Why the statements behind are passed over. */
typedef enum Jump { JUMP_NONE, JUMP_BREAK, JUMP_RETURN } Jump;

typedef struct FunctionBody {
  const Flattening *f;
  InstClass *function;
  const AstExpr *call;
  Components variables;
  Context context; /* of the statement; iteration: the variables */
  int n_statements;
  Jump jump;
} FunctionBody;

static bool function_inline_refuse(const FunctionBody *b, Span span,
                                   const char *construct)
{
  Diagnostic *d = fault_error(b->f->faults, b->call->span, E290,
                              "the function '%s' cannot be called yet: %s",
                              b->function->full_name, construct);
  fault_note(b->f->faults, d, span, "here");
  return false;
}

/* --- variables --- */

static Instance *function_inline_find_variable(const FunctionBody *b, Name name)
{
  for (int i = 0; i < b->variables.n_items; i++) {
    if (b->variables.item[i]->name == name) return b->variables.item[i];
  }
  return NULL;
}

static void function_inline_bind(FunctionBody *b, Name name, const Value *value)
{
  assert(value);
  Iteration *pair = arena_alloc(b->f->arena, sizeof *pair);
  *pair =
      (Iteration){.name = name, .value = value, .next = b->context.iteration};
  b->context.iteration = pair;
}

static const Value *function_inline_value_now(const Iteration *chain, Name name)
{
  for (; chain; chain = chain->next) {
    if (chain->name == name && !chain->unassigned) return chain->value;
  }
  return NULL;
}

/* --- sizes of results --- */

static FlatVerdict count_node(void *n_nodes, const FlatExpr *at)
{
  (void)at;
  return ++*(int *)n_nodes > MAX_NODES ? FLAT_FOUND : FLAT_GO_ON;
}

/* As a tree it has not more nodes than the limit. */
static bool is_small(const Flattening *f, const FlatExpr *expr)
{
  return !flat_find(f->s, expr, count_node, &(int){0});
}

static bool function_inline_check_size(const FunctionBody *b, Span span,
                                       const Value *value)
{
  bool is_expr = value->kind == VALUE_STORED || value->kind == VALUE_UNIFORM;
  int n = value->kind == VALUE_UNIFORM ? 1 : value->n_elements;
  for (int i = 0; is_expr && i < n && i < value->n_elements; i++) {
    if (is_small(b->f, value_at(&b->f->typing, value, i))) continue;
    return function_inline_refuse(b, span,
                                  "its result as an expression is too long");
  }
  return true;
}

/* --- assignment --- */

/* A shape as a value: Integers are 0 where nothing is assigned to them, as in
 * procedures. The recursion is as deep as records are nested. */
static Value *with_zeros(const Typing *t, Value *shape)
{
  if (!shape || shape->kind == VALUE_FUNCTION) return shape;
  if (shape->kind != VALUE_RECORD) {
    if (shape->type != FLAT_INTEGER || open_is(shape)) return shape;
    FlatExpr *zero = types_integer(t, shape->span, 0);
    return shape->rank == 0
               ? value_of(t, zero)
               : value_uniform(t, shape->span, zero, shape->rank, shape->dim);
  }
  for (int k = 0; k < shape->record->n_fields; k++)
    shape->field[k] = with_zeros(t, shape->field[k]);
  return shape;
}

/* What a variable is before its elements or fields are assigned. */
static Value *declared_value(FunctionBody *b, Instance *variable, Span span)
{
  for (int i = 0; i < variable->rank; i++) {
    if (!function_is_open_size(&variable->dimension[i])) continue;
    function_inline_refuse(b, span,
                           "an array of open size is assigned by elements");
    return NULL;
  }
  if (!function_record_has_values(b->f, variable)) {
    return with_zeros(&b->f->typing,
                      function_record_shape(b->f, b->context, variable));
  }
  if (!function_record_is_single(b->f, variable)) {
    function_inline_refuse(
        b, span, "an array of records with values is assigned by parts");
    return NULL;
  }
  return function_record_value(b->f, b->context, variable);
}

/* A part of the variable: elements, a field. */
static bool assign_part(FunctionBody *b, Instance *variable,
                        const AstReference *target, Value *value)
{
  const Value *before =
      function_inline_value_now(b->context.iteration, variable->name);
  if (!before) before = declared_value(b, variable, target->span);
  if (!before) return false;
  Value *after = replace_part(b->f, b->context, before, target, value);
  if (after) function_inline_bind(b, variable->name, after);
  return after != NULL;
}

/* What is known stays short. */
static Value *folded(const FunctionBody *b, Value *value)
{
  bool is_known = b->f->mode == MODE_EVALUATE ||
                  (value && value->variability == FLAT_CONSTANT);
  return is_known ? value_constant(&b->f->typing, value) : value;
}

static bool function_inline_assign_to(FunctionBody *b, Span span,
                                      const AstExpr *left, Value *value)
{
  if (left->kind != AST_REFERENCE) {
    return function_inline_refuse(b, span, "this is assigned");
  }
  const AstReference *target = left->reference;
  const AstNamePart *part = &target->part[0];
  Instance *variable = function_inline_find_variable(b, part->ident);
  if (!variable || variable->prefix.causality == AST_INPUT) {
    fault_error(b->f->faults, part->span, E202,
                variable ? "'%s' is an input of the function: it cannot be "
                           "assigned (section 12.2)"
                         : "'%s' is not a variable of the function that can "
                           "be assigned",
                part->ident);
    return false;
  }
  value = folded(b, value);
  if (!value || !function_inline_check_size(b, span, value)) return false;
  if (part->n_subscripts > 0 || target->n_parts > 1) {
    return assign_part(b, variable, target, value);
  }
  const Value *before =
      function_inline_value_now(b->context.iteration, variable->name);
  bool fits = before && before->kind == value->kind &&
              value->kind != VALUE_RECORD && value_same_shape(before, value);
  if (!fits && !function_check_shape(b->f, b->context, variable, value)) {
    return false;
  }
  bool is_fixed = before && before->kind != VALUE_RECORD &&
                  function_has_open_size(variable) &&
                  !function_may_resize(variable);
  if (is_fixed &&
      !value_bind(&b->f->typing, value, before, "the value of", part->ident)) {
    return false;
  }
  value = function_convert(b->f, variable, value);
  if (value) function_inline_bind(b, variable->name, value);
  return value != NULL;
}

static bool function_inline_assign(FunctionBody *b,
                                   const AstStatement *statement)
{
  Value *value = expression_value(b->f, b->context, statement->right);
  return value &&
         function_inline_assign_to(b, statement->span, statement->left, value);
}

/* (a, , b) := f(x); */
static bool function_inline_assign_tuple(FunctionBody *b,
                                         const AstStatement *statement)
{
  assert(statement->left->kind == AST_TUPLE);
  Value **output;
  const AstExpr *left = statement->left;
  if (statement->right->kind != AST_CALL) {
    return function_inline_refuse(b, statement->span,
                                  "a list that is not a call of a function");
  }
  if (!call_results(b->f, b->context, statement->span, left, statement->right,
                    &output)) {
    return false;
  }
  for (int k = 0; k < left->n_args; k++) {
    if (!left->arg[k]) continue;
    if (!function_inline_assign_to(b, statement->span, left->arg[k], output[k]))
      return false;
  }
  return true;
}

/* --- if --- */

static bool function_inline_carry_out(FunctionBody *b,
                                      AstStatement *const *statement, int n);

typedef enum Choice { CHOICE_OPEN, CHOICE_TRUE, CHOICE_FALSE } Choice;

static bool function_inline_choose(FunctionBody *b, const Value *condition,
                                   Choice *choice)
{
  const Flattening *f = b->f;
  FlatExpr *expr = value_scalar(&f->typing, condition);
  if (!expr) return false;
  if (expr->type != FLAT_BOOLEAN) {
    fault_error(f->faults, expr->span, E204,
                "the condition after 'if' must be a Boolean, this is %s",
                types_a_name(expr->type));
    return false;
  }
  *choice = CHOICE_OPEN;
  if (f->mode == MODE_FLATTEN && !evaluation_is_known(f, expr)) return true;
  expr = types_constant(&f->typing, expr);
  if (!expr) return false;
  *choice = expr->boolean ? CHOICE_TRUE : CHOICE_FALSE;
  return true;
}

/* What one of the branches assigned since `before`. */
static bool function_inline_merge(FunctionBody *b, Span span,
                                  const Value *condition,
                                  const Iteration *before, const Iteration *yes,
                                  const Iteration *no)
{
  b->context.iteration = before;
  for (int k = 0; k < 2; k++) {
    for (const Iteration *at = k == 0 ? yes : no; at != before; at = at->next) {
      if (!function_inline_find_variable(b, at->name)) continue; /* of a loop */
      bool is_merged = false;
      for (const Iteration *i = b->context.iteration; i != before; i = i->next)
        is_merged |= i->name == at->name;
      if (is_merged) continue;
      const Value *left = function_inline_value_now(yes, at->name);
      const Value *right = function_inline_value_now(no, at->name);
      if (!left || !right) {
        return function_inline_refuse(
            b, span, "a variable is assigned in one branch only");
      }
      Value *both = value_if(&b->f->typing, span, condition, left, right);
      if (!both || !function_inline_check_size(b, span, both)) return false;
      function_inline_bind(b, at->name, both);
    }
  }
  return true;
}

static bool carry_out_if(FunctionBody *b, const AstStatement *statement, int k)
{
  assert(k >= 0 && k <= statement->n_branches);
  if (k == statement->n_branches) return true;
  const AstStatementBranch *branch = &statement->branch[k];
  if (!branch->condition) {
    return function_inline_carry_out(b, branch->statement,
                                     branch->n_statements);
  }
  Choice choice;
  Value *condition = expression_value(b->f, b->context, branch->condition);
  if (!condition || !function_inline_choose(b, condition, &choice))
    return false;
  if (choice == CHOICE_TRUE) {
    return function_inline_carry_out(b, branch->statement,
                                     branch->n_statements);
  }
  if (choice == CHOICE_FALSE) return carry_out_if(b, statement, k + 1);
  const Iteration *before = b->context.iteration;
  if (!function_inline_carry_out(b, branch->statement, branch->n_statements))
    return false;
  const Iteration *yes = b->context.iteration;
  b->context.iteration = before;
  if (b->jump == JUMP_NONE && !carry_out_if(b, statement, k + 1)) return false;
  if (b->jump != JUMP_NONE) {
    return function_inline_refuse(b, statement->span,
                                  "break or return under a condition");
  }
  return function_inline_merge(b, statement->span, condition, before, yes,
                               b->context.iteration);
}

/* --- for --- */

/* The chain that was there before the loop, and in front of it the newest pair
 * of each variable that was assigned since; the pair of the iterator (NULL:
 * none) is left out. */
static void function_inline_settle(FunctionBody *b, const Iteration *before,
                                   const Iteration *iterator)
{
  const Iteration *newest = before;
  for (const Iteration *at = b->context.iteration; at != before;
       at = at->next) {
    const Iteration *seen = newest;
    while (seen != before && seen->name != at->name) seen = seen->next;
    if (seen != before || at == iterator) continue;
    Iteration *pair = arena_alloc(b->f->arena, sizeof *pair);
    *pair = *at;
    pair->next = newest;
    newest = pair;
  }
  b->context.iteration = newest;
}

static bool carry_out_for(FunctionBody *b, const AstStatement *loop, int k)
{
  assert(k >= 0 && k <= loop->n_iterators);
  const AstStatementBranch *branch = &loop->branch[0];
  if (k == loop->n_iterators) {
    return function_inline_carry_out(b, branch->statement,
                                     branch->n_statements);
  }
  AstIterator iterator = loop->iterator[k];
  ImplicitRange implicit = {NULL, NULL};
  if (!iterator.range) {
    if (!implicit_range_of_statements(b->f, b->context, &iterator, branch,
                                      &implicit)) {
      return false;
    }
    iterator.range = implicit.text;
  }
  Value *range = implicit.all ? implicit.all
                              : expression_range(b->f, b->context, &iterator);
  if (!range) return false;
  const Iteration *before = b->context.iteration;
  for (int i = 0; i < range->dim[0]; i++) {
    function_inline_bind(b, iterator.name,
                         value_element(&b->f->typing, range, 1, i));
    const Iteration *own = b->context.iteration;
    if (!carry_out_for(b, loop, k + 1)) return false;
    function_inline_settle(b, before, own);
    if (b->jump != JUMP_NONE) break;
  }
  if (b->jump == JUMP_BREAK) b->jump = JUMP_NONE;
  return true;
}

static bool carry_out_while(FunctionBody *b, const AstStatement *loop)
{
  assert(loop->n_branches == 1);
  const AstStatementBranch *branch = &loop->branch[0];
  const Iteration *before = b->context.iteration;
  while (b->jump == JUMP_NONE) {
    Choice choice;
    Value *condition = expression_value(b->f, b->context, branch->condition);
    if (!condition || !function_inline_choose(b, condition, &choice))
      return false;
    if (choice == CHOICE_OPEN) {
      return function_inline_refuse(b, loop->span,
                                    "while with a condition that is not known");
    }
    if (choice == CHOICE_FALSE) return true;
    if (++b->n_statements > b->f->s->limit[LIMIT_STATEMENTS]) {
      return function_inline_refuse(
          b, loop->span,
          "it takes too many statements at translation; a loop may "
          "have no end");
    }
    if (!function_inline_carry_out(b, branch->statement, branch->n_statements))
      return false;
    function_inline_settle(b, before, NULL);
  }
  if (b->jump == JUMP_BREAK) b->jump = JUMP_NONE;
  return true;
}

static bool jump(FunctionBody *b, Jump kind)
{
  b->jump = kind;
  return true;
}

/* --- statements --- */

/* A function whose results nobody takes may still assert something. */
static bool carry_out_function(FunctionBody *b, const AstStatement *statement)
{
  Value **output = NULL;
  int n_outputs = 0;
  if (b->f->mode != MODE_EVALUATE) { /* it is a statement of a procedure */
    return function_inline_refuse(b, statement->span,
                                  "a call without a result");
  }
  return b->f->calls->outputs(b->f, b->context, statement->left, &output,
                              &n_outputs);
}

/* Argument i of assert(), where it is known; NULL. */
static const FlatExpr *assert_argument(FunctionBody *b, const AstExpr *call,
                                       int i, const char *name)
{
  const AstExpr *written = written_argument(call, i, name);
  Value *value = written ? expression_value(b->f, b->context, written) : NULL;
  FlatExpr *expr = value ? value_scalar(&b->f->typing, value) : NULL;
  Attempt attempt;
  scope_try(&attempt, b->f);
  return expr ? types_constant(&attempt.f.typing, expr) : NULL;
}

/* True: it is but a warning. What is only tried is left to the FMU, which
 * warns when it happens. */
static bool report_assertion(FunctionBody *b, const AstExpr *call)
{
  if (b->f->faults->is_quiet) return false;
  const FlatExpr *text = assert_argument(b, call, 1, "message");
  const FlatExpr *level = assert_argument(b, call, 2, "level");
  bool is_warning =
      level && level->kind == FLAT_EXPR_ENUMERATION && level->integer == 1;
  bool is_known = text && text->kind == FLAT_EXPR_STRING;
  Diagnostic *d = (is_warning ? fault_warning : fault_error)(
      b->f->faults, call->span, is_warning ? W205 : E216,
      "the assertion fails%s%s", is_known ? ": " : "",
      is_known ? text->string : "");
  fault_note(b->f->faults, d, b->call->span, "in this call");
  return is_warning;
}

/* An assertion with an open condition would have to be checked at run time. */
static bool carry_out_call(FunctionBody *b, const AstStatement *statement)
{
  const AstExpr *call = statement->left;
  Choice choice;
  const AstExpr *written = builtin_word(call->reference) == WORD_ASSERT
                               ? written_argument(call, 0, "condition")
                               : NULL;
  if (!written) return carry_out_function(b, statement);
  Value *condition = expression_value(b->f, b->context, written);
  if (!condition || !function_inline_choose(b, condition, &choice))
    return false;
  if (choice == CHOICE_OPEN) {
    if (b->f->mode != MODE_EVALUATE) { /* a procedure can check it */
      return function_inline_refuse(b, statement->span, "an assertion");
    }
    fault_warning(b->f->faults, call->span, W203,
                  "this assertion is not checked while the model runs");
  }
  return choice != CHOICE_FALSE || report_assertion(b, call);
}

static bool carry_out_one(FunctionBody *b, const AstStatement *statement)
{
  if (++b->n_statements > b->f->s->limit[LIMIT_STATEMENTS]) {
    return function_inline_refuse(
        b, statement->span,
        "it takes too many statements at translation; a loop may "
        "have no end");
  }
  switch (statement->kind) {
  case AST_ST_ASSIGN: return function_inline_assign(b, statement);
  case AST_ST_IF: return carry_out_if(b, statement, 0);
  case AST_ST_FOR: return carry_out_for(b, statement, 0);
  case AST_ST_CALL: return carry_out_call(b, statement);
  case AST_ST_ASSIGN_TUPLE: return function_inline_assign_tuple(b, statement);
  case AST_ST_WHILE: return carry_out_while(b, statement);
  case AST_ST_WHEN:
    return function_inline_refuse(b, statement->span, "a when-statement");
  case AST_ST_BREAK: return jump(b, JUMP_BREAK);
  case AST_ST_RETURN: return jump(b, JUMP_RETURN);
  }
  return false;
}

/* The recursion follows the nesting of the text. */
static bool function_inline_carry_out(FunctionBody *b,
                                      AstStatement *const *statement, int n)
{
  for (int i = 0; i < n && b->jump == JUMP_NONE; i++) {
    if (!carry_out_one(b, statement[i])) return false;
  }
  return true;
}

/* --- one call --- */

static void bind_inputs(FunctionBody *b, Value **value)
{
  for (int i = 0, k = 0; i < b->variables.n_items; i++) {
    Instance *variable = b->variables.item[i];
    if (function_is_input(variable))
      function_inline_bind(b, variable->name, value[k++]);
  }
}

/* Outputs and protected variables with a value of their own; constants are
 * found by their names. */
static bool bind_others(FunctionBody *b, const AstSection *algorithm)
{
  Components order = declaration_order(b->f, &b->variables);
  for (int i = 0; i < order.n_items; i++) {
    Instance *variable = order.item[i];
    bool is_constant = variable->variability == FLAT_CONSTANT;
    if (function_is_input(variable) || is_constant) continue;
    if (!binding_exists(variable)) {
      Value *fields = function_field_values(b->f, b->context, variable);
      if (!fields && algorithm && function_may_resize(variable) &&
          function_reads_first(algorithm, variable->name))
        fields = function_empty(b->f, b->context, variable);
      if (fields) function_inline_bind(b, variable->name, fields);
      bool is_partial = !fields && b->f->mode == MODE_FLATTEN && algorithm &&
                        function_record_has_values(b->f, variable) &&
                        function_reads_first(algorithm, variable->name);
      if (is_partial)
        return function_inline_refuse(b, variable->element->name_span,
                                      "some fields of a record have values");
      continue;
    }
    Value *value = function_convert(
        b->f, variable, function_declared_value(b->f, b->context, variable));
    if (!value || !function_check_shape(b->f, b->context, variable, value)) {
      return false;
    }
    function_inline_bind(b, variable->name, value);
  }
  return true;
}

/* An array without elements needs no assignment; NULL: it has some. */
static const Value *empty_output(FunctionBody *b, Instance *variable)
{
  if (variable->rank == 0 || !instance_is_variable(variable) ||
      function_has_open_size(variable))
    return NULL;
  const Value *shape = function_declared_shape(b->f, b->context, variable,
                                               variable->element->name_span);
  return shape && shape->n_elements == 0 ? shape : NULL;
}

/* The outputs in their order. */
static bool collect_outputs(FunctionBody *b, Value **output)
{
  for (int i = 0, k = 0; i < b->variables.n_items; i++) {
    Instance *variable = b->variables.item[i];
    if (variable->prefix.causality != AST_OUTPUT) continue;
    const Value *result =
        function_inline_value_now(b->context.iteration, variable->name);
    if (!result) result = empty_output(b, variable);
    if (!result) {
      return function_inline_refuse(b, variable->element->name_span,
                                    "its output is not assigned");
    }
    output[k++] = value_with_span(&b->f->typing, result, b->call->span);
  }
  return true;
}

/* C is called only where its result must be known: what might be known can
 * as well be computed by the FMU, when the world is what it is then. */
static bool may_call(const Flattening *f)
{
  return f->mode == MODE_EVALUATE && !f->faults->is_quiet;
}

static bool call_external(FunctionBody *b, const AstExternal *external,
                          Value **output)
{
  FunctionBuild build = {.function = b->function,
                         .call = b->call,
                         .variables = &b->variables,
                         .context = b->context};
  return external_call(b->f, &build, external, output);
}

static bool function_inline_run(FunctionBody *b, Value **value, Value **output)
{
  const Flattening *f = b->f;
  ClassPart *where = NULL;
  ClassPart *first = lookup_first_part(f->lookup, b->function);
  const AstSection *algorithm =
      first ? function_find_algorithm(f, first, &where) : NULL;
  const AstExternal *external =
      first && !algorithm ? function_find_external(f, first, &where) : NULL;
  if (!algorithm && !external && first && !first->ast->is_partial &&
      !partial_derivative_is(f, b->function)) {
    algorithm = function_no_algorithm();
    where = first;
  }
  if (!algorithm && !external) {
    return function_inline_refuse(b, b->function->ast->name_span,
                                  "it has no algorithm");
  }
  if (partial_derivative_is(f, b->function)) {
    return function_inline_refuse(
        b, b->function->ast->name_span,
        "a partial derivative is not computed at translation");
  }
  if (external && !may_call(f)) {
    return function_inline_refuse(b, b->function->ast->name_span,
                                  "it is external");
  }
  b->context = lookup_context(where);
  b->context.iteration = NULL;
  b->jump = JUMP_NONE;
  function_bind_unassigned(f, &b->variables, &b->context);
  bind_inputs(b, value);
  if (!bind_others(b, algorithm)) return false;
  if (external) return call_external(b, external, output);
  return function_inline_carry_out(b, algorithm->statement,
                                   algorithm->n_statements) &&
         collect_outputs(b, output);
}

/* --- events --- */

static bool is_stepwise(const FlatExpr *expr)
{
  if (expr->kind != FLAT_EXPR_CALL) return false;
  const FlatFunctionRow *row = flat_function(expr->function);
  return row->rule == FLAT_RULE_RELATION || row->events != FLAT_EVENTS_NO;
}

static FlatVerdict look_for_step(void *context, const FlatExpr *at)
{
  (void)context;
  if (at->variability < FLAT_CONTINUOUS) return FLAT_LEAVE_OUT;
  return is_stepwise(at) ? FLAT_FOUND : FLAT_GO_ON;
}

static bool has_steps(const Flattening *f, const FlatExpr *expr)
{
  return flat_find(f->s, expr, look_for_step, NULL) != NULL;
}

static Value *without_events(FunctionBody *b, Value *value)
{
  const Typing *t = &b->f->typing;
  bool found = false;
  if (!value || value->kind == VALUE_RECORD ||
      value->variability < FLAT_CONTINUOUS) {
    return value;
  }
  for (int i = 0; i < value->n_elements && !found; i++)
    found = has_steps(b->f, value_at(t, value, i));
  if (!found) return value;
  return value_map(t, b->call->span, FLAT_NO_EVENT, &value, 1);
}

bool function_inline(const Flattening *f, InstClass *function,
                     const AstExpr *call, const Components *variables,
                     Value **arg, Value **output, int n_outputs)
{
  FunctionBody b = {
      .f = f, .function = function, .call = call, .variables = *variables};
  if (f->n_calls >= f->s->limit[LIMIT_CALLS]) {
    return function_inline_refuse(
        &b, function->ast->name_span,
        "calls are nested too deep at translation; it may call "
        "itself without an end");
  }
  Flattening inside;
  FunctionBody body = b;
  int n_in_all = 0;
  scope_inline(&inside, f);
  if (!f->n_calls_in_all) inside.n_calls_in_all = &n_in_all;
  if (++*inside.n_calls_in_all > f->s->limit[LIMIT_CALLS_OF_CALL]) {
    return function_inline_refuse(
        &b, function->ast->name_span,
        "it takes too many calls at translation; it may call itself without "
        "an end");
  }
  inside.is_pure = function->ast->purity != AST_IMPURE;
  body.f = &inside;
  bool good = function_inline_run(&body, arg, output);
  for (int k = 0; good && k < n_outputs; k++)
    output[k] = without_events(&b, output[k]);
  return good;
}
