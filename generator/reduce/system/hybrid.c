/* hybrid.c: see hybrid.h. */
#include "reduce/system/hybrid.h"

#include <assert.h>

#include "base/vector.h"
#include "symbolic/expr_memo.h"

/* Relations and floors are looked for among the last ones only: equal ones
 * stand close together, and the search must not grow with the model. */
enum { NEAR = 64 };

static VarId add_internal(System *sys, Session *s, const char *name,
                          VarType type, VarKind kind, Span span)
{
  VarId v = system_add_var(sys, session_name(s, name));
  Var *var = &sys->var[v.i];
  var->type = type;
  var->kind = kind;
  var->span = span;
  var->is_internal = true;
  return v;
}

VarId hybrid_pre(System *sys, Session *s, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  if (sys->var[v.i].pre.i >= 0) return sys->var[v.i].pre;
  const Var *var = &sys->var[v.i];
  const char *name = arena_printf(session_scratch(s), "pre(%s)", var->name);
  VarId pre = add_internal(sys, s, name, var->type, VAR_MEMORY, var->span);
  sys->var[v.i].pre = pre;
  sys->var[pre.i].pre_of = v;
  return pre;
}

static ExprId pre_expr(System *sys, Session *s, VarId v)
{
  return expr_var(sys->exprs, hybrid_pre(sys, s, v));
}

ExprId hybrid_relation(System *sys, ExprId left, ExprId right, bool or_equal,
                       Span span)
{
  assert(left.i >= 0 && right.i >= 0);
  int index = -1;
  ExprOp op = or_equal ? EXPR_LE : EXPR_LT;
  for (int k = sys->n_relations - 1; k >= 0 && k > sys->n_relations - NEAR;
       k--) {
    const EventRelation *r = &sys->relation[k];
    if (expr_same(r->left, left) && expr_same(r->right, right) &&
        r->or_equal == or_equal) {
      return expr_relation(sys->exprs, op, left, right, k);
    }
  }
  sys->relation = vector_grow(sys->arena, sys->relation, &sys->cap_relations,
                              sys->n_relations + 1, sizeof sys->relation[0]);
  index = sys->n_relations++;
  sys->relation[index] = (EventRelation){.left = left,
                                         .right = right,
                                         .or_equal = or_equal,
                                         .span = span,
                                         .event_time = NO_EXPR,
                                         .difference = NO_EXPR};
  return expr_relation(sys->exprs, op, left, right, index);
}

static Eq *add_definition(System *sys, VarId v, ExprId value, Span span)
{
  assert(v.i >= 0 && v.i < sys->n_vars && value.i >= 0);
  assert(!sys->eq_var); /* before reduce/ begins */
  ExprId left = expr_var(sys->exprs, v);
  EqId id = system_add_eq(sys, expr_sub(sys->exprs, left, value), span);
  Eq *eq = &sys->eq[id.i];
  eq->left = left;
  eq->right = value;
  eq->is_discrete = sys->var[v.i].type != VAR_REAL;
  return eq;
}

void hybrid_define(System *sys, VarId v, ExprId value, Span span)
{
  add_definition(sys, v, value, span);
}

void hybrid_define_when(System *sys, VarId v, ExprId value, Span span,
                        bool runs_initially)
{
  Eq *eq = add_definition(sys, v, value, span);
  eq->is_when = true;
  eq->runs_initially = runs_initially;
}

VarId hybrid_condition(System *sys, Session *s, ExprId e, Span span)
{
  assert(e.i >= 0);
  const ExprNode *n = expr_node(sys->exprs, e);
  if (n->op == EXPR_VAR && sys->var[n->var.i].kind >= VAR_INPUT) return n->var;
  if (!sys->condition_memo) sys->condition_memo = expr_memo_create(sys->arena);
  const int32_t *known = expr_memo_find(sys->condition_memo, e);
  if (known) return (VarId){*known};
  char *name =
      arena_printf(session_scratch(s), "$condition%d", ++sys->n_conditions);
  VarId v = add_internal(sys, s, name, VAR_BOOLEAN, VAR_DISCRETE, span);
  *expr_memo_add(sys->condition_memo, e, 1) = v.i;
  hybrid_define(sys, v, e, span);
  return v;
}

ExprId hybrid_edge(System *sys, Session *s, ExprId e, Span span)
{
  ExprTable *t = sys->exprs;
  if (expr_is_const(t, e, NULL)) return expr_const(t, 0);
  VarId c = hybrid_condition(sys, s, e, span);
  ExprId before = pre_expr(sys, s, c);
  return expr_binary(t, EXPR_AND, expr_var(t, c),
                     expr_unary(t, EXPR_NOT, before));
}

