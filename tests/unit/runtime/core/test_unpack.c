/* test_unpack.c: a model whose tables are packed. */
#include "test.h"

#include "core/unpack.h"

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

static bool is_short;

void *__wrap_malloc(size_t size)
{
  return is_short ? NULL : __real_malloc(size);
}

static const int rising[] = {PACKED_TABLE, 2, 3, 4, -100, 1};
static const double ones[] = {-100, 1};
static const int plain[] = {8, 9};
static const Block block[] = {{.number = 0,
                               .n = 2,
                               .n_columns = 2,
                               .unknown = plain,
                               .column_start = plain},
                              {.number = 1,
                               .n = 4,
                               .n_columns = 4,
                               .n_nonzeros = 5,
                               .n_torn = 2,
                               .unknown = rising,
                               .nominal = ones,
                               .column_start = rising,
                               .row = rising,
                               .order = rising,
                               .pivot_row = rising,
                               .torn = rising}};
static const Block *const level[] = {&block[1]};
static const SelectionSet set[] = {
    {.n_columns = 4, .n_levels = 1, .level = level, .top = rising}};
static const JacobianPattern jacobian = {.n = 3,
                                         .n_nonzeros = 6,
                                         .n_colors = 2,
                                         .column_start = rising,
                                         .row = rising,
                                         .color_start = rising,
                                         .column = rising};

static void assert_rising(const int *table, int n)
{
  assert_ptr_not_equal(table, rising);
  for (int k = 0; k < n; k++) assert_int_equal(table[k], 3 + k);
}

static void test_nothing_packed(void **state)
{
  (void)state;
  Model model = {.n_states = 2,
                 .state = plain,
                 .n_blocks = 1,
                 .block = block,
                 .n_initial_blocks = 1,
                 .initial_block = block};
  UnpackedModel made;
  assert_true(unpack_model(&model, &made));
  assert_ptr_equal(made.model, &model);
  assert_null(made.memory);
}

static void test_states(void **state)
{
  (void)state;
  Model model = {.n_real = 77,
                 .n_states = 5,
                 .state = rising,
                 .derivative = rising,
                 .shown_state = plain,
                 .shown_derivative = rising,
                 .state_nominal = ones,
                 .jacobian = &jacobian};
  UnpackedModel made;
  assert_true(unpack_model(&model, &made));
  const Model *m = made.model;
  assert_int_equal(m->n_real, 77);
  assert_rising(m->state, 5);
  assert_rising(m->derivative, 5);
  assert_rising(m->shown_derivative, 5);
  assert_ptr_equal(m->shown_state, plain);
  assert_true(m->state_nominal[4] == 1);
  assert_rising(m->jacobian->column_start, 4);
  assert_rising(m->jacobian->row, 6);
  assert_rising(m->jacobian->color_start, 3);
  assert_rising(m->jacobian->column, 3);
  free(made.memory);
}

static void check_blocks(const Block *made)
{
  assert_int_equal(made[0].number, 0);
  assert_ptr_equal(made[0].unknown, plain);
  assert_int_equal(made[1].number, 1);
  assert_rising(made[1].unknown, 4);
  assert_rising(made[1].column_start, 5);
  assert_rising(made[1].row, 5);
  assert_rising(made[1].order, 4);
  assert_rising(made[1].pivot_row, 4);
  assert_rising(made[1].torn, 2);
  assert_true(made[1].nominal[3] == 1);
}

/* The levels of selection sets are blocks of the model that is made. */
static void test_blocks(void **state)
{
  (void)state;
  Model model = {.n_parameter_blocks = 2,
                 .parameter_block = block,
                 .n_initial_blocks = 2,
                 .initial_block = block,
                 .n_blocks = 2,
                 .block = block,
                 .n_sets = 1,
                 .set = set};
  UnpackedModel made;
  assert_true(unpack_model(&model, &made));
  check_blocks(made.model->parameter_block);
  check_blocks(made.model->initial_block);
  check_blocks(made.model->block);
  assert_rising(made.model->set[0].top, 4);
  assert_ptr_equal(made.model->set[0].level[0], &made.model->block[1]);
  free(made.memory);
}

/* Three blocks with every second number, and one between them. */
static const int four[] = {PACKED_TABLE, 2, 3, 4, -4, 1};
static const double literal[] = {0.5, 1.5, 2.5};
static const char *const text[] = {"a", "b"};
static const int text_of[] = {0, 1};
static const Block twins[] = {{.number = 1,
                               .store = 2,
                               .n = 2,
                               .n_columns = 2,
                               .n_twins = 2,
                               .twin_step = 2,
                               .unknown = four,
                               .n_references = 1,
                               .reference = four,
                               .n_literals = 1,
                               .literal = literal,
                               .text = text,
                               .text_of = text_of},
                              {.number = 2, .store = 3, .unknown = plain},
                              {.number = 4, .store = 5, .unknown = plain},
                              {.number = 0, .store = 1, .unknown = plain}};

static void test_twins(void **state)
{
  (void)state;
  static const Block *const last[] = {&twins[2]};
  static const SelectionSet sets[] = {
      {.n_columns = 2, .n_levels = 1, .level = last, .top = plain}};
  Model model = {.n_blocks = 6, .block = twins, .n_sets = 1, .set = sets};
  UnpackedModel made;
  assert_true(unpack_model(&model, &made));
  const Block *b = made.model->block;
  for (int k = 0; k < 6; k++) {
    assert_int_equal(b[k].number, k);
    assert_int_equal(b[k].store, k + 1);
    assert_int_equal(b[k].n_twins, 0);
    if (k % 2 == 0) assert_ptr_equal(b[k].unknown, plain);
    if (k % 2 == 0) continue;
    assert_int_equal(b[k].unknown[0], 3 + k - 1);
    assert_int_equal(b[k].unknown[1], 4 + k - 1);
    assert_int_equal(b[k].reference[0], 3 + k / 2);
    assert_true(b[k].literal[0] == 0.5 + k / 2);
    assert_string_equal(b[k].equation[0], "a");
    assert_string_equal(b[k].equation[1], "b");
  }
  assert_ptr_equal(made.model->set[0].level[0], &b[4]);
  free(made.memory);
}

/* Numbers that all have, and blocks of initialization, which have no store. */
static void test_twins_share(void **state)
{
  (void)state;
  Block entry = twins[0];
  entry.number = entry.store = 0;
  entry.twin_step = 1;
  entry.n_literals = 0;
  Model model = {.n_initial_blocks = 3, .initial_block = &entry};
  UnpackedModel made;
  assert_true(unpack_model(&model, &made));
  const Block *b = made.model->initial_block;
  assert_int_equal(b[2].number, 2);
  assert_int_equal(b[2].store, 0);
  assert_ptr_equal(b[2].literal, literal);
  assert_int_equal(b[2].unknown[1], 8);
  free(made.memory);
}

static void test_memory_is_short(void **state)
{
  (void)state;
  Model model = {.n_states = 5, .state = rising};
  UnpackedModel made;
  is_short = true;
  bool is_made = unpack_model(&model, &made);
  is_short = false;
  assert_false(is_made);
  assert_null(made.memory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_packed),
      cmocka_unit_test(test_states),
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_twins),
      cmocka_unit_test(test_twins_share),
      cmocka_unit_test(test_memory_is_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
