/* function_statements.c: statements to statements of a procedure. */
#include <assert.h>
#include <string.h>

#include "flatten/classes/written.h"
#include "flatten/expressions/assertion_level.h"
#include "flatten/expressions/call_values.h"
#include "flatten/expressions/held_branch.h"
#include "flatten/expressions/reference.h"
#include "flatten/flat/builtin_word.h"
#include "flatten/functions/function_build.h"
#include "flatten/functions/function_variables.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"
#include "flatten/values/text_functions.h"
#include "flatten/values/value_index.h"
#include "flatten/values/value_operators.h"

/* --- assignment --- */

static Instance *function_statements_find_variable(const FunctionBuild *b,
                                                   Name name)
{
  for (int i = 0; i < b->variables->n_items; i++) {
    if (b->variables->item[i]->name == name) return b->variables->item[i];
  }
  return NULL;
}

/* The size of the variable is that of its first value. */
static const Value *sized_variable(const Flattening *f, FunctionBuild *b,
                                   Instance *variable, const AstReference *name,
                                   const Value *value)
{
  if (name->n_parts > 1 || name->part[0].n_subscripts > 0 || !value) {
    function_build_refuse(f->faults, b, name->span,
                          "an array of open size is assigned by elements");
    return NULL;
  }
  Value *like = function_convert(f, variable, (Value *)value);
  bool grows = like && function_build_is_growing(b, variable->name);
  Value *locals = !like ? NULL
                  : grows
                      ? open_variable(&f->typing, variable->name, like)
                      : function_build_locals(&f->typing, variable->name, like);
  if (!locals) return NULL;
  function_build_bind(f, b, variable->name, locals);
  return locals;
}

/* The chosen part, as what is assigned. */
static const Value *select_target(const Flattening *f, FunctionBuild *b,
                                  const Value *value, const AstNamePart *part)
{
  bool good;
  const Value **sub = reference_subscripts_of(f, b->context, part->subscript,
                                              part->n_subscripts, value, &good);
  if (!good) return NULL;
  b->selects_target = true;
  Value *chosen =
      value_index(&f->typing, part->span, value, sub, part->n_subscripts);
  b->selects_target = false;
  return chosen;
}

/* A variable of the model. The subscripts of the last part are applied to
 * its slots. */
static const Value *outside_target(const Flattening *f, FunctionBuild *b,
                                   const AstReference *name)
{
  AstReference whole = written_whole(f->s, name);
  const Value *value = reference_value(f, b->context, &whole);
  const AstNamePart *last = &name->part[name->n_parts - 1];
  if (!value || last->n_subscripts == 0) return value;
  return select_target(f, b, value, last);
}

static const Value *target_value(const Flattening *f, FunctionBuild *b,
                                 const AstReference *name, const Value *value)
{
  if (b->algorithm) return outside_target(f, b, name);
  const AstNamePart *part = &name->part[0];
  Instance *variable = function_statements_find_variable(b, part->ident);
  if (!variable || variable->prefix.causality == AST_INPUT) {
    fault_error(f->faults, part->span, E202,
                variable ? "'%s' is an input of the function: it cannot be "
                           "assigned (section 12.2)"
                         : "'%s' is not a variable of the function that can "
                           "be assigned",
                part->ident);
    return NULL;
  }
  const Value *target = function_build_value(b, part->ident);
  if (!target) target = sized_variable(f, b, variable, name, value);
  for (int i = 0; target && i < name->n_parts; i++) {
    part = &name->part[i];
    if (i > 0) {
      const Value *around = target;
      target = around->kind == VALUE_RECORD ? value_field(around, part->ident)
                                            : NULL;
      if (!target) {
        fault_error(f->faults, part->span, E202, "%s has no field '%s'",
                    value_type_text(&f->typing, around), part->ident);
      }
    }
    if (target && part->n_subscripts > 0) {
      target = select_target(f, b, target, part);
    }
  }
  return target;
}

static bool has_range(const AstNamePart *part)
{
  for (int i = 0; i < part->n_subscripts; i++) {
    const AstExpr *one = part->subscript[i].expr;
    if (!one || one->kind == AST_RANGE || one->kind == AST_COLON) return true;
  }
  return false;
}

