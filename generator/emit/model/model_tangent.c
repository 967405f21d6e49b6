/* model_tangent.c: sums of partial derivatives times directions.
 *
 * A long row (the sum over all cells of a model) is cut into items of some
 * terms each, which then repeat themselves, inside of the item that it is.
 */
#include "emit/model/model_tangent.h"

#include <assert.h>

#include "base/vector.h"
#include "emit/blocks/block_twin.h"
#include "emit/kernel/long_sum.h"
#include "emit/kernel/routine.h"
#include "emit/kernel/shared_value.h"
#include "emit/model/block_item.h"
#include "emit/model/schedule.h"
#include "emit/text/c_text.h"

enum { TERMS_PER_STATEMENT = 6, LONG_ROW = 150 };

/* A statement of the sequence, or part of a long one, in which every factor
 * is written, 1 too, so that the parts are more alike. */
typedef struct Item {
  const ReducedBlock *block;
  const char *prefix; /* of a loop */
  int number;         /* of a loop; -1: an assignment, or a row of a loop */
  char array;         /* of the target: t->d or t->r */
  int target;
  int first, last; /* entries of the block */
  ExprId along;    /* instead of entries; NO_EXPR: none */
  bool is_part;    /* of a long one */
  bool continues;  /* is added to what is there */
} Item;

typedef struct ItemList {
  Item *item;
  int n_items, cap_items;
} ItemList;

static bool model_tangent_is_one(const ModelText *m, ExprId e)
{
  double value;
  return expr_is_const(m->reduced->exprs, e, &value) && value == 1;
}

static bool model_tangent_is_left_out(const ModelText *m, const Item *item,
                                      int k)
{
  return !item->is_part &&
         model_tangent_is_one(m, item->block->tangent[k].value);
}

static int model_tangent_slot_of(const ModelText *m, const TangentEntry *e)
{
  assert(e->var.i < 0 || m->reduced->sys->var[e->var.i].kind != VAR_ABSENT);
  return e->var.i < 0 ? 0 : m->reduced->slot[e->var.i];
}

/* --- one item --- */

/* "(2*x)*t->d[4]", in the scratch arena */
static const char *model_tangent_term(ModelText *m, const Item *item, int k)
{
  const TangentEntry *e = &item->block->tangent[k];
  Arena *scratch = session_scratch(m->s);
  const char *slot = block_twin_slot(m, e->var);
  if (!slot)
    slot =
        model_text_index(m, 1 + k - item->first, model_tangent_slot_of(m, e));
  if (model_tangent_is_left_out(m, item, k))
    return arena_printf(scratch, "t->d[%s]", slot);
  const char *factor = c_expression(m->c, e->value, C_REAL);
  return arena_printf(scratch, "(%s)*t->d[%s]", factor, slot);
}

/* The factors that are written, or what stands for them all, in the scratch
 * arena. */
static const ExprId *factors(ModelText *m, const Item *item, int *n)
{
  assert(item->first <= item->last && item->last <= item->block->n_tangents);
  ExprId *root =
      arena_array(session_scratch(m->s), (size_t)(item->last - item->first) + 1,
                  sizeof root[0]);
  *n = 0;
  if (item->along.i >= 0) root[(*n)++] = item->along;
  for (int k = item->first; k < item->last; k++) {
    ExprId value = item->block->tangent[k].value;
    if (!model_tangent_is_left_out(m, item, k)) root[(*n)++] = value;
  }
  return root;
}

/* target = term + term ...; target += term ...; in the entries' order */
static void model_tangent_write_sum(ModelText *m, const Item *item, FILE *out)
{
  assert(item->array == 'd' || item->array == 'r');
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  const char *target = arena_printf(scratch, "t->%c[%s]", item->array,
                                    model_text_index(m, 0, item->target));
  const char *name = item->array == 'd'
                         ? m->reduced->sys->var[item->block->unknown[0].i].name
                         : NULL;
  int n, k = item->first;
  const ExprId *root = factors(m, item, &n);
  if (item->is_part || item->along.i >= 0)
    c_expression_prepare(m->c, root, n, out);
  else
    long_sum_prepare(m, root, n, out);
  do {
    const char *sum = k == item->last ? "0" : "";
    if (item->along.i >= 0)
      sum =
          arena_printf(scratch, "%s", c_expression(m->c, item->along, C_REAL));
    const char *op = k == item->first && !item->continues ? "=" : "+=";
    for (n = 0; n < TERMS_PER_STATEMENT && k < item->last; n++, k++) {
      sum = arena_printf(scratch, "%s%s%s", sum, n > 0 ? " + " : "",
                         model_tangent_term(m, item, k));
    }
    c_text_statement(out, arena_printf(scratch, "%s %s %s;", target, op, sum),
                     model_text_comment(m, name));
  } while (k < item->last);
  arena_release(mark);
}