/* What n becomes where the relation says that x has reached `next`. x may still be a little before it, by rounding of the time
 * of an event: n moves on then. Where x is far from it the relation is of
 * before something else has jumped, and floor(x) counts. */
static ExprId floor_moved(ExprTable *t, ExprId x, ExprId next, bool is_up)
{
  ExprId small = expr_const(t, 1e-3), floor = expr_unary(t, EXPR_FLOOR, x);
  if (is_up) {
    ExprId later = expr_unary(t, EXPR_FLOOR, expr_add(t, x, small));
    return expr_binary(t, EXPR_MAX, floor,
                       expr_binary(t, EXPR_MIN, later, next));
  }
  ExprId above = expr_unary(t, EXPR_FLOOR, expr_sub(t, small, x));
  ExprId later = expr_sub(t, expr_neg(t, above), expr_const(t, 1));
  return expr_binary(t, EXPR_MIN, floor, expr_binary(t, EXPR_MAX, later, next));
}

/* n = if x >= pre(n) + 1 then up else if x < pre(n) then down else pre(n);
 * both relations are watched. */
ExprId hybrid_floor(System *sys, Session *s, ExprId x, Span span)
{
  assert(x.i >= 0);
  ExprTable *t = sys->exprs;
  char *name =
      arena_printf(session_scratch(s), "$floor%d", ++sys->n_conditions);
  VarId n = add_internal(sys, s, name, VAR_REAL, VAR_DISCRETE, span);
  ExprId before = pre_expr(sys, s, n);
  ExprId below = hybrid_relation(sys, x, before, false, span);
  ExprId next = expr_add(t, before, expr_const(t, 1));
  ExprId above = hybrid_relation(sys, next, x, true, span);
  ExprId last = expr_sub(t, before, expr_const(t, 1));
  ExprId down = floor_moved(t, x, last, false);
  ExprId up = floor_moved(t, x, next, true);
  ExprId value = expr_if(t, above, up, expr_if(t, below, down, before));
  hybrid_define_when(sys, n, value, span, true);
  return expr_var(t, n);
}

ExprId hybrid_sample(System *sys, Session *s, ExprId start, ExprId interval,
                     Span span)
{
  assert(start.i >= 0 && interval.i >= 0);
  for (int k = sys->n_samples - 1; k >= 0 && k > sys->n_samples - NEAR; k--) {
    const Sample *sample = &sys->sample[k];
    if (expr_same(sample->start, start) &&
        expr_same(sample->interval, interval)) {
      return expr_var(sys->exprs, sample->var);
    }
  }
  sys->sample = vector_grow(sys->arena, sys->sample, &sys->cap_samples,
                            sys->n_samples + 1, sizeof sys->sample[0]);
  char *name =
      arena_printf(session_scratch(s), "$sample%d", sys->n_samples + 1);
  VarId v = add_internal(sys, s, name, VAR_BOOLEAN, VAR_MEMORY, span);
  sys->sample[sys->n_samples++] = (Sample){start, interval, v, span};
  return expr_var(sys->exprs, v);
}

/* The Real as a variable of its own; of what does not change a parameter. */
static VarId real_variable(System *sys, Session *s, const char *name, ExprId e,
                           bool is_parameter, Span span)
{
  const ExprNode *n = expr_node(sys->exprs, e);
  if (n->op == EXPR_VAR && sys->var[n->var.i].type == VAR_REAL &&
      sys->var[n->var.i].kind != VAR_CONSTANT) {
    return n->var;
  }
  VarKind kind = is_parameter ? VAR_PARAMETER : VAR_CONTINUOUS;
  VarId v = add_internal(sys, s, name, VAR_REAL, kind, span);
  if (is_parameter) {
    sys->var[v.i].binding = e;
  } else {
    hybrid_define(sys, v, e, span);
  }
  return v;
}

ExprId hybrid_delay(System *sys, Session *s, ExprId x, ExprId T, ExprId longest,
                    Span span)
{
  assert(x.i >= 0 && T.i >= 0 && longest.i >= 0);
  Arena *scratch = session_scratch(s);
  int n = sys->n_delays + 1;
  Delay delay = {.span = span};
  bool is_fixed = expr_same(T, longest);
  delay.x = real_variable(sys, s, arena_printf(scratch, "$delayed%d", n), x,
                          false, span);
  delay.longest = real_variable(sys, s, arena_printf(scratch, "$longest%d", n),
                                longest, true, span);
  delay.T = is_fixed
                ? delay.longest
                : real_variable(sys, s, arena_printf(scratch, "$time%d", n), T,
                                false, span);
  char *name = arena_printf(scratch, "delay(%s)", sys->var[delay.x.i].name);
  delay.y = add_internal(sys, s, name, VAR_REAL, VAR_INPUT, span);
  sys->delay = vector_grow(sys->arena, sys->delay, &sys->cap_delays, n,
                           sizeof sys->delay[0]);
  sys->delay[sys->n_delays++] = delay;
  return expr_var(sys->exprs, delay.y);
}

