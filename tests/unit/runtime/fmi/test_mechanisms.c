/* The table of mechanisms: complete, and each row carves the same memory when it
 * measures and when it assigns. */
#include "test.h"

#include "fmi/mechanisms.h"
#include "hand_model.h"
#include "hand_selection.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const Model *const models[] = {&hand_decay, &hand_switch,
                                      &foucault_model, &hand_swing};

static void test_rows_are_complete(void **state)
{
  (void)state;
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = runtime_mechanisms.row[k];
    assert_non_null(row);
    assert_true(row->size <= PART_MOST);
    assert_true(row->size > 0 || row->save); /* else it does nothing */
    assert_true(row->size > 0 || !row->carve);
    assert_true((row->saved_size != NULL) == (row->save != NULL));
    assert_true((row->save != NULL) == (row->restore != NULL));
    for (int i = 0; i < k; i++) {
      assert_string_not_equal(runtime_mechanisms.row[i]->name, row->name);
    }
  }
}

/* A part as it is before it is carved. */
static void *empty_part(void)
{
  static union {
    double alignment;
    char bytes[PART_MOST];
  } part;
  memset(&part, 0, sizeof part);
  return &part;
}

static void check_row(const Mechanism *row, const Model *model)
{
  Carving c = {{NULL, 0}, {NULL, 0}};
  row->carve(empty_part(), model, &c);
  size_t tables = c.tables.used, arrays = c.arrays.used;
  char *block = calloc(1, tables + arrays + 1);
  assert_non_null(block);
  c = (Carving){{block, 0}, {block + tables, 0}};
  row->carve(empty_part(), model, &c);
  assert_int_equal(c.tables.used, tables);
  assert_int_equal(c.arrays.used, arrays);
  free(block);
}

static void test_measured_is_assigned(void **state)
{
  (void)state;
  for (size_t m = 0; m < sizeof models / sizeof models[0]; m++) {
    for (int k = 0; k < N_PARTS; k++) {
      const Mechanism *row = runtime_mechanisms.row[k];
      if (row->carve) check_row(row, models[m]);
    }
  }
}

/* Each part of an instance lies in its block, in front of the arrays. */
static void test_parts_lie_in_the_block(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_instance(&hand_switch, fmi2ModelExchange, &log);
  for (int k = 0; k < N_PARTS; k++) {
    const char *part = inst->part[k];
    assert_true(part > (const char *)inst && part < inst->arrays);
  }
  assert_true(inst->arrays + inst->arrays_size ==
              (const char *)inst + inst->block_size);
  instance_free(inst);
}

/* Assertions of the runtime are on here: what must not be ends the program. */
static void test_assertions_are_on(void **state)
{
  (void)state;
  int status = 0;
  Carver c = {NULL, 0};
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    fclose(stderr);
    carve(&c, -1, 1);
    _exit(0);
  }
  assert_true(waitpid(child, &status, 0) == child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows_are_complete),
      cmocka_unit_test(test_measured_is_assigned),
      cmocka_unit_test(test_parts_lie_in_the_block),
      cmocka_unit_test(test_assertions_are_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
