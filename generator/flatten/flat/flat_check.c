/* flat_check.c: walks the whole flat model with an explicit stack. Which
 * expressions it holds is known to flat_visit.h. */
#include "flatten/flat/flat_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/flat/name_map.h"
#include "flatten/flat/procedure_check.h"

typedef struct Checker {
  const FlatModel *flat;
  Arena *arena;
  const FlatExpr **stack;
  int n_stack, cap_stack;
} Checker;

static void flat_check_require(bool holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "internal error: flat model: %s\n", what);
  abort();
}

/* --- expressions --- */

static void flat_check_push(Checker *c, const FlatExpr *expr)
{
  flat_check_require(expr != NULL, "an expression is missing");
  c->stack = vector_grow(c->arena, c->stack, &c->cap_stack, c->n_stack + 1,
                         sizeof c->stack[0]);
  c->stack[c->n_stack++] = expr;
}

static void check_variable(const FlatModel *flat, const FlatExpr *expr)
{
  flat_check_require(expr->variable.i >= 0 && expr->variable.i < flat->n_vars,
                     "an expression names no variable");
  const FlatVar *var = &flat->var[expr->variable.i];
  flat_check_require(expr->type == var->type, "a variable changes its type");
  flat_check_require(expr->variability == var->variability,
                     "a variable changes its variability");
}

static void require_types(const FlatExpr *expr, FlatType result, FlatType arg)
{
  flat_check_require(expr->type == result,
                     "the result of a function has a wrong type");
  for (int i = 0; i < expr->n_args; i++) {
    flat_check_require(expr->arg[i]->type == arg,
                       "an argument has a wrong type");
  }
}

static void flat_check_call(const FlatExpr *expr)
{
  flat_check_require(expr->function < N_FLAT_FUNCTIONS,
                     "a call of no function");
  const FlatFunctionRow *row = flat_function(expr->function);
  flat_check_require(expr->n_args == 0 ? row->rule == FLAT_RULE_NO_ARGUMENT
                                       : expr->arg != NULL,
                     "a call without arguments");
  switch (row->rule) {
  case FLAT_RULE_TO_REAL: require_types(expr, FLAT_REAL, FLAT_INTEGER); break;
  case FLAT_RULE_RELATION:
    flat_check_require(expr->n_args == 2, "a relation has two sides");
    require_types(expr, FLAT_BOOLEAN, expr->arg[0]->type);
    break;
  case FLAT_RULE_LOGICAL:
    require_types(expr, FLAT_BOOLEAN, FLAT_BOOLEAN);
    break;
  case FLAT_RULE_DER:
    flat_check_require(expr->n_args == 1, "der() of several expressions");
    flat_check_require(expr->arg[0]->variability == FLAT_CONTINUOUS,
                       "der() of something that does not vary continuously");
    require_types(expr, FLAT_REAL, FLAT_REAL);
    break;
  case FLAT_RULE_TO_INTEGER:
  case FLAT_RULE_REAL_TO_INTEGER:
    flat_check_require(expr->type == FLAT_INTEGER,
                       "a rounding that is not an Integer");
    break;
  case FLAT_RULE_ORDINAL:
    require_types(expr, FLAT_INTEGER, FLAT_ENUMERATION);
    break;
  case FLAT_RULE_SMOOTH:
    flat_check_require(expr->n_args == 2 && expr->type == expr->arg[1]->type,
                       "smooth() changes the type");
    break;
  case FLAT_RULE_PRE:
  case FLAT_RULE_EDGE:
    flat_check_require(expr->n_args == 1 &&
                           expr->arg[0]->kind == FLAT_EXPR_VARIABLE,
                       "pre() of something else than a variable");
    flat_check_require(
        expr->type ==
            (row->rule == FLAT_RULE_PRE ? expr->arg[0]->type : FLAT_BOOLEAN),
        "pre() changes the type");
    break;
  case FLAT_RULE_SAMPLE:
    flat_check_require(expr->type == FLAT_BOOLEAN && expr->n_args == 2,
                       "sample() has a start and an interval");
    break;
  case FLAT_RULE_DELAY:
    flat_check_require(expr->n_args == 3,
                       "delay() has a time and a longest time");
    require_types(expr, FLAT_REAL, FLAT_REAL);
    break;
  case FLAT_RULE_SPATIAL:
    flat_check_require(expr->n_args >= 8 && expr->n_args % 2 == 0,
                       "spatialDistribution() has as many points as values");
    break;
  case FLAT_RULE_NO_ARGUMENT:
    flat_check_require(expr->type == FLAT_BOOLEAN && expr->n_args == 0,
                       "initial() and terminal() are Booleans");
    break;
  case FLAT_RULE_REAL: require_types(expr, FLAT_REAL, FLAT_REAL); break;
  case FLAT_RULE_NUMERIC:
  case FLAT_RULE_SAME: require_types(expr, expr->type, expr->type); break;
  case FLAT_RULE_CLOCK: flat_check_require(false, "a clock is left"); break;
  case FLAT_RULE_SEMI_LINEAR:
    flat_check_require(false, "semiLinear() is left");
    break;
  }
}

