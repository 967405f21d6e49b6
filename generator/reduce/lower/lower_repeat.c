/* lower_repeat.c: the nodes below the residual and the sides, operands first;
 * leaves that are variables know which one of the moving variables they are,
 * or the derivative of which. */
#include "reduce/lower/lower_repeat.h"

#include <assert.h>

#include "base/vector.h"

enum { MOST_LEAVES = 16 }; /* each is compared with each */

typedef struct RepeatNode {
  uint8_t op, n_args;
  int32_t arg[3]; /* positions */
  ExprId same;    /* of leaves: in all turns; NO_EXPR: a moving variable */
  int32_t leaf;   /* of variables: its number */
} RepeatNode;

typedef struct RepeatLeaf {
  int moving;   /* -1: the same variable in all turns */
  bool is_rate; /* its derivative */
  VarId same;
} RepeatLeaf;

typedef struct Recipe {
  bool is_known, is_good;
  RepeatNode *node;
  int n_nodes;
  int left, right, residual; /* positions */
  RepeatLeaf leaf[MOST_LEAVES];
  int n_leaves;
  VarKind *kind; /* [n_moving] */
} Recipe;

struct LowerRepeats {
  System *sys;
  Session *s;
  const VarId *var_of; /* [n_vars of the flat model] */
  const FlatModel *flat;
  Arena *arena;
  Recipe *recipe; /* [n_repeats of the model] */
  VarId *var;     /* of the moving variables in the present turn */
  int cap_vars;
  ExprId *made; /* by position */
  int cap_made;
};

LowerRepeats *lower_repeats_create(System *sys, Session *s,
                                   const FlatModel *flat, const VarId *var_of)
{
  Arena *arena = session_scratch(s);
  LowerRepeats *r = arena_alloc(arena, sizeof *r);
  r->sys = sys;
  r->s = s;
  r->var_of = var_of;
  r->flat = flat;
  r->arena = arena;
  r->recipe = arena_array(arena, (size_t)flat->n_repeats, sizeof r->recipe[0]);
  return r;
}

/* Unknowns, and parameters that stay in expressions as they are. */
static bool lower_repeat_is_plain(const FlatVar *fv, const Var *var)
{
  return var->kind == VAR_CONTINUOUS ||
         (var->kind == VAR_PARAMETER && !fv->evaluated);
}

/* The moving variables of the turn; false: one is not plain. */
static bool find_vars(LowerRepeats *r, const FlatEquation *equation)
{
  const FlatRepeat *repeat = equation->repeat;
  const System *sys = r->sys;
  r->var = vector_grow(r->arena, r->var, &r->cap_vars, repeat->n_moving,
                       sizeof r->var[0]);
  for (int k = 0; k < repeat->n_moving; k++) {
    const FlatMoving *m = &repeat->moving[k];
    FlatVarId id = flat_moving_at(repeat, m, equation->position);
    r->var[k] = r->var_of[id.i];
    if (r->var[k].i < 0) return false;
    if (!lower_repeat_is_plain(&r->flat->var[id.i], &sys->var[r->var[k].i]))
      return false;
  }
  return true;
}

/* --- carrying out --- */

static VarId leaf_var(LowerRepeats *r, const RepeatLeaf *leaf)
{
  if (leaf->moving < 0) return leaf->same;
  VarId v = r->var[leaf->moving];
  if (!leaf->is_rate) return v;
  return system_derivative(r->sys, r->s, v);
}

static bool are_different(const VarId *leaf, int n)
{
  for (int k = 1; k < n; k++) {
    for (int i = 0; i < k; i++) {
      if (var_same(leaf[i], leaf[k])) return false;
    }
  }
  return true;
}

static bool has_same_kinds(const LowerRepeats *r, const Recipe *recipe, int n)
{
  const System *sys = r->sys;
  for (int k = 0; k < n; k++) {
    if (sys->var[r->var[k].i].kind != recipe->kind[k]) return false;
  }
  return true;
}

static ExprId make_node(const LowerRepeats *r, ExprTable *t,
                        const RepeatNode *from, const VarId *leaf)
{
  if (from->op == EXPR_VAR) return expr_var(t, leaf[from->leaf]);
  if (from->n_args == 0) return from->same;
  ExprNode n = {.op = from->op,
                .n_args = from->n_args,
                .arg = {NO_EXPR, NO_EXPR, NO_INDEX}};
  for (int a = 0; a < from->n_args; a++) n.arg[a] = r->made[from->arg[a]];
  return expr_intern(t, &n);
}

bool lower_repeat(LowerRepeats *r, const FlatEquation *equation, Eq *eq)
{
  assert(equation->repeat && equation->repeat->number < r->flat->n_repeats);
  const Recipe *recipe = &r->recipe[equation->repeat->number];
  ExprTable *t = r->sys->exprs;
  VarId leaf[MOST_LEAVES];
  if (!recipe->is_good || !find_vars(r, equation)) return false;
  if (!has_same_kinds(r, recipe, equation->repeat->n_moving)) return false;
  for (int k = 0; k < recipe->n_leaves; k++) {
    leaf[k] = leaf_var(r, &recipe->leaf[k]);
  }
  if (!are_different(leaf, recipe->n_leaves)) return false;
  r->made = vector_grow(r->arena, r->made, &r->cap_made, recipe->n_nodes,
                        sizeof r->made[0]);
  for (int k = 0; k < recipe->n_nodes; k++) {
    r->made[k] = make_node(r, t, &recipe->node[k], leaf);
  }
  eq->left = r->made[recipe->left];
  eq->right = r->made[recipe->right];
  eq->residual = r->made[recipe->residual];
  return true;
}

