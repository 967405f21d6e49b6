/* c_expression.c: writes the expression graph as C.
 *
 * For a set of roots: walk the graph below them, count the uses of each node
 * from the roots down, then go from the leaves up and give a temporary to
 * every node that is shared or has become long. What is left between two
 * temporaries is a small tree of a few times LONG_EXPRESSION nodes, so the
 * recursion of c_expression_put_node() is bounded by that and not by the model.
 *
 * Few temporaries are variables of the C function, many are computed in parts
 * (c_expression_parts.h). Calls of functions: c_expression_call.c.
 */
#include "emit/text/c_expression.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "emit/text/c_expression_parts.h"
#include "emit/text/c_expression_work.h"
#include "emit/text/c_text.h"
#include "symbolic/call.h"
#include "symbolic/walk.h"

#define LONG_EXPRESSION 40 /* nodes */

/* How tightly an operand must hold together; a node that is looser gets
 * parentheses. */
typedef enum Level {
  LEVEL_ANY,      /* c ? a : b, a && b, a || b */
  LEVEL_RELATION, /* a < b, !a */
  LEVEL_SUM,      /* a + b, -a, negative numbers */
  LEVEL_PRODUCT,
  LEVEL_ATOM
} Level;

/* What is written with functions of C or in words of its own: the text with
 * $a and $b for the operands, the level of the whole and of the operands. In
 * step with ExprOp. */
typedef struct Pattern {
  const char *text; /* NULL: none */
  Level level, operand;
} Pattern;

