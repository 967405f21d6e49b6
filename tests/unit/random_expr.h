/* random_expr.h: the same random expressions in every run.
 *
 * Raw expressions are interned as they are, past the simplifier, so that a
 * test can compare what was meant with what became of it.
 */
#ifndef FOUCAULT_TESTS_RANDOM_EXPR_H
#define FOUCAULT_TESTS_RANDOM_EXPR_H

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "math_functions.h"
#include "symbolic/evaluate.h"

enum { RANDOM_VARS = 4 };

typedef struct Random {
  uint64_t state;
} Random;

static inline uint32_t random_bits(Random *r)
{
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(r->state >> 33);
}

/* 0 .. n-1 */
static inline int random_below(Random *r, int n)
{
  return (int)(random_bits(r) % (uint32_t)n);
}

static inline double random_between(Random *r, double low, double high)
{
  return low + (high - low) * random_bits(r) / 2147483648.0;
}

/* A table with a walk; values of the variables. */
typedef struct RandomWorld {
  Arena *arena, *scratch;
  ExprTable *t;
  Walk *walk;
  Random random;
  double value[RANDOM_VARS];
} RandomWorld;

static inline void random_world_begin(RandomWorld *w, uint64_t seed)
{
  w->arena = arena_create("test");
  w->scratch = arena_create("scratch");
  w->t = expr_table_create(w->arena);
  w->walk = walk_create(w->t, w->scratch);
  w->random = (Random){seed};
}

static inline void random_world_end(RandomWorld *w)
{
  arena_destroy(w->scratch);
  arena_destroy(w->arena);
}

/* For a test whose state is the world. */
static inline int random_world_tear_down(void **state)
{
  random_world_end(*state);
  return 0;
}

static inline ExprId random_var(RandomWorld *w, int i)
{
  return expr_var(w->t, (VarId){i});
}

static inline double random_var_value(const void *context, VarId var)
{
  return ((const RandomWorld *)context)->value[var.i];
}

static inline double random_value_of(RandomWorld *w, ExprId e, double time)
{
  EvaluatePoint point = {.var = random_var_value, .context = w, .time = time};
  return evaluate(w->walk, e, &point);
}

static inline void random_new_point(RandomWorld *w)
{
  for (int i = 0; i < RANDOM_VARS; i++) {
    w->value[i] = random_between(&w->random, -2, 2);
  }
}

static inline ExprId random_raw_node(ExprTable *t, ExprOp op, ExprId a,
                                     ExprId b, ExprId c)
{
  bool relation = op >= EXPR_LT && op <= EXPR_NE;
  ExprNode n = {.op = (uint8_t)op,
                .n_args = (uint8_t)expr_op_arity(op),
                .arg = {a, b, c}};
  if (n.n_args < 2) n.arg[1] = NO_EXPR;
  if (n.n_args < 3) n.index = relation ? -1 : 0;
  return expr_intern(t, &n);
}

/* Variables often, the constants that rules look for, time. */
static inline ExprId random_leaf(RandomWorld *w)
{
  static const double special[] = {0, 1, -1, 2, 0.5, 3, -2.5};
  int kind = random_below(&w->random, 10);
  if (kind == 0) return expr_time(w->t);
  if (kind < 4) return expr_const(w->t, special[random_below(&w->random, 7)]);
  return expr_var(w->t, (VarId){random_below(&w->random, RANDOM_VARS)});
}

/* Arithmetic and if often, then each function of the table. */
static inline ExprOp random_op(RandomWorld *w, bool smooth)
{
  static const ExprOp often[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV,
                                 EXPR_POW, EXPR_NEG, EXPR_IF,  EXPR_ADD,
                                 EXPR_SUB, EXPR_MUL, EXPR_NEG};
  enum { N_OFTEN = sizeof often / sizeof often[0] };
  for (;;) {
    int k = random_below(&w->random, N_OFTEN + N_MATH_FUNCTIONS);
    ExprOp op = k < N_OFTEN ? often[k] : math_functions[k - N_OFTEN].op;
    if (!smooth || !expr_op_is_step(op)) return op;
  }
}

/* One operator on random earlier ones; condition[] are Booleans. */
static inline ExprId random_raw_real(RandomWorld *w, const ExprId *real,
                                     int n_real, const ExprId *condition,
                                     int n_conditions, bool smooth)
{
  ExprOp op = random_op(w, smooth);
  ExprId a = real[random_below(&w->random, n_real)];
  ExprId b = real[random_below(&w->random, n_real)];
  if (op != EXPR_IF) return random_raw_node(w->t, op, a, b, NO_EXPR);
  ExprId c = condition[random_below(&w->random, n_conditions)];
  return random_raw_node(w->t, EXPR_IF, c, a, b);
}

