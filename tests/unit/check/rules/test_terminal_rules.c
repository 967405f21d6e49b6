/* test_terminal_rules.c: terminals of an FMU whose variables are known. */
#include "test.h"

#include <string.h>

#include "check/rules/terminal_rules.h"
#include "rule_text.h"

static const char description_text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='3.0'>\n"
    "  <ModelVariables>\n"
    "    <Float64 name='p.v' valueReference='1'/>\n"
    "    <Float64 name='p.i' valueReference='2' causality='input'/>\n"
    "    <Float64 name='h.in' valueReference='3' causality='input'/>\n"
    "    <Float64 name='h.out' valueReference='4' causality='output'>\n"
    "      <Alias name='other'/></Float64>\n"
    "  </ModelVariables>\n"
    "</fmiModelDescription>\n";

static const char text[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiTerminalsAndIcons fmiVersion='3.0'>\n"
    "  <Terminals>\n"
    "    <Terminal name='p' matchingRule='plug'>\n"
    "      <TerminalMemberVariable variableName='p.v' memberName='v'\n"
    "          variableKind='_a_potential'/>\n"
    "      <TerminalMemberVariable variableName='p.i' memberName='i'\n"
    "          variableKind='inflow'/>\n"
    "      <TerminalMemberVariable variableName='other' memberName='o'\n"
    "          variableKind='signal'/>\n"
    "      <TerminalStreamMemberVariable inStreamMemberName='a'\n"
    "          inStreamVariableName='h.in' outStreamMemberName='b'\n"
    "          outStreamVariableName='h.out'/>\n"
    "      <Terminal name='p' matchingRule='none'/>\n"
    "      <Terminal name='q' matchingRule='none'/>\n"
    "    </Terminal>\n"
    "    <Terminal name='r' matchingRule='sequence'>\n"
    "      <TerminalMemberVariable variableName='p.i'\n"
    "          variableKind='outflow'/>\n"
    "    </Terminal>\n"
    "  </Terminals>\n"
    "</fmiTerminalsAndIcons>\n";

static void apply(XmlTree *tree)
{
  XmlTree description;
  assert_true(xml_tree_read(tree->findings, "modelDescription.xml",
                            description_text, strlen(description_text),
                            &description));
  terminal_rules(tree, &description, NULL);
  xml_tree_free(&description);
}

static void test_terminals(void **state)
{
  (void)state;
  static const RuleCase cases[] = {
      {"fmiVersion='3.0'", "fmiVersion='3.1'", "terminal-version"},
      {"name='q' matchingRule='none'", "name='p' matchingRule='none'",
       "terminal-name"},
      {"name='r'", "name='p'", "terminal-name"},
      {"name='r'", "name=''", "terminal-name"},
      {"matchingRule='sequence'", "matchingRule='order'", "terminal-matching"},
      {"matchingRule='sequence'", "matchingRule='org.example.order'", ""},
      {"variableName='p.v'", "variableName='p.u'", "terminal-variable"},
      {"outStreamVariableName='h.out'", "outStreamVariableName='x'",
       "terminal-variable"},
      {"memberName='i'", "memberName='v'", "terminal-member"},
      {"memberName='i'", "", "terminal-member"},
      {"matchingRule='sequence'", "matchingRule='bus'", "terminal-member"},
      {"variableKind='_a_potential'", "variableKind='signal'", "terminal-kind"},
      {"inStreamVariableName='h.in'", "inStreamVariableName='p.v'",
       "terminal-kind"},
      {"variableKind='signal'", "variableKind='outflow'", "terminal-stream"},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], apply);
}

/* Pictures that are named are in the archive. */
static void with_pictures(XmlTree *tree)
{
  ArchiveEntry entries[] = {{"terminalsAndIcons/icon.png", 1},
                            {"terminalsAndIcons/pin.png", 1}};
  const Archive archive = {.entry = entries, .n_entries = 2};
  XmlTree description;
  assert_true(xml_tree_read(tree->findings, "modelDescription.xml",
                            description_text, strlen(description_text),
                            &description));
  terminal_rules(tree, &description, &archive);
  xml_tree_free(&description);
}

static void test_pictures(void **state)
{
  (void)state;
  static const char terminal[] = "<Terminal name='q' matchingRule='none'/>";
  static const RuleCase cases[] = {
      {terminal,
       "<Terminal name='q' matchingRule='none'>"
       "<TerminalGraphicalRepresentation iconBaseName='flange'/></Terminal>",
       "terminal-icon"},
      {terminal,
       "<Terminal name='q' matchingRule='none'>"
       "<TerminalGraphicalRepresentation iconBaseName='pin'/></Terminal>",
       ""},
  };
  rule_text_expect(text, cases, sizeof cases / sizeof cases[0], with_pictures);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_terminals),
      cmocka_unit_test(test_pictures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
