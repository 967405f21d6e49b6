/* sign_symmetry.c: which unknowns begin at zero, and what their signs do. */
#include "reduce/initial/sign_symmetry.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "symbolic/properties/parity.h"

enum { MAX_NAMED = 3, MAX_LISTED = 5 };

typedef struct Mirror {
  Session *s;
  const System *sys;
  Walk *walk;
  const StartPoint *start;
  ExprId *guess;
  Arena *scratch;
  ParityForm *of_var;     /* [n_vars] zero but for unknowns of one loop */
  double *known;          /* [n_vars] at the start; NAN: not known yet */
  EvaluatePoint at_start; /* with zero for what has no start value */
  Diagnostic *warning;    /* NULL: nothing so far */
  Span last;              /* the equation that was reported last */
  int n_found, n_listed;
} Mirror;

/* One loop. */
typedef struct AlgebraicLoop {
  const ReducedBlock *block;
  ParityForm *column; /* [n] forms of the unknowns */
  ParityForm *row;    /* [n] and of the residuals */
  ParityRules rules;
  int n_bits;
} AlgebraicLoop;

static double sign_symmetry_number_of(const Mirror *m, ExprId e,
                                      double otherwise)
{
  if (e.i < 0) return otherwise;
  double v = start_point_number(m->start, m->walk, e);
  return isfinite(v) ? v : otherwise;
}

/* Where the iteration begins. */
static double begin_of(const Mirror *m, VarId v)
{
  ExprId start = m->sys->var[v.i].start;
  if (start.i < 0) start = m->guess[v.i];
  return start.i < 0 ? 0 : sign_symmetry_number_of(m, start, NAN);
}

static bool sign_symmetry_is_open(const Mirror *m, VarId v)
{
  const Var *var = &m->sys->var[v.i];
  return var->kind == VAR_CONTINUOUS && var->start.i < 0;
}

static double sign_symmetry_value_of(const void *context, VarId v)
{
  const Mirror *m = context;
  if (!sign_symmetry_is_open(m, v)) return m->start->value[v.i];
  return isfinite(m->known[v.i]) ? m->known[v.i] : begin_of(m, v);
}

/* The same without guesses. */
static double sign_symmetry_known_of(const void *context, VarId v)
{
  const Mirror *m = context;
  if (!sign_symmetry_is_open(m, v)) return m->start->value[v.i];
  return m->known[v.i];
}

/* What is computed from known values is known. */
static void sign_symmetry_take_assignment(Mirror *m, const ReducedBlock *b)
{
  assert(b->kind == BLOCK_ASSIGN);
  EvaluatePoint point = m->at_start;
  point.var = sign_symmetry_known_of;
  m->known[b->unknown[0].i] = evaluate(m->walk, b->value, &point);
}

/* Bits for unknowns that are iterated for and begin at zero; false: none, or
 * too many. */
static bool sign_symmetry_number_unknowns(Mirror *m, AlgebraicLoop *l)
{
  const ReducedBlock *b = l->block;
  const LoopMethod *how = b->how;
  bool *is_known = arena_array(m->scratch, (size_t)b->n, sizeof(bool));
  for (int k = 0; k < how->n_inner; k++) is_known[how->inner[k]] = true;
  for (int k = 0; how->first && k < how->first->n; k++) {
    is_known[how->first->column[k]] = true;
  }
  for (int c = 0; c < b->n; c++) {
    if (is_known[c] || begin_of(m, b->unknown[c]) != 0) continue;
    if (l->n_bits == PARITY_BITS) return false;
    m->of_var[b->unknown[c].i] = (ParityForm)1 << l->n_bits++;
  }
  return l->n_bits > 0;
}

