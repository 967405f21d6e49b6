/* test_function_c.c: functions as C, statement by statement. Whether the C
 * computes the right numbers is asked by `idioms/` and `builtins/`. */
#include "test.h"

#include "emit/function/function_c.h"
#include "model_text.h"

/* The C of what the model calls, in the session's arena; wanted[] as it was
 * widened. */
static const char *written(const ModelText *m, bool *wanted)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  function_c_write(m->sys->functions, wanted, true, out);
  fclose(out);
  const char *kept = arena_copy_text(m->s->session_arena, text, size);
  free(text);
  return kept;
}

/* A function of u and k with these declarations and statements. */
static ModelText *with_function(const char *declarations,
                                const char *statements)
{
  char text[800];
  int n = snprintf(text, sizeof text,
                   "model M function f input Real u; input Integer k; "
                   "output Real y; %s algorithm %s "
                   "annotation(Inline = false); end f; "
                   "Real y = f(time, integer(time)); end M;",
                   declarations, statements);
  assert_true(n < (int)sizeof text);
  return model_text_at(text, "lower");
}

/* The statements between the inputs, which are taken over first, and the
 * output, which is given last. */
static void expect(const char *declarations, const char *statements,
                   const char *expected)
{
  static const char begins[] = "  u_0 = in[0];\n  k_1 = in[1];\n";
  static const char ends[] = "  out[0] = y_2;\n  return 0;\n}\n\n";
  ModelText *m = with_function(declarations, statements);
  bool wanted[4] = {true};
  const char *text = written(m, wanted);
  const char *begin = strstr(text, begins);
  if (!begin) fail_msg("%s", text);
  begin += strlen(begins);
  const char *end = strstr(begin, ends);
  if (!end || end[strlen(ends)]) fail_msg("%s", text);
  const char *body =
      arena_copy_text(m->s->session_arena, begin, (size_t)(end - begin));
  assert_string_equal(body, expected);
  model_text_free(m);
}

static void test_assign(void **state)
{
  (void)state;
  expect("", "y := 2*u + k;", "  y_2 = 2.0 * u_0 + k_1;\n");
  expect("protected Boolean b;", "b := u > 1; y := if b then u else k;",
         "  b_3 = 1.0 < u_0;\n"
         "  y_2 = b_3 ? u_0 : k_1;\n");
}

static void test_branches(void **state)
{
  (void)state;
  expect("", "if u > 1 then y := 1; elseif k > 2 then y := 2; end if;",
         "  if (1.0 < u_0) {\n"
         "    y_2 = 1.0;\n"
         "  } else {\n"
         "    if (2.0 < k_1) {\n"
         "      y_2 = 2.0;\n"
         "    }\n"
         "  }\n");
}

/* The number of turns is counted before the first one; a loop without a count
 * has a limit. */
static void test_loops(void **state)
{
  (void)state;
  expect("", "y := 0; for i in 1:k loop y := y + i; end for;",
         "  y_2 = 0.0;\n"
         "  bound_3 = k_1;\n"
         "  {\n"
         "    const double first1 = 1.0, step1 = 1.0;\n"
         "    const int n1 = function_turns(first1, step1, bound_3);\n"
         "    for (int k1 = 0; k1 < n1; k1++) {\n"
         "      i_4 = first1 + k1 * step1;\n"
         "      y_2 = y_2 + i_4;\n"
         "    }\n"
         "  }\n");
  expect("", "y := 0; while y < u loop y := y + 1; end while;",
         "  y_2 = 0.0;\n"
         "  for (int k1 = 0;; k1++) {\n"
         "    if (k1 == FUNCTION_MOST_TURNS)\n"
         "      return function_fail(v, &f_0_info, in, out, "
         "\"a.mo:1: while y < u loop y := y + 1; end while\", "
         "\"the loop does not end\");\n"
         "    if (!(y_2 < u_0)) {\n"
         "      break;\n"
         "    }\n"
         "    y_2 = y_2 + 1.0;\n"
         "  }\n");
}

/* break leaves the innermost loop, return goes to the outputs. */
static void test_jumps(void **state)
{
  (void)state;
  expect("", "y := 1; if u > 2 then return; end if; y := 3;",
         "  y_2 = 1.0;\n"
         "  if (2.0 < u_0) {\n"
         "    goto done;\n"
         "  }\n"
         "  y_2 = 3.0;\n"
         "done:\n");
  expect("",
         "y := 0; for i in 1:2 loop if u > i then break; end if; y := i; "
         "end for;",
         "  y_2 = 0.0;\n"
         "  {\n"
         "    const double first1 = 1.0, step1 = 1.0;\n"
         "    const int n1 = function_turns(first1, step1, 2.0);\n"
         "    for (int k1 = 0; k1 < n1; k1++) {\n"
         "      i_3 = first1 + k1 * step1;\n"
         "      if (i_3 < u_0) {\n"
         "        break;\n"
         "      }\n"
         "      y_2 = i_3;\n"
         "    }\n"
         "  }\n");
}

