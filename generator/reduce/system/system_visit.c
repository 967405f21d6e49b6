/* system_visit.c: the one list of what a System holds. */
#include "reduce/system/system_visit.h"

#include <assert.h>

/* Who gives one of these structs a new field comes here: is it an expression
 * or a variable, it is to be visited below. */
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(Var) == 88, "visit the new field of Var");
_Static_assert(sizeof(Eq) == 48, "visit the new field of Eq");
_Static_assert(sizeof(EventRelation) == 36,
               "visit the new field of EventRelation");
_Static_assert(sizeof(Sample) == 24, "visit the new field of Sample");
_Static_assert(sizeof(Delay) == 28, "visit the new field of Delay");
_Static_assert(sizeof(Transport) == 56, "visit the new field of Transport");
_Static_assert(sizeof(Reinit) == 24, "visit the new field of Reinit");
_Static_assert(sizeof(SelectionSet) == 96, "visit its new field");
_Static_assert(sizeof(DifferentiationStep) == 32, "visit its new field");
_Static_assert(sizeof(CombinationTerm) == 12, "visit its new field");
_Static_assert(sizeof(Combination) == 64, "visit the new field of Combination");
_Static_assert(sizeof(Assertion) == 40, "visit the new field of Assertion");
_Static_assert(sizeof(Monitor) == 36, "visit the new field of Monitor");
_Static_assert(sizeof(CoordinateFrame) == 40, "visit its new field");
_Static_assert(sizeof(SystemExperiment) == 48, "visit its new field");
_Static_assert(sizeof(TranslationChoice) == 56, "visit its new field");
_Static_assert(sizeof(Jump) == 12, "visit the new field of Jump");
_Static_assert(sizeof(System) == 632, "visit the new list of System");
#endif

/* --- expressions --- */

typedef struct ExprVisitor {
  TakesExpr *takes;
  VisitExpr *visit;
  void *context;
} ExprVisitor;

static void expr_at(const ExprVisitor *v, ExprPlace place, int at, ExprId *e)
{
  if (e->i >= 0) v->visit(v->context, place, at, e);
}

/* What the fields of an equation are in the list it stands in. */
typedef struct EqPlaces {
  ExprPlace residual, left, right;
} EqPlaces;

static void each_of_equations(const ExprVisitor *v, Eq *eq, int n,
                              EqPlaces place)
{
  bool residual = v->takes(place.residual);
  bool start = v->takes(PLACE_IN_START_RESIDUAL);
  bool left = v->takes(place.left), right = v->takes(place.right);
  if (!residual && !start && !left && !right) return;
  for (int k = 0; k < n; k++) {
    if (residual) expr_at(v, place.residual, k, &eq[k].residual);
    if (start && eq[k].has_start_residual) {
      expr_at(v, PLACE_IN_START_RESIDUAL, k, &eq[k].start_residual);
    }
    if (left) expr_at(v, place.left, k, &eq[k].left);
    if (right) expr_at(v, place.right, k, &eq[k].right);
  }
}

static void each_of_reinits(const ExprVisitor *v, Reinit *reinit, int n)
{
  bool active = v->takes(PLACE_REINIT_ACTIVE);
  bool value = v->takes(PLACE_REINIT_VALUE);
  for (int k = 0; k < n; k++) {
    if (active) expr_at(v, PLACE_REINIT_ACTIVE, k, &reinit[k].active);
    if (value) expr_at(v, PLACE_REINIT_VALUE, k, &reinit[k].value);
  }
}

static void each_of_relations(const ExprVisitor *v, EventRelation *r, int n)
{
  bool sides = v->takes(PLACE_IN_RELATION);
  bool time = v->takes(PLACE_RELATION_TIME);
  bool distance = v->takes(PLACE_RELATION_DISTANCE);
  for (int k = 0; k < n; k++) {
    if (sides) expr_at(v, PLACE_IN_RELATION, k, &r[k].left);
    if (sides) expr_at(v, PLACE_IN_RELATION, k, &r[k].right);
    if (time) expr_at(v, PLACE_RELATION_TIME, k, &r[k].event_time);
    if (distance) expr_at(v, PLACE_RELATION_DISTANCE, k, &r[k].difference);
  }
}

