/* test_fmi2_type_rules.c: units, display units, types, enumerations, ranges.
 */
#include "test.h"

#include "check/rules/fmi2_rules.h"
#include "rule_text.h"

static const char text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='2.0'>\n"
    "  <UnitDefinitions>\n"
    "    <Unit name='m'><BaseUnit m='1' factor='1'/>\n"
    "      <DisplayUnit name='mm' factor='1000'/><DisplayUnit name='km'/>\n"
    "    </Unit>\n"
    "    <Unit name='s'><BaseUnit s='1'/></Unit>\n"
    "  </UnitDefinitions>\n"
    "  <TypeDefinitions>\n"
    "    <SimpleType name='Length'><Real unit='m' displayUnit='mm' min='0'\n"
    "        max='9'/></SimpleType>\n"
    "    <SimpleType name='Gear'><Enumeration>\n"
    "      <Item name='one' value='1'/><Item name='two' value='2'/>\n"
    "    </Enumeration></SimpleType>\n"
    "  </TypeDefinitions>\n"
    "  <ModelVariables>\n"
    "    <ScalarVariable name='x' valueReference='0'>\n"
    "      <Real declaredType='Length' start='1' "
    "nominal='2'/></ScalarVariable>\n"
    "    <ScalarVariable name='y' valueReference='1'>\n"
    "      <Real unit='s'/></ScalarVariable>\n"
    "    <ScalarVariable name='n'><Integer start='5' min='5' max='7'/>\n"
    "    </ScalarVariable>\n"
    "    <ScalarVariable name='g'><Enumeration declaredType='Gear' "
    "start='2'/>\n"
    "    </ScalarVariable>\n"
    "    <ScalarVariable name='b'><Boolean start='true'/></ScalarVariable>\n"
    "  </ModelVariables>\n"
    "</fmiModelDescription>\n";

static void apply(XmlTree *tree)
{
  CheckTable table = fmi2_variables(tree);
  fmi2_type_rules(&table);
}

static void test_units(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<Unit name='s'>", "<Unit name='m'>", "unit-twice unit-undefined"},
      {"<Unit name='s'><BaseUnit s='1'/></Unit>",
       "<Unit name='s'/><Unit name='s'/>", "unit-twice"},
      {"<DisplayUnit name='km'/>", "<DisplayUnit name='mm'/>",
       "display-unit-twice"},
      {"m='1' factor='1'", "m='1' factor='0'", "unit-factor"},
      {"name='mm' factor='1000'", "name='mm' factor='0.0'", "unit-factor"},
      {"name='mm' factor='1000'", "name='mm' factor='-1'", ""},
      {"<Real unit='s'/>", "<Real unit='h'/>", "unit-undefined"},
      {"<Real unit='m'", "<Real unit='inch'", "unit-undefined"},
      {"<Real unit='s'/>", "<Real displayUnit='mm'/>", "display-unit-alone"},
      {"<Real unit='s'/>", "<Real unit='s' displayUnit='h'/>",
       "display-unit-undefined"},
      {"<Real unit='s'/>", "<Real unit='s' displayUnit='s'/>", ""},
      {"declaredType='Length'", "declaredType='Length' displayUnit='km'", ""},
      {"declaredType='Length'", "declaredType='Length' displayUnit='ell'",
       "display-unit-undefined"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_types(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"<SimpleType name='Length'>",
       "<SimpleType name='Length'><Real/></SimpleType>"
       "<SimpleType name='Length'>",
       "type-twice"},
      {"<SimpleType name='Length'>",
       "<SimpleType name='y'><Real/></SimpleType><SimpleType name='Length'>",
       "type-is-variable"},
      {"declaredType='Length'", "declaredType='Width'", "declared-type"},
      {"declaredType='Length'", "declaredType='Gear'", "declared-type"},
      {"name='two' value='2'", "name='one' value='2'", "enumeration-item"},
      {"name='one' value='1'", "name='one' value='2'", "enumeration-item"},
      {"name='one' value='1'", "name='one' value='-7'", ""},
      {"declaredType='Gear' start='2'", "declaredType='Gear' start='3'",
       "enumeration-start"},
      {"declaredType='Gear' start='2'", "declaredType='Gear' start='1'", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_ranges(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"min='5' max='7'", "min='7' max='5'", "min-max"},
      {"min='0'\n        max='9'", "min='9.5' max='9'", "min-max"},
      {"start='5' min='5'", "start='4' min='5'", "start-range"},
      {"start='5' min='5'", "start='8' min='5'", "start-range"},
      /* the range of the type counts where the variable has none */
      {"'Length' start='1'", "'Length' start='10'", "start-range"},
      {"'Length' start='1'", "'Length' start='10' max='11'", ""},
      {"nominal='2'", "nominal='0'", "nominal"},
      {"nominal='2'", "nominal='-1'", "nominal"},
      {"nominal='2'", "nominal='1e-300'", ""},
      {"'Length' start='1'", "'Length' start='NaN'", "xml-number"},
      {"'Length' start='1'", "'Length' max='INF'", "xml-number"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

static void test_aliases(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"name='y' valueReference='1'", "name='y' valueReference='0'",
       "alias-unit"},
      {"name='y' valueReference='1'>\n      <Real unit='s'/>",
       "name='y' valueReference='0'>\n      <Real/>", "alias-unit"},
      {"name='y' valueReference='1'>\n      <Real unit='s'/>",
       "name='y' valueReference='0'>\n      <Real unit='m'/>", ""},
      {"name='y' valueReference='1'>\n      <Real unit='s'/>",
       "name='y' valueReference='0'>\n      <Real declaredType='Length'/>", ""},
      /* references of another type are apart */
      {"name='y' valueReference='1'>\n      <Real unit='s'/>",
       "name='y' valueReference='0'>\n      <Integer/>", ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_types),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_aliases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
