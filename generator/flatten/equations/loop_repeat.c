/* loop_repeat.c: see loop_repeat.h.
 *
 * Why that is what the turn would give: the text has nothing that looks at
 * the number of the loop but subscripts that are affine in it, each of which
 * was found again as a variable that moved within its array, and operators
 * and functions give the same for every variable of one type.
 */
#include "flatten/equations/loop_repeat.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/equations/loop_text.h"
#include "flatten/equations/scalar_equation.h"
#include "flatten/flat/flat_repeat.h"

/* --- the text --- */

static bool is_regular_equation(LoopText *text, const AstEquation *equation)
{
  return equation->kind == AST_EQ_SIMPLE &&
         loop_text_is_regular(text, equation->left) &&
         loop_text_is_regular(text, equation->right);
}

bool loop_repeat_may(const EquationContext *here, const AstEquation *loop,
                     const Value *range)
{
  const AstEquationBranch *body = &loop->branch[0];
  if (here->pass != PASS_EQUATIONS || here->when) return false;
  if (here->is_runtime) return false; /* its equations are joined to others */
  if (!loop_text_has_turns(range)) return false;
  LoopText text = loop_text(here, loop);
  for (int i = 0; i < body->n_equations; i++) {
    if (!is_regular_equation(&text, body->equation[i])) return false;
  }
  return true;
}

/* --- what differs between two turns --- */

/* The nodes of one equation in which turns differ, operands first. */
typedef struct Pattern {
  const Flattening *f;
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

static int loop_repeat_add_variable(Pattern *p, const FlatExpr *a,
                                    const FlatExpr *b)
{
  assert(a->kind == FLAT_EXPR_VARIABLE && b->kind == FLAT_EXPR_VARIABLE);
  if (a->variable.i == b->variable.i) return SHARED;
  if (!loop_text_moves(p->f, p->n_turns, a->variable, b->variable))
    return DIFFERENT;
  p->n_variables++;
  return add_node(p, a, b->variable.i - a->variable.i);
}

static int loop_repeat_add(Pattern *p, const FlatExpr *a, const FlatExpr *b);

static int add_call(Pattern *p, const FlatExpr *a, const FlatExpr *b)
{
  enum { MOST_ARGS = 2 };
  int made[MOST_ARGS];
  bool is_shared = true;
  if (a->n_args > MOST_ARGS) return DIFFERENT;
  for (int i = 0; i < a->n_args; i++) {
    made[i] = loop_repeat_add(p, a->arg[i], b->arg[i]);
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
static int loop_repeat_add(Pattern *p, const FlatExpr *a, const FlatExpr *b)
{
  bool is_alike = a->kind == b->kind && a->type == b->type &&
                  a->variability == b->variability && a->n_args == b->n_args;
  if (!is_alike) return DIFFERENT;
  switch (a->kind) {
  case FLAT_EXPR_TIME: return SHARED;
  case FLAT_EXPR_REAL:
    return memcmp(&a->real, &b->real, sizeof a->real) == 0 ? SHARED : DIFFERENT;
  case FLAT_EXPR_INTEGER: return a->integer == b->integer ? SHARED : DIFFERENT;
  case FLAT_EXPR_VARIABLE: return loop_repeat_add_variable(p, a, b);
  case FLAT_EXPR_CALL:
    return a->function == b->function ? add_call(p, a, b) : DIFFERENT;
  case FLAT_EXPR_BOOLEAN:
  case FLAT_EXPR_STRING:
  case FLAT_EXPR_ENUMERATION:
  case FLAT_EXPR_IF:
  case FLAT_EXPR_RESULT:
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT: break;
  }
  return DIFFERENT;
}

/* --- the turns --- */

/* An equation of the loop: its sides are nodes of the pattern, or shared. */
typedef struct Repeated {
  FlatEquation equation; /* of the first turn */
  Pattern pattern;
  int left, right;
  FlatRepeat *repeat;
} Repeated;

static bool loop_repeat_compare(const FlatEquation *first,
                                const FlatEquation *next, Repeated *r)
{
  r->equation = *first;
  r->left = loop_repeat_add(&r->pattern, first->left, next->left);
  if (r->left == DIFFERENT) return false;
  r->right = loop_repeat_add(&r->pattern, first->right, next->right);
  return r->right != DIFFERENT;
}

/* What the turns share, with a place for each variable that moves. */
static FlatRepeat *loop_repeat_make_repeat(const Repeated *r,
                                           const Flattening *f)
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
          (FlatMoving){&node[i], node[i].variable.i, p->step[i], 0};
    } else {
      node[i].arg = arg;
      arg += node[i].n_args;
    }
  }
  assert(made->n_moving == p->n_variables);
  made->number = f->flat->n_repeats++;
  made->n_turns = p->n_turns;
  made->left = r->left == SHARED ? r->equation.left : &node[r->left];
  made->right = r->right == SHARED ? r->equation.right : &node[r->right];
  return made;
}

