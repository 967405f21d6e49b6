/* circuit.c: connectors, nodes and currents; then the branches that are left
 * when every part is dropped that holds something else. */
#include "reduce/structure/circuit/circuit.h"

#include <assert.h>
#include <string.h>

#include "base/disjoint_sets.h"
#include "base/vector.h"
#include "reduce/structure/circuit/circuit_law.h"
#include "reduce/structure/circuit/circuit_topology.h"

/* A variable of a sum, with its sign. */
typedef struct Term {
  ExprId expr; /* a variable at the end */
  bool is_negative;
} Term;

/* Where a current goes: how often it leaves each of its nodes. */
typedef struct Wire {
  int node[2], times[2]; /* a node: the root of its potentials */
  bool is_wrong;         /* more nodes than two */
  VarId flow;            /* the first one of a connector; NO_VAR: none */
} Wire;

typedef struct Recognition {
  System *sys;
  Session *s;
  Arena *scratch;
  Walk *walk;
  Circuit *circuit;
  VarId *flow_of, *potential_of; /* [n_vars] of the same connector; NO_VAR */
  bool *is_potential;            /* [n_vars] */
  bool *is_law;                  /* [n_eqs] says what a component does */
  DisjointSets *node;            /* of potentials */
  DisjointSets *current;         /* of variables equal up to the sign */
  Wire *wire;                    /* [n_vars] of the roots of currents */
  bool *is_wrong_node; /* [n_vars] of a current that is not a branch */
  Term *term;          /* workspace of find_terms() */
  int cap_terms;
} Recognition;

/* --- sums --- */

static void circuit_push(Recognition *r, int *n, ExprId e, bool is_negative)
{
  r->term = vector_grow(r->scratch, r->term, &r->cap_terms, *n + 1,
                        sizeof r->term[0]);
  r->term[(*n)++] = (Term){e, is_negative};
}

/* A sum of variables with signs, as r->term; how many, -1: something else. */
static int find_terms(Recognition *r, ExprId e)
{
  int n = 0, done = 0;
  circuit_push(r, &n, e, false);
  while (done < n) {
    Term term = r->term[done];
    const ExprNode *node = expr_node(r->sys->exprs, term.expr);
    if (node->op == EXPR_VAR) {
      done++;
      continue;
    }
    bool is_sum = node->op == EXPR_ADD || node->op == EXPR_SUB;
    if (!is_sum && node->op != EXPR_NEG) return -1;
    bool turns = node->op == EXPR_NEG;
    r->term[done] = (Term){node->arg[0], term.is_negative ^ turns};
    bool minus = node->op == EXPR_SUB;
    if (is_sum) circuit_push(r, &n, node->arg[1], term.is_negative ^ minus);
  }
  return n;
}

static VarId term_var(const Recognition *r, int k)
{
  return expr_node(r->sys->exprs, r->term[k].expr)->var;
}

/* --- connectors --- */

/* Of "a.p.v" that of "a.p"; 0: no part of anything. */
static size_t prefix_length(Name name)
{
  const char *dot = strrchr(name, '.');
  return dot ? (size_t)(dot - name) : 0;
}

static bool is_unknown(const System *sys, VarId v)
{
  return sys->var[v.i].kind == VAR_CONTINUOUS;
}

static bool *mark_flows(Recognition *r)
{
  const System *sys = r->sys;
  bool *flows = arena_array(r->scratch, (size_t)sys->n_vars, sizeof(bool));
  for (int e = 0; e < sys->n_eqs; e++) {
    if (!sys->eq[e].is_flow) continue;
    IntList list =
        incidence_of(sys, r->walk, sys->eq[e].residual, false, r->scratch);
    for (int k = 0; k < list.n; k++) flows[list.item[k]] = true;
  }
  return flows;
}

/* The variables [begin, end) are those of one component: a connector of a
 * circuit if they are one flow and one other unknown. */
static void take_connector(Recognition *r, const bool *flows, int begin,
                           int end)
{
  VarId flow = NO_VAR, potential = NO_VAR;
  for (int i = begin; i < end; i++) {
    VarId *place = flows[i] ? &flow : &potential;
    if (!is_unknown(r->sys, (VarId){i})) continue;
    if (place->i >= 0) return;
    *place = (VarId){i};
  }
  if (flow.i < 0 || potential.i < 0) return;
  r->flow_of[potential.i] = flow;
  r->potential_of[flow.i] = potential;
  r->is_potential[potential.i] = true;
}

