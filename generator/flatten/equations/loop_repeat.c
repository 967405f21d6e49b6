/* loop_repeat.c: see loop_repeat.h.
 *
 * Why that is what the turn would give: the text has nothing that looks at
 * the number of the loop but subscripts that are affine in it, each of which
 * was found again as a variable that moved within its array, and operators
 * and functions give the same for every variable of one type.
 */
#include "flatten/equations/loop_repeat.h"

#include <string.h>

#include "base/vector.h"
#include "flatten/classes/lookup.h"
#include "flatten/flat/flat_repeat.h"

#define FEWEST_TURNS 4
#define MOST_DEPTH 200 /* of an expression: the walks below are recursive */

/* --- the text --- */

/* A look at the text of one loop. */
typedef struct Look {
  const Spot *spot;
  Name number;      /* of the loop */
  int n_references; /* met, with the number in their subscripts */
} Look;

static bool is_number(const Look *look, const AstReference *name)
{
  return name->part[0].ident == look->number;
}

/* Sums and differences of integers and names; *has_number: of the loop too. */
static bool is_affine(const Look *look, const AstExpr *e, int depth,
                      bool *has_number)
{
  if (!e || depth > MOST_DEPTH) return false;
  switch (e->kind) {
  case AST_INTEGER: return true;
  case AST_REFERENCE:
    if (e->reference->n_parts != 1) return false;
    if (e->reference->part[0].n_subscripts > 0) return false;
    if (is_number(look, e->reference)) *has_number = true;
    return true;
  case AST_BINARY:
    if (e->op != AST_ADD && e->op != AST_SUB) return false;
    return is_affine(look, e->arg[0], depth + 1, has_number) &&
           is_affine(look, e->arg[1], depth + 1, has_number);
  default: return false;
  }
}

static bool has_affine_subscripts(const Look *look, const AstNamePart *part,
                                  bool *has_number)
{
  for (int i = 0; i < part->n_subscripts; i++) {
    if (!is_affine(look, part->subscript[i].expr, 0, has_number)) return false;
  }
  return true;
}

/* The number of the loop stands behind the last part, or nowhere. */
static bool is_regular_reference(Look *look, const AstReference *name)
{
  bool has_number = false;
  if (is_number(look, name)) return false;
  for (int i = 0; i < name->n_parts; i++) {
    if (has_number) return false;
    if (!has_affine_subscripts(look, &name->part[i], &has_number)) return false;
  }
  look->n_references += has_number;
  return true;
}

/* der() and functions of one number, unless the model has its own. */
static bool is_elementary(const Look *look, const AstReference *name)
{
  const Spot *spot = look->spot;
  FlatFunction function;
  if (name->n_parts != 1 || name->leading_dot ||
      name->part[0].n_subscripts > 0 ||
      !flat_function_find(name->part[0].ident, &function)) {
    return false;
  }
  const FlatFunctionRow *row = flat_function(function);
  bool is_known = row->is_smooth && row->rule == FLAT_RULE_REAL;
  if (!is_known && function != FLAT_DER) return false;
  Found own =
      lookup_simple(spot->f->lookup, spot->context, name->part[0].ident);
  return own.kind == FOUND_NOTHING;
}

static bool is_regular(Look *look, const AstExpr *e, int depth);

static bool are_regular(Look *look, const AstExpr *e, int depth)
{
  for (int i = 0; i < e->n_args; i++) {
    if (!is_regular(look, e->arg[i], depth + 1)) return false;
  }
  return true;
}

/* Exponents decide about more than a value. */
static bool is_regular_operator(Look *look, const AstExpr *e, int depth)
{
  if (e->op > AST_POW) return false;
  bool is_power = e->op == AST_POW;
  return (!is_power || e->arg[1]->kind == AST_INTEGER) &&
         are_regular(look, e, depth);
}

static bool is_regular(Look *look, const AstExpr *e, int depth)
{
  if (!e || depth > MOST_DEPTH) return false;
  switch (e->kind) {
  case AST_REAL:
  case AST_INTEGER: return true;
  case AST_REFERENCE: return is_regular_reference(look, e->reference);
  case AST_UNARY: return e->op == AST_MINUS && are_regular(look, e, depth);
  case AST_BINARY: return is_regular_operator(look, e, depth);
  case AST_CALL:
    return e->n_named == 0 && e->n_iterators == 0 &&
           is_elementary(look, e->reference) && are_regular(look, e, depth);
  default: return false;
  }
}

static bool is_regular_equation(Look *look, const AstEquation *equation)
{
  return equation->kind == AST_EQ_SIMPLE &&
         is_regular(look, equation->left, 0) &&
         is_regular(look, equation->right, 0);
}

static Look look_at(const Spot *spot, const AstEquation *loop)
{
  return (Look){.spot = spot,
                .number = loop->iterator[loop->n_iterators - 1].name};
}

