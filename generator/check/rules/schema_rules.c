/* schema_rules.c: libxml2's schema validation. */
#define _POSIX_C_SOURCE 200809L
#include "check/rules/schema_rules.h"

#include <assert.h>
#include <libxml/xmlschemas.h>
#include <string.h>
#include <unistd.h>

#include "emit/package/data_folder.h"

static const char *schema_file(Session *s, const char *name)
{
  const char *folder = data_folder_find(s);
  if (!folder) return NULL;
  return arena_printf(s->session_arena, "%s/schema/%s", folder, name);
}

static void take_error(void *context, xmlError *error)
{
  const XmlTree *t = context;
  const char *text = error->message ? error->message : "does not fit";
  /* "Element 'X', attribute 'y': ..." */
  FindingPlace place = xml_place(t, error->node, NULL);
  const char *attribute = strstr(text, "attribute '");
  if (attribute && error->node) {
    attribute += strlen("attribute '");
    char name[64];
    size_t n = strcspn(attribute, "'");
    if (n < sizeof name) {
      memcpy(name, attribute, n);
      name[n] = '\0';
      place = xml_place(t, error->node, name);
    }
  }
  finding_add(t->findings, RULE_XML_SCHEMA, place, "%.*s",
              (int)strcspn(text, "\n"), text);
}

static void nothing(void *context, xmlError *error)
{
  (void)context;
  (void)error;
}

static xmlSchema *read_schema(const char *file)
{
  xmlSchemaParserCtxt *parser = xmlSchemaNewParserCtxt(file);
  if (!parser) return NULL;
  xmlSchemaSetParserStructuredErrors(parser, nothing, NULL);
  xmlSchema *schema = xmlSchemaParse(parser);
  xmlSchemaFreeParserCtxt(parser);
  return schema;
}

static void check_by_schema(const XmlTree *t, int version, const char *name)
{
  const char *file = schema_file(t->findings->s, name);
  xmlSchema *schema =
      file && access(file, R_OK) == 0 ? read_schema(file) : NULL;
  if (!schema) {
    finding_at(t->findings, RULE_SCHEMA_NOT_CHECKED, t->where,
               "the schema of FMI %d.0 is not installed", version);
    return;
  }
  xmlSchemaValidCtxt *valid = xmlSchemaNewValidCtxt(schema);
  if (valid) {
    xmlSchemaSetValidStructuredErrors(valid, take_error, (void *)t);
    xmlSchemaValidateDoc(valid, t->document);
    xmlSchemaFreeValidCtxt(valid);
  }
  xmlSchemaFree(schema);
}

void schema_rules(const XmlTree *t, int version)
{
  assert(version >= 1 && version <= 3);
  static const char *const name[] = {"fmi1/fmiModelDescription.xsd",
                                     "fmi2/fmi2ModelDescription.xsd",
                                     "fmi3/fmi3ModelDescription.xsd"};
  check_by_schema(t, version, name[version - 1]);
}

void schema_rules_terminals(const XmlTree *t)
{
  check_by_schema(t, 3, "fmi3/fmi3TerminalsAndIcons.xsd");
}
