/* builtin_word.c: see builtin_word.h. */
#include "flatten/flat/builtin_word.h"

#include <assert.h>
#include <string.h>

static const struct {
  const char *name; /* one part, or two with a dot between them */
  bool has_value;
} table[] = {
    [WORD_NONE] = {"", false},
#define SPECIAL_FUNCTION(NAME, name, ...) [WORD_##NAME] = {name, true},
#define STATEMENT(NAME, name, ...) [WORD_##NAME] = {name, false},
#define NOT_SUPPORTED(NAME, name) [WORD_##NAME] = {name, false},
#include "base/builtin_functions.def"
};

static bool builtin_word_is_called(const AstReference *reference,
                                   const char *name)
{
  const char *dot = strchr(name, '.');
  const char *last = dot ? dot + 1 : name;
  if (reference->n_parts != (dot ? 2 : 1)) return false;
  if (strcmp(reference->part[reference->n_parts - 1].ident, last) != 0) {
    return false;
  }
  size_t n = dot ? (size_t)(dot - name) : 0;
  const char *first = reference->part[0].ident;
  return !dot || (strlen(first) == n && strncmp(first, name, n) == 0);
}

BuiltinWord builtin_word(const AstReference *name)
{
  for (BuiltinWord word = WORD_NONE + 1; word < N_BUILTIN_WORDS; word++) {
    if (builtin_word_is_called(name, table[word].name)) return word;
  }
  return WORD_NONE;
}

bool builtin_word_has_no_value(BuiltinWord word)
{
  assert(word < N_BUILTIN_WORDS);
  return word != WORD_NONE && !table[word].has_value;
}

void builtin_word_offer(Suggestion *near)
{
  static const char *const name[] = {
#define MATH_FUNCTION(NAME, name, ...) name,
#define SCALAR_FUNCTION(NAME, name, ...) name,
#define ARRAY_FUNCTION(NAME, name, ...) name,
#define CLOCK_OPERATOR(NAME, name, ...) name,
#define SPECIAL_FUNCTION(NAME, name, ...) name,
#define STATEMENT(NAME, name, ...) name,
#include "base/builtin_functions.def"
  };
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
    if (!strchr(name[k], '.')) suggest_offer(near, name[k]);
  }
}
