/* implicit_form.c: layout of y, residuals and their derivatives. */
#include "implicit_form.h"
#include "../blocks/block_work.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../evaluate/beyond_event.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/finite.h"
#include "../evaluate/tangent.h"
#include "../events/contact_force.h"
#include "../events/quiet.h"
#include "../states/dummy_pivot.h"
#include <math.h>
#include <string.h>

/* --- layout -------------------------------------------------------------- */

/* A loop whose unknowns are in y. */
static bool implicit_form_is_outer(const Model *m, const Block *block)
{
  const ImplicitProblem *p = m->implicit;
  if (p && p->left_out && p->left_out[block->number]) return false;
  return block->set == 0 &&
         (!block->linear || block->n >= IMPLICIT_LARGE_BLOCK);
}

bool implicit_form_takes(const Instance *inst, const Block *block)
{
  const ImplicitForm *f = inst->implicit;
  if (!f || !f->row) return false;
  return block->set > 0 || (implicit_form_is_outer(inst->model, block) &&
                            f->position[block->unknown[0]] >= 0);
}

/* What is called for each unknown; f NULL: only counts. */
static void append_unknown(ImplicitForm *f, int *n, int reference,
                           double nominal)
{
  RUNTIME_ASSERT(reference >= 0 && nominal > 0);
  int k = (*n)++;
  if (!f) return;
  f->variable[k] = reference;
  f->nominal[k] = nominal;
  f->position[reference] = k;
}

static void append_block(ImplicitForm *f, int *n, const Block *block)
{
  for (int c = 0; c < block->n_columns; c++) {
    if (block->unknown[c] < 0) continue;
    append_unknown(f, n, block->unknown[c], block->nominal[c]);
  }
}

static bool is_of_a_set(const Model *m, int slot)
{
  for (int s = 0; s < m->n_sets; s++) {
    int first = m->set[s].first_state;
    if (slot >= first && slot < first + m->set[s].n_states) return true;
  }
  return false;
}

/* The layout: run once to count and once to fill. */
static int lay_out_unknowns(ImplicitForm *f, const Model *m)
{
  int n = 0;
  for (int k = 0; k < m->n_states; k++) {
    if (!is_of_a_set(m, k))
      append_unknown(f, &n, m->state[k], m->state_nominal[k]);
  }
  for (int s = 0; s < m->n_sets; s++) {
    for (int l = 0; l < m->set[s].n_levels; l++) {
      append_block(f, &n, m->set[s].level[l]);
    }
  }
  for (int k = 0; k < m->n_blocks; k++) {
    if (implicit_form_is_outer(m, &m->block[k]))
      append_block(f, &n, &m->block[k]);
  }
  for (int k = 0; m->implicit && k < m->implicit->n_dummies; k++) {
    append_unknown(f, &n, m->implicit->dummy[k], m->implicit->nominal[k]);
  }
  return n;
}

/* Which y' are given to the model. */
static void lay_out_slopes(ImplicitForm *f, const Model *m)
{
  for (int k = 0; k < f->n; k++) f->slope[k] = -1;
  for (int k = 0; m->implicit && k < m->implicit->n_slopes; k++) {
    int of = m->implicit->slope_of[k];
    f->slope[f->position[of]] = m->implicit->slope[k];
  }
}

/* Rows of all levels and of the problem beside one for each unknown. */
static int implicit_form_count_rows(const Model *m)
{
  int n = lay_out_unknowns(NULL, m);
  if (m->implicit) n += m->implicit->n_rows - m->implicit->n_dummies;
  for (int s = 0; s < m->n_sets; s++) {
    for (int l = 0; l < m->set[s].n_levels; l++) n += m->set[s].level[l]->n;
  }
  return n;
}

