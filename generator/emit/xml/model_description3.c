/* model_description3.c: the elements in the order the FMI 3.0 schema wants. */
#include <assert.h>

#include "emit/package/version.h"
#include "emit/xml/description3.h"
#include "emit/xml/description_parts.h"
#include "emit/xml/model_description.h"

/* --- head --- */

static void write_abilities(XmlText *x, const ReducedSystem *r,
                            const DescriptionOptions *options)
{
  xml_text_attribute(x, "modelIdentifier", r->identifier);
  xml_text_boolean(x, "needsExecutionTool", false);
  xml_text_boolean(x, "canBeInstantiatedOnlyOncePerProcess", false);
  xml_text_boolean(x, "canGetAndSetFMUState", true);
  xml_text_boolean(x, "canSerializeFMUState", true);
  xml_text_boolean(x, "providesDirectionalDerivatives", true);
  xml_text_boolean(x, "providesAdjointDerivatives", true);
  xml_text_boolean(x, "providesPerElementDependencies",
                   options->interface->dependencies != NULL);
}

static void write_exchange3(XmlText *x, const ReducedSystem *r,
                            const DescriptionOptions *options)
{
  xml_text_open(x, "ModelExchange");
  write_abilities(x, r, options);
  xml_text_boolean(x, "needsCompletedIntegratorStep", true);
  xml_text_boolean(x, "providesEvaluateDiscreteStates", true);
  xml_text_close(x);
}

static void write_co_simulation3(XmlText *x, const ReducedSystem *r,
                                 const DescriptionOptions *options)
{
  xml_text_open(x, "CoSimulation");
  write_abilities(x, r, options);
  xml_text_boolean(x, "canHandleVariableCommunicationStepSize", true);
  xml_text_integer(x, "maxOutputDerivativeOrder", 1);
  xml_text_boolean(x, "providesIntermediateUpdate", true);
  xml_text_boolean(x, "mightReturnEarlyFromDoStep", true);
  xml_text_boolean(x, "canReturnEarlyAfterIntermediateUpdate", true);
  xml_text_boolean(x, "hasEventMode", true);
  xml_text_boolean(x, "providesEvaluateDiscreteStates", true);
  xml_text_close(x);
}

/* Section 5.4: it has no attributes but those that all have. */
static void write_scheduled(XmlText *x, const ReducedSystem *r,
                            const DescriptionOptions *options)
{
  xml_text_open(x, "ScheduledExecution");
  write_abilities(x, r, options);
  xml_text_close(x);
}

static void write_head3(XmlText *x, const ReducedSystem *r,
                        const DescriptionOptions *options)
{
  xml_text_attribute(x, "fmiVersion", "3.0");
  xml_text_attribute(x, "modelName", r->name);
  xml_text_attribute(x, "instantiationToken", options->guid);
  xml_text_attribute(x, "description", r->description);
  xml_text_attribute(x, "generationTool", "Foucault " FOUCAULT_VERSION);
  xml_text_attribute(x, "variableNamingConvention", "structured");
}

/* --- the document --- */

static void write_document3(const Description3 *d)
{
  XmlText *x = d->x;
  const ReducedSystem *r = d->reduced;
  xml_text_open(x, "fmiModelDescription");
  write_head3(x, r, d->options);
  if (d->options->model_exchange) write_exchange3(x, r, d->options);
  if (d->options->co_simulation) write_co_simulation3(x, r, d->options);
  if (d->options->scheduled_execution) write_scheduled(x, r, d->options);
  unit_definitions_write(x, d->units);
  type_definitions_write(x, d->types, d->units, true);
  description_write_categories(x);
  description_write_experiment(x, &r->experiment);
  description3_variables(d);
  description3_structure(d);
  xml_text_close(x);
}

bool model_description3_write(Session *s, const ReducedSystem *reduced,
                              const DescriptionOptions *options, FILE *file)
{
  assert(options->guid && options->structure && options->interface);
  Arena *arena = session_scratch(s);
  ArenaMark mark = arena_mark(arena);
  XmlText x;
  Description3 d = {.x = &x,
                    .reduced = reduced,
                    .options = options,
                    .all = options->interface,
                    .arena = arena,
                    .units = unit_definitions_collect(arena, reduced, true),
                    .types = type_definitions_collect(arena, reduced)};
  xml_text_begin(&x, file);
  write_document3(&d);
  bool ok = xml_text_end(&x);
  arena_release(mark);
  return ok;
}

/* --- the sources --- */

bool build_description_write(const ReducedSystem *reduced,
                             const SourceNames *sources, FILE *file)
{
  XmlText x;
  xml_text_begin(&x, file);
  xml_text_open(&x, "fmiBuildDescription");
  xml_text_attribute(&x, "fmiVersion", "3.0");
  xml_text_open(&x, "BuildConfiguration");
  xml_text_attribute(&x, "modelIdentifier", reduced->identifier);
  xml_text_open(&x, "SourceFileSet");
  xml_text_attribute(&x, "language", "C99");
  xml_text_open(&x, "SourceFile");
  xml_text_attribute(&x, "name", "model.c");
  xml_text_close(&x);
  for (int k = 0; k < sources->n_names; k++) {
    if (!sources_is_compiled(sources->name[k])) continue;
    xml_text_open(&x, "SourceFile");
    xml_text_attribute(&x, "name", sources->name[k]);
    xml_text_close(&x);
  }
  for (int k = 0; k < 3; k++) xml_text_close(&x);
  return xml_text_end(&x);
}
