/* function_algorithm.c: see function_algorithm.h. */
#include "flatten/equations/function_algorithm.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/classes/written.h"
#include "flatten/equations/algorithm_check.h"
#include "flatten/equations/algorithm_events.h"
#include "flatten/equations/algorithm_state.h"
#include "flatten/equations/algorithm_variability.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/operators.h"
#include "flatten/expressions/reference.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_rewrite.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/functions/statement_groups.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/instances/scope.h"
#include "flatten/values/value_operators.h"

/* --- slots --- */

static FlatExpr *function_algorithm_outside(const Typing *t, FlatExpr *expr)
{
  assert(t->build && t->build->algorithm);
  return algorithm_outside(t->flattening, t->build->algorithm, expr);
}

static FlatExpr *parameter_slot(const Flattening *f, Algorithm *a,
                                FlatExpr *expr)
{
  int slot = algorithm_slot(a, expr->variable);
  if (slot >= 0) return algorithm_slot_expr(f, expr, slot);
  const FlatVar *var = &f->flat->var[expr->variable.i];
  slot = algorithm_add_input(f, a, var->name, expr);
  algorithm_set_slot(f, a, expr->variable, slot);
  return algorithm_slot_expr(f, expr, slot);
}

/* The name of an array, of that of its first element. */
static Name row_name(Session *s, Name first)
{
  const char *end = strrchr(first, '[');
  bool is_element = end && first[strlen(first) - 1] == ']';
  return is_element ? session_name_n(s, first, (size_t)(end - first)) : first;
}

/* All elements of a declared array as one local; not if some have slots of
 * their own already. */
static bool function_algorithm_make_row(const Flattening *f, Algorithm *a,
                                        const Value *v, bool is_input,
                                        int *local)
{
  assert(v->kind == VALUE_VARIABLES && v->n_elements > 0);
  FunctionBuild *b = a->build;
  const FlatVar *first = &f->flat->var[v->first];
  for (int i = 0; i < v->n_elements; i++) {
    if (algorithm_slot(a, (FlatVarId){(int32_t)(v->first + i * v->step)}) >=
        0) {
      return false;
    }
  }
  *local = procedure_add_local(f->s, b->to, row_name(f->s, first->name),
                               v->type, true, v->n_elements);
  Flattening outside;
  scope_outside(&outside, f);
  for (int i = 0; i < v->n_elements; i++) {
    FlatVarId variable = {(int32_t)(v->first + i * v->step)};
    int slot = b->to->local[*local].first + i;
    algorithm_set_slot(f, a, variable, slot);
    if (!is_input) continue;
    FlatExpr *self = types_variable(&outside.typing, v->span, variable,
                                    &f->flat->var[variable.i]);
    algorithm_pass(f, a, self, slot);
    a->shown[a->n_inputs - 1] = self;
  }
  return true;
}

static bool function_algorithm_row(const Typing *t, const Value *v, int *local)
{
  const Flattening *f = t->flattening;
  const FunctionBuild *b = t->build;
  Algorithm *a = b->algorithm;
  if (v->kind != VALUE_VARIABLES || v->n_elements == 0 || v->step != 1) {
    return false;
  }
  int first = algorithm_slot(a, (FlatVarId){(int32_t)v->first});
  if (first < 0) return function_algorithm_make_row(f, a, v, true, local);
  for (int k = 0; k < b->to->n_locals; k++) {
    const FlatLocal *l = &b->to->local[k];
    if (l->first == first && l->is_array && l->n == v->n_elements) {
      *local = k;
      return true;
    }
  }
  return false;
}

/* --- relations --- */

static FlatFunction relation_of(AstOperator op)
{
  if (op == AST_LT) return FLAT_LESS;
  if (op == AST_LE) return FLAT_LESS_EQUAL;
  if (op == AST_GT) return FLAT_GREATER;
  assert(op == AST_GE);
  return FLAT_GREATER_EQUAL;
}

static Value *function_algorithm_own(const Flattening *f, Context context,
                                     const AstExpr *expr, Value *left)
{
  FunctionBuild *b = f->typing.build;
  const Typing *t = &f->typing;
  Value *right = expression_value(f, context, expr->arg[1]);
  if (!left || !right) return NULL;
  if (value_is_scalar(left) && value_is_scalar(right)) {
    FlatExpr *made =
        algorithm_relation(f, b, expr->span, relation_of(expr->op),
                           value_at(t, left, 0), value_at(t, right, 0));
    if (made) return value_of(t, made);
  }
  return operators_concern(left, right)
             ? operators_binary(f, expr->span, expr->op, left, right)
             : value_binary(t, expr->span, expr->op, left, right);
}