/* Which of the entries are 1, and so not written, is part of the kernel. */
static void describe_sum(ModelText *m, const Item *item, KernelItem *kernel)
{
  Arena *scratch = session_scratch(m->s);
  size_t n = (size_t)(item->last - item->first) + 3;
  int *mark = arena_array(scratch, n, sizeof mark[0]);
  int *place = arena_array(scratch, n, sizeof place[0]);
  mark[kernel->n_marks++] = item->array;
  mark[kernel->n_marks++] = item->continues;
  mark[kernel->n_marks++] = item->along.i >= 0;
  place[kernel->n_places++] = item->target;
  for (int k = item->first; k < item->last; k++) {
    mark[kernel->n_marks++] = model_tangent_is_left_out(m, item, k);
    place[kernel->n_places++] =
        model_tangent_slot_of(m, &item->block->tangent[k]);
  }
  kernel->mark = mark;
  kernel->place = place;
  kernel->root = factors(m, item, &kernel->n_roots);
}

/* --- a long row --- */

static Item model_tangent_part_of(const Item *row, int k)
{
  Item part = *row;
  part.is_part = true;
  part.continues = k > 0;
  part.first = row->first + k * TERMS_PER_STATEMENT;
  assert(part.first < row->last);
  if (row->last - part.first > TERMS_PER_STATEMENT) {
    part.last = part.first + TERMS_PER_STATEMENT;
  }
  return part;
}

static void model_tangent_write_parts(ModelText *m, const Routine *r, int begin,
                                      int end, FILE *out)
{
  for (int k = begin; k < end; k++) {
    Item part = model_tangent_part_of(r->context, k);
    model_tangent_write_sum(m, &part, out);
  }
}

static void describe_part(ModelText *m, const Routine *r, int k,
                          KernelItem *kernel)
{
  Item part = model_tangent_part_of(r->context, k);
  describe_sum(m, &part, kernel);
}

static void write_long_row(ModelText *m, const Item *row, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  int n = row->last - row->first, n_factors;
  Routine r = {.n_items = (n + TERMS_PER_STATEMENT - 1) / TERMS_PER_STATEMENT,
               .batch = 1,
               .write = model_tangent_write_parts,
               .describe = describe_part,
               .context = row};
  const ExprId *root = factors(m, row, &n_factors);
  long_sum_share(m, root, n_factors, out);
  routine_write_items(m, &r, out);
  long_sum_end(m);
  arena_release(mark);
}

static void write_row(ModelText *m, const Item *row, FILE *out)
{
  if (m->kernels && row->last - row->first > LONG_ROW)
    write_long_row(m, row, out);
  else
    model_tangent_write_sum(m, row, out);
}

/* --- items --- */

/* The factors of items begin .. end-1. */
static SharedValues share_factors(ModelText *m, const Item *item, int begin,
                                  int end)
{
  Arena *scratch = session_scratch(m->s);
  int n = end - begin, n_roots = 0;
  int *first = arena_array(scratch, (size_t)n + 1, sizeof first[0]);
  for (int k = begin; k < end; k++)
    n_roots += item[k].last - item[k].first + (item[k].along.i >= 0);
  ExprId *root = arena_array(scratch, (size_t)n_roots, sizeof root[0]);
  for (int k = 0; k < n; k++) {
    int n_factors = 0;
    const Item *row = &item[begin + k];
    if (row->number < 0) {
      const ExprId *factor = factors(m, row, &n_factors);
      for (int i = 0; i < n_factors; i++) root[first[k] + i] = factor[i];
    }
    first[k + 1] = first[k] + n_factors;
  }
  return shared_value_begin(m, root, first, n);
}

static void write_items(ModelText *m, const Routine *r, int begin, int end,
                        FILE *out)
{
  const Item *item = r->context;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  SharedValues shared = share_factors(m, item, begin, end);
  for (int k = begin; k < end; k++) {
    shared_value_write(m, &shared, k - begin, out);
    if (item[k].number < 0) {
      write_row(m, &item[k], out);
      continue;
    }
    m->uses_values = true;
    fprintf(out, "  if (block_tangent(v, &v->%s_block[%s], t)) return 1;\n",
            item[k].prefix, model_text_index(m, 0, item[k].number));
  }
  shared_value_end(m);
  arena_release(mark);
}