static inline ExprId random_raw_boolean(RandomWorld *w, const ExprId *real,
                                        int n_real, const ExprId *condition,
                                        int n_conditions, bool smooth)
{
  int kind = random_below(&w->random, n_conditions > 0 ? 7 : 4);
  if (kind < 4) {
    ExprOp op = (ExprOp)(EXPR_LT + (smooth ? kind % 2 : kind));
    ExprId a = real[random_below(&w->random, n_real)];
    ExprId b = real[random_below(&w->random, n_real)];
    return random_raw_node(w->t, op, a, b, NO_EXPR);
  }
  ExprId a = condition[random_below(&w->random, n_conditions)];
  ExprId b = condition[random_below(&w->random, n_conditions)];
  return random_raw_node(w->t, (ExprOp)(EXPR_AND + kind - 4), a, b, NO_EXPR);
}

/* A raw expression of about n operators; smooth: no sign, floor,
 * ceil, and no Reals compared with == and <>. */
static inline ExprId random_raw(RandomWorld *w, int n, bool smooth)
{
  enum { CAP = 64 };
  ExprId real[CAP], condition[CAP];
  int n_real = 0, n_conditions = 0;
  while (n_real < 4) real[n_real++] = random_leaf(w);
  for (int k = 0; k < n && n_real < CAP - 1; k++) {
    if (n_conditions == 0 || random_below(&w->random, 6) == 0) {
      condition[n_conditions] =
          random_raw_boolean(w, real, n_real, condition, n_conditions, smooth);
      n_conditions++;
    }
    /* the last one counts, so prefer new operands */
    int from = n_real > 6 ? n_real - 6 : 0;
    real[n_real] = random_raw_real(w, real + from, n_real - from, condition,
                                   n_conditions, smooth);
    n_real++;
    if (random_below(&w->random, 3) == 0) {
      real[n_real] = real[n_real - 1];
      real[n_real++ - 1] = random_leaf(w);
    }
  }
  return real[n_real - 1];
}

/* The raw expression, each of its variables replaced by one drawn at random:
 * of the same graph unless two of them become one. */
static inline ExprId random_renamed(RandomWorld *w, Walk *walk, ExprId e)
{
  VarId to[RANDOM_VARS];
  for (int i = 0; i < RANDOM_VARS; i++) {
    to[i].i = random_below(&w->random, RANDOM_VARS);
  }
  walk_from(walk, e, false);
  ExprId made[256];
  assert(walk->n_nodes <= 256);
  for (int k = 0; k < walk->n_nodes; k++) {
    ExprNode n = *expr_node(w->t, walk->node[k]);
    for (int a = 0; a < n.n_args; a++) {
      n.arg[a] = made[walk_position(walk, n.arg[a])];
    }
    made[k] =
        n.op == EXPR_VAR ? expr_var(w->t, to[n.var.i]) : expr_intern(w->t, &n);
  }
  return made[walk->n_nodes - 1];
}

/* The raw expression made again through the simplifier. */
static inline ExprId random_simplified(RandomWorld *w, ExprId raw)
{
  walk_from(w->walk, raw, false);
  ArenaMark mark = arena_mark(w->scratch);
  ExprId *made =
      arena_array(w->scratch, (size_t)w->walk->n_nodes, sizeof made[0]);
  for (int k = 0; k < w->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(w->t, w->walk->node[k]);
    ExprId arg[3];
    for (int a = 0; a < n->n_args; a++) {
      arg[a] = made[walk_position(w->walk, n->arg[a])];
    }
    ExprOp op = (ExprOp)n->op;
    made[k] = n->n_args == 0   ? w->walk->node[k]
              : n->n_args == 1 ? expr_unary(w->t, op, arg[0])
              : n->n_args == 2 ? expr_binary(w->t, op, arg[0], arg[1])
                               : expr_if(w->t, arg[0], arg[1], arg[2]);
  }
  ExprId result = made[w->walk->n_nodes - 1];
  arena_release(mark);
  return result;
}

/* Everything finite on the way? 0 * x is 0 even where x is infinite. And no
 * zero whose sign matters: -0 is 0 for the simplifier, not for atan2. */
static inline bool random_is_ordinary(RandomWorld *w, ExprId raw, double time)
{
  ExprId node[512];
  walk_from(w->walk, raw, false);
  int n = w->walk->n_nodes;
  assert(n <= 512);
  for (int k = 0; k < n; k++) node[k] = w->walk->node[k];
  for (int k = 0; k < n; k++) {
    if (!isfinite(random_value_of(w, node[k], time))) return false;
    const ExprNode *e = expr_node(w->t, node[k]);
    if (e->op == EXPR_ATAN2 && random_value_of(w, e->arg[0], time) == 0) {
      return false;
    }
  }
  return true;
}

#endif
