/* reduced_check.c: every unknown is computed once, before it is used. */
#include "reduce/reduced_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "symbolic/walk.h"

typedef struct Check {
  const ReducedSystem *r;
  Walk *walk;
  bool *known;
} Check;

static void require(bool holds, const char *what, const char *where)
{
  if (holds) return;
  fprintf(stderr, "internal error: reduced invariant '%s' broken at %s\n", what,
          where);
  abort();
}

static void check_uses(Check *c, const ExprId *e, int n, const char *where)
{
  walk_from_all(c->walk, e, n, true);
  for (int k = 0; k < c->walk->n_nodes; k++) {
    const ExprNode *node = expr_node(c->r->exprs, c->walk->node[k]);
    if (node->op != EXPR_VAR) continue;
    require(c->known[node->var.i], "computed before use", where);
  }
}

static void check_sequence(Check *c, const BlockSequence *sequence)
{
  const System *sys = c->r->sys;
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    const char *where =
        b->kind == BLOCK_SELECT ? "a set" : sys->var[b->unknown[0].i].name;
    if (b->kind == BLOCK_ASSIGN) check_uses(c, &b->value, 1, where);
    if (b->divisor.i >= 0) check_uses(c, &b->divisor, 1, where);
    for (int i = 0; i < b->n_columns; i++) {
      if (b->unknown[i].i < 0) continue;
      require(!c->known[b->unknown[i].i], "computed once", where);
      c->known[b->unknown[i].i] = true;
    }
    if (b->kind != BLOCK_ASSIGN) check_uses(c, b->residual, b->n, where);
  }
}

/* All variables are known in the end. */
static void check_complete(const Check *c)
{
  const System *sys = c->r->sys;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    bool shares = var->alias_of.i >= 0 && !var->alias_negative;
    if (var->kind == VAR_ABSENT) continue;
    require(shares || c->known[i], "every variable is computed", var->name);
  }
}

static void reduced_check_set_known(Check *c, bool states)
{
  const System *sys = c->r->sys;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    c->known[i] = var->kind <= VAR_INPUT || var->kind == VAR_SELECTED;
    if (!states && var->is_set_at_start) c->known[i] = false;
    if (states) c->known[i] |= var->role == ROLE_STATE && var->set < 0;
  }
}

void reduced_check(const ReducedSystem *reduced)
{
  Arena *arena = arena_create("check");
  const System *sys = reduced->sys;
  Check c = {reduced, walk_create(reduced->exprs, arena),
             arena_array(arena, (size_t)sys->n_vars, sizeof(bool))};
  reduced_check_set_known(&c, true);
  check_sequence(&c, &reduced->continuous);
  check_complete(&c);
  reduced_check_set_known(&c, false);
  for (int k = 0; k < reduced->n_vars; k++) {
    const ReducedVar *rv = &reduced->var[k];
    if (rv->initial != FMI_EXACT) continue;
    if (sys->var[rv->var.i].kind != VAR_DISCRETE) c.known[rv->var.i] = true;
  }
  check_sequence(&c, &reduced->initial);
  check_complete(&c);
  for (int k = 0; k < reduced->n_states; k++) {
    int slot = reduced->slot[reduced->state[k].i];
    require(slot > 0 && slot < reduced->n_real, "states have slots", "state");
  }
  arena_destroy(arena);
}
