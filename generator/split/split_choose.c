/* split_choose.c: see split_choose.h. */
#include "split/split_choose.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "base/vector.h"
#include "flatten/flat/flat_repeat.h"
#include "reduce/blocks/model_structure.h"
#include "split/split_doubt.h"
#include "split/split_model.h"

enum { CHOOSE_MOST_NODES = 16, CHOOSE_MOST_ALL = 4096 };
static const double choose_impossible = 1e6;
static const double choose_rate = 0.3, choose_feedthrough = 0.01;
static const double choose_surplus = 1, choose_doubt = 0.5;

/* giving or taking, with 0, 1 or 2 rates */
enum { CHOOSE_ROLES = 2 * (SPLIT_MOST_RATES + 1) };

/* What one part makes of one way. */
typedef struct ChooseTrial {
  uint64_t way; /* its roles at its nodes, to the base CHOOSE_ROLES */
  double cost;
  int n_surplus;   /* initial conditions that have no unknown left */
  const char *why; /* it is impossible */
} ChooseTrial;

typedef struct ChooseTrials {
  ChooseTrial *item;
  int n, cap;
} ChooseTrials;

/* Of each node. */
typedef struct ChooseState {
  int giver, n_rates;
} ChooseState;

typedef struct Chooser {
  Session *s;
  const CompileRequest *request;
  SplitPlan *plan;
  int **node;          /* [n_parts] nodes at which the part is, */
  int *n_nodes;        /* and how many */
  ChooseTrials *trial; /* [n_parts] */
  Session *own;        /* of the trials */
  const FlatModel *flat;
} Chooser;

const FlatModel *split_choose_part(Session *s, const FlatModel *flat,
                                   void *context)
{
  const SplitContext *c = context;
  assert(c->part < c->plan->n_parts);
  return split_model(s, flat_unfolded(flat, s->flat_arena), c->plan, c->part);
}

/* --- trials --- */

/* What is wrong with a way is no message of the run. */
static bool choose_begin_trials(Chooser *c)
{
  Session *own = session_create();
  memcpy(own->limit, c->s->limit, sizeof own->limit);
  own->quiet = true;
  own->messages = fopen("/dev/null", "w");
  if (!own->messages) abort();
  CompileReport report = {0};
  CompileRequest request = *c->request;
  request.dump = NULL;
  const FlatModel *flat = compile_flat(own, &request, &report);
  c->own = own;
  c->flat = flat ? flat_unfolded(flat, own->flat_arena) : NULL;
  return c->flat != NULL;
}

static void choose_end_trials(Chooser *c)
{
  Session *own = c->own;
  diagnostic_flush(own);
  fclose(own->messages);
  own->messages = stderr;
  temporary_end(own);
  session_destroy(own);
}

/* Outputs that depend on inputs at once. */
static int choose_feedthroughs(Session *own, const ReducedSystem *r)
{
  ModelStructure m =
      model_structure_find(r, own->reduced_arena, session_scratch(own));
  int n = 0;
  for (int i = 0; i < m.n_outputs; i++) {
    const ReducedUnknown *u = &m.output[i];
    for (int k = 0; k < u->n_dependencies; k++)
      n += r->var[u->dependency[k]].causality == FMI_INPUT;
  }
  return n;
}

/* Where the part may have no solution while it runs: a divisor becomes zero, or
 * a branch leaves an unknown out. */
static int choose_doubts(const ReducedSystem *r)
{
  int n = 0;
  for (int i = 0; i < r->continuous.n_blocks; i++) {
    const ReducedBlock *b = &r->continuous.block[i];
    if (b->kind == BLOCK_ASSIGN)
      n += b->divisor.i >= 0;
    else
      n += b->linear && b->may_open;
  }
  return n;
}

/* Conditions without an unknown are taken for checks of what is given. */
static int choose_surplus_of(const Session *own)
{
  int n = 0;
  for (int i = 0; i < own->n_diagnostics; i++)
    n += own->diagnostic[i]->code == W403;
  return n;
}

/* In words of the split, where those of a model would mislead. */
static const char *choose_words(const Chooser *c, const Diagnostic *d)
{
  Arena *arena = c->s->session_arena;
  assert(d->severity == SEVERITY_ERROR);
  if (d->code == E401)
    return "it has initial conditions of its own for what it would be given";
  if (d->code == E301)
    return arena_printf(arena, "its equations would be singular: %s",
                        d->message);
  return arena_printf(arena, "%s", d->message);
}

static const char *choose_reason(const Chooser *c, const Session *own)
{
  for (int i = 0; i < own->n_diagnostics; i++) {
    const Diagnostic *d = own->diagnostic[i];
    if (d->severity == SEVERITY_ERROR) return choose_words(c, d);
  }
  return "it cannot be translated";
}

