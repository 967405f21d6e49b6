/* flat_visit.c: the one list of what a FlatModel holds. */
#include "flatten/flat/flat_visit.h"

#include <assert.h>

#include "flatten/flat/flat_repeat.h"

/* Who gives one of these structs a new field comes here: if it is an
 * expression or a variable, it is to be visited below. */
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(FlatVar) == 152, "visit the new field of FlatVar");
_Static_assert(sizeof(FlatEquation) == 64, "visit its new field");
_Static_assert(sizeof(FlatRepeat) == 40, "visit its new field");
_Static_assert(sizeof(FlatMoving) == 24, "visit its new field");
_Static_assert(sizeof(FlatAssertion) == 56, "visit its new field");
_Static_assert(sizeof(FlatAction) == 56, "visit its new field");
_Static_assert(sizeof(FlatWhenBranch) == 32, "visit its new field");
_Static_assert(sizeof(FlatWhen) == 32, "visit the new field of FlatWhen");
_Static_assert(sizeof(FlatConnectionMember) == 20, "visit its new field");
_Static_assert(sizeof(FlatConnectionSet) == 24, "visit its new field");
_Static_assert(sizeof(FlatBrokenEdge) == 32, "visit its new field");
_Static_assert(sizeof(Experiment) == 48, "visit the new field of Experiment");
_Static_assert(sizeof(FlatAlgorithm) == 40, "visit its new field");
_Static_assert(sizeof(FlatLocal) == 32, "visit the new field of FlatLocal");
_Static_assert(sizeof(FlatExternalField) == 12, "visit its new field");
_Static_assert(sizeof(FlatExternalArgument) == 64, "visit its new field");
_Static_assert(sizeof(FlatExternal) == 40, "visit its new field");
_Static_assert(sizeof(FlatStatement) == 192, "visit its new field");
_Static_assert(sizeof(FlatDerivative) == 40, "visit its new field");
_Static_assert(sizeof(FlatInverse) == 24, "visit the new field of FlatInverse");
_Static_assert(sizeof(FlatProcedure) == 144, "visit its new field");
_Static_assert(sizeof(FlatModel) == 384, "visit the new list of FlatModel");
#endif

/* --- expressions --- */

typedef struct FlatVisitor {
  FlatTakes *takes;
  FlatVisit *visit;
  void *context;
  bool reads; /* nothing is replaced */
} FlatVisitor;

static void visit_expr(const FlatVisitor *v, FlatPlace place, int at,
                       FlatExpr **e)
{
  if (*e && v->takes(place)) v->visit(v->context, place, at, e);
}

static void visit_row(const FlatVisitor *v, FlatPlace place, int at,
                      FlatExpr **e, int n)
{
  for (int k = 0; k < n; k++) visit_expr(v, place, at, &e[k]);
}

static bool takes_attribute(const FlatVisitor *v)
{
  return v->takes(FLAT_AT_BINDING) || v->takes(FLAT_AT_START) ||
         v->takes(FLAT_AT_NOMINAL) || v->takes(FLAT_AT_BOUND) ||
         v->takes(FLAT_AT_FIXED);
}

/* A visit may add variables, so that the list moves: the expressions are
 * visited outside of it. */
static void visit_variable(const FlatVisitor *v, FlatModel *flat, int at)
{
  FlatVar now = flat->var[at];
  visit_expr(v, FLAT_AT_BINDING, at, &now.binding);
  visit_expr(v, FLAT_AT_START, at, &now.start);
  visit_expr(v, FLAT_AT_NOMINAL, at, &now.nominal);
  visit_expr(v, FLAT_AT_BOUND, at, &now.min);
  visit_expr(v, FLAT_AT_BOUND, at, &now.max);
  visit_expr(v, FLAT_AT_FIXED, at, &now.fixed);
  if (v->reads) return;
  FlatVar *var = &flat->var[at];
  var->binding = now.binding;
  var->start = now.start;
  var->nominal = now.nominal;
  var->min = now.min;
  var->max = now.max;
  var->fixed = now.fixed;
}

