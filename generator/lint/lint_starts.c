/* lint_starts.c: start values that nothing reads.
 *
 * A start value without `fixed` is where the search for a solution begins: of a
 * state, of an unknown of a loop, of what initialization may choose. A variable
 * that is computed from others by an assignment has no use for it. */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "lint/lint.h"
#include "lint/lint_place.h"

typedef struct StartLint {
  const ReducedSystem *reduced;
  bool *needed; /* by variable */
} StartLint;

static void need_variable(StartLint *l, VarId v)
{
  if (v.i < 0) return;
  assert(v.i < l->reduced->sys->n_vars);
  l->needed[v.i] = true;
  const Var *var = &l->reduced->sys->var[v.i];
  if (var->pre_of.i >= 0) l->needed[var->pre_of.i] = true;
  for (VarId i = var->integral; i.i >= 0;
       i = l->reduced->sys->var[i.i].integral) {
    l->needed[i.i] = true; /* a derivative is sought beside what it is of */
  }
}

static void need_loops(StartLint *l, const BlockSequence *sequence)
{
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind == BLOCK_ASSIGN) continue;
    for (int i = 0; i < b->n_columns; i++) need_variable(l, b->unknown[i]);
  }
}

static void start_find_needed(StartLint *l)
{
  const ReducedSystem *r = l->reduced;
  for (int k = 0; k < r->n_states; k++) {
    need_variable(l, r->state[k]);
    need_variable(l, r->state_source[k]);
  }
  for (int k = 0; k < r->n_start_preferences; k++)
    need_variable(l, r->start_preference[k]);
  need_loops(l, &r->initial);
  need_loops(l, &r->continuous);
  for (int k = 0; k < r->sys->n_vars; k++) {
    const Var *v = &r->sys->var[k];
    if (v->set >= 0 || v->is_reset || v->is_dummy) need_variable(l, (VarId){k});
  }
  for (int k = 0; k < r->sys->n_vars; k++) { /* those that are merged */
    VarId of = r->sys->var[k].alias_of;
    if (of.i >= 0 && l->needed[k]) l->needed[of.i] = true;
  }
}

/* Does the declaration itself give a start value? Types may have one, too. */
static bool is_start_written(const Session *s, Span name)
{
  if (name.source < 0) return false;
  const SourceText *text = s->source[name.source];
  const char *at = text->bytes + name.end;
  for (int depth = 0; *at && *at != ';' && (depth > 0 || *at != ','); at++) {
    depth += (*at == '(') - (*at == ')');
    bool is_word = strncmp(at, "start", 5) == 0 &&
                   !isalnum((unsigned char)at[5]) && at[5] != '_' &&
                   !isalnum((unsigned char)at[-1]) && at[-1] != '_';
    if (is_word) return true;
  }
  return false;
}

/* Of a Real that is computed by an assignment it is not. */
static bool is_start_read(const StartLint *l, int k)
{
  const Var *v = &l->reduced->sys->var[k];
  bool is_computed = v->type == VAR_REAL && v->kind == VAR_CONTINUOUS &&
                     v->role == ROLE_ALGEBRAIC && !v->fixed;
  bool is_merged = v->alias_of.i >= 0 && l->needed[v->alias_of.i];
  return !is_computed || l->needed[k] || is_merged;
}

void lint_reduced(Session *s, const FlatModel *flat,
                  const ReducedSystem *reduced)
{
  assert(reduced && reduced->sys);
  Lint lint = {.s = s, .flat = flat, .arena = s->session_arena};
  const System *sys = reduced->sys;
  StartLint l = {.reduced = reduced};
  l.needed =
      arena_array(s->session_arena, (size_t)sys->n_vars, sizeof l.needed[0]);
  start_find_needed(&l);
  for (int k = 0; k < sys->n_vars; k++) {
    if (is_start_read(&l, k)) lint_pass_over(&lint, sys->var[k].span, W705);
  }
  for (int k = 0; k < sys->n_vars; k++) {
    const Var *v = &sys->var[k];
    if (is_start_read(&l, k) || v->start.i < 0 || v->is_internal) continue;
    if (!is_start_written(s, v->span) || !lint_is_new(&lint, v->span, W705))
      continue;
    diagnostic_warning(s, v->span, W705,
                       "the start value of '%s' is a guess for nothing: the "
                       "variable is computed from others, and is not a state",
                       v->name);
  }
}
