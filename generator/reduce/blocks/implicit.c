/* implicit.c: sorts the blocks of the continuous sequence into what is
 * computed, what is handed to the solver, and what nobody needs. */
#include "reduce/blocks/implicit.h"

#include <assert.h>

#include "reduce/blocks/tangent.h"
#include "reduce/system/system_visit.h"

typedef enum BlockUse {
  USE_COMPUTED,
  USE_HANDED_OVER,
  USE_NONE, /* all its equations are superfluous, and nothing reads it */
  USE_MIXED
} BlockUse;

typedef struct Making {
  const System *sys;
  Walk *walk;
  ReducedImplicit *form;
  bool *is_read; /* [n_vars] by an equation that stays */
  bool *is_gone; /* [n_vars] unknown of a block that nobody needs */
  int n_gone;
} Making;

/* Known to the solver: a slope, or what a dummy slope is the derivative of.
 * Candidates of selection sets are elements of y anyway. */
static bool is_handed_over(const Making *m, VarId v)
{
  if (v.i < 0) return false;
  const Var *var = &m->sys->var[v.i];
  if (var->is_slope) return !m->is_gone[v.i];
  VarId d = var->derivative;
  return d.i >= 0 && m->sys->var[d.i].superfluous && !m->is_gone[d.i];
}

static bool is_superfluous(const Making *m, const ReducedBlock *b, int row)
{
  EqId eq = b->equation[row];
  return eq.i >= 0 && m->sys->eq[eq.i].superfluous;
}

static bool is_needless(const Making *m, const ReducedBlock *b)
{
  if (b->kind == BLOCK_SELECT) return false;
  for (int k = 0; k < b->n; k++) {
    if (!is_superfluous(m, b, k)) return false;
    if (m->is_read[b->unknown[k].i]) return false;
    if (!m->sys->var[b->unknown[k].i].superfluous) return false; /* of a set */
  }
  return true;
}

static void implicit_mark_read(Making *m, ExprId e)
{
  walk_from(m->walk, e, false);
  for (int k = 0; k < m->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(m->sys->exprs, m->walk->node[k]);
    if (n->op == EXPR_VAR) m->is_read[n->var.i] = true;
  }
}

/* What is read while the solver runs, by no block: how far back values of the
 * past are read. All else is read where the whole model is evaluated. */
static bool is_read_by_solver(VarLink link)
{
  switch (link) {
  case LINK_DELAY_TIME:
  case LINK_TRANSPORT_MOTION: return true;
  case LINK_DELAYED: /* kept where a step is completed */
  case LINK_TRANSPORTED:
  case LINK_REINIT_STATE: /* at events */
  case LINK_SAMPLED:
  case LINK_IMPULSE:
  case LINK_OF_MONITOR:    /* blocks of their own */
  case LINK_SET_CANDIDATE: /* elements of y */
  case LINK_SET_STATE:
  case LINK_FRAME_TIED: /* of other methods of index reduction */
  case LINK_FRAME_ALONG:
  case LINK_FRAME_ENTRY:
  case LINK_DELAY_LONGEST: /* parameters */
  case LINK_TRANSPORT_PROFILE:
  case LINK_TOLERANCE:
  case LINK_DECIDED:
  case LINK_DELAY_RESULT: /* known */
  case LINK_TRANSPORT_RESULT:
  case LINK_IN_PRE:
  case LINK_OF_SYSTEM:
  case LINK_IN_CHAIN: /* not read */
  case LINK_REPRESENTATIVE:
  case LINK_MATCHED:
  case LINK_IN_STEP: return false;
  }
  return false;
}

static void mark_link(void *context, VarLink link, int at, VarId v)
{
  Making *m = context;
  (void)link, (void)at;
  m->is_read[system_slot_owner(m->sys, v).i] = true;
}

/* From the last block to the first: who reads a block stands after it. */
static void find_needless(Making *m, const BlockSequence *all)
{
  system_read_variables(m->sys, is_read_by_solver, mark_link, m);
  for (int i = all->n_blocks - 1; i >= 0; i--) {
    const ReducedBlock *b = &all->block[i];
    if (is_needless(m, b)) {
      for (int k = 0; k < b->n; k++) m->is_gone[b->unknown[k].i] = true;
      m->n_gone += b->n;
      continue;
    }
    for (int k = 0; k < b->n; k++) {
      ExprId e = b->kind == BLOCK_ASSIGN ? b->value : b->residual[k];
      if (!is_superfluous(m, b, k)) implicit_mark_read(m, e);
    }
  }
}

static bool computes_what_is_read(const Making *m, const ReducedBlock *b)
{
  for (int c = 0; c < b->n_columns; c++) {
    if (b->unknown[c].i >= 0 && m->is_read[b->unknown[c].i]) return true;
  }
  return false;
}

