/* kernel.c: canonical keys of statements, hashed.
 *
 * A walk visits operands in their order and shared nodes once, so the list of
 * nodes it gives is the same for two statements of one kernel. The key is that
 * list: operator, positions of the operands, types.
 *
 * Statements come in turns: the item is compared first with the kernel that
 * followed when the last two were as they are now (kernel_pattern.h), and needs
 * no key where it fits.
 */
#include "emit/kernel/kernel.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"
#include "emit/kernel/kernel_pattern.h"

typedef struct Key {
  const int32_t *word;
  int n_words;
  uint32_t hash;
} Key;

enum { RECENT = 8, N_EXPECTED = 64 }; /* powers of two */

struct Kernels {
  const ReducedSystem *reduced;
  Arena *arena;
  Walk *walk;
  Key *kernel;
  int n_kernels, cap_kernels;
  int32_t *bucket; /* number of a kernel + 1, 0: free */
  uint32_t n_buckets;
  int32_t *word; /* the key being made */
  int n_words, cap_words;
  Hole *hole; /* of the last item asked for */
  int n_holes, cap_holes;
  int *hole_position; /* [n_holes - n_hole_places] in the walk, rising */
  int cap_hole_positions, n_hole_places;
  int last, before;         /* kernels found; -1: none */
  int expected[N_EXPECTED]; /* what came after two like these; -1: nothing */
  KernelPattern recent[RECENT]; /* at the last bits of their kernels */
  const KernelPattern *matched; /* by the last item; NULL: it was walked */
};

enum { FIRST_BUCKETS = 256, HOLE_MARK = 1 << 16, STOP_MARK = 1 << 17 };

Kernels *kernels_create(Arena *arena, const ReducedSystem *reduced)
{
  Kernels *s = arena_alloc(arena, sizeof *s);
  s->reduced = reduced;
  s->arena = arena;
  s->walk = walk_create(reduced->exprs, arena);
  s->n_buckets = FIRST_BUCKETS;
  s->bucket = arena_array(arena, s->n_buckets, sizeof s->bucket[0]);
  s->last = s->before = -1;
  for (int k = 0; k < N_EXPECTED; k++) s->expected[k] = -1;
  for (int k = 0; k < RECENT; k++) {
    s->recent[k] = (KernelPattern){.kernel = -1, .arena = arena};
  }
  return s;
}

void kernels_stops(Kernels *s, const WalkStops *stops)
{
  s->walk->stops = stops;
}

int kernels_count(const Kernels *s)
{
  return s->n_kernels;
}

const Walk *kernels_walk(const Kernels *s)
{
  return s->walk;
}

/* --- the key --- */

/* Words for the largest node: operator, index, operands, exponent. */
enum { NODE_WORDS = 7 };

static void kernel_make_room(Kernels *s, const KernelItem *item)
{
  int needed =
      3 + item->n_marks + item->n_roots + NODE_WORDS * s->walk->n_nodes;
  s->word =
      vector_grow(s->arena, s->word, &s->cap_words, needed, sizeof s->word[0]);
}

static const ExprNode *kernel_node_at(const Kernels *s, int position)
{
  return expr_node(s->reduced->exprs, s->walk->node[position]);
}

static int stop_at(const Kernels *s, int position)
{
  return walk_stop_number(s->walk->stops, s->walk->node[position]);
}

/* The functions below write words from `to` on and return the end. */

/* An exponent decides how a power is written. */
static int32_t *put_exponent(const Kernels *s, const ExprNode *n, int32_t *to)
{
  double value;
  if (!expr_is_const(s->reduced->exprs, n->arg[1], &value)) return to;
  memcpy(to, &value, sizeof value);
  return to + sizeof value / sizeof *to;
}

static int32_t *put_operator(const Kernels *s, const ExprNode *n, int32_t *to)
{
  *to++ = expr_index(n);
  for (int a = 0; a < n->n_args; a++) {
    *to++ = walk_position(s->walk, n->arg[a]);
  }
  return n->op == EXPR_POW ? put_exponent(s, n, to) : to;
}