/* x[a:b] := value, of computed size; *good tells how it went. False: it is
 * no such assignment. */
static bool assign_open_part(const Flattening *f, FunctionBuild *b, Span span,
                             const AstReference *name, const Value *value,
                             bool *good)
{
  const AstNamePart *part = &name->part[0];
  const Instance *variable = function_statements_find_variable(b, part->ident);
  const Value *target = function_build_value(b, part->ident);
  if (b->algorithm || !variable || !target || name->n_parts != 1 ||
      variable->prefix.causality == AST_INPUT || part->n_subscripts == 0) {
    return false;
  }
  int n = part->n_subscripts;
  if (n == target->rank && !has_range(part)) return false;
  const Value **sub =
      reference_subscripts_of(f, b->context, part->subscript, n, target, good);
  if (!*good) return true;
  bool is_open = open_is_selection(target, sub, n) || open_is(value);
  if (!is_open || n > target->rank) return false;
  *good = open_assign_part(&f->typing, span, target, sub, n, value);
  return true;
}

/* Are all sizes of the variable fixed by its declaration? */
static bool function_statements_is_declared(const Instance *variable)
{
  return variable && variable->rank > 0 && !function_has_open_size(variable);
}

/* Of Z[n, :] the first size is fixed: has the value that one? */
static bool fits_declared(const Flattening *f, const FunctionBuild *b,
                          Span span, const Instance *variable,
                          const Value *value)
{
  const Typing *t = &f->typing;
  if (!variable || variable->rank != value->rank) return true;
  FlatExpr **size = open_new_sizes(t, value->rank);
  for (int i = 0; i < value->rank; i++) {
    const AstExpr *written = variable->dimension[i].written->expr;
    Context inside = variable->dimension[i].context;
    inside.iteration = b->context.iteration;
    size[i] = open_size(t, value, i);
    if (!written || written->kind == AST_COLON) continue;
    const Value *declared = expression_value(f, inside, written);
    if (!declared) return false;
    if (value_is_scalar(declared) && declared->type == FLAT_INTEGER)
      size[i] = value_at(t, declared, 0);
  }
  return open_check_sizes(t, span, open_shape(t, span, value->rank, size),
                          value);
}

static bool function_statements_assign_to(const Flattening *f, FunctionBuild *b,
                                          Span span, const AstExpr *left,
                                          Value *value)
{
  bool good;
  if (left->kind != AST_REFERENCE) {
    return function_build_refuse(f->faults, b, span, "this is assigned");
  }
  if (assign_open_part(f, b, span, left->reference, value, &good)) return good;
  const Value *target = target_value(f, b, left->reference, value);
  if (!target) return false;
  Name name = left->reference->part[0].ident;
  bool is_whole = left->reference->n_parts == 1 &&
                  left->reference->part[0].n_subscripts == 0;
  if (is_whole &&
      function_build_grows(f, b, function_statements_find_variable(b, name),
                           target, value)) {
    return false;
  }
  Value *pair[] = {(Value *)target, value};
  if (open_is_outside(&f->typing, span, pair, 2, "an assignment")) return false;
  if (open_concerns(pair, 2)) {
    const Instance *variable = function_statements_find_variable(b, name);
    bool is_declared = function_statements_is_declared(variable);
    if (open_is(target) && is_whole && !is_declared &&
        !fits_declared(f, b, span, variable, value)) {
      return false;
    }
    return open_assign(&f->typing, span, target, value, is_declared, name);
  }
  value = value_bind(&f->typing, value, target, "the value of",
                     left->reference->part[0].ident);
  if (value && b->rules->assigns &&
      !b->rules->assigns(f, b, span, target, value)) {
    return false;
  }
  return value && function_build_assign(&f->typing, span, target, value);
}

static bool function_statements_assign(const Flattening *f, FunctionBuild *b,
                                       const AstStatement *statement)
{
  Value *value = expression_value(f, b->context, statement->right);
  return value && function_statements_assign_to(f, b, statement->span,
                                                statement->left, value);
}

