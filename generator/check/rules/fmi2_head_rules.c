/* fmi2_head_rules.c: FMI 2.0.5, sections 2.2.1, 2.2.4 to 2.2.6, 3.3.1, 4.3.1.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules/fmi2_rules.h"
#include "check/rules/variable_name.h"

static bool fmi2_head_rules_is_true(const char *text)
{
  return text && (strcmp(text, "true") == 0 || strcmp(text, "1") == 0);
}

static bool flag(const XmlTree *t, const xmlNode *node, const char *name)
{
  return fmi2_head_rules_is_true(xml_attribute(t, node, name));
}

/* --- kinds --- */

static void fmi2_head_rules_kind_rules(const CheckTable *c, const char *name)
{
  const XmlTree *t = c->text;
  Findings *f = t->findings;
  xmlNode *kind = xml_child(c->root, name);
  if (!kind) return;
  const char *identifier = xml_attribute(t, kind, "modelIdentifier");
  if (identifier && !variable_name_is_c_identifier(identifier)) {
    finding_add(f, RULE_IDENTIFIER, xml_place(t, kind, "modelIdentifier"),
                "'%s' is not a C identifier", identifier);
  }
  bool is_second = xml_attribute(t, c->root, "guid") != NULL;
  const char *save =
      is_second ? "canSerializeFMUstate" : "canSerializeFMUState";
  if (flag(t, kind, save) &&
      !flag(t, kind,
            is_second ? "canGetAndSetFMUstate" : "canGetAndSetFMUState")) {
    finding_add(f, RULE_CAPABILITY, xml_place(t, kind, save),
                "%s can serialize states but not get and set them", name);
  }
  if (flag(t, kind, "needsExecutionTool")) {
    finding_add(f, RULE_EXECUTION_TOOL, xml_place(t, kind, NULL),
                "%s needs another program to run", name);
  }
}

static void date_rule(const CheckTable *c)
{
  const char *date = xml_attribute(c->text, c->root, "generationDateAndTime");
  if (!date) return;
  static const char shape[] = "dddd-dd-ddTdd:dd:ddZ";
  bool good = strlen(date) == sizeof shape - 1;
  for (size_t i = 0; good && date[i]; i++) {
    good = shape[i] == 'd' ? isdigit((unsigned char)date[i]) != 0
                           : date[i] == shape[i];
  }
  if (good) return;
  finding_add(c->text->findings, RULE_DATE,
              xml_place(c->text, c->root, "generationDateAndTime"),
              "'%s' is not of the form YYYY-MM-DDThh:mm:ssZ", date);
}

/* --- lists of names --- */

/* Children of `list` whose attribute `name` repeats an earlier one. */
static void fmi2_head_rules_twice_rule(const CheckTable *c, const char *list,
                                       RuleId rule)
{
  const XmlTree *t = c->text;
  xmlNode *first = xml_child(xml_child(c->root, list), NULL);
  for (xmlNode *node = first; node; node = xml_next(node)) {
    const char *name = xml_attribute(t, node, "name");
    for (xmlNode *other = first; name && other != node;
         other = xml_next(other)) {
      const char *before = xml_attribute(t, other, "name");
      if (before && strcmp(before, name) == 0) {
        finding_add(t->findings, rule, xml_place(t, node, "name"),
                    "'%s' is there twice", name);
        break;
      }
    }
  }
}

static void log_rules(const CheckTable *c)
{
  static const char *const known[] = {"logEvents",
                                      "logSingularLinearSystems",
                                      "logNonlinearSystems",
                                      "logStatusWarning",
                                      "logDynamicStateSelection",
                                      "logStatusDiscard",
                                      "logStatusError",
                                      "logStatusFatal",
                                      "logStatusPending",
                                      "logAll"};
  const XmlTree *t = c->text;
  xmlNode *node = xml_child(xml_child(c->root, "LogCategories"), "Category");
  for (; node; node = xml_next(node)) {
    const char *name = xml_attribute(t, node, "name");
    if (!name || strncmp(name, "logStatus", 9) != 0) continue;
    bool standard = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
      standard = standard || strcmp(known[i], name) == 0;
    }
    if (standard) continue;
    finding_add(t->findings, RULE_LOG_STANDARD, xml_place(t, node, "name"),
                "'%s' is not a name of the standard", name);
  }
  fmi2_head_rules_twice_rule(c, "LogCategories", RULE_LOG_CATEGORY);
}

/* --- default experiment --- */

static bool fmi2_head_rules_number(const XmlTree *t, const xmlNode *node,
                                   const char *name, double *value)
{
  const char *text = xml_attribute(t, node, name);
  char *end;
  if (!text || !*text) return false;
  *value = strtod(text, &end);
  return !*end && isfinite(*value);
}

static void experiment_rules(const CheckTable *c)
{
  const XmlTree *t = c->text;
  Findings *f = t->findings;
  xmlNode *node = xml_child(c->root, "DefaultExperiment");
  if (!node) return;
  double start = 0, stop, value;
  fmi2_head_rules_number(t, node, "startTime", &start);
  if (fmi2_head_rules_number(t, node, "stopTime", &stop) && !(stop >= start)) {
    finding_add(f, RULE_EXPERIMENT, xml_place(t, node, "stopTime"),
                "stopTime %g is before startTime %g", stop, start);
  }
  static const char *const positive[] = {"tolerance", "stepSize"};
  for (int i = 0; i < 2; i++) {
    if (fmi2_head_rules_number(t, node, positive[i], &value) && !(value > 0)) {
      finding_add(f, RULE_EXPERIMENT, xml_place(t, node, positive[i]),
                  "%s %g is not greater than zero", positive[i], value);
    }
  }
}

void common_head_rules(const CheckTable *c)
{
  fmi2_head_rules_kind_rules(c, "ModelExchange");
  fmi2_head_rules_kind_rules(c, "CoSimulation");
  fmi2_head_rules_kind_rules(c, "ScheduledExecution");
  date_rule(c);
  log_rules(c);
  experiment_rules(c);
}

void fmi2_head_rules(const CheckTable *c)
{
  const XmlTree *t = c->text;
  Findings *f = t->findings;
  if (!c->co_simulation && !c->model_exchange) {
    finding_add(f, RULE_NO_KIND, xml_place(t, c->root, NULL),
                "there is neither ModelExchange nor CoSimulation");
  }
  const char *guid = xml_attribute(t, c->root, "guid");
  if (guid && !*guid) {
    finding_add(f, RULE_GUID, xml_place(t, c->root, "guid"),
                "the guid is empty");
  }
  if (!c->model_exchange &&
      xml_attribute(t, c->root, "numberOfEventIndicators")) {
    finding_add(f, RULE_EVENT_INDICATORS,
                xml_place(t, c->root, "numberOfEventIndicators"),
                "the FMU has no Model Exchange");
  }
  common_head_rules(c);
  fmi2_head_rules_twice_rule(c, "VendorAnnotations", RULE_VENDOR);
}
