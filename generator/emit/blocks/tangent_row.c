/* tangent_row.c: rows, their lists, and the routines made of them. */
#include "emit/blocks/tangent_row.h"

#include <assert.h>

#include "base/vector.h"
#include "emit/blocks/block_item.h"
#include "emit/blocks/block_twin.h"
#include "emit/blocks/schedule.h"
#include "emit/blocks/tangent_run.h"
#include "emit/kernel/lanes.h"
#include "emit/kernel/long_sum.h"

enum { LONG_ROW = 150 };

/* --- one row --- */

bool tangent_row_is_left_out(const ModelText *m, const TangentRow *row, int k)
{
  double value;
  return !row->is_part && row->along.i < 0 &&
         expr_is_const(m->reduced->exprs, row->block->tangent[k].value,
                       &value) &&
         value == 1;
}

static int tangent_row_place(const ModelText *m, const TangentEntry *e)
{
  assert(e->var.i < 0 || m->reduced->sys->var[e->var.i].kind != VAR_ABSENT);
  return e->var.i < 0 ? 0 : m->reduced->slot[e->var.i];
}

const char *tangent_row_slot(ModelText *m, const TangentRow *row, int k)
{
  const TangentEntry *e = &row->block->tangent[k];
  if (row->next) {
    const TangentEntry *next =
        &row->next->block->tangent[row->next->first + k - row->first];
    return tangent_run_index(m, tangent_row_place(m, e),
                             tangent_row_place(m, next));
  }
  const char *slot = block_twin_slot(m, e->var);
  return slot
             ? slot
             : model_text_index(m, 1 + k - row->first, tangent_row_place(m, e));
}

const char *tangent_row_target(ModelText *m, const TangentRow *row)
{
  assert(row->array == 'd' || row->array == 'r');
  const char *index =
      row->next ? tangent_run_index(m, row->target, row->next->target)
                : model_text_index(m, 0, row->target);
  return arena_printf(session_scratch(m->s), "t->%c[%s]", row->array, index);
}

const char *tangent_row_factor(ModelText *m, const TangentRow *row, int k)
{
  ExprId value = row->block->tangent[k].value;
  if (!row->next) return c_expression(m->c, value, C_REAL);
  const TangentRow *next = row->next;
  return tangent_run_factor(
      m, value, next->block->tangent[next->first + k - row->first].value);
}

const char *tangent_row_along(ModelText *m, const TangentRow *row)
{
  assert(row->along.i >= 0);
  return row->next ? tangent_run_factor(m, row->along, row->next->along)
                   : c_expression(m->c, row->along, C_REAL);
}

const char *tangent_row_name(const ModelText *m, const TangentRow *row)
{
  if (row->array != 'd' || row->next) return NULL;
  return m->reduced->sys->var[row->block->unknown[0].i].name;
}

/* The factors that are written, or what stands for them all, in the scratch
 * arena. */
static const ExprId *factors(ModelText *m, const TangentRow *row, int *n)
{
  assert(row->first <= row->last && row->last <= row->block->n_tangents);
  ExprId *root =
      arena_array(session_scratch(m->s), (size_t)(row->last - row->first) + 1,
                  sizeof root[0]);
  *n = 0;
  if (row->along.i >= 0) {
    root[(*n)++] = row->along;
    return root;
  }
  for (int k = row->first; k < row->last; k++) {
    ExprId value = row->block->tangent[k].value;
    if (!tangent_row_is_left_out(m, row, k)) root[(*n)++] = value;
  }
  return root;
}

void tangent_row_prepare(ModelText *m, const TangentRow *row, FILE *out)
{
  int n;
  if (row->next) return; /* results are there */
  const ExprId *root = factors(m, row, &n);
  if (row->is_part || row->along.i >= 0)
    c_expression_prepare(m->c, root, n, out);
  else
    long_sum_prepare(m, root, n, out);
}

/* Which of the entries are 1, and so not written, is part of the kernel. */
static void describe_row(ModelText *m, const TangentRow *row,
                         KernelItem *kernel)
{
  Arena *scratch = session_scratch(m->s);
  size_t n = (size_t)(row->last - row->first) + 3;
  int *mark = arena_array(scratch, n, sizeof mark[0]);
  int *place = arena_array(scratch, n, sizeof place[0]);
  mark[kernel->n_marks++] = row->array;
  mark[kernel->n_marks++] = row->continues;
  mark[kernel->n_marks++] = row->along.i >= 0;
  place[kernel->n_places++] = row->target;
  for (int k = row->first; k < row->last; k++) {
    mark[kernel->n_marks++] = tangent_row_is_left_out(m, row, k);
    place[kernel->n_places++] = tangent_row_place(m, &row->block->tangent[k]);
  }
  kernel->mark = mark;
  kernel->place = place;
  kernel->root = factors(m, row, &kernel->n_roots);
}