/* (a, , b) := f(x); */
static bool function_statements_assign_tuple(const Flattening *f,
                                             FunctionBuild *b,
                                             const AstStatement *statement)
{
  Value **output;
  const AstExpr *left = statement->left;
  if (statement->right->kind != AST_CALL) {
    return function_build_refuse(f->faults, b, statement->span,
                                 "a list that is not a call of a function");
  }
  if (!call_results(f, b->context, statement->span, left, statement->right,
                    &output)) {
    return false;
  }
  for (int k = 0; k < left->n_args; k++) {
    if (!left->arg[k]) continue;
    if (!function_statements_assign_to(f, b, statement->span, left->arg[k],
                                       output[k]))
      return false;
  }
  return true;
}

/* --- if --- */

/* A subscript that is wrong for the sizes of this call is a fault when it is
 * reached, which nobody knows of what stands under a condition or in a
 * function that another one calls: an assertion takes its place. */
static bool may_be_unreached(const Flattening *f, const FunctionBuild *b)
{
  return !f->faults->held && (b->at != &b->to->body || b->is_nested);
}

static bool fail_if_reached(const Flattening *f, FunctionBuild *b,
                            const HeldFault *held)
{
  assert(held->is_set);
  if (held->code != E215) {
    fault_error(f->faults, held->span, held->code, "%s", held->text);
    return false;
  }
  FlatStatement *made =
      procedure_append(f->s, b->at, STATEMENT_ASSERT, held->span);
  made->value = types_boolean(&f->typing, held->span, false);
  made->text =
      arena_copy_text(f->s->flat_arena, held->text, strlen(held->text));
  return true;
}

/* Like expression_flatten(); false, after an assertion, of what has a wrong
 * subscript. */
static FlatExpr *held_condition(const Flattening *f, FunctionBuild *b,
                                const AstExpr *written)
{
  if (!may_be_unreached(f, b))
    return expression_flatten(f, b->context, written);
  HeldFault held = {0};
  Attempt attempt;
  scope_hold(&attempt, f, &held);
  FlatStatementList before = *b->at;
  FlatExpr *made = expression_flatten(&attempt.f, b->context, written);
  if (!held.is_set) return made;
  *b->at = before;
  return fail_if_reached(f, b, &held)
             ? types_boolean(&f->typing, written->span, false)
             : NULL;
}

bool function_build_condition(const Flattening *f, FunctionBuild *b,
                              const char *where, const AstExpr *written,
                              FlatExpr **condition, bool *is_known, bool *value)
{
  *condition = held_condition(f, b, written);
  if (!*condition) return false;
  if ((*condition)->type != FLAT_BOOLEAN) {
    fault_error(f->faults, written->span, E204,
                "the condition %s must be a Boolean, this is %s", where,
                types_a_name((*condition)->type));
    return false;
  }
  *is_known = evaluation_is_known(f, *condition);
  if (!*is_known) return true;
  const FlatExpr *literal = types_constant(&f->typing, *condition);
  *value = literal && literal->boolean;
  return literal != NULL;
}

static bool list_into(const Flattening *f, FunctionBuild *b,
                      const AstStatementBranch *branch, FlatStatementList *list)
{
  FlatStatementList *before = b->at;
  b->at = list;
  bool good =
      function_build_statements(f, b, branch->statement, branch->n_statements);
  b->at = before;
  return good;
}

/* The recursion is as deep as the text has branches. */
static bool build_if(const Flattening *f, FunctionBuild *b,
                     const AstStatement *statement, int k)
{
  if (k == statement->n_branches) return true;
  const AstStatementBranch *branch = &statement->branch[k];
  FlatExpr *condition = NULL;
  bool is_known = true, value = true;
  if (branch->condition &&
      !function_build_condition(f, b, "after 'if'", branch->condition,
                                &condition, &is_known, &value)) {
    return false;
  }
  if (is_known) {
    return value ? function_build_statements(f, b, branch->statement,
                                             branch->n_statements)
                 : build_if(f, b, statement, k + 1);
  }
  FlatStatementList body = {0}, otherwise = {0}, *before = b->at;
  bool switches = b->rules->switches && b->rules->switches(f, b, condition);
  b->n_switches += switches;
  bool good = list_into(f, b, branch, &body);
  b->at = &otherwise;
  good = good && build_if(f, b, statement, k + 1);
  b->at = before;
  b->n_switches -= switches;
  if (!good) return false;
  FlatStatement *made =
      procedure_append(f->s, b->at, STATEMENT_IF, branch->span);
  made->value = condition;
  made->body = body;
  made->otherwise = otherwise;
  return true;
}