/* --- keeping --- */

/* Are two moving variables the same one now, but not in other turns? */
static bool lower_repeat_meet(const LowerRepeats *r, const FlatRepeat *repeat)
{
  for (int k = 1; k < repeat->n_moving; k++) {
    const FlatMoving *a = &repeat->moving[k];
    for (int i = 0; i < k; i++) {
      const FlatMoving *b = &repeat->moving[i];
      if (!var_same(r->var[i], r->var[k])) continue;
      if (a->first != b->first || a->step != b->step ||
          a->element_step != b->element_step) {
        return true;
      }
    }
  }
  return false;
}

static bool lower_repeat_is_moving(const FlatRepeat *repeat,
                                   const FlatExpr *node)
{
  for (int k = 0; k < repeat->n_moving; k++) {
    if (repeat->moving[k].node == node) return true;
  }
  return false;
}

/* Does a variable that is the same everywhere meet one that moves? Expressions
 * that are repeated are not deep. */
static bool meets_fixed(const LowerRepeats *r, const FlatRepeat *repeat,
                        const FlatExpr *e)
{
  if (e->kind == FLAT_EXPR_VARIABLE && !lower_repeat_is_moving(repeat, e)) {
    VarId fixed = r->var_of[e->variable.i];
    for (int k = 0; k < repeat->n_moving; k++) {
      if (var_same(r->var[k], fixed)) return true;
    }
  }
  for (int i = 0; i < e->n_args; i++) {
    if (meets_fixed(r, repeat, e->arg[i])) return true;
  }
  return false;
}

static RepeatLeaf leaf_of(const LowerRepeats *r, VarId var, int n_moving)
{
  const System *sys = r->sys;
  for (int k = 0; k < n_moving; k++) {
    VarId v = r->var[k];
    if (var_same(v, var)) return (RepeatLeaf){k, false, NO_VAR};
    if (var_same(sys->var[v.i].derivative, var)) {
      return (RepeatLeaf){k, true, NO_VAR};
    }
  }
  return (RepeatLeaf){-1, false, var};
}

static bool keep_node(LowerRepeats *r, Recipe *recipe, const Walk *walk, int k,
                      int n_moving)
{
  const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
  RepeatNode *node = &recipe->node[k];
  if (!expr_op_is_plain((ExprOp)n->op)) return false;
  *node = (RepeatNode){
      .op = n->op, .n_args = n->n_args, .same = NO_EXPR, .leaf = -1};
  for (int a = 0; a < n->n_args; a++) {
    node->arg[a] = walk_position(walk, n->arg[a]);
  }
  if (n->op == EXPR_VAR) {
    if (recipe->n_leaves == MOST_LEAVES) return false;
    node->leaf = recipe->n_leaves;
    recipe->leaf[recipe->n_leaves++] = leaf_of(r, n->var, n_moving);
  } else if (n->n_args == 0) {
    node->same = walk->node[k];
  }
  return true;
}

static bool keep_nodes(LowerRepeats *r, Recipe *recipe, const Walk *walk,
                       int n_moving)
{
  recipe->node =
      arena_array(r->arena, (size_t)walk->n_nodes, sizeof recipe->node[0]);
  recipe->n_nodes = walk->n_nodes;
  for (int k = 0; k < walk->n_nodes; k++) {
    if (!keep_node(r, recipe, walk, k, n_moving)) return false;
  }
  return true;
}

void lower_repeat_keep(LowerRepeats *r, const FlatEquation *equation,
                       const Eq *eq, Walk *walk)
{
  Recipe *recipe = &r->recipe[equation->repeat->number];
  const ExprId root[] = {eq->left, eq->right, eq->residual};
  int n_moving = equation->repeat->n_moving;
  if (recipe->is_known) return;
  recipe->is_known = n_moving > MOST_LEAVES || !find_vars(r, equation);
  if (recipe->is_known) return;
  /* What is one variable here is two at the next position. */
  if (lower_repeat_meet(r, equation->repeat) ||
      meets_fixed(r, equation->repeat, equation->repeat->left) ||
      meets_fixed(r, equation->repeat, equation->repeat->right)) {
    return;
  }
  recipe->is_known = true;
  walk_from_all(walk, root, 3, true);
  if (!keep_nodes(r, recipe, walk, n_moving)) return;
  const System *sys = r->sys;
  recipe->kind =
      arena_array(r->arena, (size_t)n_moving, sizeof recipe->kind[0]);
  for (int k = 0; k < n_moving; k++) {
    recipe->kind[k] = sys->var[r->var[k].i].kind;
  }
  recipe->left = walk_position(walk, eq->left);
  recipe->right = walk_position(walk, eq->right);
  recipe->residual = walk_position(walk, eq->residual);
  assert(recipe->left >= 0 && recipe->right >= 0 && recipe->residual >= 0);
  recipe->is_good = true;
}
