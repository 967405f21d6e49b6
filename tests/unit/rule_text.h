/* rule_text.h: descriptions of FMUs written as strings, and the rules of
 * foucault check that they break.
 *
 * A test has one sound description and a table of changes to it:
 *
 *   static const RuleCase cases[] = {
 *       {"guid='{g}'", "guid=''", "guid"},      breaks this rule and no other
 *       {"stop='1'", "stop='2'", ""},           keeps all
 *   };
 *   rule_text_expect(text, cases, n_cases, apply);
 */
#ifndef FOUCAULT_TESTS_RULE_TEXT_H
#define FOUCAULT_TESTS_RULE_TEXT_H

#include "check/rules/xml_tree.h"

/* `text` with the first `old` replaced breaks exactly these rules: their
 * names, each once, in the order of rules.def, with blanks between. */
typedef struct RuleCase {
  const char *old, *with, *rules;
} RuleCase;

/* The rules under test. */
typedef void ApplyRules(XmlTree *text);

/* Fails unless `text` itself is sound, every case breaks what it says, and
 * each finding that comes from the tree has a line. */
void rule_text_expect(const char *text, const RuleCase *cases, int n_cases,
                      ApplyRules *apply);

/* The rules broken so far, as in RuleCase; in the session's arena. */
const char *rule_text_names(const Findings *f);

#endif
