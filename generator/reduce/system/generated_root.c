/* generated_root.c: the first number that is free. */
#include "reduce/system/generated_root.h"

#include <stdlib.h>
#include <string.h>

/* The number that a name takes: 1 for word itself and what is below it, k for
 * word_k; 0: none. */
static int taken_number(const char *name, const char *word)
{
  size_t n = strlen(word);
  if (strncmp(name, word, n) != 0) return 0;
  const char *rest = name + n;
  long number = 1;
  if (*rest == '_') {
    char *end;
    number = strtol(rest + 1, &end, 10);
    rest = end;
  }
  bool ends = *rest == 0 || *rest == '.' || *rest == '[';
  return ends && number > 0 && number < 1000000 ? (int)number : 0;
}

Name generated_root(const System *sys, Session *s, const char *word)
{
  int highest = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    int number = taken_number(sys->var[i].name, word);
    if (number > highest) highest = number;
  }
  if (highest == 0) return session_name(s, word);
  char *text = arena_printf(session_scratch(s), "%s_%d", word, highest + 1);
  return session_name(s, text);
}