static void each_of_events(const ExprVisitor *v, System *sys)
{
  for (int k = 0; v->takes(PLACE_IN_ASSERTION) && k < sys->n_assertions; k++) {
    expr_at(v, PLACE_IN_ASSERTION, k, &sys->assertion[k].condition);
  }
  each_of_reinits(v, sys->reinit, sys->n_reinits);
  each_of_relations(v, sys->relation, sys->n_relations);
  for (int k = 0; v->takes(PLACE_IN_SAMPLE) && k < sys->n_samples; k++) {
    expr_at(v, PLACE_IN_SAMPLE, k, &sys->sample[k].start);
    expr_at(v, PLACE_IN_SAMPLE, k, &sys->sample[k].interval);
  }
}

static void each_of_set(const ExprVisitor *v, const SelectionSet *set, int at)
{
  if (!set->residual) return; /* they are those of equations */
  for (int level = 1; level <= set->n_levels; level++) {
    ExprId *residual = set->residual + (level - 1) * set->n_rows;
    for (int r = 0; r < selection_rows(set, level); r++) {
      expr_at(v, PLACE_IN_SET, at, &residual[r]);
    }
  }
}

static void each_of_combination(const ExprVisitor *v, Combination *c, int at)
{
  expr_at(v, PLACE_IN_COMBINATION, at, &c->residual);
  expr_at(v, PLACE_IN_COMBINATION, at, &c->before);
  for (int i = 0; i < c->n_terms; i++) {
    expr_at(v, PLACE_IN_COMBINATION, at, &c->term[i].factor);
  }
}

/* What the index reduction made. */
static void each_of_reduction(const ExprVisitor *v, System *sys)
{
  for (int k = 0; v->takes(PLACE_IN_MONITOR) && k < sys->n_monitors; k++) {
    expr_at(v, PLACE_IN_MONITOR, k, &sys->monitor[k].residual);
  }
  for (int k = 0; v->takes(PLACE_IN_SET) && k < sys->n_sets; k++) {
    each_of_set(v, &sys->set[k], k);
  }
  if (!v->takes(PLACE_IN_COMBINATION)) return;
  for (int k = 0; k < sys->n_combinations; k++) {
    each_of_combination(v, &sys->combination[k], k);
  }
}

/* A visit may add variables: the list is looked up each time. */
static void each_of_variables(const ExprVisitor *v, System *sys)
{
  bool binding = v->takes(PLACE_BINDING), start = v->takes(PLACE_START);
  bool bound = v->takes(PLACE_BOUND), nominal = v->takes(PLACE_NOMINAL);
  if (!binding && !start && !bound && !nominal) return;
  for (int i = 0; i < sys->n_vars; i++) {
    if (binding) expr_at(v, PLACE_BINDING, i, &sys->var[i].binding);
    if (start) expr_at(v, PLACE_START, i, &sys->var[i].start);
    if (bound) expr_at(v, PLACE_BOUND, i, &sys->var[i].min);
    if (bound) expr_at(v, PLACE_BOUND, i, &sys->var[i].max);
    if (nominal) expr_at(v, PLACE_NOMINAL, i, &sys->var[i].nominal);
  }
}

void system_each_expression(System *sys, TakesExpr *takes, VisitExpr *visit,
                            void *context)
{
  static const EqPlaces given = {PLACE_IN_EQUATION, PLACE_AS_WRITTEN,
                                 PLACE_AS_WRITTEN};
  static const EqPlaces initial = {PLACE_IN_INITIAL, PLACE_INITIAL_AS_WRITTEN,
                                   PLACE_INITIAL_AS_WRITTEN};
  static const EqPlaces discrete = {PLACE_BEFORE_SPLIT, PLACE_DISCRETE_VARIABLE,
                                    PLACE_DISCRETE_VALUE};
  static const EqPlaces initial_discrete = {PLACE_BEFORE_SPLIT,
                                            PLACE_INITIAL_DISCRETE_VARIABLE,
                                            PLACE_INITIAL_DISCRETE_VALUE};
  ExprVisitor v = {takes, visit, context};
  each_of_equations(&v, sys->eq, sys->n_eqs, given);
  each_of_equations(&v, sys->initial_eq, sys->n_initial_eqs, initial);
  each_of_equations(&v, sys->discrete_eq, sys->n_discrete_eqs, discrete);
  each_of_equations(&v, sys->initial_discrete_eq, sys->n_initial_discrete_eqs,
                    initial_discrete);
  each_of_events(&v, sys);
  each_of_reduction(&v, sys);
  each_of_variables(&v, sys);
}

