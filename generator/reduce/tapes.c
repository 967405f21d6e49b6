/* tapes.c: see tapes.h. */
#include "reduce/tapes.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "reduce/blocks/constant_between_events.h"
#include "reduce/forcings.h"

/* --- words ---------------------------------------------------------------- */

/* The word of an operator for which the runtime has a rule; NULL: it has
 * none. */
static const char *word_of(ExprOp op)
{
#define RULE(NAME)                                                             \
  case EXPR_##NAME: return #NAME;
  switch ((int)op) {
    RULE(ADD)
    RULE(SUB)
    RULE(MUL)
    RULE(DIV)
    RULE(POW)
    RULE(NEG)
    RULE(SIN)
    RULE(COS)
    RULE(TAN)
    RULE(ASIN)
    RULE(ACOS)
    RULE(ATAN)
    RULE(ATAN2)
    RULE(SINH)
    RULE(COSH)
    RULE(TANH)
    RULE(EXP)
    RULE(LOG)
    RULE(LOG10)
    RULE(SQRT)
    RULE(ABS)
    RULE(SIGN)
    RULE(MIN)
    RULE(MAX)
    RULE(FLOOR)
    RULE(CEIL)
    RULE(LT)
    RULE(LE)
    RULE(EQ)
    RULE(NE)
    RULE(AND)
    RULE(OR)
    RULE(NOT)
    RULE(IF)
  }
#undef RULE
  return NULL;
}

static const char *const word_time = "TIME", *const word_number = "NUMBER",
                         *const word_relation = "RELATION",
                         *const word_state = "STATE",
                         *const word_input = "INPUT";

static const char *word_of_type(VarType type)
{
  static const char *const word[] = {"REAL", "INTEGER", "BOOLEAN"};
  assert(type <= VAR_BOOLEAN);
  return word[type];
}

/* --- lists with a table to find what is there ------------------------------ */

enum { N_BUCKETS = 1 << 17 };

/* By hash: the last item of it, from 1, and for each item the one before. */
typedef struct Chains {
  int *last; /* [N_BUCKETS] */
  int *before;
  int n, cap;
} Chains;

static uint32_t mix(uint32_t hash, uint32_t word)
{
  return (hash ^ word) * 16777619u;
}

static void chain_item(Chains *c, Arena *scratch, uint32_t hash)
{
  int *last = &c->last[hash % N_BUCKETS];
  c->before = vector_grow(scratch, c->before, &c->cap, c->n + 1, sizeof(int));
  c->before[c->n] = *last;
  *last = ++c->n;
}

/* --- the tape of one relation ---------------------------------------------- */

enum { N_KNOWN = 1024, STACK_DEEPEST = 4 * TAPE_LONGEST };

typedef struct TapeMaker {
  ReducedSystem *r;
  ReducedTapes *tapes;
  Arena *arena, *scratch;
  const bool *steady;  /* [n_vars] constant between events */
  const int *assigned; /* [n_vars] block of the continuous system, or -1 */
  const int *state;    /* [n_vars] index of a state of no set, or -1 */
  Chains numbers, shapes;

  /* The one being made. */
  TapeStep step[TAPE_LONGEST];
  int operand[TAPE_LONGEST];
  int n_steps, n_operands;
  TapeReason reason; /* where it is not possible */
  bool is_possible, has_time, has_states;
  /* Which step has the value of an expression: a table by ExprId. */
  struct {
    int expr, turn, step;
  } known[N_KNOWN];
  int turn;
} TapeMaker;

static int known_slot(const TapeMaker *m, ExprId e)
{
  uint32_t at = (uint32_t)e.i * 2654435761u % N_KNOWN;
  while (m->known[at].turn == m->turn && m->known[at].expr != e.i) {
    at = (at + 1) % N_KNOWN;
  }
  return (int)at;
}

/* -1: none yet. */
static int tapes_step_of(const TapeMaker *m, ExprId e)
{
  int at = known_slot(m, e);
  return m->known[at].turn == m->turn ? m->known[at].step : -1;
}

static void know_step(TapeMaker *m, ExprId e, int step)
{
  int at = known_slot(m, e);
  assert(m->known[at].turn != m->turn);
  m->known[at].expr = e.i;
  m->known[at].turn = m->turn;
  m->known[at].step = step;
}