bool loop_repeat_may(const Spot *spot, const AstEquation *loop,
                     const Value *range)
{
  const AstEquationBranch *body = &loop->branch[0];
  if (spot->pass != PASS_EQUATIONS || spot->when) return false;
  if (spot->is_runtime) return false; /* its equations are joined to others */
  if (range->kind != VALUE_RANGE || range->type != FLAT_INTEGER) return false;
  if (range->rank != 1 || range->n_elements < FEWEST_TURNS) return false;
  Look look = look_at(spot, loop);
  for (int i = 0; i < body->n_equations; i++) {
    if (!is_regular_equation(&look, body->equation[i])) return false;
  }
  return true;
}

/* --- what differs between two turns --- */

/* The nodes of one equation in which turns differ, operands first. */
typedef struct Pattern {
  Flattening *f;
  int n_turns;
  FlatExpr *node; /* of the first turn */
  int *step;      /* of the variables: how far each turn moves on */
  int n_nodes, cap_nodes, cap_steps;
  FlatExpr **arg; /* of all nodes, one after the other */
  int *made;      /* the node that stands there; SHARED: that of the turn */
  int n_args, cap_args, cap_made;
  int n_variables; /* of the nodes */
} Pattern;

enum { SHARED = -1, DIFFERENT = -2 };

/* Does every subscript stay inside of its dimension up to the last turn? */
static bool stays_inside(const Pattern *p, const Instance *array, int element,
                         int next)
{
  for (int i = array->rank - 1; i >= 0; i--) {
    int size = array->dim[i];
    int64_t at = element % size, step = next % size - at;
    int64_t last = at + step * (p->n_turns - 1);
    if (last < 0 || last >= size) return false;
    element /= size;
    next /= size;
  }
  return true;
}

static int add_node(Pattern *p, const FlatExpr *node, int step)
{
  Arena *scratch = session_scratch(p->f->s);
  int n = p->n_nodes++;
  p->node =
      vector_grow(scratch, p->node, &p->cap_nodes, n + 1, sizeof p->node[0]);
  p->step =
      vector_grow(scratch, p->step, &p->cap_steps, n + 1, sizeof p->step[0]);
  p->node[n] = *node;
  p->step[n] = step;
  return n;
}

static int add_variable(Pattern *p, const FlatExpr *a, const FlatExpr *b)
{
  if (a->variable.i == b->variable.i) return SHARED;
  const Variable *first = &p->f->variable[a->variable.i];
  const Variable *next = &p->f->variable[b->variable.i];
  if (first->instance != next->instance ||
      !stays_inside(p, first->instance, first->element, next->element)) {
    return DIFFERENT;
  }
  p->n_variables++;
  return add_node(p, a, b->variable.i - a->variable.i);
}

static int add(Pattern *p, const FlatExpr *a, const FlatExpr *b);

static int add_call(Pattern *p, const FlatExpr *a, const FlatExpr *b)
{
  enum { MOST_ARGS = 2 };
  int made[MOST_ARGS];
  bool is_shared = true;
  if (a->n_args > MOST_ARGS) return DIFFERENT;
  for (int i = 0; i < a->n_args; i++) {
    made[i] = add(p, a->arg[i], b->arg[i]);
    if (made[i] == DIFFERENT) return DIFFERENT;
    is_shared = is_shared && made[i] == SHARED;
  }
  if (is_shared) return SHARED;
  Arena *scratch = session_scratch(p->f->s);
  for (int i = 0; i < a->n_args; i++) {
    int n = p->n_args++;
    p->arg =
        vector_grow(scratch, p->arg, &p->cap_args, n + 1, sizeof p->arg[0]);
    p->made =
        vector_grow(scratch, p->made, &p->cap_made, n + 1, sizeof p->made[0]);
    p->arg[n] = a->arg[i];
    p->made[n] = made[i];
  }
  return add_node(p, a, 0);
}

/* The node of a, of the first turn, where it differs from b, of the next. */
static int add(Pattern *p, const FlatExpr *a, const FlatExpr *b)
{
  bool is_alike = a->kind == b->kind && a->type == b->type &&
                  a->variability == b->variability && a->n_args == b->n_args;
  if (!is_alike) return DIFFERENT;
  switch (a->kind) {
  case FLAT_EXPR_TIME: return SHARED;
  case FLAT_EXPR_REAL:
    return memcmp(&a->real, &b->real, sizeof a->real) == 0 ? SHARED : DIFFERENT;
  case FLAT_EXPR_INTEGER: return a->integer == b->integer ? SHARED : DIFFERENT;
  case FLAT_EXPR_VARIABLE: return add_variable(p, a, b);
  case FLAT_EXPR_CALL:
    return a->function == b->function ? add_call(p, a, b) : DIFFERENT;
  default: return DIFFERENT;
  }
}

/* --- the turns --- */

/* An equation of the loop: its sides are nodes of the pattern, or shared. */
typedef struct Repeated {
  FlatEquation equation; /* of the first turn */
  Pattern pattern;
  int left, right;
  FlatRepeat *repeat;
} Repeated;

