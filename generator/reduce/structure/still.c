/* still.c: an equation is done when all but its own unknown are still. */
#include "reduce/structure/still.h"

#include <assert.h>

#include "base/vector.h"

/* What an equation waits for. */
typedef struct Waiting {
  int *eq; /* [n] that hold the variable */
  int n, cap;
} Waiting;

typedef struct Stills {
  const System *sys;
  Walk *walk;
  Arena *arena;
  bool *is_still;   /* [n_vars] */
  Waiting *waiting; /* [n_vars] */
  int *open;        /* [n_eqs] unknowns that are not known to be still */
  VarId *own;       /* [n_eqs] what it determines; NO_VAR: nobody can say */
  int *queue;       /* [n_eqs] equations whose own unknown is still */
  int n_queue;
} Stills;

/* Notes for the given equation of a chain which unknown the chain determines. */
static void find_own(Stills *f, int top)
{
  const System *sys = f->sys;
  VarId v = sys->eq_var[top];
  int e = top;
  while (sys->eq[e].integral.i >= 0 && v.i >= 0) {
    e = sys->eq[e].integral.i;
    v = sys->var[v.i].integral;
  }
  if (sys->eq[e].integral.i < 0) f->own[e] = v;
}

static void still_wait_for(Stills *f, int e, VarId v)
{
  Waiting *w = &f->waiting[v.i];
  w->eq = vector_grow(f->arena, w->eq, &w->cap, w->n + 1, sizeof w->eq[0]);
  w->eq[w->n++] = e;
  f->open[e]++;
}

/* False: it holds what moves by itself. */
static bool still_read_equation(Stills *f, int e)
{
  const System *sys = f->sys;
  walk_from(f->walk, sys->eq[e].residual, true);
  for (int k = 0; k < f->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, f->walk->node[k]);
    if (system_is_fixed(sys, n)) continue;
    if (n->op != EXPR_VAR) { /* time, an event */
      f->open[e] = sys->n_vars + 1;
      return false;
    }
    if (n->var.i == f->own[e].i || f->is_still[n->var.i]) continue;
    still_wait_for(f, e, n->var);
  }
  return true;
}

static void still_settle(Stills *f, int e)
{
  assert(f->n_queue < f->sys->n_eqs);
  f->queue[f->n_queue++] = e;
}

static Stills still_begin(const System *sys, Walk *walk, Arena *arena)
{
  size_t n_vars = (size_t)sys->n_vars, n_eqs = (size_t)sys->n_eqs;
  Stills f = {.sys = sys, .walk = walk, .arena = arena};
  f.is_still = arena_array(arena, n_vars, sizeof f.is_still[0]);
  f.waiting = arena_array(arena, n_vars, sizeof f.waiting[0]);
  f.open = arena_array(arena, n_eqs, sizeof f.open[0]);
  f.own = arena_array(arena, n_eqs, sizeof f.own[0]);
  f.queue = arena_array(arena, n_eqs, sizeof f.queue[0]);
  for (int e = 0; e < sys->n_eqs; e++) f.own[e] = NO_VAR;
  for (int v = 0; v < sys->n_vars; v++) {
    VarKind kind = sys->var[v].kind;
    f.is_still[v] = kind == VAR_CONSTANT ||
                    (kind == VAR_PARAMETER && !sys->var[v].is_set_at_start);
  }
  return f;
}

bool *still_find(const System *sys, Walk *walk, Arena *arena)
{
  Stills f = still_begin(sys, walk, arena);
  assert(sys->eq_var);
  for (int e = 0; e < sys->n_eqs; e++) {
    if (sys->eq_var[e].i >= 0) find_own(&f, e);
  }
  for (int e = 0; e < sys->n_given; e++) {
    if (f.own[e].i < 0 || !still_read_equation(&f, e)) continue;
    if (f.open[e] == 0) still_settle(&f, e);
  }
  for (int k = 0; k < f.n_queue; k++) {
    VarId v = f.own[f.queue[k]];
    f.is_still[v.i] = true;
    for (int j = 0; j < f.waiting[v.i].n; j++) {
      int e = f.waiting[v.i].eq[j];
      if (--f.open[e] == 0) still_settle(&f, e);
    }
  }
  return f.is_still;
}

/* The only variable of the equation that moves as far as is known; NO_VAR: all
 * are still by now. */
static VarId still_last_open(const Stills *f, int e)
{
  walk_from(f->walk, f->sys->eq[e].residual, true);
  for (int k = 0; k < f->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(f->sys->exprs, f->walk->node[k]);
    if (n->op != EXPR_VAR || system_is_fixed(f->sys, n)) continue;
    if (!f->is_still[n->var.i]) return n->var;
  }
  return NO_VAR;
}

StillGiven still_find_given(const System *sys, Walk *walk, Arena *arena)
{
  Stills f = still_begin(sys, walk, arena);
  for (int v = 0; v < sys->n_vars; v++) {
    VarKind kind = sys->var[v].kind;
    f.is_still[v] |= kind == VAR_DISCRETE || kind == VAR_MEMORY;
  }
  for (int e = 0; e < sys->n_given; e++) {
    if (still_read_equation(&f, e) && f.open[e] == 1) still_settle(&f, e);
  }
  for (int k = 0; k < f.n_queue; k++) {
    VarId v = still_last_open(&f, f.queue[k]);
    if (v.i < 0 || sys->var[v.i].kind != VAR_CONTINUOUS) continue;
    f.own[f.queue[k]] = v;
    f.is_still[v.i] = true;
    for (int j = 0; j < f.waiting[v.i].n; j++) {
      int e = f.waiting[v.i].eq[j];
      if (--f.open[e] == 1) still_settle(&f, e);
    }
  }
  return (StillGiven){f.is_still, f.own};
}
