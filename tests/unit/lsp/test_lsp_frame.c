/* test_lsp_frame.c: messages out of bytes that come in any pieces. */
#include "test.h"

#include "lsp/lsp_frame.h"

static int set_up(void **state)
{
  *state = calloc(1, sizeof(LspFrame));
  return 0;
}

static int tear_down(void **state)
{
  lsp_frame_end(*state);
  free(*state);
  return 0;
}

static void take(LspFrame *f, const char *text)
{
  assert_true(lsp_frame_take(f, text, strlen(text)));
}

static void assert_message(LspFrame *f, const char *wanted)
{
  const char *message;
  size_t n;
  assert_int_equal(lsp_frame_next(f, &message, &n), FRAME_MESSAGE);
  assert_int_equal(n, strlen(wanted));
  assert_memory_equal(message, wanted, n);
}

static void assert_next(LspFrame *f, FrameState wanted)
{
  const char *message;
  size_t n;
  assert_int_equal(lsp_frame_next(f, &message, &n), wanted);
}

static void messages_come_one_after_the_other(void **state)
{
  LspFrame *f = *state;
  take(f, "Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]Con");
  assert_message(f, "{}");
  assert_message(f, "[1]");
  assert_next(f, FRAME_INCOMPLETE);
  take(f, "tent-Length: 0\r\n\r\n");
  assert_message(f, "");
  assert_next(f, FRAME_INCOMPLETE);
}

static void bytes_may_come_one_at_a_time(void **state)
{
  static const char text[] = "Content-Length: 5\r\n\r\n\"a\r\n\"";
  LspFrame *f = *state;
  for (size_t k = 0; k + 1 < sizeof text - 1; k++) {
    assert_true(lsp_frame_take(f, text + k, 1));
    assert_next(f, FRAME_INCOMPLETE);
  }
  take(f, "\"");
  assert_message(f, "\"a\r\n\"");
}

static void other_lines_may_stand_in_the_header(void **state)
{
  LspFrame *f = *state;
  take(f, "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"
          "content-length:   4\r\n\r\nnull");
  assert_message(f, "null");
}

/* The next good message is found behind it. */
static void a_bad_header_is_passed_over(void **state)
{
  static const char *const bad[] = {
      "Content-Length: 5x\r\n\r\n",
      "Content-Length: -1\r\n\r\n",
      "Content-Length:\r\n\r\n",
      "Length: 5\r\n\r\n",
      "\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n",
      "{\"jsonrpc\":\"2.0\"}\r\n\r\n"};
  LspFrame *f = *state;
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    const char *message;
    size_t n;
    FrameState said = FRAME_FAULTY;
    take(f, bad[k]);
    assert_next(f, FRAME_FAULTY);
    take(f, "Content-Length: 2\r\n\r\n{}");
    while (said == FRAME_FAULTY) said = lsp_frame_next(f, &message, &n);
    assert_int_equal(said, FRAME_MESSAGE);
    assert_int_equal(n, 2);
    assert_next(f, FRAME_INCOMPLETE);
  }
}

static void a_header_without_an_end_is_no_header(void **state)
{
  LspFrame *f = *state;
  char *line = malloc(FRAME_HEADER_MOST + 2);
  memset(line, 'x', FRAME_HEADER_MOST + 1);
  line[FRAME_HEADER_MOST + 1] = 0;
  take(f, line);
  assert_next(f, FRAME_FAULTY);
  take(f, "Content-Length: 2\r\n\r\n{}");
  const char *message;
  size_t n;
  FrameState said;
  while ((said = lsp_frame_next(f, &message, &n)) == FRAME_FAULTY) continue;
  assert_int_equal(said, FRAME_MESSAGE);
  free(line);
}

static void a_message_that_is_too_long_goes_as_it_comes(void **state)
{
  LspFrame *f = *state;
  char head[64];
  size_t left = FRAME_MOST + 1, piece = 1 << 20;
  char *bytes = calloc(1, piece);
  snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", left);
  take(f, head);
  assert_next(f, FRAME_TOO_LONG);
  while (left > 0) {
    size_t n = left < piece ? left : piece;
    assert_true(lsp_frame_take(f, bytes, n));
    assert_next(f, FRAME_INCOMPLETE);
    left -= n;
  }
  assert_true(f->room < 4 * piece);
  take(f, "Content-Length: 2\r\n\r\n{}");
  assert_message(f, "{}");
  free(bytes);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(messages_come_one_after_the_other, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(bytes_may_come_one_at_a_time, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(other_lines_may_stand_in_the_header,
                                      set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_bad_header_is_passed_over, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_header_without_an_end_is_no_header,
                                      set_up, tear_down),
      cmocka_unit_test_setup_teardown(
          a_message_that_is_too_long_goes_as_it_comes, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