size_t implicit_form_memory(const Instance *inst, int *n)
{
  const Model *m = inst->model;
  *n = lay_out_unknowns(NULL, m);
  size_t each = 2 * sizeof(int) + sizeof(double) + 1;
  return sizeof(ImplicitForm) + (size_t)*n * each +
         (size_t)(m->n_real + implicit_form_count_rows(m)) * sizeof(int) + 400;
}

bool implicit_form_create(Instance *inst)
{
  RUNTIME_ASSERT(!inst->implicit);
  const Model *m = inst->model;
  ImplicitForm *f = foucault_solver_calloc(1, sizeof *f);
  size_t n = (size_t)lay_out_unknowns(NULL, m), n_real = (size_t)m->n_real;
  if (!f) return false;
  f->inst = inst;
  f->variable = foucault_solver_numbers(n, sizeof f->variable[0]);
  f->nominal = foucault_solver_numbers(n, sizeof f->nominal[0]);
  f->position = foucault_solver_numbers(n_real, sizeof f->position[0]);
  f->n_rows = implicit_form_count_rows(m);
  f->place = foucault_solver_numbers((size_t)f->n_rows, sizeof f->place[0]);
  f->slope = foucault_solver_numbers(n, sizeof f->slope[0]);
  f->has_row = foucault_solver_numbers(n, sizeof f->has_row[0]);
  if (!f->variable || !f->nominal || !f->position || !f->place || !f->slope ||
      !f->has_row) {
    return false;
  }
  for (int k = 0; k < m->n_real; k++) f->position[k] = -1;
  f->n = lay_out_unknowns(f, m);
  lay_out_slopes(f, m);
  inst->implicit = f;
  return true;
}

/* A nominal value that the model gives is obeyed. */
void implicit_form_resolve(const ImplicitForm *f, const double *y, double part,
                           double *size)
{
  const Model *m = f->inst->model;
  for (int k = 0; k < m->n_blocks; k++) {
    const Block *block = &m->block[k];
    double most = 0;
    if (!implicit_form_is_outer(m, block)) continue;
    for (int c = 0; c < block->n_columns; c++) {
      if (block->unknown[c] >= 0)
        most = fmax(most, fabs(y[f->position[block->unknown[c]]]));
    }
    for (int c = 0; c < block->n_columns; c++) {
      if (block->unknown[c] < 0 || block->nominal[c] != 1) continue;
      double *one = &size[f->position[block->unknown[c]]];
      *one = fmax(*one, part * most);
    }
  }
}

/* --- points -------------------------------------------------------------- */

/* Columns of selection sets: x' is the variable one level higher. */
static void get_set_slopes(const ImplicitForm *f, double *slope)
{
  const Model *m = f->inst->model;
  const double *real = f->inst->values.real;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    for (int l = 0; l < set->n_levels; l++) {
      for (int c = 0; c < set->n_columns; c++) {
        int x = set->level[l]->unknown[c];
        int higher = l == 0 ? set->top[c] : set->level[l - 1]->unknown[c];
        if (x >= 0) slope[f->position[x]] = real[higher];
      }
    }
  }
}

/* The way in which everything moves with time, inputs kept. Without tangents
 * only that of the states is known. */
static bool get_implicit_slopes(ImplicitForm *f, double *slope)
{
  Instance *inst = f->inst;
  const double *force;
  if (!contact_force_sum(inst, &force)) return false;
  double *d = tangent_begin(inst);
  d[0] = 1;
  for (int k = 0; k < inst->model->n_states; k++) {
    d[inst->state[k]] = inst->values.real[inst->derivative[k]];
    if (force) d[inst->state[k]] += force[k];
  }
  if (inst->model->tangent && !tangent_run(inst, false)) return false;
  for (int k = 0; k < f->n; k++) slope[k] = d[f->variable[k]];
  get_set_slopes(f, slope);
  return true;
}

