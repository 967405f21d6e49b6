/* Filtering, escaping and bounds of messages. */
#include "test.h"

#include "hand_model.h"

static Logger logger_for(HandLog *log)
{
  memset(log, 0, sizeof *log);
  Logger logger = fmi2_logger(hand_log, log, "name");
  return logger;
}

static void test_categories(void **state)
{
  (void)state;
  HandLog log;
  Logger logger = logger_for(&log);
  logging_write(&logger, STATUS_OK, LOG_EVENTS, "silent");
  assert_int_equal(log.n, 0);

  const fmi2String one[] = {"logEvents"};
  assert_int_equal(logging_switch(&logger, true, 1, one), 1);
  logging_write(&logger, STATUS_OK, LOG_EVENTS, "event %d", 1);
  logging_write(&logger, STATUS_OK, LOG_STATISTICS, "silent");
  assert_int_equal(log.n, 1);
  assert_string_equal(log.last, "event 1");
  assert_string_equal(log.category, "logEvents");
  assert_string_equal(log.name, "name");

  const fmi2String all[] = {"logAll"};
  logging_switch(&logger, true, 1, all);
  logging_write(&logger, STATUS_OK, LOG_STATISTICS, "s");
  assert_int_equal(log.n, 2);
  logging_switch(&logger, false, 0, NULL);
  logging_write(&logger, STATUS_OK, LOG_STATISTICS, "s");
  assert_int_equal(log.n, 2);

  const fmi2String wrong[] = {"logEvents", "logNothing", NULL};
  assert_int_equal(logging_switch(&logger, true, 3, wrong), 1);
  assert_true(logging_enabled(&logger, LOG_EVENTS));
}

static void test_errors_always_come_through(void **state)
{
  (void)state;
  HandLog log;
  Logger logger = logger_for(&log);
  logging_write(&logger, STATUS_ERROR, LOG_STATUS_ERROR, "bad");
  assert_int_equal(log.n_errors, 1);
  logger.write = NULL; /* nobody listens: nothing happens */
  logging_write(&logger, STATUS_ERROR, LOG_STATUS_ERROR, "bad");
}

static void test_foreign_text(void **state)
{
  (void)state;
  HandLog log;
  Logger logger = logger_for(&log);
  logging_write(&logger, STATUS_ERROR, LOG_STATUS_ERROR, "%s",
                "100% #r1# %n%s");
  assert_string_equal(log.last, "100% ##r1## %n%s");
}

static void test_long_text_is_cut(void **state)
{
  (void)state;
  HandLog log;
  Logger logger = logger_for(&log);
  char text[5000];
  memset(text, '#', sizeof text);
  text[sizeof text - 1] = '\0';
  logging_write(&logger, STATUS_ERROR, LOG_STATUS_ERROR, "%s", text);
  assert_in_range(log.longest, 1900, LOG_MESSAGE_SIZE - 1);
  assert_int_equal(log.longest % 2, 0); /* no half of a pair */

  for (size_t k = 0; k + 2 < sizeof text; k += 2) { /* U+00E9 */
    text[k] = (char)0xC3;
    text[k + 1] = (char)0xA9;
  }
  for (int shift = 0; shift < 2; shift++) {
    logging_write(&logger, STATUS_ERROR, LOG_STATUS_ERROR, "%.*s%s", shift, "#",
                  text);
    size_t n = strlen(log.last);
    assert_int_equal((unsigned char)log.last[n - 1], 0xA9);
  }
}

static void test_append_never_overflows(void **state)
{
  (void)state;
  char buffer[8];
  LogText text = {buffer, sizeof buffer, 0};
  logging_append(&text, "%s", "abc");
  logging_append(&text, "%s", "defghijk");
  logging_append(&text, "%s", "more");
  assert_string_equal(buffer, "abcdefg");
  assert_int_equal(logging_room(&text), 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_categories),
      cmocka_unit_test(test_errors_always_come_through),
      cmocka_unit_test(test_foreign_text),
      cmocka_unit_test(test_long_text_is_cut),
      cmocka_unit_test(test_append_never_overflows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
