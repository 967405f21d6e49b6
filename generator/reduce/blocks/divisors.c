/* divisors.c: sorts the divisors of assignments by what they are made of. */
#include "reduce/blocks/divisors.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/blocks/plan.h"
#include "symbolic/properties/sign.h"

typedef struct Sorting {
  const System *sys;
  Walk *walk;
  ReducedSystem *r;
  Arena *arena;
  int cap;
  bool *listed; /* by ExprId */
} Sorting;

static bool is_of_parameters(const Sorting *s, ExprId e)
{
  walk_from(s->walk, e, true);
  for (int k = 0; k < s->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(s->sys->exprs, s->walk->node[k]);
    if (!system_is_fixed(s->sys, n)) return false;
  }
  return true;
}

static void list(Sorting *s, const ReducedBlock *b)
{
  ReducedSystem *r = s->r;
  if (s->listed[b->divisor.i]) return;
  s->listed[b->divisor.i] = true;
  r->divisor = vector_grow(s->arena, r->divisor, &s->cap, r->n_divisors + 1,
                           sizeof r->divisor[0]);
  r->divisor[r->n_divisors++] =
      (ReducedDivisor){b->divisor, b->divisor_size, b->span[0], b->unknown[0]};
}

/* What a sum is compared with: it may be zero but for rounding errors. */
static ExprId divisors_size_of(ExprTable *t, ExprId e)
{
  const ExprNode *n = expr_node(t, e);
  if (n->op != EXPR_ADD && n->op != EXPR_SUB) return NO_EXPR;
  ExprId a = n->arg[0], b = n->arg[1];
  return expr_add(t, expr_unary(t, EXPR_ABS, a), expr_unary(t, EXPR_ABS, b));
}

static void sort_block(Sorting *s, ReducedBlock *b)
{
  if (b->kind != BLOCK_ASSIGN || b->divisor.i < 0) return;
  b->divisor_size = divisors_size_of(s->sys->exprs, b->divisor);
  if (sign_is_never_zero(s->walk, b->divisor)) {
    b->divisor = NO_EXPR;
  } else if (is_of_parameters(s, b->divisor)) {
    list(s, b);
    b->divisor = NO_EXPR;
  }
}

void divisors_sort(const System *sys, Walk *walk, ReducedSystem *r,
                   Arena *arena, Arena *scratch)
{
  assert(r->n_divisors == 0);
  size_t n = (size_t)expr_count(sys->exprs);
  Sorting s = {.sys = sys,
               .walk = walk,
               .r = r,
               .arena = arena,
               .listed = arena_array(scratch, n, sizeof(bool))};
  BlockSequence *const sequence[] = {&r->initial, &r->continuous};
  for (int q = 0; q < 2; q++) {
    for (int k = 0; k < sequence[q]->n_blocks; k++) {
      sort_block(&s, &sequence[q]->block[k]);
    }
  }
}
