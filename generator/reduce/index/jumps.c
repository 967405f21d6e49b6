/* jumps.c: from what jumps along the matched equations. */
#include "reduce/index/jumps.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/structure/still.h"
#include "reduce/system/generated_root.h"
#include "symbolic/call.h"
#include "symbolic/differentiate.h"

/* --- what jumps --- */

bool *jumps_counting(const Walk *walk)
{
  const ExprTable *t = walk->exprs;
  bool *counts =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof counts[0]);
  counts[walk->n_nodes - 1] = true;
  for (int k = walk->n_nodes - 1; k >= 0; k--) { /* users before operands */
    const ExprNode *n = expr_node(t, walk->node[k]);
    if (!counts[k] || walk_is_event(n)) continue;
    if (n->op == EXPR_CALL) {
      walk_mark_arguments(walk, walk->node[k],
                          call_moves(t, walk->node[k], walk->arena), counts);
    }
    for (int a = n->op == EXPR_CALL; a < n->n_args; a++) { /* the guard */
      int position = walk_position(walk, n->arg[a]);
      if (position >= 0) counts[position] = true;
    }
  }
  return counts;
}

/* What a question about a node may look at. */
typedef struct Question {
  const System *sys;
  Walk *operand;     /* below a node; NULL: not asked for */
  const bool *still; /* [n_vars] still.h; NULL likewise */
} Question;

static bool node_jumps(const Question *q, const ExprNode *n)
{
  if (walk_is_event(n)) return true;
  if (n->op != EXPR_VAR) return false;
  VarKind kind = q->sys->var[n->var.i].kind;
  return kind == VAR_MEMORY || kind == VAR_DISCRETE || kind == VAR_INPUT;
}

bool jumps_is_settable(const Var *var)
{
  return var->kind == VAR_PARAMETER && !var->is_set_at_start && !var->is_string;
}

static bool node_is_settable(const Question *q, const ExprNode *n)
{
  return n->op == EXPR_VAR && jumps_is_settable(&q->sys->var[n->var.i]);
}

typedef bool NodeQuestion(const Question *q, const ExprNode *n);

/* Is there such a node among those that count? */
static bool equation_holds(const Question *q, Walk *walk, EqId e,
                           NodeQuestion *is_such)
{
  const System *sys = q->sys;
  assert(e.i >= 0 && e.i < sys->n_eqs);
  bool found = false;
  walk_from(walk, sys->eq[e.i].residual, true);
  ArenaMark mark = arena_mark(walk->arena);
  const bool *counts = jumps_counting(walk);
  for (int k = 0; k < walk->n_nodes && !found; k++) {
    found = counts[k] && is_such(q, expr_node(sys->exprs, walk->node[k]));
  }
  arena_release(mark);
  return found;
}

bool jumps_is_source(const System *sys, Walk *walk, EqId e)
{
  return equation_holds(&(Question){.sys = sys}, walk, e, node_jumps);
}

/* The versions of a chain are equations of their own with some methods of index
 * reduction: there the monitors tell. */
bool jumps_is_deep(const System *sys, EqId e)
{
  EqId above = sys->eq[e.i].derivative;
  if (above.i >= 0 && sys->eq[above.i].derivative.i >= 0) return true;
  for (int k = 0; k + 1 < sys->n_monitors; k++) {
    const Monitor *m = &sys->monitor[k];
    if (m->residual.i == sys->eq[e.i].residual.i &&
        sys->monitor[k + 1].constraint == m->constraint)
      return true;
  }
  return false;
}

bool jumps_is_highest(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return var->kind == VAR_CONTINUOUS && var->derivative.i < 0 &&
         var->alias_of.i < 0;
}

bool jumps_is_fixed(const System *sys, Walk *walk, ExprId e)
{
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (walk_is_event(n) || !system_is_fixed(sys, n)) return false;
  }
  return true;
}

/* One of the versions below the highest holds something that jumps, or the only
 * one holds a parameter. */
static bool chain_jumps(const System *sys, Walk *walk, EqId top)
{
  for (EqId e = sys->eq[top.i].integral; e.i >= 0; e = sys->eq[e.i].integral) {
    if (jumps_is_source(sys, walk, e)) return true;
  }
  EqId below = sys->eq[top.i].integral;
  return below.i >= 0 && sys->eq[below.i].integral.i < 0 &&
         !jumps_is_deep(sys, below) &&
         equation_holds(&(Question){.sys = sys}, walk, below, node_is_settable);
}