typedef struct ExprReader {
  ReadExpr *read;
  void *context;
} ExprReader;

static void read_expr(void *context, ExprPlace place, int at, ExprId *e)
{
  const ExprReader *reader = context;
  reader->read(reader->context, place, at, *e);
}

/* The system is not changed: read_expr() takes a copy. */
void system_read_expressions(const System *sys, TakesExpr *takes,
                             ReadExpr *read, void *context)
{
  ExprReader reader = {read, context};
  system_each_expression((System *)sys, takes, read_expr, &reader);
}

/* --- lists --- */

int system_list_length(const System *sys, SystemList list)
{
  switch (list) {
  case LIST_VARIABLES: return sys->n_vars;
  case LIST_EQUATIONS: return sys->n_eqs;
  case LIST_DISCRETE: return sys->n_discrete_eqs;
  case LIST_INITIAL: return sys->n_initial_eqs;
  case LIST_INITIAL_DISCRETE: return sys->n_initial_discrete_eqs;
  case LIST_RELATIONS: return sys->n_relations;
  case LIST_SAMPLES: return sys->n_samples;
  case LIST_REINITS: return sys->n_reinits;
  case LIST_ASSERTIONS: return sys->n_assertions;
  case LIST_DELAYS: return sys->n_delays;
  case LIST_TRANSPORTS: return sys->n_transports;
  case LIST_MONITORS: return sys->n_monitors;
  case LIST_SETS: return sys->n_sets;
  case LIST_FRAMES: return sys->n_frames;
  case LIST_JUMPS: return sys->n_jumps;
  case LIST_STEPS: return sys->n_steps;
  case LIST_COMBINATIONS: return sys->n_combinations;
  case N_SYSTEM_LISTS: break;
  }
  assert(false); /* one of them */
  return 0;
}

/* --- references to variables --- */

typedef struct VarVisitor {
  TakesVar *takes;
  VisitVar *visit;
  void *context;
} VarVisitor;

static void var_at(const VarVisitor *v, VarLink link, int at, VarId *var)
{
  if (var->i >= 0 && v->takes(link)) v->visit(v->context, link, at, var);
}

static void vars_at(const VarVisitor *v, VarLink link, int at, VarId *list,
                    int n)
{
  if (!list) return;
  for (int k = 0; k < n; k++) var_at(v, link, at, &list[k]);
}

static void each_link(const VarVisitor *v, System *sys)
{
  bool chain = v->takes(LINK_IN_CHAIN), alias = v->takes(LINK_REPRESENTATIVE);
  bool pre = v->takes(LINK_IN_PRE);
  if (!chain && !alias && !pre) return;
  for (int i = 0; i < sys->n_vars; i++) {
    if (chain) var_at(v, LINK_IN_CHAIN, i, &sys->var[i].derivative);
    if (chain) var_at(v, LINK_IN_CHAIN, i, &sys->var[i].integral);
    if (alias) var_at(v, LINK_REPRESENTATIVE, i, &sys->var[i].alias_of);
    if (pre) var_at(v, LINK_IN_PRE, i, &sys->var[i].pre);
    if (pre) var_at(v, LINK_IN_PRE, i, &sys->var[i].pre_of);
  }
}