static Value *function_algorithm_jump(const Flattening *f, Context context,
                                      const AstExpr *expr)
{
  FunctionBuild *b = f->typing.build;
  if (f->typing.no_events > 1) return NULL; /* inside of noEvent() */
  Value *value = algorithm_from_outside(f, context, expr);
  bool is_scalar = value && value->rank == 0;
  FlatExpr *relation = is_scalar ? value_at(&f->typing, value, 0) : NULL;
  if (!relation || types_is_literal(relation) ||
      relation->variability <= FLAT_PARAMETER) {
    return NULL;
  }
  return value_of(&f->typing, algorithm_outside(f, b->algorithm, relation));
}

/* --- what is assigned --- */

/* The first statement that names it assigns it as a whole. */
static bool is_assigned_first(const AstSection *section,
                              const AstReference *target)
{
  Name name = target->part[0].ident;
  for (int i = 0; i < section->n_statements; i++) {
    const AstStatement *s = section->statement[i];
    if (!statement_groups_names(s, name)) continue;
    if (s->kind != AST_ST_ASSIGN || statement_groups_reads(s->right, name) ||
        s->left->kind != AST_REFERENCE) {
      return false;
    }
    const AstReference *left = s->left->reference;
    return left->n_parts == target->n_parts &&
           left->part[left->n_parts - 1].n_subscripts == 0;
  }
  return false;
}

/* runs: in initialization too. */
static void assign_variable(const Flattening *f, Algorithm *a,
                            FlatVarId variable, bool begins, bool runs)
{
  assert(variable.i >= 0 && variable.i < f->flat->n_vars);
  const FlatVar *var = &f->flat->var[variable.i];
  const SlotOf *known = algorithm_find_slot(a, variable);
  if (!known) {
    int slot = algorithm_new_slot(f, a, var->name, var->type);
    algorithm_set_slot(f, a, variable, slot);
    algorithm_add_assigned(f, a, variable, slot, begins)->runs_initially = runs;
  } else if (known->assigned >= 0) {
    a->assigned[known->assigned].runs_initially |= runs;
  }
}

/* Parameters that initialization determines, too. */
static bool may_assign(const Flattening *f, const Algorithm *a,
                       const FlatExpr *at)
{
  if (at->variability > FLAT_PARAMETER) return true;
  return a->section->is_initial && at->variability == FLAT_PARAMETER &&
         evaluation_is_computed(f, component_family_like(f, at->variable));
}

static bool assign_whole(const Flattening *f, Algorithm *a, const Value *v,
                         bool begins, bool runs)
{
  FunctionBuild *b = a->build;
  if (v->kind == VALUE_RECORD) {
    for (int k = 0; k < v->record->n_fields; k++) {
      if (!assign_whole(f, a, v->field[k], begins, runs)) return false;
    }
    return true;
  }
  int local;
  if (v->kind == VALUE_VARIABLES && v->step == 1 && v->n_elements > 0 &&
      may_assign(f, a, value_at(&f->typing, v, 0)) &&
      function_algorithm_make_row(f, a, v, false, &local)) {
    for (int i = 0; i < v->n_elements; i++) {
      FlatVarId variable = {(int32_t)(v->first + i)};
      algorithm_add_assigned(f, a, variable, b->to->local[local].first + i,
                             begins)
          ->runs_initially = runs;
    }
    return true;
  }
  for (int i = 0; i < v->n_elements; i++) {
    const FlatExpr *at = value_at(&f->typing, v, i);
    if (at->kind != FLAT_EXPR_VARIABLE || !may_assign(f, a, at)) {
      fault_error(f->faults, v->span, E204,
                  "this is not a variable that can be assigned");
      return false;
    }
    assign_variable(f, a, at->variable, begins, runs);
  }
  return true;
}