/* What the own session says of it stays until the next time. NULL: it cannot
 * be translated. The arenas are to be cleared afterwards. */
static const ReducedSystem *choose_reduce(const Chooser *c,
                                          const FlatModel *flat)
{
  Session *own = c->own;
  CompileReport report = {0};
  CompileRequest request = *c->request;
  request.choice.input_rates = false;
  request.dump = NULL;
  diagnostic_flush(own);
  own->n_diagnostics = own->n_printed = own->n_errors = 0;
  return compile_reduced_flat(own, &request, flat, &report);
}

static void choose_clear(const Chooser *c)
{
  arena_clear(c->own->system_arena);
  arena_clear(c->own->reduced_arena);
}

/* The plan's nodes say which way. */
static void choose_try(const Chooser *c, int part, ChooseTrial *t)
{
  Session *own = c->own;
  const FlatModel *flat = split_model(own, c->flat, c->plan, part);
  const ReducedSystem *r = choose_reduce(c, flat);
  t->cost = choose_impossible;
  if (r) {
    t->n_surplus = choose_surplus_of(own);
    t->cost = choose_feedthrough * choose_feedthroughs(own, r) +
              choose_doubt * choose_doubts(r) + choose_surplus * t->n_surplus;
  } else {
    t->why = choose_reason(c, own);
  }
  choose_clear(c);
}

static uint64_t choose_way(const Chooser *c, const ChooseState *state, int part)
{
  uint64_t way = 0;
  for (int i = 0; i < c->n_nodes[part]; i++) {
    int k = c->node[part][i];
    bool gives = c->plan->node[k].part[state[k].giver] == part;
    way = way * CHOOSE_ROLES + (uint64_t)(2 * state[k].n_rates + gives);
  }
  return way;
}

/* Good until the next call. */
static const ChooseTrial *choose_trial(const Chooser *c,
                                       const ChooseState *state, int part)
{
  ChooseTrials *all = &c->trial[part];
  ChooseTrial t = {.way = choose_way(c, state, part)};
  assert(c->n_nodes[part] > 0);
  for (int i = 0; i < all->n; i++) {
    if (all->item[i].way == t.way) return &all->item[i];
  }
  for (int i = 0; i < c->n_nodes[part]; i++) {
    int k = c->node[part][i];
    c->plan->node[k].giver = state[k].giver;
    c->plan->node[k].n_rates = state[k].n_rates;
  }
  choose_try(c, part, &t);
  all->item = vector_grow(c->s->session_arena, all->item, &all->cap, all->n + 1,
                          sizeof t);
  all->item[all->n] = t;
  return &all->item[all->n++];
}

/* --- all nodes --- */

static double choose_cost(const Chooser *c, const ChooseState *state)
{
  double cost = 0;
  for (int k = 0; k < c->plan->n_nodes; k++)
    cost += choose_rate * state[k].n_rates;
  for (int p = 0; p < c->plan->n_parts; p++) {
    if (c->n_nodes[p] > 0) cost += choose_trial(c, state, p)->cost;
  }
  return cost;
}

static void choose_copy(const Chooser *c, ChooseState *to,
                        const ChooseState *from)
{
  memcpy(to, from, (size_t)c->plan->n_nodes * sizeof to[0]);
}

/* Takes `now` where it is better than the best. */
static bool choose_improve(const Chooser *c, ChooseState *best,
                           const ChooseState *now, double *least)
{
  double cost = choose_cost(c, now);
  if (cost >= *least) return false;
  *least = cost;
  choose_copy(c, best, now);
  return true;
}

/* All givers, with no rates and with all of them. */
static void choose_try_all(const Chooser *c, ChooseState *best,
                           ChooseState *now, int most)
{
  int n = c->plan->n_nodes;
  ChooseState *giver =
      arena_array(c->s->session_arena, (size_t)n, sizeof giver[0]);
  double least = INFINITY;
  for (bool goes_on = true; goes_on;) {
    for (int r = 0; r <= most; r++) {
      choose_copy(c, now, giver);
      for (int k = 0; k < n; k++) now[k].n_rates = r;
      choose_improve(c, best, now, &least);
    }
    int k = 0;
    while (k < n && ++giver[k].giver == c->plan->node[k].n_parts)
      giver[k++].giver = 0;
    goes_on = k < n;
  }
}

/* One node otherwise. */
static bool choose_move_nodes(const Chooser *c, ChooseState *best,
                              ChooseState *now, double *least, int most)
{
  bool has_changed = false;
  for (int k = 0; k < c->plan->n_nodes; k++) {
    for (int q = 0; q < c->plan->node[k].n_parts; q++) {
      for (int r = 0; r <= most; r++) {
        choose_copy(c, now, best);
        now[k] = (ChooseState){q, r};
        if (choose_improve(c, best, now, least)) has_changed = true;
      }
    }
  }
  return has_changed;
}

