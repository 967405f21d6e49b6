/* test_fmi2_variable_rules.c: names, causality, variability, initial, start,
 * derivatives, aliases. */
#include "test.h"

#include "check/rules/fmi2_rules.h"
#include "rule_text.h"

static const char text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='2.0'\n"
    "    variableNamingConvention='structured'>\n"
    "  <ModelExchange modelIdentifier='M'/>\n"
    "  <ModelVariables>\n"
    "    <ScalarVariable name='x' valueReference='1' initial='exact'>\n"
    "      <Real start='1'/></ScalarVariable>\n"
    "    <ScalarVariable name='der(x)' valueReference='2'>\n"
    "      <Real derivative='1'/></ScalarVariable>\n"
    "    <ScalarVariable name='u' valueReference='3' causality='input'>\n"
    "      <Real start='0'/></ScalarVariable>\n"
    "    <ScalarVariable name='p.k' valueReference='4'\n"
    "        causality='parameter' variability='fixed'>\n"
    "      <Real start='2'/></ScalarVariable>\n"
    "    <ScalarVariable name='time' valueReference='5'\n"
    "        causality='independent'>\n"
    "      <Real/></ScalarVariable>\n"
    "    <ScalarVariable name='n[1,2]' valueReference='1'\n"
    "        variability='discrete' initial='exact'>\n"
    "      <Integer start='0'/></ScalarVariable>\n"
    "    <ScalarVariable name='c' valueReference='6'\n"
    "        variability='constant'>\n"
    "      <Real start='7'/></ScalarVariable>\n"
    "    <ScalarVariable name='alias' valueReference='1'>\n"
    "      <Real/></ScalarVariable>\n"
    "  </ModelVariables>\n"
    "  <ModelStructure><Derivatives><Unknown index='2'/></Derivatives>\n"
    "  </ModelStructure>\n"
    "</fmiModelDescription>\n";

static void apply(XmlTree *tree)
{
  CheckTable table = fmi2_variables(tree);
  fmi2_variable_rules(&table);
}

static void test_names(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"name='u'", "name='x'", "name-twice"},
      {"name='u'", "name=''", "name-text"},
      {"name='u'", "name='1u'", "name-grammar"},
      {"name='u'", "name='u[1,'", "name-grammar"},
      {"name='u'", "name='der(u, 2)'", "name-grammar"},
      {"name='u'", "name='der(u,2)'", ""},
      {"name='u'", "name=\"a.'any text!'[3]\"", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

/* The naming convention 'flat' asks for nothing but a name. */
static void test_flat_names(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"'structured'>\n  <ModelExchange modelIdentifier='M'/>\n"
       "  <ModelVariables>\n    <ScalarVariable name='x'",
       "'flat'>\n  <ModelExchange modelIdentifier='M'/>\n"
       "  <ModelVariables>\n    <ScalarVariable name='1 x['",
       ""},
  };
  rule_text_expect(text, cases, 1, apply);
}

static void test_combinations(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"causality='input'", "causality='input' variability='discrete'", ""},
      {"causality='input'", "causality='input' variability='fixed'",
       "causality-variability"},
      {"variability='fixed'", "variability='tunable'", ""},
      {"variability='fixed'", "variability='continuous'",
       "causality-variability"},
      {"variability='constant'", "variability='constant' causality='output'",
       ""},
      {"variability='constant'", "variability='constant' causality='input'",
       "causality-variability"},
      {"causality='input'", "causality='input' initial='exact'", "initial"},
      {"variability='fixed'", "variability='fixed' initial='exact'", ""},
      {"variability='fixed'", "variability='fixed' initial='approx'",
       "initial"},
      {"causality='independent'", "causality='independent' initial='exact'",
       "initial start-missing"},
      {"variability='discrete' initial='exact'", "initial='exact'",
       "continuous-real"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_starts(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<Real start='0'/>", "<Real/>", "start-missing"},
      {"<Real start='2'/>", "<Real/>", "start-missing"},
      {"initial='exact'>\n      <Real start='1'/>",
       "initial='approx'>\n      <Real/>", "start-missing"},
      {"<Real derivative='1'/>", "<Real derivative='1' start='1'/>",
       "start-forbidden"},
      {"'5'\n        causality='independent'>\n      <Real/>",
       "'5'\n        causality='independent'>\n      <Real start='0'/>",
       "start-forbidden"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_derivatives(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"derivative='1'", "derivative='9'", "derivative-of"},
      {"derivative='1'", "derivative='2'", "derivative-of"},
      {"derivative='1'", "derivative='6'", "derivative-of"}, /* n[1,2] */
      {"derivative='1'", "derivative='7'", "derivative-of"}, /* c */
      {"derivative='1'", "derivative='3'", ""},
      {"<Real start='1'/>", "<Real start='1' reinit='true'/>", ""},
      {"<Real start='0'/>", "<Real start='0' reinit='true'/>", "reinit"},
      {"<Real start='0'/>", "<Real start='0' reinit='false'/>", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_kinds(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"name='u'", "name='u' canHandleMultipleSetPerTimeInstant='false'", ""},
      {"name='c'", "name='c' canHandleMultipleSetPerTimeInstant='false'",
       "multiple-set"},
      {"name='u' valueReference='3' causality='input'>\n"
       "      <Real start='0'/>",
       "name='u' valueReference='3' causality='independent'>\n      <Real/>",
       "independent"},
      {"causality='independent'>\n      <Real/>",
       "causality='independent'>\n      <Integer/>",
       "continuous-real independent"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

/* References of Real and Integer are apart: x and n[1,2] both have 1. */
static void test_aliases(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"name='alias' valueReference='1'>\n      <Real/>",
       "name='alias' valueReference='1' initial='exact'>\n"
       "      <Real start='1'/>",
       "alias-start"},
      {"name='alias' valueReference='1'>\n      <Real/>",
       "name='alias' valueReference='3' causality='input'>\n"
       "      <Real start='1'/>",
       "alias-start alias-kind"},
      {"name='alias' valueReference='1'", "name='alias' valueReference='6'",
       "alias-kind"},
      {"name='alias' valueReference='1'", "name='alias' valueReference='5'",
       "alias-kind"},
      {"name='alias' valueReference='1'", "name='alias' valueReference='2'",
       ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),        cmocka_unit_test(test_flat_names),
      cmocka_unit_test(test_combinations), cmocka_unit_test(test_starts),
      cmocka_unit_test(test_derivatives),  cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_aliases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
