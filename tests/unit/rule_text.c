/* rule_text.c: change a text, apply rules, compare the names. */
#include "test.h"

#include "rule_text.h"

const char *rule_text_names(const Findings *f)
{
  const char *names = "";
  for (int rule = 0; rule < N_RULES; rule++) {
    if (f->n_of_rule[rule] == 0) continue;
    names = arena_printf(f->s->session_arena, "%s%s%s", names,
                         *names ? " " : "", rule_of((RuleId)rule)->name);
  }
  return names;
}

static void expect(const char *text, const char *change, const char *rules,
                   ApplyRules *apply)
{
  Session *s = session_create();
  Findings f = {.s = s};
  XmlTree tree;
  if (xml_tree_read(&f, "modelDescription.xml", text, strlen(text), &tree)) {
    apply(&tree);
    xml_tree_free(&tree);
  }
  const char *found = rule_text_names(&f);
  if (strcmp(found, rules) != 0) {
    fail_msg("%s: breaks '%s' instead of '%s' (%s)", change, found, rules,
             f.n > 0 ? f.item[0].message : "");
  }
  for (int i = 0; i < f.n; i++) {
    if (f.item[i].line > 0) continue;
    fail_msg("%s: no line for %s", change, rule_of(f.item[i].rule)->name);
  }
  session_destroy(s);
}

static void expect_case(const char *text, const RuleCase *c, ApplyRules *apply)
{
  const char *at = strstr(text, c->old);
  if (!at) fail_msg("'%s' is not in the description", c->old);
  char *changed = NULL;
  size_t length;
  FILE *out = open_memstream(&changed, &length);
  fprintf(out, "%.*s%s%s", (int)(at - text), text, c->with,
          at + strlen(c->old));
  fclose(out);
  expect(changed, c->with, c->rules, apply);
  free(changed);
}

void rule_text_expect(const char *text, const RuleCase *cases, int n_cases,
                      ApplyRules *apply)
{
  expect(text, "as it is", "", apply);
  for (int i = 0; i < n_cases; i++) expect_case(text, &cases[i], apply);
}
