/* test_start_point.c: numbers for all variables, the same in every run. */
#include "test.h"

#include "model_text.h"
#include "reduce/system/start_point.h"

static const char text[] =
    "model M parameter Real p = 2*q; parameter Real q = r + 1; "
    "parameter Real r = 3; constant Real c = 5; input Real u(start = 6); "
    "Real x(start = p), y, z; equation der(x) = y + u; y = c*x; z = y; "
    "annotation(experiment(StartTime = 2)); end M;";

static double value(const ModelText *m, const StartPoint *p, const char *name)
{
  return p->value[model_text_var(m, name).i];
}

static void test_values(void **state)
{
  (void)state;
  ModelText *m = model_text_run(text, "lower");
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  StartPoint *p = start_point_make(m->sys, walk, 0, arena);
  assert_true(value(m, p, "r") == 3);
  assert_true(value(m, p, "q") == 4); /* in order of need */
  assert_true(value(m, p, "p") == 8);
  assert_true(value(m, p, "c") == 5);
  assert_true(value(m, p, "u") == 6);
  assert_true(value(m, p, "x") == 8);
  assert_true(p->point.time == 2);
  /* without a start value: generic, not zero, not equal */
  double y = value(m, p, "y"), z = value(m, p, "z");
  assert_true(y >= 0.25 && y <= 1 && z >= 0.25 && z <= 1 && y != z);
  ExprId start = model_text_info(m, "x")->start;
  assert_true(start_point_number(p, walk, start) == 8);
  model_text_free(m);
}

static void test_shaking(void **state)
{
  (void)state;
  ModelText *m = model_text_run(text, "lower");
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  StartPoint *a = start_point_make(m->sys, walk, 1, arena);
  StartPoint *b = start_point_make(m->sys, walk, 2, arena);
  StartPoint *again = start_point_make(m->sys, walk, 1, arena);
  assert_true(value(m, a, "p") == 8); /* parameters stay */
  assert_true(value(m, a, "x") != 8);
  assert_true(fabs(value(m, a, "x") - 8) < 2);
  assert_true(value(m, a, "x") != value(m, b, "x"));
  assert_true(value(m, a, "x") == value(m, again, "x"));
  assert_true(a->point.time != b->point.time);
  model_text_free(m);
}

/* Relations with values of their own, then as the point has them, on both
 * sides of the start. */
static void test_relations(void **state)
{
  (void)state;
  ModelText *m = model_text_run(text, "lower");
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  StartPoint *p[3];
  for (int k = 0; k < 3; k++) {
    p[k] = start_point_make(m->sys, walk, START_FREE_RELATIONS + k, arena);
  }
  assert_non_null(p[0]->point.relation);
  assert_null(p[1]->point.relation);
  assert_null(p[2]->point.relation);
  assert_true(value(m, p[1], "x") > 8);
  assert_true(value(m, p[2], "x") < 8);
  model_text_free(m);
}

/* p0 = p1 + 1, p1 = p2 + 1, ...: each needs all that are declared later. */
static void test_long_parameter_chain(void **state)
{
  (void)state;
  enum { N = 3000 };
  char *model = malloc(N * 60 + 200), *at = model;
  at += sprintf(at, "model M ");
  for (int k = 0; k < N; k++) {
    at += sprintf(at, "parameter Real p%d = p%d + 1;\n", k, k + 1);
  }
  sprintf(at, "parameter Real p%d = 0; Real x = p0; end M;", N);
  ModelText *m = model_text_run(model, "lower");
  assert_true(m->ok);
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  StartPoint *p = start_point_make(m->sys, walk, 0, arena);
  assert_true(value(m, p, "p0") == N);
  model_text_free(m);
  free(model);
}

static void test_values_outside_the_domain(void **state)
{
  (void)state;
  ModelText *m =
      model_text_run("model M parameter Real p = -1; Real x(start = sqrt(p)); "
                     "equation der(x) = 1; end M;",
                     "lower");
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  StartPoint *p = start_point_make(m->sys, walk, 0, arena);
  assert_true(isfinite(value(m, p, "x")));
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_shaking),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_long_parameter_chain),
      cmocka_unit_test(test_values_outside_the_domain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
