/* table_pack.c: looks for integers that follow from those before them. */
#include "emit/text/table_pack.h"

#include <assert.h>
#include <stdint.h>

#include "base/vector.h"
#include "emit/text/c_text.h"
#include "emit/text/integer_rows.h"

enum {
  SHORTEST = 1000,   /* tables that are packed */
  MOST_PERIOD = 64,  /* that is looked for */
  SHORTEST_RUN = 16, /* that is worth an instruction */
  PATIENCE = 1024,   /* integers that follow from nothing, at first */
  ROW_SHARE = 8      /* numbers: so many in a row, on average */
};

typedef struct Packer {
  const int *value;
  int n;
  int period;  /* of the last run; 0: there was none */
  int n_plain; /* integers that follow from nothing */
  Arena *arena;
  int *word; /* the instructions */
  int n_words, cap_words;
} Packer;

static void table_pack_put(Packer *p, int word)
{
  p->word = vector_grow(p->arena, p->word, &p->cap_words, p->n_words + 1,
                        sizeof word);
  p->word[p->n_words++] = word;
}

/* How many integers from k on continue with this period. */
static int table_pack_run_length(const Packer *p, int k, int period)
{
  assert(period > 0);
  const int *v = p->value;
  int begin = k;
  if (k < 2 * period) return 0;
  while (k < p->n &&
         (int64_t)v[k] + v[k - 2 * period] == 2 * (int64_t)v[k - period]) {
    k++;
  }
  return k - begin;
}

/* A run that is long enough begins at k; 0: none does. */
static int table_pack_find_run(Packer *p, int k)
{
  if (p->period > 0) {
    int length = table_pack_run_length(p, k, p->period);
    if (length >= SHORTEST_RUN) return length;
  }
  for (int period = 1; period <= MOST_PERIOD && 2 * period <= k; period++) {
    int length = table_pack_run_length(p, k, period);
    if (length < SHORTEST_RUN || length < period) continue;
    p->period = period;
    return length;
  }
  return 0;
}

static void put_plain(Packer *p, int begin, int end)
{
  if (begin == end) return;
  table_pack_put(p, end - begin);
  for (int k = begin; k < end; k++) table_pack_put(p, p->value[k]);
}

/* False: too many integers follow from nothing. */
static bool pack(Packer *p)
{
  int plain = 0; /* where those begin that are not yet put */
  for (int k = 0; k < p->n;) {
    int length = table_pack_find_run(p, k);
    if (length == 0) {
      if (++p->n_plain > PATIENCE + k / 4) return false;
      k++;
      continue;
    }
    put_plain(p, plain, k);
    table_pack_put(p, -length);
    table_pack_put(p, p->period);
    k += length;
    plain = k;
  }
  put_plain(p, plain, p->n);
  return p->n_words < p->n / 2;
}

bool table_pack_write(const char *name, const int *value, int n, int period,
                      Arena *scratch, FILE *out)
{
  assert(period >= 0);
  if (n < SHORTEST) return false;
  ArenaMark mark = arena_mark(scratch);
  Packer p = {.value = value, .n = n, .period = period, .arena = scratch};
  bool is_packed = pack(&p);
  if (is_packed) {
    fprintf(out, "static const int %s[] = {", name);
    IntegerRows rows = {
        .out = out, .begin = "PACKED_TABLE,\n  ", .per_line = 12};
    for (int k = 0; k < p.n_words; k++) integer_rows_put(&rows, p.word[k]);
    integer_rows_end(&rows, "};\n");
  }
  arena_release(mark);
  return is_packed;
}

/* How many numbers from k on are equal. */
static int equal_length(const double *value, int n, int k)
{
  int end = k + 1;
  while (end < n && !(value[end] < value[k]) && !(value[end] > value[k])) end++;
  return end - k;
}

bool table_pack_write_numbers(const char *name, const double *value, int n,
                              FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  int n_rows = 0;
  if (n < SHORTEST) return false;
  for (int k = 0; k < n; k += equal_length(value, n, k)) {
    if (++n_rows > n / ROW_SHARE) return false;
  }
  fprintf(out, "static const double %s[] = {", name);
  for (int k = 0, length; k < n; k += length) {
    length = equal_length(value, n, k);
    assert(value[k] > 0); /* negative ones are lengths */
    fprintf(out, "%s-%d.0, %s", k > 0 ? ",\n  " : "", length,
            c_text_number(value[k], buffer));
  }
  fputs("};\n", out);
  return true;
}
