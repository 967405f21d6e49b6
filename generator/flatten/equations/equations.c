/* equations.c: see equations.h. */
#include "flatten/equations/equations.h"

#include <assert.h>
#include <string.h>

#include "flatten/calls/function_call.h"
#include "flatten/calls/spatial.h"
#include "flatten/classes/deselection.h"
#include "flatten/classes/written.h"
#include "flatten/clocks/state_machine.h"
#include "flatten/connections/connect.h"
#include "flatten/connections/connections.h"
#include "flatten/connections/expandable.h"
#include "flatten/connections/overconstrained.h"
#include "flatten/connections/streams.h"
#include "flatten/equations/algorithm_events.h"
#include "flatten/equations/call_statements.h"
#include "flatten/equations/family_bodies.h"
#include "flatten/equations/function_algorithm.h"
#include "flatten/equations/if_equations.h"
#include "flatten/equations/loop_connect.h"
#include "flatten/equations/loop_repeat.h"
#include "flatten/equations/scalar_equation.h"
#include "flatten/equations/when_equations.h"
#include "flatten/equations/when_parts.h"
#include "flatten/expressions/call_values.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/implicit_range.h"
#include "flatten/flat/builtin_word.h"
#include "flatten/flat/flat_function.h"
#include "flatten/functions/statement_groups.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/instances/guard.h"
#include "flatten/instances/scope.h"
#include "flatten/values/array_functions.h"

#define MOST_ITERATORS 50 /* of one loop: each is a level of recursion */

/* --- sides --- */

/* Records field by field; their nesting is that of the declarations. */
static void value_equation(const EquationContext *here, Span span,
                           const Value *left, const Value *right)
{
  const Typing *t = &here->f->typing;
  if (left->kind == VALUE_RECORD) {
    EquationContext field = *here;
    field.is_split = true;
    for (int i = 0; i < left->record->n_fields; i++) {
      const Value *same = value_field(right, left->record->field[i]);
      assert(same); /* the sides are unified */
      value_equation(&field, span, left->field[i], same);
    }
    return;
  }
  assert(left->n_elements == right->n_elements);
  for (int i = 0; i < left->n_elements && !here->f->tables->is_too_large; i++) {
    scalar_equation(here, span, value_at(t, left, i), value_at(t, right, i));
  }
}

static void sides_equation(const EquationContext *here, Span span, Value *left,
                           Value *right)
{
  const Flattening *f = here->f;
  if (!left || !right ||
      !value_unify(&f->typing, span, "the sides of the equation", &left,
                   &right)) {
    f->tables->n_lost++;
    return;
  }
  value_equation(here, span, left, right);
}

static bool tuple_results(const EquationContext *here,
                          const AstEquation *equation, Value ***output)
{
  const Flattening *f = here->f;
  const AstExpr *left = equation->left, *call = equation->right;
  if (!spatial_is_call(call->reference)) {
    return call_results(f, here->context, equation->span, left, call, output);
  }
  *output = arena_array(f->s->flat_arena, 2, sizeof **output);
  if (left->n_args <= 2)
    return spatial_results(f, here->context, call, *output);
  fault_error(f->faults, equation->span, E208,
              "%d results are named, 'spatialDistribution' has 2",
              left->n_args);
  return false;
}

/* (a, , b) = f(x): an equation for each result that is named. */
static void tuple_equation(const EquationContext *here,
                           const AstEquation *equation)
{
  assert(equation->left->kind == AST_TUPLE);
  const Flattening *f = here->f;
  const AstExpr *left = equation->left;
  Value **output;
  if (equation->right->kind != AST_CALL) {
    fault_error(f->faults, equation->span, E204,
                "a list on the left needs the call of a function on the "
                "right");
    f->tables->n_lost++;
    return;
  }
  if (!tuple_results(here, equation, &output)) {
    f->tables->n_lost++;
    return;
  }
  EquationContext part = *here;
  part.is_split = left->n_args > 1;
  for (int k = 0; k < left->n_args; k++) {
    if (!left->arg[k]) continue;
    if (left->arg[k]->kind != AST_REFERENCE) {
      fault_error(f->faults, left->arg[k]->span, E204,
                  "a list on the left holds names of variables only (section "
                  "12.4.3)");
      f->tables->n_lost++;
      return;
    }
    Value *one = expression_value(f, here->context, left->arg[k]);
    sides_equation(&part, equation->span, one, output[k]);
  }
}

