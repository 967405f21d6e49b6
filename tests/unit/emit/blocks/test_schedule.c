/* test_schedule.c: equal blocks stand together, values stay the same. */
#include "test.h"

#include "emit/blocks/schedule.h"
#include "reduced_fixture.h"

enum { N = 20 };

/* x[k] given; a[k] and b[k] are computed. */
typedef struct Cells {
  Fixture f;
  VarId x[N], a[N], b[N];
  ModelText m;
} Cells;

static Cells cells_begin(void)
{
  Cells c = {.f = fixture_begin("Cells")};
  for (int k = 0; k < N; k++) c.x[k] = fixture_real(&c.f, "x");
  for (int k = 0; k < N; k++) c.a[k] = fixture_real(&c.f, "a");
  for (int k = 0; k < N; k++) c.b[k] = fixture_real(&c.f, "b");
  return c;
}

static const int *order_of(Cells *c)
{
  Arena *arena = c->f.s->session_arena;
  c->m = (ModelText){.s = c->f.s,
                     .reduced = c->f.r,
                     .arena = arena,
                     .kernels = kernels_create(arena, c->f.r)};
  return schedule_blocks(&c->m, &c->f.r->continuous);
}

static ExprId value(Cells *c, VarId v)
{
  return fixture_value(&c->f, v);
}

static void assign(Cells *c, VarId v, ExprId e)
{
  fixture_assign(&c->f, &c->f.r->continuous, v, e);
}

static ExprId sine(Cells *c, VarId v)
{
  return expr_unary(c->f.t, EXPR_SIN, value(c, v));
}

/* a1 b1 a2 b2 ... becomes a1 a2 ... b1 b2 ... */
static void test_cells_become_rows(void **state)
{
  (void)state;
  Cells c = cells_begin();
  for (int k = 0; k < N; k++) {
    assign(&c, c.a[k], sine(&c, c.x[k]));
    assign(&c, c.b[k], expr_neg(c.f.t, value(&c, c.a[k])));
  }
  const int *order = order_of(&c);
  for (int k = 0; k < N; k++) {
    assert_int_equal(order[k], 2 * k);
    assert_int_equal(order[N + k], 2 * k + 1);
  }
  assert_ptr_equal(order, schedule_blocks(&c.m, &c.f.r->continuous));
  fixture_end(&c.f);
}

/* Each cell needs the one before it: nothing can be moved. */
static void test_chain_stays(void **state)
{
  (void)state;
  Cells c = cells_begin();
  for (int k = 0; k < N; k++) {
    assign(&c, c.a[k], sine(&c, k > 0 ? c.b[k - 1] : c.x[0]));
    assign(&c, c.b[k], expr_neg(c.f.t, value(&c, c.a[k])));
  }
  const int *order = order_of(&c);
  for (int k = 0; k < 2 * N; k++) assert_int_equal(order[k], k);
  fixture_end(&c.f);
}

/* A chain of one kernel that was torn apart comes together, in order. */
static void test_chain_of_one_kernel(void **state)
{
  (void)state;
  Cells c = cells_begin();
  for (int k = 0; k < N; k++) {
    assign(&c, c.a[k], sine(&c, k > 0 ? c.a[k - 1] : c.x[0]));
    assign(&c, c.b[k], expr_neg(c.f.t, value(&c, c.a[k])));
  }
  const int *order = order_of(&c);
  for (int k = 0; k < N; k++) {
    assert_int_equal(order[k], 2 * k);
    assert_int_equal(order[N + k], 2 * k + 1);
  }
  fixture_end(&c.f);
}

/* A value that is read before it is computed again stays the old one. */
static void test_reads_before_writes(void **state)
{
  (void)state;
  Cells c = cells_begin();
  assign(&c, c.b[0], expr_neg(c.f.t, value(&c, c.a[N - 1])));
  for (int k = 0; k < N; k++) assign(&c, c.a[k], sine(&c, c.x[k]));
  assign(&c, c.b[1], expr_neg(c.f.t, value(&c, c.a[0])));
  const int *order = order_of(&c);
  for (int k = 0; k < N + 2; k++) assert_int_equal(order[k], k);
  fixture_end(&c.f);
}

static void test_few_stay(void **state)
{
  (void)state;
  Cells c = cells_begin();
  for (int k = 0; k < 15; k++) { /* less than REPEAT_COUNT */
    assign(&c, c.a[k], sine(&c, c.x[k]));
    assign(&c, c.b[k], expr_neg(c.f.t, value(&c, c.a[k])));
  }
  const int *order = order_of(&c);
  for (int k = 0; k < 30; k++) assert_int_equal(order[k], k);
  fixture_end(&c.f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cells_become_rows),
      cmocka_unit_test(test_chain_stays),
      cmocka_unit_test(test_chain_of_one_kernel),
      cmocka_unit_test(test_reads_before_writes),
      cmocka_unit_test(test_few_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