static bool compare(const FlatEquation *first, const FlatEquation *next,
                    Repeated *r)
{
  r->equation = *first;
  r->left = add(&r->pattern, first->left, next->left);
  if (r->left == DIFFERENT) return false;
  r->right = add(&r->pattern, first->right, next->right);
  return r->right != DIFFERENT;
}

/* What the turns share, with a place for each variable that moves. */
static FlatRepeat *make_repeat(const Repeated *r, Flattening *f)
{
  Arena *arena = f->s->flat_arena;
  const Pattern *p = &r->pattern;
  FlatRepeat *made = arena_alloc(arena, sizeof *made);
  FlatExpr *node = arena_array(arena, (size_t)p->n_nodes, sizeof node[0]);
  FlatExpr **arg = arena_array(arena, (size_t)p->n_args, sizeof arg[0]);
  made->moving =
      arena_array(arena, (size_t)p->n_variables, sizeof made->moving[0]);
  for (int i = 0; i < p->n_args; i++) {
    arg[i] = p->made[i] == SHARED ? p->arg[i] : &node[p->made[i]];
  }
  for (int i = 0; i < p->n_nodes; i++) {
    node[i] = p->node[i];
    if (node[i].kind == FLAT_EXPR_VARIABLE) {
      made->moving[made->n_moving++] =
          (FlatMoving){&node[i], node[i].variable.i, p->step[i]};
    } else {
      node[i].arg = arg;
      arg += node[i].n_args;
    }
  }
  made->number = f->flat->n_repeats++;
  made->left = r->left == SHARED ? r->equation.left : &node[r->left];
  made->right = r->right == SHARED ? r->equation.right : &node[r->right];
  return made;
}

static void append_turn(const Spot *spot, const Repeated *r, int turn)
{
  const FlatEquation *first = &r->equation;
  FlatModel *flat = spot->f->flat;
  int n = flat->n_equations;
  spot_append_equation(spot, first->span, first->left, first->right);
  if (flat->n_equations == n) return; /* there are too many */
  flat->equation[n].repeat = r->repeat;
  flat->equation[n].turn = turn;
}

LoopStart loop_repeat_begin(const Spot *spot)
{
  const Flattening *f = spot->f;
  return (LoopStart){f->flat->n_equations, f->flat->n_vars,
                     f->flat->n_assertions, f->s->n_diagnostics, f->n_lost};
}

/* Two turns gave as many equations as there are in the text, nothing else. */
static bool is_plain(const Spot *spot, const AstEquation *loop, LoopStart start)
{
  LoopStart now = loop_repeat_begin(spot);
  return now.n_equations - start.n_equations ==
             2 * loop->branch[0].n_equations &&
         now.n_vars == start.n_vars && now.n_assertions == start.n_assertions &&
         now.n_diagnostics == start.n_diagnostics && now.n_lost == start.n_lost;
}

static bool is_of(const FlatEquation *equation, const AstEquation *written)
{
  return memcmp(&equation->span, &written->span, sizeof written->span) == 0;
}

/* All that the text says about the number of the loop is to be found in
 * variables that move. */
static bool find_pattern(const Spot *spot, const AstEquation *loop, int i,
                         const FlatEquation *first, Repeated *r)
{
  const AstEquationBranch *body = &loop->branch[0];
  const AstEquation *written = body->equation[i];
  const FlatEquation *next = first + body->n_equations;
  Look look = look_at(spot, loop);
  return is_regular_equation(&look, written) && is_of(first, written) &&
         is_of(next, written) && compare(first, next, r) &&
         r->pattern.n_variables == look.n_references;
}

static bool find_patterns(const Spot *spot, const AstEquation *loop,
                          int n_turns, int first, Repeated *repeated)
{
  for (int i = 0; i < loop->branch[0].n_equations; i++) {
    repeated[i].pattern = (Pattern){.f = spot->f, .n_turns = n_turns};
    if (!find_pattern(spot, loop, i, &spot->f->flat->equation[first + i],
                      &repeated[i])) {
      return false;
    }
  }
  return true;
}

bool loop_repeat(const Spot *spot, const AstEquation *loop, const Value *range,
                 LoopStart start)
{
  Flattening *f = spot->f;
  int n = loop->branch[0].n_equations, n_turns = range->n_elements;
  if (!is_plain(spot, loop, start)) return false;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Repeated *repeated =
      arena_array(session_scratch(f->s), (size_t)n, sizeof repeated[0]);
  bool good = find_patterns(spot, loop, n_turns, start.n_equations, repeated);
  for (int i = 0; good && i < n; i++) {
    repeated[i].repeat = make_repeat(&repeated[i], f);
  }
  for (int turn = 2; good && turn < n_turns; turn++) {
    for (int i = 0; i < n && !f->is_too_large; i++) {
      append_turn(spot, &repeated[i], turn);
    }
  }
  arena_release(mark);
  return good;
}