/* Rates at all nodes where a part takes, or at all nodes of it. */
static bool choose_move_parts(const Chooser *c, ChooseState *best,
                              ChooseState *now, double *least, int most)
{
  bool has_changed = false;
  for (int p = 0; p < c->plan->n_parts; p++) {
    for (int r = 1; r <= 2 * most; r++) {
      choose_copy(c, now, best);
      for (int i = 0; i < c->n_nodes[p]; i++) {
        int k = c->node[p][i];
        bool gives = c->plan->node[k].part[now[k].giver] == p;
        if (!gives || r > most) now[k].n_rates = r > most ? r - most : r;
      }
      if (c->n_nodes[p] > 0 && choose_improve(c, best, now, least))
        has_changed = true;
    }
  }
  return has_changed;
}

/* Rates at all nodes. */
static bool choose_move_all(const Chooser *c, ChooseState *best,
                            ChooseState *now, double *least, int most)
{
  bool has_changed = false;
  for (int r = 1; r <= most; r++) {
    choose_copy(c, now, best);
    for (int k = 0; k < c->plan->n_nodes; k++) now[k].n_rates = r;
    if (choose_improve(c, best, now, least)) has_changed = true;
  }
  return has_changed;
}

static void choose_descend(const Chooser *c, ChooseState *best,
                           ChooseState *now, int most)
{
  double least = choose_cost(c, best);
  bool has_changed = true;
  while (has_changed) {
    has_changed = choose_move_parts(c, best, now, &least, most);
    if (choose_move_all(c, best, now, &least, most)) has_changed = true;
    if (choose_move_nodes(c, best, now, &least, most)) has_changed = true;
  }
}

/* --- what was chosen --- */

static bool choose_refuse(const Chooser *c, int part, const char *why)
{
  const SplitNode *node = &c->plan->node[c->node[part][0]];
  Diagnostic *d = diagnostic_error(
      c->s, NO_SPAN, E623,
      "'%s' cannot be an FMU of its own, whichever side gives the potential "
      "at %s",
      c->plan->part[part].name, node->name);
  if (why) diagnostic_note(c->s, d, NO_SPAN, "%s", why);
  diagnostic_note(c->s, d, NO_SPAN,
                  "put it into one component with its neighbour, or a spring "
                  "or a small store between them");
  return false;
}

/* Why not the other way round? */
static const char *choose_why(const Chooser *c, const ChooseState *state,
                              ChooseState *now, int k)
{
  const SplitNode *node = &c->plan->node[k];
  for (int q = 0; q < node->n_parts; q++) {
    int part = node->part[q];
    bool gives = q == state[k].giver;
    choose_copy(c, now, state);
    now[k].giver = gives ? (q + 1) % node->n_parts : q;
    const ChooseTrial *t = choose_trial(c, now, part);
    if (t->cost >= choose_impossible)
      return arena_printf(c->s->session_arena,
                          "'%s' cannot %s the potential: %s",
                          c->plan->part[part].name, gives ? "take" : "give",
                          t->why ? t->why : "it is singular then");
  }
  return "both ways are possible; this one has fewer outputs that depend on "
         "inputs at once, and fewer divisors that may become zero";
}

/* --- initial conditions --- */

/* The whole model has some of them, too: these do not come from the split. */
static int choose_whole_surplus(const Chooser *c, Span **span,
                                SplitDoubts *doubts)
{
  const Session *own = c->own;
  int n = 0;
  const ReducedSystem *r = choose_reduce(c, c->flat);
  if (r) split_doubt_whole(c->s, r, doubts);
  *span = arena_array(c->s->session_arena, (size_t)own->n_diagnostics + 1,
                      sizeof(*span)[0]);
  for (int i = 0; i < own->n_diagnostics; i++) {
    if (own->diagnostic[i]->code == W403)
      (*span)[n++] = own->diagnostic[i]->span;
  }
  choose_clear(c);
  return n;
}

static void choose_warn_initial(const Chooser *c, int part,
                                const Diagnostic *surplus)
{
  Session *s = c->s;
  assert(surplus->code == W403 && c->n_nodes[part] > 0);
  Diagnostic *d = diagnostic_warning(
      s, NO_SPAN, W403,
      "'%s' has an initial condition of its own for what another component "
      "gives it: its FMU checks it, and fails where it does not hold",
      c->plan->part[part].name);
  for (int i = 0; i < surplus->n_notes; i++)
    diagnostic_note(s, d, NO_SPAN, "%s", surplus->note[i].text);
  for (int i = 0; i < c->n_nodes[part]; i++) {
    const SplitNode *node = &c->plan->node[c->node[part][i]];
    int giver = node->part[node->giver];
    if (giver != part)
      diagnostic_note(s, d, NO_SPAN, "at %s '%s' gives the potential",
                      node->name, c->plan->part[giver].name);
  }
  diagnostic_note(s, d, NO_SPAN,
                  "leave it out (fixed = false): the start of what is given "
                  "counts");
}