static void simple_equation(const EquationContext *here,
                            const AstEquation *equation)
{
  const Flattening *f = here->f;
  if (equation->left->kind == AST_TUPLE) {
    tuple_equation(here, equation);
    return;
  }
  Value *left = expression_value(f, here->context, equation->left);
  Value *right = expression_value(f, here->context, equation->right);
  if (!left || !right) {
    f->tables->n_lost++;
    return;
  }
  if (value_is_scalar(left) && value_is_scalar(right)) {
    scalar_equation(here, equation->span, value_at(&f->typing, left, 0),
                    value_at(&f->typing, right, 0));
    return;
  }
  sides_equation(here, equation->span, left, right);
}

/* --- loops --- */

static Value *loop_range(const EquationContext *here, const AstEquation *loop,
                         int k)
{
  const AstIterator *iterator = &loop->iterator[k];
  if (iterator->range) {
    return expression_range(here->f, here->context, iterator);
  }
  const AstEquationBranch *body = &loop->branch[0];
  return implicit_range(here->f, here->context, iterator, NULL, body->equation,
                        body->n_equations);
}

static bool count_turns(const EquationContext *here, const AstEquation *loop,
                        int more)
{
  assert(more >= 0);
  const Flattening *f = here->f;
  f->tables->n_turns += more;
  if (f->tables->n_turns <= f->s->limit[LIMIT_TURNS] &&
      loop->n_iterators <= MOST_ITERATORS) {
    return true;
  }
  if (loop->n_iterators > MOST_ITERATORS) {
    fault_error(f->faults, loop->span, E122,
                "a loop with more than %d iterators", MOST_ITERATORS);
    return false;
  }
  Diagnostic *d = fault_error(f->faults, loop->span, E122,
                              "the loops of the model have more than %d turns",
                              f->s->limit[LIMIT_TURNS]);
  fault_note(f->faults, d, NO_SPAN, "--limit turns=N permits more");
  f->tables->is_too_large = true;
  return false;
}

static void flatten_loop(const EquationContext *here, const AstEquation *loop,
                         int k);

/* Turn i of the loop of iterator k. */
static void flatten_turn(const EquationContext *here, const AstEquation *loop,
                         int k, const Value *range, int i)
{
  assert(i >= 0 && i < range->dim[0]);
  const Flattening *f = here->f;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  ArenaMark values = arena_mark(f->typing.values);
  Iteration iteration = {.name = loop->iterator[k].name,
                         .next = here->context.iteration};
  iteration.value = value_element(&f->typing, range, 1, i);
  EquationContext inside = *here;
  inside.context.iteration = &iteration;
  flatten_loop(&inside, loop, k + 1);
  arena_release(values);
  arena_release(mark);
}

/* The first iterator is the outermost loop. */
static void flatten_loop(const EquationContext *here, const AstEquation *loop,
                         int k)
{
  assert(k >= 0 && k <= loop->n_iterators);
  const Flattening *f = here->f;
  const AstEquationBranch *body = &loop->branch[0];
  if (k == loop->n_iterators) {
    equations_flatten_list(here, body->equation, body->n_equations);
    return;
  }
  Value *range = loop_range(here, loop, k);
  if (!range || !count_turns(here, loop, range->dim[0])) {
    f->tables->n_lost++;
    return;
  }
  bool is_last = k == loop->n_iterators - 1;
  bool may_repeat = is_last && loop_repeat_may(here, loop, range);
  LoopStart start = loop_repeat_begin(here);
  int done = is_last ? loop_connect(here, loop, range, flatten_turn) : 0;
  for (int i = done; i < range->dim[0] && !f->tables->is_too_large; i++) {
    if (i == 2 && may_repeat && loop_repeat(here, loop, range, start)) return;
    flatten_turn(here, loop, k, range, i);
  }
}