static bool collect_target(const Flattening *f, Algorithm *a,
                           const AstExpr *left, bool runs)
{
  FunctionBuild *b = a->build;
  if (!left) return true;
  if (left->kind == AST_TUPLE) {
    for (int i = 0; i < left->n_args; i++) {
      if (!collect_target(f, a, left->arg[i], runs)) return false;
    }
    return true;
  }
  if (left->kind != AST_REFERENCE) {
    return function_build_refuse(f->faults, b, left->span, "this is assigned");
  }
  AstReference whole = written_whole(f->s, left->reference);
  Value *value = reference_value(f, b->context, &whole);
  bool begins = !is_assigned_first(a->section, &whole);
  return value && assign_whole(f, a, value, begins, runs);
}

static bool collect_targets(const Flattening *f, Algorithm *a,
                            AstStatement *const *statement, int n, bool runs)
{
  for (int i = 0; i < n; i++) {
    const AstStatement *s = statement[i];
    bool assigns = s->kind == AST_ST_ASSIGN || s->kind == AST_ST_ASSIGN_TUPLE;
    if (assigns && !collect_target(f, a, s->left, runs)) return false;
    for (int k = 0; k < s->n_branches; k++) {
      const AstStatementBranch *branch = &s->branch[k];
      bool inside = s->kind != AST_ST_WHEN || algorithm_is_initial(branch);
      if (!collect_targets(f, a, branch->statement, branch->n_statements,
                           runs && inside)) {
        return false;
      }
    }
  }
  return true;
}

/* What a variable holds before the section assigns it (section 11.1.2): a
 * discrete one what it held before, others their start value. An initial
 * section decides itself what was before. */
static FlatExpr *begin_value(const Flattening *f, const Algorithm *a,
                             FlatVarId id, const FlatVar *var)
{
  const Typing *t = &f->typing;
  bool is_discrete =
      var->variability == FLAT_DISCRETE || var->type != FLAT_REAL;
  if (is_discrete && !a->section->is_initial) {
    FlatExpr *self = types_variable(t, var->span, id, var);
    return types_unary(t, var->span, FLAT_PRE, self);
  }
  return types_start(t, var);
}

static bool begin_values(const Flattening *f, Algorithm *a)
{
  for (int k = 0; k < a->n_assigned; k++) {
    const Assigned *one = &a->assigned[k];
    if (!one->begins) continue;
    const FlatVar *var = &f->flat->var[one->variable.i];
    FlatExpr *value = begin_value(f, a, one->variable, var);
    if (!value) return false;
    algorithm_pass(f, a, value, one->slot);
  }
  return true;
}

/* --- parameters --- */

static FlatVerdict function_algorithm_look_for_variable(void *context,
                                                        const FlatExpr *at)
{
  (void)context;
  return at->kind == FLAT_EXPR_VARIABLE ? FLAT_FOUND : FLAT_GO_ON;
}

typedef struct Passing {
  const Flattening *f;
  Algorithm *a;
} Passing;

static FlatRewrite pass_parameter(void *context, FlatExpr **at)
{
  Passing *p = context;
  if ((*at)->kind != FLAT_EXPR_VARIABLE) return REWRITE_INSIDE;
  *at = parameter_slot(p->f, p->a, *at);
  return REWRITE_DONE;
}

static bool function_algorithm_is_computed(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_STATEMENT:
  case FLAT_AT_EXTERNAL: return true;
  case FLAT_AT_TABLE: return false; /* literals */
  case FLAT_AT_WRITTEN_CONDITION:   /* prints the names themselves */
    return false;
  case FLAT_AT_BINDING:
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_CLOCK:
  case FLAT_AT_SHOWN:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_TARGET:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION:
  case FLAT_AT_SUBSCRIPT: return false; /* not in a procedure */
  }
  return false;
}

/* Integers and Booleans that do not change were left as they are, so that
 * what must be known could be; what is left of them is passed in. The
 * expression may be used elsewhere: it is copied. */
static void pass_parameters(void *context, FlatPlace place, int at,
                            FlatExpr **expr)
{
  Passing *p = context;
  Session *session = p->f->s;
  (void)place, (void)at;
  if (!flat_find(session, *expr, function_algorithm_look_for_variable, NULL))
    return;
  ArenaMark mark = arena_mark(session_scratch(session));
  *expr = flat_rewrite(session, *expr, pass_parameter, p);
  arena_release(mark);
}

static void pass_all_parameters(const Flattening *f, Algorithm *a,
                                FlatProcedure *to)
{
  flat_each_in_procedure(to, 0, function_algorithm_is_computed, pass_parameters,
                         &(Passing){f, a});
}

/* --- the section --- */

