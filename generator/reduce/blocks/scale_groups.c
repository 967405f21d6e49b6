/* scale_groups.c: terms as products of groups, united where they are added. */
#include "reduce/blocks/scale_groups.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/disjoint_sets.h"
#include "base/vector.h"
#include "reduce/blocks/scale_family.h"
#include "reduce/system/system_visit.h"

/* Terms within this factor are of one size. */
static const double COMPARABLE = 10;
/* Products that had to wait are looked at again so many times. */
enum { MOST_ROUNDS = 4 };
enum { MOST_FACTORS = 3, HIGHEST_POWER = 8 };

/* number * product of group^power; `says` false: of unknown size. */
typedef struct Term {
  float number;
  int group[MOST_FACTORS];
  signed char power[MOST_FACTORS];
  unsigned char n_factors;
  bool says;
} Term;

/* An expression that is to be looked at again, and its family; 0: of none. */
typedef struct Waiting {
  ExprId e;
  int family;
  int graph_number; /* what it is like (scale_family.h); 0: nothing kept */
  int first;        /* of its variables among all kept */
} Waiting;

typedef struct ScaleGroups {
  const System *sys;
  Walk *walk;
  Arena *scratch;
  DisjointSets *sets; /* of variables */
  double *hint;       /* [n_vars] by root: largest number, 0: none */
  Term *term;         /* by position in the walk */
  int cap_terms;
  ScaleFamily *family;    /* [n_families + 1] */
  ScaleFamily *recording; /* of the member that is read; NULL: of none */
  int *var;      /* [SCALE_FAMILY_NODES] variables of the member at hand */
  int *kept_var; /* of members that wait */
  int n_kept_vars, cap_kept_vars;
  Waiting *waiting; /* with products that are not decided */
  int n_waiting, cap_waiting;
  bool waits, has_united; /* of the expression at hand; of the round */
} ScaleGroups;

static const Term nothing = {.says = false};

static Term number_term(double number)
{
  float size = (float)fabs(number);
  if (size == 0 || !isfinite(size)) return nothing;
  return (Term){.number = size, .says = true};
}

static int scale_groups_root(const ScaleGroups *g, int var)
{
  return disjoint_sets_root(g->sets, var, NULL);
}

/* --- products --- */

/* Multiplies by group^power; false: there are too many factors. */
static bool multiply_power(const ScaleGroups *g, Term *t, int group, int power)
{
  int root = scale_groups_root(g, group);
  for (int k = 0; k < t->n_factors; k++) {
    if (scale_groups_root(g, t->group[k]) != root) continue;
    int sum = t->power[k] + power;
    if (abs(sum) > HIGHEST_POWER) return false;
    t->power[k] = (signed char)sum;
    if (sum != 0) return true;
    t->n_factors--;
    t->group[k] = t->group[t->n_factors];
    t->power[k] = t->power[t->n_factors];
    return true;
  }
  if (t->n_factors == MOST_FACTORS || abs(power) > HIGHEST_POWER) return false;
  t->group[t->n_factors] = root;
  t->power[t->n_factors++] = (signed char)power;
  return true;
}

/* a * b^sign */
static Term scale_groups_product(const ScaleGroups *g, Term a, Term b, int sign)
{
  if (!a.says || !b.says) return nothing;
  a.number = sign > 0 ? a.number * b.number : a.number / b.number;
  for (int k = 0; k < b.n_factors; k++) {
    if (!multiply_power(g, &a, b.group[k], sign * b.power[k])) return nothing;
  }
  return a;
}

static Term power_of(Term a, double exponent)
{
  int n = (int)fmax(fmin(exponent, 100), -100);
  if (!a.says || n != exponent || n == 0) return nothing;
  for (int k = 0; k < a.n_factors; k++) {
    int power = a.power[k] * n;
    if (abs(power) > HIGHEST_POWER) return nothing;
    a.power[k] = (signed char)power;
  }
  a.number = (float)pow(a.number, n);
  return a;
}

