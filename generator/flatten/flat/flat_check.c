/* flat_check.c: walks the whole flat model with an explicit stack. */
#include "flatten/flat/flat_check.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/flat/procedure.h"

#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/name_map.h"

typedef struct Checker {
  const FlatModel *flat;
  Arena *arena;
  const FlatExpr **stack;
  int n_stack, cap_stack;
} Checker;

static void require(bool holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "internal error: flat model: %s\n", what);
  abort();
}

/* --- expressions --- */

static void push(Checker *c, const FlatExpr *expr)
{
  require(expr != NULL, "an expression is missing");
  c->stack = vector_grow(c->arena, c->stack, &c->cap_stack, c->n_stack + 1,
                         sizeof c->stack[0]);
  c->stack[c->n_stack++] = expr;
}

static void check_variable(const FlatModel *flat, const FlatExpr *expr)
{
  require(expr->variable.i >= 0 && expr->variable.i < flat->n_vars,
          "an expression names no variable");
  const FlatVar *var = &flat->var[expr->variable.i];
  require(expr->type == var->type, "a variable changes its type");
  require(expr->variability == var->variability,
          "a variable changes its variability");
}

static void require_types(const FlatExpr *expr, FlatType result, FlatType arg)
{
  require(expr->type == result, "the result of a function has a wrong type");
  for (int i = 0; i < expr->n_args; i++) {
    require(expr->arg[i]->type == arg, "an argument has a wrong type");
  }
}

static void check_call(const FlatExpr *expr)
{
  require(expr->function < N_FLAT_FUNCTIONS, "a call of no function");
  const FlatFunctionRow *row = flat_function(expr->function);
  require(expr->n_args == 0 ? row->rule == FLAT_RULE_NO_ARGUMENT
                            : expr->arg != NULL,
          "a call without arguments");
  switch (row->rule) {
  case FLAT_RULE_TO_REAL: require_types(expr, FLAT_REAL, FLAT_INTEGER); break;
  case FLAT_RULE_RELATION:
    require(expr->n_args == 2, "a relation has two sides");
    require_types(expr, FLAT_BOOLEAN, expr->arg[0]->type);
    break;
  case FLAT_RULE_LOGICAL:
    require_types(expr, FLAT_BOOLEAN, FLAT_BOOLEAN);
    break;
  case FLAT_RULE_DER:
    require(expr->n_args == 1, "der() of several expressions");
    require(expr->arg[0]->variability == FLAT_CONTINUOUS,
            "der() of something that does not vary continuously");
    require_types(expr, FLAT_REAL, FLAT_REAL);
    break;
  case FLAT_RULE_TO_INTEGER:
  case FLAT_RULE_REAL_TO_INTEGER:
    require(expr->type == FLAT_INTEGER, "a rounding that is not an Integer");
    break;
  case FLAT_RULE_ORDINAL:
    require_types(expr, FLAT_INTEGER, FLAT_ENUMERATION);
    break;
  case FLAT_RULE_SMOOTH:
    require(expr->n_args == 2 && expr->type == expr->arg[1]->type,
            "smooth() changes the type");
    break;
  case FLAT_RULE_PRE:
  case FLAT_RULE_EDGE:
    require(expr->n_args == 1 && expr->arg[0]->kind == FLAT_EXPR_VARIABLE,
            "pre() of something else than a variable");
    require(expr->type == (row->rule == FLAT_RULE_PRE ? expr->arg[0]->type
                                                      : FLAT_BOOLEAN),
            "pre() changes the type");
    break;
  case FLAT_RULE_SAMPLE:
    require(expr->type == FLAT_BOOLEAN && expr->n_args == 2,
            "sample() has a start and an interval");
    break;
  case FLAT_RULE_DELAY:
    require(expr->n_args == 3, "delay() has a time and a longest time");
    require_types(expr, FLAT_REAL, FLAT_REAL);
    break;
  case FLAT_RULE_SPATIAL:
    require(expr->n_args >= 8 && expr->n_args % 2 == 0,
            "spatialDistribution() has as many points as values");
    break;
  case FLAT_RULE_NO_ARGUMENT:
    require(expr->type == FLAT_BOOLEAN && expr->n_args == 0,
            "initial() and terminal() are Booleans");
    break;
  case FLAT_RULE_REAL: require_types(expr, FLAT_REAL, FLAT_REAL); break;
  case FLAT_RULE_NUMERIC:
  case FLAT_RULE_SAME: require_types(expr, expr->type, expr->type); break;
  case FLAT_RULE_CLOCK: require(false, "a clock is left"); break;
  case FLAT_RULE_SEMI_LINEAR: require(false, "semiLinear() is left"); break;
  }
}

