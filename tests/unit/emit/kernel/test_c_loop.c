/* test_loop.c: repeated items as loops: even indices, arrays, numbers. */
#include "test.h"

#include "emit/kernel/routine.h"
#include "reduced_fixture.h"

enum { MANY = 40 };

/* Items "f(place, number * x);" */
typedef struct Items {
  Fixture f;
  int place[MANY];
  ExprId value[MANY];
  int n;
} Items;

static void write(ModelText *m, const Routine *r, int begin, int end, FILE *out)
{
  const Items *items = r->context;
  for (int k = begin; k < end; k++) {
    c_expression_prepare(m->c, &items->value[k], 1, out);
    fprintf(out, "  f(%s, ", model_text_index(m, 0, items->place[k]));
    fprintf(out, "%s);\n", c_expression(m->c, items->value[k], C_REAL));
  }
}

static void describe(ModelText *m, const Routine *r, int k, KernelItem *kernel)
{
  const Items *items = r->context;
  (void)m;
  *kernel = (KernelItem){.root = &items->value[k],
                         .place = &items->place[k],
                         .n_roots = 1,
                         .n_places = 1};
}

static Items items_begin(int n)
{
  Items items = {.f = fixture_begin("Items"), .n = n};
  ExprId x = fixture_value(&items.f, fixture_real(&items.f, "x"));
  for (int k = 0; k < n; k++) {
    items.place[k] = 5 + 3 * k;
    items.value[k] = expr_mul(items.f.t, fixture_number(&items.f, 7), x);
  }
  return items;
}

static void expect(Items *items, const char *wanted)
{
  Arena *arena = items->f.s->session_arena;
  ModelText m = {.s = items->f.s,
                 .reduced = items->f.r,
                 .arena = arena,
                 .c = c_expression_create(arena, items->f.r),
                 .kernels = kernels_create(arena, items->f.r),
                 .tables = index_tables_create(arena)};
  Routine r = {.name = "g",
               .values = "ModelValues *v",
               .n_items = items->n,
               .batch = 1,
               .write = write,
               .describe = describe,
               .context = items};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  routine_write(&m, &r, out);
  fclose(out);
  assert_string_equal(text, wanted);
  free(text);
  fixture_end(&items->f);
}

#define HEAD "static void g(ModelValues *v)\n{\n"

static void test_even(void **state)
{
  (void)state;
  Items items = items_begin(20);
  expect(&items, HEAD "  for (int k = 0; k < 20; k++) {\n"
                      "    f(5+3*k, 7.0 * v->real[1]);\n"
                      "  }\n}\n\n");
}

static void test_falling(void **state)
{
  (void)state;
  Items items = items_begin(20);
  for (int k = 0; k < 20; k++) items.place[k] = 100 - k;
  expect(&items, HEAD "  for (int k = 0; k < 20; k++) {\n"
                      "    f(100-k, 7.0 * v->real[1]);\n"
                      "  }\n}\n\n");
}

/* The first does not fit to the others: it is written by itself. */
static void test_uneven_begin(void **state)
{
  (void)state;
  Items items = items_begin(20);
  items.place[0] = 0;
  expect(&items, HEAD "  f(0, 7.0 * v->real[1]);\n"
                      "  for (int k = 0; k < 19; k++) {\n"
                      "    f(8+3*k, 7.0 * v->real[1]);\n"
                      "  }\n}\n\n");
}

static void test_uneven(void **state)
{
  (void)state;
  Items items = items_begin(16);
  for (int k = 0; k < 16; k++) items.place[k] = 10 + k * k;
  expect(&items, "static const int index_0[] = {\n"
                 "  0, 1, 4, 9, 16, 25, 36, 49, 64, 81,\n"
                 "  100, 121, 144, 169, 196, 225,\n};\n\n" HEAD
                 "  for (int k = 0; k < 16; k++) {\n"
                 "    f(10+index_0[k], 7.0 * v->real[1]);\n"
                 "  }\n}\n\n");
}

static void test_numbers(void **state)
{
  (void)state;
  Items items = items_begin(16);
  ExprId x = fixture_value(&items.f, (VarId){0});
  for (int k = 0; k < 16; k++) {
    items.value[k] =
        expr_mul(items.f.t, fixture_number(&items.f, k % 4 + 2.5), x);
  }
  expect(&items, "static const double number_0[] = {\n"
                 "  2.5, 3.5, 4.5, 5.5,\n  2.5, 3.5, 4.5, 5.5,\n"
                 "  2.5, 3.5, 4.5, 5.5,\n  2.5, 3.5, 4.5, 5.5,\n"
                 "};\n\n" HEAD "  for (int k = 0; k < 16; k++) {\n"
                 "    f(5+3*k, number_0[k] * v->real[1]);\n"
                 "  }\n}\n\n");
}

/* Too few for a loop. */
static void test_few(void **state)
{
  (void)state;
  Items items = items_begin(2);
  expect(&items, HEAD "  f(5, 7.0 * v->real[1]);\n"
                      "  f(8, 7.0 * v->real[1]);\n}\n\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_even),         cmocka_unit_test(test_falling),
      cmocka_unit_test(test_uneven_begin), cmocka_unit_test(test_uneven),
      cmocka_unit_test(test_numbers),      cmocka_unit_test(test_few),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
