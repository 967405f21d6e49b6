/* model_description.c: the elements in the order the FMI 2.0 schema wants.
 */
#include "emit/model_description.h"

#include <math.h>
#include <string.h>

#include "emit/unit_definitions.h"
#include "emit/version.h"
#include "reduce/moments.h"

/* --- head --- */

static void write_model_exchange(XmlText *x, const ReducedSystem *r)
{
  xml_text_open(x, "ModelExchange");
  xml_text_attribute(x, "modelIdentifier", r->identifier);
  xml_text_boolean(x, "needsExecutionTool", false);
  xml_text_boolean(x, "completedIntegratorStepNotNeeded", false);
  xml_text_boolean(x, "canBeInstantiatedOnlyOncePerProcess", false);
  xml_text_boolean(x, "canNotUseMemoryManagementFunctions", true);
  xml_text_boolean(x, "canGetAndSetFMUstate", true);
  xml_text_boolean(x, "canSerializeFMUstate", true);
  xml_text_boolean(x, "providesDirectionalDerivative", true);
  xml_text_close(x);
}

static void write_co_simulation(XmlText *x, const ReducedSystem *r)
{
  xml_text_open(x, "CoSimulation");
  xml_text_attribute(x, "modelIdentifier", r->identifier);
  xml_text_boolean(x, "needsExecutionTool", false);
  xml_text_boolean(x, "canHandleVariableCommunicationStepSize", true);
  xml_text_boolean(x, "canInterpolateInputs", true);
  xml_text_integer(x, "maxOutputDerivativeOrder", 1);
  xml_text_boolean(x, "canRunAsynchronuously", false); /* spelled as in FMI */
  xml_text_boolean(x, "canBeInstantiatedOnlyOncePerProcess", false);
  xml_text_boolean(x, "canNotUseMemoryManagementFunctions", true);
  xml_text_boolean(x, "canGetAndSetFMUstate", true);
  xml_text_boolean(x, "canSerializeFMUstate", true);
  xml_text_boolean(x, "providesDirectionalDerivative", true);
  xml_text_close(x);
}

static void write_log_categories(XmlText *x)
{
  /* The standard's own set, FMI 2.0 section 2.2.4. */
  static const char *const category[] = {
      "logEvents",           "logSingularLinearSystems",
      "logNonlinearSystems", "logDynamicStateSelection",
      "logStatusWarning",    "logStatusDiscard",
      "logStatusError",      "logStatusFatal",
      "logStatusPending",    "logAll",
      "logStatistics"};
  xml_text_open(x, "LogCategories");
  for (size_t k = 0; k < sizeof category / sizeof category[0]; k++) {
    xml_text_open(x, "Category");
    xml_text_attribute(x, "name", category[k]);
    xml_text_close(x);
  }
  xml_text_close(x);
}

static void write_default_experiment(XmlText *x, const SystemExperiment *e)
{
  if (!e->has_start && !e->has_stop && !e->has_tolerance && !e->has_interval) {
    return;
  }
  xml_text_open(x, "DefaultExperiment");
  if (e->has_start) xml_text_number(x, "startTime", e->start);
  if (e->has_stop) xml_text_number(x, "stopTime", e->stop);
  if (e->has_tolerance) xml_text_number(x, "tolerance", e->tolerance);
  if (e->has_interval && e->interval > 0) {
    xml_text_number(x, "stepSize", e->interval);
  }
  xml_text_close(x);
}

/* --- variables --- */

/* In step with FmiCausality, FmiVariability, FmiInitial. */
static const char *const causality_word[] = {"parameter", "calculatedParameter",
                                             "input",     "output",
                                             "local",     "independent"};
static const char *const variability_word[] = {"constant", "fixed", "tunable",
                                               "discrete", "continuous"};
static const char *const initial_word[] = {NULL, "exact", "approx",
                                           "calculated"};

/* Which slots have got their start value: an alias set has at most one. */
typedef struct StartsGiven {
  bool *slot[3]; /* by VarType */
} StartsGiven;

