/* test_options.c: words to Options. What is said of wrong words is tested
 * on the program itself. */
#include "test.h"

#include "commands/options/options.h"

static int set_up(void **state)
{
  *state = session_create();
  return 0;
}

static int tear_down(void **state)
{
  session_destroy(*state);
  return 0;
}

#define PARSE(s, command, o, ...)                                              \
  parse(s, command, o, (const char *const[]){__VA_ARGS__, NULL})

static bool parse(Session *s, CommandBit command, Options *o,
                  const char *const *words)
{
  int n = 0;
  while (words[n]) n++;
  return options_parse(s, command, n, words, o);
}

static void defaults(void **state)
{
  Options o;
  assert_true(PARSE(*state, COMMAND_BUILD, &o, "a.mo"));
  assert_int_equal(o.n_files, 1);
  assert_string_equal(o.file[0], "a.mo");
  assert_true(o.co_simulation && o.model_exchange);
  assert_false(o.json || o.quiet || o.verbose || o.help);
  assert_false(o.start.given || o.stop.given || o.step.given);
  assert_null(o.model);
  assert_null(o.output);
  assert_null(o.dump);
}

static void values_in_all_forms(void **state)
{
  Options o;
  assert_true(PARSE(*state, COMMAND_BUILD, &o, "--model=A.B", "x.mo", "-oout",
                    "--stop", "1e3", "--start=-2", "y.mo"));
  assert_string_equal(o.model, "A.B");
  assert_string_equal(o.output, "out");
  assert_true(o.stop.given && o.stop.value == 1000);
  assert_true(o.start.given && o.start.value == -2);
  assert_int_equal(o.n_files, 2);
  assert_string_equal(o.file[1], "y.mo");
}

static void repeated_settings_keep_their_order(void **state)
{
  Options o;
  assert_true(PARSE(*state, COMMAND_SIMULATE, &o, "--set", "a=1", "x.fmu",
                    "--set=b=c=d"));
  assert_int_equal(o.n_set, 2);
  assert_string_equal(o.set[0], "a=1");
  assert_string_equal(o.set[1], "b=c=d");
}

static void two_dashes_end_the_options(void **state)
{
  Options o;
  assert_true(PARSE(*state, COMMAND_BUILD, &o, "--", "--json", "-o"));
  assert_int_equal(o.n_files, 2);
  assert_string_equal(o.file[0], "--json");
  assert_false(o.json);
}

static void one_dash_is_a_file(void **state)
{
  Options o;
  assert_true(PARSE(*state, COMMAND_BUILD, &o, "-"));
  assert_int_equal(o.n_files, 1);
}

static void help_goes_before_everything_behind_it(void **state)
{
  Options o;
  assert_true(PARSE(*state, COMMAND_BUILD, &o, "--help", "--nonsense"));
  assert_true(o.help);
}

static void kinds(void **state)
{
  Options o;
  assert_true(PARSE(*state, COMMAND_BUILD, &o, "a.mo", "--type", "cs"));
  assert_true(o.co_simulation && !o.model_exchange);
  assert_true(PARSE(*state, COMMAND_BUILD, &o, "a.mo", "--type", "me"));
  assert_true(!o.co_simulation && o.model_exchange);
}

static void numbers_are_whole_and_finite(void **state)
{
  Options o;
  static const char *const bad[] = {"", "x", "1x", "nan", "inf", "1e999"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_false(PARSE(*state, COMMAND_BUILD, &o, "a.mo", "--stop", bad[i]));
  }
  assert_false(PARSE(*state, COMMAND_BUILD, &o, "a.mo", "--step", "0"));
  assert_false(PARSE(*state, COMMAND_BUILD, &o, "a.mo", "--tolerance", "-1"));
}

static void options_belong_to_commands(void **state)
{
  Options o;
  assert_false(PARSE(*state, COMMAND_INFO, &o, "a.fmu", "--stop", "1"));
  assert_false(PARSE(*state, COMMAND_BUILD, &o, "a.mo", "--plot", "x"));
  assert_true(PARSE(*state, COMMAND_SIMULATE, &o, "a.mo", "--plot", "x"));
}

static void settings_need_both_sides(void **state)
{
  Options o;
  static const char *const bad[] = {"x", "=1", "x="};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_false(PARSE(*state, COMMAND_BUILD, &o, "a.mo", "--set", bad[i]));
  }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(defaults),
      TEST(values_in_all_forms),
      TEST(repeated_settings_keep_their_order),
      TEST(two_dashes_end_the_options),
      TEST(one_dash_is_a_file),
      TEST(help_goes_before_everything_behind_it),
      TEST(kinds),
      TEST(numbers_are_whole_and_finite),
      TEST(options_belong_to_commands),
      TEST(settings_need_both_sides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
