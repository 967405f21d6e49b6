/* test_block_twin.c: loops of the same kernel and what they share. */
#include "test.h"

#include "emit/blocks/block_twin.h"
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
                     .kernels = kernels_create(arena, c->f.r)};
}

/* Factor 2 in the first cell is the number of the exponent and the Jacobian:
 * another kernel than the rest. */
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
  AlgebraicLoop loop = {
      .block = &b[3], .name = "b3", .leader = "b1", .first = &b[1]};
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
  AlgebraicLoop loop = {
      .block = &b[3], .name = "b3", .leader = "b4", .first = &b[3]};
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

/* The tables of a run hold what all its loops read. */
static void test_run(void **state)
{
  (void)state;
  Cells c = cells_begin(N);
  cells_write(&c);
  const ReducedBlock *b = c.f.r->continuous.block;
  const ReducedBlock *member[] = {&b[1], &b[2], &b[3]};
  BlockRun run = {.block = member, .n = 3, .step = 1};
  AlgebraicLoop loop = {
      .block = &b[1], .name = "b1", .leader = "b1", .run = &run};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  block_twin_write_tables(&c.m, &loop, out);
  block_twin_write_members(&c.m, &loop, out);
  fclose(out);
  assert_string_equal(
      text, "static const int b1_reference[] = {2, 22, 3, 23, 4, 24};\n"
            "static const double b1_literal[] = {\n"
            "  2.0, 3.0, 2.0, 4.0, 2.0, 5.0,\n};\n"
            "   .n_references = 2,\n"
            "   .n_literals = 2,\n"
            "   .reference = b1_reference,\n"
            "   .literal = b1_literal,\n");
  free(text);
  fixture_end(&c.f);
}

/* Numbers that are all the leader's are written once. */
static void test_run_of_equal_numbers(void **state)
{
  (void)state;
  Cells c = cells_begin(N);
  cells_write(&c);
  const ReducedBlock *b = c.f.r->continuous.block;
  const ReducedBlock *member[] = {&b[2], &b[2]};
  BlockRun run = {.block = member, .n = 2, .step = 1};
  AlgebraicLoop loop = {
      .block = &b[2], .name = "b2", .leader = "b2", .run = &run};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  block_twin_write_tables(&c.m, &loop, out);
  assert_int_equal(run.n_references, 2);
  assert_int_equal(run.n_literals, 0);
  loop.first = &b[2]; /* of which it is not the first run */
  loop.name = "b9";
  block_twin_write_tables(&c.m, &loop, out);
  block_twin_write_members(&c.m, &loop, out);
  fclose(out);
  assert_string_equal(text,
                      "static const int b2_reference[] = {3, 23, 3, 23};\n"
                      "static const double b2_literal[] = {\n"
                      "  2.0, 4.0,\n};\n"
                      "static const int b9_reference[] = {3, 23, 3, 23};\n"
                      "   .n_references = 2,\n"
                      "   .reference = b9_reference,\n"
                      "   .literal = b2_literal,\n");
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
      cmocka_unit_test(test_run),
      cmocka_unit_test(test_run_of_equal_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