bool implicit_form_state_slopes(ImplicitForm *f, double *slope)
{
  Instance *inst = f->inst;
  const double *force;
  if (!contact_force_sum(inst, &force)) return false;
  for (int k = 0; k < inst->model->n_states; k++) {
    double value = inst->values.real[inst->derivative[k]];
    slope[f->position[inst->state[k]]] = force ? value + force[k] : value;
  }
  get_set_slopes(f, slope);
  return true;
}

bool implicit_form_get(ImplicitForm *f, double *y, double *slope)
{
  const double *real = f->inst->values.real;
  for (int k = 0; k < f->n; k++) y[k] = real[f->variable[k]];
  return get_implicit_slopes(f, slope);
}

/* Row number `row` of the pattern is that of y_i. */
static void place_row(ImplicitForm *f, int row, int i)
{
  RUNTIME_ASSERT(row >= 0 && row < f->n_rows && i >= 0 && i < f->n);
  f->place[row] = i;
  f->has_row[i] = 1;
}

/* From this row on; the next one. */
static int place_levels(ImplicitForm *f, int row)
{
  const Instance *inst = f->inst;
  const Model *m = inst->model;
  for (int s = 0; s < m->n_sets; s++) {
    for (int l = 0; l < m->set[s].n_levels; l++) {
      const Block *block = m->set[s].level[l];
      const int *chosen = dummy_pivot_columns(inst, block);
      for (int i = 0; i < block->n; i++) {
        place_row(f, row++, f->position[block->unknown[chosen[i]]]);
      }
    }
  }
  return row;
}

static int place_blocks(ImplicitForm *f, int row)
{
  const Model *m = f->inst->model;
  for (int k = 0; k < m->n_blocks; k++) {
    const Block *block = &m->block[k];
    if (!implicit_form_is_outer(m, block)) continue;
    for (int i = 0; i < block->n; i++) {
      place_row(f, row++, f->position[block->unknown[i]]);
    }
  }
  return row;
}

int implicit_form_candidates(const ImplicitForm *f)
{
  const Model *m = f->inst->model;
  int n = f->n - (m->implicit ? m->implicit->n_dummies : 0);
  for (int k = 0; k < m->n_blocks; k++) {
    if (implicit_form_is_outer(m, &m->block[k])) n -= m->block[k].n;
  }
  return n;
}

void implicit_form_choose(ImplicitForm *f, double *is_state)
{
  const Instance *inst = f->inst;
  for (int k = 0; k < f->n_rows; k++) f->place[k] = -1;
  for (int k = 0; k < f->n; k++) is_state[k] = f->has_row[k] = 0;
  for (int k = 0; k < inst->model->n_states; k++) {
    int i = f->position[inst->state[k]];
    is_state[i] = 1;
    if (f->slope[i] < 0) place_row(f, i, i);
  }
  int row = place_blocks(f, place_levels(f, implicit_form_candidates(f)));
  for (int i = 0; i < f->n; i++) {
    if (!f->has_row[i]) f->place[row++] = i;
  }
}

void implicit_form_set(ImplicitForm *f, double time, const double *y)
{
  RUNTIME_ASSERT(y || f->n == 0);
  Instance *inst = f->inst;
  evaluate_set_time(inst, time);
  for (int k = 0; k < f->n; k++) {
    double *place = &inst->values.real[f->variable[k]];
    if (*place == y[k]) continue;
    *place = y[k];
    inst->stale |= STALE_VALUES;
  }
}

/* --- residuals ----------------------------------------------------------- */

/* The contact force (contact_force.h), for which all blocks are solved. */
static bool contact_force_at(ImplicitForm *f, double time, const double *y,
                             const double **force)
{
  *force = NULL;
  if (!contact_force_is_active(f->inst)) return true;
  implicit_form_set(f, time, y);
  return evaluate_model(f->inst) && contact_force_sum(f->inst, force);
}

