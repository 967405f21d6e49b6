/* test_expr_memo.c: every note is found again, long ones too, until all are
 * forgotten. */
#include "test.h"

#include "symbolic/expr_memo.h"

enum { N_NOTES = 5000, LONGEST = 10000 };

/* Most notes are short; every 1000th is longer than a page. */
static int length_of(int k)
{
  return k % 1000 == 999 ? LONGEST : 1 + k % 7;
}

static void write_note(ExprMemo *notes, int k)
{
  int n = length_of(k);
  int32_t *word = expr_memo_add(notes, (ExprId){3 * k}, n);
  for (int i = 0; i < n; i++) word[i] = k + i;
}

static void expect_note(const ExprMemo *notes, int k)
{
  const int32_t *word = expr_memo_find(notes, (ExprId){3 * k});
  assert_non_null(word);
  for (int i = 0; i < length_of(k); i++) assert_int_equal(word[i], k + i);
}

static void test_notes(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  ExprMemo *notes = expr_memo_create(arena);
  for (int k = 0; k < N_NOTES; k++) write_note(notes, k);
  for (int k = 0; k < N_NOTES; k++) {
    expect_note(notes, k);
    assert_null(expr_memo_find(notes, (ExprId){3 * k + 1}));
  }
  expr_memo_forget(notes);
  for (int k = 0; k < N_NOTES; k++) {
    assert_null(expr_memo_find(notes, (ExprId){3 * k}));
  }
  write_note(notes, 999);
  expect_note(notes, 999);
  arena_destroy(arena);
}

/* They outlive what is taken in their arena after them. */
static void test_marks(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  ExprMemo *notes = expr_memo_create(arena);
  for (int k = 0; k < N_NOTES; k++) {
    ArenaMark mark = arena_mark(arena);
    arena_array(arena, 100, sizeof(int));
    write_note(notes, k);
    arena_release(mark);
  }
  for (int k = 0; k < N_NOTES; k++) expect_note(notes, k);
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_notes),
                                     cmocka_unit_test(test_marks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