static void each_past(const VarVisitor *v, System *sys)
{
  for (int k = 0; k < sys->n_delays; k++) {
    Delay *d = &sys->delay[k];
    var_at(v, LINK_DELAYED, k, &d->x);
    var_at(v, LINK_DELAY_TIME, k, &d->T);
    var_at(v, LINK_DELAY_LONGEST, k, &d->longest);
    var_at(v, LINK_DELAY_RESULT, k, &d->y);
  }
  for (int k = 0; k < sys->n_transports; k++) {
    Transport *t = &sys->transport[k];
    var_at(v, LINK_TRANSPORTED, k, &t->in0);
    var_at(v, LINK_TRANSPORTED, k, &t->in1);
    var_at(v, LINK_TRANSPORT_MOTION, k, &t->x);
    var_at(v, LINK_TRANSPORT_MOTION, k, &t->positive);
    vars_at(v, LINK_TRANSPORT_PROFILE, k, t->point, t->n_points);
    vars_at(v, LINK_TRANSPORT_PROFILE, k, t->value, t->n_points);
    var_at(v, LINK_TRANSPORT_RESULT, k, &t->y);
  }
}

static void each_of_sets_and_frames(const VarVisitor *v, System *sys)
{
  for (int k = 0; k < sys->n_sets; k++) {
    SelectionSet *set = &sys->set[k];
    vars_at(v, LINK_SET_CANDIDATE, k, set->column, set->n_columns);
    vars_at(v, LINK_SET_CANDIDATE, k, set->eliminated, set->n_eliminated);
    vars_at(v, LINK_SET_STATE, k, set->state, set->n_states);
    vars_at(v, LINK_SET_STATE, k, set->derivative, set->n_states);
  }
  for (int k = 0; k < sys->n_frames; k++) {
    CoordinateFrame *f = &sys->frame[k];
    vars_at(v, LINK_FRAME_TIED, k, f->tied, f->n_columns);
    vars_at(v, LINK_FRAME_ALONG, k, f->along, f->n_along);
    vars_at(v, LINK_FRAME_ENTRY, k, f->entry, f->n_along * f->n_columns);
  }
  for (int k = 0; k < sys->n_jumps; k++) {
    var_at(v, LINK_IMPULSE, k, &sys->jump[k].impulse);
  }
}

static void each_reported(const VarVisitor *v, System *sys)
{
  for (int k = 0; k < sys->n_steps; k++) {
    DifferentiationStep *step = &sys->step[k];
    vars_at(v, LINK_IN_STEP, k, step->var, step->n_vars);
    var_at(v, LINK_IN_STEP, k, &step->wanted);
  }
  for (int k = 0; k < sys->n_combinations; k++) {
    Combination *c = &sys->combination[k];
    vars_at(v, LINK_DECIDED, k, c->decided, c->n_decided);
  }
}

void system_each_variable(System *sys, TakesVar *takes, VisitVar *visit,
                          void *context)
{
  VarVisitor v = {takes, visit, context};
  each_link(&v, sys);
  if (takes(LINK_MATCHED) && sys->eq_var) {
    for (int k = 0; k < sys->n_eqs; k++) {
      var_at(&v, LINK_MATCHED, k, &sys->eq_var[k]);
    }
  }
  for (int k = 0; k < sys->n_reinits; k++) {
    var_at(&v, LINK_REINIT_STATE, k, &sys->reinit[k].state);
  }
  for (int k = 0; k < sys->n_samples; k++) {
    var_at(&v, LINK_SAMPLED, k, &sys->sample[k].var);
  }
  each_past(&v, sys);
  each_of_sets_and_frames(&v, sys);
  for (int k = 0; k < sys->n_monitors; k++) {
    var_at(&v, LINK_OF_MONITOR, k, &sys->monitor[k].var);
  }
  each_reported(&v, sys);
  var_at(&v, LINK_OF_SYSTEM, 0, &sys->terminal);
  var_at(&v, LINK_OF_SYSTEM, 1, &sys->homotopy);
  var_at(&v, LINK_TOLERANCE, 0, &sys->experiment.tolerance_parameter);
}

typedef struct VarReader {
  ReadVar *read;
  void *context;
} VarReader;

static void read_var(void *context, VarLink link, int at, VarId *v)
{
  const VarReader *reader = context;
  reader->read(reader->context, link, at, *v);
}

void system_read_variables(const System *sys, TakesVar *takes, ReadVar *read,
                           void *context)
{
  VarReader reader = {read, context};
  system_each_variable((System *)sys, takes, read_var, &reader);
}

VarId system_slot_owner(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return var->alias_of.i >= 0 && !var->alias_negative ? var->alias_of : v;
}