static Term root_of(Term a)
{
  for (int k = 0; k < a.n_factors; k++) {
    if (a.power[k] % 2 != 0) return nothing;
    a.power[k] = (signed char)(a.power[k] / 2);
  }
  a.number = sqrtf(a.number);
  return a;
}

/* --- sums --- */

/* For the other members of the family. */
static void record_finding(ScaleGroups *g, int a, int b, double size)
{
  if (!g->recording) return;
  scale_family_note(g->recording, g->sets, g->var, (ScaleFinding){a, b, size});
}

/* The group is as large as this number. */
static void give_hint(ScaleGroups *g, int group, double size)
{
  record_finding(g, group, -1, size);
  double *hint = &g->hint[scale_groups_root(g, group)];
  if (isfinite(size)) *hint = fmax(*hint, size);
}

static void unite_groups(ScaleGroups *g, int a, int b)
{
  record_finding(g, a, b, 0);
  int first = scale_groups_root(g, a), second = scale_groups_root(g, b);
  double hint = fmax(g->hint[first], g->hint[second]);
  if (!disjoint_sets_unite(g->sets, first, second, false)) return;
  g->hint[scale_groups_root(g, a)] = hint;
  g->has_united = true;
}

static bool is_comparable(double ratio)
{
  return ratio <= COMPARABLE && ratio >= 1 / COMPARABLE;
}

/* A number times a variable. */
static bool is_plain_variable(const Term *t)
{
  return t->n_factors == 1 && t->power[0] == 1;
}

/* Both are of one size: where their quotient has a single group, or one
 * against another, it says what that is. */
static void compare_terms(ScaleGroups *g, Term a, Term b)
{
  if (!a.says || !b.says) return;
  if (is_plain_variable(&a) && is_plain_variable(&b)) { /* as most of them */
    if (is_comparable(a.number / b.number))
      unite_groups(g, a.group[0], b.group[0]);
    return;
  }
  Term q = scale_groups_product(g, a, b, -1);
  if (!q.says || q.n_factors == 0) return;
  if (q.n_factors == 1) {
    give_hint(g, q.group[0], pow(q.number, -1.0 / q.power[0]));
    return;
  }
  if (q.n_factors > 2 || q.power[0] != -q.power[1]) {
    g->waits = true;
    return;
  }
  if (is_comparable(pow(q.number, 1.0 / q.power[0]))) {
    unite_groups(g, q.group[0], q.group[1]);
  }
}

/* A sum is as large as a term of it that says something. */
static Term sum_of(ScaleGroups *g, Term a, Term b)
{
  compare_terms(g, a, b);
  if (!a.says) return b;
  return b.says && b.n_factors > a.n_factors ? b : a;
}

/* --- expressions --- */

static Term term_at(const ScaleGroups *g, ExprId e)
{
  int at = walk_position(g->walk, e);
  assert(at >= 0);
  return g->term[at];
}

static Term variable_term(const ScaleGroups *g, VarId var)
{
  assert(var.i >= 0 && var.i < g->sys->n_vars);
  const Var *v = &g->sys->var[var.i];
  if (v->type != VAR_REAL) return nothing;
  return (Term){.number = 1,
                .group = {scale_groups_root(g, var.i)},
                .power = {1},
                .n_factors = 1,
                .says = true};
}

/* Of size one, whatever the argument is. */
static bool is_bounded(ExprOp op)
{
  return op == EXPR_SIN || op == EXPR_COS || op == EXPR_TANH ||
         op == EXPR_ATAN || op == EXPR_ATAN2 || op == EXPR_ASIN ||
         op == EXPR_ACOS;
}

