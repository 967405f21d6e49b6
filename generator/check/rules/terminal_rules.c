/* terminal_rules.c: see terminal_rules.h. */
#include "check/rules/terminal_rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

/* A variable of the FMU, or another name of one. */
typedef struct TerminalName {
  const char *name, *causality;
} TerminalName;

typedef struct TerminalCheck {
  XmlTree *text;
  const Archive *archive;
  TerminalName *name; /* sorted */
  int n_names, cap_names;
} TerminalCheck;

static const char *text_or(const XmlTree *t, const xmlNode *node,
                           const char *name, const char *otherwise)
{
  const char *text = xml_attribute(t, node, name);
  return text ? text : otherwise;
}

/* --- the variables --- */

static int compare_terminal_names(const void *a, const void *b)
{
  return strcmp(((const TerminalName *)a)->name,
                ((const TerminalName *)b)->name);
}

static void add_terminal_name(TerminalCheck *c, const char *name,
                              const char *causality)
{
  c->name = vector_grow(c->text->findings->s->session_arena, c->name,
                        &c->cap_names, c->n_names + 1, sizeof c->name[0]);
  c->name[c->n_names++] = (TerminalName){name, causality};
}

static void take_variables(TerminalCheck *c, const XmlTree *description)
{
  xmlNode *root = xmlDocGetRootElement(description->document);
  xmlNode *v = xml_child(xml_child(root, "ModelVariables"), NULL);
  for (; v; v = xml_next(v)) {
    const char *causality = text_or(description, v, "causality", "local");
    add_terminal_name(c, text_or(description, v, "name", ""), causality);
    for (xmlNode *a = xml_child(v, "Alias"); a; a = xml_next(a)) {
      if (xml_is(a, "Alias"))
        add_terminal_name(c, text_or(description, a, "name", ""), causality);
    }
  }
  if (c->n_names > 0)
    qsort(c->name, (size_t)c->n_names, sizeof c->name[0],
          compare_terminal_names);
}

/* The variable that an attribute names; NULL: there is none. */
static const TerminalName *terminal_rules_variable(const TerminalCheck *c,
                                                   const xmlNode *node,
                                                   const char *attribute)
{
  TerminalName key = {xml_attribute(c->text, node, attribute), NULL};
  if (!key.name) return NULL; /* the schema complains */
  const TerminalName *found = c->n_names > 0
                                  ? bsearch(&key, c->name, (size_t)c->n_names,
                                            sizeof key, compare_terminal_names)
                                  : NULL;
  if (!found) {
    finding_add(c->text->findings, RULE_TERMINAL_VARIABLE,
                xml_place(c->text, node, attribute),
                "there is no variable '%s'", key.name);
  }
  return found;
}

static bool can_be_connected(const TerminalName *v)
{
  static const char *const causality[] = {"input", "output", "parameter",
                                          "calculatedParameter",
                                          "structuralParameter"};
  for (size_t i = 0; i < sizeof causality / sizeof causality[0]; i++) {
    if (strcmp(v->causality, causality[i]) == 0) return true;
  }
  return false;
}

/* --- members --- */

static bool is_flow_kind(const char *kind)
{
  return strcmp(kind, "inflow") == 0 || strcmp(kind, "outflow") == 0;
}

static void kind_rule(const TerminalCheck *c, const xmlNode *member,
                      const TerminalName *v)
{
  const char *kind = text_or(c->text, member, "variableKind", "");
  if (strcmp(kind, "signal") != 0 && !is_flow_kind(kind)) return;
  if (can_be_connected(v)) return;
  finding_add(c->text->findings, RULE_TERMINAL_KIND,
              xml_place(c->text, member, "variableKind"), "'%s' is %s and a %s",
              v->name, v->causality, kind);
}

static void stream_rules(const TerminalCheck *c, const xmlNode *stream)
{
  static const char *const attribute[] = {"inStreamVariableName",
                                          "outStreamVariableName"};
  for (int i = 0; i < 2; i++) {
    const TerminalName *v = terminal_rules_variable(c, stream, attribute[i]);
    if (!v || can_be_connected(v)) continue;
    finding_add(c->text->findings, RULE_TERMINAL_KIND,
                xml_place(c->text, stream, attribute[i]),
                "'%s' is %s and a stream", v->name, v->causality);
  }
}

/* --- names that are there once --- */

typedef struct NamedNode {
  const char *name;
  xmlNode *node;
} NamedNode;

static int compare_named_nodes(const void *a, const void *b)
{
  const NamedNode *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  size_t i = (size_t)x->node->_private, k = (size_t)y->node->_private;
  return order ? order : (i > k) - (i < k);
}

/* The children of that element name have the attribute, each another one. */
static void unique_rule(const TerminalCheck *c, const xmlNode *parent,
                        const char *element, const char *attribute, RuleId rule)
{
  const XmlTree *t = c->text;
  ArenaMark mark = arena_mark(session_scratch(t->findings->s));
  NamedNode *item = NULL;
  int n = 0, cap = 0;
  for (xmlNode *m = xml_child(parent, element); m; m = xml_next(m)) {
    if (!xml_is(m, element)) continue;
    const char *name = text_or(t, m, attribute, "");
    if (!*name) {
      finding_add(t->findings, rule, xml_place(t, m, NULL), "%s is missing",
                  attribute);
      continue;
    }
    item = vector_grow(session_scratch(t->findings->s), item, &cap, n + 1,
                       sizeof item[0]);
    item[n++] = (NamedNode){name, m};
  }
  if (n > 1) qsort(item, (size_t)n, sizeof item[0], compare_named_nodes);
  for (int i = 1; i < n; i++) {
    if (strcmp(item[i - 1].name, item[i].name) != 0) continue;
    finding_add(t->findings, rule, xml_place(t, item[i].node, attribute),
                "'%s' is there twice", item[i].name);
  }
  arena_release(mark);
}