/* Does a slope that the solver would have itself say how far back values of
 * the past are read? Newton's matrix does not know of that way. */
static bool slope_reads_past(Making *m, const BlockSequence *all)
{
  for (int i = 0; i < m->sys->n_vars; i++) m->is_read[i] = false;
  system_read_variables(m->sys, is_read_by_solver, mark_link, m);
  for (int i = all->n_blocks - 1; i >= 0; i--) {
    const ReducedBlock *b = &all->block[i];
    if (!computes_what_is_read(m, b)) continue;
    for (int k = 0; k < b->n; k++) {
      ExprId e = b->kind == BLOCK_ASSIGN ? b->value : b->residual[k];
      implicit_mark_read(m, e);
    }
  }
  for (int i = 0; i < m->sys->n_vars; i++) {
    if (m->is_read[i] && is_handed_over(m, (VarId){i})) return true;
  }
  return false;
}

static BlockUse implicit_use_of(const Making *m, const ReducedBlock *b)
{
  int n = 0;
  if (b->kind == BLOCK_SELECT) return USE_COMPUTED;
  if (m->is_gone[b->unknown[0].i]) return USE_NONE;
  for (int c = 0; c < b->n_columns; c++) n += is_handed_over(m, b->unknown[c]);
  if (n == 0) return USE_COMPUTED;
  return n == b->n_columns ? USE_HANDED_OVER : USE_MIXED;
}

/* Into slopes and dummies; the rows without the superfluous ones. */
static void hand_over(Making *m, const ReducedBlock *b)
{
  ReducedImplicit *form = m->form;
  ReducedBlock *rows = &form->rows;
  for (int k = 0; k < b->n; k++) {
    VarId v = b->unknown[k];
    if (m->sys->var[v.i].is_slope)
      form->slope[form->n_slopes++] = v;
    else
      form->dummy[form->n_dummies++] = v;
    if (is_superfluous(m, b, k)) continue;
    assert(b->equation[k].i >= 0); /* while the model runs */
    const Eq *eq = &m->sys->eq[b->equation[k].i];
    rows->equation[rows->n] = b->equation[k];
    rows->span[rows->n] = eq->span;
    rows->residual[rows->n++] = eq->residual;
  }
}

static void implicit_make_room(Making *m, int n_blocks, Arena *arena)
{
  ReducedImplicit *form = m->form;
  size_t n = 0;
  for (int i = 0; i < m->sys->n_vars; i++) n += is_handed_over(m, (VarId){i});
  form->keeps = arena_array(arena, (size_t)n_blocks, sizeof(bool));
  form->slope = arena_array(arena, n, sizeof(VarId));
  form->dummy = arena_array(arena, n, sizeof(VarId));
  form->rows = (ReducedBlock){.kind = BLOCK_SELECT};
  form->rows.equation = arena_array(arena, n, sizeof(EqId));
  form->rows.span = arena_array(arena, n, sizeof(Span));
  form->rows.residual = arena_array(arena, n, sizeof(ExprId));
}

/* A row for each slope and each dummy, but for the superfluous equations. */
static bool is_complete(const Making *m)
{
  int n = m->form->n_slopes + m->form->n_dummies;
  return m->form->rows.n == n - (m->sys->n_superfluous - m->n_gone);
}

static void sort_blocks(Making *m, const BlockSequence *all)
{
  m->form->exists = true;
  for (int k = 0; k < all->n_blocks; k++) {
    BlockUse use = implicit_use_of(m, &all->block[k]);
    m->form->exists &= use != USE_MIXED;
    m->form->keeps[k] = use == USE_COMPUTED;
    if (use == USE_HANDED_OVER) hand_over(m, &all->block[k]);
  }
  m->form->exists &= is_complete(m);
}

static void fill_tangents(const System *sys, Walk *walk, ReducedBlock *rows,
                          Arena *arena)
{
  BlockSequence alone = {rows, 1, 1};
  tangent_fill(sys, walk, &alone, false, arena);
}

void implicit_make(const System *sys, Walk *walk, ReducedSystem *r,
                   Arena *arena, Arena *scratch)
{
  size_t n = (size_t)sys->n_vars;
  Making m = {.sys = sys, .walk = walk, .form = &r->implicit};
  if (sys->n_superfluous == 0 || sys->n_reinits > 0) return;
  m.is_read = arena_array(scratch, n, sizeof(bool));
  m.is_gone = arena_array(scratch, n, sizeof(bool));
  find_needless(&m, &r->continuous);
  if (slope_reads_past(&m, &r->continuous)) return;
  implicit_make_room(&m, r->continuous.n_blocks, arena);
  sort_blocks(&m, &r->continuous);
  if (!m.form->exists)
    *m.form = (ReducedImplicit){0}; /* the explicit form serves as well */
  else if (sys->choice.ida)
    fill_tangents(sys, walk, &m.form->rows, arena);
}