static Term function_term(ScaleGroups *g, const ExprNode *n)
{
  ExprOp op = (ExprOp)n->op;
  if (op == EXPR_ATAN2) {
    compare_terms(g, term_at(g, n->arg[0]), term_at(g, n->arg[1]));
  }
  if (is_bounded(op)) return number_term(1);
  if (op == EXPR_ABS) return term_at(g, n->arg[0]);
  if (op == EXPR_SQRT) return root_of(term_at(g, n->arg[0]));
  if (!expr_op_is_choice(op)) return nothing;
  return sum_of(g, term_at(g, n->arg[0]), term_at(g, n->arg[1]));
}

static Term arithmetic_term(ScaleGroups *g, const ExprNode *n)
{
  ExprOp op = (ExprOp)n->op;
  Term a = term_at(g, n->arg[0]);
  if (op == EXPR_NEG) return a;
  Term b = term_at(g, n->arg[1]);
  if (op == EXPR_MUL) return scale_groups_product(g, a, b, 1);
  if (op == EXPR_DIV) return scale_groups_product(g, a, b, -1);
  if (op == EXPR_ADD || op == EXPR_SUB) return sum_of(g, a, b);
  const ExprNode *exponent = expr_node(g->sys->exprs, n->arg[1]);
  return exponent->op == EXPR_CONST ? power_of(a, exponent->value) : nothing;
}

static Term node_term(ScaleGroups *g, const ExprNode *n)
{
  ExprOp op = (ExprOp)n->op;
  if (op == EXPR_CONST) return number_term(n->value);
  if (op == EXPR_VAR) return variable_term(g, n->var);
  if (op == EXPR_IF) {
    return sum_of(g, term_at(g, n->arg[1]), term_at(g, n->arg[2]));
  }
  if (expr_op_is_relation(op)) {
    compare_terms(g, term_at(g, n->arg[0]), term_at(g, n->arg[1]));
    return nothing;
  }
  if (op >= EXPR_ADD && op <= EXPR_NEG) return arithmetic_term(g, n);
  return expr_op_is_function(op) ? function_term(g, n) : nothing;
}

static void read_expression(ScaleGroups *g, ExprId e)
{
  walk_from(g->walk, e, false);
  int n = g->walk->n_nodes;
  g->term =
      vector_grow(g->scratch, g->term, &g->cap_terms, n, sizeof g->term[0]);
  g->waits = false;
  for (int k = 0; k < n; k++) {
    g->term[k] = node_term(g, expr_node(g->sys->exprs, g->walk->node[k]));
  }
}

static void repeat_findings(ScaleGroups *g, const ScaleFamily *f,
                            const int *var)
{
  for (int k = 0; k < f->n_findings; k++) {
    const ScaleFinding *found = &f->finding[k];
    if (found->second < 0)
      give_hint(g, var[found->first], found->size);
    else
      unite_groups(g, var[found->first], var[found->second]);
  }
  g->waits = f->waits;
}

/* A member that is not like the last one; g->var are its variables. */
static void read_and_record(ScaleGroups *g, ExprId e, ScaleFamily *f)
{
  if (scale_family_begin(f, g->sys, g->sets, g->var)) g->recording = f;
  read_expression(g, e);
  if (g->recording) f->waits = g->waits;
  g->recording = NULL;
}

/* For the next round; with its variables, so that there is no walk then. */
static void wait_with(ScaleGroups *g, Waiting w, const int *var)
{
  if (w.graph_number > 0) {
    int n = g->family[w.family].n_vars;
    w.first = g->n_kept_vars;
    g->kept_var = vector_grow(g->scratch, g->kept_var, &g->cap_kept_vars,
                              g->n_kept_vars + n, sizeof g->kept_var[0]);
    for (int k = 0; k < n; k++) g->kept_var[g->n_kept_vars++] = var[k];
  }
  g->waiting = vector_grow(g->scratch, g->waiting, &g->cap_waiting,
                           g->n_waiting + 1, sizeof g->waiting[0]);
  g->waiting[g->n_waiting++] = w;
}

/* A member of a family, by what was read of another one if that can be. True:
 * the graph of the family is that of the member. */
