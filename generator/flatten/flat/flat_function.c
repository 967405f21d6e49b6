/* flat_function.c: the rows of base/builtin_functions.def that are nodes of
 * flat expressions. */
#include "flatten/flat/flat_function.h"

#include <assert.h>
#include <string.h>

/* Words of the table. */
enum { SMOOTH = true, CHOICE = false, STEP = false };
enum { ANYWHERE = false, MODEL = true };

static const FlatFunctionRow table[] = {
#define EVENTS(events) FLAT_EVENTS_##events
#define OPERATOR(NAME, sign, n_args, of, facts)                                \
  [FLAT_##NAME] = {.name = sign,                                               \
                   .rule = FLAT_RULE_##of,                                     \
                   .events = facts,                                            \
                   .least = n_args,                                            \
                   .most = n_args},
#define MATH_FUNCTION(NAME, word, n_args, type, kind, facts)                   \
  [FLAT_##NAME] = {.name = word,                                               \
                   .rule = FLAT_RULE_##type,                                   \
                   .events = facts,                                            \
                   .least = n_args,                                            \
                   .most = n_args,                                             \
                   .is_word = true,                                            \
                   .is_smooth = kind},
#define SCALAR_FUNCTION(NAME, word, at_least, at_most, of, where, facts)       \
  [FLAT_##NAME] = {.name = word,                                               \
                   .rule = FLAT_RULE_##of,                                     \
                   .events = facts,                                            \
                   .least = at_least,                                          \
                   .most = at_most,                                            \
                   .is_word = true,                                            \
                   .is_of_model = where},
#define CLOCK_OPERATOR(NAME, word, ...)                                        \
  [FLAT_CLOCK_##NAME] = {.name = word, .rule = FLAT_RULE_CLOCK},
#define CLOCK_NODE(NAME, word, facts)                                          \
  [FLAT_CLOCK_##NAME] = {.name = word, .rule = FLAT_RULE_CLOCK},
#define FLAT_NODE(NAME, word, of)                                              \
  [FLAT_##NAME] = {.name = word, .rule = FLAT_RULE_##of},
#include "base/builtin_functions.def"
};

const FlatFunctionRow *flat_function(FlatFunction function)
{
  assert(function < N_FLAT_FUNCTIONS);
  return &table[function];
}

const char *flat_function_name(FlatFunction function)
{
  return flat_function(function)->name;
}

bool flat_relation_holds(FlatFunction relation, int order)
{
  if (relation == FLAT_LESS) return order < 0;
  if (relation == FLAT_LESS_EQUAL) return order <= 0;
  if (relation == FLAT_GREATER) return order > 0;
  if (relation == FLAT_GREATER_EQUAL) return order >= 0;
  if (relation == FLAT_EQUAL) return order == 0;
  assert(relation == FLAT_NOT_EQUAL);
  return order != 0;
}

bool flat_function_find(const char *name, FlatFunction *function)
{
  for (int f = 0; f < N_FLAT_FUNCTIONS; f++) {
    if (!table[f].is_word || strcmp(name, table[f].name) != 0) continue;
    *function = (FlatFunction)f;
    return true;
  }
  return false;
}