static void check_node(const FlatModel *flat, const FlatExpr *expr)
{
  switch (expr->kind) {
  case FLAT_EXPR_REAL:
    require(expr->type == FLAT_REAL, "a Real literal of another type");
    break;
  case FLAT_EXPR_INTEGER:
    require(expr->type == FLAT_INTEGER, "an Integer literal of another type");
    break;
  case FLAT_EXPR_BOOLEAN:
    require(expr->type == FLAT_BOOLEAN, "a Boolean literal of another type");
    break;
  case FLAT_EXPR_STRING:
    require(expr->type == FLAT_STRING, "a String literal of another type");
    break;
  case FLAT_EXPR_ENUMERATION:
    require(expr->type == FLAT_ENUMERATION && expr->enumeration &&
                expr->integer >= 1 &&
                expr->integer <= expr->enumeration->n_literals,
            "a literal that is none of its enumeration");
    break;
  case FLAT_EXPR_VARIABLE: check_variable(flat, expr); break;
  case FLAT_EXPR_TIME:
    require(expr->type == FLAT_REAL, "time is a Real");
    break;
  case FLAT_EXPR_CALL: check_call(expr); break;
  case FLAT_EXPR_RESULT:
    require(expr->procedure >= 0 && expr->procedure < flat->n_procedures,
            "a call of a procedure that is not there");
    require(expr->n_args == flat->procedure[expr->procedure]->n_inputs,
            "a call with a wrong number of arguments");
    break;
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT:
    require(false, "a variable of a procedure outside of it");
    break;
  case FLAT_EXPR_IF:
    require(expr->n_args == 3, "an if has a condition and two branches");
    require(expr->arg[0]->type == FLAT_BOOLEAN, "an if without a condition");
    require(expr->arg[1]->type == expr->type &&
                expr->arg[2]->type == expr->type,
            "the branches of an if differ in type");
    break;
  }
}

static void check_expr(Checker *c, const FlatExpr *root)
{
  push(c, root);
  while (c->n_stack > 0) {
    const FlatExpr *expr = c->stack[--c->n_stack];
    for (int i = 0; i < expr->n_args; i++) push(c, expr->arg[i]);
    check_node(c->flat, expr);
  }
}

/* --- variables and equations --- */

static void check_attribute(Checker *c, const FlatVar *var,
                            const FlatExpr *value)
{
  if (!value) return;
  check_expr(c, value);
  require(value->type == var->type, "an attribute has another type");
  require(value->variability <= FLAT_PARAMETER, "an attribute varies");
}

static bool is_literal(const FlatExpr *expr)
{
  return expr->kind <= FLAT_EXPR_ENUMERATION;
}

static void check_var(Checker *c, const FlatVar *var)
{
  require(var->name && var->name[0], "a variable without a name");
  require(var->type == FLAT_REAL || var->variability < FLAT_CONTINUOUS,
          "only a Real varies continuously");
  if (var->binding) {
    check_expr(c, var->binding);
    require(var->binding->type == var->type, "a binding has another type");
    require(var->binding->variability <= var->variability,
            "a binding varies more than its variable");
  }
  require(var->variability != FLAT_CONSTANT ||
              (var->binding && is_literal(var->binding)),
          "a constant without a value");
  require(!var->evaluated || var->variability == FLAT_PARAMETER,
          "only parameters are evaluated");
  check_attribute(c, var, var->start);
  check_attribute(c, var, var->min);
  check_attribute(c, var, var->max);
  check_attribute(c, var, var->nominal);
  require(!var->fixed || var->fixed->kind == FLAT_EXPR_BOOLEAN,
          "fixed is not a Boolean literal");
}

