/* test_model_blocks.c: sequences of blocks as C: assignments, loops and the
 * function that goes through them. */
#include "test.h"

#include "emit/blocks/block_item.h"
#include "emit/model/model_blocks.h"
#include "reduced_fixture.h"

/* Variables x, y, z (Real), n (Integer), b (Boolean). */
typedef struct Bench {
  Fixture f;
  VarId x, y, z, n, b;
  ModelText m;
} Bench;

static int begin(void **state)
{
  static Bench bench;
  Bench *c = &bench;
  c->f = fixture_begin("Blocks");
  Fixture *f = &c->f;
  c->x = fixture_real(f, "x");
  c->y = fixture_real(f, "y");
  c->z = fixture_real(f, "z");
  c->n = fixture_var(f, "n", VAR_INTEGER);
  c->b = fixture_var(f, "b", VAR_BOOLEAN);
  const VarId shown[] = {c->x, c->y, c->z, c->n, c->b};
  for (int k = 0; k < 5; k++) {
    fixture_show(f, shown[k], FMI_LOCAL, FMI_CONTINUOUS, FMI_CALCULATED, 0);
  }
  Arena *arena = f->s->session_arena;
  c->m = (ModelText){.s = f->s,
                     .reduced = f->r,
                     .arena = arena,
                     .c = c_expression_create(arena, f->r),
                     .tables = index_tables_create(arena),
                     .places = place_texts_create(f->s, arena),
                     .walk = walk_create(f->t, arena),
                     .stops = walk_stops_create(arena),
                     .wanted = walk_stops_create(arena)};
  c->m.walk->stops = c->m.stops;
  c_expression_stops(c->m.c, c->m.stops);
  *state = c;
  return 0;
}

static int end(void **state)
{
  fixture_end(&((Bench *)*state)->f);
  return 0;
}

static ExprId value(Bench *c, VarId v)
{
  return fixture_value(&c->f, v);
}

/* Copies what was written to `out` into the session's arena. */
static const char *kept(Bench *c, FILE *out, char **text)
{
  fclose(out);
  const char *copy =
      arena_copy_text(c->f.s->session_arena, *text, strlen(*text));
  free(*text);
  return copy;
}

static const char *written(Bench *c, const BlockSequence *sequence)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  model_blocks_write(&c->m, sequence, "run", "some", out);
  return kept(c, out, &text);
}

static void expect_part(const char *text, const char *part)
{
  if (!strstr(text, part)) fail_msg("no\n%s\nin\n%s", part, text);
}

/* --- assignments --- */

static void test_assignments(void **state)
{
  Bench *c = *state;
  ExprTable *t = c->f.t;
  BlockSequence *q = &c->f.r->continuous;
  ExprId two = fixture_number(&c->f, 2);
  fixture_assign(&c->f, q, c->x, expr_time(t));
  fixture_assign(&c->f, q, c->y, expr_mul(t, two, value(c, c->x)));
  fixture_assign(&c->f, q, c->n, expr_unary(t, EXPR_FLOOR, value(c, c->y)));
  fixture_assign(&c->f, q, c->b,
                 expr_relation(t, EXPR_LT, value(c, c->y), two, -1));
  assert_string_equal(written(c, q),
                      "static int run(ModelValues *v)\n"
                      "{\n"
                      "  v->real[1] = v->real[0]; /* x */\n"
                      "  v->real[2] = 2.0 * v->real[1]; /* y */\n"
                      "  v->integer[0] = to_integer(floor(v->real[2]));"
                      " /* n */\n"
                      "  v->boolean[0] = v->real[2] < 2.0; /* b */\n"
                      "  return 0;\n"
                      "}\n\n");
}

/* A number needs no conversion while the model runs. */
static void test_constant_integer(void **state)
{
  Bench *c = *state;
  BlockSequence *q = &c->f.r->continuous;
  fixture_assign(&c->f, q, c->n, fixture_number(&c->f, -7));
  expect_part(written(c, q), "  v->integer[0] = -7; /* n */\n");
  assert_false(model_blocks_need_integers(&c->m, q));
  fixture_assign(&c->f, q, c->n, value(c, c->x));
  assert_true(model_blocks_need_integers(&c->m, q));
}