static const FlatLocal *local_of_slot(const FlatProcedure *p, int slot)
{
  for (int k = 0; k < p->n_locals; k++) {
    const FlatLocal *local = &p->local[k];
    if (slot >= local->first && slot < local->first + local->n) return local;
  }
  return NULL;
}

static void check_result(const FlatModel *flat, const FlatExpr *expr)
{
  flat_check_require(expr->procedure >= 0 &&
                         expr->procedure < flat->n_procedures,
                     "a call of a procedure that is not there");
  const FlatProcedure *called = flat->procedure[expr->procedure];
  flat_check_require(expr->n_args == called->n_inputs,
                     "a call with a wrong number of arguments");
  flat_check_require(expr->output >= 0 && expr->output < called->n_outputs,
                     "a call asks for a result that is not there");
  const FlatLocal *result = local_of_slot(called, called->output[expr->output]);
  flat_check_require(result && result->type == expr->type,
                     "the result of a call has another type");
}

/* Inside of a procedure, or of none: NULL. */
static void check_node(const FlatModel *flat, const FlatExpr *expr,
                       const FlatProcedure *inside)
{
  switch (expr->kind) {
  case FLAT_EXPR_REAL:
    flat_check_require(expr->type == FLAT_REAL,
                       "a Real literal of another type");
    break;
  case FLAT_EXPR_INTEGER:
    flat_check_require(expr->type == FLAT_INTEGER,
                       "an Integer literal of another type");
    break;
  case FLAT_EXPR_BOOLEAN:
    flat_check_require(expr->type == FLAT_BOOLEAN,
                       "a Boolean literal of another type");
    break;
  case FLAT_EXPR_STRING:
    flat_check_require(expr->type == FLAT_STRING,
                       "a String literal of another type");
    break;
  case FLAT_EXPR_ENUMERATION:
    flat_check_require(expr->type == FLAT_ENUMERATION && expr->enumeration &&
                           expr->integer >= 1 &&
                           expr->integer <= expr->enumeration->n_literals,
                       "a literal that is none of its enumeration");
    break;
  case FLAT_EXPR_VARIABLE: check_variable(flat, expr); break;
  case FLAT_EXPR_TIME:
    flat_check_require(expr->type == FLAT_REAL, "time is a Real");
    break;
  case FLAT_EXPR_CALL: flat_check_call(expr); break;
  case FLAT_EXPR_RESULT: check_result(flat, expr); break;
  case FLAT_EXPR_LOCAL:
    flat_check_require(inside != NULL,
                       "a variable of a procedure outside of it");
    flat_check_require(local_of_slot(inside, expr->slot) != NULL,
                       "a slot that the procedure does not have");
    break;
  case FLAT_EXPR_ELEMENT:
    flat_check_require(false, "the target of an assignment is left");
    break;
  case FLAT_EXPR_IF:
    flat_check_require(expr->n_args == 3,
                       "an if has a condition and two branches");
    flat_check_require(expr->arg[0]->type == FLAT_BOOLEAN,
                       "an if without a condition");
    flat_check_require(expr->arg[1]->type == expr->type &&
                           expr->arg[2]->type == expr->type,
                       "the branches of an if differ in type");
    break;
  }
}

static void check_expr(Checker *c, const FlatExpr *root,
                       const FlatProcedure *inside)
{
  flat_check_push(c, root);
  while (c->n_stack > 0) {
    const FlatExpr *expr = c->stack[--c->n_stack];
    for (int i = 0; i < expr->n_args; i++) flat_check_push(c, expr->arg[i]);
    check_node(c->flat, expr, inside);
  }
}

/* --- the places of expressions --- */

static bool is_literal(const FlatExpr *expr)
{
  return expr->kind <= FLAT_EXPR_ENUMERATION;
}

static void check_attribute(const FlatVar *var, const FlatExpr *value)
{
  flat_check_require(value->type == var->type, "an attribute has another type");
  flat_check_require(value->variability <= FLAT_PARAMETER,
                     "an attribute varies");
}

static void check_binding(const FlatVar *var)
{
  flat_check_require(var->binding->type == var->type,
                     "a binding has another type");
  flat_check_require(var->binding->variability <= var->variability,
                     "a binding varies more than its variable");
}

static bool takes_all(FlatPlace place)
{
  (void)place;
  return true;
}