static void find_forms(Mirror *m, AlgebraicLoop *l)
{
  const ReducedBlock *b = l->block;
  const LoopMethod *how = b->how;
  for (int k = 0; k < how->n_inner; k++) {
    m->of_var[b->unknown[how->inner[k]].i] = parity_of(
        m->walk, how->inner_value[k], m->of_var, &l->rules, m->scratch);
  }
  for (int r = 0; r < b->n; r++) {
    l->row[r] =
        parity_of(m->walk, b->residual[r], m->of_var, &l->rules, m->scratch);
  }
  for (int c = 0; c < b->n; c++) l->column[c] = m->of_var[b->unknown[c].i];
}

static int count_odd(const ParityForm *form, int n, ParityForm choice)
{
  int n_odd = 0;
  for (int k = 0; k < n; k++) n_odd += parity_is_odd(form[k], choice);
  return n_odd;
}

/* Does what stays the same hold already where they are zero? */
static bool zero_is_solution(Mirror *m, const AlgebraicLoop *l,
                             ParityForm choice)
{
  for (int r = 0; r < l->block->n; r++) {
    if (parity_is_odd(l->row[r], choice)) continue;
    double v = evaluate(m->walk, l->block->residual[r], &m->at_start);
    if (!(fabs(v) < 1e-9)) return false;
  }
  return true;
}

/* A user can give it a start value. */
static bool has_own_name(const Mirror *m, VarId v)
{
  const Var *var = &m->sys->var[v.i];
  return !var->is_internal && !var->is_generated && !system_is_der(m->sys, v);
}

/* Where bounds leave one sign to an unknown it begins there, and decides for
 * the others. */
static bool choose_by_bounds(Mirror *m, const AlgebraicLoop *l,
                             ParityForm choice)
{
  for (int c = 0; c < l->block->n; c++) {
    VarId v = l->block->unknown[c];
    const Var *var = &m->sys->var[v.i];
    if (!parity_is_odd(l->column[c], choice)) continue;
    double min = sign_symmetry_number_of(m, var->min, -HUGE_VAL);
    double max = sign_symmetry_number_of(m, var->max, HUGE_VAL);
    if (min < 0 && max > 0) continue;
    double nominal = fabs(sign_symmetry_number_of(m, var->nominal, 1));
    if (var->start.i >= 0 || min > max || nominal == 0) return true;
    double first = fmin(fmax(min >= 0 ? nominal : -nominal, min), max);
    m->guess[v.i] = expr_const(m->sys->exprs, first);
    return true;
  }
  return false;
}

/* The names of those that change, in the scratch arena; *first: one of them
 * that a start value can be given to, NO_VAR: none. */
static const char *names_of(Mirror *m, const AlgebraicLoop *l,
                            ParityForm choice, VarId *first)
{
  const char *names = "";
  int n = 0;
  *first = NO_VAR;
  for (int c = 0; c < l->block->n; c++) {
    VarId v = l->block->unknown[c];
    if (!parity_is_odd(l->column[c], choice) || !has_own_name(m, v)) continue;
    if (first->i < 0) *first = v;
    if (n++ >= MAX_NAMED) continue;
    names = arena_printf(m->scratch, "%s%s'%s'", names, n > 1 ? ", " : "",
                         m->sys->var[v.i].name);
  }
  if (n <= MAX_NAMED) return names;
  return arena_printf(m->scratch, "%s and %d more", names, n - MAX_NAMED);
}

/* An equation that stays, but holds what changes. */
static Span even_equation(const AlgebraicLoop *l, ParityForm choice)
{
  const ReducedBlock *b = l->block;
  for (int k = 0; k < b->n_entries; k++) {
    const JacobianEntry *e = &b->entry[k];
    if (!parity_is_odd(l->column[e->column], choice)) continue;
    if (!parity_is_odd(l->row[e->row], choice)) return b->span[e->row];
  }
  return b->span[0];
}