static void test_nothing(void **state)
{
  Bench *c = *state;
  assert_string_equal(written(c, &c->f.r->continuous),
                      "static int run(ModelValues *v)\n"
                      "{\n"
                      "  (void)v;\n"
                      "  return 0;\n"
                      "}\n\n");
}

/* What is divided by must not be zero: the function stops there. */
static void test_divisor(void **state)
{
  Bench *c = *state;
  BlockSequence *q = &c->f.r->continuous;
  ExprId x = value(c, c->x), y = value(c, c->y);
  ReducedBlock *b = fixture_assign(&c->f, q, c->z, expr_div(c->f.t, y, x));
  b->divisor = x;
  b->divisor_size = NO_EXPR;
  const char *text = written(c, q);
  expect_part(text, "  if (!isnormal(v->real[1])) return block_divisor(v, "
                    "some_divisor, 0,\n      v->real[1]);\n"
                    "  v->real[3] = v->real[2] / v->real[1]; /* z */\n");
  expect_part(text, "some_divisor[] = {\n  \"z: the factor x\"");
}

/* The line of the model stands above the statement. */
static void test_place(void **state)
{
  Bench *c = *state;
  BlockSequence *q = &c->f.r->continuous;
  static const char source[] = "model Blocks\nequation\n  x = time;\nend M;";
  session_add_source(c->f.s, "some/blocks.mo", source, (int32_t)strlen(source));
  ReducedBlock *b = fixture_assign(&c->f, q, c->x, expr_time(c->f.t));
  int32_t at = (int32_t)(strstr(source, "x = time") - source);
  b->span[0] = (Span){0, at, at + 8};
  expect_part(written(c, q), "{\n  /* blocks.mo:3: x = time */\n"
                             "  v->real[1] = v->real[0]; /* x */\n");
}

/* --- loops --- */

/* y + z = x and y*z = 2, for y and z. */
static ReducedBlock *add_loop(Bench *c, BlockSequence *q)
{
  Fixture *f = &c->f;
  ExprTable *t = f->t;
  ExprId x = value(c, c->x), y = value(c, c->y), z = value(c, c->z);
  ExprId one = fixture_number(f, 1), two = fixture_number(f, 2);
  ReducedBlock *b = fixture_block(f, q, 2);
  b->kind = BLOCK_SOLVE;
  b->how = fixture_array(f, 1, sizeof *b->how);
  b->unknown[0] = c->y;
  b->unknown[1] = c->z;
  b->residual[0] = expr_sub(t, expr_add(t, y, z), x);
  b->residual[1] = expr_sub(t, expr_mul(t, y, z), two);
  const JacobianEntry entry[] = {
      {0, 0, one}, {1, 0, z}, {0, 1, one}, {1, 1, y}};
  b->entry = fixture_array(f, 4, sizeof entry[0]);
  memcpy(b->entry, entry, sizeof entry);
  b->n_entries = 4;
  return b;
}

static void test_loop(void **state)
{
  Bench *c = *state;
  BlockSequence *q = &c->f.r->continuous;
  fixture_assign(&c->f, q, c->x, expr_time(c->f.t));
  add_loop(c, q);
  const char *text = written(c, q);
  expect_part(text, " * for\n *     y\n *     z\n */\n");
  expect_part(text,
              "static void some_0_residual(ModelValues *v, double *residual)\n"
              "{\n"
              "  residual[0] = v->real[2] + v->real[3] - v->real[1];\n"
              "  residual[1] = v->real[2] * v->real[3] - 2.0;\n"
              "}\n");
  expect_part(text,
              "static void some_0_jacobian(ModelValues *v, double *value)\n"
              "{\n"
              "  value[0] = 1.0; /* residual[0] by y */\n"
              "  value[1] = v->real[3]; /* residual[1] by y */\n"
              "  value[2] = 1.0; /* residual[0] by z */\n"
              "  value[3] = v->real[2]; /* residual[1] by z */\n"
              "}\n");
  expect_part(text, "some_0_column_start[] = {0, 2, 4};\n");
  expect_part(text, "some_0_row[] = {0, 1, 0, 1};\n");
  expect_part(text, "static const Block some_block[] = {\n  {.number = 0,\n");
  expect_part(text, "  v->real[1] = v->real[0]; /* x */\n"
                    "  if (block_solve(v, &v->some_block[0])) return 1;\n"
                    "  return 0;\n");
}