/* --- along the equations --- */

/* The most differentiated equations, and the highest derivatives in them. */
typedef struct Graph {
  const System *sys;
  Walk *walk;
  int *row_of;     /* [n_vars] the equation that is matched to it; -1 */
  int *first, *in; /* of variable v: in[first[v]] .. in[first[v + 1] - 1] are
                      the equations that hold it */
} Graph;

static bool is_top(const System *sys, int e)
{
  return sys->eq[e].derivative.i < 0 && sys->eq_var[e].i >= 0;
}

typedef void HighestVar(void *context, int e, VarId v);

static void each_highest(const Graph *g, int e, HighestVar *call, void *context)
{
  walk_from(g->walk, g->sys->eq[e].residual, true);
  for (int k = 0; k < g->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(g->sys->exprs, g->walk->node[k]);
    if (n->op == EXPR_VAR && jumps_is_highest(g->sys, n->var))
      call(context, e, n->var);
  }
}

static void count_row(void *context, int e, VarId v)
{
  (void)e;
  ((Graph *)context)->first[v.i + 1]++;
}

/* first[v] is where the next one goes, at the end where those of v + 1 begin. */
static void store_row(void *context, int e, VarId v)
{
  Graph *g = context;
  g->in[g->first[v.i]++] = e;
}

static void each_row(Graph *g, HighestVar *call)
{
  for (int e = 0; e < g->sys->n_eqs; e++) {
    if (is_top(g->sys, e)) each_highest(g, e, call, g);
  }
}

static Graph make_graph(const System *sys, Walk *walk, Arena *arena)
{
  size_t n = (size_t)sys->n_vars;
  Graph g = {.sys = sys, .walk = walk};
  g.row_of = arena_array(arena, n, sizeof(int));
  g.first = arena_array(arena, n + 1, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) g.row_of[i] = -1;
  for (int e = 0; e < sys->n_eqs; e++) {
    if (is_top(sys, e)) g.row_of[sys->eq_var[e].i] = e;
  }
  each_row(&g, count_row);
  for (int i = 0; i < sys->n_vars; i++) g.first[i + 1] += g.first[i];
  g.in = arena_array(arena, (size_t)g.first[sys->n_vars], sizeof(int));
  each_row(&g, store_row);
  for (int i = sys->n_vars; i > 0; i--) g.first[i] = g.first[i - 1];
  g.first[0] = 0;
  return g;
}

/* Equations that are to be followed. */
typedef struct Queue {
  int *row, n;
  bool *seen;
} Queue;

static Queue queue_create(const System *sys, Arena *arena)
{
  size_t n = (size_t)sys->n_eqs;
  return (Queue){.row = arena_array(arena, n, sizeof(int)),
                 .seen = arena_array(arena, n, sizeof(bool))};
}

static void queue_add(Queue *q, int e)
{
  if (e < 0 || q->seen[e]) return;
  q->seen[e] = true;
  q->row[q->n++] = e;
}

/* An equation gives its unknown to all that hold it. */
static void follow_forward(const Graph *g, Queue *q)
{
  for (int k = 0; k < q->n; k++) {
    int v = g->sys->eq_var[q->row[k]].i;
    for (int i = g->first[v]; i < g->first[v + 1]; i++) {
      queue_add(q, g->in[i]);
    }
  }
}

/* The way back: to the equation that an unknown comes from. */
typedef struct WayBack {
  const Graph *g;
  Queue *q;
} WayBack;

static void add_giver(void *context, int e, VarId v)
{
  const WayBack *back = context;
  (void)e;
  queue_add(back->q, back->g->row_of[v.i]);
}

/* From the equations of derivatives. */
static void follow_backward(const Graph *g, Queue *q)
{
  const System *sys = g->sys;
  WayBack back = {g, q};
  for (int e = 0; e < sys->n_eqs; e++) {
    if (is_top(sys, e) && sys->var[sys->eq_var[e].i].integral.i >= 0)
      queue_add(q, e);
  }
  for (int k = 0; k < q->n; k++) each_highest(g, q->row[k], add_giver, &back);
}

/* --- the pass --- */

static bool jumps_wants_highest(const void *context, VarId v)
{
  return jumps_is_highest(context, v);
}

