/* model_description.h: modelDescription.xml of FMI 2.0.
 *
 * The room emit/xml/ writes modelDescription.xml. It calls emit/text/,
 * emit/package/, reduce/ and base/. Reading order: this file, description_parts.h, variable_kind.h,
 * xml_text.h, unit_definitions.h, type_definitions.h.
 *
 * needs   a ReducedSystem whose variables carry causality, variability and
 *         initial in a combination that FMI 2.0 (section 2.2.7) allows
 * gives   one document, valid against the FMI 2.0 schema; the same bytes for
 *         the same model (no date); capability flags as the runtime has them
 */
#ifndef FOUCAULT_EMIT_XML_MODEL_DESCRIPTION_H
#define FOUCAULT_EMIT_XML_MODEL_DESCRIPTION_H

#include <stdbool.h>
#include <stdio.h>

#include "emit/interface/interface_variables.h"
#include "emit/package/sources.h"
#include "emit/xml/xml_text.h"
#include "reduce/blocks/model_structure.h"

typedef struct DescriptionOptions {
  const char *guid;
  bool co_simulation, model_exchange, scheduled_execution;
  const SourceNames *sources; /* in the FMU; NULL: none */
  const ModelStructure *structure;
  const InterfaceVariables *interface; /* of FMI 3.0 */
} DescriptionOptions;

/* modelDescription.xml of FMI 3.0: model_description3.c. */
bool model_description3_write(Session *s, const ReducedSystem *reduced,
                              const DescriptionOptions *options, FILE *file);

/* sources/buildDescription.xml of FMI 3.0. */
bool build_description_write(const ReducedSystem *reduced,
                             const SourceNames *sources, FILE *file);

/* False if the file cannot be written; errno says why. */
bool model_description_write(Session *s, const ReducedSystem *reduced,
                             const DescriptionOptions *options, FILE *file);

#endif
