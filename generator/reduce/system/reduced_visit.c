/* reduced_visit.c: the one list of what blocks hold. */
#include "reduce/system/reduced_visit.h"

#include <assert.h>

/* Who gives one of these structs a new field comes here: is it an expression,
 * it is to be visited below. */
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(ReducedBlock) == 104, "visit its new field");
_Static_assert(sizeof(LoopMethod) == 96, "visit its new field");
_Static_assert(sizeof(FirstValues) == 24, "visit its new field");
_Static_assert(sizeof(JacobianEntry) == 12, "visit its new field");
_Static_assert(sizeof(TangentEntry) == 12, "visit its new field");
_Static_assert(sizeof(ReducedStart) == 8, "visit its new field");
_Static_assert(sizeof(ReducedDivisor) == 24, "visit its new field");
_Static_assert(sizeof(ReducedImplicit) == 144, "visit its new field");
_Static_assert(sizeof(ReducedJumps) == 256, "visit its new field");
_Static_assert(sizeof(ReducedJumpFactor) == 12, "visit its new field");
#endif

typedef struct BlockReader {
  TakesInBlock *takes;
  ReadInBlock *read;
  void *context;
} BlockReader;

static void reduced_visit_read_at(const BlockReader *r, BlockPlace place,
                                  int at, ExprId e)
{
  if (e.i >= 0) r->read(r->context, place, at, e);
}

static void reduced_visit_read_list(const BlockReader *r, BlockPlace place,
                                    const ExprId *list, int n)
{
  if (!list || !r->takes(place)) return;
  for (int k = 0; k < n; k++) reduced_visit_read_at(r, place, k, list[k]);
}

static void reduced_visit_read_method(const BlockReader *r,
                                      const LoopMethod *how, int n)
{
  const FirstValues *first = how->first;
  reduced_visit_read_list(r, IN_BLOCK_INNER, how->inner_value, how->n_inner);
  if (first) reduced_visit_read_list(r, IN_BLOCK_FIRST, first->value, first->n);
  reduced_visit_read_list(r, IN_BLOCK_REST, how->rest, n);
}

void block_read_expressions(const ReducedBlock *block, TakesInBlock *takes,
                            ReadInBlock *read, void *context)
{
  BlockReader r = {takes, read, context};
  if (block->kind == BLOCK_ASSIGN) {
    if (takes(IN_BLOCK_VALUE))
      reduced_visit_read_at(&r, IN_BLOCK_VALUE, 0, block->value);
    if (takes(IN_BLOCK_DIVISOR) && block->divisor.i >= 0) {
      reduced_visit_read_at(&r, IN_BLOCK_DIVISOR, 0, block->divisor);
      reduced_visit_read_at(&r, IN_BLOCK_DIVISOR, 1, block->divisor_size);
    }
  } else {
    reduced_visit_read_list(&r, IN_BLOCK_RESIDUAL, block->residual, block->n);
    for (int k = 0; takes(IN_BLOCK_ENTRY) && k < block->n_entries; k++) {
      reduced_visit_read_at(&r, IN_BLOCK_ENTRY, k, block->entry[k].value);
    }
  }
  if (block->how) reduced_visit_read_method(&r, block->how, block->n);
  for (int k = 0; takes(IN_BLOCK_TANGENT) && k < block->n_tangents; k++) {
    reduced_visit_read_at(&r, IN_BLOCK_TANGENT, k, block->tangent[k].value);
  }
}

int reduced_slot_of(const ReducedSystem *r, const ReducedVar *rv)
{
  int beyond = rv->type == VAR_REAL ? rv->value_reference - r->n_real : -1;
  assert(beyond < r->n_real_aliases);
  return beyond < 0 ? rv->value_reference : r->alias_slot[beyond];
}

const BlockSequence *reduced_sequence(const ReducedSystem *r,
                                      SequencePlace place)
{
  switch (place) {
  case SEQUENCE_PARAMETERS: return &r->parameters;
  case SEQUENCE_INITIAL: return &r->initial;
  case SEQUENCE_CONTINUOUS: return &r->continuous;
  }
  assert(false); /* one of the three */
  return NULL;
}

SequencePlace reduced_sequence_place(const ReducedSystem *r,
                                     const BlockSequence *sequence)
{
  int k = 0;
  while (k < N_SEQUENCES && reduced_sequence(r, (SequencePlace)k) != sequence) {
    k++;
  }
  assert(k < N_SEQUENCES); /* one of its own */
  return (SequencePlace)k;
}

static void reduced_visit_read_rows(const ReducedBlock *rows,
                                    ReducedPlace place, ReadReduced *read,
                                    void *context)
{
  for (int k = 0; k < rows->n; k++) read(context, place, k, rows->residual[k]);
  for (int k = 0; k < rows->n_tangents; k++) {
    read(context, place, k, rows->tangent[k].value);
  }
}

void reduced_read_expressions(const ReducedSystem *r, TakesReduced *takes,
                              ReadReduced *read, void *context)
{
  for (int k = 0; takes(REDUCED_START) && k < r->n_starts; k++) {
    read(context, REDUCED_START, k, r->start[k].value);
  }
  for (int k = 0; takes(REDUCED_DIVISOR) && k < r->n_divisors; k++) {
    read(context, REDUCED_DIVISOR, k, r->divisor[k].value);
    if (r->divisor[k].size.i < 0) continue;
    read(context, REDUCED_DIVISOR, k, r->divisor[k].size);
  }
  if (takes(REDUCED_IMPLICIT) && r->implicit.exists) {
    reduced_visit_read_rows(&r->implicit.rows, REDUCED_IMPLICIT, read, context);
  }
  if (!takes(REDUCED_JUMP)) return;
  reduced_visit_read_rows(&r->jumps.rows, REDUCED_JUMP, read, context);
  for (int k = 0; k < r->jumps.n_factors; k++) {
    read(context, REDUCED_JUMP, k, r->jumps.factor[k].value);
  }
}
