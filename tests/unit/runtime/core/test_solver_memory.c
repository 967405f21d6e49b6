/* Solver memory: pieces, copies, and the heap when no instance is at work. */
#include "test.h"

#include "core/solver_memory.h"

static void test_pieces_are_zeroed_and_apart(void **state)
{
  (void)state;
  SolverMemory *m = solver_memory_create();
  SolverMemory *before = solver_memory_use(m);
  char *piece[100];
  for (int k = 0; k < 100; k++) {
    size_t size = (size_t)(k * 37 % 5000);
    piece[k] = foucault_solver_malloc(size + 1);
    assert_non_null(piece[k]);
    assert_int_equal((uintptr_t)piece[k] % 16, 0);
    for (size_t i = 0; i <= size; i++) assert_int_equal(piece[k][i], 0);
    memset(piece[k], k + 1, size + 1);
  }
  for (int k = 0; k < 100; k++) {
    size_t size = (size_t)(k * 37 % 5000);
    for (size_t i = 0; i <= size; i++) assert_int_equal(piece[k][i], k + 1);
  }
  assert_ptr_equal(solver_memory_use(before), m);
  solver_memory_free(m);
}

static void test_copies(void **state)
{
  (void)state;
  SolverMemory *m = solver_memory_create();
  SolverMemory *before = solver_memory_use(m);
  int *a = foucault_solver_calloc(1000, sizeof *a);
  int *b = foucault_solver_calloc(9000, sizeof *b); /* another chunk */
  for (int k = 0; k < 1000; k++) a[k] = b[8 * k] = k;
  size_t size = solver_memory_size(m);
  char *bytes = malloc(size);
  assert_non_null(bytes);
  solver_memory_copy_out(m, bytes);
  memset(a, 7, 1000 * sizeof *a);
  memset(b, 7, 9000 * sizeof *b);
  solver_memory_copy_in(m, bytes);
  for (int k = 0; k < 1000; k++) {
    assert_int_equal(a[k], k);
    assert_int_equal(b[8 * k], k);
  }
  free(bytes);
  solver_memory_use(before);
  solver_memory_free(m);
}

/* What is given back is used again, and a copy knows what was free. */
static void test_pieces_given_back(void **state)
{
  (void)state;
  SolverMemory *m = solver_memory_create();
  SolverMemory *before = solver_memory_use(m);
  char *a = foucault_solver_malloc(1000);
  char *b = foucault_solver_malloc(1000);
  memset(a, 5, 1000);
  foucault_solver_free(a);
  size_t size = solver_memory_size(m);
  char *bytes = malloc(size);
  assert_non_null(bytes);
  solver_memory_copy_out(m, bytes);

  char *c = foucault_solver_calloc(1, 900);
  assert_ptr_equal(c, a);
  for (int k = 0; k < 900; k++) assert_int_equal(c[k], 0);
  foucault_solver_free(c);
  assert_ptr_not_equal(foucault_solver_malloc(100), a); /* too good for it */
  assert_non_null(foucault_solver_malloc(100000));      /* another chunk */
  foucault_solver_free(b);

  solver_memory_copy_in(m, bytes);
  assert_int_equal(solver_memory_size(m), size + sizeof(SolverChunk));
  assert_ptr_equal(foucault_solver_malloc(1000), a);
  assert_ptr_not_equal(foucault_solver_malloc(1000), b);
  free(bytes);
  solver_memory_use(before);
  solver_memory_free(m);
}

/* Factors made again for ever must not take more and more. */
static void test_memory_does_not_grow(void **state)
{
  (void)state;
  SolverMemory *m = solver_memory_create();
  SolverMemory *before = solver_memory_use(m);
  size_t size = 0;
  for (int round = 0; round < 100; round++) {
    void *piece[20];
    for (int k = 0; k < 20; k++)
      piece[k] = foucault_solver_malloc((size_t)(40 * k + 1));
    for (int k = 0; k < 20; k++) foucault_solver_free(piece[k]);
    if (round == 2) size = solver_memory_size(m);
  }
  assert_int_equal(solver_memory_size(m), size);
  solver_memory_use(before);
  solver_memory_free(m);
}

static void test_realloc_keeps_what_was_there(void **state)
{
  (void)state;
  SolverMemory *m = solver_memory_create();
  for (int in_use = 0; in_use < 2; in_use++) {
    SolverMemory *before = solver_memory_use(in_use ? m : NULL);
    char *text = foucault_solver_realloc(NULL, 4);
    assert_non_null(text);
    memcpy(text, "abc", 4);
    text = foucault_solver_realloc(text, 20000);
    assert_string_equal(text, "abc");
    foucault_solver_free(text);
    foucault_solver_free(NULL);
    solver_memory_use(before);
  }
  solver_memory_free(m);
}

