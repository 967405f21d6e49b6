/* reduced_visit.c: the one list of what blocks hold. */
#include "reduce/system/reduced_visit.h"

#include <assert.h>

/* Who gives one of these structs a new field comes here: is it an expression or
 * names it a variable, it is to be visited below. */
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(ReducedBlock) == 104, "visit its new field");
_Static_assert(sizeof(LoopMethod) == 96, "visit its new field");
_Static_assert(sizeof(FirstValues) == 24, "visit its new field");
_Static_assert(sizeof(JacobianEntry) == 12, "visit its new field");
_Static_assert(sizeof(TangentEntry) == 12, "visit its new field");
_Static_assert(sizeof(ReducedStart) == 12, "visit its new field");
_Static_assert(sizeof(ReducedDivisor) == 24, "visit its new field");
_Static_assert(sizeof(ReducedImplicit) == 144, "visit its new field");
_Static_assert(sizeof(ReducedJumps) == 304, "visit its new field");
_Static_assert(sizeof(ReducedFollow) == 432, "visit its new field");
_Static_assert(sizeof(ReducedJumpFactor) == 16, "visit its new field");
_Static_assert(sizeof(ReducedVar) == 80, "visit its new field");
_Static_assert(sizeof(ReducedScales) == 64, "visit its new field");
_Static_assert(sizeof(ReducedSystem) == 1504, "visit its new field");
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
  if (block->kind == BLOCK_ASSIGN && takes(IN_BLOCK_ALONG))
    reduced_visit_read_at(&r, IN_BLOCK_ALONG, 0, block->along);
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
  if (takes(REDUCED_FOLLOW) && r->follow.exists) {
    reduced_visit_read_rows(&r->follow.crossings, REDUCED_FOLLOW, read,
                            context);
    reduced_visit_read_rows(&r->follow.samples, REDUCED_FOLLOW, read, context);
    reduced_visit_read_rows(&r->follow.reinits, REDUCED_FOLLOW, read, context);
  }
  if (!takes(REDUCED_JUMP)) return;
  reduced_visit_read_rows(&r->jumps.rows, REDUCED_JUMP, read, context);
  for (int k = 0; k < r->jumps.n_factors; k++) {
    read(context, REDUCED_JUMP, k, r->jumps.factor[k].value);
  }
  for (int k = 0; k < r->jumps.n_law_sums; k++) {
    read(context, REDUCED_JUMP, k, r->jumps.law_sum[k]);
  }
}

/* --- references to variables --- */

void block_read_variables(const ReducedBlock *block, TakesBlockLink *takes,
                          ReadBlockVar *read, void *context)
{
  BlockLink own =
      block->kind == BLOCK_ASSIGN ? BLOCK_COMPUTES : BLOCK_SOLVES_FOR;
  for (int k = 0; takes(own) && k < block->n_columns; k++) {
    if (block->unknown[k].i >= 0) read(context, own, k, block->unknown[k]);
  }
  for (int k = 0; takes(BLOCK_VARIES_BY) && k < block->n_tangents; k++) {
    VarId v = block->tangent[k].var;
    if (v.i >= 0) read(context, BLOCK_VARIES_BY, k, v);
  }
}

void sequence_read_variables(const BlockSequence *sequence,
                             TakesBlockLink *takes, ReadBlockVar *read,
                             void *context)
{
  for (int k = 0; k < sequence->n_blocks; k++) {
    block_read_variables(&sequence->block[k], takes, read, context);
  }
}

typedef struct LinkReader {
  TakesReducedLink *takes;
  ReadReducedVar *read;
  void *context;
} LinkReader;

static void reduced_visit_read_var(const LinkReader *r, ReducedLink link,
                                   int at, VarId v)
{
  if (v.i >= 0) r->read(r->context, link, at, v);
}

static void reduced_visit_read_vars(const LinkReader *r, ReducedLink link,
                                    const VarId *list, int n)
{
  if (!r->takes(link)) return;
  for (int k = 0; k < n; k++) reduced_visit_read_var(r, link, k, list[k]);
}