static void tapes_refuse(TapeMaker *m, TapeLack lack, VarId var)
{
  assert(lack != TAPE_LACKS_NOTHING);
  m->is_possible = false;
  m->reason = (TapeReason){lack, var};
}

static void append_step(TapeMaker *m, TapeStep step)
{
  if (m->n_steps == TAPE_LONGEST) {
    tapes_refuse(m, TAPE_TOO_LONG, NO_VAR);
    return;
  }
  m->step[m->n_steps++] = step;
}

static void append_leaf(TapeMaker *m, const char *op, int index)
{
  int k = m->n_operands;
  append_step(m, (TapeStep){op, (int16_t)k, 0, 0});
  if (m->is_possible) m->operand[m->n_operands++] = index;
}

static int number_index(TapeMaker *m, double value)
{
  ReducedTapes *t = m->tapes;
  uint32_t word[2], hash;
  memcpy(word, &value, sizeof word);
  hash = mix(mix(2166136261u, word[0]), word[1]);
  for (int k = m->numbers.last[hash % N_BUCKETS]; k > 0;
       k = m->numbers.before[k - 1]) {
    if (memcmp(&t->number[k - 1], &value, sizeof value) == 0) return k - 1;
  }
  chain_item(&m->numbers, m->scratch, hash);
  t->number = vector_grow(m->arena, t->number, &t->cap_numbers,
                          t->n_numbers + 1, sizeof t->number[0]);
  t->number[t->n_numbers] = value;
  return t->n_numbers++;
}

/* An input of the model: the runtime knows how it moves. */
static bool tapes_is_input(const Var *v)
{
  return v->kind == VAR_INPUT && !v->is_internal && v->integral.i < 0 &&
         v->type == VAR_REAL;
}

static TapeLack lack_of(const Var *v)
{
  if (v->kind == VAR_INPUT) return v->is_internal ? TAPE_OF_PAST : TAPE_OF_RATE;
  return v->kind == VAR_SELECTED || v->set >= 0 ? TAPE_OF_SET : TAPE_OF_LOOP;
}

/* What the value of an expression waits for; NO_EXPR: its step is appended. */
static ExprId append_variable(TapeMaker *m, ExprId e, VarId var)
{
  const Var *v = &m->r->sys->var[var.i];
  if (m->steady[var.i]) {
    append_leaf(m, word_of_type(v->type), m->r->slot[var.i]);
    return NO_EXPR;
  }
  if (m->state[var.i] >= 0) {
    append_leaf(m, word_state, m->state[var.i]);
    m->has_states = true;
    return NO_EXPR;
  }
  if (tapes_is_input(v)) {
    append_leaf(m, word_input, m->r->slot[var.i]);
    m->has_states = true;
    return NO_EXPR;
  }
  int block = m->assigned[var.i];
  if (block < 0) {
    tapes_refuse(m, lack_of(v), var);
    return NO_EXPR;
  }
  ExprId value = m->r->continuous.block[block].value;
  int step = tapes_step_of(m, value);
  if (step >= 0) know_step(m, e, step);
  return step >= 0 ? NO_EXPR : value;
}

static ExprId append_operator(TapeMaker *m, const ExprNode *n)
{
  const char *word = word_of((ExprOp)n->op);
  int16_t at[3] = {0, 0, 0};
  if (!word) tapes_refuse(m, TAPE_OF_FUNCTION, NO_VAR);
  for (int a = 0; a < n->n_args && m->is_possible; a++) {
    int step = tapes_step_of(m, n->arg[a]);
    if (step < 0) return n->arg[a];
    at[a] = (int16_t)step;
  }
  append_step(m, (TapeStep){word, at[0], at[1], at[2]});
  return NO_EXPR;
}

static ExprId tapes_append_node(TapeMaker *m, ExprId e)
{
  const ExprNode *n = expr_node(m->r->exprs, e);
  if (n->op == EXPR_VAR) return append_variable(m, e, n->var);
  bool is_event = expr_op_is_relation((ExprOp)n->op) && n->index >= 0;
  if (n->op == EXPR_CONST) {
    append_leaf(m, word_number, number_index(m, n->value));
  } else if (n->op == EXPR_INITIAL) { /* between events */
    append_leaf(m, word_number, number_index(m, 0));
  } else if (n->op == EXPR_TIME) {
    append_step(m, (TapeStep){word_time, 0, 0, 0});
    m->has_time = true;
  } else if (is_event) {
    append_leaf(m, word_relation, n->index);
  } else {
    return append_operator(m, n);
  }
  return NO_EXPR;
}

