/* test_description3.c: descriptions of FMI 3.0, whole and broken. */
#include "test.h"

#include "fmu_file/description_read.h"
#include "session_fixture.h"

#define HEAD                                                                   \
  "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"M\""                    \
  " instantiationToken=\"t\">\n"                                               \
  "<CoSimulation modelIdentifier=\"m\" canGetAndSetFMUState=\"true\""          \
  " providesDirectionalDerivatives=\"1\"/>"
#define TAIL "</fmiModelDescription>\n"
#define SIZE                                                                   \
  "<UInt64 name=\"n\" valueReference=\"1\" causality=\"structuralParameter\""  \
  " start=\"2\"/>"

static const FmuDescription *read_text(SessionFixture *f, const char *text)
{
  return description_read(f->s, "x.fmu", text, strlen(text));
}

static const char arrays[] = HEAD
    "<TypeDefinitions><Float64Type name=\"T\" unit=\"m\" min=\"-1\"/>"
    "<EnumerationType name=\"E\"><Item name=\"a\" value=\"3\"/>"
    "</EnumerationType></TypeDefinitions>"
    "<ModelVariables>" SIZE
    "<Float64 name=\"x\" valueReference=\"7\" declaredType=\"T\""
    " start=\"1 2 3 4\" initial=\"exact\"><Dimension valueReference=\"1\"/>"
    "<Dimension start=\"2\"/><Alias name=\"q\"/></Float64>"
    "<Float64 name=\"der(x)\" valueReference=\"8\" derivative=\"7\">"
    "<Dimension valueReference=\"1\"/><Dimension start=\"2\"/></Float64>"
    "<Enumeration name=\"e\" valueReference=\"9\" declaredType=\"E\""
    " causality=\"parameter\" start=\"3\"/>"
    "<Int64 name=\"w\" valueReference=\"10\"/>"
    "<Binary name=\"b\" valueReference=\"11\" causality=\"input\">"
    "<Start value=\"0a\"/></Binary>"
    "<Clock name=\"c\" valueReference=\"12\" causality=\"input\""
    " intervalVariability=\"constant\" resolution=\"10\""
    " intervalCounter=\"5\" shiftCounter=\"1\"/>"
    "<Int8 name=\"i\" valueReference=\"13\" clocks=\"12\"/>"
    "</ModelVariables><ModelStructure>"
    "<ContinuousStateDerivative valueReference=\"8\"/>"
    "<EventIndicator valueReference=\"7\"/></ModelStructure>" TAIL;

static void elements_are_variables(void **state)
{
  const FmuDescription *d = read_text(*state, arrays);
  assert_non_null(d);
  assert_int_equal(d->version, 3);
  assert_string_equal(d->guid, "t");
  assert_true(description_can(&d->co_simulation, "canGetAndSetFMUstate"));
  assert_true(
      description_can(&d->co_simulation, "providesDirectionalDerivative"));
  assert_int_equal(d->n_arrays, 8);
  assert_int_equal(d->n_variables, 1 + 4 + 4 + 5 + 4);
  assert_int_equal(d->n_states, 4);
  assert_int_equal(d->n_event_indicators, 4);
  const FmuVariable *v = &d->variable[description_find(d, "x[2,1]")];
  assert_string_equal(v->start, "3");
  assert_string_equal(v->unit, "m");
  assert_string_equal(v->min, "-1");
  assert_int_equal(v->value_reference, d->state[2]);
  assert_true(description_find(d, "der(x[1,2])") == d->derivative[1]);
  const FmuVariable *alias = &d->variable[description_find(d, "q[2,1]")];
  assert_int_equal(alias->value_reference, v->value_reference);
}

static void types_of_all_kinds(void **state)
{
  const FmuDescription *d = read_text(*state, arrays);
  assert_non_null(d);
  const FmuVariable *e = &d->variable[description_find(d, "e")];
  assert_int_equal(e->type, FMU_ENUMERATION);
  assert_int_equal(e->variability, FMU_FIXED);
  assert_int_equal(e->enumeration->item[0].value, 3);
  const FmuVariable *w = &d->variable[description_find(d, "w")];
  assert_true(w->is_integer && w->variability == FMU_DISCRETE);
  const FmuVariable *b = &d->variable[description_find(d, "b")];
  assert_int_equal(b->type, FMU_STRING);
  assert_string_equal(b->start, "0a");
  const FmuArray *c = &d->array[d->variable[description_find(d, "c")].array];
  assert_true(c->interval == 0.5 && c->shift == 0.1 && c->has_interval);
  const FmuArray *i = &d->array[d->variable[description_find(d, "i")].array];
  assert_true(i->is_clocked && i->clock[0] == 12);
}

static void sizes_that_are_given(void **state)
{
  SessionFixture *f = *state;
  static const char *const set[] = {"m=7", "n=3", "nn=4"};
  const FmuDescription *d =
      description_read_sized(f->s, "x.fmu", arrays, strlen(arrays), set, 3);
  assert_non_null(d);
  assert_int_equal(d->n_states, 6);
  assert_null(d->variable[description_find(d, "x[3,2]")].start);
  static const char *const wrong[] = {"n=-1"};
  assert_null(
      description_read_sized(f->s, "x.fmu", arrays, strlen(arrays), wrong, 1));
}

static void broken_texts_have_messages(void **state)
{
  static const char *const text[] = {
      HEAD TAIL,
      HEAD
      "<ModelVariables><Float64 valueReference=\"1\"/></ModelVariables>" TAIL,
      HEAD "<ModelVariables><Float64 name=\"x\"/></ModelVariables>" TAIL,
      HEAD "<ModelVariables><Float64 name=\"x\" valueReference=\"1\">"
           "<Dimension/></Float64></ModelVariables>" TAIL,
      HEAD "<ModelVariables><Float64 name=\"x\" valueReference=\"1\">"
           "<Alias/></Float64></ModelVariables>" TAIL,
      HEAD "<ModelVariables><Clock name=\"x\" valueReference=\"1\""
           " intervalVariability=\"often\"/></ModelVariables>" TAIL,
      HEAD "<ModelVariables><Float64 name=\"x\" valueReference=\"1\"/>"
           "</ModelVariables><ModelStructure>"
           "<ContinuousStateDerivative valueReference=\"1\"/>"
           "</ModelStructure>" TAIL,
      HEAD "<ModelVariables>" SIZE "<Float64 name=\"x\" valueReference=\"2\">"
           "<Dimension valueReference=\"1\"/></Float64>"
           "<Float64 name=\"y\" valueReference=\"3\" derivative=\"2\"/>"
           "</ModelVariables><ModelStructure>"
           "<ContinuousStateDerivative valueReference=\"3\"/>"
           "</ModelStructure>" TAIL};
  SessionFixture *f = *state;
  for (int i = 0; i < (int)(sizeof text / sizeof text[0]); i++) {
    assert_null(read_text(f, text[i]));
    assert_int_equal(f->s->n_errors, i + 1);
  }
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {
      TEST(elements_are_variables),
      TEST(types_of_all_kinds),
      TEST(sizes_that_are_given),
      TEST(broken_texts_have_messages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