/* Equations of a loop of the text are reported once. */
static void report_loop(Mirror *m, const AlgebraicLoop *l, ParityForm choice)
{
  VarId first;
  const char *names = names_of(m, l, choice, &first);
  if (first.i < 0) return;
  m->n_found++;
  Span span = even_equation(l, choice);
  bool again = m->warning && memcmp(&span, &m->last, sizeof span) == 0;
  if (again || m->n_listed == MAX_LISTED) return;
  bool is_one = count_odd(l->column, l->block->n, choice) == 1;
  if (m->warning) {
    diagnostic_note(m->s, m->warning, span, "this holds for both signs of %s%s",
                    names, is_one ? "" : " together");
  } else {
    m->warning =
        diagnostic_warning(m->s, span, W404,
                           "at the start this holds for both signs of %s%s, "
                           "and no start value says which one is meant",
                           names, is_one ? "" : " together");
  }
  /* the runtime goes beside a guess at which the Jacobian is singular, upwards
   * (block_newton.h) */
  bool is_alone = is_one && l->block->n == 1;
  diagnostic_note(m->s, m->warning, m->sys->var[first.i].span,
                  "start = -1, or a better guess, for '%s' chooses the "
                  "negative one, start = 1 the positive one%s",
                  m->sys->var[first.i].name,
                  is_alone ? "; without start, min and max the positive one is "
                             "taken, because the search begins just above zero"
                           : "");
  m->last = span;
  m->n_listed++;
}

static void sign_symmetry_look_at(Mirror *m, AlgebraicLoop *l)
{
  ParityForm choice[PARITY_BITS];
  int n = parity_choices(&l->rules, l->n_bits, choice);
  for (int k = 0; k < n; k++) {
    int n_unknowns = count_odd(l->column, l->block->n, choice[k]);
    int n_equations = count_odd(l->row, l->block->n, choice[k]);
    if (n_equations >= n_unknowns) continue;
    if (zero_is_solution(m, l, choice[k])) continue;
    if (!choose_by_bounds(m, l, choice[k])) report_loop(m, l, choice[k]);
  }
}

static void examine(Mirror *m, const ReducedBlock *block)
{
  assert(block->kind == BLOCK_SOLVE && !block->linear && block->how);
  ArenaMark mark = arena_mark(m->scratch);
  size_t n = (size_t)block->n;
  AlgebraicLoop l = {.block = block,
                     .column = arena_array(m->scratch, n, sizeof(ParityForm)),
                     .row = arena_array(m->scratch, n, sizeof(ParityForm))};
  if (sign_symmetry_number_unknowns(m, &l)) {
    find_forms(m, &l);
    sign_symmetry_look_at(m, &l);
  }
  for (int c = 0; c < block->n; c++) m->of_var[block->unknown[c].i] = 0;
  arena_release(mark);
}

void sign_symmetry_find(Session *s, const System *sys, Walk *walk,
                        const BlockSequence *initial, const StartPoint *point,
                        ExprId *guess)
{
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  size_t n_vars = (size_t)sys->n_vars;
  Mirror m = {.s = s,
              .sys = sys,
              .walk = walk,
              .start = point,
              .guess = guess,
              .scratch = scratch,
              .of_var = arena_array(scratch, n_vars, sizeof(ParityForm)),
              .known = arena_array(scratch, n_vars, sizeof(double)),
              .at_start = point->point};
  for (size_t v = 0; v < n_vars; v++) m.known[v] = NAN;
  m.at_start.var = sign_symmetry_value_of;
  m.at_start.context = &m;
  for (int k = 0; k < initial->n_blocks; k++) {
    const ReducedBlock *b = &initial->block[k];
    if (b->kind == BLOCK_SOLVE && !b->linear) examine(&m, b);
    if (b->kind == BLOCK_ASSIGN) sign_symmetry_take_assignment(&m, b);
  }
  if (m.n_found > m.n_listed) {
    diagnostic_note(s, m.warning, NO_SPAN, "and so on, %d in all", m.n_found);
  }
  arena_release(mark);
}