static bool read_member(ScaleGroups *g, ExprId e, ScaleFamily *f)
{
  bool is_like = scale_family_follow(f, g->walk, e, g->var);
  if (is_like && scale_family_fits(f, g->sys, g->sets, g->var)) {
    repeat_findings(g, f, g->var);
    return true;
  }
  if (!is_like) {
    walk_from(g->walk, e, false);
    is_like = scale_family_take(f, g->walk) &&
              scale_family_follow(f, g->walk, e, g->var);
  }
  if (is_like)
    read_and_record(g, e, f);
  else
    read_expression(g, e);
  return is_like;
}

static void read_first(ScaleGroups *g, ExprId e, int family)
{
  assert(family >= 0 && family <= g->sys->n_families);
  ScaleFamily *f = &g->family[family];
  bool is_like = false;
  if (family > 0)
    is_like = read_member(g, e, f);
  else
    read_expression(g, e);
  if (g->waits)
    wait_with(g, (Waiting){e, family, is_like ? f->graph_number : 0, 0},
              g->var);
}

static bool scale_groups_takes(ExprPlace place)
{
  switch (place) {
  case PLACE_IN_EQUATION:
  case PLACE_IN_INITIAL:
  case PLACE_DISCRETE_VALUE:
  case PLACE_RELATION_DISTANCE:
  case PLACE_IN_SET: return true;
  case PLACE_IN_START_RESIDUAL:
  case PLACE_AS_WRITTEN:
  case PLACE_INITIAL_AS_WRITTEN:
  case PLACE_DISCRETE_VARIABLE:
  case PLACE_INITIAL_DISCRETE_VALUE:
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_BEFORE_SPLIT:
  case PLACE_IN_ASSERTION:
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_RELATION:
  case PLACE_RELATION_TIME:
  case PLACE_IN_SAMPLE:
  case PLACE_IN_MONITOR:
  case PLACE_IN_COMBINATION:
  case PLACE_BINDING:
  case PLACE_START:
  case PLACE_BOUND:
  case PLACE_NOMINAL: return false;
  }
  return false;
}

static void scale_groups_read_place(void *context, ExprPlace place, int at,
                                    ExprId e)
{
  ScaleGroups *g = context;
  int family = 0;
  if (place == PLACE_IN_EQUATION) family = g->sys->eq[at].family;
  read_first(g, e, family);
}

/* What has waited: does it say more by now? */
static void read_waiting(ScaleGroups *g, Waiting w)
{
  ScaleFamily *f = &g->family[w.family];
  const int *var = g->kept_var ? g->kept_var + w.first : NULL;
  if (w.graph_number == 0 || w.graph_number != f->graph_number) {
    read_first(g, w.e, w.family);
  } else if (scale_family_fits(f, g->sys, g->sets, var)) {
    repeat_findings(g, f, var);
    if (g->waits) g->waiting[g->n_waiting++] = w;
  } else {
    read_first(g, w.e, w.family);
  }
}

/* Products whose factors have become one group since. */
static void read_again(ScaleGroups *g)
{
  for (int round = 0; round < MOST_ROUNDS && g->has_united; round++) {
    int n = g->n_waiting;
    g->n_waiting = 0; /* those that go on waiting take the places of others */
    g->has_united = false;
    for (int k = 0; k < n; k++) read_waiting(g, g->waiting[k]);
  }
}

/* --- the result --- */

static bool has_nominal(const ReducedSystem *r, VarId var)
{
  int row = r->row_of_var[var.i];
  return row >= 0 && r->var[row].has_nominal;
}

/* Is it integrated, now or after another choice of states? */
static bool is_integrated(const System *sys, int i)
{
  const Var *v = &sys->var[i];
  return v->kind == VAR_CONTINUOUS && v->alias_of.i < 0 &&
         v->derivative.i >= 0 && (v->role == ROLE_STATE || v->set >= 0);
}

