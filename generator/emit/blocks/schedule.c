/* schedule.c: list scheduling with one queue per kernel. */
#include "emit/blocks/schedule.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "emit/blocks/block_item.h"
#include "emit/kernel/repeat.h"
#include "reduce/blocks/block_walk.h"
#include "symbolic/walk.h"

typedef struct Edge {
  int from, to; /* blocks; from comes first */
} Edge;

typedef struct Schedule {
  ModelText *m;
  const BlockSequence *sequence;
  Arena *arena; /* scratch */
  Arena *own;   /* a child of it: edge[] */
  Walk *walk;
  int n;
  int *kernel; /* [n], -1: stays in its place */
  int *writer; /* [n_vars] block that computes it, -1: none */
  Edge *edge;
  int n_edges, cap_edges;
  int *first_edge; /* [n + 1] into successor[] */
  int *successor;
  int *waits;       /* [n] for so many blocks */
  int *head, *next; /* queues: [n_kernels], [n]; -1: end */
  int *batch;       /* [n] */
  bool *is_done;
  int *order, n_order;
} Schedule;

/* --- who comes before whom --- */

/* False: a variable is computed twice; the order has a meaning then. */
static bool find_writers(Schedule *s)
{
  int n_vars = s->m->reduced->sys->n_vars;
  s->writer = arena_array(s->arena, (size_t)n_vars, sizeof s->writer[0]);
  for (int k = 0; k < n_vars; k++) s->writer[k] = -1;
  for (int k = 0; k < s->n; k++) {
    const ReducedBlock *b = &s->sequence->block[k];
    for (int i = 0; i < b->n_columns; i++) {
      if (b->unknown[i].i < 0) continue;
      if (s->writer[b->unknown[i].i] >= 0) return false;
      s->writer[b->unknown[i].i] = k;
    }
  }
  return true;
}

/* A value that is read before it is computed is the one of the last time:
 * the given order holds for it as well. */
static void add_edge(Schedule *s, int reader, int writer)
{
  if (writer < 0 || reader == writer) return;
  Edge edge = {writer, reader};
  if (writer > reader) edge = (Edge){reader, writer};
  s->edge =
      vector_grow(s->own, s->edge, &s->cap_edges, s->n_edges + 1, sizeof edge);
  s->edge[s->n_edges++] = edge;
  s->waits[edge.to]++;
}

/* The kernel of a block, and what its nodes read: one walk for both. */
static void schedule_look_at(Schedule *s, int k)
{
  const ReducedBlock *b = &s->sequence->block[k];
  const ExprTable *exprs = s->m->reduced->exprs;
  const Walk *walk = kernels_walk(s->m->kernels);
  ArenaMark mark = arena_mark(s->arena);
  KernelItem item = {0};
  block_item_describe(s->m, b, 0, &item);
  s->kernel[k] = kernels_find(s->m->kernels, &item);
  arena_release(mark);
  if (b->kind != BLOCK_ASSIGN) { /* described by nothing but its number */
    block_walk(s->walk, b, true);
    walk = s->walk;
  }
  for (int i = 0; i < walk->n_nodes; i++) {
    const ExprNode *node = expr_node(exprs, walk->node[i]);
    if (node->op == EXPR_VAR) add_edge(s, k, s->writer[node->var.i]);
  }
}

static void look_at_all(Schedule *s)
{
  s->walk = walk_create(s->m->reduced->exprs, s->arena);
  s->waits = arena_array(s->arena, (size_t)s->n, sizeof s->waits[0]);
  s->own = arena_child(s->arena, "edges");
  for (int k = 0; k < s->n; k++) schedule_look_at(s, k);
}

/* --- kernels --- */

/* Kernels that do not come often enough for a loop count as none. */
static bool keep_frequent(Schedule *s)
{
  int n_often = 0;
  size_t n_kernels = (size_t)kernels_count(s->m->kernels);
  int *count = arena_array(s->arena, n_kernels, sizeof count[0]);
  for (int k = 0; k < s->n; k++) {
    if (s->kernel[k] >= 0) count[s->kernel[k]]++;
  }
  for (int k = 0; k < s->n; k++) {
    if (s->kernel[k] >= 0 && count[s->kernel[k]] < REPEAT_COUNT)
      s->kernel[k] = -1;
    if (s->kernel[k] >= 0) n_often++;
  }
  s->head = count; /* used again */
  for (size_t k = 0; k < n_kernels; k++) s->head[k] = -1;
  return n_often > 0;
}

