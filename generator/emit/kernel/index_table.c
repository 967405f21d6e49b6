/* index_table.c: arrays by content. */
#include "emit/kernel/index_table.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"
#include "emit/text/c_text.h"
#include "emit/text/integer_rows.h"

enum { FIRST_BUCKETS = 64, NUMBERS_PER_LINE = 4 };

typedef struct Table {
  bool is_number;
  const void *bytes;
  size_t size;
  uint64_t hash;
} Table;

struct IndexTables {
  Arena *arena;
  const char *series;
  Table *table;
  int n_tables, cap_tables;
  int *bucket; /* number of a table + 1, 0: free */
  uint32_t n_buckets;
};

IndexTables *index_tables_create(Arena *arena)
{
  IndexTables *t = arena_alloc(arena, sizeof *t);
  t->arena = arena;
  t->series = "";
  t->n_buckets = FIRST_BUCKETS;
  t->bucket = arena_array(arena, t->n_buckets, sizeof t->bucket[0]);
  return t;
}

void index_tables_set_series(IndexTables *t, const char *series)
{
  assert(t->n_tables == 0);
  t->series = series;
}

const char *index_tables_series(const IndexTables *t)
{
  return t->series;
}

/* FNV-1a over words of four bytes. */
static uint64_t index_table_hash_bytes(const void *bytes, size_t size)
{
  assert(size % 4 == 0); /* ints and doubles */
  uint64_t h = 0xCBF29CE484222325u;
  const char *at = bytes;
  for (size_t k = 0; k + 4 <= size; k += 4) {
    uint32_t word;
    memcpy(&word, at + k, sizeof word);
    h = (h ^ word) * 0x100000001B3u;
  }
  return h ^ (h >> 29);
}

static bool index_table_same(const Table *a, const Table *b)
{
  return a->hash == b->hash && a->is_number == b->is_number &&
         a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

static uint32_t index_table_find_bucket(const IndexTables *t,
                                        const Table *wanted)
{
  assert((uint32_t)t->n_tables < t->n_buckets); /* one is free */
  uint32_t at = (uint32_t)wanted->hash & (t->n_buckets - 1);
  while (t->bucket[at] > 0 &&
         !index_table_same(&t->table[t->bucket[at] - 1], wanted)) {
    at = (at + 1) & (t->n_buckets - 1);
  }
  return at;
}

static void index_table_grow_buckets(IndexTables *t)
{
  t->n_buckets *= 2;
  t->bucket = arena_array(t->arena, t->n_buckets, sizeof t->bucket[0]);
  for (int k = 0; k < t->n_tables; k++) {
    t->bucket[index_table_find_bucket(t, &t->table[k])] = k + 1;
  }
}

/* The number of the table; *is_new: nobody has written it yet. */
static int index_table_find(IndexTables *t, bool is_number, const void *bytes,
                            size_t size, bool *is_new)
{
  Table wanted = {is_number, bytes, size, index_table_hash_bytes(bytes, size)};
  if ((uint32_t)t->n_tables * 2 >= t->n_buckets) index_table_grow_buckets(t);
  uint32_t at = index_table_find_bucket(t, &wanted);
  *is_new = t->bucket[at] == 0;
  if (!*is_new) return t->bucket[at] - 1;
  void *copy = arena_alloc(t->arena, size);
  memcpy(copy, bytes, size);
  wanted.bytes = copy;
  t->table = vector_grow(t->arena, t->table, &t->cap_tables, t->n_tables + 1,
                         sizeof wanted);
  t->table[t->n_tables++] = wanted;
  t->bucket[at] = t->n_tables;
  return t->n_tables - 1;
}

int index_tables_of_ints(IndexTables *t, const int *value, int n, FILE *out)
{
  bool is_new;
  int number =
      index_table_find(t, false, value, (size_t)n * sizeof value[0], &is_new);
  if (!is_new) return number;
  fprintf(out, "static const int index_%s%d[] = {", t->series, number);
  IntegerRows rows = {.out = out, .begin = "\n  ", .per_line = 10};
  for (int k = 0; k < n; k++) integer_rows_put(&rows, value[k]);
  integer_rows_end(&rows, n > 0 ? ",\n};\n\n" : "\n};\n\n");
  return number;
}

int index_tables_of_numbers(IndexTables *t, const double *value, int n,
                            FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  bool is_new;
  int number =
      index_table_find(t, true, value, (size_t)n * sizeof value[0], &is_new);
  if (!is_new) return number;
  fprintf(out, "static const double number_%s%d[] = {", t->series, number);
  for (int k = 0; k < n; k++) {
    fputs(k % NUMBERS_PER_LINE == 0 ? "\n  " : " ", out);
    fprintf(out, "%s,", c_text_number(value[k], buffer));
  }
  fputs("\n};\n\n", out);
  return number;
}
