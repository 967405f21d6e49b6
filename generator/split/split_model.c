/* split_model.c: see split_model.h. */
#include "split/split_model.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_rewrite.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/flat/types.h"

typedef struct ModelSplit {
  Session *s;
  const FlatModel *from;
  const SplitPlan *plan;
  int part;
  FlatModel *to;
  bool *is_kept;    /* [n_vars] */
  int *new_id;      /* [n_vars] */
  int *new_section; /* [n_algorithms] */
  int *waiting;     /* parameters whose expressions are to be looked at */
  int n_waiting;
  Faults faults;
  Typing typing;
} ModelSplit;

/* --- ports --- */

static void model_add_port(Session *s, SplitPorts *ports, SplitPort port)
{
  ports->item = vector_grow(s->session_arena, ports->item, &ports->cap,
                            ports->n + 1, sizeof port);
  ports->item[ports->n++] = port;
}

static const char *model_local(Session *s, const FlatModel *flat,
                               const SplitPlan *plan, int part, int variable)
{
  const char *name = split_plan_name(s, plan, part, flat->var[variable].name);
  return arena_printf(s->session_arena, "%s", name);
}

static void model_rate_ports(Session *s, const SplitNode *node,
                             const char *name, SplitPort port,
                             SplitPorts *ports)
{
  static const SplitKind kind[SPLIT_MOST_RATES] = {SPLIT_RATE, SPLIT_RATE2};
  for (int r = 0; r < node->n_rates; r++) {
    port.kind = kind[r];
    port.name =
        arena_printf(s->session_arena, "%s_rate%s", name, r > 0 ? "2" : "");
    model_add_port(s, ports, port);
  }
}

static void model_giver_ports(Session *s, const FlatModel *flat,
                              const SplitPlan *plan, int part, int n,
                              SplitPorts *ports)
{
  const SplitNode *node = &plan->node[n];
  for (int k = 0; k < node->n_potentials; k++) {
    int v = node->potential[k].member[part][0];
    const char *name = model_local(s, flat, plan, part, v);
    SplitPort port = {name, v, SPLIT_POTENTIAL, false, n, k, -1};
    model_add_port(s, ports, port);
    model_rate_ports(s, node, name, port, ports);
  }
  for (int k = 0; k < node->n_flows; k++) {
    int v = node->flow[k].member[part][0];
    const char *name = model_local(s, flat, plan, part, v);
    for (int q = 0; q < node->n_parts; q++) {
      int other = node->part[q];
      if (other == part) continue;
      SplitPort port = {
          arena_printf(s->session_arena, "%s_%s", name, plan->part[other].word),
          v,
          SPLIT_FLOW,
          true,
          n,
          k,
          other};
      model_add_port(s, ports, port);
    }
  }
}

static void model_taker_ports(Session *s, const FlatModel *flat,
                              const SplitPlan *plan, int part, int n,
                              SplitPorts *ports)
{
  const SplitNode *node = &plan->node[n];
  bool is_state = node->n_rates > 0 || plan->filter > 0;
  for (int k = 0; k < node->n_potentials; k++) {
    int v = node->potential[k].member[part][0];
    const char *name = model_local(s, flat, plan, part, v);
    SplitPort port = {name, v, SPLIT_POTENTIAL, true, n, k, -1};
    if (is_state) port.name = arena_printf(s->session_arena, "%s_in", name);
    model_add_port(s, ports, port);
    model_rate_ports(s, node, name, port, ports);
  }
  for (int k = 0; k < node->n_flows; k++) {
    const SplitSet *set = &node->flow[k];
    int v = set->member[part][0];
    const char *name = model_local(s, flat, plan, part, v);
    SplitPort port = {name, v, SPLIT_FLOW, false, n, k, -1};
    if (set->n[part] > 1)
      port.name = arena_printf(s->session_arena, "%s_sum", name);
    model_add_port(s, ports, port);
  }
}

