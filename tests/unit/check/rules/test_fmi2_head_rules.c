/* test_fmi2_head_rules.c: kinds, identifiers, dates, log categories, the
 * default experiment. */
#include "test.h"

#include "check/rules/fmi2_rules.h"
#include "rule_text.h"

static const char text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='2.0' guid='{g}'\n"
    "    generationDateAndTime='2026-01-31T23:59:59Z'\n"
    "    numberOfEventIndicators='1'>\n"
    "  <ModelExchange modelIdentifier='M_1' canGetAndSetFMUstate='true'\n"
    "      canSerializeFMUstate='true'/>\n"
    "  <CoSimulation modelIdentifier='M_1'/>\n"
    "  <LogCategories>\n"
    "    <Category name='logStatusError'/>\n"
    "    <Category name='mine'/>\n"
    "  </LogCategories>\n"
    "  <DefaultExperiment startTime='1' stopTime='2' tolerance='1e-6'\n"
    "      stepSize='0.1'/>\n"
    "  <VendorAnnotations><Tool name='a'/><Tool name='b'/>"
    "</VendorAnnotations>\n"
    "</fmiModelDescription>\n";

static void apply(XmlTree *tree)
{
  CheckTable table = fmi2_variables(tree);
  fmi2_head_rules(&table);
}

#define MODEL_EXCHANGE                                                         \
  "  <ModelExchange modelIdentifier='M_1' canGetAndSetFMUstate='true'\n"       \
  "      canSerializeFMUstate='true'/>\n"
#define CO_SIMULATION "  <CoSimulation modelIdentifier='M_1'/>\n"

static void test_kinds(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {CO_SIMULATION, "", ""},
      {MODEL_EXCHANGE, "", "event-indicators"},
      {MODEL_EXCHANGE CO_SIMULATION, "", "no-kind event-indicators"},
      {"'{g}'", "''", "guid"},
      {"CoSimulation modelIdentifier='M_1'", "CoSimulation modelIdentifier=''",
       "model-identifier"},
      {"ModelExchange modelIdentifier='M_1'",
       "ModelExchange modelIdentifier='1M'", "model-identifier"},
      {"ModelExchange modelIdentifier='M_1'",
       "ModelExchange modelIdentifier='M.a'", "model-identifier"},
      {"canGetAndSetFMUstate='true'", "canGetAndSetFMUstate='1'", ""},
      {"canGetAndSetFMUstate='true'", "canGetAndSetFMUstate='false'",
       "capability"},
      {"canGetAndSetFMUstate='true'", "", "capability"},
      {"canSerializeFMUstate='true'", "", ""},
      {"<CoSimulation", "<CoSimulation needsExecutionTool='true'",
       "execution-tool"},
      {"<CoSimulation", "<CoSimulation needsExecutionTool='false'", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_dates(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"2026-01-31T23:59:59Z", "1999-12-01T00:00:00Z", ""},
      {"2026-01-31T23:59:59Z", "2026-01-31 23:59:59Z", "generation-date"},
      {"2026-01-31T23:59:59Z", "2026-01-31T23:59:59", "generation-date"},
      {"2026-01-31T23:59:59Z", "2026-01-31T23:59:59Z+1", "generation-date"},
      {"2026-01-31T23:59:59Z", "2026-1-31T23:59:59ZZ", "generation-date"},
      {"2026-01-31T23:59:59Z", "", "generation-date"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_names(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"name='mine'", "name='logStatusError'", "log-category"},
      {"name='mine'", "name='logStatusWrong'", "log-standard"},
      {"name='mine'", "name='logStatusWarning'", ""},
      {"name='mine'", "name='logMine'", ""},
      {"<Tool name='b'/>", "<Tool name='a'/>", "vendor-annotation"},
      {"<Tool name='b'/>", "", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_experiment(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"stopTime='2'", "stopTime='1'", ""}, /* initialization alone */
      {"stopTime='2'", "stopTime='0.9'", "default-experiment"},
      {"stopTime='2'", "stopTime='-3'", "default-experiment"},
      {"startTime='1'", "startTime='1.5'", ""},
      {"startTime='1'", "", ""},
      {"startTime='1' stopTime='2'", "stopTime='-1'", "default-experiment"},
      {"tolerance='1e-6'", "tolerance='0'", "default-experiment"},
      {"stepSize='0.1'", "stepSize='-0.1'", "default-experiment"},
      {"stepSize='0.1'", "", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_dates),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_experiment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