/* Initial points or values, as parameters. */
static VarId *profile(System *sys, Session *s, const char *name,
                      const ExprId *value, int n, Span span)
{
  VarId *list = arena_array(sys->arena, (size_t)n, sizeof list[0]);
  for (int k = 0; k < n; k++) {
    char *full = arena_printf(session_scratch(s), "$%s%d_%d", name,
                              sys->n_transports + 1, k + 1);
    list[k] = real_variable(sys, s, full, value[k], true, span);
  }
  return list;
}

ExprId hybrid_transport(System *sys, Session *s, const ExprId *arg, int n,
                        Span span)
{
  assert(n > 0);
  static const char *const name[] = {"in0", "in1", "moved", "positive"};
  ExprTable *t = sys->exprs;
  int number = sys->n_transports + 1;
  VarId v[4];
  for (int k = 0; k < 4; k++) {
    ExprId value =
        k < 3 ? arg[k] : expr_if(t, arg[k], expr_const(t, 1), expr_const(t, 0));
    v[k] = real_variable(
        sys, s, arena_printf(session_scratch(s), "$%s%d", name[k], number),
        value, false, span);
  }
  Transport transport = {.in0 = v[0],
                         .in1 = v[1],
                         .x = v[2],
                         .positive = v[3],
                         .point = profile(sys, s, "point", arg + 4, n, span),
                         .value =
                             profile(sys, s, "value", arg + 4 + n, n, span),
                         .n_points = n,
                         .span = span};
  char *y = arena_printf(session_scratch(s), "spatialDistribution(%s)",
                         sys->var[v[2].i].name);
  transport.y = add_internal(sys, s, y, VAR_REAL, VAR_INPUT, span);
  sys->transport = vector_grow(sys->arena, sys->transport, &sys->cap_transports,
                               number, sizeof sys->transport[0]);
  sys->transport[sys->n_transports++] = transport;
  return expr_var(t, transport.y);
}

ExprId hybrid_terminal(System *sys, Session *s)
{
  if (sys->terminal.i < 0) {
    sys->terminal =
        add_internal(sys, s, "terminal()", VAR_BOOLEAN, VAR_MEMORY, NO_SPAN);
  }
  return expr_var(sys->exprs, sys->terminal);
}

ExprId hybrid_homotopy(System *sys, Session *s, ExprId actual,
                       ExprId simplified)
{
  assert(actual.i >= 0 && simplified.i >= 0);
  ExprTable *t = sys->exprs;
  if (sys->homotopy.i < 0) {
    sys->homotopy =
        add_internal(sys, s, "homotopy()", VAR_REAL, VAR_MEMORY, NO_SPAN);
    sys->var[sys->homotopy.i].start = expr_const(t, 1);
  }
  ExprId part = expr_var(t, sys->homotopy), one = expr_const(t, 1);
  ExprId mixed = expr_add(t, expr_mul(t, part, actual),
                          expr_mul(t, expr_sub(t, one, part), simplified));
  /* at the ends the other expression need not have a value */
  ExprId begins = expr_relation(t, EXPR_LE, part, expr_const(t, 0), -1);
  ExprId is_way = expr_relation(t, EXPR_LT, part, one, -1);
  ExprId way = expr_if(t, begins, simplified, mixed);
  return expr_if(t, expr_initial(t), expr_if(t, is_way, way, actual), actual);
}

static bool has_initial(const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(walk->exprs, walk->node[k])->op == EXPR_INITIAL) return true;
  }
  return false;
}

ExprId hybrid_fold_initial(Walk *walk, ExprId e, bool initial)
{
  assert(e.i >= 0);
  ExprTable *t = walk->exprs;
  walk_from(walk, e, true);
  if (!has_initial(walk)) return e;
  ArenaMark mark = arena_mark(walk->arena);
  ExprId *made =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof made[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(t, walk->node[k]);
    made[k] = walk->node[k];
    if (n->op == EXPR_INITIAL) made[k] = expr_const(t, initial);
    if (walk_is_event(n) || n->n_args == 0) continue;
    ExprId arg[3] = {NO_EXPR, NO_EXPR, NO_EXPR};
    for (int a = 0; a < n->n_args; a++) {
      arg[a] = made[walk_position(walk, n->arg[a])];
    }
    made[k] = expr_rebuild(t, walk->node[k], arg);
  }
  ExprId result = made[walk->n_nodes - 1];
  arena_release(mark);
  return result;
}
