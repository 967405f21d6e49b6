/* kept_results.c: results of dear functions of the model, kept for the next
 * call with the same arguments.
 *
 * A row holds a mark, the arguments and the results; where it lies follows from
 * the arguments, and the last call that falls into a row has it. Arguments are
 * compared bit by bit: what is found is what would be computed. So rows are no
 * part of a saved state, and values do not depend on what was asked for before.
 */
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The part of the instance. */
typedef struct KeptPart {
  double *number; /* [n_memo] memory of its own, or NULL */
} KeptPart;

static KeptPart *kept_of(const Instance *inst)
{
  return inst->part[PART_KEPT_RESULTS];
}

/* Never zero, the mark of a row without results. */
static uint64_t mark_of(const double *in, int n)
{
  uint64_t mark = 0x9e3779b97f4a7c15u;
  for (int k = 0; k < n; k++) {
    uint64_t bits;
    memcpy(&bits, &in[k], sizeof bits);
    mark = (mark ^ bits) * 0xff51afd7ed558ccdu;
    mark ^= mark >> 32;
  }
  return mark | 1;
}

int function_kept(const ModelValues *v, int depth, const ModelFunctionInfo *f,
                  ModelFunction function, int first, int n_rows,
                  const double *in, double *out)
{
  const Instance *inst = v->instance;
  size_t n_in = (size_t)f->n_in, n_out = (size_t)f->n_out;
  size_t n_row = 1 + n_in + n_out;
  RUNTIME_ASSERT(n_rows > 0 && (n_rows & (n_rows - 1)) == 0);
  RUNTIME_ASSERT(first + n_rows * (int)n_row <= inst->model->n_memo);
  uint64_t mark = mark_of(in, f->n_in), kept;
  double *row = kept_of(inst)->number + first +
                (mark >> 1 & (uint64_t)(n_rows - 1)) * n_row;
  memcpy(&kept, row, sizeof kept);
  if (kept == mark && memcmp(row + 1, in, n_in * sizeof in[0]) == 0) {
    memcpy(out, row + 1 + n_in, n_out * sizeof out[0]);
    return 0;
  }
  if (function(v, depth, in, out)) return 1; /* `out` may not be computed */
  memcpy(row, &mark, sizeof mark);
  memcpy(row + 1, in, n_in * sizeof in[0]);
  memcpy(row + 1 + n_in, out, n_out * sizeof out[0]);
  return 0;
}

/* --- its memory ---------------------------------------------------------- */

static bool create_kept(Instance *inst)
{
  if (inst->model->n_memo == 0) return true;
  kept_of(inst)->number =
      calloc((size_t)inst->model->n_memo, sizeof kept_of(inst)->number[0]);
  return kept_of(inst)->number != NULL;
}

static void free_kept(Instance *inst)
{
  free(kept_of(inst)->number);
}

const Mechanism kept_results_mechanism = {.name = "kept_results",
                                          .size = PART_SIZE(KeptPart),
                                          .create = create_kept,
                                          .free = free_kept};
