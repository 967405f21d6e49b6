/* preferred_states_report.h: what became of stateSelect = prefer and always.
 *
 * All three write nothing, or an empty list, where no variable has such a
 * preference.
 */
#ifndef FOUCAULT_REPORT_PREFERRED_STATES_REPORT_H
#define FOUCAULT_REPORT_PREFERRED_STATES_REPORT_H

#include <stdio.h>

#include "base/text/json_text.h"
#include "reduce/system/system.h"

/* A section of `explain`, and of its page. */
void preferred_states_report_text(const System *sys, FILE *out);
void preferred_states_report_html(const System *sys, FILE *out);
/* The key "wanted": name, wish, is ("state", "candidate", "no state"), why. */
void preferred_states_report_json(JsonWriter *w, const System *sys);

#endif
