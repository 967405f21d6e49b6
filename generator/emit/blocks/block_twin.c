/* block_twin.c: the kernel of a whole loop, and its holes as arrays. */
#include "emit/blocks/block_twin.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "emit/kernel/repeat.h"
#include "emit/text/c_text.h"
#include "reduce/system/reduced_visit.h"

enum { NUMBERS_PER_LINE = 6 };

/* While the functions of a leader are written. */
struct TwinContext {
  ModelText *m;
  Kernels *kernels;
  int *place; /* of each hole in its array */
};

/* --- the kernel of a loop --- */

typedef struct Words {
  Arena *arena;
  int *word;
  int n_words, cap_words;
  ExprId *root;
  int n_roots, cap_roots;
} Words;

static void block_twin_put_word(Words *w, int word)
{
  w->word = vector_grow(w->arena, w->word, &w->cap_words, w->n_words + 1,
                        sizeof word);
  w->word[w->n_words++] = word;
}

static void block_twin_put_root(Words *w, ExprId root)
{
  w->root = vector_grow(w->arena, w->root, &w->cap_roots, w->n_roots + 1,
                        sizeof root);
  w->root[w->n_roots++] = root;
}

/* Variables that are named beside the expressions are leaves among them: so
 * it is part of the kernel which of them are the same. */
static void put_var(Words *w, ExprTable *exprs, VarId var)
{
  block_twin_put_word(w, var.i >= 0);
  if (var.i >= 0) block_twin_put_root(w, expr_var(exprs, var));
}

/* Is the factor 1? It is not written then. */
static bool block_twin_is_one(const ExprTable *exprs, ExprId e)
{
  double value;
  return expr_is_const(exprs, e, &value) && value == 1;
}

/* The block that is described. */
typedef struct Description {
  Words w;
  ExprTable *exprs;
  const ReducedBlock *b;
} Description;

static void put_tangent(Description *d, const TangentEntry *e)
{
  block_twin_put_word(&d->w, e->row);
  put_var(&d->w, d->exprs, e->var);
  block_twin_put_root(&d->w, e->value);
  block_twin_put_word(&d->w, block_twin_is_one(d->exprs, e->value));
}

static bool is_of_loop(BlockPlace place)
{
  switch (place) {
  case IN_BLOCK_RESIDUAL:
  case IN_BLOCK_ENTRY:
  case IN_BLOCK_INNER:
  case IN_BLOCK_FIRST:
  case IN_BLOCK_REST:
  case IN_BLOCK_TANGENT: return true;
  case IN_BLOCK_VALUE: /* of assignments */
  case IN_BLOCK_ALONG:
  case IN_BLOCK_DIVISOR: return false;
  }
  return false;
}

/* An expression, after the numbers that say where it stands. */
static void put_at(void *context, BlockPlace place, int at, ExprId e)
{
  Description *d = context;
  const ReducedBlock *b = d->b;
  switch (place) {
  case IN_BLOCK_ENTRY:
    block_twin_put_word(&d->w, b->entry[at].row);
    block_twin_put_word(&d->w, b->entry[at].column);
    break;
  case IN_BLOCK_INNER: block_twin_put_word(&d->w, b->how->inner[at]); break;
  case IN_BLOCK_FIRST:
    block_twin_put_word(&d->w, b->how->first->column[at]);
    break;
  case IN_BLOCK_REST:
    block_twin_put_word(&d->w, b->how->formula_row[at]);
    block_twin_put_word(&d->w, b->how->formula_column[at]);
    break;
  case IN_BLOCK_TANGENT: put_tangent(d, &b->tangent[at]); return;
  case IN_BLOCK_RESIDUAL:
  case IN_BLOCK_VALUE:
  case IN_BLOCK_ALONG:
  case IN_BLOCK_DIVISOR: break;
  }
  block_twin_put_root(&d->w, e);
}

/* How many expressions there are of each place. */
static void put_counts(Words *w, const ReducedBlock *b)
{
  block_twin_put_word(w, b->n);
  block_twin_put_word(w, b->n_entries);
  block_twin_put_word(w, b->how->n_inner);
  block_twin_put_word(w, b->how->first ? b->how->first->n : 0);
  block_twin_put_word(w, b->how->rest != NULL);
  block_twin_put_word(w, b->n_tangents);
}

static KernelItem block_twin_describe(ModelText *m, const ReducedBlock *b)
{
  Description d = {.w = {.arena = session_scratch(m->s)},
                   .exprs = m->reduced->exprs,
                   .b = b};
  put_counts(&d.w, b);
  for (int k = 0; k < b->n_columns; k++) put_var(&d.w, d.exprs, b->unknown[k]);
  block_read_expressions(b, is_of_loop, put_at, &d);
  /* by a formula, factors of 1 are left out */
  for (int k = 0; b->how->rest && k < b->n_entries; k++) {
    block_twin_put_word(&d.w, block_twin_is_one(d.exprs, b->entry[k].value));
  }
  return (KernelItem){.mark = d.w.word,
                      .n_marks = d.w.n_words,
                      .root = d.w.root,
                      .n_roots = d.w.n_roots};
}