/* The steps of e and of all that it is made of. */
static void append_expression(TapeMaker *m, ExprId e)
{
  ExprId stack[STACK_DEEPEST];
  int n = 0;
  stack[n++] = e;
  while (n > 0 && m->is_possible) {
    ExprId top = stack[n - 1];
    ExprId first =
        tapes_step_of(m, top) >= 0 ? NO_EXPR : tapes_append_node(m, top);
    if (first.i >= 0) {
      if (n == STACK_DEEPEST) tapes_refuse(m, TAPE_TOO_LONG, NO_VAR);
      if (m->is_possible) stack[n++] = first;
      continue;
    }
    if (tapes_step_of(m, top) < 0) know_step(m, top, m->n_steps - 1);
    n--;
  }
}

static void begin_tape(TapeMaker *m)
{
  m->turn++;
  m->n_steps = m->n_operands = 0;
  m->is_possible = true;
  m->reason = (TapeReason){TAPE_LACKS_NOTHING, NO_VAR};
  m->has_time = m->has_states = false;
}

/* left - right. */
static void append_difference(TapeMaker *m, ExprId left, ExprId right)
{
  append_expression(m, left);
  if (!m->is_possible || expr_is_zero(m->r->exprs, right)) return;
  append_expression(m, right);
  if (!m->is_possible) return;
  append_step(m, (TapeStep){word_of(EXPR_SUB), (int16_t)tapes_step_of(m, left),
                            (int16_t)tapes_step_of(m, right), 0});
}

/* --- shapes ----------------------------------------------------------------- */

static bool same_step(const TapeStep *p, const TapeStep *q)
{
  return p->op == q->op && p->a == q->a && p->b == q->b && p->c == q->c;
}

static bool tapes_has_shape(const TapeMaker *m, const ReducedTape *tape)
{
  if (tape->n_steps != m->n_steps) return false;
  for (int k = 0; k < m->n_steps; k++) {
    if (!same_step(&m->tapes->step[tape->first + k], &m->step[k])) return false;
  }
  return true;
}

static uint32_t shape_hash(const TapeMaker *m)
{
  uint32_t hash = 2166136261u;
  for (int k = 0; k < m->n_steps; k++) {
    const TapeStep *s = &m->step[k];
    for (const char *c = s->op; *c; c++) hash = mix(hash, (uint32_t)*c);
    hash = mix(mix(mix(hash, (uint32_t)s->a), (uint32_t)s->b), (uint32_t)s->c);
  }
  return hash;
}

/* The number of a tape of this shape, from 1; 0: there is no room. */
static int find_shape(TapeMaker *m)
{
  ReducedTapes *t = m->tapes;
  uint32_t hash = shape_hash(m);
  for (int k = m->shapes.last[hash % N_BUCKETS]; k > 0;
       k = m->shapes.before[k - 1]) {
    if (tapes_has_shape(m, &t->tape[k - 1])) return k;
  }
  if (t->n_steps + m->n_steps > TAPES_MOST_STEPS) return 0;
  chain_item(&m->shapes, m->scratch, hash);
  t->step = vector_grow(m->arena, t->step, &t->cap_steps,
                        t->n_steps + m->n_steps, sizeof t->step[0]);
  t->tape =
      vector_grow(m->arena, t->tape, &t->cap, t->n + 1, sizeof t->tape[0]);
  t->tape[t->n] =
      (ReducedTape){t->n_steps, m->n_steps, m->n_operands, m->has_states};
  memcpy(t->step + t->n_steps, m->step, (size_t)m->n_steps * sizeof m->step[0]);
  t->n_steps += m->n_steps;
  return ++t->n;
}

/* The tape that was made becomes that of an item. */
static void end_tape(TapeMaker *m, int item)
{
  ReducedTapes *t = m->tapes;
  int n = t->n_operands + m->n_operands;
  t->reason[item] = m->reason;
  if (!m->is_possible) return;
  if (!m->has_time && !m->has_states) return; /* changes at events only */
  if (n <= TAPES_MOST_OPERANDS) t->of_item[item] = find_shape(m);
  if (t->of_item[item] == 0) {
    t->reason[item].lack = TAPE_TOO_LONG;
    return;
  }
  t->operand = vector_grow(m->arena, t->operand, &t->cap_operands, n,
                           sizeof t->operand[0]);
  for (int k = 0; k < m->n_operands; k++) {
    t->operand[t->n_operands + k] = m->operand[k];
  }
  t->n_operands = n;
}

