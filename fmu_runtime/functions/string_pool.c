/* string_pool.c: a table of texts, found by their hash (open addressing). */
#include "../string_pool.h"
#include "../ModelicaUtilities.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct StringPool {
  char **text; /* [n] */
  int n, cap;
  int n_kept;  /* texts that the next evaluation does not forget */
  int *bucket; /* [n_buckets] 1 + index into text; 0: free */
  int n_buckets;
};

/* The part of the instance; pool NULL: the model has no Strings. */
typedef struct StringsPart {
  StringPool *pool;
} StringsPart;

static StringPool *string_pool_of(const Instance *inst)
{
  const StringsPart *part = inst->part[PART_STRINGS];
  return part->pool;
}

static uint32_t hash_of(const char *text) /* FNV-1a */
{
  uint32_t hash = 2166136261u;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
  return hash;
}

/* --- the table --- */

/* Its bucket, or the free one where it belongs. */
static int *bucket_of(StringPool *pool, const char *text)
{
  RUNTIME_ASSERT(pool->n_buckets > pool->n);
  uint32_t at = hash_of(text) % (uint32_t)pool->n_buckets;
  while (pool->bucket[at] > 0 &&
         strcmp(pool->text[pool->bucket[at] - 1], text) != 0) {
    at = (at + 1) % (uint32_t)pool->n_buckets;
  }
  return &pool->bucket[at];
}

static int grow_texts(StringPool *pool)
{
  int cap = pool->cap > 0 ? 2 * pool->cap : 16;
  char **text = realloc(pool->text, (size_t)cap * sizeof text[0]);
  if (!text) return 0;
  pool->text = text;
  int *bucket = calloc(2 * (size_t)cap, sizeof bucket[0]);
  if (!bucket) return 0;
  free(pool->bucket);
  pool->bucket = bucket;
  pool->n_buckets = 2 * cap;
  pool->cap = cap;
  for (int k = 0; k < pool->n; k++) *bucket_of(pool, pool->text[k]) = k + 1;
  return 1;
}

static int string_pool_add_text(StringPool *pool, const char *text)
{
  RUNTIME_ASSERT(text && text[0]);
  if (pool->n == pool->cap && !grow_texts(pool)) return -1;
  int *bucket = bucket_of(pool, text);
  if (*bucket > 0) return *bucket - 1;
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  if (!copy) return -1;
  memcpy(copy, text, size);
  pool->text[pool->n] = copy;
  *bucket = pool->n + 1;
  return pool->n++;
}

/* All texts but the first n. */
static void forget_texts(StringPool *pool, int n)
{
  RUNTIME_ASSERT(n >= 0 && n <= pool->n);
  if (pool->n == n) return;
  for (int k = n; k < pool->n; k++) free(pool->text[k]);
  pool->n = n;
  memset(pool->bucket, 0, (size_t)pool->n_buckets * sizeof pool->bucket[0]);
  for (int k = 0; k < n; k++) *bucket_of(pool, pool->text[k]) = k + 1;
}

void strings_begin_evaluation(Instance *inst)
{
  RUNTIME_ASSERT(!string_pool_of(inst) ||
                 string_pool_of(inst)->n_kept <= string_pool_of(inst)->n);
  StringPool *pool = string_pool_of(inst);
  if (pool && !inst->model->has_strings) forget_texts(pool, pool->n_kept);
}

void strings_keep(Instance *inst)
{
  if (string_pool_of(inst))
    string_pool_of(inst)->n_kept = string_pool_of(inst)->n;
}

/* --- numbers and texts --- */

const char *strings_text(const ModelValues *v, double string)
{
  const Instance *inst = v->instance;
  const StringPool *pool = string_pool_of(inst);
  int n = inst->model->n_texts, n_all = n + (pool ? pool->n : 0);
  if (!(string >= 1 && string <= n_all)) return ""; /* it may be NaN */
  int k = (int)string - 1;
  return k < n ? inst->model->text[k] : pool->text[k - n];
}

double strings_number(const ModelValues *v, const char *text)
{
  Instance *inst = v->instance;
  const Model *m = inst->model;
  if (!text || !text[0]) return 0;
  for (int k = 0; k < m->n_texts; k++) {
    if (strcmp(m->text[k], text) == 0) return k + 1;
  }
  int k = string_pool_of(inst)
              ? string_pool_add_text(string_pool_of(inst), text)
              : -1;
  if (k >= 0) return m->n_texts + k + 1;
  inst->function_failed = true;
  instance_note(inst, LOG_STATUS_ERROR, "not enough memory for a String");
  return 0;
}

/* --- operations --- */

const char *string_join(const char *a, const char *b)
{
  size_t n = strlen(a), m = strlen(b);
  char *text = ModelicaAllocateString(n + m);
  memcpy(text, a, n);
  memcpy(text + n, b, m);
  return text;
}

int string_compare(const char *a, const char *b)
{
  int order = strcmp(a, b);
  return order < 0 ? -1 : order > 0;
}

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif

/* The generator has looked at the format. */
const char *string_of_real(double x, const char *format)
{
  int n = snprintf(NULL, 0, format, x);
  char *text = ModelicaAllocateString(n > 0 ? (size_t)n : 0);
  if (n > 0) snprintf(text, (size_t)n + 1, format, x);
  return text;
}

const char *string_of_integer(int x, const char *format)
{
  int n = snprintf(NULL, 0, format, x);
  char *text = ModelicaAllocateString(n > 0 ? (size_t)n : 0);
  if (n > 0) snprintf(text, (size_t)n + 1, format, x);
  return text;
}

/* --- its memory ---------------------------------------------------------- */

static bool create_strings(Instance *inst)
{
  StringsPart *part = inst->part[PART_STRINGS];
  if (!inst->model->uses_strings) return true;
  part->pool = calloc(1, sizeof(StringPool));
  return part->pool != NULL;
}

static void free_strings(Instance *inst)
{
  StringPool *pool = string_pool_of(inst);
  if (!pool) return;
  forget_texts(pool, 0);
  free(pool->text);
  free(pool->bucket);
  free(pool);
}

const Mechanism strings_mechanism = {.name = "strings",
                                     .size = PART_SIZE(StringsPart),
                                     .create = create_strings,
                                     .free = free_strings};
