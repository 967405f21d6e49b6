/* test_fmi3_rules.c: descriptions of FMI 3.0. */
#include "test.h"

#include "check/rules/fmi3_rules.h"
#include "rule_text.h"

static const char text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='3.0'\n"
    "    variableNamingConvention='structured'>\n"
    "  <CoSimulation modelIdentifier='M' canGetAndSetFMUState='true'\n"
    "      canSerializeFMUState='true' hasEventMode='true'/>\n"
    "  <ModelVariables>\n"
    "    <Float64 name='time' valueReference='1' causality='independent'/>\n"
    "    <UInt64 name='n' valueReference='2' start='2'\n"
    "        causality='structuralParameter'/>\n"
    "    <Float64 name='u' valueReference='3' causality='input' "
    "start='0 0'>\n"
    "      <Dimension valueReference='2'/><Alias name='u2'/></Float64>\n"
    "    <Float64 name='y' valueReference='4' causality='output'/>\n"
    "    <Clock name='c' valueReference='5' causality='input'/>\n"
    "    <Float64 name='d' valueReference='6' clocks='5' previous='7'\n"
    "        variability='discrete'/>\n"
    "    <Float64 name='e' valueReference='7' variability='discrete'>\n"
    "      <Dimension start='3'/></Float64>\n"
    "    <Float64 name='x' valueReference='8' initial='exact' start='1'/>\n"
    "    <Float64 name='der(x)' valueReference='9' derivative='8'/>\n"
    "    <Int32 name='i' valueReference='10' initial='exact' start='1'/>\n"
    "  </ModelVariables>\n"
    "  <ModelStructure>\n"
    "    <Output valueReference='4' dependencies='3 8'\n"
    "        dependenciesKind='dependent constant'/>\n"
    "    <ContinuousStateDerivative valueReference='9'/>\n"
    "    <InitialUnknown valueReference='4'/>\n"
    "    <InitialUnknown valueReference='9'/>\n"
    "  </ModelStructure>\n"
    "</fmiModelDescription>\n";

static void apply(XmlTree *tree)
{
  fmi3_rules(tree);
}

