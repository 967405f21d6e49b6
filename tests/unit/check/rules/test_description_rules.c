/* test_description_rules.c: the XML as such, its version and its schema; the
 * rules of each version have tests of their own. */
#include "test.h"

#include "check/rules/description_rules.h"
#include "rule_text.h"

static const char text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='2.0' modelName='M' guid='{g}'>\n"
    "  <CoSimulation modelIdentifier='M'/>\n"
    "  <ModelVariables>\n"
    "    <ScalarVariable name='u' valueReference='0' causality='input'>\n"
    "      <Real start='0'/></ScalarVariable>\n"
    "  </ModelVariables>\n"
    "  <ModelStructure/>\n"
    "</fmiModelDescription>\n";

static void apply(XmlTree *tree)
{
  (void)description_rules(tree);
}

static void test_xml(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"</ModelVariables>", "", "xml-malformed"},
      {"<fmiModelDescription",
       "<!DOCTYPE a [<!ENTITY b 'c'>]>"
       "<fmiModelDescription",
       "xml-entity"},
      {" encoding='UTF-8'", "", "xml-encoding"},
      {"'UTF-8'", "'ISO-8859-1'", "xml-encoding"},
      {"'UTF-8'", "'utf-8'", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_schema(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"modelName='M'", "", "xml-schema"},
      {"modelName='M'", "modelName='M' wrong='1'", "xml-schema"},
      {"<ModelVariables>", "<Wrong/><ModelVariables>", "xml-schema"},
      {"<ModelStructure/>", "", "xml-schema"},
      {"<Real start='0'/>", "<Real start='a'/>", "xml-schema"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

/* Each version has its own schema: a head of 2.0 is none of 1.0 or 3.0. */
static void test_versions(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"'2.0'", "'2.0.4'", "xml-schema fmi-version"},
      {"'2.0'", "'4.0'", "fmi-version"},
      {"fmiVersion='2.0'", "", "fmi-version"},
      {"'2.0'", "'1.0'", "xml-schema"},
      {"'2.0'", "'3.0'", "xml-schema start-missing independent"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_other_root(void **state)
{
  (void)state;
  static const char sound[] =
      "<?xml version='1.0' encoding='UTF-8'?>\n"
      "<fmiModelDescription fmiVersion='1.0' modelName='M'\n"
      "    modelIdentifier='M' guid='{g}' numberOfContinuousStates='0'\n"
      "    numberOfEventIndicators='0'/>\n";
  static const RuleCase cases[] = {
      {"<fmiModelDescription", "<systemStructure", "xml-schema"}};
  rule_text_expect(sound, cases, 1, apply);
}

/* Without its files the schema is left out, and a note says so. */
static void test_no_schema(void **state)
{
  (void)state;
  assert_int_equal(setenv("FOUCAULT_HOME", "/nowhere", 1), 0);
  Session *s = session_create();
  Findings f = {.s = s};
  XmlTree tree;
  assert_true(xml_tree_read(&f, "a.xml", text, strlen(text), &tree));
  assert_int_equal(description_rules(&tree), 2);
  assert_string_equal(rule_text_names(&f), "schema-not-checked");
  xml_tree_free(&tree);
  session_destroy(s);
}

static int find_schema(void **state)
{
  (void)state;
  return setenv("FOUCAULT_HOME", FOUCAULT_DATA_DIR, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_xml, find_schema),
      cmocka_unit_test_setup(test_schema, find_schema),
      cmocka_unit_test_setup(test_versions, find_schema),
      cmocka_unit_test_setup(test_other_root, find_schema),
      cmocka_unit_test(test_no_schema),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