static void *build_held_if(const Flattening *f, Context context,
                           const void *text)
{
  FunctionBuild *b = f->typing.build;
  (void)context;
  return build_if(f, b, text, 0) ? b : NULL;
}

/* --- calls --- */

/* The text if it is known at translation; NULL: it is composed when it is
 * needed. What is wrong with it is told then. */
static const char *known_message(const Flattening *f, FunctionBuild *b,
                                 const AstExpr *call, int i)
{
  const AstExpr *written = written_argument(call, i, "message");
  FlatStatementList apart = {0}, *before = b->at;
  if (!written) return "assertion violated";
  Attempt attempt;
  scope_try(&attempt, f);
  b->at = &apart;
  FlatExpr *text = expression_flatten(&attempt.f, b->context, written);
  if (text) assertion_message_check(f, written->span, text);
  if (text && (text->type != FLAT_STRING || text_is_open(text))) text = NULL;
  text = text ? types_constant(&attempt.f.typing, text) : NULL;
  b->at = before;
  if (!text) return NULL;
  return arena_copy_text(f->s->flat_arena, text->string, strlen(text->string));
}

const char *function_build_message(const Flattening *f, FunctionBuild *b,
                                   const AstExpr *call, int i)
{
  const char *text = known_message(f, b, call, i);
  return text ? text : "assertion violated";
}

/* if not condition: the message is composed, and the assertion fails. What
 * always fails needs no if. */
static bool append_open_assert(const Flattening *f, FunctionBuild *b,
                               const AstExpr *call, FlatExpr *condition,
                               bool warns)
{
  const Typing *t = &f->typing;
  const AstExpr *written = written_argument(call, 1, "message");
  bool always = types_is_literal(condition) && !condition->boolean;
  FlatStatementList body = {0}, *before = b->at;
  if (!always) b->at = &body;
  FlatExpr *message = expression_flatten(f, b->context, written);
  FlatStatementList *inside = b->at;
  b->at = before;
  if (!message || !assertion_message_check(f, written->span, message))
    return false;
  FlatStatement *fails =
      procedure_append(f->s, inside, STATEMENT_ASSERT, call->span);
  fails->value = types_boolean(t, call->span, false);
  fails->index = message;
  fails->is_warning = warns;
  if (always) return true;
  FlatStatement *branch =
      procedure_append(f->s, b->at, STATEMENT_IF, call->span);
  branch->value = types_unary(t, call->span, FLAT_NOT, condition);
  branch->body = body;
  return true;
}

static bool is_warning(const Flattening *f, FunctionBuild *b,
                       const AstExpr *call)
{
  const AstExpr *written = written_argument(call, 2, "level");
  FlatExpr *level = written ? expression_flatten(f, b->context, written) : NULL;
  if (level && !assertion_level_check(f, level)) return false;
  return level && level->kind == FLAT_EXPR_ENUMERATION && level->integer == 1;
}

/* Fails always, whatever the arguments are. */
static bool function_statements_report_failure(const Flattening *f,
                                               FunctionBuild *b,
                                               const AstExpr *call)
{
  const char *text = known_message(f, b, call, 1);
  Diagnostic *d =
      fault_error(f->faults, call->span, E216, "the assertion fails%s%s",
                  text ? ": " : "", text ? text : "");
  if (b->call) fault_note(f->faults, d, b->call->span, "in this call");
  return false;
}