static void test_kinds(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<CoSimulation", "<ScheduledExecution", "fmi3-priority"},
      {"<CoSimulation", "<Nothing", "no-kind"},
      {"canGetAndSetFMUState='true'", "canGetAndSetFMUState='false'",
       "capability"},
      {"canSerializeFMUState='true'", "", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_names(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"name='u2'", "name='y'", "name-twice"},
      {"name='u2'", "name='u 2'", "name-grammar"},
      {"name='d'", "name='[d'", "name-grammar"},
      {"name='y' valueReference='4'", "name='y' valueReference='3'",
       "output-missing initial-unknown-missing fmi3-reference "
       "fmi3-unknown-reference"},
      {"name='i' valueReference='10'", "name='i' valueReference='9'",
       "fmi3-reference"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_variables(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"start='2'\n", "start='2' variability='continuous'\n",
       "causality-variability continuous-real"},
      {"causality='input' start='0 0'",
       "causality='input' start='0 0' variability='fixed'",
       "causality-variability"},
      {"name='y'", "name='y' variability='tunable'", "causality-variability"},
      {"name='y'", "name='y' variability='discrete'", ""},
      {"name='i'", "name='i' variability='continuous'", "continuous-real"},
      {" start='0 0'", "", "start-missing"},
      {"initial='exact' start='1'", "initial='approx'",
       "start-missing initial-unknown-missing"},
      {"initial='exact' start='1'", "start='1'",
       "start-forbidden initial-unknown-missing"},
      {"name='time'", "name='time' start='0'", "start-forbidden"},
      {"name='y'", "name='y' variability='constant' start='1'",
       "initial-unknown-wrong"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_references(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"derivative='8'", "derivative='88'",
       "dependency-known fmi3-unknown-reference"},
      {"previous='7'", "previous='70'", "fmi3-unknown-reference"},
      {"dependencies='3 8'", "dependencies='3 80'", "fmi3-unknown-reference"},
      {"<InitialUnknown valueReference='4'",
       "<InitialUnknown "
       "valueReference='0'",
       "initial-unknown-missing fmi3-unknown-reference"},
      {"clocks='5'", "clocks='4'", "fmi3-clock"},
      {"clocks='5'", "clocks='5 55'", "fmi3-clock"},
      {"<Dimension valueReference='2'/>", "<Dimension valueReference='8'/>",
       "fmi3-dimension fmi3-starts"},
      {"<Dimension valueReference='2'/>", "<Dimension/>", "fmi3-dimension"},
      {"<Dimension start='3'/>", "<Dimension start='3' valueReference='2'/>",
       "fmi3-dimension"},
      {"<Dimension valueReference='2'/>", "<Dimension start='2'/>", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_structure(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<Output valueReference='4'", "<Other valueReference='4'",
       "output-missing"},
      {"<InitialUnknown", "<Output valueReference='8'/><InitialUnknown",
       "output-wrong"},
      {"'dependent constant'", "'dependent'", "dependency-kinds"},
      {"'dependent constant'", "' fixed\n tunable '", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_clocks(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {" hasEventMode='true'", "", "fmi3-event-mode"},
      {"name='c'", "name='c' intervalVariability='constant'", "fmi3-interval"},
      {"name='c'",
       "name='c' intervalVariability='constant' "
       "intervalDecimal='0'",
       "fmi3-interval"},
      {"clocks='5' previous='7'\n        variability='discrete'",
       "clocks='5' previous='7'", "fmi3-previous fmi3-clocked"},
      {"start='0 0'", "start='0 0 0'", "fmi3-starts"},
      {"<InitialUnknown valueReference='4'/>",
       "<ClockedState valueReference='6'/><InitialUnknown "
       "valueReference='4'/>",
       ""},
      {"<InitialUnknown valueReference='4'/>",
       "<ClockedState valueReference='7'/><InitialUnknown "
       "valueReference='4'/>",
       "fmi3-clocked-state"},
      {"<InitialUnknown valueReference='4'/>",
       "<InitialUnknown valueReference='4'/><EventIndicator "
       "valueReference='10'/>",
       "fmi3-indicator"},
      {"<InitialUnknown valueReference='4'/>", "", "initial-unknown-missing"},
      {"<InitialUnknown valueReference='4'/>",
       "<InitialUnknown valueReference='4'/><InitialUnknown "
       "valueReference='10'/>",
       "initial-unknown-wrong"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static const char scheduled[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='3.0'>\n"
    "  <ScheduledExecution modelIdentifier='M'/>\n"
    "  <ModelVariables>\n"
    "    <Float64 name='time' valueReference='1' causality='independent'/>\n"
    "    <Clock name='c' valueReference='2' causality='input' priority='1'\n"
    "        intervalVariability='constant' intervalDecimal='0.5'\n"
    "        supportsFraction='true' intervalCounter='1' resolution='2'/>\n"
    "    <Clock name='o' valueReference='3' causality='output'\n"
    "        intervalVariability='triggered' clocks='2'/>\n"
    "    <Int32 name='n' valueReference='4' causality='output' clocks='2'\n"
    "        previous='5'/>\n"
    "    <Int32 name='p' valueReference='5'/>\n"
    "    <Int32 name='q' valueReference='6' clocks='2'/>\n"
    "    <Float64 name='f' valueReference='7' variability='discrete'/>\n"
    "  </ModelVariables>\n"
    "  <ModelStructure><Output valueReference='3'/>\n"
    "    <Output valueReference='4'/><ClockedState valueReference='4'/>\n"
    "  </ModelStructure>\n"
    "</fmiModelDescription>\n";

static void test_scheduled(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"name='n'", "name='n'", ""},
      {" priority='1'", "", "fmi3-priority"},
      {"name='o'", "name='o' priority='0'", "fmi3-priority"},
      {"name='c' valueReference='2' causality='input' priority='1'",
       "name='c' valueReference='2'",
       "fmi3-interval fmi3-partition fmi3-local-clock"},
      {"'triggered' clocks='2'", "'triggered' clocks='3'", "fmi3-interval"},
      {"intervalDecimal='0.5'", "intervalDecimal='0.25'", "fmi3-interval"},
      {"intervalDecimal='0.5'", "shiftDecimal='1'", "fmi3-interval"},
      {"intervalDecimal='0.5'", "intervalDecimal='0.5' shiftDecimal='-1'",
       "fmi3-interval"},
      {"supportsFraction='true'", "", "fmi3-interval"},
      {" resolution='2'", "", "fmi3-interval"},
      {"intervalCounter='1'", "shiftCounter='1'", "fmi3-interval"},
      {"intervalVariability='constant'", "intervalVariability='changing'",
       "fmi3-interval"},
      {"intervalVariability='triggered'", "intervalVariability='countdown'",
       "fmi3-interval"},
      {"name='o'", "name='o' previous='5'", "fmi3-interval"},
      {"previous='5'", "previous='4'", "fmi3-previous"},
      {"previous='5'", "previous='7'", "fmi3-previous"},
      {"name='p'", "name='p' causality='input' start='0'", "fmi3-previous"},
      {"name='p'", "name='p' variability='constant' start='0'",
       "fmi3-previous"},
      {"valueReference='6' clocks='2'",
       "valueReference='6' clocks='2' previous='5'", "fmi3-previous"},
      {"valueReference='6' clocks='2'", "valueReference='6' previous='7'",
       "fmi3-previous"},
  };
  rule_text_expect(scheduled, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_single_variables(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"name='i' valueReference='10' initial='exact' start='1'",
       "name='i' valueReference='10' causality='parameter' "
       "initial='calculated' start='1'",
       "initial start-forbidden"},
      {"causality='input' start='0 0'",
       "causality='input' initial='exact' start='0 0'", ""},
      {"causality='input' start='0 0'",
       "causality='input' initial='approx' start='0 0'", "initial"},
      {"name='time' valueReference='1'",
       "name='time' valueReference='1' initial='exact' start='0'",
       "initial start-forbidden"},
      {"name='der(x)' valueReference='9' derivative='8'",
       "name='der(x)' valueReference='9' derivative='10'",
       "derivative-of state-kind dependency-known"},
      {"name='der(x)' valueReference='9' derivative='8'",
       "name='der(x)' valueReference='9' derivative='9'",
       "derivative-of dependency-known"},
      {"name='u' valueReference='3'",
       "name='u' valueReference='3' "
       "canHandleMultipleSetPerTimeInstant='false'",
       ""},
      {"name='y' valueReference='4'",
       "name='y' valueReference='4' "
       "canHandleMultipleSetPerTimeInstant='false'",
       "multiple-set"},
      {"name='x' valueReference='8'",
       "name='x' valueReference='8' reinit='true'", ""},
      {"name='y' valueReference='4'",
       "name='y' valueReference='4' reinit='true'", "reinit"},
      {"causality='independent'", "causality='local'", "independent"},
      {"name='y' valueReference='4' causality='output'",
       "name='y' valueReference='4' causality='independent' "
       "variability='continuous'",
       "independent output-wrong initial-unknown-wrong"},
      {"name='x' valueReference='8'", "name='' valueReference='8'",
       "name-grammar name-text"},
      {"<Alias name='u2'/>", "<Alias name='u2' displayUnit='mm'/>",
       "display-unit-alone"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_arrays(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"start='0 0'", "start='0 0' min='2' max='1'", "min-max"},
      {"start='0 0'", "start='0 0' nominal='0'", "nominal"},
      {"start='0 0'", "start='0 0' max='-1'", "start-range"},
      {"start='0 0'", "start='0 0' min='0' max='0' nominal='1'", ""},
      {"name='n' valueReference='2' start='2'",
       "name='n' valueReference='2' start='0'", "fmi3-size fmi3-starts"},
      {"<Dimension start='3'/>", "<Dimension start='0'/>", "fmi3-size"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

#define OHM(attributes)                                                        \
  "<UnitDefinitions><Unit name='Ohm'><DisplayUnit name='S' " attributes        \
  "/></Unit></UnitDefinitions>\n  <ModelVariables>"

static void test_inverse(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<ModelVariables>", OHM("inverse='true'"), ""},
      {"<ModelVariables>", OHM("inverse='true' offset='0'"), ""},
      {"<ModelVariables>", OHM("inverse='false' offset='1'"), ""},
      {"<ModelVariables>", OHM("inverse='1' offset='1'"), "fmi3-inverse"},
      {"<ModelVariables>", OHM("inverse='true' factor='0'"), "unit-factor"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),     cmocka_unit_test(test_names),
      cmocka_unit_test(test_arrays),    cmocka_unit_test(test_inverse),
      cmocka_unit_test(test_variables), cmocka_unit_test(test_references),
      cmocka_unit_test(test_structure), cmocka_unit_test(test_clocks),
      cmocka_unit_test(test_scheduled), cmocka_unit_test(test_single_variables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