/* The variables of a connector are declared together. */
static void find_connectors(Recognition *r)
{
  const System *sys = r->sys;
  const bool *flows = mark_flows(r);
  for (int begin = 0, end; begin < sys->n_vars; begin = end) {
    Name name = sys->var[begin].name;
    size_t n = prefix_length(name);
    for (end = begin + 1; end < sys->n_vars; end++) {
      Name next = sys->var[end].name;
      if (prefix_length(next) != n || strncmp(name, next, n) != 0) break;
    }
    if (n > 0) take_connector(r, flows, begin, end);
  }
}

/* --- nodes and currents --- */

/* True: the equation joins two connectors. */
static bool join_nodes(Recognition *r, const Eq *eq)
{
  if (!eq->is_potential || find_terms(r, eq->residual) != 2) return false;
  VarId a = term_var(r, 0), b = term_var(r, 1);
  if (!r->is_potential[a.i] || !r->is_potential[b.i]) return false;
  disjoint_sets_unite(r->node, a.i, b.i, false);
  return true;
}

static bool may_be_current(const Recognition *r, VarId v)
{
  return is_unknown(r->sys, v) && !system_is_der(r->sys, v) &&
         !r->is_potential[v.i];
}

/* True: the equation says that two variables are equal up to the sign. */
static bool join_currents(Recognition *r, const Eq *eq)
{
  if (eq->is_discrete || find_terms(r, eq->residual) != 2) return false;
  VarId a = term_var(r, 0), b = term_var(r, 1);
  if (!may_be_current(r, a) || !may_be_current(r, b)) return false;
  bool is_opposite = r->term[0].is_negative == r->term[1].is_negative;
  return disjoint_sets_unite(r->current, a.i, b.i, is_opposite);
}

/* All flows of the equation belong to connectors of the circuit. */
static bool is_balance(Recognition *r, const Eq *eq)
{
  if (!eq->is_flow) return false;
  int n = find_terms(r, eq->residual);
  for (int k = 0; k < n; k++) {
    if (r->potential_of[term_var(r, k).i].i < 0) return false;
  }
  return n > 0;
}

static void find_nodes(Recognition *r)
{
  const System *sys = r->sys;
  for (int e = 0; e < sys->n_eqs; e++) {
    const Eq *eq = &sys->eq[e];
    bool is_other = eq->is_discrete || eq->is_when || is_balance(r, eq) ||
                    join_nodes(r, eq) || (!eq->is_flow && join_currents(r, eq));
    r->is_law[e] = !is_other;
  }
}

/* --- wires --- */

static void note_end(Recognition *r, Wire *wire, int node, int times)
{
  for (int k = 0; k < 2; k++) {
    if (wire->times[k] != 0 && wire->node[k] != node) continue;
    if (wire->times[1 - k] != 0 && wire->node[1 - k] == node) continue;
    wire->node[k] = node;
    wire->times[k] += times;
    return;
  }
  wire->is_wrong = true;
  r->is_wrong_node[node] = true;
}

static void find_wires(Recognition *r)
{
  const System *sys = r->sys;
  for (int i = 0; i < sys->n_vars; i++) r->wire[i].flow = NO_VAR;
  for (int e = 0; e < sys->n_eqs; e++) {
    if (!is_balance(r, &sys->eq[e])) continue;
    int n = find_terms(r, sys->eq[e].residual);
    for (int k = 0; k < n; k++) {
      VarId flow = term_var(r, k), at = r->potential_of[flow.i];
      bool is_negative;
      int root = disjoint_sets_root(r->current, flow.i, &is_negative);
      Wire *wire = &r->wire[root];
      if (wire->flow.i < 0 || flow.i < wire->flow.i) wire->flow = flow;
      int node = disjoint_sets_root(r->node, at.i, NULL);
      bool minus = is_negative ^ r->term[k].is_negative;
      note_end(r, wire, node, minus ? -1 : 1);
    }
  }
}

/* --- branches --- */

