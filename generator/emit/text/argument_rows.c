/* argument_rows.c: see argument_rows.h. */
#include "emit/text/argument_rows.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/text/c_text.h"
#include "emit/text/memory_stream.h"

enum { SHORTEST_ROW = 16, SHORTEST_NUMBERS = 32 };

/* Arrays of doubles that operands may be elements of. */
static const char *const rows[] = {"v->real", "t->d"};

typedef struct RowElement {
  const char *array; /* NULL: it is something else */
  int index;
} RowElement;

/* Elements of a row that is not copied: what is not given is zero. */
static const char zeros[] = "0.0";

/* Of a row that is copied from a table of numbers. */
static const char numbers[] = "numbers";

static bool argument_is_number(const char *operand)
{
  char *end;
  if (operand[0] != '-' && (operand[0] < '0' || operand[0] > '9')) return false;
  strtod(operand, &end);
  return end > operand && *end == '\0';
}

/* v->real[12] and nothing after it, or a number. */
static RowElement row_element_of(const char *operand)
{
  if (strcmp(operand, zeros) == 0) return (RowElement){zeros, 0};
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
    size_t n = strlen(rows[k]);
    int index, end = 0;
    if (strncmp(operand, rows[k], n) != 0) continue;
    if (sscanf(operand + n, "[%d]%n", &index, &end) == 1 && end > 0 &&
        operand[n + (size_t)end] == '\0')
      return (RowElement){rows[k], index};
  }
  return (RowElement){argument_is_number(operand) ? numbers : NULL, 0};
}

static int numbers_length(const char *const *operand, int n)
{
  int end = 1;
  while (end < n && argument_is_number(operand[end])) end++;
  return end;
}

static int argument_row_length(const char *const *operand, int n,
                               RowElement first)
{
  int end = 1;
  if (first.array == numbers) return numbers_length(operand, n);
  while (first.array && end < n) {
    RowElement next = row_element_of(operand[end]);
    int step = first.array == zeros ? 0 : end;
    if (next.array != first.array || next.index != first.index + step) break;
    end++;
  }
  return end;
}

/* A part of the arguments: a row, or one of them. */
typedef struct ArgumentPart {
  RowElement first;
  int at, n;
} ArgumentPart;

static bool argument_part_next(const char *const *operand, int n,
                               ArgumentPart *part)
{
  part->at += part->n;
  if (part->at == n) return false;
  part->first = row_element_of(operand[part->at]);
  part->n = argument_row_length(operand + part->at, n - part->at, part->first);
  bool is_short = part->n < (part->first.array == numbers ? SHORTEST_NUMBERS
                                                          : SHORTEST_ROW);
  if (is_short) part->n = 1;
  return true;
}

/* What is not in rows. */
static void put_single(const char *const *operand, int n, FILE *out)
{
  bool is_first = true, is_next = true;
  for (ArgumentPart p = {.at = 0}; argument_part_next(operand, n, &p);) {
    if (p.n == 1) {
      fputs(is_first ? "" : ", ", out);
      if (!is_next) fprintf(out, "[%d] = ", p.at);
      fputs(operand[p.at], out);
      is_first = false;
    }
    is_next = p.n == 1;
  }
  if (is_first) fputc('0', out);
}

static void put_numbers(const char *const *operand, const ArgumentPart *part,
                        FILE *out)
{
  fprintf(out, ", %d, (const double[]){", part->at);
  for (int k = 0; k < part->n; k++)
    fprintf(out, "%s%s", k > 0 ? ", " : "", operand[part->at + k]);
  fprintf(out, "}, %d)", part->n);
}

const char *argument_rows_text(Arena *arena, const char *const *operand, int n)
{
  assert(n >= 0);
  char *text;
  size_t size;
  FILE *out = memory_stream(&text, &size);
  int n_rows = 0;
  for (ArgumentPart p = {.at = 0}; argument_part_next(operand, n, &p);) {
    if (p.n > 1 && p.first.array != zeros) fputs("function_row(", out);
    n_rows += p.n > 1;
  }
  if (n_rows > 0)
    fprintf(out, "(double[%d]){", n);
  else
    fputs("(const double[]){", out);
  put_single(operand, n, out);
  fputc('}', out);
  for (ArgumentPart p = {.at = 0}; argument_part_next(operand, n, &p);) {
    if (p.n == 1 || p.first.array == zeros) continue;
    if (p.first.array == numbers)
      put_numbers(operand, &p, out);
    else
      fprintf(out, ", %d, &%s[%d], %d)", p.at, p.first.array, p.first.index,
              p.n);
  }
  memory_stream_end(out, &text);
  const char *kept = arena_copy_text(arena, text, size);
  free(text);
  return kept;
}

/* A table of numbers that is no part of the stack. */
static void write_numbers_of(const char *array, const char *const *operand,
                             const ArgumentPart *part, FILE *out)
{
  fputs("  {\n    static const double row[] = {\n", out);
  for (int k = 0; k < part->n; k++)
    fprintf(out, "%s%s%s", k % 8 == 0 ? "      " : " ", operand[part->at + k],
            k + 1 == part->n || k % 8 == 7 ? ",\n" : ",");
  fprintf(out, "    };\n    function_row(%s, %d, row, %d);\n  }\n", array,
          part->at, part->n);
}

void argument_rows_write(Arena *arena, const char *array,
                         const char *const *operand, int n, FILE *out)
{
  for (ArgumentPart p = {.at = 0}; argument_part_next(operand, n, &p);) {
    if (p.n == 1) {
      ArenaMark mark = arena_mark(arena);
      const char *text =
          arena_printf(arena, "%s[%d] = %s;", array, p.at, operand[p.at]);
      c_text_statement(out, text, NULL);
      arena_release(mark);
    } else if (p.first.array == zeros) {
      fprintf(out, "  memset(&%s[%d], 0, %d * sizeof %s[0]);\n", array, p.at,
              p.n, array);
    } else if (p.first.array == numbers) {
      write_numbers_of(array, operand, &p, out);
    } else {
      fprintf(out, "  function_row(%s, %d, &%s[%d], %d);\n", array, p.at,
              p.first.array, p.first.index, p.n);
    }
  }
}
