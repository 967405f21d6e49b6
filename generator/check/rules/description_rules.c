/* description_rules.c: which rules hold for this file. */
#include "check/rules/description_rules.h"

#include <assert.h>
#include <string.h>

#include "check/rules/fmi1_rules.h"
#include "check/rules/fmi2_rules.h"
#include "check/rules/fmi3_rules.h"
#include "check/rules/schema_rules.h"

/* "3.0", "3.0.1", "3.0-beta.2" */
static bool is_third(const char *version)
{
  return strncmp(version, "3.0", 3) == 0 && strchr(".-", version[3]);
}

static int read_version(const XmlTree *t, const xmlNode *root)
{
  const char *version = xml_attribute(t, root, "fmiVersion");
  if (!xml_is(root, "fmiModelDescription")) {
    finding_add(t->findings, RULE_XML_SCHEMA, xml_place(t, root, NULL),
                "the root is '%s', not fmiModelDescription",
                (const char *)root->name);
    return 0;
  }
  if (version && strcmp(version, "1.0") == 0) return 1;
  if (version && strcmp(version, "2.0") == 0) return 2;
  if (version && is_third(version)) return 3;
  finding_add(t->findings, RULE_FMI_VERSION, xml_place(t, root, "fmiVersion"),
              "fmiVersion is '%s'", version ? version : "");
  /* 2.0.1 to 2.0.5 are meant as 2.0 */
  return version && strncmp(version, "2.0", 3) == 0 ? 2 : 0;
}

int description_rules(XmlTree *t)
{
  assert(t->document); /* xml_tree_read() has made it */
  int version = read_version(t, xmlDocGetRootElement(t->document));
  if (version == 0) return 0;
  t->findings->version = version;
  schema_rules(t, version);
  if (version == 1) fmi1_rules(t);
  if (version == 3) fmi3_rules(t);
  if (version == 2) {
    CheckTable table = fmi2_variables(t);
    fmi2_head_rules(&table);
    fmi2_type_rules(&table);
    fmi2_variable_rules(&table);
    fmi2_structure_rules(&table);
  }
  return version;
}
