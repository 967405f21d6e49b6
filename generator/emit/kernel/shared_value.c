/* shared_value.c: finds nodes with several users, above something dear. */
#include "emit/kernel/shared_value.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "emit/text/c_text.h"
#include "symbolic/call.h"
#include "symbolic/walk.h"

/* More nodes below the roots: variables would be too many for one C function,
 * and only calls of functions of the model are shared. */
#define MOST_NODES 4000

/* The nodes below all roots, by position in the walk. */
typedef struct Search {
  const ExprTable *exprs;
  const Walk *walk;
  int *uses;
  bool *is_dear; /* it, or something below that has no variable, is */
  bool *is_shared;
  bool calls_only;
} Search;

static bool shared_value_has_effects(const ExprTable *exprs,
                                     const ExprNode *call)
{
  const CallFunctions *f = expr_functions(exprs);
  return f->has_effects(f->context, call->index);
}

static bool is_dear(ExprOp op)
{
  enum { CHEAP, DEAR };
  const uint64_t dear = 0
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  | ((uint64_t)(facts == DEAR) << EXPR_##NAME)
#define COST(cost) cost
#include "base/builtin_functions.def"
      ;
  return dear >> op & 1;
}

/* A function that takes the time of many additions; x^3 is none. */
static bool costs_much(const ExprTable *exprs, const ExprNode *n)
{
  double exponent;
  if (n->op == EXPR_CALL) return true;
  if (n->op == EXPR_POW) {
    return !expr_is_const(exprs, n->arg[1], &exponent) ||
           exponent != floor(exponent) || fabs(exponent) > 4;
  }
  return is_dear((ExprOp)n->op);
}

/* Reals, and what calls fill. */
static bool can_be_shared(const ExprTable *exprs, const ExprNode *n)
{
  if (n->op == EXPR_CALL) return !shared_value_has_effects(exprs, n);
  if (n->op == EXPR_RESULT) {
    return !shared_value_has_effects(exprs, expr_node(exprs, n->arg[0]));
  }
  return expr_op_is_computed_number((ExprOp)n->op);
}

static void shared_value_count_uses(Search *s, const ExprId *root, int n_roots)
{
  for (int k = 0; k < n_roots; k++) s->uses[walk_position(s->walk, root[k])]++;
  for (int k = 0; k < s->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(s->exprs, s->walk->node[k]);
    if (walk_is_event(n)) continue;
    for (int a = 0; a < n->n_args; a++) {
      s->uses[walk_position(s->walk, n->arg[a])]++;
    }
  }
}

/* Operands come first. */
static void choose(Search *s)
{
  for (int k = 0; k < s->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(s->exprs, s->walk->node[k]);
    bool is_dear = costs_much(s->exprs, n);
    for (int a = 0; !walk_is_event(n) && a < n->n_args; a++) {
      int below = walk_position(s->walk, n->arg[a]);
      is_dear |= s->is_dear[below] && !s->is_shared[below];
    }
    s->is_dear[k] = is_dear;
    s->is_shared[k] = is_dear && s->uses[k] > 1 && can_be_shared(s->exprs, n) &&
                      (!s->calls_only || n->op == EXPR_CALL);
  }
}

static void shared_value_append(ModelText *m, SharedValues *shared, ExprId node,
                                int item)
{
  assert(shared->n == 0 || shared->item[shared->n - 1] <= item);
  Arena *scratch = session_scratch(m->s);
  if (shared->n == shared->cap) {
    int cap = shared->cap;
    shared->node =
        vector_grow(scratch, shared->node, &cap, shared->n + 1, sizeof node);
    shared->item = vector_grow(scratch, shared->item, &shared->cap,
                               shared->n + 1, sizeof item);
  }
  shared->node[shared->n] = node;
  shared->item[shared->n++] = item;
}

/* In the order of the statements; `is_shared` by position in an earlier walk,
 * whose nodes are `node`. */
static void find_first(ModelText *m, SharedValues *shared, const ExprId *node,
                       const bool *is_shared, int n_nodes, const ExprId *root,
                       const int *first, int n_items)
{
  /* numbers stand for "not needed yet" while statements are looked at */
  for (int k = 0; k < n_nodes; k++) {
    if (is_shared[k]) walk_stop_at(m->wanted, node[k], 1);
  }
  for (int item = 0; item < n_items; item++) {
    walk_from_all(m->walk, root + first[item], first[item + 1] - first[item],
                  true);
    for (int k = 0; k < m->walk->n_nodes; k++) {
      ExprId e = m->walk->node[k];
      if (walk_stop_number(m->wanted, e) == 0) continue;
      m->wanted->number[e.i] = 0;
      shared_value_append(m, shared, e, item);
    }
  }
  walk_stops_clear(m->wanted);
}

SharedValues shared_value_begin(ModelText *m, const ExprId *root,
                                const int *first, int n_items)
{
  assert(first[0] == 0);
  SharedValues shared = {0};
  Arena *scratch = session_scratch(m->s);
  shared_value_end(m);
  if (m->loop || m->twin || n_items < 2) return shared;
  walk_from_all(m->walk, root, first[n_items], true);
  size_t n = (size_t)m->walk->n_nodes;
  if (n == 0) return shared;
  Search s = {.exprs = m->reduced->exprs,
              .walk = m->walk,
              .calls_only = n > MOST_NODES,
              .uses = arena_array(scratch, n, sizeof s.uses[0]),
              .is_dear = arena_array(scratch, n, sizeof s.is_dear[0]),
              .is_shared = arena_array(scratch, n, sizeof s.is_shared[0])};
  shared_value_count_uses(&s, root, first[n_items]);
  choose(&s);
  ExprId *node = arena_array(scratch, n, sizeof node[0]);
  memcpy(node, m->walk->node, n * sizeof node[0]);
  find_first(m, &shared, node, s.is_shared, (int)n, root, first, n_items);
  return shared;
}

static void shared_value_write_variable(ModelText *m, ExprId e, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  c_expression_prepare(m->c, &e, 1, out);
  if (expr_node(m->reduced->exprs, e)->op == EXPR_CALL) {
    int array = c_expression_call_array(m->c, e);
    if (array > 0) walk_stop_at(m->stops, e, -array);
  } else {
    const char *text = c_expression(m->c, e, C_REAL);
    text = arena_printf(session_scratch(m->s), "const double s%d = %s;",
                        ++m->n_shared, text);
    c_text_statement(out, text, NULL);
    walk_stop_at(m->stops, e, m->n_shared);
  }
  m->n_kept_stops = m->stops->n_nodes;
  arena_release(mark);
}

void shared_value_write(ModelText *m, SharedValues *shared, int item, FILE *out)
{
  assert(shared->n_written == shared->n ||
         shared->item[shared->n_written] >= item);
  walk_stops_cut(m->stops, m->n_kept_stops);
  while (shared->n_written < shared->n &&
         shared->item[shared->n_written] == item) {
    shared_value_write_variable(m, shared->node[shared->n_written++], out);
  }
}

int shared_value_next(const SharedValues *shared, int most)
{
  if (shared->n_written == shared->n) return most;
  int item = shared->item[shared->n_written];
  return item < most ? item : most;
}

void shared_value_end(ModelText *m)
{
  m->n_kept_stops = 0;
  walk_stops_clear(m->stops);
}

/* The call whose result is e, or -e; NO_EXPR: none. */
static ExprId call_below(const ExprTable *t, ExprId e)
{
  while (e.i >= 0 && expr_node(t, e)->op == EXPR_NEG)
    e = expr_node(t, e)->arg[0];
  if (e.i < 0 || expr_node(t, e)->op != EXPR_RESULT) return NO_EXPR;
  return expr_node(t, e)->arg[0];
}

bool shared_value_is_call(const ModelText *m, ExprId a, ExprId b)
{
  const ExprTable *t = m->reduced->exprs;
  ExprId call = call_below(t, a);
  return call.i >= 0 && expr_same(call, call_below(t, b));
}
