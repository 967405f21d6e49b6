/* session_fixture.h: a session whose messages are kept as text. */
#ifndef FOUCAULT_TESTS_SESSION_FIXTURE_H
#define FOUCAULT_TESTS_SESSION_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/session.h"

typedef struct SessionFixture {
  Session *s;
  char *text; /* what was printed, after session_fixture_messages() */
  size_t length;
} SessionFixture;

static inline SessionFixture *session_fixture_create(void)
{
  SessionFixture *f = calloc(1, sizeof *f);
  f->s = session_create();
  f->s->color = COLOR_NEVER;
  f->s->messages = open_memstream(&f->text, &f->length);
  return f;
}

/* All messages so far. */
static inline const char *session_fixture_messages(SessionFixture *f)
{
  diagnostic_flush(f->s);
  fflush(f->s->messages);
  return f->text;
}

static inline int session_fixture_source(SessionFixture *f, const char *text)
{
  return session_add_source(f->s, "a.mo", text, (int32_t)strlen(text));
}

static inline void session_fixture_destroy(SessionFixture *f)
{
  FILE *messages = f->s->messages;
  session_destroy(f->s);
  fclose(messages);
  free(f->text);
  free(f);
}

/* The fixture as the state of a test. */
static inline int session_fixture_set_up(void **state)
{
  *state = session_fixture_create();
  return 0;
}

static inline int session_fixture_tear_down(void **state)
{
  session_fixture_destroy(*state);
  return 0;
}

#endif