/* --- leaders --- */

static int kernel_of(ModelText *m, const ReducedBlock *b)
{
  if (b->kind != BLOCK_SOLVE) return -1;
  /* a loop that is too long has more roots than a kernel has nodes */
  if (b->n + b->n_entries > KERNEL_NODES) return -1;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  KernelItem item = block_twin_describe(m, b);
  int kernel = kernels_find(m->kernels, &item);
  arena_release(mark);
  return kernel;
}

int *block_twin_leaders(ModelText *m, const BlockSequence *sequence)
{
  int n = sequence->n_blocks;
  int *leader = arena_array(m->arena, (size_t)n, sizeof leader[0]);
  for (int k = 0; k < n; k++) {
    leader[k] = m->kernels ? kernel_of(m, &sequence->block[k]) : -1;
  }
  if (!m->kernels) return leader;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  size_t n_kernels = (size_t)kernels_count(m->kernels);
  int *count = arena_array(session_scratch(m->s), n_kernels, sizeof count[0]);
  int *first = arena_array(session_scratch(m->s), n_kernels, sizeof first[0]);
  for (int k = n - 1; k >= 0; k--) {
    if (leader[k] < 0) continue;
    count[leader[k]]++;
    first[leader[k]] = k;
  }
  for (int k = 0; k < n; k++) {
    if (leader[k] < 0) continue;
    leader[k] = count[leader[k]] < REPEAT_COUNT ? -1 : first[leader[k]];
  }
  arena_release(mark);
  return leader;
}

/* --- the functions of a leader --- */

static const char *block_twin_leaf_text(const void *context, ExprId leaf)
{
  const TwinContext *f = context;
  int hole = kernels_hole_of(f->kernels, leaf);
  if (hole < 0) return NULL;
  double value;
  bool is_number = expr_is_const(f->m->reduced->exprs, leaf, &value);
  return arena_printf(session_scratch(f->m->s), "v->block->%s[%d]",
                      is_number ? "literal" : "reference", f->place[hole]);
}

void block_twin_enter(ModelText *m, const ReducedBlock *leader)
{
  assert(!m->twin && m->kernels && !m->loop);
  int n, n_numbers = 0, n_indices = 0;
  TwinContext *f = arena_alloc(m->arena, sizeof *f);
  ArenaMark mark = arena_mark(session_scratch(m->s));
  KernelItem item = block_twin_describe(m, leader);
  const Hole *hole = kernels_holes(m->kernels, &item, &n);
  arena_release(mark);
  f->m = m;
  f->kernels = m->kernels;
  f->place = arena_array(m->arena, (size_t)n, sizeof f->place[0]);
  for (int k = 0; k < n; k++) {
    f->place[k] = hole[k].is_number ? n_numbers++ : n_indices++;
  }
  m->twin = f;
  m->kernels = NULL; /* no loops, and the holes stay as they are */
  c_expression_holes(m->c, block_twin_leaf_text, f);
}

void block_twin_leave(ModelText *m)
{
  assert(m->twin && !m->kernels);
  m->kernels = m->twin->kernels;
  m->twin = NULL;
  c_expression_holes(m->c, NULL, NULL);
}

const char *block_twin_slot(ModelText *m, VarId var)
{
  if (!m->twin || var.i < 0) return NULL;
  const char *text =
      block_twin_leaf_text(m->twin, expr_var(m->reduced->exprs, var));
  assert(text);
  return text;
}

/* --- arrays --- */

static int count_kind(const Hole *hole, int n, bool is_number)
{
  int count = 0;
  for (int k = 0; k < n; k++) count += hole[k].is_number == is_number;
  return count;
}

/* What the functions of the leader read of a block. */
typedef struct Leaves {
  const Hole *hole;
  int n;
} Leaves;

/* In the scratch arena: the holes of the leader are looked at beside them. */
static Leaves leaves_of(ModelText *m, const ReducedBlock *b)
{
  KernelItem item = block_twin_describe(m, b);
  int n;
  const Hole *hole = kernels_holes(m->kernels, &item, &n);
  Hole *copy = arena_array(session_scratch(m->s), (size_t)n, sizeof copy[0]);
  if (n > 0) memcpy(copy, hole, (size_t)n * sizeof copy[0]);
  return (Leaves){copy, n};
}

static bool block_twin_same_literals(const Leaves *a, const Leaves *b)
{
  assert(a->n == b->n); /* of one kernel */
  for (int k = 0; k < a->n; k++) {
    bool differ = a->hole[k].number < b->hole[k].number ||
                  a->hole[k].number > b->hole[k].number;
    if (a->hole[k].is_number && differ) return false;
  }
  return true;
}

/* Those of the leader, kept: its followers come one after the other. */
struct LeaderLeaves {
  const ReducedBlock *block;
  Leaves leaves;
  Hole *room;
  int cap_room;
};

