/* expr.c: the table of nodes, and how the one that exists already is found.
 *
 * Most operators are asked for while their operands are fresh, so a few slots
 * belong to each node, in the order of ids: there its first users are looked
 * for, and memory that was touched a moment ago is all that is touched. Users
 * for which there was no room, and constants, are in a hash table with open
 * addressing; its buckets keep the hash, so that a node is looked at only when
 * it is almost surely the right one. Variables, every other node asked for,
 * have an array of their own. */
#include "symbolic/expr.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/vector.h"

struct ExprBucket {
  uint32_t hash;
  int32_t id; /* + 1; 0: free */
};

/* In step with ExprOp. */
static const struct {
  const char *name;
  int arity;
  bool boolean;
} op_info[N_EXPR_OPS] = {
    [EXPR_CONST] = {"const", 0, false},
    [EXPR_VAR] = {"var", 0, false},
    [EXPR_TIME] = {"time", 0, false},
    [EXPR_DIRECTION] = {"d", 0, false},
    [EXPR_ADD] = {"+", 2, false},
    [EXPR_SUB] = {"-", 2, false},
    [EXPR_MUL] = {"*", 2, false},
    [EXPR_DIV] = {"/", 2, false},
    [EXPR_POW] = {"^", 2, false},
    [EXPR_NEG] = {"-", 1, false},
#define MATH_FUNCTION(NAME, name, n_args, ...)                                 \
  [EXPR_##NAME] = {name, n_args, false},
#include "base/builtin_functions.def"
    [EXPR_LT] = {"<", 2, true},
    [EXPR_LE] = {"<=", 2, true},
    [EXPR_EQ] = {"==", 2, true},
    [EXPR_NE] = {"<>", 2, true},
    [EXPR_AND] = {"and", 2, true},
    [EXPR_OR] = {"or", 2, true},
    [EXPR_NOT] = {"not", 1, true},
    [EXPR_IF] = {"if", 3, false},
    [EXPR_INITIAL] = {"initial()", 0, true},
    [EXPR_ARG] = {"argument", 2, false},
    [EXPR_CALL] = {"call", 2, false},
    [EXPR_RESULT] = {"result", 1, false},
};

const char *expr_op_name(ExprOp op)
{
  assert(op < N_EXPR_OPS && op_info[op].name);
  return op_info[op].name;
}

int expr_op_arity(ExprOp op)
{
  assert(op < N_EXPR_OPS);
  return op_info[op].arity;
}

ExprTable *expr_table_create(Arena *arena)
{
  ExprTable *t = arena_alloc(arena, sizeof *t);
  t->arena = arena;
  t->zero = expr_intern(t, &(ExprNode){.op = EXPR_CONST, .value = 0});
  t->one = expr_intern(t, &(ExprNode){.op = EXPR_CONST, .value = 1});
  t->minus_one = expr_intern(t, &(ExprNode){.op = EXPR_CONST, .value = -1});
  return t;
}

void expr_set_functions(ExprTable *t, const struct CallFunctions *functions)
{
  t->functions = functions;
}

const struct CallFunctions *expr_functions(const ExprTable *t)
{
  return t->functions;
}

int expr_count(const ExprTable *t)
{
  return t->n_nodes;
}

void expr_table_seal(ExprTable *t)
{
  arena_give_back(t->arena, t->bucket, t->n_buckets * sizeof t->bucket[0]);
  arena_give_back(t->arena, t->user, (size_t)t->cap_users * sizeof t->user[0]);
  t->bucket = NULL;
  t->user = NULL;
  t->cap_users = 0;
}

static uint64_t expr_mix(uint64_t h, uint64_t word)
{
  h = (h ^ word) * 0xFF51AFD7ED558CCDu;
  return h ^ (h >> 32);
}

static uint32_t node_hash(const ExprNode *n)
{
  uint64_t h = 0x9E3779B97F4A7C15u * (n->op + 1u);
  if (n->op == EXPR_CONST) {
    uint64_t bits;
    memcpy(&bits, &n->value, sizeof bits);
    /* once would leave multiples of a number near each other */
    return (uint32_t)expr_mix(expr_mix(h, bits), n->op);
  }
  h = expr_mix(h,
               (uint64_t)(uint32_t)n->arg[0].i << 32 | (uint32_t)n->arg[1].i);
  return (uint32_t)expr_mix(h, (uint32_t)n->arg[2].i); /* or its index */
}

/* Constants are compared by their bits: NaN is equal to itself. */
static bool node_equal(const ExprNode *a, const ExprNode *b)
{
  if (a->op != b->op) return false;
  if (a->op == EXPR_CONST) {
    return memcmp(&a->value, &b->value, sizeof a->value) == 0;
  }
  return a->arg[0].i == b->arg[0].i && a->arg[1].i == b->arg[1].i &&
         a->arg[2].i == b->arg[2].i; /* or the index */
}

static void expr_grow_buckets(ExprTable *t)
{
  uint32_t n = t->n_buckets * 2;
  struct ExprBucket *grown = arena_array(t->arena, n, sizeof grown[0]);
  for (uint32_t k = 0; k < t->n_buckets; k++) {
    struct ExprBucket filled = t->bucket[k];
    if (filled.id == 0) continue;
    uint32_t at = filled.hash & (n - 1);
    while (grown[at].id) at = (at + 1) & (n - 1);
    grown[at] = filled;
  }
  arena_give_back(t->arena, t->bucket, t->n_buckets * sizeof t->bucket[0]);
  t->bucket = grown;
  t->n_buckets = n;
}

/* Pages come one by one at first, then several at a time: a model with many
 * of them gets large pieces of memory. */
static void append_pages(ExprTable *t)
{
  enum { FEW_PAGES = 16 };
  int n = t->n_pages < FEW_PAGES ? 1 : FEW_PAGES;
  t->page = vector_grow(t->arena, t->page, &t->cap_pages, t->n_pages + n,
                        sizeof t->page[0]);
  ExprNode *made =
      arena_array(t->arena, (size_t)n * EXPR_PAGE_SIZE, sizeof *made);
  for (int k = 0; k < n; k++) {
    t->page[t->n_pages++] = made + (ptrdiff_t)k * EXPR_PAGE_SIZE;
  }
}

static ExprId append_node(ExprTable *t, const ExprNode *node)
{
  assert(t->n_nodes < INT32_MAX);
  int page = t->n_nodes >> EXPR_PAGE_BITS;
  if (page == t->n_pages) append_pages(t);
  t->page[page][t->n_nodes & (EXPR_PAGE_SIZE - 1)] = *node;
  return (ExprId){t->n_nodes++};
}

/* Slots a node adds, and slots that are searched: those of the next ones too,
 * since few nodes have as many users as others have none. */
enum { USERS_PER_NODE = 2, USERS_SEARCHED = 8 };

/* The slot that holds the operator, or the first free one, where it belongs;
 * NULL: all are taken by others. */
static int32_t *find_user(ExprTable *t, const ExprNode *node)
{
  int newest = node->arg[0].i;
  for (int k = 1; k < node->n_args; k++) {
    if (node->arg[k].i > newest) newest = node->arg[k].i;
  }
  if (newest > (INT_MAX - USERS_SEARCHED) / USERS_PER_NODE) return NULL;
  int first = newest * USERS_PER_NODE;
  t->user = vector_grow(t->arena, t->user, &t->cap_users,
                        first + USERS_SEARCHED, sizeof t->user[0]);
  for (int32_t *at = t->user + first; at < t->user + first + USERS_SEARCHED;
       at++) {
    if (*at == 0) return at;
    if (node_equal(expr_node(t, (ExprId){*at - 1}), node)) return at;
  }
  return NULL;
}

/* An id for a node that is in no table: its own, or a new one. */
static ExprId id_of(ExprTable *t, const ExprNode *node, ExprId own)
{
  return own.i >= 0 ? own : append_node(t, node);
}

static ExprId enter_hashed(ExprTable *t, const ExprNode *node, ExprId own)
{
  uint32_t hash = node_hash(node);
  uint32_t at = hash & (t->n_buckets - 1);
  for (; t->bucket[at].id; at = (at + 1) & (t->n_buckets - 1)) {
    ExprId found = {t->bucket[at].id - 1};
    if (t->bucket[at].hash != hash) continue;
    if (node_equal(expr_node(t, found), node)) return found;
  }
  ExprId id = id_of(t, node, own);
  t->bucket[at] = (struct ExprBucket){hash, id.i + 1};
  if (++t->n_used > t->n_buckets / 3 * 2) expr_grow_buckets(t);
  return id;
}

/* The node that is found, or the one entered; `own`: its id, if it has one. */
static ExprId expr_enter(ExprTable *t, const ExprNode *node, ExprId own)
{
  int32_t *user = node->n_args > 0 ? find_user(t, node) : NULL;
  if (!user) return enter_hashed(t, node, own);
  if (*user == 0) *user = id_of(t, node, own).i + 1;
  return (ExprId){*user - 1};
}

/* What finds the nodes, empty or with all that there are. */
static void expr_make_finder(ExprTable *t)
{
  t->n_buckets = 1024;
  t->n_used = 0;
  t->bucket = arena_array(t->arena, t->n_buckets, sizeof t->bucket[0]);
  for (int i = 0; i < t->n_nodes; i++) {
    const ExprNode *node = expr_node(t, (ExprId){i});
    if (node->op != EXPR_VAR) expr_enter(t, node, (ExprId){i});
  }
}

ExprId expr_intern(ExprTable *t, const ExprNode *node)
{
  assert(node->op < N_EXPR_OPS && node->op != EXPR_VAR);
  assert(node->n_args == op_info[node->op].arity);
  for (int k = 0; k < node->n_args; k++) { /* ids are a topological order */
    assert(node->arg[k].i >= 0 && node->arg[k].i < t->n_nodes);
  }
  if (!t->bucket) expr_make_finder(t);
  return expr_enter(t, node, NO_EXPR);
}

ExprId expr_const(ExprTable *t, double value)
{
  /* A negative zero would make equal expressions differ. */
  if (value == 0) return t->zero;
  if (value == 1) return t->one;
  if (value == -1) return t->minus_one;
  return expr_intern(t, &(ExprNode){.op = EXPR_CONST, .value = value});
}

ExprId expr_var(ExprTable *t, VarId var)
{
  assert(var.i >= 0);
  t->var_node = vector_grow(t->arena, t->var_node, &t->cap_var_nodes, var.i + 1,
                            sizeof t->var_node[0]);
  ExprId *known = &t->var_node[var.i];
  if (known->i == 0) {
    known->i = append_node(t, &(ExprNode){.op = EXPR_VAR, .var = var}).i + 1;
  }
  return (ExprId){known->i - 1};
}

ExprId expr_direction(ExprTable *t, VarId var)
{
  return expr_intern(t, &(ExprNode){.op = EXPR_DIRECTION, .var = var});
}

bool expr_is_boolean(const ExprTable *t, ExprId e)
{
  return op_info[expr_node(t, e)->op].boolean;
}
