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

static void test_reserved_memory_is_there(void **state)
{
  (void)state;
  SolverMemory *m = solver_memory_create();
  assert_true(solver_memory_reserve(m, 50000));
  SolverMemory *before = solver_memory_use(m);
  char *first = foucault_solver_malloc(100);
  char *last = first;
  for (int k = 0; k < 300; k++) last = foucault_solver_malloc(100);
  assert_true(last > first && last - first < 50000); /* one chunk */
  solver_memory_use(before);
  solver_memory_free(m);
}

static void test_sizes_that_overflow(void **state)
{
  (void)state;
  assert_null(foucault_solver_malloc(SIZE_MAX - 3));
  assert_null(foucault_solver_calloc(SIZE_MAX / 4, 8));
}

/* The same requests lie in the same places; later ones change nothing there. */
static void test_places(void **state)
{
  (void)state;
  SolverMemory *a = solver_memory_create(), *b = solver_memory_create();
  SolverMemory *before = solver_memory_use(a);
  int *small = foucault_solver_numbers(10, sizeof *small);
  int *large = foucault_solver_calloc(9000, sizeof(int));
  char *copy = malloc(solver_memory_size(a));
  solver_memory_copy_out(a, copy);
  const char *content; /* the oldest chunk comes last */
  assert_int_equal(solver_memory_count(copy), 2);
  SolverChunk oldest = solver_memory_chunk(copy, 1, &content);
  bool holds_numbers;
  assert_int_equal(solver_memory_piece(content, &holds_numbers), 48);
  assert_true(holds_numbers);
  assert_ptr_equal(oldest.bytes + SOLVER_PIECE_HEAD, (char *)small);

  size_t chunk, at;
  assert_true(solver_memory_place(a, small + 3, &chunk, &at));
  assert_int_equal(chunk, 0);
  assert_int_equal(at, SOLVER_PIECE_HEAD + 3 * sizeof *small);
  assert_true(solver_memory_place(a, large, &chunk, &at));
  assert_int_equal(chunk, 1);
  assert_int_equal(at, SOLVER_PIECE_HEAD);
  assert_non_null(foucault_solver_calloc(9000, sizeof(int)));
  assert_true(solver_memory_place(a, large, &chunk, &at));
  assert_int_equal(chunk, 1);
  assert_false(solver_memory_place(b, small, &chunk, &at));
  assert_false(solver_memory_place(a, &chunk, &chunk, &at));
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
      cmocka_unit_test(test_reserved_memory_is_there),
      cmocka_unit_test(test_sizes_that_overflow),
      cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