static StartsGiven starts_given(Arena *arena, const ReducedSystem *r)
{
  StartsGiven g;
  g.slot[VAR_REAL] = arena_array(arena, (size_t)r->n_real, sizeof(bool));
  g.slot[VAR_INTEGER] = arena_array(arena, (size_t)r->n_integer, sizeof(bool));
  g.slot[VAR_BOOLEAN] = arena_array(arena, (size_t)r->n_boolean, sizeof(bool));
  return g;
}

/* FMI 2.0 section 2.2.7, table of `initial`: demanded or forbidden. */
static bool takes_start(const ReducedVar *v)
{
  if (v->causality == FMI_INDEPENDENT) return false;
  if (v->variability == FMI_CONSTANT) return true;
  if (v->causality == FMI_INPUT || v->causality == FMI_PARAMETER) return true;
  return v->initial == FMI_EXACT || v->initial == FMI_APPROX;
}

static bool writes_start(const ReducedVar *v, StartsGiven *given)
{
  if (!takes_start(v)) return false;
  if (v->variability == FMI_CONSTANT) return true;
  bool *slot = &given->slot[v->type][v->value_reference];
  if (*slot) return false;
  *slot = true;
  return true;
}

/* unit = "" is Modelica's default: none. */
static const char *given_text(const char *text)
{
  return text && text[0] ? text : NULL;
}

static void write_limit(XmlText *x, const char *name, bool given, double value)
{
  if (given && isfinite(value)) xml_text_number(x, name, value);
}

static void write_real(XmlText *x, const UnitDefinitions *units,
                       const ReducedVar *v, bool start)
{
  double nominal = fabs(v->nominal);
  xml_text_open(x, "Real");
  xml_text_attribute(x, "quantity", given_text(v->quantity));
  xml_text_attribute(x, "unit", given_text(v->unit));
  if (unit_definitions_has_display(units, v->unit, v->display_unit)) {
    xml_text_attribute(x, "displayUnit", v->display_unit);
  }
  write_limit(x, "min", v->has_min, v->min);
  write_limit(x, "max", v->has_max, v->max);
  write_limit(x, "nominal", v->has_nominal && nominal > 0, nominal);
  if (start) xml_text_number(x, "start", v->has_start ? v->start : 0);
  if (v->derivative_of >= 0) {
    xml_text_integer(x, "derivative", v->derivative_of + 1L);
  }
  xml_text_close(x);
}

static void write_integer(XmlText *x, const ReducedVar *v, bool start)
{
  xml_text_open(x, "Integer");
  xml_text_attribute(x, "quantity", given_text(v->quantity));
  write_limit(x, "min", v->has_min, v->min);
  write_limit(x, "max", v->has_max, v->max);
  if (start) xml_text_number(x, "start", v->has_start ? v->start : 0);
  xml_text_close(x);
}

static void write_boolean(XmlText *x, const ReducedVar *v, bool start)
{
  xml_text_open(x, "Boolean");
  if (start) xml_text_boolean(x, "start", v->has_start && v->start != 0);
  xml_text_close(x);
}

static void write_variable(XmlText *x, const UnitDefinitions *units,
                           const ReducedVar *v, StartsGiven *given)
{
  bool start = writes_start(v, given);
  xml_text_open(x, "ScalarVariable");
  xml_text_attribute(x, "name", v->name);
  xml_text_integer(x, "valueReference", v->value_reference);
  xml_text_attribute(x, "description", v->description);
  xml_text_attribute(x, "causality", causality_word[v->causality]);
  xml_text_attribute(x, "variability", variability_word[v->variability]);
  if (v->causality != FMI_INPUT && v->causality != FMI_INDEPENDENT) {
    xml_text_attribute(x, "initial", initial_word[v->initial]);
  }
  switch (v->type) {
  case VAR_REAL: write_real(x, units, v, start); break;
  case VAR_INTEGER: write_integer(x, v, start); break;
  case VAR_BOOLEAN: write_boolean(x, v, start); break;
  }
  xml_text_close(x);
}