/* NO_EXPR: it has none. */
static ExprId first_root(const Item *item)
{
  if (item->along.i >= 0) return item->along;
  if (item->first == item->last) return NO_EXPR;
  return item->block->tangent[item->first].value;
}

static bool item_joins(const ModelText *m, const Routine *r, int item,
                       int before)
{
  const Item *a = (const Item *)r->context + item,
             *b = (const Item *)r->context + before;
  if (a->number >= 0 || b->number >= 0) return false;
  ExprId root = first_root(a), root_before = first_root(b);
  return root.i >= 0 && root_before.i >= 0 &&
         shared_value_is_call(m, root, root_before);
}

static void describe_item(ModelText *m, const Routine *r, int k,
                          KernelItem *kernel)
{
  const Item *item = &((const Item *)r->context)[k];
  if (item->number < 0) {
    describe_sum(m, item, kernel);
    return;
  }
  kernel->mark = arena_alloc(session_scratch(m->s), sizeof kernel->mark[0]);
  *(int *)kernel->mark = item->prefix[0]; /* the sequence */
  kernel->n_marks = 1;
  kernel->place = &item->number;
  kernel->n_places = 1;
}

static const char *item_label(const ModelText *m, const Routine *r, int k)
{
  const Item *item = &((const Item *)r->context)[k];
  return m->reduced->sys->var[item->block->unknown[0].i].name;
}

/* --- lists of items --- */

static void add_item(ModelText *m, ItemList *list, Item item)
{
  list->item = vector_grow(m->arena, list->item, &list->cap_items,
                           list->n_items + 1, sizeof item);
  list->item[list->n_items++] = item;
}

static void model_tangent_write_list(ModelText *m, const ItemList *list,
                                     const char *name, bool can_fail, FILE *out)
{
  Routine r = {.name = name,
               .values = "ModelValues *v",
               .second = "Tangent *t",
               .can_fail = can_fail,
               .n_items = list->n_items,
               .batch = SHARING_ITEMS,
               .write = write_items,
               .joins = item_joins,
               .describe = describe_item,
               .label = can_fail ? item_label : NULL,
               .context = list->item};
  routine_write(m, &r, out);
}

/* The first entry of a row or of one after it. */
static int model_tangent_first_entry(const ReducedBlock *b, int row)
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

void model_tangent_write_loop(ModelText *m, const ReducedBlock *block,
                              const char *name, FILE *out)
{
  ItemList list = {0};
  for (int row = 0; row < block->n; row++) {
    add_item(m, &list,
             (Item){.block = block,
                    .number = -1,
                    .along = NO_EXPR,
                    .array = 'r',
                    .target = row,
                    .first = model_tangent_first_entry(block, row),
                    .last = model_tangent_first_entry(block, row + 1)});
  }
  model_tangent_write_list(m, &list, arena_printf(m->arena, "%s_tangent", name),
                           false, out);
}

/* All blocks of a part that compute Reals. */
static void add_part(ModelText *m, const TangentPart *part, ItemList *list)
{
  const BlockSequence *blocks = part->blocks;
  const int *order = schedule_blocks(m, blocks);
  int n_loops;
  const int *number = block_item_numbers(m, blocks, &n_loops);
  for (int k = 0; k < blocks->n_blocks; k++) {
    const ReducedBlock *b = &blocks->block[order[k]];
    if (part->keeps && !part->keeps[order[k]]) continue;
    Item item = {.block = b,
                 .prefix = part->prefix,
                 .number = number[order[k]],
                 .along = NO_EXPR,
                 .array = 'd'};
    if (item.number >= 0) {
      add_item(m, list, item);
    } else if (m->reduced->sys->var[b->unknown[0].i].type == VAR_REAL) {
      item.target = m->reduced->slot[b->unknown[0].i];
      item.along = b->along;
      item.last = b->along.i < 0 ? b->n_tangents : 0;
      add_item(m, list, item);
    }
  }
}

void model_tangent_write(ModelText *m, const TangentPart *part, int n_parts,
                         const char *function, FILE *out)
{
  ItemList list = {0};
  for (int p = 0; p < n_parts; p++) add_part(m, &part[p], &list);
  model_tangent_write_list(m, &list, function, true, out);
}
