/* candidates.c: layout of CVODE's unknowns in models with selection sets. */
#include "candidates.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/tangent.h"
#include "../states/dummy_pivot.h"
#include <math.h>
#include <string.h>

/* --- layout -------------------------------------------------------------- */

int candidates_of_set(const SelectionSet *set)
{
  int n = 0;
  for (int l = 0; l < set->n_levels; l++) {
    for (int c = 0; c < set->n_columns; c++) {
      if (set->level[l]->unknown[c] >= 0) n++;
    }
  }
  return n;
}

int candidates_count(const Model *model)
{
  int n = model->n_states;
  for (int s = 0; s < model->n_sets; s++) {
    n += candidates_of_set(&model->set[s]) - model->set[s].n_states;
  }
  return n;
}

size_t candidates_memory(const Model *model)
{
  size_t n = (size_t)candidates_count(model);
  size_t n_states = (size_t)model->n_states;
  return sizeof(Candidates) + n * (2 * sizeof(int) + 3 * sizeof(double) + 1) +
         (n_states + 1) * (sizeof(int) + sizeof(double)) + 200;
}

static void append_candidate(Candidates *c, int variable, int slope,
                             double nominal)
{
  RUNTIME_ASSERT(nominal > 0 && variable >= 0 && slope >= 0);
  int k = c->n++;
  c->variable[k] = variable;
  c->slope[k] = slope;
  c->nominal[k] = nominal;
}

static void append_set(Candidates *c, const SelectionSet *set)
{
  for (int l = 0; l < set->n_levels; l++) {
    const Block *block = set->level[l];
    const int *higher = l == 0 ? set->top : set->level[l - 1]->unknown;
    for (int k = 0; k < set->n_columns; k++) {
      if (block->unknown[k] < 0) continue;
      append_candidate(c, block->unknown[k], higher[k], block->nominal[k]);
    }
  }
}

/* States outside of sets first: those of sets have no place yet. */
static void lay_out_candidates(Candidates *c)
{
  const Model *m = c->inst->model;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    for (int k = 0; k < set->n_states; k++) c->at[set->first_state + k] = -1;
  }
  for (int k = 0; k < m->n_states; k++) {
    if (c->at[k] < 0) continue;
    c->at[k] = c->n;
    append_candidate(c, m->state[k], m->derivative[k], m->state_nominal[k]);
  }
  for (int s = 0; s < m->n_sets; s++) append_set(c, &m->set[s]);
}

Candidates *candidates_create(Instance *inst)
{
  RUNTIME_ASSERT(inst->model->n_sets > 0);
  const Model *m = inst->model;
  size_t n = (size_t)candidates_count(m), n_states = (size_t)m->n_states;
  Candidates *c = foucault_solver_calloc(1, sizeof *c);
  if (!c) return NULL;
  c->inst = inst;
  c->variable = foucault_solver_numbers(n, sizeof c->variable[0]);
  c->slope = foucault_solver_numbers(n, sizeof c->slope[0]);
  c->nominal = foucault_solver_numbers(n, sizeof c->nominal[0]);
  c->shift = foucault_solver_numbers(n, sizeof c->shift[0]);
  c->guess = foucault_solver_numbers(n, sizeof c->guess[0]);
  c->is_state = foucault_solver_numbers(n, sizeof c->is_state[0]);
  c->at = foucault_solver_numbers(n_states + 1, sizeof c->at[0]);
  c->value = foucault_solver_numbers(n_states + 1, sizeof c->value[0]);
  bool has_lists = c->variable && c->slope && c->is_state && c->at;
  bool has_numbers = c->nominal && c->shift && c->guess && c->value;
  if (!has_lists || !has_numbers) return NULL;
  lay_out_candidates(c);
  return c;
}

/* --- which of them are states -------------------------------------------- */

/* The candidates of a set stand one after another, from `first`. */
static void find_states(Candidates *c, const SelectionSet *set, int first)
{
  for (int k = set->first_state; k < set->first_state + set->n_states; k++) {
    int i = first;
    while (c->variable[i] != c->inst->state[k]) i++;
    c->at[k] = i;
  }
}