static bool matches_by_name(const char *rule)
{
  return strcmp(rule, "plug") == 0 || strcmp(rule, "bus") == 0;
}

static void member_rules(const TerminalCheck *c, const xmlNode *terminal)
{
  const XmlTree *t = c->text;
  int n_flows = 0, n_streams = 0;
  if (matches_by_name(text_or(t, terminal, "matchingRule", "none")))
    unique_rule(c, terminal, "TerminalMemberVariable", "memberName",
                RULE_TERMINAL_MEMBER);
  for (const xmlNode *m = xml_child(terminal, NULL); m; m = xml_next(m)) {
    if (xml_is(m, "TerminalStreamMemberVariable")) {
      n_streams++;
      stream_rules(c, m);
    }
    if (!xml_is(m, "TerminalMemberVariable")) continue;
    n_flows += is_flow_kind(text_or(t, m, "variableKind", ""));
    const TerminalName *v = terminal_rules_variable(c, m, "variableName");
    if (v) kind_rule(c, m, v);
  }
  if (n_streams > 0 && n_flows > 1) {
    finding_add(t->findings, RULE_TERMINAL_STREAM, xml_place(t, terminal, NULL),
                "'%s' has streams and %d flows",
                text_or(t, terminal, "name", ""), n_flows);
  }
}

/* --- terminals --- */

static void matching_rule(const TerminalCheck *c, const xmlNode *terminal)
{
  const XmlTree *t = c->text;
  const char *rule = text_or(t, terminal, "matchingRule", "none");
  bool is_known = matches_by_name(rule) || strcmp(rule, "sequence") == 0 ||
                  strcmp(rule, "none") == 0 || strchr(rule, '.');
  if (is_known) return;
  finding_add(t->findings, RULE_TERMINAL_MATCHING,
              xml_place(t, terminal, "matchingRule"), "'%s' is none of them",
              rule);
}

static void picture_rule(const TerminalCheck *c, const xmlNode *terminal)
{
  const XmlTree *t = c->text;
  xmlNode *picture = xml_child(terminal, "TerminalGraphicalRepresentation");
  const char *base = picture ? xml_attribute(t, picture, "iconBaseName") : NULL;
  if (!base || !c->archive) return;
  const char *file = arena_printf(t->findings->s->session_arena,
                                  "terminalsAndIcons/%s.png", base);
  if (archive_find(c->archive, file) >= 0) return;
  finding_add(t->findings, RULE_TERMINAL_ICON,
              xml_place(t, picture, "iconBaseName"), "there is no '%s'", file);
}

/* The one after this in the order of the file: terminals lie in Terminals or
 * in terminals. */
static xmlNode *following_terminal(const xmlNode *terminal)
{
  xmlNode *next = xml_child(terminal, "Terminal");
  if (next) return next;
  for (; terminal && !xml_is(terminal, "Terminals");
       terminal = terminal->parent) {
    for (next = xml_next(terminal); next; next = xml_next(next)) {
      if (xml_is(next, "Terminal")) return next;
    }
  }
  return NULL;
}

/* --- the head --- */

static void head_rules(const TerminalCheck *c, const XmlTree *description)
{
  const XmlTree *t = c->text;
  xmlNode *root = xmlDocGetRootElement(t->document);
  xmlNode *other = xmlDocGetRootElement(description->document);
  const char *version = text_or(t, root, "fmiVersion", "");
  const char *wanted = text_or(description, other, "fmiVersion", "");
  bool is_third = wanted[0] == '3';
  if (is_third ? strcmp(version, wanted) != 0 : version[0] != '3') {
    finding_add(t->findings, RULE_TERMINAL_VERSION,
                xml_place(t, root, "fmiVersion"),
                "fmiVersion is '%s', that of the FMU '%s'", version, wanted);
  }
  static const char svg[] = "terminalsAndIcons/icon.svg";
  if (c->archive && archive_find(c->archive, svg) >= 0 &&
      archive_find(c->archive, "terminalsAndIcons/icon.png") < 0) {
    finding_at(t->findings, RULE_TERMINAL_ICON, svg,
               "there is an icon.svg and no icon.png");
  }
}

void terminal_rules(XmlTree *terminals, XmlTree *description,
                    const Archive *archive)
{
  assert(terminals->document && description->document);
  TerminalCheck c = {.text = terminals, .archive = archive};
  take_variables(&c, description);
  head_rules(&c, description);
  xmlNode *root = xmlDocGetRootElement(terminals->document);
  const xmlNode *all = xml_child(root, "Terminals");
  if (!all) return;
  xmlNode *terminal = xml_child(all, "Terminal");
  unique_rule(&c, all, "Terminal", "name", RULE_TERMINAL_NAME);
  for (; terminal; terminal = following_terminal(terminal)) {
    unique_rule(&c, terminal, "Terminal", "name", RULE_TERMINAL_NAME);
    matching_rule(&c, terminal);
    member_rules(&c, terminal);
    picture_rule(&c, terminal);
  }
}
