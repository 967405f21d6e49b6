/* test_lexer.c: tokens of small texts. */
#include "test.h"

#include "parse/lexer.h"
#include "session_fixture.h"

static Lexer lex_bytes(SessionFixture *f, const char *bytes, size_t n)
{
  int source = session_add_source(f->s, "a.mo", bytes, (int32_t)n);
  return lexer_make(f->s, source);
}

static Lexer lex(SessionFixture *f, const char *text)
{
  return lex_bytes(f, text, strlen(text));
}

static Token next(Lexer *lexer)
{
  Token token;
  lexer_next(lexer, &token);
  return token;
}

/* The text gives these kinds and then its end. */
static void assert_kinds(SessionFixture *f, const char *text,
                         const TokenKind *kind, size_t n)
{
  Lexer lexer = lex(f, text);
  for (size_t i = 0; i < n; i++) assert_int_equal(next(&lexer).kind, kind[i]);
  assert_int_equal(next(&lexer).kind, TOKEN_END_OF_FILE);
  assert_int_equal(next(&lexer).kind, TOKEN_END_OF_FILE);
  assert_int_equal(f->s->n_errors, 0);
}

#define ASSERT_KINDS(f, text, ...)                                             \
  do {                                                                         \
    const TokenKind kinds[] = {__VA_ARGS__};                                   \
    assert_kinds(f, text, kinds, sizeof kinds / sizeof kinds[0]);              \
  } while (0)

static void every_keyword_and_symbol_is_known(void **state)
{
  SessionFixture *f = *state;
  for (int kind = TOKEN_LPAREN; kind < N_TOKEN_KINDS; kind++) {
    const char *text = token_kind_text((TokenKind)kind);
    ASSERT_KINDS(f, text, (TokenKind)kind);
  }
}

static void words_that_are_almost_keywords_are_names(void **state)
{
  SessionFixture *f = *state;
  static const char *const word[] = {"models", "mode", "Model", "_model",
                                     "end1",   "i",    "zeta",  "time",
                                     "x_1",    "_",    "enD",   "iff"};
  for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
    Lexer lexer = lex(f, word[i]);
    Token token = next(&lexer);
    assert_int_equal(token.kind, TOKEN_IDENT);
    assert_string_equal(token.name, word[i]);
    assert_ptr_equal(token.name, session_name(f->s, word[i]));
  }
}

static void the_longest_token_wins(void **state)
{
  SessionFixture *f = *state;
  ASSERT_KINDS(f, "<=<>==:=>=", TOKEN_LESS_EQUAL, TOKEN_NOT_EQUAL, TOKEN_EQUAL,
               TOKEN_ASSIGN, TOKEN_GREATER_EQUAL);
  ASSERT_KINDS(f, "a.*b", TOKEN_IDENT, TOKEN_EL_STAR, TOKEN_IDENT);
  ASSERT_KINDS(f, "1.*b", TOKEN_REAL, TOKEN_STAR, TOKEN_IDENT);
  ASSERT_KINDS(f, "1 .*b", TOKEN_INTEGER, TOKEN_EL_STAR, TOKEN_IDENT);
  ASSERT_KINDS(f, "a.b.5", TOKEN_IDENT, TOKEN_DOT, TOKEN_IDENT, TOKEN_REAL);
  ASSERT_KINDS(f, "1e5e", TOKEN_REAL, TOKEN_IDENT);
  ASSERT_KINDS(f, "2then", TOKEN_INTEGER, KEYWORD_THEN);
  ASSERT_KINDS(f, "-.-", TOKEN_MINUS, TOKEN_EL_MINUS);
}