static int32_t *kernel_put_node(const Kernels *s, int position, int32_t *to)
{
  const ExprNode *n = kernel_node_at(s, position);
  int stop = stop_at(s, position);
  if (stop > 0) {
    *to++ = STOP_MARK;
    *to++ = stop;
    return to;
  }
  *to++ = n->op;
  if (n->op == EXPR_CONST) return to;
  if (n->op == EXPR_VAR) {
    *to++ = (int32_t)s->reduced->sys->var[n->var.i].type;
  } else if (walk_is_event(n) || n->op == EXPR_DIRECTION) {
    *to++ = HOLE_MARK;
  } else {
    to = put_operator(s, n, to);
  }
  return to;
}

static int32_t *kernel_put_head(const Kernels *s, const KernelItem *item,
                                int32_t *to)
{
  *to++ = item->n_marks;
  for (int k = 0; k < item->n_marks; k++) *to++ = item->mark[k];
  *to++ = item->n_places;
  *to++ = item->n_roots;
  for (int k = 0; k < item->n_roots; k++) {
    *to++ = walk_position(s->walk, item->root[k]);
  }
  return to;
}

/* False: the item has too many nodes. */
static bool make_key(Kernels *s, const KernelItem *item)
{
  if (item->n_places > KERNEL_NODES) return false;
  walk_from_all(s->walk, item->root, item->n_roots, true);
  if (s->walk->n_nodes > KERNEL_NODES) return false;
  kernel_make_room(s, item);
  int32_t *to = kernel_put_head(s, item, s->word);
  for (int k = 0; k < s->walk->n_nodes; k++) to = kernel_put_node(s, k, to);
  s->n_words = (int)(to - s->word);
  assert(s->n_words <= s->cap_words);
  return true;
}

/* --- the table --- */

static uint32_t hash_words(const int32_t *word, int n)
{
  uint64_t h = 0x9E3779B97F4A7C15u;
  for (int k = 0; k < n; k += 2) { /* two at a time */
    uint64_t both = (uint32_t)word[k];
    if (k + 1 < n) both |= (uint64_t)(uint32_t)word[k + 1] << 32;
    h = (h ^ both) * 0xFF51AFD7ED558CCDu;
    h ^= h >> 32;
  }
  return (uint32_t)h;
}

static bool same_key(const Key *a, const Key *b)
{
  return a->hash == b->hash && a->n_words == b->n_words &&
         memcmp(a->word, b->word, (size_t)a->n_words * sizeof a->word[0]) == 0;
}

/* The bucket of a key, or the free one where it belongs. */
static uint32_t kernel_find_bucket(const Kernels *s, const Key *key)
{
  assert((uint32_t)s->n_kernels < s->n_buckets); /* one is free */
  uint32_t at = key->hash & (s->n_buckets - 1);
  while (s->bucket[at] > 0 && !same_key(&s->kernel[s->bucket[at] - 1], key)) {
    at = (at + 1) & (s->n_buckets - 1);
  }
  return at;
}

static void kernel_grow_buckets(Kernels *s)
{
  s->n_buckets *= 2;
  s->bucket = arena_array(s->arena, s->n_buckets, sizeof s->bucket[0]);
  for (int k = 0; k < s->n_kernels; k++) {
    s->bucket[kernel_find_bucket(s, &s->kernel[k])] = k + 1;
  }
}

static int add_kernel(Kernels *s, const Key *key)
{
  int32_t *word = arena_array(s->arena, (size_t)key->n_words, sizeof word[0]);
  memcpy(word, key->word, (size_t)key->n_words * sizeof word[0]);
  s->kernel = vector_grow(s->arena, s->kernel, &s->cap_kernels,
                          s->n_kernels + 1, sizeof s->kernel[0]);
  s->kernel[s->n_kernels++] = (Key){word, key->n_words, key->hash};
  return s->n_kernels;
}

