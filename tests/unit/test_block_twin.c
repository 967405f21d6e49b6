/* test_block_twin.c: loops of the same shape and what they share. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "emit/block_twin.h"
#include "reduced_fixture.h"

enum { N = 20 };

/* x[k]^2 + (2 + k)*p[k] = 0, one unknown each */
typedef struct Cells {
  Fixture f;
  VarId x[N], p[N];
  ModelText m;
} Cells;

static void add_cell(Cells *c, int k)
{
  ExprTable *t = c->f.t;
  ExprId x = fixture_value(&c->f, c->x[k]), p = fixture_value(&c->f, c->p[k]);
  ExprId two = fixture_number(&c->f, 2), factor = fixture_number(&c->f, 2 + k);
  ReducedBlock *b = fixture_block(&c->f, &c->f.r->continuous, 1);
  b->kind = BLOCK_SOLVE;
  b->how = fixture_array(&c->f, 1, sizeof *b->how);
  b->unknown[0] = c->x[k];
  b->residual[0] = expr_add(t, expr_pow(t, x, two), expr_mul(t, factor, p));
  b->entry = fixture_array(&c->f, 1, sizeof b->entry[0]);
  b->entry[0] = (JacobianEntry){0, 0, expr_mul(t, two, x)};
  b->n_entries = 1;
}

static Cells cells_begin(int n)
{
  Cells c = {.f = fixture_begin("Cells")};
  for (int k = 0; k < N; k++) c.x[k] = fixture_real(&c.f, "x");
  for (int k = 0; k < N; k++) c.p[k] = fixture_real(&c.f, "p");
  for (int k = 0; k < n; k++) add_cell(&c, k);
  return c;
}

static void cells_write(Cells *c)
{
  Arena *arena = c->f.s->session_arena;
  c->m = (ModelText){.s = c->f.s,
                     .reduced = c->f.r,
                     .arena = arena,
                     .c = c_expression_create(arena, c->f.r),
                     .shapes = shapes_create(arena, c->f.r)};
}

/* Factor 2 in the first cell is the number of the exponent and the Jacobian:
 * another shape than the rest. */
static void test_leaders(void **state)
{
  (void)state;
  Cells c = cells_begin(N);
  cells_write(&c);
  const int *leader = block_twin_leaders(&c.m, &c.f.r->continuous);
  assert_int_equal(leader[0], -1);
  for (int k = 1; k < N; k++) assert_int_equal(leader[k], 1);
  fixture_end(&c.f);
}

static void test_few_have_no_leader(void **state)
{
  (void)state;
  Cells c = cells_begin(16); /* 15 but for the first */
  cells_write(&c);
  const int *leader = block_twin_leaders(&c.m, &c.f.r->continuous);
  for (int k = 0; k < 16; k++) assert_int_equal(leader[k], -1);
  fixture_end(&c.f);
}

static void test_text_and_tables(void **state)
{
  (void)state;
  Cells c = cells_begin(N);
  cells_write(&c);
  const ReducedBlock *b = c.f.r->continuous.block;
  assert_null(block_twin_slot(&c.m, c.x[1]));
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  block_twin_enter(&c.m, &b[1]);
  c_expression_function(c.m.c, out);
  c_expression_prepare(c.m.c, b[1].residual, 1, out);
  assert_string_equal(c_expression(c.m.c, b[1].residual[0], C_REAL),
                      "v->real[v->block->reference[0]] * "
                      "v->real[v->block->reference[0]] + "
                      "v->block->literal[1] * "
                      "v->real[v->block->reference[1]]");
  assert_string_equal(block_twin_slot(&c.m, c.x[1]), "v->block->reference[0]");
  block_twin_leave(&c.m);
  Loop loop = {.block = &b[3], .name = "b3", .leader = "b1", .first = &b[1]};
  block_twin_write_tables(&c.m, &loop, out);
  block_twin_write_members(&c.m, &loop, out);
  fclose(out);
  assert_string_equal(text, "static const int b3_reference[] = {4, 24};\n"
                            "static const double b3_literal[] = {\n"
                            "  2.0, 5.0,\n};\n"
                            "   .reference = b3_reference,\n"
                            "   .literal = b3_literal,\n");
  free(text);
  fixture_end(&c.f);
}

/* Numbers that the leader has as well are the leader's. */
static void test_shared_numbers(void **state)
{
  (void)state;
  Cells c = cells_begin(N);
  cells_write(&c);
  const ReducedBlock *b = c.f.r->continuous.block;
  Loop loop = {.block = &b[3], .name = "b3", .leader = "b4", .first = &b[3]};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  block_twin_write_tables(&c.m, &loop, out);
  block_twin_write_members(&c.m, &loop, out);
  fclose(out);
  assert_string_equal(text, "static const int b3_reference[] = {4, 24};\n"
                            "   .reference = b3_reference,\n"
                            "   .literal = b4_literal,\n");
  free(text);
  fixture_end(&c.f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_leaders),
      cmocka_unit_test(test_few_have_no_leader),
      cmocka_unit_test(test_text_and_tables),
      cmocka_unit_test(test_shared_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