/* The rows of the problem go where there is no other. */
static void implicit_form_share_rows(ImplicitForm *f, const double *value)
{
  int n = f->inst->model->implicit->n_rows;
  const int *place = f->place + f->n_rows - n;
  for (int k = 0; k < n; k++) f->row[place[k]] = value[k];
}

static void set_slopes(ImplicitForm *f, const double *slope)
{
  for (int i = 0; i < f->n; i++) {
    if (f->slope[i] >= 0) f->inst->values.real[f->slope[i]] = slope[i];
  }
}

/* Runs the model, which notes the rows of its loops. */
static bool run_model(void *form)
{
  ImplicitForm *f = form;
  Instance *inst = f->inst;
  const ImplicitProblem *p = inst->model->implicit;
  ModelValues *v = &inst->values;
  beyond_event_begin(inst);
  bool good = (p ? p->evaluate(v) : inst->model->evaluate(v)) == 0;
  if (!beyond_event_end(inst, good)) return false;
  quiet_see(inst);
  if (!p) return true;
  p->rows(v, block_work_of(inst)->residual);
  implicit_form_share_rows(f, block_work_of(inst)->residual);
  return true;
}

bool implicit_form_residual(ImplicitForm *f, double time, const double *y,
                            const double *slope, double *residual)
{
  RUNTIME_ASSERT(residual && !f->row);
  Instance *inst = f->inst;
  const double *force;
  if (!contact_force_at(f, time, y, &force)) return false;
  implicit_form_set(f, time, y);
  inst->stale |= STALE_VALUES;
  inst->reason[0] = '\0';
  f->row = residual;
  set_slopes(f, slope);
  bool good = evaluate_with_delays(inst, run_model, f);
  f->row = NULL;
  for (int k = 0; good && k < inst->model->n_states; k++) {
    int i = f->position[inst->state[k]];
    if (f->slope[i] >= 0) continue;
    residual[i] = slope[i] - inst->values.real[inst->derivative[k]];
    if (force) residual[i] -= force[k];
  }
  bool is_finite = true;
  for (int k = 0; good && is_finite && k < f->n; k++) {
    is_finite = isfinite(residual[k]) != 0;
  }
  if (!is_finite) finite_check(inst, false); /* says why */
  return good && is_finite;
}

static bool run_tangent(ImplicitForm *f)
{
  Instance *inst = f->inst;
  const ImplicitProblem *p = inst->model->implicit;
  if (!p) return tangent_run(inst, false);
  inst->reason[0] = '\0';
  if (p->tangent(&inst->values, tangent_of(inst)) != 0) return false;
  p->rows_tangent(&inst->values, tangent_of(inst));
  implicit_form_share_rows(f, tangent_of(inst)->r);
  return true;
}

/* How the residuals change along inst->tangent, y' being kept but for that
 * which is given to the model. */
static bool change_rows(ImplicitForm *f, double *row)
{
  Instance *inst = f->inst;
  f->row = row;
  bool good = run_tangent(f);
  f->row = NULL;
  for (int k = 0; good && k < inst->model->n_states; k++) {
    int i = f->position[inst->state[k]];
    if (f->slope[i] < 0) row[i] = -tangent_of(inst)->d[inst->derivative[k]];
  }
  return good;
}

/* The direction of y_j, and of y_j' where the model is given it. */
static void set_implicit_direction(const ImplicitForm *f, double c, int j,
                                   double *d)
{
  d[f->variable[j]] = 1;
  if (f->slope[j] >= 0) d[f->slope[j]] = c;
}

bool implicit_form_column(ImplicitForm *f, double c, int j, double *column)
{
  RUNTIME_ASSERT(j >= 0 && j < f->n && !f->row);
  const Instance *inst = f->inst;
  set_implicit_direction(f, c, j, tangent_begin(f->inst));
  if (!change_rows(f, column)) return false;
  if (f->slope[j] >= 0) return true;
  for (int k = 0; k < inst->model->n_states; k++) {
    if (inst->state[k] == f->variable[j]) column[j] += c;
  }
  return true;
}