static bool model_meets(const SplitNode *node, int part)
{
  for (int q = 0; q < node->n_parts; q++) {
    if (node->part[q] == part) return true;
  }
  return false;
}

SplitPorts split_model_ports(Session *s, const FlatModel *flat,
                             const SplitPlan *plan, int part)
{
  SplitPorts ports = {0};
  assert(part >= 0 && part < plan->n_parts);
  for (int n = 0; n < plan->n_nodes; n++) {
    const SplitNode *node = &plan->node[n];
    if (!model_meets(node, part)) continue;
    if (node->part[node->giver] == part)
      model_giver_ports(s, flat, plan, part, n, &ports);
    else
      model_taker_ports(s, flat, plan, part, n, &ports);
  }
  return ports;
}

/* --- which variables --- */

static FlatVerdict model_look(void *context, const FlatExpr *node)
{
  ModelSplit *m = context;
  if (node->kind != FLAT_EXPR_VARIABLE) return FLAT_GO_ON;
  int i = node->variable.i;
  if (m->is_kept[i] || m->from->var[i].variability >= FLAT_DISCRETE)
    return FLAT_GO_ON;
  m->is_kept[i] = true;
  m->waiting[m->n_waiting++] = i;
  return FLAT_GO_ON;
}

static void model_need(ModelSplit *m, const FlatExpr *e)
{
  if (e) flat_find(m->s, e, model_look, m);
}

static void model_need_var(ModelSplit *m, const FlatVar *v)
{
  const FlatExpr *all[] = {v->binding, v->start, v->nominal,
                           v->min,     v->max,   v->fixed};
  for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) model_need(m, all[k]);
}

/* Procedures have no variables of the model in them. */
static bool model_takes(FlatPlace place)
{
  return place < FLAT_AT_TABLE;
}

static void model_need_place(void *context, FlatPlace place, int at,
                             const FlatExpr *e)
{
  (void)at;
  /* of variables: those that are kept */
  if (place > FLAT_AT_FIXED) model_need(context, e);
}

/* `to` has its equations already. */
static void model_keep_vars(ModelSplit *m)
{
  const FlatModel *from = m->from;
  for (int i = 0; i < from->n_vars; i++) {
    if (!split_plan_holds(m->plan, m->part, m->plan->part_of[i])) continue;
    m->is_kept[i] = true;
    m->waiting[m->n_waiting++] = i;
  }
  for (int k = 0; k < m->plan->n_uses; k++) {
    const SplitUse *use = &m->plan->use[k];
    if (use->part != m->part) continue;
    m->is_kept[use->variable] = true; /* as an input: model_use() */
  }
  flat_read_expressions(m->to, model_takes, model_need_place, m);
  while (m->n_waiting > 0)
    model_need_var(m, &from->var[m->waiting[--m->n_waiting]]);
}

static bool model_has_name(const ModelSplit *m, const char *name)
{
  for (int i = 0; i < m->to->n_vars; i++) {
    if (strcmp(m->to->var[i].name, name) == 0) return true;
  }
  return false;
}

/* A variable of another part is an input. */
static void model_use(const ModelSplit *m, int i, FlatVar *v)
{
  for (int k = 0; k < m->plan->n_uses; k++) {
    const SplitUse *use = &m->plan->use[k];
    if (use->part != m->part || use->variable != i) continue;
    v->name = use->name;
    v->causality = FLAT_INPUT;
    v->binding = v->fixed = NULL;
    v->has_state_select = v->is_when_assigned = false;
    v->state_select = FLAT_STATE_DEFAULT;
    v->is_internal = v->is_protected = false;
    v->nominal = v->min = v->max = NULL; /* its own part watches them */
    if (v->start && !types_is_literal(v->start)) v->start = NULL;
  }
}

/* A guess of a start is the value that the whole model begins with: conditions
 * of other parts may have determined it. */
