/* constraint_watch.c: signs of determinants around a point. */
#include "constraint_watch.h"
#include "block_linear.h"
#include "tangent.h"
#include <math.h>

/* Errors of many steps add up to more than the tolerance of one. */
static const double margin = 30;

static bool is_watched(const Block *block)
{
  return block->is_constraint && block->store > 0;
}

bool constraint_watch_is_needed(const Instance *inst)
{
  for (int k = 0; k < inst->model->n_blocks; k++) {
    if (is_watched(&inst->model->block[k])) return true;
  }
  return false;
}

/* How far everything moves with the errors of the states. */
static bool find_errors(Instance *inst)
{
  double *d = tangent_begin(inst);
  for (int i = 0; i < inst->model->n_states; i++) {
    double size = fabs(inst->values.real[inst->state[i]]);
    d[inst->state[i]] =
        margin * inst->tolerance * (size + inst->state_nominal[i]);
  }
  return tangent_run(inst, false);
}

/* 0: not known. */
static int sign_now(Instance *inst, const Block *block)
{
  BlockWork *w = &inst->work;
  int column;
  w->column = w->identity;
  if (block_linear_factor(&inst->values, block, w, &column) != FACTOR_DONE) {
    return 0;
  }
  return block_linear_determinant_sign(block, w);
}

/* The unknowns are in w->trial; `part` of their errors further. */
static int sign_beside(Instance *inst, const Block *block, double part)
{
  for (int j = 0; j < block->n; j++) {
    int r = block->unknown[j];
    inst->values.real[r] = inst->work.trial[j] + part * inst->tangent.d[r];
  }
  return sign_now(inst, block);
}

static bool is_determined(Instance *inst, const Block *block)
{
  double *at = inst->work.trial;
  for (int j = 0; j < block->n; j++) {
    at[j] = inst->values.real[block->unknown[j]];
  }
  int product = sign_beside(inst, block, -1) * sign_beside(inst, block, 1);
  for (int j = 0; j < block->n; j++) {
    inst->values.real[block->unknown[j]] = at[j];
  }
  return product > 0;
}

bool constraint_watch_accept(Instance *inst)
{
  if (!find_errors(inst)) return true; /* the evaluation will tell */
  for (int k = 0; k < inst->model->n_blocks; k++) {
    const Block *block = &inst->model->block[k];
    if (!is_watched(block) || is_determined(inst, block)) continue;
    block->residual(&inst->values, inst->work.residual);
    instance_note_block(inst, LOG_NONLINEAR_SYSTEMS, block, inst->work.residual,
                        "within their tolerance the states do not determine "
                        "the other variables, the equations become singular; "
                        "if stateSelect = always demands these states, leave "
                        "the choice to the FMU");
    return false;
  }
  return true;
}
