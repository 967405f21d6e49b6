/* expose.c: rules and patterns. */
#include "reduce/system/expose.h"

#include <assert.h>
#include <string.h>

typedef enum ExposeRule {
  EXPOSE_PUBLIC,
  EXPOSE_ALL,
  EXPOSE_PATTERNS /* and the interface */
} ExposeRule;

/* Brackets stand for themselves: they are part of names. */
static bool matches(const char *pattern, const char *text)
{
  const char *star = NULL, *retry = NULL;
  while (*text) {
    if (*pattern == '*') {
      star = ++pattern;
      retry = text;
    } else if (*pattern == *text || *pattern == '?') {
      pattern++;
      text++;
    } else if (star) {
      pattern = star;
      text = ++retry;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return !*pattern;
}

static bool expose_is_word(const char *text)
{
  return strcmp(text, "all") == 0 || strcmp(text, "interface") == 0;
}

static ExposeRule expose_rule_of(const ExposeChoice *choice)
{
  if (choice->n_patterns == 0) return EXPOSE_PUBLIC;
  for (int k = 0; k < choice->n_patterns; k++) {
    if (strcmp(choice->pattern[k], "all") == 0) return EXPOSE_ALL;
  }
  return EXPOSE_PATTERNS;
}

/* der(x) is as protected as x. */
static bool is_protected(const System *sys, VarId v)
{
  while (system_is_der(sys, v) && sys->var[v.i].integral.i >= 0) {
    v = sys->var[v.i].integral;
  }
  return sys->var[v.i].is_protected;
}

static bool expose_is_needed(const ReducedVar *v)
{
  return v->var.i < 0 || v->causality == FMI_INPUT ||
         v->causality == FMI_OUTPUT || v->is_state || v->derivative_of >= 0;
}

static bool is_matched(const ExposeChoice *choice, Name name, bool *used)
{
  bool found = false;
  for (int k = 0; k < choice->n_patterns; k++) {
    if (expose_is_word(choice->pattern[k]) ||
        !matches(choice->pattern[k], name))
      continue;
    used[k] = found = true;
  }
  return found;
}

static bool expose_is_shown(const ReducedSystem *r, const ReducedVar *v,
                            ExposeRule rule)
{
  if (expose_is_needed(v) || rule == EXPOSE_ALL) return true;
  if (is_protected(r->sys, v->var)) return false;
  return rule == EXPOSE_PUBLIC || v->causality == FMI_PARAMETER;
}

static bool check_used(Session *s, const ExposeChoice *choice, const bool *used)
{
  bool ok = true;
  for (int k = 0; k < choice->n_patterns; k++) {
    if (used[k] || expose_is_word(choice->pattern[k])) continue;
    diagnostic_error(s, NO_SPAN, E510,
                     "--expose '%s': no variable has such a name",
                     choice->pattern[k]);
    ok = false;
  }
  return ok;
}

/* Those that are seen move to the front. */
static void show_texts(const ExposeChoice *choice, ExposeRule rule, bool *used,
                       ReducedSystem *r)
{
  int n = 0;
  for (int k = 0; k < r->n_texts; k++) {
    SystemText text = r->text[k];
    bool shown =
        rule == EXPOSE_ALL || (rule == EXPOSE_PUBLIC && !text.is_protected);
    if (is_matched(choice, text.name, used) || shown) r->text[n++] = text;
  }
  r->n_texts = n;
}

bool expose_variables(Session *s, const ExposeChoice *choice,
                      ReducedSystem *reduced)
{
  assert(reduced->n_vars > 0); /* time is one of them */
  static const ExposeChoice none = {0};
  if (!choice) choice = &none;
  ExposeRule rule = expose_rule_of(choice);
  ArenaMark mark = arena_mark(session_scratch(s));
  bool *used =
      arena_array(session_scratch(s), (size_t)choice->n_patterns, sizeof(bool));
  for (int k = 0; k < reduced->n_vars; k++) {
    ReducedVar *v = &reduced->var[k];
    bool matched = is_matched(choice, v->name, used);
    v->is_hidden = !matched && !expose_is_shown(reduced, v, rule);
  }
  show_texts(choice, rule, used, reduced);
  bool ok = check_used(s, choice, used);
  arena_release(mark);
  return ok;
}