/* What its place asks of an expression. */
static void flat_check_place(const FlatModel *flat, FlatPlace place, int at,
                             const FlatExpr *e)
{
  switch (place) {
  case FLAT_AT_BINDING: check_binding(&flat->var[at]); break;
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND: check_attribute(&flat->var[at], e); break;
  case FLAT_AT_FIXED:
    flat_check_require(e->kind == FLAT_EXPR_BOOLEAN,
                       "fixed is not a Boolean literal");
    break;
  case FLAT_AT_CLOCK:
    flat_check_require(false, "the clock of an equation is left");
    break;
  case FLAT_AT_WHEN_CONDITION:
    flat_check_require(e->type == FLAT_BOOLEAN &&
                           e->variability <= FLAT_DISCRETE,
                       "a condition of a when-equation varies continuously");
    break;
  case FLAT_AT_GUARD:
    flat_check_require(e->type == FLAT_BOOLEAN,
                       "the guard of an action is not a Boolean");
    break;
  case FLAT_AT_TARGET:
    flat_check_require(e->kind == FLAT_EXPR_VARIABLE,
                       "a when-equation determines no variable");
    break;
  case FLAT_AT_ASSERTION:
    flat_check_require(e->type == FLAT_BOOLEAN, "assert needs a condition");
    break;
  case FLAT_AT_TABLE:
    flat_check_require(is_literal(e),
                       "a table has an element that is not a literal");
    break;
  case FLAT_AT_WRITTEN_CONDITION:
    flat_check_require(e->type == FLAT_BOOLEAN, "when needs a condition");
    break;
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_SHOWN:
  case FLAT_AT_VALUE:
  case FLAT_AT_SUBSCRIPT:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_EXTERNAL: break;
  }
}

/* Whose slots may stand there; NULL: none. */
static const FlatProcedure *procedure_at(const FlatModel *flat, FlatPlace place,
                                         int at)
{
  switch (place) {
  case FLAT_AT_SHOWN: return flat->procedure[flat->algorithm[at].procedure];
  case FLAT_AT_TABLE:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: return flat->procedure[at];
  case FLAT_AT_BINDING:
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_CLOCK:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_TARGET:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION:
  case FLAT_AT_SUBSCRIPT: return NULL;
  }
  return NULL;
}

static void check_visited(void *context, FlatPlace place, int at,
                          const FlatExpr *e)
{
  Checker *c = context;
  check_expr(c, e, procedure_at(c->flat, place, at));
  flat_check_place(c->flat, place, at, e);
}

static void flat_check_link(void *context, FlatLink link, int at, FlatVarId id)
{
  const Checker *c = context;
  (void)link, (void)at;
  flat_check_require(id.i < c->flat->n_vars,
                     "a variable is named that is not there");
}

/* --- variables and equations --- */

static void flat_check_var(const FlatVar *var)
{
  flat_check_require(var->name && var->name[0], "a variable without a name");
  flat_check_require(var->type < N_FLAT_TYPES, "a variable has no type");
  flat_check_require(var->type == FLAT_REAL ||
                         var->variability < FLAT_CONTINUOUS,
                     "only a Real varies continuously");
  flat_check_require(var->variability != FLAT_CONSTANT ||
                         (var->binding && is_literal(var->binding)),
                     "a constant without a value");
  flat_check_require(!var->evaluated || var->variability == FLAT_PARAMETER,
                     "only parameters are evaluated");
  flat_check_require(
      (var->type != FLAT_ENUMERATION && var->type != FLAT_OBJECT) ||
          var->enumeration,
      "the type of an enumeration is missing");
}

static void flat_check_names(const FlatModel *flat, Arena *arena)
{
  NameTable *table = name_table_create(arena);
  NameMap names;
  name_map_init(&names, arena);
  for (int i = 0; i < flat->n_vars; i++) {
    const char *text = flat->var[i].name;
    Name name = name_intern(table, text, strlen(text));
    flat_check_require(!name_map_find(&names, 0, name),
                       "two variables have the same name");
    name_map_add(&names, 0, name, &flat->var[i]);
  }
}

/* --- components and connection sets --- */

/* Models made by hand may do without components. */
static bool is_component(const FlatModel *flat, int32_t component)
{
  return component == 0 || (component > 0 && component < flat->n_components);
}

static void check_components(const FlatModel *flat)
{
  for (int32_t i = 0; i < flat->n_components; i++) {
    int32_t parent = flat->component[i].parent;
    flat_check_require(i == 0 ? parent == -1 : parent >= 0 && parent < i,
                       "a component does not come after the one around it");
  }
  for (int i = 0; i < flat->n_vars; i++) {
    flat_check_require(is_component(flat, flat->var[i].component),
                       "a variable belongs to no component");
  }
}

