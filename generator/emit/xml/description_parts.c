/* description_parts.c: see description_parts.h. */
#include "emit/xml/description_parts.h"

#include <math.h>

#include "reduce/simplify/quiet_relations.h"
#include "reduce/simplify/time_relations.h"

void description_write_categories(XmlText *x)
{
  /* The standard's own set, FMI 2.0 section 2.2.4, and three of this program. */
  static const char *const category[] = {
      "logEvents",           "logSingularLinearSystems",
      "logNonlinearSystems", "logDynamicStateSelection",
      "logStatusWarning",    "logStatusDiscard",
      "logStatusError",      "logStatusFatal",
      "logStatusPending",    "logAll",
      "logStatistics",       "logModelMessages",
      "logProgress"};
  xml_text_open(x, "LogCategories");
  for (size_t k = 0; k < sizeof category / sizeof category[0]; k++) {
    xml_text_open(x, "Category");
    xml_text_attribute(x, "name", category[k]);
    xml_text_close(x);
  }
  xml_text_close(x);
}

void description_write_experiment(XmlText *x, const SystemExperiment *e)
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

/* In step with FmiCausality, FmiVariability, FmiInitial. */
const char *const description_causality[] = {"parameter", "calculatedParameter",
                                             "input",     "output",
                                             "local",     "independent"};
const char *const description_variability[] = {"constant", "fixed", "tunable",
                                               "discrete", "continuous"};
const char *const description_initial[] = {NULL, "exact", "approx",
                                           "calculated"};

/* In step with DependencyKind. */
const char *const description_dependency[] = {"constant", "fixed", "tunable",
                                              "discrete", "dependent"};

bool description_takes_start(const ReducedVar *v)
{
  if (v->causality == FMI_INDEPENDENT) return false;
  if (v->variability == FMI_CONSTANT) return true;
  if (v->causality == FMI_INPUT || v->causality == FMI_PARAMETER) return true;
  return v->initial == FMI_EXACT || v->initial == FMI_APPROX;
}

const char *description_text(const char *text)
{
  return text && text[0] ? text : NULL;
}

void description_write_limit(XmlText *x, const char *name, bool given,
                             double value)
{
  if (given && isfinite(value)) xml_text_number(x, name, value);
}

/* Importers watch whether the branch of a nonlinear loop ends. */
static bool description_has_branches(const ReducedSystem *r)
{
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    const ReducedBlock *b = &r->continuous.block[k];
    if (b->kind == BLOCK_SOLVE && !b->linear) return true;
  }
  return false;
}

/* Relations, those that may wake (quiet_relations.h), then one per selection
 * set (dummy_pivot.h), then one for all nonlinear loops (block_guess.h of the
 * runtime). */
int description_count_indicators(const ReducedSystem *r)
{
  return time_relations_watched(r->sys) + quiet_relations_indicators(r->sys) +
         r->sys->n_sets + description_has_branches(r);
}
