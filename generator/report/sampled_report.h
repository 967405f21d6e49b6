/* sampled_report.h: which relations, assertions and forcing have no bounds
 * between the ends of a step (reduce/tapes.h), and why. They are followed by
 * samples alone.
 *
 * cost    linear in the relations
 */
#ifndef FOUCAULT_REPORT_SAMPLED_REPORT_H
#define FOUCAULT_REPORT_SAMPLED_REPORT_H

#include <stdio.h>

#include "base/text/json_text.h"
#include "reduce/system/reduced.h"

/* The source text of a span: explain_source(). */
typedef const char *SampledSource(Session *s, Span span);

/* A section, or nothing. */
void sampled_report_text(Session *s, const ReducedSystem *r,
                         SampledSource *source, FILE *out);
/* "sampled": [{kind, text, line, reason}]. */
void sampled_report_json(JsonWriter *w, Session *s, const ReducedSystem *r,
                         SampledSource *source);

#endif
