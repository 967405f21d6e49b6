/* test_textbook.c: the problems of tests/reduction as they are written.
 *
 * The program merges equal variables and first-order forms der(x) = v before
 * it differentiates; tests/support/reduction.py says what comes of that. Here
 * nothing is merged, and the counts are those of the literature. */
#include "test.h"

#include "model_text.h"
#include "reduce/structure/given_index.h"

typedef struct Problem {
  const char *model;
  const char *nu; /* of each equation; `|` ends those in declarations, which
                     the literature leaves out */
  int index, n_states;
} Problem;

/* The literature has x, its derivatives and the equation of a position as one
 * (second order) where it says so below. */
static const Problem problems[] = {
    {"Chain", "102", 3, 0},
    {"Superfluous", "01", 1, 1},
    /* second order: three der(x) = w before the four equations */
    {"MsExample1", "111 2210", 2, 2},
    {"KmExample1", "111 2210", 2, 2},
    {"PendulumSmall", "00| 11 002", 3, 2},
    {"PendulumLarge", "00| 11 002", 3, 2},
    {"PendulumFirstOrder", "11002", 3, 2},
    {"DoublePendulum", "0| 1111 000022", 3, 4},
    /* the structure misleads: one state and four too many */
    {"Singular", "01", 1, 1},
    {"Mixed13", "000000", 1, 4},
    {"CondensedMu2", "0001012", 3, 1},
    {"Hessenberg2", "001", 2, 1},
    {"Hessenberg3", "00112", 3, 2},
    {"SemiExplicit", "0001", 2, 1},
    {"Miller", "00001", 2, 1},
    {"Paraboloid", "00| 1110002", 3, 4},
    {"CvLoop", "001", 2, 1},
    {"LiCutset", "10000", 2, 1},
    {"MnaMixed", "00101", 2, 1},
    {"ChargeOriented", "00101111", 2, 1},
    /* second order in I2 */
    {"Rlc", "0 00010", 2, 2},
    {"SliderCrank", "0| 1111 0000222", 3, 2},
    {"FourBar", "0| 1111 0000222", 3, 2},
    {"TriplePendulum", "222222| 112112112000000", 3, 6},
    {"RheonomicPendulum", "2| 11 002", 3, 2},
    {"RotatingRod", "11 002", 3, 2},
    {"Index4", "2211003", 4, 3},
    {"PendulumDifferentiated", "000000", 1, 4},
    {"Ggl", "000011", 2, 2},
    {"PendulumAngle", "00", 0, 2},
    {"Rc", "00", 1, 1},
    {"Reactor", "1201", 3, 0},
    {"InitPendulum", "11002", 3, 2},
    {"Contact", "20| 11 0022", 3, 2},
    {"ContactFriction", "2| 1100022", 3, 3},
};

enum { MAX_TEXT = 8000 };

static ModelText *problem_run(const char *model, const char *stage)
{
  char path[500], text[MAX_TEXT] = "";
  snprintf(path, sizeof path, "%s/tests/reduction/%s.mo", FOUCAULT_SOURCE_DIR,
           model);
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("no %s", path);
  size_t n = fread(text, 1, MAX_TEXT - 1, file);
  fclose(file);
  assert_in_range(n, 1, MAX_TEXT - 2);
  ModelText *m = model_text_unmerged(text, stage);
  if (!m->ok) fail_msg("%s: %s", model, model_text_messages(m));
  return m;
}

static ModelText *differentiated(const char *model)
{
  return problem_run(model, "pantelides");
}

/* sum d_j - sum nu_i */
static int degrees_of_freedom(const ModelText *m)
{
  const System *sys = m->sys;
  int n = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    VarId v = {i};
    bool is_highest = sys->var[i].derivative.i < 0;
    if (is_highest && system_is_unknown(sys, v)) n += system_order(sys, v);
  }
  for (int k = 0; k < sys->n_given; k++) n -= model_text_nu(m, k);
  return n;
}

static void check_problem(const Problem *p)
{
  ModelText *m = differentiated(p->model);
  int k = 0;
  for (const char *nu = p->nu; *nu; nu++) {
    if (*nu == '|' || *nu == ' ') continue;
    if (k >= m->sys->n_given || model_text_nu(m, k) != *nu - '0') {
      fail_msg("%s: not %c times equation %d in\n%s", p->model, *nu, k + 1,
               model_text_system(m));
    }
    k++;
  }
  if (k != m->sys->n_given) fail_msg("%s: %d equations", p->model, k);
  if (system_index(m->sys) != p->index) {
    fail_msg("%s: index %d", p->model, system_index(m->sys));
  }
  if (degrees_of_freedom(m) != p->n_states) {
    fail_msg("%s: %d states", p->model, degrees_of_freedom(m));
  }
  model_text_free(m);
}

static void test_problems(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof problems / sizeof problems[0]; k++) {
    check_problem(&problems[k]);
  }
}

/* The same by offsets, without a derivative being made. */
static void check_given(const Problem *p)
{
  ModelText *m = problem_run(p->model, "homotopy");
  int k = 0;
  assert_true(given_index_find(m->sys, m->s));
  const GivenStructure *given = m->sys->given;
  if (!given) fail_msg("%s: no structure", p->model);
  for (const char *nu = p->nu; *nu; nu++) {
    if (*nu == '|' || *nu == ' ') continue;
    if (k >= given->n_equations ||
        given->equation[k].n_derivatives != *nu - '0') {
      fail_msg("%s: not %c times equation %d", p->model, *nu, k + 1);
    }
    k++;
  }
  if (k != given->n_equations) fail_msg("%s: %d equations", p->model, k);
  if (given->index != p->index) {
    fail_msg("%s: index %d", p->model, given->index);
  }
  model_text_free(m);
}

static void test_given(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof problems / sizeof problems[0]; k++) {
    check_given(&problems[k]);
  }
}

/* More equations than unknowns, and two for one unknown: nothing is said, and
 * the search ends. */
static void test_not_solvable(void **state)
{
  (void)state;
  const char *text[] = {
      "model M Real x; equation der(x) = 1; x = time; end M;",
      "model M Real x, y; equation der(x) = 1; x = time; end M;"};
  for (int k = 0; k < 2; k++) {
    ModelText *m = model_text_unmerged(text[k], "homotopy");
    assert_true(m->ok);
    assert_true(given_index_find(m->sys, m->s));
    assert_null(m->sys->given);
    model_text_free(m);
  }
}

/* 13 nodes, 18 pipes, two buffers: the balances of the other eleven once, and
 * as often what is defined beside them in declarations. */
static void test_water_tube(void **state)
{
  (void)state;
  ModelText *m = differentiated("WaterTube");
  int n = 0, n_given = m->sys->n_given;
  for (int k = n_given - 13; k < n_given; k++) n += model_text_nu(m, k);
  assert_int_equal(n, 11);
  assert_int_equal(model_text_nu(m, n_given - 13 + 4), 0);
  assert_int_equal(model_text_nu(m, n_given - 13 + 7), 0);
  assert_int_equal(system_index(m->sys), 2);
  assert_int_equal(degrees_of_freedom(m), 9);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_problems),
      cmocka_unit_test(test_given),
      cmocka_unit_test(test_not_solvable),
      cmocka_unit_test(test_water_tube),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