static Name branch_name(Session *s, Name flow, bool with_connector)
{
  size_t n = prefix_length(flow);
  char *text = arena_copy_text(session_scratch(s), flow, n);
  if (!with_connector && prefix_length(text) > 0) {
    text[prefix_length(text)] = 0;
  }
  return session_name(s, text);
}

static bool circuit_kind_of(const CircuitLaw *law, BranchKind *kind)
{
  static const BranchKind by_order[] = {BRANCH_INDUCTOR, BRANCH_RESISTOR,
                                        BRANCH_CAPACITOR};
  if (!law->has_voltage && !law->has_current) return false;
  if (!law->has_voltage || !law->has_current) {
    *kind = law->has_voltage ? BRANCH_VOLTAGE : BRANCH_CURRENT;
    return true;
  }
  int difference = law->voltage - law->current;
  if (difference < -1 || difference > 1) return false;
  *kind = by_order[difference + 1];
  return true;
}

static void leave_out(Recognition *r, const Wire *wire, const char *why)
{
  for (int k = 0; k < 2; k++) {
    if (wire->times[k] != 0) r->is_wrong_node[wire->node[k]] = true;
  }
  if (r->circuit->left_out) return;
  Name flow = r->sys->var[wire->flow.i].name;
  r->circuit->left_out = arena_printf(r->sys->arena, "'%s' %s",
                                      branch_name(r->s, flow, false), why);
}

/* Ends of the branch: nodes as roots of potentials, -1 the datum. False: the
 * current only passes, or its component is shorted. */
static bool find_ends(const Wire *wire, int *from, int *to)
{
  *from = *to = -1;
  for (int k = 0; k < 2; k++) {
    if (wire->times[k] > 0) *from = wire->node[k];
    if (wire->times[k] < 0) *to = wire->node[k];
  }
  return *from >= 0 || *to >= 0;
}

static bool circuit_is_plain(const Wire *wire)
{
  int a = wire->times[0], b = wire->times[1];
  return !wire->is_wrong && a * a <= 1 && b * b <= 1 && (a == 0 || a != b);
}

static void add_branch(Recognition *r, int root, CircuitLaws *laws)
{
  const Wire *wire = &r->wire[root];
  Circuit *c = r->circuit;
  CircuitBranch b = {0};
  if (!circuit_is_plain(wire)) {
    leave_out(r, wire, "has a current that enters more than two nodes");
    return;
  }
  if (!find_ends(wire, &b.from, &b.to)) return;
  CircuitLaw law;
  if (!circuit_law_find(laws, root, &law) || !circuit_kind_of(&law, &b.kind)) {
    leave_out(r, wire, "is neither source nor resistor, capacitor or inductor");
    return;
  }
  bool has_one_end = b.from < 0 || b.to < 0;
  b.is_ground = has_one_end && b.kind == BRANCH_VOLTAGE && law.is_constant;
  Name flow = r->sys->var[wire->flow.i].name;
  b.name = branch_name(r->s, flow, false);
  CircuitBranch *last =
      c->n_branches > 0 ? &c->branch[c->n_branches - 1] : NULL;
  if (last && last->name == b.name) b.name = branch_name(r->s, flow, true);
  c->branch[c->n_branches++] = b;
}

/* In the order of the first connector. */
static void find_branches(Recognition *r)
{
  const System *sys = r->sys;
  size_t n = (size_t)sys->n_vars;
  int *column = arena_array(r->scratch, n, sizeof(int));
  bool *is_current = arena_array(r->scratch, n, sizeof(bool));
  for (int i = 0; i < sys->n_vars; i++) {
    VarId v = {i}, given = system_integral(sys, v, system_order(sys, v));
    VarId flow = r->flow_of[given.i];
    int root =
        disjoint_sets_root(r->current, flow.i >= 0 ? flow.i : given.i, NULL);
    column[i] = is_unknown(sys, v) ? root : -1;
    if (r->potential_of[i].i >= 0) is_current[root] = true;
  }
  CircuitLaws *laws = circuit_laws_create(
      sys, column, is_current, r->is_potential, r->is_law, r->scratch);
  r->circuit->branch = arena_array(sys->arena, n, sizeof(CircuitBranch));
  for (int i = 0; i < sys->n_vars; i++) {
    if (r->potential_of[i].i < 0) continue;
    int root = disjoint_sets_root(r->current, i, NULL);
    if (r->wire[root].flow.i == i) add_branch(r, root, laws);
  }
}