/* Do its factors of the highest derivatives stay as they are? */
static bool jumps_is_affine(const System *sys, Walk *walk, Walk *other,
                            EqId top)
{
  Gradient gradient = {0};
  differentiate_gradient(walk, sys->eq[top.i].residual, jumps_wants_highest,
                         sys, &gradient);
  for (int k = 0; k < gradient.n_entries; k++) {
    if (!jumps_is_fixed(sys, other, gradient.entry[k].value)) return false;
  }
  return true;
}

int jumps_n_chains(const System *sys)
{
  int n = 0;
  while (n < sys->n_jumps && sys->jump[n].below.i >= 0) n++;
  return n;
}

int jumps_of_law(const System *sys, EqId e)
{
  for (int k = sys->n_jumps - 1; k >= 0 && sys->jump[k].below.i < 0; k--) {
    if (sys->jump[k].law.i == e.i) return k;
  }
  return -1;
}

bool jumps_is_own_factor(const System *sys, Walk *walk, VarId var,
                         ExprId factor)
{
  VarId own = sys->var[var.i].integral;
  bool changes = false;
  if (own.i < 0) return false;
  walk_from(walk, factor, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    bool is_own = n->op == EXPR_VAR && n->var.i == own.i;
    if (walk_is_event(n) || (!is_own && !system_is_fixed(sys, n))) return false;
    changes |= is_own;
  }
  return changes;
}

/* Are all factors of derivatives fixed or functions of what is differentiated,
 * one of them at least the latter, and all other factors fixed? */
static bool law_can_be_integrated(const System *sys, Walk *walk, Walk *other,
                                  EqId e)
{
  Gradient gradient = {0};
  bool has_own = false;
  differentiate_gradient(walk, sys->eq[e.i].residual, jumps_wants_highest, sys,
                         &gradient);
  for (int k = 0; k < gradient.n_entries; k++) {
    const GradientEntry *entry = &gradient.entry[k];
    bool is_own = jumps_is_own_factor(sys, other, entry->var, entry->value);
    if (!is_own && !jumps_is_fixed(sys, other, entry->value)) return false;
    has_own |= is_own;
  }
  return has_own;
}

static void add_jump(System *sys, Session *s, Name root, EqId top)
{
  EqId below = sys->eq[top.i].integral;
  Jump jump = {.below = below, .law = below.i >= 0 ? NO_EQ : top};
  jump.impulse = system_add_var(
      sys, session_name(s, arena_printf(session_scratch(s), "%s[%d]", root,
                                        sys->n_jumps + 1)));
  Var *var = &sys->var[jump.impulse.i];
  Eq *eq = &sys->eq[top.i];
  var->kind = VAR_INPUT;
  var->is_internal = var->is_generated = true;
  var->span = eq->span;
  eq->residual =
      expr_sub(sys->exprs, eq->residual, expr_var(sys->exprs, jump.impulse));
  eq->family = eq->position = 0; /* it is not like the others any more */
  sys->jump = vector_grow(sys->arena, sys->jump, &sys->cap_jumps,
                          sys->n_jumps + 1, sizeof jump);
  sys->jump[sys->n_jumps++] = jump;
}

/* From the chains that jump, and those whose factors change with the jump. */
static void add_reached(System *sys, Session *s, Walk *walk,
                        const bool *is_source)
{
  Arena *scratch = session_scratch(s);
  Graph g = make_graph(sys, walk, scratch);
  Walk *other = walk_create(sys->exprs, scratch);
  Queue q = queue_create(sys, scratch);
  Name root = generated_root(sys, s, "impulse");
  int n_eqs = sys->n_eqs;
  for (int e = 0; e < n_eqs; e++) {
    if (is_source[e]) queue_add(&q, e);
  }
  follow_forward(&g, &q);
  for (int e = 0; e < n_eqs; e++) {
    EqId top = {e};
    if (!q.seen[e] || sys->eq[e].integral.i < 0) continue;
    if (is_source[e] || !jumps_is_affine(sys, walk, other, top))
      add_jump(sys, s, root, top);
  }
  for (int e = 0; e < n_eqs; e++) {
    EqId law = {e};
    if (!q.seen[e] || sys->eq[e].integral.i >= 0) continue;
    if (law_can_be_integrated(sys, walk, other, law))
      add_jump(sys, s, root, law);
  }
}