static void check_connection_sets(const FlatModel *flat)
{
  for (int i = 0; i < flat->n_connection_sets; i++) {
    const FlatConnectionSet *set = &flat->connection_set[i];
    flat_check_require(set->n_members > 0, "a connection set is empty");
    for (int k = 0; k < set->n_members; k++) {
      flat_check_require(set->member[k].variable.i >= 0,
                         "a member of a connection set is not a variable");
    }
  }
}

static void check_equation(const FlatModel *flat, const FlatEquation *equation)
{
  flat_check_require(equation->left && equation->right,
                     "an equation lacks a side");
  FlatSides sides = flat_sides(equation);
  flat_check_require(sides.left->type == sides.right->type,
                     "the sides of an equation differ in type");
  flat_check_require(is_component(flat, equation->component),
                     "an equation belongs to no component");
  flat_check_require(equation->connection_set >= 0 &&
                         equation->connection_set <= flat->n_connection_sets,
                     "an equation belongs to no connection set");
  flat_check_require(equation->algorithm >= 0 &&
                         equation->algorithm <= flat->n_algorithms,
                     "an equation is the result of no algorithm section");
  flat_check_require(!equation->repeat ||
                         (equation->repeat->number < flat->n_repeats &&
                          equation->position >= 0),
                     "an equation repeats one that is not there");
}

static void check_action(const FlatAction *action)
{
  switch (action->kind) {
  case FLAT_ACTION_ASSIGN:
  case FLAT_ACTION_REINIT:
    flat_check_require(action->target && action->value,
                       "an action lacks a side");
    flat_check_require(action->target->type == action->value->type,
                       "the sides of a when-equation differ in type");
    flat_check_require((action->kind == FLAT_ACTION_REINIT) ==
                           (action->target->variability == FLAT_CONTINUOUS),
                       "a when-equation determines what is discrete");
    break;
  case FLAT_ACTION_ASSERT:
    flat_check_require(action->value && action->value->type == FLAT_BOOLEAN,
                       "assert needs a condition");
    flat_check_require(action->message != NULL, "assert needs a message");
    break;
  case FLAT_ACTION_TERMINATE:
    flat_check_require(action->message != NULL, "terminate needs a message");
    break;
  }
}

static void check_when(const FlatModel *flat, const FlatWhen *when)
{
  flat_check_require(when->n_branches > 0, "a when-equation without branches");
  flat_check_require(is_component(flat, when->component),
                     "a when-equation belongs to no component");
  for (int b = 0; b < when->n_branches; b++) {
    const FlatWhenBranch *branch = &when->branch[b];
    for (int k = 0; k < branch->n_conditions; k++) {
      flat_check_require(branch->condition[k] != NULL,
                         "a condition is missing");
    }
    for (int k = 0; k < branch->n_actions; k++) {
      check_action(&branch->action[k]);
    }
  }
}

static void check_algorithm(const FlatModel *flat, const FlatAlgorithm *section)
{
  flat_check_require(section->procedure >= 0 &&
                         section->procedure < flat->n_procedures,
                     "an algorithm section without its procedure");
  const FlatProcedure *p = flat->procedure[section->procedure];
  flat_check_require(section->variable || p->n_outputs == 0,
                     "an algorithm section without its variables");
  flat_check_require(section->shown || p->n_inputs == 0,
                     "an algorithm section without what its inputs are called");
}

/* First the numbers by which flat_visit.h finds its way. */
static void check_lists(const FlatModel *flat)
{
  for (int i = 0; i < flat->n_vars; i++) flat_check_var(&flat->var[i]);
  check_components(flat);
  check_connection_sets(flat);
  for (int i = 0; i < flat->n_procedures; i++) procedure_check(flat, i);
  for (int i = 0; i < flat->n_algorithms; i++) {
    check_algorithm(flat, &flat->algorithm[i]);
  }
  for (int i = 0; i < flat->n_equations; i++) {
    check_equation(flat, &flat->equation[i]);
  }
  for (int i = 0; i < flat->n_whens; i++) check_when(flat, &flat->when[i]);
  for (int i = 0; i < flat->n_assertions; i++) {
    flat_check_require(flat->assertion[i].condition &&
                           flat->assertion[i].message,
                       "an assertion lacks its condition or message");
  }
  flat_check_require(!flat->experiment.is_tunable ||
                         flat->experiment.tolerance_parameter.i >= 0,
                     "the tolerance is a parameter that is not there");
}

void flat_check(const FlatModel *flat)
{
  Arena *arena = arena_create("flat check");
  Checker c = {.flat = flat, .arena = arena};
  flat_check_require(flat->name && flat->name[0], "the model has no name");
  check_lists(flat);
  flat_check_names(flat, arena);
  flat_read_variables(flat, flat_check_link, &c);
  flat_read_expressions(flat, takes_all, check_visited, &c);
  arena_destroy(arena);
}