static void set_position(FlatEquation *equation, const Repeated *r, int turn)
{
  assert(r->repeat && turn >= 0 && turn < r->repeat->n_turns);
  equation->repeat = r->repeat;
  equation->position = turn;
}

static void append_turn(const EquationContext *here, const Repeated *r,
                        int turn)
{
  const FlatEquation *first = &r->equation;
  FlatModel *flat = here->f->flat;
  int n = flat->n_equations;
  scalar_equation_append(here, first->span, first->left, first->right);
  if (flat->n_equations == n) return; /* there are too many */
  set_position(&flat->equation[n], r, turn);
}

LoopStart loop_repeat_begin(const EquationContext *here)
{
  const Flattening *f = here->f;
  return (LoopStart){f->flat->n_equations, f->flat->n_vars,
                     f->flat->n_assertions, f->s->n_diagnostics,
                     f->tables->n_lost};
}

/* Two turns gave as many equations as there are in the text, nothing else. */
static bool loop_repeat_is_plain(const EquationContext *here,
                                 const AstEquation *loop, LoopStart start)
{
  LoopStart now = loop_repeat_begin(here);
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
static bool loop_repeat_find_pattern(const EquationContext *here,
                                     const AstEquation *loop, int i,
                                     const FlatEquation *first, Repeated *r)
{
  const AstEquationBranch *body = &loop->branch[0];
  const AstEquation *written = body->equation[i];
  const FlatEquation *next = first + body->n_equations;
  LoopText text = loop_text(here, loop);
  return is_regular_equation(&text, written) && is_of(first, written) &&
         is_of(next, written) && loop_repeat_compare(first, next, r) &&
         r->pattern.n_variables == text.n_references;
}

static bool find_patterns(const EquationContext *here, const AstEquation *loop,
                          int n_turns, int first, Repeated *repeated)
{
  for (int i = 0; i < loop->branch[0].n_equations; i++) {
    repeated[i].pattern = (Pattern){.f = here->f, .n_turns = n_turns};
    if (!loop_repeat_find_pattern(
            here, loop, i, &here->f->flat->equation[first + i], &repeated[i])) {
      return false;
    }
  }
  return true;
}

bool loop_repeat(const EquationContext *here, const AstEquation *loop,
                 const Value *range, LoopStart start)
{
  const Flattening *f = here->f;
  int n = loop->branch[0].n_equations, n_turns = range->n_elements;
  if (!loop_repeat_is_plain(here, loop, start)) return false;
  assert(n_turns > 2);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Repeated *repeated =
      arena_array(session_scratch(f->s), (size_t)n, sizeof repeated[0]);
  bool good = find_patterns(here, loop, n_turns, start.n_equations, repeated);
  for (int i = 0; good && i < n; i++) {
    FlatEquation *first = &f->flat->equation[start.n_equations + i];
    repeated[i].repeat = loop_repeat_make_repeat(&repeated[i], f);
    set_position(first, &repeated[i], 0);
    set_position(first + n, &repeated[i], 1);
  }
  for (int turn = 2; good && turn < n_turns; turn++) {
    for (int i = 0; i < n && !f->tables->is_too_large; i++) {
      append_turn(here, &repeated[i], turn);
    }
  }
  arena_release(mark);
  return good;
}
