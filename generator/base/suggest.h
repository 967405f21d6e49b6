/* suggest.h: the known name that a misspelt one most likely stands for.
 *
 *   Suggestion near = suggest_for(s, "lenght");
 *   suggest_offer(&near, "length");  ... each candidate ...
 *   near.best is "length"; NULL when nothing is near enough
 */
#ifndef FOUCAULT_BASE_SUGGEST_H
#define FOUCAULT_BASE_SUGGEST_H

#include "base/session.h"

enum { SUGGEST_LISTED = 8 };

typedef struct Suggestion {
  const char *wanted;
  const char *best; /* the nearest so far, the first of equals; or NULL */
  int distance;     /* of best, in half slips; farther ones are not taken */
  const char *offered[SUGGEST_LISTED]; /* the first of all candidates */
  int n_offered;
} Suggestion;

/* After many errors nothing is near any more: comparing every misspelt name
 * with every known one would take longer than all the rest. */
Suggestion suggest_for(const Session *s, const char *wanted);
/* The candidate must live as long as the suggestion is used. */
void suggest_offer(Suggestion *near, const char *candidate);
/* One that is useful only where it was meant: not to be listed. */
void suggest_offer_hidden(Suggestion *near, const char *candidate);

/* "; did you mean 'x'?" in the session's scratch arena, or "". */
const char *suggest_text(Session *s, const Suggestion *near);
/* Of the members of something: where none is near, but there are few, all of
 * them: "; it has a, b". */
const char *suggest_member_text(Session *s, const Suggestion *near);

#endif