static const Pattern pattern[N_EXPR_OPS] = {
    [EXPR_POW] = {"pow($a, $b)", LEVEL_ATOM, LEVEL_ANY},
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  [EXPR_##NAME] = facts,
#define C_TEXT(text, level, operand)                                           \
  {                                                                            \
    text, LEVEL_##level, LEVEL_##operand                                       \
  }
#include "base/builtin_functions.def"
};

/* Operators of C: the level of the result and of both operands. The right
 * operand of + and * is kept together: (a + b) + c and a + (b + c) differ in
 * their last bits. In step with ExprOp. */
typedef struct Infix {
  const char *token;
  Level level, left, right;
} Infix;

static const Infix infix[N_EXPR_OPS] = {
    [EXPR_ADD] = {"+", LEVEL_SUM, LEVEL_SUM, LEVEL_PRODUCT},
    [EXPR_SUB] = {"-", LEVEL_SUM, LEVEL_SUM, LEVEL_PRODUCT},
    [EXPR_MUL] = {"*", LEVEL_PRODUCT, LEVEL_PRODUCT, LEVEL_ATOM},
    [EXPR_DIV] = {"/", LEVEL_PRODUCT, LEVEL_PRODUCT, LEVEL_ATOM},
    [EXPR_LT] = {"<", LEVEL_RELATION, LEVEL_SUM, LEVEL_SUM},
    [EXPR_LE] = {"<=", LEVEL_RELATION, LEVEL_SUM, LEVEL_SUM},
    [EXPR_EQ] = {"==", LEVEL_RELATION, LEVEL_SUM, LEVEL_SUM},
    [EXPR_NE] = {"!=", LEVEL_RELATION, LEVEL_SUM, LEVEL_SUM},
    [EXPR_AND] = {"&&", LEVEL_ANY, LEVEL_RELATION, LEVEL_RELATION},
    [EXPR_OR] = {"||", LEVEL_ANY, LEVEL_RELATION, LEVEL_RELATION},
};

static int compare_quiet(const void *left, const void *right)
{
  const QuietNode *l = left, *r = right;
  if (l->op != r->op) return l->op < r->op ? -1 : 1;
  if (l->a.i != r->a.i) return l->a.i < r->a.i ? -1 : 1;
  return (l->b.i > r->b.i) - (l->b.i < r->b.i);
}

static void list_quiet(CExpressions *c)
{
  const System *sys = c->reduced->sys;
  int n = 0;
  for (int k = 0; k < sys->n_relations; k++) n += sys->relation[k].is_quiet;
  c->quiet = arena_array(c->arena, (size_t)n, sizeof c->quiet[0]);
  for (int k = 0; k < sys->n_relations; k++) {
    const EventRelation *r = &sys->relation[k];
    if (!r->is_quiet) continue;
    ExprOp op = r->is_sign ? EXPR_SIGN : r->or_equal ? EXPR_LE : EXPR_LT;
    c->quiet[c->n_quiet++] = (QuietNode){op, r->is_sign ? r->right : r->left,
                                         r->is_sign ? NO_EXPR : r->right, k};
  }
  assert(c->n_quiet == n);
  if (n > 1) qsort(c->quiet, (size_t)n, sizeof c->quiet[0], compare_quiet);
}

/* The quiet relation that stands for the node; -1: none. Functions that several
 * blocks share have no place for its number: there the node is literal. */
static int quiet_relation_of(const CExpressions *c, const ExprNode *n)
{
  bool compares = n->op == EXPR_LT || n->op == EXPR_LE;
  if (c->n_quiet == 0 || c->hole_text) return -1;
  if (n->op != EXPR_SIGN && !(compares && n->index < 0)) return -1;
  QuietNode key = {(ExprOp)n->op, n->arg[0], compares ? n->arg[1] : NO_EXPR,
                   -1};
  const QuietNode *found = bsearch(&key, c->quiet, (size_t)c->n_quiet,
                                   sizeof c->quiet[0], compare_quiet);
  return found ? found->relation : -1;
}

CExpressions *c_expression_create(Arena *arena, const ReducedSystem *reduced)
{
  CExpressions *c = arena_alloc(arena, sizeof *c);
  c->reduced = reduced;
  c->exprs = reduced->exprs;
  c->series = "";
  c->arena = arena;
  c->walk = walk_create(reduced->exprs, arena);
  list_quiet(c);
  return c;
}

CExpressions *c_expression_create_for(Arena *arena, ExprTable *exprs,
                                      const CVariables *variables)
{
  CExpressions *c = arena_alloc(arena, sizeof *c);
  c->exprs = exprs;
  c->series = "";
  c->variables = *variables;
  c->arena = arena;
  c->walk = walk_create(exprs, arena);
  return c;
}

void c_expression_on_call(CExpressions *c, CCalled called, void *context)
{
  c->called = called;
  c->called_context = context;
}

const char *c_expression_function_name(Arena *arena, const ExprTable *exprs,
                                       int function)
{
  enum { LONGEST = 60 };
  const CallFunctions *f = expr_functions(exprs);
  char *name = arena_printf(arena, "f_%d_%.*s", function, LONGEST,
                            f->name(f->context, function));
  for (char *at = name; *at; at++) {
    if (!isalnum((unsigned char)*at)) *at = '_';
  }
  return name;
}

void c_expression_function(CExpressions *c, FILE *parts)
{
  c->parts = parts;
  c->n_temporaries = 0;
  c->n_arrays = 0;
  c->n_on_stack = 0;
  c->reads_values = false;
}

void c_expression_set_series(CExpressions *c, const char *series)
{
  c->series = series;
}

void c_expression_set_room(CExpressions *c, int room)
{
  c->room = room;
}

size_t c_expression_room(const CExpressions *c)
{
  return c->n_room;
}

bool c_expression_reads_values(const CExpressions *c)
{
  return c->reads_values;
}

void c_expression_holes(CExpressions *c, CHoleText text, const void *context)
{
  c->hole_text = text;
  c->hole_context = context;
}

/* NULL: the leaf is written as it is. */
static const char *hole_text(const CExpressions *c, ExprId leaf)
{
  return c->hole_text ? c->hole_text(c->hole_context, leaf) : NULL;
}

void c_expression_stops(CExpressions *c, const WalkStops *stops)
{
  c->walk->stops = stops;
}

/* --- how a node is written --- */

static bool is_frozen(const ExprNode *n)
{
  return expr_op_is_relation((ExprOp)n->op) && n->index >= 0;
}

/* x < x: C compilers warn about it, and its value is known. */
static bool compares_with_itself(const ExprNode *n)
{
  return expr_op_is_relation((ExprOp)n->op) && expr_same(n->arg[0], n->arg[1]);
}

/* Is x^n written as products? The exponent is then no operand any more. */
static bool is_small_power(const CExpressions *c, const ExprNode *n,
                           int *exponent)
{
  double value;
  if (n->op != EXPR_POW) return false;
  if (!expr_is_const(c->exprs, n->arg[1], &value)) return false;
  if (value != -2 && value != -1 && value != 2 && value != 3 && value != 4) {
    return false;
  }
  *exponent = (int)value;
  return true;
}

/* How many operands appear in the text of the node? */
static int written_operands(const CExpressions *c, const ExprNode *n)
{
  int exponent;
  if (is_frozen(n) || compares_with_itself(n)) return 0;
  if (is_small_power(c, n, &exponent)) return 1;
  return n->n_args;
}

/* How often does operand k of them appear? */
static int times_written(const CExpressions *c, const ExprNode *n, int k)
{
  int exponent, times = 0;
  if (is_small_power(c, n, &exponent)) {
    return exponent < 0 ? -exponent : exponent;
  }
  if (!pattern[n->op].text || quiet_relation_of(c, n) >= 0) return 1;
  for (const char *at = pattern[n->op].text; *at; at++) {
    times += at[0] == '$' && at[1] == 'a' + k;
  }
  return times;
}

/* --- temporaries --- */

static NodeUse *c_expression_use_of(const CExpressions *c, ExprId e)
{
  int position = walk_position(c->walk, e);
  assert(position >= 0);
  return &c->use[position];
}

const ExprNode *c_expression_node(const CExpressions *c, ExprId e)
{
  return expr_node(c->exprs, e);
}

/* The list itself is not written, its members are. */
static void count_arguments(CExpressions *c, const ExprNode *call)
{
  c_expression_use_of(c, call->arg[1])->uses++; /* the guard */
  const ExprNode *at = c_expression_node(c, call->arg[0]);
  for (; at->op == EXPR_ARG; at = c_expression_node(c, at->arg[1])) {
    c_expression_use_of(c, at->arg[0])->uses++;
  }
}

static void c_expression_count_uses(CExpressions *c, const ExprId *root,
                                    int n_roots)
{
  c->use = vector_grow(c->arena, c->use, &c->cap_uses, c->walk->n_nodes,
                       sizeof c->use[0]);
  if (c->walk->n_nodes > 0) {
    memset(c->use, 0, (size_t)c->walk->n_nodes * sizeof c->use[0]);
  }
  for (int k = 0; k < n_roots; k++) {
    NodeUse *use = c_expression_use_of(c, root[k]);
    use->uses++;
    use->is_root = true;
  }
  /* Users come after their operands. */
  for (int k = c->walk->n_nodes - 1; k >= 0; k--) {
    c->use[k].given = walk_stop_number(c->walk->stops, c->walk->node[k]);
    if (c->use[k].uses == 0 || c->use[k].given) continue;
    const ExprNode *n = c_expression_node(c, c->walk->node[k]);
    if (n->op == EXPR_CALL) {
      count_arguments(c, n);
      continue;
    }
    int operands = written_operands(c, n);
    for (int a = 0; a < operands; a++) {
      c_expression_use_of(c, n->arg[a])->uses += times_written(c, n, a);
    }
  }
}

/* A value that only has to be read needs no name of its own. */
static bool costs_something(const CExpressions *c, const ExprNode *n)
{
  if (written_operands(c, n) == 0) return false;
  if (n->op == EXPR_RESULT) return false; /* an element of an array */
  if (n->op != EXPR_NEG && n->op != EXPR_NOT) return true;
  return costs_something(c, c_expression_node(c, n->arg[0]));
}

static bool is_boolean(const CExpressions *c, const ExprNode *n)
{
  if (n->op == EXPR_IF) {
    return c_expression_use_of(c, n->arg[1])->is_boolean ||
           c_expression_use_of(c, n->arg[2])->is_boolean;
  }
  if (n->op == EXPR_RESULT) return false;
  if (n->op == EXPR_VAR && !c->reduced) {
    return c->variables.is_boolean(c->variables.context, n->var);
  }
  if (n->op == EXPR_VAR) {
    return c->reduced->sys->var[n->var.i].type == VAR_BOOLEAN;
  }
  return (n->op >= EXPR_LT && n->op <= EXPR_NOT) || n->op == EXPR_INITIAL;
}

static int written_size(const CExpressions *c, const ExprNode *n)
{
  int size = 1, operands = written_operands(c, n);
  if (n->op == EXPR_CALL || n->op == EXPR_RESULT) return 1;
  for (int a = 0; a < operands; a++) {
    size += times_written(c, n, a) * c_expression_use_of(c, n->arg[a])->size;
  }
  return size;
}

static bool needs_temporary(const CExpressions *c, const ExprNode *n,
                            const NodeUse *use)
{
  if (n->op == EXPR_CALL) return true;
  if (use->uses > 1) return costs_something(c, n);
  return use->size > LONG_EXPRESSION && !use->is_root;
}

void c_expression_start(CExpressions *c)
{
  c->length = 0;
}

void c_expression_put(CExpressions *c, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  c->text = vector_grow(c->arena, c->text, &c->cap_text,
                        c->length + STATEMENT_SIZE, 1);
  int n = vsnprintf(c->text + c->length, STATEMENT_SIZE, format, args);
  assert(n >= 0 && n < STATEMENT_SIZE);
  c->length += n;
  va_end(args);
}

static void put_operand(CExpressions *c, ExprId e, Level needed, CType type);

/* Which nodes get a temporary; how many they are. */
static int choose_temporaries(CExpressions *c)
{
  int n = 0;
  for (int k = 0; k < c->walk->n_nodes; k++) {
    NodeUse *use = &c->use[k];
    const ExprNode *node = c_expression_node(c, c->walk->node[k]);
    use->is_boolean = !use->given && is_boolean(c, node);
    if (use->uses == 0) continue;
    use->size = use->given ? 1 : written_size(c, node);
    use->is_temporary = use->given || needs_temporary(c, node, use);
    if (!use->is_temporary) continue;
    use->size = 1;
    n++;
  }
  return n;
}

CType c_expression_type_of(const NodeUse *use)
{
  return use->is_boolean ? C_BOOLEAN : C_REAL;
}

void c_expression_put_whole(CExpressions *c, ExprId e, CType type)
{
  put_operand(c, e, LEVEL_ANY, type);
}

const char *c_expression_apart(CExpressions *c, ExprId e)
{
  int begin = c->length;
  put_operand(c, e, LEVEL_RELATION, C_REAL);
  const char *text = arena_printf(c->arena, "%s", c->text + begin);
  c->length = begin;
  c->text[begin] = '\0';
  return text;
}

static void c_expression_write_variables(CExpressions *c, FILE *out)
{
  c->array[0] = '\0';
  for (int k = 0; k < c->walk->n_nodes; k++) {
    NodeUse *use = &c->use[k];
    if (!use->is_temporary || use->given) continue;
    use->name = ++c->n_temporaries;
    if (c_expression_node(c, c->walk->node[k])->op == EXPR_CALL) {
      c_expression_write_called(c, c->walk->node[k], use->name, out);
      continue;
    }
    c_expression_start(c);
    c_expression_put(c, "const %s t%d = ", use->is_boolean ? "int" : "double",
                     use->name);
    c_expression_put_node(c, c->walk->node[k], c_expression_type_of(use));
    c_expression_put(c, ";");
    c_text_statement(out, c->text, NULL);
  }
}

void c_expression_prepare(CExpressions *c, const ExprId *root, int n, FILE *out)
{
  walk_from_all(c->walk, root, n, true);
  c_expression_count_uses(c, root, n);
  /* parts know nothing of the loop around the holes, nor of variables and of
   * the slots of a function */
  if (choose_temporaries(c) <= MANY_TEMPORARIES || c->hole_text ||
      !c->reduced || (c->walk->stops && c->walk->stops->n_nodes > 0)) {
    c_expression_write_variables(c, out);
  } else {
    c_expression_parts_write(c, out);
  }
}

int c_expression_call_array(const CExpressions *c, ExprId call)
{
  assert(c_expression_node(c, call)->op == EXPR_CALL);
  return c->array[0] ? 0 : c_expression_use_of(c, call)->name;
}

/* --- text --- */

static Level c_expression_level_of(const CExpressions *c, ExprId e)
{
  const ExprNode *n = c_expression_node(c, e);
  int exponent;
  if (c_expression_use_of(c, e)->is_temporary || is_frozen(n))
    return LEVEL_ATOM;
  if (compares_with_itself(n) || quiet_relation_of(c, n) >= 0)
    return LEVEL_ATOM;
  if (is_small_power(c, n, &exponent)) return LEVEL_PRODUCT;
  if (infix[n->op].token) return infix[n->op].level;
  if (pattern[n->op].text) return pattern[n->op].level;
  if (n->op == EXPR_CONST) {
    return signbit(n->value) && !hole_text(c, e) ? LEVEL_SUM : LEVEL_ATOM;
  }
  if (n->op == EXPR_NEG) return LEVEL_SUM;
  if (n->op == EXPR_NOT) return LEVEL_RELATION; /* C warns about !a == b */
  return n->op == EXPR_IF ? LEVEL_ANY : LEVEL_ATOM;
}

static void put_temporary(CExpressions *c, NodeUse *use)
{
  if (use->given) {
    c_expression_put(c, "s%d", use->given);
  } else if (c->array[0]) {
    assert(use->uses > 0); /* its element is not used again */
    c_expression_put(c, "%s[%d]", c->array, use->name);
    if (--use->uses == 0) c_expression_parts_give_back(c, use->name);
  } else {
    c_expression_put(c, "t%d", use->name);
  }
}

static void put_operand(CExpressions *c, ExprId e, Level needed, CType type)
{
  NodeUse *use = c_expression_use_of(c, e);
  if (use->is_temporary) {
    put_temporary(c, use);
  } else if (c_expression_level_of(c, e) < needed) {
    c_expression_put(c, "(");
    c_expression_put_node(c, e, type);
    c_expression_put(c, ")");
  } else {
    c_expression_put_node(c, e, type);
  }
}

static void put_constant(CExpressions *c, ExprId e, double value, CType type)
{
  char buffer[C_NUMBER_SIZE];
  const char *hole = hole_text(c, e);
  if (type == C_BOOLEAN && hole) {
    c_expression_put(c, "(%s != 0.0)", hole);
  } else if (type == C_BOOLEAN) {
    c_expression_put(c, "%d", value != 0);
  } else {
    c_expression_put(c, "%s", hole ? hole : c_text_number(value, buffer));
  }
}

/* An element of an array of ModelValues. */
static void put_element(CExpressions *c, ExprId e, const char *array, int index)
{
  const char *hole = hole_text(c, e);
  c->reads_values = true;
  if (hole) {
    c_expression_put(c, "v->%s[%s]", array, hole);
  } else {
    c_expression_put(c, "v->%s[%d]", array, index);
  }
}

static void put_variable(CExpressions *c, ExprId e, VarId var)
{
  if (!c->reduced) {
    char text[C_VARIABLE_SIZE];
    c->variables.write(c->variables.context, var, text);
    for (const char *at = text; *at; at++) c_expression_put(c, "%c", *at);
    return;
  }
  int slot = c->reduced->slot[var.i];
  assert(c->reduced->sys->var[var.i].kind != VAR_ABSENT);
  switch (c->reduced->sys->var[var.i].type) {
  case VAR_REAL: put_element(c, e, "real", slot); break;
  case VAR_INTEGER:
    c_expression_put(c, "(double)"); /* 1 / 2 is a half */
    put_element(c, e, "integer", slot);
    break;
  case VAR_BOOLEAN: put_element(c, e, "boolean", slot); break;
  }
}

static void put_direction(CExpressions *c, ExprId e, VarId var)
{
  const char *hole = hole_text(c, e);
  assert(c->reduced);
  if (hole) {
    c_expression_put(c, "t->d[%s]", hole);
  } else {
    c_expression_put(c, "t->d[%d]", var.i < 0 ? 0 : c->reduced->slot[var.i]);
  }
}

static void put_relation(CExpressions *c, ExprId e, const ExprNode *n)
{
  if (is_frozen(n)) {
    put_element(c, e, "relation", n->index);
  } else {
    c_expression_put(c, "%d", n->op == EXPR_LE || n->op == EXPR_EQ);
  }
}

/* Element of the array that the call has filled. */
static void put_result(CExpressions *c, const ExprNode *n, CType type)
{
  const NodeUse *call = c_expression_use_of(c, n->arg[0]);
  assert(call->given <= 0); /* of an array, see c_expression_stops() */
  int name = call->given ? -call->given : call->name;
  if (type == C_BOOLEAN) c_expression_put(c, "(");
  if (c->array[0] && !call->given) {
    c_expression_put(c, "%s[%d]", c->array, name + n->index);
  } else {
    c_expression_put(c, "c%d[%d]", name, n->index);
  }
  if (type == C_BOOLEAN) c_expression_put(c, " != 0.0)");
}

static void put_infix(CExpressions *c, const ExprNode *n)
{
  const Infix *op = &infix[n->op];
  bool boolean = c_expression_use_of(c, n->arg[0])->is_boolean ||
                 c_expression_use_of(c, n->arg[1])->is_boolean;
  CType type =
      boolean || n->op == EXPR_AND || n->op == EXPR_OR ? C_BOOLEAN : C_REAL;
  put_operand(c, n->arg[0], op->left, type);
  c_expression_put(c, " %s ", op->token);
  put_operand(c, n->arg[1], op->right, type);
}

/* x * x, or 1.0 / (x * x) */
static void put_small_power(CExpressions *c, ExprId base, int exponent)
{
  assert(exponent != 0);
  int factors = exponent < 0 ? -exponent : exponent;
  if (exponent < 0) c_expression_put(c, factors > 1 ? "1.0 / (" : "1.0 / ");
  for (int k = 0; k < factors; k++) {
    if (k > 0) c_expression_put(c, " * ");
    put_operand(c, base, LEVEL_ATOM, C_REAL);
  }
  if (exponent < 0 && factors > 1) c_expression_put(c, ")");
}

/* Of the same two operands a choice is either of them: compilers warn about
 * a < a. */
static void put_pattern(CExpressions *c, const ExprNode *n)
{
  const Pattern *p = &pattern[n->op];
  if (expr_op_is_choice((ExprOp)n->op) && expr_same(n->arg[0], n->arg[1])) {
    put_operand(c, n->arg[0], LEVEL_RELATION, C_REAL);
    return;
  }
  for (const char *at = p->text; *at;) {
    int plain = (int)strcspn(at, "$");
    c_expression_put(c, "%.*s", plain, at);
    at += plain;
    if (*at == '\0') break;
    assert(at[1] >= 'a' && at[1] < 'a' + n->n_args);
    put_operand(c, n->arg[at[1] - 'a'], p->operand, C_REAL);
    at += 2;
  }
}

static void put_prefix(CExpressions *c, const char *token, ExprId e, CType type)
{
  c_expression_put(c, "%s", token);
  put_operand(c, e, LEVEL_ATOM, type);
}

static void put_if(CExpressions *c, const ExprNode *n, CType type)
{
  put_operand(c, n->arg[0], LEVEL_RELATION, C_BOOLEAN);
  c_expression_put(c, " ? ");
  put_operand(c, n->arg[1], LEVEL_RELATION, type);
  c_expression_put(c, " : ");
  put_operand(c, n->arg[2], LEVEL_RELATION, type);
}

static void put_leaf(CExpressions *c, ExprId e, const ExprNode *n, CType type)
{
  if (n->op == EXPR_CONST) {
    put_constant(c, e, n->value, type);
  } else if (n->op == EXPR_VAR) {
    put_variable(c, e, n->var);
  } else if (n->op == EXPR_DIRECTION) {
    put_direction(c, e, n->var);
  } else {
    c->reads_values = true;
    if (n->op == EXPR_TIME)
      put_element(c, e, "real", 0);
    else
      c_expression_put(c, "v->initial");
  }
}

/* What it says, or what the runtime says while it is awake. */
static void put_quiet(CExpressions *c, const ExprNode *n, int relation)
{
  c->reads_values = true;
  c_expression_put(c, "%s(v, %d, ",
                   n->op == EXPR_SIGN ? "quiet_sign" : "quiet_relation",
                   relation);
  if (n->op == EXPR_SIGN)
    put_operand(c, n->arg[0], LEVEL_ANY, C_REAL);
  else
    put_infix(c, n);
  c_expression_put(c, ")");
}

/* Depth: the size of the tree between two temporaries, see the file head. */
void c_expression_put_node(CExpressions *c, ExprId e, CType type)
{
  const ExprNode *n = c_expression_node(c, e);
  int exponent;
  if (n->n_args == 0) {
    put_leaf(c, e, n, type);
  } else if (is_frozen(n) || compares_with_itself(n)) {
    put_relation(c, e, n);
  } else if (quiet_relation_of(c, n) >= 0) {
    put_quiet(c, n, quiet_relation_of(c, n));
  } else if (infix[n->op].token) {
    put_infix(c, n);
  } else if (is_small_power(c, n, &exponent)) {
    put_small_power(c, n->arg[0], exponent);
  } else if (pattern[n->op].text) {
    put_pattern(c, n);
  } else if (n->op == EXPR_RESULT) {
    put_result(c, n, type);
  } else if (n->op == EXPR_NEG) {
    put_prefix(c, "-", n->arg[0], C_REAL);
  } else if (n->op == EXPR_NOT) {
    put_prefix(c, "!", n->arg[0], C_BOOLEAN);
  } else {
    assert(n->op == EXPR_IF);
    put_if(c, n, type);
  }
}

const char *c_expression(CExpressions *c, ExprId root, CType type)
{
  c_expression_start(c);
  put_operand(c, root, LEVEL_ANY, type);
  return c->text;
}

const char *c_expression_operand(CExpressions *c, ExprId root)
{
  c_expression_start(c);
  put_operand(c, root, LEVEL_ATOM, C_REAL);
  return c->text;
}

const char *c_expression_difference(CExpressions *c, ExprId left, ExprId right)
{
  if (expr_is_zero(c->exprs, right)) {
    return c_expression(c, left, C_REAL);
  }
  c_expression_start(c);
  put_operand(c, left, LEVEL_SUM, C_REAL);
  c_expression_put(c, " - ");
  put_operand(c, right, LEVEL_PRODUCT, C_REAL);
  return c->text;
}
