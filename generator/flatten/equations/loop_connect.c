/* loop_connect.c: see loop_connect.h. */
#include "flatten/equations/loop_connect.h"

#include <assert.h>

#include "flatten/connections/connections_repeat.h"
#include "flatten/equations/loop_text.h"

/* The arguments that have the number of the loop in them; false: one has it
 * in another way than is allowed, or is not a name. */
static bool find_sides(LoopText *text, const AstEquation *connect,
                       ConnectionSides *sides)
{
  const AstExpr *left = connect->left, *right = connect->right;
  return left->kind == AST_REFERENCE && right->kind == AST_REFERENCE &&
         loop_text_is_regular_reference(text, left->reference,
                                        &sides->left_moves) &&
         loop_text_is_regular_reference(text, right->reference,
                                        &sides->right_moves);
}

/* The connect statements of the loop; -1: it has others that count here. */
static int find_statements(const EquationContext *here, const AstEquation *loop,
                           ConnectionSides *sides)
{
  const AstEquationBranch *body = &loop->branch[0];
  LoopText text = loop_text(here, loop);
  int n = 0;
  for (int i = 0; i < body->n_equations; i++) {
    const AstEquation *equation = body->equation[i];
    if (equation->kind == AST_EQ_SIMPLE) continue; /* of another pass */
    if (equation->kind != AST_EQ_CONNECT) return -1;
    if (!find_sides(&text, equation, &sides[n++])) return -1;
  }
  assert(n <= body->n_equations);
  return n;
}

static bool may_repeat(const EquationContext *here, const Value *range)
{
  const Flattening *f = here->f;
  return here->pass == PASS_CONNECTIONS && f->tables->n_expandables == 0 &&
         !connections_is_recording(f->connections) &&
         loop_text_has_turns(range);
}

typedef struct Moving {
  const Flattening *f;
  int n_turns;
} Moving;

static bool moves(void *context, FlatVarId first, FlatVarId next)
{
  const Moving *m = context;
  return loop_text_moves(m->f, m->n_turns, first, next);
}

/* The first two turns; true: the others are like them. */
static bool record_turns(const EquationContext *here, const AstEquation *loop,
                         const Value *range, LoopTurn *flatten,
                         ConnectionRecord *record[2])
{
  const Flattening *f = here->f;
  int n_met = f->faults->log->n_met, n_lost = f->tables->n_lost;
  bool is_whole = true;
  for (int turn = 0; turn < 2; turn++) {
    record[turn] = connections_record(f->connections);
    flatten(here, loop, loop->n_iterators - 1, range, turn);
    is_whole = connections_recorded(f->connections) && is_whole;
  }
  return is_whole && f->faults->log->n_met == n_met &&
         f->tables->n_lost == n_lost;
}

int loop_connect(const EquationContext *here, const AstEquation *loop,
                 const Value *range, LoopTurn *flatten)
{
  const Flattening *f = here->f;
  ConnectionRecord *record[2];
  Moving moving = {f, range->n_elements};
  if (!may_repeat(here, range)) return 0;
  assert(loop->n_iterators > 0 && range->n_elements >= 2);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  ConnectionSides *sides =
      arena_array(session_scratch(f->s), (size_t)loop->branch[0].n_equations,
                  sizeof sides[0]);
  int n = find_statements(here, loop, sides), n_done = 0;
  if (n > 0) {
    bool good = record_turns(here, loop, range, flatten, record) &&
                connections_record_steps(record[0], record[1], sides, n, moves,
                                         &moving);
    n_done = good ? range->n_elements : 2;
    for (int turn = 2; turn < n_done; turn++)
      connections_repeat(f->connections, record[0], turn, false);
  }
  arena_release(mark);
  return n_done;
}