static void reduced_visit_read_tangents(const LinkReader *r, ReducedLink link,
                                        const ReducedBlock *rows)
{
  if (!r->takes(link)) return;
  for (int k = 0; k < rows->n_tangents; k++) {
    reduced_visit_read_var(r, link, k, rows->tangent[k].var);
  }
}

static void reduced_visit_read_implicit(const LinkReader *reader,
                                        const ReducedImplicit *implicit)
{
  reduced_visit_read_vars(reader, REDUCED_IMPLICIT_SLOPE, implicit->slope,
                          implicit->n_slopes);
  reduced_visit_read_vars(reader, REDUCED_IMPLICIT_DUMMY, implicit->dummy,
                          implicit->n_dummies);
  reduced_visit_read_tangents(reader, REDUCED_IMPLICIT_VARIES_BY,
                              &implicit->rows);
}

static void reduced_visit_read_follow(const LinkReader *reader,
                                      const ReducedFollow *follow)
{
  ReducedLink link = REDUCED_FOLLOW_VARIES_BY;
  reduced_visit_read_tangents(reader, link, &follow->crossings);
  reduced_visit_read_tangents(reader, link, &follow->samples);
  reduced_visit_read_tangents(reader, link, &follow->reinits);
  reduced_visit_read_tangents(reader, link, &follow->starts);
  reduced_visit_read_vars(reader, link, follow->started, follow->starts.n);
}

static void reduced_visit_read_jumps(const LinkReader *reader,
                                     const ReducedJumps *jumps)
{
  reduced_visit_read_tangents(reader, REDUCED_JUMP_VARIES_BY, &jumps->rows);
  reduced_visit_read_vars(reader, REDUCED_JUMPING, jumps->variable,
                          jumps->n_variables);
  reduced_visit_read_vars(reader, REDUCED_JUMPING, jumps->leaper,
                          jumps->n_leapers);
  for (int k = 0; reader->takes(REDUCED_IMPULSE) && k < jumps->n_factors; k++) {
    reduced_visit_read_var(reader, REDUCED_IMPULSE, k, jumps->factor[k].var);
    reduced_visit_read_var(reader, REDUCED_IMPULSE, k, jumps->factor[k].own);
  }
}

void reduced_read_variables(const ReducedSystem *r, TakesReducedLink *takes,
                            ReadReducedVar *read, void *context)
{
  LinkReader reader = {takes, read, context};
  for (int k = 0; takes(REDUCED_ROW) && k < r->n_vars; k++) {
    reduced_visit_read_var(&reader, REDUCED_ROW, k, r->var[k].var);
  }
  for (int k = 0; takes(REDUCED_STARTED) && k < r->n_starts; k++) {
    reduced_visit_read_var(&reader, REDUCED_STARTED, k, r->start[k].var);
  }
  for (int k = 0; takes(REDUCED_DIVIDED_FOR) && k < r->n_divisors; k++) {
    reduced_visit_read_var(&reader, REDUCED_DIVIDED_FOR, k,
                           r->divisor[k].unknown);
  }
  reduced_visit_read_vars(&reader, REDUCED_PREFERRED_START, r->start_preference,
                          r->n_start_preferences);
  reduced_visit_read_vars(&reader, REDUCED_STATE, r->state, r->n_states);
  reduced_visit_read_vars(&reader, REDUCED_DERIVATIVE, r->derivative,
                          r->n_states);
  reduced_visit_read_vars(&reader, REDUCED_SOURCE, r->state_source,
                          r->n_states);
  reduced_visit_read_vars(&reader, REDUCED_SOURCE, r->derivative_source,
                          r->n_states);
  reduced_visit_read_vars(&reader, REDUCED_CONSTRAINT, r->constraint,
                          r->n_constraints);
  reduced_visit_read_implicit(&reader, &r->implicit);
  reduced_visit_read_jumps(&reader, &r->jumps);
  reduced_visit_read_follow(&reader, &r->follow);
  reduced_visit_read_vars(&reader, REDUCED_SCALE_SOURCE, r->scale.source,
                          r->scale.n_sources);
}