static void visit_variables(const FlatVisitor *v, FlatModel *flat)
{
  if (!takes_attribute(v)) return;
  for (int i = 0, n = flat->n_vars; i < n; i++) visit_variable(v, flat, i);
}

static FlatPlace side_place(const FlatEquation *equation)
{
  if (equation->algorithm > 0) return FLAT_AT_RESULT_SIDE;
  return equation->is_initial ? FLAT_AT_INITIAL_SIDE : FLAT_AT_SIDE;
}

static void visit_equation(const FlatVisitor *v, FlatEquation *equation, int at)
{
  FlatPlace place = side_place(equation);
  if (!v->takes(place)) return;
  if (!equation->repeat) {
    visit_expr(v, place, at, &equation->left);
    visit_expr(v, place, at, &equation->right);
    return;
  }
  assert(v->reads); /* the family shares its sides */
  FlatSides sides = flat_sides(equation);
  visit_expr(v, place, at, &sides.left);
  visit_expr(v, place, at, &sides.right);
}

static void visit_equations(const FlatVisitor *v, FlatModel *flat)
{
  for (int k = 0; k < flat->n_equations; k++) {
    visit_equation(v, &flat->equation[k], k);
    visit_expr(v, FLAT_AT_CLOCK, k, &flat->equation[k].clock);
  }
}

static void visit_algorithms(const FlatVisitor *v, FlatModel *flat)
{
  for (int k = 0; k < flat->n_algorithms; k++) {
    FlatAlgorithm *section = &flat->algorithm[k];
    int n = flat->procedure[section->procedure]->n_inputs;
    visit_row(v, FLAT_AT_SHOWN, k, section->shown, n);
  }
}

static void visit_branch(const FlatVisitor *v, FlatWhenBranch *branch, int at)
{
  visit_row(v, FLAT_AT_WHEN_CONDITION, at, branch->condition,
            branch->n_conditions);
  for (int k = 0; k < branch->n_actions; k++) {
    FlatAction *action = &branch->action[k];
    visit_expr(v, FLAT_AT_GUARD, at, &action->guard);
    visit_expr(v, FLAT_AT_TARGET, at, &action->target);
    visit_expr(v, FLAT_AT_VALUE, at, &action->value);
  }
}

static void visit_whens(const FlatVisitor *v, FlatModel *flat)
{
  for (int k = 0; k < flat->n_whens; k++) {
    for (int b = 0; b < flat->when[k].n_branches; b++) {
      visit_branch(v, &flat->when[k].branch[b], k);
    }
  }
}

static void visit_assertions(const FlatVisitor *v, FlatModel *flat)
{
  for (int k = 0; k < flat->n_assertions; k++) {
    visit_expr(v, FLAT_AT_ASSERTION, k, &flat->assertion[k].condition);
    visit_expr(v, FLAT_AT_CLOCK, k, &flat->assertion[k].clock);
    visit_expr(v, FLAT_AT_SUBSCRIPT, k, &flat->assertion[k].subscript);
  }
}

/* --- procedures --- */

static void visit_external(const FlatVisitor *v, FlatExternal *external, int at)
{
  for (int k = 0; k < external->n_args; k++) {
    visit_expr(v, FLAT_AT_EXTERNAL, at, &external->arg[k].value);
    visit_expr(v, FLAT_AT_EXTERNAL, at, &external->arg[k].columns);
  }
  if (!external->record) return;
  visit_expr(v, FLAT_AT_EXTERNAL, at, &external->record->value);
}

