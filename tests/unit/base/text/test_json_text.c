/* test_json_text.c: the exact text of small documents. */
#include "test.h"

#include "base/text/json_text.h"

typedef struct Document {
  FILE *out;
  char *text;
  size_t length;
} Document;

static JsonWriter begin(Document *d)
{
  d->out = open_memstream(&d->text, &d->length);
  assert_non_null(d->out);
  return json_begin(d->out);
}

static void assert_document(Document *d, const char *expected)
{
  fclose(d->out);
  assert_string_equal(d->text, expected);
  free(d->text);
}

static void objects_and_arrays_nest(void **state)
{
  (void)state;
  Document d;
  JsonWriter w = begin(&d);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, "Pendulum");
  json_key(&w, "states");
  json_array_begin(&w);
  json_string(&w, "x");
  json_int(&w, -3);
  json_object_begin(&w);
  json_key(&w, "ok");
  json_bool(&w, true);
  json_object_end(&w);
  json_array_end(&w);
  json_key(&w, "none");
  json_array_begin(&w);
  json_array_end(&w);
  json_key(&w, "empty");
  json_object_begin(&w);
  json_object_end(&w);
  json_object_end(&w);
  json_end(&w);
  assert_document(&d, "{\n"
                      "  \"model\": \"Pendulum\",\n"
                      "  \"states\": [\n"
                      "    \"x\",\n"
                      "    -3,\n"
                      "    {\n"
                      "      \"ok\": true\n"
                      "    }\n"
                      "  ],\n"
                      "  \"none\": [],\n"
                      "  \"empty\": {}\n"
                      "}\n");
}

static void a_value_alone_is_a_document(void **state)
{
  (void)state;
  Document d;
  JsonWriter w = begin(&d);
  json_null(&w);
  json_end(&w);
  assert_document(&d, "null\n");
}

static void strings_are_escaped(void **state)
{
  (void)state;
  Document d;
  JsonWriter w = begin(&d);
  json_array_begin(&w);
  json_string(&w, "\"\\/\n\r\t\b\x01\x7F");
  json_string(&w, "\xC3\xBC \xF0\x9F\x98\x80 \xC2\x9B \xC2\xA0");
  json_string(&w, "a\xFF"
                  "b\xC3");
  json_string(&w, NULL);
  json_array_end(&w);
  json_end(&w);
  assert_document(&d, "[\n"
                      "  \"\\\"\\\\/\\n\\r\\t\\u0008\\u0001\\u007f\",\n"
                      "  \"\xC3\xBC \xF0\x9F\x98\x80 \\u009b \xC2\xA0\",\n"
                      "  \"a\\ufffdb\\ufffd\",\n"
                      "  null\n"
                      "]\n");
}

static void numbers_read_back(void **state)
{
  (void)state;
  static const double values[] = {0.1,      -1.0 / 3, 1e300,
                                  4.9e-324, -0.0,     123456789.125};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    Document d;
    JsonWriter w = begin(&d);
    json_double(&w, values[i]);
    json_end(&w);
    fclose(d.out);
    double back = strtod(d.text, NULL);
    assert_memory_equal(&back, &values[i], sizeof back);
    free(d.text);
  }
}

static void what_is_no_number_is_null(void **state)
{
  (void)state;
  Document d;
  JsonWriter w = begin(&d);
  json_array_begin(&w);
  json_double(&w, (double)NAN);
  json_double(&w, (double)INFINITY);
  json_double(&w, -(double)INFINITY);
  json_double(&w, 2);
  json_int(&w, INT64_MIN);
  json_bool(&w, false);
  json_array_end(&w);
  json_end(&w);
  assert_document(&d, "[\n  null,\n  null,\n  null,\n  2,\n"
                      "  -9223372036854775808,\n  false\n]\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(objects_and_arrays_nest),
      cmocka_unit_test(a_value_alone_is_a_document),
      cmocka_unit_test(strings_are_escaped),
      cmocka_unit_test(numbers_read_back),
      cmocka_unit_test(what_is_no_number_is_null),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