static void find_all_states(Candidates *c)
{
  const Model *m = c->inst->model;
  int first = c->n;
  for (int s = m->n_sets - 1; s >= 0; s--) {
    first -= candidates_of_set(&m->set[s]);
    find_states(c, &m->set[s], first);
  }
  memset(c->is_state, 0, (size_t)c->n);
  for (int k = 0; k < m->n_states; k++) c->is_state[c->at[k]] = 1;
}

bool candidates_take(Candidates *c, const Carried *from)
{
  size_t size = (size_t)c->n * sizeof(double);
  find_all_states(c);
  return carried_take(from, c->shift, size) &&
         carried_take(from, c->guess, size);
}

void candidates_begin(Candidates *c, double *unknown)
{
  const double *real = c->inst->values.real;
  for (int i = 0; i < c->n; i++) {
    unknown[i] = c->guess[i] = real[c->variable[i]];
    c->shift[i] = 0;
  }
  find_all_states(c);
}

/* What was no state until now gets its last shift. */
void candidates_exchange(Candidates *c)
{
  candidates_follow(c);
  find_all_states(c);
}

/* --- points -------------------------------------------------------------- */

double candidates_follow(Candidates *c)
{
  const double *real = c->inst->values.real;
  double largest = 0;
  for (int i = 0; i < c->n; i++) {
    double off = real[c->variable[i]] - c->guess[i];
    if (c->is_state[i] || off == 0) continue;
    c->shift[i] += off;
    c->guess[i] = real[c->variable[i]]; /* once is enough */
    double size = fabs(off) / c->nominal[i];
    if (size > largest) largest = size;
  }
  return largest;
}

void candidates_keep(const Candidates *c, const double *unknown)
{
  const Instance *inst = c->inst;
  for (int k = 0; k < inst->model->n_states; k++) {
    int i = c->at[k];
    selection_of(inst)->kept_real[inst->state[k]] = unknown[i] + c->shift[i];
  }
}

void candidates_set(const Candidates *c, double time, const double *unknown)
{
  RUNTIME_ASSERT(unknown);
  Instance *inst = c->inst;
  for (int k = 0; k < inst->model->n_states; k++) {
    int i = c->at[k];
    c->value[k] = unknown[i] + c->shift[i];
  }
  evaluate_set_time(inst, time);
  evaluate_set_states(inst, c->value);
  if (!(inst->stale & STALE_VALUES)) return;
  for (int i = 0; i < c->n; i++) {
    if (c->is_state[i]) continue;
    c->guess[i] = unknown[i] + c->shift[i];
    inst->values.real[c->variable[i]] = c->guess[i];
  }
  inst->is_guessed = true;
}

/* n candidates of one level, from `first`. */
static void level_out(const Candidates *c, int first, int n, double *size)
{
  double largest = 0;
  for (int i = first; i < first + n; i++) {
    double part = size[i] / c->nominal[i];
    if (part > largest) largest = part;
  }
  for (int i = first; i < first + n; i++) {
    double least = largest * c->nominal[i];
    if (!c->is_state[i] && size[i] < least) size[i] = least;
  }
}

void candidates_level_sizes(const Candidates *c, double *size)
{
  const Model *m = c->inst->model;
  int first = m->set[0].first_state;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    for (int l = 0; l < set->n_levels; l++) {
      int n = 0;
      for (int k = 0; k < set->n_columns; k++)
        n += set->level[l]->unknown[k] >= 0;
      level_out(c, first, n, size);
      first += n;
    }
  }
  RUNTIME_ASSERT(first == c->n);
}

void candidates_keep_states(const Candidates *c, double *off)
{
  RUNTIME_ASSERT(off);
  for (int i = 0; i < c->n; i++) {
    if (!c->is_state[i]) off[i] = 0;
  }
}

bool candidates_get_slopes(const Candidates *c, double *slope)
{
  RUNTIME_ASSERT(slope);
  return evaluate_get_slopes(c->inst, c->n, c->slope, slope);
}

bool candidates_column(const Candidates *c, int k, double *column)
{
  double *d = tangent_begin(c->inst);
  d[c->inst->state[k]] = 1;
  if (!tangent_run(c->inst, false)) return false;
  for (int i = 0; i < c->n; i++) column[i] = d[c->slope[i]];
  return true;
}
