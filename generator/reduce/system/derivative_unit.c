/* derivative_unit.c: one more second in the denominator. The syntax is that of
 * the Modelica specification's chapter on unit expressions: one "/" at most,
 * factors joined by ".", in the denominator in parentheses. */
#include "reduce/system/derivative_unit.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_UNIT 200
#define HIGHEST_POWER 99

/* "s", "s2": the power of the second; 0: another unit. */
static int power_of_second(const char *factor, size_t n)
{
  if (n == 0 || factor[0] != 's') return 0;
  if (n == 1) return 1;
  for (size_t k = 1; k < n; k++) {
    if (factor[k] < '0' || factor[k] > '9') return 0;
  }
  int power = atoi(factor + 1);
  return power < HIGHEST_POWER ? power : 0;
}

/* The factors of a denominator, those before and after the second. */
typedef struct Denominator {
  const char *text;
  size_t length, at, end; /* the second is at .. end; none: at == length */
  int power;
} Denominator;

static Denominator read_denominator(const char *text)
{
  Denominator d = {.text = text, .length = strlen(text)};
  if (d.text[0] == '(' && d.text[d.length - 1] == ')') {
    d.text++;
    d.length -= 2;
  }
  while (d.at < d.length) {
    size_t n = 0;
    while (d.at + n < d.length && d.text[d.at + n] != '.') n++;
    d.end = d.at + n;
    d.power = power_of_second(d.text + d.at, n);
    if (d.power > 0) return d;
    d.at = d.end < d.length ? d.end + 1 : d.length;
  }
  d.end = d.at;
  return d;
}

static const char *divided(Session *s, const char *numerator, int n,
                           const char *text)
{
  Arena *scratch = session_scratch(s);
  Denominator d = read_denominator(text);
  const char *joined =
      d.power > 0
          ? arena_printf(scratch, "%.*ss%d%.*s", (int)d.at, d.text, d.power + 1,
                         (int)(d.length - d.end), d.text + d.end)
          : arena_printf(scratch, "%.*s.s", (int)d.length, d.text);
  bool is_one = !strchr(joined, '.');
  return arena_printf(scratch, is_one ? "%.*s/%s" : "%.*s/(%s)", n, numerator,
                      joined);
}

const char *derivative_unit(Session *s, const char *unit)
{
  if (!unit || !unit[0] || strlen(unit) > LONGEST_UNIT) return NULL;
  const char *slash = strchr(unit, '/');
  if (slash && (!slash[1] || strchr(slash + 1, '/'))) return NULL;
  ArenaMark mark = arena_mark(session_scratch(s));
  const char *text = slash ? divided(s, unit, (int)(slash - unit), slash + 1)
                           : arena_printf(session_scratch(s), "%s/s", unit);
  Name name = session_name(s, text);
  arena_release(mark);
  return name;
}
