/* test_description_read.c: modelDescription.xml, whole and broken. */
#include "test.h"

#include "fmu_file/description_read.h"
#include "session_fixture.h"

#define HEAD                                                                   \
  "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"M\" guid=\"g\""         \
  " numberOfEventIndicators=\"3\">\n"
#define TAIL "</fmiModelDescription>\n"

static const FmuDescription *read_text(SessionFixture *f, const char *text)
{
  return description_read(f->s, "x.fmu", text, strlen(text));
}

static void a_whole_description(void **state)
{
  static const char text[] = HEAD
      "<ModelExchange modelIdentifier=\"m\"/>"
      "<CoSimulation modelIdentifier=\"c\" canGetAndSetFMUstate=\"true\"/>"
      "<LogCategories><Category name=\"logAll\"/></LogCategories>"
      "<DefaultExperiment startTime=\"1\" stopTime=\"2.5\"/>"
      "<ModelVariables>"
      "<ScalarVariable name=\"x\" valueReference=\"7\" initial=\"exact\">"
      "<Real start=\"1.5\" unit=\"m\"/></ScalarVariable>"
      "<ScalarVariable name=\"der(x)\" valueReference=\"8\">"
      "<Real derivative=\"1\"/></ScalarVariable>"
      "<ScalarVariable name=\"n\" valueReference=\"0\" causality=\"parameter\""
      " variability=\"fixed\"><Integer start=\"3\"/></ScalarVariable>"
      "<ScalarVariable name=\"u\" valueReference=\"1\" causality=\"input\">"
      "<Boolean start=\"true\"/></ScalarVariable>"
      "</ModelVariables>"
      "<ModelStructure><Derivatives><Unknown index=\"2\"/></Derivatives>"
      "</ModelStructure>" TAIL;
  const FmuDescription *d = read_text(*state, text);
  assert_non_null(d);
  assert_string_equal(d->model_name, "M");
  assert_string_equal(d->model_exchange.identifier, "m");
  assert_string_equal(d->co_simulation.identifier, "c");
  assert_int_equal(d->co_simulation.n_capabilities, 1);
  assert_string_equal(d->co_simulation.capability[0],
                      "canGetAndSetFMUstate=true");
  assert_int_equal(d->n_event_indicators, 3);
  assert_int_equal(d->n_log_categories, 1);
  assert_true(d->has_start && d->start == 1);
  assert_true(d->has_stop && d->stop == 2.5);
  assert_false(d->has_tolerance || d->has_step);
  assert_int_equal(d->n_variables, 4);
  assert_int_equal(d->n_states, 1);
  assert_int_equal(d->state[0], 0);
  const FmuVariable *x = &d->variable[0];
  assert_int_equal(x->value_reference, 7);
  assert_int_equal(x->type, FMU_REAL);
  assert_int_equal(x->causality, FMU_LOCAL);
  assert_int_equal(x->variability, FMU_CONTINUOUS);
  assert_int_equal(x->initial, FMU_EXACT);
  assert_string_equal(x->start, "1.5");
  assert_string_equal(x->unit, "m");
}

static void defaults_of_the_standard(void **state)
{
  static const char text[] = HEAD
      "<ModelVariables>"
      "<ScalarVariable name=\"p\" valueReference=\"1\" causality=\"parameter\""
      " variability=\"fixed\"><Real start=\"1\"/></ScalarVariable>"
      "<ScalarVariable name=\"y\" valueReference=\"2\" causality=\"output\">"
      "<Real/></ScalarVariable>"
      "<ScalarVariable name=\"u\" valueReference=\"3\" causality=\"input\">"
      "<Real start=\"1\"/></ScalarVariable>"
      "<ScalarVariable name=\"b\" valueReference=\"4\"><Boolean/>"
      "</ScalarVariable></ModelVariables>" TAIL;
  const FmuDescription *d = read_text(*state, text);
  assert_non_null(d);
  assert_int_equal(d->variable[0].initial, FMU_EXACT);
  assert_int_equal(d->variable[1].initial, FMU_CALCULATED);
  assert_int_equal(d->variable[2].initial, FMU_INITIAL_NONE);
  assert_int_equal(d->variable[3].variability, FMU_DISCRETE);
  assert_int_equal(description_find(d, "u"), 2);
  assert_int_equal(description_find(d, "v"), -1);
}

static void faults_name_the_line(void **state)
{
  static const char text[] =
      HEAD "<ModelVariables>\n<ScalarVariable valueReference=\"1\"><Real/>"
           "</ScalarVariable></ModelVariables>" TAIL;
  SessionFixture *f = *state;
  assert_null(read_text(f, text));
  assert_non_null(strstr(session_fixture_messages(f),
                         "x.fmu: error E602: line 3: this attribute is "
                         "missing: name"));
}

static void broken_texts_are_refused(void **state)
{
  static const char *const bad[] = {
      "",
      "<",
      "<a/>",
      HEAD,
      HEAD TAIL,
      "<fmiModelDescription/>",
      "<fmiModelDescription fmiVersion=\"1.0\" modelName=\"M\" guid=\"g\"/>",
      HEAD "<ModelVariables><ScalarVariable name=\"x\" valueReference=\"1\"/>"
           "</ModelVariables>" TAIL,
      HEAD "<ModelVariables><ScalarVariable name=\"x\" valueReference=\"-1\">"
           "<Real/></ScalarVariable></ModelVariables>" TAIL,
      HEAD "<ModelVariables><ScalarVariable name=\"x\" valueReference=\"1\""
           " causality=\"odd\"><Real/></ScalarVariable></ModelVariables>" TAIL,
      HEAD "<ModelVariables/><ModelStructure><Derivatives>"
           "<Unknown index=\"1\"/></Derivatives></ModelStructure>" TAIL,
      HEAD "<DefaultExperiment stopTime=\"soon\"/><ModelVariables/>" TAIL,
      HEAD "<ModelVariables><ScalarVariable name=\"n\" valueReference=\"1\">"
           "<Integer/></ScalarVariable></ModelVariables><ModelStructure>"
           "<Derivatives><Unknown index=\"1\"/></Derivatives>"
           "</ModelStructure>" TAIL,
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"M\" guid=\"g\""
      " numberOfEventIndicators=\"-1\"><ModelVariables/>" TAIL,
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"M\" guid=\"g\""
      " numberOfEventIndicators=\"3000000000\"><ModelVariables/>" TAIL,
      "<!DOCTYPE x [<!ENTITY a \"b\">]>" HEAD "<ModelVariables/>" TAIL,
  };
  SessionFixture *f = *state;
  int n = sizeof bad / sizeof bad[0];
  for (int i = 0; i < n; i++) {
    assert_null(read_text(f, bad[i]));
    assert_int_equal(f->s->n_errors, i + 1);
  }
}

/* Every beginning of a good file is a bad one. */
static void cut_texts_are_refused(void **state)
{
  static const char text[] =
      HEAD "<CoSimulation modelIdentifier=\"c\"/><ModelVariables>"
           "<ScalarVariable name=\"x\" valueReference=\"7\"><Real/>"
           "</ScalarVariable></ModelVariables></fmiModelDescription>";
  SessionFixture *f = *state;
  for (size_t n = 0; n + 1 < sizeof text; n++) {
    assert_null(description_read(f->s, "x.fmu", text, n));
  }
  assert_non_null(description_read(f->s, "x.fmu", text, sizeof text - 1));
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {
      TEST(a_whole_description),   TEST(defaults_of_the_standard),
      TEST(faults_name_the_line),  TEST(broken_texts_are_refused),
      TEST(cut_texts_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
