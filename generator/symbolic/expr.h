/* expr.h: expressions as a hash-consed graph. Equal means same ExprId.
 *
 * The room symbolic/ owns expressions: they are made, walked, differentiated,
 * solved, evaluated and printed here. It calls base/. Reading order: this
 * file, simplify.c, walk.h, differentiate.h, solve_for.h; replay.h for what is
 * done to many expressions that are alike.
 *
 * A node is made once and never changes; a rewrite returns another id. The
 * operands of a node always have smaller ids than the node itself, so rising
 * ids are a topological order and no walk needs recursion. Values are Real
 * (double), or Boolean for relations and logical operators; Integer values
 * are represented exactly as doubles (|i| < 2^53).
 *
 * Making a node simplifies it locally (symbolic/simplify.c): constants are
 * folded, neutral elements dropped. Nothing is simplified that could change
 * a value or a domain: x - x becomes 0, x/x stays.
 */
#ifndef FOUCAULT_SYMBOLIC_EXPR_H
#define FOUCAULT_SYMBOLIC_EXPR_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct ExprId {
  int32_t i;
} ExprId;

typedef struct VarId {
  int32_t i;
} VarId;

#define NO_EXPR ((ExprId){-1})
#define NO_VAR ((VarId){-1})

/* In step with op_info[] of expr.c. A switch over them has no default, so
 * that the compiler names each one that lacks a new operator. */
typedef enum ExprOp {
  EXPR_CONST, /* value */
  EXPR_VAR,   /* var */
  EXPR_TIME,
  EXPR_DIRECTION, /* var: how far it goes along the direction in which a
                     derivative is taken; NO_VAR: time */
  EXPR_ADD,
  EXPR_SUB,
  EXPR_MUL,
  EXPR_DIV,
  EXPR_POW,
  EXPR_NEG,
/* functions of numbers: EXPR_SIN, EXPR_COS, ... */
#define MATH_FUNCTION(NAME, ...) EXPR_##NAME,
#include "base/builtin_functions.def"
  /* relations give Boolean; index: the event relation they stand for, -1
   * for none (noEvent). With an index the generated code reads the frozen
   * value while integrating. a <= b is written LE(a, b); a > b is LT(b, a). */
  EXPR_LT,
  EXPR_LE,
  EXPR_EQ,
  EXPR_NE,
  EXPR_AND,
  EXPR_OR,
  EXPR_NOT,
  EXPR_IF,      /* arg: condition (Boolean), then, else */
  EXPR_INITIAL, /* initial(): Boolean */
  /* calls of functions, made by call.h; the last ones */
  EXPR_ARG,    /* arg: an argument, the rest of the list; has no value */
  EXPR_CALL,   /* index: the function; arg: list, guard; has no value */
  EXPR_RESULT, /* index: which result; arg: the call */
  N_EXPR_OPS
} ExprOp;

/* A function of builtin_functions.def, such as EXPR_SIN. */
static inline bool expr_op_is_function(ExprOp op)
{
  return op > EXPR_NEG && op < EXPR_LT;
}

static inline bool expr_op_is_relation(ExprOp op)
{
  return op >= EXPR_LT && op <= EXPR_NE;
}

/* What call.h makes. */
static inline bool expr_op_is_call(ExprOp op)
{
  return op >= EXPR_ARG;
}

/* A number that is computed from operands: arithmetic and functions. */
static inline bool expr_op_is_computed_number(ExprOp op)
{
  return op >= EXPR_ADD && op < EXPR_LT;
}

/* Leaves, arithmetic and smooth functions: every operand has a continuous part
 * in the value, and nothing is chosen. */
