/* gradient_memo.c: a entry is the number of entries, then variable and value
 * of each. */
#include "symbolic/gradient_memo.h"

#include <assert.h>

#include "base/vector.h"

GradientMemo *gradient_memo_create(Arena *arena)
{
  GradientMemo *memo = arena_alloc(arena, sizeof *memo);
  memo->kept = expr_memo_create(arena);
  memo->replay = replay_create(arena);
  return memo;
}

void gradient_memo_forget(GradientMemo *memo)
{
  expr_memo_forget(memo->kept);
  replay_forget(memo->replay);
}

static bool gradient_memo_is_any(const void *context, VarId var)
{
  (void)context;
  (void)var;
  return true;
}

static bool holds_call(Walk *walk, ExprId e)
{
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(walk->exprs, walk->node[k])->op == EXPR_CALL) return true;
  }
  return false;
}

/* Where the gradient is like that of another expression. */
static const int32_t *replay_entry(GradientMemo *memo, const Walk *walk,
                                   ExprId e)
{
  int n;
  const ReplayPart *part = replay_parts(memo->replay, walk, NULL, &n);
  int32_t *entry = expr_memo_add(memo->kept, e, 1 + 2 * n), *next = entry;
  *next++ = n;
  for (int k = 0; k < n; k++) {
    ExprId at = walk->node[part[k].position];
    *next++ = expr_node(walk->exprs, at)->var.i;
    *next++ = part[k].value.i;
  }
  return entry;
}

static void keep_for_replay(GradientMemo *memo, Walk *walk, ExprId e,
                            const Gradient *gradient)
{
  int n = gradient->n_entries;
  ArenaMark mark = arena_mark(walk->arena);
  ReplayPart *part = arena_array(walk->arena, (size_t)n, sizeof part[0]);
  walk_from(walk, e, true);
  for (int k = 0; k < n; k++) {
    ExprId at = expr_var(walk->exprs, gradient->entry[k].var);
    part[k] = (ReplayPart){walk_position(walk, at), gradient->entry[k].value};
    assert(part[k].position >= 0);
  }
  replay_keep(memo->replay, walk, part, n, NULL, 0);
  arena_release(mark);
}

/* `gradient` is used on the way. */
static const int32_t *make_entry(GradientMemo *memo, Walk *walk, ExprId e,
                                 Gradient *gradient)
{
  differentiate_gradient(walk, e, gradient_memo_is_any, NULL, gradient);
  int n = gradient->n_entries;
  int32_t *entry = expr_memo_add(memo->kept, e, 1 + 2 * n), *next = entry;
  *next++ = n;
  for (int k = 0; k < n; k++) {
    *next++ = gradient->entry[k].var.i;
    *next++ = gradient->entry[k].value.i;
  }
  keep_for_replay(memo, walk, e, gradient);
  return entry;
}

static void take_wanted(Walk *walk, const int32_t *entry, GradientWanted wanted,
                        const void *context, Gradient *gradient)
{
  int n = *entry++;
  gradient->entry =
      vector_grow(walk->arena, gradient->entry, &gradient->cap_entries, n,
                  sizeof gradient->entry[0]);
  gradient->n_entries = 0;
  for (int k = 0; k < n; k++, entry += 2) {
    VarId var = {entry[0]};
    if (!wanted(context, var)) continue;
    gradient->entry[gradient->n_entries++] = (GradientEntry){var, {entry[1]}};
  }
}

void gradient_remembered(GradientMemo *memo, Walk *walk, ReplayFrom from,
                         GradientWanted wanted, const void *context,
                         Gradient *gradient)
{
  ExprId e = from.e;
  const int32_t *entry = memo ? expr_memo_find(memo->kept, e) : NULL;
  if (!entry && memo && replay_finds(memo->replay, walk, from)) {
    entry = replay_entry(memo, walk, e);
  }
  if (!entry && (!memo || holds_call(walk, e))) {
    differentiate_gradient(walk, e, wanted, context, gradient);
    return;
  }
  if (!entry) entry = make_entry(memo, walk, e, gradient);
  take_wanted(walk, entry, wanted, context, gradient);
}

/* --- without memo --- */

/* False: other variables are wanted than were of the one that it is like. */
static bool gradient_memo_take_parts(Walk *walk, const ReplayPart *part, int n,
                                     GradientWanted wanted, const void *context,
                                     Gradient *gradient)
{
  gradient->entry =
      vector_grow(walk->arena, gradient->entry, &gradient->cap_entries, n,
                  sizeof gradient->entry[0]);
  gradient->n_entries = 0;
  for (int k = 0; k < n; k++) {
    ExprId at = walk->node[part[k].position];
    VarId var = expr_node(walk->exprs, at)->var;
    if (wanted(context, var) != (part[k].value.i >= 0)) return false;
    if (part[k].value.i < 0) continue;
    gradient->entry[gradient->n_entries++] =
        (GradientEntry){var, part[k].value};
  }
  return true;
}

/* A part for each variable; there is nothing where it is not wanted. */
static void keep_parts(Replay *replay, Walk *walk, ExprId e,
                       const Gradient *gradient)
{
  ArenaMark mark = arena_mark(walk->arena);
  walk_from(walk, e, true);
  ReplayPart *part =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof part[0]);
  int n = 0, next = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(walk->exprs, walk->node[k]);
    if (node->op != EXPR_VAR) continue;
    bool is_next = next < gradient->n_entries &&
                   var_same(gradient->entry[next].var, node->var);
    part[n++] =
        (ReplayPart){k, is_next ? gradient->entry[next++].value : NO_EXPR};
  }
  replay_keep(replay, walk, part, n, NULL, 0);
  arena_release(mark);
}

void gradient_repeated(Replay *replay, Walk *walk, ReplayFrom from,
                       GradientWanted wanted, const void *context,
                       Gradient *gradient)
{
  int n;
  if (replay_finds(replay, walk, from)) {
    const ReplayPart *part = replay_parts(replay, walk, NULL, &n);
    if (gradient_memo_take_parts(walk, part, n, wanted, context, gradient))
      return;
  }
  differentiate_gradient(walk, from.e, wanted, context, gradient);
  keep_parts(replay, walk, from.e, gradient);
}