/* The recursion follows the nesting of the text. */
static void visit_statements(const FlatVisitor *v,
                             const FlatStatementList *list, int at)
{
  for (int k = 0; k < list->n_items; k++) {
    FlatStatement *s = &list->item[k];
    visit_expr(v, FLAT_AT_STATEMENT, at, &s->value);
    visit_expr(v, FLAT_AT_STATEMENT, at, &s->index);
    visit_expr(v, FLAT_AT_STATEMENT, at, &s->step);
    visit_expr(v, FLAT_AT_STATEMENT, at, &s->limit);
    visit_row(v, FLAT_AT_STATEMENT, at, s->arg, s->n_args);
    visit_row(v, FLAT_AT_WRITTEN_CONDITION, at, s->condition, s->n_conditions);
    if (s->external) visit_external(v, s->external, at);
    visit_statements(v, &s->body, at);
    visit_statements(v, &s->otherwise, at);
  }
}

static void visit_procedure(const FlatVisitor *v, FlatProcedure *p, int at)
{
  for (int k = 0; k < p->n_locals; k++) {
    const FlatLocal *local = &p->local[k];
    if (local->constant) {
      visit_row(v, FLAT_AT_TABLE, at, local->constant, local->n);
    }
  }
  visit_statements(v, &p->body, at);
}

/* --- the whole --- */

static void visit_model(const FlatVisitor *v, FlatModel *flat)
{
  visit_variables(v, flat);
  visit_equations(v, flat);
  visit_algorithms(v, flat);
  visit_whens(v, flat);
  visit_assertions(v, flat);
  for (int k = 0; k < flat->n_procedures; k++) {
    visit_procedure(v, flat->procedure[k], k);
  }
}

void flat_each_expression(FlatModel *flat, FlatTakes *takes, FlatVisit *visit,
                          void *context)
{
  FlatVisitor v = {takes, visit, context, false};
  visit_model(&v, flat);
}

void flat_each_in_procedure(FlatProcedure *procedure, int number,
                            FlatTakes *takes, FlatVisit *visit, void *context)
{
  FlatVisitor v = {takes, visit, context, false};
  visit_procedure(&v, procedure, number);
}

/* --- reading --- */

typedef struct FlatReader {
  FlatRead *read;
  void *context;
} FlatReader;

/* The model is not changed: this takes the expression as const. */
static void read_visited(void *context, FlatPlace place, int at, FlatExpr **e)
{
  const FlatReader *reader = context;
  reader->read(reader->context, place, at, *e);
}

void flat_read_expressions(const FlatModel *flat, FlatTakes *takes,
                           FlatRead *read, void *context)
{
  FlatReader reader = {read, context};
  FlatVisitor v = {takes, read_visited, &reader, true};
  visit_model(&v, (FlatModel *)flat);
}

void flat_read_procedure(const FlatProcedure *procedure, int number,
                         FlatTakes *takes, FlatRead *read, void *context)
{
  FlatReader reader = {read, context};
  FlatVisitor v = {takes, read_visited, &reader, true};
  visit_procedure(&v, (FlatProcedure *)procedure, number);
}

/* --- references to variables --- */

static void read_link(FlatReadLink *read, void *context, FlatLink link, int at,
                      FlatVarId id)
{
  if (id.i >= 0) read(context, link, at, id);
}

void flat_read_variables(const FlatModel *flat, FlatReadLink *read,
                         void *context)
{
  for (int k = 0; k < flat->n_connection_sets; k++) {
    const FlatConnectionSet *set = &flat->connection_set[k];
    for (int i = 0; i < set->n_members; i++) {
      read_link(read, context, FLAT_LINK_MEMBER, k, set->member[i].variable);
    }
  }
  for (int k = 0; k < flat->n_algorithms; k++) {
    const FlatAlgorithm *section = &flat->algorithm[k];
    int n = flat->procedure[section->procedure]->n_outputs;
    for (int i = 0; i < n; i++) {
      read_link(read, context, FLAT_LINK_ASSIGNED, k, section->variable[i]);
    }
  }
  if (!flat->experiment.is_tunable) return;
  read_link(read, context, FLAT_LINK_TOLERANCE, 0,
            flat->experiment.tolerance_parameter);
}