static void write_variables(XmlText *x, const UnitDefinitions *units,
                            const ReducedSystem *r, Arena *arena)
{
  StartsGiven given = starts_given(arena, r);
  xml_text_open(x, "ModelVariables");
  for (int k = 0; k < r->n_vars; k++) {
    write_variable(x, units, &r->var[k], &given);
  }
  xml_text_close(x);
}

/* --- structure --- */

/* An empty list says that nothing is depended on, none that all knowns are. */
static void write_dependencies(XmlText *x, const ReducedUnknown *u)
{
  if (u->n_dependencies < 0) return;
  xml_text_integers(x, "dependencies", u->dependency, u->n_dependencies, 1);
}

/* NULL where all are "dependent": that is the default. */
static const char *dependency_kinds(Arena *arena, const ReducedUnknown *u)
{
  int n = 0;
  while (n < u->n_dependencies && (!u->is_dependent || u->is_dependent[n])) n++;
  if (n >= u->n_dependencies) return NULL;
  size_t size = (size_t)u->n_dependencies * 12 + 1, used = 0;
  char *text = arena_alloc(arena, size);
  for (int k = 0; k < u->n_dependencies; k++) {
    used += (size_t)snprintf(text + used, size - used, "%s%s", k > 0 ? " " : "",
                             u->is_dependent[k] ? "dependent" : "constant");
  }
  return text;
}

static void write_unknowns(XmlText *x, const char *element,
                           const ReducedUnknown *unknown, int n, Arena *arena)
{
  if (n == 0) return;
  xml_text_open(x, element);
  for (int k = 0; k < n; k++) {
    ArenaMark mark = arena_mark(arena);
    xml_text_open(x, "Unknown");
    xml_text_integer(x, "index", unknown[k].var + 1L);
    write_dependencies(x, &unknown[k]);
    xml_text_attribute(x, "dependenciesKind",
                       dependency_kinds(arena, &unknown[k]));
    xml_text_close(x);
    arena_release(mark);
  }
  xml_text_close(x);
}

static void write_structure(XmlText *x, const ReducedSystem *r, Arena *arena)
{
  xml_text_open(x, "ModelStructure");
  write_unknowns(x, "Outputs", r->output, r->n_outputs, arena);
  write_unknowns(x, "Derivatives", r->derivatives, r->n_derivatives, arena);
  write_unknowns(x, "InitialUnknowns", r->initial_unknown,
                 r->n_initial_unknowns, arena);
  xml_text_close(x);
}

/* --- the document --- */

static void write_head(XmlText *x, const ReducedSystem *r,
                       const DescriptionOptions *options)
{
  xml_text_attribute(x, "fmiVersion", "2.0");
  xml_text_attribute(x, "modelName", r->name);
  xml_text_attribute(x, "guid", options->guid);
  xml_text_attribute(x, "description", r->description);
  xml_text_attribute(x, "generationTool", "Foucault " FOUCAULT_VERSION);
  xml_text_attribute(x, "variableNamingConvention", "structured");
  /* relations, then one per selection set: see dummy_pivot.h */
  xml_text_integer(x, "numberOfEventIndicators",
                   moments_watched(r->sys) + r->sys->n_sets);
}

static void write_document(XmlText *x, const ReducedSystem *r,
                           const DescriptionOptions *options, Arena *arena)
{
  UnitDefinitions *units = unit_definitions_collect(arena, r);
  xml_text_open(x, "fmiModelDescription");
  write_head(x, r, options);
  if (options->model_exchange) write_model_exchange(x, r);
  if (options->co_simulation) write_co_simulation(x, r);
  unit_definitions_write(x, units);
  write_log_categories(x);
  write_default_experiment(x, &r->experiment);
  write_variables(x, units, r, arena);
  write_structure(x, r, arena);
  xml_text_close(x);
}

bool model_description_write(Session *s, const ReducedSystem *reduced,
                             const DescriptionOptions *options, XmlText *x)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  xml_text_begin(x);
  write_document(x, reduced, options, session_scratch(s));
  bool ok = xml_text_end(x);
  arena_release(mark);
  if (!ok) {
    diagnostic_file_error(s, "modelDescription.xml", E501,
                          "there is not enough memory to write it");
  }
  return ok;
}
