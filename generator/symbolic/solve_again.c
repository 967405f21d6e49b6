/* solve_again.c: what is kept of an equation is the value of its unknown, and
 * what that divides by. */
#include "symbolic/solve_again.h"

enum { VALUE, DIVISOR, N_PARTS };

ExprId solve_for_again(Replay *replay, Walk *walk, ReplayFrom from, VarId x,
                       const SolveKnown *known, ExprId *divisor)
{
  from.about = expr_var(walk->exprs, x);
  if (replay_finds(replay, walk, from)) {
    int n;
    const ReplayPart *part = replay_parts(replay, walk, NULL, &n);
    *divisor = part[DIVISOR].value;
    return part[VALUE].value;
  }
  ExprId value = solve_for_known(walk, from.e, x, known, divisor);
  walk_from(walk, from.e, true);
  int root = walk->n_nodes - 1;
  const ReplayPart part[N_PARTS] = {
      [VALUE] = {root, value}, [DIVISOR] = {root, *divisor}};
  replay_keep(replay, walk, part, N_PARTS, NULL, 0);
  return value;
}