static inline bool expr_op_is_plain(ExprOp op)
{
  _Static_assert(N_EXPR_OPS <= 64, "a bit for each operator");
  enum { SMOOTH, CHOICE, STEP };
  const uint64_t plain = (((uint64_t)2 << EXPR_NEG) - 1)
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  | ((uint64_t)(kind == SMOOTH) << EXPR_##NAME)
#include "base/builtin_functions.def"
      ;
  return plain >> op & 1;
}

/* The value of the function is one of its two operands. */
static inline bool expr_op_is_choice(ExprOp op)
{
  enum { SMOOTH, CHOICE, STEP };
  const uint64_t choice = 0
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  | ((uint64_t)(kind == CHOICE) << EXPR_##NAME)
#include "base/builtin_functions.def"
      ;
  return choice >> op & 1;
}

/* The value of the function jumps, if it changes at all. */
static inline bool expr_op_is_step(ExprOp op)
{
  return expr_op_is_function(op) && !expr_op_is_plain(op) &&
         !expr_op_is_choice(op);
}

/* 16 bytes: there are more of them than of anything else. */
typedef struct ExprNode {
  uint8_t op; /* ExprOp */
  uint8_t n_args;
  union {
    ExprId arg[3]; /* operators; unused: NO_EXPR, the third: the index */
    struct {
      ExprId same_arg[2];
      int32_t index; /* of fewer than three operands: expr_index() */
    };
    struct __attribute__((packed, aligned(4))) {
      int32_t gap;
      double value; /* EXPR_CONST */
    };
    VarId var; /* EXPR_VAR, EXPR_DIRECTION */
  };
} ExprNode;
_Static_assert(sizeof(ExprNode) == 16, "no gaps");

/* The third operand of what has two and no index. */
#define NO_INDEX ((ExprId){0})

/* Of an operator. Relations: the event relation or -1; EXPR_CALL: the
 * function; EXPR_RESULT: which result; otherwise 0. */
static inline int32_t expr_index(const ExprNode *n)
{
  return n->n_args < 3 ? n->index : 0;
}

/* Nodes lie in pages that never move. The fields belong to expr.c. */
typedef struct ExprTable {
  Arena *arena;
  ExprNode **page;
  int n_pages, cap_pages;
  int n_nodes;
  struct ExprBucket *bucket;  /* NULL: sealed */
  uint32_t n_buckets, n_used; /* a power of two; filled */
  int32_t *user;              /* by newest operand: id + 1, 0: free */
  int cap_users;
  ExprId *var_node; /* by VarId: id + 1, 0: none; not hashed */
  int cap_var_nodes;
  ExprId zero, one, minus_one;
  const struct CallFunctions *functions; /* call.h; NULL: none */
} ExprTable;

enum { EXPR_PAGE_BITS = 14, EXPR_PAGE_SIZE = 1 << EXPR_PAGE_BITS };

ExprTable *expr_table_create(Arena *arena);

/* What EXPR_CALL means is known elsewhere (call.h); NULL: there are no
 * functions. Kept, not copied. */
struct CallFunctions;
void expr_set_functions(ExprTable *t, const struct CallFunctions *functions);
const struct CallFunctions *expr_functions(const ExprTable *t);

static inline bool expr_same(ExprId a, ExprId b)
{
  return a.i == b.i;
}
static inline bool var_same(VarId a, VarId b)
{
  return a.i == b.i;
}

/* The node of an id; nodes never move. */
static inline const ExprNode *expr_node(const ExprTable *t, ExprId e)
{
  assert(e.i >= 0 && e.i < t->n_nodes);
  return &t->page[e.i >> EXPR_PAGE_BITS][e.i & (EXPR_PAGE_SIZE - 1)];
}
int expr_count(const ExprTable *t);
/* No operator or constant will be made for some time: what finds those that
 * exist is given back. The next one that is asked for makes it again, in a time
 * that grows with the number of nodes. */
void expr_table_seal(ExprTable *t);

/* The one id of a node, exactly as it is: for simplify.c, which is how
 * everybody else makes nodes, and for replay.c, which makes such ones again.
 * Not of a variable: expr_var(). */
ExprId expr_intern(ExprTable *t, const ExprNode *node);

ExprId expr_const(ExprTable *t, double value);
ExprId expr_var(ExprTable *t, VarId var);
ExprId expr_time(ExprTable *t);
ExprId expr_direction(ExprTable *t, VarId var);
ExprId expr_initial(ExprTable *t);
/* Made and simplified. Operands must be of the type the operator needs. */
ExprId expr_unary(ExprTable *t, ExprOp op, ExprId a);
ExprId expr_binary(ExprTable *t, ExprOp op, ExprId a, ExprId b);
ExprId expr_relation(ExprTable *t, ExprOp op, ExprId a, ExprId b, int index);
ExprId expr_if(ExprTable *t, ExprId condition, ExprId then_, ExprId else_);

ExprId expr_add(ExprTable *t, ExprId a, ExprId b);
ExprId expr_sub(ExprTable *t, ExprId a, ExprId b);
ExprId expr_mul(ExprTable *t, ExprId a, ExprId b);
ExprId expr_div(ExprTable *t, ExprId a, ExprId b);
ExprId expr_pow(ExprTable *t, ExprId a, ExprId b);
ExprId expr_neg(ExprTable *t, ExprId a);

static inline bool expr_is_const(const ExprTable *t, ExprId e, double *value)
{
  const ExprNode *n = expr_node(t, e);
  if (n->op != EXPR_CONST) return false;
  if (value) *value = n->value;
  return true;
}
static inline bool expr_is_zero(const ExprTable *t, ExprId e)
{
  return e.i == t->zero.i; /* there is no negative zero */
}
bool expr_is_boolean(const ExprTable *t, ExprId e); /* by its operator */
/* The node made again with other operands, simplified. */
ExprId expr_rebuild(ExprTable *t, ExprId e, const ExprId arg[3]);

const char *expr_op_name(ExprOp op); /* "sin", "+" */
int expr_op_arity(ExprOp op);

#endif