static void model_begin_with(const ModelSplit *m, int i, FlatVar *v)
{
  double first = m->plan->first ? m->plan->first[i] : NAN;
  bool is_fixed = v->fixed && v->fixed->boolean;
  if (!isfinite(first) || is_fixed) return;
  assert(v->type == FLAT_REAL);
  v->start = types_real(&m->typing, v->span, first);
}

/* Own variables first: they have their names without the part's. */
static void model_copy_vars(ModelSplit *m)
{
  const FlatModel *from = m->from;
  FlatModel *to = m->to;
  Arena *arena = m->s->flat_arena;
  to->var = NULL;
  to->n_vars = to->cap_vars = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < from->n_vars; i++) {
      bool is_own =
          strcmp(split_plan_name(m->s, m->plan, m->part, from->var[i].name),
                 from->var[i].name) != 0;
      if (!m->is_kept[i] || is_own != (pass == 0)) continue;
      FlatVar v = from->var[i];
      v.name = arena_printf(m->s->session_arena, "%s",
                            split_plan_name(m->s, m->plan, m->part, v.name));
      if (pass == 1 && model_has_name(m, v.name))
        v.name = arena_printf(m->s->session_arena, "%s_of_system", v.name);
      v.component = 0;
      v.is_interface = v.is_given_outside = false;
      if (v.causality != FLAT_OUTPUT) v.causality = FLAT_LOCAL;
      model_begin_with(m, i, &v);
      model_use(m, i, &v);
      m->new_id[i] = to->n_vars;
      to->var =
          vector_grow(arena, to->var, &to->cap_vars, to->n_vars + 1, sizeof v);
      to->var[to->n_vars++] = v;
    }
  }
}

static FlatRewrite model_renumber(void *context, FlatExpr **node)
{
  const ModelSplit *m = context;
  if ((*node)->kind == FLAT_EXPR_VARIABLE)
    (*node)->variable.i = m->new_id[(*node)->variable.i];
  return REWRITE_INSIDE;
}

static void model_rewrite_place(void *context, FlatPlace place, int at,
                                FlatExpr **e)
{
  ModelSplit *m = context;
  (void)place, (void)at;
  *e = flat_rewrite(m->s, *e, model_renumber, m);
}

/* --- which equations --- */

static void model_copy_equations(ModelSplit *m)
{
  const FlatModel *from = m->from;
  const SplitPlan *plan = m->plan;
  FlatModel *to = m->to;
  to->equation = NULL;
  to->n_equations = to->cap_equations = 0;
  for (int i = 0; i < from->n_equations; i++) {
    FlatEquation e = from->equation[i];
    bool is_cut = e.connection_set > 0 && plan->is_cut[e.connection_set - 1];
    if (!split_plan_holds(plan, m->part, plan->part_of_equation[i]) || is_cut)
      continue;
    e.component = 0;
    e.connection_set = 0;
    if (e.algorithm > 0) e.algorithm = m->new_section[e.algorithm - 1] + 1;
    flat_add_equation(to, m->s->flat_arena, e);
  }
}

static void *model_copy_array(ModelSplit *m, const void *from, int n,
                              size_t size)
{
  void *to = arena_array(m->s->flat_arena, (size_t)n, size);
  if (n > 0) memcpy(to, from, (size_t)n * size);
  return to;
}

/* Its expressions will be others. */
static FlatWhen model_copy_when(ModelSplit *m, const FlatWhen *from)
{
  FlatWhen to = *from;
  to.component = 0;
  to.branch =
      model_copy_array(m, from->branch, from->n_branches, sizeof to.branch[0]);
  for (int i = 0; i < to.n_branches; i++) {
    FlatWhenBranch *b = &to.branch[i];
    b->condition = model_copy_array(m, b->condition, b->n_conditions,
                                    sizeof b->condition[0]);
    b->action =
        model_copy_array(m, b->action, b->n_actions, sizeof b->action[0]);
  }
  return to;
}