/* --- branches --- */

/* Connections.branch() and its like belong to the connections. */
static bool is_graph_statement(const AstEquation *equation)
{
  return equation->kind == AST_EQ_CALL && equation->left->kind == AST_CALL &&
         overconstrained_is_statement(equation->left->reference);
}

static bool is_of_kind(const AstEquation *equation, AstEquationKind kind)
{
  return equation->kind == kind ||
         (kind == AST_EQ_CONNECT && is_graph_statement(equation));
}

static bool has_kind(AstEquation *const *equation, int n, AstEquationKind kind)
{
  for (int i = 0; i < n; i++) {
    if (is_of_kind(equation[i], kind)) return true;
    for (int k = 0; k < equation[i]->n_branches; k++) {
      const AstEquationBranch *branch = &equation[i]->branch[k];
      if (has_kind(branch->equation, branch->n_equations, kind)) return true;
    }
  }
  return false;
}

/* Is there something inside that the present pass looks for? */
static bool is_of_interest(const EquationContext *here,
                           const AstEquation *equation)
{
  AstEquation *const self[] = {(AstEquation *)equation};
  switch (here->pass) {
  case PASS_DISCRETE: return here->when || has_kind(self, 1, AST_EQ_WHEN);
  case PASS_EXPAND:
  case PASS_CONNECTIONS: return has_kind(self, 1, AST_EQ_CONNECT);
  case PASS_EQUATIONS: break;
  }
  return true;
}

/* --- calls --- */

static void report_failed(const EquationContext *here, const AstExpr *call)
{
  const Flattening *f = here->f;
  const char *message = equation_context_message(here, call, 1);
  const char *colon = *message ? ": " : "";
  if (equation_context_is_warning(here, call)) {
    fault_warning(f->faults, call->span, W205, "the assertion fails%s%s", colon,
                  message);
  } else {
    fault_error(f->faults, call->span, E216, "the assertion fails%s%s", colon,
                message);
  }
}

static void append_assertion(const EquationContext *here, const AstExpr *call,
                             FlatExpr *condition)
{
  guard_assert(
      here->f,
      (FlatAssertion){.span = call->span,
                      .condition = condition,
                      .message = equation_context_message(here, call, 1),
                      .is_warning = equation_context_is_warning(here, call),
                      .is_initial = here->is_initial,
                      .component = here->context.instance->component});
}

static void flatten_assert(const EquationContext *here, const AstExpr *call)
{
  const Flattening *f = here->f;
  const AstExpr *written = written_argument(call, 0, "condition");
  if (!written) {
    fault_error(f->faults, call->span, E208, "'assert' needs a condition");
    return;
  }
  FlatExpr *condition = expression_flatten(f, here->context, written);
  if (!condition) return;
  if (condition->type != FLAT_BOOLEAN) {
    fault_error(f->faults, written->span, E204,
                "the condition of 'assert' must be a Boolean, this is %s",
                types_a_name(condition->type));
    return;
  }
  bool is_known = evaluation_is_known(f, condition);
  const FlatExpr *literal =
      is_known ? types_constant(&f->typing, condition) : NULL;
  if (is_known && (!literal || literal->boolean)) {
    equation_context_check_arguments(here, call);
    return;
  }
  if (here->when) {
    when_assert(here, call, condition);
  } else if (is_known && !here->is_runtime) {
    report_failed(here, call);
  } else {
    append_assertion(here, call, condition);
  }
}

static void flatten_state_statement(const EquationContext *here,
                                    const AstExpr *call)
{
  if (here->when || here->is_clocked || here->is_initial || here->is_runtime) {
    fault_error(here->f->faults, call->span, E237,
                "'%s' is not allowed in a when-clause, in an initial equation, "
                "or under a condition that changes",
                call->reference->part[0].ident);
    if (builtin_word(call->reference) == WORD_INITIAL_STATE)
      state_statement_refused(here->f);
    return;
  }
  state_statement(here->f, here->context, call);
}