#define CHECKED(index, text)                                                   \
  "  {\n"                                                                      \
  "    const double index = " index ";\n"                                      \
  "    if (!(index >= 1.0 && index <= 3.0))\n"                                 \
  "      return function_fail_index(v, &f_0_info, in, out, \"a.mo:1: " text    \
  "\", index, 1, 3.0);\n"                                                      \
  "  }\n"

/* A computed subscript is checked, a number is not. */
static void test_arrays(void **state)
{
  (void)state;
  expect("protected Real a[3];", "a[2] := u; y := a[2];",
         "  a_3[1] = u_0;\n"
         "  y_2 = a_3[1];\n");
  expect("protected Real a[3];", "a[k] := u; y := a[k + 1];",
         CHECKED("k_1", "k") "  a_3[(int)(k_1) - 1] = u_0;\n" CHECKED(
             "k_1 + 1.0", "k + 1") "  a_6 = a_3[(int)(k_1 + 1.0) - 1];\n"
                                   "  y_2 = a_6;\n");
  expect("protected constant Real t[3] = {1, 2, 4};", "y := t[k];",
         CHECKED("k_1", "k") "  table_6 = table_3[(int)(k_1) - 1];\n"
                             "  y_2 = table_6;\n");
}

static void test_assert(void **state)
{
  (void)state;
  expect("", "assert(u > 0, \"a \\\"text\\\"\"); y := u;",
         "  if (!(0.0 < u_0))\n"
         "    return function_fail(v, &f_0_info, in, out, "
         "\"a.mo:1: assert(u > 0, \\\"a \\\\\\\"text\\\\\\\"\\\")\", "
         "\"a \\\"text\\\"\");\n"
         "  y_2 = u_0;\n");
}

/* --- several functions --- */

static const char chain[] =
    "model M "
    "function a input Real u; output Real y = 2*b(u); algorithm "
    "annotation(Inline = false); end a; "
    "function b input Real u; output Real y = c(u) + 1; algorithm "
    "annotation(Inline = false); end b; "
    "function c input Real u; output Real y = u^2; algorithm "
    "annotation(Inline = false); end c; "
    "function d input Real u; output Real y = u^3; algorithm "
    "annotation(Inline = false); end d; "
    "Real x = a(time) + d(time); end M;";

static int number_of(const ModelText *m, const char *name)
{
  const FunctionTable *table = m->sys->functions;
  for (int k = 0; k < table->n_functions; k++) {
    if (strcmp(table->function[k]->name, name) == 0) return k;
  }
  fail_msg("no function %s", name);
  return -1;
}

/* What a wanted function calls is written too, and nothing else. */
static void test_widened(void **state)
{
  (void)state;
  ModelText *m = model_text_at(chain, "lower");
  assert_int_equal(m->sys->functions->n_functions, 4);
  bool wanted[4] = {false};
  wanted[number_of(m, "M.b")] = true;
  const char *text = written(m, wanted);
  assert_true(wanted[number_of(m, "M.c")]);
  assert_false(wanted[number_of(m, "M.a")] || wanted[number_of(m, "M.d")]);
  assert_non_null(strstr(text, "_M_c(const ModelValues *v"));
  assert_null(strstr(text, "_M_a("));
  assert_null(strstr(text, "_M_d("));
  model_text_free(m);
}

/* A call passes the depth on and stops where the other one fails; the
 * prototypes come before the first body. */
static void test_call(void **state)
{
  (void)state;
  ModelText *m = model_text_at(chain, "lower");
  bool wanted[4] = {true, true, true, true};
  const char *text = written(m, wanted);
  int b = number_of(m, "M.b"), c = number_of(m, "M.c");
  const char *call =
      arena_printf(m->s->session_arena,
                   "  if (f_%d_M_c(v, depth + 1, a1, r1)) {\n"
                   "    return function_pass_on(&f_%d_info, out);\n  }\n",
                   c, b);
  if (!strstr(text, call)) fail_msg("%s", text);
  const char *info = arena_printf(m->s->session_arena,
                                  "static const ModelFunctionInfo f_%d_info = "
                                  "{.name = \"M.c\", .n_in = 1, .n_out = 1};",
                                  c);
  const char *prototype = strstr(text, info), *body = strstr(text, "\n{\n");
  assert_true(prototype && body && prototype < body);
  model_text_free(m);
}

/* Large arrays are not on the stack of the importer. */
static void test_much_memory(void **state)
{
  (void)state;
  static const char *const size[] = {"3", "100000"};
  for (int k = 0; k < 2; k++) {
    char declaration[60];
    snprintf(declaration, sizeof declaration, "protected Real a[%s];", size[k]);
    ModelText *m = with_function(declaration, "a[k] := u; y := a[k];");
    bool wanted[4] = {true};
    const char *text = written(m, wanted);
    assert_int_equal(strstr(text, "call_room_take(v, 100000)") != NULL, k);
    assert_false(strstr(text, "malloc(") || strstr(text, "calloc("));
    assert_int_equal(strstr(text, "f_0_M_f_body(") != NULL, k);
    model_text_free(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_assign),      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_loops),       cmocka_unit_test(test_jumps),
      cmocka_unit_test(test_arrays),      cmocka_unit_test(test_assert),
      cmocka_unit_test(test_widened),     cmocka_unit_test(test_call),
      cmocka_unit_test(test_much_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