bool implicit_form_product(ImplicitForm *f, double c, const double *direction,
                           double *product)
{
  RUNTIME_ASSERT(!f->row);
  const Instance *inst = f->inst;
  double *d = tangent_begin(f->inst);
  for (int j = 0; j < f->n; j++) {
    d[f->variable[j]] = direction[j];
    if (f->slope[j] >= 0) d[f->slope[j]] = c * direction[j];
  }
  if (!change_rows(f, product)) return false;
  for (int k = 0; k < inst->model->n_states; k++) {
    int i = f->position[inst->state[k]];
    if (f->slope[i] < 0) product[i] += c * direction[i];
  }
  return true;
}

static bool fill_implicit_color(ImplicitForm *f, double c,
                                const JacobianPattern *pattern, int color,
                                double *work, double *value)
{
  RUNTIME_ASSERT(color >= 0 && color < pattern->n_colors);
  const int *begin = pattern->column + pattern->color_start[color];
  const int *end = pattern->column + pattern->color_start[color + 1];
  double *d = tangent_begin(f->inst);
  for (const int *j = begin; j < end; j++) set_implicit_direction(f, c, *j, d);
  if (!change_rows(f, work)) return false;
  for (const int *j = begin; j < end; j++) {
    for (int k = pattern->column_start[*j]; k < pattern->column_start[*j + 1];
         k++) {
      int row = f->place[pattern->row[k]];
      value[k] = row >= 0 ? work[row] : 0;
    }
  }
  return true;
}

bool implicit_form_sparse(ImplicitForm *f, double c,
                          const JacobianPattern *pattern, double *work,
                          double *value)
{
  const Instance *inst = f->inst;
  for (int color = 0; color < pattern->n_colors; color++) {
    if (!fill_implicit_color(f, c, pattern, color, work, value)) return false;
  }
  for (int s = 0; s < inst->model->n_states; s++) {
    int j = f->position[inst->state[s]], k = pattern->column_start[j];
    if (f->slope[j] >= 0) continue;
    while (pattern->row[k] != j) k++;
    value[k] += c;
  }
  return true;
}

/* The residuals of a loop, or their changes, into the rows of its unknowns. */
static void note_rows(const Instance *inst, const Block *block,
                      const double *residual)
{
  const ImplicitForm *f = inst->implicit;
  const int *column = block->set > 0 ? dummy_pivot_columns(inst, block)
                                     : block_work_of(inst)->identity;
  for (int i = 0; i < block->n; i++) {
    f->row[f->position[block->unknown[column[i]]]] = residual[i];
  }
}

int implicit_form_solve(ModelValues *v, const Block *block)
{
  RUNTIME_ASSERT(implicit_form_takes(v->instance, block));
  Instance *inst = v->instance;
  v->block = block;
  block->residual(v, block_work_of(inst)->residual);
  note_rows(inst, block, block_work_of(inst)->residual);
  return 0;
}

/* tangent() of a plain loop leaves its own unknowns out. */
int implicit_form_tangent(ModelValues *v, const Block *block, Tangent *t)
{
  RUNTIME_ASSERT(implicit_form_takes(v->instance, block));
  Instance *inst = v->instance;
  double *entry = block_work_of(inst)->entry;
  v->block = block;
  block->tangent(v, t);
  if (block->set == 0) {
    block->jacobian(v, entry);
    for (int j = 0; j < block->n; j++) {
      double d = t->d[block->unknown[j]];
      for (int k = block->column_start[j]; k < block->column_start[j + 1]; k++)
        t->r[block->row[k]] += entry[k] * d;
    }
  }
  note_rows(inst, block, t->r);
  return 0;
}

bool implicit_form_take(ImplicitForm *f, const Carried *from)
{
  return carried_take_ints(from, f->place, (size_t)f->n_rows, -1, f->n - 1);
}