static const Leaves *leaves_of_leader(ModelText *m, const ReducedBlock *b)
{
  if (!m->leader_leaves) {
    m->leader_leaves = arena_alloc(m->arena, sizeof *m->leader_leaves);
  }
  LeaderLeaves *kept = m->leader_leaves;
  if (kept->block == b) return &kept->leaves;
  KernelItem item = block_twin_describe(m, b);
  int n;
  const Hole *hole = kernels_holes(m->kernels, &item, &n);
  kept->room = vector_grow(m->arena, kept->room, &kept->cap_room, n,
                           sizeof kept->room[0]);
  if (n > 0) memcpy(kept->room, hole, (size_t)n * sizeof hole[0]);
  kept->leaves = (Leaves){kept->room, n};
  kept->block = b;
  return &kept->leaves;
}

/* The loops of a run, or the one. */
static int count_loops(const AlgebraicLoop *loop)
{
  return loop->run ? loop->run->n : 1;
}

/* What all of them read, one after the other. */
typedef struct Tables {
  int *reference;
  double *literal;
  int n_references, n_literals; /* of each loop */
  bool like_leader;             /* the numbers of all are the leader's */
} Tables;

static void block_twin_fill(const Leaves *own, int l, Tables *t)
{
  assert(own->n == t->n_references + t->n_literals);
  int *reference = t->reference + l * t->n_references;
  double *literal = t->literal + l * t->n_literals;
  for (int k = 0; k < own->n; k++) {
    if (own->hole[k].is_number)
      *literal++ = own->hole[k].number;
    else
      *reference++ = own->hole[k].index;
  }
}

/* In the scratch arena. */
static Tables gather(ModelText *m, const AlgebraicLoop *loop)
{
  Arena *scratch = session_scratch(m->s);
  size_t n = (size_t)count_loops(loop);
  const ReducedBlock *leader = loop->first ? loop->first : loop->block;
  const Leaves *like = leaves_of_leader(m, leader);
  Tables t = {.n_references = count_kind(like->hole, like->n, false),
              .n_literals = count_kind(like->hole, like->n, true),
              .like_leader = true};
  t.reference =
      arena_array(scratch, n * (size_t)t.n_references, sizeof t.reference[0]);
  t.literal =
      arena_array(scratch, n * (size_t)t.n_literals, sizeof t.literal[0]);
  for (int l = 0; l < (int)n; l++) {
    ArenaMark mark = arena_mark(scratch);
    Leaves own = leaves_of(m, loop->run ? loop->run->block[l] : loop->block);
    block_twin_fill(&own, l, &t);
    t.like_leader = t.like_leader && block_twin_same_literals(&own, like);
    arena_release(mark);
  }
  return t;
}

static void block_twin_write_literals(const AlgebraicLoop *loop,
                                      const double *literal, int n, FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  fprintf(out, "static const double %s_literal[] = {", loop->name);
  for (int k = 0; k < n; k++) {
    fputs(k % NUMBERS_PER_LINE == 0 ? "\n  " : " ", out);
    fputs(c_text_number(literal[k], buffer), out);
    putc(',', out);
  }
  fputs("\n};\n", out);
}

void block_twin_write_tables(ModelText *m, const AlgebraicLoop *loop, FILE *out)
{
  assert(loop->leader);
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Tables t = gather(m, loop);
  int n_loops = count_loops(loop);
  if (t.n_references > 0) {
    algebraic_loop_write_integers(m, loop, "reference", t.reference,
                                  n_loops * t.n_references, t.n_references,
                                  out);
  }
  bool is_leader = !loop->first;
  if (t.n_literals > 0 && (is_leader || !t.like_leader)) {
    block_twin_write_literals(
        loop, t.literal, t.like_leader ? t.n_literals : n_loops * t.n_literals,
        out);
  }
  if (loop->run) {
    loop->run->n_references = t.n_references;
    loop->run->n_literals = t.like_leader ? 0 : t.n_literals;
  }
  arena_release(mark);
}

/* Has the loop numbers that are not its leader's? */
static bool has_literals(ModelText *m, const AlgebraicLoop *loop,
                         const Leaves *own)
{
  if (!loop->first) return true;
  if (loop->run) return loop->run->n_literals > 0;
  return !block_twin_same_literals(own, leaves_of_leader(m, loop->first));
}

void block_twin_write_members(ModelText *m, const AlgebraicLoop *loop,
                              FILE *out)
{
  assert(loop->leader);
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Leaves own = leaves_of(m, loop->block);
  if (loop->run && loop->run->n_references > 0)
    fprintf(out, "   .n_references = %d,\n", loop->run->n_references);
  if (loop->run && loop->run->n_literals > 0)
    fprintf(out, "   .n_literals = %d,\n", loop->run->n_literals);
  if (count_kind(own.hole, own.n, false) > 0)
    fprintf(out, "   .reference = %s_reference,\n", loop->name);
  if (count_kind(own.hole, own.n, true) > 0)
    fprintf(out, "   .literal = %s_literal,\n",
            has_literals(m, loop, &own) ? loop->name : loop->leader);
  arena_release(mark);
}
