/* shape.c: canonical keys of statements, hashed.
 *
 * A walk visits operands in their order and shared nodes once, so the list of
 * nodes it gives is the same for two statements of one shape. The key is that
 * list: operator, positions of the operands, types.
 */
#include "emit/shape.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"

typedef struct Key {
  const int32_t *word;
  int n_words;
  uint32_t hash;
} Key;

struct Shapes {
  const ReducedSystem *reduced;
  Arena *arena;
  Walk *walk;
  Key *shape;
  int n_shapes, cap_shapes;
  int32_t *bucket; /* number of a shape + 1, 0: free */
  uint32_t n_buckets;
  int32_t *word; /* the key being made */
  int n_words, cap_words;
  Hole *hole; /* of the last item asked for */
  int n_holes, cap_holes;
  int *hole_at; /* by position in the walk, -1: no leaf */
  int cap_hole_at;
};

enum { FIRST_BUCKETS = 256, HOLE_MARK = 1 << 16, STOP_MARK = 1 << 17 };

Shapes *shapes_create(Arena *arena, const ReducedSystem *reduced)
{
  Shapes *s = arena_alloc(arena, sizeof *s);
  s->reduced = reduced;
  s->arena = arena;
  s->walk = walk_create(reduced->exprs, arena);
  s->n_buckets = FIRST_BUCKETS;
  s->bucket = arena_array(arena, s->n_buckets, sizeof s->bucket[0]);
  return s;
}

void shapes_stops(Shapes *s, const WalkStops *stops)
{
  s->walk->stops = stops;
}

int shapes_count(const Shapes *s)
{
  return s->n_shapes;
}

const Walk *shapes_walk(const Shapes *s)
{
  return s->walk;
}

/* --- the key --- */

/* Words for the largest node: operator, index, operands, exponent. */
enum { NODE_WORDS = 7 };

static void make_room(Shapes *s, const ShapeItem *item)
{
  int needed =
      3 + item->n_marks + item->n_roots + NODE_WORDS * s->walk->n_nodes;
  s->word =
      vector_grow(s->arena, s->word, &s->cap_words, needed, sizeof s->word[0]);
}

static const ExprNode *node_at(const Shapes *s, int position)
{
  return expr_node(s->reduced->exprs, s->walk->node[position]);
}

static int stop_at(const Shapes *s, int position)
{
  return walk_stop_number(s->walk->stops, s->walk->node[position]);
}

/* The functions below write words from `to` on and return the end. */

/* An exponent decides how a power is written. */
static int32_t *put_exponent(const Shapes *s, const ExprNode *n, int32_t *to)
{
  double value;
  if (!expr_is_const(s->reduced->exprs, n->arg[1], &value)) return to;
  memcpy(to, &value, sizeof value);
  return to + sizeof value / sizeof *to;
}

static int32_t *put_operator(const Shapes *s, const ExprNode *n, int32_t *to)
{
  *to++ = n->index;
  for (int a = 0; a < n->n_args; a++) {
    *to++ = walk_position(s->walk, n->arg[a]);
  }
  return n->op == EXPR_POW ? put_exponent(s, n, to) : to;
}

static int32_t *put_node(const Shapes *s, int position, int32_t *to)
{
  const ExprNode *n = node_at(s, position);
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
  } else if (walk_is_event(n)) {
    *to++ = HOLE_MARK;
  } else {
    to = put_operator(s, n, to);
  }
  return to;
}

static int32_t *put_head(const Shapes *s, const ShapeItem *item, int32_t *to)
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
static bool make_key(Shapes *s, const ShapeItem *item)
{
  if (item->n_places > SHAPE_NODES) return false;
  walk_from_all(s->walk, item->root, item->n_roots, true);
  if (s->walk->n_nodes > SHAPE_NODES) return false;
  make_room(s, item);
  int32_t *to = put_head(s, item, s->word);
  for (int k = 0; k < s->walk->n_nodes; k++) to = put_node(s, k, to);
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
static uint32_t find_bucket(const Shapes *s, const Key *key)
{
  uint32_t at = key->hash & (s->n_buckets - 1);
  while (s->bucket[at] > 0 && !same_key(&s->shape[s->bucket[at] - 1], key)) {
    at = (at + 1) & (s->n_buckets - 1);
  }
  return at;
}

static void grow_buckets(Shapes *s)
{
  s->n_buckets *= 2;
  s->bucket = arena_array(s->arena, s->n_buckets, sizeof s->bucket[0]);
  for (int k = 0; k < s->n_shapes; k++) {
    s->bucket[find_bucket(s, &s->shape[k])] = k + 1;
  }
}

static int add_shape(Shapes *s, const Key *key)
{
  int32_t *word = arena_array(s->arena, (size_t)key->n_words, sizeof word[0]);
  memcpy(word, key->word, (size_t)key->n_words * sizeof word[0]);
  s->shape = vector_grow(s->arena, s->shape, &s->cap_shapes, s->n_shapes + 1,
                         sizeof s->shape[0]);
  s->shape[s->n_shapes++] = (Key){word, key->n_words, key->hash};
  return s->n_shapes;
}

int shapes_find(Shapes *s, const ShapeItem *item)
{
  if (!make_key(s, item)) return -1;
  Key key = {s->word, s->n_words, hash_words(s->word, s->n_words)};
  if ((uint32_t)s->n_shapes * 2 >= s->n_buckets) grow_buckets(s);
  uint32_t at = find_bucket(s, &key);
  if (s->bucket[at] == 0) s->bucket[at] = add_shape(s, &key);
  return s->bucket[at] - 1;
}

/* --- holes --- */

/* False: the node is no leaf. */
static bool is_hole(const Shapes *s, int position, Hole *hole)
{
  const ExprNode *n = node_at(s, position);
  if (stop_at(s, position) > 0) return false;
  if (n->op == EXPR_CONST) {
    *hole = (Hole){.is_number = true, .number = n->value};
  } else if (n->op == EXPR_VAR) {
    *hole = (Hole){.index = s->reduced->slot[n->var.i]};
  } else if (walk_is_event(n)) {
    *hole = (Hole){.index = n->index};
  } else {
    return false;
  }
  return true;
}

const Hole *shapes_holes(Shapes *s, const ShapeItem *item, int *n_holes)
{
  walk_from_all(s->walk, item->root, item->n_roots, true);
  int n_nodes = s->walk->n_nodes, n = 0;
  assert(n_nodes <= SHAPE_NODES);
  s->hole_at = vector_grow(s->arena, s->hole_at, &s->cap_hole_at, n_nodes,
                           sizeof s->hole_at[0]);
  s->hole = vector_grow(s->arena, s->hole, &s->cap_holes,
                        item->n_places + n_nodes, sizeof s->hole[0]);
  for (int k = 0; k < item->n_places; k++) {
    s->hole[n++] = (Hole){.index = item->place[k]};
  }
  for (int k = 0; k < n_nodes; k++) {
    s->hole_at[k] = is_hole(s, k, &s->hole[n]) ? n++ : -1;
  }
  *n_holes = s->n_holes = n;
  return s->hole;
}

int shapes_hole_of(const Shapes *s, ExprId leaf)
{
  int position = walk_position(s->walk, leaf);
  return position >= 0 ? s->hole_at[position] : -1;
}
