/* circuit_report.h: a circuit in words and as JSON. */
#ifndef FOUCAULT_REPORT_CIRCUIT_REPORT_H
#define FOUCAULT_REPORT_CIRCUIT_REPORT_H

#include <stdio.h>

#include "base/text/json_text.h"
#include "reduce/structure/circuit/circuit.h"

/* "nodal analysis: 5 equations, 7 with 1 loop and 1 cutset; ..." */
void circuit_report_size(Session *s, const Circuit *c, FILE *out);
/* A section of `explain`; nothing where c is NULL. */
void circuit_report_text(Session *s, const Circuit *c, FILE *out);
/* The key "circuit"; null where c is NULL. */
void circuit_report_json(JsonWriter *w, const Circuit *c);

#endif