static void model_copy_others(ModelSplit *m)
{
  const FlatModel *from = m->from;
  FlatModel *to = m->to;
  Arena *arena = m->s->flat_arena;
  to->assertion = NULL;
  to->n_assertions = to->cap_assertions = 0;
  for (int i = 0; i < from->n_assertions; i++) {
    FlatAssertion a = from->assertion[i];
    if (!split_plan_holds(m->plan, m->part, m->plan->part_of_assertion[i]))
      continue;
    a.component = 0;
    flat_add_assertion(to, arena, a);
  }
  to->when = arena_array(arena, (size_t)from->n_whens, sizeof to->when[0]);
  to->n_whens = 0;
  to->cap_whens = from->n_whens;
  for (int i = 0; i < from->n_whens; i++) {
    if (!split_plan_holds(m->plan, m->part, m->plan->part_of_when[i])) continue;
    to->when[to->n_whens++] = model_copy_when(m, &from->when[i]);
  }
}

/* Sections whose results are of the part; before equations and variables. */
static void model_choose_algorithms(ModelSplit *m)
{
  const FlatModel *from = m->from;
  FlatModel *to = m->to;
  size_t n = (size_t)from->n_algorithms;
  m->new_section = arena_array(m->s->flat_arena, n, sizeof(int));
  to->algorithm = arena_array(m->s->flat_arena, n, sizeof to->algorithm[0]);
  to->n_algorithms = 0;
  to->cap_algorithms = from->n_algorithms;
  for (int k = 0; k < from->n_algorithms; k++) {
    const FlatAlgorithm *a = &from->algorithm[k];
    bool is_own = false;
    for (int i = 0; i < from->procedure[a->procedure]->n_outputs; i++) {
      int v = a->variable[i].i;
      if (v >= 0 && split_plan_holds(m->plan, m->part, m->plan->part_of[v]))
        is_own = true;
    }
    m->new_section[k] = to->n_algorithms;
    if (!is_own) continue;
    FlatAlgorithm copy = *a;
    if (a->shown)
      copy.shown =
          model_copy_array(m, a->shown, from->procedure[a->procedure]->n_inputs,
                           sizeof a->shown[0]);
    to->algorithm[to->n_algorithms++] = copy;
  }
}

static void model_renumber_algorithms(ModelSplit *m)
{
  for (int k = 0; k < m->to->n_algorithms; k++) {
    FlatAlgorithm *a = &m->to->algorithm[k];
    int n = m->from->procedure[a->procedure]->n_outputs;
    FlatVarId *id = arena_array(m->s->flat_arena, (size_t)n, sizeof id[0]);
    for (int i = 0; i < n; i++) {
      int v = a->variable[i].i;
      id[i].i = v >= 0 && m->is_kept[v] ? m->new_id[v] : -1;
    }
    a->variable = id;
  }
}

/* --- ports as variables and equations --- */

static FlatExpr *model_ref(const ModelSplit *m, FlatVarId id)
{
  return types_variable(&m->typing, m->to->var[id.i].span, id,
                        &m->to->var[id.i]);
}

static FlatVarId model_add_var(ModelSplit *m, const char *name, int like,
                               FlatCausality causality)
{
  FlatModel *to = m->to;
  FlatVar v = to->var[like];
  assert(like < to->n_vars && v.type == FLAT_REAL);
  while (model_has_name(m, name))
    name = arena_printf(m->s->session_arena, "%s_", name);
  FlatVar new = {.name = name,
                 .span = v.span,
                 .type = v.type,
                 .variability = FLAT_CONTINUOUS,
                 .causality = causality,
                 .state_select = FLAT_STATE_DEFAULT,
                 .unit = v.unit};
  if (causality == FLAT_INPUT) new.start = types_real(&m->typing, v.span, 0);
  to->var = vector_grow(m->s->flat_arena, to->var, &to->cap_vars,
                        to->n_vars + 1, sizeof new);
  to->var[to->n_vars] = new;
  return (FlatVarId){to->n_vars++};
}