/* --- a long row --- */

typedef struct LongRow {
  const TangentRow *row;
  TangentRowWriter write;
} LongRow;

static TangentRow tangent_row_part(const TangentRow *row, int k)
{
  TangentRow part = *row;
  part.is_part = true;
  part.continues = k > 0;
  part.first = row->first + k * TERMS_PER_STATEMENT;
  assert(part.first < row->last);
  if (row->last - part.first > TERMS_PER_STATEMENT) {
    part.last = part.first + TERMS_PER_STATEMENT;
  }
  return part;
}

static void tangent_row_write_parts(ModelText *m, const Routine *r, int begin,
                                    int end, FILE *out)
{
  const LongRow *of = r->context;
  for (int k = begin; k < end; k++) {
    TangentRow part = tangent_row_part(of->row, k);
    of->write(m, &part, out);
  }
}

static void describe_part(ModelText *m, const Routine *r, int k,
                          KernelItem *kernel)
{
  const LongRow *of = r->context;
  TangentRow part = tangent_row_part(of->row, k);
  describe_row(m, &part, kernel);
}

static void write_long_row(ModelText *m, const LongRow *of, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  int n = of->row->last - of->row->first, n_factors;
  Routine r = {.n_items = (n + TERMS_PER_STATEMENT - 1) / TERMS_PER_STATEMENT,
               .batch = 1,
               .write = tangent_row_write_parts,
               .describe = describe_part,
               .context = of};
  const ExprId *root = factors(m, of->row, &n_factors);
  long_sum_share(m, root, n_factors, out);
  routine_write_items(m, &r, out);
  long_sum_end(m);
  arena_release(mark);
}

static void write_row(ModelText *m, const TangentRow *row,
                      TangentRowWriter write, FILE *out)
{
  bool is_long =
      m->kernels && row->along.i < 0 && row->last - row->first > LONG_ROW;
  if (is_long)
    write_long_row(m, &(LongRow){row, write}, out);
  else
    write(m, row, out);
}

/* --- routines --- */

/* The factors of rows begin .. end-1. What goes along a direction is shared
 * only where there is one direction: in sums. */
static SharedValues share_factors(ModelText *m, const TangentRow *row,
                                  int begin, int end)
{
  Arena *scratch = session_scratch(m->s);
  int n = end - begin, n_roots = 0;
  int *first = arena_array(scratch, (size_t)n + 1, sizeof first[0]);
  for (int k = begin; k < end; k++)
    n_roots += row[k].last - row[k].first + (row[k].along.i >= 0);
  ExprId *root = arena_array(scratch, (size_t)n_roots, sizeof root[0]);
  for (int k = 0; k < n; k++) {
    int n_factors = 0;
    const TangentRow *at = &row[begin + k];
    bool turns = at->along.i >= 0 && at->last > at->first;
    if (at->number < 0 && !turns) {
      const ExprId *factor = factors(m, at, &n_factors);
      for (int i = 0; i < n_factors; i++) root[first[k] + i] = factor[i];
    }
    first[k + 1] = first[k] + n_factors;
  }
  return shared_value_begin(m, root, first, n);
}

static void tangent_row_write_items(ModelText *m, const Routine *r, int begin,
                                    int end, FILE *out)
{
  const TangentRoutine *of = r->context;
  const TangentRow *row = of->rows->row;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  SharedValues shared = share_factors(m, row, begin, end);
  for (int k = begin; k < end; k++) {
    shared_value_write(m, &shared, k - begin, out);
    int next = begin + shared_value_next(&shared, end - begin);
    int n = tangent_run_length(m, &row[k], next - k);
    if (n > 0) {
      tangent_run_write(m, &row[k], n, of->write, out);
      k += n - 1;
      continue;
    }
    if (row[k].number < 0) {
      write_row(m, &row[k], of->write, out);
      continue;
    }
    m->uses_values = true;
    fprintf(out, "  if (%s(v, &v->%s_block[%s], t)) return 1;\n", of->of_loop,
            row[k].prefix, model_text_index(m, 0, row[k].number));
  }
  shared_value_end(m);
  arena_release(mark);
}

static void tangent_row_write_lanes(ModelText *m, const Routine *r, int begin,
                                    int end, FILE *out)
{
  const TangentRoutine *of = r->context;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  bool *calls = arena_array(session_scratch(m->s), (size_t)(end - begin),
                            sizeof calls[0]);
  for (int k = begin; k < end; k++) {
    int n;
    const ExprId *root = factors(m, &of->rows->row[k], &n);
    calls[k - begin] = lanes_call(m, root, n);
  }
  lanes_write(m, r, begin, end, calls, tangent_row_write_items, out);
  arena_release(mark);
}