static void algorithm_section(const EquationContext *here,
                              const AstSection *section);

/* A statement that is an algorithm of its own. */
static void append_algorithm(const EquationContext *here,
                             AstStatement *statement)
{
  const Flattening *f = here->f;
  AstSection *section = arena_alloc(f->arena, sizeof *section);
  AstStatement **list = arena_alloc(f->arena, sizeof *list);
  *list = statement;
  *section = (AstSection){.span = statement->span,
                          .is_algorithm = true,
                          .is_initial = here->is_initial,
                          .statement = list,
                          .n_statements = 1};
  algorithm_section(here, section);
}

/* sin(x); the name of a function of the language, which nobody has given to a
 * class. */
static bool equations_is_builtin(const EquationContext *here,
                                 const AstReference *name)
{
  FlatFunction function;
  ArrayFunction of_arrays;
  Name first = name->part[0].ident;
  if (name->n_parts > 1) return false;
  if (!flat_function_find(first, &function) &&
      !array_function_find(first, &of_arrays)) {
    return false;
  }
  Found found = lookup_simple(here->f->lookup, here->context, first);
  return found.kind == FOUND_NOTHING;
}

/* f(x); is an algorithm of its own. Under a condition the whole equation around
 * it is: see equations_call_conditionally(). */
static void equations_call_function(const EquationContext *here, AstExpr *call)
{
  const Flattening *f = here->f;
  const AstReference *name = call->reference;
  bool ends = builtin_word(name) == WORD_TERMINATE;
  if (equations_is_builtin(here, name)) {
    fault_error(f->faults, call->span, E204,
                "the value of '%s' is used nowhere: an equation has two sides",
                lookup_reference_text(f->s, name, name->n_parts));
    return;
  }
  InstClass *function =
      ends ? NULL : function_call_class(f, here->context, call);
  if (!function && !ends) return;
  bool is_function =
      ends || (function->kind != CLASS_BUILTIN &&
               lookup_true_restriction(f->lookup, function) == AST_FUNCTION);
  if (!is_function) {
    fault_error(f->faults, call->span, E204,
                "the equation '%s(...)' needs a function, this is a %s",
                lookup_reference_text(f->s, name, name->n_parts),
                lookup_restriction(function));
    return;
  }
  if (here->when || here->is_runtime) return;
  AstStatement *statement = arena_alloc(f->arena, sizeof *statement);
  *statement =
      (AstStatement){.kind = AST_ST_CALL, .span = call->span, .left = call};
  append_algorithm(here, statement);
}

void equations_call_conditionally(const EquationContext *here,
                                  const AstEquation *equation)
{
  if (here->pass != PASS_EQUATIONS || here->when || here->is_runtime) return;
  AstStatement *statement = call_statements(here->f->arena, equation);
  if (statement) append_algorithm(here, statement);
}

static void flatten_call(const EquationContext *here,
                         const AstEquation *equation)
{
  const Flattening *f = here->f;
  AstExpr *call = equation->left;
  if (call->kind != AST_CALL) {
    fault_unsupported(f->faults, equation->span, "this equation");
    return;
  }
  const AstReference *name = call->reference;
  if (builtin_word(name) == WORD_ASSERT) {
    flatten_assert(here, call);
    return;
  }
  if (state_statement_is(name)) {
    flatten_state_statement(here, call);
    return;
  }
  if (when_call(here, call)) return;
  equations_call_function(here, call);
}

/* --- connections --- */

/* Section 7.4: a class that inherits the connection leaves it out. */
static bool is_broken_off(const EquationContext *here,
                          const AstEquation *connect)
{
  const ClassPart *part = here->context.part;
  for (; part->parent; part = part->parent) {
    if (!part->extends) continue;
    if (deselection_breaks(here->f, part->extends->modification, connect)) {
      return true;
    }
  }
  return false;
}