static bool build_assert(const Flattening *f, FunctionBuild *b,
                         const AstExpr *call)
{
  const AstExpr *written = written_argument(call, 0, "condition");
  FlatExpr *condition;
  bool is_known, value;
  if (!written) {
    fault_error(f->faults, call->span, E208, "'assert' needs a condition");
    return false;
  }
  Flattening no_event; /* assertions are looked at, as in equations */
  scope_no_event(&no_event, f);
  bool good = function_build_condition(&no_event, b, "of 'assert'", written,
                                       &condition, &is_known, &value);
  if (!good) return false;
  if (is_known && value) {
    known_message(f, b, call, 1);
    is_warning(f, b, call);
    return true;
  }
  bool is_reached = b->at == &b->to->body && !b->is_nested;
  if (is_known && is_reached && !is_warning(f, b, call)) {
    return function_statements_report_failure(f, b, call);
  }
  bool warns = is_warning(f, b, call);
  const char *text = known_message(f, b, call, 1);
  if (!text) return append_open_assert(f, b, call, condition, warns);
  FlatStatement *made =
      procedure_append(f->s, b->at, STATEMENT_ASSERT, call->span);
  made->value = condition;
  made->text = text;
  made->is_warning = warns;
  return true;
}

static bool build_call(const Flattening *f, FunctionBuild *b,
                       const AstStatement *statement)
{
  const AstExpr *call = statement->left;
  Value **output;
  int n_outputs;
  if (call->kind != AST_CALL) {
    return function_build_refuse(f->faults, b, statement->span,
                                 "this statement");
  }
  BuiltinWord word = builtin_word(call->reference);
  if (word == WORD_ASSERT) {
    return build_assert(f, b, call);
  }
  if (word == WORD_REINIT) {
    fault_error(f->faults, call->span, E237,
                "'reinit' is allowed inside of a when-equation only");
    return false;
  }
  bool ends = word == WORD_TERMINATE;
  if (ends && b->rules->terminate) return b->rules->terminate(f, b, call);
  if (ends) {
    fault_error(f->faults, call->span, E237,
                "'terminate' is not allowed in a function");
    return false;
  }
  return f->calls->outputs(f, b->context, call, &output, &n_outputs);
}

/* --- all kinds --- */

/* What holds no other statements. */
static bool function_statements_simple(const Flattening *f, FunctionBuild *b,
                                       const AstStatement *s)
{
  if (s->kind == AST_ST_ASSIGN) return function_statements_assign(f, b, s);
  if (s->kind == AST_ST_ASSIGN_TUPLE)
    return function_statements_assign_tuple(f, b, s);
  return build_call(f, b, s);
}

static bool function_statements_held(const Flattening *f, FunctionBuild *b,
                                     const AstStatement *s)
{
  if (!may_be_unreached(f, b)) return function_statements_simple(f, b, s);
  HeldFault held = {0};
  Attempt attempt;
  scope_hold(&attempt, f, &held);
  FlatStatementList before = *b->at;
  bool good = function_statements_simple(&attempt.f, b, s);
  if (!held.is_set) return good;
  *b->at = before;
  return fail_if_reached(f, b, &held);
}

static bool function_statements_build_one(const Flattening *f, FunctionBuild *b,
                                          const AstStatement *s)
{
  switch (s->kind) {
  case AST_ST_ASSIGN:
  case AST_ST_ASSIGN_TUPLE:
  case AST_ST_CALL: return function_statements_held(f, b, s);
  case AST_ST_IF: return held_branch(f, b->context, s, build_held_if) != NULL;
  case AST_ST_FOR: return function_build_for(f, b, s);
  case AST_ST_WHILE: return function_build_while(f, b, s);
  case AST_ST_WHEN:
    if (b->rules->when) return b->rules->when(f, b, s);
    return function_build_refuse(f->faults, b, s->span, "a when-statement");
  case AST_ST_BREAK:
    procedure_append(f->s, b->at, STATEMENT_BREAK, s->span);
    return true;
  case AST_ST_RETURN:
    procedure_append(f->s, b->at, STATEMENT_RETURN, s->span);
    return true;
  }
  return false;
}

/* The recursion follows the nesting of the text. */
bool function_build_statements(const Flattening *f, FunctionBuild *b,
                               AstStatement *const *statement, int n)
{
  for (int i = 0; i < n; i++) {
    if (!function_statements_build_one(f, b, statement[i])) return false;
  }
  return true;
}