/* z is torn: y follows from it. */
static void test_torn(void **state)
{
  Bench *c = *state;
  BlockSequence *q = &c->f.r->continuous;
  ReducedBlock *b = add_loop(c, q);
  static int torn[] = {1}, inner[] = {0};
  ExprId *inner_value = fixture_array(&c->f, 1, sizeof inner_value[0]);
  inner_value[0] = expr_sub(c->f.t, value(c, c->x), value(c, c->z));
  b->how->torn = torn;
  b->how->n_torn = 1;
  b->how->inner = inner;
  b->how->inner_value = inner_value;
  b->how->n_inner = 1;
  const char *text = written(c, q);
  expect_part(text, "static void some_0_inner(ModelValues *v)\n"
                    "{\n"
                    "  v->real[2] = v->real[1] - v->real[3]; /* y */\n"
                    "}\n");
  expect_part(text, "some_0_torn[] = {1};\n");
}

/* A loop that the initial system has too is written once. */
static void test_same_as_initial(void **state)
{
  Bench *c = *state;
  ReducedSystem *r = c->f.r;
  const ReducedBlock *first = add_loop(c, &r->initial);
  ReducedBlock *again = add_loop(c, &r->continuous);
  again->unknown = first->unknown;
  again->residual = first->residual;
  model_blocks_number_initial(&c->m);
  expect_part(written(c, &r->initial), "some_0_residual(ModelValues *v, ");
  const char *text = written(c, &r->continuous);
  assert_null(strstr(text, "some_0_residual"));
  expect_part(text, "   .residual = initial_0_residual,\n"
                    "   .jacobian = initial_0_jacobian,\n");
  assert_non_null(strstr(text, "some_0_tangent"));
}

/* Assignments have no number among the loops. */
static void test_numbers(void **state)
{
  Bench *c = *state;
  BlockSequence *q = &c->f.r->continuous;
  add_loop(c, q);
  fixture_assign(&c->f, q, c->x, expr_time(c->f.t));
  add_loop(c, q);
  int n_loops;
  const int *number = block_item_numbers(&c->m, q, &n_loops);
  assert_int_equal(n_loops, 2);
  assert_int_equal(number[0], 0);
  assert_int_equal(number[1], -1);
  assert_int_equal(number[2], 1);
}

/* A second function goes through some of the blocks, by the loops of the
 * first. */
static void test_kept(void **state)
{
  Bench *c = *state;
  BlockSequence *q = &c->f.r->continuous;
  fixture_assign(&c->f, q, c->x, expr_time(c->f.t));
  add_loop(c, q);
  fixture_assign(&c->f, q, c->n, value(c, c->y));
  const bool keeps[] = {false, true, true};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  model_blocks_write_kept(&c->m, q, keeps, "some_of_it", "some", out);
  assert_string_equal(kept(c, out, &text),
                      "static int some_of_it(ModelValues *v)\n"
                      "{\n"
                      "  if (block_solve(v, &v->some_block[0])) return 1;\n"
                      "  v->integer[0] = to_integer(v->real[2]); /* n */\n"
                      "  return 0;\n"
                      "}\n\n");
}

/* Rows that nobody solves have residuals alone. */
static void test_rows(void **state)
{
  Bench *c = *state;
  ReducedBlock *b = add_loop(c, &c->f.r->continuous);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  model_blocks_write_rows(&c->m, b, "rows", out);
  const char *copy = kept(c, out, &text);
  expect_part(copy, "static void rows_residual(ModelValues *v, "
                    "double *residual)\n");
  expect_part(copy, "static void rows_tangent(ModelValues *v, Tangent *t)\n");
  assert_null(strstr(copy, "jacobian"));
  assert_null(strstr(copy, "block_solve"));
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)
  const struct CMUnitTest tests[] = {
      TEST(test_assignments), TEST(test_constant_integer),
      TEST(test_nothing),     TEST(test_divisor),
      TEST(test_place),       TEST(test_loop),
      TEST(test_torn),        TEST(test_same_as_initial),
      TEST(test_numbers),     TEST(test_kept),
      TEST(test_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
