/* name_rows.c: reads the rows one after the other, and keeps the last names. */
#include "name_rows.h"
#include "runtime_assert.h"
#include "text_rows.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEPT = 16 }; /* the longest period */

typedef struct Names {
  char name[KEPT][NAME_ROWS_SIZE]; /* name k in place k % KEPT */
  int n;                           /* read so far */
} Names;

static bool name_rows_is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static char *name_at(Names *names, int k)
{
  RUNTIME_ASSERT(k >= 0);
  return names->name[k % KEPT];
}

/* The name before is still there where its place is another one. */
static void name_rows_add_name(Names *names, const char *row)
{
  char *name = name_at(names, names->n);
  size_t shared = (size_t)(row[0] - 'A'), n = strlen(row + 1);
  if (shared >= NAME_ROWS_SIZE) shared = NAME_ROWS_SIZE - 1;
  if (n > NAME_ROWS_SIZE - 1 - shared) n = NAME_ROWS_SIZE - 1 - shared;
  if (names->n > 0) memcpy(name, name_at(names, names->n - 1), shared);
  memcpy(name + shared, row + 1, n);
  name[shared + n] = '\0';
  names->n++;
}

/* `from` with one of its numbers higher by `more`. */
static void count_on(const char *from, int number, int more,
                     char name[NAME_ROWS_SIZE])
{
  const char *at = from;
  for (;;) {
    while (*at && !name_rows_is_digit(*at)) at++;
    if (!*at || number-- == 0) break;
    while (name_rows_is_digit(*at)) at++;
  }
  char *end;
  long value = strtol(at, &end, 10) + more;
  snprintf(name, NAME_ROWS_SIZE, "%.*s%ld%s", (int)(at - from), from, value,
           end);
}

typedef struct Run {
  int count, period, number;
} Run;

/* Name k of the run, which begins after those that are read. */
static void name_of_run(Names *names, const Run *run, int k,
                        char name[NAME_ROWS_SIZE])
{
  RUNTIME_ASSERT(k >= 0 && k < run->count);
  int base = names->n - run->period + k % run->period;
  count_on(name_at(names, base), run->number, k / run->period + 1, name);
}

/* Keeps the last names of the run. */
static void pass_run(Names *names, const Run *run)
{
  char last[KEPT][NAME_ROWS_SIZE];
  int first = run->count > KEPT ? run->count - KEPT : 0;
  for (int k = first; k < run->count; k++) {
    name_of_run(names, run, k, last[k - first]);
  }
  names->n += first;
  for (int k = first; k < run->count; k++) {
    memcpy(name_at(names, names->n++), last[k - first], NAME_ROWS_SIZE);
  }
}

static bool read_run(const char *row, Run *run)
{
  return sscanf(row, "*%d %d %d", &run->count, &run->period, &run->number) ==
             3 &&
         run->period > 0 && run->period <= KEPT;
}

void name_rows_find(const char *const *list, int index,
                    char name[NAME_ROWS_SIZE])
{
  RUNTIME_ASSERT(index >= 0);
  Names names = {.n = 0};
  TextReader reader = text_rows_begin(list);
  name[0] = '\0';
  for (; reader.at && names.n <= index; text_rows_next(&reader)) {
    Run run;
    if (reader.at[0] != '*') {
      name_rows_add_name(&names, reader.at);
    } else if (!read_run(reader.at, &run) || run.period > names.n) {
      return;
    } else if (index < names.n + run.count) {
      name_of_run(&names, &run, index - names.n, name);
      return;
    } else {
      pass_run(&names, &run);
    }
  }
  if (names.n == index + 1)
    memcpy(name, name_at(&names, index), NAME_ROWS_SIZE);
}