static void comments_and_spaces_are_skipped(void **state)
{
  SessionFixture *f = *state;
  ASSERT_KINDS(f, "a//b\nc", TOKEN_IDENT, TOKEN_IDENT);
  ASSERT_KINDS(f, "a//b", TOKEN_IDENT);
  ASSERT_KINDS(f, "a/**/b/***/c/*/*/d", TOKEN_IDENT, TOKEN_IDENT, TOKEN_IDENT,
               TOKEN_IDENT);
  ASSERT_KINDS(f, "a/* \n // \" ' */ b", TOKEN_IDENT, TOKEN_IDENT);
  ASSERT_KINDS(f, " \t\r\n\f\v a / b", TOKEN_IDENT, TOKEN_SLASH, TOKEN_IDENT);
  ASSERT_KINDS(f, "\xEF\xBB\xBFmodel", KEYWORD_MODEL);
}

static double real_of(SessionFixture *f, const char *text)
{
  Lexer lexer = lex(f, text);
  Token token = next(&lexer);
  assert_int_equal(token.kind, TOKEN_REAL);
  assert_int_equal(token.end, strlen(text));
  return token.real;
}

static void reals_are_rounded_as_by_strtod(void **state)
{
  SessionFixture *f = *state;
  static const char *const text[] = {
      "1.0",
      "0.1",
      ".5",
      "2.",
      "1e10",
      "1E-3",
      "3.141592653589793",
      "1.7976931348623157e308",
      "4.9e-324",
      "1e-400",
      "1e22",
      "1e23",
      "9e-22",
      "123456789012345678",
      "0.000000000000000000000000000001e30",
      "12345678901234567890123456789.5",
      "9007199254740993.0",
      "1.5e+3",
      "0.30000000000000004",
      "100000000000000000000000.0",
      "00001.5",
      "0e99999",
      "8.98846567431158e307",
      "2.2250738585072011e-308",
  };
  for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
    if (!strpbrk(text[i], ".eE")) continue;
    double expected = strtod(text[i], NULL);
    double value = real_of(f, text[i]);
    assert_memory_equal(&value, &expected, sizeof value);
  }
  assert_int_equal(f->s->n_errors, 0);
}

static void integers_have_64_bits(void **state)
{
  SessionFixture *f = *state;
  Lexer lexer = lex(f, "0 007 9223372036854775807 00000000000000000000000001");
  assert_int_equal(next(&lexer).integer, 0);
  assert_int_equal(next(&lexer).integer, 7);
  assert_int_equal(next(&lexer).integer, INT64_MAX);
  assert_int_equal(next(&lexer).integer, 1);
  assert_int_equal(f->s->n_errors, 0);
}

static void assert_fault(SessionFixture *f, const char *bytes, size_t n,
                         DiagnosticCode code)
{
  int before = f->s->n_errors;
  Lexer lexer = lex_bytes(f, bytes, n);
  assert_int_equal(next(&lexer).kind, TOKEN_BAD);
  assert_int_equal(f->s->n_errors, before + 1);
  assert_int_equal(f->s->diagnostic[f->s->n_diagnostics - 1]->code, code);
  for (size_t i = 0; i <= n; i++) next(&lexer);
  assert_int_equal(next(&lexer).kind, TOKEN_END_OF_FILE);
}

static void faults_have_their_codes(void **state)
{
  SessionFixture *f = *state;
  static const struct {
    const char *text;
    DiagnosticCode code;
  } fault[] = {
      {"$", E110},
      {"\xC3\xBC", E110},
      {"\xFF", E110},
      {"\x01", E110},
      {"&&", E110},
      {"\xC3", E110},
      {"'\xC3'", E110},
      {"'a\\q'", E110},
      {"\"abc", E111},
      {"\"abc\\", E111},
      {"\"\\\"", E111},
      {"/* ", E111},
      {"/*/", E111},
      {"'abc", E111},
      {"'a\nb'", E111},
      {"'", E111},
      {"1e", E112},
      {"1.e+", E112},
      {"1e999", E112},
      {"9223372036854775808", E112},
      {"99999999999999999999999", E112},
  };
  for (size_t i = 0; i < sizeof fault / sizeof fault[0]; i++) {
    assert_fault(f, fault[i].text, strlen(fault[i].text), fault[i].code);
  }
  assert_fault(f, "\0", 1, E110);
  assert_fault(f, "\"a", 2, E111);
}

