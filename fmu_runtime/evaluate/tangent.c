/* tangent.c: directions through blocks. */
#include "tangent.h"
#include "../core/runtime_assert.h"
#include <string.h>

double *tangent_begin(Instance *inst)
{
  memset(tangent_of(inst)->d, 0,
         (size_t)inst->model->n_real * sizeof tangent_of(inst)->d[0]);
  return tangent_of(inst)->d;
}

bool tangent_run(Instance *inst, bool initial)
{
  RUNTIME_ASSERT(initial ? inst->model->initial_tangent != NULL
                         : inst->model->tangent != NULL);
  const Model *m = inst->model;
  ModelValues *v = &inst->values;
  inst->reason[0] = '\0';
  int failed = initial ? m->initial_tangent(v, tangent_of(inst))
                       : m->tangent(v, tangent_of(inst));
  return failed == 0;
}

int tangent_source(const Instance *inst, unsigned reference)
{
  RUNTIME_ASSERT(reference < (unsigned)inst->model->n_real);
  const Model *m = inst->model;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    for (int k = set->first_state; k < set->first_state + set->n_states; k++) {
      if ((unsigned)m->shown_state[k] == reference) return inst->state[k];
      if ((unsigned)m->shown_derivative[k] == reference) {
        return inst->derivative[k];
      }
    }
  }
  return (int)reference;
}

bool tangent_jacobian(Instance *inst, double *column, int column_index)
{
  RUNTIME_ASSERT(column_index >= 0 && column_index < inst->model->n_states);
  double *d = tangent_begin(inst);
  d[inst->state[column_index]] = 1;
  if (!tangent_run(inst, false)) return false;
  for (int i = 0; i < inst->model->n_states; i++) {
    column[i] = d[inst->derivative[i]];
  }
  return true;
}

const double *tangent_color(Instance *inst, const JacobianPattern *pattern,
                            int color)
{
  RUNTIME_ASSERT(color >= 0 && color < pattern->n_colors);
  double *d = tangent_begin(inst);
  for (int m = pattern->color_start[color]; m < pattern->color_start[color + 1];
       m++) {
    d[inst->state[pattern->column[m]]] = 1;
  }
  return tangent_run(inst, false) ? d : NULL;
}

/* The columns of one colour, along one direction. */
static bool fill_state_color(Instance *inst, const JacobianPattern *pattern,
                             int color, double *value)
{
  const int *begin = pattern->column + pattern->color_start[color];
  const int *end = pattern->column + pattern->color_start[color + 1];
  const double *d = tangent_color(inst, pattern, color);
  if (!d) return false;
  for (const int *j = begin; j < end; j++) {
    for (int k = pattern->column_start[*j]; k < pattern->column_start[*j + 1];
         k++) {
      value[k] = d[inst->derivative[pattern->row[k]]];
    }
  }
  return true;
}

bool tangent_sparse_jacobian(Instance *inst, const JacobianPattern *pattern,
                             double *value)
{
  for (int color = 0; color < pattern->n_colors; color++) {
    if (!fill_state_color(inst, pattern, color, value)) return false;
  }
  return true;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_tangent(void *part, const Model *m, Carving *c)
{
  Tangent *t = part;
  t->d = carve(&c->arrays, m->n_real, sizeof(double));
  t->r = carve(&c->arrays, m->largest_block, sizeof(double));
}

const Mechanism tangent_mechanism = {
    .name = "tangent", .size = PART_SIZE(Tangent), .carve = carve_tangent};
