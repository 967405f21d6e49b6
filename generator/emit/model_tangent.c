/* model_tangent.c: sums of partial derivatives times directions. */
#include "emit/model_tangent.h"

#include "emit/c_text.h"
#include "emit/model_blocks.h"
#include "emit/routine.h"

enum { TERMS_PER_STATEMENT = 6 };

static bool is_one(const ModelText *m, ExprId e)
{
  double value;
  return expr_is_const(m->reduced->exprs, e, &value) && value == 1;
}

/* "(2*x)*t->d[4]", in the scratch arena */
static const char *term(ModelText *m, const TangentEntry *e)
{
  Arena *scratch = session_scratch(m->s);
  int slot = e->var.i < 0 ? 0 : m->reduced->slot[e->var.i];
  if (is_one(m, e->value)) return arena_printf(scratch, "t->d[%d]", slot);
  const char *factor = c_expression(m->c, e->value, C_REAL);
  return arena_printf(scratch, "(%s)*t->d[%d]", factor, slot);
}

/* Temporaries of the factors of entries first .. last-1. */
static void prepare(ModelText *m, const TangentEntry *entry, int first,
                    int last, FILE *out)
{
  int n = 0;
  ExprId *root = arena_array(session_scratch(m->s), (size_t)(last - first),
                             sizeof root[0]);
  for (int k = first; k < last; k++) {
    if (!is_one(m, entry[k].value)) root[n++] = entry[k].value;
  }
  c_expression_prepare(m->c, root, n, out);
}

/* target = term + term ...; target += term ...; in the entries' order */
static void write_sum(ModelText *m, const char *target,
                      const TangentEntry *entry, int first, int last,
                      const char *comment, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  prepare(m, entry, first, last, out);
  int k = first;
  do {
    const char *sum = k == last ? "0" : "";
    const char *op = k == first ? "=" : "+=";
    for (int n = 0; n < TERMS_PER_STATEMENT && k < last; n++, k++) {
      sum = arena_printf(scratch, "%s%s%s", sum, n > 0 ? " + " : "",
                         term(m, &entry[k]));
    }
    c_text_statement(out, arena_printf(scratch, "%s %s %s;", target, op, sum),
                     comment);
  } while (k < last);
  arena_release(mark);
}

/* The first entry of a row or of one behind it. */
static int first_entry(const ReducedBlock *b, int row)
{
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

static void write_rows(ModelText *m, const Routine *r, int begin, int end,
                       FILE *out)
{
  const ReducedBlock *b = r->context;
  for (int row = begin; row < end; row++) {
    const char *target = arena_printf(session_scratch(m->s), "t->r[%d]", row);
    write_sum(m, target, b->tangent, first_entry(b, row),
              first_entry(b, row + 1), NULL, out);
  }
}

void model_tangent_write_loop(ModelText *m, const ReducedBlock *block,
                              const char *name, FILE *out)
{
  Routine r = {.name = arena_printf(m->arena, "%s_tangent", name),
               .values = "ModelValues *v",
               .second = "Tangent *t",
               .n_items = block->n,
               .batch = 1,
               .write = write_rows,
               .context = block};
  routine_write(m, &r, out);
}

/* A block among all blocks of all parts. */
typedef struct Item {
  const ReducedBlock *block;
  const char *prefix;
  int number; /* of a loop; -1: an assignment */
} Item;

static void write_items(ModelText *m, const Routine *r, int begin, int end,
                        FILE *out)
{
  const Item *item = r->context;
  for (int k = begin; k < end; k++) {
    const ReducedBlock *b = item[k].block;
    if (item[k].number >= 0) {
      m->uses_values = true;
      fprintf(out, "  if (block_tangent(v, &%s_block[%d], t)) return 1;\n",
              item[k].prefix, item[k].number);
      continue;
    }
    const char *target = arena_printf(session_scratch(m->s), "t->d[%d]",
                                      m->reduced->slot[b->unknown[0].i]);
    write_sum(m, target, b->tangent, 0, b->n_tangents,
              m->reduced->sys->var[b->unknown[0].i].name, out);
  }
}

/* All blocks that compute Reals. */
static Item *list_items(const ModelText *m, const TangentPart *part,
                        int n_parts, int *n_items)
{
  const System *sys = m->reduced->sys;
  int n = 0, n_loops;
  for (int p = 0; p < n_parts; p++) n += part[p].blocks->n_blocks;
  Item *item = arena_array(m->arena, (size_t)n, sizeof item[0]);
  *n_items = 0;
  for (int p = 0; p < n_parts; p++) {
    const BlockSequence *blocks = part[p].blocks;
    const int *number = model_blocks_number(m, blocks, &n_loops);
    for (int k = 0; k < blocks->n_blocks; k++) {
      const ReducedBlock *b = &blocks->block[k];
      if (number[k] < 0 && sys->var[b->unknown[0].i].type != VAR_REAL) {
        continue;
      }
      item[(*n_items)++] = (Item){b, part[p].prefix, number[k]};
    }
  }
  return item;
}

void model_tangent_write(ModelText *m, const TangentPart *part, int n_parts,
                         const char *function, FILE *out)
{
  int n_items;
  const Item *item = list_items(m, part, n_parts, &n_items);
  Routine r = {.name = function,
               .values = "ModelValues *v",
               .second = "Tangent *t",
               .can_fail = true,
               .n_items = n_items,
               .batch = 1,
               .write = write_items,
               .context = item};
  routine_write(m, &r, out);
}