/* By its key. What is found for the second time is likely to come again. */
static int find_by_key(Kernels *s, const KernelItem *item)
{
  if (!make_key(s, item)) return -1;
  Key key = {s->word, s->n_words, hash_words(s->word, s->n_words)};
  if ((uint32_t)s->n_kernels * 2 >= s->n_buckets) kernel_grow_buckets(s);
  uint32_t at = kernel_find_bucket(s, &key);
  bool is_known = s->bucket[at] > 0;
  if (!is_known) s->bucket[at] = add_kernel(s, &key);
  int kernel = s->bucket[at] - 1;
  if (is_known && !walk_has_stops(s->walk)) {
    kernel_pattern_take(&s->recent[kernel & (RECENT - 1)], s->reduced, s->walk,
                        item, kernel);
  }
  return kernel;
}

/* Where the kernel that follows the last two is noted. */
static int *kernel_expected(Kernels *s)
{
  uint32_t both = (uint32_t)s->last * 7u + (uint32_t)s->before;
  return &s->expected[both & (N_EXPECTED - 1)];
}

/* The kernel that is expected next, if the item has it; else -1. */
static int find_expected(Kernels *s, const KernelItem *item)
{
  if (walk_has_stops(s->walk)) return -1;
  int kernel = *kernel_expected(s);
  const KernelPattern *p = &s->recent[kernel & (RECENT - 1)];
  if (kernel < 0 || p->kernel != kernel) return -1;
  if (!kernel_pattern_fits(p, s->reduced, s->walk, item)) return -1;
  s->matched = p;
  return kernel;
}

int kernels_find(Kernels *s, const KernelItem *item)
{
  s->matched = NULL;
  int kernel = find_expected(s, item);
  if (kernel < 0) kernel = find_by_key(s, item);
  if (kernel < 0) return kernel;
  *kernel_expected(s) = kernel;
  s->before = s->last;
  s->last = kernel;
  return kernel;
}

/* --- holes --- */

/* False: the node is not a leaf. */
static bool is_hole(const Kernels *s, int position, Hole *hole)
{
  if (stop_at(s, position) > 0) return false;
  return kernel_pattern_hole(s->reduced, kernel_node_at(s, position), hole);
}

static int find_holes(Kernels *s, Hole *hole)
{
  int n = 0;
  for (int k = 0; k < s->walk->n_nodes; k++) {
    if (is_hole(s, k, &hole[n])) s->hole_position[n++] = k;
  }
  return n;
}

static int take_holes(Kernels *s, Hole *hole)
{
  assert(s->matched);
  const KernelPattern *p = s->matched;
  for (int k = 0; k < p->n_leaves; k++) {
    s->hole_position[k] = p->leaf[k].position;
    kernel_pattern_hole(s->reduced, kernel_node_at(s, p->leaf[k].position),
                        &hole[k]);
  }
  return p->n_leaves;
}

const Hole *kernels_found_holes(Kernels *s, const KernelItem *item,
                                int *n_holes)
{
  int n = item->n_places, n_most = s->walk->n_nodes;
  s->hole_position =
      vector_grow(s->arena, s->hole_position, &s->cap_hole_positions, n_most,
                  sizeof s->hole_position[0]);
  s->hole = vector_grow(s->arena, s->hole, &s->cap_holes, n + n_most,
                        sizeof s->hole[0]);
  for (int k = 0; k < n; k++) s->hole[k] = (Hole){.index = item->place[k]};
  s->n_hole_places = n;
  n += s->matched ? take_holes(s, s->hole + n) : find_holes(s, s->hole + n);
  assert(n <= s->cap_holes);
  *n_holes = s->n_holes = n;
  return s->hole;
}

const Hole *kernels_holes(Kernels *s, const KernelItem *item, int *n_holes)
{
  int kernel = kernels_find(s, item);
  assert(kernel >= 0);
  (void)kernel;
  return kernels_found_holes(s, item, n_holes);
}

int kernels_hole_of(const Kernels *s, ExprId leaf)
{
  int position = walk_position(s->walk, leaf);
  int low = 0, high = s->n_holes - s->n_hole_places;
  while (low < high) {
    int middle = (low + high) / 2;
    if (s->hole_position[middle] < position)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_hole_of = position >= 0 && low < s->n_holes - s->n_hole_places &&
                    s->hole_position[low] == position;
  return is_hole_of ? s->n_hole_places + low : -1;
}
