/* equation_text.c: see equation_text.h. */
#include "reduce/system/equation_text.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "reduce/system/system_print.h"

enum { LONGEST_EQUATION = 100 };

/* Blanks and brackets around terms do not make another equation. */
static bool is_spacing(char c)
{
  return isspace((unsigned char)c) || c == '(' || c == ')';
}

static bool is_same_text(const char *a, const char *end_a, const char *b)
{
  for (;;) {
    while (a < end_a && is_spacing(*a)) a++;
    while (*b && is_spacing(*b)) b++;
    if (a == end_a || !*b) return a == end_a && !*b;
    if (*a++ != *b++) return false;
  }
}

static bool is_in_source(Session *s, Span span, const char *text)
{
  if (span.source < 0) return false;
  const SourceText *source = session_source(s, span.source);
  assert(span.begin <= span.end && span.end <= source->length);
  return is_same_text(source->bytes + span.begin, source->bytes + span.end,
                      text);
}

const char *equation_text(Session *s, const System *sys, EqId e)
{
  EqId given = system_eq_integral(sys, e, system_eq_order(sys, e));
  const Eq *eq = &sys->eq[given.i];
  if (eq->left.i < 0 || eq->right.i < 0) return NULL;
  const char *text = arena_printf(session_scratch(s), "%s = %s",
                                  system_expr_text(sys, s, eq->left),
                                  system_expr_text(sys, s, eq->right));
  if (strlen(text) > LONGEST_EQUATION) return NULL;
  return is_in_source(s, eq->span, text) ? NULL : text;
}

const char *equation_text_after(Session *s, const System *sys, EqId e)
{
  const char *text = equation_text(s, sys, e);
  return text ? arena_printf(session_scratch(s), ": %s", text) : "";
}
