/* incidence.c: one walk per expression; of residuals the first one is kept. */
#include "reduce/incidence.h"

#include "base/vector.h"
#include "symbolic/call.h"
#include "symbolic/differentiate.h"
#include "symbolic/expr_notes.h"

static inline bool counts(const System *sys, VarId var, bool discrete)
{
  const Var *v = &sys->var[var.i];
  if (v->is_set_at_start) return discrete;
  if (!system_is_unknown(sys, var)) return false;
  return discrete || v->kind == VAR_CONTINUOUS;
}

/* What the visited nodes are. */
typedef struct Summary {
  int n_vars;
  bool has_calls;
  bool is_plain; /* every variable has a continuous part in the value */
} Summary;

static Summary summarize(const System *sys, const Walk *walk)
{
  Summary found = {.is_plain = true};
  for (int k = 0; k < walk->n_nodes; k++) {
    ExprOp op = (ExprOp)expr_node(sys->exprs, walk->node[k])->op;
    if (!expr_op_is_plain(op)) found.is_plain = false;
    found.n_vars += op == EXPR_VAR;
    found.has_calls = found.has_calls || op == EXPR_CALL;
  }
  return found;
}

/* The variables of the visited nodes that count and are `in` (NULL: all);
 * n_vars: as many or more. */
static IntList collect(const System *sys, const Walk *walk, int n_vars,
                       const bool *in, bool discrete, Arena *arena)
{
  IntList list = {arena_array(arena, (size_t)n_vars, sizeof(int)), 0};
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(sys->exprs, walk->node[k]);
    if (node->op != EXPR_VAR || (in && !in[k])) continue;
    if (counts(sys, node->var, discrete)) list.item[list.n++] = node->var.i;
  }
  vector_sort_ints(list.item, list.n);
  return list;
}

/* The nodes whose value has a part in that of the last one; with `solvable` a
 * continuous part. Of a call the arguments that its results depend on. */
static bool *mark_parts(const System *sys, const Walk *walk, bool solvable,
                        Arena *arena)
{
  const ExprTable *t = sys->exprs;
  bool *in = arena_array(arena, (size_t)walk->n_nodes, sizeof(bool));
  in[walk->n_nodes - 1] = true;
  for (int k = walk->n_nodes - 1; k >= 0; k--) { /* users before operands */
    ExprId e = walk->node[k];
    const ExprNode *n = expr_node(t, e);
    bool is_call = n->op == EXPR_CALL;
    if (!in[k] || walk_is_event(n)) continue;
    if (is_call) walk_mark_arguments(walk, e, call_depends(t, e), in);
    for (int a = is_call ? 1 : 0; a < n->n_args; a++) {
      if (solvable && !differentiate_passes(t, e, a)) continue;
      in[walk_position(walk, n->arg[a])] = true;
    }
  }
  return in;
}

IntList incidence_of(const System *sys, Walk *walk, ExprId e, bool discrete,
                     Arena *arena)
{
  walk_from(walk, e, true);
  Summary found = summarize(sys, walk);
  bool *in = found.has_calls ? mark_parts(sys, walk, false, arena) : NULL;
  return collect(sys, walk, found.n_vars, in, discrete, arena);
}

/* --- residuals --- */

/* A note on a plain residual: how many variables it has, whether time is in
 * it, and the variables, rising. Where it is not plain there is none, for what
 * counts is another question each time. */
enum { NOTE_COUNT, NOTE_TIME, NOTE_VARS };

/* NULL: no note. */
static const int32_t *note_of(const System *sys, Walk *walk, ExprId e)
{
  if (!sys->residual_notes) return NULL;
  const int32_t *known = expr_notes_find(sys->residual_notes, e);
  if (known) return known;
  walk_from(walk, e, true);
  Summary found = summarize(sys, walk);
  if (!found.is_plain) return NULL;
  int32_t *note =
      expr_notes_add(sys->residual_notes, e, NOTE_VARS + found.n_vars);
  int32_t *next = note + NOTE_VARS;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = expr_node(sys->exprs, walk->node[k]);
    if (node->op == EXPR_VAR) *next++ = node->var.i;
    if (node->op == EXPR_TIME) note[NOTE_TIME] = true;
  }
  note[NOTE_COUNT] = found.n_vars;
  vector_sort_ints(note + NOTE_VARS, found.n_vars);
  return note;
}

bool incidence_is_smooth(const System *sys, ExprId residual)
{
  const ExprNotes *notes = sys->residual_notes;
  return notes && expr_notes_find(notes, residual) != NULL;
}

const int32_t *incidence_noted(const System *sys, ExprId residual, int *n,
                               bool *time)
{
  const ExprNotes *notes = sys->residual_notes;
  const int32_t *note = notes ? expr_notes_find(notes, residual) : NULL;
  if (!note) return NULL;
  *n = note[NOTE_COUNT];
  *time = note[NOTE_TIME];
  return note + NOTE_VARS;
}

bool incidence_is_timeless(const System *sys, ExprId residual)
{
  const ExprNotes *notes = sys->residual_notes;
  const int32_t *note = notes ? expr_notes_find(notes, residual) : NULL;
  return note && !note[NOTE_TIME];
}

static IntList take_noted(const System *sys, const int32_t *note, bool discrete,
                          Arena *arena)
{
  int n = note[NOTE_COUNT];
  IntList list = {arena_array(arena, (size_t)n, sizeof(int)), 0};
  for (int k = NOTE_VARS; k < NOTE_VARS + n; k++) {
    if (counts(sys, (VarId){note[k]}, discrete)) list.item[list.n++] = note[k];
  }
  return list;
}

IntList incidence_of_residual(const System *sys, Walk *walk, ExprId e,
                              bool discrete, Arena *arena)
{
  const int32_t *note = note_of(sys, walk, e);
  return note ? take_noted(sys, note, discrete, arena)
              : incidence_of(sys, walk, e, discrete, arena);
}

IntList incidence_solvable(const System *sys, Walk *walk, ExprId e,
                           Arena *arena)
{
  const int32_t *note = note_of(sys, walk, e);
  if (note) return take_noted(sys, note, false, arena);
  walk_from(walk, e, true);
  Summary found = summarize(sys, walk);
  bool *in = found.is_plain ? NULL : mark_parts(sys, walk, true, arena);
  return collect(sys, walk, found.n_vars, in, false, arena);
}
