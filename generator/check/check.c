/* check.c: the order of the rules. */
#include "check/check.h"

#include <assert.h>
#include <string.h>

#include "check/rules/archive_rules.h"
#include "check/rules/binary_rules.h"
#include "check/rules/description_rules.h"
#include "check/rules/schema_rules.h"
#include "check/rules/terminal_rules.h"
#include "check/run/run_rules.h"

static const char *read_description(Findings *f, const Archive *a,
                                    size_t *length)
{
  const char *nested = NULL;
  for (int i = 0; i < a->n_entries; i++) {
    const char *name = a->entry[i].name;
    if (strcmp(name, "modelDescription.xml") == 0) {
      const char *bytes =
          archive_read(f->s, a, name, archive_description_limit(), length);
      if (!bytes) {
        finding_at(f, RULE_ARCHIVE_SIZE, name, "the file is too large");
      }
      return bytes;
    }
    const char *slash = strrchr(name, '/');
    if (slash && strcmp(slash, "/modelDescription.xml") == 0) nested = name;
  }
  finding_at(f, RULE_DESCRIPTION_MISSING, a->path,
             nested ? "modelDescription.xml is not at the top but at '%s'"
                    : "there is no modelDescription.xml%s",
             nested ? nested : "");
  return NULL;
}

/* FMUs of FMI 2.0 may have them, too. */
static void check_terminals(Findings *f, const Archive *a, XmlTree *description)
{
  static const char name[] = "terminalsAndIcons/terminalsAndIcons.xml";
  size_t length;
  XmlTree text;
  if (archive_find(a, name) < 0) return;
  const char *bytes =
      archive_read(f->s, a, name, archive_description_limit(), &length);
  if (!bytes) {
    finding_at(f, RULE_ARCHIVE_SIZE, name, "the file is too large");
    return;
  }
  if (!xml_tree_read(f, name, bytes, length, &text)) return;
  schema_rules_terminals(&text);
  terminal_rules(&text, description, a);
  xml_tree_free(&text);
}

static void rules_of_text(Findings *f, const Archive *a, const char *bytes,
                          size_t length, const CheckOptions *options)
{
  XmlTree text;
  if (!xml_tree_read(f, "modelDescription.xml", bytes, length, &text)) {
    binary_rules(f, a, NULL, 2);
    return;
  }
  int version = description_rules(&text);
  assert(version >= 0 && version <= 3);
  binary_rules(f, a, &text, version ? version : 2);
  if (version >= 2) check_terminals(f, a, &text);
  if (version >= 2 && options->runs) {
    CheckTable table = fmi2_variables(&text);
    run_rules(f, a, &table, version, bytes, length, &options->limits,
              options->csv);
  } else if (version == 1) {
    finding_at(f, RULE_NOT_RUN, a->path, "FMI 1.0: the FMU was not run");
  }
  xml_tree_free(&text);
}

void check_fmu(Findings *f, const char *path, const CheckOptions *options)
{
  Archive *a = archive_rules(f, path);
  if (!a) return;
  archive_contents_rules(f, a);
  size_t length;
  const char *bytes = read_description(f, a, &length);
  if (bytes) rules_of_text(f, a, bytes, length, options);
  archive_close(a);
}