static void model_add_equation(ModelSplit *m, FlatExpr *left, FlatExpr *right,
                               bool is_initial)
{
  assert(left && right);
  FlatEquation e = {.span = left->span,
                    .is_initial = is_initial,
                    .left = left,
                    .right = right};
  flat_add_equation(m->to, m->s->flat_arena, e);
}

static FlatExpr *model_der(ModelSplit *m, FlatVarId id)
{
  return types_unary(&m->typing, m->to->var[id.i].span, FLAT_DER,
                     model_ref(m, id));
}

/* The flows of the part at the node. */
static FlatExpr *model_sum(ModelSplit *m, const SplitSet *set)
{
  FlatExpr *sum = NULL;
  assert(set->n[m->part] > 0);
  for (int i = 0; i < set->n[m->part]; i++) {
    FlatExpr *e = model_ref(m, (FlatVarId){m->new_id[set->member[m->part][i]]});
    sum = sum ? types_binary(&m->typing, e->span, FLAT_ADD, sum, e) : e;
  }
  return sum;
}

/* m is m/s, m/s is m/s2; NULL where it is not that simple. */
const char *split_model_rate_unit(Session *s, const char *unit)
{
  const char *slash = unit ? strchr(unit, '/') : NULL;
  if (!unit || !unit[0]) return NULL;
  if (!slash) return arena_printf(s->session_arena, "%s/s", unit);
  return strcmp(slash, "/s") == 0 ? arena_printf(s->session_arena, "%s2", unit)
                                  : NULL;
}

/* The derivative of `own`, as a variable with its equation. */
static FlatVarId model_add_rate(ModelSplit *m, const char *name, FlatVarId own,
                                FlatCausality causality)
{
  FlatVarId rate = model_add_var(m, name, own.i, causality);
  m->to->var[rate.i].unit = split_model_rate_unit(m->s, m->to->var[own.i].unit);
  model_add_equation(m, model_der(m, own), model_ref(m, rate), false);
  return rate;
}

/* All rates of a potential. A taker that gets two has the first as a state,
 * which begins with what is given. */
static void model_add_rates_of(ModelSplit *m, const SplitPort *port,
                               FlatVarId own)
{
  const SplitNode *node = &m->plan->node[port->node];
  Arena *arena = m->s->session_arena;
  FlatCausality causality = port->is_input ? FLAT_INPUT : FLAT_OUTPUT;
  const char *second = arena_printf(arena, "%s2", port->name);
  if (node->n_rates == 1) {
    model_add_rate(m, port->name, own, causality);
  } else if (!port->is_input) {
    FlatVarId rate = model_add_rate(m, port->name, own, causality);
    model_add_rate(m, second, rate, causality);
  } else {
    const char *name = arena_printf(arena, "%s_state", port->name);
    FlatVarId state = model_add_rate(m, name, own, FLAT_LOCAL);
    FlatVarId given = model_add_var(m, port->name, state.i, FLAT_INPUT);
    model_add_equation(m, model_ref(m, state), model_ref(m, given), true);
    model_add_rate(m, second, state, FLAT_INPUT);
  }
}

/* The input of a potential that is a state here. */
static void model_add_followed(ModelSplit *m, const SplitPort *port,
                               FlatVarId own)
{
  const SplitNode *node = &m->plan->node[port->node];
  FlatVarId in = model_add_var(m, port->name, own.i, FLAT_INPUT);
  Span span = m->to->var[own.i].span;
  model_add_equation(m, model_ref(m, own), model_ref(m, in), true);
  if (node->n_rates > 0) return; /* the rate has its equation */
  FlatExpr *lag = types_binary(&m->typing, span, FLAT_MULTIPLY,
                               types_real(&m->typing, span, m->plan->filter),
                               model_der(m, own));
  FlatExpr *gap = types_binary(&m->typing, span, FLAT_SUBTRACT,
                               model_ref(m, in), model_ref(m, own));
  model_add_equation(m, lag, gap, false);
}

