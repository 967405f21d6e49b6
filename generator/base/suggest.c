/* suggest.c: edit distance with transpositions of neighbours, in bytes. */
#include "base/suggest.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 63     /* longer names are not compared */
#define MOST_ERRORS 20 /* with suggestions, in one run */

/* One slip in short names, one in three characters in longer ones. */
static int tolerance(size_t length)
{
  if (length < 2) return 0;
  return length < 6 ? 1 : (int)(length / 3);
}

Suggestion suggest_for(const Session *s, const char *wanted)
{
  bool helps = s->n_errors < MOST_ERRORS;
  int farthest = helps ? 2 * tolerance(strlen(wanted)) + 2 : 0;
  return (Suggestion){.wanted = wanted, .distance = farthest};
}

static int smaller(int a, int b)
{
  return a < b ? a : b;
}

/* Two letters that sound as one: fi for phi, ksi for xi. Not of whole names: ph
 * is phi, not F. */
static bool sounds_alike(const char *two, char one)
{
  static const char *const pair[] = {"phf", "ksx"};
  for (size_t k = 0; k < sizeof pair / sizeof pair[0]; k++) {
    if (tolower((unsigned char)two[0]) == pair[k][0] &&
        tolower((unsigned char)two[1]) == pair[k][1] &&
        tolower((unsigned char)one) == pair[k][2]) {
      return true;
    }
  }
  return false;
}

/* In half slips: a change of case only is one. Rows i - 2, i - 1 and i of the
 * distance table are enough. */
static int suggest_edit_distance(const char *a, int n, const char *b, int m)
{
  assert(n <= LONGEST && m <= LONGEST);
  int row[3][LONGEST + 1];
  for (int j = 0; j <= m; j++) row[0][j] = 2 * j;
  for (int i = 1; i <= n; i++) {
    int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    now[0] = 2 * i;
    for (int j = 1; j <= m; j++) {
      unsigned char x = (unsigned char)a[i - 1], y = (unsigned char)b[j - 1];
      int change = x == y ? 0 : tolower(x) == tolower(y) ? 1 : 2;
      int d = smaller(last[j - 1] + change, smaller(last[j], now[j - 1]) + 2);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d = smaller(d, before[j - 2] + 2);
      }
      if (i > 1 && m > 1 && sounds_alike(&a[i - 2], b[j - 1])) {
        d = smaller(d, before[j - 1] + 2);
      }
      if (j > 1 && sounds_alike(&b[j - 2], a[i - 1])) {
        d = smaller(d, last[j - 2] + 2);
      }
      now[j] = d;
    }
  }
  return row[n % 3][m];
}

void suggest_offer(Suggestion *near, const char *candidate)
{
  if (near->n_offered < SUGGEST_LISTED) {
    near->offered[near->n_offered] = candidate;
  }
  near->n_offered++;
  suggest_offer_hidden(near, candidate);
}

void suggest_offer_hidden(Suggestion *near, const char *candidate)
{
  if (near->distance == 0) return;
  size_t n = strlen(near->wanted), m = strlen(candidate);
  if (n > LONGEST || m > LONGEST) return;
  if (2 * abs((int)n - (int)m) >= near->distance) return;
  int distance = suggest_edit_distance(near->wanted, (int)n, candidate, (int)m);
  if (distance == 0 || distance >= near->distance) return;
  near->best = candidate;
  near->distance = distance;
}

const char *suggest_text(Session *s, const Suggestion *near)
{
  if (!near->best) return "";
  return arena_printf(session_scratch(s), "; did you mean '%s'?", near->best);
}

const char *suggest_member_text(Session *s, const Suggestion *near)
{
  int n = near->n_offered;
  if (near->best || near->distance == 0 || n == 0 || n > SUGGEST_LISTED) {
    return suggest_text(s, near);
  }
  const char *text = "; it has ";
  for (int k = 0; k < n; k++) {
    text = arena_printf(session_scratch(s), "%s%s%s", text, k > 0 ? ", " : "",
                        near->offered[k]);
  }
  return text;
}