static void number_groups(ScaleGroups *g, ReducedSystem *r, int *number,
                          Arena *arena)
{
  const System *sys = g->sys;
  ReducedScales *scale = &r->scale;
  scale->of_var = arena_array(arena, (size_t)sys->n_vars, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) {
    if (!is_integrated(sys, i) || has_nominal(r, (VarId){i})) continue;
    int root = scale_groups_root(g, i);
    if (number[root] == 0) number[root] = ++scale->n;
    scale->of_var[i] = number[root];
  }
  scale->hint = arena_array(arena, (size_t)scale->n, sizeof(double));
  scale->slope = arena_array(arena, (size_t)scale->n, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) {
    int at = scale->of_var[i];
    if (at == 0) continue;
    scale->hint[at - 1] = g->hint[scale_groups_root(g, i)];
    int slope = scale->of_var[sys->var[i].derivative.i];
    if (slope > 0) scale->slope[at - 1] = slope;
  }
}

/* What says how large a group may become. */
static bool scale_groups_is_source(const ReducedSystem *r, int i)
{
  const Var *v = &r->sys->var[i];
  return (v->kind == VAR_PARAMETER || v->kind == VAR_INPUT) &&
         v->type == VAR_REAL && v->alias_of.i < 0 && r->slot[i] >= 0;
}

static void scale_groups_list_sources(ScaleGroups *g, ReducedSystem *r,
                                      const int *number, Arena *arena)
{
  ReducedScales *scale = &r->scale;
  size_t n_vars = (size_t)g->sys->n_vars;
  int *n_sources = arena_array(g->scratch, (size_t)scale->n + 1, sizeof(int));
  scale->source = arena_array(arena, n_vars, sizeof(VarId));
  scale->source_group = arena_array(arena, n_vars, sizeof(int));
  for (int i = 0; i < g->sys->n_vars; i++) {
    int at = number[scale_groups_root(g, i)];
    if (at == 0 || !scale_groups_is_source(r, i)) continue;
    if (n_sources[at]++ >= MOST_SCALE_SOURCES) continue;
    scale->source[scale->n_sources] = (VarId){i};
    scale->source_group[scale->n_sources++] = at;
  }
}

/* Relations whose difference is as large as a group. */
static void find_relations(ScaleGroups *g, ReducedSystem *r, const int *number,
                           Arena *arena)
{
  const System *sys = g->sys;
  r->scale.of_relation =
      arena_array(arena, (size_t)sys->n_relations, sizeof(int));
  for (int k = 0; k < sys->n_relations; k++) {
    ExprId e = sys->relation[k].difference;
    if (e.i < 0) continue;
    read_expression(g, e);
    Term t = g->term[g->walk->n_nodes - 1];
    if (!t.says || t.n_factors != 1 || t.power[0] != 1) continue;
    r->scale.of_relation[k] = number[scale_groups_root(g, t.group[0])];
  }
}

void scale_groups_find(ReducedSystem *r, Walk *walk, Arena *arena,
                       Arena *scratch)
{
  const System *sys = r->sys;
  ArenaMark mark = arena_mark(scratch);
  ScaleGroups g = {.sys = sys, .walk = walk, .scratch = scratch};
  g.sets = disjoint_sets_create(scratch, sys->n_vars);
  g.hint = arena_array(scratch, (size_t)sys->n_vars, sizeof(double));
  g.family = scale_families_create(scratch, sys);
  g.var = arena_array(scratch, SCALE_FAMILY_NODES, sizeof g.var[0]);
  system_read_expressions(sys, scale_groups_takes, scale_groups_read_place, &g);
  read_again(&g);
  int *number = arena_array(scratch, (size_t)sys->n_vars, sizeof(int));
  number_groups(&g, r, number, arena);
  scale_groups_list_sources(&g, r, number, arena);
  find_relations(&g, r, number, arena);
  arena_release(mark);
}