/* --- the circuit --- */

/* Everything that is joined to a wrong node is wrong. */
static void spread_wrong(Recognition *r)
{
  const Circuit *c = r->circuit;
  DisjointSets *part = disjoint_sets_create(r->scratch, r->sys->n_vars);
  for (int k = 0; k < c->n_branches; k++) {
    const CircuitBranch *b = &c->branch[k];
    if (b->from < 0 || b->to < 0) continue;
    disjoint_sets_unite(part, b->from, b->to, false);
  }
  for (int i = 0; i < r->sys->n_vars; i++) {
    if (!r->is_wrong_node[i]) continue;
    r->is_wrong_node[disjoint_sets_root(part, i, NULL)] = true;
  }
  for (int i = 0; i < r->sys->n_vars; i++) {
    int root = disjoint_sets_root(part, i, NULL);
    if (r->is_wrong_node[root]) r->is_wrong_node[i] = true;
  }
}

static int number_node(Recognition *r, int *number, int node)
{
  if (node < 0) return CIRCUIT_DATUM;
  if (number[node] == 0) number[node] = ++r->circuit->n_nodes;
  return number[node];
}

static void keep_branches(Recognition *r)
{
  Circuit *c = r->circuit;
  int n = 0;
  int *number = arena_array(r->scratch, (size_t)r->sys->n_vars, sizeof(int));
  for (int k = 0; k < c->n_branches; k++) {
    CircuitBranch b = c->branch[k];
    if (r->is_wrong_node[b.from >= 0 ? b.from : b.to]) continue;
    b.from = number_node(r, number, b.from);
    b.to = number_node(r, number, b.to);
    if (b.is_ground)
      c->n_grounds++;
    else
      c->n_of[b.kind]++;
    c->branch[n++] = b;
  }
  c->n_branches = n;
}

static Recognition circuit_begin(System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  size_t n = (size_t)sys->n_vars;
  Recognition r = {.sys = sys, .s = s, .scratch = scratch};
  r.walk = walk_create(sys->exprs, scratch);
  r.circuit = arena_alloc(sys->arena, sizeof *r.circuit);
  r.flow_of = arena_array(scratch, n, sizeof(VarId));
  r.potential_of = arena_array(scratch, n, sizeof(VarId));
  for (int i = 0; i < sys->n_vars; i++) r.flow_of[i] = NO_VAR;
  for (int i = 0; i < sys->n_vars; i++) r.potential_of[i] = NO_VAR;
  r.is_potential = arena_array(scratch, n, sizeof(bool));
  r.is_law = arena_array(scratch, (size_t)sys->n_eqs, sizeof(bool));
  r.node = disjoint_sets_create(scratch, sys->n_vars);
  r.current = disjoint_sets_create(scratch, sys->n_vars);
  r.wire = arena_array(scratch, n, sizeof(Wire));
  r.is_wrong_node = arena_array(scratch, n, sizeof(bool));
  return r;
}

bool circuit_find(System *sys, Session *s)
{
  assert(!sys->circuit && !sys->eq_var); /* the equations are as written */
  if (!sys->choice.circuit) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Recognition r = circuit_begin(sys, s);
  find_connectors(&r);
  find_nodes(&r);
  find_wires(&r);
  find_branches(&r);
  spread_wrong(&r);
  keep_branches(&r);
  if (r.circuit->n_branches > 0) {
    circuit_topology(r.circuit, sys->arena, r.scratch);
    sys->circuit = r.circuit;
  }
  arena_release(mark);
  return true;
}

CircuitSize circuit_size(const Circuit *c)
{
  int n_charges = c->n_of[BRANCH_CAPACITOR],
      n_fluxes = c->n_of[BRANCH_INDUCTOR];
  int given = c->n_potentials + n_fluxes + c->n_of[BRANCH_VOLTAGE];
  int hidden = c->n_loops + c->n_cutsets;
  int charge = given + n_charges + n_fluxes;
  return (CircuitSize){given, given + hidden, charge,
                       charge + hidden + n_charges + n_fluxes};
}
