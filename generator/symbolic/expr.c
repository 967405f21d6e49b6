/* expr.c: the table of nodes. Nodes lie in pages that never move; a hash
 * table with open addressing finds the node that exists already. */
#include "symbolic/expr.h"

#include <assert.h>
#include <string.h>

enum { PAGE_BITS = 14, PAGE_SIZE = 1 << PAGE_BITS };

struct ExprTable {
  Arena *arena;
  ExprNode **page;
  int n_pages, cap_pages;
  int n_nodes;
  int32_t *bucket; /* id + 1, 0: free */
  uint32_t n_buckets;
};

/* In step with ExprOp. */
static const struct {
  const char *name;
  int arity;
  bool boolean;
} op_info[N_EXPR_OPS] = {
    [EXPR_CONST] = {"const", 0, false}, [EXPR_VAR] = {"var", 0, false},
    [EXPR_TIME] = {"time", 0, false},   [EXPR_ADD] = {"+", 2, false},
    [EXPR_SUB] = {"-", 2, false},       [EXPR_MUL] = {"*", 2, false},
    [EXPR_DIV] = {"/", 2, false},       [EXPR_POW] = {"^", 2, false},
    [EXPR_NEG] = {"-", 1, false},       [EXPR_SIN] = {"sin", 1, false},
    [EXPR_COS] = {"cos", 1, false},     [EXPR_TAN] = {"tan", 1, false},
    [EXPR_ASIN] = {"asin", 1, false},   [EXPR_ACOS] = {"acos", 1, false},
    [EXPR_ATAN] = {"atan", 1, false},   [EXPR_ATAN2] = {"atan2", 2, false},
    [EXPR_SINH] = {"sinh", 1, false},   [EXPR_COSH] = {"cosh", 1, false},
    [EXPR_TANH] = {"tanh", 1, false},   [EXPR_EXP] = {"exp", 1, false},
    [EXPR_LOG] = {"log", 1, false},     [EXPR_LOG10] = {"log10", 1, false},
    [EXPR_SQRT] = {"sqrt", 1, false},   [EXPR_ABS] = {"abs", 1, false},
    [EXPR_SIGN] = {"sign", 1, false},   [EXPR_MIN] = {"min", 2, false},
    [EXPR_MAX] = {"max", 2, false},     [EXPR_FLOOR] = {"floor", 1, false},
    [EXPR_CEIL] = {"ceil", 1, false},   [EXPR_LT] = {"<", 2, true},
    [EXPR_LE] = {"<=", 2, true},        [EXPR_EQ] = {"==", 2, true},
    [EXPR_NE] = {"<>", 2, true},        [EXPR_AND] = {"and", 2, true},
    [EXPR_OR] = {"or", 2, true},        [EXPR_NOT] = {"not", 1, true},
    [EXPR_IF] = {"if", 3, false},       [EXPR_INITIAL] = {"initial()", 0, true},
};

const char *expr_op_name(ExprOp op)
{
  return op_info[op].name;
}

int expr_op_arity(ExprOp op)
{
  return op_info[op].arity;
}

static void rehash(ExprTable *t, uint32_t n_buckets);

ExprTable *expr_table_create(Arena *arena)
{
  ExprTable *t = arena_alloc(arena, sizeof *t);
  t->arena = arena;
  rehash(t, 1024);
  return t;
}

const ExprNode *expr_node(const ExprTable *t, ExprId e)
{
  assert(e.i >= 0 && e.i < t->n_nodes);
  return &t->page[e.i >> PAGE_BITS][e.i & (PAGE_SIZE - 1)];
}

int expr_count(const ExprTable *t)
{
  return t->n_nodes;
}

static uint32_t node_hash(const ExprNode *n)
{
  uint64_t bits = 0;
  if (n->op == EXPR_CONST) memcpy(&bits, &n->value, sizeof bits);
  if (n->op == EXPR_VAR) bits = (uint32_t)n->var.i;
  uint64_t h = 0x9E3779B97F4A7C15u * (n->op + 1u);
  const uint64_t word[] = {bits, (uint32_t)n->arg[0].i, (uint32_t)n->arg[1].i,
                           (uint32_t)n->arg[2].i, (uint32_t)n->index};
  for (size_t k = 0; k < sizeof word / sizeof word[0]; k++) {
    h = (h ^ word[k]) * 0xFF51AFD7ED558CCDu;
    h ^= h >> 32;
  }
  return (uint32_t)h;
}

/* Constants are compared by their bits: -0.0 and 0.0 stay apart. */
static bool node_equal(const ExprNode *a, const ExprNode *b)
{
  if (a->op != b->op || a->index != b->index) return false;
  for (int k = 0; k < 3; k++) {
    if (a->arg[k].i != b->arg[k].i) return false;
  }
  if (a->op == EXPR_CONST) {
    return memcmp(&a->value, &b->value, sizeof a->value) == 0;
  }
  return a->op != EXPR_VAR || a->var.i == b->var.i;
}

static void rehash(ExprTable *t, uint32_t n_buckets)
{
  t->bucket = arena_array(t->arena, n_buckets, sizeof t->bucket[0]);
  t->n_buckets = n_buckets;
  for (int32_t i = 0; i < t->n_nodes; i++) {
    uint32_t h = node_hash(expr_node(t, (ExprId){i})) & (n_buckets - 1);
    while (t->bucket[h]) h = (h + 1) & (n_buckets - 1);
    t->bucket[h] = i + 1;
  }
}

static ExprId append_node(ExprTable *t, const ExprNode *node)
{
  int page = t->n_nodes >> PAGE_BITS;
  if (page == t->n_pages) {
    if (t->n_pages == t->cap_pages) {
      int cap = t->cap_pages ? 2 * t->cap_pages : 16;
      ExprNode **grown = arena_array(t->arena, (size_t)cap, sizeof t->page[0]);
      if (t->n_pages > 0) {
        memcpy(grown, t->page, (size_t)t->n_pages * sizeof t->page[0]);
      }
      t->page = grown;
      t->cap_pages = cap;
    }
    t->page[t->n_pages++] = arena_array(t->arena, PAGE_SIZE, sizeof *node);
  }
  t->page[page][t->n_nodes & (PAGE_SIZE - 1)] = *node;
  return (ExprId){t->n_nodes++};
}

ExprId expr_intern(ExprTable *t, const ExprNode *node)
{
  assert(node->op < N_EXPR_OPS);
  uint32_t h = node_hash(node) & (t->n_buckets - 1);
  while (t->bucket[h]) {
    ExprId found = {t->bucket[h] - 1};
    if (node_equal(expr_node(t, found), node)) return found;
    h = (h + 1) & (t->n_buckets - 1);
  }
  ExprId made = append_node(t, node);
  t->bucket[h] = made.i + 1;
  if ((uint32_t)t->n_nodes * 2 > t->n_buckets) rehash(t, t->n_buckets * 2);
  return made;
}

bool expr_is_const(const ExprTable *t, ExprId e, double *value)
{
  const ExprNode *n = expr_node(t, e);
  if (n->op != EXPR_CONST) return false;
  if (value) *value = n->value;
  return true;
}

bool expr_is_zero(const ExprTable *t, ExprId e)
{
  double value;
  return expr_is_const(t, e, &value) && value == 0;
}

bool expr_is_boolean(const ExprTable *t, ExprId e)
{
  return op_info[expr_node(t, e)->op].boolean;
}