/* Section 9.3: connect and the operators of connection graphs. */
static bool equations_check_graph(const EquationContext *here,
                                  const AstEquation *equation)
{
  const Flattening *f = here->f;
  if (here->pass != PASS_EQUATIONS || (!here->when && !here->is_clocked))
    return true;
  fault_error(f->faults, equation->span, E237,
              "%s cannot stand in a when-equation (sections 8.3.3 and 9.3)",
              equation->kind == AST_EQ_CONNECT
                  ? "connect"
                  : lookup_reference_text(f->s, equation->left->reference,
                                          equation->left->reference->n_parts));
  return false;
}

static void flatten_connect(const EquationContext *here,
                            const AstEquation *equation)
{
  assert(equation->kind == AST_EQ_CONNECT);
  const Flattening *f = here->f;
  bool is_expand = here->pass == PASS_EXPAND;
  if (!equations_check_graph(here, equation)) return;
  if (!is_expand && here->pass != PASS_CONNECTIONS) return;
  if (is_broken_off(here, equation)) return;
  if (is_expand) {
    expandable_statement(f, here->context, equation);
    return;
  }
  if (here->is_runtime || here->is_initial) {
    fault_error(f->faults, equation->span, E205,
                "connect must not depend on a condition that changes while the "
                "model runs");
    return;
  }
  connect_statement(f, here->context, equation);
}

/* --- all kinds --- */

static void flatten_kind(const EquationContext *here,
                         const AstEquation *equation)
{
  bool is_equations = here->pass == PASS_EQUATIONS;
  switch (equation->kind) {
  case AST_EQ_SIMPLE:
    if (is_equations) simple_equation(here, equation);
    if (here->pass == PASS_DISCRETE && here->when) when_mark(here, equation);
    break;
  case AST_EQ_IF:
    if (is_of_interest(here, equation)) if_flatten(here, equation);
    break;
  case AST_EQ_FOR:
    if (is_of_interest(here, equation)) flatten_loop(here, equation, 0);
    break;
  case AST_EQ_WHEN:
    if (is_equations || here->pass == PASS_DISCRETE)
      when_flatten(here, equation);
    break;
  case AST_EQ_CONNECT: flatten_connect(here, equation); break;
  case AST_EQ_CALL:
    if (is_graph_statement(equation)) {
      equations_check_graph(here, equation);
      if (here->pass == PASS_CONNECTIONS)
        overconstrained_statement(here->f, here->context, equation->left);
    } else if (is_equations) {
      flatten_call(here, equation);
    }
    break;
  }
}

/* The Values of an equation are gone when it is written. */
void equations_flatten_list(const EquationContext *here,
                            AstEquation *const *equation, int n)
{
  const Flattening *f = here->f;
  for (int i = 0; i < n; i++) {
    ArenaMark mark = arena_mark(f->typing.values);
    FaultPlace place = f->faults->log->place;
    flatten_kind(here, equation[i]);
    fault_leave(f->faults, &place); /* without the modifiers it used */
    arena_release(mark);
  }
}

/* What the algorithm assigns equals the results of a procedure. */
static void procedure_section(const EquationContext *here,
                              const AstSection *section)
{
  assert(section->is_algorithm);
  const Flattening *f = here->f;
  EquationContext inside = *here;
  AlgorithmResult *result;
  int n;
  inside.is_initial = section->is_initial;
  Flattening pure;
  scope_purity(&pure, f, !section->is_initial);
  if (!function_algorithm(&pure, here->context, section, &result, &n)) {
    f->tables->n_lost++;
    return;
  }
  for (int k = 0; k < n; k++) {
    scalar_equation_append(&inside, section->span, result[k].variable,
                           result[k].value);
    FlatEquation *made = &f->flat->equation[f->flat->n_equations - 1];
    made->algorithm = f->flat->n_algorithms;
    made->is_held = result[k].is_held;
    made->runs_initially = result[k].runs_initially;
  }
}