/* The first condition that the whole model does not have too many. */
static const Diagnostic *choose_find_surplus(const Session *own,
                                             const Span *whole, int n_whole)
{
  for (int i = 0; i < own->n_diagnostics; i++) {
    const Diagnostic *d = own->diagnostic[i];
    bool is_new = d->code == W403;
    for (int k = 0; k < n_whole && is_new; k++)
      is_new = memcmp(&whole[k], &d->span, sizeof d->span) != 0;
    if (is_new) return d;
  }
  return NULL;
}

static bool choose_has_guesses(const Session *own)
{
  for (int i = 0; i < own->n_diagnostics; i++) {
    if (own->diagnostic[i]->code == W401) return true;
  }
  return false;
}

/* With the chosen givers in the plan. */
static void choose_check_parts(const Chooser *c)
{
  Span *whole = NULL;
  SplitDoubts doubts = {0};
  SplitPlan *plan = c->plan;
  int n_whole = choose_whole_surplus(c, &whole, &doubts);
  assert(plan->n_parts > 0);
  for (int p = 0; p < plan->n_parts; p++) {
    const ReducedSystem *r =
        choose_reduce(c, split_model(c->own, c->flat, plan, p));
    if (r) split_doubt_part(c->s, c->own, plan, p, r, &doubts);
    const Diagnostic *found = choose_find_surplus(c->own, whole, n_whole);
    if (found || choose_has_guesses(c->own)) plan->has_guesses = true;
    if (found && c->n_nodes[p] > 0) choose_warn_initial(c, p, found);
    choose_clear(c);
  }
}

static bool choose_take(const Chooser *c, const ChooseState *state,
                        ChooseState *now)
{
  SplitPlan *plan = c->plan;
  for (int p = 0; p < plan->n_parts; p++) {
    if (c->n_nodes[p] == 0) continue;
    const ChooseTrial *t = choose_trial(c, state, p);
    if (t->cost >= choose_impossible) return choose_refuse(c, p, t->why);
  }
  for (int k = 0; k < plan->n_nodes; k++)
    plan->node[k].why = choose_why(c, state, now, k);
  for (int k = 0; k < plan->n_nodes; k++) { /* trials have set others */
    plan->node[k].giver = state[k].giver;
    plan->node[k].n_rates = state[k].n_rates;
  }
  choose_check_parts(c);
  return true;
}

static bool choose_begin(Chooser *c)
{
  const SplitPlan *plan = c->plan;
  Arena *arena = c->s->session_arena;
  size_t n = (size_t)plan->n_parts;
  c->node = arena_array(arena, n, sizeof(int *));
  c->n_nodes = arena_array(arena, n, sizeof(int));
  c->trial = arena_array(arena, n, sizeof c->trial[0]);
  for (int p = 0; p < plan->n_parts; p++) {
    c->node[p] = arena_array(arena, (size_t)plan->n_nodes, sizeof(int));
    for (int k = 0; k < plan->n_nodes; k++) {
      const SplitNode *node = &plan->node[k];
      for (int q = 0; q < node->n_parts; q++) {
        if (node->part[q] == p) c->node[p][c->n_nodes[p]++] = k;
      }
    }
    if (c->n_nodes[p] > CHOOSE_MOST_NODES) {
      diagnostic_error(c->s, NO_SPAN, E623,
                       "'%s' has %d connections with other components: more "
                       "than %d cannot be looked at",
                       plan->part[p].name, c->n_nodes[p], CHOOSE_MOST_NODES);
      return false;
    }
  }
  return true;
}

bool split_choose(Session *s, const CompileRequest *request, SplitPlan *plan)
{
  Chooser c = {.s = s, .request = request, .plan = plan};
  assert(plan->n_parts > 0);
  if (!choose_begin(&c)) return false;
  double n_ways = 1;
  for (int k = 0; k < plan->n_nodes; k++) n_ways *= plan->node[k].n_parts;
  size_t n = (size_t)plan->n_nodes;
  ChooseState *best = arena_array(s->session_arena, n, sizeof best[0]);
  ChooseState *now = arena_array(s->session_arena, n, sizeof now[0]);
  if (!choose_begin_trials(&c)) { /* it was flattened before */
    choose_end_trials(&c);
    return false;
  }
  int most = plan->filter > 0 ? 0 : SPLIT_MOST_RATES;
  if (n > 0 && n_ways <= CHOOSE_MOST_ALL) choose_try_all(&c, best, now, most);
  if (n > 0) choose_descend(&c, best, now, most);
  bool good = choose_take(&c, best, now);
  choose_end_trials(&c);
  return good;
}