/* Does an operand change while the model runs? */
static bool operand_changes(const Question *q, const ExprNode *n)
{
  const System *sys = q->sys;
  for (int k = 0; k < n->n_args; k++) {
    walk_from(q->operand, n->arg[k], true);
    for (int j = 0; j < q->operand->n_nodes; j++) {
      const ExprNode *of = expr_node(sys->exprs, q->operand->node[j]);
      bool is_still = of->op == EXPR_VAR && q->still[of->var.i];
      if (!is_still && !system_is_fixed(sys, of)) return true;
    }
  }
  return false;
}

/* A choice between two numbers that no event announces. */
static bool is_quiet_choice(const Question *q, const ExprNode *n)
{
  double a, b;
  const ExprTable *t = q->sys->exprs;
  const ExprNode *condition = expr_node(t, n->arg[0]);
  return !walk_is_event(condition) && expr_is_const(t, n->arg[1], &a) &&
         expr_is_const(t, n->arg[2], &b) && a != b &&
         operand_changes(q, condition);
}

/* Jumps without an event: sign(), written or as the derivative of abs(). */
static bool node_steps(const Question *q, const ExprNode *n)
{
  if (n->op == EXPR_IF) return is_quiet_choice(q, n);
  return n->op == EXPR_SIGN && operand_changes(q, n);
}

/* Has a kink without an event. */
static bool node_bends(const Question *q, const ExprNode *n)
{
  return (n->op == EXPR_ABS || n->op == EXPR_MAX || n->op == EXPR_MIN) &&
         operand_changes(q, n);
}

/* Of the versions of a chain, from the one below the highest: one jumps, or one
 * that is differentiated twice or more has a kink. */
static bool chain_is_sharp(const Question *q, Walk *walk, EqId top)
{
  const System *sys = q->sys;
  EqId below = sys->eq[top.i].integral;
  for (EqId e = below; e.i >= 0; e = sys->eq[e.i].integral) {
    if (equation_holds(q, walk, e, node_steps)) return true;
    if (e.i != below.i && equation_holds(q, walk, e, node_bends)) return true;
  }
  return false;
}

static void warn_of_step(const Question *q, Session *s, Walk *walk, EqId top)
{
  if (!chain_is_sharp(q, walk, top)) return;
  Diagnostic *d = diagnostic_warning(
      s, q->sys->eq[top.i].span, W311,
      "this equation is differentiated, and sign(), abs(), min(), max() or "
      "noEvent() in it makes it jump or bend without an event: nothing says so "
      "to the solver");
  diagnostic_note(s, d, NO_SPAN,
                  "'if x > 0 then 1 else -1', 'if x > 0 then x else -x' make "
                  "an event there");
}

bool jumps_find(System *sys, Session *s)
{
  assert(sys->eq_var && sys->n_jumps == 0);
  if (sys->n_eqs == sys->n_given) return true; /* nothing is differentiated */
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  Walk *walk = walk_create(sys->exprs, scratch);
  Question q = {sys, walk_create(sys->exprs, scratch),
                still_find(sys, walk, scratch)};
  bool *is_source =
      arena_array(scratch, (size_t)sys->n_eqs, sizeof is_source[0]);
  bool any = false;
  for (int e = 0; e < sys->n_eqs; e++) {
    if (is_top(sys, e)) warn_of_step(&q, s, walk, (EqId){e});
    if (!is_top(sys, e) || !chain_jumps(sys, walk, (EqId){e})) continue;
    is_source[e] = any = true;
  }
  if (any) add_reached(sys, s, walk, is_source);
  arena_release(mark);
  return true;
}

static bool holds_impulse(const System *sys, Walk *walk, int e)
{
  walk_from(walk, sys->eq[e].residual, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op == EXPR_VAR && n->var.i >= sys->jump[0].impulse.i &&
        n->var.i <= sys->jump[sys->n_jumps - 1].impulse.i)
      return true;
  }
  return false;
}

JumpReach jumps_reach(const System *sys, Walk *walk, Arena *arena)
{
  assert(sys->eq_var && sys->n_jumps > 0);
  Graph g = make_graph(sys, walk, arena);
  Queue reached = queue_create(sys, arena), leads = queue_create(sys, arena);
  for (int e = 0; e < sys->n_eqs; e++) {
    if (is_top(sys, e) && holds_impulse(sys, walk, e)) queue_add(&reached, e);
  }
  follow_forward(&g, &reached);
  follow_backward(&g, &leads);
  return (JumpReach){reached.seen, leads.seen};
}