/* A variable that has a value of its own cannot be given another one: who
 * tries finds the equation. */
static void model_make_input(ModelSplit *m, FlatVarId id)
{
  FlatExpr *value = m->to->var[id.i].binding;
  m->to->var[id.i].causality = FLAT_INPUT;
  m->to->var[id.i].binding = NULL;
  if (value) model_add_equation(m, model_ref(m, id), value, false);
}

static void model_add_port_of(ModelSplit *m, const SplitPort *port)
{
  const SplitNode *node = &m->plan->node[port->node];
  assert(m->new_id[port->variable] >= 0);
  FlatVarId own = {m->new_id[port->variable]};
  bool is_state = node->n_rates > 0 || m->plan->filter > 0;
  switch (port->kind) {
  case SPLIT_POTENTIAL:
    if (!port->is_input)
      m->to->var[own.i].causality = FLAT_OUTPUT;
    else if (is_state)
      model_add_followed(m, port, own);
    else
      model_make_input(m, own);
    break;
  case SPLIT_RATE: model_add_rates_of(m, port, own); break;
  case SPLIT_RATE2: break; /* with the first */
  case SPLIT_FLOW:
    if (port->is_input) break; /* below, all at once */
    if (node->flow[port->value].n[m->part] == 1) {
      m->to->var[own.i].causality = FLAT_OUTPUT;
      break;
    }
    FlatVarId out = model_add_var(m, port->name, own.i, FLAT_OUTPUT);
    model_add_equation(m, model_ref(m, out),
                       model_sum(m, &node->flow[port->value]), false);
    break;
  }
}

/* An input begins with what the flows of the other part are in the whole. */
static void model_begin_flow(const ModelSplit *m, const SplitSet *set,
                             int other, FlatVarId in)
{
  double sum = m->plan->first ? 0 : NAN;
  assert(set->n[other] > 0);
  for (int i = 0; i < set->n[other] && isfinite(sum); i++)
    sum += m->plan->first[set->member[other][i]];
  FlatVar *v = &m->to->var[in.i];
  if (isfinite(sum)) v->start = types_real(&m->typing, v->span, sum);
}

/* All flows into the node of a giver: its own, and one input each. */
static void model_add_flows(ModelSplit *m, const SplitPorts *ports, int node,
                            int value)
{
  FlatExpr *sum = model_sum(m, &m->plan->node[node].flow[value]);
  for (int i = 0; i < ports->n; i++) {
    const SplitPort *port = &ports->item[i];
    if (port->node != node || port->value != value ||
        port->kind != SPLIT_FLOW || !port->is_input)
      continue;
    FlatVarId in =
        model_add_var(m, port->name, m->new_id[port->variable], FLAT_INPUT);
    model_begin_flow(m, &m->plan->node[node].flow[value], port->other, in);
    sum = types_binary(&m->typing, sum->span, FLAT_ADD, sum, model_ref(m, in));
  }
  model_add_equation(m, sum, types_real(&m->typing, sum->span, 0), false);
}

/* Several connectors of the part at one node are equal. */
static void model_add_equal(ModelSplit *m, const SplitSet *set)
{
  for (int i = 1; i < set->n[m->part]; i++)
    model_add_equation(
        m, model_ref(m, (FlatVarId){m->new_id[set->member[m->part][i]]}),
        model_ref(m, (FlatVarId){m->new_id[set->member[m->part][0]]}), false);
}

static void model_add_nodes(ModelSplit *m, const SplitPorts *ports)
{
  for (int i = 0; i < ports->n; i++) model_add_port_of(m, &ports->item[i]);
  for (int n = 0; n < m->plan->n_nodes; n++) {
    const SplitNode *node = &m->plan->node[n];
    if (!model_meets(node, m->part)) continue;
    for (int k = 0; k < node->n_potentials; k++)
      model_add_equal(m, &node->potential[k]);
    if (node->part[node->giver] != m->part) continue;
    for (int k = 0; k < node->n_flows; k++) model_add_flows(m, ports, n, k);
  }
}

