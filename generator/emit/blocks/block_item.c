/* block_item.c: see block_item.h. */
#include "emit/blocks/block_item.h"

#include <assert.h>

static VarType block_item_type(const ModelText *m, const ReducedBlock *b)
{
  assert(b->kind == BLOCK_ASSIGN);
  return m->reduced->sys->var[b->unknown[0].i].type;
}

bool block_item_integer(const ModelText *m, const ReducedBlock *b,
                        double *value)
{
  return block_item_type(m, b) == VAR_INTEGER &&
         expr_is_const(m->reduced->exprs, b->value, value);
}

int block_item_roots(const ReducedBlock *b)
{
  if (b->kind != BLOCK_ASSIGN) return 0;
  if (b->divisor.i < 0) return 1;
  return b->divisor_size.i < 0 ? 2 : 3;
}

void block_item_describe(ModelText *m, const ReducedBlock *b, int number,
                         KernelItem *kernel)
{
  Arena *scratch = session_scratch(m->s);
  bool is_assignment = b->kind == BLOCK_ASSIGN;
  int *place = arena_array(scratch, 2, sizeof place[0]);
  int *mark = arena_array(scratch, 4, sizeof mark[0]);
  ExprId *root = arena_array(scratch, 3, sizeof root[0]);
  double value = 0;
  place[0] = is_assignment ? m->reduced->slot[b->unknown[0].i] : number;
  place[1] = number;
  root[0] = b->value;
  root[1] = b->divisor;
  root[2] = b->divisor_size;
  mark[0] = is_assignment;
  if (is_assignment) {
    mark[1] = (int)block_item_type(m, b);
    mark[2] = block_item_integer(m, b, &value);
    mark[3] = mark[2] ? (int)value : 0;
  }
  *kernel = (KernelItem){.place = place,
                         .n_places = block_item_roots(b) >= 2 ? 2 : 1,
                         .mark = mark,
                         .n_marks = 4,
                         .root = root,
                         .n_roots = block_item_roots(b)};
}

int *block_item_numbers(const ModelText *m, const BlockSequence *sequence,
                        int *n_loops)
{
  int *number =
      arena_array(m->arena, (size_t)sequence->n_blocks, sizeof number[0]);
  *n_loops = 0;
  for (int k = 0; k < sequence->n_blocks; k++) {
    bool is_loop = sequence->block[k].kind != BLOCK_ASSIGN;
    number[k] = is_loop ? (*n_loops)++ : -1;
  }
  return number;
}
