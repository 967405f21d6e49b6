/* test_fmi2_structure_rules.c: ModelStructure, its lists and dependencies. */
#include "test.h"

#include "check/rules/fmi2_rules.h"
#include "rule_text.h"

static const char text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='2.0'>\n"
    "  <ModelVariables>\n"
    "    <ScalarVariable name='x' initial='exact'><Real start='1'/>\n"
    "    </ScalarVariable>\n"
    "    <ScalarVariable name='der(x)'><Real derivative='1'/>\n"
    "    </ScalarVariable>\n"
    "    <ScalarVariable name='y' causality='output'><Real/>\n"
    "    </ScalarVariable>\n"
    "    <ScalarVariable name='u' causality='input'><Real start='0'/>\n"
    "    </ScalarVariable>\n"
    "    <ScalarVariable name='n' causality='output'\n"
    "        variability='discrete'><Integer/></ScalarVariable>\n"
    "    <ScalarVariable name='p' causality='calculatedParameter'\n"
    "        variability='fixed'><Real/></ScalarVariable>\n"
    "    <ScalarVariable name='z'><Real/></ScalarVariable>\n"
    "  </ModelVariables>\n"
    "  <ModelStructure>\n"
    "    <Outputs><Unknown index='3' dependencies='1 4'\n"
    "        dependenciesKind='dependent fixed'/><Unknown index='5'/>\n"
    "    </Outputs>\n"
    "    <Derivatives><Unknown index='2' dependencies='1'/></Derivatives>\n"
    "    <InitialUnknowns><Unknown index='2' dependencies='1 4'\n"
    "        dependenciesKind='constant dependent'/>\n"
    "      <Unknown index='3'/><Unknown index='5'/><Unknown index='6'/>\n"
    "    </InitialUnknowns>\n"
    "  </ModelStructure>\n"
    "</fmiModelDescription>\n";

static void apply(XmlTree *tree)
{
  CheckTable table = fmi2_variables(tree);
  fmi2_structure_rules(&table);
}

static void test_lists(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<Unknown index='5'/>\n    </Outputs>", "</Outputs>", "output-missing"},
      {"<Outputs>", "<Outputs><Unknown index='7'/>", "output-wrong"},
      {"<Outputs>", "<Outputs><Unknown index='5'/>", "unknown-twice"},
      {"<Outputs>", "<Outputs><Unknown index='8'/>", "index-range"},
      {"<Outputs>", "<Outputs><Unknown index='0'/>", "index-range"},
      {"<Derivatives>", "<Derivatives><Unknown index='7'/>",
       "derivative-wrong initial-unknown-missing"},
      {"name='x' initial='exact'",
       "name='x' causality='parameter' variability='fixed'", "state-kind"},
      {"name='x' initial='exact'",
       "name='x' causality='output' "
       "initial='exact'",
       "output-missing"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_initial(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<Unknown index='6'/>", "", "initial-unknown-missing"},
      {"<Unknown index='6'/>", "<Unknown index='6'/><Unknown index='7'/>",
       "initial-unknown-wrong"},
      {"<Unknown index='5'/><Unknown index='6'/>",
       "<Unknown index='6'/><Unknown index='5'/>", "initial-unknown-order"},
      {"<Unknown index='6'/>", "<Unknown index='6'/><Unknown index='6'/>",
       "unknown-twice"},
      /* a state that is computed at the start is an unknown too */
      {"name='x' initial='exact'", "name='x' initial='approx'",
       "initial-unknown-missing dependency-known"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_dependencies(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"index='2' dependencies='1'/>", "index='2' dependencies='1 4'/>", ""},
      {"index='2' dependencies='1'/>", "index='2' dependencies=''/>", ""},
      {"index='2' dependencies='1'/>", "index='2' dependencies='4 1'/>",
       "dependency-order"},
      {"index='2' dependencies='1'/>", "index='2' dependencies='1 1'/>",
       "dependency-order"},
      {"index='2' dependencies='1'/>", "index='2' dependencies='1 7'/>",
       "dependency-known"},
      {"index='2' dependencies='1'/>", "index='2' dependencies='99'/>",
       "index-range"},
      {"'dependent fixed'", "'dependent'", "dependency-kinds"},
      {"'dependent fixed'", "'dependent fixed fixed'", "dependency-kinds"},
      {"'dependent fixed'", "'tunable  discrete'", ""},
      {"'constant dependent'", "'fixed dependent'", "dependency-kind"},
      {"<Unknown index='5'/>\n    </Outputs>",
       "<Unknown index='5' dependencies='1' dependenciesKind='fixed'/>\n"
       "    </Outputs>",
       "dependency-kind-real"},
      {"<Unknown index='5'/>\n    </Outputs>",
       "<Unknown index='5' dependencies='1' dependenciesKind='dependent'/>\n"
       "    </Outputs>",
       ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_initial),
      cmocka_unit_test(test_dependencies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
