/* test_fmi1_rules.c: descriptions of FMI 1.0. */
#include "test.h"

#include "check/rules/fmi1_rules.h"
#include "rule_text.h"

static const char text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='1.0' modelIdentifier='One'\n"
    "    variableNamingConvention='structured'>\n"
    "  <ModelVariables>\n"
    "    <ScalarVariable name='u' valueReference='0' causality='input'>\n"
    "      <Real start='0'/></ScalarVariable>\n"
    "    <ScalarVariable name='y' valueReference='1' causality='output'>\n"
    "      <Real/><DirectDependency><Name>u</Name></DirectDependency>\n"
    "    </ScalarVariable>\n"
    "    <ScalarVariable name='z' valueReference='1' alias='alias'>\n"
    "      <Real/></ScalarVariable>\n"
    "    <ScalarVariable name='x' valueReference='2'>\n"
    "      <Real start='1' fixed='true'/></ScalarVariable>\n"
    "    <ScalarVariable name='n' valueReference='0' "
    "variability='discrete'>\n"
    "      <Integer/></ScalarVariable>\n"
    "    <ScalarVariable name='c' valueReference='3' "
    "variability='constant'>\n"
    "      <Real start='9'/></ScalarVariable>\n"
    "  </ModelVariables>\n"
    "</fmiModelDescription>\n";

static void apply(XmlTree *tree)
{
  fmi1_rules(tree);
}

static void test_names(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"modelIdentifier='One'", "modelIdentifier='1'", "model-identifier"},
      {"name='z'", "name='y'", "name-twice"},
      {"name='z'", "name='z.'", "name-grammar"},
      {"variability='discrete'>", ">", "continuous-real"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_starts(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"start='1' fixed='true'", "fixed='true'", "fmi1-start"},
      {"<Real start='0'/>", "<Real start='0' fixed='true'/>", "fmi1-start"},
      {"<Real start='9'/>", "<Real/>", "fmi1-start"},
      {"<Real start='9'/>", "<Real start='9' fixed='true'/>", "fmi1-start"},
      {"start='1' fixed='true'", "start='1'", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_dependencies(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<Name>u</Name>", "", ""},
      {"<Name>u</Name>", "<Name>x</Name>", "fmi1-dependency"},
      {"<Name>u</Name>", "<Name>none</Name>", "fmi1-dependency"},
      {"causality='output'", "causality='internal'", "fmi1-dependency"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

/* Each reference has one variable that is not an alias. */
static void test_aliases(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {" alias='alias'", "", "fmi1-alias"},
      {"name='y'", "name='y' alias='alias'", "fmi1-alias"},
      {" alias='alias'", " alias='negatedAlias'", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_starts),
      cmocka_unit_test(test_dependencies),
      cmocka_unit_test(test_aliases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
