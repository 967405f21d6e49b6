/* name_rows.c: looks back a few names for one that counts on. */
#include "emit/text/name_rows.h"

#include <assert.h>
#include <string.h>

#include "base/text/integer_text.h"

enum {
  LONGEST_PERIOD = 16, /* fmu_runtime/core/name_rows.h keeps as many names */
  FEWEST_PERIODS = 3,  /* fewer are not worth a row of their own */
  MOST_DIGITS = 8,
  MOST_SHARED = 'Z' - 'A',
  NAME_SIZE = 300 /* what the runtime has room for */
};

static bool text_name_rows_is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* The number that begins here; its end. -1: none that is written as integers
 * are. */
static int name_rows_read_number(const char *text, const char **end)
{
  int value = 0, n = 0;
  while (n <= MOST_DIGITS && text_name_rows_is_digit(text[n])) {
    value = 10 * value + (text[n++] - '0');
  }
  *end = text + n;
  bool has_zero = text[0] == '0' && n > 1;
  return n > 0 && n <= MOST_DIGITS && !has_zero ? value : -1;
}

/* How many numbers begin before this place. */
static int numbers_before(const char *text, const char *place)
{
  int n = 0;
  for (const char *c = text; c < place; c++) {
    n += text_name_rows_is_digit(*c) &&
         (c == text || !text_name_rows_is_digit(c[-1]));
  }
  return n;
}

/* Which of its numbers is one higher than in `before`, the rest being equal?
 * -1: none. */
static int counts_on(const char *before, const char *name)
{
  size_t same = 0;
  while (before[same] && before[same] == name[same]) same++;
  while (same > 0 && text_name_rows_is_digit(name[same - 1]))
    same--; /* its first digit */
  const char *a = before + same, *b = name + same;
  if (!text_name_rows_is_digit(*a) || !text_name_rows_is_digit(*b)) return -1;
  int first = name_rows_read_number(a, &a),
      second = name_rows_read_number(b, &b);
  if (first < 0 || second != first + 1 || strcmp(a, b) != 0) return -1;
  return strlen(name) < NAME_SIZE ? numbers_before(name, name + same) : -1;
}

typedef struct Run {
  int period, number, count;
} Run;

/* The names that follow those of a period before name[k] in this way. */
static int name_rows_run_length(const char *const *name, int n, int k,
                                int period, int number)
{
  int count = 0;
  while (k + count < n &&
         counts_on(name[k + count - period], name[k + count]) == number) {
    count++;
  }
  return count;
}

/* The run that begins with name[k]; count 0: none. */
static Run name_rows_find_run(const char *const *name, int n, int k)
{
  for (int period = 1; period <= LONGEST_PERIOD && period <= k; period++) {
    int number = counts_on(name[k - period], name[k]);
    if (number < 0) continue;
    int count = name_rows_run_length(name, n, k, period, number);
    if (count >= FEWEST_PERIODS * period) return (Run){period, number, count};
  }
  return (Run){0};
}

static void name_rows_put_run(TextRows *rows, const Run *run)
{
  char text[3 * INTEGER_TEXT_SIZE + 4], *at = text;
  *at++ = '*';
  at += integer_text(run->count, at);
  *at++ = ' ';
  at += integer_text(run->period, at);
  *at++ = ' ';
  integer_text(run->number, at);
  text_rows_put(rows, text);
}

/* Without printf: there are millions of them in a large model. */
static void name_rows_put_name(TextRows *rows, const char *last,
                               const char *name)
{
  char text[NAME_SIZE];
  size_t shared = 0;
  while (shared < MOST_SHARED && last[shared] && last[shared] == name[shared]) {
    shared++;
  }
  assert(shared <= MOST_SHARED);
  size_t n = strlen(name + shared);
  if (n > sizeof text - 2) n = sizeof text - 2;
  text[0] = (char)('A' + shared);
  memcpy(text + 1, name + shared, n);
  text[n + 1] = '\0';
  text_rows_put(rows, text);
}

void name_rows_write(TextRows *rows, const char *const *name, int n)
{
  int k = 0;
  while (k < n) {
    assert(name[k]);
    Run run = name_rows_find_run(name, n, k);
    if (run.count > 0) {
      name_rows_put_run(rows, &run);
      k += run.count;
    } else {
      name_rows_put_name(rows, k > 0 ? name[k - 1] : "", name[k]);
      k++;
    }
  }
}
