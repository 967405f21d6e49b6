/* flat_fixture.h: a model written as a string, parsed and flattened. */
#ifndef FOUCAULT_TESTS_FLAT_FIXTURE_H
#define FOUCAULT_TESTS_FLAT_FIXTURE_H

#include "flatten/flat/flat_check.h"
#include "flatten/flatten.h"
#include "flatten/instances/instances.h"
#include "flatten/print/flat_print.h"
#include "parse/parse.h"
#include "session_fixture.h"
#include "test.h"

typedef struct FlatFixture {
  SessionFixture *fixture;
  Session *s;
  Ast *ast;
  const FlatModel *flat; /* NULL: refused */
  char *printed;         /* after flat_fixture_print() */
} FlatFixture;

/* The text must parse. */
static inline FlatFixture *flat_fixture_parse(const char *text)
{
  FlatFixture *f = calloc(1, sizeof *f);
  f->fixture = session_fixture_create();
  f->s = f->fixture->s;
  f->ast = ast_create(f->s);
  int source = session_fixture_source(f->fixture, text);
  if (!parse_source(f->s, f->ast, source)) {
    fputs(session_fixture_messages(f->fixture), stderr);
    abort();
  }
  return f;
}

static inline FlatFixture *flat_fixture_options(const char *text,
                                                const FlattenOptions *options)
{
  FlatFixture *f = flat_fixture_parse(text);
  f->flat = flatten_model(f->s, f->ast, options);
  if (f->flat) flat_check(f->flat);
  return f;
}

static inline FlatFixture *flat_fixture_create(const char *text)
{
  FlattenOptions options = {0};
  return flat_fixture_options(text, &options);
}

static inline const char *flat_fixture_messages(FlatFixture *f)
{
  return session_fixture_messages(f->fixture);
}

/* The model as text, owned by the fixture. */
static inline const char *flat_fixture_print(FlatFixture *f)
{
  size_t length;
  free(f->printed);
  FILE *out = open_memstream(&f->printed, &length);
  flat_print(f->fixture->s, f->flat, out);
  fclose(out);
  return f->printed;
}

/* The variable of that name; ends the test program if there is none. */
static inline const FlatVar *flat_fixture_var(const FlatFixture *f,
                                              const char *name)
{
  for (int i = 0; f->flat && i < f->flat->n_vars; i++) {
    if (strcmp(f->flat->var[i].name, name) == 0) return &f->flat->var[i];
  }
  fprintf(stderr, "no variable %s\n", name);
  abort();
}

static inline void flat_fixture_destroy(FlatFixture *f)
{
  session_fixture_destroy(f->fixture);
  free(f->printed);
  free(f);
}

/* The flat model of the text holds `expected`, or one of the messages does. */
static inline void flat_fixture_expect(const char *text, const char *expected)
{
  FlatFixture *f = flat_fixture_create(text);
  const char *found =
      f->flat ? flat_fixture_print(f) : flat_fixture_messages(f);
  if (!strstr(found, expected)) fail_msg("%s", found);
  flat_fixture_destroy(f);
}

#endif