/* What others use is given. */
static void model_give(ModelSplit *m)
{
  for (int k = 0; k < m->plan->n_uses; k++) {
    int v = m->plan->use[k].variable;
    if (m->plan->part_of[v] != m->part) continue;
    FlatVar *given = &m->to->var[m->new_id[v]];
    given->causality = FLAT_OUTPUT;
    given->is_internal = given->is_protected = false;
  }
}

static void model_add_signals(ModelSplit *m)
{
  const SplitPlan *plan = m->plan;
  for (int k = 0; k < plan->n_signals; k++) {
    const SplitSignal *signal = &plan->signal[k];
    bool is_source = plan->part_of[signal->source] == m->part;
    if (is_source)
      m->to->var[m->new_id[signal->source]].causality = FLAT_OUTPUT;
    for (int i = 0; i < signal->n_targets; i++) {
      int v = signal->target[i];
      if (plan->part_of[v] != m->part) continue;
      if (!is_source) {
        const FlatVar *source = &m->from->var[signal->source];
        model_make_input(m, (FlatVarId){m->new_id[v]});
        FlatVar *input = &m->to->var[m->new_id[v]];
        /* an input of the system has its own */
        if (plan->part_of[signal->source] == SPLIT_OUTSIDE && source->start &&
            types_is_literal(source->start))
          input->start = source->start;
        continue;
      }
      model_add_equation(m, model_ref(m, (FlatVarId){m->new_id[v]}),
                         model_ref(m, (FlatVarId){m->new_id[signal->source]}),
                         false);
    }
  }
}

/* --- the whole --- */

static void model_begin(ModelSplit *m)
{
  Arena *arena = m->s->flat_arena;
  size_t n = (size_t)m->from->n_vars;
  m->is_kept = arena_array(arena, n, sizeof(bool));
  m->new_id = arena_array(arena, n, sizeof(int));
  m->waiting = arena_array(arena, n, sizeof(int));
  for (size_t i = 0; i < n; i++) m->new_id[i] = -1;
  m->to = arena_alloc(arena, sizeof *m->to);
  *m->to = *m->from;
  m->to->name = session_name(m->s, arena_printf(m->s->session_arena, "%s_%s",
                                                m->from->name,
                                                m->plan->part[m->part].word));
  m->to->n_components = 1;
  m->to->n_connection_sets = 0;
  m->to->n_broken_edges = 0;
  m->to->shown = (FlatShown){0};
  m->to->face = NULL;
  m->to->n_repeats = 0;
  m->faults = (Faults){.s = m->s};
  m->typing = (Typing){.faults = &m->faults, .arena = arena};
}

FlatModel *split_model(Session *s, const FlatModel *flat, const SplitPlan *plan,
                       int part)
{
  ModelSplit m = {.s = s, .from = flat, .plan = plan, .part = part};
  SplitPorts ports = split_model_ports(s, flat, plan, part);
  model_begin(&m);
  m.to->n_vars = 0;
  model_choose_algorithms(&m);
  model_copy_equations(&m);
  model_copy_others(&m);
  model_keep_vars(&m);
  model_copy_vars(&m);
  flat_each_expression(m.to, model_takes, model_rewrite_place, &m);
  model_renumber_algorithms(&m);
  if (m.to->experiment.is_tunable) {
    int v = m.to->experiment.tolerance_parameter.i;
    m.to->experiment.is_tunable = m.is_kept[v];
    m.to->experiment.tolerance_parameter.i = m.new_id[v];
  }
  model_give(&m);
  model_add_signals(&m);
  model_add_nodes(&m, &ports);
  return m.to;
}