static void a_quiet_lexer_says_nothing(void **state)
{
  SessionFixture *f = *state;
  Lexer lexer = lex(f, "$ 1e 'a\n \"x");
  lexer.quiet = true;
  while (next(&lexer).kind != TOKEN_END_OF_FILE) continue;
  assert_int_equal(f->s->n_errors, 0);
  assert_true(lexer.cut_off);
}

static void quoted_names_have_one_spelling(void **state)
{
  SessionFixture *f = *state;
  Lexer lexer = lex(f, "'a b' 'x\\?\\\"' 'x?\"' '\\'\\\\\\n' ''");
  assert_string_equal(next(&lexer).name, "'a b'");
  Name escaped = next(&lexer).name;
  assert_ptr_equal(escaped, next(&lexer).name);
  assert_string_equal(escaped, "'x?\"'");
  assert_string_equal(next(&lexer).name, "'\\'\\\\\\n'");
  assert_string_equal(next(&lexer).name, "''");
  assert_int_equal(f->s->n_errors, 0);
}

static const char *string_of(SessionFixture *f, const char *bytes, size_t n)
{
  Lexer lexer = lex_bytes(f, bytes, n);
  Token token = next(&lexer);
  assert_int_equal(token.kind, TOKEN_STRING);
  size_t length;
  const char *text = lexer_string(&lexer, &token, f->s->session_arena, &length);
  assert_int_equal(length, strlen(text));
  return text;
}

static void strings_are_resolved(void **state)
{
  SessionFixture *f = *state;
  assert_string_equal(string_of(f, "\"\"", 2), "");
  assert_string_equal(string_of(f, "\"a\\\"b\\\\\"", 8), "a\"b\\");
  const char all[] = "\"\\'\\\"\\?\\\\\\a\\b\\f\\n\\r\\t\\v\"";
  assert_string_equal(string_of(f, all, sizeof all - 1),
                      "'\"?\\\a\b\f\n\r\t\v");
  assert_string_equal(string_of(f, "\"a\r\nb\rc\"", 8), "a\nb\rc");
  assert_int_equal(f->s->n_errors, 0);
  assert_string_equal(string_of(f, "\"a\\qb\\w\"", 8), "ab");
  assert_int_equal(f->s->n_errors, 1);
  assert_string_equal(string_of(f, "\"a\0b\"", 5), "ab");
  assert_int_equal(f->s->n_errors, 2);
}

static void test_roles(void **state)
{
  (void)state;
  static const struct {
    TokenKind kind;
    TokenRole role;
  } row[] = {{KEYWORD_OPERATOR, ROLE_CLASS},  {KEYWORD_IMPORT, ROLE_ELEMENT},
             {KEYWORD_PUBLIC, ROLE_SECTION},  {KEYWORD_EXTERNAL, ROLE_CLOSE},
             {KEYWORD_ELSEWHEN, ROLE_BRANCH}, {KEYWORD_WHILE, ROLE_BLOCK},
             {KEYWORD_INITIAL, ROLE_OTHER},   {TOKEN_IDENT, ROLE_OTHER},
             {TOKEN_END_OF_FILE, ROLE_OTHER}, {TOKEN_PANIC, ROLE_OTHER}};
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    assert_int_equal(token_role(row[k].kind), row[k].role);
  }
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_roles),
      TEST(every_keyword_and_symbol_is_known),
      TEST(words_that_are_almost_keywords_are_names),
      TEST(the_longest_token_wins),
      TEST(comments_and_spaces_are_skipped),
      TEST(reals_are_rounded_as_by_strtod),
      TEST(integers_have_64_bits),
      TEST(faults_have_their_codes),
      TEST(a_quiet_lexer_says_nothing),
      TEST(quoted_names_have_one_spelling),
      TEST(strings_are_resolved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