static void sort_edges(Schedule *s)
{
  s->first_edge =
      arena_array(s->arena, (size_t)s->n + 2, sizeof s->first_edge[0]);
  s->successor =
      arena_array(s->arena, (size_t)s->n_edges, sizeof s->successor[0]);
  assert(s->n_edges == 0 || s->edge[0].from < s->edge[0].to);
  int *first = s->first_edge + 1; /* becomes the end of each list */
  for (int k = 0; k < s->n_edges; k++) first[s->edge[k].from + 1]++;
  for (int k = 0; k < s->n; k++) first[k + 1] += first[k];
  for (int k = 0; k < s->n_edges; k++) {
    s->successor[first[s->edge[k].from]++] = s->edge[k].to;
  }
}

/* --- the order --- */

static void enqueue(Schedule *s, int k)
{
  if (s->kernel[k] < 0) return;
  s->next[k] = s->head[s->kernel[k]];
  s->head[s->kernel[k]] = k;
}

static void execute(Schedule *s, int k)
{
  assert(s->waits[k] == 0 && !s->is_done[k]);
  s->is_done[k] = true;
  s->order[s->n_order++] = k;
  for (int e = s->first_edge[k]; e < s->first_edge[k + 1]; e++) {
    int to = s->successor[e];
    if (--s->waits[to] == 0) enqueue(s, to);
  }
}

/* All blocks of the kernel that are ready, and those they make ready. */
static void drain(Schedule *s, int kernel)
{
  while (s->head[kernel] >= 0) {
    int n = 0;
    for (int k = s->head[kernel]; k >= 0; k = s->next[k]) s->batch[n++] = k;
    s->head[kernel] = -1;
    vector_sort_ints(s->batch, n);
    for (int i = 0; i < n; i++) execute(s, s->batch[i]);
  }
}

/* Every block before the first that is not done is done: that one is ready.
 */
static void make_order(Schedule *s)
{
  s->next = arena_array(s->arena, (size_t)s->n, sizeof s->next[0]);
  s->batch = arena_array(s->arena, (size_t)s->n, sizeof s->batch[0]);
  s->is_done = arena_array(s->arena, (size_t)s->n, sizeof s->is_done[0]);
  for (int k = 0; k < s->n; k++) {
    if (s->waits[k] == 0) enqueue(s, k);
  }
  for (int k = 0; k < s->n; k++) {
    if (s->is_done[k]) continue;
    if (s->kernel[k] < 0) {
      execute(s, k);
    } else {
      drain(s, s->kernel[k]);
    }
  }
  assert(s->n_order == s->n);
}

static int *compute(ModelText *m, const BlockSequence *sequence, int **kernel)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Schedule s = {.m = m,
                .sequence = sequence,
                .arena = session_scratch(m->s),
                .n = sequence->n_blocks};
  s.order = arena_array(m->arena, (size_t)s.n, sizeof s.order[0]);
  bool is_known = m->kernels && s.n >= REPEAT_COUNT && find_writers(&s);
  if (is_known) {
    s.kernel = arena_array(m->arena, (size_t)s.n, sizeof s.kernel[0]);
    look_at_all(&s);
  }
  if (is_known && keep_frequent(&s)) {
    sort_edges(&s);
    make_order(&s);
  } else {
    for (int k = 0; k < s.n; k++) s.order[k] = k;
  }
  arena_release(mark);
  *kernel = s.kernel;
  return s.order;
}

const int *schedule_blocks(ModelText *m, const BlockSequence *sequence)
{
  SequencePlace w = reduced_sequence_place(m->reduced, sequence);
  if (!m->order[w]) m->order[w] = compute(m, sequence, &m->kernel[w]);
  return m->order[w];
}

const int *schedule_kernels(ModelText *m, const BlockSequence *sequence,
                            const int *block, int n)
{
  const int *known = m->kernel[reduced_sequence_place(m->reduced, sequence)];
  if (!known) return NULL;
  int *kernel = arena_array(session_scratch(m->s), (size_t)n, sizeof kernel[0]);
  for (int k = 0; k < n; k++) {
    assert(block[k] >= 0 && block[k] < sequence->n_blocks);
    kernel[k] = known[block[k]];
  }
  return kernel;
}