static bool build_section(const Flattening *f, Algorithm *a,
                          const AstSection *section)
{
  FunctionBuild *b = a->build;
  if (!collect_targets(f, a, section->statement, section->n_statements, true) ||
      !begin_values(f, a)) {
    return false;
  }
  Flattening inside;
  scope_section(&inside, f, b, function_algorithm_outside);
  bool good = function_build_statements(&inside, b, section->statement,
                                        section->n_statements);
  if (good) algorithm_check_begin(f, a);
  if (good) pass_all_parameters(f, a, b->to);
  return good;
}

static void append_section(const Flattening *f, Algorithm *a, int procedure)
{
  assert(a->build->to == f->flat->procedure[procedure]);
  FlatModel *flat = f->flat;
  Arena *arena = f->s->flat_arena;
  flat->algorithm =
      vector_grow(arena, flat->algorithm, &flat->cap_algorithms,
                  flat->n_algorithms + 1, sizeof flat->algorithm[0]);
  FlatAlgorithm *made = &flat->algorithm[flat->n_algorithms++];
  *made = (FlatAlgorithm){.span = a->section->span,
                          .procedure = procedure,
                          .shown = a->shown,
                          .is_initial = a->section->is_initial};
  made->variable =
      arena_array(arena, (size_t)a->n_assigned + 1, sizeof made->variable[0]);
  made->variable[0].i = -1; /* of one that assigns nothing */
  for (int k = 0; k < a->n_assigned; k++)
    made->variable[k] = a->assigned[k].variable;
}

static void function_algorithm_finish(const Flattening *f, Algorithm *a,
                                      int procedure, Span span,
                                      AlgorithmResult **result)
{
  FunctionBuild *b = a->build;
  Arena *arena = f->s->flat_arena;
  int n = a->n_assigned;
  b->to->n_inputs = a->n_inputs;
  b->to->input = a->input_slot;
  b->to->n_outputs = n;
  b->to->output = arena_array(arena, (size_t)n + 1, sizeof b->to->output[0]);
  *result = arena_array(arena, (size_t)n + 1, sizeof **result);
  for (int k = 0; k < n; k++) {
    const Assigned *one = &a->assigned[k];
    assert(one->slot < b->to->n_slots);
    const FlatVar *var = &f->flat->var[one->variable.i];
    b->to->output[k] = one->slot;
    FlatExpr *left = types_variable(&f->typing, span, one->variable, var);
    FlatExpr *right = types_result_of(&f->typing, left, span, procedure, k,
                                      a->input, a->n_inputs);
    bool is_discrete = left->variability == FLAT_DISCRETE;
    if (is_discrete) right->variability = FLAT_DISCRETE;
    (*result)[k] =
        (AlgorithmResult){left, right, is_discrete, one->runs_initially};
  }
}

static const BuildRules section_rules = {.conditional = function_conditional,
                                         .logical = function_logical,
                                         .outside = function_algorithm_jump,
                                         .relation = function_algorithm_own,
                                         .row = function_algorithm_row,
                                         .assigns = algorithm_assigns,
                                         .switches = algorithm_switches,
                                         .when = algorithm_when,
                                         .terminate = algorithm_terminate};

bool function_algorithm(const Flattening *f, Context context,
                        const AstSection *section, AlgorithmResult **result,
                        int *n)
{
  assert(section->is_algorithm);
  const Components no_variables = {0};
  FunctionBuild b = {
      .rules = &section_rules, .variables = &no_variables, .context = context};
  Algorithm a = {
      .build = &b, .section = section, .no_name = session_name(f->s, "")};
  int n_met = f->faults->log->n_met;
  int procedure = procedure_add(f->s, f->flat, session_name(f->s, "algorithm"),
                                section->span);
  name_map_init(&a.slots, f->arena);
  b.algorithm = &a;
  b.to = f->flat->procedure[procedure];
  b.to->is_section = true;
  b.at = &b.to->body;
  bool good = build_section(f, &a, section);
  bool is_reported = context.part && context.part->text->is_faulty;
  if (!good && f->faults->log->n_met == n_met && !is_reported) {
    function_build_refuse(f->faults, &b, section->span, "a part of it");
  }
  if (good) algorithm_settle(f, &b);
  *n = a.n_assigned;
  if (good) append_section(f, &a, procedure);
  if (good) function_algorithm_finish(f, &a, procedure, section->span, result);
  if (good) algorithm_check(f, &a, procedure);
  return good;
}