/* --- all of them ------------------------------------------------------------ */

static int *find_assignments(const ReducedSystem *r, Arena *scratch)
{
  int *assigned = arena_array(scratch, (size_t)r->sys->n_vars, sizeof(int));
  for (int i = 0; i < r->sys->n_vars; i++) assigned[i] = -1;
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    const ReducedBlock *b = &r->continuous.block[k];
    if (b->kind == BLOCK_ASSIGN) assigned[b->unknown[0].i] = k;
  }
  return assigned;
}

static int *tapes_find_states(const ReducedSystem *r, Arena *scratch)
{
  int *state = arena_array(scratch, (size_t)r->sys->n_vars, sizeof(int));
  for (int i = 0; i < r->sys->n_vars; i++) state[i] = -1;
  for (int k = 0; k < r->n_states; k++) {
    VarId var = r->state[k];
    if (r->sys->var[var.i].kind == VAR_CONTINUOUS) state[var.i] = k;
  }
  return state;
}

static void make_tape_of_relation(TapeMaker *m, int k)
{
  const EventRelation *relation = &m->r->sys->relation[k];
  if (relation->event_time.i >= 0 || relation->is_quiet) return;
  begin_tape(m);
  append_difference(m, relation->left, relation->right);
  if (m->r->choice.no_event_proof && m->has_states) return;
  end_tape(m, k);
}

static void make_tape_of_assertion(TapeMaker *m, int k)
{
  const Assertion *assertion = &m->r->sys->assertion[k];
  if (assertion->moment != ASSERTION_ALWAYS) return;
  begin_tape(m);
  append_expression(m, assertion->condition);
  end_tape(m, m->r->sys->n_relations + k);
}

static void make_tape_of_forcing(TapeMaker *m, int k, ExprId e)
{
  begin_tape(m);
  append_expression(m, e);
  assert(!m->is_possible || !m->has_states);
  end_tape(m, tapes_first_forcing(m->r) + k);
}

int tapes_first_forcing(const ReducedSystem *r)
{
  return r->sys->n_relations + r->sys->n_assertions;
}

int tapes_n_items(const ReducedSystem *r)
{
  return tapes_first_forcing(r) + r->tapes.n_forcings;
}

void tapes_make(ReducedSystem *r, Arena *arena, Arena *scratch)
{
  const System *sys = r->sys;
  assert(r->slot);
  r->tapes = (ReducedTapes){0};
  if (tapes_first_forcing(r) == 0 && r->n_states == 0) return;
  TapeMaker *m = arena_alloc(scratch, sizeof *m);
  *m = (TapeMaker){.r = r,
                   .tapes = &r->tapes,
                   .arena = arena,
                   .scratch = scratch,
                   .steady = constant_between_events_find(r, scratch),
                   .assigned = find_assignments(r, scratch),
                   .state = tapes_find_states(r, scratch)};
  bool proves = !r->choice.no_event_proof;
  Forcings forcings = {0};
  if (proves)
    forcings = forcings_find(r, m->steady, m->assigned, arena, scratch);
  r->tapes.forcing = forcings.expr;
  r->tapes.n_forcings = forcings.n;
  r->tapes.of_item = arena_array(arena, (size_t)tapes_n_items(r), sizeof(int));
  r->tapes.reason =
      arena_array(arena, (size_t)tapes_n_items(r), sizeof r->tapes.reason[0]);
  m->numbers.last = arena_array(scratch, N_BUCKETS, sizeof(int));
  m->shapes.last = arena_array(scratch, N_BUCKETS, sizeof(int));
  for (int k = 0; k < sys->n_relations; k++) make_tape_of_relation(m, k);
  for (int k = 0; proves && k < sys->n_assertions; k++) {
    make_tape_of_assertion(m, k);
  }
  for (int k = 0; k < forcings.n; k++) {
    make_tape_of_forcing(m, k, forcings.expr[k]);
  }
}

bool tapes_is_of_time(const ReducedSystem *r, int k)
{
  assert(k >= 0 && k < r->sys->n_relations);
  int number = r->tapes.of_item[k];
  return number > 0 && !r->tapes.tape[number - 1].has_states;
}
