/* test_passes.c: the table of passes is consistent, complete and documented,
 * and its driver stops where a row does not keep its word. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/options/dump_names.h"
#include "model_text.h"

/* --- the rows --- */

static void test_rows_are_complete(void **state)
{
  (void)state;
  bool is_building = false;
  for (int k = 0; k < n_reduce_passes; k++) {
    const Pass *pass = &reduce_pass[k];
    assert_non_null(pass->name);
    assert_int_equal(pass_find(pass->name), k); /* unique */
    assert_true(pass->does && *pass->does);
    assert_true((pass->run == NULL) != (pass->build == NULL));
    assert_false(is_building && pass->run); /* the System is complete */
    is_building = pass->build != NULL;
    assert_non_null(pass->check);
    assert_non_null(pass->dump);
  }
  assert_true(is_building);
}

/* Every need is given by an earlier row and not broken since. */
static void test_needs_are_given(void **state)
{
  (void)state;
  PropertySet held = passes_begin_with, given = passes_begin_with;
  for (int k = 0; k < n_reduce_passes; k++) {
    const Pass *pass = &reduce_pass[k];
    if (!properties_hold(held, pass->needs)) {
      fail_msg("'%s' needs what no earlier row gives", pass->name);
    }
    assert_true(pass->gives != 0);
    assert_true((pass->gives & given) == 0); /* each by one row alone */
    given |= pass->gives;
    held = (held & ~pass->breaks) | pass->gives;
  }
  for (int p = 0; p < N_PROPERTIES; p++) {
    if (!(given >> p & 1)) fail_msg("no row gives %s", property_name(p));
  }
}

static void test_repetitions_go_back(void **state)
{
  (void)state;
  for (int k = 0; k < n_reduce_passes; k++) {
    const Pass *pass = &reduce_pass[k];
    assert_int_equal(pass->repeat == REPEAT_NEVER, pass->repeat_from == NULL);
    if (!pass->repeat_from) continue;
    int from = pass_find(pass->repeat_from);
    assert_true(from >= 0 && from < k);
  }
}

/* --- where they are shown --- */

static void test_dump_accepts_each(void **state)
{
  (void)state;
  for (int k = 0; k < n_reduce_passes; k++) {
    bool is_known = false;
    for (int i = 0; dump_name(i); i++) {
      is_known = is_known || strcmp(dump_name(i), reduce_pass[k].name) == 0;
    }
    assert_true(is_known);
  }
}

static int count_models(const char *pass)
{
  char path[500];
  snprintf(path, sizeof path, FOUCAULT_SOURCE_DIR "/tests/golden/%s", pass);
  DIR *folder = opendir(path);
  int n = 0;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    n += length > 3 && strcmp(entry->d_name + length - 3, ".mo") == 0;
  }
  if (folder) closedir(folder);
  return n;
}

static void test_each_has_a_golden_case(void **state)
{
  (void)state;
  for (int k = 0; k < n_reduce_passes; k++) {
    const char *name = reduce_pass[k].name;
    if (count_models(name) == 0) fail_msg("tests/golden/%s has no case", name);
  }
}

/* The page lists the passes in the order in which they run. */
static void test_each_has_a_row_in_the_page(void **state)
{
  (void)state;
  FILE *page = fopen(FOUCAULT_SOURCE_DIR "/docs/pipeline/reduce.md", "r");
  assert_non_null(page);
  char line[1000], row[100];
  int k = 0;
  while (k < n_reduce_passes && fgets(line, sizeof line, page)) {
    snprintf(row, sizeof row, "| %s | `", reduce_pass[k].name);
    if (strncmp(line, row, strlen(row)) == 0) k++;
  }
  fclose(page);
  if (k < n_reduce_passes) {
    fail_msg("docs/pipeline/reduce.md has no row of '%s', or not in this place",
             reduce_pass[k].name);
  }
}

/* --- the driver --- */

static const char plain[] =
    "model M Real x, y; equation der(x) = y; x + y = time; end M;";

typedef void (*Spoil)(ModelText *m);

/* In a child process, which is expected to be stopped. */
static bool is_stopped(Spoil spoil)
{
  ModelText *m = model_text_at(plain, "singular");
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    fclose(stderr);
    spoil(m);
    model_text_continue(m, "reduced");
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  model_text_free(m);
  return WIFSIGNALED(status);
}

static void nothing(ModelText *m)
{
  (void)m;
}
static void lost_property(ModelText *m)
{
  properties_lose(&m->sys->properties, HAS(SOLVABLE));
}
static void broken_system(ModelText *m)
{
  m->sys->eq[0].residual.i = -1;
}

static void test_driver_stops(void **state)
{
  (void)state;
  assert_false(is_stopped(nothing));
  assert_true(is_stopped(lost_property));
  assert_true(is_stopped(broken_system));
}

static void test_pass_that_holds_is_left_out(void **state)
{
  (void)state;
  ModelText *m = model_text_at(plain, "singular");
  m->sys->properties |= HAS(DIFFERENTIATED);
  model_text_continue(m, "pantelides");
  assert_true(m->ok);
  assert_null(m->sys->eq_var); /* pantelides() did not run */
  model_text_free(m);
}

static int count_costs(const ModelText *m, const char *pass)
{
  int n = 0;
  for (int k = 0; k < m->s->n_costs; k++) {
    n += strcmp(m->s->cost[k].pass, pass) == 0;
  }
  return n;
}

static const char *text_of_run(ModelText *m, const char *stage)
{
  m->s->verbose = true;
  model_text_continue(m, stage);
  assert_true(m->ok);
  return model_text_messages(m);
}

/* `regular` goes back to `singular`, and no further. */
static void test_repetition_while_changed(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M Real x, y; equation der(x) + time*der(y) = exp(-time); "
      "x + time*y = sin(time); end M;",
      "time_relations");
  const char *text = text_of_run(m, "regular");
  const char *first = strstr(text, "singular:");
  assert_non_null(first);
  const char *regular = strstr(first, "\nregular:");
  assert_non_null(regular);
  const char *again = strstr(regular, "\nsingular:");
  assert_non_null(again);
  assert_non_null(strstr(again, "\nregular:"));
  assert_null(strstr(regular, "time_relations:"));
  assert_int_equal(count_costs(m, "singular"), 1); /* the sum of both */
  assert_true(m->sys->n_combinations > 0);
  model_text_free(m);
}

/* `method` is done once; what it took back is done again. */
static void test_repetition_once(void **state)
{
  (void)state;
  ModelText *m = model_text_at(model_text_pendulum, "preferred_states");
  m->sys->choice.reduction = REDUCTION_ANGLES;
  const char *text = text_of_run(m, "index");
  const char *method = strstr(text, "method:");
  assert_non_null(method);
  assert_non_null(strstr(method, "\nstate_preference:"));
  assert_non_null(strstr(method, "\npantelides:"));
  assert_non_null(strstr(method, "\npreferred_states:"));
  assert_null(strstr(method, "\ntime_relations:"));
  assert_null(strstr(method, "\nmethod:"));
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows_are_complete),
      cmocka_unit_test(test_needs_are_given),
      cmocka_unit_test(test_repetitions_go_back),
      cmocka_unit_test(test_dump_accepts_each),
      cmocka_unit_test(test_each_has_a_golden_case),
      cmocka_unit_test(test_each_has_a_row_in_the_page),
      cmocka_unit_test(test_driver_stops),
      cmocka_unit_test(test_pass_that_holds_is_left_out),
      cmocka_unit_test(test_repetition_while_changed),
      cmocka_unit_test(test_repetition_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
