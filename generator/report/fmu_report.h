/* fmu_report.h: what an FMU of any maker says of itself, in words and as JSON:
 * how it is run, states, what depends on what, units, events, terminals.
 *
 * Nothing is computed: it is what the XML files promise.
 */
#ifndef FOUCAULT_REPORT_FMU_REPORT_H
#define FOUCAULT_REPORT_FMU_REPORT_H

#include <stdio.h>

#include "base/text/json_text.h"
#include "fmu_file/description_read.h"
#include "fmu_file/structure/fmu_structure.h"
#include "fmu_file/structure/fmu_terminals.h"

typedef struct FmuExplained {
  const char *path;
  const FmuDescription *d;
  const FmuStructure *structure;
  const FmuTerminals *terminals; /* NULL: it has none */
  const char *page; /* the entry that explains the equations; NULL: none */
} FmuExplained;

/* Lists of more than 40 items are cut. */
void fmu_report_text(Session *s, const FmuExplained *e, FILE *out);
/* Keys of the document, all lists whole. */
void fmu_report_json(JsonWriter *w, const FmuExplained *e);

#endif
