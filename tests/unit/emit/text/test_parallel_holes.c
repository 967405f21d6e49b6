/* test_parallel_holes.c: holes that a worker fills, in any order of the template. */
#include "test.h"

#include "base/temporary.h"
#include "emit/text/parallel_holes.h"
#include "session_fixture.h"

typedef struct Words {
  const char *word;
  int count;
} Words;

static void write_words(void *context, FILE *out)
{
  const Words *w = context;
  for (int k = 0; k < w->count; k++) fprintf(out, "%s%d ", w->word, k);
}

enum { MANY = 20000 }; /* words: more than is copied at once */

/* The template by the program alone, and with a worker for the last holes. */
static char *fill(SessionFixture *f, const char *path, bool *ok)
{
  Words own = {"own", 2}, none = {"none", 0}, many = {"many", MANY};
  TemplateHole holes[] = {{"OWN", write_words, &own, NULL},
                          {"NONE", write_words, &none, NULL},
                          {"MANY", write_words, &many, NULL}};
  static const char text[] = "a @OWN@ b\n@MANY@\nc @NONE@ d\n";
  char *made = NULL;
  size_t size;
  FILE *out = open_memstream(&made, &size);
  ParallelHoles *side =
      path ? parallel_holes_begin(f->s, f->s->session_arena, path, holes + 1, 2)
           : NULL;
  assert_true(path == NULL || holes[1].context != &none);
  assert_true(template_write(f->s, "t", text, holes, 3, out));
  *ok = parallel_holes_end(side);
  fclose(out);
  return made;
}

static void test_same_text(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  const char *folder = temporary_folder(f->s);
  bool ok;
  char *alone = fill(f, NULL, &ok);
  assert_true(ok);
  char *both =
      fill(f, arena_printf(f->s->session_arena, "%s/side", folder), &ok);
  assert_true(ok);
  assert_true(strlen(alone) > 4 * MANY);
  assert_string_equal(both, alone);
  free(alone);
  free(both);
  temporary_end(f->s);
  session_fixture_destroy(f);
}

static void test_no_file(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  bool ok;
  free(fill(f, "no/such/folder/side", &ok));
  assert_false(ok);
  session_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_text),
      cmocka_unit_test(test_no_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
