/* test_sources.c: which C files belong to an FMU. */
#include "test.h"

#include "emit/package/sources.h"
#include "reduced_fixture.h"

static bool has(const SourceNames *list, const char *name)
{
  for (int k = 0; k < list->n_names; k++) {
    if (strcmp(list->name[k], name) == 0) return true;
  }
  return false;
}

static SourceNames listed(Fixture *f)
{
  SourceNames list = {0};
  assert_true(sources_list(f->s, FOUCAULT_DATA_DIR, f->r, &list));
  assert_true(has(&list, "fmi/fmi2_functions.c") && has(&list, "model.h"));
  for (int k = 1; k < list.n_names; k++) {
    assert_true(strcmp(list.name[k - 1], list.name[k]) < 0);
  }
  return list;
}

static void test_solvers(void **state)
{
  (void)state;
  Fixture f = fixture_begin("Small");
  SourceNames cvode = listed(&f);
  f.r->choice.ida = f.r->sparse = true;
  SourceNames ida = listed(&f);
  f.r->choice.exchange_only = true;
  SourceNames exchange = listed(&f);
  assert_true(has(&cvode, "integrators/integrator_cvode.c") &&
              has(&cvode, "integrators/damping.c") &&
              has(&cvode, "integrators/candidate_solver.c"));
  assert_false(has(&cvode, "integrators/integrator_ida.c") ||
               has(&cvode, "sparse/sparse_lu.c"));
  assert_true(has(&ida, "integrators/integrator_ida.c") &&
              has(&ida, "sparse/sparse_lu.c"));
  assert_false(has(&ida, "integrators/integrator_cvode.c") ||
               has(&ida, "integrators/candidate_solver.c"));
  assert_false(has(&exchange, "integrators/integrator_ida.c") ||
               has(&exchange, "integrators/damping.c") ||
               has(&exchange, "sparse/sparse_lu.c") ||
               has(&exchange, "integrators/block_kinsol.c") ||
               has(&exchange, "vectors/vector_pool.c"));
  fixture_end(&f);
}

static void test_cmake(void **state)
{
  (void)state;
  Fixture f = fixture_begin("Small");
  SourceNames list = listed(&f);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_true(sources_write_cmake(f.s, FOUCAULT_DATA_DIR, f.r, &list, out));
  fclose(out);
  assert_non_null(strstr(text, "project(Small C)"));
  assert_non_null(strstr(text, "\n  model.c\n  blocks/block_chord.c\n"));
  assert_null(strstr(text, "\n  model.h\n"));
  assert_non_null(strstr(text, "set(solvers sundials_cvode sundials_kinsol)"));
  free(text);
  fixture_end(&f);
}

static void test_no_folder(void **state)
{
  (void)state;
  Fixture f = fixture_begin("Small");
  SourceNames list = {0};
  f.s->quiet = true;
  assert_false(sources_list(f.s, "nowhere", f.r, &list));
  assert_int_equal(f.s->diagnostic[0]->code, E504);
  fixture_end(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solvers),
                                     cmocka_unit_test(test_cmake),
                                     cmocka_unit_test(test_no_folder)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