static void algorithm_section(const EquationContext *here,
                              const AstSection *section)
{
  AstSection *part;
  int n = statement_groups(section, &part, here->f->arena);
  if (n == 1) {
    procedure_section(here, section);
    return;
  }
  for (int k = 0; k < n; k++) procedure_section(here, &part[k]);
}

/* Section 7.1: is the same equation written in a class that extends this one?
 * Then it counts once. */
static bool is_written_again(const EquationContext *here,
                             const AstSection *section,
                             const AstEquation *equation)
{
  const ClassPart *part = here->context.part;
  for (part = part->parent; part; part = part->parent) {
    for (int k = 0; k < part->ast->n_sections; k++) {
      const AstSection *other = part->ast->section[k];
      if (other->is_algorithm || other->is_initial != section->is_initial)
        continue;
      for (int i = 0; i < other->n_equations; i++) {
        if (other->equation[i]->kind == equation->kind &&
            deselection_same_text(here->f, other->equation[i]->span,
                                  equation->span))
          return true;
      }
    }
  }
  return false;
}

static void flatten_section(const EquationContext *here,
                            const AstSection *section)
{
  if (section->is_algorithm) {
    if (here->pass == PASS_EQUATIONS) algorithm_section(here, section);
    if (here->pass == PASS_DISCRETE && !section->is_initial)
      algorithm_find_discrete(here->f, here->context, section);
    return;
  }
  EquationContext inside = *here;
  Flattening pure;
  scope_purity(&pure, here->f, !section->is_initial);
  inside.f = &pure;
  inside.is_initial = section->is_initial;
  for (int k = 0; k < section->n_equations; k++) {
    if (!is_written_again(here, section, section->equation[k]))
      equations_flatten_list(&inside, &section->equation[k], 1);
  }
}

static void flatten_body(const Flattening *f, const Body *body, Pass pass)
{
  assert(body->instance && body->part && !body->part->builtin);
  const AstClass *ast = body->part->ast;
  EquationContext here = {.f = f, .pass = pass};
  here.context = (Context){.instance = body->instance, .part = body->part};
  ArenaMark mark = arena_mark(session_scratch(f->s));
  FaultPlace before = fault_enter(f->faults, body->instance);
  if (ast->external && pass == PASS_EQUATIONS) {
    fault_error(f->faults, ast->external->span, E241,
                "only a function is external (section 12.9)");
  }
  for (int k = 0; k < ast->n_sections; k++)
    flatten_section(&here, ast->section[k]);
  fault_leave(f->faults, &before);
  arena_release(mark);
}

/* Until nothing new comes: components travel from connector to connector. */
static void equations_expand_all(const Flattening *f)
{
  FlattenTables *all = f->tables;
  do {
    all->has_expanded = false;
    family_bodies(f, PASS_EXPAND, flatten_body);
  } while (all->has_expanded);
}

static void find_discrete(const Flattening *f)
{
  family_bodies(f, PASS_DISCRETE, flatten_body);
}

static void flatten_bodies(const Flattening *f)
{
  family_bodies(f, PASS_CONNECTIONS, flatten_body);
  overconstrained_solve(f);
  family_bodies(f, PASS_EQUATIONS, flatten_body);
  connections_set_merge(f->connections, state_merge_outputs, f);
  connections_equations(f->connections);
  overconstrained_equations(f);
  streams_equations(f);
}

/* Values live as long as the equation that they are made for. */
static void with_values(const Flattening *f, void (*walk)(const Flattening *f))
{
  Flattening inside;
  Arena *values = arena_create("values");
  scope_values(&inside, f, values);
  connections_ask(f->connections, true);
  walk(&inside);
  connections_ask(f->connections, false);
  arena_destroy(values);
}

void equations_expand(const Flattening *f)
{
  if (f->tables->n_expandables > 0) with_values(f, equations_expand_all);
}

void equations_find_discrete(const Flattening *f)
{
  with_values(f, find_discrete);
}

void equations_flatten(const Flattening *f)
{
  assert(f->flat->n_equations == 0);
  with_values(f, flatten_bodies);
}