/* A part lies where it lies in another memory, whatever was there before. */
static void test_parts(void **state)
{
  (void)state;
  SolverMemory *m[2] = {solver_memory_create(), solver_memory_create()};
  size_t part[2][2], at[2][2], none;
  for (int k = 0; k < 2; k++) {
    SolverMemory *before = solver_memory_use(m[k]);
    if (k == 1) foucault_solver_free(foucault_solver_malloc(100));
    for (int i = 0; i < 2; i++) {
      assert_true(solver_memory_open_part(m[k], 50000));
      char *first = foucault_solver_malloc(100);
      char *last = first;
      for (int n = 0; n < 300; n++) last = foucault_solver_malloc(100);
      assert_true(last > first && last - first < 50000); /* one chunk */
      solver_memory_close_part(m[k]);
      assert_true(solver_memory_place(m[k], last, &part[k][i], &at[k][i]));
      if (k == 1) assert_non_null(foucault_solver_malloc(30000));
    }
    char *late = foucault_solver_malloc(60000);
    assert_false(solver_memory_place(m[k], late, &none, &none));
    solver_memory_use(before);
  }
  assert_int_equal(part[0][0], 1);
  assert_int_equal(part[0][1], 2);
  assert_memory_equal(part[0], part[1], sizeof part[0]);
  assert_memory_equal(at[0], at[1], sizeof at[0]);
  solver_memory_free(m[0]);
  solver_memory_free(m[1]);
}

/* A run that is repeated from a copy takes the chunks of the first time. */
static void test_repeated_runs_do_not_grow(void **state)
{
  (void)state;
  SolverMemory *m = solver_memory_create();
  SolverMemory *before = solver_memory_use(m);
  assert_true(solver_memory_open_part(m, 100));
  assert_non_null(foucault_solver_malloc(100));
  solver_memory_close_part(m);
  char *bytes = malloc(solver_memory_size(m));
  assert_non_null(bytes);
  solver_memory_copy_out(m, bytes);
  size_t size = 0, part, at;
  for (int round = 0; round < 10; round++) {
    assert_non_null(foucault_solver_malloc(9000));
    assert_true(solver_memory_open_part(m, 20000));
    char *piece = foucault_solver_malloc(15000);
    solver_memory_close_part(m);
    assert_true(solver_memory_place(m, piece, &part, &at));
    assert_int_equal(part, 2);
    assert_int_equal(at, SOLVER_PIECE_HEAD);
    assert_non_null(foucault_solver_malloc(9000));
    if (round == 0) size = solver_memory_size(m);
    assert_int_equal(solver_memory_size(m), size);
    solver_memory_copy_in(m, bytes);
  }
  free(bytes);
  solver_memory_use(before);
  solver_memory_free(m);
}

static void test_sizes_that_overflow(void **state)
{
  (void)state;
  assert_null(foucault_solver_malloc(SIZE_MAX - 3));
  assert_null(foucault_solver_calloc(SIZE_MAX / 4, 8));
}

/* What is in a copy, and what is in a part. */
static void test_places(void **state)
{
  (void)state;
  SolverMemory *a = solver_memory_create(), *b = solver_memory_create();
  SolverMemory *before = solver_memory_use(a);
  assert_true(solver_memory_open_part(a, 1000));
  int *small = foucault_solver_numbers(10, sizeof *small);
  int *large =
      foucault_solver_calloc(9000, sizeof(int)); /* more than it said */
  solver_memory_close_part(a);
  char *copy = malloc(solver_memory_size(a));
  solver_memory_copy_out(a, copy);
  const char *content; /* the oldest chunk comes last */
  assert_int_equal(solver_memory_count(copy), 2);
  SolverChunk oldest = solver_memory_chunk(copy, 1, &content);
  bool holds_numbers;
  assert_int_equal(solver_memory_piece(content, &holds_numbers), 48);
  assert_true(holds_numbers);
  assert_ptr_equal(oldest.bytes + SOLVER_PIECE_HEAD, (char *)small);

  size_t part, at;
  assert_true(solver_memory_place(a, small + 3, &part, &at));
  assert_int_equal(part, 1);
  assert_int_equal(oldest.part, 1);
  assert_int_equal(at, SOLVER_PIECE_HEAD + 3 * sizeof *small);
  assert_true(solver_memory_place(a, large, &part, &at));
  assert_int_equal(part, 2);
  assert_int_equal(at, SOLVER_PIECE_HEAD);
  assert_non_null(foucault_solver_calloc(9000, sizeof(int)));
  assert_true(solver_memory_place(a, large, &part, &at));
  assert_int_equal(part, 2);
  assert_false(solver_memory_place(b, small, &part, &at));
  assert_false(solver_memory_place(a, &part, &part, &at));
  free(copy);
  solver_memory_use(before);
  solver_memory_free(a);
  solver_memory_free(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pieces_are_zeroed_and_apart),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_pieces_given_back),
      cmocka_unit_test(test_memory_does_not_grow),
      cmocka_unit_test(test_realloc_keeps_what_was_there),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_repeated_runs_do_not_grow),
      cmocka_unit_test(test_sizes_that_overflow),
      cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
