/* equation_texts.c: equations by place and order of differentiation. */
#include "emit/blocks/equation_texts.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "emit/text/c_text.h"

enum { MANY_EQUATIONS = 1000, MOST_SHARE = 16 };

/* What the text of an equation says. */
typedef struct Key {
  Span span;
  int order;
} Key;

typedef struct Texts {
  Arena *arena;
  Key *key;
  int *first; /* the first equation with it */
  int n, cap_keys, cap_first;
  int *bucket; /* number of a key + 1, 0: free */
  uint32_t n_buckets;
} Texts;

static Key equation_texts_key_of(const System *sys, const ReducedBlock *b,
                                 int k)
{
  EqId e = b->equation[k];
  return (Key){b->span[k], e.i >= 0 ? system_eq_order(sys, e) : 0};
}

static bool equation_texts_same(const Key *a, const Key *b)
{
  return memcmp(a, b, sizeof *a) == 0; /* no padding */
}

static uint32_t equation_texts_find_bucket(const Texts *t, const Key *key)
{
  assert((uint32_t)t->n < t->n_buckets); /* one is free */
  uint32_t at = (uint32_t)key->span.begin * 0x9E3779B1u +
                (uint32_t)key->span.end * 0x85EBCA6Bu + (uint32_t)key->order;
  at = (at ^ at >> 15) & (t->n_buckets - 1);
  while (t->bucket[at] > 0 &&
         !equation_texts_same(&t->key[t->bucket[at] - 1], key)) {
    at = (at + 1) & (t->n_buckets - 1);
  }
  return at;
}

/* The number of the text of equation k. */
static int equation_texts_find(Texts *t, const Key *key, int k)
{
  uint32_t at = equation_texts_find_bucket(t, key);
  if (t->bucket[at] > 0) return t->bucket[at] - 1;
  t->key =
      vector_grow(t->arena, t->key, &t->cap_keys, t->n + 1, sizeof t->key[0]);
  t->first = vector_grow(t->arena, t->first, &t->cap_first, t->n + 1,
                         sizeof t->first[0]);
  t->key[t->n] = *key;
  t->first[t->n] = k;
  t->bucket[at] = ++t->n;
  return t->n - 1;
}

/* Which text each equation has; NULL: they are too many. */
static int *equation_texts_number(const ModelText *m, const ReducedBlock *b,
                                  Texts *t)
{
  int *text_of = arena_array(t->arena, (size_t)b->n, sizeof text_of[0]);
  t->n_buckets = 1;
  while (t->n_buckets < (uint32_t)(b->n / MOST_SHARE) * 2) t->n_buckets *= 2;
  t->bucket = arena_array(t->arena, t->n_buckets, sizeof t->bucket[0]);
  for (int k = 0; k < b->n; k++) {
    Key key = equation_texts_key_of(m->reduced->sys, b, k);
    text_of[k] = equation_texts_find(t, &key, k);
    if (t->n > b->n / MOST_SHARE) return NULL;
  }
  return text_of;
}

bool equation_texts_are_few(const ModelText *m, const ReducedBlock *b)
{
  if (!m->kernels || b->n < MANY_EQUATIONS) return false;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Texts texts = {.arena = session_scratch(m->s)};
  bool are_few = equation_texts_number(m, b, &texts) != NULL;
  arena_release(mark);
  return are_few;
}

void equation_texts_write(const ModelText *m, const AlgebraicLoop *loop,
                          FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Texts texts = {.arena = session_scratch(m->s)};
  const int *text_of = equation_texts_number(m, loop->block, &texts);
  assert(text_of); /* they are few */
  fprintf(out, "static const char *const %s_text[] = {", loop->name);
  for (int k = 0; k < texts.n; k++) {
    fputs(k > 0 ? ",\n  " : "\n  ", out);
    c_text_string(out, algebraic_loop_equation(m, loop->block, texts.first[k]));
  }
  fputs("};\n", out);
  algebraic_loop_write_integers(m, loop, "text_of", text_of, loop->block->n, 0,
                                out);
  arena_release(mark);
}