static void check_names(const FlatModel *flat, Arena *arena)
{
  NameTable *table = name_table_create(arena);
  NameMap names;
  name_map_init(&names, arena);
  for (int i = 0; i < flat->n_vars; i++) {
    const char *text = flat->var[i].name;
    Name name = name_intern(table, text, strlen(text));
    require(!name_map_find(&names, 0, name),
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
    require(i == 0 ? parent == -1 : parent >= 0 && parent < i,
            "a component is not behind the one around it");
  }
  for (int i = 0; i < flat->n_vars; i++) {
    require(is_component(flat, flat->var[i].component),
            "a variable belongs to no component");
  }
}

static void check_connection_sets(const FlatModel *flat)
{
  for (int i = 0; i < flat->n_connection_sets; i++) {
    const FlatConnectionSet *set = &flat->connection_set[i];
    require(set->n_members > 0, "a connection set is empty");
    for (int k = 0; k < set->n_members; k++) {
      FlatVarId id = set->member[k].variable;
      require(id.i >= 0 && id.i < flat->n_vars,
              "a connection set names no variable");
    }
  }
}

static void check_equation(Checker *c, const FlatEquation *equation)
{
  check_expr(c, equation->left);
  check_expr(c, equation->right);
  require(equation->left->type == equation->right->type,
          "the sides of an equation differ in type");
  require(is_component(c->flat, equation->component),
          "an equation belongs to no component");
  require(equation->connection_set >= 0 &&
              equation->connection_set <= c->flat->n_connection_sets,
          "an equation belongs to no connection set");
}

static void check_action(Checker *c, const FlatAction *action)
{
  if (action->guard) check_expr(c, action->guard);
  if (action->kind != FLAT_ACTION_TERMINATE) check_expr(c, action->value);
  if (action->kind == FLAT_ACTION_ASSERT) {
    require(action->value->type == FLAT_BOOLEAN, "assert needs a condition");
  }
  if (action->kind > FLAT_ACTION_REINIT) return;
  check_expr(c, action->target);
  require(action->target->kind == FLAT_EXPR_VARIABLE,
          "a when-equation determines no variable");
  require(action->target->type == action->value->type,
          "the sides of a when-equation differ in type");
  require((action->kind == FLAT_ACTION_REINIT) ==
              (action->target->variability == FLAT_CONTINUOUS),
          "a when-equation determines what is discrete");
}

static void check_when(Checker *c, const FlatWhen *when)
{
  require(when->n_branches > 0, "a when-equation without branches");
  require(is_component(c->flat, when->component),
          "a when-equation belongs to no component");
  for (int b = 0; b < when->n_branches; b++) {
    const FlatWhenBranch *branch = &when->branch[b];
    for (int k = 0; k < branch->n_conditions; k++) {
      check_expr(c, branch->condition[k]);
      require(branch->condition[k]->type == FLAT_BOOLEAN &&
                  branch->condition[k]->variability <= FLAT_DISCRETE,
              "a condition of a when-equation varies continuously");
    }
    for (int k = 0; k < branch->n_actions; k++) {
      check_action(c, &branch->action[k]);
    }
  }
}

void flat_check(const FlatModel *folded)
{
  Arena *arena = arena_create("flat check");
  const FlatModel *flat = flat_unfolded(folded, arena);
  Checker c = {.flat = flat, .arena = arena};
  require(flat->name && flat->name[0], "the model has no name");
  for (int i = 0; i < flat->n_vars; i++) check_var(&c, &flat->var[i]);
  check_names(flat, c.arena);
  check_components(flat);
  check_connection_sets(flat);
  for (int i = 0; i < flat->n_equations; i++)
    check_equation(&c, &flat->equation[i]);
  for (int i = 0; i < flat->n_whens; i++) check_when(&c, &flat->when[i]);
  arena_destroy(c.arena);
}