static const TangentRow *tangent_row_at(const Routine *r, int k)
{
  const TangentRoutine *of = r->context;
  return &of->rows->row[k];
}

/* NO_EXPR: it has none. */
static ExprId first_root(const TangentRow *row)
{
  if (row->along.i >= 0) return row->along;
  if (row->first == row->last) return NO_EXPR;
  return row->block->tangent[row->first].value;
}

static bool row_joins(const ModelText *m, const Routine *r, int item,
                      int before)
{
  const TangentRow *a = tangent_row_at(r, item), *b = tangent_row_at(r, before);
  if (a->number >= 0 || b->number >= 0) return false;
  ExprId root = first_root(a), root_before = first_root(b);
  return root.i >= 0 && root_before.i >= 0 &&
         shared_value_is_call(m, root, root_before);
}

static void describe_item(ModelText *m, const Routine *r, int k,
                          KernelItem *kernel)
{
  const TangentRow *row = tangent_row_at(r, k);
  if (row->number < 0) {
    describe_row(m, row, kernel);
    return;
  }
  kernel->mark = arena_alloc(session_scratch(m->s), sizeof kernel->mark[0]);
  *(int *)kernel->mark = row->prefix[0]; /* the sequence */
  kernel->n_marks = 1;
  kernel->place = &row->number;
  kernel->n_places = 1;
}

static const char *row_label(const ModelText *m, const Routine *r, int k)
{
  return m->reduced->sys->var[tangent_row_at(r, k)->block->unknown[0].i].name;
}

void tangent_rows_write(ModelText *m, const TangentRoutine *routine, FILE *out)
{
  Routine r = {.name = routine->name,
               .values = "ModelValues *v",
               .second = "Tangent *t",
               .can_fail = routine->can_fail,
               .n_items = routine->rows->n_rows,
               .batch = SHARING_ITEMS,
               .write = m->has_lanes ? tangent_row_write_lanes
                                     : tangent_row_write_items,
               .joins = row_joins,
               .describe = m->has_lanes ? NULL : describe_item,
               .label = routine->can_fail ? row_label : NULL,
               .context = routine};
  routine_write(m, &r, out);
}

/* --- lists of rows --- */

static void tangent_row_add(ModelText *m, TangentRows *rows, TangentRow row)
{
  rows->row = vector_grow(m->arena, rows->row, &rows->cap_rows,
                          rows->n_rows + 1, sizeof row);
  rows->row[rows->n_rows++] = row;
}

/* The first entry of a row or of one after it. */
static int tangent_row_first_entry(const ReducedBlock *b, int row)
{
  assert(b->n_tangents == 0 ||
         b->tangent[0].row <= b->tangent[b->n_tangents - 1].row);
  int low = 0, high = b->n_tangents;
  while (low < high) {
    int middle = (low + high) / 2;
    if (b->tangent[middle].row < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void tangent_rows_of_loop(ModelText *m, const ReducedBlock *block,
                          TangentRows *rows)
{
  for (int row = 0; row < block->n; row++) {
    tangent_row_add(
        m, rows,
        (TangentRow){.block = block,
                     .number = -1,
                     .along = NO_EXPR,
                     .array = 'r',
                     .target = row,
                     .first = tangent_row_first_entry(block, row),
                     .last = tangent_row_first_entry(block, row + 1)});
  }
}

void tangent_rows_of_part(ModelText *m, const TangentPart *part,
                          TangentRows *rows)
{
  const BlockSequence *blocks = part->blocks;
  const int *order = schedule_blocks(m, blocks);
  int n_loops;
  const int *number = block_item_numbers(m, blocks, &n_loops);
  for (int k = 0; k < blocks->n_blocks; k++) {
    const ReducedBlock *b = &blocks->block[order[k]];
    if (part->keeps && !part->keeps[order[k]]) continue;
    TangentRow row = {.block = b,
                      .prefix = part->prefix,
                      .number = number[order[k]],
                      .along = NO_EXPR,
                      .array = 'd'};
    if (row.number >= 0) {
      tangent_row_add(m, rows, row);
    } else if (m->reduced->sys->var[b->unknown[0].i].type == VAR_REAL) {
      row.target = m->reduced->slot[b->unknown[0].i];
      row.along = b->along;
      row.last = b->along.i < 0 ? b->n_tangents : 0;
      tangent_row_add(m, rows, row);
    }
  }
}
