/* fmu_terminals.c: see fmu_terminals.h. */
#include "fmu_file/structure/fmu_terminals.h"

#include "base/vector.h"
#include "fmu_file/description/description_xml.h"

static void fmu_terminals_read_member(const DescriptionReader *r, xmlNode *node,
                                      FmuTerminal *t)
{
  t->member = vector_grow(r->s->session_arena, t->member, &t->cap_members,
                          t->n_members + 1, sizeof t->member[0]);
  t->member[t->n_members++] =
      (FmuTerminalMember){description_xml_text(r, node, "variableName"),
                          description_xml_text(r, node, "memberName"),
                          description_xml_text(r, node, "variableKind")};
}

static void fmu_terminals_read_terminal(const DescriptionReader *r,
                                        xmlNode *node, int depth,
                                        FmuTerminals *all)
{
  all->terminal = vector_grow(r->s->session_arena, all->terminal, &all->cap,
                              all->n + 1, sizeof all->terminal[0]);
  FmuTerminal *t = &all->terminal[all->n++];
  *t = (FmuTerminal){
      .name = description_xml_text(r, node, "name"),
      .matching_rule = description_xml_text(r, node, "matchingRule"),
      .kind = description_xml_text(r, node, "terminalKind"),
      .description = description_xml_text(r, node, "description"),
      .depth = depth};
  for (xmlNode *c = node->children; c; c = c->next) {
    if (description_xml_is(c, "TerminalMemberVariable"))
      fmu_terminals_read_member(r, c, t);
  }
}

/* The node after this one in the order of the file, below `top`; where only
 * those that are terminals have anything inside. */
static xmlNode *next_node(xmlNode *node, const xmlNode *top, int *depth)
{
  if (description_xml_is(node, "Terminal") && node->children) {
    ++*depth;
    return node->children;
  }
  while (node && !node->next) {
    node = node->parent;
    if (node == top) return NULL;
    --*depth;
  }
  return node ? node->next : NULL;
}

const FmuTerminals *fmu_terminals_read(Session *s, const char *where,
                                       const char *bytes, size_t length)
{
  DescriptionReader r = {.s = s, .where = where};
  xmlDoc *doc = description_xml_parse(&r, bytes, length);
  if (!doc) return NULL;
  FmuTerminals *all = NULL;
  xmlNode *root = xmlDocGetRootElement(doc);
  if (!description_xml_is(root, "fmiTerminalsAndIcons")) {
    description_xml_fault(&r, root,
                          "the root element is not fmiTerminalsAndIcons", NULL);
  } else {
    all = arena_alloc(s->session_arena, sizeof *all);
    xmlNode *top = description_xml_child(root, "Terminals");
    int depth = 0;
    for (xmlNode *c = top ? top->children : NULL; c;
         c = next_node(c, top, &depth)) {
      if (description_xml_is(c, "Terminal"))
        fmu_terminals_read_terminal(&r, c, depth, all);
    }
  }
  xmlFreeDoc(doc);
  return all;
}
